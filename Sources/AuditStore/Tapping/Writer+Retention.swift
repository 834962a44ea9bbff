import AuditModel
import SQLite
import Tapping

extension Writer {
  /// How long contacts are kept once a plan is closed, in days: what was measured of them stands in the trials.
  package static let contactDays = 180

  /// Destroys the contacts of plans that were closed long ago; the trials stay.
  ///
  /// - Returns: how many records of contacts went; nil where there was nothing to do.
  package func eraseOldContacts(by tester: String) throws -> Int? {
    let numbers = try reader.oldContacts()
    guard !numbers.isEmpty else { return nil }
    let report = try erase(
      numbers.map { try reader.name(of: $0) }, reason: .retention, by: tester)
    return report.destroyed["contact"]
  }
}

extension Reader {
  /// Whether contacts are kept here for longer than they should.
  package func hasOldContacts() throws -> Bool { try !oldContacts().isEmpty }

  func oldContactCount() throws -> Int { try oldContacts().count }

  /// Most trackers hold no contact, and then nothing else is looked at.
  fileprivate func oldContacts() throws -> [Int64] {
    guard try database.scalar("SELECT 1 FROM session_fact WHERE kind = 3 LIMIT 1") != nil else { return [] }
    let limit = now - Int64(Writer.contactDays) * 86_400_000
    let plans = try plans().filter { $0.closed.map { $0 <= limit } ?? false }
    let sql = """
      SELECT session_fact.fact FROM session_fact WHERE kind = 3 AND session IN (
        SELECT session_fact.session FROM session_fact JOIN fact ON fact.id = session_fact.fact
        WHERE session_fact.kind = 1 AND json_extract(fact.body, '$.plan') = ?)
      ORDER BY session_fact.fact
      """
    return try plans.flatMap { try database.all(sql, [.text($0.key)]) { $0.int64(0) } }
  }
}
