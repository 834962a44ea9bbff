import Base
import Children

extension ReportFirstTap {
  /// Its plans side by side, then each component with several of them, version by version.
  var html: HTMLText {
    let lines: HTMLText = rows.map { row -> HTMLText in
      """
      <tr><th scope="row">\(HTMLText.people(row.target))</th><td>\(row.figures)</td><td data-l="Verdict">\(row.verdict)</td>\
      <td class="bx">\(row.mark?.html ?? "")</td></tr>

      """
    }.joined()
    let table: HTMLText = """
      <table class="ft"><caption>First-tap success rates with confidence intervals</caption>
      <thead><tr><th scope="col">Target</th><th scope="col">First taps</th><th scope="col">Verdict</th>\(Self.scale)</tr></thead>
      <tbody>
      \(lines)</tbody></table>

      """
    return """
      <p class="lead">\(HTMLText.people(sentence))</p>
      \(HTMLReport.when(!rows.isEmpty, "<div class=\"card\">\(table)</div>\n"))\(courses.map(course).joined())
      """
  }

  private static let scale: HTMLText = """
    <th scope="col" class="bx">0 to 100%: dot, interval, and target (upright)</th>
    """

  /// A component over its versions: the rate of each with its interval and target, and the differences. Plans are never
  /// combined, so that no line leads from one to the next.
  private func course(_ course: TapCourse) -> HTMLText {
    let comparisons: HTMLText = course.comparisons.map { comparison -> HTMLText in
      "<li><b>\(HTMLText.people(comparison.title))</b>: \(HTMLText.people(comparison.sentence))</li>\n"
    }.joined()
    let list: HTMLText = course.comparisons.isEmpty ? "" : "<ul class=\"li\" role=\"list\">\n\(comparisons)</ul>\n"
    let family: HTMLText = course.family.map { "<p>\(HTMLText.people($0))</p>\n" } ?? ""
    return """
      <div class="card part sub"><h3>\(HTMLText.brief(course.title)), version by version</h3>
      \(course.chart.isChart ? chart(course) : "")\(list)\(family)</div>

      """
  }

  private func chart(_ course: TapCourse) -> HTMLText {
    let rows: HTMLText = course.steps.map { step -> HTMLText in
      let anew: HTMLText = step.point.isBreak ? "new scoring version: " : ""
      let mark = step.point.limits.map { RateMark($0, target: step.part.target).html } ?? ""
      return """
        <tr><th scope="row">\(HTMLText.people(step.point.name))</th><td>\(anew)\(TapChart.figures(step.point, .symbol))</td>\
        <td class="bx">\(mark)</td></tr>

        """
    }.joined()
    return """
      <h4>\(title(course))</h4>
      <p>\(HTMLText.people(course.chart.sentence()))</p>
      <table class="ft"><caption>First-tap success by version, with confidence intervals</caption>
      <thead><tr><th scope="col">Version</th><th scope="col">First taps</th>\(Self.scale)</tr></thead><tbody>
      \(rows)</tbody></table>

      """
  }

  /// `build 3.2: 92%, target 90%: not enough evidence`
  private func title(_ course: TapCourse) -> HTMLText {
    guard let step = course.steps.last(where: { $0.point.limits != nil }), let limits = step.point.limits else {
      return "No rate can be shown"
    }
    let target = RateText.symbol.exact(step.part.target)
    // A build is a word of the page; a plan has its key, which is written as it is.
    let name = course.chart.unit == "version" ? step.point.name.capitalizedFirst : step.point.name
    return """
      \(HTMLText.people(name)): \(RateText.symbol.mean(limits.rate)), target \(target): \
      \(step.part.verdict.rawValue)
      """
  }
}

/// A rate of few children: a dot on its interval, and its target across, from 0 to 100 %.
struct RateMark {
  /// Rounded as the words are: a page is shared, and shows no more of children than they do.
  private let (low, rate, high): (Int, Int, Int)
  private let target: Double

  init(_ limits: Estimate.Limits, target: Double) {
    low = RateText.roundedDown(limits.interval.low)
    rate = RateText.roundedDown(limits.rate + 1e-12)
    high = RateText.roundedUp(limits.interval.high)
    self.target = target
  }

  /// Hidden from those who hear the page: the row says it in words.
  var html: HTMLText {
    func line(_ style: HTMLText, _ from: Double, _ to: Double, _ top: Int, _ bottom: Int) -> HTMLText {
      """
      <line class="\(style)" x1="\(HTMLReport.number(from))%" x2="\(HTMLReport.number(to))%" y1="\(top)" y2="\(bottom)"/>
      """
    }
    let aim = min(100, max(0, target * 100))
    return """
      <svg class="iv" width="100%" height="24" aria-hidden="true">\(line("gr", 0, 100, 12, 12))\
      \(line("in", Double(low), Double(high), 12, 12))\(line("aim", aim, aim, 1, 23))\
      <circle cx="\(rate)%" cy="12" r="5"/></svg>
      """
  }
}
