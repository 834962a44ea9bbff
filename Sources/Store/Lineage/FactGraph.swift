import Audit
import Base
import SQLite

/// Who had seen whom and who has authority over whom, read from the tables `run`, `sight`, `signed` and `decision`.
///
/// What was asked is remembered: to be used within one transaction, and thrown away once any of those changed.
final class FactGraph: Lineage {
  struct Run {
    var first: Int64
    /// The fact before the first, where that is in another run; 0 for none.
    var parent: Int64
    var isRival: Bool
  }

  let database: Connection
  /// The runs that were asked for last, each with the last number that may be in it.
  private var recent: [(run: Run, last: Int64)] = []
  private static let mostRecent = 8
  /// All runs in the order of their numbers, once many were asked for.
  private var all: [Run]?
  /// Whether all are read once some were asked for by turns. A stranger can make as many runs as facts.
  private lazy var areFew = Result {
    try database.scalar("SELECT count(*) FROM (SELECT 1 FROM run LIMIT \(Self.few + 1))") ?? 0 <= Self.few
  }
  private static let few: Int64 = 4_096
  private var sights: [Int64: Sights] = [:]
  private var signers: [Int64: String?] = [:]
  private lazy var heads = Result { try SignedHeads(self) }
  /// Builds that are only claimed (terms); nil until one is asked for, and once they are others.
  var claims: Set<Int64>?
  /// With a graph of its own: two that hold each other would hold the file as well.
  private lazy var following = Result { try Following(database, FactGraph(database), by: list) }
  /// By the first facts of runs that name no key.
  private var followed: [Int64: Bool] = [:]
  /// The numbers of the run that was asked about last, where one answer holds for all of them.
  private var lastFollowed: (numbers: ClosedRange<Int64>, follows: Bool)?
  /// Whether facts were accepted by themselves.
  private lazy var acceptsSome = Result {
    try list.map { $0.decisions.values.contains(.follow) }
      ?? (database.scalar("SELECT 1 FROM decision WHERE kind = 'follow' LIMIT 1") != nil)
  }
  /// Whom someone else followed, or this machine at another moment; nil for those of now.
  let list: FollowList?

  init(_ database: Connection, by list: FollowList? = nil) {
    (self.database, self.list) = (database, list)
  }

  /// Reads all runs at once, where many cells are to be folded.
  func prepareForMany() throws {
    guard all == nil else { return }
    all = try database.all("SELECT \(Self.columns) FROM run ORDER BY first", []) { Self.run($0) }
  }

  // MARK: Runs

  static let columns = "first, parent, rival"

  static func run(_ row: Statement) -> Run {
    Run(first: row.int64(0), parent: row.int64(1), isRival: row.int64(2) != 0)
  }

  /// The run a fact stands in. One that is in no run, which only a damaged file has, is a run of its own.
  func place(of number: Int64) throws -> Run { try span(of: number).run }

  /// The same, with the last number that may be in it: a file from elsewhere may use the largest there is.
  private func span(of number: Int64) throws -> (run: Run, last: Int64) {
    let lineEnd = FactNumber.make(line: FactNumber.line(of: number), sequence: FactNumber.largestSequence)
    if let all {
      let low = (0..<all.count).partition { all[$0].first <= number }
      guard low > 0, Self.isSameBranch(all[low - 1].first, number) else { return (Self.lone(number), number) }
      return (all[low - 1], low < all.count ? min(all[low].first - 1, lineEnd) : lineEnd)
    }
    if let known = recent.last(where: { $0.run.first <= number && number <= $0.last }) { return known }
    if recent.count == Self.mostRecent {
      if try areFew.get() {
        try prepareForMany()
        return try span(of: number)
      }
      recent.removeFirst()
    }
    let row = try database.cached("SELECT \(Self.columns) FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1")
    try row.bind(number, at: 1)
    defer { row.reset() }
    var found = (run: Self.lone(number), last: number)
    if try row.step(), Self.isSameBranch(row.int64(0), number) {
      let next = try database.cached("SELECT first FROM run WHERE first > ? ORDER BY first LIMIT 1")
      try next.bind(number, at: 1)
      defer { next.reset() }
      found = (Self.run(row), try next.step() ? min(lineEnd, next.int64(0) - 1) : lineEnd)
    }
    recent.append(found)
    return found
  }

  private static func lone(_ number: Int64) -> Run { Run(first: number, parent: 0, isRival: false) }

  private static func isSameBranch(_ one: Int64, _ other: Int64) -> Bool {
    FactNumber.line(of: one) == FactNumber.line(of: other)
  }

  func run(of number: Int64) throws -> Int64 { try place(of: number).first }

  // MARK: Sight

  func named(by number: Int64, of target: Int64) throws -> Int64 {
    try sights(of: run(of: number)).upto(target, at: number)
  }

  func named(by number: Int64, atMost most: Int) throws -> [(run: Int64, upto: Int64)]? {
    let sights = try sights(of: run(of: number))
    return sights.targets.count <= most ? sights.targets.map { ($0, sights.upto($0, at: number)) } : nil
  }

  func eachNamed(
    after: Int64, upTo number: Int64, above level: Int64, _ visit: (_ run: Int64, _ upto: Int64) -> Void
  ) throws {
    for sight in try sights(of: run(of: number)).rows(upTo: number).reversed() {
      guard sight.at > after, sight.level > level else { break }
      visit(sight.target, sight.upto)
    }
  }

  func level(of number: Int64) throws -> Int64 {
    try sights(of: run(of: number)).rows(upTo: number).last?.level ?? 0
  }

  /// What the facts of a run name of others.
  func sights(of run: Int64) throws -> Sights {
    try sights.value(run) {
      var found = Sights()
      let rows = try database.cached("SELECT at, level, target, upto FROM sight WHERE run = ? ORDER BY at, level")
      try rows.bind(run, at: 1)
      defer { rows.reset() }
      while try rows.step() {
        found.add(Sight(at: rows.int64(0), level: rows.int64(1), target: rows.int64(2), upto: rows.int64(3)))
      }
      return found
    }
  }

  // MARK: Authority

  func owns(_ later: Int64, _ earlier: Int64) throws -> Bool {
    try owns(later, earlier, throughForks: false)
  }

  /// - Parameter throughForks: whether an undecided fork is no obstacle.
  func owns(_ later: Int64, _ earlier: Int64, throughForks: Bool) throws -> Bool {
    if later == earlier { return true }
    let (one, other) = (try place(of: later), try place(of: earlier))
    if try namedSigner(of: one) != nil || namedSigner(of: other) != nil {
      guard let signer = try signer(of: later, one) else { return false }
      return try signer == self.signer(of: earlier, other)
    }
    var run = one
    var limit = later
    var visited: Set<Int64> = []
    while true {
      if run.first == other.first { return earlier <= limit }
      if !throughForks, try unsettled.get().contains(run.first) { return false }
      guard run.parent != 0, visited.insert(run.first).inserted else { return false }
      limit = run.parent
      run = try place(of: run.parent)
    }
  }

  func follows(_ number: Int64) throws -> Bool {
    if let lastFollowed, lastFollowed.numbers.contains(number) { return lastFollowed.follows }
    let (run, last) = try span(of: number)
    let following = try following.get()
    let isSigned = try namedSigner(of: run) != nil
    let isFollowed = try (isSigned ? nil : followed[run.first]) ?? following.follows(number)
    let acceptsSome = try acceptsSome.get()
    if !isSigned { followed[run.first] = isFollowed }
    if !isSigned, isFollowed || !acceptsSome { lastFollowed = (run.first...last, isFollowed) }
    return try isFollowed || acceptsSome && following.accepts(number)
  }

  func followsRunsWhole(like number: Int64) throws -> Bool {
    try !acceptsSome.get() && namedSigner(of: place(of: number)) == nil
  }

  /// Who signed a fact, by a head that was verified here; nil where it is not signed.
  func signer(of number: Int64) throws -> String? { try signer(of: number, try place(of: number)) }

  private func signer(of number: Int64, _ run: Run) throws -> String? {
    guard let key = try namedSigner(of: run) else { return nil }
    return try heads.get().signer(of: number, in: run.first, key: key)
  }

  /// Whether the first fact of a chain is here, and the key that it names.
  func root(of number: Int64) throws -> (isHere: Bool, signer: String?) {
    let first = try chain(of: number).last?.first ?? number
    return (FactNumber.sequence(of: first) == 1, try namedSigner(of: place(of: number)))
  }

  /// The key that the first fact of a run's chain names; nil for a chain that names none.
  private func namedSigner(of run: Run) throws -> String? {
    var root = run
    // Found for all of them at once: a chain may have as many runs as facts.
    var walked: Set<Int64> = []
    var signer: String?
    while true {
      if let known = signers[root.first] {
        signer = known
        break
      }
      if walked.insert(root.first).inserted, root.parent != 0 {
        root = try place(of: root.parent)
        continue
      }
      let sql = "SELECT json_extract(body, '$.signer') FROM fact WHERE id = ? AND kind = 'replica' AND body <> ''"
      signer = try database.first(sql, [.integer(root.first)]) { $0.optionalText(0) } ?? nil
      break
    }
    for first in walked { signers.updateValue(signer, forKey: first) }
    return signer
  }

  // MARK: Forks

  /// First facts of runs that were made in the place of one another, while none of them was chosen.
  private(set) lazy var unsettled: Result<Set<Int64>, any Error> = Result {
    var found: Set<Int64> = []
    for rivals in try forks() { found.formUnion(rivals) }
    if !found.isEmpty {
      for head in try chosenHeads() { found.subtract(try chain(of: head).map(\.first)) }
    }
    return found
  }

  /// Whether a fact belongs to a branch that was chosen here.
  func isChosen(_ number: Int64) throws -> Bool {
    let run = try run(of: number)
    return try chosenHeads().contains { head in
      try chain(of: head).contains { $0.first == run && number <= $0.upto }
    }
  }

  /// The first facts of the runs that lead to a head that was decided for.
  func chosenRuns() throws -> Set<Int64> { Set(try chosenHeads().flatMap { try chain(of: $0).map(\.first) }) }

  private func chosenHeads() throws -> [Int64] {
    try database.all("SELECT number FROM decision WHERE kind = 'branch' AND number <> 0", []) { $0.int64(0) }
  }

  /// The facts of each fork. Of a chain whose signer is known, what that signer did not sign takes no part.
  func forks() throws -> [[Int64]] {
    var groups: [Fork: [Int64]] = [:]
    let sql = """
      SELECT run.first, branch.replica, coalesce(result.prev, fact.prev) FROM run
      JOIN branch ON branch.id = run.first >> \(FactNumber.bits)
      LEFT JOIN result ON result.id = run.first LEFT JOIN fact ON fact.id = run.first
      WHERE run.rival = 1 ORDER BY run.first
      """
    let rivals = try database.all(sql, []) { ($0.int64(0), $0.text(1), $0.blob(2)) }
    for (number, replica, previous) in rivals {
      let run = try place(of: number)
      if try namedSigner(of: run) != nil, try signer(of: number, run) == nil { continue }
      let fork = Fork(
        replica: replica, sequence: FactNumber.sequence(of: number), previous: FactReference(bytes: previous))
      groups[fork, default: []].append(number)
    }
    // Who has the taps holds the request to erase them beside the first of them: that one is no copy that went on.
    let ends = rivals.isEmpty ? [] : Set(try ErasedCourse.requests(in: database).map(\.request))
    return groups.values.map { $0.filter { !ends.contains($0) } }.filter { $0.count > 1 }
      .sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  private struct Fork: Hashable {
    var replica: String
    var sequence: Int64
    var previous: FactReference?
  }

  /// Whether a run of a fact's chain is one of some.
  ///
  /// - Parameter known: what was found before, by run; each is walked once.
  func descends(_ number: Int64, from runs: Set<Int64>, _ known: inout [Int64: Bool]) throws -> Bool {
    var walked: Set<Int64> = []
    var run = try place(of: number)
    var found = false
    while true {
      if let before = known[run.first] {
        found = before
        break
      }
      guard walked.insert(run.first).inserted else { break }
      found = runs.contains(run.first)
      guard !found, run.parent != 0 else { break }
      run = try place(of: run.parent)
    }
    for first in walked { known[first] = found }
    return found
  }

  /// The runs of a fact's chain from its own back to the first, each with the last of its facts that belongs to it.
  func chain(of number: Int64) throws -> [(first: Int64, upto: Int64)] {
    var chain: [(first: Int64, upto: Int64)] = []
    try visitChain(of: number) { first, upto in
      chain.append((first, upto))
      return true
    }
    return chain
  }

  /// Calls `visit` with each of them, as long as it says so.
  func visitChain(of number: Int64, _ visit: (_ first: Int64, _ upto: Int64) throws -> Bool) throws {
    var run = try place(of: number)
    var limit = number
    var visited: Set<Int64> = []
    while visited.insert(run.first).inserted {
      guard try visit(run.first, limit), run.parent != 0 else { break }
      limit = run.parent
      run = try place(of: run.parent)
    }
  }
}

/// How far chains are signed, by the heads that were verified here.
private struct SignedHeads {
  private var reach: [Int64: [(key: String, name: String, upto: Int64)]] = [:]
  private var own = ""

  init(_ graph: FactGraph) throws {
    own = try LocalTable.get(graph.database, "signer") ?? ""
    let rows = try graph.database.all("SELECT number, key, name FROM signed WHERE number <> 0", []) {
      ($0.int64(0), $0.text(1), $0.text(2))
    }
    for (number, key, name) in rows {
      for run in try graph.chain(of: number) { reach[run.first, default: []].append((key, name, run.upto)) }
    }
    // What this file wrote itself it need not verify; what others wrote under its name is not that.
    guard !own.isEmpty else { return }
    let name = try LocalTable.get(graph.database, "signer-name") ?? own
    for number in try Identity.vouched(graph.database) {
      for run in try graph.chain(of: number) { reach[run.first, default: []].append((own, name, run.upto)) }
    }
    guard try !Identity.isInDoubt(graph.database), let replica = try LocalTable.get(graph.database, "replica"),
      let line = try Lines.all(graph.database, first: replica).first,
      let end = try FactTable.last(graph.database, line: line)
    else { return }
    let head = FactNumber.make(line: line, sequence: end.sequence)
    for (place, run) in try graph.chain(of: head).enumerated() {
      reach[run.first, default: []].append((own, name, place == 0 ? .max : run.upto))
    }
  }

  func signer(of number: Int64, in run: Int64, key: String) -> String? {
    reach[run]?.first { $0.key == key && $0.upto >= number }?.name
  }
}

/// Finds facts by the first 16 bytes of their identities. Identities have no index: one would cost each import a third of
/// its time, and hardly any fact is named by another.
enum ReferenceFinder {
  /// The local numbers of those that are here; all facts are read once.
  static func find(_ wanted: Set<FactReference>, in database: Connection) throws -> [FactReference: Int64] {
    var found: [FactReference: Int64] = [:]
    guard !wanted.isEmpty else { return found }
    for table in ["fact", "result"] where found.count < wanted.count {
      try database.rows("SELECT id, digest FROM \(table)") { row in
        guard let reference = row.withBlob(1, { FactReference(beginning: $0) }),
          wanted.contains(reference)
        else { return }
        // Of two facts that begin alike, which takes 2^64 tries to make, every machine takes the same.
        if let other = found[reference], try digest(other, database) <= digest(row.int64(0), database) { return }
        found[reference] = row.int64(0)
      }
    }
    return found
  }

  private static func digest(_ number: Int64, _ database: Connection) throws -> Digest {
    try FactTable.digest(database, number: number) ?? Digest(words: (0, 0, 0, 0))
  }

  /// Looks for results among those of their own cells: that is where an honest result's `saw` leads.
  static func find(
    _ wanted: Set<FactReference>, amongResultsFrom last: Int64, in database: Connection
  ) throws -> [FactReference: Int64] {
    var found: [FactReference: Int64] = [:]
    try CellResults.visit(from: last, "digest", in: database) { number, row in
      if let reference = FactReference(bytes: row.blob(1).prefix(FactReference.byteCount)), wanted.contains(reference) {
        found[reference] = number
      }
      return found.count < wanted.count
    }
    return found
  }
}
