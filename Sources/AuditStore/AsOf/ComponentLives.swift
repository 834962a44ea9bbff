import AuditModel
import CanonicalJSON
import SQLite

/// When components were registered, retired, deleted and brought back.
struct ComponentLives {
  private var made: [ExactText: Int64] = [:]
  private var changes: [ExactText: [(from: Int64, isInUse: Bool)]] = [:]

  init(database: Connection) throws {
    // What anyone may write of a component that is there does not make it older.
    let describing = DecidingFields.of("component").harmless.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let sql = """
      SELECT register.key, coalesce(min(iif(register.field IN (\(describing)), NULL, fact.ms)), min(fact.ms))
      FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'component' AND register.field <> '\(RecordProjector.deletedField)'
        AND register.live < \(RegisterState.waits)
        AND NOT EXISTS (SELECT 1 FROM retraction WHERE target = substr(fact.digest, 1, 16) AND standing = 0)
      GROUP BY register.key
      """
    try database.rows(sql) { made[ExactText($0.text(0))] = $0.int64(1) }
    var fields: [ExactText: [RecordWrites.Field]] = [:]
    try RecordWrites.visit("component", fields: ["retired", RecordProjector.deletedField], from: database) { field in
      fields[ExactText(field.key), default: []].append(field)
    }
    for (key, fields) in fields {
      // A component without further facts cannot be out of use.
      guard let made = made[key] else { continue }
      var isInUse = true
      for time in Set(fields.flatMap(\.writes).map(\.clock.milliseconds) + [made]).sorted() where time >= made {
        let isOut = try fields.contains { try $0.value(at: time)?.boolValue ?? false }
        guard isOut == isInUse else { continue }
        isInUse = !isOut
        changes[key, default: []].append((time, isInUse))
      }
    }
  }

  /// When a component was first written of, ms UTC; nil for an unregistered one.
  func made(_ key: String) -> Int64? { made[ExactText(key)] }

  /// The moments at which a component went out of use or came back, in their order.
  func changes(_ key: String) -> [(from: Int64, isInUse: Bool)] { changes[ExactText(key)] ?? [] }
}

extension BidirectionalCollection where Element == (from: Int64, isInUse: Bool) {
  /// Whether a component with these changes was in use at a moment.
  func isInUse(at moment: Int64) -> Bool { last { $0.from <= moment }?.isInUse ?? true }
}
