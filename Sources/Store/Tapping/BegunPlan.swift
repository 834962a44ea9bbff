import Base
package import Children
import SQLite

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
