import AuditModel
import Measuring
import SQLite

/// Holds measured values against what their checks ask for today.
final class Judge {
  private let database: Connection
  private var measurements: [Int64: Measurement?] = [:]
  private var components: [Int64: Component?] = [:]
  private var conditions: [Int64: String] = [:]

  init(database: Connection) {
    self.database = database
  }

  /// Whether a value, canonical JSON, misses what the check asks for of the component under the condition (all terms). A
  /// value that cannot be compared misses nothing.
  func misses(_ value: String, component: Int64, check: Int64, condition: Int64) throws -> Bool {
    guard let measurement = try measurement(of: check),
      let measured = RecordJSON.value(value).flatMap(ValueJSON.decode)
    else { return false }
    let tokens = try condition == 0 ? "" : text(condition)
    return measurement.under(tokens).judge(measured, on: try self.component(component)) == .fail
  }

  /// Forgets what was read of checks and components.
  func forget() {
    measurements = [:]
    components = [:]
  }

  private func text(_ term: Int64) throws -> String {
    if let known = conditions[term] { return known }
    let found = try database.first("SELECT text FROM term WHERE id = ?", [.integer(term)]) { $0.text(0) } ?? ""
    conditions[term] = found
    return found
  }

  private func measurement(of check: Int64) throws -> Measurement? {
    if let known = measurements[check] { return known }
    let sql = """
      SELECT check_id, rules FROM check_text JOIN term ON term.text = check_id WHERE term.id = ? AND current = 1
      """
    let found =
      try database.first(sql, [.integer(check)]) { CheckRules.read($0.text(0), $0.text(1))?.measurement } ?? nil
    measurements[check] = .some(found)
    return found
  }

  private func component(_ term: Int64) throws -> Component? {
    if let known = components[term] { return known }
    let sql = """
      SELECT key, doc, deleted, conflicts, changed FROM record JOIN term ON term.text = record.key
      WHERE record.kind = 'component' AND record.deleted = 0 AND term.id = ?
      """
    let reader = Reader(database: database, now: 0)
    let found = try database.first(sql, [.integer(term)], Reader.record).map { record in
      try reader.styled([Reader.component(record)]).first
    }
    components[term] = .some(found ?? nil)
    return found ?? nil
  }
}
