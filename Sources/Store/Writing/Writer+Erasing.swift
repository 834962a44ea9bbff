import Audit
import Base
import SQLite

/// What erasing did.
package struct ErasingReport: Equatable, Sendable {
  /// The name of the `erase` fact, as `Reader.requests` shows it; of several the first.
  package var id: String
  /// By kind: how many facts lost their content.
  package var destroyed: [String: Int]
  /// Who was given sessions that are erased now and has to be notified, in order.
  package var recipients: [String] = []
}

extension Writer {
  /// Destroys what facts say, here at once and elsewhere when the `erase` fact arrives and is followed: the author and
  /// the time stay, the content is gone and does not come back. There is no undo.
  ///
  /// The evidence of a result is destroyed too.
  ///
  /// - Parameter ids: names of facts, `<replica>-<sequence>`; all branches of a forked one.
  /// - Throws: `Refusal.unknownRecord` for a fact that is not here, `Refusal.invalid` for one without content of its
  ///   own.
  package func erase(_ ids: [String], reason: ErasingReason, by tester: String) throws -> ErasingReport {
    var named: [NamedFact] = []
    for id in ids {
      let found = try reader.facts(named: id)
      guard !found.isEmpty else { throw Refusal.unknownRecord(kind: "fact", key: id) }
      let contents = found.filter { !ControlKind.isControl($0.kind) }
      guard !contents.isEmpty else {
        throw Refusal.invalid(
          "\(id) has no content to erase: it undoes or erases other entries, or identifies a machine")
      }
      for fact in try contents + evidence(of: contents) + belongings(of: contents)
      where !fact.isErased && !named.contains(where: { $0.number == fact.number }) {
        named.append(fact)
      }
    }
    guard !named.isEmpty else { throw Refusal.invalid("the content is already erased") }
    return try erase(named, reason: reason, by: tester)
  }

  /// What belongs to sessions is asked for in the chains of those, so that nothing elsewhere shows that they were.
  private func erase(_ named: [NamedFact], reason: ErasingReason, by tester: String) throws -> ErasingReport {
    var report = ErasingReport(id: "", destroyed: [:])
    let chain = try startChain()
    var groups: [(chain: Chain, facts: [NamedFact])] = []
    let others = named.filter { TapKind(name: $0.kind) == nil }
    if !others.isEmpty { groups.append((chain, others)) }
    let sessionRecords = Dictionary(grouping: named.filter { TapKind(name: $0.kind) != nil }, by: \.replica)
    for (replica, facts) in sessionRecords.sorted(by: { $0.key < $1.key }) {
      groups.append((try sittingChain(replica), facts))
    }
    for (chain, facts) in groups {
      var body: JSONObject = [
        "reason": .string(reason.rawValue), "targets": .array(facts.map { .string($0.digest.reference.hex) }),
      ]
      if !tester.isEmpty { body["by"] = .string(tester) }
      let targets = Dictionary(firstOf: facts.map { ($0.digest.reference, $0.number) })
      let number = try append(ControlKind.erase.rawValue, body, targets: targets, to: chain)
      try follow(number)
      if report.id.isEmpty { report.id = try reader.name(of: number) }
      for fact in facts { report.destroyed[fact.kind, default: 0] += 1 }
    }
    try settle()
    return report
  }

  /// Destroys all that is known of a child: every session of the child that is here, and what else is named. What comes
  /// later of those sessions is destroyed when it comes.
  ///
  /// - Throws: `Refusal.unknownRecord` where no session of the child is here.
  package func erase(
    participant code: String, with ids: [String] = [], reason: ErasingReason, by tester: String
  ) throws -> ErasingReport {
    let sessions = try reader.sessions(of: code)
    guard !sessions.isEmpty else { throw Refusal.unknownRecord(kind: "participant", key: code) }
    var report = ids.isEmpty ? ErasingReport(id: "", destroyed: [:]) : try erase(ids, reason: reason, by: tester)
    for replica in sessions {
      var body: JSONObject = ["reason": .string(reason.rawValue), "sitting": .string(replica)]
      if !tester.isEmpty { body["by"] = .string(tester) }
      for (kind, count) in try contents(of: replica) { report.destroyed[kind, default: 0] += count }
      let line = try sittingChain(replica).identity.line
      if try projector.erasures.endCourse(of: replica, in: line) { sessionRecords[replica] = nil }
      let number = try append(ControlKind.erase.rawValue, body, to: try sittingChain(replica))
      try follow(number)
      if report.id.isEmpty { report.id = try reader.name(of: number) }
      report.recipients += try database.all("SELECT recipient FROM given WHERE replica = ?", [.text(replica)]) {
        $0.text(0)
      }
    }
    report.recipients = Set(report.recipients).sorted()
    try settle()
    return report
  }

  private func contents(of replica: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in try Lines.all(database, of: replica) {
      let sql = "SELECT kind, count(*) FROM fact WHERE id BETWEEN ? AND ? AND body <> '' GROUP BY kind"
      let range = FactNumber.bounds(of: line)
      try database.rows(sql, range) { row in
        if TapKind(name: row.text(0)) != nil { counts[row.text(0), default: 0] += row.int(1) }
      }
    }
    return counts
  }

  /// What this machine's own user asks for is followed here at once.
  func follow(_ request: Int64) throws {
    guard let identity = try FactTable.digest(database, number: request) else { return }
    try Decision.follow.store(about: identity, in: database)
    projector.requests.touch(request)
    try forgetWhoWasTold(of: request)
  }

  /// Each recipient of a session has to be notified of each erasure of it.
  private func forgetWhoWasTold(of request: Int64) throws {
    try database.run(
      """
      UPDATE given SET told = 0 WHERE replica = ? AND EXISTS (SELECT 1 FROM fact WHERE id = ? AND kind = 'erase')
      """, [.text(try Lines.replica(database, of: FactNumber.line(of: request)) ?? ""), .integer(request)])
  }

  /// Decides about what others ask to have erased or retracted.
  ///
  /// - Parameter identities: of the requests, 64 hex digits each: the branches of a fork share the names of their
  ///   facts.
  /// - Throws: `Refusal.unknownRecord` where no such request is here.
  package func decide(_ decision: Decision, about identities: [String]) throws {
    let requests = try reader.requests()
    for wanted in identities {
      guard let request = requests.first(where: { $0.identity == wanted }) else {
        throw Refusal.unknownRecord(kind: "request", key: wanted)
      }
      guard let identity = try FactTable.digest(database, number: request.number) else { continue }
      try decision.store(about: identity, in: database)
      projector.requests.touch(request.number)
      if decision == .follow { try forgetWhoWasTold(of: request.number) }
    }
    try projector.markDecided()
    try settleAnew()
  }

  /// The evidence that is here of some results.
  private func evidence(of facts: [NamedFact]) throws -> [NamedFact] {
    try facts.filter { $0.kind == "result" }.flatMap { result in
      let reference = Value.blob(result.digest.reference.bytes)
      let sql = "SELECT fact FROM evidence WHERE result = ?"
      return try self.facts(sql, [reference]).filter { $0.kind == "evidence" }
    }
  }

  /// What hangs on sessions.
  private func belongings(of facts: [NamedFact]) throws -> [NamedFact] {
    try facts.filter { $0.kind == TapKind.session.name }.flatMap { session in
      let reference = Value.blob(session.digest.reference.bytes)
      let sql = "SELECT fact FROM session_fact WHERE session = ? AND kind <> 1 ORDER BY fact"
      return try self.facts(sql, [reference]).filter { TapKind(name: $0.kind) != nil }
    }
  }

  /// The facts whose numbers a statement finds.
  private func facts(_ sql: String, _ values: [Value]) throws -> [NamedFact] {
    try database.all(sql, values) { $0.int64(0) }.flatMap { try reader.facts(named: reader.name(of: $0)) }
  }
}

extension Writer {
  /// How cells changed so far in this transaction, as far as `settle` has written them.
  package var changes: CellChanges { projector.cells.changes }

  /// How many of the cells that were written so far are contradicted: also those that were before, and stay so.
  package func contradictedCount() throws -> Int {
    let sql = "SELECT count(*) FROM cell WHERE marks & \(Codes.contradicted) AND id IN (SELECT value FROM json_each(?))"
    let written = JSONValue.array(projector.cells.written.map { .integer($0) })
    let count: Int64? = try database.scalar(sql, [.text(try RecordJSON.text(written))])
    return max(changes.contradicted, Int(clamping: count ?? 0))
  }

  /// The worst result that a better one of this machine's tester on the same or an unknown build would contradict: it
  /// is in effect, and neither this machine nor this tester logged it. Nil where no result would be contradicted. Whether it
  /// is stale is not told. What people closed who are not followed stays in effect for those who are.
  package func contradicted(by new: NewResult) throws -> Cell? {
    let reader = self.reader
    let place = ScopeCell(component: new.component, check: new.check, condition: new.condition.text)
    // What shows nothing worse holds nothing worse: that is read, and the results of the cell are not.
    guard let cell = try reader.number(of: place), let shown = try reader.state(ofCell: cell) else { return nil }
    let (marks, number) =
      try database.first("SELECT marks, shown FROM cell WHERE id = ?", [.integer(cell)]) {
        ($0.int64(0), $0.int64(1))
      } ?? (0, 0)
    let source = Observations(
      database: database, projector.lineage.graph, projector.cells.judge, projector.cells.triages)
    let mayDiffer = try source.mayDiffer(marks: marks, shown: number)
    guard mayDiffer || shown.outcome.badness > new.outcome.badness else { return nil }
    let observations = try Observations(reader).load(cell: cell)
    var open = try Set(CellFold(observations, reader.lineage).open)
    if mayDiffer { try open.formUnion(CellFold(Observations(reader).alone(observations), reader.lineage).open) }
    let build = ObservedBuild(term: try reader.term(new.build) ?? -1, number: BuildNumber(new.build))
    let tester = try reader.term(new.tester) ?? -1
    let own = try ownEnd()
    var worst: Observation?
    for result in observations where open.contains(result.id) {
      guard result.outcome.badness > new.outcome.badness, build.order(to: result.build) != .newer,
        build.order(to: result.build) != .older
      else { continue }
      let isOwn = try own.map { try reader.lineage.owns($0, result.id) } ?? false
      guard !isOwn || result.tester != tester else { continue }
      if worst.map({ $0.badness < result.badness }) ?? true { worst = result }
    }
    guard let worst else { return nil }
    let name = try reader.name(of: worst.id)
    return try reader.history(component: new.component, check: new.check, areStaleTold: false).first { $0.id == name }
  }

  /// Whether a result is meant to take the place of the "can't tell" that it would contradict.
  package func answersCantTell(_ new: NewResult) throws -> Bool {
    let reader = self.reader
    let shown = try reader.number(of: new.place).flatMap(reader.state(ofCell:))?.outcome
    return try new.outcome.answersCantTell(shown: shown, followed: reader.followed(new.place)?.state.outcome)
  }

  /// Chooses between results that contradict each other: retracts those of the other sides, and says which results were
  /// in view and why. The reason is a note, which can be erased, and comes right after the retraction.
  ///
  /// - Parameters:
  ///   - kept: names of the results that stay.
  ///   - undone: names of the results that are retracted.
  package func decide(
    between kept: [String], over undone: [String], of cell: Cell, because reason: String, by tester: String
  ) throws {
    try takeBack(undone, by: tester)
    func references(_ ids: [String]) throws -> JSONValue {
      .array(try ids.flatMap(reader.facts).map(\.digest.reference.hex).sorted().map { .string($0) })
    }
    var more: JSONObject = [
      NoteMember.kept: try references(kept), NoteMember.undone: try references(undone),
    ]
    if !cell.condition.isEmpty { more["condition"] = .string(cell.condition) }
    try addNote(component: cell.component, check: cell.check, text: reason, by: tester, more)
  }

  /// Retracts results of any author: here at once, because this was decided here; other machines are asked.
  /// Undo brings them back.
  ///
  /// - Parameter ids: names of results.
  /// - Throws: `Refusal.unknownRecord` for one that is not here.
  package func takeBack(_ ids: [String], by tester: String) throws {
    var targets: [FactReference: Int64] = [:]
    for id in ids {
      let found = try reader.facts(named: id)
      guard !found.isEmpty else { throw Refusal.unknownRecord(kind: "result", key: id) }
      for fact in found { targets[fact.digest.reference] = fact.number }
    }
    var body: JSONObject = [
      "deletes": true, "targets": .array(targets.keys.sorted().map { .string($0.hex) }),
    ]
    if !tester.isEmpty { body["by"] = .string(tester) }
    try follow(try append(ControlKind.retract.rawValue, body, targets: targets))
    try settle()
  }

  /// The local number of the last fact of this machine; nil before its first.
  private func ownEnd() throws -> Int64? {
    try startChain()
    guard let chain, chain.last != nil else { return nil }
    return FactNumber.make(line: chain.identity.line, sequence: chain.sequence)
  }
}
