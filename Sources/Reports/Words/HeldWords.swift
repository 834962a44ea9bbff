import Audit
package import Base
package import Store

/// Findings that only people who are not followed made milder, in words.
package enum HeldWords {
  private static let mostNamed = 5
  /// Of how many results of an author, or builds with them, each has a line.
  private static let mostListed = 10

  static func authors(_ held: [HeldFinding], areNamed: Bool) -> String {
    authors(Set(held.map(\.author)).sorted(), areNamed: areNamed)
  }

  /// `mal, zoe, ana, and others, who are not followed here`
  static func authors(_ names: [String], areNamed: Bool) -> String {
    guard areNamed else { return "people who are not followed here" }
    let named = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", and others" : "")
    return "\(named), who \(names.count == 1 ? "is" : "are") not followed here"
  }

  /// What a verdict makes of them; nil where there are none.
  static func kept(
    _ count: Int, by authors: String = HeldWords.authors([String](), areNamed: false), in verdict: String
  ) -> String? {
    guard count > 0 else { return nil }
    return "\(counted(count, "item is", "items are")) better only by \(authors): \(verdict) counts "
      + "\(count == 1 ? "it as it was" : "them as they were")."
  }

  /// The sentence of an import, of those that came with it.
  package static func arrived(_ held: [HeldFinding]) -> String {
    let named = held.lazy.map { one in
      "\(place(one)): \(words(one.shown))\(build(one)) by \(name(one)), \(one.kept.map(words) ?? "") for the release check"
    }
    return
      "\(counted(held.count, "item is", "items are")) better only by people who are not followed here. "
      + "\(firstNamed(named, mostNamed, separator: "; ")). Run \"a11y waiting\" to see what waits."
  }

  /// What waits, an entry for each author, and how it is decided.
  ///
  /// - Parameter areAll: whether each result has a line, where they are many.
  package static func entries(_ held: [HeldFinding], areAll: Bool) -> [[String]] {
    Dictionary(grouping: held, by: \.replica).sorted { $0.key < $1.key }.map { lines(of: $0.value, areAll: areAll) }
  }

  /// - Parameter held: of one author.
  private static func lines(of held: [HeldFinding], areAll: Bool) -> [String] {
    guard let first = held.first else { return [] }
    let count = counted(held.count, "result waits that makes an item better", "results wait that make items better")
    let named =
      areAll || held.count <= mostListed
      ? held.map { one in
        "  \(one.id): \(place(one)), \(words(one.shown))\(build(one)); the release check counts \(one.kept.map(words) ?? "")"
      }
      : firstLines(builds(held), mostListed) { "  and \(counted($0, "more build"))" } + [
        "  To list each: a11y waiting --all"
      ]
    return ["\(name(first)): \(count)."] + named
      + [
        "  To accept all: a11y follow \(first.replica)",
        "  To accept one: a11y follow --once \(first.id), or test it again and log your own result",
      ]
  }

  /// `  Build 3.2: 12 PASS; the release check counts 2 FAIL, critical, and 10 FAIL, serious`, most results first.
  private static func builds(_ held: [HeldFinding]) -> [String] {
    func sums(_ states: [CellState?]) -> String {
      Dictionary(grouping: states.compactMap { $0.map(words) }, by: { $0 }).map { ($0.value.count, $0.key) }
        .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
    }
    return Dictionary(grouping: held, by: \.build).sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map {
      let name = $0.key.isEmpty ? "Without a build" : "Build \($0.key)"
      return "  \(name): \(sums($0.value.map(\.shown))); the release check counts \(sums($0.value.map(\.kept)))"
    }
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
