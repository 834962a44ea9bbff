import Base
import Children
import SQLite

/// What came later beside the course of a session with a child, under the name of its chain. Such a chain is not signed, so
/// anyone with a copy can go on from any entry of it. A session is held once: what is beside it counts in no figure, unless
/// that branch is kept ("a11y fork settle").
///
/// ```
///   session ── trial ── trial ── end      was here first
///         └─── trial ── trial ── ...      counts nowhere
/// ```
struct SessionForks {
  private let lineage: FactGraph
  /// The lines of the replicas that forked, and the first facts of the branches that do not count.
  private let lines: Set<Int64>
  private let branches: Set<Int64>

  init(_ reader: Reader) throws {
    lineage = reader.lineage
    let forks = try lineage.forks()
    let told = forks.isEmpty ? [] : try Self.replicas(reader.database)
    let kept = forks.isEmpty ? [] : try lineage.chosenRuns()
    var (branches, replicas): (Set<Int64>, Set<ExactText>) = ([], [])
    for rivals in forks {
      guard let first = rivals.min(),
        let replica = try Lines.replica(reader.database, of: FactNumber.line(of: first)).map(ExactText.init),
        told.contains(replica)
      else { continue }
      replicas.insert(replica)
      let counting = kept.intersection(rivals)
      branches.formUnion(Set(rivals).subtracting(counting.isEmpty ? [first] : counting))
    }
    self.branches = branches
    lines = Set(try replicas.flatMap { try Lines.all(reader.database, of: $0.text) })
  }

  /// The replicas with entries about sessions, also beside others.
  static func replicas(_ database: Connection) throws -> Set<ExactText> {
    let sql = """
      SELECT DISTINCT replica FROM branch WHERE id IN (SELECT fact >> \(FactNumber.bits) FROM session_fact)
      """
    return Set(try database.all(sql, []) { ExactText($0.text(0)) })
  }

  /// Those of some facts that are on such a branch.
  func holding(_ numbers: some Sequence<Int64>) throws -> Set<Int64> {
    guard !branches.isEmpty else { return [] }
    var known: [Int64: Bool] = [:]
    return Set(
      try numbers.filter { number in
        try lines.contains(FactNumber.line(of: number)) && lineage.descends(number, from: branches, &known)
      })
  }
}

/// Entries that take a session with a child out of the figures, under the name of its chain: voids, and undos behind its end.
/// Such a chain is not signed, so anyone with a copy can write one: for a session of another machine it counts if that machine
/// is followed and brought it, or if it was accepted here.
extension Reader {
  /// The voids that do not count, by the sessions that they are of.
  package func waitingVoids() throws -> [WaitingSession] {
    try strangeVoids().filter { !$0.isRefused }.map(\.void).sorted { ($0.plan, $0.id) < ($1.plan, $1.id) }
  }

  /// The local numbers of the voids that do not count.
  func uncountedVoids() throws -> Set<Int64> { Set(try strangeVoids().map(\.number)) }

  /// The first entry of a line, from one on, with which a session ended: from there on it says nothing more itself. Beyond the
  /// line where there is none.
  func end(ofSessionFrom first: Int64) throws -> Int64 {
    // Few entries are about sessions: the others are not read.
    let sql = """
      SELECT session_fact.fact FROM session_fact CROSS JOIN fact ON fact.id = session_fact.fact
      WHERE session_fact.fact BETWEEN ? AND ? AND session_fact.kind = \(TapKind.remark.rawValue) AND fact.body <> ''
        AND json_extract(fact.body, '$.topic') = '\(TapRemarkTopic.end.rawValue)' ORDER BY 1 LIMIT 1
      """
    let last = FactNumber.bounds(of: FactNumber.line(of: first))[1]
    return try database.first(sql, [.integer(first), last]) { $0.int64(0) } ?? .max
  }

  /// The undos behind sessions that wait here.
  fileprivate func waitingUndos() throws -> [(number: Int64, replica: String, identity: Digest)] {
    let sql = """
      SELECT DISTINCT request.fact, branch.replica, fact.digest FROM request JOIN fact ON fact.id = request.fact
      JOIN branch ON branch.id = request.fact >> \(FactNumber.bits)
      WHERE request.kind = 'undo' AND request.standing = \(RequestState.waits)
        AND branch.id IN (SELECT fact >> \(FactNumber.bits) FROM session_fact)
      """
    return try database.all(sql, []) { ($0.int64(0), $0.text(1), Digest(bytes: $0.blob(2))) }.compactMap { row in
      row.2.map { (row.0, row.1, $0) }
    }
  }

  private func strangeVoids() throws -> [(number: Int64, isRefused: Bool, void: WaitingSession)] {
    let sql = """
      SELECT session_fact.fact, branch.replica, fact.digest, json_extract(head.body, '$.plan'), decision.kind = 'refuse'
      FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      JOIN session_fact AS begun ON begun.session = session_fact.session AND begun.kind = 1 AND begun.retracted = 0
      JOIN fact AS head ON head.id = begun.fact
      JOIN branch AS origin ON origin.id = begun.fact >> \(FactNumber.bits) AND origin.own = 0
      LEFT JOIN decision ON decision.identity = fact.digest
      WHERE session_fact.kind = \(TapKind.remark.rawValue) AND session_fact.retracted = 0 AND branch.own = 0
        AND json_extract(fact.body, '$.topic') = '\(TapRemarkTopic.void.rawValue)' AND ifnull(decision.kind, '') <> 'follow'
      """
    return try database.all(sql, []) { row in
      (row.int64(0), row.text(1), Digest(bytes: row.blob(2)), row.optionalText(3) ?? "", row.optionalInt64(4) ?? 0)
    }.compactMap { number, replica, identity, plan, refused in
      guard let identity else { return nil }
      let void = WaitingSession(
        id: try name(of: number), replica: replica, plan: plan, machine: "", identity: identity, isVoid: true)
      return (number, refused != 0, void)
    }
  }
}

extension Writer {
  private static func pageSetting(_ page: String) -> String { "tap-page.\(page)" }

  /// Remembers a tap page that was made here: the sessions that it hands over are this machine's.
  package func remember(tapPage page: String, of plan: String) throws {
    try LocalTable.set(database, Self.pageSetting(page), plan)
  }

  /// Remembers who handed over sessions, and has those count that a tap page of this machine recorded.
  ///
  /// - Parameters:
  ///   - numbers: local numbers of the sessions.
  ///   - new: those of them that were not here before.
  ///   - machine: the replica that wrote the file, as the file says.
  ///   - key: the key that signed the file. What a machine with a key of its own hands over is signed by it: the name alone
  ///     anyone can write.
  ///   - page: the page that did.
  /// - Returns: those that count from now on since the machine is followed. The name of a machine without a key proves
  ///   nothing, so they are named.
  package func note(
    sessions numbers: [Int64], new: Set<Int64>, from machine: String?, key: String?, page: String?
  ) throws -> [WaitingSession] {
    let machine = try machine.flatMap { try reader.hasOtherKey($0, than: key) ? nil : $0 }
    let isOwnPage = try page.map { try LocalTable.get(database, Self.pageSetting($0)) != nil } ?? false
    let strange = Set(numbers).intersection(try reader.uncountedSessions())
    for session in try reader.waitingSessions(among: strange) {
      if isOwnPage { try Decision.follow.store(about: session.identity, in: database) }
      guard let machine, !session.replica.hasSameBytes(as: machine) else { continue }
      try database.run(
        "INSERT OR IGNORE INTO following (kind, name, since) VALUES (?, ?, ?)",
        [.text(SessionStanding.prefix + machine), .text(session.replica), .integer(TapMoment.day(of: now))])
    }
    // Who follows everyone has them count before that.
    return try reader.followedSessions(among: strange.union(new))
  }

  /// Decides about single sessions of machines that are not followed.
  package func decide(_ decision: Decision, about sessions: [WaitingSession]) throws {
    for session in sessions { try decision.store(about: session.identity, in: database) }
  }

  /// Has the voids and undos of a file count whose machine handed the sessions over and is followed here.
  ///
  /// - Parameters:
  ///   - numbers: local numbers of remarks and undos that came.
  ///   - machine: as in `note(sessions:new:from:key:page:)`.
  /// - Returns: the voids that count from now on.
  package func note(remarks numbers: [Int64], from machine: String?, key: String?) throws -> [WaitingSession] {
    guard !numbers.isEmpty else { return [] }
    let undos = try reader.waitingUndos()
    let voids = try reader.waitingVoids()
    let waiting = voids.map { ($0.replica, $0.identity) } + undos.map { ($0.replica, $0.identity) }
    guard !waiting.isEmpty, let machine, try !reader.hasOtherKey(machine, than: key),
      try reader.isJoining() || reader.followed().contains(Followed(.machine, machine))
    else { return [] }
    let came = Set(try numbers.compactMap { try FactTable.digest(database, number: $0) })
    var accepted: Set<Digest> = []
    for (replica, identity) in waiting where came.contains(identity) {
      // Of one that came as this machine joined it is not known who handed it over.
      let others = try database.all(
        "SELECT kind FROM following WHERE kind GLOB '\(SessionStanding.prefix)*' AND name = ?", [.text(replica)]
      ) { $0.text(0) }
      if others.isEmpty || others.contains(SessionStanding.prefix + machine) {
        try Decision.follow.store(about: identity, in: database)
        accepted.insert(identity)
      }
    }
    if !undos.isEmpty {
      for undo in undos { projector.requests.touch(undo.number) }
      try settleAnew()
    }
    let tester = try reader.worker(at: Lines.all(database, of: machine))
    return voids.filter { accepted.contains($0.identity) }.map { void in
      var void = void
      (void.machine, void.tester) = (machine, tester)
      return void
    }
  }
}
