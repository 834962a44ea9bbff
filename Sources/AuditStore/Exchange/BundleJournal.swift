package import CanonicalJSON
import SQLite

/// A bundle that was imported or written, as the journal remembers it.
package struct BundleRecord: Sendable {
  package enum Direction: String, Sendable {
    case imported = "import"
    case exported = "export"
  }

  /// ms UTC.
  package var time: Int64
  package var direction: Direction
  /// The file as it was named.
  package var name: String
  /// full or partial.
  package var scope: String
  package var digest: Digest
  package var facts: Int
  package var added: Int
  /// The other numbers.
  package var report: JSONObject

  /// The digest as 64 hex digits.
  package var digestText: String { digest.hex }

  /// One of the other numbers; 0 where it was not told.
  package func number(_ name: String) -> Int { report[name]?.integerValue.map { Int(clamping: $0) } ?? 0 }

  package init(
    time: Int64, direction: Direction, name: String, scope: String, digest: Digest, facts: Int, added: Int = 0,
    report: JSONObject = JSONObject()
  ) {
    self.time = time
    self.direction = direction
    self.name = name
    self.scope = scope
    self.digest = digest
    self.facts = facts
    self.added = added
    self.report = report
  }
}

extension Writer {
  /// Remembers a bundle in the journal of this machine.
  package func remember(_ bundle: BundleRecord) throws {
    let report = String(decoding: try CanonicalWriter.bytes(of: .object(bundle.report)), as: UTF8.self)
    try database.run(
      """
      INSERT INTO bundle (time, direction, name, scope, digest, facts, added, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(bundle.time), .text(bundle.direction.rawValue), .text(bundle.name), .text(bundle.scope),
        .blob(bundle.digest.withBytes { [UInt8]($0) }), .integer(Int64(bundle.facts)), .integer(Int64(bundle.added)),
        .text(report),
      ])
  }
}

extension Reader {
  /// The bundles that were imported and written here, the latest first.
  package func bundles() throws -> [BundleRecord] {
    let sql = "SELECT time, direction, name, scope, digest, facts, added, report FROM bundle ORDER BY id DESC"
    return try database.all(sql, []) { row in
      BundleRecord(
        time: row.int64(0), direction: BundleRecord.Direction(rawValue: row.text(1)) ?? .imported, name: row.text(2),
        scope: row.text(3), digest: Digest(bytes: row.blob(4)) ?? Digest(words: (0, 0, 0, 0)), facts: row.int(5),
        added: row.int(6), report: RecordJSON.object(row.text(7)) ?? JSONObject())
    }
  }
}
