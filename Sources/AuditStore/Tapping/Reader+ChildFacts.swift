import SQLite

extension Reader {
  /// The facts of sessions with children, their headers, and the erasures and undos in their chains. They stay on this
  /// machine unless they are shared by name.
  package func childFacts() throws -> FactRuns {
    let sql = "SELECT DISTINCT id >> \(FactNumber.bits) FROM fact WHERE kind IN (\(TapKind.names)) ORDER BY 1"
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

  private func childFacts(of branches: [Int64]) throws -> FactRuns {
    var facts: [ClosedRange<Int64>] = []
    for branch in branches {
      let range: [Value] = [
        .integer(FactNumber.make(line: branch, sequence: 0)),
        .integer(FactNumber.make(line: branch, sequence: FactNumber.largestSequence)),
      ]
      let sql = "SELECT id FROM fact WHERE id BETWEEN ? AND ? AND kind IN (\(TapKind.names))"
      let found = try database.all(sql, range) { $0.int64(0) }
      guard let first = found.first else { continue }
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
