package import Arguments
package import AuditModel
import AuditReports
package import AuditStore
import Terminal
import TrackerAccess

/// Finds the plan that is meant, and keeps the promise about contacts.
package enum TapPlans {
  /// Raw contacts do not stay longer than they are needed. Whoever works with children at this machine sees to it, and
  /// so does whatever copies or moves facts: a backup, a sync, an import. `doctor` changes nothing and says so.
  ///
  /// A command that logs a result does not look: it would pay for it each time.
  package static func sweep(_ tracker: Tracker, _ context: Context) throws {
    // Looked for first: beginning a replica's first fact for nothing would be a write.
    guard try tracker.read({ try $0.hasOldContacts() }) else { return }
    let count = try tracker.write { try $0.eraseOldContacts(by: context.tester() ?? "") }
    guard let count else { return }
    context.remark(
      "Destroyed \(counted(count, "record")) of contacts: their plan was closed \(Writer.contactDays) days ago.")
  }

  /// The plan that is meant, as long as it is open.
  package static func open(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let plan = try find(typed, reader)
    guard plan.closed == nil else {
      throw Problem(
        .decision, code: "plan.closed", "the plan \(MessageText.quoted(plan.key)) is closed",
        hints: ["a11y edit plan \(ShellWord.quoted(plan.key)) --reopen opens it again."])
    }
    return plan
  }

  /// What makes a component one for children, so that the checks for tests with them apply.
  package static func profileCommand(_ component: String) -> String {
    "a11y edit component \(ShellWord.quoted(component)) --profile child"
  }

  /// The plan that is meant, open or closed.
  package static func find(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let key = try NameFinder.record(TapPlan.recordKind, typed, reader)
    try NameFinder.refuseDeleted(TapPlan.recordKind, key, reader)
    guard let plan = try reader.plan(key) else {
      throw Problem(
        .badInput, code: "plan.invalid", "the plan \(MessageText.quoted(key)) lacks what a plan needs",
        hints: ["a11y edit plan \(ShellWord.quoted(key)) --component COMPONENT --size WxH --target 90"])
    }
    return plan
  }
}
