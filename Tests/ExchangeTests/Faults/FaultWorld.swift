import Audit
import Base
import FaultVFS
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Exchange
@testable import Store

/// What is done to a tracker while its disk fails.
enum FaultScenario: String, CaseIterable, Sendable {
  case logging, bulk, undoing, importing, erasing, migrating
  /// Several transactions, and files beside them.
  case syncing
  /// Changes nothing, and makes a file.
  case backingUp

  /// What is one transaction: there as a whole or not at all. There is nothing to migrate before a second version.
  static let transactions: [FaultScenario] =
    [.logging, .bulk, .undoing, .importing, .erasing] + (Migrator.newestVersion > 1 ? [.migrating] : [])
}

/// A tracker on a disk that fails when it is told to, in a folder that holds nothing else.
final class FaultWorld {
  /// How an attempt on the failing disk ended.
  struct Attempt {
    var operations: Int64
    var error: (any Error)?
  }

  let scenario: FaultScenario
  let folder: String
  let path: String
  private let elsewhere: String
  private let bundle: String
  /// A folder of the team that holds what this tracker does not know yet.
  let shared: String
  /// Where a backup goes.
  var copy: String { folder + "/copy.db" }
  private var erased: [String] = []
  private var file: [UInt8] = []
  private var mark: [UInt8]?
  private var acts = 0

  init(_ scenario: FaultScenario) throws {
    self.scenario = scenario
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    elsewhere = base + "/a11y-faults-" + UUID().uuidString
    // SQLite hands its VFS a path without links in it.
    try FileManager.default.createDirectory(atPath: elsewhere + "/disk", withIntermediateDirectories: true)
    let found = try #require(realpath(elsewhere + "/disk", nil))
    folder = String(cString: found)
    free(found)
    path = folder + "/audit.db"
    bundle = elsewhere + "/news.a11y.json"
    shared = elsewhere + "/shared"
    // The library is configured by the first connection, which must come before the shim.
    try Connection.inMemory().close()
    try #require(fault_install() == 0)
    try furnish()
    file = try Self.bytes(path)
    mark = try? Self.bytes(Mark.path(beside: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: elsewhere) }

  // MARK: What is there before

  private func furnish() throws {
    let team = try Tracker.create(
      path: elsewhere + "/team.db", environment: Self.environment("team"), catalog: Self.seed)
    try Self.fill(team, tester: "tia", from: 0, to: 120)
    try export(team)
    let own = try Tracker.create(path: path, environment: Self.environment("own"), catalog: Self.seed)
    _ = try own.write { try take($0, adopts: true) }
    let replica = try own.read { try $0.identity().replica }
    try Self.fill(own, tester: "tom", from: 0, to: 60)
    if scenario == .undoing { try own.write { try Self.log($0, tester: "tom", from: 60, to: 90) } }
    erased = [3, 9, 27].map { "\(replica)-\($0)" }
    // What the tracker does not know yet: more results, undone ones, edits, and content that is gone.
    try Self.fill(team, tester: "tia", from: 120, to: 360)
    let other = try team.read { try $0.identity().replica }
    _ = try team.write { try $0.erase(["\(other)-7", "\(other)-200"], reason: .personal, by: "lead") }
    try export(team)
    team.close()
    own.close()
    if scenario == .migrating { try goBackToVersionOne() }
  }

  private static func fill(_ tracker: Tracker, tester: String, from: Int, to: Int) throws {
    try tracker.write { try log($0, tester: tester, from: from, to: to) }
    for _ in 0..<2 {
      try tracker.write { writer in
        if let step = try writer.undoable() { try writer.retract(step, by: tester) }
      }
    }
  }

  private static func log(_ writer: Writer, tester: String, from: Int, to: Int) throws {
    for number in from..<to {
      let key = "screen/part-\(number % 12)"
      let isKnown = try writer.exists(kind: "component", key: key)
      if number % 40 == 0 || !isKnown {
        try writer.set(
          kind: "component", key: key, fields: ["kind": "button", "title": .string("by \(tester) \(number)")],
          by: tester)
      }
      try writer.log(
        NewResult(
          component: key, check: checks[number % checks.count].id, outcome: Outcome.allCases[number % 4],
          note: number % 3 == 0 ? String(repeating: "seen by \(tester), \(number). ", count: 12) : nil,
          tester: tester, build: "\(number % 2)"))
    }
  }

  private func export(_ tracker: Tracker) throws {
    _ = try tracker.read { reader in
      let export = try BundleExport.full(reader)
      return try BundleOutput.write(export.header, to: bundle, replacing: true) { try export.write(reader, with: &$0) }
    }
  }

  /// The same content in a file that only the first migration has made.
  private func goBackToVersionOne() throws {
    let newest = elsewhere + "/newest.db"
    try FileManager.default.moveItem(atPath: path, toPath: newest)
    let old = try Connection(path: path, mode: .create)
    try old.execute("ATTACH '\(newest)' AS newest")
    try old.write {
      try old.execute(Migration.all[0].sql)
      try old.setApplicationID(Tracker.applicationID)
      try old.setUserVersion(1)
      for table in try Self.tables(old) {
        let columns = try old.all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) }
        let list = columns.joined(separator: ", ")
        try old.execute("DELETE FROM \(table); INSERT INTO \(table) (\(list)) SELECT \(list) FROM newest.\(table)")
      }
    }
    try old.execute("DETACH newest")
    try old.close()
  }

  // MARK: What is done

  /// Puts the tracker back as it was, in place, because the number of its file is part of who it is.
  func restore() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "audit.db" {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(file))
    try handle.close()
    if let mark { try Data(mark).write(to: URL(fileURLWithPath: Mark.path(beside: path))) }
    try? FileManager.default.removeItem(atPath: shared)
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: bundle, toPath: shared + "/news.a11y.json")
  }

  /// Does it, with the same clock each time.
  func act() throws {
    acts += 1
    let tracker = try Tracker.open(path: path, environment: Self.environment("own", later: acts), access: .write)
    defer { tracker.close() }
    switch scenario {
    case .logging: try tracker.write { try Self.log($0, tester: "ann", from: 0, to: 30) }
    case .bulk: try tracker.write(isBulk: true) { try Self.log($0, tester: "ann", from: 0, to: 400) }
    case .undoing:
      try tracker.write { writer in
        if let step = try writer.undoable() { try writer.retract(step, by: "tom") }
      }
    case .importing: _ = try tracker.write(isBulk: true) { try take($0) }
    case .erasing: _ = try tracker.write { try $0.erase(erased, reason: .personal, by: "lead") }
    case .migrating: break
    case .syncing: _ = try FolderSync(tracker, path: shared).run()
    case .backingUp: _ = try tracker.backup(to: copy)
    }
  }

  /// Does it on a disk that fails at one operation, which 0 never comes to.
  func attempt(_ mode: FaultMode, at operation: Int64, seed: UInt64 = 1) throws -> Attempt {
    fault_arm(folder, mode, operation, seed)
    var attempt = Attempt(operations: 0)
    do { try act() } catch { attempt.error = error }
    attempt.operations = fault_operations()
    try #require(fault_disarm())
    return attempt
  }

  private func take(_ writer: Writer, adopts: Bool = false) throws -> ImportReport {
    var settings = BundleImport()
    settings.adopts = adopts
    return try settings.run(try BundleFile(path: bundle), name: "news", into: writer)
  }

  // MARK: What is found

  /// Everything a database holds, of a whole one: the digest of all rows of all tables, and of the schema.
  ///
  /// - Parameters:
  ///   - leavingOut: a table that does not count.
  ///   - only: the tables that count, where not all do.
  static func content(of path: String, leavingOut: String? = nil, only: Set<String>? = nil) throws -> Digest {
    let database = try Connection(path: path, mode: .readWrite)
    try #require(try database.integrityCheck() == [])
    try #require(try database.first("PRAGMA foreign_key_check") { $0.text(0) } == nil)
    var hash = SHA256()
    hash.update(Array("\(try database.userVersion)".utf8))
    let tables = try tables(database)
    try #require(leavingOut.map(tables.contains) ?? true, "there is no table \(leavingOut ?? "")")
    for table in tables where table != leavingOut && only?.contains(table) != false {
      hash.update(Array("== \(table)\n".utf8))
      let key = try database.all("SELECT name FROM pragma_table_info(?) ORDER BY pk = 0, pk, cid", [.text(table)]) {
        $0.text(0)
      }
      // SQLite's own spelling of a row, which tells all values apart.
      let row = key.map { "quote(\($0))" }.joined(separator: " || '|' || ")
      try database.rows("SELECT \(row) FROM \(table) ORDER BY \(key.joined(separator: ", "))") { row in
        hash.update(Array(row.text(0).utf8))
        hash.update([0x0A])
      }
    }
    try database.close()
    return hash.finalize()
  }

  private static func tables(_ database: Connection) throws -> [String] {
    try database.all("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1")
    {
      $0.text(0)
    }
  }

  func names(containing part: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(part) }
  }

  static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  private static let checks = Array(Catalog.checks(of: .second).prefix(8))
  private static var seed: CatalogSeed { CatalogSeed(revision: "eight") { checks } }

  /// - Parameter later: how often it was done before: the time and the salts are the same, identifiers are not.
  private static func environment(_ host: String, later: Int = 0) -> StoreEnvironment {
    var now: Int64 = later > 0 ? 1_760_000_000_000 : 1_750_000_000_000
    let own = host.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
    var states = (salts: own, names: UInt64(later) &* 1_000_003 &+ own)
    return StoreEnvironment(
      now: {
        now += 1_000
        return now
      },
      random: { count in
        // Salts are asked for many at a time, and have 16 bytes each.
        count % 16 == 0 ? bytes(count, &states.salts) : bytes(count, &states.names)
      }, host: host)
  }

  private static func bytes(_ count: Int, _ state: inout UInt64) -> [UInt8] {
    (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }
}
