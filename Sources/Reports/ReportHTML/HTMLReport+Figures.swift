import Audit
import Base
import Store

extension HTMLReport {
  private static let mostScreens = 3

  /// The figures beside the decision, each with what it does not say by itself.
  var figures: HTMLText {
    let cards = [openCard, complianceCard, affectedCard].filter { !$0.text.isEmpty }
    return "<ul class=\"figs\">\n\(cards.joined())</ul>\n"
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
      "Open findings", "\(figures.open.fail) open",
      "\(severities)\(waived)\(Self.when(!since.text.isEmpty, "<p>\(since)</p>\n"))")
  }

  /// Better or worse, like for like; without a time to compare with, the open findings over time.
  private var change: HTMLText {
    guard let change = report.change, let alike = LikeForLike(change) else {
      guard let trend = report.trend,
        let open = OpenTrend(trend.trend, by: trend.step, open: report.figures.open.fail)
      else { return "" }
      return "\(open.phrase(LongDate.period)). <a href=\"#changes\">Changes</a>"
    }
    let (before, after) = (alike.open.before, alike.open.after)
    let word = after < before ? "Better" : after > before ? "Worse" : "About the same"
    let total = alike.openInAll
    let retired = alike.retired > 0 ? " Retired components took \(alike.retired) with them." : ""
    let all: HTMLText =
      total.before == before && total.after == after
      ? "" : " In total, they went from \(total.before) to \(total.after).\(retired)"
    let than: HTMLText = word == "About the same" ? "as on" : "than on"
    return """
      <strong>\(word) \(than) \(Self.name(change.from)).</strong> On the components there both times, open \
      findings went from \(before) to \(after).\(all) <a href="#changes">Changes</a>
      """
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
      1 fix removes \(step.places.count) of \(counted(findings.open.count, "finding")): \
      <a href="#fix">\(title(step))</a>
      """
  }

  /// The screens of findings, else their components, each once.
  private func places(_ findings: [PageFinding]) -> (count: Int, phrase: HTMLText) {
    let screens = Set(findings.flatMap(\.row.finding.screens)).sorted()
    let names = screens.isEmpty ? Set(findings.map(\.component)).sorted() : screens
    let noun = screens.isEmpty ? counted(names.count, "component") : counted(names.count, "screen")
    let shown: HTMLText = names.prefix(Self.mostScreens).map(name).joined(separator: ", ")
    let more: HTMLText = names.count > Self.mostScreens ? ", and \(names.count - Self.mostScreens) more" : ""
    return (names.count, "\(noun) (\(shown)\(more))")
  }

  // MARK: Compliance

  /// Compliance is a share of what was evaluated, so it is shown with the coverage.
  private var complianceCard: HTMLText {
    let (figures, counts) = (report.figures, report.figures.counts)
    let range: HTMLText = counts.rangePhrase(\.text).map { "<p>Possible: \($0).</p>\n" } ?? ""
    let rate: HTMLText =
      report.change.flatMap(LikeForLike.init).map {
        "<p>Like for like: \(Percent(of: $0.pass.before, $0.judged.before).text) before, \(Percent(of: $0.pass.after, $0.judged.after).text) now.</p>\n"
      } ?? ""
    let age: HTMLText =
      figures.newest.map { newest in
        "Newest result \(LongDate.age(report.days(since: newest))) old, \(figures.stale) of \(counted(counts.answered, "result")) stale."
      } ?? ""
    return Self.card(
      "Compliance", "\(counts.compliance.text) pass of \(counts.coverage.text) evaluated",
      """
      \(bar)<p>\(counts.pass) of \(counted(counts.judged, "evaluated item")) \(counts.pass == 1 ? "passes" : "pass"); \(counts.judged) of \
      \(counted(counts.applicable, "applicable item")) evaluated.</p>
      \(range)\(rate)<p>\(age) <a href="#coverage">Coverage and age</a></p>

      """)
  }

  /// All items, each outcome as wide as its share, with the numbers below.
  private var bar: HTMLText {
    let counts = report.figures.counts
    let parts: [(count: Int, style: HTMLText, word: HTMLText)] = [
      (counts.pass, "class=\"fp\"", "PASS"), (counts.fail, "fill=\"url(#fs)\"", "FAIL"),
      (counts.cantTell, "class=\"fq\"", "CAN'T TELL"), (counts.na, "class=\"fn\"", "N/A"),
      (counts.untested, "fill=\"url(#ht)\"", "UNTESTED"),
    ].filter { $0.count > 0 }
    var place = 0.0
    let pieces: HTMLText = parts.map { part -> HTMLText in
      // Wide enough to be seen: a single failure among thousands.
      let width = max(0.4, Self.percent(part.count, counts.inScope))
      defer { place += width }
      return "<rect \(part.style) x=\"\(Self.number(place))%\" width=\"\(Self.number(width))%\" height=\"24\"/>"
    }.joined()
    let words: HTMLText = parts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    let key: HTMLText = parts.map { part in
      """
      <li><svg viewBox="0 0 14 14" aria-hidden="true"><rect \(part.style) width="14" height="14"/><rect class="fr" \
      x=".5" y=".5" width="13" height="13"/></svg>\(part.count) \(part.word)</li>

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

  static func number(_ value: Double) -> HTMLText { HTMLText(verbatim: String((value * 10).rounded() / 10)) }

  /// Patterns repeat what the colors mean.
  private static let patterns: HTMLText = """
    <defs><pattern id="ht" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <line class="hl" y2="7" stroke-width="1.5"/></pattern><pattern id="fs" width="6" height="6" \
    patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ff" width="6" height="6"/>\
    <line class="gap" x1="1" x2="1" y2="6" stroke-width="1.6"/></pattern></defs>
    """
}
