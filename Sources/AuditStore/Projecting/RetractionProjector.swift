import AuditModel
import CanonicalJSON
import SQLite

/// Keeps track of what was taken back. A retraction is a fact and can itself be taken back: that is redo.
final class RetractionProjector {
  /// One fact that a retraction names.
  struct Target {
    var replica: String
    var sequence: Int64
    var digest: UInt64
  }

  let database: Connection
  /// Calls for what a fact says to be folded anew.
  private let refold: (_ number: Int64, _ kind: String) throws -> Void

  init(database: Connection, refold: @escaping (Int64, String) throws -> Void) {
    self.database = database
    self.refold = refold
  }

  /// Reads `{"targets":[["<replica>",n,"<16 hex>"],...]}`; nil when the body is not of that form.
  static func targets(_ body: JSONObject) -> [Target]? {
    guard let list = body["targets"]?.arrayValue, !list.isEmpty else { return nil }
    var targets: [Target] = []
    for entry in list {
      guard let parts = entry.arrayValue, parts.count == 3, let replica = parts[0].stringValue,
        let sequence = parts[1].integerValue, sequence >= 1, sequence <= FactNumber.largestSequence,
        let digest = parts[2].stringValue.flatMap(ShortDigest.parse)
      else { return nil }
      targets.append(Target(replica: replica, sequence: sequence, digest: digest))
    }
    return targets
  }

  func isRetracted(_ digest: UInt64) throws -> Bool {
    try database.scalar(
      "SELECT 1 FROM retraction WHERE target = ? AND void = 0 LIMIT 1", [.blob(ShortDigest.bytes(digest))]) != nil
  }

  /// Takes in a stored retraction; false when its body is not understood.
  func add(number: Int64, digest: UInt64, body: JSONObject) throws -> Bool {
    guard let targets = Self.targets(body) else { return false }
    let isVoid = try isRetracted(digest)
    for target in targets {
      try database.run(
        "INSERT OR REPLACE INTO retraction (target, fact, void) VALUES (?, ?, ?)",
        [.blob(ShortDigest.bytes(target.digest)), .integer(number), .integer(isVoid ? 1 : 0)])
      try settle(target)
    }
    return true
  }

  /// Has everything that depends on a target's standing follow it, however long the chain of undo and redo is.
  private func settle(_ first: Target) throws {
    var waiting = [first]
    var visited = 0
    while let target = waiting.popLast(), visited < 1_000_000 {
      visited += 1
      guard let (number, kind) = try find(target) else { continue }
      guard kind == "retract" else {
        try refold(number, kind)
        continue
      }
      let isVoid = try isRetracted(target.digest)
      let body = try database.first("SELECT body FROM fact WHERE id = ?", [.integer(number)]) { $0.text(0) }
      for named in body.flatMap(RecordJSON.object).flatMap(Self.targets) ?? [] {
        try database.run(
          "UPDATE retraction SET void = ?1 WHERE target = ?2 AND fact = ?3 AND void <> ?1",
          [.integer(isVoid ? 1 : 0), .blob(ShortDigest.bytes(named.digest)), .integer(number)])
        if database.changes > 0 { waiting.append(named) }
      }
    }
  }

  /// Where a target is stored, if it has arrived.
  private func find(_ target: Target) throws -> (Int64, String)? {
    for line in try Lines.all(database, of: target.replica) {
      let number = FactNumber.make(line: line, sequence: target.sequence)
      let digest = Value.blob(ShortDigest.bytes(target.digest))
      let isResult = try database.scalar(
        "SELECT 1 FROM result WHERE id = ? AND substr(digest, 1, 8) = ?", [.integer(number), digest])
      if isResult != nil { return (number, "result") }
      let kind = try database.first(
        "SELECT kind FROM fact WHERE id = ? AND substr(digest, 1, 8) = ?", [.integer(number), digest]
      ) { $0.text(0) }
      if let kind { return (number, kind) }
    }
    return nil
  }
}
