import CanonicalJSON
import SQLite

/// A session with a child that was made elsewhere and is in no figure here until its machine is followed.
package struct WaitingSession: Equatable, Sendable {
  /// `<replica>-<sequence>`.
  package var id: String
  package var replica: String
  package var plan: String
  /// The machine that handed it over; empty where no file said.
  package var machine: String
  var identity: Digest
}

/// Which sessions with children count on this machine: those that were made on it or on its tap pages, and those of
/// machines that it follows. A session is a replica of its own, so it counts with a machine that handed it over.
struct SessionStanding {
  enum State {
    case counts, waits, refused
  }

  private let following: Following
  /// The machines that handed sessions over, by the replicas of those.
  private let machines: [String: [String]]
  private let followed: Set<String>

  init(_ reader: Reader) throws {
    following = try Following(reader.database, reader.lineage)
    followed = Set(try reader.followed().filter { $0.kind == .machine }.map(\.name))
    let sql =
      "SELECT name, substr(kind, \(Self.prefix.utf8.count + 1)) FROM following WHERE kind GLOB '\(Self.prefix)*'"
    machines = Dictionary(
      grouping: try reader.database.all(sql, []) { ($0.text(0), $0.text(1)) }, by: \.0
    ).mapValues { $0.map(\.1).sorted() }
  }

  /// Begins the kind of a row of `following` that says which machine handed over a session.
  static let prefix = "by "

  func state(of number: Int64, _ replica: String, _ identity: Digest) throws -> State {
    switch following.decision(about: identity.reference) {
    case .follow: return .counts
    case .refuse: return .refused
    case nil: break
    }
    if try following.follows(number) { return .counts }
    return machines[replica]?.contains(where: followed.contains) ?? false ? .counts : .waits
  }

  func machine(_ replica: String) -> String { machines[replica]?.first ?? "" }
}

extension Reader {
  /// The sessions that wait, by the machines that handed them over and their plans.
  ///
  /// - Parameter numbers: only these; nil for all.
  package func waitingSessions(among numbers: Set<Int64>? = nil) throws -> [WaitingSession] {
    try strangeSessions { $0 == .waits && numbers?.contains($1) ?? true }.map(\.session)
      .sorted { ($0.machine, $0.plan, $0.id) < ($1.machine, $1.plan, $1.id) }
  }

  /// The local numbers of the sessions that are here and count in no figure.
  func uncountedSessions() throws -> Set<Int64> {
    Set(try strangeSessions { state, _ in state != .counts }.map(\.number))
  }

  private func strangeSessions(
    where fits: (SessionStanding.State, Int64) -> Bool
  ) throws -> [(number: Int64, session: WaitingSession)] {
    let sql = """
      SELECT session_fact.fact, branch.replica, json_extract(fact.body, '$.plan'), fact.digest
      FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind = 1 AND session_fact.retracted = 0 AND branch.own = 0
      """
    let rows = try database.all(sql, []) {
      ($0.int64(0), $0.text(1), $0.optionalText(2) ?? "", Digest(bytes: $0.blob(3)))
    }
    guard !rows.isEmpty else { return [] }
    let standing = try SessionStanding(self)
    return try rows.compactMap { number, replica, plan, identity in
      guard let identity, fits(try standing.state(of: number, replica, identity), number) else { return nil }
      return (
        number,
        WaitingSession(
          id: try name(of: number), replica: replica, plan: plan, machine: standing.machine(replica),
          identity: identity)
      )
    }
  }
}

extension Reader {
  /// Whether a chain of a machine names another key than this one.
  fileprivate func hasOtherKey(_ machine: String, than key: String?) throws -> Bool {
    try Lines.all(database, of: machine).contains { line in
      try lineage.root(of: FactNumber.make(line: line, sequence: 1)).signer.map { $0 != key } ?? false
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
  ///   - machine: the replica that wrote the file, as the file says.
  ///   - key: the key that signed the file. What a machine with a key of its own hands over is signed by it: the name alone
  ///     anyone can write.
  ///   - page: the page that did.
  package func note(sessions numbers: [Int64], from machine: String?, key: String?, page: String?) throws {
    let machine = try machine.flatMap { try reader.hasOtherKey($0, than: key) ? nil : $0 }
    let isOwnPage = try page.map { try LocalTable.get(database, Self.pageSetting($0)) != nil } ?? false
    let strange = Set(numbers).intersection(try reader.uncountedSessions())
    for session in try reader.waitingSessions(among: strange) {
      if isOwnPage { try Decision.follow.store(about: session.identity, in: database) }
      guard let machine, !session.replica.utf8.elementsEqual(machine.utf8) else { continue }
      try database.run(
        "INSERT OR IGNORE INTO following (kind, name, since) VALUES (?, ?, ?)",
        [.text(SessionStanding.prefix + machine), .text(session.replica), .integer(TapMoment.day(of: now))])
    }
  }

  /// Decides about single sessions of machines that are not followed.
  package func decide(_ decision: Decision, about sessions: [WaitingSession]) throws {
    for session in sessions { try decision.store(about: session.identity, in: database) }
  }
}
