import FaultVFS
import Foundation
import SQLite
import Testing

@testable import App

/// At some operations of the disk from the first to the last, drawn by a seed that each failure names: `A11Y_SEED` and
/// `A11Y_FAULTS` as for the other failing disks.
@Suite("A walk on a disk that fails", .serialized)
struct WalkFaultTests {
  /// Each line that says something is a transaction of its own.
  static let lines = [
    "p", "f 2 too small", "n", "u", "p looks right", "c no device", "u", "U", "f 1 silent", "m later", "s", "p", "q",
  ]
  static let given = ProcessInfo.processInfo.environment["A11Y_FAULTS"]
  static let seed =
    ["A11Y_SEED", "A11Y_START"].lazy.compactMap { UInt64(ProcessInfo.processInfo.environment[$0] ?? "") }.first
    ?? .random(in: 1...999_999)

  @Test("what was said to be logged is there, and of what was not said at most the last answer")
  func acknowledgedIsThere() throws {
    let disk = try WalkedDisk()
    // What the file holds after no line, after one, and so on to the last.
    let states = try (0...Self.lines.count).map { count in
      try disk.restore()
      #expect(disk.walk(Self.lines.prefix(count)) == 0)
      return try disk.content()
    }
    let said = Self.lines.indices.map { states[$0] != states[$0 + 1] }
    #expect(said.count { $0 } == 11, "each line but two says something")
    let kept = [states[0]] + said.indices.filter { said[$0] }.map { states[$0 + 1] }

    try disk.restore()
    let whole = try disk.attempt(FAULT_NONE, at: 0, Self.lines)
    try #require(whole.code == 0 && whole.acknowledged == kept.count - 1 && whole.operations > 50)
    for mode in [FAULT_IO_ERROR_ONCE, FAULT_IO_ERROR, FAULT_FULL_ONCE, FAULT_FULL, FAULT_POWER_CUT] {
      var lost = 0
      let count = Int64(whole.operations)
      let parts = Self.given == "all" ? count : min(Int64(Self.given ?? "") ?? 4, count)
      for part in 0..<parts {
        let operation = Int(fault_place(Self.seed &+ UInt64(mode.rawValue), part, parts, count))
        let place: Comment =
          "mode \(mode.rawValue) at \(operation) of \(whole.operations), A11Y_SEED=\(Self.seed)"
        try disk.restore()
        let attempt = try disk.attempt(mode, at: operation, Self.lines)
        let found = try disk.content()
        if attempt.acknowledged < kept.count - 1 {
          lost += 1
          #expect(attempt.code != 0 || attempt.operations < operation, place)
          let mayCount = mode == FAULT_POWER_CUT || attempt.errors.contains("may or may not be recorded")
          #expect(
            found == kept[attempt.acknowledged] || mayCount && found == kept[attempt.acknowledged + 1],
            "\(place): \(attempt.errors)")
        } else {
          #expect(found == kept.last, place)
        }
        // The tracker is whole, and work goes on.
        #expect(disk.world.run("doctor") == 0, place)
        #expect(disk.walk(["p", "q"]) == 0, place)
      }
      #expect(lost > 0, "no failure was met: the test showed nothing")
    }
  }
}

/// A tracker that can be put back as it was, and walked while its disk fails.
private final class WalkedDisk {
  struct Attempt {
    var code: Int32
    var acknowledged: Int
    var operations: Int
    var errors: String
  }

  let world: DiskWorld
  private let folder: String
  private var files: [String: Data] = [:]
  private let now: Int64
  private let seed: UInt64

  init() throws {
    world = try DiskWorld()
    folder = world.path(".a11y")
    try #require(world.run("init", "--catalog", "2") == 0)
    try #require(world.run("new", "component", "sheet/close", "--kind", "button") == 0)
    try #require(world.run("log", "pass", "voiceover.label-present", "sheet/close", "--tester", "ann") == 0)
    (now, seed) = (world.now, world.seed)
    // The library is configured by the first connection, which must come before the shim.
    try #require(fault_install() == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
  }

  /// Puts the files back in place, because the number of the database's file is part of who it is, the clock
  /// and chance.
  func restore() throws {
    (world.now, world.seed) = (now, seed)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where files[name] == nil {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    for (name, content) in files {
      let handle = try #require(FileHandle(forWritingAtPath: folder + "/" + name))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: content)
      try handle.close()
    }
  }

  func walk(_ lines: some Sequence<String>) -> Int32 {
    world.run(
      "walk", "--keys", "line", "--tester", "ann", "--build", "7",
      input: lines.map { $0 + "\n" }.joined())
  }

  func attempt(_ mode: FaultMode, at operation: Int, _ lines: [String]) throws -> Attempt {
    fault_arm(folder, mode, Int64(operation), UInt64(operation))
    let code = walk(lines)
    let operations = Int(fault_operations())
    try #require(fault_disarm())
    let acknowledged = world.output.split(separator: "\n").count { line in
      ["Logged: ", "Undone: ", "Redone: ", "Saved note: "].contains { line.hasPrefix($0) }
    }
    return Attempt(code: code, acknowledged: acknowledged, operations: operations, errors: world.errors)
  }

  /// What people said.
  func content() throws -> [String] {
    let database = try Connection(path: world.database, mode: .readWrite)
    try #require(try database.integrityCheck() == [])
    let results: [String] = try database.all("SELECT id, cell, outcome, note FROM result ORDER BY id") { row in
      (0..<4 as Range<Int32>).map { "\(row.value($0))" }.joined(separator: " ")
    }
    let facts: [String] = try database.all("SELECT id, kind, body FROM fact ORDER BY id") { row in
      (0..<3 as Range<Int32>).map { "\(row.value($0))" }.joined(separator: " ")
    }
    try database.close()
    return results + facts
  }
}
