import AuditModel

/// A report as a page: static content, most important first, and a script that filters and sorts.
///
/// ```
///   summary and four figures ── changes ── trend ── components ── criteria ── findings ── needs retest
///   ── first-tap success ── disputes ── other results ── methodology ── data
/// ```
/// An empty part is left out, also from the contents.
struct Dashboard {
  /// A part of the page under a heading.
  struct Part {
    /// The fragment of its URL: `#findings`.
    var id: String
    var title: String
    var content: HTMLText

    init(_ id: String, _ title: String, _ content: HTMLText) {
      self.id = id
      self.title = title
      self.content = content
    }
  }

  let report: Report

  func page(origin: PageOrigin) -> HTMLPage {
    let parts = parts.filter { !$0.content.text.isEmpty }
    let main = [summary, contents(parts)] + parts.map(section)
    return HTMLPage(
      title: report.title, lead: lead, main: main.joined(), origin: origin, style: .dashboardStyle,
      script: .dashboardScript, data: .data(data, id: "report"))
  }

  private var parts: [Part] {
    [
      Part("change", "Changes", change),
      Part("trend", "Trend", trend), Part("components", "Components", components),
      Part("groups", report.groups?.title ?? "", groups),
      Part("criteria", "WCAG 2.2", criteria), Part("findings", "Findings", findings),
      Part("fixes", "Highest-impact fixes", fixes), Part("retest", "Needs retest", retest),
      Part("first-tap", "First-tap success", firstTap),
      Part("disputes", "Disputes", disputes), Part("answers", "Other results", answers),
      Part("limits", "Methodology and limitations", limits), Part("data", "Data", download),
    ]
  }

  private var lead: HTMLText {
    let time = Timestamp(milliseconds: report.asOf).iso8601Second
    return
      "<p class=\"lead\">As of <time datetime=\"\(time)\">\(time)</time>. \(HTMLText.people(report.scopeSentence))</p>"
  }

  private func contents(_ parts: [Part]) -> HTMLText {
    let links: HTMLText = parts.map { "<li><a href=\"#\($0.id)\">\(HTMLText.people($0.title))</a></li>\n" }.joined()
    return """
      <nav class="contents screen" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ul>
      \(links)</ul>
      </nav>

      """
  }

  private func section(_ part: Part) -> HTMLText {
    """
    <section aria-labelledby="\(part.id)">
    <h2 id="\(part.id)" tabindex="-1">\(HTMLText.people(part.title))</h2>
    \(part.content)</section>

    """
  }

  private var limits: HTMLText {
    let notices: HTMLText = report.notices.map { "<li>\(HTMLText.people($0))</li>\n" }.joined()
    let limits: HTMLText = report.limits.map { "<li>\(HTMLText.people($0))</li>\n" }.joined()
    return "<ul class=\"card plain\">\n\(notices)\(limits)</ul>\n"
  }

  // MARK: Shared pieces

  /// The key of a component and its title.
  static func name(_ key: String, _ title: String = "") -> HTMLText {
    let title: HTMLText = title.isEmpty ? "" : " \(HTMLText.brief(title))"
    return "<code>\(HTMLText.brief(key))</code>\(title)"
  }

  /// A share with its counts: `78%, 267 of 342`.
  static func share(_ part: Int, _ whole: Int) -> HTMLText {
    whole > 0 ? "\(Percent(of: part, whole).text), \(part) of \(whole)" : "nothing evaluated"
  }

  /// A bar that repeats a share that is written as text.
  static func bar(_ part: Int, _ whole: Int) -> HTMLText {
    guard let value = Percent(of: part, whole).value else { return "" }
    return """
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">\
      <path class="rail" d="M0 3H100"/><path class="fill" d="M0 3H\(value)"/></svg>
      """
  }

  /// A table that may be wider than the page: its own window scrolls, not the page. A script removes the Tab stop
  /// and the landmark if there is nothing to scroll.
  static func window(_ label: String, _ table: HTMLText) -> HTMLText {
    "<div class=\"window\" role=\"region\" aria-label=\"Table: \(label)\" tabindex=\"0\">\n\(table)</div>\n"
  }
}

extension Report {
  /// The report as one page for a browser.
  ///
  /// - Parameter origin: the facts that it is made of.
  package func htmlPage(origin: PageOrigin) -> HTMLPage { Dashboard(report: self).page(origin: origin) }
}
