import AuditModel
import CanonicalJSON
package import Terminal

/// The tickets of a team as its tracker exports them: in each row the mark of a finding somewhere, and the ticket's number
/// or address.
///
/// Jira and Azure write CSV, `gh issue list --json` an array of JSON. A row without a mark is about something else.
package struct TicketTable {
  package struct Row: Equatable {
    package var mark: String
    package var ticket: String
  }

  package private(set) var rows: [Row] = []
  /// Rows without a mark.
  package private(set) var others = 0

  /// As a file may be large.
  private static let largest = 64 << 20
  /// The columns that may hold the number or address, the best first.
  private static let columns = ["ticket", "url", "issue key", "key", "id", "issue id", "number"]

  /// The table in a file that was named; nil for what is none.
  package static func read(_ name: String, _ files: any FileAccess) throws -> TicketTable? {
    guard let file = try? files.open(name), let bytes = try? file.readAll(limit: largest, name: name) else {
      return nil
    }
    return try TicketTable(bytes, name: name)
  }

  /// Nil for what is none: a bundle, a tool's report, a text without a mark.
  private init?(_ bytes: [UInt8], name: String) throws {
    guard bytes.count <= Self.largest, let start = bytes.first(where: { $0 > 0x20 && $0 < 0x80 }),
      start != UInt8(ascii: "{"), Self.mark(in: bytes[...]) != nil
    else { return nil }
    if start == UInt8(ascii: "[") {
      try readJSON(bytes, name)
    } else {
      try readTable(bytes, name)
    }
  }

  private mutating func readJSON(_ bytes: [UInt8], _ name: String) throws {
    var options = JSONOptions()
    options.allowsFractions = true
    options.depth = 128
    options.documentBytes = Self.largest
    options.stringBytes = 16 << 20
    guard case .array(let issues)? = try? JSONReader.parse(Array(UTF8Text.unmarked(bytes)), options: options) else {
      throw Self.problem(name, "expected an array of JSON objects, as gh issue list --json writes it")
    }
    for case .object(let issue) in issues {
      let texts = issue.members.compactMap { $0.value.stringValue }
      let mark = texts.lazy.compactMap { Self.mark(in: Array($0.utf8)[...]) }.first
      let ticket = Self.columns.lazy.compactMap { key in
        issue[key]?.stringValue ?? issue[key]?.integerValue.map { key == "number" ? "#\($0)" : String($0) }
      }.first
      add(mark, ticket)
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
      let mark = row.fields.lazy.compactMap { Self.mark(in: Array($0.utf8)[...]) }.first
      add(mark, row.fields.indices.contains(column) ? row.fields[column] : nil)
    }
  }

  private mutating func add(_ mark: String?, _ ticket: String?) {
    guard let mark, let ticket, !ticket.isEmpty else {
      others += 1
      return
    }
    rows.append(Row(mark: mark, ticket: ticket))
  }

  private static func problem(_ name: String, _ words: String) -> Problem {
    Problem(
      .badInput, code: "tickets.invalid", "\(MessageText.quoted(name)): \(words)",
      hints: ["Export the tickets with their number and their description or labels."])
  }

  /// The first mark in a text: `a11y-` and twelve letters.
  static func mark(in text: ArraySlice<UInt8>) -> String? {
    let head = Array("a11y-".utf8)
    var rest = text
    while let start = rest.firstIndex(of: head[0]) {
      rest = rest[start...]
      let letters = rest.dropFirst(head.count).prefix(12)
      let end = rest.dropFirst(head.count + 12).first
      if rest.starts(with: head), letters.count == 12, letters.allSatisfy(isLetter), !(end.map(isLetter) ?? false) {
        return String(decoding: rest.prefix(head.count + 12), as: UTF8.self)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { "ghjkmnpqrstvwxyz".utf8.contains(byte) }
}
