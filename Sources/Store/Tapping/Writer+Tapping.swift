import Audit
import Base
package import Children
import SQLite

/// A session that was begun: what its trials name, and the replica that it is.
package struct BegunSession: Sendable {
  package let id: String
  package let session: TapSession
  let replica: String
  let reference: FactReference
}

extension Writer {
  /// Begins a session: a replica of its own, so that nothing shows elsewhere that it was.
  ///
  /// - Throws: `Refusal.invalid` without the permission of the guardian and the assent of the child.
  package func begin(_ session: TapSession) throws -> BegunSession {
    guard session.consent.allowsScoring else {
      throw Refusal.invalid(
        "scoring requires the guardian's consent and the child's assent; nothing was recorded")
    }
    let chain = try sittingChain(nil)
    let number = try append(
      TapKind.session.name, session.body(subject: try subject(of: session.participant)), to: chain)
    return BegunSession(
      id: try reader.name(of: number), session: session, replica: chain.identity.replica,
      reference: try reference(of: number))
  }

  /// What stands for a child in facts: 128 random bits, drawn when the code is first used.
  private func subject(of code: String) throws -> String {
    let known = try database.first(
      "SELECT subject FROM participant WHERE code = ? ORDER BY subject LIMIT 1", [.text(code)]
    ) { $0.text(0) }
    if let known { return known }
    let subject = nextSalt().hex
    try know(subject: subject, as: code)
    return subject
  }

  /// Remembers whose code a subject is.
  package func know(subject: String, as code: String) throws {
    try database.run("INSERT OR IGNORE INTO participant (subject, code) VALUES (?, ?)", [.text(subject), .text(code)])
  }

  /// Forgets whose code a subject is where no session of the child is here.
  package func forgetUnlessHere(subject: String) throws {
    try projector.erasures.forgetParticipant(subject: subject)
  }

  /// Keeps a trial, with its contacts where there are any.
  package func add(_ trial: TapTrial, contacts: [TapContact] = [], to session: BegunSession) throws {
    let chain = try sittingChain(session.replica)
    let number = try append(TapKind.trial.name, trial.body(session: session.reference), to: chain)
    guard !contacts.isEmpty else { return }
    let trial = try reference(of: number)
    try append(
      TapKind.contact.name, TapContact.body(contacts, trial: trial, session: session.reference), to: chain)
  }

  package func add(_ remark: TapRemark, to session: BegunSession) throws {
    guard remark.isKnown else { throw Refusal.invalid("unknown \(remark.topic.rawValue) \"\(remark.code)\"") }
    try append(TapKind.remark.name, remark.body(session: session.reference), to: try sittingChain(session.replica))
  }

  /// Takes a session out of all figures. It stays listed, with the reason.
  ///
  /// - Throws: `Refusal.invalid` where another machine recorded it: its chain is that machine's to continue.
  package func void(_ session: SessionRecord, _ reason: VoidCode) throws {
    guard let reference = FactReference(hex: session.digest), let dash = session.id.lastIndex(of: "-"),
      try isOwn(session: reference)
    else {
      throw Refusal.invalid("another machine recorded the session \(session.id), and only it can void the session")
    }
    // The results of a plan that was closed are logged again: begun first, they have the same moment, and one undo takes all
    // back.
    _ = try startChain()
    let remark = TapRemark(topic: .void, code: reason.rawValue)
    let number = try append(
      TapKind.remark.name, remark.body(session: reference), to: try sittingChain(String(session.id[..<dash])))
    if let digest = try FactTable.digest(database, number: number) {
      try Decision.follow.store(about: digest, in: database)
    }
  }

  /// Whether a session was recorded on this machine or on one of its tap pages.
  private func isOwn(session: FactReference) throws -> Bool {
    let sql = """
      SELECT 1 FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      LEFT JOIN decision ON decision.identity = fact.digest AND decision.kind = 'follow'
      WHERE session_fact.kind = 1 AND session_fact.session = ? AND (branch.own <> 0 OR decision.kind IS NOT NULL)
      """
    return try database.scalar(sql, [.blob(session.bytes)]) != nil
  }

  /// The name of a result that was just logged, `<replica>-<sequence>`.
  package func name(of result: LoggedResult) throws -> String { try reader.name(of: result.number) }

  private func reference(of number: Int64) throws -> FactReference {
    guard let digest = try FactTable.digest(database, number: number) else {
      throw Refusal.invalid("the new entry is missing")
    }
    return digest.reference
  }
}

/// Contacts of a plan that was closed long ago.
package struct OldContacts: Sendable {
  package var plan: String
  /// Who closed it; empty where that is not known.
  package var closedBy: String
  /// Whether it was closed here: what others write destroys nothing.
  package var isDue: Bool
  var facts: [Int64]

  package var count: Int { facts.count }
}

extension Writer {
  /// How long contacts are kept once a plan is closed, in days: what was measured of them stands in the trials.
  package static let contactDays = 180

  /// Destroys the contacts of plans that were closed here long ago; the trials stay.
  ///
  /// - Returns: how many records of contacts went; nil where there was nothing to do.
  package func eraseOldContacts(by tester: String) throws -> Int? {
    let numbers = try reader.oldContacts().filter(\.isDue).flatMap(\.facts)
    guard !numbers.isEmpty else { return nil }
    let report = try erase(numbers.map { try reader.name(of: $0) }, reason: .retention, by: tester)
    return report.destroyed["contact"]
  }
}

extension Reader {
  /// Contacts that are kept here for longer than they should, by the keys of their plans.
  ///
  /// Most trackers hold no contact, and then nothing else is looked at.
  package func oldContacts() throws -> [OldContacts] {
    guard try database.scalar("SELECT 1 FROM session_fact WHERE kind = 3 LIMIT 1") != nil else { return [] }
    let limit = now - Int64(Writer.contactDays) * 86_400_000
    let sql = """
      SELECT session_fact.fact FROM session_fact WHERE kind = 3 AND session IN (
        SELECT session_fact.session FROM session_fact JOIN fact ON fact.id = session_fact.fact
        WHERE session_fact.kind = 1 AND json_extract(fact.body, '$.plan') = ?)
      ORDER BY session_fact.fact
      """
    return try plans().filter { $0.closed.map { $0 <= limit } ?? false }.compactMap { plan in
      let facts = try database.all(sql, [.text(plan.key)]) { $0.int64(0) }
      let closings = try closings(ofPlan: plan.key)
      guard !facts.isEmpty, let shown = closings.first else { return nil }
      let own = try closings.first { try isFollowed($0.fact) }
      let isDue = own?.time.map { $0 <= limit } ?? false
      return OldContacts(plan: plan.key, closedBy: (isDue ? own ?? shown : shown).by, isDue: isDue, facts: facts)
    }
  }

  /// The latest first; without a time where it was opened again.
  private func closings(ofPlan key: String) throws -> [(fact: Int64, time: Int64?, by: String)] {
    let sql = """
      SELECT register.fact, json_extract(register.value, '$'), json_extract(fact.body, '$.by')
      FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = ? AND register.key = ? AND register.field = 'closed' AND fact.undone & 1 = 0
      ORDER BY fact.ms DESC, fact.counter DESC, fact.digest DESC
      """
    return try database.all(sql, [.text(TapPlan.recordKind), .text(key)]) { row in
      (row.int64(0), row.isNull(1) ? nil : row.int64(1), row.optionalText(2) ?? "")
    }
  }
}

/// The facts of tests with children, and their numbers in `session_fact.kind`.
package enum TapKind: Int64, CaseIterable, Sendable {
  case session = 1
  case trial
  case contact
  case remark

  /// The kind of the fact.
  package var name: String {
    switch self {
    case .session: "session"
    case .trial: "trial"
    case .contact: "contact"
    case .remark: "remark"
    }
  }

  package init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

extension Projector {
  /// Adds a stored fact of a test with a child; false where its body is not understood.
  func addTapping(_ fact: Fact, _ kind: TapKind, number: Int64, _ reference: FactReference) throws -> Bool {
    // What belongs to an erased session is erased too, whenever and wherever it comes.
    requests.hasNewSessions = true
    guard let session = Self.session(of: fact, kind, reference) else { return false }
    if kind == .session {
      try refuseStrangers(to: session, of: fact.replica)
    } else if let owner = try replica(ofSession: session), owner != ExactText(fact.replica) {
      return false
    }
    try database.run(
      "INSERT OR REPLACE INTO session_fact (fact, kind, session, retracted) VALUES (?, ?, ?, 0)",
      [.integer(number), .integer(kind.rawValue), .blob(session.bytes)])
    if kind == .remark, fact.body["topic"]?.stringValue == TapRemarkTopic.end.rawValue {
      requests.ended(inLineOf: number)
    }
    return true
  }

  private func replica(ofSession session: FactReference) throws -> ExactText? {
    let sql = """
      SELECT branch.replica FROM session_fact JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind = 1 AND session_fact.session = ? LIMIT 1
      """
    return try database.first(sql, [.blob(session.bytes)]) { ExactText($0.text(0)) }
  }

  /// What another chain says of a session is no part of it, also where that came first.
  private func refuseStrangers(to session: FactReference, of replica: String) throws {
    let sql = """
      SELECT session_fact.fact FROM session_fact JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.session = ? AND session_fact.kind <> 1 AND branch.replica <> ?
      """
    for number in try database.all(sql, [.blob(session.bytes), .text(replica)], { $0.int64(0) }) {
      try database.run("DELETE FROM session_fact WHERE fact = ?", [.integer(number)])
      try database.run("UPDATE fact SET projected = 0 WHERE id = ?", [.integer(number)])
    }
  }

  private static func session(of fact: Fact, _ kind: TapKind, _ reference: FactReference) -> FactReference? {
    let isUnderstood =
      switch kind {
      case .session: TapSession(fact.body) { $0 } != nil
      case .trial: TapTrial(fact.body) != nil
      case .contact: TapContact.read(fact.body) != nil
      case .remark: TapRemark(fact.body) != nil
      }
    guard isUnderstood else { return nil }
    return kind == .session ? reference : fact.body["session"]?.stringValue.flatMap { FactReference(hex: $0) }
  }
}

extension Reader {
  /// The facts of sessions with children, their headers, and the erasures and undos in their chains. They stay on this
  /// machine unless they are shared by name.
  package func childFacts() throws -> FactRuns {
    let sql = """
      SELECT id FROM branch WHERE replica IN (
        SELECT replica FROM branch
        WHERE id IN (SELECT id >> \(FactNumber.bits) FROM fact WHERE kind IN (\(TapKind.names)))) ORDER BY id
      """
    return try childFacts(of: database.all(sql, []) { $0.int64(0) })
  }

  /// Those of sessions whose guardians allow sharing in full, and those that this recipient was given; none that counts
  /// in no figure here, since it would count as this machine's where this one is followed.
  package func childFactsToHandOn(to recipient: String) throws -> FactRuns {
    let sql = """
      SELECT branch.id FROM branch WHERE replica IN (
        SELECT branch.replica FROM session_fact JOIN fact ON fact.id = session_fact.fact
        JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
        WHERE session_fact.kind = 1 AND session_fact.retracted <> 2 AND json_extract(fact.body, '$.consent.full') = 1
        UNION SELECT replica FROM given WHERE recipient = ?)
      ORDER BY branch.id
      """
    let strange = Set(try uncountedSessions().map(FactNumber.line(of:)))
    return try childFacts(of: database.all(sql, [.text(recipient)]) { $0.int64(0) }.filter { !strange.contains($0) })
  }

  /// The replicas of sessions among some facts that have content.
  package func sessionRecords(among facts: FactRuns) throws -> [String] {
    let sql = """
      SELECT branch.replica, session_fact.fact FROM session_fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits) WHERE session_fact.kind = 1
      """
    return try database.all(sql, []) { ($0.text(0), $0.int64(1)) }.filter { facts.contains($0.1) }.map(\.0)
  }

  /// All of a line that goes on from a session without a word of its course.
  private func requestsBesideSession(_ range: [Value]) throws -> [Int64] {
    let sql = """
      SELECT id FROM fact WHERE id BETWEEN ?1 AND ?2 AND EXISTS (
        SELECT 1 FROM run JOIN fact AS session ON session.id = run.parent
        WHERE run.first = (SELECT min(id) FROM fact WHERE id BETWEEN ?1 AND ?2) AND session.kind IN (\(TapKind.names)))
      """
    return try database.all(sql, range) { $0.int64(0) }
  }

  private func childFacts(of branches: [Int64]) throws -> FactRuns {
    var facts: [ClosedRange<Int64>] = []
    for branch in branches {
      let range = FactNumber.bounds(of: branch)
      let sql = "SELECT id FROM fact WHERE id BETWEEN ? AND ? AND kind IN (\(TapKind.names))"
      let found = try database.all(sql, range) { $0.int64(0) }
      guard let first = found.first else {
        facts += try requestsBesideSession(range).map { $0...$0 }
        continue
      }
      facts += found.map { $0...$0 }
      // The chain is a session's if that is what it begins with: what a stranger links to it later changes nothing.
      let before = """
        SELECT 1 FROM fact WHERE id BETWEEN ?1 AND ?2 AND id < ?3 AND kind NOT IN ('erase', 'retract', 'replica')
        UNION ALL SELECT 1 FROM result WHERE id BETWEEN ?1 AND ?2 AND id < ?3 LIMIT 1
        """
      guard try database.scalar(before, range + [.integer(first)]) == nil else { continue }
      let control = "SELECT id FROM fact WHERE id BETWEEN ? AND ? AND kind IN ('erase', 'retract', 'replica')"
      // Where the replica has other facts as well, another program put a session into its chain. Its first fact, which
      // may name a key, stays: without it the recipient could not see who has authority over the chain.
      let isClaimed = try !isSitting(Lines.replica(database, of: branch) ?? "")
      facts += try database.all(control, range) { $0.int64(0) }
        .filter { !isClaimed || FactNumber.sequence(of: $0) > 1 }.map { $0...$0 }
    }
    return FactRuns(facts)
  }
}

extension Writer {
  /// Remembers who was given sessions with children.
  package func remember(_ sessionRecords: [String], givenTo recipient: String) throws {
    for replica in sessionRecords {
      try database.run(
        "INSERT OR IGNORE INTO given (replica, recipient, time, told) VALUES (?, ?, ?, 0)",
        [.text(replica), .text(recipient), .integer(TapMoment.day(of: now))])
    }
  }

  /// A recipient was handed the erasures of all sessions that it had been given.
  ///
  /// - Returns: how many sessions that concerned.
  package func markToldOfErasures(_ recipient: String) throws -> Int {
    let erased = try reader.untoldErasures().first { $0.recipient == recipient }?.sessionRecords ?? []
    for replica in erased {
      try database.run(
        "UPDATE given SET told = ? WHERE replica = ? AND recipient = ?",
        [.integer(max(TapMoment.day(of: now), 1)), .text(replica), .text(recipient)])
    }
    return erased.count
  }
}

extension Reader {
  /// Who was given sessions that were erased since, and was not handed the erasures yet.
  package func untoldErasures() throws -> [(recipient: String, sessionRecords: [String])] {
    let sql = """
      SELECT given.recipient, given.replica FROM given WHERE told = 0 AND EXISTS (
        SELECT 1 FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
        JOIN decision ON decision.identity = fact.digest AND decision.kind = 'follow'
        WHERE branch.replica = given.replica AND fact.kind = 'erase')
      ORDER BY given.recipient, given.replica
      """
    var found: [(recipient: String, sessionRecords: [String])] = []
    try database.rows(sql) { row in
      let recipient = row.text(0)
      if found.last?.recipient != recipient { found.append((recipient, [])) }
      found[found.count - 1].sessionRecords.append(row.text(1))
    }
    return found
  }

  /// What a recipient has to be handed: all that is left of the sessions it was given.
  package func handedOver(to recipient: String) throws -> FactRuns {
    let given = Set(
      try database.all("SELECT replica FROM given WHERE recipient = ?", [.text(recipient)]) { $0.text(0) })
    return FactRuns(
      unionOf: try replicas(of: try storedRuns()).filter { given.contains($0.replica) }.map(\.runs))
  }
}
