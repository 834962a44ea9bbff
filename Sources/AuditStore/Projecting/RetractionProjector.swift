import AuditModel
import CanonicalJSON
import SQLite

/// Keeps track of what was taken back. A retraction is a fact and can itself be taken back: that is redo.
///
/// A retraction counts for a fact only where replica, sequence and digest are all the fact's own; until such a fact is
/// here it waits, whatever else has the digest it names. So the order of arrival never matters.
final class RetractionProjector {
  /// One fact that a retraction names.
  struct Target: Equatable {
    var replica: String
    var sequence: Int64
    var digest: UInt64

    static func == (left: Target, right: Target) -> Bool {
      ExactText(left.replica) == ExactText(right.replica) && left.sequence == right.sequence
        && left.digest == right.digest
    }
  }

  /// Values of `retraction.void`.
  enum Standing {
    static let stands: Int64 = 0
    static let takenBack: Int64 = 1
    static let waits: Int64 = 2
  }

  let database: Connection
  /// Calls for what a fact says to be folded anew.
  let refold: (_ number: Int64, _ kind: String) throws -> Void

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

  /// Numbers of facts that were named since the last `settle`.
  var unsettled: Set<Int64> = []

  /// Takes in a stored retraction; false when its body is not understood. What is named follows with `settle`.
  func add(number: Int64, digest: UInt64, body: JSONObject) throws -> Bool {
    guard let targets = Self.targets(body) else { return false }
    let standing = try standing(ofRetraction: digest)
    for target in targets {
      let place = try find(target)
      try database.run(
        """
        INSERT INTO retraction (target, fact, void) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET void = min(void, excluded.void)
        """,
        [
          .blob(ShortDigest.bytes(target.digest)), .integer(number),
          .integer(place == nil ? Standing.waits : standing),
        ])
      if let place { unsettled.insert(place.number) }
    }
    return true
  }

  /// To be called for each fact that was stored, before it is asked whether it was taken back: the retractions that
  /// came before it count from now on.
  func arrived(_ fact: Target) throws {
    let digest = Value.blob(ShortDigest.bytes(fact.digest))
    let waiting = try database.all(
      """
      SELECT fact.id, fact.body, substr(fact.digest, 1, 8) FROM retraction JOIN fact ON fact.id = retraction.fact
      WHERE target = ? AND void = \(Standing.waits)
      """, [digest]
    ) { ($0.int64(0), $0.text(1), ShortDigest.value($0.blob(2))) }
    for (number, body, retraction) in waiting {
      guard RecordJSON.object(body).flatMap(Self.targets)?.contains(fact) == true else { continue }
      try database.run(
        "UPDATE retraction SET void = ? WHERE target = ? AND fact = ?",
        [.integer(try standing(ofRetraction: retraction)), digest, .integer(number)])
    }
  }

  func standing(ofRetraction digest: UInt64) throws -> Int64 {
    try isRetracted(digest) ? Standing.takenBack : Standing.stands
  }

  /// Where a target is stored, if it has arrived.
  func find(_ target: Target) throws -> (number: Int64, kind: String)? {
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
