import AuditFigures
import AuditModel

extension GateReport {
  /// The gate as `a11y.gate/1`. Keys are a contract and only ever added to.
  ///
  /// `rules` are in the order of the text output: those that pass, those without data, those that fail. `actual`
  /// is a percentage rounded down to hundredths, a number of cells, or for `max-age` a number of days; `part` and
  /// `whole` are the counts behind it.
  package var json: JSONText {
    let counts = gate.counts
    let states: [(String, Int)] = [
      ("pass", counts.pass), ("fail", counts.fail), ("na", counts.na), ("cant_tell", counts.cantTell),
      ("untested", counts.untested),
    ]
    return .object([
      ("schema", .string("a11y.gate/1")), ("generated", .string(asOf)), ("verdict", .string(verdict.rawValue)),
      ("failed", .int(isProposal ? 0 : failed.count)), ("report_only", .bool(isReportOnly)),
      ("audit", .string(orNull: audit)),
      ("filter", .string(orNull: filter)),
      (
        "baseline",
        baseline.map {
          .object([("name", .string($0.name)), ("known", .int($0.known)), ("elsewhere", .int($0.elsewhere))])
        } ?? .null
      ),
      (
        "scope",
        .object([
          ("components", .int(components)), ("components_in_use", .int(componentsInUse)),
          ("cells", .int(counts.inScope)),
        ])
      ),
      ("cells", .object(states.map { ($0.0, .int($0.1)) })), ("waived", .int(gate.cells.count(where: \.isWaived))),
      ("outside_scope", .int(outside)), ("ahead_of_clock", .int(ahead.count)),
      ("rules", .array(gate.rulings.map(json))), ("remarks", .array(remarks.map(\.json))),
      ("sentence", .string(lastLine)), ("decision", .string(decision.rawValue)),
      (
        "policy",
        .object([
          ("rules", .string(policy.text)), ("source", .string(policySource.rawValue)),
          ("unknown", .strings(policy.unread)),
        ])
      ),
      ("blockers", .array(blockers.map(json))), ("to_ship", .strings(toShip)), ("proposed", proposedJSON),
    ])
  }

  /// The result of the proposed rules, of which `rules` and `blockers` are then; null where a policy decides.
  var proposedJSON: JSONText {
    guard let proposal else { return .null }
    return .object([
      ("policy", .string(policy.text)), ("word", .string(outcome.rawValue)), ("blockers", .int(blockers.count)),
      ("sentence", .string(proposal)),
    ])
  }

  /// The decision with its rules, for other documents.
  var decisionJSON: JSONText {
    .object([
      ("word", .string(decision.rawValue)), ("sentence", .string(lastLine)), ("policy", .string(policy.text)),
      ("policy_source", .string(policySource.rawValue)),
      (
        "rules",
        .array(
          gate.rulings.map { ruling in
            .object([
              ("rule", .string(ruling.rule.rawValue)), ("limit", limit(ruling)), ("actual", actual(ruling)),
              ("verdict", .string(ruling.verdict.rawValue)),
            ])
          })
      ),
      ("blockers", .array(blockers.map(json))), ("to_ship", .strings(toShip)), ("proposed", proposedJSON),
    ])
  }

  private func json(_ blocker: ReleaseBlocker) -> JSONText {
    let cell = gate.cells[blocker.place]
    let owner = detail(cell).owner
    return .object([
      ("component", .string(gate.names.component(cell))), ("check", .string(gate.names.check(cell))),
      ("condition", .string(gate.names.condition(cell))), ("severity", .int(orNull: cell.severity?.rawValue)),
      ("rules", .strings(blocker.rules.map(\.rawValue))), ("owner", .string(orNull: owner.isEmpty ? nil : owner)),
      ("finding", .string(orNull: findingID(blocker))),
    ])
  }

  private func json(_ ruling: GateRuling) -> JSONText {
    .object([
      ("rule", .string(ruling.rule.rawValue)), ("limit", limit(ruling)), ("actual", actual(ruling)),
      ("verdict", .string(ruling.verdict.rawValue)), ("part", .int(ruling.figure.part)),
      ("whole", .int(ruling.figure.whole)), ("waived", .int(ruling.waived)), ("untested", .int(ruling.untested)),
      ("not_asked", .strings(ruling.unasked)),
      ("default_severity", .int(ruling.usual)), ("fixed", .int(ruling.fixed)), ("reasons", .strings(reasons(ruling))),
      ("cells", .array(ruling.verdict == .fail ? ruling.against.flatMap(cells) : [])),
    ])
  }

  private func limit(_ ruling: GateRuling) -> JSONText {
    switch ruling.rule {
    case .minPass: .number(orNull: limits.minPass?.percent)
    case .minCoverage: .number(orNull: limits.minCoverage?.percent)
    case .maxCritical: .int(orNull: limits.maxCritical)
    case .maxSerious: .int(orNull: limits.maxSerious)
    case .maxAge: .int(orNull: limits.maxAge)
    case .maxWaiting: .int(orNull: limits.maxWaiting)
    case .maxClosedTickets: .int(orNull: limits.maxClosedTickets)
    case .noRegressions, .criticalRules, .preRelease, .expiredWaivers, .disagreements: .int(0)
    }
  }

  private func actual(_ ruling: GateRuling) -> JSONText {
    switch ruling.rule {
    case .minPass, .minCoverage: .number(orNull: ruling.figure.percent)
    case .maxAge: .int(orNull: ruling.oldestDays)
    default: ruling.verdict == .noData ? .null : .int(ruling.figure.part)
    }
  }

  private func cells(_ reason: GateReason, _ places: [Int]) -> [JSONText] {
    places.map { place in
      let cell = gate.cells[place]
      return .object([
        ("component", .string(gate.names.component(cell))), ("check", .string(gate.names.check(cell))),
        ("condition", .string(gate.names.condition(cell))),
        ("outcome", .string(cell.outcome?.rawValue ?? "untested")), ("severity", .int(orNull: cell.severity?.rawValue)),
        ("reason", .string(reason.rawValue)), ("waiver_expired", .string(orNull: detail(cell).expired?.until)),
        ("at", .string(orNull: cell.time.map { Timestamp(milliseconds: $0).iso8601 })),
      ])
    }
  }
}
