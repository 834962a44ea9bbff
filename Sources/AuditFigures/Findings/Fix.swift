import AuditModel

/// What one change, or one owner, could remove of what is open.
package struct Fix: Equatable, Sendable {
  package enum Group: String, CaseIterable, Sendable {
    /// Everything that fails in one component.
    case component
    /// One check that fails in several components of one kind.
    case pattern
    /// Everything that was filed as one anti-pattern, whose remedy is known.
    case antiPattern = "anti-pattern"
    /// Everything that fails in several components of one source file.
    case source
    /// Everything that fails in what one person looks after: not one change, but one conversation.
    case owner
  }

  package var group: Group
  /// The component, the kind of component, the source file, the owner.
  package var name: String
  /// The check of a pattern.
  package var check: String?
  /// What is to be done, of an anti-pattern.
  package var remedy = ""
  /// How many open findings it resolves.
  package var findings = 0
  /// How many of them keep the release.
  package var blockers = 0
  package var critical = 0
  package var serious = 0
  /// In the order of their bytes, each once.
  package var components: [String] = []
  package var screens: [String] = []
  /// Criteria of WCAG that these findings fail.
  package var criteria: [String] = []

  package init(group: Group, name: String, check: String? = nil) {
    self.group = group
    self.name = name
    self.check = check
  }

  static func isBetter(_ left: Fix, _ right: Fix) -> Bool {
    let (one, other) = (left.rank, right.rank)
    if one != other { return one.lexicographicallyPrecedes(other) }
    return (left.name, left.check ?? "") < (right.name, right.check ?? "")
  }

  /// Smaller is better: one change for several findings first, then the most blockers, the most severe findings, and
  /// their number.
  private var rank: [Int] {
    let place = Group.allCases.firstIndex(of: group) ?? 0
    return [
      group == .owner ? 1 : 0, findings > 1 ? 0 : 1, -blockers, -critical, -(critical + serious), -findings,
      -screens.count, -criteria.count, components.count, place,
    ]
  }
}
