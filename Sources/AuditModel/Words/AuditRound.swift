/// A round of work: checklists x components x conditions, for one build and standard.
package struct AuditRound: Equatable, Sendable {
  package var name: String
  package var title: String
  package var checklists: [String]
  /// Path patterns; empty means every component.
  package var components: [String]
  /// At least one; the default condition where nothing was said.
  package var conditions: [Condition]
  package var build: String
  package var standard: String
  /// ms UTC; nil while it is open.
  package var closed: Int64?

  package init(name: String) {
    self.name = name
    title = ""
    checklists = []
    components = []
    conditions = [.standard]
    build = ""
    standard = ""
    closed = nil
  }
}

/// Permission to live with a finding for a while. It never turns a failure into a pass.
package struct Waiver: Equatable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    case platformLimit = "platform-limit"
    case thirdParty = "third-party"
    case disputed
    case deferred
    case notOurBug = "not-our-bug"
  }

  package var component: String
  package var check: String
  /// Nil for every condition.
  package var condition: String?
  package var reason: String
  package var approver: String
  /// The last day it is in force, `YYYY-MM-DD` UTC.
  package var until: String
  package var note: String

  package init(
    component: String, check: String, condition: String?, reason: String, approver: String, until: String,
    note: String
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.reason = reason
    self.approver = approver
    self.until = until
    self.note = note
  }

  /// Whether it covers a cell on a day (`YYYY-MM-DD` UTC).
  package func covers(component: String, check: String, condition: String, on day: String) -> Bool {
    self.component == component && self.check == check && (self.condition ?? condition) == condition && day <= until
  }
}
