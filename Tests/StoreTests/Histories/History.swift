import Audit
import Base
import Children
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

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
  /// Every fact that ever left a machine, and every header: what all must hold in the end.
  var exchanged: [Digest: StoredFact] = [:]
  var headers: [Digest: StoredFact] = [:]
  /// What anybody decided about requests, the branches of forks that were kept, and the heads whose signature was
  /// verified: what all decide in the end.
  var decisions: [Digest: Decision] = [:]
  var kept: Set<Digest> = []
  var signed: [Digest: String] = [:]
  /// Whether some machines sign. Then no erasure is refused: what a signature had destroyed would not come back.
  let hasKeys: Bool
  /// What was done, for a failure's message.
  var story: [String] = []

  /// - Parameter template: an empty tracker that is copied for each machine; making one costs more than a history.
  init(seed: UInt64, scratch: Scratch, template: String) throws {
    self.seed = seed
    self.scratch = scratch
    self.template = template
    random = SeededRandom(seed: seed)
    hasKeys = random.once(in: 2)
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
  static let keys = ["a", "b"].map { "SHA256:" + String(repeating: $0, count: 43) }

  func newMachine() throws -> Machine {
    let path = scratch.newPath()
    try scratch.copy(template, to: path)
    let surroundings = Surroundings(
      seed: random.next(), now: 1_750_000_000_000 + Int64(random.below(5_000)), host: "host-\(random.below(3))")
    let tracker = try Tracker.reopen(path, surroundings)
    try tracker.database.write {
      try Identity.found(tracker.database, environment: surroundings.environment, edition: .second)
      try Identity.adoptFile(tracker.database, path: path, environment: surroundings.environment)
      if hasKeys, random.once(in: 2) { try LocalTable.set(tracker.database, "signer", random.pick(Self.keys)) }
    }
    return Machine(path: path, surroundings: surroundings, tracker: tracker)
  }

  func everything(_ machine: Machine) throws -> [StoredFact] {
    let facts = try machine.tracker.facts
    for stored in facts {
      if stored.isStub { headers[stored.digest] = stored } else { exchanged[stored.digest] = stored }
    }
    // What a machine decided counts once it was heard of.
    let made = try machine.tracker.database.all("SELECT kind, identity FROM decision", []) { row in
      (Decision(rawValue: row.text(0)), Digest(bytes: row.blob(1)))
    }
    for (decision, identity) in made { if let decision, let identity { decisions[identity] = decision } }
    return facts
  }

  /// Facts arrive in parts, out of order, some of them twice.
  func deliver(_ facts: [StoredFact], to machine: Machine) throws {
    var waiting = facts
    for _ in 0..<random.below(4) { if let again = facts.randomElement(using: &random) { waiting.append(again) } }
    waiting.shuffle(using: &random)
    while !waiting.isEmpty {
      if random.once(in: 4), facts.count > 3 { try decide(machine) }
      let part = Array(waiting.prefix(1 + random.below(30)))
      waiting.removeFirst(part.count)
      _ = try machine.tracker.write { try $0.receive(part) }
    }
  }

  /// What is to be delivered: each fact, or its header where nothing else is left, and some headers besides.
  var union: [StoredFact] {
    exchanged.keys.sorted().compactMap { exchanged[$0] }
      + headers.keys.sorted().compactMap { headers[$0] }.filter { exchanged[$0.digest] == nil || random.once(in: 3) }
  }

  /// Facts of which not even a header has to be left: of a session that was erased where it was recorded, its beginning
  /// and the request right behind it stay.
  var mayBeGone: Set<Digest> {
    let all = headers.merging(exchanged) { $1 }
    let erased = Dictionary(
      all.values.map(\.fact).filter { $0.kind == "erase" && $0.body["sitting"]?.stringValue == $0.replica }
        .map { ($0.replica, $0.sequence) }, uniquingKeysWith: min)
    return Set(all.filter { _, stored in erased[stored.fact.replica].map { stored.fact.sequence >= $0 } ?? false }.keys)
  }

  /// Has a machine decide some of what was decided anywhere, of what is here and of what is not yet.
  ///
  /// - Parameter all: all of it.
  func decide(_ machine: Machine, all: Bool = false) throws {
    let (decisions, kept, signed) = (decisions, kept, signed)
    try machine.tracker.write { writer in
      for (identity, decision) in decisions.sorted(by: { $0.key < $1.key }) where all || random.once(in: 2) {
        try decision.store(about: identity, in: writer.database)
      }
      for identity in kept.sorted() where all || random.once(in: 2) {
        try writer.database.run(
          "INSERT OR IGNORE INTO decision (kind, identity) VALUES ('branch', ?)", [.blob(identity.bytes)])
      }
      for (identity, key) in signed.sorted(by: { $0.key < $1.key }) where all || random.once(in: 2) {
        try writer.database.run(
          "INSERT OR IGNORE INTO signed (identity, key, name) VALUES (?, ?, ?)",
          [.blob(identity.bytes), .text(key), .text(key)])
      }
      try writer.findHeads()
      try writer.projector.markDecided()
    }
  }

  /// An undo under the name of a machine that did not make it waits there and nowhere else: it is followed by all.
  func followWhatWaitsOnSome() throws {
    let waiting = try machines.map { machine in
      let requests = try machine.tracker.read { try $0.waitingRequests() }
      return Dictionary(requests.map { ($0.identity, [$0.waiting, $0.withheld]) }) { $1 }
    }
    let differing = Set(waiting.flatMap(\.keys)).filter { one in waiting.contains { $0[one] != waiting.first?[one] } }
      .compactMap { Digest(hex: $0) }
    guard !differing.isEmpty else { return }
    for identity in differing { decisions[identity] = .follow }
    for machine in machines { try decide(machine, all: true) }
  }

  /// What each machine knows to be its own is verified by all in the end.
  func sign() throws {
    for machine in machines { for (head, key) in try machine.tracker.ownHeads() { signed[head] = key } }
  }

  /// Somebody decides about requests and forks, or verifies a signature; others may learn of it before the facts.
  func judge(_ machine: Machine) throws {
    let facts = try everything(machine)
    for request in try machine.tracker.read({ try $0.requests() }) where random.once(in: 3) {
      guard let identity = Digest(hex: request.identity), decisions[identity] == nil else { continue }
      decisions[identity] = random.once(in: 3) && (request.kind == .undo || !hasKeys) ? .refuse : .follow
    }
    for fork in try machine.tracker.read({ try $0.forks() }) where random.once(in: 2) {
      if let branch = fork.branches.randomElement(using: &random) { kept.insert(branch.identity) }
    }
    if hasKeys, let head = facts.randomElement(using: &random), random.once(in: 2) {
      signed[head.digest] = signed[head.digest] ?? random.pick(Self.keys)
    }
    try decide(machine)
  }

  func run() throws {
    for _ in 0..<(8 + random.below(25)) {
      for machine in machines { machine.surroundings.now += random.pick([0, 0, 1, 40, 5_000, 86_400_000]) }
      try step(random.pick(machines))
    }
  }

  func step(_ machine: Machine) throws {
    let name = machine.path.split(separator: "/").last.map(String.init) ?? ""
    let choice = random.below(100)
    story.append("\(name) \(choice)")
    switch choice {
    case 0..<36: try log(machine)
    case 36..<40: try tap(machine)
    case 40..<48: try edit(machine, component: random.pick(Self.components))
    case 48..<50: try deleteOrRestore(machine)
    case 50: try rename(machine)
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
    case 94..<96: try keepOrPutBack(machine)
    case 96: try judge(machine)
    default: for _ in 0..<(1 + random.below(4)) { try strangeFact(machine) }
    }
  }

  func log(_ machine: Machine) throws {
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
        var new = NewResult(
          component: component, check: check, condition: try Condition(parsing: random.pick(Self.conditions)),
          outcome: outcome, severity: random.once(in: 2) ? random.pick(Severity.allCases) : nil,
          value: random.once(in: 4)
            ? try MeasuredValue.parse(random.pick(["40x40", "3.2:1", "300ms", "4 tabs", "6.9mm"])) : nil,
          note: random.once(in: 5) ? random.pick(["", "faint \u{1F525}", "\"\\\n\u{1}", "e\u{301}\u{e9}"]) : nil,
          tester: random.pick(Self.testers), device: random.pick(["", "iPhone"]), os: random.pick(["", "17.0"]),
          build: random.pick(Self.builds), audit: random.pick(["", "spring"]),
          time: random.once(in: 3) ? random.pick([now - 86_400_000, now + 86_400_000, 1_750_000_000_000]) : nil)
        new.isRetest = random.once(in: 6)
        logged = try writer.log(new)
      }
      guard let logged, random.once(in: 4) else { return }
      try writer.attach(try file(machine), to: logged, by: random.pick(Self.testers))
    }
  }

  /// A session with a child, more of one, or a plan.
  func tap(_ machine: Machine) throws {
    try machine.tracker.write { writer in
      guard try random.once(in: 4) || writer.reader.sessionRecords().isEmpty else {
        guard let sessionRecord = try writer.reader.sessionRecords().randomElement(using: &random) else { return }
        let session = try writer.resume(sessionRecord)
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
      _ = try writer.begin(
        TapSession(
          plan: "plan", participant: random.pick(["BCDFGH", "JKMNPQ"]), age: .six, week: "2026-W10", device: "iPad",
          moderator: "m1", consent: consent))
    }
  }

  func signal(_ machine: Machine) throws {
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
  func attach(_ machine: Machine) throws {
    let evidence = try file(machine)
    try machine.tracker.write { writer in
      guard let result = try writer.reader.cells(Filter()).randomElement(using: &random) else { return }
      _ = try writer.attach(evidence, to: result, by: random.pick(Self.testers))
    }
  }

  /// One of three files, kept where the machine keeps them.
  func file(_ machine: Machine) throws -> NewEvidence {
    let bytes = Array(random.pick(["one", "two", "three"]).utf8)
    let digest = SHA256.digest(of: bytes)
    try machine.tracker.evidence.store(bytes, digest)
    return NewEvidence(
      name: random.pick(["a.txt", "caf\u{e9}.txt"]), type: "text/plain", digest: digest, bytes: Int64(bytes.count))
  }

  func edit(_ machine: Machine, component: String) throws {
    var fields = JSONObject()
    fields[random.pick(["title", "owner"])] = .string(random.pick(["a", "b", "caf\u{e9}", "cafe\u{301}"]))
    if random.once(in: 3) { fields["retired"] = .bool(random.once(in: 2)) }
    if random.once(in: 3) { fields["source_digest"] = random.once(in: 3) ? .null : .string(random.pick(["s1", "s2"])) }
    if random.once(in: 4) { fields["platforms"] = random.pick([["macOS"], ["iOS"], .null]) }
    if random.once(in: 4) { fields["profile"] = random.pick(["child", "adult"]) }
    if random.once(in: 6) { fields["caf\u{e9}"] = 1 }
    if random.once(in: 6) { fields["cafe\u{301}"] = 2 }
    try machine.tracker.write { writer in
      try writer.set(kind: "component", key: component, fields: fields, by: "lead")
      guard random.once(in: 6) else { return }
      try writer.set(kind: "task", key: random.pick(["\u{e9}", "e\u{301}"]), fields: ["done": true], by: "")
      try writer.set(kind: "task", key: random.pick(["\u{e9}", "e\u{301}"]), fields: ["done": false], by: "")
    }
  }

  func deleteOrRestore(_ machine: Machine) throws {
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

  func note(_ machine: Machine) throws {
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
  func editCheck(_ machine: Machine) throws {
    var fields = JSONObject()
    let isOwn = random.once(in: 2)
    if isOwn {
      fields = Catalogue.checks[0].fact.objectValue ?? JSONObject()
      fields["id"] = "team.check"
      fields["category"] = "team"
    }
    if random.once(in: 2) { fields["expected"] = .string("Expect \(random.below(3)).") }
    if random.once(in: 6) { fields["category"] = "elsewhere" }
    if random.once(in: 3) {
      fields["measurement"] = [
        "type": "number", "unit": "pt", "comparison": ">=", "threshold": .integer(random.pick([36, 44])),
        "platforms": ["macOS": 20],
      ]
    }
    if fields.isEmpty { fields["title"] = "Ours" }
    try machine.tracker.write {
      try $0.set(kind: "check", key: isOwn ? "team.check" : Catalogue.first, fields: fields, by: "lead")
    }
  }
}
