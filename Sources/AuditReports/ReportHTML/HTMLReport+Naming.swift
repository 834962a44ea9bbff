import AuditModel
import AuditStore

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

  /// Each a link where it is a web address, else plain text.
  func tickets(_ row: ReportFinding) -> [HTMLText] {
    row.finding.tickets.map { text in
      guard let link = Ticket.link(text) else { return "ticket \(HTMLText.people(text))" }
      return "<a href=\"\(link)\" rel=\"noreferrer\">\(HTMLText.people(text))</a>"
    }
  }
}
