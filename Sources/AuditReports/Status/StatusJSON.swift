import AuditModel

extension StatusReport {
  /// The report as `a11y.status/1`. Keys are a contract and only ever added to.
  ///
  /// `coverage.ratio` is `judged / applicable`; `answered` counts every cell but the untested ones. `range` is the
  /// compliance if everything open failed or passed. A rate with a zero denominator is null.
  package var json: JSONText {
    .object(
      [("schema", .string("a11y.status/1")), ("as_of", .string(asOf)), ("scope", scopeJSON)]
        + [("cells", .object(cells.jsonMembers))] + rateMembers + [("builds", buildsJSON)] + findingMembers
        + [("first_tap", firstTap.map(TapStatus.json) ?? .null)] + listMembers
        + [("decision", decision?.json ?? .null)])
  }

  // A single expression would take the compiler half a minute.
  private typealias Members = [(String, JSONText)]

  private var scopeJSON: JSONText {
    .object([
      ("components", .int(components)), ("cells", .int(cells.inScope)), ("audit", .string(orNull: audit)),
      ("plan", audit == nil ? plan.json : .null),
    ])
  }

  private var rateMembers: Members {
    let evidence: Members = [
      ("newest_days", .int(orNull: newestEvidenceDays)), ("oldest_days", .int(orNull: oldestEvidenceDays)),
    ]
    return cells.rateMembers + [("evidence", .object(evidence))]
  }

  private var buildsJSON: JSONText {
    guard let builds else { return .null }
    return .object([
      ("current", builds.current.isEmpty ? .null : .string(builds.current)), ("on_current", .int(builds.onCurrent)),
      ("on_older", .int(builds.onOlder)), ("on_newer", .int(builds.newer.count)),
      ("newest", .string(orNull: builds.newer.newest.filled)), ("untested", .int(cells.untested)),
    ])
  }

  private var findingMembers: Members {
    let total: Members = [("total", .int(open.fail))]
    return [
      ("failing", .object(cells.severityMembers)), ("open", .object(total + open.severityMembers)),
      ("stale", .int(stale)), ("disputed", .int(cells.disputed)), ("contradicted", .int(cells.contradicted)),
      ("waived", .int(waived)),
    ]
  }

  private var listMembers: Members {
    let standings: [JSONText] = audits.map { .object([("name", .string($0.name))] + $0.cells.jsonMembers) }
    let next: [JSONText] = steps.map { .object([("command", .string($0.command)), ("reason", .string($0.reason))]) }
    return [
      ("worst_components", .array(worstComponents.map(\.json))), ("audits", .array(standings)), ("next", .array(next)),
      ("by", .string(orNull: groups?.by.rawValue)), ("groups", groups?.json ?? .null),
      ("assigned", .array(assigned.map(AssignedWords.json))), ("notices", .strings(notices)),
      ("attention", .array(attention.map(\.json))), ("ahead_of_clock", .int(ahead.count)),
      ("trend", trend?.json ?? .null),
    ]
  }
}

extension StatusComponent {
  fileprivate var json: JSONText {
    .object([
      ("key", .string(key)), ("title", .string(orNull: title)), ("failing", .int(failing)),
      ("worst_severity", .int(orNull: worstSeverity)), ("pass", .int(pass)), ("judged", .int(judged)),
      ("ratio", .ratio(pass, judged)), ("screens", .strings(screens)),
    ])
  }
}
