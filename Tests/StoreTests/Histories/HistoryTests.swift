import Base
import Foundation
import StoredFacts
import Testing

@testable import Store

/// The laws of the data model, on histories made from seeds.
///
/// Each run takes others of the first ten thousand. `A11Y_SEED=17` runs one history, `A11Y_HISTORIES=100000` that
/// many from the first on. A failure names its seed.
@Suite("histories")
struct HistoryTests {
  private static let chunks = 8
  private static let someSeed =
    ProcessInfo.processInfo.environment["A11Y_START"].flatMap(Int.init).map { $0 % 9_600 } ?? Int.random(in: 0..<9_600)

  private static func seeds(_ chunk: Int) -> [UInt64] {
    let settings = ProcessInfo.processInfo.environment
    if let seed = settings["A11Y_SEED"].flatMap(UInt64.init) { return chunk == 0 ? [seed] : [] }
    let asked = settings["A11Y_HISTORIES"].flatMap(Int.init)
    let first = asked == nil ? someSeed : 0
    return stride(from: first + chunk, to: first + (asked ?? 80), by: chunks).map { UInt64($0) }
  }

  @Test("projections are a function of the set of facts", arguments: 0..<chunks)
  func laws(chunk: Int) throws {
    let scratch = try Scratch()
    let template = scratch.path("template.db")
    try Tracker.make(template, Surroundings()).close()
    for seed in Self.seeds(chunk) {
      let history = try History(seed: seed, scratch: scratch, template: template)
      do {
        try history.run()
        try check(history)
      } catch {
        Issue.record("seed \(seed): \(error), after \(history.story)")
      }
      for machine in history.machines {
        machine.tracker.close()
        try? FileManager.default.removeItem(atPath: machine.path)
      }
    }
  }

  private func check(_ history: History) throws {
    let seed = history.seed
    let withSight = seed % 10 == 0
    try checkRebuild(history.random.pick(history.machines).tracker, seed: seed, withSight, "before the exchange")
    for machine in history.machines { _ = try history.everything(machine) }
    try history.sign()
    history.machines.append(try history.newMachine())
    if history.machines.count < 3 { history.machines.append(try history.newMachine()) }
    var expected: [String]?
    var bytes: [[UInt8]]?
    let (told, gone) = (Set(history.exchanged.keys).union(history.headers.keys), history.mayBeGone)
    for machine in history.machines {
      if history.random.once(in: 2) { try history.decide(machine, all: true) }
      try history.deliver(history.union, to: machine)
      try history.decide(machine, all: true)
    }
    try history.followWhatWaitsOnSome()
    for machine in history.machines {
      let lines = try ProjectionText.lines(machine.tracker, withSight: withSight)
      if let expected, expected != lines {
        Issue.record("seed \(seed): another order\n\(ProjectionText.difference(expected, lines))")
      }
      expected = expected ?? lines
      let facts = try machine.tracker.facts
      let found = Set(facts.map(\.digest))
      #expect(found.isSubset(of: told) && told.subtracting(found).isSubset(of: gone), "seed \(seed): other facts")
      bytes = bytes ?? facts.map(\.bytes)
      #expect(facts.map(\.bytes) == bytes, "seed \(seed): other bytes")
      _ = try machine.tracker.write { try $0.receive(facts) }
      #expect(try ProjectionText.lines(machine.tracker, withSight: withSight) == lines, "seed \(seed): all of it again")
    }
    if let last = history.machines.last { try checkRebuild(last.tracker, seed: seed, withSight, "after the exchange") }
  }

  private func checkRebuild(_ tracker: Tracker, seed: UInt64, _ withSight: Bool, _ when: String) throws {
    let before = try ProjectionText.lines(tracker, withSight: withSight)
    try tracker.write { try $0.rebuild() }
    let after = try ProjectionText.lines(tracker, withSight: withSight)
    if before != after {
      Issue.record("seed \(seed): rebuilt \(when)\n\(ProjectionText.difference(before, after))")
    }
  }
}
