import AuditModel

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
