import Audit
import Base
import Exchange
import NamedCells
import StoredFacts
import Testing

@testable import Store

/// The laws of merging one by one, on sets of facts: `f` is what a new machine holds and shows after taking them in.
@Suite("the laws of merging")
struct LawTests {
  /// What a machine holds and shows.
  private struct State {
    var bytes: [UInt8]
    var projections: String

    init(_ machine: TeamMachine) throws {
      bytes = try machine.export().bytes
      projections = try machine.projections
    }

    func expect(_ other: State, _ what: String) {
      Same.expect(Ledger.lines(of: bytes), Ledger.lines(of: other.bytes), "\(what): other facts")
      #expect(bytes == other.bytes, "\(what): other bytes")
      Same.expect(projections, other.projections, "\(what): another projection")
    }
  }

  private static let seeds = drawnSeeds(of: 120).map { UInt64(1_000_000 + $0) }

  /// The facts of a team's history, and three sets of them that overlap.
  private func sets(_ team: Team) throws -> [[UInt8]] {
    try team.run(steps: 40)
    for machine in team.machines { try team.send(try machine.export()) }
    let tracker = try team.machines[0].tracker.read { try $0.identity().tracker }
    return try (0..<3).map { _ in
      try team.ledger.bundle(
        of: team.ledger.identities.filter { _ in team.dice.below(5) < 3 }, tracker: tracker)
    }
  }

  private func f(_ team: Team, _ bundles: [[UInt8]]) throws -> TeamMachine {
    let machine = try team.lab.newMachine(&team.dice)
    machine.clock.now = Lab.start + 20 * Team.year
    for bundle in bundles { try machine.take(bundle) }
    return machine
  }

  @Test("f(A+A)=f(A), f(A+B)=f(B+A), f((A+B)+C)=f(A+(B+C))", arguments: seeds)
  func sums(seed: UInt64) throws {
    let team = try Team(seed: seed, lab: try Lab())
    let parts = try sets(team)
    let (a, b, c) = (parts[0], parts[1], parts[2])
    try State(f(team, [a, a])).expect(State(f(team, [a])), "twice")
    try State(f(team, [a, b])).expect(State(f(team, [b, a])), "in another order")
    let (ab, bc) = (try f(team, [a, b]).export().bytes, try f(team, [b, c]).export().bytes)
    let all = try State(f(team, [a, b, c]))
    try State(f(team, [ab, c])).expect(all, "the first two together")
    try State(f(team, [a, bc])).expect(all, "the last two together")
    try State(f(team, [c, b, a, b])).expect(all, "from the last, and one again")
  }

  @Test("a part and then everything is everything", arguments: seeds.prefix(12))
  func filteredThenFull(seed: UInt64) throws {
    let team = try Team(seed: seed, lab: try Lab())
    try team.run(steps: 40)
    let machine = team.machines[0]
    let full = try machine.export()
    let whole = try State(f(team, [full.bytes]))
    for (query, isRedacted) in [("status:fail", false), ("component:card", true), (nil, true)] {
      let part = try machine.export(query: query, isRedacted: isRedacted)
      #expect(part.summary.count <= full.summary.count)
      try State(f(team, [part.bytes, full.bytes])).expect(whole, "a part first")
      try State(f(team, [full.bytes, part.bytes])).expect(whole, "a part later")
    }
  }

  @Test("what a newer version says is forwarded byte for byte", arguments: seeds.prefix(12))
  func unknownFacts(seed: UInt64) throws {
    let lab = try Lab()
    var dice = SeededRandom(seed: seed)
    let sender = try lab.newMachine(&dice)
    let kinds = ["result", "set", "note", "retract", "erase", "delete", "replica", "glance", "sighting"]
    for number in 1...60 {
      let kind = dice.pick(kinds)
      var body = Self.object(&dice, depth: 0)
      if dice.once(in: 2) { body["component"] = "card" }
      if dice.once(in: 2) { body["check"] = .string(Catalogue.checks[0].id) }
      if dice.once(in: 3) { body["outcome"] = .string(dice.pick(["pass", "perhaps"])) }
      if dice.once(in: 3) { body["kind"] = .string(dice.pick(["component", "lens"])) }
      let isControl = ControlKind.isControl(kind)
      let target: JSONValue = [.string(FactReference(high: dice.next(), low: dice.next()).hex)]
      switch ControlKind(rawValue: kind) {
      case .retract: body = ["deletes": true, "targets": target]
      case .erase: body = ["reason": "other", "targets": target]
      case .replica: body = ["parent": "elsewhere"]
      case nil: break
      }
      let fact = Fact(
        replica: "newer000\(dice.below(2))", sequence: Int64(number),
        clock: .init(milliseconds: Lab.start + Int64(number)), previous: nil, kind: kind, body: body,
        salt: isControl ? nil : FactSalt(high: dice.next(), low: dice.next()))
      let line = try CanonicalWriter.bytes(of: fact.json)
      try sender.tracker.write { _ = try $0.receive([fact]) }
      #expect(Ledger.lines(of: try sender.export().bytes).contains(line))
    }
    var bundle = try sender.export().bytes
    for _ in 0..<3 {
      let next = try lab.newMachine(&dice)
      try next.take(try Respelling.of(bundle, &dice))
      #expect(try next.export().bytes == bundle)
      bundle = try next.export().bytes
    }
  }

  private static func object(_ dice: inout SeededRandom, depth: Int) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<dice.below(5) {
      let key = dice.pick(["time", "note", "saw", "value", "key", "fields", "e\u{301}", "\u{e9}", "\"", "lens"])
      object[key] = value(&dice, depth: depth + 1)
    }
    return object
  }

  private static func value(_ dice: inout SeededRandom, depth: Int) -> JSONValue {
    switch dice.below(depth > 8 ? 5 : 7) {
    case 0: return .null
    case 1: return .bool(dice.once(in: 2))
    case 2: return .integer(dice.pick([0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991, 1_726_900_000_000]))
    case 3: return .string(dice.pick(["", "pass", "\u{1}\u{7f}\u{2028}", "\u{1F525}/\\\"", "cafe\u{301}"]))
    case 4: return .string("0123456789abcdef")
    case 5: return .array((0..<dice.below(4)).map { _ in value(&dice, depth: depth + 1) })
    default: return .object(object(&dice, depth: depth))
    }
  }

  @Test(
    "an edit that saw another replaces it, however wrong the clocks are",
    arguments: [-10, 0, 10] as [Int64], [-10, 0, 10] as [Int64])
  func clocks(first: Int64, second: Int64) throws {
    let lab = try Lab()
    var dice = SeededRandom(seed: 7)
    let machines = try (0..<3).map { _ in try lab.newMachine(&dice) }
    machines[0].clock.now += first * Team.year
    machines[1].clock.now += second * Team.year
    for round in 0..<4 {
      let machine = machines[round % 2]
      try machine.tracker.write {
        try $0.set(kind: "component", key: "card", fields: ["title": .string("round \(round)")], by: "lead")
      }
      let bundle = try machine.export().bytes
      for other in machines where other !== machine { try other.take(bundle) }
      for machine in machines {
        let shown = try machine.tracker.read { try $0.values(of: "title", kind: "component", key: "card") }
        #expect(shown == [.string("round \(round)")])
      }
    }
  }

  @Test("a machine that was put back sends what it said twice to those who know the first", arguments: [1, 2, 5])
  func incrementAfterPuttingBack(more: Int) throws {
    let lab = try Lab()
    var dice = SeededRandom(seed: 8)
    let (sender, receiver) = (try lab.newMachine(&dice), try lab.newMachine(&dice))
    func write(_ title: String) throws {
      try sender.tracker.write {
        try $0.set(kind: "component", key: "card", fields: ["title": .string(title)], by: "lead")
      }
    }
    try write("first")
    try sender.keep()
    for number in 0..<3 { try write("lost \(number)") }
    var base = try sender.export()
    try receiver.take(base.bytes)
    try sender.putBack(losesMark: true)
    for number in 0..<more {
      try write("again \(number)")
      base = try sender.export(since: base.summary.upto)
      try receiver.take(base.bytes)
    }
    try sender.take(try receiver.export().bytes)
    #expect(try sender.export().bytes == receiver.export().bytes)
  }
}
