import AuditModel

/// The forms that issue trackers import.
package enum TicketForm: String, CaseIterable, Sendable {
  /// CSV as Jira's importer documents it: the column Labels several times, descriptions in wiki markup.
  case jira
  /// A script of `gh issue create`, one for each ticket.
  case github
  /// CSV as Azure Boards documents it, for work items of the type Bug.
  case azure
  /// The same columns for any other tracker.
  case csv
  /// One JSON object for each ticket on a line.
  case ndjson
  /// A Markdown document.
  case md

  /// Writes the tickets, one by one.
  package func write(_ tickets: [TicketDraft], to sink: (String) throws -> Void) throws {
    switch self {
    case .jira: try Self.csv(tickets, Self.columnsOfJira, to: sink)
    case .azure: try Self.csv(tickets, Self.columnsOfAzure, to: sink)
    case .csv: try Self.csv(tickets, Self.plainColumns, to: sink)
    case .github: try Self.script(tickets, to: sink)
    case .ndjson: for ticket in tickets { try sink(ticket.json.render() + "\n") }
    case .md:
      try sink("# Accessibility tickets\n")
      for ticket in tickets { try sink("\n## \(MarkdownText(escaping: ticket.title).text)\n\n\(ticket.markdown)") }
    }
  }

  // MARK: CSV

  /// The columns of a form: their names, and what a ticket has in them.
  private struct Columns {
    let names: [String]
    let values: (TicketDraft) -> [String]
  }

  // As many labels as a ticket has at most: accessibility, its mark, and the criteria of its check.
  private static var columnsOfJira: Columns {
    Columns(
      names: ["Summary", "Issue Type", "Priority", "Description"] + Array(repeating: "Labels", count: mostLabels)
    ) { ticket in
      let labels = ticket.labels.prefix(mostLabels)
      return [ticket.title, "Bug", ticket.jiraPriority, ticket.wiki] + labels
        + Array(repeating: "", count: mostLabels - labels.count)
    }
  }

  private static var columnsOfAzure: Columns {
    Columns(names: ["Work Item Type", "Title", "Severity", "Priority", "Repro Steps", "Tags"]) { ticket in
      let rank = ticket.severity.rawValue
      return [
        "Bug", String(ticket.title.prefix(255)), "\(rank) - \(azureSeverities[rank - 1])", String(rank), ticket.html,
        ticket.labels.joined(separator: "; "),
      ]
    }
  }

  private static var plainColumns: Columns {
    Columns(names: [
      "mark", "title", "severity", "component", "check", "condition", "screens", "owner", "build", "device", "labels",
      "text",
    ]) { ticket in
      let first = ticket.findings[0]
      let components = ticket.findings.map(\.component).joined(separator: ", ")
      return [
        ticket.mark, ticket.title, ticket.severity.word, components, first.check.id, first.condition,
        first.screens.joined(separator: ", "), first.owner, first.build, first.device,
        ticket.labels.joined(separator: ", "), ticket.text,
      ]
    }
  }

  private static let mostLabels = 6
  private static let azureSeverities = ["Critical", "High", "Medium", "Low"]

  private static func csv(_ tickets: [TicketDraft], _ columns: Columns, to sink: (String) throws -> Void) throws {
    func line(_ fields: [String]) -> String {
      fields.map { CSVText.field($0, raw: false) }.joined(separator: ",") + "\r\n"
    }
    try sink(line(columns.names))
    for ticket in tickets { try sink(line(columns.values(ticket))) }
  }

  // MARK: GitHub

  private static func script(_ tickets: [TicketDraft], to sink: (String) throws -> Void) throws {
    try sink(
      """
      #!/bin/sh
      # Creates \(counted(tickets.count, "issue")) in the repository of this folder. Needs gh, signed in.
      # Afterwards: gh issue list --label accessibility --state all --limit 1000 --json number,url,body > tickets.json
      # and: a11y import tickets.json
      set -e
      gh label create accessibility --force

      """)
    for ticket in tickets {
      let words = [
        "gh", "issue", "create", "--title", ShellWord.inQuotes(TerminalText(escaping: ticket.title).text), "--body",
        ShellWord.inQuotes(ticket.markdown), "--label", "accessibility",
      ]
      try sink(words.joined(separator: " ") + "\n")
    }
  }
}

extension TicketDraft {
  fileprivate var jiraPriority: String {
    switch severity {
    case .critical: "Highest"
    case .serious: "High"
    case .moderate: "Medium"
    case .minor: "Low"
    }
  }

  /// Foreign text has no mentions, links, or markup.
  fileprivate var markdown: String {
    sections.map { section in
      let lines = section.lines.enumerated().map { place, line in
        "\(section.isNumbered ? "\(place + 1)." : "-") \(MarkdownText(withCode: line).text)\n"
      }
      return "### \(section.heading)\n\n\(lines.joined())"
    }.joined(separator: "\n")
  }

  fileprivate var text: String {
    sections.map { section in
      let lines = section.lines.enumerated().map { place, line in
        (section.isNumbered ? "\(place + 1). " : "") + TerminalText(escaping: line).text
      }
      return ([section.heading + ":"] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  fileprivate var wiki: String {
    sections.map { section in
      let lines = section.lines.map { "\(section.isNumbered ? "#" : "*") \(WikiText(escaping: $0).text)" }
      return (["h3. \(section.heading)"] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  fileprivate var html: String {
    sections.map { section in
      let list = section.isNumbered ? "ol" : "ul"
      let lines = section.lines.map { "<li>\(HTMLText(withCode: $0).text)</li>" }
      return "<h3>\(section.heading)</h3><\(list)>\(lines.joined())</\(list)>"
    }.joined()
  }

  fileprivate var json: JSONText {
    .object([
      ("mark", .string(mark)), ("title", .string(title)), ("severity", .string(severity.word)),
      ("labels", .strings(labels)), ("body", .string(markdown)),
      (
        "findings",
        .array(
          findings.map { finding in
            .object([
              ("component", .string(finding.component)), ("check", .string(finding.check.id)),
              ("condition", .string(finding.condition)),
            ])
          })
      ),
    ])
  }
}

extension MarkdownText {
  /// Foreign text in which what stands in backquotes is shown as code; nothing in either is markup.
  fileprivate init(withCode line: String) {
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
