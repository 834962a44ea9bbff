import Base
import Exchange
import Testing

@Suite("A limit of bundles") struct LimitTests {
  /// A fact whose canonical bytes are as many as wanted, in strings of at most 1000 bytes.
  private static func bundle(factBytes: Int) throws -> [UInt8] {
    func line(_ parts: [String]) throws -> SampleLine {
      try Sample.chain(Sample.one, [("note", ["text": .array(parts.map { .string($0) })])])[0]
    }
    var parts: [String] = []
    var missing = factBytes - (try line([]).bytes.count)
    while missing > 3 {
      let count = min(1000, missing - 3)
      parts.append(String(repeating: "x", count: count))
      missing -= count + 3
    }
    // The first has no comma before it; what is left goes into the last.
    if missing + 1 > 0, let last = parts.popLast() { parts.append(last + String(repeating: "x", count: missing + 1)) }
    let made = try line(parts)
    #expect(made.bytes.count == factBytes)
    return try Sample.bundle([made]).bytes
  }

  @Test("on the bytes of a fact holds at itself and not one above") func fact() throws {
    var reader = BundleReader()
    reader.limits.factBytes = 5000
    #expect(reader.problem(try Self.bundle(factBytes: 5000)) == nil)
    let problem = reader.problem(try Self.bundle(factBytes: 5001))
    #expect(problem?.code == .limit)
    #expect(problem?.line == 2)
    #expect(BundleReader().problem(try Self.bundle(factBytes: 1 << 20)) == nil)
    #expect(throws: BundleProblem.self) { try Self.bundle(factBytes: 1 << 20 + 1) }
  }

  @Test("on the file holds at itself and not one above, whether its size is known or not") func file() throws {
    let (bytes, _) = try Sample.small()
    var reader = BundleReader()
    reader.limits.fileBytes = bytes.count
    #expect(reader.problem(bytes) == nil)
    reader.limits.fileBytes -= 1
    #expect(reader.problem(bytes)?.code == .limit)
    let unknown = ByteSource(read: ByteSource(bytes: bytes).read)
    #expect { try reader.read(unknown, facts: { _ in }) } throws: { ($0 as? BundleProblem)?.code == .limit }
  }

  @Test("on the number of facts holds at itself and not one above") func facts() throws {
    let (bytes, summary) = try Sample.full()
    var reader = BundleReader()
    reader.limits.facts = summary.count
    #expect(reader.problem(bytes) == nil)
    reader.limits.facts -= 1
    #expect(reader.problem(bytes)?.code == .limit)
  }

  @Test("on replicas among the facts holds at itself and not one above") func authors() throws {
    let lines = try (0..<5).flatMap { try Sample.chain("replica\($0)00", [("note", ["text": "x"])]) }
    let bytes = try Sample.bundle(lines).bytes
    var reader = BundleReader()
    reader.limits.replicas = 5
    #expect(reader.problem(bytes) == nil)
    reader.limits.replicas = 4
    let problem = reader.problem(bytes)
    #expect(problem?.code == .limit)
    #expect(problem?.path == "$.facts[4]")
  }

  @Test("on a string holds at itself and not one above") func string() throws {
    let bytes = try Sample.bundle(
      try Sample.chain(Sample.one, [("note", ["text": .string(String(repeating: "ä", count: 500))])])
    ).bytes
    var reader = BundleReader()
    reader.limits.stringBytes = 1000
    #expect(reader.problem(bytes) == nil)
    reader.limits.stringBytes = 999
    #expect(reader.problem(bytes)?.code == .limit)
  }

  @Test("on members holds at itself and not one above") func members() throws {
    let body = JSONObject((0..<50).map { ("key \($0)", 1) })
    let bytes = try Sample.bundle(try Sample.chain(Sample.one, [("new", body)])).bytes
    var reader = BundleReader()
    reader.limits.members = 50
    #expect(reader.problem(bytes) == nil)
    reader.limits.members = 49
    #expect(reader.problem(bytes)?.code == .limit)
  }

  @Test("on depth can be lowered") func lowered() throws {
    var reader = BundleReader()
    reader.limits.depth = 3
    #expect(reader.problem(try Sample.full().bytes)?.code == .limit)
  }

  @Test("on depth holds at itself and not one above") func depth() throws {
    // The document, its facts, the fact and its body are four.
    var value: JSONValue = 1
    for _ in 0..<12 { value = [value] }
    let bytes = try Sample.bundle(try Sample.chain(Sample.one, [("new", ["x": value])])).bytes
    #expect(BundleReader().problem(bytes) == nil)
    let deeper = try Sample.bundle(try Sample.chain(Sample.one, [("new", ["x": [value]])])).bytes
    #expect(BundleReader().problem(deeper)?.code == .limit)
  }

  @Test("on replicas is larger than that on members") func replicas() throws {
    let marks = (0..<1000).map { ("replica\($0)", VersionVector.Mark(sequence: 1, Sample.reference)) }
    let since = VersionVector(Dictionary(uniqueKeysWithValues: marks))
    let (bytes, summary) = try Sample.bundle([], header: BundleHeader(tracker: Sample.tracker, since: since))
    #expect(try BundleReader().taken(bytes).summary == summary)
    var reader = BundleReader()
    reader.limits.replicas = 999
    #expect(reader.problem(bytes)?.code == .limit)
  }

  @Test("on what stands beside the facts keeps a file from filling the memory") func header() throws {
    var reader = BundleReader()
    reader.limits.headerBytes = 100_000
    let start = "{\"bundle\":\"a11y\",\"evidence\":["
    let empty = Array(repeating: "[]", count: 100_000).joined(separator: ",")
    #expect(reader.problem(Array((start + empty + "]}").utf8))?.code == .limit)
  }
}
