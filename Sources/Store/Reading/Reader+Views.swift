package import Base
import SQLite

extension Reader {
  /// Reads a public view, its rows in no order and their values in the order of its columns.
  ///
  /// It is read as this program defines it: the views of a file from elsewhere do not run.
  package func visitView(
    _ name: String, columns: ([String]) throws -> Void, _ visit: ([JSONText]) throws -> Void
  ) throws {
    let views = PublicViews(version: Int(try database.userVersion))
    let row = try database.prepare("\(views.preamble)SELECT * FROM \(name)")
    try columns((0..<row.columnCount).map(row.columnName))
    var values: [JSONText] = []
    while try row.step() {
      values.removeAll(keepingCapacity: true)
      for column in 0..<row.columnCount {
        switch row.value(column) {
        case .null, .blob: values.append(.null)
        case .integer(let number): values.append(.int(Int(number)))
        case .real(let number): values.append(.number(number))
        case .text(let text): values.append(.string(text))
        }
      }
      try visit(values)
    }
  }
}

/// The definitions of the public views, as the steps of the schema make them.
private struct PublicViews {
  private var views: [(name: Substring, sql: Substring)] = []

  /// - Parameter version: of the schema.
  init(version: Int) {
    for migration in Migration.all where migration.version <= version {
      for statement in migration.sql.split(separator: ";") {
        let words = statement.split(maxSplits: 4, whereSeparator: \.isWhitespace)
        guard words.count > 2, words[1] == "VIEW" else { continue }
        views.removeAll { $0.name == words[2] }
        if words[0] == "CREATE", words.count == 5 { views.append((words[2], words[4])) }
      }
    }
  }

  /// `WITH v_cell AS (...), ...`
  var preamble: String { "WITH " + views.map { "\($0.name) AS (\($0.sql))" }.joined(separator: ",\n") + "\n" }
}
