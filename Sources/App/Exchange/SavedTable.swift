import CommandLine
import Exchange

/// A table of pa11y that a spreadsheet or a script has saved again: in any order and case, with any separators, titles
/// above it, and quotes of CSV. In the cells that pa11y itself writes there are texts of JSON.
enum SavedTable {
  private static let names = ["type", "code", "message", "selector"]
  /// As much of a text as has its header.
  private static let start = 1 << 16

  /// Whether a text is one.
  static func isOne(_ input: ImportInput) -> Bool {
    guard let start = try? input.text().read(upTo: start), isText(start) else { return false }
    return (try? header(start)) != nil
  }

  /// Whether a text is neither JSON nor XML.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 }.map { !"[{<".utf8.contains($0) } ?? false
  }

  /// Its issues, each with its line; nil where it is none.
  static func issues(
    _ bytes: [UInt8]
  ) throws(FindingsProblem) -> [(line: Int, cells: [(name: String, text: String)])]? {
    guard isText(bytes) else { return nil }
    do {
      guard case (var table, let columns)? = try header(bytes) else { return nil }
      table.isOfSpreadsheet = true
      var issues: [(line: Int, cells: [(name: String, text: String)])] = []
      while let row = try table.next() { issues.append((row.line, zip(columns, row.fields).map { ($0, $1) })) }
      return issues
    } catch {
      throw FindingsProblem(refusing: (error as? Problem)?.message ?? "\(error)")
    }
  }

  private static func header(_ bytes: [UInt8]) throws -> (DelimitedRows, [String])? {
    func isHeader(_ fields: [String]) -> Bool { Set(names).isSubset(of: fields.map(CellText.name)) }
    var table = DelimitedRows(try LineSource(ByteReader(bytes: bytes), readAhead: 0))
    guard let row = try table.header(isHeader), isHeader(row.fields) else { return nil }
    return (table, row.fields.map(CellText.name))
  }
}
