import AuditStore
import AuditSync
import CanonicalJSON
import Foundation
import Testing

/// The laws of exchange, on histories made from seeds.
///
/// `A11Y_SEED=17` runs one history, `A11Y_HISTORIES=100000` that many, from `A11Y_FIRST_SEED` on where that is set. A
/// failure names its seed.
@Suite("histories of a team")
struct TeamTests {
  private static let chunks = 8

  private static func seeds(_ chunk: Int) -> [UInt64] {
    let settings = ProcessInfo.processInfo.environment
    if let seed = settings["A11Y_SEED"].flatMap(UInt64.init) { return chunk == 0 ? [seed] : [] }
    let count = settings["A11Y_HISTORIES"].flatMap(Int.init) ?? 500
    let first = settings["A11Y_FIRST_SEED"].flatMap(Int.init) ?? 0
    return stride(from: first + chunk, to: first + count, by: chunks).map { UInt64($0) }
  }

  @Test("after full exchange everybody has the same bytes, and nothing is lost", arguments: 0..<chunks)
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

  /// What got lost is found, then everybody gets everybody's bundle and does what was asked to be erased.
  private func exchange(_ team: Team) throws {
    for parcel in team.post.shuffled(using: &team.dice) {
      try team.dice.pick(team.machines).take(try team.spelled(parcel))
    }
    let parcels = try team.machines.map { try team.send(try $0.export()) }
    for machine in team.machines {
      for parcel in parcels.shuffled(using: &team.dice) { try machine.take(try team.spelled(parcel)) }
      try machine.followErasures()
    }
  }

  private func check(_ team: Team) throws {
    let seed = team.seed
    let last = try #require(team.machines.last)
    let bundle = try last.export()
    let projections = try last.projections
    try expectSame(Ledger.lines(of: bundle.bytes), team.ledger.lines, "seed \(seed): not the union of what was sent")
    for machine in team.machines.dropLast() {
      #expect(try machine.export().bytes == bundle.bytes, "seed \(seed): other bytes")
      try expectSame(try machine.projections, projections, "seed \(seed): another projection")
    }
    try last.tracker.write { try $0.rebuild() }
    try expectSame(try last.projections, projections, "seed \(seed): rebuilt")

    let newcomer = try team.lab.newStranger(&team.dice)
    defer { newcomer.end() }
    try newcomer.take(try team.spelled(bundle), adopts: true)
    #expect(try newcomer.export().bytes == bundle.bytes, "seed \(seed): other bytes in an empty tracker")
    try expectSame(try newcomer.projections, projections, "seed \(seed): another projection in an empty tracker")
  }

  private func expectSame(_ left: String, _ right: String, _ what: String) throws {
    try expectSame(
      left.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) },
      right.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }, what)
  }

  private func expectSame(_ left: [[UInt8]], _ right: [[UInt8]], _ what: String) throws {
    guard left != right else { return }
    let gone = left.filter { !right.contains($0) }.map { "- " + String(decoding: $0, as: UTF8.self) }
    let come = right.filter { !left.contains($0) }.map { "+ " + String(decoding: $0, as: UTF8.self) }
    Issue.record("\(what)\n\((gone + come).prefix(12).joined(separator: "\n"))")
  }
}
