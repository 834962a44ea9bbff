import AuditModel
import CanonicalJSON
import SQLite

/// What became of facts that came from elsewhere.
package struct Reception: Equatable, Sendable {
  package var added = 0
  package var same = 0
  /// Facts whose replica and sequence stood here already with another digest: both are kept.
  package var forks = 0
  /// Facts from a clock far ahead of ours: kept; they do not move our clock.
  package var aheadOfClock = 0
  /// Facts this version does not understand: stored and forwarded as they are.
  package var keptForNewer = 0

  package init() {}
}

extension Writer {
  /// Takes in facts of other replicas, in any order and however often: the union of what was there and what comes.
  package func receive(_ facts: [Fact]) throws -> Reception {
    var reception = Reception()
    let own = try LocalTable.get(database, "replica") ?? ""
    for fact in facts {
      let added = reception.added
      try receive(fact, &reception)
      // What we said and do not know of: this file is an older copy. The next write is another replica's.
      if reception.added > added, ExactText(fact.replica) == ExactText(own) { try Identity.doubt(database) }
    }
    checks = [:]
    components = [:]
    return reception
  }

  private func receive(_ fact: Fact, _ reception: inout Reception) throws {
    let digest: Digest
    do throws(CanonicalError) {
      digest = SHA256.digest(of: try CanonicalWriter.bytes(of: fact.json))
    } catch {
      throw Refusal.invalid("a fact cannot be written in canonical form: \(error)")
    }
    guard let place = try place(for: fact, digest: digest) else {
      reception.same += 1
      return
    }
    reception.added += 1
    if place.isFork { reception.forks += 1 }
    if fact.clock.isAhead(of: now) { reception.aheadOfClock += 1 }
    let isUnderstood: Bool
    if fact.kind == "result", let body = ResultBody(fact.body) {
      try store(fact, body, digest: digest, number: place.number)
      isUnderstood = true
    } else {
      let body = String(decoding: try CanonicalWriter.bytes(of: .object(fact.body)), as: UTF8.self)
      try FactTable.insert(fact, number: place.number, digest: digest, body: body, into: database)
      isUnderstood = try projector.add(fact, number: place.number, digest: digest.prefix8)
      if isUnderstood { try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(place.number)]) }
    }
    if !isUnderstood { reception.keptForNewer += 1 }
  }

  /// A free number for a fact; nil when the fact is here already.
  private func place(for fact: Fact, digest: Digest) throws -> (number: Int64, isFork: Bool)? {
    var isFork = false
    var free: Int64?
    let lines = try Lines.all(database, of: fact.replica)
    for line in lines {
      let number = FactNumber.make(line: line, sequence: fact.sequence)
      guard let stored = try FactTable.digest(database, number: number) else {
        if free == nil { free = number }
        continue
      }
      if stored == digest { return nil }
      isFork = true
    }
    if let free { return (free, isFork) }
    try database.run(
      "INSERT INTO line (replica, fork) VALUES (?, ?)", [.text(fact.replica), .integer(Int64(lines.count))])
    let line = database.lastInsertRowID
    guard line <= FactNumber.largestLine else { throw Refusal.invalid("too many replicas") }
    return (FactNumber.make(line: line, sequence: fact.sequence), isFork)
  }

  /// The last result of a line in a cell, by the index alone however many there are.
  static let newestSQL = "SELECT max(id) FROM result WHERE cell = ? AND id BETWEEN ? AND ?"

  func store(_ fact: Fact, _ body: ResultBody, digest: Digest, number: Int64) throws {
    let interner = projector.interner
    let row = try projector.cells.cell(
      component: try interner.number(body.component), check: try interner.number(body.check),
      condition: try interner.number(body.condition)
    ) { try projector.category(ofCheck: body.check) }
    let context = try interner.context(
      tester: body.tester, device: body.device, os: body.os, build: body.build, audit: body.audit,
      source: body.source)
    let line = FactNumber.line(of: number)
    let newest =
      row.line == 0
      ? nil
      : try database.scalar(
        Self.newestSQL,
        [
          .integer(row.id), .integer(FactNumber.make(line: line, sequence: 0)),
          .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
        ])
    let value = try body.value.map {
      String(decoding: try CanonicalWriter.bytes(of: ValueJSON.encode($0)), as: UTF8.self)
    }
    let isExact = body.json == fact.body
    let kept = isExact ? nil : String(decoding: try CanonicalWriter.bytes(of: .object(fact.body)), as: UTF8.self)
    var stored = ResultTable.Row(
      number: number, cell: row.id, context: context, clock: fact.clock,
      previous: ShortDigest.parse(fact.previous), digest: digest, time: body.time, outcome: body.outcome,
      severity: body.severity, text: body.text, value: value, note: nil, saw: body.saw, body: kept)
    if var note = body.note {
      try note.withUTF8 { bytes in
        stored.note = bytes
        try inserter.insert(stored)
      }
    } else {
      try inserter.insert(stored)
    }
    try projector.arrived(fact, digest: digest.prefix8)
    let isRetracted = try projector.isRetracted(digest.prefix8)
    projector.cells.add(
      to: row, number: number, clock: fact.clock, time: body.time, outcome: body.outcome, severity: body.severity,
      sawAll: !isRetracted && (row.line == 0 || row.line == line) && number > newest ?? 0)
  }
}
