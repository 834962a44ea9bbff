import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

/// Laws of following, over random histories of a lead, of Ben, whom the observers follow, and of a stranger.
@Suite("whose decisions count")
struct FollowingTests {
  private static let records = [
    ("component", "home"), ("component", "pay"), ("checklist", "mine"), ("setting", "tracker"), ("waiver", "w1"),
    ("audit", "spring"), ("question", "q1"), ("later", "x"), ("check", Catalogue.first),
  ]
  private static let fields: [(String, [JSONValue])] = [
    ("kind", ["button", "image"]), ("retired", [true, .null]), ("policy", ["max-critical 0", "max-critical 5"]),
    ("checks", [["a"], ["a", "b"]]), ("until", ["2026-01-01", "2027-01-01"]), ("title", ["one", "two"]),
    ("decision", ["yes", .null]), ("impact", ["critical", "minor"]),
  ]

  private final class Team {
    let scratch: Scratch
    var machines: [Tracker] = []
    var random: SeededRandom

    init(_ seed: UInt64) throws {
      scratch = try Scratch()
      random = SeededRandom(seed: seed)
      for number in 1...3 as ClosedRange<UInt64> {
        let now = 1_750_000_000_000 + Int64.random(in: -50_000...50_000, using: &random)
        machines.append(try Tracker.make(scratch.newPath(), Surroundings(seed: seed * 10 + number, now: now)))
      }
    }

    /// Everybody decides things; the stranger sees all of it, and nobody sees what the stranger says.
    func work() throws {
      for _ in 0..<14 {
        let machine = Int.random(in: 0..<3, using: &random)
        let record = FollowingTests.records.randomElement(using: &random) ?? ("component", "home")
        try machines[machine].write { writer in
          switch Int.random(in: 0..<8, using: &random) {
          case 0: try writer.delete(kind: record.0, key: record.1, by: "m\(machine)")
          case 1: try writer.restore(kind: record.0, key: record.1, by: "m\(machine)")
          default:
            var fields = JSONObject()
            for _ in 0..<2 {
              let (name, values) = FollowingTests.fields.randomElement(using: &random) ?? ("kind", [.null])
              fields[name] = values.randomElement(using: &random) ?? .null
            }
            try writer.set(kind: record.0, key: record.1, fields: fields, by: "m\(machine)")
          }
        }
        let (from, to) = (Int.random(in: 0..<2, using: &random), Int.random(in: 0..<3, using: &random))
        if from != to { try machines[to].receive(from: machines[from]) }
      }
    }

    /// A machine that follows the lead and Ben, and has what some machines said, in any order and more than once.
    func observer(of places: [Int]) throws -> Tracker {
      let observer = try Tracker.make(scratch.newPath(), Surroundings(seed: random.next()))
      try observer.database.run("DELETE FROM following")
      let followed = try machines.prefix(2).map { Followed(.machine, try $0.replica) }
      let isEarly = Bool.random(using: &random)
      if isEarly { try observer.write { try $0.follow(followed) } }
      let facts = try places.flatMap { try machines[$0].facts }.shuffled(using: &random)
      var rest = facts[...]
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...5, using: &random))
        try observer.take(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      if !isEarly { try observer.write { try $0.follow(followed) } }
      return observer
    }
  }

  private struct Shown: Equatable {
    var fields: [String: JSONValue]
    var isDeleted: Bool
  }

  private func shown(_ tracker: Tracker) throws -> [String: Shown] {
    try tracker.read { reader in
      var shown: [String: Shown] = [:]
      for kind in Set(Self.records.map(\.0)) {
        for record in try reader.records(kind, includingDeleted: true) {
          shown["\(kind) \(record.key)"] = Shown(
            fields: Dictionary(uniqueKeysWithValues: record.fields.members.map { ($0.key, $0.value) }),
            isDeleted: record.isDeleted)
        }
      }
      return shown
    }
  }

  @Test(
    "machines with the same entries and the same list show the same, in any order",
    arguments: 1...40 as ClosedRange<UInt64>)
  func order(seed: UInt64) throws {
    let team = try Team(seed)
    try team.work()
    let (one, other) = (try team.observer(of: [0, 1, 2]), try team.observer(of: [2, 1, 0]))
    #expect(try shown(one) == shown(other))
    #expect(try one.read { try $0.proposals().map(\.identity) } == other.read { try $0.proposals().map(\.identity) })
    let before = try shown(one)
    try one.write { try $0.rebuild() }
    #expect(try shown(one) == before)
  }

  @Test(
    "what a stranger says changes no field that decides, and only begins records that add",
    arguments: 1...40 as ClosedRange<UInt64>)
  func strangers(seed: UInt64) throws {
    let team = try Team(seed)
    try team.work()
    let stranger = try team.machines[2].replica
    let with = try shown(team.observer(of: [0, 1, 2]))
    let without = try shown(team.observer(of: [0, 1]))
    for (name, record) in without {
      let now = try #require(with[name], "\(name) went away")
      let rules = DecidingFields.of(String(name.prefix { $0 != " " }))
      func deciding(_ shown: Shown) -> [String: JSONValue] { shown.fields.filter { rules.decides($0.key) } }
      #expect(
        deciding(now) == deciding(record) && now.isDeleted == record.isDeleted, "\(name), seed \(seed) \(stranger)")
    }
    for (name, record) in with where without[name] == nil {
      #expect(["component", "checklist", "audit", "question"].contains(String(name.prefix { $0 != " " })), "\(name)")
      #expect(record.fields["retired"] == nil && !record.isDeleted, "\(name)")
    }
  }

  @Test("what a stranger undoes stays where it counts", arguments: 1...20 as ClosedRange<UInt64>)
  func undone(seed: UInt64) throws {
    let team = try Team(seed)
    try team.work()
    let observer = try team.observer(of: [0, 1, 2])
    let before = try shown(observer)
    while try team.machines[2].undo() {}
    try observer.take(team.machines[2].facts)
    let after = try shown(observer)
    #expect(after.keys == before.keys)
    for (name, record) in before {
      let rules = DecidingFields.of(String(name.prefix { $0 != " " }))
      let now = after[name]?.fields.filter { rules.decides($0.key) }
      #expect(now == record.fields.filter { rules.decides($0.key) }, "\(name), seed \(seed)")
    }
    #expect(try observer.read { try $0.proposals() }.isEmpty)
    let late = try team.observer(of: [2, 1, 0])
    #expect(try shown(late) == after)
    #expect(
      try late.read { try $0.waitingRequests().map(\.id) } == observer.read { try $0.waitingRequests().map(\.id) })
    try observer.write { try $0.follow([Followed(.machine, try team.machines[2].replica)]) }
    #expect(try observer.read { try $0.waitingRequests() }.isEmpty)
    let without = try shown(team.observer(of: [0, 1]))
    for (name, record) in try shown(observer) where without[name] != nil {
      #expect(without[name]?.isDeleted == record.isDeleted, "\(name), seed \(seed)")
    }
  }

  @Test("a record that a stranger began goes on to be one where it is edited")
  func edited() throws {
    let team = try Team(1)
    let stranger = team.machines[2]
    try stranger.addComponent("pay", ["kind": "button", "title": "Pay"])
    let own = team.machines[0]
    try own.database.run("DELETE FROM following")
    try own.receive(from: stranger)
    try own.write { try $0.set(kind: "component", key: "pay", fields: ["owner": "qa"], by: "lead") }
    try stranger.write { try $0.set(kind: "component", key: "pay", fields: ["kind": "image"], by: "m") }
    try own.receive(from: stranger)
    let pay = try #require(try own.read { try $0.record("component", "pay") })
    #expect(pay.text("kind") == "button" && pay.text("title") == "Pay" && pay.text("owner") == "qa")
    #expect(try own.read { try $0.proposals() }.map(\.fields) == [[.init(name: "kind", value: "image")]])
  }

  @Test("what it would do to follow someone is read by readers that read everything once")
  func rehearsed() throws {
    let team = try Team(1)
    try team.machines[2].addComponent("pay", ["kind": "button"])
    let own = team.machines[0]
    try own.database.run("DELETE FROM following")
    try own.receive(from: team.machines[2])
    var steady: [Bool] = []
    let changes = try own.rehearse(following: [Followed(.machine, try team.machines[2].replica)]) { reader in
      steady.append(reader.isSteady)
      return try reader.decisiveFigures()
    }
    #expect(steady == [true, true] && changes.count == 1)
    #expect(try own.read { try $0.decisiveFigures() } == changes[0].before, "nothing is kept")
  }

  @Test("of a chain that names a key only what that key signed is followed")
  func signed() throws {
    let scratch = try Scratch()
    let own = try Tracker.make(scratch.newPath(), Surroundings(seed: 1))
    try own.database.run("DELETE FROM following")
    try own.addComponent()
    let ben = try Tracker.make(scratch.newPath(), Surroundings(seed: 2))
    try ben.receive(from: own)
    try ben.write { try $0.sign(with: "SHA256:" + String(repeating: "b", count: 43), name: "ben") }
    try ben.write { try $0.set(kind: "component", key: "button", fields: ["retired": true], by: "ben") }
    try own.receive(from: ben)
    try own.write { try $0.follow([Followed(.machine, try ben.replica)]) }
    #expect(try own.read { try $0.proposals() }.count == 1, "nobody has shown that Ben's key signed it")
    let head = try #require(try ben.ownHeads().last)
    try own.write { writer in
      try writer.database.run(
        "INSERT INTO signed (identity, key, name) VALUES (?, ?, 'ben')", [.blob(head.head.bytes), .text(head.key)])
      try writer.findHeads()
      try writer.projector.markDecided()
    }
    #expect(try own.read { try $0.proposals() }.isEmpty)
    #expect(try own.read { try $0.record("component", "button") }?.fields["retired"] == true)
    try own.write { try $0.unfollow([Followed(.machine, try ben.replica)]) }
    #expect(try own.read { try $0.proposals() }.count == 1)
    try own.write { try $0.follow([Followed(.signer, "ben")]) }
    #expect(try own.read { try $0.proposals() }.isEmpty)
  }
}
