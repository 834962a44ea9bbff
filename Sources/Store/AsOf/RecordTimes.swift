import Base
import SQLite

/// When records were written, and what they were after the writes until a moment that was asked for last: between two
/// writes they are the same, and there are few writes between the closings of audits.
final class RecordTimes {
  private var writes: [String: [(time: Int64, fact: Int64)]] = [:]
  private var latest: [String: (count: Int, records: [ExactText: Reader.Record])] = [:]

  /// How many writes there were by a moment; nil where some of them are late, or were undone later.
  func count(_ kind: String, until moment: Int64, without late: LateEntries?, in database: Connection) throws -> Int? {
    let all = try writes.value(kind) { try read(kind, database) }
    let until = all.prefix { $0.time <= moment }
    return try late.map { late in try until.contains { try late.mayDiffer($0.fact) } } ?? false ? nil : until.count
  }

  func records(_ kind: String, after count: Int) -> [ExactText: Reader.Record]? {
    latest[kind].flatMap { $0.count == count ? $0.records : nil }
  }

  func keep(_ records: [ExactText: Reader.Record], of kind: String, after count: Int) {
    latest[kind] = (count, records)
  }

  private func read(_ kind: String, _ database: Connection) throws -> [(time: Int64, fact: Int64)] {
    let sql = """
      SELECT fact.ms, fact.id FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = ? AND register.live < \(RegisterState.waits) ORDER BY fact.ms
      """
    return try database.all(sql, [.text(kind)]) { ($0.int64(0), $0.int64(1)) }
  }
}
