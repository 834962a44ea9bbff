import Audit
import Base
import Children
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

extension History {
  /// What components may be called in the end.
  static let names = components + ["login/button", "card-2"]

  /// A component gets another name: sometimes one that it had, or that another one has on another machine.
  func rename(_ machine: Machine) throws {
    try machine.tracker.write { writer in
      guard let key = try writer.reader.componentKeys().randomElement(using: &random) else { return }
      let name = random.pick(Self.names)
      guard try writer.reader.record("component", name)?.key ?? key == key else { return }
      try writer.set(kind: "component", key: key, fields: [ComponentNames.field: .string(name)], by: "lead")
    }
  }

  /// Destroys what was said, here or elsewhere; whoever is not asked follows, the others decide in the end.
  func erase(_ machine: Machine) throws {
    let contents = try machine.tracker.facts.filter { !["erase", "retract", "replica"].contains($0.fact.kind) }
    let chosen = contents.filter { !$0.isStub && random.once(in: 4) }.prefix(3)
    guard !chosen.isEmpty else { return }
    _ = try machine.tracker.write { writer in
      if random.once(in: 3), let sessionRecord = try writer.reader.sessionRecords().first {
        return try writer.erase(participant: sessionRecord.session.participant, reason: .withdrawn, by: "lead")
      }
      return try writer.erase(chosen.map(\.id), reason: .personal, by: "lead")
    }
  }

  func exchange(with machine: Machine) throws {
    guard let other = machines.filter({ $0 !== machine }).randomElement(using: &random) else { return }
    let facts = try everything(machine)
    let share = random.once(in: 3) ? facts.filter { _ in random.once(in: 2) } : facts
    try deliver(share, to: other)
  }

  /// The file is copied, with its mark or without, and both go on.
  func cloneFile(of machine: Machine) throws {
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
  func keepOrPutBack(_ machine: Machine) throws {
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

  /// What another program, a newer one, or somebody who means no good might send.
  func strangeFact(_ machine: Machine) throws {
    let known = try machine.tracker.facts
    var body: JSONObject = [
      "component": .string(Self.components[0]), "check": .string(Catalogue.first), "outcome": "pass", "tester": "eve",
    ]
    var saw: [FactReference] = []
    let alike = known.filter { $0.fact.kind == "result" && $0.fact.body["component"] == body["component"] }
    if let seen = alike.randomElement(using: &random) { saw.append(seen.reference) }
    // What may come later, or never.
    if random.once(in: 4) { saw.append(FactReference(high: random.next(), low: 1)) }
    if random.once(in: 3), let seen = known.randomElement(using: &random) { saw.append(seen.reference) }
    func target() -> StoredFact? { random.once(in: 3) ? known.first : known.randomElement(using: &random) }
    var kind = "result"
    switch random.below(14) {
    case 13:
      kind = "replica"
      body =
        random.once(in: 2)
        ? ["signer": .string(random.pick(Self.keys))] : ["parent": .string(known.first?.fact.replica ?? "stranger0")]
    case 12:
      kind = "erase"
      guard let target = target() else { return }
      body = ["reason": .string(random.pick(ErasingReason.allCases).rawValue)]
      if random.once(in: 3) { body["sitting"] = .string(target.fact.replica) }
      if random.once(in: 2) || body["sitting"] == nil { body["targets"] = [.string(target.reference.hex)] }
    case 11:
      kind = random.pick(["session", "trial", "contact", "remark"])
      let session = JSONValue.string(
        (known.randomElement(using: &random)?.reference ?? FactReference(high: 1, low: 2)).hex)
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
        "of": .string((known.randomElement(using: &random)?.reference ?? FactReference(high: 1, low: 2)).hex),
        "sha256": .string(SHA256.digest(of: Array("one".utf8)).hex), "type": "text/plain", "lens": "wide",
      ]
      if random.once(in: 3) { body["size"] = "large" }
    case 0: body["outcome"] = "maybe"
    case 1: body["lidar"] = ["depth": 3]
    case 2: (kind, body) = ("sighting", ["of": "card"])
    case 3:
      var fields: JSONObject = ["hue": 3]
      if random.once(in: 2) { fields[ComponentNames.field] = .string(random.pick(Self.names)) }
      let key = JSONValue.string(random.pick(Self.names))
      (kind, body) = ("set", ["kind": "component", "key": key, "fields": .object(fields), "why": "new"])
    case 4, 5, 6:
      body["outcome"] = .string(random.pick(Outcome.allCases).rawValue)
      if random.once(in: 3) { body["retest"] = true }
      if random.once(in: 3) { body["build"] = .string(random.pick(["100", "102", "main"])) }
    default:
      guard let target = target() else { return }
      kind = "retract"
      body = ["targets": [.string(target.reference.hex)]]
      if random.once(in: 4) {
        body["targets"] = [.string(target.reference.hex), .string(FactReference(high: 3, low: random.next()).hex)]
      }
    }
    try deliver([place(kind, body, saw, known, machine.surroundings.now).stored()], to: machine)
  }

  /// Under a name of their own or of somebody else, with a number as they like, and behind whom they like.
  func place(
    _ kind: String, _ body: JSONObject, _ saw: [FactReference], _ known: [StoredFact], _ now: Int64
  ) -> Fact {
    var fact = Fact.foreign(
      kind, body, replica: "stranger\(random.below(2))", Int64(1 + random.below(6)), at: now + Int64(random.below(3)),
      saw: saw)
    let theirs = known.filter { $0.fact.replica == fact.replica }
    if random.once(in: 4), let victim = known.randomElement(using: &random) {
      (fact.replica, fact.sequence) = (victim.fact.replica, victim.fact.sequence + 1)
      fact.previous = random.once(in: 4) ? FactReference(high: 9, low: 9) : victim.reference
    } else if let last = theirs.randomElement(using: &random), !random.once(in: 4) {
      (fact.sequence, fact.previous) = (last.fact.sequence + 1, last.reference)
    }
    if fact.salt != nil { fact.salt = FactSalt(high: 5, low: random.next()) }
    return fact
  }
}
