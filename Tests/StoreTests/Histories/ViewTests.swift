import Audit
import Base
import Foundation
import NamedCells
import SQLite
import StoredFacts
import Testing

@testable import Store

/// The documented views, on the same histories, against what the program itself shows.
@Suite("views")
struct ViewTests {
  @Test("the views say what the reader says", arguments: 0..<4)
  func views(chunk: Int) throws {
    let scratch = try Scratch()
    let template = scratch.path("template.db")
    try Tracker.make(template, Surroundings()).close()
    for seed in drawnSeeds(of: 600, part: chunk, parts: 4) {
      let history = try History(seed: UInt64(seed), scratch: scratch, template: template)
      try history.run()
      for machine in history.machines {
        let tracker = machine.tracker
        try plan(tracker, seed: seed)
        try tracker.database.actAsAnotherProgram()
        try tracker.read { reader in
          try cells(tracker, reader, seed: seed)
          try components(tracker, reader, seed: seed)
          try trend(tracker, reader, seed: seed)
        }
        tracker.close()
      }
    }
  }

  /// No plan, checks, conditions, or both.
  private func plan(_ tracker: Tracker, seed: Int) throws {
    guard seed % 4 > 0 else { return }
    try tracker.write { writer in
      try writer.set(
        kind: "checklist", key: "own", fields: ["checks": [.string(Catalogue.first), "no.such"]], by: "lead")
      let conditions: JSONValue = ["dark", "default", "default"]
      try writer.set(
        kind: "setting", key: "tracker",
        fields: ["checklists": seed % 4 > 1 ? ["own"] : .null, "conditions": seed % 4 < 3 ? conditions : .null],
        by: "lead")
    }
  }

  private static func time(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
  }

  private static func line(_ row: Cell) -> String {
    let severity = row.severity.map { String($0.rawValue) } ?? "-"
    let parts = [
      row.component, row.check, row.condition, row.category, row.outcome?.rawValue ?? "", severity,
      row.isDisputed ? "1" : "0", row.isContradicted ? "1" : "0", row.isOverruled ? "1" : "0",
      row.isBetterByRetest ? "1" : "0", time(row.since), time(row.time), row.tester, row.build, row.device, row.os,
      row.audit,
      row.value?.text ?? "-", row.note ?? "-",
    ]
    return parts.joined(separator: "|")
  }

  private func cells(_ tracker: Tracker, _ reader: Reader, seed: Int) throws {
    let columns = """
      component, "check", condition, category, outcome, severity, disputed, contradicted, overruled, retest, since, at, tester, build, device, os, audit,
      value, note
      """
    func lines(_ condition: String) throws -> [String] {
      try tracker.database.all("SELECT \(columns) FROM v_cell WHERE \(condition)") { row in
        (0..<19).map { row.optionalText($0) ?? "-" }.joined(separator: "|")
      }
    }
    // The note of a view is that of the result; a list has that of the finding where its last result has none.
    let shown = try reader.cells(Filter()).map { row in
      var row = row
      row.note = try reader.note(of: row.number)
      return Self.line(row)
    }
    #expect(try lines("outcome <> 'untested' AND in_plan").sorted() == shown.sorted(), "seed \(seed)")
    let findings = try tracker.database.all("SELECT component, \"check\", condition, severity, at FROM v_finding") {
      "\($0.text(0))|\($0.text(1))|\($0.text(2))|\($0.int64(3))|\($0.text(4))"
    }
    let wanted = try reader.cellTable(Filter(), findings: .open).rows().map {
      "\($0.component)|\($0.check)|\($0.condition)|\($0.severity?.rawValue ?? 0)|\(Self.time($0.time))"
    }
    #expect(findings.sorted() == wanted.sorted(), "seed \(seed)")
  }

  private func components(_ tracker: Tracker, _ reader: Reader, seed: Int) throws {
    let rows = try tracker.database.all("SELECT key, title, owner, retired, conflicts FROM v_component ORDER BY key") {
      "\($0.text(0))|\($0.text(1))|\($0.text(2))|\($0.int64(3))|\($0.int64(4))"
    }
    let wanted = try reader.components().map {
      "\($0.key)|\($0.title)|\($0.owner)|\($0.isRetired ? 1 : 0)|\($0.conflicts)"
    }
    #expect(rows == wanted, "seed \(seed)")
  }

  /// At the end of its last day the trend of a category is what its cells show now.
  private func trend(_ tracker: Tracker, _ reader: Reader, seed: Int) throws {
    var ends: [String: CellCounts] = [:]
    try tracker.database.rows("SELECT * FROM v_trend ORDER BY category, day") { row in
      var counts = CellCounts()
      (counts.pass, counts.fail, counts.na, counts.cantTell) = (row.int(2), row.int(3), row.int(4), row.int(5))
      (counts.disputed, counts.critical, counts.serious) = (row.int(6), row.int(7), row.int(8))
      (counts.moderate, counts.minor, counts.contradicted) = (row.int(9), row.int(10), row.int(11))
      ends[row.text(1)] = counts
    }
    var wanted: [String: CellCounts] = [:]
    try tracker.database.rows(
      "SELECT category, outcome, severity, disputed, contradicted FROM v_cell WHERE outcome <> 'untested' AND in_plan"
    ) {
      let outcome = Outcome(rawValue: $0.text(1)) ?? .pass
      let severity = Severity(rawValue: $0.int(2))
      wanted[$0.text(0), default: CellCounts()].add(
        CellState(outcome: outcome, severity: severity, isDisputed: $0.int64(3) != 0, isContradicted: $0.int64(4) != 0))
    }
    #expect(ends.filter { $0.value != CellCounts() } == wanted, "seed \(seed)")
    let counts = try reader.standing().counts
    let figures = try tracker.database.first(
      """
      SELECT pass, fail, na, cant_tell, untested, disputed, contradicted, critical, serious, moderate, minor, in_scope
      FROM v_status
      """
    ) { row in (0..<12).map { row.int(Int32($0)) } }
    #expect(
      figures == [
        counts.pass, counts.fail, counts.na, counts.cantTell, counts.untested, counts.disputed, counts.contradicted,
        counts.critical, counts.serious, counts.moderate, counts.minor, counts.inScope,
      ], "seed \(seed)")
    // A release check that only counts what is not tested.
    var limits = GateLimits()
    (limits.maxCritical, limits.maxSerious) = (0, 0)
    let gates = try [true, false].map { listsUntested in
      var cells = try reader.gateCells(Filter(), of: nil, areOrdered: listsUntested, listsUntested: listsUntested)
      return cells.gate(limits, now: 0)
    }
    #expect(gates[0].counts == counts && gates[1].counts == counts, "seed \(seed)")
    #expect(gates[0].rulings.map(\.untested) == gates[1].rulings.map(\.untested), "seed \(seed)")
    #expect(gates[1].cells.allSatisfy { $0.outcome != nil }, "seed \(seed)")
    let asked = try tracker.database.all("SELECT component, \"check\", condition FROM v_scope") {
      ScopeCell(component: $0.text(0), check: $0.text(1), condition: $0.text(2))
    }
    #expect(asked.count == Set(asked).count, "seed \(seed)")
    #expect(try Set(asked) == Set(reader.workScope(of: nil).cells), "seed \(seed)")
  }
}
