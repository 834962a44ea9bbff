import AuditModel
package import CanonicalJSON
import SQLite

/// A fact as it is stored and as it travels.
package struct StoredFact: Sendable {
  /// Of a fact whose content was destroyed the body is empty.
  package var fact: Fact
  package var digest: Digest
  /// The canonical bytes, proved to have the identity `digest`; of a destroyed fact those of its header.
  package var bytes: [UInt8]
  package var isStub: Bool
}

extension Reader {
  /// The replicas that facts came from, in the order of their bytes.
  package func factReplicas() throws -> [String] {
    let all = try database.all("SELECT DISTINCT replica FROM branch ORDER BY replica", []) { $0.text(0) }
    return try all.filter { replica in
      try Lines.all(database, of: replica).contains { try FactTable.last(database, line: $0) != nil }
    }
  }

  /// Calls `visit` with every fact as a value, in the order of `lines`.
  package func facts(_ visit: (StoredFact) throws -> Void) throws {
    try lines { line in
      guard let json = try? JSONReader.parse(line.bytes), let object = json.objectValue else {
        throw StoreError.damaged(path: database.path, detail: "an entry is not valid JSON")
      }
      let place = line.place
      let fact = Fact(
        replica: place.replica, sequence: place.sequence, clock: place.clock, previous: place.previous,
        kind: place.kind, body: object["body"]?.objectValue ?? JSONObject(),
        salt: object["salt"]?.stringValue.flatMap { FactSalt(hex: $0) },
        saw: object["saw"]?.arrayValue?.compactMap { $0.stringValue.flatMap { FactReference(hex: $0) } } ?? [])
      try visit(StoredFact(fact: fact, digest: place.digest, bytes: Array(line.bytes), isStub: place.isStub))
    }
  }
}
