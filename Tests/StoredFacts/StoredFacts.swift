import Audit
package import Base
import SQLite
@testable package import Store

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

  /// Everything that is derived, as text: `== name`, then a line of JSON for each row.
  package func projectionDump() throws -> String {
    var bytes: [UInt8] = []
    for (name, sql) in ProjectionDump.cells + ProjectionDump.records {
      bytes += Array("== \(name)\n".utf8)
      try ProjectionDump.lines(of: sql, database) { bytes += $0 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ProjectionDump {
  static var cells: [(name: String, sql: String)] {
    [
      (
        "cells",
        """
        SELECT component.text, check_term.text, condition.text, category.text, outcome, severity, marks,
          \(name("result", "shown")), \(name("result", "latest")), latest_time, seen, since, cell.text,
          results, changes
        FROM cell \(ResultTable.cellNames) JOIN term AS category ON category.id = cell.category
        WHERE outcome <> 0 OR results <> 0 OR changes <> 0 ORDER BY 1, 2, 3
        """
      ),
      (
        "item results",
        """
        WITH RECURSIVE list(cell, id) AS (
          SELECT id, last FROM cell WHERE last <> 0
          UNION SELECT list.cell, earlier FROM list JOIN result USING (id) WHERE earlier <> 0)
        SELECT component.text, check_term.text, condition.text, count(*)
        FROM list JOIN result ON result.id = list.id AND result.cell = list.cell JOIN cell ON cell.id = list.cell
        \(ResultTable.cellNames) GROUP BY list.cell ORDER BY 1, 2, 3
        """
      ),
      (
        "transitions",
        """
        SELECT component.text, check_term.text, condition.text, ordinal, time, \(name("result", "result")),
          transition.outcome, transition.severity, transition.marks
        FROM transition JOIN cell ON cell.id = transition.cell \(ResultTable.cellNames) ORDER BY 1, 2, 3, 4
        """
      ),
    ]
  }
}

extension Writer {
  /// Stores a few facts that are values already.
  package func receive(_ facts: [Fact]) throws -> IntakeSummary {
    let batch = FactBatch()
    for fact in facts { try batch.append(fact) }
    var received = IntakeSummary()
    try receive(batch, into: &received)
    return received
  }
}

extension FactBatch {
  /// Adds a fact that is a value already.
  package func append(_ fact: Fact) throws {
    let sealed = try fact.sealed()
    rows.append(
      Row(
        digest: sealed.identity, replica: try append(Array(fact.replica.utf8)), sequence: fact.sequence,
        clock: fact.clock, previous: fact.previous, kind: try append(Array(fact.kind.utf8)),
        fact: try append(try CanonicalWriter.bytes(of: fact.json)), body: try append(sealed.body), salt: fact.salt,
        saw: fact.saw, result: nil))
  }

  private func append(_ text: [UInt8]) throws -> Slice {
    guard let start = Int32(exactly: bytes.count), let count = Int32(exactly: text.count) else {
      throw Refusal.invalid("too many entries at once")
    }
    bytes += text
    return Slice(start: start, count: count)
  }
}
