package import Audit
package import Base
import SQLite

/// A field of a record to which machines gave different values without having seen each other's.
package struct FieldConflict: Sendable {
  /// component, audit, check, waiver and so on.
  package var kind: String
  package var key: String
  package var field: String
  /// The values in view, the one that is shown first.
  package var sides: [FieldSide]

  /// The field that stands for deleting (true) and restoring (false).
  package static let deleted = RecordProjector.deletedField

  /// Fields that only the program reads, and that belong to another one: what a closing had seen and whom it followed, and
  /// where an impact comes from. They are no conflict: what is decided about the other field holds for them.
  private static let companions = [
    (kind: "audit", field: "closed", of: ["seen", FollowList.field]),
    (kind: "check", field: "impact", of: ["impact_origin"]),
  ]

  /// The fields that belong to this one.
  fileprivate var companions: [String] {
    Self.companions.first { $0.kind == kind && $0.field == field }?.of ?? []
  }

  /// Whether a field belongs to another one.
  package static func isCompanion(_ field: String, of kind: String? = nil) -> Bool {
    companions.contains { (kind == nil || $0.kind == kind) && $0.of.contains(field) }
  }

  /// The same as a condition on `register`.
  fileprivate static let companionTerm = companions.map { one in
    "register.kind = '\(one.kind)' AND register.field IN (\(one.of.map { "'\($0)'" }.joined(separator: ", ")))"
  }.joined(separator: " OR ")

  /// The kinds that have such fields.
  fileprivate static let ofCompanions = companions.map { "'\($0.kind)'" }.joined(separator: ", ")
}

/// Who gave a field which value, and when.
package struct FieldSide: Sendable {
  package var value: JSONValue
  /// Empty where it was not said.
  package var by: String
  /// ms UTC.
  package var time: Int64
  package var replica: String
}

/// Who wrote a record last.
package struct LastChange: Equatable, Sendable {
  /// Empty where it was not said.
  package var by: String
  /// ms UTC.
  package var time: Int64
  /// The fields that were written, in order; `@deleted` stands for deleting and restoring.
  package var fields: [String]
  /// Why one of several values was chosen; empty where nothing was decided.
  package var reason = ""

  /// The member of a fact that has the reason.
  static let reason = "reason"
}

extension Reader {
  /// The fields with more than one value in view: of all records, or of one. Of a record that is shown as deleted only
  /// whether it is: the rest matters when it is restored.
  package func fieldConflicts(kind: String? = nil, key: String? = nil) throws -> [FieldConflict] {
    try conflictPlaces(kind: kind, key: key).map { kind, key, field in
      FieldConflict(kind: ComponentNames.shown(kind), key: key, field: field, sides: try sides(kind, key, field))
    }
  }

  /// Of the same, those that decide: the first of them in full, and how many there are.
  func decidingConflicts() throws -> (first: FieldConflict?, count: Int) {
    let places = try conflictPlaces().filter {
      DecidingFields.of($0.kind).decides($0.field) && ($0.kind, $0.field) != ("setting", "policy")
    }
    let first = try places.first.map { place in
      try fieldConflicts(kind: place.kind, key: place.key).first { $0.field == place.field }
    }
    return (first ?? nil, places.count)
  }

  private func conflictPlaces(kind: String? = nil, key: String? = nil) throws -> [(
    kind: String, key: String, field: String
  )] {
    let sql = """
      SELECT register.kind, register.key, register.field FROM register
      JOIN record ON record.kind = register.kind AND record.key = register.key
      WHERE record.conflicts > 0 AND (record.deleted = 0 OR field = '\(FieldConflict.deleted)') AND live = 1
        AND NOT (\(FieldConflict.companionTerm)) AND (?1 IS NULL OR register.kind = ?1) AND (?2 IS NULL OR register.key = ?2)
      GROUP BY register.kind, register.key, register.field HAVING count(DISTINCT value) > 1
      ORDER BY register.kind, register.key, register.field
      """
    return try database.all(sql, [Value(kind), Value(key)]) { ($0.text(0), $0.text(1), $0.text(2)) }
  }

  /// Which records have a conflict that counts, as a condition on `record`.
  static let openConflict = """
    record.conflicts > 0 AND \(conflicts) > 0 AND (record.deleted = 0 OR (
      SELECT count(DISTINCT value) FROM register WHERE register.kind = record.kind AND register.key = record.key
        AND field = '\(FieldConflict.deleted)' AND live = 1) > 1)
    """

  /// How many fields of a record have more than one value in view, as a value of `record`.
  static let conflicts = """
    CASE WHEN record.kind NOT IN (\(FieldConflict.ofCompanions)) THEN record.conflicts ELSE (SELECT count(*) FROM (
      SELECT 1 FROM register WHERE register.kind = record.kind AND register.key = record.key AND live = 1
        AND NOT (\(FieldConflict.companionTerm)) GROUP BY field HAVING count(DISTINCT value) > 1)) END
    """

  /// What was written together with a value of a field to those that belong to it; null where nothing was.
  package func companions(of conflict: FieldConflict, with value: JSONValue) throws -> [(
    field: String, value: JSONValue
  )] {
    let place: [Value] = [.text(conflict.kind), .text(conflict.key)]
    let sql =
      "SELECT fact, value FROM register WHERE kind = ? AND key = ? AND field = ? AND live = 1 ORDER BY fact DESC"
    let writes = try database.all(sql, place + [.text(conflict.field)]) { (fact: $0.int64(0), value: $0.text(1)) }
    guard let chosen = writes.first(where: { RecordJSON.value($0.value) ?? .null == value }) else { return [] }
    return try conflict.companions.map { field in
      let stated = "SELECT value FROM register WHERE kind = ? AND key = ? AND field = ? AND fact = ?"
      let text = try database.first(stated, place + [.text(field), .integer(chosen.fact)]) { $0.text(0) }
      return (field, text.flatMap(RecordJSON.value) ?? .null)
    }
  }

  private func sides(_ kind: String, _ key: String, _ field: String) throws -> [FieldSide] {
    let sql = """
      SELECT register.value, json_extract(fact.body, '$.by'), fact.ms, branch.replica
      FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE register.kind = ? AND register.key = ? AND field = ? AND live = 1
      ORDER BY fact.ms DESC, fact.counter DESC, branch.replica DESC, fact.digest DESC
      """
    var sides = try database.all(sql, [.text(kind), .text(key), .text(field)]) { row in
      FieldSide(
        value: RecordJSON.value(row.text(0)) ?? .null, by: row.optionalText(1) ?? "", time: row.int64(2),
        replica: row.text(3))
    }
    let shown = try record(kind, key)?.fields[field] ?? .null
    if let place = sides.firstIndex(where: { $0.value == shown }) { sides.insert(sides.remove(at: place), at: 0) }
    return sides
  }

  /// The latest write to a record that was not retracted.
  package func lastChange(kind: String, key: String) throws -> LastChange? {
    let sql = """
      SELECT fact.id, json_extract(fact.body, '$.by'), fact.ms, json_extract(fact.body, '$.\(LastChange.reason)') FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = ? AND register.key = ? AND live < \(RegisterState.waits) AND fact.undone & 1 = 0
      ORDER BY fact.ms DESC, fact.counter DESC, fact.digest DESC LIMIT 1
      """
    let place: [Value] = [.text(kind), .text(key)]
    guard
      let (number, by, time, reason) = try database.first(
        sql, place, { ($0.int64(0), $0.optionalText(1) ?? "", $0.int64(2), $0.optionalText(3) ?? "") })
    else { return nil }
    let fields = try database.all(
      "SELECT field FROM register WHERE kind = ? AND key = ? AND fact = ? ORDER BY field", place + [.integer(number)]
    ) { $0.text(0) }
    return LastChange(by: by, time: time, fields: fields, reason: reason)
  }
}

extension Reader {
  /// The results between which a disputed cell is undecided, the latest first; empty where it is not disputed. Where what
  /// others say hides it, the one by which the release check counts it comes before.
  ///
  /// - Parameter audit: whose cell it is, by its own results alone; nil for one of the tracker.
  package func sidesOfDispute(_ cell: Cell, of audit: AuditRound? = nil) throws -> [Cell] {
    let sides = try openResults(of: cell.place, in: audit, areUnsettled: true, areAlone: cell.isHidden)
    guard cell.isHidden, let number = try followed(cell.place)?.number else { return sides }
    let counted = try name(of: number)
    return sides.filter { $0.id == counted } + sides.filter { $0.id != counted }
  }

  /// A cell about which those differ who are followed, as these say, where what others say hides it.
  package func unhidden(_ cell: Cell) throws -> Cell {
    guard cell.isHidden, let said = try followed(cell.place) else { return cell }
    var cell = cell
    (cell.outcome, cell.severity, cell.id) = (said.state.outcome, said.state.severity, try name(of: said.number))
    return cell
  }

  /// The results of an item that no other one supersedes, the latest first.
  ///
  /// - Parameters:
  ///   - audit: by its own results alone, without what came after its closing; nil for those of the tracker.
  ///   - areUnsettled: none where they agree.
  ///   - areAlone: by what those say alone who are followed.
  ///   - undone: names of results as if they were retracted: then what they had superseded is open again.
  package func openResults(
    of place: ScopeCell, in audit: AuditRound? = nil, areUnsettled: Bool = false, areAlone: Bool = false,
    without undone: Set<String> = []
  ) throws -> [Cell] {
    guard let cell = try number(of: place) else { return [] }
    let source = Observations(self)
    let late = try audit.flatMap { try LateEntries($0, self) }
    let term = try audit.map { try self.term($0.name) ?? -1 }
    let results = try source.load(cell: cell, audit: term, without: late).map { result in
      try !undone.isEmpty && undone.contains(name(of: result.id)) ? result.leftOut : result
    }
    let fold = try source.fold(
      areAlone ? source.alone(results) : results, until: LateEntries.limit(late, self),
      triage: source.triage(ofCell: cell))
    guard fold.state?.isUnsettled == true || !areUnsettled else { return [] }
    let names = try Set(fold.open.map { try name(of: $0) })
    // Not of every condition: each cell would read the results of all.
    return try history(component: place.component, check: place.check, condition: place.condition)
      .filter { names.contains($0.id) }
  }
}

extension CellTable.Entry {
  /// What it is by what everyone says.
  var marksOfEveryone: Int64 { isHidden ? Int64(marks) & ~Codes.unsettled : Int64(marks) }
  var stateOfEveryone: CellState? {
    Codes.state(outcome: Int64(outcome), severity: Int64(severity), marks: marksOfEveryone)
  }
}

extension HeldCells {
  /// How those differ about a cell who are followed, as bits of `marks`, where what others say hides it: the release check
  /// holds it, so it is counted and listed as well.
  func hidden(cell: Int64, marks: Int64) throws -> Int64 {
    guard marks & Codes.held != 0, marks & Codes.unsettled == 0 else { return 0 }
    return try said(cell).state.map { Codes.marks($0) & Codes.unsettled } ?? 0
  }
}

extension Reader {
  /// The cells of a component that have a result, in use or not, ordered by check and condition.
  ///
  /// - Parameter checks: only those of these; nil for all.
  package func currentCells(ofComponent key: String, checks: [String]? = nil) throws -> [Cell] {
    let rows = RowSource(reader: self, registry: registry)
    let terms = try checks?.compactMap { try term($0).map(String.init) }.joined(separator: ", ")
    let sql = """
      SELECT \(RowSource.ofCells)
      FROM cell JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0 AND cell.component = ? \(terms.map { "AND cell.check_id IN (\($0))" } ?? "")
      """
    let found = try database.all(sql, [.integer(term(key) ?? -1)]) { row -> Cell in
      var result = try rows.cell(row)
      try rows.complete(&result, isCell: true)
      return result
    }
    return found.sorted { $0.place.precedes($1.place) }
  }

  /// Whether results, notes or signals name a component of this key, registered or not.
  package func isNamedComponent(_ key: String) throws -> Bool {
    guard let component = try term(names.present(key)), component != 0 else { return false }
    return try database.scalar(
      """
      SELECT 1 FROM cell WHERE component = ?1 UNION ALL SELECT 1 FROM note WHERE component = ?1
      UNION ALL SELECT 1 FROM signal WHERE component = ?1 LIMIT 1
      """,
      [.integer(component)]) != nil
  }
}
