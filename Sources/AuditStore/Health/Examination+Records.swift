import AuditModel
import CanonicalJSON
import SQLite

/// What is there beside the facts' own soundness: newer facts, clocks, who we are, conflicts, references.
extension Examination {
  func newerFindings() throws -> [HealthFinding] {
    var kinds = NamedCount()
    var facts = 0
    try database.rows("SELECT kind, count(*) FROM fact WHERE projected = 0 GROUP BY kind ORDER BY kind") { row in
      facts += row.int(1)
      kinds.add(row.text(0))
    }
    guard facts > 0 else { return [HealthFinding(.newer, .ok, "This version understands every fact.")] }
    return [
      HealthFinding(
        .newer, .note,
        "\(HealthWords.counted(facts, "fact is", "facts are")) kept for a newer version (\(kinds.list)): stored and "
          + "passed on, not counted.", advice: "A newer a11y will understand them.")
    ]
  }

  func clockFindings() throws -> [HealthFinding] {
    let now = environment.now()
    let (limit, overflow) = now.addingReportingOverflow(HybridTime.tolerance)
    guard !overflow else { return [] }
    let sql = """
      SELECT replica, count(*), max(ms) FROM (
        SELECT id, ms FROM result WHERE ms > ?1 UNION ALL SELECT id, ms FROM fact WHERE ms > ?1)
      AS ahead JOIN branch ON branch.id = ahead.id >> \(FactNumber.bits) GROUP BY replica ORDER BY replica
      """
    let findings = try database.all(sql, [.integer(limit)]) { row in
      HealthFinding(
        .clock, .note,
        "\(HealthWords.counted(row.int(1), "fact")) of the replica \(row.text(0)) "
          + "\(row.int(1) == 1 ? "is" : "are") ahead of this machine's clock, up to "
          + "\(Timestamp(milliseconds: row.int64(2)).iso8601).",
        advice: "Set the clocks right; the facts are kept and do not move the clock of this tracker.")
    }
    return findings.isEmpty ? [HealthFinding(.clock, .ok, "No fact is ahead of this machine's clock.")] : findings
  }

  func replicaFindings() throws -> [HealthFinding] {
    guard let replica = try LocalTable.get(database, "replica") else {
      return [
        HealthFinding(
          .replica, .wrong, "The file does not say which replica it is.", advice: "Go on from a backup.")
      ]
    }
    let line = try database.scalar("SELECT id FROM branch WHERE replica = ? AND fork = 0", [.text(replica)])
    let last = try line.flatMap { try FactTable.last(database, line: $0) }
    var words = "This file is the replica \(replica)"
    if let line, let parent = try parent(of: line) { words += ", a copy of \(parent)" }
    words +=
      last.map { ", with \(HealthWords.counted(Int(clamping: $0.sequence), "fact")) of its own." }
      ?? ", without facts of its own yet."
    var findings = [HealthFinding(.replica, .ok, words)]
    if try LocalTable.get(database, "place") != FileState.place(of: path, host: environment.host) {
      findings.append(
        HealthFinding(
          .replica, .note,
          "The file was copied or moved since it was last written. Its next write makes it a replica "
            + "of its own, so that nothing is lost."))
    }
    if let mark = Mark.load(beside: path), mark.replica == replica {
      let known = try line.flatMap {
        try FactTable.digest(database, number: FactNumber.make(line: $0, sequence: mark.sequence))
      }
      if known?.shortHex != mark.digest {
        findings.append(
          HealthFinding(
            .replica, .note,
            "This replica had come to fact \(mark.sequence) in this folder, and the file does not hold that fact: an "
              + "older copy was put in its place, or facts were removed.",
            advice: "If that was no intention, look for the newer file. The next write makes it a replica of its own."))
      }
    }
    return findings
  }

  /// The replica that a line's first fact names as its parent.
  private func parent(of line: Int64) throws -> String? {
    let body = try database.first(
      "SELECT body FROM fact WHERE id = ? AND kind = 'replica'", [.integer(FactNumber.make(line: line, sequence: 1))]
    ) { $0.text(0) }
    return body.flatMap(RecordJSON.object)?["parent"]?.stringValue
  }

  /// What should be gone by now.
  func retentionFindings() throws -> [HealthFinding] {
    let overdue = try Reader(database: database, now: environment.now()).oldContactCount()
    guard overdue > 0 else { return [] }
    return [
      HealthFinding(
        .retention, .wrong,
        "\(HealthWords.counted(overdue, "record of contacts is", "records of contacts are")) overdue: their plan was closed "
          + "\(Writer.contactDays) days ago or earlier.",
        advice: "The next a11y sync, import, backup or tap run destroys them.")
    ]
  }

  func conflictFindings() throws -> [HealthFinding] {
    var records = NamedCount()
    try database.rows("SELECT kind, key FROM record WHERE \(Reader.openConflict) ORDER BY kind, key") { row in
      records.add("\(row.text(0)) \(row.text(1))")
    }
    guard !records.isEmpty else {
      return [HealthFinding(.conflicts, .ok, "No record was changed in two ways at once.")]
    }
    return [
      HealthFinding(
        .conflicts, .note,
        "\(HealthWords.counted(records.count, "record has", "records have")) fields with more than one value: "
          + "\(records.list).", advice: "a11y resolve names the values and settles them.")
    ]
  }

  func referenceFindings() throws -> [HealthFinding] {
    var findings: [HealthFinding] = []
    let unregistered = try names(
      """
      SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.component
      WHERE cell.results > 0 AND NOT EXISTS (SELECT 1 FROM record WHERE kind = 'component' AND key = term.text)
      ORDER BY 1
      """)
    if !unregistered.isEmpty {
      findings.append(
        HealthFinding(
          .references, .note,
          "\(HealthWords.counted(unregistered.count, "unregistered component has", "unregistered components have")) "
            + "results: \(unregistered.list).",
          advice: "a11y new component registers them; their results count meanwhile."))
    }
    let unknown = try names(
      """
      SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.check_id
      WHERE cell.results > 0 AND NOT EXISTS (SELECT 1 FROM check_text WHERE check_id = term.text) ORDER BY 1
      """)
    if !unknown.isEmpty {
      findings.append(
        HealthFinding(
          .references, .note,
          "\(HealthWords.counted(unknown.count, "check has", "checks have")) results and no text here: \(unknown.list).",
          advice: "They come with a newer a11y, or with the bundle of the team that made them."))
    }
    if findings.isEmpty {
      findings = [HealthFinding(.references, .ok, "Every result names a component and check known here.")]
    }
    return findings
  }

  private func names(_ sql: String) throws -> NamedCount {
    var names = NamedCount()
    try database.rows(sql) { names.add($0.text(0)) }
    return names
  }
}
