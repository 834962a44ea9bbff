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

  /// The recipient of sessions with children; empty where there were none.
  package var recipient: String { report["recipient"]?.stringValue ?? "" }

  /// A bundle that was written here.
  package init(
    time: Int64, direction: Direction, name: String, scope: String, digest: Digest, facts: Int, recipient: String
  ) {
    var report = JSONObject()
    if !recipient.isEmpty { report["recipient"] = .string(recipient) }
    self.init(
      time: time, direction: direction, name: name, scope: scope, digest: digest, facts: facts, report: report)
  }

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

extension BundleRecord {
  fileprivate var doc: JSONObject {
    [
      "added": .integer(Int64(added)), "digest": .string(digest.hex), "direction": .string(direction.rawValue),
      "facts": .integer(Int64(facts)), "file": .string(name), "report": .object(report), "scope": .string(scope),
      "time": .integer(time),
    ]
  }

  fileprivate init?(_ doc: JSONObject) {
    guard let digest = doc["digest"]?.stringValue.flatMap(Digest.init(hex:)),
      let direction = doc["direction"]?.stringValue.flatMap(Direction.init(rawValue:))
    else { return nil }
    self.init(
      time: doc["time"]?.integerValue ?? 0, direction: direction, name: doc["file"]?.stringValue ?? "",
      scope: doc["scope"]?.stringValue ?? "", digest: digest, facts: Int(clamping: doc["facts"]?.integerValue ?? 0),
      added: Int(clamping: doc["added"]?.integerValue ?? 0), report: doc["report"]?.objectValue ?? JSONObject())
  }
}

extension Writer {
  /// Remembers a bundle in the journal of this machine.
  package func remember(_ bundle: BundleRecord) throws {
    // Of twelve digits, as they are made below: a name that another program wrote into the file is not continued.
    let sql = "SELECT max(name) FROM exchange WHERE kind = 'bundle' AND place = '' AND length(name) = 12"
    let last = try database.scalar(sql) ?? 0
    let doc = String(decoding: try CanonicalWriter.bytes(of: .object(bundle.doc)), as: UTF8.self)
    try database.run(
      "INSERT INTO exchange (kind, place, name, doc) VALUES ('bundle', '', printf('%012d', ?), ?)",
      [.integer(last + 1), .text(doc)])
  }
}

extension Reader {
  /// The bundles that were imported and written here, the latest first.
  package func bundles() throws -> [BundleRecord] {
    try database.all("SELECT doc FROM exchange WHERE kind = 'bundle' ORDER BY name DESC", []) { row in
      RecordJSON.object(row.text(0)).flatMap { BundleRecord($0) }
    }.compactMap { $0 }
  }
}
