import SQLite

/// Who tested something, and on what: local numbers of names, 0 for what is not given.
struct ResultContext {
  var tester: Int64 = 0
  var device: Int64 = 0
  var os: Int64 = 0
  var build: Int64 = 0
  var audit: Int64 = 0
  var source: Int64 = 0
}

extension Reader {
  /// Every context by its number: there are few, and a row of one cell or result then needs no second table.
  func contexts() throws -> ByTerm<ResultContext> {
    try kept(\.keptContexts) {
      var contexts = ByTerm<ResultContext>()
      try database.rows("SELECT id, tester, device, os, build, audit, source FROM context") { row in
        contexts[row.int64(0)] = ResultContext(
          tester: row.int64(1), device: row.int64(2), os: row.int64(3), build: row.int64(4), audit: row.int64(5),
          source: row.int64(6))
      }
      return contexts
    }
  }
}
