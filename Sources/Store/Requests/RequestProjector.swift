import Audit
import Base
import SQLite

/// Keeps track of what facts ask of others: that they are retracted, or that what they say is destroyed. A request to retract
/// one can itself be retracted: that is redo.
///
/// ```
///   undo    in force where its author has authority over what it names (`FactGraph.owns`), or it or its author is followed;
///           only entries of its own undo what this machine made, and none what is behind a session that others held;
///           a write to a record that counts stays until someone who is followed undoes it
///   erase   in force where it is followed, or the signer of what it names signed it too, and that is no write to a record
/// ```
/// What others ask for waits, and what belongs to a session with a child is withheld until then if its own replica asks. All
/// of it is a function of the facts that are here and of what was decided here, so the order of arrival never matters.
final class RequestProjector {
  let database: Connection
  private unowned let projector: Projector
  /// Numbers of requests, or of facts that were named, since the last `settle`.
  private var unsettled: Set<Int64> = []
  /// What was named and not looked for yet.
  private var unresolved: Set<FactReference> = []
  /// Whether entries came that a request may name as a session.
  var hasNewSessions = false
  /// Requests of which rows changed that earlier programs read in tables of their own.
  private var uncopied: Set<Int64> = []
  /// Lines in which a session ended since the last `settle`.
  private var endedLines: Set<Int64> = []
  /// Whom this machine follows, the replicas of sessions, and where these ended, by run; of one pass.
  private var following: Following?
  private var sessions: Set<ExactText>?
  private var ends: [Int64: Int64] = [:]

  init(database: Connection, projector: Projector) {
    (self.database, self.projector) = (database, projector)
  }

  /// Adds a stored request; false when its body is not understood. What is named follows with `settle`.
  ///
  /// - Parameter numbers: of what it names, where that is known.
  func add(
    _ kind: FactRequest.Kind, number: Int64, body: JSONObject, numbers: [FactReference: Int64] = [:]
  ) throws -> Bool {
    let isOfSession = kind == .erase && body["sitting"]?.stringValue != nil
    guard let targets = ControlForm.targets(body) ?? (isOfSession ? [] : nil),
      kind == .undo || isOfSession || !targets.isEmpty
    else { return false }
    for target in targets { try name(target, by: number, kind, at: numbers[target] ?? 0) }
    unresolved.formUnion(targets.filter { numbers[$0] == nil })
    unsettled.insert(number)
    if isOfSession { hasNewSessions = true }
    return true
  }

  private func name(_ target: FactReference, by request: Int64, _ kind: FactRequest.Kind, at number: Int64) throws {
    let sql = """
      INSERT OR IGNORE INTO request (target, fact, number, kind, standing) VALUES (?, ?, ?, ?, \(RequestState.absent))
      """
    try database.run(sql, [.blob(target.bytes), .integer(request), .integer(number), .text(kind.rawValue)])
    guard database.changes > 0 else { return }
    unsettled.insert(request)
    uncopied.insert(request)
  }

  /// A fact came that requests name which were here before it.
  func arrived(_ reference: FactReference, number: Int64) throws {
    let waiting = try database.all(
      "SELECT fact FROM request WHERE target = ? AND number = 0", [.blob(reference.bytes)]
    ) { $0.int64(0) }
    guard !waiting.isEmpty else { return }
    try database.run(
      "UPDATE request SET number = ? WHERE target = ? AND number = 0", [.integer(number), .blob(reference.bytes)])
    unsettled.formUnion(waiting)
    uncopied.formUnion(waiting)
  }

  /// Has all of them looked at again: decisions, signatures or forks are others now.
  func touchAll() throws {
    hasNewSessions = true
    unsettled.formUnion(try database.all("SELECT DISTINCT fact FROM request", [], { $0.int64(0) }))
  }

  /// The end of a session came: the requests of its replica are looked at again.
  func ended(inLineOf number: Int64) { endedLines.insert(FactNumber.line(of: number)) }

  /// Has a request, or what requests name, looked at again.
  func touch(_ number: Int64) { unsettled.insert(number) }

  var isTouched: Bool { !unsettled.isEmpty || hasNewSessions || !endedLines.isEmpty }

  // MARK: Settling

  /// A fact whose standing may have changed, and what it names where it is a request.
  private struct Place {
    /// The table that has it, and its mark there.
    var table = "fact"
    var undone: Int64 = 0
    var kind: String
    var reference: FactReference?
    /// What it asks of these.
    var request: FactRequest.Kind?
    var named: [(target: FactReference, number: Int64, standing: Int64)] = []
    /// How many of the namings by other places are still to be decided.
    var undecided = 0
    var isChanged = false
  }

  /// Has everything that depends on what was named since the last time follow, however long the chains of undo and redo
  /// are.
  ///
  /// Each fact is looked at once, and after every request that names it.
  func settle() throws {
    if hasNewSessions { try nameSessions() }
    try touchEnded()
    guard !unsettled.isEmpty else { return }
    try resolve()
    defer { (following, sessions, ends) = (nil, nil, [:]) }
    var places = try reachable(from: unsettled)
    unsettled = []
    var doomed: Set<Int64> = []
    var ready = places.filter { $0.value.undecided == 0 }.map(\.key).sorted()
    // No request can name one that names it, since each holds the identity of what it names; if ever one does, both are
    // looked at all the same.
    var others = places.filter { $0.value.undecided > 0 }.map(\.key).sorted()
    while let number = ready.popLast() ?? others.popLast() {
      guard let place = places.removeValue(forKey: number) else { continue }
      if place.isChanged { try decide(place, number, places, &doomed) }
      for named in place.named where places[named.number] != nil {
        places[named.number]?.undecided -= 1
        if place.isChanged { places[named.number]?.isChanged = true }
        if places[named.number]?.undecided == 0 { ready.append(named.number) }
      }
    }
    for number in doomed.sorted() { try projector.erasures.destroy(number) }
    if !doomed.isEmpty { try projector.erasures.removeCourses() }
  }

  private func touchEnded() throws {
    let replicas = Set(try endedLines.compactMap { try Lines.replica(database, of: $0).map(ExactText.init) })
    endedLines = []
    for line in try replicas.flatMap({ try Lines.all(database, of: $0.text) }) {
      let sql = "SELECT DISTINCT fact FROM request WHERE fact BETWEEN ? AND ?"
      unsettled.formUnion(try database.all(sql, FactNumber.bounds(of: line)) { $0.int64(0) })
    }
  }

  /// Gives requests the numbers of what they name; what is not here is waited for.
  private func resolve() throws {
    let found = try ReferenceFinder.find(unresolved, in: database)
    for reference in unresolved {
      if let number = found[reference] {
        try arrived(reference, number: number)
      } else {
        try database.run("INSERT OR IGNORE INTO missing (reference, saw) VALUES (?, 0)", [.blob(reference.bytes)])
      }
    }
    unresolved = []
  }

  /// Writes the copies that earlier programs read: they follow no view of a file.
  func copyForEarlierPrograms() throws {
    for request in uncopied.union(projector.records.changedRequests) {
      for (kind, table) in [(FactRequest.Kind.undo, "retraction"), (.erase, "erasure")] {
        try database.run("DELETE FROM \(table) WHERE fact = ?", [.integer(request)])
        try database.run(
          """
          INSERT INTO \(table) SELECT target, fact, number, CASE standing WHEN \(RequestState.byAuthor)
            THEN \(RequestState.inForce) WHEN \(RequestState.againstCounted) THEN \(RequestState.waits) ELSE standing END
          FROM request WHERE fact = ? AND kind = ?
          """,
          [.integer(request), .text(kind.rawValue)])
      }
    }
    (uncopied, projector.records.changedRequests) = ([], [])
  }

  /// The facts with these numbers, and all that is named by them, directly or through others.
  private func reachable(from numbers: Set<Int64>) throws -> [Int64: Place] {
    var places: [Int64: Place] = [:]
    var undecided: [Int64: Int] = [:]
    var waiting = Array(numbers)
    let header = """
      SELECT 'fact', undone, kind, digest FROM fact WHERE id = ?1
      UNION ALL SELECT 'result', undone, 'result', digest FROM result WHERE id = ?1
      """
    while let number = waiting.popLast() {
      guard places[number] == nil else { continue }
      let found = try database.first(header, [.integer(number)]) { row in
        Place(
          table: row.text(0), undone: row.int64(1), kind: row.text(2),
          reference: FactReference(bytes: row.blob(3).prefix(FactReference.byteCount)))
      }
      var place = found ?? Place(kind: "result")
      place.isChanged = numbers.contains(number)
      place.request = FactRequest.Kind(control: place.kind)
      if place.request != nil {
        let sql = "SELECT target, number, standing FROM request WHERE fact = ? AND number <> 0"
        try database.rows(sql, [.integer(number)]) { row in
          guard let target = FactReference(bytes: row.blob(0)), row.int64(1) != number else { return }
          place.named.append((target, row.int64(1), row.int64(2)))
        }
        for named in place.named {
          undecided[named.number, default: 0] += 1
          waiting.append(named.number)
        }
      }
      places[number] = place
    }
    for (number, count) in undecided { places[number]?.undecided = count }
    return places
  }

  private func decide(
    _ place: Place, _ number: Int64, _ places: [Int64: Place], _ doomed: inout Set<Int64>
  ) throws {
    let isTakenBack = try mark(place, number)
    guard let request = place.request else { return try projector.refold(number: number, kind: place.kind) }
    let decision = try Decision.about(number, in: database)
    for named in place.named {
      let standing =
        switch request {
        case .undo:
          try standing(
            of: number, on: named.number, places[named.number]?.kind ?? "result", decision, isTakenBack: isTakenBack)
        case .erase: try standing(of: number, on: named.number, places[named.number]?.kind ?? "result", decision)
        }
      if request == .erase, standing == RequestState.inForce { doomed.insert(named.number) }
      guard standing != named.standing else { continue }
      uncopied.insert(number)
      try database.run(
        "UPDATE request SET standing = ? WHERE target = ? AND fact = ?",
        [.integer(standing), .blob(named.target.bytes), .integer(number)])
    }
  }

  /// Whether one request that names it is in force; whether one would be but for a fork, or one that is in force is itself
  /// to be retracted but for a fork; whether one is its author's alone.
  static let retracted = """
    SELECT ifnull(max(request.standing = \(RequestState.inForce)), 0),
      ifnull(max(request.standing = \(RequestState.forked) OR request.standing = \(RequestState.inForce) AND EXISTS (
        SELECT 1 FROM request AS redo WHERE redo.target = substr(fact.digest, 1, 16) AND redo.kind = 'undo'
          AND redo.standing = \(RequestState.forked))), 0),
      ifnull(max(request.standing IN (\(RequestState.byAuthor), \(RequestState.againstCounted))), 0)
    FROM request LEFT JOIN fact ON fact.id = request.fact WHERE request.target = ? AND request.kind = 'undo'
    """

  /// Writes to the row of a fact whether it is retracted.
  private func mark(_ place: Place, _ number: Int64) throws -> Bool {
    guard let reference = place.reference else { return false }
    let found = try database.first(Self.retracted, [.blob(reference.bytes)]) {
      ($0.int64(0), $0.int64(1), $0.int64(2))
    }
    let (isTakenBack, isOpen, isByAuthor) = found ?? (0, 0, 0)
    let marks =
      isTakenBack * UndoneMark.inForce | isOpen * UndoneMark.inDoubt | isByAuthor * UndoneMark.byAuthor
    if marks != place.undone {
      try database.run("UPDATE \(place.table) SET undone = ? WHERE id = ?", [.integer(marks), .integer(number)])
    }
    return isTakenBack != 0
  }

  /// - Parameter kind: of what is to be retracted.
  private func standing(
    of request: Int64, on target: Int64, _ kind: String, _ decision: Decision?, isTakenBack: Bool
  ) throws -> Int64 {
    let graph = projector.lineage.graph
    if decision == .refuse { return RequestState.refused }
    let owns = try graph.owns(request, target)
    let asks =
      try isByFollowed(request) || owns && (!isUnderOwnName(request, target) || graph.isChosen(request))
    let counts = try decision == .follow || asks && !isBehindForeignSession(request)
    if counts, isTakenBack { return RequestState.takenBack }
    if counts {
      guard try decision == nil && !followed().follows(request) else { return RequestState.inForce }
      // What was undone here by a decision comes back by one.
      if try isDecidedAboutRecord(target, kind) { return RequestState.waits }
      // Whether it is in force follows from the record (`RecordProjector.settle`).
      return RecordProjector.factKinds.contains(kind) ? RequestState.byAuthor : RequestState.inForce
    }
    if try !owns && graph.owns(request, target, throughForks: true) { return RequestState.forked }
    return isTakenBack ? RequestState.takenBack : RequestState.waits
  }

  /// Whether a fact is an undo of a write to a record, and was accepted here.
  private func isDecidedAboutRecord(_ number: Int64, _ kind: String) throws -> Bool {
    guard kind == ControlKind.retract.rawValue, try Decision.about(number, in: database) == .follow else {
      return false
    }
    let sql = """
      SELECT 1 FROM request JOIN fact ON fact.id = request.number
      WHERE request.fact = ? AND fact.kind IN (\(RecordProjector.factKindsSQL)) LIMIT 1
      """
    return try database.scalar(sql, [.integer(number)]) != nil
  }

  private func isByFollowed(_ request: Int64) throws -> Bool { try followed().followsByName(request) }

  /// Whether a request goes on from what this machine made without being its own: anyone can write under an ID, and no
  /// signature says who did.
  private func isUnderOwnName(_ request: Int64, _ target: Int64) throws -> Bool {
    try followed().isOwn(target) && !followed().isOwn(request) && projector.lineage.graph.signer(of: request) == nil
  }

  /// The chain of a session with a child is not signed, so anyone with a copy can write on behind its end. What another branch
  /// says ends nothing in this one.
  private func isBehindForeignSession(_ request: Int64) throws -> Bool {
    guard try !followed().isOwn(request) else { return false }
    let sessions = try self.sessions ?? SessionForks.replicas(database)
    self.sessions = sessions
    guard let replica = try Lines.replica(database, of: FactNumber.line(of: request)),
      sessions.contains(ExactText(replica))
    else { return false }
    return try projector.lineage.graph.chain(of: request).contains { run in
      let end = try ends.value(run.first) { try Reader(database: database, now: 0).end(ofSessionFrom: run.first) }
      return end <= run.upto
    }
  }

  private func followed() throws -> Following {
    let following = try self.following ?? Following(database, projector.lineage.graph)
    self.following = following
    return following
  }

  /// - Parameter kind: of what is to be erased.
  private func standing(
    of request: Int64, on target: Int64, _ kind: String, _ decision: Decision?
  ) throws -> Int64 {
    if ControlKind.isControl(kind) || decision == .refuse { return RequestState.refused }
    if decision == .follow { return RequestState.inForce }
    let graph = projector.lineage.graph
    // What decides goes where someone decides so here, also where its author signed both.
    if !RecordProjector.factKinds.contains(kind), let signer = try graph.signer(of: request),
      try graph.signer(of: target) == signer
    {
      return RequestState.inForce
    }
    func replica(_ number: Int64) throws -> ExactText? {
      try Lines.replica(database, of: FactNumber.line(of: number)).map(ExactText.init)
    }
    // What was recorded here is not hidden by others: this machine would have made the request itself.
    return try TapKind(name: kind) != nil && replica(request) == replica(target) && !isUnderOwnName(request, target)
      ? RequestState.withheld : RequestState.waits
  }

  // MARK: Sessions

  /// Names what belongs to a session that is to be erased, whenever it came.
  private func nameSessions() throws {
    hasNewSessions = false
    let requests = try Erasures.sessionRecords(database)
    guard !requests.isEmpty else { return }
    let strangers = try strangers()
    for (request, body) in requests {
      guard let replica = body["sitting"]?.stringValue else { continue }
      let sql = "SELECT id, digest FROM fact WHERE id BETWEEN ? AND ? AND kind IN (\(TapKind.names))"
      for line in try Lines.all(database, of: replica) {
        let range = FactNumber.bounds(of: line)
        for (number, bytes) in try database.all(sql, range, { ($0.int64(0), $0.blob(1)) }) {
          guard let reference = FactReference(bytes: bytes.prefix(FactReference.byteCount)) else { continue }
          try name(reference, by: request, .erase, at: number)
          for stranger in strangers[reference] ?? [] {
            try name(stranger.reference, by: request, .erase, at: stranger.number)
          }
        }
      }
    }
  }

  /// What other chains say of sessions, by the session: no part of it, but it is erased with it.
  private func strangers() throws -> [FactReference: [(reference: FactReference, number: Int64)]] {
    let sql = """
      SELECT id, digest, json_extract(body, '$.session') FROM fact
      WHERE projected = 0 AND kind IN ('trial', 'contact', 'remark') AND body <> ''
      """
    var found: [FactReference: [(reference: FactReference, number: Int64)]] = [:]
    try database.rows(sql) { row in
      guard let session = row.optionalText(2).flatMap({ FactReference(hex: $0) }),
        let reference = FactReference(bytes: row.blob(1).prefix(FactReference.byteCount))
      else { return }
      found[session, default: []].append((reference, row.int64(0)))
    }
    return found
  }
}
