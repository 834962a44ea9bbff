import AuditModel
import CanonicalJSON
import SQLite

/// Takes in facts of other machines during one transaction: the union of what was here and what comes, in any order
/// and however often.
///
/// ```
///   batch ──> place ─┬─ known ─────────────────> nothing to do
///                    └─ free ─┬─ erased ───────> a stub: who and when, never what
///                             ├─ result ───────> result row ──> its cell
///                             └─ anything else > fact row ────> projector
/// ```
final class Intake {
  let database: Connection
  let projector: Projector
  let inserter: ResultInserter
  private let now: Int64
  private let own: ExactText
  private var places: [ExactText: ReplicaPlaces] = [:]
  private var current: ReplicaPlaces?
  var names = KnownNames()
  var terms = TextTable()
  /// Numbers of circumstances by their names.
  var contexts = TextTable()
  /// Names joined to be looked up.
  var joined: [UInt8] = []
  /// The numbers of all that came, where they are wanted.
  var runs: FactRuns?
  /// How many of all that came are stubs.
  var stubs = 0
  /// First eight bytes of the digests that retractions name, and of those whose content is to stay away.
  private var retracted: Set<UInt64> = []
  private var shunned: Set<UInt64> = []

  init(_ writer: Writer) throws {
    database = writer.database
    projector = writer.projector
    inserter = writer.inserter
    now = writer.now
    own = ExactText(try LocalTable.get(database, "replica") ?? "")
    try database.rows("SELECT target FROM retraction") { retracted.insert(ShortDigest.value($0.blob(0))) }
    shunned = try Erasures.accepted(database)
  }

  func take(_ batch: FactBatch, _ reception: inout Reception) throws {
    names.open(batch.book)
    let before = reception.added
    defer { batch.hadNews = reception.added > before }
    try batch.bytes.withUnsafeBytes { bytes in
      try batch.rows.withUnsafeBufferPointer { rows in
        var start = 0
        while start < rows.count {
          // Facts of one replica stand together.
          let replica = bytes.slice(rows[start].replica)
          var end = start + 1
          while end < rows.count, bytes.slice(rows[end].replica).isEqual(to: replica) { end += 1 }
          try take(UnsafeBufferPointer(rebasing: rows[start..<end]), of: replica, bytes, &reception)
          start = end
        }
      }
    }
  }

  private func take(
    _ rows: UnsafeBufferPointer<FactBatch.Row>, of replica: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer,
    _ reception: inout Reception
  ) throws {
    guard var row = rows.baseAddress else { return }
    let places = try places(of: replica)
    var (first, last) = (Int64.max, Int64.min)
    for index in rows.indices {
      (first, last) = (min(first, rows[index].sequence), max(last, rows[index].sequence))
    }
    try places.prepare(from: first, through: last, count: rows.count)
    let isOwn = ExactText(places.replica) == own
    let gathers = runs != nil
    for _ in rows.indices {
      defer { row += 1 }
      if row.pointee.isStub { stubs += 1 }
      let number: Int64
      switch try places.place(sequence: row.pointee.sequence, digest: row.pointee.digest) {
      case .known(let known):
        reception.same += 1
        if gathers { runs?.insert(known) }
        continue
      case .free(let free, let isFork):
        number = free
        if isFork { reception.forks += 1 }
      }
      if gathers { runs?.insert(number) }
      reception.added += 1
      if row.pointee.clock.isAhead(of: now) { reception.aheadOfClock += 1 }
      // What we said and do not know of: this file is an older copy. The next write is another replica's.
      if isOwn { try Identity.doubt(database) }
      try store(row, number, bytes, &reception)
    }
  }

  private func places(of replica: UnsafeRawBufferPointer) throws -> ReplicaPlaces {
    let name = ExactText(String(decoding: replica, as: UTF8.self))
    if let current, ExactText(current.replica) == name { return current }
    let found = try places[name] ?? ReplicaPlaces(database, replica: name.text)
    places[name] = found
    current = found
    return found
  }

  /// Rows are passed by pointer: there are millions of them, and each is large.
  private func store(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, _ bytes: UnsafeRawBufferPointer,
    _ reception: inout Reception
  ) throws {
    if row.pointee.isStub || shunned.contains(row.pointee.digest.prefix8) {
      _ = try isRetracted(row, bytes)
      try FactTable.insertStub(row.pointee, kind: bytes.text(row.pointee.kind), number: number, into: database)
      reception.erased += 1
      if bytes.text(row.pointee.kind) == TapKind.session.name { projector.erasures.isTouched = true }
    } else if row.pointee.isResult {
      try storeColumns(row, number, bytes)
    } else if try !storeWhole(row.pointee, number, bytes) {
      reception.keptForNewer += 1
    }
  }

  /// Lets the retractions that came before a fact count; true when one takes it back.
  func isRetracted(_ row: UnsafePointer<FactBatch.Row>, _ bytes: UnsafeRawBufferPointer) throws -> Bool {
    guard !retracted.isEmpty, retracted.contains(row.pointee.digest.prefix8) else { return false }
    let row = row.pointee
    try projector.arrived(
      RetractionProjector.Target(
        replica: bytes.text(row.replica), sequence: row.sequence, digest: row.digest.prefix8))
    return try projector.isRetracted(row.digest.prefix8)
  }

  /// Stores a fact whose body must be read; false when this version does not understand it.
  private func storeWhole(_ row: FactBatch.Row, _ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Bool {
    let text = bytes.text(row.body)
    guard let body = RecordJSON.object(text) else { throw Refusal.invalid("the body of a fact is not an object") }
    let fact = Fact(
      replica: bytes.text(row.replica), sequence: row.sequence, clock: row.clock,
      previous: row.previous.map(ShortDigest.hex) ?? "", kind: bytes.text(row.kind), body: body)
    if fact.kind == "result", let result = ResultBody(body) {
      try projector.arrived(fact, digest: row.digest.prefix8)
      try store(fact, result, digest: row.digest, number: number)
      return true
    }
    try FactTable.insert(fact, number: number, digest: row.digest, body: text, into: database)
    if fact.kind == "retract" {
      for target in RetractionProjector.targets(body) ?? [] { retracted.insert(target.digest) }
    }
    let isUnderstood = try projector.add(fact, number: number, digest: row.digest.prefix8)
    if isUnderstood { try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(number)]) }
    return isUnderstood
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a slice; none for one that does not lie inside.
  func slice(_ slice: FactBatch.Slice) -> UnsafeRawBufferPointer {
    let (start, end) = (Int(slice.start), Int(slice.start) + Int(slice.count))
    guard start >= 0, end >= start, end <= count else { return UnsafeRawBufferPointer(rebasing: self[0..<0]) }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }

  func text(_ slice: FactBatch.Slice) -> String { String(decoding: self.slice(slice), as: UTF8.self) }
}
