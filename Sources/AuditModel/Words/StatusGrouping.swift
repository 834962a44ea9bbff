/// What `a11y status --by` groups items by, beside the settings of the device.
package enum StatusGrouping: String, CaseIterable, Sendable {
  case owner, screen, tester, category, criterion, severity, component

  /// Whether an item may be in several groups, so that the groups add up to more than there is.
  package var overlaps: Bool { self == .screen || self == .criterion }

  /// The name of the group of what has none.
  package var none: String {
    switch self {
    case .owner: "no owner"
    case .screen: "no screen"
    case .tester: "untested"
    case .criterion: "best practices"
    case .severity: "not failing"
    case .category, .component: "none"
    }
  }
}
