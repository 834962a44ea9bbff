import Audit
import SQLite

/// Builds that no one whom this machine follows has named (`ObservedBuild.isClaimed`).
///
/// A build is named by a result of an author who is followed, by the current build of the tracker, and by an audit.
enum ClaimedBuilds {
  static func stored(in database: Connection) throws -> Set<Int64> {
    Set(try database.all("SELECT build FROM claimed", []) { $0.int64(0) })
  }

  /// Brings the table up to date.
  ///
  /// - Returns: the builds (terms) that are in it now and were not, or the other way round, and the numbers among which
  ///   their results are.
  static func settle(
    _ database: Connection, _ graph: FactGraph
  ) throws -> (changed: Set<Int64>, numbers: [ClosedRange<Int64>]) {
    let before = try stored(in: database)
    let (now, strange) = try find(database, graph)
    for build in before.subtracting(now) { try database.run("DELETE FROM claimed WHERE build = ?", [.integer(build)]) }
    for build in now.subtracting(before) { try database.run("INSERT INTO claimed VALUES (?)", [.integer(build)]) }
    let changed = before.symmetricDifference(now)
    // What is only claimed is in no result of those who are followed.
    return (changed, changed.isSubset(of: now) ? strange : [.min ... .max])
  }

  /// The cells that have a result on one of some builds.
  static func cells(
    on changed: Set<Int64>, among numbers: [ClosedRange<Int64>], in database: Connection
  ) throws -> Set<Int64> {
    let builds = try buildsOfContexts(database)
    var touched: Set<Int64> = []
    try visit(numbers, database) { context, cell in
      if let build = builds[context], changed.contains(build) { touched.insert(cell) }
    }
    return touched
  }

  /// Those that no one has named whom the list of `graph` follows, and which numbers of facts are of others.
  static func find(
    _ database: Connection, _ graph: FactGraph
  ) throws -> (builds: Set<Int64>, strange: [ClosedRange<Int64>]) {
    let following = try Following(database, graph, by: graph.list)
    var followed: [ClosedRange<Int64>] = []
    var strange: [ClosedRange<Int64>] = []
    let firsts = try database.all("SELECT first FROM run ORDER BY first", []) { $0.int64(0) }
    for (place, first) in firsts.enumerated() {
      let line = FactNumber.make(line: FactNumber.line(of: first), sequence: FactNumber.largestSequence)
      let last = place + 1 < firsts.count ? min(line, firsts[place + 1] - 1) : line
      let end = try end(of: first...last, following)
      if let end { followed.append(first...end) }
      if end != last { strange.append((end.map { $0 + 1 } ?? first)...last) }
    }
    let builds = try buildsOfContexts(database)
    var claimed: Set<Int64> = []
    try visit(strange, database) { context, _ in if let build = builds[context] { claimed.insert(build) } }
    if !claimed.isEmpty { claimed.subtract(try named(following, in: database)) }
    if claimed.isEmpty { return ([], strange) }
    try visit(followed, database) { context, _ in if let build = builds[context] { claimed.remove(build) } }
    return (claimed, strange)
  }

  /// Up to where a run is followed: of a chain that names a key that is what the key signed, so it comes first.
  private static func end(of run: ClosedRange<Int64>, _ following: Following) throws -> Int64? {
    guard try following.follows(run.lowerBound) else { return nil }
    if try following.follows(run.upperBound) { return run.upperBound }
    var (low, high) = (run.lowerBound, run.upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try following.follows(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// The builds that audits and the tracker name, as far as their authors are followed: anyone may begin an audit.
  private static func named(_ following: Following, in database: Connection) throws -> Set<Int64> {
    let sql = """
      SELECT term.id, fact.id, substr(fact.digest, 1, 16) FROM register
      JOIN record ON record.kind = register.kind AND record.key = register.key AND record.deleted = 0
      JOIN fact ON fact.id = register.fact JOIN term ON term.text = json_extract(register.value, '$')
      WHERE register.live = \(RegisterState.live)
        AND (register.kind, register.field) IN (VALUES ('audit', 'build'), ('setting', 'current_build'))
      """
    let found = try database.all(sql, []) { ($0.int64(0), $0.int64(1), FactReference(bytes: $0.blob(2))) }
    return Set(
      try found.filter { _, fact, reference in
        try following.follows(fact) || reference.flatMap(following.decision) == .follow
      }.map(\.0))
  }

  /// The builds of the contexts that have one.
  private static func buildsOfContexts(_ database: Connection) throws -> ByTerm<Int64> {
    var builds = ByTerm<Int64>()
    try database.rows("SELECT id, build FROM context WHERE build <> 0", []) { builds[$0.int64(0)] = $0.int64(1) }
    return builds
  }

  /// Calls `visit` with the context and the cell of each result with these numbers. There may be as many ranges as
  /// results: nothing is looked up for a range.
  private static func visit(
    _ numbers: [ClosedRange<Int64>], _ database: Connection, _ visit: (Int64, Int64) -> Void
  ) throws {
    for range in numbers {
      try database.rows(
        "SELECT context, cell FROM result WHERE id BETWEEN ? AND ?",
        [.integer(range.lowerBound), .integer(range.upperBound)]
      ) { visit($0.int64(0), $0.int64(1)) }
    }
  }
}

extension FactGraph {
  /// A build (a term and its text) as the fold of a cell sees it.
  func observed(build term: Int64, text: String) throws -> ObservedBuild {
    guard term != 0 else { return ObservedBuild() }
    return ObservedBuild(term: term, number: BuildNumber(text), isClaimed: try isClaimed(build: term))
  }

  func isClaimed(build term: Int64) throws -> Bool {
    if let claims { return claims.contains(term) }
    let found = try list == nil ? ClaimedBuilds.stored(in: database) : ClaimedBuilds.find(database, self).builds
    claims = found
    return found.contains(term)
  }
}

extension Reader {
  /// The builds that are only claimed, in the order of their names.
  func claimedBuilds() throws -> [String] { try ClaimedBuilds.stored(in: database).map(text).sorted() }
}
