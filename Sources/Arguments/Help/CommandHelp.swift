/// The help page of a command: examples first, then its usage, then its arguments and flags.
package enum CommandHelp {
  /// - Parameter path: the words that lead to the command, `["new", "component"]`.
  package static func document(for command: CommandSpec, path: [String]) -> HelpDocument {
    let line = (["a11y"] + path).joined(separator: " ")
    var sections: [HelpDocument.Section] = []
    if !command.examples.isEmpty {
      sections.append(.init("Examples", [.entries(command.examples.map { .init($0.line, $0.meaning) })]))
    }
    let usage = command.usageLines.map { trimmedEnd(line + " " + $0) }
    sections.append(.init("Usage", [.lines(usage)]))
    if !command.subcommands.isEmpty {
      sections.append(.init(command.subcommandName, [.entries(command.subcommands.map { .init($0.name, $0.summary) })]))
    }
    if !command.positionals.isEmpty {
      sections.append(.init("Arguments", [.entries(command.positionals.map { .init($0.heading, doc(of: $0)) })]))
    }
    if !command.flags.isEmpty { sections.append(.init("Flags", [.entries(entries(command.flags))])) }
    if !command.details.isEmpty { sections.append(.init("More", command.details.map { .paragraph($0) })) }
    sections.append(.init("Global flags", [.entries(entries(GlobalFlags.all, for: command))]))
    if !command.subcommands.isEmpty {
      sections.append(.init("See also", [.paragraph("\(line) \(command.subcommandName) --help")]))
    }
    return HelpDocument(title: line, summary: command.summary, sections: sections)
  }

  /// What fits on a screen: usage, examples, and flags, with as much of them as there is room for.
  ///
  /// - Parameter fits: whether a page is short enough.
  package static func brief(
    for command: CommandSpec, path: [String], fits: (HelpDocument) -> Bool
  ) -> HelpDocument {
    let line = (["a11y"] + path).joined(separator: " ")
    let usage = HelpDocument.Section("Usage", [.lines(command.usageLines.map { trimmedEnd(line + " " + $0) })])
    let examples = command.examples.map { HelpDocument.Entry($0.line, $0.meaning) }
    let more = HelpDocument.Section("More", [.paragraph("\(line) --help")])
    let below = command.subcommands.map { HelpDocument.Entry($0.name, $0.summary) }
    /// - Parameters:
    ///   - count: of the examples.
    ///   - isTold: flags and subcommands have their documentation.
    func page(_ count: Int, isTold: Bool) -> HelpDocument {
      func section(_ title: String, _ entries: [HelpDocument.Entry], _ separator: String) -> [HelpDocument.Section] {
        if entries.isEmpty { return [] }
        let names = entries.map(\.term).joined(separator: separator)
        return [.init(title, [isTold ? .entries(entries) : .paragraph(names)])]
      }
      let shown = examples.prefix(count)
      return HelpDocument(
        title: line, summary: command.summary,
        sections: [usage] + (shown.isEmpty ? [] : [.init("Examples", [.entries(Array(shown))])])
          + section(command.subcommandName, below, ", ") + section("Flags", entries(command.flags), ", ") + [more])
    }
    let pages = [(3, true), (1, true), (3, false), (1, false), (0, false)].map { page($0.0, isTold: $0.1) }
    return pages.first(where: fits) ?? pages[pages.count - 1]
  }

  /// Each flag with its documentation.
  package static func entries(_ flags: [FlagSpec]) -> [HelpDocument.Entry] {
    flags.map { .init($0.heading, $0.fullDoc) }
  }

  /// The global flags, with the formats of this command.
  private static func entries(_ flags: [FlagSpec], for command: CommandSpec) -> [HelpDocument.Entry] {
    flags.map { flag in
      guard flag.name == .format, command.subcommands.isEmpty else { return .init(flag.heading, flag.fullDoc) }
      return .init(flag.heading, flag.doc + ": " + command.formats.map(\.rawValue).joined(separator: ", "))
    }
  }

  private static func doc(of positional: PositionalSpec) -> String {
    positional.choices.isEmpty
      ? positional.doc : positional.doc + ": " + positional.choices.joined(separator: ", ")
  }

  private static func trimmedEnd(_ text: String) -> String {
    var result = text
    while result.last == " " { result.removeLast() }
    return result
  }
}
