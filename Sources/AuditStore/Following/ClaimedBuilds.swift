import AuditModel
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
  /// - Returns: the builds (terms) that are in it now and were not, or the other way round.
  static func settle(_ database: Connection, _ graph: FactGraph) throws -> Set<Int64> {
    let (before, now) = (try stored(in: database), try find(database, graph))
    for build in before.subtracting(now) { try database.run("DELETE FROM claimed WHERE build = ?", [.integer(build)]) }
    for build in now.subtracting(before) { try database.run("INSERT INTO claimed VALUES (?)", [.integer(build)]) }
    return before.symmetricDifference(now)
  }

  private static func find(_ database: Connection, _ graph: FactGraph) throws -> Set<Int64> {
    let following = try Following(database, graph)
    var followed: [Int64] = []
    var strange: [Int64] = []
    for line in try database.all("SELECT id FROM branch ORDER BY id", [], { $0.int64(0) }) {
      guard let end = try FactTable.last(database, line: line) else { continue }
      let isFollowed = try following.follows(FactNumber.make(line: line, sequence: end.sequence))
      if isFollowed { followed.append(line) } else { strange.append(line) }
    }
    let claimed = try builds(of: strange, in: database)
    guard !claimed.isEmpty else { return [] }
    return claimed.subtracting(try builds(of: followed, in: database)).subtracting(try named(following, in: database))
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

  /// On which builds the results of some lines are.
  private static func builds(of lines: [Int64], in database: Connection) throws -> Set<Int64> {
    guard !lines.isEmpty else { return [] }
    let builds = Dictionary(
      try database.all("SELECT id, build FROM context WHERE build <> 0", []) { ($0.int64(0), $0.int64(1)) },
      uniquingKeysWith: { first, _ in first })
    var found: Set<Int64> = []
    for line in lines {
      try database.rows(
        "SELECT DISTINCT context FROM result WHERE id BETWEEN ? AND ?",
        [
          .integer(FactNumber.make(line: line, sequence: 0)),
          .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
        ]
      ) { row in if let build = builds[row.int64(0)] { found.insert(build) } }
    }
    return found
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
    let stored = try ClaimedBuilds.stored(in: database)
    claims = stored
    return stored.contains(term)
  }
}

extension Reader {
  /// The builds that are only claimed, in the order of their names.
  func claimedBuilds() throws -> [String] { try ClaimedBuilds.stored(in: database).map(text).sorted() }
}
