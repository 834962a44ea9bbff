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
  /// How many open findings go with it.
  package var findings = 0
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

  /// What could be done, best first: the most findings, then the most critical and serious ones, screens and criteria,
  /// then the fewest components to change, then by name. What owners look after stands behind the single changes.
  ///
  /// Only open findings without a waiver count. A pattern or a source file that is about one component is left out: the
  /// component stands there itself.
  package static func all(of findings: [Finding]) -> [Fix] {
    let open = findings.filter { $0.isOpen && $0.waiver == nil }
    var fixes = grouped(open, by: .component) { ($0.component, nil) }
    fixes += grouped(open, by: .pattern) { $0.kind.isEmpty ? nil : ($0.kind, $0.check) }
    fixes += grouped(open, by: .antiPattern) { finding in finding.pattern.map { ($0.name, nil) } }
    fixes += grouped(open, by: .source) { $0.source.isEmpty ? nil : ($0.source, nil) }
    fixes += grouped(open, by: .owner) { $0.owner.isEmpty ? nil : ($0.owner, nil) }
    fixes.removeAll { [.pattern, .source].contains($0.group) && $0.components.count < 2 }
    return fixes.sorted(by: isBetter)
  }

  private static func grouped(
    _ findings: [Finding], by group: Group, _ name: (Finding) -> (name: String, check: String?)?
  ) -> [Fix] {
    var places: [[[UInt8]]: Int] = [:]
    var members: [(fix: Fix, findings: [Finding])] = []
    for finding in findings {
      guard let (name, check) = name(finding) else { continue }
      let key = [Array(name.utf8), Array((check ?? "").utf8)]
      let place = places[key] ?? members.count
      if place == members.count {
        places[key] = place
        members.append((Fix(group: group, name: name, check: check), []))
      }
      members[place].findings.append(finding)
    }
    return members.map { fix, findings in
      var fix = fix
      fix.findings = findings.count
      if group == .antiPattern { fix.remedy = findings.first?.pattern?.remedy ?? "" }
      fix.critical = findings.count { $0.severity == .critical }
      fix.serious = findings.count { $0.severity == .serious }
      fix.components = distinct(findings.map(\.component))
      fix.screens = distinct(findings.flatMap(\.screens))
      fix.criteria = distinct(findings.flatMap(\.criteria))
      return fix
    }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return names.filter { seen.insert(Array($0.utf8)).inserted }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func isBetter(_ left: Fix, _ right: Fix) -> Bool {
    let (one, other) = (left.rank, right.rank)
    if one != other { return one.lexicographicallyPrecedes(other) }
    return (left.name, left.check ?? "") < (right.name, right.check ?? "")
  }

  /// Smaller is better.
  private var rank: [Int] {
    let place = Group.allCases.firstIndex(of: group) ?? 0
    return [
      group == .owner ? 1 : 0, -findings, -(critical + serious), -screens.count, -criteria.count, components.count,
      place,
    ]
  }
}
