import Audit
import Base
import Children
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("facts of tests with children")
final class TapFactTests: TrackerOfButton {
  @Test("what nobody said of a session is not in its fact, and what was said is, usual or not")
  func unsaid() {
    var session = TapSamples.session()
    for name in ["orientation", "hold", "seat"] { #expect(session.body[name] == nil) }
    let unsaid = TapSession(session.body) { _ in session.participant }
    #expect(unsaid == session && unsaid?.orientation == nil && unsaid?.hold == nil && unsaid?.seating == nil)
    (session.orientation, session.hold, session.seating) = (.portrait, .twoHands, .table)
    #expect(TapSession(session.body) { _ in session.participant } == session)
  }

  @Test("a session comes back with its trials, contacts and remarks")
  func roundTrip() throws {
    let contacts = [
      TapContact(down: 5, up: 90, x: -3, y: 4_000, hand: .left, digit: .thumb, kind: .palmEdge),
      TapContact(down: 200, x: 1, y: 2, kind: .hit),
    ]
    var session = TapSamples.session()
    session.assistive = [.zoom, .switchControl]
    session.input = .stylus
    session.orientation = .landscape
    session.hold = .onTable
    session.seating = .floor
    session.textScale = 165
    session.recorder = .device
    var trial = TapSamples.trial(1, .retrySuccess)
    trial.visual = [240, 250]
    trial.centre = [1_600, 2_400]
    trial.edge = 12
    trial.gap = 80
    trial.part = "close"
    trial.prompt = .shown
    trial.filtered = .firstTap
    trial.first = .palmEdge
    trial.retries = 1
    trial.hand = .right
    let remark = TapRemark(topic: .frustration, code: "sigh", severity: 2, trial: 1)
    try tracker.write { writer in
      let begun = try writer.begin(session)
      try writer.add(trial, contacts: contacts, to: begun)
      try writer.add(remark, to: begun)
      try writer.add(TapRemark(topic: .end, code: "complete"), to: begun)
    }
    let sessionRecord = try #require(try tracker.read { try $0.sessionRecords(plan: "close-44") }.first)
    #expect(sessionRecord.session == session)
    #expect(sessionRecord.trials.map(\.trial) == [trial])
    #expect(sessionRecord.trials.first?.contacts == contacts)
    #expect(sessionRecord.remarks.first == remark)
    #expect(sessionRecord.end == .complete)
    #expect(try tracker.read { try $0.keptForNewer() } == 0)
    #expect(try tracker.read { try $0.sessionRecords(plan: "other") }.isEmpty)
  }

  @Test("without the guardian's permission or the child's assent there is no session", arguments: [true, false])
  func consent(guardian: Bool) throws {
    var session = TapSamples.session()
    session.consent.guardian = guardian
    session.consent.assent = !guardian
    #expect(throws: Refusal.self) { try tracker.write { _ = try $0.begin(session) } }
    #expect(try tracker.read { try $0.sessionRecords() }.isEmpty)
  }

  @Test("a session of another machine without consent scores nothing")
  func foreignConsent() throws {
    var body = TapSamples.session().body
    body["consent"] = ["assent": false, "guardian": true, "reference": "c1"]
    let fact = Fact.foreign("session", body)
    _ = try tracker.write { try $0.receive([fact]) }
    let trial = TapSamples.trial(1)
    try tracker.write { writer in
      let sessionRecord = try #require(try writer.reader.sessionRecords().first)
      try writer.add(trial, to: try writer.resume(sessionRecord))
    }
    let sessionRecord = try #require(try tracker.read { try $0.sessionRecords() }.first)
    #expect(sessionRecord.trials.count == 1 && sessionRecord.scored.isEmpty)
  }

  @Test(
    "a word that is in no list, and a form that could hold a name, is kept for a newer version and not shown",
    arguments: [
      ("age", "7"), ("age", "2018-03-01"), ("subject", "KTR4WX"), ("subject", "0123456789ABCDEF0123456789ABCDEF"),
      ("by", "anna"),
      ("device", "Anna's iPad"), ("week", "2026-11-21"), ("hold", "tight"), ("seat", "wheelchair"), ("input", "nose"),
      ("orientation", "up"), ("record", "camera"),
    ])
  func unknownWords(member: String, word: String) throws {
    var body = TapSamples.session().body
    body[member] = .string(word)
    let fact = Fact.foreign("session", body)
    _ = try tracker.write { try $0.receive([fact]) }
    #expect(try tracker.read { try $0.sessionRecords() }.isEmpty)
    #expect(try tracker.read { try $0.keptForNewer() } == 1)
  }

  @Test("a member of a newer version stays in the fact")
  func unknownMembers() throws {
    var body = TapSamples.session().body
    body["lamp"] = "on"
    let fact = Fact.foreign("session", body)
    _ = try tracker.write { try $0.receive([fact]) }
    #expect(try tracker.read { try $0.sessionRecords() }.count == 1)
    #expect(try tracker.facts.contains { $0.fact.body["lamp"] == "on" })
  }

  @Test("each session is a replica of its own, and nothing of it or of its undo stands in another chain")
  func ownReplica() throws {
    let own = try tracker.replica
    let first = try tracker.sit(TapSamples.session(), [.firstTap])
    let second = try tracker.sit(TapSamples.session(), [.missed])
    surroundings.now += 1_000
    try tracker.write { try $0.add(TapSamples.trial(2, .missed), to: first) }
    surroundings.now += 1_000
    try tracker.undo()
    _ = try tracker.write { try $0.erase(["\(second.replica)-2"], reason: .mistake, by: "lead") }
    let chains = Dictionary(grouping: try tracker.facts.map(\.fact), by: \.replica).mapValues { $0.map(\.kind) }
    #expect(
      chains == [
        own: ["set"], first.replica: ["session", "trial", "trial", "retract"],
        second.replica: ["session", "trial", "erase"],
      ])
    let children = try tracker.read { try $0.childFacts() }
    let kept = try tracker.database.all("SELECT id FROM fact ORDER BY id", []) { $0.int64(0) }
    #expect(children.count == 7 && kept.filter { !children.contains($0) }.count == 1)
    #expect(try tracker.read { try $0.sessionRecords() }.map { $0.trials.count } == [1, 0])
  }

  @Test("a child has one subject on one machine, which says nothing of the code, and others see the subject alone")
  func subjects() throws {
    try tracker.sit(TapSamples.session("KTR4WX"), [.firstTap])
    try tracker.sit(TapSamples.session("KTR4WX", plan: "other"), [.firstTap])
    try tracker.sit(TapSamples.session("BCDFGH"), [.firstTap])
    let sessions = try tracker.facts.filter { $0.fact.kind == "session" }
    let subjects = sessions.compactMap { $0.fact.body["subject"]?.stringValue }
    #expect(subjects.count == 3 && Set(subjects).count == 2)
    let texts = try tracker.facts.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(!texts.contains { $0.contains("KTR4WX") || $0.contains("BCDFGH") })
    let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 3))
    try other.receive(from: tracker)
    let names = Set(subjects.map { "s-\($0.prefix(8))" }).sorted()
    #expect(try other.read { try $0.participants() } == names)
    // Who hears whose code it is calls the child so from then on.
    let subject = try #require(subjects.first { id in subjects.count { $0 == id } == 2 })
    try other.write { try $0.know(subject: subject, as: "KTR4WX") }
    #expect(try other.read { try $0.sessionRecords() }.count { $0.session.participant == "KTR4WX" } == 2)
  }

  @Test("undo takes the last trial back, and redo brings it again")
  func undo() throws {
    let begun = try tracker.sit(TapSamples.session(), [.firstTap])
    surroundings.now += 1_000
    try tracker.write { try $0.add(TapSamples.trial(2, .missed), to: begun) }
    surroundings.now += 1_000
    try tracker.undo()
    #expect(try tracker.read { try $0.sessionRecords() }.first?.trials.map(\.trial.number) == [1])
    surroundings.now += 1_000
    try tracker.redo()
    #expect(try tracker.read { try $0.sessionRecords() }.first?.trials.map(\.trial.number) == [1, 2])
  }

  @Test("plans are records, and one that is not of the form is none")
  func plans() throws {
    var plan = TapSamples.plan
    plan.gap = 80
    plan.input = .stylus
    plan.parts = ["close", "play"]
    try tracker.write { try $0.set(kind: "plan", key: plan.key, fields: plan.fields, by: "lead") }
    #expect(try tracker.read { try $0.plan("close-44") } == plan)
    #expect(try tracker.read { try $0.plans() } == [plan])
    try tracker.write { try $0.set(kind: "plan", key: plan.key, fields: ["target": 100], by: "lead") }
    #expect(try tracker.read { try $0.plan("close-44") } == nil)
  }

  @Test("the view says what the reader says")
  func view() throws {
    try tracker.sit(TapSamples.session(), [.firstTap, .missed])
    try tracker.database.actAsAnotherProgram()
    let sql = "SELECT plan, component, participant, age, input, trial, width, points_per_inch, outcome FROM v_first_tap"
    let rows = try tracker.database.all(sql + " ORDER BY trial") { row in
      (0..<row.columnCount).map { row.text($0) }
    }
    #expect(
      rows == [
        ["close-44", "button", "KTR4WX", "9-10", "finger", "1", "440", "163.0", "first_tap"],
        ["close-44", "button", "KTR4WX", "9-10", "finger", "2", "440", "163.0", "missed"],
      ])
  }

  @Test("no table or view has a place for what must not be known of a child")
  func schema() throws {
    try tracker.database.actAsAnotherProgram()
    let sql = """
      SELECT m.name, p.name FROM sqlite_schema AS m JOIN pragma_table_xinfo(m.name) AS p
      WHERE m.name IN ('session_fact', 'participant', 'given', 'v_first_tap')
      """
    let columns = try tracker.database.all(sql) { $0.text(1) }
    #expect(columns.count == 23)
    let known = Set(TapSamples.session().body.members.map(\.key)).union(columns)
    let forbidden = [
      "name", "initials", "birth", "school", "contact_", "photo", "audio", "video", "ip", "serial", "diagnosis",
      "gender", "phone", "mail", "address",
    ]
    for column in known {
      let words = column.split(whereSeparator: { "_.".contains($0) }).map(String.init)
      #expect(!forbidden.contains { words.contains($0) || column == $0 }, "\(column)")
    }
  }
}
