import Audit
package import CommandLine
package import Store

extension NameFinder {
  /// The finding that an ID names, or the beginning of one, among those of that name; nil if it is the name of something
  /// else.
  package static func finding(_ typed: String, among findings: [Finding]) throws(Problem) -> Finding? {
    let found = findings.map { ($0, TicketMark.of($0.markedPlace)) }.filter { TicketMark.begins($0.1, with: typed) }
    if found.count > 1 {
      let listed = found.prefix(8).map { "\($0.1) \($0.0.component)" }.joined(separator: ", ")
      throw .usage(
        "name.ambiguous", "\(MessageText.quoted(typed)) matches more than one finding: \(listed)",
        hints: ["Type more letters."])
    }
    return found.first?.0
  }

  /// The item of the finding that an ID, or the beginning of one, names; nil if it is the name of something else.
  package static func item(ofFinding typed: String, _ reader: Reader) throws -> ScopeCell? {
    try finding(typed, among: reader.findings(ofTicket: typed))?.place
  }
}

extension Context {
  /// The same line with a check, a component, and a condition in the place of the ID of a finding; nil if it has none there.
  ///
  /// - Parameters:
  ///   - place: of the ID among the words.
  ///   - words: the check and the component, in the order of the command.
  package func identified(at place: Int, _ words: (ScopeCell) -> [String]) throws -> Context? {
    guard let typed = arguments.positional(place) else { return nil }
    let named = try openTracker(.read).read { reader in
      try NameFinder.item(ofFinding: typed, reader).map { item in
        arguments.replacing(
          place, with: words(item), under: try reader.checkSettings.seen(item.condition, of: item.check))
      }
    }
    guard let named else { return nil }
    return Context(
      world: world, arguments: named, output: output, writesToStandardOutput: writesToStandardOutput,
      progress: progress)
  }
}
