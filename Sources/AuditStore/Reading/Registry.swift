import AuditModel
import Measuring
import SQLite

/// Components, checks, waivers and rules of one moment, each loaded when first asked for.
final class Registry {
  private let reader: Reader
  private(set) lazy var componentsByKey: Result<[ExactText: Component], any Error> = Result {
    Dictionary(try reader.components().map { (ExactText($0.key), $0) }, uniquingKeysWith: { first, _ in first })
  }
  private(set) lazy var names: Result<ComponentNames, any Error> = Result { try reader.names }
  private(set) lazy var textsByCheck: Result<[String: UInt32], any Error> = Result { try reader.currentTexts() }
  private var checksByID: [String: Reader.CurrentCheck?] = [:]
  private(set) lazy var waivers: Result<WaiverIndex, any Error> = Result {
    WaiverIndex(try reader.waivers(), try reader.names)
  }
  private(set) lazy var deletedComponents: Result<Set<ExactText>, any Error> = Result {
    Set(try reader.deletedComponents().map(ExactText.init))
  }
  private lazy var triages = Triages(database: reader.database)
  private lazy var severities: Result<[ExactText: Severity], any Error> = Result { try reader.usualSeverities() }
  private var severitiesByTerm = ByTerm<Severity>()
  /// What is counted where no audit is named.
  private(set) lazy var scope: Result<TrackerScope, any Error> = Result {
    try TrackerScope(reader, registered: componentsByKey.get(), deleted: deletedComponents.get())
  }
  private(set) lazy var rule: Result<StaleRule, any Error> = Result { try reader.staleRule() }
  private(set) lazy var figures: Result<RegisteredFigures, any Error> = Result {
    try RegisteredFigures(reader, componentsByKey.get())
  }
  let today: String

  init(_ reader: Reader) {
    self.reader = reader
    today = Timestamp(milliseconds: reader.now).localDate(offset: 0)
  }

  func component(_ key: String) throws -> Component? { try componentsByKey.get()[ExactText(key)] }

  /// Read one by one: a list rarely uses more than a part of the catalog.
  func check(_ id: String) throws -> Reader.CurrentCheck? {
    if let known = checksByID[id] { return known }
    let found = try reader.check(id)
    checksByID[id] = .some(found)
    return found
  }

  /// The severity of a failure that is not rated: as its check says; serious where its text is unknown here.
  func usualSeverity(_ check: String) throws -> Severity { try severities.get()[ExactText(check)] ?? .serious }

  /// The same of the check that a term names.
  func usualSeverity(ofTerm check: Int64) throws -> Severity {
    if let known = severitiesByTerm[check] { return known }
    let found = try usualSeverity(try reader.text(check))
    severitiesByTerm[check] = found
    return found
  }

  /// Who set the severity of a failing row for this failure.
  func triage(_ row: Cell) throws -> TriagedSeverity? {
    guard row.outcome == .fail, let triage = try triages.triage(at: row.place), triage.severity == row.severity,
      triage.time >= row.since, triage.time <= reader.past?.moment ?? .max
    else { return nil }
    let said = try reader.database.scalar("SELECT severity FROM result WHERE id = ?", [.integer(row.number)]) ?? 0
    return TriagedSeverity(by: triage.by, tester: Codes.severity(said))
  }

  /// A state with the severity that counts.
  func rated(_ state: CellState?, _ check: String) throws -> CellState? {
    guard var state, state.outcome == .fail, state.severity == nil else { return state }
    state.severity = try usualSeverity(check)
    return state
  }

  /// Whether a component takes part: retired and deleted ones do not, unregistered ones do.
  func isInUse(_ key: String) throws -> Bool {
    if let component = try component(key) { return !component.isRetired }
    return try !deletedComponents.get().contains(ExactText(key))
  }

  func waiver(component: String, check: String, condition: String) throws -> Waiver? {
    try waivers.get().waivers(component: component, check: check, condition: condition).first {
      $0.isInForce(on: today)
    }
  }

  /// The waiver that covered a cell and has run out: the one that ended last, where none is in force.
  func expiredWaiver(component: String, check: String, condition: String) throws -> Waiver? {
    let found = try waivers.get().waivers(component: component, check: check, condition: condition)
    return found.contains { $0.isInForce(on: today) } ? nil : found.max { $0.until < $1.until }
  }

  func staleReasons(_ row: Cell, now: Int64) throws -> [StaleReason] {
    let component = try component(row.component)
    let text = try row.text == nil ? nil : textsByCheck.get()[row.check]
    return try rule.get().reasons(
      time: row.time, now: now, seenSource: row.source, source: component?.sourceDigest ?? "", seenBuild: row.build,
      seenText: row.text, text: text, isQuestioned: try question(row) != nil)
  }

  /// What is registered of the component that speaks against a row, in half a sentence.
  func question(_ row: Cell) throws -> String? {
    try figures.get().question(row.component, row.check, time: row.time, isPass: row.outcome == .pass)
  }

  /// What a row's value says against the check's figure of today; nil where nothing is measured or comparable.
  func judged(_ row: Cell) throws -> Outcome? {
    guard let value = row.value, let measurement = try check(row.check)?.check.measurement else { return nil }
    return measurement.under(row.condition).judge(value, on: try component(row.component)).outcome
  }
}

extension Reader {
  fileprivate func usualSeverities() throws -> [ExactText: Severity] {
    var found: [ExactText: Severity] = [:]
    try database.rows("SELECT check_id, severity FROM check_text WHERE current = 1") { row in
      found[ExactText(row.text(0))] = Codes.severity(row.int64(1))
    }
    if let then = past?.records {
      try visitChecks(changedAfter: then) { id, check in found[ExactText(id)] = check?.impact.usualSeverity }
    }
    return found
  }
}
