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
  package func at(_ moment: Int64) throws -> Reader { try at([moment])[0] }

  /// The same at each of some moments, which costs little more than one of them.
  func at(_ moments: [Int64]) throws -> [Reader] {
    try self.moments(moments) { moments, isSteady in
      let observations = Observations(
        database: database, FactGraph(database), Judge(database: database), Triages(database: database))
      let moved = try CellsAsOf(database: database, observations: observations).moved(since: moments)
      return zip(moments, moved).map { moment, moved in
        let records = RecordsAsOf(database: database, moment: moment)
        return Reader(
          database: database, now: moment, past: AsOf(moment: moment, moved: moved, records: records),
          isSteady: isSteady, localOffset: localOffset)
      }
    }
  }
}

/// What there was at one moment.
struct AsOf {
  /// ms UTC.
  let moment: Int64
  /// The cells that have changed since, in the order of their numbers.
  let moved: [(cell: Int64, then: CellAsOf)]
  /// The records of then, read when they are first asked for.
  let records: RecordsAsOf
}
