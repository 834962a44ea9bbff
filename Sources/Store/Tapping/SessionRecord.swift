import Audit
import Base
package import Children
import SQLite

/// A session with what belongs to it.
package struct SessionRecord: Sendable {
  /// `<replica>-<sequence>` of the session.
  package var id: String
  /// The first 32 hex digits of its identity: what its trials name.
  package var digest: String
  package var session: TapSession
  /// When it was recorded, ms UTC. It is never shown: the week is.
  package var time: Int64
  /// By number; retracted ones are not among them.
  package var trials: [SeenTrial]
  package var remarks: [TapRemark]
  /// Whether it is in the figures: it was made here, or its machine is followed, and it was not voided.
  package var counts: Bool
  /// Whether it counts since a machine is followed that handed it over, as a file said, and for no other reason.
  package var isElsewhere = false

  /// How it ended, if that is recorded.
  package var end: EndCode? {
    remarks.last { $0.topic == .end }.flatMap { EndCode(rawValue: $0.code) }
  }

  /// When it was taken out of the figures, ms UTC; nil where it was in none.
  package var voidedAt: Int64?

  /// Why it was taken out of all figures, if it was.
  package var voided: VoidCode? {
    remarks.last { $0.topic == .void }.flatMap { VoidCode(rawValue: $0.code) }
  }

  /// Whether it is in the figures, or was until it was voided.
  package var isKept: Bool { counts || voidedAt != nil }

  /// A session without consent and assent scores nothing.
  package var scored: [SeenTrial] {
    session.consent.allowsScoring ? trials.filter { $0.trial.kind == .scored } : []
  }
}

package struct SeenTrial: Sendable {
  /// `<replica>-<sequence>`.
  package var id: String
  package var trial: TapTrial
  /// What the page saw; nil where nothing was recorded or it is gone by now.
  package var contacts: [TapContact]?
}

extension Reader {
  /// The plan with a key; nil where there is none or it is not of the form this version knows.
  package func plan(_ key: String) throws -> TapPlan? {
    guard let record = try record(TapPlan.recordKind, key), !record.isDeleted else { return nil }
    return TapPlan(record)
  }

  /// Every plan, in the order of the keys.
  package func plans() throws -> [TapPlan] { try recordsOfMoment(TapPlan.recordKind).compactMap(TapPlan.init) }

  /// The sessions that stand, in the order in which they were recorded; of one plan, where one is named.
  ///
  /// - Parameter all: also those of machines that are not followed, and voided ones, which are in no figure.
  package func sessionRecords(plan: String? = nil, all: Bool = false) throws -> [SessionRecord] {
    let sql = """
      SELECT session_fact.fact, session_fact.session, \(TapMoment.sql) AS moment, fact.body, branch.own
      FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind = 1 AND session_fact.retracted = 0 AND moment <= ?
      ORDER BY moment, fact.counter, branch.replica, fact.digest
      """
    let last = past == nil ? Int64.max : now
    let rows = try database.all(sql, [.integer(last)]) { row in
      (
        row.int64(0), FactReference(bytes: row.blob(1)), row.int64(2), RecordJSON.object(row.text(3)), row.int64(4) != 0
      )
    }
    let codes = try participantCodes()
    let beside = try SessionForks(self)
    let strange = try strangeSessions { state, _ in state != .counts }
    let elsewhere = Set(strange.filter { $0.state == .follows }.map(\.number))
    let uncounted = Set(strange.map(\.number)).subtracting(elsewhere).union(try beside.holding(rows.map(\.0)))
    var sessionRecords: [SessionRecord] = []
    var places: [FactReference: Int] = [:]
    var own: Set<FactReference> = []
    for (number, digest, time, body, isOwn) in rows {
      guard let digest, let session = body.flatMap({ TapSession($0) { Self.code(of: $0, codes) } }),
        places[digest] == nil, all || !uncounted.contains(number),
        plan.map({ ExactText($0) == ExactText(session.plan) }) ?? true
      else { continue }
      places[digest] = sessionRecords.count
      if isOwn { own.insert(digest) }
      sessionRecords.append(
        SessionRecord(
          id: try name(of: number), digest: digest.hex, session: session, time: time, trials: [],
          remarks: [], counts: !uncounted.contains(number), isElsewhere: elsewhere.contains(number)))
    }
    guard !sessionRecords.isEmpty else { return [] }
    try fill(&sessionRecords, places, own, beside, until: last)
    for place in sessionRecords.indices where sessionRecords[place].voided != nil {
      if !sessionRecords[place].counts { sessionRecords[place].voidedAt = nil }
      sessionRecords[place].counts = false
    }
    return all ? sessionRecords : sessionRecords.filter(\.counts)
  }

  /// The codes of all children who are known here, each once.
  package func participants() throws -> [String] {
    let codes = try participantCodes()
    let sql = """
      SELECT DISTINCT json_extract(fact.body, '$.subject') FROM session_fact JOIN fact ON fact.id = session_fact.fact
      WHERE session_fact.kind = 1
      """
    return Set(try database.all(sql) { $0.text(0) }.map { Self.code(of: $0, codes) }).sorted()
  }

  /// What the child of a session is called here.
  func code(of subject: String) throws -> String { Self.code(of: subject, try participantCodes()) }

  /// The codes of subjects that this machine knows.
  private func participantCodes() throws -> [String: String] {
    Dictionary(
      firstOf: try database.all("SELECT subject, code FROM participant ORDER BY subject", []) {
        ($0.text(0), $0.text(1))
      })
  }

  /// What a child is called here: by its code where that is known, else by the beginning of its subject, which says
  /// nothing either.
  private static func code(of subject: String, _ codes: [String: String]) -> String {
    codes[subject] ?? "s-\(subject.prefix(8))"
  }

  /// When a session with a child was last taken out of what is published, ms UTC: erased or voided; nil where none ever
  /// was.
  package func lastRemovalOfChild() throws -> Int64? {
    let voided = try sessionRecords(all: true).compactMap(\.voidedAt)
    return (voided + [try lastErasureOfEarlierVersion(), try lastErasureOfSession()].compactMap { $0 }).max()
  }

  /// When a session of a plan was last taken out of what a closing of it may have told of single children, ms UTC: erased,
  /// or voided after a closing; nil where none was.
  package func lastRemoval(ofPlan key: String) throws -> Int64? {
    let erased = [try lastErasureOfEarlierVersion(), try lastErasure(ofPlan: key)]
    let isFirst = try record(TapPlan.recordKind, key)?.list("results").isEmpty ?? true
    let voided = isFirst ? [] : try sessionRecords(plan: key, all: true).compactMap(\.voidedAt)
    return (voided + erased.compactMap { $0 }).max()
  }

  /// An erasure that an earlier version followed was not noted, and its header has the moment.
  private func lastErasureOfEarlierVersion() throws -> Int64? {
    try database.first(
      """
      SELECT max(ms) FROM fact WHERE kind = 'erase' AND body <> '' AND json_type(body, '$.sitting') = 'text'
        AND EXISTS (SELECT 1 FROM decision WHERE identity = fact.digest AND kind = 'follow')
      """, []
    ) { $0.optionalInt64(0) } ?? nil
  }

  /// The results that were logged when a plan was closed, as far as they are here and say something.
  package func resultsOfPlan(_ key: String) throws -> [String] {
    guard let names = try record(TapPlan.recordKind, key)?.list("results"), !names.isEmpty else { return [] }
    return try names.filter { id in
      guard let dash = id.lastIndex(of: "-"), let sequence = Int64(id[id.index(after: dash)...]),
        (1...FactNumber.largestSequence).contains(sequence)
      else { return false }
      return try Lines.all(database, of: String(id[..<dash])).contains { line in
        let number = FactNumber.make(line: line, sequence: sequence)
        return try database.scalar("SELECT 1 FROM result WHERE id = ?", [.integer(number)]) != nil
      }
    }
  }

  /// The replicas of all sessions of a child, retracted ones too.
  func sessions(of code: String) throws -> [String] {
    let codes = try participantCodes()
    let sql = """
      SELECT branch.replica, json_extract(fact.body, '$.subject')
      FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind = 1 ORDER BY session_fact.fact
      """
    return try database.all(sql) { ($0.text(0), $0.text(1)) }
      .filter { ExactText(Self.code(of: $0.1, codes)) == ExactText(code) }.map(\.0)
  }

  /// Whether a replica is a session with a child: it says nothing but that.
  package func isSitting(_ replica: String) throws -> Bool {
    if try LocalTable.get(database, "replica").map(ExactText.init) == ExactText(replica) { return false }
    let kinds = (TapKind.allCases.map(\.name) + ControlKind.allCases.map(\.rawValue)).map { "'\($0)'" }
    return try !Lines.all(database, of: replica).contains { line in
      let range = FactNumber.bounds(of: line)
      let sql = """
        SELECT 1 FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT 1 FROM fact WHERE id BETWEEN ?1 AND ?2 AND kind NOT IN (\(kinds.joined(separator: ", "))) LIMIT 1
        """
      return try database.scalar(sql, range) != nil
    }
  }

  /// Reads what hangs on sessions.
  ///
  /// - Parameter own: those of this machine: what others wrote behind them, under the name of their chains, is no part of
  ///   them.
  private func fill(
    _ sessionRecords: inout [SessionRecord], _ places: [FactReference: Int], _ own: Set<FactReference>,
    _ beside: SessionForks, until last: Int64
  ) throws {
    let sql = """
      SELECT session_fact.fact, session_fact.session, session_fact.kind, fact.body, substr(fact.digest, 1, 16), branch.own,
        \(TapMoment.sql) AS moment
      FROM session_fact JOIN fact ON fact.id = session_fact.fact JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind <> 1 AND session_fact.retracted = 0 AND moment <= ?
      ORDER BY fact.ms, fact.counter, branch.replica, fact.id & \(FactNumber.largestSequence), fact.digest
      """
    var rows = try database.all(sql, [.integer(last)]) { row in
      (
        row.int64(0), FactReference(bytes: row.blob(1)), TapKind(rawValue: row.int64(2)),
        RecordJSON.object(row.text(3)),
        FactReference(bytes: row.blob(4)), row.int64(5) != 0, row.int64(6)
      )
    }
    let strange = try beside.holding(rows.map(\.0)).union(uncountedVoids())
    rows.removeAll { row in !row.5 && (row.1.map(own.contains) ?? false || strange.contains(row.0)) }
    // A session tells of its own trials alone.
    var contacts: [[FactReference]: [TapContact]] = [:]
    for (_, session, kind, body, _, _, _) in rows where kind == .contact {
      guard let session, let body, let trial = body["trial"]?.stringValue.flatMap({ FactReference(hex: $0) }) else {
        continue
      }
      contacts[[session, trial], default: []] += TapContact.read(body) ?? []
    }
    let ends = Self.ends(rows.compactMap { row in row.1.map { (row.0, $0, row.2, row.3) } })
    for (number, session, kind, body, digest, _, time) in rows {
      guard let session, let place = places[session], let body else { continue }
      // A trial behind the end of a session is no part of it: anyone with a copy can go on from there.
      if kind == .trial, FactNumber.sequence(of: number) < ends[session] ?? .max, let trial = TapTrial(body) {
        sessionRecords[place].trials.append(
          SeenTrial(id: try name(of: number), trial: trial, contacts: digest.flatMap { contacts[[session, $0]] }))
      }
      if kind == .remark, let remark = TapRemark(body) {
        sessionRecords[place].remarks.append(remark)
        if remark.topic == .void { sessionRecords[place].voidedAt = time }
      }
    }
    for place in sessionRecords.indices {
      sessionRecords[place].trials.sort { ($0.trial.number, $0.id) < ($1.trial.number, $1.id) }
    }
  }
}

extension Reader {
  /// The places in their chains at which sessions end.
  private static func ends(
    _ rows: [(number: Int64, session: FactReference, kind: TapKind?, body: JSONObject?)]
  ) -> [FactReference: Int64] {
    var ends: [FactReference: Int64] = [:]
    for row in rows where row.kind == .remark {
      guard row.body.flatMap({ TapRemark($0) })?.topic == .end else { continue }
      ends[row.session] = min(ends[row.session] ?? .max, FactNumber.sequence(of: row.number))
    }
    return ends
  }
}

/// A session with a child that was made elsewhere: it is in no figure here until its machine is followed.
package struct WaitingSession: Equatable, Sendable {
  /// `<replica>-<sequence>`.
  package var id: String
  package var replica: String
  package var plan: String
  /// The machine that handed it over; empty where no file said.
  package var machine: String
  var identity: Digest
  /// It is about an entry that takes a session out of the figures: `id` and `identity` are those of that entry.
  package var isVoid = false
  /// What stands for the child; empty where that is not told.
  package var child = ""
  /// Who works at the machine, where it is followed; empty where nothing says so.
  package var tester = ""
}

/// Which sessions with children count on this machine: those that were made on it or on its tap pages, and those of
/// machines that it follows. A session is a replica of its own, so it counts with a machine that handed it over.
struct SessionStanding {
  enum State {
    /// `counts` is a decision about this one, or that it is of this machine.
    case counts, follows, waits, refused
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
    if try following.follows(number) { return .follows }
    return machines[replica]?.contains(where: followed.contains) ?? false ? .follows : .waits
  }

  /// Of several, one that is followed.
  func machine(_ replica: String) -> String {
    machines[replica].flatMap { $0.first(where: followed.contains) ?? $0.first } ?? ""
  }
}

extension Reader {
  /// The sessions that wait, by the machines that handed them over and their plans.
  ///
  /// - Parameter numbers: only these; nil for all.
  package func waitingSessions(among numbers: Set<Int64>? = nil) throws -> [WaitingSession] {
    try strangeSessions { $0 == .waits && numbers?.contains($1) ?? true }.map(\.session)
      .sorted { ($0.machine, $0.plan, $0.id) < ($1.machine, $1.plan, $1.id) }
  }

  /// The machines that handed sessions over, as files said. Of one that only recorded sessions nothing else is here.
  package func machinesOfSessions() throws -> [String] {
    let sql = """
      SELECT DISTINCT substr(kind, \(SessionStanding.prefix.utf8.count + 1)) FROM following
      WHERE kind GLOB '\(SessionStanding.prefix)*' ORDER BY 1
      """
    return try database.all(sql, []) { $0.text(0) }
  }

  /// The local numbers of the sessions that are here and count in no figure.
  func uncountedSessions() throws -> Set<Int64> {
    Set(try strangeSessions { state, _ in state == .waits || state == .refused }.map(\.number))
  }

  /// Those of some sessions that count since their machine is followed.
  func followedSessions(among numbers: Set<Int64>) throws -> [WaitingSession] {
    var testers: [String: String] = [:]
    return try strangeSessions { $0 == .follows && numbers.contains($1) }.map { _, _, session in
      var session = session
      session.tester = try testers.value(session.machine) { try worker(at: Lines.all(database, of: session.machine)) }
      return session
    }
  }

  private func strangeSessions(
    where fits: (SessionStanding.State, Int64) -> Bool
  ) throws -> [(number: Int64, state: SessionStanding.State, session: WaitingSession)] {
    let sql = """
      SELECT session_fact.fact, branch.replica, json_extract(fact.body, '$.plan'), fact.digest,
        json_extract(fact.body, '$.subject')
      FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind = 1 AND session_fact.retracted = 0 AND branch.own = 0
      """
    let rows = try database.all(sql, []) {
      ($0.int64(0), $0.text(1), $0.optionalText(2) ?? "", Digest(bytes: $0.blob(3)), $0.optionalText(4) ?? "")
    }
    guard !rows.isEmpty else { return [] }
    let standing = try SessionStanding(self)
    return try rows.compactMap { number, replica, plan, identity, child in
      guard let identity, case let state = try standing.state(of: number, replica, identity), fits(state, number) else {
        return nil
      }
      return (
        number, state,
        WaitingSession(
          id: try name(of: number), replica: replica, plan: plan, machine: standing.machine(replica),
          identity: identity, child: child)
      )
    }
  }
}

extension Reader {
  /// Whether a chain of a machine names another key than this one.
  func hasOtherKey(_ machine: String, than key: String?) throws -> Bool {
    try Lines.all(database, of: machine).contains { line in
      try lineage.root(of: FactNumber.make(line: line, sequence: 1)).signer.map { $0 != key } ?? false
    }
  }
}
