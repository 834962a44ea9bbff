package import AuditModel
package import Measuring
import SQLite

/// A result to be logged. Empty strings are "not given".
package struct NewResult {
  package var component: String
  package var check: String
  package var condition: Condition
  package var outcome: Outcome
  package var severity: Severity?
  package var value: MeasuredValue?
  package var note: String?
  /// The anti-pattern that a failure is filed as, by its name in the reference.
  package var pattern = ""
  /// Said to be looked at again deliberately, after what others saw of the same build.
  package var isRetest = false
  package var tester: String
  package var device = ""
  package var os = ""
  package var build = ""
  package var audit = ""
  /// When it was observed, in ms UTC, if not now.
  package var time: Int64?

  package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition.text) }

  package init(
    component: String, check: String, condition: Condition = .standard, outcome: Outcome, severity: Severity? = nil,
    value: MeasuredValue? = nil, note: String? = nil, tester: String, device: String = "", os: String = "",
    build: String = "", audit: String = "", time: Int64? = nil
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.outcome = outcome
    self.severity = severity
    self.value = value
    self.note = note
    self.tester = tester
    self.device = device
    self.os = os
    self.build = build
    self.audit = audit
    self.time = time
  }
}

/// What a writer needs of a check while it logs results of it: the rules, not the texts.
package struct LoggedCheck {
  package var id: String
  package var appliesTo: [String]
  package var platforms: [Platform]
  package var profiles: [Profile]
  package var measurement: Measurement?
  var term: Int64
  /// Version of the text that results are given against.
  var text: UInt32?

  /// Whether the check is in scope for a component, and if not, why.
  package func applies(to component: Component) -> Applicability {
    Check.applies(id, to: appliesTo, platforms: platforms, profiles: profiles, component)
  }
}

/// A result that was stored.
package struct LoggedResult {
  /// The local number of the fact.
  package var number: Int64
  package var cell: Int64
  /// What the cell showed before.
  package var before: CellState?
  /// When that was observed, ms UTC, if the tester states an earlier time for this one: then that stays shown.
  package var stays: Int64?
  /// What a failure took over from the one that it repeats, as it was not given.
  package var kept = KeptOfFinding()
  /// The newer build of the result that the cell goes on to show; nil where the new result counts.
  package var newerBuild: String?
}

/// What a failure that is logged again keeps of the finding.
package struct KeptOfFinding: Equatable, Sendable {
  package var severity: Severity?
  /// Whether the note of an earlier failure goes on to be shown.
  package var hasNote: Bool

  package init(severity: Severity? = nil, hasNote: Bool = false) {
    self.severity = severity
    self.hasNote = hasNote
  }

  package var isEmpty: Bool { severity == nil && !hasNote }

  /// `severity minor and note kept`; empty where nothing is.
  package var words: String {
    let parts = (severity.map { ["severity \($0.word)"] } ?? []) + (hasNote ? ["note"] : [])
    return parts.isEmpty ? "" : parts.joined(separator: " and ") + " kept"
  }
}

extension Writer {
  /// The rules of a check as they are now.
  ///
  /// They are stored apart from the text, which is long: reading it would be a tenth of logging one result.
  ///
  /// - Throws: `Refusal.unknownCheck`.
  package func check(_ id: String) throws -> LoggedCheck {
    if let known = checks[ExactText(id)] { return known }
    // An edit earlier in this transaction may have made or changed the text, or an undo taken it back.
    try projector.settleRetractions()
    if projector.records.isTouched { try projector.flush() }
    let sql = """
      SELECT version, rules FROM check_text WHERE check_id = ? AND current = 1
      """
    let found = try database.first(sql, [.text(id)]) { ($0.int64(0), CheckRules.read(id, $0.text(1))) }
    guard let (version, read) = found, let (rules, measurement) = read else { throw Refusal.unknownCheck(id) }
    let known = LoggedCheck(
      id: id, appliesTo: rules.appliesTo, platforms: rules.platforms, profiles: rules.profiles,
      measurement: measurement, term: try projector.interner.number(id), text: UInt32(exactly: version))
    checks[ExactText(id)] = known
    return known
  }

  /// The component with a key as it is registered now.
  ///
  /// - Throws: `Refusal.unknownComponent`.
  @discardableResult
  package func component(_ key: String) throws -> Component {
    if let known = components[ExactText(key)] { return known }
    try projector.flushRecords()
    guard let component = try reader.component(key) else { throw Refusal.unknownComponent(key) }
    components[ExactText(key)] = component
    return component
  }
}
