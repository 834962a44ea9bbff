import Audit
import Base
import Exchange
import Foundation
import Store
import StoredFacts

/// A folder that ends with the test.
final class SharedPlace {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/a11y-sync-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path + "/shared", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var shared: String { path + "/shared" }

  /// Two machines of one team: of the one who began it, and of one who has joined.
  func pair() throws -> (tia: Machine, tom: Machine) {
    let tia = try Machine("tia", at: self, seed: 1)
    try tia.edit("lead")
    try tia.sync()
    let tom = try Machine("tom", at: self, seed: 2)
    try tom.join()
    return (tia, tom)
  }

  /// The files in the shared folder, below it.
  var files: [String] {
    (FileManager.default.enumerator(atPath: shared)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".a11y.json") }.sorted()
  }
}

/// A machine with a tracker, and a clock that may be wrong.
final class Machine {
  let tracker: Tracker
  private let place: SharedPlace

  init(_ name: String, at place: SharedPlace, seed: UInt64, clock: Int64 = 1_750_000_000_000) throws {
    self.place = place
    var random = SeededRandom(seed: seed)
    var now = clock
    let environment = StoreEnvironment(
      now: {
        now += 1
        return now
      }, random: { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }, host: name)
    tracker = try Tracker.create(
      path: "\(place.path)/\(name).db", environment: environment,
      catalog: CatalogSeed(revision: "few") { Array(Catalog.checks(of: .second).prefix(4)) })
    try tracker.write { try $0.follow([Followed(.everyone)]) }
  }

  /// Becomes part of the team whose tracker is in the folder.
  func join() throws {
    let team = try FolderSync(tracker, path: place.shared).trackers()
    try tracker.write { try $0.adopt(tracker: team.first ?? "") }
    try sync()
  }

  @discardableResult
  func sync() throws -> FolderReport { try FolderSync(tracker, path: place.shared).run() }

  func edit(_ owner: String) throws {
    try tracker.write { writer in
      try writer.set(kind: "component", key: "home", fields: ["kind": "screen", "owner": .string(owner)], by: owner)
    }
  }

  func log(_ outcome: Outcome, by tester: String, build: String = "1") throws {
    try tracker.write { writer in
      _ = try writer.log(
        NewResult(
          component: "home", check: Catalog.checks[0].id, outcome: outcome, severity: nil, tester: tester, build: build,
          time: nil))
    }
  }

  func owner() throws -> String { try tracker.read { try $0.record("component", "home")?.text("owner") ?? "" } }

  func bytes() throws -> [UInt8] {
    try tracker.read { reader in
      var bytes: [UInt8] = []
      let export = try BundleExport.full(reader)
      var writer = try BundleWriter(export.header) { bytes += $0 }
      _ = try export.write(reader, with: &writer)
      return bytes
    }
  }
}
