/// What a screen reader reads on a day with the demo. A test of the whole program runs the commands again and compares
/// each line, except for days, which depend on today.
enum DayTranscripts {
  static let all = """
      $ a11y status --plain
      Accessibility status: MovieSwiftUI (demo), build 72eb4ae71, as of 2026-11-24T09:00:00Z.
      57 components, 358 items in scope (the plan: demo-inspections).
      Decision: NO DECISION: the team has set no policy. With max-critical 0 the decision would be HOLD: 5 blockers.
      Compliance: 150 of 205 evaluated items pass, 73 percent.
      Coverage: 205 of 261 applicable items evaluated, 78 percent.
      Possible compliance: 57 percent to 78 percent once 56 items are evaluated.
      Results: 303 of 358 items in scope.
      PASS: 150.
      FAIL: 55.
      N/A: 97.
      CAN'T TELL: 1.
      UNTESTED: 55.
      Age of results: newest 3 days old, oldest 687 days old.
      Build 72eb4ae71: 302 tested on this build, 1 on an older build, 55 untested.
      Open findings: 54.
      Open, critical: 4.
      Open, serious: 20.
      Open, moderate: 23.
      Open, minor: 7.
      Open findings over time: 11 open in 2024-11, 71 in 2025-03, 54 now.
      Waived: 1.
      Stale: 1.
      Disputed: 0.
      Contradicted: 0.
      Failing component: people-detail/people-detail. 4 fails, worst critical. 2 of 6 pass, 33 percent. On people-detail.
      Failing component: movie-detail/movie-buttons-row. 3 fails, worst critical. 3 of 6 pass, 50 percent. On movie-detail.
      Failing component: movie-detail/movie-detail. 2 fails, worst critical. 4 of 6 pass, 66 percent. On movie-detail.
      Failing component: movies-list/movies-genre-list. 2 fails, worst critical. 3 of 5 pass, 60 percent. On movies-list.
      Failing component: discover/discover-view. 4 fails, worst serious. 2 of 6 pass, 33 percent. On discover.
      25 more components fail.
      Audit: release-demo. 8 of 13 evaluated items pass, 61 percent. 13 of 27 applicable items evaluated, 48 percent.
      Notice: 25 findings left the scope with retired components. Run: a11y list components
      Notice: 3 items that failed are now N/A. Run: a11y list cells status:na
      Next: 4 failing items are critical. Run: a11y list findings severity:1
      Next: 1 waiver has expired. Run: a11y list waivers --sort until
      Next: 13 of 29 items of release-demo are untested. Run: a11y list cells status:untested --all --audit release-demo
      Next: 4 of 55 failing items are in people-detail/people-detail. List the highest-impact fixes. Run: a11y list fixes
      Next: 1 result is stale: something has changed since the test, or the age limit has passed. Run: a11y list cells stale:yes
      Next: 1 question is open. Run: a11y list questions

      $ a11y list findings --limit 2 --plain
      Findings.
      55 findings, 54 open and 1 waived: 4 critical, 20 serious, 23 moderate, 8 minor, 1 stale, 9 regressed, 1 with an expired waiver.
      Item 1 of 55. movie-detail/movie-detail, Icon-only control has no label of its own. Severity critical. Note: icon-only button without a label, line 186. Days open 705. Owner: demo-dev-1. Check: voiceover.icon-button-label. ID: hzjqsqxh.
      Item 2 of 55. movies-list/movies-genre-list, Icon button has a hit area under 44 pt. Severity critical. Value: 25x25. Note: icon frame below 44 pt, line 65. Stale: age. Days open 687. Owner: demo-dev-3. Check: touch-target.icon-button-44pt. ID: nwjxqmkg.
      Shown: 2 of 55 (--limit).

      $ a11y gate --max-critical 0 --plain
      Release check: HOLD, 5 blockers (2 of 2 rules fail).
      As of 2026-11-24T09:00:00Z.
      57 components, 358 items in scope: 150 PASS, 55 FAIL, 97 N/A, 1 CAN'T TELL, 55 UNTESTED, 1 waived.
      Blockers.
      Item 1 of 5. movie-detail/movie-buttons-row, Element has an accessibility label. critical, owner demo-dev-1, finding gvsrvpth. ID: voiceover.label-present.
      Item 2 of 5. movie-detail/movie-detail, Icon-only control has an explicit label. critical, owner demo-dev-1, finding hzjqsqxh. ID: voiceover.icon-button-label.
      Item 3 of 5. movies-list/movies-genre-list, Icon button hit area is 44 pt. critical (default), owner demo-dev-3, finding nwjxqmkg. ID: touch-target.icon-button-44pt.
      Item 4 of 5. people-detail/people-detail, Icon-only control has an explicit label. critical, owner demo-dev-1, finding ppvkqrsh. ID: voiceover.icon-button-label.
      Item 5 of 5. movies-home/movies-home, Icon button hit area is 44 pt. minor, waiver expired on 2026-11-19, owner demo-dev-3, finding tkxjttqh. ID: touch-target.icon-button-44pt.
      To ship.
      Fix or waive 4 critical findings.
      Fix 1 finding with an expired waiver, or renew the waiver.
      Remarks.
      Item 1 of 2. a11y list components. 25 findings left the scope with retired components.
      Item 2 of 2. a11y list cells status:na. 3 items that failed are now N/A.
      Fail: max-critical.
      Actual: 4 critical findings open.
      Required: at most 0.
      Note: 1 of them counted by default severity (not rated by a tester).
      4 items fail (see Blockers).
      Fail: expired-waivers.
      Actual: 1 failing item with an expired waiver.
      Required: none.
      1 item fails with an expired waiver (see Blockers).
      Release check: HOLD, 5 blockers (2 of 2 rules fail)

      $ a11y trend --every audit --plain
      Trend by audit: worse, from inspection-8 to inspection-9. Start: 134 of 179 evaluated items pass (74 percent); 45 open findings. End: 142 of 191 evaluated items pass (74 percent); 49 open findings. 20 items were tested for the first time in this period.
      Audit inspection-8: 134 of 179 evaluated items pass, 74 percent; 179 of 185 applicable items evaluated, 96 percent; 45 open findings; 6 untested; 266 new items; oldest result 1 day old.
      Audit inspection-9: 142 of 191 evaluated items pass, 74 percent; 191 of 193 applicable items evaluated, 98 percent; 49 open findings; 2 untested; 20 new items; oldest result 1 day old.
      Each point is an audit as it was closed: the items of its scope, by the results of the audit.
    """
}

/// Output of walks. A test of the whole program runs them again and compares each line.
enum WalkTranscripts {
  static let keys = """
      $ a11y walk --plain --check touch-target.minimum-44pt
      2 items, by component. Tester: t1.
      Keys: p pass, f fail, n not applicable, c can't tell, s skip, u undo, ? all keys, q quit.
      Item 1 of 2. Hit area is at least 44x44 pt. Close button on sign-in.
      How to test: 1. Open Accessibility Inspector or the Xcode view debugger. 2. Measure the hit area, not the visible glyph. 3. Record width and height in points.
      Expected: Width and height are 44 pt or more. A link inside a sentence is exempt.
      Measurement: at least 44 pt.
      Last result: none.
      Kind: icon-button.
      Screens: sign-in.
      Component: sign-in/close-button.
      Check: touch-target.minimum-44pt.
      Answer (? for help): f
      Affects: People with limited dexterity and children miss the control.
      Severity? 1 critical, 2 serious, 3 moderate, 4 minor (Enter for critical): 2
      Measured value (requirement: at least 44 pt; Enter to skip): 40x40
      40x40: FAIL (requirement: at least 44 pt).
      Fix: extend the hit area by 2 pt on each side (a11y calc area 40x40 --padding 2x2).
      Note (optional; Enter to skip): close cross too small
      Logged: FAIL, serious, 40x40, with note.
      Remedy: SwiftUI: add `.frame(minWidth: 44, minHeight: 44)` and `.contentShape(Rectangle())` inside the button label. UIKit: add constraints of at least 44 pt, or override `point(inside:with:)`.
      Item 2 of 2. sign-in/help.
      Answer: n
      Logged: N/A.
      Last item. Press u to undo the last answer, or q to quit.
      Answer: u
      Undone: na touch-target.minimum-44pt sign-in/help (10:41). Current result: untested.
      Item 2 of 2. Hit area is at least 44x44 pt. sign-in/help.
      Answer: w
      Item 2 of 2. This walk: 1 answered: 1 FAIL. 1 left.
      sign-in/help: 1 of 1 left.
      touch-target.minimum-44pt: 1 of 2 left.
      Answer: q
      1 answered: 1 FAIL.
      1 left. To continue: a11y walk --plain --check touch-target.minimum-44pt
    """

  static let lines = """
      $ printf 'f 2 v=40x40 help mark too small\\nq\\n' | a11y walk --plain --check touch-target.minimum-44pt
      1 item, by component. Tester: t1.
      Enter one answer per line: p pass, f fail, n not applicable, c can't tell, s skip, u undo, ? all keys, q quit.
      Item 1 of 1. Hit area is at least 44x44 pt. sign-in/help.
      How to test: 1. Open Accessibility Inspector or the Xcode view debugger. 2. Measure the hit area, not the visible glyph. 3. Record width and height in points.
      Expected: Width and height are 44 pt or more. A link inside a sentence is exempt.
      Measurement: at least 44 pt.
      Last result: none.
      Kind: icon-button.
      Component: sign-in/help.
      Check: touch-target.minimum-44pt.
      40x40: FAIL (requirement: at least 44 pt).
      Fix: extend the hit area by 2 pt on each side (a11y calc area 40x40 --padding 2x2).
      Logged: FAIL, serious, 40x40, with note.
      Remedy: SwiftUI: add `.frame(minWidth: 44, minHeight: 44)` and `.contentShape(Rectangle())` inside the button label. UIKit: add constraints of at least 44 pt, or override `point(inside:with:)`.
      Last item. Press u to undo the last answer, or q to quit.
      1 answered: 1 FAIL.
      All items answered. See a11y status.
    """
}
