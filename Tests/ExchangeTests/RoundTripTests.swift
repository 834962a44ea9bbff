import Audit
import Base
import Exchange
import Store
import Testing

@Suite("A bundle that was written") struct RoundTripTests {
  @Test("reads back with every member of every fact") func facts() throws {
    let lines = try Sample.lines()
    let (bytes, written) = try Sample.full()
    let (summary, facts) = try BundleReader().taken(bytes)
    #expect(summary == written)
    #expect(facts.map(\.fact) == lines.map(\.bytes))
    for (fact, line) in zip(facts, lines) {
      #expect(fact.digest == line.identity)
      #expect(fact.previous == line.previous)
      guard !fact.isStub else {
        #expect(fact.body.isEmpty)
        continue
      }
      let read = try #require(try JSONReader.parse(fact.fact).objectValue)
      #expect(read["r"] == .string(fact.replica))
      #expect(read["n"] == .integer(fact.sequence))
      #expect(read["at"] == [.integer(fact.clock.milliseconds), .integer(fact.clock.counter)])
      #expect(read["kind"] == .string(fact.kind))
      #expect(read["salt"]?.stringValue == fact.salt?.hex)
      #expect(read["saw"] == .array(fact.saw.map { .string($0.hex) }))
      #expect(try CanonicalWriter.bytes(of: try #require(read["body"])) == fact.body)
    }
    #expect(facts.filter(\.isStub).map(\.sequence) == [5])
  }

  @Test("has columns for the results that columns can hold, and only for those") func columns() throws {
    let (_, facts) = try BundleReader().taken(try Sample.full().bytes)
    let columns = facts.filter { $0.rebuilt != nil }
    #expect(columns.map(\.sequence) == [2, 3, 4])
    for fact in columns { #expect(fact.rebuilt == fact.body) }
  }

  @Test(
    "has no columns for a member in another form",
    arguments: [
      ("audit", ""), ("outcome", "PASS"), ("check", 1), ("severity", 0), ("severity", 5), ("severity", "2"),
      ("text", "12345"),
      ("text", "0000000G"), ("text", "000000000"), ("saw", []), ("retest", false), ("retest", 1),
      ("override", "as agreed"),
      ("time", "1"),
      ("value", ["n": ["1"], "text": "1", "unit": ""]), ("value", ["n": [], "text": "1"]),
      ("value", ["n": [], "o": 1, "text": "1", "unit": "pt"]), ("note", 1), ("component", ""),
      ("device", Sample.nullValue),
      ("os", "a\tb"), ("outcomes", "pass"), ("conditiox", "dark"), ("componen", "x"),
    ] as [(String, JSONValue)])
  func otherForm(member: String, value: JSONValue) throws {
    var body = Sample.fullResult
    body[member] = value
    let (bytes, _) = try Sample.bundle(try Sample.chain(Sample.one, [("result", body)]))
    let (_, facts) = try BundleReader().taken(bytes)
    #expect(facts.count == 1)
    #expect(facts.first?.rebuilt == nil)
  }

  @Test("names the worksheet that it was saved from") func worksheet() throws {
    let header = BundleHeader(tracker: Sample.tracker, worksheet: "5d3c0d1e-0000-4000-8000-000000000000")
    let (bytes, _) = try Sample.bundle(try Sample.lines(), header: header)
    #expect(try BundleReader().taken(bytes).summary.header == header)
  }

  @Test("is the same, byte for byte, when it is written again from what was read") func again() throws {
    let (bytes, _) = try Sample.full()
    let (summary, facts) = try BundleReader().taken(bytes)
    let lines = facts.map { fact in
      SampleLine(
        bytes: fact.fact, identity: fact.digest, isHeader: fact.isStub, replica: fact.replica, sequence: fact.sequence,
        previous: fact.previous)
    }
    let again = try Sample.bundle(lines, header: summary.header, evidence: summary.evidence)
    #expect(again.bytes == bytes)
  }

  @Test("may hold nothing") func empty() throws {
    let (bytes, written) = try Sample.bundle([])
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"facts\":[\n],\"count\":0,\"upto\":{},\"evidence\":[],"))
    let (summary, facts) = try BundleReader().taken(bytes)
    #expect(summary == written)
    #expect(facts.isEmpty)
  }

  @Test("says how far each replica is known, and which other ends there are") func ends() throws {
    let gapless = try Sample.chain(Sample.one, [("a", [:]), ("b", [:]), ("c", [:])])
    let known = try #require(gapless.first)
    let fork = try Sample.chain(Sample.one, [("fork", [:])], from: 3, after: gapless[1].identity.reference)
    let far = try Sample.chain(Sample.two, [("d", [:]), ("e", [:])], from: 7, after: Sample.reference)
    let forked = (gapless + fork).sorted { ($0.sequence, $0.identity) < ($1.sequence, $1.identity) }
    let (_, plain) = try Sample.bundle(gapless + far)
    #expect(plain.upto[Sample.one] == VersionVector.Mark(sequence: 3, gapless[2].identity.reference))
    #expect(plain.upto[Sample.two] == nil)
    #expect(plain.ends == [Sample.two: [VersionVector.Mark(sequence: 8, far[1].identity.reference)]])
    let (bytes, summary) = try Sample.bundle(forked)
    #expect(summary.upto[Sample.one] == VersionVector.Mark(sequence: 2, gapless[1].identity.reference))
    #expect(summary.ends[Sample.one]?.count == 2)
    #expect(try BundleReader().taken(bytes).summary == summary)
    // What the receiver has already counts as known.
    let since = VersionVector([Sample.one: VersionVector.Mark(sequence: 1, known.identity.reference)])
    let (rest, later) = try Sample.bundle(
      Array(gapless[1...]), header: BundleHeader(tracker: Sample.tracker, since: since))
    #expect(later.upto == plain.upto)
    #expect(later.ends.isEmpty)
    #expect(try BundleReader().taken(rest).summary == later)
  }

  @Test("that leaves facts out is from nowhere to nowhere") func partial() throws {
    let lines = try Sample.lines()
    let header = BundleHeader(tracker: Sample.tracker, scope: .partial, query: "component:Tabs", isRedacted: true)
    let (bytes, summary) = try Sample.bundle([lines[1], lines[3]], header: header)
    #expect(summary.upto.isEmpty)
    #expect(summary.ends[Sample.one]?.map(\.sequence) == [2, 4])
    #expect(try BundleReader().taken(bytes).summary == summary)
  }

  @Test("is refused by the writer when facts come out of order") func order() throws {
    let lines = try Sample.lines()
    #expect(throws: BundleProblem.self) { try Sample.bundle(lines.reversed()) }
    #expect(throws: BundleProblem.self) { try Sample.bundle([lines[0], lines[0]]) }
  }
}
