import Audit
package import Base
import Store

extension Report {
  /// The report as `a11y.report/1`. Keys are a contract and only ever added to.
  ///
  /// `compliance.ratio` is `pass / judged`, `coverage.ratio` is `judged / applicable`; a rate with a zero
  /// denominator is null. `open` are failing cells without a waiver. In `change` the parts add up to the difference.
  package var json: JSONText { .object(head + numbers + parts) }

  private var head: JSONMembers {
    let scope: JSONMembers = [
      "components": figures.components, "cells": figures.counts.inScope, "audit": audit, "plan": plan?.json,
    ]
    let words: JSONMembers = ["word": verdict.rawValue, "sentence": headline]
    return [
      "schema": "a11y.report/1", "generated": Self.time(asOf), "filter": filter, "as_of": Self.time(asOf),
      "scope": scope, "verdict": words, "decision": gate.decisionJSON,
    ]
  }

  private var numbers: JSONMembers {
    let counts = figures.counts
    let evidence: JSONMembers = [
      "newest": figures.newest.map(Self.time), "oldest": figures.oldest.map(Self.time),
      "newest_days": figures.newest.map(days), "oldest_days": figures.oldest.map(days),
    ]
    return ["cells": counts.jsonMembers] + counts.rateMembers + [
      "failing": counts.severityMembers,
      "open": JSONText.object(["total": figures.open.fail] + figures.open.severityMembers), "waived": figures.waived,
      "stale": figures.stale, "disputed": counts.disputed, "contradicted": counts.contradicted,
      "ahead_of_clock": ahead.count, "evidence": evidence,
    ]
  }

  private var parts: JSONMembers {
    let named = checks.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let failing = Set(findings.rows.map(\.finding.check))
    let advice = named.filter { failing.contains($0.key) }.map { id, check in
      let words = [("fails", check.fails), ("affects", check.affects), ("remedy", check.remedy)]
      return (id, JSONText.object(words.map { ($0.0, $0.1.json) } + [("conflicts", .strings(check.conflicts))]))
    }
    return [
      "change": change?.json, "trend": trend.map(Self.json), "components": components.map(\.json),
      "criteria": criteria.map(\.json), "by": groups?.by.rawValue, "groups": groups?.json,
      "assigned": assigned.map(AssignedWords.json), "house_rules": standards.map { StandardsJSON.cells($0.houseCells) },
      "checks": JSONMembers(named.map { ($0.key, .string($0.value.title)) }), "advice": JSONMembers(advice),
      "findings": findings.rows.map(\.json), "fixes": fixes.forPrograms.map(\.json), "retest": retest.rows.map(\.json),
      "first_tap": firstTap?.json, "disputes": disputes.map(\.json), "notices": notices, "limits": limits,
    ] + work.members
  }

  static func time(_ moment: Int64) -> JSONText { .string(Timestamp(milliseconds: moment).iso8601) }

  private static func json(_ trend: TrendReport) -> JSONText {
    .object(["every": trend.step.rawValue, "summary": trend.summary, "points": JSONText.array(trend.points)])
  }
}

extension ReportComponent {
  fileprivate var json: JSONText {
    let counts = standing.counts
    let names: JSONMembers = [
      "key": standing.key, "title": standing.title.filled, "kind": kind.filled, "owner": owner.filled,
      "screens": standing.screens,
    ]
    let rates: JSONMembers = [
      "ratio": JSONText.ratio(counts.pass, counts.judged), "coverage": JSONText.ratio(counts.judged, counts.applicable),
      "open": figures.open.fail, "waived": figures.waived, "stale": figures.stale, "disputed": counts.disputed,
      "contradicted": counts.contradicted,
    ]
    return .object(names + counts.jsonMembers + rates + figures.open.severityMembers)
  }
}

extension CriterionRollUp {
  fileprivate var json: JSONText {
    let names: JSONMembers = [
      "criterion": criterion.id, "name": criterion.name, "level": criterion.level?.rawValue,
      "principle": criterion.principle, "checks": testing.count,
    ]
    let clauses: JSONMembers = [
      "en_clause": criterion.european.clause, "en_status": criterion.european.status.rawValue, "section508": federal,
    ]
    return .object(names + StandardsJSON.members(self) + clauses)
  }
}

extension ReportFinding {
  fileprivate var json: JSONText {
    let cell: JSONMembers = ["severity": finding.severity?.rawValue, "value": value.filled, "note": note.filled]
    let life = finding.life
    let history: JSONMembers = [
      "state": life.state.rawValue, "since": Report.time(life.since), "at": Report.time(finding.time),
      "days_open": daysOpen, "returns": life.returns, "build": finding.build.filled, "tester": finding.tester.filled,
    ]
    let rest: JSONMembers = [
      "owner": finding.owner.filled, "screens": finding.screens, "criteria": finding.criteria,
      "stale": finding.stale.map(\.rawValue), "disputed": finding.isUnsettled, "tickets": finding.tickets,
      "ticket_links": finding.ticketLinks, "remark": finding.remark.filled, "triage": finding.triage?.words,
      "remarks": finding.notes.map(Self.json), "waiver": finding.waiver.map(Self.json),
      "waiver_expired": finding.expired?.until, "pattern": finding.pattern.map(Self.json), "finding": finding.findingID,
      "on": finding.on ?? [], "required": required.filled, "questions": questions.map(\.key), "tasks": tasks.map(\.key),
    ]
    return .object(finding.place.members + cell + history + rest)
  }

  private static func json(_ pattern: FindingPattern) -> JSONText {
    .object(["name": pattern.name, "title": pattern.title, "problem": pattern.problem, "remedy": pattern.remedy])
  }

  private static func json(_ note: FindingNote) -> JSONText {
    .object(["by": note.by.filled, "at": Report.time(note.time), "text": note.text])
  }

  private static func json(_ waiver: Waiver) -> JSONText {
    .object(["reason": waiver.reason, "approver": waiver.approver, "until": waiver.until, "note": waiver.note.filled])
  }
}

extension Fix {
  fileprivate var json: JSONText {
    .object([
      "what": words, "by": group.rawValue, "name": name, "check": check, "findings": findings, "blockers": blockers,
      "critical": critical, "serious": serious, "components": components, "screens": screens, "criteria": criteria,
      "remedy": remedy.filled,
    ])
  }
}

extension RetestItem {
  fileprivate var json: JSONText {
    .object(place.members + ["device": device.filled, "stop": stop, "reasons": reasons.map(\.code)])
  }
}

extension ReportDispute {
  fileprivate var json: JSONText {
    let sides = sides.map { side in
      JSONText.object([
        "outcome": side.outcomeID, "tester": side.tester.filled, "note": (side.note ?? "").filled,
        "at": Report.time(side.time),
      ])
    }
    return .object(place.members + ["sides": sides])
  }
}

extension Finding {
  /// The address of each of its tickets; empty where there is none.
  var ticketLinks: JSONText { .strings(links.map { $0.address ?? "" }) }
}
