import Audit
import Base
import Store

extension HTMLReport {
  /// The open findings by owner and by screen: counts that lead to the list, and no second list.
  var owners: Part {
    let open = findings.open
    guard !open.isEmpty else { return Part("owners", "Owners", "", "") }
    let byOwner = Dictionary(grouping: open, by: \.row.finding.owner)
    var byScreen: [String: [PageFinding]] = [:]
    for finding in open {
      let screens = finding.row.finding.screens
      for screen in screens.isEmpty ? [""] : screens { byScreen[screen, default: []].append(finding) }
    }
    let owners = table("Open findings by owner", "Owner", "No owner", "owner", byOwner)
    let screens: HTMLText = Self.when(
      byScreen.keys.contains { !$0.isEmpty },
      "<div class=\"card\">\(table("Open findings by screen", "Screen", "No screen", "screen", byScreen))</div>\n")
    return Part(
      "owners", "Owners", "By owner and screen",
      """
      <p class="lead">To list the findings of one: <code>a11y list findings owner:OWNER</code>. A finding on several \
      screens counts on each.</p>
      <div class="two"><div class="card">\(owners)</div>
      \(screens)</div>

      """)
  }

  private func table(
    _ caption: HTMLText, _ head: HTMLText, _ none: HTMLText, _ field: String, _ parts: [String: [PageFinding]]
  ) -> HTMLText {
    let ordered = parts.sorted { left, right in
      if left.key.isEmpty != right.key.isEmpty { return right.key.isEmpty }
      return left.value.count == right.value.count ? left.key < right.key : left.value.count > right.value.count
    }
    let rows: HTMLText = ordered.map { key, findings in
      let name: HTMLText = key.isEmpty ? none : field == "screen" ? self.name(key) : HTMLText.brief(key)
      let query: HTMLText = Self.when(
        !key.isEmpty && !key.contains("*") && findings.contains(where: \.isListed),
        " data-q=\"\(field):\(Self.quoted(key))\"")
      return """
        <tr><th scope="row"\(query)>\(name)</th><td class="num">\(findings.count)</td>\
        <td class="num">\(findings.count { $0.blocker != nil })</td><td>\(Self.severities(findings))</td></tr>

        """
    }.joined()
    return """
      <table><caption>\(caption)</caption><thead><tr><th scope="col">\(head)</th><th scope="col" class="num">Open</th>\
      <th scope="col" class="num">Blockers</th><th scope="col">Severities</th></tr></thead><tbody>
      \(rows)</tbody></table>
      """
  }

  /// A value of a query: in quotation marks where it would be several.
  private static func quoted(_ value: String) -> String {
    let parts = value.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    return parts ? "\"\(value.filter { $0 != "\"" })\"" : value
  }
}

/// What findings are called: by what is wrong, and by the names of places that people know.
extension HTMLReport {
  /// More of a note makes no heading.
  private static let headingLength = 140

  /// The title of a component or a screen, else its key.
  func name(_ key: String) -> HTMLText { HTMLText.brief(titles[key] ?? key) }

  /// The screens and the component of a finding; the key is small beside a title.
  func place(_ finding: PageFinding) -> HTMLText {
    let key = finding.component
    let screens = finding.row.finding.screens.map(name).joined(separator: ", ")
    let component: HTMLText =
      titles[key] == nil ? HTMLText.brief(key) : "\(name(key)) <small>\(HTMLText.brief(key))</small>"
    let condition = finding.row.finding.condition
    return """
      \(Self.when(!screens.text.isEmpty, "\(screens) › "))\(component)\
      \(Self.when(!condition.isEmpty, " (\(HTMLText.brief(condition)))"))
      """
  }

  /// What is wrong: the note of the tester, else what a failure of the check means.
  func problem(_ finding: PageFinding) -> HTMLText {
    let words = finding.row.words
    let check = finding.row.finding.check
    return Self.short(words.isEmpty ? report.failure(of: check) : words, Self.headingLength)
  }

  /// Whether the note says more than the heading shows.
  static func isCut(_ words: String) -> Bool { words.count > headingLength }

  /// A link to a finding of the page: `hzjqsqxh Button without a label`; without a row of its own, to its check.
  func link(_ finding: PageFinding) -> HTMLText {
    let id: HTMLText = Self.when(finding.isListed, "\(finding.id) ")
    return "<a href=\"#\(finding.anchor)\">\(id)\(problem(finding))</a>"
  }

  /// Its file, whose it is, since when it is open, and its tickets.
  func facts(_ row: ReportFinding) -> [HTMLText] {
    let finding = row.finding
    var facts: [HTMLText] = []
    let file = row.location.text.split(separator: "/").suffix(2).joined(separator: "/")
    if !file.isEmpty { facts.append(HTMLText.brief(file)) }
    facts.append(finding.owner.isEmpty ? "no owner" : "owner \(HTMLText.brief(finding.owner))")
    facts.append("open \(LongDate.age(row.daysOpen))")
    return facts + tickets(row)
  }

  /// Each a link where it has a web address, else plain text.
  func tickets(_ row: ReportFinding) -> [HTMLText] {
    row.finding.links.map { ticket in
      let name = HTMLText.people(ticket.name)
      let shown: HTMLText =
        (ticket.address ?? Ticket.link(ticket.name)).map { "<a href=\"\($0)\" rel=\"noreferrer\">\(name)</a>" } ?? name
      return ticket.isNumber ? "ticket \(shown)" : shown
    }
  }
}
