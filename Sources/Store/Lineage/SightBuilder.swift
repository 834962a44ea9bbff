import Base
import SQLite

/// From one of its facts on, a run has seen another one up to a fact that it names there.
struct Sight {
  var at: Int64
  /// That of the run from here on: above the level of the fact that is named.
  var level: Int64
  /// The first fact of the other run.
  var target: Int64
  var upto: Int64
}

/// What the facts of a run name of others, in their order: each row names more of a run than those before it.
struct Sights {
  private var rows: [Sight] = []
  /// By the run that is named, where its rows are.
  private var places: [Int64: [Int]] = [:]

  var targets: Dictionary<Int64, [Int]>.Keys { places.keys }

  mutating func add(_ sight: Sight) {
    places[sight.target, default: []].append(rows.count)
    rows.append(sight)
  }

  func rows(upTo number: Int64) -> ArraySlice<Sight> { rows[..<rows.indices.partition { rows[$0].at <= number }] }

  /// How far a run was named up to a fact; 0 for not at all.
  func upto(_ target: Int64, at number: Int64) -> Int64 {
    guard let places = places[target] else { return 0 }
    let low = places.indices.partition { rows[places[$0]].at <= number }
    return low > 0 ? rows[places[low - 1]].upto : 0
  }
}

/// Enters what facts name as they are added.
///
/// What a fact has seen beside is found by going on from there. To store it too would take the square of the runs: each
/// worksheet is one, and a stranger makes as many as they like. But each row has its level, so that nothing is looked for
/// where it cannot be.
final class SightBuilder {
  /// A fact that names another one, or follows one that stands in another run.
  struct Edge {
    var at: Int64
    var target: Int64
  }

  private let graph: FactGraph
  /// By run: what is still to be entered, in the order of the facts.
  private var pending: [Int64: [Edge]] = [:]
  private var next: [Int64: Int] = [:]
  private var sights: [Int64: Sights] = [:]

  init(_ graph: FactGraph) { self.graph = graph }

  func add(_ edge: Edge) throws { pending[try graph.run(of: edge.at), default: []].append(edge) }

  /// Enters all that was added, each after what it depends on.
  func finish() throws {
    for run in pending.keys { pending[run]?.sort { ($0.at, $0.target) < ($1.at, $1.target) } }
    for run in pending.keys.sorted() { try complete(run, through: .max) }
  }

  /// Enters the edges of a run up to a fact, and before each of them those that its target depends on.
  private func complete(_ run: Int64, through last: Int64) throws {
    var waiting = [(run: run, through: last)]
    var open: Set<Int64> = [run]
    while let top = waiting.last {
      let place = next[top.run] ?? 0
      guard let edges = pending[top.run], place < edges.count, edges[place].at <= top.through else {
        open.remove(top.run)
        waiting.removeLast()
        continue
      }
      let edge = edges[place]
      let target = try graph.run(of: edge.target)
      if target != top.run, isBehind(target, edge.target), open.insert(target).inserted {
        waiting.append((target, edge.target))
        continue
      }
      // What waits for itself goes round in a circle; no honest facts do, and then it is entered as it is.
      try enter(edge, of: top.run, target)
      next[top.run] = place + 1
    }
  }

  private func isBehind(_ run: Int64, _ number: Int64) -> Bool {
    guard let edges = pending[run] else { return false }
    let place = next[run] ?? 0
    return place < edges.count && edges[place].at <= number
  }

  private func enter(_ edge: Edge, of run: Int64, _ target: Int64) throws {
    guard target != run else { return }
    let below = try sights(of: target).rows(upTo: edge.target).last?.level ?? 0
    guard try sights(of: run).upto(target, at: .max) < edge.target else { return }
    let level = max(try sights(of: run).rows(upTo: .max).last?.level ?? 0, below + 1)
    sights[run]?.add(Sight(at: edge.at, level: level, target: target, upto: edge.target))
    let insert = try graph.database.cached(
      """
      INSERT INTO sight (run, at, level, target, upto) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET upto = excluded.upto
      """)
    for (place, value) in [run, edge.at, level, target, edge.target].enumerated() {
      try insert.bind(value, at: Int32(place + 1))
    }
    try insert.run()
  }

  private func sights(of run: Int64) throws -> Sights { try sights.value(run) { try graph.sights(of: run) } }
}

/// A replica that went on in two or more places from one fact.
package struct Fork: Equatable, Sendable {
  package struct Branch: Equatable, Sendable {
    /// Identity of the last fact of the branch, 64 hex digits.
    package var head: String { identity.hex }
    /// Its number in the replica.
    package var last: Int64
    /// When it was made, ms UTC.
    package var time: Int64
    /// Whether it was chosen here.
    package var isKept: Bool
    var identity: Digest
    var number: Int64
  }

  package var replica: String
  /// The number of the first facts that were made in the place of one another.
  package var sequence: Int64
  /// In the order of their heads.
  package var branches: [Branch]
  /// That of this machine, where the others have its ID and are in no fork: see `LinesUnderOwnName`.
  package var own: Branch?

  /// Whether a branch was chosen here.
  package var isSettled: Bool { branches.contains(where: \.isKept) }
}

/// Entries of another machine that name one before them which is not here: it may come yet, or they are not of that machine.
/// Such an entry can be written under the ID of a machine without knowing any of its entries.
package struct ChainGap: Equatable, Sendable {
  package var replica: String
  /// Who works there; empty where nothing says so.
  package var tester: String
  /// The number of the first entry behind the gap.
  package var sequence: Int64
  /// Whether the machine is followed, so that what they decide counts.
  package var isFollowed: Bool
  /// Whether they write what decides.
  package var decides: Bool
}

extension Reader {
  /// Every gap in a chain of another machine, in the order of replica and number; sessions with children are chains of their
  /// own.
  ///
  /// - Parameter deciding: only those behind which people who are followed decide something.
  package func chainGaps(deciding: Bool = false) throws -> [ChainGap] {
    let course = (TapKind.allCases.map(\.name) + [ControlKind.erase.rawValue]).map { "'\($0)'" }.joined(separator: ", ")
    let sql = """
      SELECT run.first, branch.replica, EXISTS (
        SELECT 1 FROM fact WHERE fact.id BETWEEN run.first AND run.first | \(FactNumber.largestSequence)
          AND fact.id < ifnull((SELECT min(later.first) FROM run AS later WHERE later.first > run.first), fact.id + 1)
          AND fact.kind IN (\(RecordProjector.factKindsSQL))) AS decides, ifnull(begun.kind, '') IN (\(course)) AS is_course
      FROM run JOIN branch ON branch.id = run.first >> \(FactNumber.bits) AND branch.own = 0
      LEFT JOIN fact AS begun ON begun.id = run.first
      WHERE run.parent = 0 AND run.first & \(FactNumber.largestSequence) > 1 AND (decides OR NOT is_course)
        AND branch.replica <> ifnull((SELECT value FROM local WHERE name = 'replica'), '')
      ORDER BY branch.replica, run.first & \(FactNumber.largestSequence)
      """
    let rows = try database.all(sql, []) { ($0.int64(0), $0.text(1), $0.int64(2) != 0) }
    guard !rows.isEmpty else { return [] }
    let following = try Following(database, lineage)
    var testers: [String: String] = [:]
    return try rows.compactMap { first, replica, decides in
      let isFollowed = try following.follows(first)
      if deciding, !isFollowed || !decides { return nil }
      return ChainGap(
        replica: replica,
        tester: try testers.value(replica) { try worker(at: Lines.all(database, of: replica)) },
        sequence: FactNumber.sequence(of: first), isFollowed: isFollowed, decides: decides)
    }
  }

  /// Every fork that is known here, in the order of replica and number.
  package func forks() throws -> [Fork] {
    let chosen = try database.all("SELECT number FROM decision WHERE kind = 'branch' AND number <> 0", []) {
      $0.int64(0)
    }
    let next = try runsByParent()
    let kept = try Set(chosen.flatMap { try lineage.chain(of: $0).map(\.first) })
    let forks = try lineage.forks().map { rivals in
      let first = rivals.first ?? 0
      return Fork(
        replica: try Lines.replica(database, of: FactNumber.line(of: first)) ?? "",
        sequence: FactNumber.sequence(of: first),
        branches: try rivals.compactMap { try branch(from: $0, next, isKept: kept.contains($0)) }.sorted {
          $0.identity < $1.identity
        })
    }
    return forks.sorted { ($0.replica, $0.sequence) < ($1.replica, $1.sequence) }
  }

  /// The first facts of the runs that go on from a fact in another one. Read once: a fork may have as many branches as
  /// there are facts.
  private func runsByParent() throws -> [Int64: [Int64]] {
    Dictionary(
      grouping: try database.all("SELECT first, parent FROM run WHERE parent <> 0 ORDER BY first", []) {
        (first: $0.int64(0), parent: $0.int64(1))
      }, by: \.parent
    ).mapValues { $0.map(\.first) }
  }

  private func branch(from rival: Int64, _ next: [Int64: [Int64]], isKept: Bool) throws -> Fork.Branch? {
    let number = try head(from: rival, next)
    let sql = """
      SELECT digest, ms FROM result WHERE id = ?1 UNION ALL SELECT digest, ms FROM fact WHERE id = ?1
      """
    return try database.first(sql, [.integer(number)]) { row in
      Digest(bytes: row.blob(0)).map {
        Fork.Branch(
          last: FactNumber.sequence(of: number), time: row.int64(1), isKept: isKept, identity: $0, number: number)
      }
    } ?? nil
  }

  /// The last fact of a chain, as far as it goes on in one place.
  private func head(from rival: Int64, _ following: [Int64: [Int64]]) throws -> Int64 {
    var run = rival
    var visited: Set<Int64> = []
    while true {
      let last = try end(of: run)
      let next = following[last] ?? []
      guard next.count == 1, visited.insert(run).inserted else { return last }
      run = next[0]
    }
  }

  private func end(of run: Int64) throws -> Int64 {
    let limit = FactNumber.make(line: FactNumber.line(of: run), sequence: FactNumber.largestSequence)
    let next = try database.scalar(
      "SELECT min(first) FROM run WHERE first > ? AND first <= ?",
      [.integer(run), .integer(limit)])
    let before = next.map { $0 - 1 } ?? limit
    return try FactTable.number("max", in: [.integer(run), .integer(before)], database) ?? run
  }
}

extension Writer {
  /// Decides for a branch of a fork: from now on it has authority over what is older.
  ///
  /// - Throws: `Refusal.unknownRecord` where no such head is here.
  package func keep(_ branch: Fork.Branch) throws {
    try database.run(
      "INSERT OR REPLACE INTO decision (kind, identity, number) VALUES ('branch', ?, ?)",
      [.blob(branch.identity.bytes), .integer(branch.number)])
    try projector.markDecided()
    try settleAnew()
  }
}
