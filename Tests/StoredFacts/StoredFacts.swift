package import Audit
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

extension Fact {
  /// The fact as JSON, as it travels.
  package var json: JSONValue {
    var object: JSONObject = [
      "at": [.integer(clock.milliseconds), .integer(clock.counter)], "body": .object(body), "kind": .string(kind),
      "n": .integer(sequence), "prev": .string(previous?.hex ?? ""), "r": .string(replica),
      "saw": .array(saw.map { .string($0.hex) }),
    ]
    if let salt { object["salt"] = .string(salt.hex) }
    return .object(object)
  }
}

extension FactSalt {
  /// Reads 32 lowercase hexadecimal digits; nil for anything else.
  package init?(hex: String) {
    guard let words = FactReference(hex: hex) else { return nil }
    self.init(high: words.high, low: words.low)
  }
}

extension CatalogSeed {
  /// - Parameter checks: the same in every edition, and all of them are the plan.
  package init(revision: String, checks: @escaping () -> [Check]) {
    self.init(revision: revision, edition: .second) { _ in checks() }
  }
}

extension Writer {
  /// Whether a record stands: it was made and is not deleted.
  package func exists(kind: String, key: String) throws -> Bool {
    try projector.flushRecords()
    return try database.scalar(
      "SELECT 1 FROM record WHERE kind = ? AND key = ? AND deleted = 0", [.text(kind), .text(key)]) != nil
  }

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

/// SplitMix64: the same numbers from the same seed on every machine.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// True once in `times`.
  package mutating func once(in times: Int) -> Bool { below(times) == 0 }

  package mutating func pick<C: RandomAccessCollection>(_ choices: C) -> C.Element {
    choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }
}

/// A clock, a source of identifiers and a host that a test sets.
package final class Surroundings {
  package var now: Int64
  package var host: String
  private var random: SeededRandom

  package init(seed: UInt64 = 1, now: Int64 = 1_750_000_000_000, host: String = "host-a") {
    self.now = now
    self.host = host
    random = SeededRandom(seed: seed)
  }

  package var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.now },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &self.random) } }, host: host)
  }
}

package enum Catalogue {
  /// Four real checks of different categories.
  package static let checks: [Check] = {
    var seen: Set<String> = []
    return Array(Catalog.checks(of: .second).filter { seen.insert($0.category).inserted }.prefix(4))
  }()
  package static var seed: CatalogSeed { CatalogSeed(revision: "four") { checks } }
  package static var first: String { checks[0].id }
}
