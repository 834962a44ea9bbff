import AuditCatalog
import AuditModel
import CanonicalJSON
import Foundation
import SQLite
import Testing

@testable import AuditStore

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

/// A clock, a source of identifiers and a host that a test sets.
final class Surroundings {
  var now: Int64
  var host: String
  private var random: SeededRandom

  init(seed: UInt64 = 1, now: Int64 = 1_750_000_000_000, host: String = "host-a") {
    self.now = now
    self.host = host
    random = SeededRandom(seed: seed)
  }

  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.now },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &self.random) } }, host: host)
  }
}

enum Catalogue {
  /// Four real checks of different categories.
  static let checks: [Check] = {
    var seen: Set<String> = []
    return Array(Catalog.checks.filter { seen.insert($0.category).inserted }.prefix(4))
  }()
  static var seed: CatalogSeed { CatalogSeed(revision: "four") { checks } }
  static var first: String { checks[0].id }
}

extension Writer {
  /// Takes in facts as another file holds them, stubs as stubs.
  func receive(_ stored: [StoredFact]) throws -> Reception {
    let batch = FactBatch()
    for fact in stored {
      try batch.append(fact.fact)
      guard fact.isStub else { continue }
      batch.rows[batch.rows.count - 1].isStub = true
      batch.rows[batch.rows.count - 1].digest = fact.digest
    }
    var reception = Reception()
    try receive(batch, into: &reception)
    return reception
  }
}

extension Tracker {
  static func make(_ path: String, _ surroundings: Surroundings) throws -> Tracker {
    let tracker = try create(path: path, environment: surroundings.environment, catalog: Catalogue.seed)
    try tracker.hurry()
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
    build: String = "", severity: Severity? = nil, time: Int64? = nil
  ) throws -> LoggedResult {
    try write {
      try $0.log(
        NewResult(
          component: component, check: check, outcome: outcome, severity: severity, tester: tester, build: build,
          time: time))
    }
  }

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
  var states: [String: CellState] {
    get throws {
      try read { reader in
        Dictionary(
          uniqueKeysWithValues: try reader.cells(Filter()).compactMap { row in
            row.outcome.map {
              (
                "\(row.component) \(row.check) \(row.condition)",
                CellState(outcome: $0, severity: row.severity, isDisputed: row.isDisputed)
              )
            }
          })
      }
    }
  }
}
