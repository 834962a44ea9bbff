package import AuditModel
package import AuditReports
package import AuditStore
package import Tapping
import Terminal

/// The effect of closing a plan on the cells of its component.
package struct TapClosing {
  /// A cell for the verdict, with its earlier result.
  package struct Cell {
    var check: String
    var condition = ""
    var outcome: Outcome
    var before: TapCellState?

    var name: String { condition.isEmpty ? check : "\(check) under \(condition)" }

    /// Whether it supersedes a fail of a smaller size.
    package var isSuperseding = false

    package init(
      check: String, condition: String = "", outcome: Outcome, before: TapCellState? = nil, isSuperseding: Bool = false
    ) {
      self.check = check
      self.condition = condition
      self.outcome = outcome
      self.before = before
      self.isSuperseding = isSuperseding
    }

    /// `child-testing.retries: fail. Before: pass, from plan close-56 (56x56 pt).`
    package var sentence: String {
      "\(name): \(outcome.rawValue). Before: \(before?.sentence ?? "untested.")"
        + (isSuperseding ? " Superseded: smaller size." : "")
    }

    package var json: JSONText {
      .object([
        ("check", .string(check)), ("condition", .string(condition)), ("outcome", .string(outcome.rawValue)),
        ("before", before?.json ?? .null), ("supersedes", .bool(isSuperseding)),
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
      let count = logged.count { $0.outcome == outcome && $0.condition.isEmpty }
      return count == 0 ? nil : "\(outcome.rawValue) for \(counted(count, "check"))"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// One warning for all cells with the same earlier result.
  package func warnings(_ plan: TapPlan) -> [String] {
    var groups: [(sentence: String, cells: [String])] = []
    for cell in kept {
      guard let sentence = cell.before?.sentence else { continue }
      if let place = groups.firstIndex(where: { $0.sentence.utf8.elementsEqual(sentence.utf8) }) {
        groups[place].cells.append(cell.name)
      } else {
        groups.append((sentence, [cell.name]))
      }
    }
    return groups.map { group in
      "plan \(plan.key) is undecided, so nothing was logged for \(group.cells.joined(separator: ", ")). The decided "
        + "result is kept: \(group.sentence)"
    }
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
    let word = row.outcome?.rawValue ?? "untested"
    if let plan { return "\(word), from plan \(plan.key) (\(plan.sizeText) pt)." }
    var words = [word]
    if !row.audit.isEmpty { words.append("from audit \(row.audit)") }
    words.append("by \(row.tester)")
    let note = row.note.map { $0.isEmpty ? "" : ", with note \(MessageText.quoted($0, limit: 80))" } ?? ""
    return words.joined(separator: ", ") + note + "."
  }

  var json: JSONText {
    .object([
      ("outcome", .string(orNull: row.outcome?.rawValue)), ("id", .string(row.id)),
      ("plan", .string(orNull: plan?.key)), ("size", .string(orNull: plan?.sizeText)), ("audit", .string(row.audit)),
      ("tester", .string(row.tester)), ("note", .string(orNull: row.note)),
    ])
  }

  /// The results of a component's cells for the checks of first-tap tests.
  package static func all(of component: String, _ reader: Reader) throws -> [TapCellState] {
    let rows = try reader.cells(Filter(terms: [Filter.Term(.check, TapJudgement.checks)]), .all)
      .filter { $0.component.utf8.elementsEqual(component.utf8) }
    guard !rows.isEmpty else { return [] }
    var plans: [String: TapPlan] = [:]
    for plan in try reader.plans() {
      for id in try reader.resultsOfPlan(plan.key) { plans[id] = plan }
    }
    return rows.map { TapCellState(row: $0, plan: plans[$0.id]) }
  }
}
