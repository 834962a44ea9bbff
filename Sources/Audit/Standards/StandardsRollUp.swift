import Base

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
  /// Items that others have tested alone, who are not followed, and those that they made milder: figures have these so.
  package var (byOthers, held) = (0, 0)
  private var places: [String: Int] = [:]

  /// What a check is to the criteria.
  package struct CheckLinks: Equatable, Sendable {
    package var check: String
    package var tests: Set<String>
    /// Without those that it tests.
    package var related: Set<String>
    /// A tool carries it out.
    package var isAutomatic: Bool
    /// Its answer is a measured value: a pass of a criterion with a figure has one.
    package var isMeasured: Bool
    /// Where a team has changed what it measures: a criterion goes by the built-in figure.
    package var adjusted: AdjustedFigure?
    /// A criterion asks for an answer to it; false where another check asks for the same, and it is one more word.
    package var isNeeded = true
    /// Whether what its criteria state is a figure that it measures.
    package var statesFigure: Bool { isMeasured && !tests.isDisjoint(with: CriterionRollUp.figures) }

    package init(check: String, links: [CriterionLink], method: Method?, isMeasured: Bool = false) {
      (self.isMeasured, self.check) = (isMeasured, check)
      tests = Set(links.filter { $0.relation == .tests }.map(\.criterion))
      related = Set(links.filter { $0.relation == .related }.map(\.criterion)).subtracting(tests)
      isAutomatic = method == .automated
    }

    package init(_ check: Check) {
      self.init(check: check.id, links: check.wcag, method: check.method, isMeasured: check.measurement != nil)
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
    places = Dictionary(firstOf: criteria.enumerated().map { ($0.element.id, $0.offset) })
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
}

/// A built-in check with a figure of the team: for the criteria of a standard the built-in one decides.
///
/// | the team's figure | with a value | PASS without one | FAIL without one |
/// | --- | --- | --- | --- |
/// | looser | by the value | CAN'T TELL | FAIL: it fails the stricter one all the more |
/// | stricter | by the value | PASS | CAN'T TELL |
/// | of another kind | by the value | CAN'T TELL | CAN'T TELL |
package struct AdjustedFigure: Equatable, Sendable {
  private enum Bearing { case looser, stricter, other }

  private let own: Measurement?
  private let builtIn: Measurement
  /// The version of the built-in text, by which earlier results were given.
  private let text: String
  private let bearing: Bearing

  /// Nil where the check measures what the built-in one does, or that one leaves the figure to the team.
  package init?(_ check: Check, builtIn: Check?) {
    guard let builtIn, let measurement = builtIn.measurement, check.id == builtIn.id,
      !measurement.threshold.isEmpty || measurement.parts != nil
    else { return nil }
    var own = check.measurement
    own?.note = measurement.note
    own?.formula = measurement.formula
    guard own != measurement else { return nil }
    (self.own, self.builtIn, text) = (own, measurement, builtIn.textVersion)
    bearing = own.map { Self.bearing($0, measurement) } ?? .other
  }

  private static func bearing(_ own: Measurement, _ builtIn: Measurement) -> Bearing {
    var moved = own
    moved.threshold = builtIn.threshold
    guard moved == builtIn, let first = own.threshold.first, let was = builtIn.threshold.first else { return .other }
    switch builtIn.comparison {
    case .atLeast: return first > was ? .stricter : .looser
    case .atMost: return first < was ? .stricter : .looser
    case .between:
      guard let last = own.threshold.last, let wasLast = builtIn.threshold.last else { return .other }
      return first >= was && last <= wasLast ? .stricter : first <= was && last >= wasLast ? .looser : .other
    case .equal, .multipleOf: return .other
    }
  }

  /// What a result says by the built-in figure.
  ///
  /// - Parameters:
  ///   - said: by the tester, before any value.
  ///   - text: the version of the text that it was given by; nil where not known.
  package func outcome(
    _ said: Outcome, value: MeasuredValue?, text: String?, condition: String, on component: Component?
  ) -> Outcome {
    func judged(_ measurement: Measurement?) -> Outcome? {
      value.flatMap { measurement?.under(condition).judge($0, on: component).outcome }
    }
    let byValue = judged(builtIn)
    if byValue == .fail { return .fail }
    switch said {
    case .na, .cantTell: return said
    case .pass: return byValue == .pass || text == self.text || bearing == .stricter ? .pass : .cantTell
    case .fail:
      // Of a failure with a value that meets both figures, and of one from before, the team's figure is no reason.
      if text == self.text || byValue == .pass && judged(own) != .fail { return .fail }
      return byValue == .pass ? .pass : bearing == .looser ? .fail : .cantTell
    }
  }
}

/// Cells that are counted together: those that test one criterion, or those of the best practices.
package struct CellGroup: Equatable, Sendable {
  package private(set) var counts = CellCounts()
  /// Passes of automatic checks, which are among `counts.pass`. That a tool found nothing is never a pass, so these
  /// play no part in the state.
  package private(set) var automaticPasses = 0
  /// Passes with a measured value, and those without one of checks whose answer is measured; by a person.
  package private(set) var measuredPasses = 0
  package private(set) var unmeasuredPasses = 0
  package private(set) var stale = 0
  /// Failing cells that a waiver covers; they fail all the same.
  package private(set) var waived = 0
  private var seen = ComponentNumbers()
  private var judged = ComponentNumbers()
  private var failing = ComponentNumbers()

  package init() {}

  /// A cell in small: what it shows, and of which component.
  package struct Cell: Equatable, Sendable {
    /// A number from 0 up that stands for the component, the same for all groups that are compared or added.
    package var component: Int
    /// Nil: untested.
    package var state: CellState?
    package var isStale: Bool
    package var isWaived: Bool

    package init(component: Int, state: CellState?, isStale: Bool = false, isWaived: Bool = false) {
      (self.component, self.state, self.isStale, self.isWaived) = (component, state, isStale, isWaived)
    }
  }

  /// - Parameters:
  ///   - isAutomatic: whether the check of the cell is carried out by a tool.
  ///   - isMeasured: whether it has a measured value; nil where its check needs none.
  package mutating func add(_ cell: Cell, isAutomatic: Bool, isMeasured: Bool? = nil) {
    counts.add(cell.state)
    seen.insert(cell.component)
    if cell.isStale { stale += 1 }
    guard let outcome = cell.state?.outcome else { return }
    if outcome == .pass, isAutomatic { automaticPasses += 1 }
    if outcome == .pass, !isAutomatic, let isMeasured {
      if isMeasured { measuredPasses += 1 } else { unmeasuredPasses += 1 }
    }
    if outcome == .pass || outcome == .fail { judged.insert(cell.component) }
    guard outcome == .fail else { return }
    failing.insert(cell.component)
    if cell.isWaived { waived += 1 }
  }

  /// Adds cells that are not tested, of components that are added by themselves.
  package mutating func add(untested count: Int) { counts.untested += count }

  package mutating func add(component: Int) { seen.insert(component) }

  package static func + (left: CellGroup, right: CellGroup) -> CellGroup {
    var sum = left
    sum.counts = left.counts + right.counts
    sum.automaticPasses += right.automaticPasses
    sum.measuredPasses += right.measuredPasses
    sum.unmeasuredPasses += right.unmeasuredPasses
    sum.stale += right.stale
    sum.waived += right.waived
    sum.seen.formUnion(right.seen)
    sum.judged.formUnion(right.judged)
    sum.failing.formUnion(right.failing)
    return sum
  }

  /// Components with a cell in the group, with an evaluated one, and with a failing one.
  package var components: Int { seen.count }
  package var judgedComponents: Int { judged.count }
  package var failingComponents: Int { failing.count }

  /// The roll-up of 1-product's rules; nil is untested.
  package var outcome: Outcome? {
    var evidence = counts
    evidence.pass -= automaticPasses
    return evidence.rolledUp
  }
}

/// Numbers of components, a bit for each.
private struct ComponentNumbers: Equatable, Sendable {
  private var words: [UInt64] = []

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ number: Int) {
    let place = number / 64
    if place >= words.count { words.append(contentsOf: repeatElement(0, count: place + 1 - words.count)) }
    words[place] |= 1 << UInt64(number % 64)
  }

  mutating func formUnion(_ others: ComponentNumbers) {
    if others.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: others.words.count - words.count))
    }
    for (place, word) in others.words.enumerated() { words[place] |= word }
  }
}

/// What the cells of a criterion say together, the worst first.
package enum CriterionState: String, CaseIterable, Sendable {
  case fail
  case cantTell = "cant-tell"
  /// A check covers it, and not every cell has been looked at; or one that applies to a component in use has no answer
  /// there, or what has to be measured was not.
  case untested
  case pass
  case na
  /// No check tests it, so no results can show anything about it.
  case notEvaluated = "not-evaluated"
}

/// How one success criterion stands.
package struct CriterionRollUp: Equatable, Sendable {
  package var criterion: Criterion
  /// The checks that test it, and those that are merely related and count for nothing here; in the order of their ids.
  package var testing: [String]
  package var related: [String]
  /// The cells of the checks that test it.
  package var cells = CellGroup()
  /// The cells of the related checks, which are no evidence for or against it.
  package var relatedCells = CellGroup()

  /// What of the whole app has no answer; the same for every output.
  package var gap = StandardsGap()

  package var state: CriterionState {
    if testing.isEmpty { return .notEvaluated }
    return switch cells.outcome {
    case .fail: .fail
    case .cantTell: .cantTell
    case .pass where gap.isEmpty && isMeasured: .pass
    case .na where gap.isEmpty: .na
    case .pass, .na, nil: .untested
    }
  }

  /// What the answers so far say of a criterion that they do not settle: `PASS for 1 of 2 applicable checks`. It is no
  /// PASS; nil where there is nothing to say.
  package var progress: String? {
    guard state == .untested, let outcome = cells.outcome else { return nil }
    let word = outcome == .na ? "N/A" : "PASS"
    return gap.isEmpty ? "\(word), but \(unmeasured)" : "\(word) for \(gap.answered)"
  }

  /// Criteria that state a figure: a ratio or a size has to be measured.
  package static let figures: Set<String> = ["1.4.3", "1.4.6", "1.4.11", "2.5.5", "2.5.8"]

  private var isMeasured: Bool {
    !Self.figures.contains(criterion.id) || cells.measuredPasses > 0 && cells.unmeasuredPasses == 0
  }

  /// `not measured`, `2 of 3 items not measured`
  package var unmeasured: String {
    let all = cells.measuredPasses + cells.unmeasuredPasses
    return cells.measuredPasses == 0
      ? "not measured" : "\(counted(cells.unmeasuredPasses, of: all)) \(all == 1 ? "item" : "items") not measured"
  }
}

/// How many criteria are in which state.
package struct CriteriaTally: Equatable, Sendable {
  private var counts: [CriterionState: Int] = [:]

  package init(_ criteria: some Sequence<CriterionRollUp>) {
    for criterion in criteria { counts[criterion.state, default: 0] += 1 }
  }

  package subscript(state: CriterionState) -> Int { counts[state] ?? 0 }

  package var total: Int { counts.values.reduce(0, +) }
}

/// What keeps the evidence for a criterion from speaking for the whole app: no status is PASS, and no conformance report
/// says "supports", where one is left.
package struct StandardsGap: Equatable, Sendable {
  /// Pairs of component and check without a result.
  package private(set) var cells = 0
  /// Components with such a cell, and all that a check of the criterion applies to.
  private var missing: Set<Int> = []
  /// The checks of the criterion that apply to a component in use, those of them with an answer for every one of these,
  /// and all pairs of both.
  private(set) var checks = 0
  private(set) var answeredChecks = 0
  private(set) var pairs = 0
  private var applying: Set<Int> = []

  package init() {}

  package var isEmpty: Bool { cells == 0 }

  /// - Parameters:
  ///   - missing: the components without an answer to a check, as any numbers; each once.
  ///   - applying: all that it applies to.
  package mutating func add(missing: [Int], of applying: [Int]) {
    cells += missing.count
    if !applying.isEmpty {
      checks += 1
      pairs += applying.count
      if missing.isEmpty { answeredChecks += 1 }
    }
    self.missing.formUnion(missing)
    self.applying.formUnion(applying)
  }

  /// `1 of 2 applicable checks`, with the items where several components are in use.
  var answered: String {
    let told = "\(counted(answeredChecks)) of \(counted(checks, "applicable check"))"
    return pairs > checks ? "\(told) (\(counted(pairs - cells, of: pairs)) items)" : told
  }

  /// `33 of 35 components that it applies to are not judged for every check of it`.
  package var words: String {
    let components = counted(applying.count, "component")
    return
      "\(counted(missing.count)) of \(components) in scope \(missing.count == 1 ? "is" : "are") not evaluated for each check of "
      + "the criterion"
  }
}
