import AuditModel
import AuditStore
import AuditSync
import CanonicalJSON
import Terminal

/// The tickets of a team as its tracker exports them: in each row the mark of a finding somewhere, and the ticket's number
/// or address.
///
/// Jira and Azure write CSV, `gh issue list --json` and GitLab an array of JSON. A row without a mark is about something
/// else.
package struct TicketTable {
  package struct Row: Equatable {
    package var mark: String
    package var ticket: String
  }

  package private(set) var rows: [Row] = []
  /// Rows without a mark.
  package private(set) var others = 0
  /// The lines of rows that have a mark and no ticket.
  package private(set) var withoutTicket: [Int] = []

  /// As a file may be large.
  private static let largest = 64 << 20
  /// The columns that may hold the number or address, the best first.
  private static let columns = ["ticket", "url", "issue key", "key", "id", "issue id", "number"]
  /// The same of members in JSON: the address that people open comes before that of the interface, and the number in a
  /// project before the one in all of them.
  private static let members = [
    "ticket", "web_url", "webUrl", "html_url", "url", "issue key", "key", "iid", "number", "id", "issue id",
  ]

  /// The table in a file that was named; nil for what is none: a bundle, a tool's report, a text without a mark.
  package static func read(_ input: ImportInput) throws -> TicketTable? {
    guard input.isReadable, !input.outline.isBundle, ReportForm(input.outline) == nil,
      let bytes = try? input.text().readAll(limit: largest, name: input.shown), TicketMark.first(in: bytes[...]) != nil,
      let start = bytes.first(where: { $0 > 0x20 && $0 < 0x80 })
    else { return nil }
    var table = TicketTable()
    switch start {
    case UInt8(ascii: "["): try table.readJSON(bytes, input.name)
    case UInt8(ascii: "{"):
      guard try table.readObject(bytes, input.name) else { return nil }
    default: try table.readTable(bytes, input.name)
    }
    return table
  }

  private mutating func readJSON(_ bytes: [UInt8], _ name: String) throws {
    guard case .array(let issues)? = Self.document(bytes) else {
      throw Self.problem(name, "expected an array of JSON objects, as gh issue list --json and GitLab write it")
    }
    for (number, issue) in issues.enumerated() { try add(issue, at: "$[\(number)]", name) }
  }

  /// One issue by itself, as `glab issue view` writes it, or issues in a member, as an answer of Jira has them.
  ///
  /// - Returns: whether it is one.
  private mutating func readObject(_ bytes: [UInt8], _ name: String) throws -> Bool {
    guard let document = Self.document(bytes), let object = document.objectValue else { return false }
    for list in ["issues", "items", "nodes", "values", "value"] {
      guard let issues = object[list]?.arrayValue else { continue }
      for (number, issue) in issues.enumerated() { try add(issue, at: "$.\(list)[\(number)]", name) }
      return true
    }
    guard Self.ticket(of: object) != nil else { return false }
    try add(document, at: "$", name)
    return true
  }

  private static func document(_ bytes: [UInt8]) -> JSONValue? {
    var options = JSONOptions()
    options.allowsFractions = true
    options.depth = 128
    options.documentBytes = largest
    options.stringBytes = 16 << 20
    return try? JSONReader.parse(bytes, options: options)
  }

  private mutating func add(_ issue: JSONValue, at place: String, _ name: String) throws {
    guard let object = issue.objectValue, let mark = Self.mark(in: issue) else {
      others += 1
      return
    }
    guard let ticket = Self.ticket(of: object) else {
      let known = Self.members.filter { !$0.contains(" ") }.joined(separator: ", ")
      throw Self.problem(name, "\(place): no member has the ticket; expected one of \(known)")
    }
    rows.append(Row(mark: mark, ticket: ticket))
  }

  private static func ticket(of issue: JSONObject) -> String? {
    members.lazy.compactMap { key in
      let text = issue[key]?.stringValue
      return text.flatMap { $0.isEmpty ? nil : $0 }
        ?? issue[key]?.integerValue.map { ["iid", "number"].contains(key) ? "#\($0)" : String($0) }
    }.first
  }

  /// The first mark in the texts of a value: labels are lists, and a description may be a document of its own.
  private static func mark(in value: JSONValue) -> String? {
    switch value {
    case .string(let text): TicketMark.first(in: Array(text.utf8)[...])
    case .array(let values): values.lazy.compactMap { mark(in: $0) }.first
    case .object(let object): object.members.lazy.compactMap { mark(in: $0.value) }.first
    default: nil
    }
  }

  private mutating func readTable(_ bytes: [UInt8], _ name: String) throws {
    var table = DelimitedRows(try LineSource(ByteReader(bytes: bytes), readAhead: 0))
    func column(of fields: [String]) -> Int? {
      let names = fields.map(CellText.name)
      return Self.columns.lazy.compactMap { wanted in names.firstIndex(of: CellText.name(wanted)) }.first
    }
    guard let head = try table.header({ column(of: $0) != nil }) else { return }
    guard let column = column(of: head.fields) else {
      throw Self.problem(
        name, "line \(head.line): no column has the ticket; expected one of \(Self.columns.joined(separator: ", "))")
    }
    while let row = try table.next() {
      guard let mark = row.fields.lazy.compactMap({ TicketMark.first(in: Array($0.utf8)[...]) }).first else {
        others += 1
        continue
      }
      guard row.fields.indices.contains(column), !row.fields[column].isEmpty else {
        withoutTicket.append(row.line)
        continue
      }
      rows.append(Row(mark: mark, ticket: row.fields[column]))
    }
  }

  private static func problem(_ name: String, _ words: String) -> Problem {
    Problem(
      .badInput, code: "tickets.invalid", "\(MessageText.quoted(name)): \(words)",
      hints: ["Export the tickets with their number and their description or labels."])
  }
}
