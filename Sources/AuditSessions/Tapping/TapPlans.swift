package import Arguments
import AuditReports
package import AuditStore
package import Tapping
import Terminal
import TrackerAccess

/// Finds plans, and erases raw contacts when they are due.
package enum TapPlans {
  /// Erases raw contacts that are no longer needed. Commands of first-tap tests call it, and so do commands that copy
  /// facts: backup, sync, import. `doctor` changes nothing and reports them.
  ///
  /// Commands that log results do not call it, because of its cost.
  package static func sweep(_ tracker: Tracker, _ context: Context) throws {
    // Read first: without old contacts nothing may be written.
    guard try tracker.read({ try $0.hasOldContacts() }) else { return }
    let count = try tracker.write { try $0.eraseOldContacts(by: context.tester() ?? "") }
    guard let count else { return }
    context.remark(
      "Erased \(counted(count, "contact record")): the plan was closed \(Writer.contactDays) days ago.")
  }

  /// The open plan of a name.
  package static func open(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let plan = try find(typed, reader)
    guard plan.closed == nil else {
      throw Problem(
        .decision, code: "plan.closed", "plan \(MessageText.quoted(plan.key)) is closed",
        hints: ["Run \"a11y edit plan \(ShellWord.quoted(plan.key)) --reopen\" to reopen it."])
    }
    return plan
  }

  /// The command that makes the checks of first-tap tests apply to a component.
  package static func profileCommand(_ component: String) -> String {
    "a11y edit component \(ShellWord.quoted(component)) --profile child"
  }

  /// The plan of a name, open or closed.
  package static func find(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let key = try NameFinder.record(TapPlan.recordKind, typed, reader)
    try NameFinder.refuseDeleted(TapPlan.recordKind, key, reader)
    guard let plan = try reader.plan(key) else {
      throw Problem(
        .badInput, code: "plan.invalid", "plan \(MessageText.quoted(key)) lacks required fields",
        hints: ["Run \"a11y edit plan \(ShellWord.quoted(key)) --component COMPONENT --size WxH --target 90\"."])
    }
    return plan
  }
}
