import Audit
import Base
import SQLite

/// Entries under a name that nothing proves to be their author's: what to decide about before the figures are relied on.
package struct Imposture: Equatable, Sendable {
  /// Entries with the ID of this machine that it did not make, while no branch was decided for.
  package var underOwnName = 0
  /// Entries of chains that name a key which did not sign them, where signatures play a part on this machine.
  package var notSigned = 0
  /// Further entries of machines that are not followed and write under the names of people with a key, and those people.
  /// They are named, and nothing waits because of them: else a stranger could hold a release, and to follow them would be
  /// the way to have it.
  package var underNames = 0
  package var names: [String] = []
  /// Who made those, as they say; the IDs of their machines where they say nothing.
  package var claimed: [String] = []

  package init() {}
}

extension Reader {
  package func imposture() throws -> Imposture {
    var imposture = Imposture()
    imposture.underOwnName = try LinesUnderOwnName(self).undecided()
    let holders = try holders.get()
    guard try holders != nil || unsignedPolicy() != .accept else { return imposture }
    var replicas: Set<String> = []
    var unsigned: Set<Int64> = []
    let lines = try database.all("SELECT id, replica FROM branch WHERE own = 0", []) { ($0.int64(0), $0.text(1)) }
    for (line, replica) in lines {
      let count = try notSigned(line)
      guard count > 0 else { continue }
      imposture.notSigned += count
      replicas.insert(replica)
      unsigned.insert(line)
    }
    for chain in try holders?.claims() ?? [] where !unsigned.contains(chain.line) {
      imposture.underNames += try count(of: chain.line, after: 0)
      imposture.names += chain.names
    }
    imposture.names = Set(imposture.names).sorted()
    guard !replicas.isEmpty else { return imposture }
    imposture.claimed = Set(try machines(replicas).map { $0.tester.isEmpty ? $0.replica : $0.tester }).sorted()
    return imposture
  }

  /// How many entries of a line are of a chain that names a key, and not signed by it.
  private func notSigned(_ line: Int64) throws -> Int {
    let first = FactNumber.make(line: line, sequence: 1)
    guard let end = try FactTable.last(database, line: line), let key = try lineage.root(of: first).signer,
      try lineage.signer(of: FactNumber.make(line: line, sequence: end.sequence)) == nil
    else { return 0 }
    let signed = try database.scalar(
      "SELECT max(number) FROM signed WHERE key = ? AND number BETWEEN ? AND ?",
      [.text(key), .integer(first), .integer(FactNumber.make(line: line, sequence: end.sequence))])
    return try count(of: line, after: signed.map(FactNumber.sequence) ?? 0)
  }

  func count(of line: Int64, after sequence: Int64) throws -> Int {
    let sql = """
      SELECT (SELECT count(*) FROM result WHERE id > ?1 AND id <= ?2) + (SELECT count(*) FROM fact WHERE id > ?1 AND id <= ?2)
      """
    let range: [Value] = [
      .integer(FactNumber.make(line: line, sequence: sequence)),
      .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
    ]
    return CellCounts.bounded(try database.scalar(sql, range) ?? 0)
  }
}

/// Whose name an entry has without their signature.
package struct NameClaim: Equatable, Sendable {
  package var name: String
  /// Who did sign it; nil where no one is known to have.
  package var signer: String?

  package init(name: String, signer: String?) { (self.name, self.signer) = (name, signer) }

  /// `signed by mal, not by cleo`, `not signed by cleo`
  package var words: String { signer.map { "signed by \($0), not by \(name)" } ?? "not signed by \(name)" }

  /// The tester of the entry, apart from the person of the name: `cleo (signed by mal, not by cleo)`.
  package func marked(_ tester: String) -> String { "\(tester) (\(words))" }
}

extension Reader {
  /// The tester of a result, apart from the person of the name where they did not sign it.
  func marked(_ tester: String, of number: Int64) throws -> String {
    try holders.get()?.claim(of: number, by: tester)?.marked(tester) ?? tester
  }
}

/// A chain of a machine that is not followed, under the names of people with a key that did not sign it.
package struct NamedChain: Equatable, Sendable {
  var line: Int64
  package var replica: String
  package var names: [String]
  /// Who did sign it; nil where no one is known to have.
  package var signer: String?
}

/// The people who have a key here, and where others write under their names.
///
/// They are those of `allowed_signers`, as the last import found it, and those whose signatures were verified here, also
/// with a key that is listed no longer. Who follows a machine by its ID has decided about it. What was asked is remembered:
/// to be used within one pass, and thrown away afterwards.
final class KeyHolders {
  /// What the table `local` holds of them: their names by the fingerprints of their keys.
  static let local = "key-holders"

  private let graph: FactGraph
  private var database: Connection { graph.database }
  private var names: [NameLook: String] = [:]
  /// By the fingerprints of keys: a person may have had more than one name with one.
  private var holders: [String: Set<NameLook>] = [:]
  private lazy var list = Result { try FollowList(database) }
  private lazy var contexts = Result { try namedContexts() }
  private lazy var found = Result { Dictionary(firstOf: try claims().map { ($0.line, $0) }) }
  private var looks: [ExactText: NameLook] = [:]

  /// Nil where no one has a key.
  init?(_ graph: FactGraph) throws {
    self.graph = graph
    let kept = try LocalTable.get(graph.database, Self.local).flatMap(RecordJSON.object)
    for member in kept?.members ?? [] { add(member.key, member.value.stringValue ?? "") }
    try graph.database.rows("SELECT DISTINCT key, name FROM signed") { add($0.text(0), $0.text(1)) }
    if names.isEmpty { return nil }
  }

  private func add(_ key: String, _ name: String) {
    guard !name.isEmpty else { return }
    let look = NameLook(name)
    holders[key, default: []].insert(look)
    if names[look] == nil { names[look] = name }
  }

  /// Where the entry of a tester is under the name of one of them that did not sign it.
  func claim(of number: Int64, by tester: String) throws -> NameClaim? {
    let look = looks.value(ExactText(tester)) { NameLook(tester) }
    guard let name = names[look], let chain = try found.get()[FactNumber.line(of: number)], chain.names.contains(name)
    else { return nil }
    return NameClaim(name: name, signer: chain.signer)
  }

  /// - Parameter isAsked: whether a line is asked about; to look into one takes time.
  func claims(where isAsked: (Int64) -> Bool = { _ in true }) throws -> [NamedChain] {
    let list = try list.get()
    // What is under the ID of this machine is an alarm of its own.
    let sql = """
      SELECT id, replica FROM branch
      WHERE own = 0 AND replica <> ifnull((SELECT value FROM local WHERE name = 'replica'), '') ORDER BY id
      """
    let lines = try database.all(sql, []) { ($0.int64(0), $0.text(1)) }
    return try lines.compactMap { line, replica in
      guard isAsked(line), !list.names(machine: replica, isOwn: false),
        let end = try FactTable.last(database, line: line)
      else { return nil }
      let last = FactNumber.make(line: line, sequence: end.sequence)
      let own = try graph.root(of: last).signer.flatMap { holders[$0] } ?? []
      let named = try looks(in: line).subtracting(own).compactMap { names[$0] }
      return named.isEmpty
        ? nil
        : NamedChain(line: line, replica: replica, names: named.sorted(), signer: try graph.signer(of: last))
    }
  }

  /// As whom entries of a line were made, of those with a key.
  private func looks(in line: Int64) throws -> Set<NameLook> {
    var found: Set<NameLook> = []
    func add(_ tester: String) {
      let look = looks.value(ExactText(tester)) { NameLook(tester) }
      if names[look] != nil { found.insert(look) }
    }
    let bounds = FactNumber.bounds(of: line)
    let contexts = try contexts.get()
    if !contexts.isEmpty {
      try database.rows("SELECT DISTINCT context FROM result WHERE id BETWEEN ? AND ?", bounds) { row in
        if let look = contexts[row.int64(0)] { found.insert(look) }
      }
    }
    try database.rows(
      "SELECT text FROM term WHERE id IN (SELECT tester FROM note WHERE fact BETWEEN ? AND ?)", bounds
    ) { add($0.text(0)) }
    let authors = """
      SELECT DISTINCT json_extract(body, '$.by') FROM fact
      WHERE id BETWEEN ? AND ? AND kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(body)
      """
    try database.rows(authors, bounds) { add($0.optionalText(0) ?? "") }
    return found
  }

  /// The contexts of results with the name of one of them.
  private func namedContexts() throws -> [Int64: NameLook] {
    var found: [Int64: NameLook] = [:]
    try database.rows("SELECT context.id, term.text FROM context JOIN term ON term.id = context.tester") { row in
      let look = NameLook(row.text(1))
      if names[look] != nil { found[row.int64(0)] = look }
    }
    return found
  }
}

extension Writer {
  /// Remembers who has a key here.
  ///
  /// - Parameter keys: the names by the fingerprints.
  package func know(keys: [String: String]) throws {
    let named = JSONObject(keys.map { ($0.key, .string($0.value)) })
    let text = keys.isEmpty ? "" : try RecordJSON.text(.object(named))
    guard try !(LocalTable.get(database, KeyHolders.local) ?? "").hasSameBytes(as: text) else { return }
    try LocalTable.set(database, KeyHolders.local, text)
  }

  /// Where each line of another machine ends.
  package func endsOfOthers() throws -> [Int64: Int64] {
    // Without people who sign no one asks.
    guard try KeyHolders(projector.lineage.graph) != nil else { return [:] }
    return Dictionary(
      firstOf: try database.all("SELECT id FROM branch WHERE own = 0", []) { $0.int64(0) }
        .map { ($0, try FactTable.last(database, line: $0)?.sequence ?? 0) })
  }

  /// The chains that are longer than they were, under the names of people with a key who did not sign them.
  package func chainsUnderNames(since ends: [Int64: Int64]) throws -> [NamedChain] {
    let now = try endsOfOthers()
    return try KeyHolders(projector.lineage.graph)?.claims { ends[$0] != now[$0] } ?? []
  }
}
