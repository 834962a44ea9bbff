import Audit
import Base
import StoredFacts

@testable import Store

/// What people do with their trackers, and what other programs do.
extension Team {
  func log(_ machine: TeamMachine) throws {
    let count = dice.once(in: 6) ? 3 : 1
    let now = machine.clock.now
    try machine.tracker.write { writer in
      for _ in 0..<count {
        let component = dice.pick(Self.components)
        let check = dice.pick(Catalogue.checks.map(\.id) + ["team.check"])
        guard try writer.exists(kind: "component", key: component), (try? writer.check(check)) != nil else { continue }
        var new = NewResult(
          component: component, check: check, condition: try Condition(parsing: dice.pick(["", "dark"])),
          outcome: dice.pick(Outcome.allCases), severity: dice.once(in: 2) ? dice.pick(Severity.allCases) : nil,
          value: dice.once(in: 4) ? try MeasuredValue.parse(dice.pick(["40x40", "3.2:1", "300ms", "4 tabs"])) : nil,
          note: dice.once(in: 5) ? dice.pick(["", "faint \u{1F525}", "\"\\\n\u{1}", "e\u{301}\u{e9}"]) : nil,
          tester: dice.pick(["tia", "tom", ""]), device: dice.pick(["", "iPhone"]), os: dice.pick(["", "17.0"]),
          build: dice.pick(["", "100", "101"]), audit: dice.pick(["", "spring"]),
          time: dice.once(in: 3) ? dice.pick([now - 86_400_000, now + 86_400_000, Lab.start]) : nil)
        new.isRetest = dice.once(in: 6)
        try writer.log(new)
      }
    }
  }

  func edit(_ machine: TeamMachine, component: String) throws {
    var fields = JSONObject()
    fields[dice.pick(["title", "owner"])] = .string(dice.pick(["a", "b", "caf\u{e9}", "cafe\u{301}"]))
    if dice.once(in: 3) { fields["retired"] = .bool(dice.once(in: 2)) }
    if dice.once(in: 3) { fields["source_digest"] = dice.once(in: 3) ? .null : .string(dice.pick(["s1", "s2"])) }
    if dice.once(in: 6) { fields["caf\u{e9}"] = 1 }
    if dice.once(in: 6) { fields["cafe\u{301}"] = 2 }
    try machine.tracker.write { writer in
      try writer.set(kind: "component", key: component, fields: fields, by: "lead")
      guard dice.once(in: 6) else { return }
      try writer.set(kind: "waiver", key: dice.pick(["\u{e9}", "e\u{301}"]), fields: ["reason": "later"], by: "")
    }
  }

  func deleteOrRestore(_ machine: TeamMachine) throws {
    let (kind, key) = dice.pick([
      ("component", Self.components[0]), ("component", Self.components[2]), ("check", "team.check"),
      ("check", Catalogue.checks[0].id),
    ])
    try machine.tracker.write { writer in
      if dice.once(in: 2) {
        try writer.delete(kind: kind, key: key, by: "lead")
      } else {
        try writer.restore(kind: kind, key: key, by: "lead")
      }
    }
  }

  func note(_ machine: TeamMachine) throws {
    try machine.tracker.write { writer in
      if dice.once(in: 3), let note = try writer.reader.notes().randomElement(using: &dice) {
        try writer.retractNote(note.id, by: "lead")
      } else {
        try writer.addNote(
          component: dice.pick(Self.components), check: dice.once(in: 2) ? Catalogue.checks[0].id : nil, text: "hm",
          by: "tia")
      }
    }
  }

  /// Attaches a file to any result that stands, whoever saw it; several results share three files.
  func attach(_ machine: TeamMachine) throws {
    let bytes = Array(dice.pick(["one", "two", "three"]).utf8)
    let digest = SHA256.digest(of: bytes)
    try machine.tracker.evidence.store(bytes, digest)
    try machine.tracker.write { writer in
      guard let result = try writer.reader.cells(Filter()).randomElement(using: &dice) else { return }
      let name = dice.pick(["a.txt", "caf\u{e9}.txt"])
      _ = try writer.attach(
        NewEvidence(name: name, type: "text/plain", digest: digest, bytes: Int64(bytes.count)), to: result,
        by: dice.pick(["tia", "tom", ""]))
    }
  }

  func undo(_ machine: TeamMachine) throws {
    try machine.tracker.write { writer in
      if let step = try writer.undoable() { try writer.retract(step, by: "lead") }
    }
  }

  func redo(_ machine: TeamMachine) throws {
    try machine.tracker.write { writer in
      if let step = try writer.redoable() { try writer.retract(step, by: "lead") }
    }
  }

  /// A team's own check, or its change to a built-in one; sometimes one that no version can read.
  func editCheck(_ machine: TeamMachine) throws {
    var fields = JSONObject()
    let isOwn = dice.once(in: 2)
    if isOwn {
      fields = Catalogue.checks[0].fact.objectValue ?? JSONObject()
      fields["id"] = "team.check"
      fields["category"] = "team"
    }
    if dice.once(in: 2) { fields["expected"] = .string("Expect \(dice.below(3)).") }
    if dice.once(in: 6) { fields["category"] = "elsewhere" }
    if fields.isEmpty { fields["title"] = "Ours" }
    try machine.tracker.write {
      try $0.set(kind: "check", key: isOwn ? "team.check" : Catalogue.checks[0].id, fields: fields, by: "lead")
    }
  }

  /// Destroys what was said, by oneself or by others; or decides about what others ask for.
  func erase(_ machine: TeamMachine) throws {
    if dice.once(in: 3) { return try decide(machine) }
    let facts = try stored(machine).filter { !$0.isStub && !ControlKind.isControl($0.fact.kind) }
    let own = try machine.tracker.read { try $0.identity().replica }
    let chosen = facts.filter { (dice.once(in: 3) || $0.fact.replica == own) && dice.once(in: 4) }.prefix(3)
    guard !chosen.isEmpty else { return }
    _ = try machine.tracker.write { writer in
      try writer.erase(
        chosen.map { "\($0.fact.replica)-\($0.fact.sequence)" }, reason: dice.pick(ErasingReason.allCases), by: "lead")
    }
  }

  /// Follows or refuses some of what others ask for, and lets a branch of a fork speak for what is older.
  private func decide(_ machine: TeamMachine) throws {
    try machine.tracker.write { writer in
      let waiting = try writer.reader.waitingRequests().filter { _ in dice.once(in: 2) }.map(\.identity)
      try writer.decide(dice.pick([.follow, .refuse]), about: waiting)
      guard settlesForks, let fork = try writer.reader.forks().randomElement(using: &dice),
        let branch = fork.branches.randomElement(using: &dice)
      else { return }
      try writer.keep(branch)
    }
  }

  /// What another program, or a newer one, or somebody who forges names might have said.
  func strangeFact(_ machine: TeamMachine) throws {
    let known = try stored(machine)
    var body: JSONObject = [
      "component": .string(Self.components[0]), "check": .string(Catalogue.first), "outcome": "pass", "tester": "eve",
    ]
    // Strangers number their facts as they like, so some of what they claim to have seen goes round in circles.
    let alike = known.filter { $0.fact.kind == "result" && $0.fact.body["component"] == body["component"] }
    let saw = alike.randomElement(using: &dice).map { [$0.digest.reference] } ?? []
    var kind = "result"
    switch dice.below(11) {
    case 10:
      body["retest"] = true
      body["build"] = .string(dice.pick(["99", "100", "101"]))
    case 9:
      // Of a result that may never come, and sometimes of a form that no version knows.
      let of = known.randomElement(using: &dice)?.digest ?? SHA256.digest(of: Array("none".utf8))
      kind = "evidence"
      body = [
        "check": .string(Catalogue.checks[0].id), "component": .string(Self.components[0]), "name": "../x", "size": 3,
        "of": .string(of.reference.hex), "sha256": .string(SHA256.digest(of: Array("one".utf8)).hex),
        "type": "text/plain", "lens": "wide",
      ]
      if dice.once(in: 3) { body["size"] = "large" }
    case 0: body["outcome"] = "maybe"
    case 1: body["lidar"] = ["depth": 3]
    case 2: (kind, body) = ("sighting", ["of": "card"])
    case 3: (kind, body) = ("set", ["kind": "component", "key": "card", "fields": ["hue": 3], "why": "new"])
    case 4, 5: body["outcome"] = .string(dice.pick(Outcome.allCases).rawValue)
    default:
      guard let target = dice.once(in: 3) ? known.first : known.randomElement(using: &dice) else { return }
      body = ["targets": [.string(target.digest.reference.hex)]]
      kind = dice.once(in: 3) ? "erase" : "retract"
      if kind == "erase" { body["reason"] = "personal" }
    }
    var fact = Fact(
      replica: "stranger\(dice.below(2))", sequence: Int64(1 + dice.below(6)),
      clock: HybridTime(milliseconds: machine.clock.now + Int64(dice.below(3))), previous: nil, kind: kind, body: body,
      salt: ControlKind.isControl(kind) ? nil : FactSalt(high: dice.next(), low: dice.next()), saw: saw)
    // A forger goes on behind any fact, under the name of its replica.
    if dice.once(in: 4), let before = known.randomElement(using: &dice) {
      (fact.replica, fact.sequence) = (before.fact.replica, before.fact.sequence + 1)
      fact.previous = before.digest.reference
    }
    _ = try machine.tracker.write { try $0.receive([fact]) }
  }

  private func stored(_ machine: TeamMachine) throws -> [StoredFact] {
    var facts: [StoredFact] = []
    try machine.tracker.read { try $0.facts { facts.append($0) } }
    return facts
  }
}
