import AuditModel

/// A report as a page: everything static, in the order in which a reader asks, and a script that filters and sorts.
///
/// ```
///   verdict and four numbers ── what changed ── trend ── components ── criteria ── findings ── to look at again
///   ── first tap ── disputes ── other answers ── method and limits ── data
/// ```
/// A part without anything in it is left out, and so is its place in the contents.
struct Dashboard {
  /// A part of the page under a heading.
  struct Part {
    /// Its place in the address: `#findings`.
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
      Part("change", "What changed", change),
      Part("trend", "Trend", trend), Part("components", "Components", components),
      Part("groups", report.groups?.title ?? "", groups),
      Part("criteria", "WCAG 2.2", criteria), Part("findings", "Findings", findings),
      Part("fixes", "What one fix would remove", fixes), Part("retest", "To look at again", retest),
      Part("first-tap", "First tap", firstTap),
      Part("disputes", "Disputes", disputes), Part("answers", "Other answers", answers),
      Part("limits", "Method and limits", limits), Part("data", "Data", download),
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

  // MARK: What several parts share

  /// A component, and what it is called.
  static func name(_ key: String, _ title: String = "") -> HTMLText {
    let title: HTMLText = title.isEmpty ? "" : " \(HTMLText.brief(title))"
    return "<code>\(HTMLText.brief(key))</code>\(title)"
  }

  /// A share with its counts: `78%, 267 of 342`.
  static func share(_ part: Int, _ whole: Int) -> HTMLText {
    whole > 0 ? "\(Percent(of: part, whole).text), \(part) of \(whole)" : "nothing judged"
  }

  /// A bar beside a share that says the same in words.
  static func bar(_ part: Int, _ whole: Int) -> HTMLText {
    guard let value = Percent(of: part, whole).value else { return "" }
    return """
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">\
      <path class="rail" d="M0 3H100"/><path class="fill" d="M0 3H\(value)"/></svg>
      """
  }

  /// A table that may be wider than the page: its own window is moved, not the page. A script takes the stop of the Tab key
  /// and the landmark away where there is nothing to move.
  static func window(_ label: String, _ table: HTMLText) -> HTMLText {
    "<div class=\"window\" role=\"region\" aria-label=\"Table: \(label)\" tabindex=\"0\">\n\(table)</div>\n"
  }
}

extension Report {
  /// The report as one page for a browser.
  ///
  /// - Parameter origin: which facts made it.
  package func htmlPage(origin: PageOrigin) -> HTMLPage { Dashboard(report: self).page(origin: origin) }
}
