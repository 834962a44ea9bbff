package import Audit
package import Base
import SQLite

extension Reader {
  /// Calls `visit` with every selected fact as it travels, in the order of replica, sequence and digest: the same
  /// facts give the same lines, wherever and however they arrived.
  ///
  /// - Throws: `StoreError.damaged` for a fact that no longer hashes to its digest, and what `visit` throws.
  package func lines(_ selection: FactSelection = FactSelection(), _ visit: (FactLine) throws -> Void) throws {
    let results = ResultLines(database)
    for replica in try factReplicas() {
      let sequence = selection.after[replica] ?? 0
      guard sequence < FactNumber.largestSequence else { continue }
      let lines = try Lines.all(database, of: replica)
      var cursors = try lines.flatMap { line in
        try [true, false].map { isResult in
          try FactCursor(
            database, line: line, after: sequence, replica: replica, isResult: isResult,
            isKeptOpen: lines.count <= FactCursor.mostOpen)
        }
      }
      cursors.removeAll { !$0.isOnRow }
      // The next one is the last: a replica with many forks has as many lines.
      cursors.sort { $1.stands(before: $0) }
      while let next = cursors.popLast() {
        let place = try next.place()
        if try selection.includes?(place) ?? true { try next.line(place, results, visit) }
        try next.advance()
        guard next.isOnRow else { continue }
        cursors.insert(next, at: (0..<cursors.count).partition { next.stands(before: cursors[$0]) })
      }
    }
  }
}

/// Walks the results, or the other facts, of one line of a replica in their order.
final class FactCursor {
  /// Of a replica with more lines than these, which forks make, no statement stays open between two facts: each takes
  /// some thousand bytes, and SQLite goes through all that are open.
  static let mostOpen = 8

  private(set) var isOnRow = false
  private(set) var sequence: Int64 = 0
  private let database: Connection
  private let line: Int64
  private let isKeptOpen: Bool
  private var open: Statement?
  private var digest: Digest?
  private let replica: String
  private let isResult: Bool
  private var buffer: [UInt8] = []
  private var header: [UInt8] = []

  init(
    _ database: Connection, line: Int64, after sequence: Int64, replica: String, isResult: Bool, isKeptOpen: Bool
  ) throws {
    (self.database, self.line, self.replica) = (database, line, replica)
    (self.isResult, self.isKeptOpen) = (isResult, isKeptOpen)
    self.sequence = min(max(sequence, 0), FactNumber.largestSequence - 1)
    try advance()
  }

  static let resultSQL = """
    SELECT \(ResultLines.columns) FROM result WHERE id BETWEEN ?1 AND ?2 ORDER BY id
    """
  static let factSQL = """
    SELECT id, ms, counter, prev, digest, kind, body,
      CASE WHEN kind IN (\(RecordProjector.factKindsSQL)) AND body <> '' THEN json_extract(body, '$.kind') END,
      CASE WHEN kind IN (\(RecordProjector.factKindsSQL)) AND body <> ''
        THEN json_type(body, '$.fields.notes') IS NOT NULL OR json_type(body, '$.\(LastChange.reason)') IS NOT NULL
        ELSE 0 END,
      saw, salt, commitment
    FROM fact WHERE id BETWEEN ?1 AND ?2 ORDER BY id
    """

  func stands(before other: FactCursor) -> Bool {
    if sequence != other.sequence { return sequence < other.sequence }
    return digest ?? Digest(words: (0, 0, 0, 0)) < other.digest ?? Digest(words: (0, 0, 0, 0))
  }

  func advance() throws {
    // A statement that is still in use would be compiled once more.
    if !isKeptOpen { open = nil }
    let rows = try open ?? statement(from: sequence + 1)
    isOnRow = try sequence < FactNumber.largestSequence && rows.step()
    guard isOnRow else {
      open = nil
      return
    }
    sequence = FactNumber.sequence(of: rows.int64(0))
    digest = rows.withBlob(4) { Digest(bytes: UnsafeRawBufferPointer($0)) }
    open = isKeptOpen ? rows : nil
  }

  private func statement(from sequence: Int64) throws -> Statement {
    let rows = try database.cached(isResult ? Self.resultSQL : Self.factSQL)
    try rows.bind(FactNumber.make(line: line, sequence: min(sequence, FactNumber.largestSequence)), at: 1)
    try rows.bind(FactNumber.make(line: line, sequence: FactNumber.largestSequence), at: 2)
    return rows
  }

  /// The row in view; read again where none stays open.
  private func row() throws -> Statement {
    if let open { return open }
    let rows = try statement(from: sequence)
    guard try rows.step() else { throw damage("is gone") }
    open = rows
    return rows
  }

  func place() throws -> FactPlace {
    let rows = try row()
    guard let digest else { throw damage("has no digest") }
    let kind = isResult ? "result" : rows.text(5)
    let isStub = !isResult && rows.withText(6) { $0.isEmpty }
    return FactPlace(
      replica: replica, sequence: sequence, number: rows.int64(0), kind: kind,
      recordKind: isResult ? nil : rows.optionalText(7),
      clock: HybridTime(milliseconds: rows.int64(1), counter: rows.int64(2)),
      hasNote: isResult ? !rows.isNull(5) : (kind == "note" && !isStub) || rows.int64(8) != 0, isStub: isStub,
      previous: rows.withBlob(3) { FactReference(bytes: $0) }, digest: digest)
  }

  /// Writes out the row in view and compares it with what it was when it came.
  func line(_ place: FactPlace, _ results: ResultLines, _ visit: (FactLine) throws -> Void) throws {
    let rows = try row()
    buffer.removeAll(keepingCapacity: true)
    FactSeal.append(clock: place.clock, to: &buffer)
    let salt = rows.withBlob(isResult ? 16 : 10) { FactSalt(bytes: $0) }
    let commitment: Digest
    if place.isStub {
      guard let stored = rows.withBlob(11, { Digest(bytes: UnsafeRawBufferPointer($0)) }) else {
        throw damage("has neither content nor a commitment to it")
      }
      commitment = stored
      CanonicalWriter.append(literal: ",\"c\":\"", to: &buffer)
      CanonicalWriter.append(hexOf: stored, to: &buffer)
      CanonicalWriter.append(literal: "\"", to: &buffer)
    } else {
      CanonicalWriter.append(literal: ",\"body\":", to: &buffer)
      let start = buffer.count
      if isResult {
        guard try results.append(rows, to: &buffer) else { throw damage("points to a missing item") }
      } else {
        rows.withText(6) { CanonicalWriter.append(raw: UnsafeRawBufferPointer($0), to: &buffer) }
      }
      commitment = buffer.withUnsafeBytes {
        FactSeal.commitment(salt: salt, body: UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
    }
    CanonicalWriter.append(literal: ",\"kind\":", to: &buffer)
    CanonicalWriter.append(string: place.kind, to: &buffer)
    FactSeal.append(sequence: place.sequence, previous: place.previous, to: &buffer)
    CanonicalWriter.append(literal: ",\"r\":", to: &buffer)
    CanonicalWriter.append(string: replica, to: &buffer)
    if let salt, !place.isStub {
      CanonicalWriter.append(literal: ",\"salt\":\"", to: &buffer)
      salt.withBytes { CanonicalWriter.append(hexOf: $0, to: &buffer) }
      CanonicalWriter.append(literal: "\"", to: &buffer)
    }
    let saw = FactReference.list(rows.blob(isResult ? 15 : 9))
    FactSeal.append(saw: saw, to: &buffer)
    // Its header has to have the identity that was stored.
    header.removeAll(keepingCapacity: true)
    FactSeal.append(
      header: commitment, clock: place.clock, kind: place.kind, sequence: place.sequence, previous: place.previous,
      replica: replica, saw: saw, to: &header)
    guard SHA256.digest(of: header) == place.digest else { throw damage("does not match its digest") }
    try buffer.withUnsafeBytes { try visit(FactLine(place: place, bytes: $0)) }
  }

  private func damage(_ what: String) -> StoreError {
    .damaged(path: database.path, detail: "entry \(sequence) of replica \(replica) \(what)")
  }
}

extension Reader {
  /// Every fact that is stored here, stubs included.
  package func storedRuns() throws -> FactRuns {
    FactRuns(
      unionOf: try database.all("SELECT id FROM branch ORDER BY id", []) { $0.int64(0) }.map { try runs(of: $0) })
  }

  /// The facts among `runs` by their replicas, in the order of their bytes.
  package func replicas(of runs: FactRuns) throws -> [(replica: String, runs: FactRuns)] {
    var replicas: [Int64: String] = [:]
    var found: [String: [ClosedRange<Int64>]] = [:]
    for run in runs.runs {
      let line = FactNumber.line(of: run.lowerBound)
      let replica = try replicas.value(line) { try Lines.replica(database, of: line) ?? "" }
      found[replica, default: []].append(run)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, FactRuns($0.value)) }
  }

  /// The least and the greatest sequence among facts of one replica.
  package func sequences(of runs: FactRuns) -> (first: Int64, last: Int64) {
    let first = runs.runs.map { FactNumber.sequence(of: $0.lowerBound) }.min() ?? 0
    return (first, runs.runs.map { FactNumber.sequence(of: $0.upperBound) }.max() ?? 0)
  }

  /// Facts of which only the header is here: their content was destroyed, or has not come.
  package func erasedRuns() throws -> FactRuns {
    FactRuns(try database.all("SELECT id FROM fact WHERE body = '' ORDER BY id", []) { $0.int64(0)...$0.int64(0) })
  }

  private func runs(of line: Int64) throws -> FactRuns {
    let range = FactNumber.bounds(of: line)
    let sql = """
      SELECT min(first), max(last), sum(rows) FROM (
        SELECT min(id) AS first, max(id) AS last, count(*) AS rows FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT min(id), max(id), count(*) FROM fact WHERE id BETWEEN ?1 AND ?2)
      """
    let bounds = try database.first(sql, range) { row in
      row.isNull(0) ? nil : (first: row.int64(0), last: row.int64(1), rows: row.int64(2))
    }
    guard let bounds, let bounds else { return FactRuns() }
    // Nearly always there is no hole.
    if bounds.last - bounds.first + 1 == bounds.rows { return FactRuns([bounds.first...bounds.last]) }
    var runs = FactRuns()
    let numbers = """
      SELECT id FROM result WHERE id BETWEEN ?1 AND ?2 UNION ALL SELECT id FROM fact WHERE id BETWEEN ?1 AND ?2
      ORDER BY id
      """
    try database.rows(numbers, range) { runs.insert($0.int64(0)) }
    return runs
  }
}

/// How far a replica is known without a hole: the last fact of the run from 1, and its digest.
package struct ReplicaEnd: Equatable, Sendable {
  package var replica: String
  package var sequence: Int64
  package var digest: Digest
}

extension Reader {
  /// The replicas that are known from their first fact on and did not fork, in the order of their bytes.
  ///
  /// - Parameter withheld: facts that are passed over: the end is one before them.
  package func replicaEnds(without withheld: FactRuns = FactRuns()) throws -> [ReplicaEnd] {
    try factReplicas().compactMap { replica in
      let lines = try Lines.all(database, of: replica)
      let facts = FactRuns(unionOf: try lines.map(runs(of:)))
      guard !Self.isForked(facts), let start = Self.stretches(of: facts).first, start.first == 1 else { return nil }
      for sequence in (1...start.last).reversed() {
        let numbers = lines.map { FactNumber.make(line: $0, sequence: sequence) }
        guard let number = numbers.first(where: facts.contains), !withheld.contains(number) else { continue }
        return try FactTable.digest(database, number: number).map {
          ReplicaEnd(replica: replica, sequence: sequence, digest: $0)
        }
      }
      return nil
    }
  }

  /// Facts of one replica that stand one behind the other, as sequences; `end` is the number of the last.
  struct Stretch {
    var first: Int64
    var last: Int64
    var end: Int64
  }

  /// The facts of one replica as the fewest stretches: what others said under our name stands in a line of its own, and
  /// may go on from there.
  static func stretches(of runs: FactRuns) -> [Stretch] {
    let found = runs.runs.map {
      Stretch(
        first: FactNumber.sequence(of: $0.lowerBound), last: FactNumber.sequence(of: $0.upperBound),
        end: $0.upperBound)
    }
    return found.sorted { $0.first < $1.first }.reduce(into: []) { joined, next in
      if let last = joined.last, last.last + 1 == next.first {
        joined[joined.count - 1] = Stretch(first: last.first, last: next.last, end: next.end)
      } else {
        joined.append(next)
      }
    }
  }

  func isForked(_ replica: String) throws -> Bool {
    Self.isForked(FactRuns(unionOf: try Lines.all(database, of: replica).map(runs(of:))))
  }

  /// Whether two facts of one replica have the same sequence.
  static func isForked(_ runs: FactRuns) -> Bool {
    let found = stretches(of: runs)
    return zip(found, found.dropFirst()).contains { $0.last >= $1.first }
  }

  /// Whether a fact stands here under a replica and sequence.
  package func holds(replica: String, sequence: Int64, _ reference: FactReference) throws -> Bool {
    guard (1...FactNumber.largestSequence).contains(sequence) else { return false }
    return try Lines.all(database, of: replica).contains { line in
      let number = FactNumber.make(line: line, sequence: sequence)
      return try FactTable.digest(database, number: number)?.reference == reference
    }
  }

  /// The digest of a fact of a replica that did not fork; nil where it is not here.
  package func digest(replica: String, sequence: Int64) throws -> Digest? {
    guard (1...FactNumber.largestSequence).contains(sequence) else { return nil }
    let lines = try Lines.all(database, of: replica)
    if try lines.count > 1 && isForked(replica) { return nil }
    for line in lines {
      let digest = try FactTable.digest(database, number: FactNumber.make(line: line, sequence: sequence))
      if let digest { return digest }
    }
    return nil
  }

  /// What must be read to get the facts in `runs`.
  package func selection(of runs: FactRuns) throws -> FactSelection {
    var selection = FactSelection { runs.contains($0.number) }
    for replica in try factReplicas() { selection.after[replica] = FactNumber.largestSequence }
    for (replica, runs) in try replicas(of: runs) {
      selection.after[replica] = runs.runs.map { FactNumber.sequence(of: $0.lowerBound) - 1 }.min() ?? 0
    }
    return selection
  }
}
