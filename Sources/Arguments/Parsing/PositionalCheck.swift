import Terminal

/// Checks the number of positionals, and that each is among its choices.
enum PositionalCheck {
  static func check(_ arguments: ParsedArguments) throws(Problem) {
    let specs = arguments.command.positionals
    try checkCount(arguments, specs)
    for (index, value) in arguments.positionals.enumerated() {
      guard let spec = specs.indices.contains(index) ? specs[index] : specs.last, !spec.choices.isEmpty else {
        continue
      }
      // A query may begin where the word for what to list is left out.
      if arguments.command.takesQuery, spec.arity != .one { continue }
      if !spec.choices.contains(value) { throw ParsedArguments.notAmong(spec.choices, value, of: spec.name) }
    }
  }

  private static func checkCount(_ arguments: ParsedArguments, _ specs: [PositionalSpec]) throws(Problem) {
    let needed = specs.filter { $0.arity == .one }
    if arguments.positionals.count < needed.count {
      let missing = needed[arguments.positionals.count]
      throw .usage(
        "argument.missing", "missing argument \(missing.name): \(missing.doc)",
        hints: [arguments.helpHint])
    }
    for spec in specs.dropFirst(arguments.positionals.count) {
      guard !spec.unless.isEmpty, !spec.unless.contains(where: arguments.has) else { continue }
      let ways = [spec.name] + spec.unless.map(arguments.command.heading)
      throw .usage(
        "argument.missing", "missing argument \(Suggestion.alternatives(ways))",
        hints: [arguments.helpHint])
    }
    if specs.contains(where: { $0.arity == .many }) || arguments.positionals.count <= specs.count { return }
    let extra = MessageText.quoted(arguments.positionals[specs.count])
    let expected = specs.isEmpty ? "no arguments" : specs.map(\.heading).joined(separator: " ")
    throw .usage(
      "argument.extra", "unexpected argument \(extra); expected \(expected)", hints: [arguments.helpHint])
  }
}
