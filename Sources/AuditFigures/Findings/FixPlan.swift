package import AuditModel

/// The changes to make first, chosen one after the other: each counts only what those before it leave.
///
/// The changes and their order are those of `FixTally`, so that a page and a list begin with the same one; a change
/// removes at least 2 findings.
package struct FixPlan: Sendable {
  /// An open finding without a waiver.
  package struct Item: Sendable {
    package var component: String
    /// Of the component; empty for none.
    package var kind: String
    package var source = ""
    package var screens: [String] = []
    package var check: String
    package var criteria: [String] = []
    /// The anti-pattern that it was filed as, and what is to be done of it; empty for none.
    package var pattern = (name: "", remedy: "")
    package var severity: Severity?
    package var isBlocker: Bool

    package init(component: String, kind: String, check: String, severity: Severity?, isBlocker: Bool) {
      self.component = component
      self.kind = kind
      self.check = check
      self.severity = severity
      self.isBlocker = isBlocker
    }

    fileprivate func isRemoved(by fix: Fix) -> Bool {
      switch fix.group {
      case .component: component == fix.name
      case .pattern: kind == fix.name && check == fix.check
      case .antiPattern: pattern.name == fix.name
      case .source: SourceLocation(source: source).file == fix.name
      case .owner: false
      }
    }
  }

  package struct Step: Sendable {
    package var fix: Fix
    /// What it removes: places in the items.
    package var places: [Int]
  }

  package private(set) var steps: [Step] = []

  /// - Parameter most: the number of steps at most.
  package init(_ items: [Item], most: Int) {
    var left = Array(items.indices)
    while steps.count < most, let fix = Self.tally(left.map { items[$0] }).best {
      let step = Step(fix: fix, places: left.filter { items[$0].isRemoved(by: fix) })
      guard !step.places.isEmpty else { return }
      steps.append(step)
      left.removeAll { items[$0].isRemoved(by: fix) }
    }
  }

  private static func tally(_ items: [Item]) -> FixTally {
    var tally = FixTally()
    var components: [String: FixTally.Number] = [:]
    var checks: [String: FixTally.Number] = [:]
    for item in items {
      let component =
        components[item.component]
        ?? tally.component(item.component, kind: item.kind, source: item.source, screens: item.screens)
      components[item.component] = component
      let check = checks[item.check] ?? tally.check(item.check, criteria: item.criteria)
      checks[item.check] = check
      let pattern = item.pattern.name.isEmpty ? nil : tally.name(item.pattern.name, remedy: item.pattern.remedy)
      tally.add(
        component, check, severity: item.severity, owner: tally.name(""), pattern: pattern, isBlocker: item.isBlocker)
    }
    return tally
  }
}
