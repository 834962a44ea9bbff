/// The words of the query language, with their documentation. What they mean is the store's affair.
package enum QueryWord: String, CaseIterable, Sendable {
  case status, check, category, component, kind, profile, screen, source, owner, tag, audit, tester, build
  case condition, severity, impact, criterion, level, method, platform, since, until, stale, disputed, waived, state

  /// A phrase for help.
  package var doc: String {
    switch self {
    case .status: "pass, fail, na, cant-tell or untested"
    case .check: "a check, e.g. voiceover.label-present or voiceover.*"
    case .category: "a category of checks, e.g. touch-target"
    case .component: "a component, e.g. sign-in/close-button or sign-in/**"
    case .kind: "a kind of component, e.g. icon-button"
    case .profile: "general or child"
    case .screen: "a screen that uses the component"
    case .source: "the source file of the component, e.g. Views/**"
    case .owner: "who looks after the component"
    case .tag: "a tag of the component"
    case .audit: "an audit"
    case .tester: "who saw it"
    case .build: "the build it was seen in"
    case .condition: "a condition it was seen under, e.g. dark"
    case .severity: "1 to 4, or critical, serious, moderate, minor"
    case .impact: "the impact of the check"
    case .criterion: "a WCAG criterion that the check tests, e.g. 1.4.3"
    case .level: "the level of that criterion: A, AA or AAA"
    case .method: "manual, inspection, automated or child-test"
    case .platform: "a platform the check applies to: iOS, iPadOS or macOS"
    case .since: "seen on this day or later"
    case .until: "seen on this day or earlier"
    case .stale: "yes or no: whether something changed since it was seen"
    case .disputed: "yes or no: whether two testers disagree"
    case .waived: "yes or no: whether a waiver covers it"
    case .state: "of what tools found: open, reviewed or unmatched"
    }
  }
}
