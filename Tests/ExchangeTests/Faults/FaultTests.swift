import FaultVFS
import Foundation
import Store
import Testing

@testable import Exchange

/// At some operations of the disk from the first to the last, drawn by a seed that each failure names. `A11Y_SEED` repeats a
/// run, `A11Y_FAULTS` says at how many operations of each kind of work, and `A11Y_FAULTS=all` takes every operation and
/// more power cuts.
@Suite("on a disk that fails", .serialized)
struct FaultTests {
  enum Failure: String, CaseIterable, Sendable {
    case errorOnce, error, fullOnce, full, powerCut

    var mode: FaultMode {
      switch self {
      case .errorOnce: FAULT_IO_ERROR_ONCE
      case .error: FAULT_IO_ERROR
      case .fullOnce: FAULT_FULL_ONCE
      case .full: FAULT_FULL
      case .powerCut: FAULT_POWER_CUT
      }
    }
  }

  static let isWhole = ProcessInfo.processInfo.environment["A11Y_FAULTS"] == "all"
  static let places = Int(ProcessInfo.processInfo.environment["A11Y_FAULTS"] ?? "") ?? 4
  static let seed =
    ["A11Y_SEED", "A11Y_START"].lazy.compactMap { UInt64(ProcessInfo.processInfo.environment[$0] ?? "") }.first
    ?? .random(in: 1...999_999)

  /// The operations at which the disk fails.
  private static func operations(_ failure: Failure, of count: Int64) -> [Int] {
    let own = seed &* 31 &+ UInt64(Failure.allCases.firstIndex(of: failure) ?? 0)
    let parts = isWhole ? count : min(Int64(places), count)
    return (0..<parts).map { Int(fault_place(own, $0, parts, count)) }
  }

  /// One world for all failures of a scenario: making it takes longer than a failure in it.
  @Test(
    "everything is exactly as before or exactly as after, and doing it again gets there",
    arguments: FaultScenario.transactions)
  func beforeOrAfter(scenario: FaultScenario) throws {
    let world = try FaultWorld(scenario)
    let before = try FaultWorld.content(of: world.path)
    try world.restore()
    let whole = try world.attempt(FAULT_NONE, at: 0)
    try #require(whole.error == nil && whole.operations > 5)
    let after = try FaultWorld.content(of: world.path)
    let meaning = try FaultWorld.content(of: world.path, leavingOut: "exchange")
    try #require(before != after)

    for failure in Failure.allCases {
      let seeds: UInt64 = failure != .powerCut ? 1 : Self.isWhole ? 10 : 2
      var seen: Set<String> = []
      for operation in Self.operations(failure, of: whole.operations) {
        for seed in 1...seeds {
          let place: Comment =
            "\(scenario.rawValue), \(failure.rawValue) at \(operation) of \(whole.operations), seed \(seed), A11Y_SEED=\(Self.seed)"
          try world.restore()
          let attempt = try world.attempt(failure.mode, at: Int64(operation), seed: seed &* 1_000 &+ UInt64(operation))
          let found = try FaultWorld.content(of: world.path)
          #expect(found == before || found == after, place)
          Self.judge(attempt.error, isAfter: found == after, place)
          seen.insert(found == before ? "before" : "after")
          // A copy that has its final name is a whole copy of what was before.
          for name in try world.names(containing: ".before-version-") {
            #expect(try FaultWorld.content(of: world.folder + "/" + name) == before, place)
          }
          if found == before {
            try world.act()
            #expect(try FaultWorld.content(of: world.path) == after, place)
          } else if scenario == .importing || scenario == .migrating {
            try world.act()
            #expect(try FaultWorld.content(of: world.path, leavingOut: "exchange") == meaning, place)
          }
        }
      }
      #expect(seen.contains("before"), "no failure was met: the test showed nothing")
    }
  }

  @Test("an exchange through a folder stops between two of its steps, and the next goes on")
  func exchange() throws {
    let world = try FaultWorld(.syncing)
    let before = try FaultWorld.content(of: world.path, only: Self.facts)
    try world.restore()
    let whole = try world.attempt(FAULT_NONE, at: 0)
    try #require(whole.error == nil && whole.operations > 20)
    let after = try FaultWorld.content(of: world.path, only: Self.facts)
    try #require(before != after)
    for failure in Failure.allCases {
      var seen: Set<String> = []
      for operation in Self.operations(failure, of: whole.operations) {
        let place: Comment = "\(failure.rawValue) at \(operation) of \(whole.operations), A11Y_SEED=\(Self.seed)"
        try world.restore()
        _ = try world.attempt(failure.mode, at: Int64(operation), seed: UInt64(operation))
        let found = try FaultWorld.content(of: world.path, only: Self.facts)
        #expect(found == before || found == after, place)
        seen.insert(found == before ? "before" : "after")
        try Self.requireWhole(world.shared, place)
        try world.act()
        #expect(try FaultWorld.content(of: world.path, only: Self.facts) == after, place)
        try Self.requireWhole(world.shared, place)
      }
      #expect(seen.contains("before"), "no failure was met: the test showed nothing")
    }
  }

  @Test("a backup is whole or not there, and the tracker is what it was")
  func backup() throws {
    let world = try FaultWorld(.backingUp)
    let before = try FaultWorld.content(of: world.path)
    try world.restore()
    let whole = try world.attempt(FAULT_NONE, at: 0)
    try #require(whole.error == nil && whole.operations > 20)
    for failure in Failure.allCases {
      var missing = 0
      for operation in Self.operations(failure, of: whole.operations) {
        let place: Comment = "\(failure.rawValue) at \(operation) of \(whole.operations), A11Y_SEED=\(Self.seed)"
        try world.restore()
        let attempt = try world.attempt(failure.mode, at: Int64(operation), seed: UInt64(operation))
        #expect(try FaultWorld.content(of: world.path) == before, place)
        if try world.names(containing: "copy.db").contains("copy.db") {
          #expect(
            try FaultWorld.content(of: world.copy, only: Self.facts)
              == FaultWorld.content(of: world.path, only: Self.facts), place)
        } else {
          missing += 1
          #expect(attempt.error != nil, place)
        }
      }
      #expect(missing > 0, "no failure was met: the test showed nothing")
    }
  }

  /// The tables of what people said: everything else follows from them.
  private static let facts: Set<String> = ["fact", "result", "branch", "term"]

  /// Every bundle in a shared folder that has its final name can be read to its end.
  private static func requireWhole(_ folder: String, _ place: Comment) throws {
    let names = try #require(FileManager.default.subpaths(atPath: folder))
    for name in names where name.hasSuffix(".a11y.json") && !name.contains(".new-") {
      _ = try BundleFile(path: folder + "/" + name).read(BundleReader(), facts: { _ in })
    }
  }

  /// What was said must be so: done, nothing changed, or that nobody knows.
  private static func judge(_ error: (any Error)?, isAfter: Bool, _ place: Comment) {
    guard let error else {
      #expect(isAfter, place)
      return
    }
    guard let known = error as? StoreError else {
      Issue.record("\(error): \(place)")
      return
    }
    switch known {
    case .commitUnknown: break
    case .sqlite(let answer): Issue.record("no words for \(answer): \(place)")
    default: #expect(!isAfter, "\(known): \(place)")
    }
  }
}
