import Base
import Exchange
import Foundation
import Store
import StoredFacts
import Testing

/// The laws of exchange, on histories made from seeds.
///
/// Each run takes others of the first ten thousand. `A11Y_SEED=17` runs one history, `A11Y_HISTORIES=100000` that
/// many, from `A11Y_FIRST_SEED` on where that is set. A failure names its seed.
@Suite("histories of a team")
struct TeamTests {
  private static let chunks = 8
  private static let someSeed =
    ProcessInfo.processInfo.environment["A11Y_START"].flatMap(Int.init).map { $0 % 9_600 } ?? Int.random(in: 0..<9_600)

  private static func seeds(_ chunk: Int) -> [UInt64] {
    let settings = ProcessInfo.processInfo.environment
    if let seed = settings["A11Y_SEED"].flatMap(UInt64.init) { return chunk == 0 ? [seed] : [] }
    let count = settings["A11Y_HISTORIES"].flatMap(Int.init) ?? 48
    let first =
      settings["A11Y_FIRST_SEED"].flatMap(Int.init) ?? (settings["A11Y_HISTORIES"] == nil ? someSeed : 0)
    return stride(from: first + chunk, to: first + count, by: chunks).map { UInt64($0) }
  }

  @Test("after full exchange all who decide alike have the same bytes, and nothing is lost", arguments: 0..<chunks)
  func laws(chunk: Int) throws {
    let lab = try Lab()
    for seed in Self.seeds(chunk) {
      let team = try Team(seed: seed, lab: lab)
      do {
        try team.run(steps: team.dice.below(101))
        try exchange(team)
        try check(team)
      } catch {
        Issue.record("seed \(seed): \(error), after \(team.story)")
      }
      for machine in team.machines { machine.end() }
    }
  }

  /// What got lost is found, then everybody gets everybody's bundle and decides alike.
  private func exchange(_ team: Team) throws {
    for parcel in team.post.shuffled(using: &team.dice) {
      try team.dice.pick(team.machines).take(try team.spelled(parcel))
    }
    let parcels = try team.machines.map { try team.send(try $0.export()) }
    for machine in team.machines {
      for parcel in parcels.shuffled(using: &team.dice) { try machine.take(try team.spelled(parcel)) }
      try decide(machine, team)
    }
  }

  /// What a machine holds and shows follows from the facts and from what was decided on it.
  private func decide(_ machine: TeamMachine, _ team: Team) throws {
    if team.settlesForks { try machine.keepAll() }
    try machine.followAll()
  }

  private func check(_ team: Team) throws {
    let seed = team.seed
    let last = try #require(team.machines.last)
    let bundle = try last.export()
    let projections = try last.projections
    Same.expect(Ledger.lines(of: bundle.bytes), team.ledger.lines, "seed \(seed): not the union of what was sent")
    for machine in team.machines.dropLast() {
      #expect(try machine.export().bytes == bundle.bytes, "seed \(seed): other bytes")
      Same.expect(try machine.projections, projections, "seed \(seed): another projection")
    }
    try last.tracker.write { try $0.rebuild() }
    Same.expect(try last.projections, projections, "seed \(seed): rebuilt")

    let newcomer = try team.lab.newStranger(&team.dice)
    defer { newcomer.end() }
    try newcomer.take(try team.spelled(bundle), adopts: true)
    try decide(newcomer, team)
    #expect(try newcomer.export().bytes == bundle.bytes, "seed \(seed): other bytes in an empty tracker")
    Same.expect(try newcomer.projections, projections, "seed \(seed): another projection in an empty tracker")
  }
}
