import AuditModel
import CanonicalJSON
import SQLite
import Tapping

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
    let report = try erase(
      numbers.map { try reader.name(of: $0) }, reason: .retention, by: tester)
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
      WHERE register.kind = ? AND register.key = ? AND register.field = 'closed' AND NOT EXISTS (
        SELECT 1 FROM retraction WHERE retraction.number = register.fact AND standing = 0)
      ORDER BY fact.ms DESC, fact.counter DESC, fact.id DESC
      """
    return try database.all(sql, [.text(TapPlan.recordKind), .text(key)]) { row in
      (row.int64(0), row.isNull(1) ? nil : row.int64(1), row.optionalText(2) ?? "")
    }
  }
}
