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
  /// What was accepted by following a machine by its ID, as a kind of what the table holds; it is of this machine alone.
  static let acceptedKind = "accepted"
  /// More names than these, with those of the entries that were seen, would make the entry of a closing too large.
  private static let mostNames = 1_000

  private(set) var machines: Set<ExactText> = []
  private(set) var signers: Set<ExactText> = []
  private(set) var isOfEveryone = false
  /// The machines whose entries were accepted here under the name of a person with a key, each with that name.
  private(set) var accepted: Set<ExactText> = []
  private(set) var decisions: [FactReference: Decision] = [:]
  /// The ID of the machine that reads it; nil for that of here and now, which follows itself.
  private let reader: ExactText?

  /// That of here and now.
  init(_ database: Connection) throws {
    reader = nil
    let kinds = [Followed.Kind.machine, .signer, .everyone].map(\.rawValue) + ["joining", Self.acceptedKind]
    let sql = "SELECT kind, name FROM following WHERE kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ", ")))"
    try database.rows(sql) { row in
      switch Followed.Kind(rawValue: row.text(0)) {
      case .machine: machines.insert(ExactText(row.text(1)))
      case .signer: signers.insert(ExactText(row.text(1)))
      case nil where row.text(0) == Self.acceptedKind: accepted.insert(ExactText(row.text(1)))
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

  /// Whether it was decided here that a machine writes under the name of a person with a key. Of the list of a closing
  /// its author decided that.
  func accepts(machine replica: String, as name: String) -> Bool {
    accepted.contains(Self.accepted(replica, as: name)) || reader != nil && machines.contains(ExactText(replica))
  }

  static func accepted(_ replica: String, as name: String) -> ExactText { ExactText("\(replica) \(name)") }

  /// What was decided under a machine's name by whom it follows.
  func names(machine replica: String, isOwn: Bool) -> Bool {
    guard let reader else { return isOwn || machines.contains(ExactText(replica)) }
    return machines.contains(ExactText(replica)) && (isOwn || ExactText(replica) != reader)
  }

  /// The list of the closing at `time`, without its first name; nil where it is of another one.
  static func names(_ list: [String], ofClosing time: Int64) -> [String]? {
    list.first == "closed \(time)" ? Array(list.dropFirst()) : nil
  }

  /// The list of here and now as the closing of an audit names it; nil where it is too long.
  ///
  /// - Parameters:
  ///   - replica: the machine that closes it.
  ///   - heads: how many entries the closing names besides.
  func names(closing time: Int64, by replica: String, besides heads: Int) -> [String]? {
    let known = machines.union([ExactText(replica)])
    let names =
      known.map { "\(Followed.Kind.machine.rawValue) \($0.text)" }
      + signers.map { "\(Followed.Kind.signer.rawValue) \($0.text)" }
      + (isOfEveryone ? [Followed.Kind.everyone.rawValue] : [])
      + decisions.map { "\($0.value.rawValue) \($0.key.hex)" }
    return names.count + heads <= Self.mostNames ? ["closed \(time)"] + names.sorted() : nil
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
    let isSame = try FollowList(database).names(closing: closed, by: replica, besides: 0)?.dropFirst().elementsEqual(
      names)
    let found = isSame ?? false ? nil : FollowedThen(FollowList(names, readBy: replica), database)
    if isSteady { root.keptFollowed[names] = .some(found) }
    return found
  }

  /// Whom this machine follows, for the closing of an audit that names some entries; nil where they are too many.
  package func followed(forClosingAt time: Int64, besides heads: Int) throws -> [String]? {
    try FollowList(database).names(closing: time, by: identity().replica, besides: heads)
  }
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

  /// From now on the machines of which entries are here are followed, and none that comes later.
  ///
  /// - Returns: those machines.
  package func endJoining() throws -> [Machine] {
    // Who writes under the name of a person with a key is not followed without a word.
    let machines = try reader.machines().filter(\.isFollowed)
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

/// Whose name or key an entry has without their signature.
package struct NameClaim: Equatable, Sendable {
  package var name: String
  /// Who did sign it; nil where no one is known to have.
  package var signer: String?
}

/// A chain of another machine with the names or keys of people who did not sign it.
package struct NamedChain: Equatable, Sendable {
  var line: Int64
  package var replica: String
  /// The number of its last entry.
  package var last: Int64
  package var names: [String]
  /// Who did sign it; nil where no one is known to have.
  package var signer: String?
}

/// The people who have a key here, and where their names or keys stand without a signature by them.
///
/// They are those of `allowed_signers`, as the last exchange found it: no one else is to speak under their names. What was
/// asked is remembered: to be used within one pass, and thrown away afterwards.
final class KeyHolders {
  /// What the table `local` holds of them, and of the chains under their names.
  static let local = "key holders"
  static let claimed = "under key names"

  private let graph: FactGraph
  private var names: [NameLook: String] = [:]
  private var holders: [String: NameLook] = [:]
  private var found: [Int64: [String]] = [:]

  /// Nil where no one has a key.
  init?(_ graph: FactGraph) throws {
    self.graph = graph
    let kept = try LocalTable.get(graph.database, Self.local).flatMap(RecordJSON.value)?.objectValue
    for member in kept?.members ?? [] {
      guard let name = member.value.stringValue else { continue }
      holders[member.key] = NameLook(name)
      names[NameLook(name)] = name
    }
    if holders.isEmpty { return nil }
  }

  /// Where the entry of a tester stands under the name or key of one of them that did not sign it.
  func claim(of number: Int64, by tester: String) throws -> NameClaim? {
    let line = FactNumber.line(of: number)
    let named = try names[NameLook(tester)].flatMap { try names(in: line).contains($0) ? $0 : nil }
    guard let name = try named ?? keyed(number) else { return nil }
    return NameClaim(name: name, signer: try graph.signer(of: number))
  }

  /// The one whose key the chain of a fact names without a signature by it.
  private func keyed(_ number: Int64) throws -> String? {
    guard try isUnsigned(number), let key = try graph.root(of: number).signer else { return nil }
    return holders[key].flatMap { names[$0] }
  }

  /// What stands under the names or keys of them in the chains of others.
  func claims() throws -> [NamedChain] {
    try graph.database.all("SELECT id, replica FROM branch WHERE own = 0 ORDER BY id", []) {
      ($0.int64(0), $0.text(1))
    }.compactMap { line, replica in
      guard let end = try FactTable.last(graph.database, line: line) else { return nil }
      let last = FactNumber.make(line: line, sequence: end.sequence)
      let named = Set(try names(in: line) + [keyed(last)].compactMap(\.self)).sorted()
      return named.isEmpty
        ? nil
        : NamedChain(line: line, replica: replica, last: end.sequence, names: named, signer: try graph.signer(of: last))
    }
  }

  /// Whether the chain of a fact names the key of one of them, and the key did not sign the fact.
  func isUnsigned(_ number: Int64) throws -> Bool {
    guard let key = try graph.root(of: number).signer, holders[key] != nil else { return false }
    return try graph.signer(of: number) == nil
  }

  /// Under whose names entries of a line stand while its chain names no key of theirs; in order.
  func names(in line: Int64) throws -> [String] {
    try found.value(line) {
      let database = graph.database
      guard try database.scalar("SELECT 1 FROM branch WHERE id = ? AND own = 0", [.integer(line)]) != nil,
        let end = try FactTable.last(database, line: line)
      else { return [] }
      let key = try graph.root(of: FactNumber.make(line: line, sequence: end.sequence)).signer
      let holder = key.flatMap { holders[$0] }
      let sql = """
        SELECT text FROM term WHERE id IN (
          SELECT tester FROM context WHERE id IN (SELECT context FROM result WHERE id BETWEEN ?1 AND ?2)
          UNION SELECT tester FROM note WHERE fact BETWEEN ?1 AND ?2)
        UNION SELECT coalesce(json_extract(body, '$.by'), '') FROM fact
        WHERE id BETWEEN ?1 AND ?2 AND kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(body)
        """
      let looks = Set(try database.all(sql, FactNumber.bounds(of: line)) { NameLook($0.text(0)) })
      return names.filter { $0.key != holder && looks.contains($0.key) }.map(\.value).sorted()
    }
  }
}

extension Reader {
  /// The chains of others under the names or keys of people who have a key here and did not sign them.
  package func namedChains() throws -> [NamedChain] { try KeyHolders(lineage)?.claims() ?? [] }
}
