import Audit
import Base
import Store

/// A report as one page: by decision, then by action, then by proof. It is complete without its script, which filters
/// the findings and opens what a link leads to.
///
/// ```
///   Decision ── Contents ── Fix first ── Findings ── Owners ── Map ── Changes ── Coverage ── Criteria ── Questions ── Method
/// ```
/// A part without content is left out, also from the contents.
struct HTMLReport {
  /// A part of the page under a heading: the fragment of its URL, as in `#findings`; its name in the contents, which the
  /// heading says at more length; and what is in it.
  typealias Part = (id: String, name: String, heading: HTMLText, content: HTMLText)

  let report: Report
  let findings: PageFindings
  /// Of the components that have one, by key.
  let titles: [String: String]

  init(_ report: Report) {
    self.report = report
    findings = PageFindings(report)
    let own = report.components.lazy.map(\.standing).filter { !$0.title.isEmpty }.map { ($0.key, $0.title) }
    titles = Dictionary(firstOf: own).merging(report.titles) { own, _ in own }
  }

  func page(origin: PageOrigin) -> HTMLPage {
    let parts = [
      fixFirst, findingList, owners, map, changes, firstTap, coverage, criteria, work, method,
    ].filter { !$0.content.text.isEmpty }
    let main = [top, decision, contents(parts)] + parts.map(section)
    var page = HTMLPage(
      title: heading, lead: lead, main: main.joined(), origin: origin,
      style: .reportStyle.naming(columnsOf: "map", mapColumns), script: .reportScript)
    page.windowTitle = "\(report.gate.decision.word): \(heading), \(day(report.asOf))"
    page.subject = report.title
    page.showsPictures = true
    if !findings.all.isEmpty { page.data = PageQuery(report).data(findings.groups) }
    return page
  }

  /// `Accessibility report of spring: Shop`; the build is below it.
  private var heading: String { report.heading(report.app) }

  private var lead: HTMLText {
    let time = Timestamp(milliseconds: report.asOf).iso8601Second
    let build: HTMLText = report.testing.build.isEmpty ? "" : ", build \(HTMLText.people(report.testing.build))"
    let compared: HTMLText = report.change.map { ", compared with \(Self.name($0.from))" } ?? ""
    return """
      <p>As of <time datetime="\(time)">\(day(report.asOf))</time>\(build)\(compared). \
      \(HTMLText.people(report.scopeSentence))\(closed)</p>
      """
  }

  /// Of an audit that changes no more.
  private var closed: HTMLText {
    Self.when(report.audits.contains { $0.isClosed && $0.name == report.audit }, " The audit is closed.")
  }

  /// On narrow screens: the decision and the contents stay in reach.
  private var top: HTMLText {
    "<p class=\"top\"><a href=\"#decision\">\(report.gate.decision.word)</a><a href=\"#contents\">Contents</a></p>\n"
  }

  private func contents(_ parts: [Part]) -> HTMLText {
    let links: HTMLText = parts.map { "<li><a href=\"#\($0.id)\">\($0.name)</a></li>\n" }.joined()
    return """
      <nav id="contents" aria-label="Contents"><ul>
      <li><a href="#decision">\(report.gate.decision.word)</a></li>
      \(links)</ul></nav>

      """
  }

  private func section(_ part: Part) -> HTMLText {
    """
    <section id="\(part.id)" aria-labelledby="h-\(part.id)"><h2 id="h-\(part.id)">\(part.heading)</h2>
    \(part.content)</section>

    """
  }

  /// The length of a note: whole where there are few. It is asked for with every finding, so none of them is copied.
  var noteLength: Int { findings.groups.reduce(0) { $0 + $1.findings.count } <= 200 ? 10_000 : 400 }

  // MARK: Shared pieces

  /// Text up to a length, so that long notes do not make the page large.
  static func short(_ text: String, _ most: Int) -> HTMLText {
    text.count <= most ? HTMLText.brief(text) : HTMLText.brief(text.prefix(most) + "…")
  }

  /// A severity as a word in a box; an asterisk says that no tester rated it.
  static func badge(_ finding: PageFinding) -> HTMLText {
    let word = (finding.severity?.word ?? "no severity").capitalizedFirst
    return
      "<span class=\"b c\(finding.severity?.rawValue ?? 4)\">\(word)\(finding.row.finding.isUsualSeverity ? "*" : "")</span>"
  }

  /// `2 critical, 6 serious`
  static func severities(_ findings: [PageFinding]) -> [String] {
    Severity.allCases.compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count > 0 ? "\(counted(count)) \(severity.word)" : nil
    }
  }

  /// A list that is folded away behind its first rows.
  static func folded(_ rows: [HTMLText], first: Int, _ list: (HTMLText) -> HTMLText) -> HTMLText {
    let shown = list(rows.prefix(first).joined())
    guard rows.count > first else { return shown }
    return """
      \(shown)<details><summary>Show \(counted(rows.count - first)) more</summary>
      \(list(rows.dropFirst(first).joined()))</details>

      """
  }

  /// The text, or nothing.
  static func when(_ condition: Bool, _ text: @autoclosure () -> HTMLText) -> HTMLText { condition ? text() : "" }

  /// Text of the catalog, with its names of code as code.
  static func coded(_ text: String) -> HTMLText {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return "\(text)" }
    return parts.enumerated().map { place, part -> HTMLText in
      place % 2 == 1 ? "<code>\(code(String(part)))</code>" : "\(String(part))"
    }.joined()
  }

  /// A word of code that is longer than a line of a card is divided before a dot, as people divide it, and not in a name.
  private static func code(_ text: String) -> HTMLText {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word -> HTMLText in
      guard word.utf8.count > 30, !word.contains("\"") else { return "\(String(word))" }
      return word.split(separator: ".", omittingEmptySubsequences: false).map { "\(String($0))" }
        .joined(separator: "<wbr>.")
    }.joined(separator: " ")
  }

  /// A time that the report is compared with: `1 June 2021`, or an audit or a build by its name.
  static func name(_ moment: ChangeReport.Moment) -> HTMLText {
    let name = moment.name
    let isDay = name.utf8.count == 10 && (try? Timestamp.read(name, localOffset: { _ in 0 })) != nil
    // Its last millisecond is of the next day elsewhere.
    return isDay ? "\(LongDate.day(name))" : HTMLText.people(name)
  }

  /// `1 June 2021`, where the report is made: what was tested or asked for on a day is not of the one before.
  func day(_ moment: Int64) -> String { LongDate.day(moment, report.clock) }

  /// A share of a hundred, for the width of a bar.
  static func percent(_ part: Int, _ whole: Int) -> Double {
    whole > 0 ? (Double(part) * 1000 / Double(whole)).rounded() / 10 : 0
  }
}

extension Report {
  /// The report as one page for a browser.
  ///
  /// - Parameter origin: the facts that it is made of.
  package func htmlPage(origin: PageOrigin, printed: PagePrint = .all) -> HTMLPage {
    var page = HTMLReport(self).page(origin: origin)
    page.printed = printed
    return page
  }
}
