package import Audit
import Base
import SQLite

/// The texts of the checks: the built-in ones, a team's own, and what a team has changed in a built-in one.
struct CheckTexts {
  let database: Connection
  private var categories: [ExactText: String] = [:]

  init(database: Connection) { self.database = database }

  /// The category of a check; the part before the first dot of its id while its text is unknown here.
  mutating func category(of check: String) throws -> String {
    if let known = categories[ExactText(check)] { return known }
    let stored = try database.first(
      "SELECT category FROM check_text WHERE check_id = ? AND current = 1", [.text(check)]
    ) { $0.text(0) }
    let category = stored ?? check.split(separator: ".", maxSplits: 1).first.map(String.init) ?? check
    categories[ExactText(check)] = category
    return category
  }

  /// Makes the text that a check's record gives the current one, and the built-in text where there is no record.
  mutating func refresh(_ check: String) throws {
    categories[ExactText(check)] = nil
    let builtIn = try database.first(
      "SELECT doc FROM check_text WHERE check_id = ? AND origin = 'built-in'",
      [.text(check)]
    ) { $0.text(0) }
    let record = try database.first(
      "SELECT doc FROM record WHERE kind = 'check' AND key = ? AND deleted = 0", [.text(check)]
    ) { $0.text(0) }
    try database.run("UPDATE check_text SET current = 0 WHERE check_id = ?", [.text(check)])
    if let merged = record.flatMap({ Self.merge(builtIn, with: $0) }), let text = try? Check(from: .object(merged)) {
      try Self.store(text, origin: "team", current: true, in: database)
    } else if let base = builtIn.flatMap(RecordJSON.value), let text = try? Check(from: base) {
      try Self.store(text, origin: "built-in", current: true, in: database)
    }
  }

  /// The fields of a record laid over a built-in text; nil where it has none any more. None makes a check a built-in one.
  static func merge(_ builtIn: String?, with record: String) -> JSONObject? {
    RecordJSON.object(record).flatMap { merge(builtIn, with: $0) }
  }

  static func merge(_ builtIn: String?, with fields: JSONObject) -> JSONObject? {
    if fields.isEmpty { return nil }
    var merged = builtIn.flatMap(RecordJSON.object) ?? JSONObject()
    for member in fields.members where member.key != "origin" { merged[member.key] = member.value }
    merged["origin"] = merged["origin"] ?? "team"
    return merged
  }

  static func store(_ check: Check, origin: String, current: Bool, in database: Connection) throws {
    guard let version = TextVersion.parse(check.textVersion) else { return }
    let doc = try RecordJSON.text(check.fact)
    let insert = try database.cached(
      """
      INSERT INTO check_text (check_id, version, origin, category, current, severity, rules, doc)
      VALUES (?1, ?2, ?3, ?4, ?5, ?7,
        json_extract(?6, '$.applies_to', '$.platforms', '$.profiles', '$.measurement'), ?6)
      ON CONFLICT DO UPDATE SET category = excluded.category, current = excluded.current,
        severity = excluded.severity, rules = excluded.rules, doc = excluded.doc
      """)
    try insert.bind(check.id, at: 1)
    try insert.bind(Int64(version), at: 2)
    try insert.bind(origin, at: 3)
    try insert.bind(check.category, at: 4)
    try insert.bind(Int64(current ? 1 : 0), at: 5)
    try insert.bind(doc, at: 6)
    try insert.bind(Int64(check.impact.rawValue), at: 7)
    try insert.run()
  }
}

/// The built-in checks as they are put into a tracker.
package struct CatalogSeed {
  /// Changes whenever any text does; cheap to compare at every start.
  package var revision: String
  /// With which a tracker begins.
  let edition: CatalogEdition
  private let checks: (CatalogEdition) -> [Check]

  /// - Parameter checks: those of an edition; called only when a tracker does not hold this revision yet.
  init(revision: String, edition: CatalogEdition, checks: @escaping (CatalogEdition) -> [Check]) {
    (self.revision, self.edition, self.checks) = (revision, edition, checks)
  }

  /// Those of this program.
  package static var builtIn: CatalogSeed { builtIn(.newest) }

  /// - Parameter edition: with which a tracker begins.
  package static func builtIn(_ edition: CatalogEdition) -> CatalogSeed {
    CatalogSeed(revision: Catalog.revision, edition: edition, checks: { Array(Catalog.checks(of: $0)) })
  }

  /// What marks a tracker that holds an edition of these checks.
  private func mark(_ edition: CatalogEdition) -> String {
    edition == .newest ? revision : "\(revision)/\(edition.rawValue)"
  }

  /// Whether a tracker with this mark holds these checks, of any edition.
  func isHeld(by mark: String?) -> Bool { CatalogEdition.allCases.contains { self.mark($0) == mark } }

  /// Puts the edition that a tracker has now in the place of another one.
  ///
  /// - Returns: false where it holds that edition, or other checks than these.
  func change(in database: Connection) throws -> Bool {
    let held = try LocalTable.get(database, "catalog")
    guard isHeld(by: held), try held != mark(CatalogEdition(of: database)) else { return false }
    try store(in: database)
    return true
  }

  /// Makes the built-in texts those of this program; earlier texts stay, for the results given against them.
  func store(in database: Connection) throws {
    let edition = try CatalogEdition(of: database)
    let checks = checks(edition)
    try database.run("UPDATE OR REPLACE check_text SET current = 0, origin = 'earlier' WHERE origin = 'built-in'")
    for check in checks {
      try CheckTexts.store(check, origin: "built-in", current: true, in: database)
    }
    // Also where the catalog no longer has a check that a team had changed.
    var texts = CheckTexts(database: database)
    for check in try database.all("SELECT key FROM record WHERE kind = 'check'", [], { $0.text(0) }) {
      try texts.refresh(check)
    }
    try LocalTable.set(database, "catalog", mark(edition))
  }
}

extension CatalogEdition {
  /// The one that the settings of a tracker name, else the one with which it began.
  init(of database: Connection) throws {
    self = try Self(Reader(database: database, now: 0).record("setting", "tracker"), in: database)
  }

  /// - Parameter settings: of a moment.
  init(_ settings: Reader.Record?, in database: Connection) throws {
    let named = settings.flatMap { $0.isDeleted ? nil : Self(setting: $0.fields["catalog"]?.integerValue) }
    self = try named ?? Self(began: database)
  }

  /// Whether the one that a tracker has is later than all that this program knows; the newest of them stands for it.
  static func isLater(in reader: Reader) throws -> Bool {
    let settings = try reader.record("setting", "tracker").flatMap { $0.isDeleted ? nil : $0 }
    let named = settings?.fields["catalog"]?.integerValue
    guard Self(setting: named) == nil else { return isLater(setting: named) }
    return isLater(tracker: try LocalTable.get(reader.database, "tracker") ?? "")
  }

  /// The one with which a tracker began.
  init(began database: Connection) throws { self.init(tracker: try LocalTable.get(database, "tracker") ?? "") }
}

/// Holds measured values against what their checks ask for today, or asked for when an audit was closed.
final class Judge {
  private let database: Connection
  private let then: (reader: Reader, records: RecordsAsOf)?
  private var measurements: [Int64: Measurement?] = [:]
  private var components: [Int64: Component?] = [:]
  private var conditions: [Int64: String] = [:]

  init(database: Connection) { (self.database, then) = (database, nil) }

  /// - Parameter records: those that the closing had seen.
  init(_ reader: Reader, _ records: RecordsAsOf) {
    (database, then) = (reader.database, (reader, records))
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
    try conditions.value(term) { try database.text(ofTerm: term) }
  }

  private func measurement(of check: Int64) throws -> Measurement? {
    try measurements.value(check) {
      if let then { return try then.reader.check(text(check), then.records)?.measurement }
      let sql = "SELECT rules FROM check_text JOIN term ON term.text = check_id WHERE term.id = ? AND current = 1"
      return try database.first(sql, [.integer(check)]) { CheckRules.measurement(in: $0.text(0)) } ?? nil
    }
  }

  private func component(_ term: Int64) throws -> Component? {
    if let known = components[term] { return known }
    if let then {
      let found = try then.reader.component(try database.text(ofTerm: term), then.records)
      components[term] = .some(found)
      return found
    }
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

/// The version of a check's text: the first eight hex digits of the digest of what a tester judges by.
package enum TextVersion {
  package static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  package static func parse(_ hex: String) -> UInt32? {
    let value = UInt32(hex, radix: 16)
    return value.flatMap { TextVersion.hex($0) == hex ? $0 : nil }
  }
}
