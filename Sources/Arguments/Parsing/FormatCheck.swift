import Terminal

/// Checks that the command supports the format, and that only one format is specified.
enum FormatCheck {
  static func check(_ arguments: ParsedArguments) throws(Problem) {
    let named = arguments.string(.format)
    if arguments.has(.json), let named, named != OutputFormat.json.rawValue {
      throw .usage(
        "format.conflict", "--json cannot be combined with --format \(named)", hints: ["Use only one of them."])
    }
    let format = arguments.has(.json) ? OutputFormat.json.rawValue : named
    let names = arguments.command.formats.map(\.rawValue)
    guard let format, !names.contains(format) else { return }
    throw .usage(
      "format.unfit",
      "invalid value \(MessageText.quoted(format)) for --format; expected \(Suggestion.alternatives(names))")
  }
}
