/// A row that refers to a row that does not exist.
package struct ForeignKeyViolation: Equatable, Sendable {
  package let table: String
  /// `nil` in a table WITHOUT ROWID.
  package let rowID: Int64?
  package let parent: String
}

/// Questions about the health of the file.
extension Connection {
  /// Structure without the agreement of indices and tables; time grows with the file.
  /// - Returns: what is wrong, at most 100 sentences of SQLite; empty when nothing is.
  /// - Throws: `isCorrupt` when the file is too broken to look further.
  package func quickCheck() throws(SQLiteError) -> [String] {
    try check("PRAGMA quick_check(100)")
  }

  /// Structure, constraints and that indices and tables agree; several times slower than `quickCheck`.
  /// - Returns: as `quickCheck`.
  package func integrityCheck() throws(SQLiteError) -> [String] {
    try check("PRAGMA integrity_check(100)")
  }

  /// References to missing rows, also those made while enforcement was off.
  package func foreignKeyCheck() throws(SQLiteError) -> [ForeignKeyViolation] {
    let statement = try cached("PRAGMA foreign_key_check")
    var found: [ForeignKeyViolation] = []
    while try statement.step() {
      found.append(
        ForeignKeyViolation(
          table: statement.text(0), rowID: statement.optionalInt64(1), parent: statement.text(2)))
    }
    return found
  }

  private func check(_ pragma: String) throws(SQLiteError) -> [String] {
    let statement = try cached(pragma)
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0)) }
    return lines == ["ok"] ? [] : lines
  }
}
