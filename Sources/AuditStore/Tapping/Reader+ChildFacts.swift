import SQLite

extension Reader {
  /// The facts of tests with children whose content is here, understood or not. They stay on this machine unless
  /// somebody hands them on by name.
  package func childFacts() throws -> FactRuns {
    let sql = """
      SELECT id FROM fact WHERE kind IN ('session', 'trial', 'contact', 'remark') AND body <> '' ORDER BY id
      """
    return FactRuns(try database.all(sql, []) { $0.int64(0)...$0.int64(0) })
  }

  /// Those of sessions whose guardians allow that they are handed on in full.
  package func childFactsToHandOn() throws -> FactRuns {
    let sql = """
      SELECT fact FROM tapping WHERE session IN (
        SELECT tapping.session FROM tapping JOIN fact ON fact.id = tapping.fact
        WHERE tapping.kind = 1 AND json_extract(fact.body, '$.consent.full') = 1)
      ORDER BY fact
      """
    return FactRuns(try database.all(sql, []) { $0.int64(0)...$0.int64(0) })
  }
}
