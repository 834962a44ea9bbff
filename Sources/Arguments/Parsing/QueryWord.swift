/// The words of the query language, with their documentation. The store interprets them.
package enum QueryWord: String, CaseIterable, Sendable {
  case status, check, category, component, kind, profile, screen, source, owner, tag, ticket, audit, tester, build
  case condition, severity, impact, criterion, level, method, platform, since, until, stale, disputed, waived, state

  /// A phrase for help.
  package var doc: String {
    switch self {
    case .status: "pass, fail, na, cant-tell, or untested; outcome: is the same"
    case .check: "check, e.g. voiceover.label-present or voiceover.*"
    case .category: "category of the check, e.g. touch-target"
    case .component: "component, e.g. sign-in/close-button or sign-in/**"
    case .kind: "kind of component, e.g. icon-button"
    case .profile: "general or child"
    case .screen: "screen that the component appears on"
    case .source: "source file of the component, e.g. Views/**"
    case .owner: "owner of the component"
    case .tag: "tag of the component"
    case .ticket: "ticket of a finding, by its number, address, or the end of that; or open, closed, or none"
    case .audit: "audit"
    case .tester: "tester of the result"
    case .build: "build of the result"
    case .condition: "condition of the result, e.g. dark"
    case .severity: "1 to 4, or critical, serious, moderate, minor"
    case .impact: "default severity of the check: critical, serious, moderate, or minor"
    case .criterion: "WCAG criterion that the check tests, e.g. 1.4.3"
    case .level: "level of the WCAG criterion: A, AA, or AAA"
    case .method: "manual, inspection, automated, or child-test"
    case .platform: "platform that the check applies to: iOS, iPadOS, or macOS"
    case .since: "results of this day or later"
    case .until: "results of this day or earlier"
    case .stale: "yes or no: a source file, build, or check changed after the result, or the result is too old"
    case .disputed: "yes or no: two testers of the same build disagree"
    case .waived: "yes or no: covered by a waiver"
    case .state:
      "state of a finding (open, regressed, fixed, corrected, ended) or of a tool finding (open, reviewed, unmatched)"
    }
  }
}
