import FirstTap

extension Dashboard {
  /// The results of first-tap tests; empty without any.
  var firstTap: HTMLText {
    guard let firstTap = report.firstTap else { return "" }
    let rows: HTMLText = firstTap.rows.map { row -> HTMLText in
      """
      <tr><th scope="row">\(HTMLText.people(row.target))</th><td>\(row.figures)</td><td>\(row.verdict)</td></tr>

      """
    }.joined()
    let table: HTMLText = """
      <table>
      <caption>First-tap success rates with confidence intervals</caption>
      <thead><tr><th scope="col">Target</th><th scope="col">First taps</th><th scope="col">Verdict</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    return "<p>\(HTMLText.people(firstTap.sentence))</p>\n"
      + (firstTap.rows.isEmpty ? "" : Self.window("First-tap success", table))
      + firstTap.courses.enumerated().map { course($1, number: $0 + 1) }.joined()
  }

  /// A component over its versions: a curve, the same numbers as a table, and the differences.
  private func course(_ course: TapCourse, number: Int) -> HTMLText {
    let comparisons: HTMLText = course.comparisons.map { comparison -> HTMLText in
      "<li><strong>\(HTMLText.people(comparison.title))</strong> \(HTMLText.people(comparison.sentence))</li>\n"
    }.joined()
    let list: HTMLText = course.comparisons.isEmpty ? "" : "<ul class=\"card rows\">\n\(comparisons)</ul>\n"
    let family: HTMLText = course.family.map { "<p>\(HTMLText.people($0))</p>\n" } ?? ""
    return """
      <h3>\(Self.name(course.title)), version by version</h3>
      \(course.chart.isChart ? chart(course, number) : "")\(list)\(family)
      """
  }

  private func chart(_ course: TapCourse, _ number: Int) -> HTMLText {
    // Where the scoring version changed, the line has a gap.
    let points = course.chart.points.flatMap { $0.isBreak ? [nil, $0] : [$0] }
    let last = course.chart.points.last.flatMap { $0.limits }
    let chart = Chart(
      id: "first-tap-\(number)", title: "First-tap success by version",
      values: points.map { $0?.limits.map { RateText.roundedDown($0.rate + 1e-12) } }, top: 100,
      labels: ["100%", "0%"],
      periods: points.compactMap { $0?.name }, says: course.chart.sentence(),
      now: last.map { "\(RateText.roundedDown($0.rate + 1e-12))%" } ?? TapChart.hidden)
    let rows: HTMLText = course.chart.points.map { point -> HTMLText in
      let anew: HTMLText = point.isBreak ? "new scoring version: " : ""
      return """
        <tr><th scope="row">\(HTMLText.people(point.name))</th><td>\(anew)\(TapChart.figures(point, .symbol))</td></tr>

        """
    }.joined()
    let table: HTMLText = """
      <table>
      <caption>First-tap success by version, with confidence intervals</caption>
      <thead><tr><th scope="col">Version</th><th scope="col">First taps</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    // If every point is hidden, no chart is drawn.
    let drawn: HTMLText =
      points.contains { $0?.limits != nil } ? "<div class=\"charts\">\n\(chart.html)</div>\n" : ""
    return """
      <p>\(HTMLText.people(course.chart.sentence()))</p>
      \(drawn)<details class="card open-on-paper"><summary>Data table</summary>
      \(Self.window("First-tap success by version \(number)", table))</details>

      """
  }
}
