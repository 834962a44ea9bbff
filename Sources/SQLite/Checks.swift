/// Questions about the health of the file.
extension Connection {
  /// Structure, constraints and that indices and tables agree; time grows with the file.
  /// - Returns: what is wrong, at most 100 sentences of SQLite; empty when nothing is.
  /// - Throws: `isCorrupt` when the file is too broken to look further.
  package func integrityCheck() throws(SQLiteError) -> [String] {
    let statement = try cached("PRAGMA integrity_check(100)")
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0)) }
    return lines == ["ok"] ? [] : lines
  }
}
