import SQLite

extension Reader {
  /// The checks, in order, of which results among some facts were given against another text than theirs of today.
  ///
  /// A check that is not known here has no text to differ from.
  package func checksReadDifferently(in runs: FactRuns) throws -> [String] {
    var found: Set<String> = []
    let sql = """
      SELECT DISTINCT term.text FROM result JOIN cell ON cell.id = result.cell JOIN term ON term.id = cell.check_id
      JOIN check_text ON check_text.check_id = term.text AND check_text.current = 1
      WHERE result.id BETWEEN ? AND ? AND result.text <> check_text.version
      """
    for run in runs.runs {
      try database.rows(sql, [.integer(run.lowerBound), .integer(run.upperBound)]) { found.insert($0.text(0)) }
    }
    return found.sorted()
  }
}
