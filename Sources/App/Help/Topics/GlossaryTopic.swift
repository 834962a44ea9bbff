import CommandLine

extension HelpTopic {
  static var glossary: HelpTopic {
    HelpTopic(
      name: "glossary", summary: "terms and their meanings",
      sections: [
        .init(
          "Audits",
          [
            .entries([
              .init("tracker", "The audit data of one app. It is in the folder .a11y."),
              .init("component", "One control, view, or screen."),
              .init("check", "One requirement, with how to test it and the expected result."),
              .init("checklist", "An ordered set of checks."),
              .init("audit", "A planned round of tests, with its checklists, components, conditions, and build."),
              .init("condition", "The device settings during a test, e.g. dark,text-ax5."),
              .init("item", "One check on one component under one condition. In commands and JSON it is a cell."),
              .init("best practice", "A check without a WCAG criterion."),
            ])
          ]),
        .init(
          "Results",
          [
            .entries([
              .init("result", "What a tester logged for an item."),
              .init("outcome", "PASS, FAIL, N/A, or CAN'T TELL. Each result has one."),
              .init("status", "The outcome of the latest result of an item. Without a result it is UNTESTED."),
              .init("evaluated", "The status is PASS or FAIL."),
              .init("applicable", "In scope, and not N/A."),
              .init(
                "compliance",
                "Items that pass, as a share of evaluated items. Reports show it with coverage. It is not a "
                  + "conformance claim."),
              .init("coverage", "Evaluated items, as a share of applicable items."),
              .init("stale", "Older than the current source, build, or check, or than the age limit."),
              .init("disputed", "Two testers logged different outcomes for the same build."),
              .init("needs retest", "Stale, failed on an older build, disputed, or with an expired waiver."),
              .init("evidence", "An attached image, video, PDF, or text."),
              .init("measured", "The value that the tester measured."),
              .init("required", "The threshold of the check."),
              .init("specified", "The value that the design defines."),
            ])
          ]),
        .init(
          "Findings",
          [
            .entries([
              .init(
                "finding",
                "An item that fails, or that failed. It is open, regressed, waived, fixed, corrected, or ended."),
              .init("open", "The item fails now."),
              .init("fixed", "The item passes after a fail, on a newer build or for a changed source."),
              .init("corrected", "The item passes after a fail, but on the build that failed, or on an unknown one."),
              .init("ended", "The item failed, and is N/A or CAN'T TELL now."),
              .init("regressed", "The item fails after a pass on an older build."),
              .init("waived", "The item fails, and a waiver covers it."),
              .init("waiver", "An approved exception with an end date."),
              .init(
                "verdict",
                "The conformance level that a person gives to a criterion. It is shown with the results and does not "
                  + "change them."),
              .init("severity", "Critical, serious, moderate, or minor. A finding without one is not rated."),
              .init("default severity", "The severity of a finding if the tester sets none. Each check has one."),
              .init("tool finding", "A report of a tool such as XCTest, axe-core, or a11y-check that is not reviewed."),
            ])
          ]),
        .init(
          "Sharing and history",
          [
            .entries([
              .init("machine", "A computer with its own copy of the tracker. In JSON it is a replica."),
              .init("entry", "One unit of the history. Undo adds an entry. In JSON it is a fact."),
              .init("bundle", "An export file for other machines (.a11y.json)."),
              .init("sync, import, export", "Exchange bundles, read a bundle, and write a bundle."),
              .init(
                "follow",
                "Let what a machine or a person decides count on this machine. What others decide waits; their results "
                  + "count."),
              .init("conflict", "One field has different values from two machines."),
              .init("resolve", "Choose the value or outcome that applies."),
              .init("undo, erase", "Undo marks entries as not counting. Erase destroys their content permanently."),
            ])
          ]),
        .init(
          "Releases",
          [
            .entries([
              .init("release check", "The decision of a11y gate, status, and report: SHIP, HOLD, or NO DECISION."),
              .init("policy", "The release rules of the team. Without them every decision reads NO DECISION."),
              .init("blocker", "An item that keeps a release by a rule of the policy."),
              .init("baseline", "The state to compare with."),
            ])
          ]),
        .init(
          "Tests with children",
          [
            .entries([
              .init("first-tap test", "Children tap targets under a plan."),
              .init("session", "The test run of one child."),
              .init("participant code", "A random code for one child."),
              .init("consent", "The agreement of the guardian."),
              .init("assent", "The agreement of the child."),
              .init("met, not met", "The verdict on a target. A third verdict is: not enough evidence."),
            ])
          ]),
      ])
  }
}
