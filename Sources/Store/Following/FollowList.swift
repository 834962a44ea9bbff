import Audit
import Base
import SQLite

/// Whom a machine follows, and what it decided about single facts: of here and now, or as the closing of an audit names them.
///
/// In the record of an audit `followed` is such a list, so that what the audit shows does not change where someone is
/// followed later, or no longer:
///
/// ```
/// closed 1770000000000      the closing that it belongs to: an earlier program reopens an audit and leaves the list
/// machine 4k2m9x7c1p0q      also the one that closed it
/// signer cleo
/// everyone
/// follow 9f2c…, refuse 77d0…  the first 16 bytes of facts
/// ```
struct FollowList: Equatable {
  static let field = "followed"
  private(set) var machines: Set<ExactText> = []
  private(set) var signers: Set<ExactText> = []
  private(set) var isOfEveryone = false
  private(set) var decisions: [FactReference: Decision] = [:]
  /// The ID of the machine that reads it; nil for that of here and now, which follows itself.
  private let reader: ExactText?

  /// That of here and now.
  init(_ database: Connection) throws {
    reader = nil
    let kinds = [Followed.Kind.machine, .signer, .everyone].map(\.rawValue) + ["joining"]
    let sql = "SELECT kind, name FROM following WHERE kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ", ")))"
    try database.rows(sql) { row in
      switch Followed.Kind(rawValue: row.text(0)) {
      case .machine: machines.insert(ExactText(row.text(1)))
      case .signer: signers.insert(ExactText(row.text(1)))
      default: isOfEveryone = true
      }
    }
    try database.rows("SELECT identity, kind FROM decision WHERE kind IN ('follow', 'refuse')") { row in
      guard let digest = Digest(bytes: row.blob(0)) else { return }
      decisions[digest.reference] = Decision(rawValue: row.text(1))
    }
  }

  /// That of a closing.
  init(_ names: [String], readBy replica: String) {
    reader = ExactText(replica)
    for name in names {
      let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let value = parts.count > 1 ? parts[1] : ""
      switch Followed.Kind(rawValue: parts[0]) {
      case .machine: machines.insert(ExactText(value))
      case .signer: signers.insert(ExactText(value))
      case .everyone: isOfEveryone = true
      case nil:
        if let decision = Decision(rawValue: parts[0]), let fact = FactReference(hex: value) {
          decisions[fact] = decision
        }
      }
    }
  }

  /// What was decided under a machine's name by whom it follows.
  func names(machine replica: String, isOwn: Bool) -> Bool {
    guard let reader else { return isOwn || machines.contains(ExactText(replica)) }
    return machines.contains(ExactText(replica)) && (isOwn || ExactText(replica) != reader)
  }

  /// The list of the closing at `time`, without its first name; nil where it is of another one.
  static func names(_ list: [String], ofClosing time: Int64) -> [String]? {
    list.first == "closed \(time)" ? Array(list.dropFirst()) : nil
  }

  /// The list of here and now as the closing of an audit names it.
  ///
  /// - Parameter replica: the machine that closes it.
  func names(closing time: Int64, by replica: String) -> [String] {
    let known = machines.union([ExactText(replica)])
    let names =
      known.map { "\(Followed.Kind.machine.rawValue) \($0.text)" }
      + signers.map { "\(Followed.Kind.signer.rawValue) \($0.text)" }
      + (isOfEveryone ? [Followed.Kind.everyone.rawValue] : [])
      + decisions.map { "\($0.value.rawValue) \($0.key.hex)" }
    return ["closed \(time)"] + names.sorted()
  }

  /// Leaves out decisions that change nothing: what is refused of someone who is not followed, and accepted of who is.
  mutating func dropIdle(_ reader: Reader) throws {
    let following = try Following(reader.database, reader.lineage, by: self)
    let numbers = try ReferenceFinder.find(Set(decisions.keys), in: reader.database)
    decisions = try decisions.filter { fact, decision in
      guard let number = numbers[fact] else { return false }
      return try decision == .follow ? !following.followsByName(number) : following.follows(number)
    }
  }
}

/// Whom a closed audit follows, where that is not whom this machine follows now.
final class FollowedThen {
  let list: FollowList
  let graph: FactGraph
  private let database: Connection
  private lazy var following = Result { try Following(database, graph, by: list) }
  private lazy var concerned = Result { try findConcerned() }

  fileprivate init(_ list: FollowList, _ database: Connection) {
    (self.list, self.database) = (list, database)
    graph = FactGraph(database, by: list)
  }

  /// The records of a kind of which others may count than now.
  func concerned(_ kind: String) throws -> Set<ExactText> { try concerned.get()[kind] ?? [] }

  func whom() throws -> Following { try following.get() }

  /// Whether a request to take a fact back counted.
  func decided(_ request: Int64, on target: Int64) throws -> Bool {
    let following = try following.get()
    return try graph.owns(request, target) || following.followsByName(request) || following.accepts(request)
  }

  private func findConcerned() throws -> [String: Set<ExactText>] {
    let (then, now) = (try following.get(), try Following(database, graph))
    let lines = Set(
      try database.all("SELECT id FROM branch", []) { $0.int64(0) }
        .filter { try then.mayDiffer(from: now, aboutLine: $0) })
    let decided = then.differences(from: now)
    var found: [String: Set<ExactText>] = [:]
    guard !lines.isEmpty || !decided.isEmpty else { return found }
    let sql = """
      SELECT register.kind, register.key, register.fact\(decided.isEmpty ? "" : ", substr(fact.digest, 1, 16)")
      FROM register\(decided.isEmpty ? "" : " JOIN fact ON fact.id = register.fact")
      """
    try database.rows(sql) { row in
      guard
        lines.contains(FactNumber.line(of: row.int64(2)))
          || !decided.isEmpty && FactReference(bytes: row.blob(3)).map(decided.contains) ?? false
      else { return }
      found[row.text(0), default: []].insert(ExactText(row.text(1)))
    }
    return found
  }
}

extension Reader {
  /// Whom the closing of an audit names, where that is not whom this machine follows now.
  func followed(atClosingOf audit: AuditRound) throws -> FollowedThen? {
    guard let stated = audit.followed, let closed = audit.closed else { return nil }
    let replica = try identity().replica
    // A list counts where its author is followed: else a stranger would name themselves. What a stranger closed goes by
    // what this machine decided itself, so that it stays as it is whomever it follows later.
    let isTrusted = try isOfFollowed("audit", audit.name, fields: [FollowList.field])
    let names = isTrusted ? stated : ["\(Followed.Kind.machine.rawValue) \(replica)"]
    if let known = root.keptFollowed[names] { return known }
    let isSame = try FollowList(database).names(closing: closed, by: replica).dropFirst().elementsEqual(names)
    let found = isSame ? nil : FollowedThen(FollowList(names, readBy: replica), database)
    if isSteady { root.keptFollowed[names] = .some(found) }
    return found
  }

  /// Whom this machine follows, and what had been seen of whom, for the closing of an audit at a time.
  ///
  /// - Parameter bytes: what the entry of the closing has besides: it may have 64 kB.
  /// - Returns: the fields of its record, nil for whom this machine follows where there is no room, and of how many machines
  ///   there was no room for some.
  package func closing(of audit: String, at time: Int64, besides bytes: Int) throws -> (
    followed: [String]?, seen: [String], unnamed: Int
  ) {
    func size(_ names: [String]) -> Int { names.reduce(0) { $0 + $1.utf8.count + 3 } }
    var list = try FollowList(database)
    let replica = try identity().replica
    var names = list.names(closing: time, by: replica)
    if size(names) > Self.mostOfList {
      try list.dropIdle(self)
      names = list.names(closing: time, by: replica)
    }
    let hasRoom = size(names) <= Self.mostOfList
    let heads = try heads(of: audit, bytes: Self.mostOfClosing - bytes - (hasRoom ? size(names) : 0))
    return (hasRoom ? names : nil, heads.names, heads.unnamed)
  }

  private static let (mostOfClosing, mostOfList) = (56_000, 28_000)
}

extension Reader {
  /// Whether this machine has begun to join a team.
  package func isJoining() throws -> Bool {
    try database.scalar("SELECT 1 FROM following WHERE kind = 'joining'") != nil
  }
}

extension Writer {
  /// Until `endJoining` everyone is followed: what stands in a team's folder is where this machine begins.
  package func beginJoining() throws {
    try database.run("INSERT OR IGNORE INTO following (kind, name, since) VALUES ('joining', '', ?)", [.integer(now)])
  }

  /// From now on the machines of which entries are here are followed, and none that comes later; but for those under the
  /// name of a person with a key who did not sign it, about whom a person decides.
  ///
  /// - Returns: those machines.
  package func endJoining() throws -> [Machine] {
    let claimed = Set(try KeyHolders(projector.lineage.graph)?.claims().map(\.replica) ?? [])
    let machines = try reader.machines().filter { !claimed.contains($0.replica) }
    try database.run("DELETE FROM following WHERE kind = 'joining'")
    try follow(afterEveryone: machines)
    return machines
  }

  /// Whether the tracker was upgraded by this version and goes on with the machines that it had entries of, which is
  /// shown once.
  package func takeUpgradeNotice() throws -> Bool {
    guard try LocalTable.get(database, "following") != nil else { return false }
    try database.run("DELETE FROM local WHERE name = 'following'")
    return true
  }
}
