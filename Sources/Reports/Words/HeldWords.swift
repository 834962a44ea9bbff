import Audit
package import Base
package import Store

/// Findings that only people who are not followed made milder, in words.
package enum HeldWords {
  private static let mostNamed = 5

  static func authors(_ held: [HeldFinding], areNamed: Bool) -> String {
    authors(Set(held.map(\.author)).sorted(), areNamed: areNamed)
  }

  /// `mal, zoe, ana, and others, who are not followed here`
  static func authors(_ names: [String], areNamed: Bool) -> String {
    guard areNamed else { return "people who are not followed here" }
    let named = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", and others" : "")
    return "\(named), who \(names.count == 1 ? "is" : "are") not followed here"
  }

  /// The sentence of an import, of those that came with it.
  package static func arrived(_ held: [HeldFinding]) -> String {
    let named = held.prefix(mostNamed).map { one in
      "\(place(one)): \(words(one.shown))\(build(one)) by \(name(one)), \(one.kept.map(words) ?? "") for the release check"
    }
    let more = held.count > mostNamed ? "; and \(held.count - mostNamed) more" : ""
    return
      "\(counted(held.count, "item is", "items are")) better only by people who are not followed here. "
      + "\(named.joined(separator: "; "))\(more). Run \"a11y waiting\" to see what waits."
  }

  /// What waits, author by author, and how it is decided.
  package static func lines(_ held: [HeldFinding]) -> [String] {
    Dictionary(grouping: held, by: \.replica).sorted { $0.key < $1.key }.flatMap { lines(of: $0.value) }
  }

  /// - Parameter held: of one author.
  private static func lines(of held: [HeldFinding]) -> [String] {
    guard let first = held.first else { return [] }
    let count = counted(held.count, "result waits that makes an item better", "results wait that make items better")
    let named = held.map { one -> String in
      let kept = one.kept.map(words) ?? ""
      return "  \(one.id): \(place(one)), \(words(one.shown))\(build(one)); the release check counts \(kept)"
    }
    let own = [first.shown.outcome.rawValue, first.place.check, first.place.component].map(ShellWord.quoted)
    return ["\(name(first)): \(count)."] + named
      + [
        "  To accept: a11y follow \(first.replica)",
        "  To accept one: test it again and log the result, e.g. a11y log \(own.joined(separator: " ")) --retest",
      ]
  }

  package static func json(_ one: HeldFinding) -> JSONText {
    .object([
      "id": one.id, "replica": one.replica, "tester": one.tester, "component": one.place.component,
      "check": one.place.check, "condition": one.place.condition, "build": one.build,
      "outcome": one.shown.outcome.rawValue, "severity": one.shown.severity.map { Int($0.rawValue) },
      "counts_as": one.kept?.outcome.rawValue, "counts_as_severity": one.kept?.severity.map { Int($0.rawValue) },
    ])
  }

  private static func name(_ one: HeldFinding) -> String {
    one.tester.isEmpty ? one.replica : "\(one.tester) (\(one.replica))"
  }

  private static func place(_ one: HeldFinding) -> String {
    "\(one.place.check) on \(one.place.component)" + (one.place.condition.isEmpty ? "" : " (\(one.place.condition))")
  }

  private static func build(_ one: HeldFinding) -> String { one.build.isEmpty ? "" : " on build \(one.build)" }

  /// `FAIL, critical`
  private static func words(_ state: CellState) -> String {
    OutcomeWords.word(state.outcome.rawValue) + (state.severity.map { ", \($0.word)" } ?? "")
  }
}
