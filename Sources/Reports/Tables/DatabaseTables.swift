import Base
package import Store

/// The public views of trackers as tables for a database: one text for each, in which each row begins with its tracker.
///
/// What children did is in none of them: it stays on the machine that recorded it.
package struct DatabaseTables {
  package enum Form: String, CaseIterable {
    /// RFC 4180 with a row of names. Nothing between two commas is null, and two quotes are an empty text.
    case csv
    /// A JSON object on each line.
    case ndjson
  }

  /// The views of a tracker that are written.
  package static let views = [
    "v_cell", "v_component", "v_finding", "v_planned", "v_record", "v_scope", "v_status", "v_trend",
  ]
  /// One row for each tracker, with its decision and when it was written. Written last: where it is, all are whole.
  package static let portfolio = "v_portfolio"

  private let form: Form
  private let sink: (_ table: String, _ bytes: [UInt8]) throws -> Void
  private var begun: Set<String> = []
  package private(set) var rows: [String: Int] = [:]

  /// - Parameter sink: takes what belongs to a table, piece by piece.
  package init(_ form: Form, to sink: @escaping (_ table: String, _ bytes: [UInt8]) throws -> Void) {
    (self.form, self.sink) = (form, sink)
  }

  /// Adds what a reader sees of a tracker.
  ///
  /// - Parameters:
  ///   - row: the tracker beside others.
  ///   - asOf: when it was read, ms UTC.
  package mutating func add(_ reader: Reader, _ row: PortfolioReport.Row, asOf: Int64) throws {
    let tracker = JSONText.string(try reader.identity().tracker)
    for view in Self.views {
      var names: [String] = []
      var lines: [UInt8] = []
      try reader.visitView(view) { columns in
        names = ["tracker"] + columns
        try begin(view, names)
      } _: { row in
        append(row, of: tracker, names, to: &lines)
        rows[view, default: 0] += 1
        guard lines.count >= 1 << 16 else { return }
        try sink(view, lines)
        lines.removeAll(keepingCapacity: true)
      }
      try sink(view, lines)
    }
    let own: JSONMembers = ["tracker": tracker, "exported": Timestamp(milliseconds: asOf).iso8601]
    let members = (own + PortfolioReport([row], asOf: asOf, compared: nil).tableMembers(row)).all
    let columns = members.map(\.0)
    try begin(Self.portfolio, columns)
    var line: [UInt8] = []
    append(members.map(\.1), columns, to: &line)
    rows[Self.portfolio, default: 0] += 1
    try sink(Self.portfolio, line)
  }

  private mutating func begin(_ table: String, _ columns: [String]) throws {
    guard begun.insert(table).inserted else { return }
    rows[table] = 0
    if form == .csv { try sink(table, Array((columns.joined(separator: ",") + "\n").utf8)) }
  }

  private func append(_ row: ViewRow, of tracker: JSONText, _ columns: [String], to lines: inout [UInt8]) {
    guard form == .csv else { return append([tracker] + (0..<row.count).map(row.value), columns, to: &lines) }
    lines += Self.field(tracker).utf8
    for column in 0..<row.count {
      lines.append(UInt8(ascii: ","))
      // Most texts are written as they are.
      let isWritten = row.takes(column) { bytes in
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x2C }) else {
          return false
        }
        lines += bytes
        return true
      }
      if !isWritten { lines += Self.field(row.value(column)).utf8 }
    }
    lines.append(UInt8(ascii: "\n"))
  }

  private func append(_ values: [JSONText], _ columns: [String], to lines: inout [UInt8]) {
    switch form {
    case .ndjson: lines += JSONText.object(Array(zip(columns, values))).render().utf8
    case .csv:
      for (place, value) in values.enumerated() {
        if place > 0 { lines.append(UInt8(ascii: ",")) }
        lines += Self.field(value).utf8
      }
    }
    lines.append(UInt8(ascii: "\n"))
  }

  private static func field(_ value: JSONText) -> String {
    switch value {
    case .null: ""
    case .string(let text): text.isEmpty ? "\"\"" : CSVText.field(withoutEnds(text), raw: true)
    case .int, .number, .bool: value.render()
    case .array, .object: CSVText.field(value.render(), raw: true)
    }
  }

  /// A line of `\.` alone, also within quotes, is the end of the data for PostgreSQL before version 18: it is written as
  /// hazards are.
  private static func withoutEnds(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isEnd = lines.map { $0.elementsEqual("\\.".utf8) || $0.elementsEqual("\\.\r".utf8) }
    guard isEnd.contains(true) else { return text }
    let kept = zip(lines, isEnd).map { line, isEnd in
      (isEnd ? "\\u{5c}" : "") + String(decoding: line.dropFirst(isEnd ? 1 : 0), as: UTF8.self)
    }
    return kept.joined(separator: "\n")
  }
}
