import Base

/// Holds cells against rules, cell by cell and never by a count alone: one fixed and one regressed are not even.
package struct Gate: Sendable {
  /// Worst first, failures by severity, then by name; of a gate of which only figures are asked in any order.
  package let cells: [GateCell]
  package let names: CellNames
  /// Those that pass, those without data, those that fail; each in the order of `GateRuling.Rule`.
  package let rulings: [GateRuling]
  package let verdict: GateVerdict
  package let counts: CellCounts

  /// The checks of cells that do not pass: places in the names.
  package var checksToTell: Set<Int32> { Set(cells.lazy.filter { $0.outcome != .pass }.map(\.check)) }

  /// - Parameters:
  ///   - now: the time from which age is computed, ms UTC.
  ///   - isOrdered: whether its cells are put in order.
  ///   - untested: how many more there are that were not tested.
  package init(
    _ cells: consuming [GateCell], _ names: CellNames, _ limits: GateLimits, now: Int64, isOrdered: Bool = true,
    untested: Int = 0
  ) {
    if isOrdered { cells.sort(by: GateCell.isBefore) }
    (self.cells, self.names) = (cells, names)
    var counts = CellCounts()
    counts.untested = untested
    for cell in self.cells {
      counts.add(
        cell.outcome.map {
          CellState(
            outcome: $0, severity: cell.severity, isDisputed: cell.isDisputed, isContradicted: cell.isContradicted)
        })
    }
    self.counts = counts
    let judge = Judge(cells: self.cells, names: names, counts: counts, limits: limits, now: now)
    var rulings = judge.rulings
    if judge.evaluated.answered == 0 {
      // An audit in which nothing was looked at is empty, however many cells it is about. Where others alone have looked,
      // what they see fail counts, and no rule passes.
      for place in rulings.indices where counts.answered == 0 || rulings[place].verdict == .pass {
        rulings[place].verdict = .noData
        rulings[place].against = []
      }
    }
    self.rulings = GateVerdict.allCases.flatMap { verdict in rulings.filter { $0.verdict == verdict } }
    if rulings.contains(where: { $0.verdict == .fail }) {
      verdict = .fail
    } else {
      verdict = rulings.contains { $0.verdict == .noData } || rulings.isEmpty ? .noData : .pass
    }
  }
}

/// One gate's rules, evaluated one by one.
private struct Judge {
  let cells: [GateCell]
  let names: CellNames
  let counts: CellCounts
  /// The same by what those say alone who are followed: what others say adds failures, and evaluates nothing.
  let evaluated: CellCounts
  let limits: GateLimits
  let now: Int64

  init(cells: [GateCell], names: CellNames, counts: CellCounts, limits: GateLimits, now: Int64) {
    (self.cells, self.names, self.counts, self.limits, self.now) = (cells, names, counts, limits, now)
    var evaluated = counts
    for cell in cells where cell.isOfOthers {
      evaluated.count(cell.outcome, -1)
      if cell.isAsked || cell.known != nil { evaluated.count(cell.known, 1) }
    }
    self.evaluated = evaluated
  }

  var rulings: [GateRuling] {
    [
      limits.minPass.map(minPass), limits.minCoverage.map(minCoverage),
      limits.maxCritical.map { most(.maxCritical, $0) { $0.severity == .critical } },
      limits.maxSerious.map { most(.maxSerious, $0, isCounted: limits.countsAsSerious) },
      limits.forbidsRegressions ? noRegressions : nil, limits.maxAge.map(maxAge), limits.maxWaiting.map(maxWaiting),
      limits.maxClosedTickets.map(maxClosedTickets),
      limits.criticalRules.map { checklist(.criticalRules, $0) },
      limits.preRelease.map { checklist(.preRelease, $0) }, expiredWaivers, disagreements,
    ].compactMap { $0 }
  }

  private func places(_ isMeant: (GateCell) -> Bool) -> [Int] { cells.indices.filter { isMeant(cells[$0]) } }

  private func minPass(_ limit: GateShare) -> GateRuling {
    var ruling = GateRuling(.minPass, GateFigure(counts.pass, of: counts.judged))
    ruling.waived = cells.count(where: \.isWaived)
    ruling.untested = counts.untested
    ruling.byOthers = cells.count(where: \.failsByOthersAlone)
    // What is waived fails all the same: a waiver never turns a failure into a pass.
    if counts.judged > 0, !limit.isReached(by: counts.pass, of: counts.judged) {
      return ruling.fail([(.fails, places { $0.outcome == .fail })])
    }
    return evaluated.judged > 0 ? ruling : without(ruling)
  }

  private func minCoverage(_ limit: GateShare) -> GateRuling {
    var ruling = GateRuling(.minCoverage, GateFigure(evaluated.judged, of: evaluated.applicable))
    ruling.byOthers = cells.count(where: \.failsByOthersAlone)
    // What others see fail is no evaluated item, and no untested one either: it is shown as FAIL, and named as what it is.
    ruling.untested = counts.untested
    guard evaluated.applicable > 0 else { return without(ruling) }
    if !limit.isReached(by: evaluated.judged, of: evaluated.applicable) {
      ruling.fail([
        (.failsByOthers, places { $0.failsByOthersAlone && ($0.isAsked || $0.known != nil) && $0.known != .na }),
        (.untested, places { $0.isAsked && $0.evaluated == nil && !$0.failsByOthersAlone }),
        (.cantTell, places { $0.evaluated == .cantTell && !$0.failsByOthersAlone }),
      ])
    }
    return ruling
  }

  private func most(_ rule: GateRuling.Rule, _ limit: Int, isCounted: (GateCell) -> Bool) -> GateRuling {
    let found = places { $0.isOpen && isCounted($0) }
    var ruling = GateRuling(rule, GateFigure(found.count, of: counts.judged))
    ruling.waived = cells.count { $0.isWaived && isCounted($0) }
    ruling.usual = found.count { cells[$0].isUsualSeverity }
    ruling.untested = counts.untested
    if found.count > limit { return ruling.fail([(.fails, found)]) }
    return evaluated.judged > 0 ? ruling : without(ruling)
  }

  private var noRegressions: GateRuling {
    let found = places(\.isRegressed)
    let compared =
      limits.hasBaseline ? cells.count { $0.isCompared && (!$0.isOfOthers || $0.known != nil) } : evaluated.judged
    var ruling = GateRuling(.noRegressions, GateFigure(found.count, of: compared))
    ruling.waived = cells.count { $0.isWaived && $0.hasFailedAnew }
    ruling.fixed = cells.count(where: \.isFixed)
    ruling.untested = counts.untested
    guard found.isEmpty else { return ruling.fail([(.regressed, found)]) }
    return compared == 0 || evaluated.judged == 0 ? without(ruling) : ruling
  }

  private func maxAge(_ days: Int) -> GateRuling {
    // By whole days, as ages are shown: what is as old as the limit is not older.
    let found = places { $0.time.map { age($0) > days } ?? false }
    var ruling = GateRuling(.maxAge, GateFigure(found.count, of: counts.answered))
    ruling.untested = counts.untested
    ruling.oldestDays = cells.lazy.compactMap(\.time).min().map(age)
    if !found.isEmpty {
      return ruling.fail([(.tooOld, found.sorted { (cells[$0].time ?? 0, $0) < (cells[$1].time ?? 0, $1) })])
    }
    return evaluated.answered > 0 ? ruling : without(ruling)
  }

  /// What waits is no item, and nothing is without data where nothing waits.
  private func maxWaiting(_ limit: Int) -> GateRuling {
    var ruling = GateRuling(.maxWaiting, GateFigure(limits.waiting, of: limits.waiting))
    if limits.waiting > limit { ruling.verdict = .fail }
    return ruling
  }

  /// What a developer called done and a tester sees failing; with no ticket closed there is nothing against it.
  private func maxClosedTickets(_ limit: Int) -> GateRuling {
    let found = places { $0.isOpen && $0.isTicketClosed }
    var ruling = GateRuling(.maxClosedTickets, GateFigure(found.count, of: counts.fail))
    ruling.waived = cells.count { $0.isWaived && $0.isTicketClosed }
    if limit < found.count { ruling.fail([(.ticketClosed, found)]) }
    return ruling
  }

  /// Whole days since then; 0 for what is ahead of the clock.
  private func age(_ time: Int64) -> Int { Timestamp.days(from: time, to: now) }

  /// Every cell of the list has to pass or not to apply; what is waived is let through, and counted apart: no waiver lets
  /// through what others alone see fail, which would be untested without them. Of the list before a release every check
  /// has to be asked, wherever it applies.
  private func checklist(_ rule: GateRuling.Rule, _ checks: Set<String>) -> GateRuling {
    let isListed = names.checks.map(checks.contains)
    let all = places { isListed[Int($0.check)] }
    var groups: [GateReason: [Int]] = [:]
    for place in all {
      let cell = cells[place]
      if cell.isWaived, cell.evaluated == .fail { continue }
      let reason: GateReason? =
        switch cell.isWaived ? cell.evaluated : cell.outcome {
        case nil where cell.isWaived, .cantTell where cell.isWaived: .failsByOthers
        case nil: .untested
        case .fail: .fails
        case .cantTell: .cantTell
        case .pass, .na: cell.isDisputed ? .disputed : cell.isContradicted ? .contradicted : nil
        }
      if let reason { groups[reason, default: []].append(place) }
    }
    var ruling = GateRuling(rule, GateFigure(groups.values.reduce(0) { $0 + $1.count }, of: all.count))
    ruling.waived = all.count { cells[$0].isWaived }
    ruling.untested = groups[.untested]?.count ?? 0
    let asked = Set(Set(all.map { cells[$0].check }).map { names.checks[Int($0)] })
    let unasked = checks.subtracting(asked)
    ruling.unasked = unasked.subtracting(limits.excluded).sorted()
    ruling.excluded = unasked.intersection(limits.excluded).sorted()
    guard groups.isEmpty else { return ruling.fail(GateReason.allCases.map { ($0, groups[$0] ?? []) }) }
    // N/A throughout shows nothing, and a release requirement is not met by a check that applies to no cell.
    let isJudged = all.contains { cells[$0].evaluated != .na }
    return isJudged && (rule != .preRelease || ruling.unasked.isEmpty) ? ruling : without(ruling)
  }

  private var expiredWaivers: GateRuling? {
    let found = places { $0.isOpen && $0.hasExpired }
    guard !found.isEmpty else { return nil }
    var ruling = GateRuling(.expiredWaivers, GateFigure(found.count, of: counts.fail))
    return ruling.fail([(.waiverExpired, found)])
  }

  private var disagreements: GateRuling? {
    guard !limits.allowsDisagreements else { return nil }
    let found = places(\.isUnsettled)
    guard !found.isEmpty else { return nil }
    var ruling = GateRuling(.disagreements, GateFigure(found.count, of: counts.answered))
    return ruling.fail([
      (.disputed, found.filter { cells[$0].isDisputed }), (.contradicted, found.filter { !cells[$0].isDisputed }),
    ])
  }

  private func without(_ ruling: GateRuling) -> GateRuling { with(ruling) { $0.verdict = .noData } }
}

/// What a release check comes to.
package enum ReleaseDecision: String, CaseIterable, Sendable {
  case ship, hold
  /// There is too little to decide by.
  case undecided = "no-decision"

  package var word: String { self == .undecided ? "NO DECISION" : rawValue.uppercased() }
}

/// A finding that keeps a release.
package struct ReleaseBlocker: Equatable, Sendable {
  /// The failing rules that it is against, in the order of the rules.
  package var rules: [GateRuling.Rule]
  /// Its place in the cells of the gate.
  package var place: Int
}

extension Gate {
  /// The items against rules that fail and that are about single items: critical findings, regressions, those whose
  /// waiver has expired, then the others, each worst first.
  package var blockers: [ReleaseBlocker] {
    var rules: [Int: [GateRuling.Rule]] = [:]
    for ruling in rulings where ruling.verdict == .fail && ruling.rule.isOfFindings {
      for place in ruling.against.flatMap(\.cells) where cells[place].isOpen || ruling.rule == .disagreements {
        rules[place, default: []].append(ruling.rule)
      }
    }
    func rank(_ blocker: ReleaseBlocker) -> Int {
      if cells[blocker.place].severity == .critical { return 0 }
      if blocker.rules.contains(.noRegressions) { return 1 }
      return blocker.rules.contains(.expiredWaivers) ? 2 : 3
    }
    return rules.map { ReleaseBlocker(rules: $0.value, place: $0.key) }
      .sorted { (rank($0), $0.place) < (rank($1), $1.place) }
  }

  /// The least number of things that have to change for a failing rule to pass: findings to fix, items to evaluate, to
  /// retest, or to settle.
  package func shortfall(_ ruling: GateRuling, _ limits: GateLimits) -> Int {
    let figure = ruling.figure
    return switch ruling.rule {
    case .minPass: limits.minPass?.missing(from: figure) ?? 0
    case .minCoverage: limits.minCoverage?.missing(from: figure) ?? 0
    case .maxCritical: figure.part - (limits.maxCritical ?? 0)
    case .maxSerious: figure.part - (limits.maxSerious ?? 0)
    case .maxWaiting: figure.part - (limits.maxWaiting ?? 0)
    case .maxClosedTickets: figure.part - (limits.maxClosedTickets ?? 0)
    case .noRegressions, .maxAge, .criticalRules, .preRelease, .expiredWaivers, .disagreements: figure.part
    }
  }
}

extension GateRuling.Rule {
  /// Whether each item against it keeps the release by itself; of a share, none does.
  package var isOfFindings: Bool {
    switch self {
    case .maxCritical, .maxSerious, .maxClosedTickets, .noRegressions, .criticalRules, .preRelease, .expiredWaivers,
      .disagreements:
      true
    case .minPass, .minCoverage, .maxAge, .maxWaiting: false
    }
  }
}

extension GateShare {
  /// How many more of the whole are needed to reach it.
  fileprivate func missing(from figure: GateFigure) -> Int {
    var (few, enough) = (0, max(0, figure.whole - figure.part))
    while few < enough {
      let middle = few + (enough - few) / 2
      if isReached(by: figure.part + middle, of: figure.whole) { enough = middle } else { few = middle + 1 }
    }
    return few
  }
}
