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
      \(Self.when(!hasFigures && !unknown.text.isEmpty, "<p class=\"big\">\(unknown)</p>\n"))\
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
      let kinds = gate.outcome == .hold && !gate.blockers.isEmpty ? " (\(gate.blockerKinds))" : ""
      let sentence = proposal.hasSuffix(".") ? proposal.dropLast() + kinds + "." : proposal + kinds
      return """
        <strong>The team has set no policy.</strong> \(HTMLText.commands(sentence)) \
        \(HTMLText.commands(gate.toShip.joined(separator: " ")))
        """
    }
    switch gate.decision {
    case .ship: return "<strong>Nothing blocks the release.</strong> Every rule passes."
    case .undecided:
      return
        "<strong>There is too little to decide by.</strong> \(HTMLText.commands(gate.toShip.joined(separator: " ")))"
    case .hold where gate.blockers.isEmpty:
      return "<strong>No single finding blocks the release; \(failing).</strong> "
        + "\(HTMLText.commands(gate.toShip.joined(separator: " ")))"
    case .hold:
      let count = gate.blockers.count
      let blocks = count == 1 ? "blocks" : "block"
      let fixes: HTMLText =
        fixSteps.isEmpty
        ? ""
        : " <a href=\"#fix\">\(counted(min(3, fixSteps.count), "fix removes", "fixes remove"))</a> \(counted(removedBlockers)) of them."
      return "<strong>\(counted(count, gate.blockerNoun)) \(blocks) the release:</strong> \(gate.blockerKinds).\(fixes)"
    }
  }

  /// Why there are no figures, and what they leave out: what was tested may be outside of the plan. Proposed rules have
  /// said why.
  private var unknown: HTMLText {
    let more: HTMLText = report.notices.map { " \(HTMLText.brief($0))" }.joined()
    if report.gate.isProposal { return more }
    return report.figures.counts.inScope == 0
      ? "<strong>Nothing is in scope.</strong>\(more)"
      : "<strong>Nothing is known.</strong> No item in scope was tested.\(more)"
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
      \(HTMLText.heads(["Rule", "Required and actual", "Result"]))
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
    let disputed = unsettled
    let others: HTMLText = disputed.prefix(Self.mostCards).map(card).joined()
    let more = count - min(Self.mostCards, blockers.count) - min(Self.mostCards, disputed.count)
    let rest: HTMLText =
      more > 0
      ? "<p>and \(counted(more)) more, marked \(PageFinding.tag(ofBlockersIn: report.gate)) in <a href=\"#findings\">Findings</a></p>\n"
      : ""
    return """
      <h3 class="sub" id="blockers">\(HTMLText.commands(heading(count)))</h3>
      <ul class="blk" role="list">
      \(cards)\(others)</ul>
      \(rest)
      """
  }

  /// What keeps the release and is no open finding here: testers disagree, or it is better by someone who is not followed.
  var unsettled: [ReleaseBlocker] { report.gate.blockers.filter { findings[report.gate.place($0)] == nil } }

  private func card(_ blocker: ReleaseBlocker) -> HTMLText {
    let place = report.gate.place(blocker)
    return """
      <li><p><span class="b t">NOT SETTLED</span></p>
      <h4>\(HTMLText.brief(report.failure(of: place.check)))</h4><p>\(name(place.component))</p>
      <p class="s">\(report.gate.words(blocker).joined(separator: ", ").capitalizedFirst)</p></li>

      """
  }

  private func heading(_ count: Int) -> String {
    guard report.gate.isProposal else {
      return counted(
        count, "\(report.gate.blockerNoun) blocks the release", "\(report.gate.blockerNoun)s block the release")
    }
    return "\(counted(count, report.gate.blockerNoun)) would block the release with \(report.gate.policy.text)"
  }

  var carded: ArraySlice<PageFinding> { findings.blockers(report.gate).prefix(Self.mostCards) }

  private func card(_ finding: PageFinding) -> HTMLText {
    let row = finding.row
    let check = report.checks[row.finding.check]
    let reasons: HTMLText = finding.tags.filter {
      ["REGRESSED", "WAIVER EXPIRED", "DISPUTED", "CONTRADICTED"].contains($0)
    }
    .map { "<span class=\"b t\">\($0)</span>" }.joined()
    let measured: HTMLText = Self.measured(row, check).map { "\($0). " } ?? ""
    let affects: HTMLText = check?.affects.map { Self.coded($0) } ?? ""
    let what: HTMLText = Self.when(!measured.text.isEmpty || !affects.text.isEmpty, "<p>\(measured)\(affects)</p>\n")
    let expired: HTMLText =
      row.finding.expired.map {
        "<p class=\"s\">The waiver expired on \(LongDate.day($0.until)), approved by \(HTMLText.people($0.approver)).</p>\n"
      } ?? ""
    // What the asterisk says is two screens below.
    let star: [HTMLText] = row.finding.isUsualSeverity ? ["*\u{A0}default severity"] : []
    return """
      <li><p>\(Self.badge(finding))\(reasons)</p>
      <h4>\(link(finding))</h4><p>\(place(finding))</p>
      \(what)\(expired)<p class="s">\((facts(row) + star).joined(separator: Self.between))</p>
      \(picture(row))</li>

      """
  }

  /// `Measured 25x25, required: at least 44x44`; nil without a value.
  static func measured(_ row: ReportFinding, _ check: Check?) -> HTMLText? {
    guard !row.value.isEmpty else { return nil }
    let wording = row.required.filled ?? check?.measurement?.wording()
    let required: HTMLText = wording.map { ", required: \($0)" } ?? ""
    return "Measured \(Self.short(row.value, 80))\(required)"
  }

  func picture(_ row: ReportFinding) -> HTMLText {
    guard let picture = row.picture else { return "" }
    let words = picture.words.isEmpty ? "Screenshot of \(row.finding.component)" : picture.words
    return """
      <figure><img src="data:\(picture.type);base64,\(HTMLText(verbatim: Base64Text.text(picture.bytes)))" alt="\(words)"></figure>

      """
  }
}

extension HTMLReport {
  private static let mostScreens = 3

  /// The figures beside the decision, each with what it does not say by itself.
  var figures: HTMLText {
    let cards = [openCard, complianceCard, affectedCard].filter { !$0.text.isEmpty }
    return "<ul class=\"figs\" role=\"list\">\n\(cards.joined())</ul>\n"
  }

  private static func card(_ name: HTMLText, _ value: HTMLText, _ rest: HTMLText) -> HTMLText {
    "<li class=\"card\"><h3>\(name)</h3><div class=\"v\">\(value)</div>\n\(rest)</li>\n"
  }

  // MARK: Open findings

  private var openCard: HTMLText {
    let figures = report.figures
    let severities: HTMLText = figures.open.fail > 0 ? "<p>\(figures.open.severitiesPhrase)</p>\n" : ""
    let waived: HTMLText =
      figures.waived > 0 ? "<p>\(counted(figures.waived, "more is", "more are")) waived.</p>\n" : ""
    let since = change
    return Self.card(
      "Open findings", "\(counted(figures.open.fail)) open",
      "\(severities)\(waived)\(Self.when(!since.text.isEmpty, "<p>\(since)</p>\n<p class=\"to\"><a href=\"#changes\">Changes</a></p>\n"))"
    )
  }

  /// Better or worse, like for like; without a time to compare with, the open findings over time.
  private var change: HTMLText {
    guard let change = report.change, let alike = LikeForLike(change) else {
      guard let trend = report.trend,
        let open = OpenTrend(trend.trend, by: trend.step, open: report.figures.open.fail)
      else { return "" }
      return "\(open.phrase(open.step.named))."
    }
    let (before, after) = (alike.open.before, alike.open.after)
    let total = alike.openInAll
    let isAll = total.before == before && total.after == after
    let all: HTMLText =
      isAll
      ? ""
      : " In total, they went from \(counted(total.before)) to \(counted(total.after))."
        + "\(alike.leftOut.map { " \($0)" }.joined())"
    let items: HTMLText =
      isAll ? "Open findings" : "Leaving out what was added, removed, or not retested, open findings"
    return """
      <strong>\(verdict(alike, change)).</strong> \(items) went from \(counted(before)) to \(counted(after)).\(all)
      """
  }

  /// `Better than in spring`
  private func verdict(_ alike: LikeForLike, _ change: ChangeReport) -> HTMLText {
    let from = change.from
    let at: HTMLText = change.isOfAudits ? "in" : from.isAudit ? "at the end of" : "on"
    let then: HTMLText = "\(at) \(Self.name(from))"
    return switch alike.verdict {
    case .better: "Better than \(then)"
    case .worse: "Worse than \(then)"
    case .mixed: "Mixed: less is evaluated than \(then)"
    case .unchanged: "About the same as \(then)"
    case .unknown: "Not comparable with \(Self.name(from))"
    }
  }

  // MARK: Affected people

  /// Whom the worst findings affect, in the words of their check and on which screens, and what one fix removes.
  private var affectedCard: HTMLText {
    let open = findings.open
    guard let worst = open.map({ Severity.place($0.severity) }).min() else { return "" }
    let groups = Dictionary(grouping: open.filter { Severity.place($0.severity) == worst }) {
      report.checks[$0.row.finding.check]?.affects ?? ""
    }
    let known = groups.filter { !$0.key.isEmpty }.map { (words: $0.key, places: places($0.value)) }
    let first = known.min { left, right in
      (right.places.count, left.words) < (left.places.count, right.words)
    }
    let sentence: HTMLText =
      first.map { group in
        "On \(group.places.phrase): \(Self.coded(group.words))"
      } ?? "\(counted(open.count, "finding is", "findings are")) open on \(places(open).phrase)."
    let others = known.count - 1
    let more: HTMLText =
      others > 0
      ? "<p>\(counted(others, "more problem is", "more problems are")) as severe.</p>\n" : ""
    return Self.card("Affected people", sentence, "\(more)\(Self.when(!fixSteps.isEmpty, "<p>\(firstFix)</p>\n"))")
  }

  /// `1 fix removes 8 of 54 findings: ...`
  private var firstFix: HTMLText {
    guard let step = fixSteps.first else { return "" }
    return """
      1 fix removes \(counted(step.places.count)) of \(counted(findings.open.count, "finding")): \
      <a href="#fix">\(title(step))</a>
      """
  }

  /// The screens of findings, each once; their components where one of them is on no screen, so that none is left out.
  private func places(_ findings: [PageFinding]) -> (count: Int, phrase: HTMLText) {
    let isOnScreens = findings.allSatisfy { !$0.row.finding.screens.isEmpty }
    let screens = isOnScreens ? Set(findings.flatMap { $0.row.finding.screens }).inNaturalOrder() : []
    let names = screens.isEmpty ? Set(findings.map(\.component)).inNaturalOrder() : screens
    let noun = screens.isEmpty ? counted(names.count, "component") : counted(names.count, "screen")
    let shown: HTMLText = names.prefix(Self.mostScreens).map(name).joined(separator: ", ")
    let more: HTMLText = names.count > Self.mostScreens ? ", and \(counted(names.count - Self.mostScreens)) more" : ""
    return (names.count, "\(noun) (\(shown)\(more))")
  }

  // MARK: Compliance

  /// Compliance is a share of what was evaluated, so it is shown with the coverage.
  private var complianceCard: HTMLText {
    let (figures, counts) = (report.figures, report.figures.counts)
    let range: HTMLText = counts.rangePhrase(\.text).map { "<p>Possible: \($0).</p>\n" } ?? ""
    let rate: HTMLText =
      report.change.flatMap(LikeForLike.init).map { alike in
        let left: HTMLText =
          alike.notRetested > 0 ? ", without \(counted(alike.notRetested, "item")) not retested" : ""
        return
          "<p>Like for like\(left): \(Percent(of: alike.pass.before, alike.judged.before).text) before, \(Percent(of: alike.pass.after, alike.judged.after).text) now.</p>\n"
      } ?? ""
    let age: HTMLText =
      figures.newest.map { newest in
        "Newest result \(LongDate.age(report.days(since: newest))) old, \(counted(figures.stale)) of \(counted(counts.answered, "result")) stale."
      } ?? ""
    return Self.card(
      "Compliance", "\(counts.compliance.text) pass of \(counts.coverage.text) evaluated",
      """
      \(bar)<p>\(counts.passPhrase); \(counts.coveragePhrase).</p>
      \(range)\(rate)<p>\(age)</p>
      <p class="to"><a href="#coverage">Coverage and age</a></p>

      """)
  }

  /// All items, each outcome as wide as its share, with the numbers below.
  private var bar: HTMLText {
    let counts = report.figures.counts
    let parts: [(count: Int, style: HTMLText, word: HTMLText)] = [
      (counts.pass, "class=\"fp\"", "PASS"), (counts.fail, "fill=\"url(#fs)\"", "FAIL"),
      (counts.cantTell, "fill=\"url(#ct)\"", "CAN'T TELL"), (counts.na, "class=\"fn\"", "N/A"),
      (counts.untested, "fill=\"url(#ht)\"", "UNTESTED"),
    ].filter { $0.count > 0 }
    var place = 0.0
    let pieces: HTMLText = parts.map { part -> HTMLText in
      // Wide enough to be seen: a single failure among thousands.
      let width = max(0.4, Self.percent(part.count, counts.inScope))
      defer { place += width }
      return "<rect \(part.style) x=\"\(Self.number(place))%\" width=\"\(Self.number(width))%\" height=\"24\"/>"
    }.joined()
    let words: HTMLText = parts.map { "\(counted($0.count)) \($0.word)" }.joined(separator: ", ")
    let key: HTMLText = parts.map { part in
      """
      <li><svg viewBox="0 0 14 14" aria-hidden="true"><rect \(part.style) width="14" height="14"/><rect class="fr" \
      x=".5" y=".5" width="13" height="13"/></svg>\(counted(part.count)) \(part.word)</li>

      """
    }.joined()
    return """
      <div class="bar"><svg width="100%" height="24" role="img" aria-labelledby="bt"><title id="bt">All \
      \(counted(counts.inScope, "item")): \(words).</title>\(Self.patterns)\(pieces)<rect class="fr" width="100%" \
      height="24" stroke-width="2"/></svg>
      <ul class="key" aria-hidden="true">
      \(key)</ul></div>

      """
  }

  static func number(_ value: Double) -> HTMLText {
    let text = String((value * 10).rounded() / 10)
    return HTMLText(verbatim: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Patterns repeat what the colors mean.
  private static let patterns: HTMLText = """
    <defs><pattern id="ht" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <line class="hl" y2="7" stroke-width="1.5"/></pattern><pattern id="fs" width="6" height="6" \
    patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ff" width="6" height="6"/>\
    <line class="gap" x1="1" x2="1" y2="6" stroke-width="1.6"/></pattern><pattern id="ct" width="5" height="5" \
    patternUnits="userSpaceOnUse"><rect class="fq" width="5" height="5"/><line class="gap" x1="4" x2="4" y2="5" \
    stroke-width="1.2"/></pattern></defs>
    """
}
