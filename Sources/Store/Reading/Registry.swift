package import Audit
import Base
import SQLite

/// Components, checks, waivers and rules of one moment, each loaded when first asked for.
final class Registry {
  private let reader: Reader
  private(set) lazy var componentsByKey: Result<[ExactText: Component], any Error> = Result {
    Dictionary(firstOf: try reader.components().map { (ExactText($0.key), $0) })
  }
  private(set) lazy var names: Result<ComponentNames, any Error> = Result { try reader.names }
  private(set) lazy var textsByCheck: Result<[String: UInt32], any Error> = Result { try reader.currentTexts() }
  private var checksByID: [String: Reader.CurrentCheck?] = [:]
  private(set) lazy var waivers: Result<WaiverIndex, any Error> = Result {
    WaiverIndex(try reader.waivers(), try reader.names, try reader.checkSettings)
  }
  private(set) lazy var deletedComponents: Result<Set<ExactText>, any Error> = Result {
    Set(try reader.deletedComponents().map(ExactText.init))
  }
  private lazy var triages = reader.kept(\.keptTriages) { Triages(database: reader.database, reader.recordsThen) }
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
    try checksByID.value(id) { try reader.check(id) }
  }

  /// The severity of a failure that is not rated: as its check says; serious where its text is unknown here.
  func usualSeverity(_ check: String) throws -> Severity { try severities.get()[ExactText(check)] ?? .serious }

  /// The same of the check that a term names.
  func usualSeverity(ofTerm check: Int64) throws -> Severity {
    try severitiesByTerm.value(check) { try usualSeverity(try reader.text(check)) }
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
    if let then = recordsThen {
      try visitChecks(changedAfter: then) { id, check in found[ExactText(id)] = check?.impact }
    }
    return found
  }
}

extension Reader {
  /// Every registered component, in the order of the keys; retired ones included, deleted ones not.
  package func components() throws -> [Component] {
    try kept(\.keptComponents) {
      guard let then = recordsThen else { return try styled(records("component").map(Self.component)) }
      return try styled(components(then), at: then)
    }
  }

  /// The keys of the components that were deleted.
  func deletedComponents() throws -> [String] {
    if let then = recordsThen { return try then.records("component").values.filter(\.isDeleted).map(\.key) }
    return try database.all("SELECT key FROM record WHERE kind = 'component' AND deleted <> 0", []) { $0.text(0) }
  }

  package func component(_ key: String) throws -> Component? {
    guard let record = try record("component", key), !record.isDeleted else { return nil }
    return try styled([Self.component(record)]).first
  }

  static func component(_ record: Record) -> Component {
    var component = Component(key: record.key)
    if let kind = record.fields["kind"]?.stringValue { component.kind = kind }
    component.profile = Profile(rawValue: record.text("profile")) ?? .general
    component.style = record.text("style")
    component.title = record.text("title")
    component.source = record.text("source")
    component.sourceDigest = record.text("source_digest")
    component.owner = record.text("owner")
    component.screens = record.list("screens")
    component.tags = record.list("tags")
    component.features = record.list("has")
    component.size = record.text("size")
    component.hitArea = record.text("hit_area")
    component.targetTier = record.fields["target_tier"]?.integerValue.map(Int.init(clamping:))
    component.platforms = record.list("platforms").compactMap(Platform.init(rawValue:))
    component.isRetired = record.fields["retired"]?.boolValue ?? false
    component.conflicts = record.conflicts
    for member in record.fields.members where member.key.utf8.starts(with: Component.plannedField.utf8) {
      let check = String(Substring(member.key.utf8.dropFirst(Component.plannedField.utf8.count)))
      if let text = member.value.stringValue, !text.isEmpty { component.planned[check] = text }
    }
    return component
  }

  /// Every audit, in the order of the names.
  package func audits() throws -> [AuditRound] {
    guard let then = past?.records else { return try records("audit").map(Self.audit) }
    return try audits(then)
  }

  package func audit(_ name: String) throws -> AuditRound? {
    guard let record = try record("audit", name), !record.isDeleted else { return nil }
    return try closing.map { try Self.audit(Self.audit(record), as: $0) } ?? Self.audit(record)
  }

  static func audit(_ record: Record) -> AuditRound {
    var audit = AuditRound(name: record.key)
    audit.title = record.text("title")
    audit.checklists = record.list("checklists")
    audit.components = record.list("components")
    let conditions = conditions(record)
    audit.conditions = conditions.isEmpty ? [.standard] : conditions
    audit.build = record.text("build")
    audit.standard = record.text("standard")
    audit.isOfApp = record.fields["whole_app"]?.boolValue ?? false
    audit.policy = record.text("policy")
    audit.assignments = record.list("assignments").compactMap(Assignment.init)
    audit.closed = record.fields["closed"]?.integerValue
    if record.fields["seen"] != nil { audit.seen = record.list("seen") }
    audit.followed = audit.closed.flatMap { FollowList.names(record.list(FollowList.field), ofClosing: $0) }
    return audit
  }

  /// Every waiver, in force or not, in the order of their keys.
  package func waivers() throws -> [Waiver] { try recordsOfMoment("waiver").map(Self.waiver) }

  static func waiver(_ record: Record) -> Waiver {
    Waiver(
      component: record.text("component"), check: record.text("check"),
      condition: record.fields["condition"]?.stringValue, reason: record.text("reason"),
      approver: record.text("approver"), until: record.text("until"), note: record.text("note"),
      ticket: record.text("ticket"))
  }

  /// A team's own checklists, in the order of their keys.
  package func ownChecklists() throws -> [Checklist] {
    try records("checklist").map(Self.checklist)
  }

  static func checklist(_ record: Record) -> Checklist {
    Checklist(id: record.key, title: record.text("title"), document: nil, checks: record.list("checks"))
  }

  /// When results count as stale here: the tracker's settings, else the standard rule.
  package func staleRule() throws -> StaleRule {
    var rule = StaleRule()
    guard let settings = try settings() else { return rule }
    if let days = settings.fields["stale_days"]?.integerValue { rule.days = Int(clamping: days) }
    rule.build = settings.text("current_build")
    return rule
  }

  /// The rules that the team releases by, as stored; empty where it has set none.
  package func policy() throws -> String { try settings()?.text("policy") ?? "" }

  /// Whether the policy of the tracker, or of an open audit, has a rule about tickets.
  func countsTickets() throws -> Bool {
    let policies = try [policy()] + audits().filter { $0.closed == nil }.map(\.policy)
    return policies.contains { ReleasePolicy(stored: $0).limits.maxClosedTickets != nil }
  }

  /// The address of the team's tickets, as stored; empty where it has set none.
  package func ticketAddress() throws -> String { try settings()?.text("ticket_url") ?? "" }

  /// The display name of the tracker; empty where it has none.
  package func trackerTitle() throws -> String { try settings()?.text("title") ?? "" }

  private func settings() throws -> Record? { try recordsOfMoment("setting").first { $0.key == "tracker" } }

  /// A check as it reads now.
  package struct CurrentCheck {
    package var check: Check
    /// Version of its text.
    package var text: UInt32
    /// Built in, but changed by the team.
    package var isAdjusted: Bool
  }

  private static let currentChecks = """
    SELECT version, doc, origin = 'team' AND EXISTS (
      SELECT 1 FROM check_text AS base WHERE base.check_id = check_text.check_id AND base.origin = 'built-in')
    FROM check_text WHERE current = 1
    """

  /// Every check as it reads now, in the order of the ids.
  ///
  /// - Parameter categories: only those of them; to read all texts takes most of the time of a small report.
  package func checks(in categories: [String]? = nil) throws -> [CurrentCheck] {
    func isWanted(_ current: CurrentCheck) -> Bool { categories?.contains(current.check.category) ?? true }
    // What a team has changed may have had another category when an audit was closed.
    let named = closing == nil ? categories : nil
    let clause = named.map { "AND category IN (\($0.map { _ in "?" }.joined(separator: ", ")))" } ?? ""
    let present = try database.all(
      "\(Self.currentChecks) \(clause) ORDER BY check_id", (named ?? []).map { .text($0) }, Self.check
    ).compactMap { $0 }
    return try (closing.map { try checks(present, $0) } ?? present).filter(isWanted)
  }

  package func check(_ id: String) throws -> CurrentCheck? {
    if let closing { return try check(id, closing).flatMap(Self.then) }
    return try database.first("\(Self.currentChecks) AND check_id = ?", [.text(id)], Self.check) ?? nil
  }

  /// The version of each check's text as it reads now; cheaper than the checks.
  func currentTexts() throws -> [String: UInt32] {
    var texts: [String: UInt32] = [:]
    try database.rows("SELECT check_id, version FROM check_text WHERE current = 1") { row in
      texts[row.text(0)] = UInt32(exactly: row.int64(1))
    }
    if let then = recordsThen {
      try visitChecks(changedAfter: then) { id, check in texts[id] = check.flatMap { TextVersion.parse($0.textVersion) }
      }
    }
    return texts
  }

  /// The ids of all checks, in order; cheaper than the checks.
  package func checkIDs() throws -> [String] {
    try database.all("SELECT check_id FROM check_text WHERE current = 1 ORDER BY check_id", []) { $0.text(0) }
  }

  /// The keys of all components, in order; cheaper than the components.
  package func componentKeys() throws -> [String] {
    try database.all("SELECT key FROM record WHERE kind = 'component' AND deleted = 0 ORDER BY key", []) { $0.text(0) }
  }

  private static func check(_ row: Statement) -> CurrentCheck? {
    guard let json = RecordJSON.value(row.text(1)), let check = try? Check(from: json),
      let version = UInt32(exactly: row.int64(0))
    else { return nil }
    let isAdjusted = row.int64(2) != 0
    return CurrentCheck(
      check: isAdjusted ? check.worded(besides: Catalog.checks[id: check.id]) : check, text: version,
      isAdjusted: isAdjusted)
  }

  /// The text a check had in a version; nil when this tracker never knew it.
  package func checkText(_ id: String, version: UInt32) throws -> Check? {
    let sql = "SELECT doc FROM check_text WHERE check_id = ? AND version = ? LIMIT 1"
    let doc = try database.first(sql, [.text(id), .integer(Int64(version))]) { $0.text(0) }
    return doc.flatMap { RecordJSON.value($0) }.flatMap { try? Check(from: $0) }
  }
}

/// Which results are no longer current because of what is registered of their components: a PASS that the registered
/// size or a planned value contradicts, and any value measured before the size or the style changed.
struct RegisteredFigures {
  struct Question {
    /// ms UTC: results observed before it are questioned; a contradiction questions every one.
    var until: Int64
    var isOfPassAlone: Bool
    /// Half a sentence.
    var why: String
  }

  /// By component, then by check.
  private(set) var questions: [ExactText: [ExactText: [Question]]] = [:]

  /// Costs next to nothing where no component registers a size, a style or a plan.
  init(_ reader: Reader, _ components: [ExactText: Component]) throws {
    let told = components.filter {
      !$0.value.tappedSize.isEmpty || !$0.value.planned.isEmpty || !$0.value.style.isEmpty
    }
    guard !told.isEmpty else { return }
    let measurements = try reader.measurements()
    let sizes = measurements.filter { $0.value.measuresSize }.map(\.key)
    for (key, component) in told {
      let planned = component.planned.keys.map(ExactText.init)
      for check in Set(planned + (component.tappedSize.isEmpty ? [] : sizes)) {
        guard let measurement = measurements[check],
          let why = component.contradiction(of: check.text, measurement)
        else { continue }
        questions[key, default: [:]][check, default: []].append(
          Question(until: .max, isOfPassAlone: true, why: why))
      }
    }
    for change in try reader.changesOfMeasures() {
      guard let component = told[change.component] else { continue }
      let isSize = change.field != "style"
      let what = change.field == "hit_area" ? "hit area" : change.field
      let checks = isSize ? sizes : component.styleChecks.map(ExactText.init)
      for check in checks {
        questions[change.component, default: [:]][check, default: []].append(
          Question(
            until: change.time, isOfPassAlone: false,
            why: "the registered \(what) of the component has changed since"))
      }
    }
  }

  /// Why a result is questioned; nil where nothing speaks against it.
  /// - Parameter time: when it was observed, ms UTC.
  func question(_ component: String, _ check: String, time: Int64, isPass: Bool) -> String? {
    questions[ExactText(component)]?[ExactText(check)]?.first { $0.asks(time: time, isPass: isPass) }?.why
  }
}

extension RegisteredFigures.Question {
  func asks(time: Int64, isPass: Bool) -> Bool { time < until && (isPass || !isOfPassAlone) }
}

extension Reader {
  /// What every check measures that measures something, as it reads now.
  fileprivate func measurements() throws -> [ExactText: Measurement] {
    var found: [ExactText: Measurement] = [:]
    let sql = "SELECT check_id, rules FROM check_text WHERE current = 1 AND rules NOT LIKE '%,null]'"
    try database.rows(sql) { row in
      found[ExactText(row.text(0))] = CheckRules.measurement(in: row.text(1))
    }
    return found
  }

  /// When the size or the style of a component was last changed, for those that had another one before.
  fileprivate func changesOfMeasures() throws -> [(component: ExactText, field: String, time: Int64)] {
    let sql = """
      SELECT key, field, max(fact.ms) FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'component' AND field IN ('size', 'hit_area', 'style') AND value NOT IN ('null', '""') AND fact.ms <= ?
        AND register.live < \(RegisterState.waits)
      GROUP BY key, field HAVING count(DISTINCT value) > 1
      """
    return try database.all(sql, [.integer(now)]) { (ExactText($0.text(0)), $0.text(1), $0.int64(2)) }
  }
}
