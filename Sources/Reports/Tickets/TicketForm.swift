import Audit
import Base
import PageData
import Store

/// The forms that issue trackers import.
package enum TicketForm: String, CaseIterable, Sendable {
  /// CSV as Jira's importer documents it: the column Labels several times, descriptions in wiki markup.
  case jira
  /// CSV in the order that Asana's importer asks for: a task for each ticket, in sections by severity.
  case asana
  /// CSV with the columns that Trello names, for the power-ups that import it: a card for each ticket, in one list.
  case trello
  /// A script of `gh issue create`, one for each ticket that has no issue yet.
  case github
  /// CSV as Azure Boards documents it, for work items of the type Bug.
  case azure
  /// The same columns for any other tracker.
  case csv
  /// One JSON object for each ticket on a line.
  case ndjson
  /// A Markdown document.
  case md

  package func write(_ tickets: [TicketDraft], to sink: (String) throws -> Void) throws {
    switch self {
    case .jira:
      try Self.csv(
        tickets, Self.columnsOfJira(tickets), again: (("Issue key", "Status"), ("", ""), "Reopened"), to: sink)
    case .azure: try Self.csv(tickets, Self.columnsOfAzure, again: (("ID", "State"), ("", "New"), "Active"), to: sink)
    case .csv: try Self.csv(tickets, Self.plainColumns, again: Self.byHand, to: sink)
    case .asana: try Self.csv(tickets, Self.columnsOfAsana, again: Self.byHand, to: sink)
    case .trello: try Self.csv(tickets, Self.columnsOfTrello, again: Self.byHand, to: sink)
    case .github: try Self.script(tickets, to: sink)
    case .ndjson: for ticket in tickets { try sink(ticket.json.render() + "\n") }
    case .md:
      try sink("# Accessibility tickets\n")
      for ticket in tickets {
        let labels = ticket.labels.map { MarkdownText(escaping: $0).text }.joined(separator: ", ")
        let again = ticket.reopened.map { "Reopen \(MarkdownText(escaping: $0).text): " } ?? ""
        try sink(
          "\n## \(again)\(MarkdownText(escaping: ticket.title).text)\n\n\(ticket.markdown)\nLabels: \(labels)\n")
      }
    }
  }

  /// The longest title and body that trackers take.
  private enum Longest {
    static let title = 255
    static let jira = 32_767
    static let trello = 16_384
    static let github = 65_536
    static let azure = 1_000_000
  }

  // MARK: CSV

  /// The columns of a form: their names, and what a ticket has in them.
  private struct Columns {
    let names: [String]
    let values: (TicketDraft) -> [String]
  }

  /// A column for each label that a ticket has.
  private static func columnsOfJira(_ tickets: [TicketDraft]) -> Columns {
    let most = tickets.map(\.labels.count).max() ?? 1
    return Columns(
      names: ["Summary", "Issue Type", "Priority", "Description"] + Array(repeating: "Labels", count: most)
    ) { ticket in
      let labels = ticket.labels
      let description = ticket.text(within: Longest.jira, Self.wiki)
      return [title(of: ticket), "Bug", ticket.priority, description] + labels
        + Array(repeating: "", count: most - labels.count)
    }
  }

  /// As a field of CSV, with the sign that keeps a spreadsheet from running it.
  private static func title(of ticket: TicketDraft) -> String {
    CSVText.unguarded(ticket.title(within: Longest.title) { CSVText.guarded(TerminalText(escaping: $0).text) })
  }

  private static var columnsOfAzure: Columns {
    Columns(names: ["Work Item Type", "Title", "Severity", "Priority", "Repro Steps", "Tags"]) { ticket in
      let rank = ticket.severity.rawValue
      return [
        "Bug", title(of: ticket), "\(rank) - \(ticket.severity.named("Critical", "High", "Medium", "Low"))",
        String(rank),
        ticket.text(within: Longest.azure, Self.html), ticket.labels.joined(separator: "; "),
      ]
    }
  }

  private static var columnsOfAsana: Columns {
    Columns(names: ["Name", "Description", "Section/Column", "Priority", "Tags"]) { ticket in
      [
        title(of: ticket), ticket.text(within: Longest.jira, Self.plain), ticket.severity.word.capitalizedFirst,
        ticket.priority, ticket.labels.joined(separator: ","),
      ]
    }
  }

  private static var columnsOfTrello: Columns {
    Columns(names: ["Card Name", "Card Description", "Labels", "List Name"]) { ticket in
      [
        title(of: ticket), ticket.text(within: Longest.trello, Self.markdown), ticket.labels.joined(separator: ","),
        "Accessibility",
      ]
    }
  }

  /// Where no importer opens a ticket again, a person does.
  private static let byHand = (names: ("ticket", "action"), new: ("", "create"), state: "reopen")

  private static var plainColumns: Columns {
    Columns(names: [
      "mark", "title", "severity", "component", "check", "condition", "screens", "owner", "build", "device", "labels",
      "text",
    ]) { ticket in
      let first = ticket.findings[0]
      let components = ticket.findings.map(\.component).joined(separator: ", ")
      let names = [
        components, first.check.id, first.condition, first.screens.joined(separator: ", "), first.owner, first.build,
        first.device,
      ]
      return [ticket.mark, ticket.title, ticket.severity.word] + names.map { TicketMark.replaced(in: $0) }
        + [ticket.labels.joined(separator: ", "), ticket.text(within: Longest.jira, Self.plain)]
    }
  }

  /// - Parameter again: where a ticket is to be reopened, two more columns: their names, what a new ticket has there, and
  ///   the state that the number of a closed one is followed by.
  private static func csv(
    _ tickets: [TicketDraft], _ columns: Columns,
    again: (names: (String, String), new: (String, String), state: String), to sink: (String) throws -> Void
  ) throws {
    let reopens = tickets.contains { $0.reopened != nil }
    func line(_ fields: [String]) -> String {
      fields.map { CSVText.field($0, raw: false) }.joined(separator: ",") + "\r\n"
    }
    func more(_ pair: (String, String)) -> [String] { reopens ? [pair.0, pair.1] : [] }
    try sink(line(columns.names + more(again.names)))
    for ticket in tickets {
      let pair = ticket.reopened.map { (again.names.0 == "ticket" ? $0 : number($0), again.state) } ?? again.new
      try sink(line(columns.values(ticket) + more(pair)))
    }
  }

  /// The number at the end of an address, as trackers know a ticket: `APP-12`, `12`.
  private static func number(_ ticket: String) -> String {
    let end = Ticket.link(ticket) == nil ? ticket : ticket.split(separator: "/").last.map(String.init) ?? ticket
    return end.hasPrefix("#") ? String(end.dropFirst()) : end
  }

  // MARK: GitHub

  /// Bodies come from the script itself, as an argument of a command may not be that long.
  private static func script(_ tickets: [TicketDraft], to sink: (String) throws -> Void) throws {
    let names = tickets.flatMap { labels(of: $0) }.unique()
    let file = page_tickets_script()
    let known = [
      "issues": counted(tickets.count { $0.reopened == nil }, "issue"),
      "labels": names.map(ShellWord.inQuotes).joined(separator: " "),
    ]
    try sink(String(filling: UnsafeBufferPointer(start: file.bytes, count: file.count), known))
    for ticket in tickets {
      if let closed = ticket.reopened {
        try again(closed, ticket, to: sink)
        continue
      }
      let title = ticket.title(within: Longest.title) { TerminalText(escaping: $0).text }
      let words =
        ["issue", ticket.mark, ShellWord.inQuotes(title)]
        + labels(of: ticket).flatMap { ["--label", ShellWord.inQuotes($0)] }
      // No line of a body is the mark alone.
      try sink("\(words.joined(separator: " ")) << '\(ticket.mark)'\n")
      try sink(ticket.text(within: Longest.github, Self.markdown))
      try sink("\(ticket.mark)\n")
    }
    try sink("echo \"$created created, $there there already.\"\n")
    if tickets.contains(where: { $0.reopened != nil }) { try sink("echo \"$reopened reopened.\"\n") }
  }

  /// A number, or an address of an issue: anything else is of another tracker.
  private static func again(_ closed: String, _ ticket: TicketDraft, to sink: (String) throws -> Void) throws {
    let number = number(closed)
    guard !number.isEmpty, number.utf8.allSatisfy(\.isDigit) else {
      return try sink("# Reopen by hand: \(TerminalText(escaping: closed).text)\n")
    }
    let name = Ticket.link(closed) ?? number
    try sink("again \(ShellWord.inQuotes(name)) << '\(ticket.mark)'\n")
    try sink(ticket.text(within: Longest.github, Self.markdown))
    try sink("\(ticket.mark)\n")
  }

  /// Marks are found in the text; as labels they would fill the list of the repository.
  private static func labels(of ticket: TicketDraft) -> [String] { ticket.labels.filter { $0 != ticket.mark } }

  // MARK: Texts

  /// Foreign text has no mentions, links, or markup.
  fileprivate static func markdown(_ sections: [TicketDraft.Section]) -> String {
    sections.map { section in
      let lines = section.lines.enumerated().map { place, line in
        "\(section.isNumbered ? "\(place + 1)." : "-") \(MarkdownText(withCode: line).text)\n"
      }
      return "### \(section.heading)\n\n\(lines.joined())"
    }.joined(separator: "\n")
  }

  private static func plain(_ sections: [TicketDraft.Section]) -> String {
    sections.map { section in
      let lines = section.lines.enumerated().map { place, line in
        (section.isNumbered ? "\(place + 1). " : "") + TerminalText(escaping: line).text
      }
      return ([section.heading + ":"] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func wiki(_ sections: [TicketDraft.Section]) -> String {
    sections.map { section in
      let lines = section.lines.map { line in
        // A tracker writes its text out as it is, and a mark has nothing that markup could take for its own.
        let isMark = TicketMark.first(in: Array(line.utf8)[...]) == line
        let text = isMark ? line : WikiText(escaping: line).text
        return "\(section.isNumbered ? "#" : "*") \(text)"
      }
      return (["h3. \(section.heading)"] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func html(_ sections: [TicketDraft.Section]) -> String {
    sections.map { section in
      let list = section.isNumbered ? "ol" : "ul"
      let lines = section.lines.map { "<li>\(HTMLText(withCode: $0).text)</li>" }
      return "<h3>\(section.heading)</h3><\(list)>\(lines.joined())</\(list)>"
    }.joined()
  }
}

extension TicketDraft {
  fileprivate var priority: String { severity.named("Highest", "High", "Medium", "Low") }

  fileprivate var markdown: String { TicketForm.markdown(sections) }

  fileprivate var json: JSONText {
    .object([
      "mark": mark, "title": title, "severity": severity.word, "labels": labels, "body": markdown,
      "action": reopened == nil ? "create" : "reopen", "ticket": reopened,
      "findings": JSONText.objects(findings, \.place.members),
    ])
  }
}

extension MarkdownText {
  /// The columns and the labels of the texts of checks and patterns, which have names of code in backquotes.
  static let namesOfProse: Set<String> = [
    "affects", "remedy", "problem", "fails", "expected", "steps", "Affects", "Remedy", "Problem", "Failure", "Expected",
  ]

  /// Foreign text in which what stands in backquotes is shown as code; nothing in either is markup.
  ///
  /// - Parameter isInTable: a bar in a code would end its field there, so that the text stands as it is.
  init(withCode line: String, isInTable: Bool = false) {
    if isInTable, line.utf8.contains(UInt8(ascii: "|")) {
      self.init(escaping: line)
      return
    }
    self.init(
      verbatim: line.codeParts.map { $1 ? MarkdownText.code($0).text : MarkdownText(escaping: $0).text }.joined())
  }
}

extension HTMLText {
  fileprivate init(withCode line: String) {
    self.init(
      verbatim: line.codeParts.map { $1 ? "<code>\(HTMLText(escaping: $0).text)</code>" : HTMLText(escaping: $0).text }
        .joined())
  }
}

extension String {
  /// The parts of a text, and which of them stand in backquotes; a backquote without another is text.
  fileprivate var codeParts: [(String, isCode: Bool)] {
    let parts = unicodeScalars.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return [(self, false)] }
    return parts.enumerated().map { (String($1), $0 % 2 == 1 && !$1.isEmpty) }
  }
}

/// Text that the wiki markup of Jira shows as it is: what means something there gets a backslash.
struct WikiText: EscapedText {
  let text: String

  init(verbatim text: String) { self.text = text }

  static func escape(_ foreign: String, into output: inout String) {
    rewrite(foreign, into: &output) { place in
      switch place.scalar {
      case "\\": "\\\\"
      case "{", "}", "[", "]", "*", "_", "+", "^", "~", "|", "!", "?", "-", "#", "@":
        "\\" + String(Character(place.scalar))
      case ":": place.next == "/" ? "\\:" : nil
      case "\n": " "
      case _ where place.isCarriageReturnOfPair: ""
      // Made visible as everywhere; its backslash and its braces mean something here too.
      default: place.visibleIfHazard.map { "\\" + $0.split(separator: "{").joined(separator: "\\{").dropLast() + "\\}" }
      }
    }
  }
}
