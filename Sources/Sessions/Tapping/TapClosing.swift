package import Audit
package import Base
package import Children
package import CommandLine
package import Reports
package import Store

/// The effect of closing a plan on the cells of its component.
package struct TapClosing {
  /// A cell for the verdict, with its earlier result.
  package struct Cell {
    /// Where that is not the component of the plan; then the check is asked of the whole app.
    package var component: String?
    var check: String
    var condition = ""
    var outcome: Outcome
    var before: TapCellState?

    var name: String {
      check + (component.map { " on \($0)" } ?? "") + (condition.isEmpty ? "" : " under \(condition)")
    }

    /// Whether it supersedes a fail of a smaller size.
    package var isSuperseding = false

    package init(check: String, condition: String = "", outcome: Outcome, before: TapCellState?) {
      (self.check, self.condition, self.outcome, self.before) = (check, condition, outcome, before)
    }

    /// `child-testing.retries: fail. Before: pass, from plan close-56 (56x56 pt).`
    package var sentence: String {
      "\(name): \(outcome.rawValue). Before: \(before?.sentence ?? "untested.")"
        + (isSuperseding ? " Superseded: smaller size." : "")
    }

    package var json: JSONText {
      .object([
        "component": component, "check": check, "condition": condition, "outcome": outcome.rawValue,
        "before": before?.json,
        "supersedes": isSuperseding,
      ])
    }
  }

  package private(set) var logged: [Cell] = []
  /// Cells that keep their decided result because the verdict is undecided.
  package private(set) var kept: [Cell] = []

  package init() {}

  /// A cell for which a result was recorded.
  package mutating func log(_ cell: Cell) { logged.append(cell) }
  /// A cell that stays as it was.
  package mutating func keep(_ cell: Cell) { kept.append(cell) }

  /// `pass for 4 checks, fail for 1 check`; nil where nothing was logged.
  package var counts: String? {
    let words = Outcome.allCases.compactMap { outcome -> String? in
      let count = logged.count { $0.outcome == outcome && $0.condition.isEmpty && $0.component == nil }
      return count == 0 ? nil : "\(outcome.rawValue) for \(counted(count, "check"))"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// One warning for all cells with the same earlier result.
  package func warnings(_ plan: TapPlan) -> [String] {
    var groups: [(sentence: String, cells: [String])] = []
    for cell in kept {
      guard let sentence = cell.before?.sentence else { continue }
      if let place = groups.firstIndex(where: { $0.sentence.hasSameBytes(as: sentence) }) {
        groups[place].cells.append(cell.name)
      } else {
        groups.append((sentence, [cell.name]))
      }
    }
    return groups.map { group in
      "plan \(plan.key) does not decide \(group.cells.joined(separator: ", ")), so nothing was logged for "
        + "\(group.cells.count == 1 ? "it" : "them"). The decided result is kept: \(group.sentence)"
    }
  }

  /// That some of what was logged does not count in this tracker, with the way out; nil where all of it counts.
  package func outside(_ reader: Reader) throws -> String? {
    guard let outside = try OutsidePlan(reader) else { return nil }
    let cells = logged.filter { outside.holds(($0.check, $0.condition)) }
    guard !cells.isEmpty else { return nil }
    let words = NoticeWords.outsidePlan(cells.count, failing: cells.count { $0.outcome == .fail })
    let command = outside.command(for: cells.map { ($0.check, $0.condition) })
    return "\(words) To add what is missing to the tracker's plan, run \"\(command)\"."
  }
}

/// The current result of a cell.
package struct TapCellState {
  package let row: Cell
  /// The plan of the verdict; nil for any other result.
  package let plan: TapPlan?

  package var isDecided: Bool { row.outcome == .pass || row.outcome == .fail }

  /// `pass, from plan close-56 (56x56 pt).`
  var sentence: String {
    let word = row.outcomeID
    if let plan { return "\(word), from plan \(plan.key) (\(plan.sizeText) pt)." }
    var words = [word]
    if !row.audit.isEmpty { words.append("from audit \(row.audit)") }
    words.append("by \(row.tester)")
    let note = row.note.map { $0.isEmpty ? "" : ", with note \(MessageText.quoted($0, limit: 80))" } ?? ""
    return words.joined(separator: ", ") + note + "."
  }

  var json: JSONText {
    .object([
      "outcome": row.outcome?.rawValue, "id": row.id, "plan": plan?.key, "size": plan?.sizeText, "audit": row.audit,
      "tester": row.tester, "note": row.note,
    ])
  }

  /// The results of a component's cells for the checks of first-tap tests.
  package static func all(of component: String, _ reader: Reader) throws -> [TapCellState] {
    let rows = try reader.cells(Filter(terms: [Filter.Term(.check, TapJudgement.checks)]), .all)
      .filter { $0.component.hasSameBytes(as: component) }
    guard !rows.isEmpty else { return [] }
    var plans: [String: TapPlan] = [:]
    for plan in try reader.plans() {
      for id in try reader.resultsOfPlan(plan.key) { plans[id] = plan }
    }
    return rows.map { TapCellState(row: $0, plan: plans[$0.id]) }
  }
}

/// What a plan can show, in a sentence.
package enum AttainableWords {
  package static func sentence(_ fields: JSONObject) -> String? {
    guard let target = fields["target"]?.integerValue, let taps = fields["taps"]?.integerValue,
      let children = fields["children"]?.integerValue
    else { return nil }
    return sentence(target: Int(clamping: target), children: Int(clamping: children), taps: Int(clamping: taps))
  }

  /// `Met at a rate of 98% or more; without a miss, 8 children can show 91%.` Nil for too few children. A rate next
  /// to all taps is given in misses.
  package static func sentence(target: Int, children: Int, taps: Int) -> String? {
    guard let best = Attainable.target(children: children, taps: taps) else { return nil }
    let shown = "without a miss, \(counted(children, "child", "children")) can show \(RateText.symbol.low(best))"
    guard let rate = Attainable.rate(for: Double(target) / 100, children: children, taps: taps) else {
      return "Best possible result: \(shown)"
    }
    let (high, all) = (RateText.symbol.high(rate), children * taps)
    let misses = all - Int((rate * Double(all)).rounded())
    if misses == 0 {
      return
        "Met only without a miss: then \(counted(children, "child", "children")) can show \(RateText.symbol.low(best))"
    }
    let least =
      high == RateText.symbol.high(1)
      ? "with at most \(counted(misses, "miss", "misses")) in \(all) taps" : "at a rate of \(high) or more"
    return "Met \(least); \(shown)"
  }
}

/// Collects the versions of a command line or a file, with the taps of their children.
package struct VersionWords {
  package struct Group {
    package let name: String
    package var children: [ChildTaps]

    package var version: ComparisonReport.Version { ComparisonReport.Version(name, children) }
  }

  package static let names = (first: "version 1", second: "version 2")
  private static let longestName = 60

  let kind: ExitCode
  private var groups: [Group] = []

  package init(kind: ExitCode) { self.kind = kind }

  /// `before: 9/10 8/10`, in one or several arguments; without names each argument is a version.
  package mutating func takeArguments(_ words: [String]) throws(Problem) {
    let isNamed = words.contains { $0.utf8.contains(UInt8(ascii: ":")) }
    if let word = words.first(where: { !$0.utf8.contains(UInt8(ascii: "/")) }), !isNamed {
      throw Problem(
        kind, code: "tap.counts",
        "invalid argument \(MessageText.quoted(word)); expected HITS/TAPS of each child, not a plan",
        hints: [
          "Run \"a11y tap compare 'before: 9/10 8/10' 'after: 10/10 9/10'\", for example.",
          "Run \"a11y tap report PLAN\" to compare the plans of a component.",
        ])
    }
    for (index, word) in words.enumerated() {
      let place = "argument \(index + 1)"
      if isNamed { try take(word, at: place) } else { try begin(index, word, at: place) }
    }
  }

  /// A line of input, which begins with the name of its version.
  package mutating func takeLine(_ text: String, at place: String) throws(Problem) {
    guard text.utf8.contains(UInt8(ascii: ":")) else {
      throw TapCounts(place: place, kind: kind).refusal(
        text, "missing version name and colon at the beginning (or --paired)")
    }
    try take(text, at: place)
  }

  package func two() throws(Problem) -> (Group, Group) {
    guard groups.count == 2 else {
      throw Problem(
        kind, code: "tap.versions", "expected 2 versions, found \(groups.count)",
        hints: ["Put each version in quotes: a11y tap compare 'before: 9/10 8/10' 'after: 10/10 9/10'."])
    }
    for group in groups { try TapCounts.checkCount(group.children.count, kind) }
    return (groups[0], groups[1])
  }

  private mutating func begin(_ index: Int, _ word: String, at place: String) throws(Problem) {
    let name = index == 0 ? VersionWords.names.first : VersionWords.names.second
    groups.append(Group(name: name, children: try TapCounts(place: place, kind: kind).readAll(word)))
  }

  private mutating func take(_ text: String, at place: String) throws(Problem) {
    let counts = TapCounts(place: place, kind: kind)
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      guard !groups.isEmpty else { throw counts.refusal(text, "missing version name before it") }
      groups[groups.count - 1].children += try counts.readAll(text)
      return
    }
    let name = WalkLine.trimmed(String(text[..<colon]))
    guard !name.isEmpty, name.unicodeScalars.count <= VersionWords.longestName,
      MessageText.escaped(name).hasSameBytes(as: name)
    else {
      throw counts.refusal(
        text, "expected a name of 1 to \(VersionWords.longestName) visible characters before the colon")
    }
    let children = try counts.readAll(text[text.utf8.index(after: colon)...])
    if let index = groups.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      groups[index].children += children
    } else {
      groups.append(Group(name: name, children: children))
    }
  }
}
