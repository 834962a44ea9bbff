package import AuditModel
import Measuring
import SQLite

/// The current state of a cell, and what distinguishes it from the same cell later.
package struct CellNow {
  package var row: Cell
  /// The local number of the latest result that counts. A new result, or a retracted one, changes it.
  package var latest: Int64
}

extension Reader {
  /// The current state of one cell, for a walk from item to item; nil where no result counts.
  ///
  /// Components and rules are read one by one and not all at once as for lists; waivers play no part.
  package func cellNow(_ place: ScopeCell, _ component: Component?, _ check: CurrentCheck?) throws -> CellNow? {
    guard let terms = try terms(of: place) else { return nil }
    let rows = RowSource(reader: self, registry: registry)
    let sql = """
      SELECT \(RowSource.columns), cell.outcome, cell.severity, cell.seen, cell.marks, cell.since, cell.latest
      FROM cell JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.component = ? AND cell.check_id = ? AND cell.condition = ? AND cell.outcome <> 0
      """
    return try database.first(sql, terms) { row in
      var result = try rows.row(row)
      result.outcome = Codes.outcome(row.int64(15))
      result.severity = Codes.severity(row.int64(16))
      result.time = row.int64(17)
      result.take(marks: row.int64(18))
      result.since = row.int64(19)
      if result.outcome == .fail, result.note == nil, let cell = try number(of: place) {
        result.note = try note(ofFinding: cell, since: result.since)
      }
      result.triage = try registry.triage(result)
      let figures = try RegisteredFigures(self, component.map { [ExactText($0.key): $0] } ?? [:])
      result.question = figures.question(
        result.component, result.check, time: result.time, isPass: result.outcome == .pass)
      result.stale = try staleRule().reasons(
        time: result.time, now: now, seenSource: result.source, source: component?.sourceDigest ?? "",
        seenBuild: result.build, seenText: result.text, text: result.text == nil ? nil : check?.text,
        isQuestioned: result.question != nil)
      let measurement = check?.check.measurement?.under(result.condition)
      result.judged = result.value.flatMap { measurement?.judge($0, on: component).outcome }
      return CellNow(row: result, latest: row.int64(20))
    }
  }

  /// The local number of the latest result of a cell that counts; 0 where there is none.
  package func latestResult(of place: ScopeCell) throws -> Int64 {
    guard let terms = try terms(of: place) else { return 0 }
    let sql = "SELECT latest FROM cell WHERE component = ? AND check_id = ? AND condition = ? AND outcome <> 0"
    return try database.scalar(sql, terms) ?? 0
  }

  /// The local number of a cell; nil where nothing refers to it.
  func number(of place: ScopeCell) throws -> Int64? {
    guard let terms = try terms(of: place) else { return nil }
    return try database.scalar("SELECT id FROM cell WHERE component = ? AND check_id = ? AND condition = ?", terms)
  }

  private func terms(of place: ScopeCell) throws -> [Value]? {
    guard let component = try term(place.component), let check = try term(place.check),
      let condition = try term(place.condition)
    else { return nil }
    return [.integer(component), .integer(check), .integer(condition)]
  }
}
