import Audit
import Base
package import Children
import SQLite

/// When something of a session with a child was done. The header of a fact outlives the erasure of its content, and no
/// later change of it is possible, so in the chain of a session headers have the day alone: midnight UTC. The moment is
/// in the body, which an erasure destroys; that of an undo, whose body is never erased, is in a local table.
///
/// ```
///   header   at: [midnight, 0] [midnight, 1] [midnight, 2] ...
///   body     moment: 15:03:07.120, 15:03:09.480, -, ...
/// ```
enum TapMoment {
  static let member = "moment"

  static let day: Int64 = 86_400_000

  /// For how long after the midnight of its first entry a session keeps that day: its taps must not tell when the day
  /// of UTC ended, which is in the afternoon elsewhere.
  private static let span = 2 * day

  /// The day of a moment, as a moment.
  static func day(of moment: Int64) -> Int64 { max(moment, 0) / day * day }

  /// What the header says of the next fact of a session that is made at a moment.
  static func clock(at moment: Int64, after end: HybridTime?) -> HybridTime {
    let new = HybridTime(milliseconds: day(of: moment))
    guard let end, end.counter < Int64.max / 2, max(moment, 0) - span < end.milliseconds else { return new }
    return HybridTime(milliseconds: end.milliseconds, counter: end.counter + 1)
  }

  /// SQL for the moment of a row of `fact`: that of the header where no other is known, or one that is not of its day.
  static let sql = """
    CASE WHEN fact.kind IN (\(TapKind.names)) THEN
        CASE WHEN fact.body <> '' THEN
          CASE WHEN json_type(fact.body, '$.\(member)') = 'integer'
              AND json_extract(fact.body, '$.\(member)') - fact.ms BETWEEN 0 AND \(span - 1)
            THEN json_extract(fact.body, '$.\(member)') ELSE fact.ms END
          ELSE fact.ms END
      WHEN fact.kind = '\(ControlKind.retract.rawValue)' THEN coalesce(
        (SELECT CAST(local.value AS INTEGER) FROM local WHERE local.name = '\(setting)' || fact.id), fact.ms)
      ELSE fact.ms END
    """

  /// Begins the name of a row of `local` that has the moment of an undo within a session; its number follows.
  private static let setting = "moment."

  static func remember(_ moment: Int64, of number: Int64, in database: Connection) throws {
    try LocalTable.set(database, "\(setting)\(number)", String(moment))
  }

  /// Removes the moments of the undos of a session, of which some content was erased.
  static func forget(line: Int64, in database: Connection) throws {
    let sql = """
      DELETE FROM local WHERE name IN (
        SELECT '\(setting)' || id FROM fact WHERE id BETWEEN ? AND ? AND kind = '\(ControlKind.retract.rawValue)')
      """
    try database.run(
      sql,
      [
        .integer(FactNumber.make(line: line, sequence: 0)),
        .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
      ])
  }
}

extension TapKind {
  /// All kinds as a list in SQL.
  static var names: String { allCases.map { "'\($0.name)'" }.joined(separator: ", ") }
}

// MARK: Removals

extension Writer {
  /// Remembers when an erasure took a session out of what is published: all that are here were held before. No entry has
  /// that moment, and it does not tell which session it was.
  func noteRemovals() throws {
    let plans = projector.takePlansOfErased()
    guard !plans.isEmpty else { return }
    let sql = """
      SELECT \(TapMoment.sql) FROM session_fact JOIN fact ON fact.id = session_fact.fact WHERE session_fact.kind = 1
      """
    let held = try database.all(sql, []) { $0.int64(0) }.filter { !HybridTime(milliseconds: $0).isAhead(of: now) }
    let known = try reader.lastErasureOfSession() ?? now
    let moment = String(held.reduce(max(now, known), max))
    try LocalTable.set(database, TapMoment.removal, moment)
    for plan in plans { try LocalTable.set(database, TapMoment.removal(of: plan.text), moment) }
  }
}

extension Writer {
  /// What the journal says of when a file came. One with sessions often comes right after a child, so it has the day.
  package func journalTime(of received: IntakeSummary) -> Int64 {
    received.sessions.isEmpty ? now : TapMoment.day(of: now)
  }
}

extension Reader {
  /// When an erasure last destroyed a session here; nil where none did.
  func lastErasureOfSession() throws -> Int64? { try LocalTable.get(database, TapMoment.removal).flatMap { Int64($0) } }

  /// The same of the sessions of one plan.
  package func lastErasure(ofPlan key: String) throws -> Int64? {
    try LocalTable.get(database, TapMoment.removal(of: key)).flatMap { Int64($0) }
  }
}

extension TapMoment {
  /// The name of the row of `local` that says when an erasure last destroyed a session.
  fileprivate static let removal = "erased-session"

  fileprivate static func removal(of plan: String) -> String { "\(removal).\(plan)" }
}

extension Reader {
  /// A plan with the numbers of children, taps and looks that it had when its first session was held.
  ///
  /// ```
  ///   new plan: 12 children ── session ── session ── edit plan: 6 children
  ///                            └ begun: 12                       present: 6
  /// ```
  ///
  /// What was undone later was still planned then. Where the clocks of two machines differ so much that no number
  /// seems to have been written by then, it is the first one.
  ///
  /// - Parameter moment: when the first session was recorded, ms UTC.
  package func begun(_ plan: TapPlan, at moment: Int64) throws -> TapPlan {
    let sql = """
      SELECT register.field, register.value, fact.ms FROM register JOIN fact ON fact.id = register.fact
      JOIN branch ON branch.id = register.fact >> \(FactNumber.bits)
      WHERE register.kind = ?1 AND register.key = ?2 AND register.field IN ('children', 'looks', 'taps')
        AND register.live < \(RegisterState.waits)
        AND NOT EXISTS (
          SELECT 1 FROM retraction JOIN fact AS undo ON undo.id = retraction.fact
          WHERE retraction.number = register.fact AND retraction.standing = 0 AND undo.ms <= ?3)
      ORDER BY fact.ms, fact.counter, branch.replica, fact.digest
      """
    let writes = try database.all(sql, [.text(TapPlan.recordKind), .text(plan.key), .integer(moment)]) { row in
      (field: row.text(0), value: RecordJSON.value(row.text(1))?.integerValue, time: row.int64(2))
    }
    func number(_ field: String, in range: ClosedRange<Int>) -> Int? {
      let known = writes.filter { $0.field == field }.compactMap { write in
        write.value.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? ($0, write.time) : nil }
      }
      return (known.last { $0.1 <= moment } ?? known.first)?.0
    }
    var begun = plan
    begun.children = number("children", in: TapPlan.childCounts) ?? plan.children
    begun.taps = number("taps", in: TapPlan.tapCounts) ?? plan.taps
    begun.looks = number("looks", in: TapPlan.lookCounts) ?? plan.looks
    return begun
  }
}
