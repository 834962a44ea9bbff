import Base
import Children

extension HTMLReport {
  /// The results of first-tap tests; empty without any.
  var firstTap: Part {
    guard let firstTap = report.firstTap else { return Part("first-tap", "First tap", "", "") }
    let rows: HTMLText = firstTap.rows.map { row -> HTMLText in
      """
      <tr><th scope="row">\(HTMLText.people(row.target))</th><td>\(row.figures)</td><td>\(row.verdict)</td>\
      <td class="bx">\(row.mark?.html ?? "")</td></tr>

      """
    }.joined()
    let table: HTMLText = """
      <table class="ft"><caption>First-tap success rates with confidence intervals</caption>
      <thead><tr><th scope="col">Target</th><th scope="col">First taps</th><th scope="col">Verdict</th>\(Self.scale)</tr></thead>
      <tbody>
      \(rows)</tbody></table>

      """
    let courses: HTMLText = firstTap.courses.map(course).joined()
    return Part(
      "first-tap", "First tap", "First-tap success with children",
      """
      <p class="lead">\(HTMLText.people(firstTap.sentence))</p>
      \(Self.when(!firstTap.rows.isEmpty, "<div class=\"card\">\(table)</div>\n"))\(courses)
      """)
  }

  private static let scale: HTMLText = """
    <th scope="col" class="bx">0 to 100%: dot, interval, and target (upright)</th>
    """

  /// A component over its versions: the rate of each with its interval and target, and the differences. Plans are never
  /// combined, so that no line leads from one to the next.
  private func course(_ course: TapCourse) -> HTMLText {
    let comparisons: HTMLText = course.comparisons.map { comparison -> HTMLText in
      "<li><b>\(HTMLText.people(comparison.title))</b> \(HTMLText.people(comparison.sentence))</li>\n"
    }.joined()
    let list: HTMLText = course.comparisons.isEmpty ? "" : "<ul class=\"li\">\n\(comparisons)</ul>\n"
    let family: HTMLText = course.family.map { "<p>\(HTMLText.people($0))</p>\n" } ?? ""
    return """
      <h3 class="sub">\(HTMLText.brief(course.title)), version by version</h3>
      \(course.chart.isChart ? chart(course) : "")\(list)\(family)
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
    return """
      \(HTMLText.people(step.point.name.capitalizedFirst)): \(RateText.symbol.mean(limits.rate)), target \(target): \
      \(step.part.verdict.rawValue)
      """
  }
}
