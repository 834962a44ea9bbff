import Terminal

/// Whether the form that was asked for exists and is asked for once.
enum FormatCheck {
  static func check(_ arguments: ParsedArguments) throws(Problem) {
    let named = arguments.string(.format)
    if arguments.has(.json), let named, named != OutputFormat.json.rawValue {
      throw .usage(
        "format.conflict", "--json and --format \(named) contradict each other", hints: ["Give one of them."])
    }
    let wanted = arguments.has(.json) ? OutputFormat.json.rawValue : named
    let names = arguments.command.formats.map(\.rawValue)
    guard let wanted, !names.contains(wanted) else { return }
    throw .usage(
      "format.unfit", "\(arguments.commandLine) writes \(Suggestion.alternatives(names)), not \(wanted)")
  }
}
