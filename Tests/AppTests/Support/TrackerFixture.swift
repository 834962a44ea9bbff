import Audit
import Base
import Foundation
import StoredFacts

@testable import App
@testable import CommandLine
@testable import Store

/// A tracker in a real file of a temporary folder, and a world that finds it.
final class TrackerFixture {
  let folder: URL
  let world = TestWorld()
  var path: String { folder.appendingPathComponent("audit.db").path }
  /// 2026-03-01T10:00:00Z.
  static let now: Int64 = 1_772_359_200_000
  static let day: Int64 = 86_400_000

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("a11y-lead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    (world.now, world.zone) = (Self.now, 0)
    world.files.contents[path] = []
    let seed = CatalogSeed(revision: Catalog.revision) { Array(Catalog.checks(of: .second)) }
    _ = try Tracker.create(path: path, environment: environment(at: Self.now - 30 * Self.day), catalog: seed)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func environment(at time: Int64) -> StoreEnvironment {
    StoreEnvironment(now: { time }, random: { count in (0..<count).map { _ in .random(in: 0...255) } }, host: "host")
  }

  /// Writes at a number of days before now.
  func write(daysAgo: Int64 = 0, _ body: (Writer) throws -> Void) throws {
    let time = Self.now - daysAgo * Self.day
    let tracker = try Tracker.open(path: path, environment: environment(at: time), access: .write)
    try tracker.write { try body($0) }
    tracker.close()
  }

  /// A fact of another machine.
  static func foreign(_ sequence: Int64, daysAgo: Int64 = 1, _ kind: String, _ body: JSONObject) -> Fact {
    Fact(
      replica: "otherreplica", sequence: sequence,
      clock: HybridTime(milliseconds: now - daysAgo * day, counter: 0), previous: nil, kind: kind, body: body,
      salt: ControlKind.isControl(kind) ? nil : FactSalt(high: 0, low: UInt64(sequence)))
  }

  /// Runs a command line on this tracker.
  @discardableResult
  func run(_ arguments: String...) -> Int32 { run(arguments) }

  @discardableResult
  func run(_ arguments: [String]) -> Int32 {
    world.run(bytes: (arguments + ["--db", path]).map { Array($0.utf8) })
  }

  var output: String { world.outputText }
  var errors: String { world.errorText }

  /// The output of a command as JSON.
  func json(_ arguments: String...) throws -> [String: Any] {
    let code = run(arguments + ["--json"])
    guard let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
      throw Problem(.bug, code: "test", "no JSON object, exit \(code): \(errors)")
    }
    return object
  }

  func rows(_ arguments: String...) throws -> [[String: Any]] { try rows(arguments) }

  func rows(_ arguments: [String]) throws -> [[String: Any]] {
    run(arguments + ["--json"])
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return object?["rows"] as? [[String: Any]] ?? []
  }
}
