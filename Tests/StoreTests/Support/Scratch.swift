import Audit
import Base
import Foundation
import SQLite
import Testing

@testable import Store
@testable import StoredFacts

/// A folder that ends with the test, in memory where the system has such a place.
final class Scratch {
  let folder: String
  private var count = 0

  init() throws {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    folder = base + "/a11y-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  func newPath() -> String {
    count += 1
    return path("\(count).db")
  }

  /// Copies a file to a place where none is: another file number.
  func copy(_ path: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: other)
  }

  static func bytes(_ path: String) -> [UInt8] {
    (FileManager.default.contents(atPath: path)).map { [UInt8]($0) } ?? []
  }

  /// Writes over a file in place: its number stays.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }
}

extension Lineage {
  /// Whether one fact had another in view when it was made.
  func saw(_ later: Int64, _ earlier: Int64) throws -> Bool {
    try later != earlier && SightTable([later, earlier], self).saw(0, 1)
  }
}

/// A tracker with one component, which each test of a suite has for itself.
class TrackerOfButton {
  let scratch: Scratch
  let surroundings = Surroundings()
  let tracker: Tracker

  init() throws {
    scratch = try Scratch()
    tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
  }
}

extension Fact {
  /// A fact of another machine, with a salt where its kind has one.
  static func foreign(
    _ kind: String, _ body: JSONObject, replica: String = "elsewhere", _ sequence: Int64 = 1, at time: Int64 = 5,
    after previous: FactReference? = nil, saw: [FactReference] = []
  ) -> Fact {
    Fact(
      replica: replica, sequence: sequence, clock: HybridTime(milliseconds: time), previous: previous, kind: kind,
      body: body, salt: ControlKind.isControl(kind) ? nil : FactSalt(high: 7, low: UInt64(sequence)), saw: saw)
  }

  /// A result of another machine.
  static func foreign(
    _ outcome: Outcome, replica: String = "elsewhere", _ sequence: Int64 = 1, at time: Int64 = 5,
    after previous: FactReference? = nil, saw: [FactReference] = [], with members: JSONObject = [:]
  ) -> Fact {
    var body: JSONObject = [
      "check": .string(Catalogue.first), "component": "button", "outcome": .string(outcome.rawValue), "tester": "eve",
    ]
    for member in members.members { body[member.key] = member.value }
    return foreign("result", body, replica: replica, sequence, at: time, after: previous, saw: saw)
  }

  /// How others name it.
  var reference: FactReference { get throws { try sealed().identity.reference } }

  /// The fact as another file holds it, or its header alone.
  func stored(isStub: Bool = false) throws -> StoredFact {
    let sealed = try sealed()
    guard isStub else {
      let bytes = try CanonicalWriter.bytes(of: json)
      return StoredFact(fact: self, digest: sealed.identity, bytes: bytes, isStub: false)
    }
    var header: [UInt8] = []
    FactSeal.append(
      header: sealed.body.withUnsafeBytes { FactSeal.commitment(salt: salt, body: $0) }, clock: clock, kind: kind,
      sequence: sequence, previous: previous, replica: replica, saw: saw, to: &header)
    var fact = self
    (fact.body, fact.salt) = ([:], nil)
    return StoredFact(fact: fact, digest: sealed.identity, bytes: header, isStub: true)
  }
}

extension StoredFact {
  var reference: FactReference { digest.reference }
  /// `<replica>-<sequence>`.
  var id: String { "\(fact.replica)-\(fact.sequence)" }
}

extension Writer {
  /// Takes in facts as another file holds them, headers as headers.
  @discardableResult
  func receive(_ stored: [StoredFact]) throws -> IntakeSummary {
    let batch = FactBatch()
    for fact in stored {
      try batch.append(fact.fact)
      guard fact.isStub else { continue }
      let header = try #require(try JSONReader.parse(fact.bytes).objectValue)
      let last = batch.rows.count - 1
      batch.rows[last].digest = fact.digest
      batch.rows[last].salt = nil
      batch.rows[last].body = .none
      batch.rows[last].commitment = try #require(header["c"]?.stringValue.flatMap(Digest.init(hex:)))
    }
    var received = IntakeSummary()
    try receive(batch, into: &received)
    return received
  }
}

extension Tracker {
  static func make(_ path: String, _ surroundings: Surroundings) throws -> Tracker {
    let tracker = try create(path: path, environment: surroundings.environment, catalog: Catalogue.seed)
    try tracker.hurry()
    // What tests of following leave out: here everyone's decisions count.
    try tracker.database.run("INSERT INTO following (kind, name, since) VALUES ('everyone', '', 0)")
    return tracker
  }

  static func reopen(_ path: String, _ surroundings: Surroundings) throws -> Tracker {
    let tracker = try open(path: path, environment: surroundings.environment, access: .write)
    try tracker.hurry()
    return tracker
  }

  /// For tests that do not pull the plug: nothing is forced to disk.
  func hurry() throws {
    try database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
  }

  var facts: [StoredFact] {
    get throws {
      var facts: [StoredFact] = []
      try read { try $0.facts { facts.append($0) } }
      return facts
    }
  }

  var replica: String { get throws { try read { try $0.identity().replica } } }

  @discardableResult
  func addComponent(_ key: String = "button", _ fields: JSONObject = ["kind": "button"]) throws -> String {
    try write { try $0.set(kind: "component", key: key, fields: fields, by: "lead") }
    return key
  }

  @discardableResult
  func log(
    _ outcome: Outcome, component: String = "button", check: String = Catalogue.first, tester: String = "tia",
    build: String = "", severity: Severity? = nil, value: String? = nil, isRetest: Bool = false, time: Int64? = nil
  ) throws -> LoggedResult {
    var new = NewResult(
      component: component, check: check, outcome: outcome, severity: severity,
      value: try value.map { try MeasuredValue.parse($0) }, tester: tester, build: build, time: time)
    new.isRetest = isRetest
    return try write { try $0.log(new) }
  }

  /// Takes in facts as another file holds them.
  @discardableResult
  func take(_ facts: [StoredFact]) throws -> IntakeSummary { try write { try $0.receive(facts) } }

  @discardableResult
  func take(_ facts: [Fact]) throws -> IntakeSummary { try write { try $0.receive(facts) } }

  /// Takes in all that another holds.
  @discardableResult
  func receive(from other: Tracker) throws -> IntakeSummary {
    try take(try other.facts)
  }

  /// Decides and trusts as another does.
  func decide(as other: Tracker) throws {
    let decisions = try other.database.all("SELECT kind, identity FROM decision", []) { ($0.text(0), $0.blob(1)) }
    var signed = try other.database.all("SELECT identity, key, name FROM signed", []) {
      ($0.blob(0), $0.text(1), $0.text(2))
    }
    for (head, key) in try other.ownHeads() { signed.append((head.withBytes { [UInt8]($0) }, key, key)) }
    try write { writer in
      for (kind, identity) in decisions {
        try writer.database.run(
          "INSERT OR REPLACE INTO decision (kind, identity) VALUES (?, ?)", [.text(kind), .blob(identity)])
      }
      for (identity, key, name) in signed {
        try writer.database.run(
          "INSERT OR REPLACE INTO signed (identity, key, name) VALUES (?, ?, ?)",
          [.blob(identity), .text(key), .text(name)])
      }
      try writer.findHeads()
      try writer.projector.markDecided()
    }
  }

  /// The last facts that a machine which signs wrote itself, under each name that it had, and its key.
  func ownHeads() throws -> [(head: Digest, key: String)] {
    try database.read {
      guard let key = try LocalTable.get(database, "signer"), let replica = try LocalTable.get(database, "replica")
      else {
        return []
      }
      var heads = try Identity.vouched(database).compactMap { try FactTable.digest(database, number: $0) }
      if try !Identity.isInDoubt(database), let line = try Lines.all(database, first: replica).first,
        let last = try FactTable.last(database, line: line)
      {
        heads.append(last.digest)
      }
      return heads.map { ($0, key) }
    }
  }

  /// Decides about what waits here, by the identities of the requests.
  func decide(_ decision: Decision, about ids: [String]) throws {
    try write { try $0.decide(decision, about: ids) }
  }

  /// What a tester finds of the one component and check of most tests.
  var shown: CellState? { get throws { try states["button \(Catalogue.first) "] } }

  @discardableResult
  func undo() throws -> Bool {
    try write {
      guard let step = try $0.undoable() else { return false }
      try $0.retract(step, by: "lead")
      return true
    }
  }

  @discardableResult
  func redo() throws -> Bool {
    try write {
      guard let step = try $0.redoable() else { return false }
      try $0.retract(step, by: "lead")
      return true
    }
  }

  /// The states of all cells by `component check condition`.
  /// What cells show, with the severities that testers gave.
  var states: [String: CellState] {
    get throws {
      try read { reader in
        var states: [String: CellState] = [:]
        for row in try reader.cells(Filter()) {
          var state = row.state
          if row.isUsualSeverity { state?.severity = nil }
          states["\(row.component) \(row.check) \(row.condition)"] = state
        }
        return states
      }
    }
  }
}
