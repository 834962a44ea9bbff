package import Audit
package import Base
import SQLite

/// The severities that were set for findings, by their items; read when the first one is asked for.
final class Triages {
  static let kind = "finding"
  static let field = "severity"

  private let database: Connection
  private let then: RecordsAsOf?
  private var known: [ScopeCell: Triage]?

  /// - Parameter then: the records of another moment; nil for those of now.
  init(database: Connection, _ then: RecordsAsOf? = nil) {
    (self.database, self.then) = (database, then)
  }

  /// To be called when a record of a finding was written.
  func forget() { known = nil }

  /// That of a cell, whose names are terms.
  func triage(component: Int64, check: Int64, condition: Int64) throws -> Triage? {
    let all = try read()
    guard !all.isEmpty else { return nil }
    return all[
      ScopeCell(component: try text(component), check: try text(check), condition: try text(condition))]
  }

  func triage(of row: CellRow) throws -> Triage? {
    try triage(component: row.component, check: row.check, condition: row.condition)
  }

  func triage(at place: ScopeCell) throws -> Triage? { try read()[place] }

  /// The item that a record is about; nil where it names none.
  static func place(_ document: JSONObject) -> ScopeCell? {
    guard let component = document["component"]?.stringValue, let check = document["check"]?.stringValue else {
      return nil
    }
    return ScopeCell(component: component, check: check, condition: document["condition"]?.stringValue ?? "")
  }

  private func read() throws -> [ScopeCell: Triage] {
    if let known { return known }
    var found: [ScopeCell: Triage] = [:]
    let sql = """
      SELECT doc FROM record WHERE kind = '\(Self.kind)' AND deleted = 0
        AND json_type(doc, '$.\(Self.field)') = 'object' ORDER BY key
      """
    func add(_ document: JSONObject) {
      guard let place = Self.place(document), let triage = document[Self.field].flatMap(Triage.init) else { return }
      // Of two records of one item, which only a foreign program writes, the stricter counts.
      if let other = found[place], other.severity.rawValue <= triage.severity.rawValue { return }
      found[place] = triage
    }
    if let then {
      for record in try then.records(Self.kind).values where !record.isDeleted { add(record.fields) }
    } else {
      try database.rows(sql) { row in if let document = RecordJSON.object(row.text(0)) { add(document) } }
    }
    known = found
    return found
  }

  private func text(_ term: Int64) throws -> String {
    guard term != 0 else { return "" }
    let statement = try database.cached("SELECT text FROM term WHERE id = ?")
    try statement.bind(term, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }
}

extension Triage {
  /// As the field of a record has it: `{"at":…,"by":…,"level":…}`.
  package init?(_ value: JSONValue) {
    guard let severity = value["level"]?.integerValue.flatMap({ Severity(rawValue: Int(clamping: $0)) }),
      let time = value["at"]?.integerValue
    else { return nil }
    self.init(severity: severity, time: time, by: value["by"]?.stringValue ?? "")
  }

  package var value: JSONValue {
    ["at": .integer(time), "by": .string(by), "level": .integer(Int64(severity.rawValue))]
  }
}

/// Whose severity a finding has, where it is not that of its tester.
package struct TriagedSeverity: Equatable, Sendable {
  /// Who set it; empty where not given.
  package var by: String
  /// What the tester said; nil where nothing.
  package var tester: Severity?

  /// `by lead-1, tester: minor`
  package var words: String {
    "\(by.isEmpty ? "set for the finding" : "by \(by)"), tester: \(tester?.word ?? "not rated")"
  }
}
