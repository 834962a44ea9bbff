package import Base
import SQLite

extension Reader {
  /// Reads a public view, its rows in no order and their values in the order of its columns.
  ///
  /// It is read as this program defines it: the views of a file from elsewhere do not run.
  package func visitView(
    _ name: String, columns: ([String]) throws -> Void, _ visit: (ViewRow) throws -> Void
  ) throws {
    let version = Int(try database.userVersion)
    let views = version == Migrator.newestVersion ? .newest : PublicViews(version: version)
    let row = try database.prepare("\(views.preamble)SELECT * FROM \(name)")
    try columns((0..<row.columnCount).map(row.columnName))
    while try row.step() { try visit(ViewRow(row: row)) }
  }
}

/// A row of a public view, valid until the next one is read.
package struct ViewRow {
  fileprivate let row: Statement

  package var count: Int { Int(row.columnCount) }

  package func value(_ column: Int) -> JSONText {
    switch row.value(Int32(clamping: column)) {
    case .null, .blob: .null
    case .integer(let number): .int(Int(number))
    case .real(let number): .number(number)
    case .text(let text): .string(text)
    }
  }

  /// Calls `body` with the bytes of a text, and returns whether it took them; false for what is no text.
  package func takes(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    let column = Int32(clamping: column)
    return row.isText(column) && row.withText(column, body)
  }
}

/// The definitions of the public views, as the steps of the schema make them.
private struct PublicViews {
  /// `WITH v_cell AS (...), ...`; as views are, without a copy of the rows of one that another names twice.
  let preamble: String

  /// - Parameter version: of the schema.
  init(version: Int) {
    var views: [(name: Substring, sql: Substring)] = []
    for migration in Migration.all where migration.version <= version {
      for statement in migration.sql.split(separator: ";") {
        let words = statement.split(maxSplits: 4, whereSeparator: \.isWhitespace)
        guard words.count > 2, words[1] == "VIEW" else { continue }
        views.removeAll { $0.name == words[2] }
        if words[0] == "CREATE", words.count == 5 { views.append((words[2], words[4])) }
      }
    }
    preamble = "WITH " + views.map { "\($0.name) AS NOT MATERIALIZED (\($0.sql))" }.joined(separator: ",\n") + "\n"
  }

  static let newest = PublicViews(version: Migrator.newestVersion)
}
