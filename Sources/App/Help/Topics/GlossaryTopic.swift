import CommandLine

extension HelpTopic {
  static let glossary = HelpTopic(
    "glossary", "terms and their meanings",
    """
    # Audits

    tracker | The audit data of one app. It is in the folder .a11y.
    component | One control, view, or screen.
    check | One requirement, with how to test it and the expected result.
    checklist | An ordered set of checks.
    audit | A planned round of tests, with its checklists, components, conditions, and build.
    condition | The device settings during a test, e.g. dark,text-ax5.
    item | One check on one component under one condition. In commands and JSON it is a cell.
    best practice | A check without a WCAG criterion.

    # Results

    result | What a tester logged for an item.
    outcome | PASS, FAIL, N/A, or CAN'T TELL. Each result has one.
    status | The outcome of the latest result of an item. Without a result it is UNTESTED.
    evaluated | The status is PASS or FAIL.
    applicable | In scope, and not N/A.
    compliance | Items that pass, as a share of evaluated items. Reports show it with coverage. It is not a conformance
      claim.
    coverage | Evaluated items, as a share of applicable items.
    stale | Older than the current source, build, or check, or than the age limit.
    disputed | Two testers logged different outcomes for the same build.
    needs retest | Stale, failed on an older build, disputed, or with an expired waiver.
    evidence | An attached image, video, PDF, or text.
    measured | The value that the tester measured.
    required | The threshold of the check.
    specified | The value that the design defines.

    # Findings

    finding | An item that fails, or that failed. It is open, regressed, waived, fixed, corrected, or ended.
    open | The item fails now.
    fixed | The item passes after a fail, on a newer build or for a changed source.
    corrected | The item passes after a fail, but on the build that failed, or on an unknown one.
    ended | The item failed, and is N/A or CAN'T TELL now.
    regressed | The item fails after a pass on an older build.
    waived | The item fails, and a waiver covers it.
    waiver | An approved exception with an end date.
    verdict | The conformance level that a person gives to a criterion. It is shown with the results and does not change
      them.
    severity | Critical, serious, moderate, or minor. A finding without one is not rated.
    default severity | The severity of a finding if the tester sets none. Each check has one.
    tool finding | A report of a tool such as XCTest, axe-core, or a11y-check that is not reviewed.

    # Sharing and history

    machine | A computer with its own copy of the tracker. In JSON it is a replica.
    entry | One unit of the history. Undo adds an entry. In JSON it is a fact.
    bundle | An export file for other machines (.a11y.json).
    sync, import, export | Exchange bundles, read a bundle, and write a bundle.
    follow | Let what a machine or a person decides count on this machine. What others decide waits; their results
      count.
    conflict | One field has different values from two machines.
    resolve | Choose the value or outcome that applies.
    undo, erase | Undo marks entries as not counting. Erase destroys their content permanently.

    # Releases

    release check | The decision of a11y gate, status, and report: SHIP, HOLD, or NO DECISION.
    policy | The release rules of the team. Without them every decision reads NO DECISION.
    blocker | An item that keeps a release by a rule of the policy.
    baseline | The state to compare with.

    # Tests with children

    first-tap test | Children tap targets under a plan.
    session | The test run of one child.
    participant code | A random code for one child.
    consent | The agreement of the guardian.
    assent | The agreement of the child.
    met, not met | The verdict on a target. A third verdict is: not enough evidence.
    """)
}
