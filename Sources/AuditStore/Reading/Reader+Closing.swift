package import AuditModel
import SQLite

/// What came to an audit after it was closed: it is kept, and counts for the tracker and not for the audit.
package struct AfterClosing: Equatable, Sendable {
  /// Results that name the audit.
  package var results = 0
  /// Components of its scope that are out of use now.
  package var retired = 0
  /// Components that would belong to its scope now.
  package var added = 0

  package var isNothing: Bool { self == AfterClosing() }
}

/// The results of an audit that its closing had not seen, with any stated time: another machine had made them, and
/// they came later.
struct LateResults {
  /// By line, the last sequence that belongs to the audit.
  private let seen: [Int64: Int64]

  /// Nil where the audit is open at the reader's moment, or was closed by a version that did not say what it had seen.
  init?(_ audit: AuditRound, _ reader: Reader) throws {
    guard let closed = audit.closed, reader.now <= closed, let names = audit.seen else { return nil }
    let last = Dictionary(names.compactMap(Self.read), uniquingKeysWith: max)
    var seen: [Int64: Int64] = [:]
    try reader.database.rows("SELECT id, replica FROM branch", []) { row in
      if let sequence = last[ExactText(row.text(1))] { seen[row.int64(0)] = sequence }
    }
    self.seen = seen
  }

  /// `<replica>-<sequence>`
  private static func read(_ name: String) -> (ExactText, Int64)? {
    guard let dash = name.lastIndex(of: "-"), let sequence = Int64(name[name.index(after: dash)...]) else { return nil }
    return (ExactText(String(name[..<dash])), sequence)
  }

  func contains(_ result: Int64) -> Bool {
    FactNumber.sequence(of: result) > seen[FactNumber.line(of: result)] ?? 0
  }
}

extension Reader {
  /// The moment by which an audit is shown: once it is closed, that of its closing, for ever and on each machine.
  package func closing(of audit: AuditRound) -> Int64? { audit.closed.flatMap { $0 < now ? $0 : nil } }

  /// Where some audits stand, in their order; closed ones as their closing has left them.
  package func closedStandings(of audits: [AuditRound]) throws -> [Standing] {
    let moments = Set(audits.compactMap(closing)).sorted()
    let readers = Dictionary(zip(moments, try at(moments)), uniquingKeysWith: { first, _ in first })
    var open = try standings(of: audits.filter { closing(of: $0) == nil }).makeIterator()
    return try audits.compactMap { audit in
      try closing(of: audit).flatMap { readers[$0] }.map { try $0.standing(of: audit) } ?? open.next()
    }
  }

  /// What came to a closed audit since.
  package func afterClosing(of audit: AuditRound) throws -> AfterClosing {
    var after = AfterClosing()
    guard let closed = closing(of: audit), let term = try term(audit.name) else { return after }
    let then = try at(closed)
    let late = try LateResults(audit, then)
    let sql = """
      SELECT result.id, coalesce(result.time, result.ms) FROM result JOIN context ON context.id = result.context
      WHERE context.audit = ?
      """
    try database.rows(sql, [.integer(term)]) { row in
      if row.int64(1) > closed || late?.contains(row.int64(0)) == true { after.results += 1 }
    }
    let before = Set(try then.workScope(of: audit).components.map { ExactText($0.key) })
    let now = Set(try workScope(of: audit).components.map { ExactText($0.key) })
    (after.retired, after.added) = (before.subtracting(now).count, now.subtracting(before).count)
    return after
  }

  /// The last fact of each machine with results of an audit: what its closing names as seen.
  package func seen(of audit: String) throws -> [String] {
    guard let term = try term(audit) else { return [] }
    let sql = """
      SELECT branch.replica, max(result.id & \(FactNumber.largestSequence)) FROM result
      JOIN context ON context.id = result.context JOIN branch ON branch.id = result.id >> \(FactNumber.bits)
      WHERE context.audit = ? GROUP BY branch.replica ORDER BY branch.replica
      """
    return try database.all(sql, [.integer(term)]) { "\($0.text(0))-\($0.int64(1))" }
  }
}
