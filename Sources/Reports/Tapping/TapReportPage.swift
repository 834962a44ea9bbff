import Base
import Children

extension ReportFirstTap {
  /// First-tap tests as a page: the plans side by side, then what is known of each, in the words of the text report.
  ///
  /// - Parameters:
  ///   - app: what is tested.
  ///   - subject: the title of the text report.
  package func htmlPage(app: String, subject: String, remarks: [String], origin: PageOrigin) -> HTMLPage {
    let title = app.isEmpty ? subject : "\(subject): \(app)"
    let rates: HTMLText = """
      <section id="first-tap" aria-labelledby="h-rates"><h2 id="h-rates">Rates and verdicts</h2>
      \(html)</section>

      """
    let plans: HTMLText = reports.enumerated().map { place, report in plan(report, place) }.joined()
    let list: HTMLText = remarks.map { "<li>\(HTMLText.people($0))</li>\n" }.joined()
    let rest: HTMLText =
      remarks.isEmpty
      ? ""
      : "<section aria-labelledby=\"h-remarks\"><h2 id=\"h-remarks\">Remarks</h2>\n<ul class=\"meth\">\n\(list)</ul></section>\n"
    return HTMLPage(
      title: title, lead: "<p>As of \(LongDate.day(String(origin.asOf.prefix(10)))).</p>\n",
      main: rates + plans + rest, origin: origin, style: PageAsset.reportStyle.printing(title))
  }

  private func plan(_ report: TapReport, _ place: Int) -> HTMLText {
    let parts: HTMLText = report.sections(.symbol, hasBars: false).map { part -> HTMLText in
      let content = part.html
      guard !content.text.isEmpty else { return "" }
      let heading: HTMLText = part.heading.map { "<h3>\(HTMLText.people($0))</h3>\n" } ?? ""
      return "<div class=\"card part\">\(heading)\(content)</div>\n"
    }.joined()
    return """
      <section aria-labelledby="h-plan-\(place)"><h2 id="h-plan-\(place)">\(HTMLText.people(report.plan.key))</h2>
      \(parts)</section>

      """
  }
}
