/// Permission to live with a finding for a while. It never turns a failure into a pass.
package struct Waiver: Equatable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    case platformLimit = "platform-limit"
    case thirdParty = "third-party"
    case disputed
    case deferred
    case notOurBug = "not-our-bug"
  }

  /// A component, or a pattern such as `third-party/**`.
  package var component: String
  /// A check, or a pattern such as `haptics.*`.
  package var check: String
  /// Nil for every condition.
  package var condition: String?
  package var reason: String
  package var approver: String
  /// The last day it is in force, `YYYY-MM-DD` UTC.
  package var until: String
  package var note: String
  /// Its number in the team's issue tracker; empty where there is none.
  package var ticket: String

  package init(
    component: String, check: String, condition: String?, reason: String, approver: String, until: String,
    note: String, ticket: String = ""
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.reason = reason
    self.approver = approver
    self.until = until
    self.note = note
    self.ticket = ticket
  }

  /// Whether it is in force on a day (`YYYY-MM-DD` UTC): until the end of its last one.
  package func isInForce(on day: String) -> Bool { day <= until }
}
