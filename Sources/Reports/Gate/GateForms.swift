import Audit
package import Base

extension GateReport {
  /// The release check for a terminal of `width` columns.
  package func text(width: Int, painter: Styler = Styler(enabled: false)) -> String {
    let label = "Release check: "
    let role = OutcomeWords.role(decision)
    let last =
      lastLine.hasPrefix(label)
      ? label + painter.paintCapitals(of: String(lastLine.dropFirst(label.count)), role) : lastLine
    return page(localAsOf ?? asOf).text(width: width, painter: painter) + "\n" + last + "\n"
  }

  /// The screen-reader form: the decision first.
  package var plain: String {
    let time = localAsOf ?? asOf
    var page = page(time)
    page.title = lastLine
    let asOf = "As of \(time)\(audit.map { ", audit \($0)" } ?? "")."
    page.sections[0].items[0] = .text([proposal, asOf].compactMap(\.self).joined(separator: " "))
    return page.plain + lastLine + "\n"
  }

  /// For a pull request.
  package var markdown: String { page(asOf).markdown + "\n" + lastLine + "\n" }

  private func page(_ time: String) -> Page {
    let subject = audit.map { " of \($0)" } ?? ""
    var sections = [
      PageSection(
        nil,
        [
          .decision(decisionSentence, OutcomeWords.role(decision)), .text(scopeSentence), .text(baselineSentence),
          .text(ahead.sentence ?? ""),
          .fact("Query", filter ?? ""), .fact("Policy", policyPhrase),
        ])
    ]
    sections.append(PageSection(isProposal ? "Blockers with \(policy.text)" : "Blockers", blockerItems))
    sections.append(PageSection("To ship", toShip.map { .text($0) }))
    sections.append(PageSection("Remarks", remarks.map { .row(PageRow([$0.command], words: [$0.sentence])) }))
    if isProposal {
      sections.append(PageSection("Proposed rules", GateVerdict.allCases.flatMap(rows)))
    } else {
      sections += [PageSection("Pass", rows(.pass)), PageSection("No data", rows(.noData))]
      // A rule that fails has its own part, so that only its cells are numbered in it.
      sections += failed.map { PageSection("Fail: \($0.rule.rawValue)", facts($0) + against($0)) }
    }
    if isReportOnly { sections.append(PageSection("Exit code", [.text(Self.reportOnlySentence)])) }
    return Page(title: "Release check\(subject), \(time)", sections: sections)
  }

  private func rows(_ verdict: GateVerdict) -> [PageItem] {
    gate.rulings.filter { $0.verdict == verdict }.map { .row(row($0)) }
  }

  /// The findings that keep the release, with who can remove them.
  private var blockerItems: [PageItem] {
    PageItem.rows(blockers, limit, "use --all or --json") { blocker in
      let cell = gate.cells[blocker.place]
      let owned = detail(cell).owner.filled.map { "owner \($0)" } ?? "no owner"
      return row(cell, words: words(blocker) + [owned] + [findingID(blocker)].compactMap { $0.map { "finding \($0)" } })
    }
  }

  private func row(_ cell: GateCell, outcome: String? = nil, words: [String]) -> PageRow {
    var row = PageRow(outcome: outcome, place(cell).names, words: words)
    for name in row.head { row.titles[name] = titles[name] }
    let check = gate.names.check(cell)
    if cell.outcome == .fail, let failure = failures[check] { row.titles[check] = failure }
    return row
  }

  private func row(_ ruling: GateRuling) -> PageRow {
    PageRow(
      outcome: word(ruling.verdict), [ruling.rule.rawValue],
      words: [found(ruling), "required: \(wanted(ruling))"],
      details: [("Note", remarks(ruling).joined(separator: "; "))])
  }

  func word(_ verdict: GateVerdict) -> String { verdict == .noData ? "NO DATA" : verdict.rawValue }

  private func facts(_ ruling: GateRuling) -> [PageItem] {
    [
      .fact("Actual", found(ruling)), .fact("Required", wanted(ruling)),
      .fact("Note", remarks(ruling).joined(separator: "; ")),
    ]
  }

  /// The cells that break a rule, worst first, by reason, without the blockers, which are named above.
  private func against(_ ruling: GateRuling) -> [PageItem] {
    let named = Set(blockers.map(\.place))
    return ruling.against.flatMap { reason, all -> [PageItem] in
      let cells = all.filter { !named.contains($0) }
      let above = all.count - cells.count
      let note = above == 0 ? "" : cells.isEmpty ? " (see Blockers)" : ", \(above) of them under Blockers"
      return [.text(Self.sentence(reason, all.count) + note + ".")]
        + PageItem.rows(cells, limit, "use --all or --json") { place in
          let cell = gate.cells[place]
          return row(cell, outcome: cell.outcomeID, words: words(cell, reason))
        }
    }
  }
}

extension GateReport {
  /// The gate as `a11y.gate/1`. Keys are a contract and only ever added to.
  ///
  /// `rules` are in the order of the text output: those that pass, those without data, those that fail. `actual`
  /// is a percentage rounded down to hundredths, a number of cells, or for `max-age` a number of days; `part` and
  /// `whole` are the counts behind it.
  package var json: JSONText {
    .object([
      "schema": "a11y.gate/1", "generated": asOf, "verdict": verdict.rawValue,
      "failed": isProposal ? 0 : failed.count, "report_only": isReportOnly, "audit": audit,
      "filter": filter,
      "baseline": baseline.map {
        JSONText.object([
          "name": $0.name, "known": $0.known, "elsewhere": $0.elsewhere, "by_others": $0.byOthers,
        ])
      },
      "scope": JSONText.object([
        "components": components, "components_in_use": componentsInUse, "cells": gate.counts.inScope,
      ]), "cells": gate.counts.jsonMembers, "waived": gate.cells.count(where: \.isWaived), "outside_scope": outside,
      "ahead_of_clock": ahead.count, "rules": gate.rulings.map(json), "remarks": remarks.map(\.json),
      "sentence": lastLine, "decision": decision.rawValue,
      "policy": JSONText.object(["rules": policy.text, "source": policySource.rawValue, "unknown": policy.unread]),
      "blockers": blockers.map(json), "to_ship": toShip, "proposed": proposedJSON,
    ])
  }

  /// The result of the proposed rules, of which `rules` and `blockers` are then; null where a policy decides.
  var proposedJSON: JSONText {
    guard let proposal else { return .null }
    return .object(["policy": policy.text, "word": outcome.rawValue, "blockers": blockers.count, "sentence": proposal])
  }

  /// The decision with its rules, for other documents.
  var decisionJSON: JSONText {
    .object([
      "word": decision.rawValue, "sentence": lastLine, "policy": policy.text, "policy_source": policySource.rawValue,
      "rules": JSONText.objects(gate.rulings) { ruling in
        [
          "rule": ruling.rule.rawValue, "limit": limit(ruling), "actual": actual(ruling),
          "verdict": ruling.verdict.rawValue,
        ]
      }, "blockers": blockers.map(json), "to_ship": toShip, "proposed": proposedJSON,
    ])
  }

  private func json(_ blocker: ReleaseBlocker) -> JSONText {
    let cell = gate.cells[blocker.place]
    return .object(
      place(cell).members + [
        "severity": cell.severity?.rawValue, "rules": blocker.rules.map(\.rawValue), "owner": detail(cell).owner.filled,
        "finding": findingID(blocker),
        // Only where people who are not followed play a part.
      ] + (cell.isHeld ? ["held": true] : [:]))
  }

  private func json(_ ruling: GateRuling) -> JSONText {
    .object([
      "rule": ruling.rule.rawValue, "limit": limit(ruling), "actual": actual(ruling),
      "verdict": ruling.verdict.rawValue, "part": ruling.figure.part, "whole": ruling.figure.whole,
      "waived": ruling.waived, "untested": ruling.untested, "not_asked": ruling.unasked, "excluded": ruling.excluded,
      "default_severity": ruling.usual, "fixed": ruling.fixed, "reasons": reasons(ruling),
      "cells": JSONText.array(ruling.verdict == .fail ? ruling.against.flatMap(cells) : []),
    ])
  }

  private func limit(_ ruling: GateRuling) -> any JSONConvertible {
    switch ruling.rule {
    case .minPass: limits.minPass?.percent
    case .minCoverage: limits.minCoverage?.percent
    case .maxCritical: limits.maxCritical
    case .maxSerious: limits.maxSerious
    case .maxAge: limits.maxAge
    case .maxWaiting: limits.maxWaiting
    case .maxClosedTickets: limits.maxClosedTickets
    case .noRegressions, .criticalRules, .preRelease, .expiredWaivers, .disagreements: 0
    }
  }

  private func actual(_ ruling: GateRuling) -> any JSONConvertible {
    switch ruling.rule {
    case .minPass, .minCoverage: ruling.figure.percent
    case .maxAge: ruling.oldestDays
    default: ruling.verdict == .noData ? nil : Int?.some(ruling.figure.part)
    }
  }

  private func cells(_ reason: GateReason, _ places: [Int]) -> [JSONText] {
    places.map { place in
      let cell = gate.cells[place]
      return .object(
        self.place(cell).members + [
          "outcome": cell.outcomeID, "severity": cell.severity?.rawValue, "reason": reason.rawValue,
          "waiver_expired": detail(cell).expired?.until, "at": cell.time.map { Timestamp(milliseconds: $0).iso8601 },
        ])
    }
  }
}

/// How the rules of a release count one item: `a11y gate --why`.
package struct GateWhy: Sendable {
  private let report: GateReport
  /// The item in each condition that is in scope, by its place in the gate.
  private let places: [Int]

  /// - Parameter isMeant: by component, check, and condition. At least one item is accepted.
  package init?(_ report: GateReport, where isMeant: (String, String, String) -> Bool) {
    let (gate, names) = (report.gate, report.gate.names)
    places = gate.cells.indices.filter { place in
      let cell = gate.cells[place]
      return isMeant(names.component(cell), names.check(cell), names.condition(cell))
    }
    self.report = report
    guard !places.isEmpty else { return nil }
  }

  package var page: Page {
    let blockers = report.gate.blockers
    return Page(
      title: "Release check: \(report.decision.word)",
      sections: places.map { place in section(place, blockers.first { $0.place == place }) })
  }

  private func section(_ place: Int, _ blocker: ReleaseBlocker?) -> PageSection {
    let (gate, cell) = (report.gate, report.gate.cells[place])
    let owner = report.detail(cell).owner
    var items: [PageItem] = [
      .fact("Effect", effect(blocker)),
      .fact("Outcome", cell.outcomeWord),
      .fact("Details", cell.outcome == .fail ? report.words(cell, .fails).joined(separator: ", ") : ""),
      .fact("Owner", blocker != nil && owner.isEmpty ? "none" : owner),
    ]
    items += gate.rulings.map { ruling in
      let reasons = ruling.against.filter { $0.cells.contains(place) }.map { GateReport.sentence($0.reason, 1) }
      let words = reasons.isEmpty ? [allowance(of: cell, ruling) ?? "does not count against this rule"] : reasons
      return .row(PageRow(outcome: report.word(ruling.verdict), [ruling.rule.rawValue], words: words))
    }
    return PageSection(report.place(cell).name, items)
  }

  /// How an item counts for a rule that lets it through: `counts (4 of at most 5)`; nil where it does not.
  private func allowance(of cell: GateCell, _ ruling: GateRuling) -> String? {
    guard ruling.verdict == .pass else { return nil }
    let limits = report.limits
    let wanted = report.wanted(ruling)
    switch ruling.rule {
    case .maxCritical where cell.isOpen && cell.severity == .critical,
      .maxSerious where cell.isOpen && limits.countsAsSerious(cell),
      .maxClosedTickets where cell.isOpen && cell.isTicketClosed:
      return "counts (\(counted(ruling.figure.part)) of \(wanted))"
    case .minPass where cell.outcome == .fail:
      return "counts as failed (\(ruling.figure.words) of \(wanted))"
    case .minCoverage where cell.isAsked && (cell.evaluated == nil || cell.evaluated == .cantTell):
      return "counts as not evaluated (\(ruling.figure.words) of \(wanted))"
    default: return nil
    }
  }

  private func effect(_ blocker: ReleaseBlocker?) -> String {
    guard report.isProposal else { return blocker == nil ? "does not block the release" : "blocks the release" }
    return
      "none, the team has set no policy; with \(report.policy.text) it would \(blocker == nil ? "not " : "")block the release"
  }

  package var json: JSONText {
    .object(["schema": "a11y.gate-why/1", "decision": report.decision.rawValue, "items": places.map(json)])
  }

  private func json(_ place: Int) -> JSONText {
    let (gate, cell) = (report.gate, report.gate.cells[place])
    let blocker = gate.blockers.first { $0.place == place }
    let rules = gate.rulings.map { ruling in
      JSONText.object([
        "rule": ruling.rule.rawValue, "verdict": ruling.verdict.rawValue,
        "reasons": ruling.against.filter { $0.cells.contains(place) }.map(\.reason.rawValue),
        "allowed": allowance(of: cell, ruling),
      ])
    }
    return .object(
      report.place(cell).members + [
        "outcome": cell.outcomeID, "blocks": blocker != nil && !report.isProposal,
        "owner": report.detail(cell).owner.filled, "rules": rules,
      ])
  }
}
