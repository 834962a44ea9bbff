package import Arguments
import AuditReports
package import AuditStore
package import Tapping
import Terminal
import TrackerAccess

/// Finds plans, and erases raw contacts when they are due.
package enum TapPlans {
  /// Erases raw contacts that are no longer needed, after a question where one can be asked. Commands of first-tap tests
  /// call it, and so does backup, which copies them. `doctor` changes nothing and reports them.
  ///
  /// Commands that import what others wrote do not call it: nothing that others write destroys. Those that log results
  /// do not, because of its cost.
  package static func sweep(_ tracker: Tracker, _ context: Context) throws {
    // Read first: without old contacts nothing may be written.
    let due = try tracker.read { try $0.oldContacts() }.filter(\.isDue)
    guard !due.isEmpty else { return }
    let reasons = due.map { plan in
      "\(counted(plan.count, "contact record")) of plan \(plan.plan), which \(closer(plan)) at least "
        + "\(Writer.contactDays) days ago"
    }
    if Prompt.isPossible(context) {
      let question = "Erase \(reasons.joined(separator: "; "))?"
      guard try Prompt.confirm(context, question: question, action: "erase the contact records") else { return }
    }
    guard try tracker.write({ try $0.eraseOldContacts(by: context.tester() ?? "") }) != nil else { return }
    for reason in reasons { context.remark("Erased \(reason).") }
  }

  private static func closer(_ plan: OldContacts) -> String {
    plan.closedBy.isEmpty ? "was closed on this machine" : "\(plan.closedBy) closed on this machine"
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
