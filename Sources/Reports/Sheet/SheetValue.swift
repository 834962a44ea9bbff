package import Audit
package import Base
import Store

/// One value of a list before it is drawn.
package enum SheetValue: Sendable {
  /// Unknown; an empty field, JSON null.
  case null
  /// Foreign text of any length; renderers escape it.
  case text(String)
  case integer(Int)
  /// A part of a whole: drawn with its counts and its percentage.
  case ratio(Int, of: Int)
  case decimal(Double)
  /// An outcome by its id (`pass`, `cant-tell`): drawn as its word, written as its id.
  case outcome(String)
  /// A severity, 1 to 4: drawn as its word, written as its number.
  case severity(Int)
  case flag(Bool)
  /// Several texts: drawn with commas between them.
  case list([String])
  /// A name of a file, with the absolute path of the file where it is known: drawn as a link.
  case file(String, at: String?)
  /// The names of tickets, each a link where it has an address.
  case links([Ticket.Link])
  /// A value with parts, for the JSON forms; in other forms it is JSON on one line.
  case json(JSONText)

  package static func outcome(_ outcome: Outcome?) -> SheetValue { .outcome(outcome?.rawValue ?? "untested") }
}

package struct SheetColumn: Sendable {
  /// What the column holds, which decides how it may be laid out.
  package enum Role: Sendable {
    /// What a person copies into the next command; never cut.
    case identifier
    /// What a row is about, in words; never cut.
    case title
    /// May be shortened with an ellipsis where columns are tight.
    case text
    /// A name in a path: its last part is enough where columns are tight, unless another row has the same.
    case place
    /// Right-aligned; never cut.
    case number
    /// An outcome word in its color; never cut.
    case outcome
  }

  /// What becomes of a column in text output where there is no room for all of them.
  package enum Importance: Comparable, Sendable {
    /// Shown only on request.
    case extra
    /// Shown on request, and in Markdown, where others read what they do not know yet.
    case document
    /// Left out where the columns do not fit, and named below the table.
    case spare
    /// Always shown: below its row where the columns do not fit.
    case kept
    /// What a row is about: first on its line, below only where nothing else helps.
    case head
  }

  /// The JSON key, in snake_case; also the header in CSV and TSV and the name for `--columns`.
  package var key: String
  /// The header in tables, the label in records and sentences.
  package let title: String
  package var role: Role
  package var importance: Importance
  /// Whether people decide by it: the last to be left out, and texts are cut further for it.
  package var isDecisive: Bool
  /// Whether it holds times of day, whose zone is named below.
  package var isOfTimes = false

  init(_ key: String, _ title: String, _ role: Role = .text, _ importance: Importance? = nil) {
    (self.key, self.title, self.role, isDecisive) = (key, title, role, role == .outcome)
    self.importance = importance ?? (role == .identifier || role == .outcome ? .head : .kept)
  }
}

extension SheetValue {
  /// One line for a table cell or a record; empty for null.
  var terminal: TerminalText {
    switch self {
    case .null: ""
    case .text(let text), .file(let text, _): TerminalText(escaping: text)
    case .integer(let number): "\(counted(number))"
    case .ratio(let part, let whole):
      TerminalText(verbatim: "\(counted(part, of: whole)) (\(Percent(of: part, whole).text))")
    case .decimal(let number): TerminalText(verbatim: JSONText.digits(of: number) ?? "")
    case .outcome(let id): TerminalText(escaping: OutcomeWords.word(id))
    case .severity(let severity): TerminalText(verbatim: SeverityWords.word(severity))
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let texts): texts.map { TerminalText(escaping: $0) }.joined(separator: ", ")
    case .links(let links): links.map { TerminalText(escaping: $0.name) }.joined(separator: ", ")
    case .json(let json): TerminalText(verbatim: json.render())
    }
  }

  /// What is shown of it, in its color, with its links where the terminal has links.
  func painted(_ shown: String, _ painter: Styler) -> String {
    let text = painter.paint(shown, colour)
    return switch self {
    case .file(_, let path?): painter.link(text, toFile: path)
    case .links(let links): painter.linking(links, in: text)
    default: text
    }
  }

  /// The words for a sentence: as on the terminal, with percentages spelled out.
  var words: TerminalText {
    guard case .ratio(let part, let whole) = self else { return terminal }
    return TerminalText(verbatim: "\(counted(part, of: whole)), \(Percent(of: part, whole).words)")
  }

  /// The JSON value: ids and numbers, and for a ratio its counts beside the fraction.
  package var json: JSONText {
    switch self {
    case .null: .null
    case .text(let text), .file(let text, _): .string(text)
    case .integer(let number): .int(number)
    case .ratio(let part, let whole):
      .object(["count": part, "of": whole, "ratio": JSONText.ratio(part, whole)])
    case .decimal(let number): .number(number)
    case .outcome(let id): .string(id)
    case .severity(let severity): .int(severity)
    case .flag(let flag): .bool(flag)
    case .list(let texts): .strings(texts)
    case .links(let links): .strings(links.map(\.name))
    case .json(let json): json
    }
  }

  /// The content of a CSV or TSV field before quoting, and whether it is text that needs a formula guard.
  ///
  /// Ids and numbers as in JSON; a measured value is what was typed; lists with commas; a ratio is its fraction (a sheet
  /// that needs the counts in CSV has columns for them); null is empty.
  var field: (content: String, isText: Bool) {
    switch self {
    case .null: ("", false)
    case .text(let text), .file(let text, _): (text, true)
    case .integer(let number): (String(number), false)
    case .ratio(let part, let whole): (JSONText.ratio(part, whole).digitsOrEmpty, false)
    case .decimal(let number): (JSONText.digits(of: number) ?? "", false)
    case .outcome(let id): (id, true)
    case .severity(let severity): (String(severity), false)
    case .flag(let flag): (flag ? "true" : "false", false)
    case .list(let texts): (texts.joined(separator: ","), true)
    case .links(let links): (links.map(\.name).joined(separator: ","), true)
    case .json(.null): ("", false)
    case .json(.array(let elements)) where elements.isEmpty: ("", false)
    case .json(let json): (measured ?? json.render(), true)
    }
  }

  /// What was typed as a measured value; nil for anything else.
  private var measured: String? {
    guard case .json(.object(let members)) = self,
      case .string(let typed)? = members.first(where: { $0.0 == "text" })?.1
    else { return nil }
    return typed
  }

  var isOutcome: Bool {
    guard case .outcome = self else { return false }
    return true
  }

  /// True for a value that a sentence leaves out.
  var isBlank: Bool {
    switch self {
    case .null, .json(.null): true
    case .text(let text), .file(let text, _): text.isEmpty
    case .list(let texts): texts.isEmpty
    case .links(let links): links.isEmpty
    default: false
    }
  }
}

extension JSONText {
  fileprivate var digitsOrEmpty: String {
    guard case .number(let value) = self else { return "" }
    return JSONText.digits(of: value) ?? ""
  }
}

extension Styler {
  /// A line in which the tickets among its parts, which commas separate, are links.
  func linking(_ links: [Ticket.Link], in line: String) -> String {
    var addresses: [ExactText: String] = [:]
    for link in links { addresses[ExactText(TerminalText(escaping: link.name).text)] = link.address }
    guard !addresses.isEmpty else { return line }
    return line.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let name = part.drop { $0 == " " }
      guard let address = addresses[ExactText(String(name))] else { return String(part) }
      return String(part[..<name.startIndex]) + link(name, to: address)
    }.joined(separator: ",")
  }
}

extension Ticket.Link {
  /// A link to where the team has it. An address that was typed stays text, as all that others typed: trackers would note
  /// there that it was named.
  var markdown: MarkdownText {
    guard isNumber, let address else { return MarkdownText(escaping: name) }
    return .link(name, to: address)
  }
}

extension SheetValue {
  /// The color role of a value.
  var colour: Theme.Role? {
    switch self {
    case .outcome(let id): OutcomeWords.role(id)
    case .severity(let severity): SeverityWords.role(severity)
    default: nil
    }
  }
}
