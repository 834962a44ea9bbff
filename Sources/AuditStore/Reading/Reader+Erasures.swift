import CanonicalJSON
import SQLite

/// One request to destroy what facts say.
package struct Erasure: Equatable, Sendable {
  /// `<replica>-<sequence>` of the `erase` fact.
  package var id: String
  /// When it was asked for, ms UTC.
  package var time: Int64
  /// The replica that asks.
  package var asker: String
  package var reason: String
  package var tester: String
  /// How many facts it names.
  package var targets: Int
  /// How many of them wait for a decision on this machine.
  package var waiting: Int
  var number: Int64
}

extension Reader {
  /// All requests to erase that are known here, oldest first.
  package func erasures() throws -> [Erasure] {
    let sql = """
      SELECT fact.id, fact.ms, line.replica, fact.body, count(*), sum(erasure.accepted = 0)
      FROM erasure JOIN fact ON fact.id = erasure.fact JOIN line ON line.id = fact.id >> \(FactNumber.bits)
      WHERE fact.kind = 'erase' GROUP BY erasure.fact ORDER BY fact.ms, fact.counter, line.replica, fact.id
      """
    return try database.all(sql, []) { row in
      let body = RecordJSON.object(row.text(3)) ?? JSONObject()
      return Erasure(
        id: "\(row.text(2))-\(FactNumber.sequence(of: row.int64(0)))", time: row.int64(1), asker: row.text(2),
        reason: body["reason"]?.stringValue ?? "", tester: body["by"]?.stringValue ?? "", targets: row.int(4),
        waiting: row.int(5), number: row.int64(0))
    }
  }
}
