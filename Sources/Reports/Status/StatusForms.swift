import Audit
package import Base

extension StatusReport {
  /// The screen-reader form: one fact per line, as sentences, without columns or symbols.
  package var plain: String {
    var lines: [String] = [opening]
    if isEmpty {
      lines.append(TerminalText(escaping: emptySentence).text)
      if components > 0, let decision { lines.append("Decision: " + TerminalText(escaping: decision.sentence).text) }
    } else {
      lines += figures
      lines += worstComponents.prefix(worstNamed).map(StatusReport.sentence)
      let more = worstComponents.count - worstNamed
      if more > 0 { lines.append("\(counted(more, "more component fails", "more components fail")).") }
      lines +=
        groups?.rows.map { "\(groups?.title ?? ""): \(TerminalText(escaping: $0.name).text). \($0.phrase)." }
        ?? []
      lines += assigned.map { items in
        "\(TerminalText(escaping: AssignedWords.name(items)).text): \(AssignedWords.progress(items))."
      }
      lines += audits.map(StatusReport.sentence)
    }
    lines += TapStatus.lines(firstTap ?? [], .words).map { "First-tap success: \(TerminalText(escaping: $0).text)." }
    lines += notices.map { "Note: " + TerminalText(escaping: $0).text }
    lines += attention.map { notice in
      "Notice: \(TerminalText(escaping: notice.sentence).text) Run: \(TerminalText(escaping: notice.command).text)"
    }
    // The command ends its line, so that no period is copied with it.
    lines += steps.map { step in
      "Next: \(TerminalText(escaping: step.reason).text) Run: \(TerminalText(escaping: step.command).text)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var opening: String {
    let scope = audit.map { " of the audit \($0)" } ?? ""
    let named = subject.isEmpty ? "" : subject + ","
    return TerminalText(escaping: "Accessibility status\(scope)\(named) as of \(localAsOf ?? asOf).").text
  }

  private var figures: [String] {
    var lines = [TerminalText(escaping: scopeSentence).text]
    if let decision { lines.append("Decision: " + TerminalText(escaping: decision.sentence).text) }
    lines.append("Compliance: \(cells.passPhrase), \(cells.compliance.words).")
    lines.append("Coverage: \(cells.coveragePhrase), \(cells.coverage.words).")
    if let range = cells.rangePhrase(\.words) { lines.append("Possible compliance: \(range).") }
    lines.append("Results: \(counted(cells.answered)) of \(counted(cells.inScope, "item")) in scope.")
    lines += cells.states.map { "\($0.word): \(counted($0.count))." }
    lines.append("Age of results: \(evidencePhrase).")
    if let build = buildPhrase { lines.append("Build \(TerminalText(escaping: build).text).") }
    lines.append("Open findings: \(counted(open.fail)).")
    lines += open.severities.filter { $0.count > 0 }.map { "Open, \($0.word): \(counted($0.count))." }
    if let trendPhrase { lines.append("Open findings over time: \(TerminalText(escaping: trendPhrase).text).") }
    lines += ["Waived: \(counted(waived)).", "Stale: \(counted(stale))."]
    lines += ["Disputed: \(counted(cells.disputed)).", "Contradicted: \(counted(cells.contradicted))."]
    return lines
  }

  private static func sentence(_ component: ComponentSummary) -> String {
    let names = [component.title, component.key].filter { !$0.isEmpty }.map { TerminalText(escaping: $0).text }
    let counts = component.counts
    var facts =
      "Failing component: \(names.joined(separator: ", ")). \(component.failsPhrase). \(counted(counts.pass, of: counts.judged)) "
      + "pass, \(counts.compliance.words)."
    if !component.screens.isEmpty {
      facts += " On " + component.screens.map { TerminalText(escaping: $0).text }.joined(separator: ", ") + "."
    }
    return facts
  }

  private static func sentence(_ audit: ReportAudit) -> String {
    let cells = audit.counts
    return "Audit: \(TerminalText(escaping: audit.name).text). \(cells.passPhrase), \(cells.compliance.words). "
      + "\(cells.coveragePhrase), \(cells.coverage.words)."
  }
}

extension StatusReport {
  /// The report as `a11y.status/1`. Keys are a contract and only ever added to.
  ///
  /// `coverage.ratio` is `judged / applicable`; `answered` counts every cell but the untested ones. `range` is the
  /// compliance if everything open failed or passed. A rate with a zero denominator is null.
  package var json: JSONText {
    .object(
      ["schema": "a11y.status/1", "as_of": asOf, "scope": scopeJSON]
        + ["cells": cells.jsonMembers] + rateMembers + ["builds": buildsJSON] + findingMembers
        + ["first_tap": publishedTaps.map(TapStatus.json)] + listMembers
        + ["decision": decision?.json])
  }

  // A single expression would take the compiler half a minute.
  private typealias Members = JSONMembers

  private var scopeJSON: JSONText {
    .object([
      "components": cells.inScope > 0 ? components : 0, "cells": cells.inScope, "audit": audit,
      "plan": audit == nil ? plan.json : .null,
    ])
  }

  private var rateMembers: Members {
    let evidence: Members = ["newest_days": newestEvidenceDays, "oldest_days": oldestEvidenceDays]
    return cells.rateMembers + ["evidence": evidence]
  }

  private var buildsJSON: JSONText {
    guard let builds else { return .null }
    return .object([
      "current": builds.current.filled, "on_current": builds.onCurrent,
      "on_older": builds.onOlder, "on_newer": builds.newer.count, "newest": builds.newer.newest.filled,
      "untested": cells.untested,
    ])
  }

  private var findingMembers: Members {
    let total: Members = ["total": open.fail]
    return [
      "failing": cells.severityMembers, "open": JSONText.object(total + open.severityMembers), "stale": stale,
      "disputed": cells.disputed, "contradicted": cells.contradicted, "waived": waived,
    ]
  }

  private var listMembers: Members {
    let standings: [JSONText] = audits.map { .object(["name": $0.name] + $0.counts.jsonMembers) }
    let next: [JSONText] = steps.map { .object(["command": $0.command, "reason": $0.reason]) }
    return [
      "worst_components": worstComponents.map(\.json), "audits": standings, "next": next, "by": groups?.by.rawValue,
      "groups": groups?.json, "assigned": assigned.map(AssignedWords.json), "notices": notices,
      "attention": attention.map(\.json), "ahead_of_clock": ahead.count, "open_questions": openQuestions,
      "trend": trend?.json,
    ]
  }
}

extension ComponentSummary {
  fileprivate var json: JSONText {
    .object([
      "key": key, "title": title.filled, "failing": counts.fail, "waived": waived,
      "worst_severity": counts.severities.firstIndex { $0.count > 0 }.map { $0 + 1 }, "pass": counts.pass,
      "judged": counts.judged, "ratio": JSONText.ratio(counts.pass, counts.judged), "screens": screens,
    ])
  }
}

extension MarkdownText {
  /// A table of figures; one without a value is left out.
  static func figures(_ rows: [(MarkdownText, String?)]) -> String {
    table(["Figure", "Value"], rows.compactMap { name, value in value.map { [name, MarkdownText(escaping: $0)] } })
  }
}

extension StatusReport {
  /// The report as Markdown, for a pull request or a wiki.
  package var markdown: String {
    var output = "## \(MarkdownText(escaping: heading).text)\n"
    if isEmpty {
      output += "\n\(MarkdownText(escaping: emptySentence).text)\n"
      if components > 0, let decision { output += "\nDecision: \(MarkdownText(escaping: decision.sentence).text)\n" }
    } else {
      output += "\n\(MarkdownText(escaping: scopeSentence).text)\n"
      output += "\n" + figureLines
      if !worstComponents.isEmpty { output += "\n### Components by severity\n\n" + componentTable }
      if let groups { output += "\n### \(groups.title)\n\n" + groups.markdown }
      if !assigned.isEmpty { output += "\n### \(AssignedWords.title)\n\n" + AssignedWords.markdown(assigned) }
      if !audits.isEmpty { output += "\n### Audits\n\n" + auditTable }
    }
    if !notices.isEmpty || !attention.isEmpty {
      output += "\n### Notices\n\n" + notices.map { "- \(MarkdownText(escaping: $0).text)\n" }.joined()
      output += attention.map {
        "- \(MarkdownText(escaping: $0.sentence).text) \(MarkdownText.code($0.command).text)\n"
      }.joined()
    }
    if !steps.isEmpty {
      output += "\n### Next\n\n"
      output += steps.map { "- \(MarkdownText.code($0.command).text): \(MarkdownText(escaping: $0.reason).text)\n" }
        .joined()
    }
    return output
  }

  /// `Accessibility status of spring-24: MovieSwiftUI, 2026-03-01T10:00:00Z`
  var heading: String { heading(asOf) }

  func heading(_ time: String) -> String {
    "Accessibility status\(audit.map { " of \($0)" } ?? "")\(subject), \(time)"
  }

  private var figureLines: String {
    let rows: [(MarkdownText, String?)] = [
      ("Decision", decision?.sentence),
      ("Compliance", "\(cells.passPhrase) (\(cells.compliance.text))"),
      ("Coverage", "\(cells.coveragePhrase) (\(cells.coverage.text))"),
      ("Possible compliance", cells.rangePhrase(\.text)),
      ("Results", "\(counted(cells.answered, of: cells.inScope)) items in scope"), ("Items", cells.statesPhrase),
      ("Age of results", evidencePhrase), ("Build", buildPhrase),
      ("Open findings", open.findingsPhrase(waived: waived)), ("Attention", attentionPhrase),
      ("Open findings over time", trendPhrase),
    ]
    let taps = TapStatus.lines(publishedTaps ?? [], .symbol).map {
      ("First-tap success" as MarkdownText, String?.some($0))
    }
    return MarkdownText.figures(rows + taps)
  }

  private var componentTable: String {
    let table = MarkdownText.table(
      ["Component", "Fails:", "Worst", "Pass:", "Evaluated:", "Screens"],
      worstComponents.prefix(worstNamed).map { component in
        let (counts, title) = (component.counts, component.title)
        return [
          title.isEmpty ? "\(component.key)" : "\(component.key) (\(title))", "\(counted(counts.fail))",
          "\(component.worstWord)",
          "\(counted(counts.pass))", "\(counted(counts.judged))",
          component.screens.map { MarkdownText(escaping: $0) }.joined(separator: ", "),
        ]
      })
    let more = worstComponents.count - worstNamed
    return table + (more > 0 ? "\n\(counted(more, "more component fails", "more components fail")).\n" : "")
  }

  private var auditTable: String {
    MarkdownText.table(
      ["Audit", "Pass:", "Fail:", "N/A:", "Can't tell:", "Untested:", "Compliance:", "Coverage:"],
      audits.map { audit in
        let counts = audit.counts
        return ["\(audit.name)"] + counts.states.map { "\(counted($0.count))" }
          + ["\(counts.compliance.text)", "\(counts.coverage.text)"]
      })
  }
}
