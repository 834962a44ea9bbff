import CanonicalJSON
import SQLite

/// How a request to take a fact back or to destroy it stands on this machine: `standing` of `retraction` and `erasure`.
enum RequestState {
  static let inForce: Int64 = 0
  /// The request was itself retracted.
  static let takenBack: Int64 = 1
  /// What it names is not here.
  static let absent: Int64 = 2
  /// It is another's to ask: it waits for a decision here.
  static let waits: Int64 = 3
  static let refused: Int64 = 4
  /// It would be in force but for an undecided fork.
  static let forked: Int64 = 5
  /// It waits, and what it names is not shown until then.
  static let withheld: Int64 = 6
}

/// What this machine decided about a request.
package enum Decision: String, Sendable {
  case follow, refuse

  static func about(_ request: Int64, in database: Connection) throws -> Decision? {
    let sql = """
      SELECT decision.kind FROM fact JOIN decision ON decision.identity = fact.digest
      WHERE fact.id = ? AND decision.kind IN ('follow', 'refuse') ORDER BY decision.kind LIMIT 1
      """
    return try database.first(sql, [.integer(request)]) { Decision(rawValue: $0.text(0)) } ?? nil
  }

  func store(about request: Digest, in database: Connection) throws {
    let other: Decision = self == .follow ? .refuse : .follow
    try database.run(
      "DELETE FROM decision WHERE kind = ? AND identity = ?", [.text(other.rawValue), .blob(request.bytes)])
    try database.run(
      "INSERT OR IGNORE INTO decision (kind, identity) VALUES (?, ?)", [.text(rawValue), .blob(request.bytes)])
  }
}
