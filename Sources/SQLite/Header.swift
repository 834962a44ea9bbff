/// Who a file belongs to, decided through SQLite.
///
/// Not by reading the file: closing any other descriptor of it drops the locks this process holds on it.
package struct Header: Equatable, Sendable {
  /// 0 in a file of someone who does not use it.
  package let applicationID: Int32
  package let userVersion: Int32
  /// 0 for a file without a single byte.
  package let pageCount: Int64
}

extension Connection {
  /// The fields of one moment.
  ///
  /// - Throws: `notADatabase` (`isCorrupt`) for an empty file, unless the connection was opened to `create` one: SQLite
  ///   takes it for an empty database. A file that is no database does not get here, opening it throws the same code.
  package func header() throws -> Header {
    let header = try read {
      Header(
        applicationID: try applicationID, userVersion: try userVersion,
        pageCount: try scalar("PRAGMA page_count") ?? 0)
    }
    guard header.pageCount > 0 || mode == .create else {
      throw SQLiteError(code: .notADatabase, message: "The file is empty")
    }
    return header
  }
}
