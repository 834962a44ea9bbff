import Audit
import Base
import SQLite

/// Stores facts of other machines during one transaction: the union of what was here and what comes, in any order
/// and however often.
///
/// ```
///   batch ──> place ─┬─ known ──┬─ nothing to do
///                    │          └─ only its header was here ──> as free
///                    └─ free ─┬─ header alone, or to be destroyed > a header: who and when, never what
///                             ├─ result ───────> result row ──> its cell
///                             └─ anything else > fact row ────> projector
/// ```
final class Intake {
  let database: Connection
  let projector: Projector
  let inserter: ResultInserter
  private let now: Int64
  private let own: ExactText
  /// The names that this file had before it was copied or put back, and that it does not follow yet.
  private let former: Set<ExactText>
  private var places: [ExactText: ReplicaPlaces] = [:]
  /// More replicas than these are read from the tracker again when they come by again: a bundle may hold a million.
  private static let placesKept = 4_096
  private var current: ReplicaPlaces?
  var terms = TextTable()
  /// The numbers of all that came, if requested.
  var runs: FactRuns?
  /// How many of all that came are stubs.
  var stubs = 0
  /// What facts here name and was not here when this began.
  private var missing: [FactReference: Bool] = [:]
  private var shunned: Erasures.Blocked
  /// The replicas of erased sessions of which the course is not kept.
  private let ended: Set<ExactText>
  /// Heads that decisions and signatures name and that were not here yet.
  private var awaited: Set<Digest> = []
  /// Numbers of facts of which only the header is here.
  private var headers: Set<Int64>
  /// The audit here that was closed last, and how many results of a batch are from before that.
  let closed: ClosedAudit?
  var dated = 0
  /// How many of a batch were entered later, for a time before what their items show; nil where nothing was here before.
  var late: Int?
  /// To be called before the first fact is stored.
  private var willAdd: (() throws -> Void)?

  init(_ writer: Writer) throws {
    database = writer.database
    projector = writer.projector
    inserter = writer.inserter
    now = writer.now
    willAdd = writer.willAdd.map { body in { [unowned writer] in try writer.look(body) } }
    own = ExactText(try LocalTable.get(database, "replica") ?? "")
    former = Set(try writer.reader.formerNames().map(ExactText.init))
      .subtracting(try writer.reader.followed().filter { $0.kind == .machine }.map { ExactText($0.name) })
    shunned = try Erasures.shunned(database)
    ended = try ErasedCourse.followed(in: database)
    closed = try writer.reader.followedAudits().compactMap { audit in
      audit.closed.map { ClosedAudit(name: audit.name, time: $0) }
    }.max { $0.time < $1.time }
    late = try writer.reader.isEmpty() || writer.reader.isJoining() ? nil : 0
    headers = Set(try database.all("SELECT id FROM fact WHERE body = ''", []) { $0.int64(0) })
    for table in ["decision", "signed"] {
      try database.rows("SELECT identity FROM \(table) WHERE number = 0") { row in
        if let digest = Digest(bytes: row.blob(0)) { awaited.insert(digest) }
      }
    }
    try database.rows("SELECT reference, saw FROM missing") { row in
      if let reference = FactReference(bytes: row.blob(0)) { missing[reference] = row.int64(1) != 0 }
    }
  }

  func take(_ batch: FactBatch, _ received: inout IntakeSummary) throws {
    dated = 0
    late = late.map { _ in 0 }
    defer {
      received.late += late ?? 0
      received.dated += dated
      if received.dated > 0 { received.closed = closed }
    }
    try batch.bytes.withUnsafeBytes { bytes in
      try batch.rows.withUnsafeBufferPointer { rows in
        var start = 0
        while start < rows.count {
          // Facts of one replica stand together.
          let replica = bytes.slice(rows[start].replica)
          var end = start + 1
          while end < rows.count, bytes.slice(rows[end].replica).isEqual(to: replica) { end += 1 }
          try take(UnsafeBufferPointer(rebasing: rows[start..<end]), of: replica, bytes, &received)
          start = end
        }
      }
    }
  }

  private func take(
    _ rows: UnsafeBufferPointer<FactBatch.Row>, of replica: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer,
    _ received: inout IntakeSummary
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
    let hasEnded = !ended.isEmpty && ended.contains(ExactText(places.replica))
    for _ in rows.indices {
      defer { row += 1 }
      if row.pointee.isStub { stubs += 1 }
      if hasEnded, row.pointee.isOfCourse(bytes) {
        received.same += 1
        received.hasErasedCourse = true
        continue
      }
      switch try places.place(
        sequence: row.pointee.sequence, digest: row.pointee.digest, previous: row.pointee.previous)
      {
      case .known(let number):
        if gathers { runs?.insert(number) }
        if row.pointee.isKind(.session, bytes) { received.sessions.append(number) }
        if row.pointee.mayTakeSessionOut(bytes) { received.remarks.append(number) }
        if headers.contains(number), !row.pointee.isStub, try fill(row, number, bytes, &received) { continue }
        received.same += 1
      case .free(let number, let link):
        try tellOfNews()
        if gathers { runs?.insert(number) }
        if row.pointee.isKind(.session, bytes) {
          received.sessions.append(number)
          received.newSessions.insert(number)
        }
        if row.pointee.mayTakeSessionOut(bytes) { received.remarks.append(number) }
        received.added += 1
        if row.pointee.clock.isAhead(of: now) { received.aheadOfClock += 1 }
        if isOwn {
          // It leaves us where we are, also where it goes on from what we said last: our next fact is beside it. Where
          // we said nothing yet this is an older copy, and another name costs nothing.
          received.underOwnName += 1
          if places.isOwnAndEmpty { try Identity.doubt(database) }
        } else if !former.isEmpty, former.contains(ExactText(places.replica)) {
          received.cameBack += 1
          received.former = places.replica
        }
        try enter(row, number, link, &received)
        try store(row, number, isInOrder: link.isInOrder, bytes, &received)
      }
    }
  }

  private func tellOfNews() throws {
    guard let willAdd else { return }
    self.willAdd = nil
    try willAdd()
  }

  /// Who follows whom, and what this fact had in view.
  private func enter(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, _ link: ReplicaPlaces.Link, _ received: inout IntakeSummary
  ) throws {
    switch link {
    case .follows: break
    case .begins:
      try projector.lineage.begin(number)
      if FactNumber.sequence(of: number) > 1 {
        received.gaps += 1
        try projector.markUneven(FactNumber.line(of: number))
      }
    case .irregular: projector.lineage.markStale()
    case .forks:
      received.forks += 1
      projector.lineage.markStale()
    }
    if !awaited.isEmpty, awaited.remove(row.pointee.digest) != nil { try arrived(head: row.pointee.digest, number) }
    guard !missing.isEmpty, let saw = missing.removeValue(forKey: row.pointee.digest.reference) else { return }
    if saw { projector.lineage.markStale() }
    try projector.arrived(row.pointee.digest.reference, number: number)
  }

  /// A head came that was decided for, or signed, before it was here.
  private func arrived(head: Digest, _ number: Int64) throws {
    for table in ["decision", "signed"] {
      try database.run(
        "UPDATE \(table) SET number = ? WHERE identity = ?", [.integer(number), .blob(head.bytes)])
    }
    try projector.markDecided()
  }

  /// Content comes of which only the header was here; false where it is to stay away.
  private func fill(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, _ bytes: UnsafeRawBufferPointer,
    _ received: inout IntakeSummary
  ) throws -> Bool {
    let kind = bytes.text(row.pointee.kind)
    guard !shunned.contains(row.pointee.digest.reference, kind: kind, of: bytes.text(row.pointee.replica)) else {
      return false
    }
    try tellOfNews()
    headers.remove(number)
    try database.run("DELETE FROM fact WHERE id = ?", [.integer(number)])
    projector.requests.touch(number)
    received.filled += 1
    try store(row, number, isInOrder: false, bytes, &received)
    return true
  }

  private func places(of replica: UnsafeRawBufferPointer) throws -> ReplicaPlaces {
    let name = ExactText(String(decoding: replica, as: UTF8.self))
    if let current, ExactText(current.replica) == name { return current }
    let found = try places[name] ?? ReplicaPlaces(database, replica: name.text, isSelf: name == own)
    if places.count >= Self.placesKept { places = [:] }
    places[name] = found
    current = found
    return found
  }

  /// Rows are passed by pointer: there are millions of them, and each is large.
  private func store(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, isInOrder: Bool, _ bytes: UnsafeRawBufferPointer,
    _ received: inout IntakeSummary
  ) throws {
    if row.pointee.isStub || !shunned.isEmpty && isShunned(row, bytes) {
      try storeHeader(row, number, bytes, &received)
    } else if row.pointee.isResult, !row.pointee.isTooLarge {
      try storeColumns(row, number, isInOrder: isInOrder, bytes)
    } else {
      switch try storeWhole(row.pointee, number, isInOrder: isInOrder, bytes) {
      case .applied: break
      case .notUnderstood: received.keptForNewer += 1
      case .tooLarge: received.tooLarge += 1
      }
    }
  }

  private func isShunned(_ row: UnsafePointer<FactBatch.Row>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    shunned.contains(
      row.pointee.digest.reference, kind: bytes.text(row.pointee.kind), of: bytes.text(row.pointee.replica))
  }

  private func storeHeader(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, _ bytes: UnsafeRawBufferPointer,
    _ received: inout IntakeSummary
  ) throws {
    let row = row.pointee
    let kind = bytes.text(row.kind)
    let commitment = row.commitment ?? FactSeal.commitment(salt: row.salt, body: bytes.slice(row.body))
    try FactTable.insertHeader(row, commitment: commitment, kind: kind, number: number, into: database)
    headers.insert(number)
    received.erased += 1
    if !row.saw.isEmpty { projector.lineage.add(number, saw: row.saw, near: .anywhere) }
    if TapKind(name: kind) != nil { projector.requests.hasNewSessions = true }
  }

  private enum Stored {
    case applied, notUnderstood, tooLarge
  }

  /// Stores a fact whose body must be read.
  private func storeWhole(
    _ row: FactBatch.Row, _ number: Int64, isInOrder: Bool, _ bytes: UnsafeRawBufferPointer
  ) throws -> Stored {
    let text = bytes.text(row.body)
    guard let body = RecordJSON.object(text) else { throw Refusal.invalid("the body of an entry is not an object") }
    let fact = Fact(
      replica: bytes.text(row.replica), sequence: row.sequence, clock: row.clock, previous: row.previous,
      kind: bytes.text(row.kind), body: body, salt: row.salt, saw: row.saw)
    let isTooLarge = BodyLimits.isTooLarge(kind: fact.kind, body, bytes: Int(row.body.count))
    if !isTooLarge, fact.kind == "result", let result = ResultBody(body) {
      try store(fact, result, digest: row.digest, number: number, isInOrder: isInOrder)
      return .applied
    }
    try FactTable.insert(fact, number: number, digest: row.digest, body: text, into: database)
    if isTooLarge { return .tooLarge }
    if !fact.saw.isEmpty {
      let record = RecordProjector.writes(kind: fact.kind, body: body)?.record
      projector.lineage.add(
        number, saw: fact.saw, near: record.map { .record(kind: $0.kind, key: $0.key) } ?? .anywhere)
    }
    let isUnderstood = try projector.add(fact, number: number, reference: row.digest.reference)
    if isUnderstood { try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(number)]) }
    return isUnderstood ? .applied : .notUnderstood
  }
}

/// When an audit was closed.
package struct ClosedAudit: Equatable, Sendable {
  package var name: String
  /// ms UTC.
  package var time: Int64
}

extension ReplicaPlaces.Link {
  /// Whether it comes after all earlier facts of its replica.
  fileprivate var isInOrder: Bool {
    switch self {
    case .follows, .begins: true
    case .irregular, .forks: false
    }
  }
}

extension FactBatch.Row {
  fileprivate func isKind(_ kind: TapKind, _ bytes: UnsafeRawBufferPointer) -> Bool {
    !isResult && bytes.slice(self.kind).elementsEqual(kind.name.utf8)
  }

  fileprivate func mayTakeSessionOut(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isKind(.remark, bytes) || !isResult && bytes.slice(kind).elementsEqual(ControlKind.retract.rawValue.utf8)
  }

  fileprivate func isOfCourse(_ bytes: UnsafeRawBufferPointer) -> Bool {
    !isResult && ErasedCourse.holds(kind: bytes.text(kind), body: RecordJSON.object(bytes.text(body)))
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
