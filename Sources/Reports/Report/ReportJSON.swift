import Audit
package import Base
import Store

extension Report {
  /// The report as `a11y.report/1`. Keys are a contract and only ever added to.
  ///
  /// `compliance.ratio` is `pass / judged`, `coverage.ratio` is `judged / applicable`; a rate with a zero
  /// denominator is null. `open` are failing cells without a waiver. In `change` the parts add up to the difference.
  package var json: JSONText { .object(head + numbers + parts) }

  private var head: [(String, JSONText)] {
    let scope: [(String, JSONText)] = [
      ("components", .int(figures.components)), ("cells", .int(figures.counts.inScope)),
      ("audit", .string(orNull: audit)), ("plan", plan?.json ?? .null),
    ]
    let words: [(String, JSONText)] = [("word", .string(verdict.rawValue)), ("sentence", .string(headline))]
    return [
      ("schema", .string("a11y.report/1")), ("generated", Self.time(asOf)), ("filter", .string(orNull: filter)),
      ("as_of", Self.time(asOf)), ("scope", .object(scope)), ("verdict", .object(words)),
      ("decision", gate.decisionJSON),
    ]
  }

  private var numbers: [(String, JSONText)] {
    let counts = figures.counts
    let evidence: [(String, JSONText)] = [
      ("newest", figures.newest.map(Self.time) ?? .null), ("oldest", figures.oldest.map(Self.time) ?? .null),
      ("newest_days", .int(orNull: figures.newest.map(days))), ("oldest_days", .int(orNull: figures.oldest.map(days))),
    ]
    return [("cells", .object(counts.jsonMembers))] + counts.rateMembers + [
      ("failing", .object(counts.severityMembers)),
      ("open", .object([("total", .int(figures.open.fail))] + figures.open.severityMembers)),
      ("waived", .int(figures.waived)), ("stale", .int(figures.stale)), ("disputed", .int(counts.disputed)),
      ("contradicted", .int(counts.contradicted)), ("ahead_of_clock", .int(ahead.count)),
      ("evidence", .object(evidence)),
    ]
  }

  private var parts: [(String, JSONText)] {
    let named = checks.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let failing = Set(findings.rows.map(\.finding.check))
    let advice = named.filter { failing.contains($0.key) }.map { id, check in
      let words = [("fails", check.fails), ("affects", check.affects), ("remedy", check.remedy)]
      return (id, JSONText.object(words.map { ($0.0, .string(orNull: $0.1)) }))
    }
    return [
      ("change", change?.json ?? .null), ("trend", trend.map(Self.json) ?? .null),
      ("components", .array(components.map(\.json))), ("criteria", .array(criteria.map(\.json))),
      ("by", .string(orNull: groups?.by.rawValue)), ("groups", groups?.json ?? .null),
      ("assigned", .array(assigned.map(AssignedWords.json))),
      ("house_rules", standards.map { StandardsJSON.cells($0.houseCells) } ?? .null),
      ("checks", .object(named.map { ($0.key, .string($0.value.title)) })), ("advice", .object(advice)),
      ("findings", .array(findings.rows.map(\.json))),
      ("fixes", .array(fixes.map(\.json))), ("retest", .array(retest.rows.map(\.json))),
      ("first_tap", firstTap?.json ?? .null),
      ("disputes", .array(disputes.map(\.json))), ("notices", .strings(notices)), ("limits", .strings(limits)),
    ]
  }

  static func time(_ moment: Int64) -> JSONText { .string(Timestamp(milliseconds: moment).iso8601) }

  private static func json(_ trend: TrendReport) -> JSONText {
    .object([
      ("every", .string(trend.step.rawValue)), ("summary", .string(trend.summary)), ("points", .array(trend.points)),
    ])
  }
}

extension String {
  /// Optional text: null if empty.
  fileprivate var json: JSONText { isEmpty ? .null : .string(self) }
}

extension ReportComponent {
  fileprivate var json: JSONText { .object(members) }

  fileprivate var members: [(String, JSONText)] {
    let counts = standing.counts
    let names: [(String, JSONText)] = [
      ("key", .string(standing.key)), ("title", standing.title.json), ("kind", kind.json), ("owner", owner.json),
      ("screens", .strings(standing.screens)),
    ]
    let rates: [(String, JSONText)] = [
      ("ratio", .ratio(counts.pass, counts.judged)), ("coverage", .ratio(counts.judged, counts.applicable)),
      ("open", .int(figures.open.fail)), ("waived", .int(figures.waived)), ("stale", .int(figures.stale)),
      ("disputed", .int(counts.disputed)), ("contradicted", .int(counts.contradicted)),
    ]
    return names + counts.jsonMembers + rates + figures.open.severityMembers
  }
}

extension CriterionRollUp {
  fileprivate var json: JSONText { .object(members) }

  fileprivate var members: [(String, JSONText)] {
    let names: [(String, JSONText)] = [
      ("criterion", .string(criterion.id)), ("name", .string(criterion.name)),
      ("level", .string(orNull: criterion.level?.rawValue)), ("principle", .string(criterion.principle)),
      ("checks", .int(testing.count)),
    ]
    let clauses: [(String, JSONText)] = [
      ("en_clause", .string(orNull: criterion.european.clause)),
      ("en_status", .string(criterion.european.status.rawValue)), ("section508", .string(federal)),
    ]
    return names + StandardsJSON.members(self) + clauses
  }
}

extension ReportFinding {
  fileprivate var json: JSONText { .object(members) }

  fileprivate var members: [(String, JSONText)] {
    let cell: [(String, JSONText)] = [
      ("severity", .int(orNull: finding.severity?.rawValue)), ("value", value.json), ("note", note.json),
    ]
    let life = finding.life
    let history: [(String, JSONText)] = [
      ("state", .string(life.state.rawValue)), ("since", Report.time(life.since)), ("at", Report.time(finding.time)),
      ("days_open", .int(daysOpen)), ("returns", .int(life.returns)), ("build", finding.build.json),
      ("tester", finding.tester.json),
    ]
    let rest: [(String, JSONText)] = [
      ("owner", finding.owner.json), ("screens", .strings(finding.screens)), ("criteria", .strings(finding.criteria)),
      ("stale", .strings(finding.stale.map(\.rawValue))), ("disputed", .bool(finding.isUnsettled)),
      ("tickets", .strings(finding.tickets)), ("ticket_links", finding.ticketLinks), ("remark", finding.remark.json),
      ("triage", .string(orNull: finding.triage?.words)),
      ("remarks", .array(finding.notes.map(Self.json))), ("waiver", finding.waiver.map(Self.json) ?? .null),
      ("waiver_expired", .string(orNull: finding.expired?.until)), ("pattern", finding.pattern.map(Self.json) ?? .null),
      ("finding", .string(finding.findingID)), ("on", .strings(finding.on ?? [])),
    ]
    return finding.place.members + cell + history + rest
  }

  private static func json(_ pattern: FindingPattern) -> JSONText {
    .object([
      ("name", .string(pattern.name)), ("title", .string(pattern.title)), ("problem", .string(pattern.problem)),
      ("remedy", .string(pattern.remedy)),
    ])
  }

  private static func json(_ note: FindingNote) -> JSONText {
    .object([("by", note.by.json), ("at", Report.time(note.time)), ("text", .string(note.text))])
  }

  private static func json(_ waiver: Waiver) -> JSONText {
    .object([
      ("reason", .string(waiver.reason)), ("approver", .string(waiver.approver)), ("until", .string(waiver.until)),
      ("note", waiver.note.json),
    ])
  }
}

extension Fix {
  fileprivate var json: JSONText {
    .object([
      ("what", .string(words)), ("by", .string(group.rawValue)), ("name", .string(name)),
      ("check", .string(orNull: check)), ("findings", .int(findings)), ("blockers", .int(blockers)),
      ("critical", .int(critical)), ("serious", .int(serious)), ("components", .strings(components)),
      ("screens", .strings(screens)), ("criteria", .strings(criteria)), ("remedy", remedy.json),
    ])
  }
}

extension RetestItem {
  fileprivate var json: JSONText {
    .object(
      place.members + [
        ("device", device.json), ("stop", .int(stop)), ("reasons", .strings(reasons.map(\.code))),
      ])
  }
}

extension ReportDispute {
  fileprivate var json: JSONText {
    let sides = sides.map { side in
      JSONText.object([
        ("outcome", .string(side.outcomeID)), ("tester", side.tester.json), ("note", (side.note ?? "").json),
        ("at", Report.time(side.time)),
      ])
    }
    return .object(place.members + [("sides", .array(sides))])
  }
}

extension Finding {
  /// The address of each of its tickets; empty where there is none.
  var ticketLinks: JSONText { .strings(links.map { $0.address ?? "" }) }
}
