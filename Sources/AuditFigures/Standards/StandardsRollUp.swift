package import AuditModel

/// How a tracker, or a part of it, stands towards the success criteria of WCAG, and with them towards every standard
/// that is made of them.
///
/// ```
///   cells ──> check ── tests ───> criterion ──> level, principle, standard
///               │ ╰─── related ──> named, counted apart
///               ╰ neither: a best practice, counted separately
/// ```
/// A cell of a check that tests two criteria counts for both, so the cells of all criteria are more than there are.
package struct StandardsRollUp: Equatable, Sendable {
  /// Belongs to every output of the figures.
  package static let noClaim =
    "These are test counts, not a conformance claim. Conformance requires an expert evaluation of the whole product."

  /// Every criterion that the catalog knows, in its order, the obsolete one included.
  package private(set) var criteria: [CriterionRollUp]
  /// The checks that test no criterion, and their cells; the cells of checks that are not known here as well.
  package private(set) var houseRules: Int
  package private(set) var houseCells = CellGroup()
  private var places: [String: Int] = [:]

  /// What a check is to the criteria.
  package struct CheckLinks: Equatable, Sendable {
    package var check: String
    package var tests: Set<String>
    /// Without those that it tests.
    package var related: Set<String>
    /// A tool carries it out.
    package var isAutomatic: Bool
    /// Its answer is a measured value.
    package var isMeasured: Bool

    package init(check: String, links: [CriterionLink], method: Method?, isMeasured: Bool = false) {
      self.isMeasured = isMeasured
      self.check = check
      tests = Set(links.filter { $0.relation == .tests }.map(\.criterion))
      related = Set(links.filter { $0.relation == .related }.map(\.criterion)).subtracting(tests)
      isAutomatic = method == .automated
    }
  }

  /// - Parameter checks: every check there is, tested or not. A link to a criterion that is not known is left out.
  package init(criteria: [Criterion], checks: [CheckLinks]) {
    var testing: [String: [String]] = [:]
    var related: [String: [String]] = [:]
    for check in checks {
      for criterion in check.tests { testing[criterion, default: []].append(check.check) }
      for criterion in check.related { related[criterion, default: []].append(check.check) }
    }
    self.criteria = criteria.map {
      CriterionRollUp(criterion: $0, testing: (testing[$0.id] ?? []).sorted(), related: (related[$0.id] ?? []).sorted())
    }
    houseRules = checks.count(where: \.tests.isEmpty)
    places = Dictionary(
      criteria.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Counts cells of one check.
  ///
  /// - Parameter check: what the check is to the criteria; nil for a check that is not known here.
  package mutating func add(_ group: CellGroup, of check: CheckLinks?) {
    if check?.tests.isEmpty ?? true { houseCells = houseCells + group }
    for place in (check?.tests ?? []).compactMap({ places[$0] }) {
      criteria[place].cells = criteria[place].cells + group
    }
    for place in (check?.related ?? []).compactMap({ places[$0] }) {
      criteria[place].relatedCells = criteria[place].relatedCells + group
    }
  }

  /// - Parameter gaps: by criterion, what of the whole app has no answer.
  package mutating func set(_ gaps: [String: StandardsGap]) {
    for place in criteria.indices { criteria[place].gap = gaps[criteria[place].criterion.id] ?? StandardsGap() }
  }

  package subscript(criterion: String) -> CriterionRollUp? { places[criterion].map { criteria[$0] } }

  // MARK: Tallies

  /// The criteria with these numbers, in the order of the catalog.
  package func criteria(_ ids: some Sequence<String>) -> [CriterionRollUp] {
    let wanted = Set(ids)
    return criteria.filter { wanted.contains($0.criterion.id) }
  }

  /// The criteria of each level of WCAG 2.2 by itself; the obsolete one has none.
  package var byLevel: [(level: ConformanceLevel, tally: CriteriaTally)] {
    ConformanceLevel.allCases.map { level in (level, CriteriaTally(criteria.filter { $0.criterion.level == level })) }
  }

  /// The criteria of WCAG 2.2 by principle, in the order of the standard.
  package var byPrinciple: [(principle: String, tally: CriteriaTally)] {
    let current = criteria.filter { !$0.criterion.isObsolete }
    var principles: [String] = []
    for one in current.map(\.criterion.principle) where !principles.contains(one) { principles.append(one) }
    return principles.map { name in (name, CriteriaTally(current.filter { $0.criterion.principle == name })) }
  }
}
