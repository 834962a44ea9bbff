import AuditCatalog
import AuditModel
import CanonicalJSON
import Foundation
import SQLite
import Testing

@testable import AuditStore

/// One seeded random history: up to four machines that write, exchange, are copied and put back.
final class History {
  /// One machine's file.
  final class Machine {
    let path: String
    let surroundings: Surroundings
    var tracker: Tracker
    /// An earlier state of the file, to be put back.
    var older: [UInt8]?

    init(path: String, surroundings: Surroundings, tracker: Tracker) {
      self.path = path
      self.surroundings = surroundings
      self.tracker = tracker
    }
  }

  let seed: UInt64
  let scratch: Scratch
  let template: String
  var random: SeededRandom
  var machines: [Machine] = []
  /// Every fact that ever left a machine: what all must hold in the end.
  var exchanged: [Digest: StoredFact] = [:]
  /// What was done, for a failure's message.
  var story: [String] = []

  /// - Parameter template: an empty tracker that is copied for each machine; making one costs more than a history.
  init(seed: UInt64, scratch: Scratch, template: String) throws {
    self.seed = seed
    self.scratch = scratch
    self.template = template
    random = SeededRandom(seed: seed)
    machines.append(try newMachine())
    try edit(machines[0], component: Self.components[0])
    try edit(machines[0], component: Self.components[1])
    if random.once(in: 2) {
      machines.append(try newMachine())
      try deliver(everything(machines[0]), to: machines[1])
    }
  }

  static let components = ["home/button", "home/list", "card"]
  static let conditions = ["", "dark"]
  static let testers = ["tia", "tom", ""]
  static let builds = ["", "100", "101"]
  static let year: Int64 = 365 * 86_400_000

  func newMachine() throws -> Machine {
    let path = scratch.newPath()
    try scratch.copy(template, to: path)
    let surroundings = Surroundings(
      seed: random.next(), now: 1_750_000_000_000 + Int64(random.below(5_000)), host: "host-\(random.below(3))")
    let tracker = try Tracker.reopen(path, surroundings)
    try tracker.database.write {
      try Identity.found(tracker.database, environment: surroundings.environment)
      try Identity.adoptFile(tracker.database, path: path, environment: surroundings.environment)
    }
    return Machine(path: path, surroundings: surroundings, tracker: tracker)
  }

  func everything(_ machine: Machine) throws -> [StoredFact] {
    let facts = try machine.tracker.facts
    for stored in facts {
      // Some machine may still hold what another has erased.
      if exchanged[stored.digest] == nil || random.once(in: 2) { exchanged[stored.digest] = stored }
    }
    return facts
  }

  /// Facts arrive in parts, out of order, some of them twice.
  func deliver(_ facts: [StoredFact], to machine: Machine) throws {
    var waiting = facts
    for _ in 0..<random.below(4) { if let again = facts.randomElement(using: &random) { waiting.append(again) } }
    waiting.shuffle(using: &random)
    while !waiting.isEmpty {
      let part = Array(waiting.prefix(1 + random.below(30)))
      waiting.removeFirst(part.count)
      _ = try machine.tracker.write { try $0.receive(part) }
    }
  }

  func run() throws {
    for _ in 0..<(8 + random.below(25)) {
      for machine in machines { machine.surroundings.now += random.pick([0, 0, 1, 40, 5_000, 86_400_000]) }
      try step(random.pick(machines))
    }
  }

  private func step(_ machine: Machine) throws {
    let name = machine.path.split(separator: "/").last.map(String.init) ?? ""
    let choice = random.below(100)
    story.append("\(name) \(choice)")
    switch choice {
    case 0..<36: try log(machine)
    case 36..<40: try tap(machine)
    case 40..<48: try edit(machine, component: random.pick(Self.components))
    case 48..<51: try deleteOrRestore(machine)
    case 51..<53: try signal(machine)
    case 53..<55: try note(machine)
    case 55..<57: try attach(machine)
    case 57..<66: try machine.tracker.undo()
    case 66..<72: try machine.tracker.redo()
    case 72..<77: try editCheck(machine)
    case 77..<80: machine.surroundings.now += random.pick([-10, 10, 10]) * Self.year
    case 80..<91: try exchange(with: machine)
    case 91..<93: try cloneFile(of: machine)
    case 93: try erase(machine)
    case 94..<97: try keepOrPutBack(machine)
    default: for _ in 0..<(1 + random.below(4)) { try strangeFact(machine) }
    }
  }

  private func log(_ machine: Machine) throws {
    let count = random.once(in: 6) ? 3 : 1
    let now = machine.surroundings.now
    try machine.tracker.write { writer in
      var logged: LoggedResult?
      for _ in 0..<count {
        let component = random.pick(Self.components)
        guard try writer.exists(kind: "component", key: component) else { continue }
        let check = random.pick(Catalogue.checks.map(\.id) + ["team.check"])
        guard (try? writer.check(check)) != nil else { continue }
        let outcome = random.pick(Outcome.allCases)
        logged = try writer.log(
          NewResult(
            component: component, check: check, condition: try Condition(parsing: random.pick(Self.conditions)),
            outcome: outcome, severity: random.once(in: 2) ? random.pick(Severity.allCases) : nil,
            value: random.once(in: 4)
              ? try MeasuredValue.parse(random.pick(["40x40", "3.2:1", "300ms", "4 tabs", "6.9mm"])) : nil,
            note: random.once(in: 5) ? random.pick(["", "faint \u{1F525}", "\"\\\n\u{1}", "e\u{301}\u{e9}"]) : nil,
            tester: random.pick(Self.testers), device: random.pick(["", "iPhone"]), os: random.pick(["", "17.0"]),
            build: random.pick(Self.builds), audit: random.pick(["", "spring"]),
            time: random.once(in: 3) ? random.pick([now - 86_400_000, now + 86_400_000, 1_750_000_000_000]) : nil))
      }
      guard let logged, random.once(in: 4) else { return }
      try writer.attach(try file(machine), to: logged, by: random.pick(Self.testers))
    }
  }

  /// A session with a child, more of one, or a plan.
  private func tap(_ machine: Machine) throws {
    try machine.tracker.write { writer in
      guard try random.once(in: 4) || writer.reader.sittings().isEmpty else {
        guard let sitting = try writer.reader.sittings().randomElement(using: &random) else { return }
        let session = try writer.resume(sitting)
        if random.once(in: 5) { return try writer.add(TapRemark(topic: .end, code: "complete"), to: session) }
        let contacts = [TapContact(down: 5, x: 1, y: 2, kind: random.pick(ContactClass.allCases))]
        let trial = TapTrial(
          number: 1 + random.below(5), kind: .scored, component: random.pick(Self.components), width: 440, height: 440,
          outcome: random.pick(TrialOutcome.allCases))
        return try writer.add(trial, contacts: random.once(in: 2) ? contacts : [], to: session)
      }
      if random.once(in: 3) {
        let plan = TapPlan(key: "plan", component: Self.components[0], width: 440, height: 440)
        try writer.set(kind: TapPlan.recordKind, key: plan.key, fields: plan.fields, by: "lead")
      }
      let consent = TapSession.Consent(reference: "c1", guardian: true, assent: true)
      let child = random.pick(["BCDFGH", "JKMNPQ"])
      // Nothing is taken down under the code of a child who was erased; another machine may not know of it yet.
      guard try !writer.reader.erasedChildren().contains(Erasures.token(of: child)) else { return }
      _ = try writer.begin(
        TapSession(
          plan: "plan", participant: child, age: .six, week: "2026-W10", device: "iPad",
          moderator: "m1", consent: consent))
    }
  }

  private func signal(_ machine: Machine) throws {
    try machine.tracker.write { writer in
      try writer.add(
        Signal(
          component: random.pick(Self.components), check: Catalogue.first, condition: random.pick(Self.conditions),
          tool: "xctest", rule: "contrast", message: "Contrast failed", screens: [random.pick(["home", "sign-in"])],
          build: random.pick(Self.builds),
          at: random.once(in: 2) ? machine.surroundings.now + random.pick([-5_000, 5_000]) : nil),
        by: random.pick(Self.testers))
    }
  }

  /// Attaches a file to any result that stands, whoever saw it.
  private func attach(_ machine: Machine) throws {
    let evidence = try file(machine)
    try machine.tracker.write { writer in
      guard let result = try writer.reader.cells(Filter()).randomElement(using: &random) else { return }
      _ = try writer.attach(evidence, to: result, by: random.pick(Self.testers))
    }
  }

  /// One of three files, kept where the machine keeps them.
  private func file(_ machine: Machine) throws -> NewEvidence {
    let bytes = Array(random.pick(["one", "two", "three"]).utf8)
    let digest = SHA256.digest(of: bytes)
    try machine.tracker.evidence.store(bytes, digest)
    return NewEvidence(
      name: random.pick(["a.txt", "caf\u{e9}.txt"]), type: "text/plain", digest: digest, bytes: Int64(bytes.count))
  }

  private func edit(_ machine: Machine, component: String) throws {
    var fields = JSONObject()
    fields[random.pick(["title", "owner"])] = .string(random.pick(["a", "b", "caf\u{e9}", "cafe\u{301}"]))
    if random.once(in: 3) { fields["retired"] = .bool(random.once(in: 2)) }
    if random.once(in: 3) { fields["source_digest"] = random.once(in: 3) ? .null : .string(random.pick(["s1", "s2"])) }
    if random.once(in: 6) { fields["caf\u{e9}"] = 1 }
    if random.once(in: 6) { fields["cafe\u{301}"] = 2 }
    try machine.tracker.write { writer in
      try writer.set(kind: "component", key: component, fields: fields, by: "lead")
      guard random.once(in: 6) else { return }
      try writer.set(kind: "task", key: random.pick(["\u{e9}", "e\u{301}"]), fields: ["done": true], by: "")
      try writer.set(kind: "task", key: random.pick(["\u{e9}", "e\u{301}"]), fields: ["done": false], by: "")
    }
  }

  private func deleteOrRestore(_ machine: Machine) throws {
    let (kind, key) = random.pick([
      ("component", Self.components[0]), ("component", Self.components[2]), ("check", "team.check"),
      ("check", Catalogue.first),
    ])
    try machine.tracker.write { writer in
      if random.once(in: 2) {
        try writer.delete(kind: kind, key: key, by: "lead")
      } else {
        try writer.restore(kind: kind, key: key, by: "lead")
      }
    }
  }

  private func note(_ machine: Machine) throws {
    try machine.tracker.write { writer in
      if random.once(in: 3), let note = try writer.reader.notes().randomElement(using: &random) {
        try writer.retractNote(note.id, by: "lead")
      } else {
        try writer.addNote(
          component: random.pick(Self.components), check: random.once(in: 2) ? Catalogue.first : nil, text: "hm",
          by: "tia")
      }
    }
  }

  /// A team's own check, or its change to a built-in one; sometimes one that no version can read.
  private func editCheck(_ machine: Machine) throws {
    var fields = JSONObject()
    let isOwn = random.once(in: 2)
    if isOwn {
      fields = Catalogue.checks[0].fact.objectValue ?? JSONObject()
      fields["id"] = "team.check"
      fields["category"] = "team"
    }
    if random.once(in: 2) { fields["expected"] = .string("Expect \(random.below(3)).") }
    if random.once(in: 6) { fields["category"] = "elsewhere" }
    if fields.isEmpty { fields["title"] = "Ours" }
    try machine.tracker.write {
      try $0.set(kind: "check", key: isOwn ? "team.check" : Catalogue.first, fields: fields, by: "lead")
    }
  }

  /// Destroys what was said, here or elsewhere; whoever is not asked follows, the others decide in the end.
  private func erase(_ machine: Machine) throws {
    let contents = try machine.tracker.facts.filter { !["erase", "retract", "replica"].contains($0.fact.kind) }
    let chosen = contents.filter { !$0.isStub && random.once(in: 4) }.prefix(3)
    guard !chosen.isEmpty else { return }
    _ = try machine.tracker.write { writer in
      if random.once(in: 3), let sitting = try writer.reader.sittings().first {
        return try writer.erase(participant: sitting.session.participant, reason: "asked for", by: "lead")
      }
      return try writer.erase(chosen.map { "\($0.fact.replica)-\($0.fact.sequence)" }, reason: "a name", by: "lead")
    }
  }

  private func exchange(with machine: Machine) throws {
    guard let other = machines.filter({ $0 !== machine }).randomElement(using: &random) else { return }
    let facts = try everything(machine)
    let share = random.once(in: 3) ? facts.filter { _ in random.once(in: 2) } : facts
    try deliver(share, to: other)
  }

  /// The file is copied, with its mark or without, and both go on.
  private func cloneFile(of machine: Machine) throws {
    guard machines.count < 4 else { return }
    let path = scratch.newPath()
    try scratch.copy(machine.path, to: path)
    if random.once(in: 2), FileManager.default.fileExists(atPath: Mark.path(beside: machine.path)) {
      try scratch.copy(Mark.path(beside: machine.path), to: Mark.path(beside: path))
    }
    let surroundings = Surroundings(
      seed: random.next(), now: machine.surroundings.now, host: "host-\(random.below(3))")
    let tracker = try Tracker.reopen(path, surroundings)
    machines.append(Machine(path: path, surroundings: surroundings, tracker: tracker))
  }

  /// Keeps the file as it is now, or writes an earlier one over it; sometimes the mark is lost as well, so that the
  /// same replica says two different things under one number.
  private func keepOrPutBack(_ machine: Machine) throws {
    guard let older = machine.older, random.once(in: 2) else {
      machine.older = Scratch.bytes(machine.path)
      return
    }
    if random.once(in: 2) { _ = try everything(machine) }
    machine.tracker.close()
    try Scratch.overwrite(machine.path, with: older)
    if random.once(in: 3) { try? FileManager.default.removeItem(atPath: Mark.path(beside: machine.path)) }
    machine.tracker = try Tracker.reopen(machine.path, machine.surroundings)
  }

  /// What another program, or a newer one, might send.
  private func strangeFact(_ machine: Machine) throws {
    let known = try machine.tracker.facts
    var body: JSONObject = [
      "component": .string(Self.components[0]), "check": .string(Catalogue.first), "outcome": "pass", "tester": "eve",
    ]
    // Strangers number their facts as they like, so some of what they claim to have seen goes round in circles.
    let alike = known.filter { $0.fact.kind == "result" && $0.fact.body["component"] == body["component"] }
    if let seen = alike.randomElement(using: &random) { body["saw"] = [.string(seen.digest.shortHex)] }
    var kind = "result"
    switch random.below(12) {
    case 11:
      kind = random.pick(["session", "trial", "contact", "remark"])
      let session = JSONValue.string((known.randomElement(using: &random)?.digest.shortHex) ?? "0123456789abcdef")
      body = [
        "code": "ok", "component": "button", "contacts": [], "height": 440, "kind": "scored", "n": 1,
        "outcome": random.once(in: 4) ? "levitated" : "first_tap", "scoring": 2, "session": session, "topic": "size",
        "trial": kind == "contact" ? session : 3, "width": 440, "mood": "good",
      ]
    case 10:
      kind = "signal"
      body = [
        "check": .string(Catalogue.first), "component": .string(Self.components[0]), "rule": "r", "tool": "lens",
        "screens": ["a", "b"], "depth": 3,
      ]
      if random.once(in: 3) { body["screens"] = "a" }
    case 9:
      // Of a result that may never come, and sometimes of a form that no version knows.
      kind = "evidence"
      body = [
        "check": .string(Catalogue.first), "component": .string(Self.components[0]), "name": "../x", "size": 3,
        "of": .string((known.randomElement(using: &random)?.digest ?? SHA256.digest(of: [UInt8]())).shortHex),
        "sha256": .string(SHA256.digest(of: Array("one".utf8)).hex), "type": "text/plain", "lens": "wide",
      ]
      if random.once(in: 3) { body["size"] = "large" }
    case 0: body["outcome"] = "maybe"
    case 1: body["lidar"] = ["depth": 3]
    case 2: (kind, body) = ("sighting", ["of": "card"])
    case 3: (kind, body) = ("set", ["kind": "component", "key": "card", "fields": ["hue": 3], "why": "new"])
    case 4, 5, 6: body["outcome"] = .string(random.pick(Outcome.allCases).rawValue)
    default:
      guard let target = random.once(in: 3) ? known.first : known.randomElement(using: &random) else { return }
      let isWrong = random.once(in: 2)
      kind = "retract"
      body = [
        "targets": [
          [
            .string(isWrong ? "elsewhere" : target.fact.replica), .integer(target.fact.sequence),
            .string(target.digest.shortHex),
          ]
        ]
      ]
    }
    let fact = Fact(
      replica: "stranger\(random.below(2))", sequence: Int64(1 + random.below(6)),
      clock: HybridTime(milliseconds: machine.surroundings.now + Int64(random.below(3))), previous: "", kind: kind,
      body: body)
    let digest = SHA256.digest(of: try CanonicalWriter.bytes(of: fact.json))
    try deliver([StoredFact(fact: fact, digest: digest, bytes: [], isStub: false)], to: machine)
  }
}
