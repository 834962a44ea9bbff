import Audit
import Base
import Store

extension HTMLReport {
  private static let mostCards = 6

  /// The decision with its reason, the figures, and the blockers: also the printed cover.
  var decision: HTMLText {
    let gate = report.gate
    let hasFigures = report.figures.counts.answered > 0
    return """
      <section id="decision" aria-labelledby="h-d"><div class="dec card \(gate.decision.rawValue)">
      <h2 class="word" id="h-d">\(Self.shape(gate.decision))<b>\(gate.decision.word)</b></h2>
      <div><p class="big">\(blocking)</p>
      \(Self.when(!hasFigures, "<p class=\"big\">\(unknown)</p>\n"))\
      <details class="pol"><summary>\(gate.isProposal ? "Proposed rules" : gate.rulePhrase.capitalizedFirst)</summary>
      \(rules)</details></div></div>
      \(Self.when(hasFigures, figures))\(cards)</section>

      """
  }

  private static func shape(_ decision: ReleaseDecision) -> HTMLText {
    let path: HTMLText =
      switch decision {
      case .hold: "<path d=\"M12 1h16l11 11v16L28 39H12L1 28V12z\"/><line x1=\"12\" x2=\"28\" y1=\"20\" y2=\"20\"/>"
      case .ship:
        "<circle cx=\"20\" cy=\"20\" r=\"19\"/><line x1=\"11\" y1=\"21\" x2=\"17\" y2=\"27\"/><line x1=\"17\" y1=\"27\" x2=\"29\" y2=\"14\"/>"
      case .undecided:
        "<rect x=\"2\" y=\"2\" width=\"36\" height=\"36\"/><line x1=\"20\" x2=\"20\" y1=\"10\" y2=\"23\"/><line x1=\"20\" x2=\"20\" y1=\"29\" y2=\"30\"/>"
      }
    return "<svg viewBox=\"0 0 40 40\" aria-hidden=\"true\">\(path)</svg>"
  }

  // MARK: Sentences

  /// What blocks.
  private var blocking: HTMLText {
    let gate = report.gate
    let failing = counted(gate.failed.count, "rule fails", "rules fail")
    if let proposal = gate.proposal {
      let kinds = gate.outcome == .hold && !gate.blockers.isEmpty ? " \(gate.blockerKinds)." : ""
      return """
        <strong>The team has set no release rule.</strong> \(HTMLText.people(proposal))\(kinds) \
        \(HTMLText.people(gate.toShip.joined(separator: " ")))
        """
    }
    switch gate.decision {
    case .ship: return "<strong>Nothing blocks the release.</strong> Every rule passes."
    case .undecided:
      return "<strong>There is too little to decide by.</strong> \(HTMLText.people(gate.toShip.joined(separator: " ")))"
    case .hold where gate.blockers.isEmpty:
      return "<strong>No single finding blocks the release; \(failing).</strong> "
        + "\(HTMLText.people(gate.toShip.joined(separator: " ")))"
    case .hold:
      let count = gate.blockers.count
      let blocks = count == 1 ? "blocks" : "block"
      let fixes: HTMLText =
        fixSteps.isEmpty
        ? ""
        : " <a href=\"#fix\">\(counted(min(3, fixSteps.count), "fix removes", "fixes remove"))</a> \(removedBlockers) of them."
      return "<strong>\(counted(count, gate.blockerNoun)) \(blocks) the release:</strong> \(gate.blockerKinds).\(fixes)"
    }
  }

  /// Why there are no figures.
  private var unknown: HTMLText {
    report.figures.counts.inScope == 0
      ? "<strong>Nothing is in scope.</strong>" : "<strong>Nothing is known.</strong> No item was tested."
  }

  // MARK: Rules

  private var rules: HTMLText {
    let gate = report.gate
    let failing = gate.gate.rulings.filter { $0.verdict == .fail }
    let others = gate.gate.rulings.filter { $0.verdict != .fail }
    var rows: [HTMLText] = (failing + others).map { ruling in
      let (style, word): (HTMLText, HTMLText) =
        switch ruling.verdict {
        case .fail: ("no x", "Fails")
        case .pass: ("yes p", "Passes")
        case .noData: ("open q", "No data")
        }
      return """
        <tr><th scope="row">\(title(ruling))</th><td class="m">Required: \(gate.wanted(ruling)). Actual: \
        <b>\(gate.found(ruling))</b></td><td class="\(style)">\(word)</td></tr>

        """
    }
    rows += gate.policy.unread.map { rule in
      """
      <tr><th scope="row">\(HTMLText.people(rule))</th><td class="m">This version of a11y does not know the rule.</td>\
      <td class="open q">No data</td></tr>

      """
    }
    let source: HTMLText =
      switch gate.policySource {
      case .standard: ", proposed: the team has set none"
      case .tracker: " (policy of the tracker)"
      case .audit: " (policy of the audit)"
      case .typed: ""
      }
    return """
      <table class="rules"><caption>Release rules\(source)</caption>
      <thead><tr><th scope="col">Rule</th><th scope="col">Required and actual</th><th scope="col">Result</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody></table>
      """
  }

  /// A day that regressions are counted from is written as everywhere on the page.
  private func title(_ ruling: GateRuling) -> HTMLText {
    guard ruling.rule == .noRegressions, let from = report.change?.from, from.name == report.gate.baseline?.name
    else { return "\(report.gate.title(ruling))" }
    return "Regressions since \(Self.name(from))"
  }

  // MARK: Blockers

  private var cards: HTMLText {
    let blockers = findings.blockers(report.gate)
    let count = report.gate.blockers.count
    guard count > 0 else { return "" }
    let cards: HTMLText = carded.map(card).joined()
    let disputed = report.gate.blockers.filter { findings[report.gate.place($0)] == nil }
    let items: HTMLText = disputed.prefix(Self.mostCards).map { blocker in
      let place = report.gate.place(blocker)
      let words = report.gate.words(blocker).joined(separator: ", ")
      return "<li>\(name(place.component)), \(HTMLText.brief(report.title(of: place.check))): \(words)</li>\n"
    }.joined()
    let list: HTMLText = items.text.isEmpty ? "" : "<ul class=\"li\">\n\(items)</ul>\n"
    let more = count - min(Self.mostCards, blockers.count) - min(Self.mostCards, disputed.count)
    let rest: HTMLText =
      more > 0
      ? "<p>and \(more) more, marked \(PageFinding.tag(ofBlockersIn: report.gate)) in <a href=\"#findings\">Findings</a></p>\n"
      : ""
    return """
      <h3 class="sub" id="blockers">\(heading(count))</h3>
      \(Self.when(!cards.text.isEmpty, "<ul class=\"blk\">\n\(cards)</ul>\n"))\(list)\(rest)
      """
  }

  private func heading(_ count: Int) -> String {
    guard report.gate.isProposal else {
      return counted(
        count, "\(report.gate.blockerNoun) blocks the release", "\(report.gate.blockerNoun)s block the release")
    }
    return "\(counted(count, report.gate.blockerNoun)) would block the release with \(report.gate.policy.text)"
  }

  /// The blockers with a card.
  var carded: ArraySlice<PageFinding> { findings.blockers(report.gate).prefix(Self.mostCards) }

  private func card(_ finding: PageFinding) -> HTMLText {
    let row = finding.row
    let check = report.checks[row.finding.check]
    let reasons: HTMLText = finding.tags.filter { ["REGRESSED", "WAIVER EXPIRED", "DISPUTED"].contains($0) }
      .map { "<span class=\"b t\">\($0)</span>" }.joined()
    let measured: HTMLText = Self.measured(row, check).map { "\($0). " } ?? ""
    let affects: HTMLText = check?.affects.map { Self.coded($0) } ?? ""
    let what: HTMLText = Self.when(!measured.text.isEmpty || !affects.text.isEmpty, "<p>\(measured)\(affects)</p>\n")
    let expired: HTMLText =
      row.finding.expired.map {
        "<p class=\"s\">The waiver expired on \(LongDate.day($0.until)), approved by \(HTMLText.people($0.approver)).</p>\n"
      } ?? ""
    return """
      <li><p>\(Self.badge(finding))\(reasons)</p>
      <h4>\(link(finding))</h4><p>\(place(finding))</p>
      \(what)\(expired)<p class="s">\(facts(row).joined(separator: " · "))</p>
      \(picture(row))</li>

      """
  }

  /// `Measured 25x25, expected at least 44x44`; nil without a value.
  static func measured(_ row: ReportFinding, _ check: Check?) -> HTMLText? {
    guard !row.value.isEmpty else { return nil }
    let expected: HTMLText = check?.measurement.map { ", expected \($0.wording())" } ?? ""
    return "Measured \(Self.short(row.value, 80))\(expected)"
  }

  func picture(_ row: ReportFinding) -> HTMLText {
    guard let picture = row.picture else { return "" }
    let words = picture.words.isEmpty ? "Screenshot of \(row.finding.component)" : picture.words
    return """
      <figure><img src="data:\(picture.type);base64,\(HTMLText(verbatim: Base64.text(picture.bytes)))" alt="\(words)"></figure>

      """
  }
}
