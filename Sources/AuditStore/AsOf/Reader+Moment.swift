import SQLite

extension Reader {
  /// The same tracker at a past moment (ms UTC), within this transaction.
  ///
  /// Every question that a reader answers about cells, findings, results, standings, audits and waivers is then
  /// answered as of that moment, by the same code:
  ///
  /// ```swift
  /// let before = reader.at(moment)
  /// before.cells(Filter())      // the cells: state, severity, disputed, since, staleness and waiver of then
  /// before.standing()           // their counts, by component as well
  /// before.standing(of: audit)  // and of one audit
  /// ```
  ///
  /// - A cell is what the results observed by then make of it. What arrived late is in its place and what was taken
  ///   back never was, so the answer depends on the facts and the moment alone, not on when or where it is asked.
  /// - Age, staleness, waivers, settings, the source digests and texts of a team's checks are those written by then;
  ///   texts of built-in checks are those of this program.
  /// - Kind, owner, screens and tags of components, and the scopes of audits, are as they are now, but for two things:
  ///   a component that was retired or deleted by then is out, and one retired since is in; one that was registered
  ///   later is not there, unless something had been observed of it.
  ///
  /// - Parameter moment: what counts as observed at this millisecond belongs to it.
  /// - Throws: what SQLite says. To be called before the rows of a query are read, not while they are.
  package func at(_ moment: Int64) throws -> Reader {
    try self.moment(moment) { isSteady in
      Reader(
        database: database, now: moment, past: try AsOf(database: database, moment: moment), isSteady: isSteady)
    }
  }

  /// What is read from as `cell`: the table, or what it held at the moment asked for.
  var cells: String { past.map { $0.cells + " AS cell" } ?? "cell" }
}

/// What there was at one moment.
final class AsOf {
  /// ms UTC.
  let moment: Int64
  /// The name of a temporary table with the cells of then.
  let cells: String
  /// The records of then, read when they are first asked for.
  let records: RecordsAsOf

  init(database: Connection, moment: Int64) throws {
    self.moment = moment
    let observations = Observations(
      database: database, FactGraph(database), Judge(database: database))
    cells = try CellsAsOf(database: database, moment: moment, observations: observations).table()
    records = RecordsAsOf(database: database, moment: moment)
  }
}
