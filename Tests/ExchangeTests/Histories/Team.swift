import Base
import Exchange
import Store
import StoredFacts
import Testing

/// One seeded random history: two to five machines that write, send and receive bundles, are copied and put back.
final class Team {
  static let components = ["home/button", "home/list", "card"]
  static let year: Int64 = 365 * 86_400_000

  let seed: UInt64
  let lab: Lab
  var dice: SeededRandom
  var machines: [TeamMachine] = []
  /// Every bundle that was ever written. Some arrive often, some only in the end.
  var post: [Parcel] = []
  var ledger = Ledger()
  /// Whether forks are settled: what was kept is never given up again, so in the end everybody keeps all.
  let settlesForks: Bool
  /// What was done, for a failure's message.
  var story: [String] = []

  init(seed: UInt64, lab: Lab) throws {
    self.seed = seed
    self.lab = lab
    dice = SeededRandom(seed: seed)
    settlesForks = dice.once(in: 3)
    for _ in 0..<(2 + dice.below(4)) { machines.append(try lab.newMachine(&dice)) }
    // Most teams begin with one person's components; in some everybody begins alone.
    guard dice.below(4) > 0 else { return }
    for component in Self.components.prefix(2) { try edit(machines[0], component: component) }
    let first = try send(try machines[0].export())
    for machine in machines.dropFirst() where dice.once(in: 2) { try machine.take(first.bytes) }
  }

  func run(steps: Int) throws {
    for _ in 0..<steps {
      for machine in machines { machine.clock.now += dice.pick([0, 0, 1, 40, 5_000, 86_400_000]) }
      try step(dice.below(machines.count))
    }
  }

  private func step(_ index: Int) throws {
    let machine = machines[index]
    let choice = dice.below(100)
    story.append("\(index):\(choice)")
    switch choice {
    case 0..<34: try log(machine)
    case 34..<46: try edit(machine, component: dice.pick(Self.components))
    case 46..<51: try deleteOrRestore(machine)
    case 51..<54: try note(machine)
    case 54..<56: try attach(machine)
    case 56..<62: try undo(machine)
    case 62..<66: try redo(machine)
    case 66..<69: try editCheck(machine)
    case 69..<72: machine.clock.now += dice.pick([-10, 10]) * Self.year
    case 72..<81: try export(machine)
    case 81..<90: try receive(machine)
    case 90..<92: if machines.count < 5 { machines.append(try machine.copy(&dice)) }
    case 92..<95: try erase(machine)
    case 95: try machine.keep()
    case 96..<98: try machine.putBack(losesMark: dice.once(in: 3))
    case 98: try machine.tracker.write { try $0.rebuild() }
    default: for _ in 0..<(1 + dice.below(4)) { try strangeFact(machine) }
    }
  }

  // The post.

  @discardableResult
  func send(_ parcel: Parcel) throws -> Parcel {
    post.append(parcel)
    try ledger.add(parcel.bytes)
    return parcel
  }

  /// All, what is new since some earlier bundle of anybody, or a part.
  private func export(_ machine: TeamMachine) throws {
    switch dice.below(4) {
    case 0, 1: try send(try machine.export())
    case 2:
      guard let base = post.filter({ $0.summary.header.scope == .full }).randomElement(using: &dice) else { return }
      try checkIncrement(try send(try machine.export(since: base.summary.upto)), on: base, machine)
    default:
      let query = dice.pick([nil, "status:fail", "component:card", "tester:tia condition:dark", "-status:pass"])
      try send(try machine.export(query: query, isRedacted: query == nil || dice.once(in: 2)))
    }
  }

  /// Whoever has a whole bundle and gets what came since has what the sender has. (Of a replica that said two things
  /// under one number nobody can tell by numbers which of them the receiver has.)
  private func checkIncrement(_ increment: Parcel, on base: Parcel, _ machine: TeamMachine) throws {
    guard base.summary.header.since.isEmpty else { return }
    let received = try ledger.add(base.bytes).union(try ledger.add(increment.bytes))
    let missing = try ledger.add(try machine.export().bytes).subtracting(received)
    let forked = ledger.forked
    #expect(
      missing.allSatisfy { forked.contains(ledger.replica(of: $0)) }, "seed \(seed): an increment leaves a hole")
  }

  private func receive(_ machine: TeamMachine) throws {
    for _ in 0..<(1 + dice.below(3)) {
      guard let parcel = post.randomElement(using: &dice) else { return }
      try machine.take(try spelled(parcel))
      if dice.once(in: 6) {
        let again = try machine.take(try spelled(parcel)).received
        #expect(again.added == 0 && again.same == parcel.summary.count, "seed \(seed): the same bundle added something")
      }
    }
  }

  func spelled(_ parcel: Parcel) throws -> [UInt8] {
    dice.once(in: 5) ? try Respelling.of(parcel.bytes, &dice) : parcel.bytes
  }
}
