import Base
import Children

extension HTMLReport {
  /// The results of first-tap tests; empty without any.
  var firstTap: Part {
    guard let firstTap = report.firstTap else { return Part("first-tap", "First tap", "", "") }
    let rows: HTMLText = firstTap.rows.map { row -> HTMLText in
      """
      <tr><th scope="row">\(HTMLText.people(row.target))</th><td>\(row.figures)</td><td>\(row.verdict)</td></tr>

      """
    }.joined()
    let table: HTMLText = """
      <table><caption>First-tap success rates with confidence intervals</caption>
      <thead><tr><th scope="col">Target</th><th scope="col">First taps</th><th scope="col">Verdict</th></tr></thead>
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

  /// A component over its versions: a curve, the same numbers as a table, and the differences.
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
    // Where the scoring version changed, the line has a gap.
    let points = course.chart.points.flatMap { $0.isBreak ? [nil, $0] : [$0] }
    let chart = SmallChart(
      title: "First-tap success by version",
      values: points.map { $0?.limits.map { RateText.roundedDown($0.rate + 1e-12) } }, top: 100,
      names: points.map { $0?.name ?? "" }, unit: "%")
    let rows: HTMLText = course.chart.points.map { point -> HTMLText in
      let anew: HTMLText = point.isBreak ? "new scoring version: " : ""
      return """
        <tr><th scope="row">\(HTMLText.people(point.name))</th><td>\(anew)\(TapChart.figures(point, .symbol))</td></tr>

        """
    }.joined()
    // If every point is hidden, no chart is drawn.
    let drawn: HTMLText = points.contains { $0?.limits != nil } ? "<ul class=\"sm\">\n\(chart.html)</ul>\n" : ""
    return """
      <p>\(HTMLText.people(course.chart.sentence()))</p>
      \(drawn)<table><caption>First-tap success by version, with confidence intervals</caption>
      <thead><tr><th scope="col">Version</th><th scope="col">First taps</th></tr></thead><tbody>
      \(rows)</tbody></table>

      """
  }
}
