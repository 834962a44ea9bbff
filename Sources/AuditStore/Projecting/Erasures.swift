import CanonicalJSON
import SQLite

/// Destroys what facts say where that was asked for: the content goes, a stub stays.
///
/// An `erase` fact names others as a retraction does: `{"reason":…,"targets":[["<replica>",n,"<16 hex>"],...]}`. It is
/// followed without asking when it comes from the replica that made the named fact, from one that went on from it, or
/// from one this machine trusts; otherwise it waits, visibly, for a decision here.
final class Erasures {
  let database: Connection
  private unowned let projector: Projector
  /// Whether anything came that may let a waiting one be followed.
  var isTouched = false
  /// Whether content was destroyed, so that names nobody uses any more are to be swept.
  private(set) var hasDestroyed = false
  /// Whether evidence was among it, so that files are to be removed.
  private(set) var hasDestroyedEvidence = false

  init(database: Connection, projector: Projector) {
    self.database = database
    self.projector = projector
  }

  /// First eight bytes of the digests whose content is not to come back.
  static func accepted(_ database: Connection) throws -> Set<UInt64> {
    var digests: Set<UInt64> = []
    try database.rows("SELECT target FROM erasure WHERE accepted = 1") { digests.insert(ShortDigest.value($0.blob(0))) }
    return digests
  }

  /// Takes in a stored `erase` fact; false when its body is not understood. What was decided about it stays decided.
  func add(number: Int64, body: JSONObject) throws -> Bool {
    guard let targets = RetractionProjector.targets(body) else { return false }
    for target in targets {
      try database.run(
        "INSERT OR IGNORE INTO erasure (target, fact, replica, sequence, accepted) VALUES (?, ?, ?, ?, 0)",
        [
          .blob(ShortDigest.bytes(target.digest)), .integer(number), .text(target.replica),
          .integer(target.sequence),
        ])
    }
    isTouched = true
    return true
  }

  /// Follows what an `erase` fact of this machine's user asks for, whoever made the facts it names.
  func accept(fact number: Int64) throws {
    try database.run("UPDATE erasure SET accepted = 1 WHERE fact = ?", [.integer(number)])
    isTouched = true
  }

  /// Decides what need not be asked, and destroys what is here of the content that is to go.
  func settle() throws {
    guard isTouched else { return }
    isTouched = false
    try nameWhatBelongsToSessions()
    try decide()
    let sql = "SELECT DISTINCT replica, sequence, target FROM erasure WHERE accepted = 1"
    for target in try database.all(sql, [], { Target($0) }) {
      if let (number, kind) = try projector.find(target) { try destroy(number, kind) }
    }
  }

  private typealias Target = RetractionProjector.Target

  private func decide() throws {
    let ancestry = try Ancestry(database)
    let trusted = try Trust.replicas(database)
    let sql = """
      SELECT erasure.target, erasure.fact, erasure.replica, line.replica
      FROM erasure JOIN line ON line.id = erasure.fact >> \(FactNumber.bits) WHERE accepted = 0
      """
    for (target, fact, author, asker) in try database.all(
      sql, [], { ($0.blob(0), $0.int64(1), ExactText($0.text(2)), ExactText($0.text(3))) })
    where trusted.contains(asker) || ancestry.went(on: asker, from: author) {
      try database.run(
        "UPDATE erasure SET accepted = 1 WHERE target = ? AND fact = ?", [.blob(target), .integer(fact)])
    }
  }

  /// Who said something and when stays; an erasure, a retraction and a replica's birth say nothing else.
  private func destroy(_ number: Int64, _ kind: String) throws {
    switch kind {
    case "erase", "retract", "replica": return
    case "result":
      // A result that this version does not understand is stored as any other fact.
      if try !destroyResult(number) { try destroyFact(number, kind) }
    default: try destroyFact(number, kind)
    }
  }

  private func destroyFact(_ number: Int64, _ kind: String) throws {
    let body = try database.first("SELECT body FROM fact WHERE id = ? AND body <> ''", [.integer(number)]) {
      $0.text(0)
    }
    guard let body else { return }
    if kind == "note" { try database.run("DELETE FROM note WHERE fact = ?", [.integer(number)]) }
    if kind == "evidence" { try forgetEvidence(number) }
    if kind == "signal" { try database.run("DELETE FROM signal WHERE fact = ?", [.integer(number)]) }
    if TapKind(name: kind) != nil { try database.run("DELETE FROM tapping WHERE fact = ?", [.integer(number)]) }
    if let body = RecordJSON.object(body) {
      projector.records.touch(kind: kind, body: body)
      try forgetTexts(of: body)
    }
    try database.run("DELETE FROM register WHERE fact = ?", [.integer(number)])
    try database.run("UPDATE fact SET body = '', projected = 1 WHERE id = ?", [.integer(number)])
    hasDestroyed = true
  }

  /// The file goes once this is committed; that it is to go is remembered with it. See `ErasedFiles`.
  private func forgetEvidence(_ number: Int64) throws {
    try ErasedFiles.add(ofFact: number, database)
    hasDestroyedEvidence = true
    try database.run("DELETE FROM evidence WHERE fact = ?", [.integer(number)])
  }

  /// The texts a team's check once had are kept for the results that were given against them. Any of them may be what is
  /// to go; the one it has now is made anew.
  private func forgetTexts(of body: JSONObject) throws {
    guard body["kind"]?.stringValue == "check", let check = body["key"]?.stringValue else { return }
    try database.run("DELETE FROM check_text WHERE check_id = ? AND origin = 'team'", [.text(check)])
  }

  /// False where the result is not in a cell.
  private func destroyResult(_ number: Int64) throws -> Bool {
    let cell = try database.scalar("SELECT cell FROM result WHERE id = ?", [.integer(number)])
    guard let cell, let row = try projector.cells.cell(id: cell) else { return false }
    try database.run(
      """
      INSERT INTO fact (id, kind, ms, counter, prev, digest, body, projected)
      SELECT id, 'result', ms, counter, prev, digest, '', 1 FROM result WHERE id = ?
      """, [.integer(number)])
    try CellResults.remove(number, from: row, in: database)
    try database.run("DELETE FROM result WHERE id = ?", [.integer(number)])
    projector.cells.markForRefold(row)
    hasDestroyed = true
    return true
  }

  /// Removes what only the destroyed content used: cells, circumstances and names. To be called when all else is
  /// written.
  func sweep() throws {
    try database.execute(
      """
      DELETE FROM cell WHERE last = 0;
      DELETE FROM context WHERE id NOT IN (SELECT context FROM result);
      DELETE FROM tally WHERE component NOT IN (SELECT component FROM cell);
      DELETE FROM term WHERE id <> 0 AND id NOT IN (
        SELECT component FROM cell UNION SELECT check_id FROM cell UNION SELECT condition FROM cell
        UNION SELECT category FROM cell UNION SELECT tester FROM context UNION SELECT device FROM context
        UNION SELECT os FROM context UNION SELECT build FROM context UNION SELECT audit FROM context
        UNION SELECT source FROM context UNION SELECT component FROM note UNION SELECT check_id FROM note
        UNION SELECT tester FROM note UNION SELECT component FROM evidence UNION SELECT check_id FROM evidence
        UNION SELECT condition FROM evidence UNION SELECT tester FROM evidence UNION SELECT category FROM tally
        UNION SELECT category FROM day_delta)
        AND id NOT IN (
          SELECT component FROM signal UNION SELECT check_id FROM signal UNION SELECT condition FROM signal);
      """)
    projector.interner.forget()
    hasDestroyed = false
  }
}

extension RetractionProjector.Target {
  /// Columns: replica, sequence, digest.
  fileprivate init(_ row: Statement) {
    self.init(replica: row.text(0), sequence: row.int64(1), digest: ShortDigest.value(row.blob(2)))
  }
}

/// Which replica went on from which: what `replica` facts say.
private struct Ancestry {
  private var parents: [ExactText: ExactText] = [:]

  init(_ database: Connection) throws {
    let sql = """
      SELECT line.replica, json_extract(fact.body, '$.parent')
      FROM fact JOIN line ON line.id = fact.id >> \(FactNumber.bits) WHERE kind = 'replica' AND body <> ''
      ORDER BY line.replica
      """
    try database.rows(sql) { parents[ExactText($0.text(0))] = ExactText($0.text(1)) }
  }

  /// Whether `replica` is `ancestor`, or went on from it over any number of copies.
  func went(on replica: ExactText, from ancestor: ExactText) -> Bool {
    var next: ExactText? = replica
    var seen: Set<ExactText> = []
    while let current = next, seen.insert(current).inserted {
      if current == ancestor { return true }
      next = parents[current]
    }
    return false
  }
}

/// The replicas whose erasures this machine follows without asking.
enum Trust {
  private static let name = "trusted"

  static func replicas(_ database: Connection) throws -> Set<ExactText> {
    let words = try LocalTable.get(database, name)?.split(separator: " ") ?? []
    return Set(words.map { ExactText(String($0)) })
  }

  static func add(_ replica: String, _ database: Connection) throws {
    let all = try replicas(database).union([ExactText(replica)])
    try LocalTable.set(database, name, all.map(\.text).sorted().joined(separator: " "))
  }
}
