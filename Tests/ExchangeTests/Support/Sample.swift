import Audit
import Base
import Exchange
import StoredFacts

@testable import Store

/// A line of a bundle as the store would hand it to the writer.
struct SampleLine {
  var bytes: [UInt8]
  var identity: Digest
  var isHeader = false
  var replica: String
  var sequence: Int64
  var previous: FactReference?
}

extension SampleLine {
  /// The whole fact.
  init(_ fact: Fact) throws {
    self.init(
      bytes: try CanonicalWriter.bytes(of: fact.json), identity: try fact.sealed().identity, replica: fact.replica,
      sequence: fact.sequence, previous: fact.previous)
  }

  /// What is left of a fact whose content is not there.
  init(headerOf fact: Fact) throws {
    try self.init(fact)
    isHeader = true
    let body = try CanonicalWriter.bytes(of: .object(fact.body))
    bytes = []
    FactSeal.append(
      header: body.withUnsafeBytes { FactSeal.commitment(salt: fact.salt, body: $0) }, clock: fact.clock,
      kind: fact.kind, sequence: fact.sequence, previous: fact.previous, replica: fact.replica, saw: fact.saw,
      to: &bytes)
  }
}

/// Small bundles with all there is in them.
enum Sample {
  static let tracker = "trackeraaaaaaaaaaaa1"
  static let one = "replicaaaaaaaaaaaaa1"
  static let two = "replicaaaaaaaaaaaaa2"

  static let fullResult: JSONObject = [
    "audit": "spring", "build": "2.1 (44)", "check": "target-size", "component": "Buttons/Primary", "condition": "dark",
    "device": "iPhone 15", "note": "Näher am Rand: 日本 🎛", "os": "18.1", "outcome": "fail",
    "retest": true, "severity": 2, "source": "8c1d", "tester": "ana",
    "text": "00ab12ef", "time": 1_726_900_000_123,
    "value": ["n": [44_000_000, -1], "text": "44 \"pt\"", "unit": "pt"],
  ]

  /// The same without a text that needs escapes, so that it is read the quick way.
  static var plainResult: JSONObject {
    var body = fullResult
    body["value"] = ["n": [44_000_000, -1], "text": "44 pt", "unit": "pt"]
    return body
  }

  /// Bodies by kind: one of every kind that there is, and some that there are not.
  static let bodies: [(String, JSONObject)] = [
    ("replica", ["parent": .string(two), "signer": "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU"]),
    ("result", fullResult),
    ("result", plainResult),
    ("result", ["check": "focus", "component": "Tabs", "outcome": "pass"]),
    ("result", ["check": "focus", "component": "Tabs", "note": "", "outcome": "na"]),
    ("result", ["check": "focus", "component": "Tabs", "note": "two\nlines", "outcome": "cant-tell"]),
    ("result", ["check": "focus", "component": "Tabs", "newer": [1, [true, nullValue]], "outcome": "pass"]),
    ("result", ["check": "focus", "component": "Tabs", "outcome": "sometimes"]),
    ("set", ["fields": ["title": "Buttons", "order": 3], "key": "Buttons", "kind": "component"]),
    ("delete", ["key": "Tabs", "kind": "component"]),
    ("restore", ["key": "Tabs", "kind": "component"]),
    ("note", ["component": "Tabs", "text": "a\u{1}b\\c/d\u{7f}"]),
    (
      "evidence",
      [
        "check": "focus", "component": "Tabs", "name": "Bild 1 \"äß\".png", "of": .string(reference.hex),
        "size": 48_211,
        "sha256": .string(SHA256.digest(of: Array("picture".utf8)).hex), "tester": "ana", "type": "image/png",
      ]
    ),
    ("retract", ["by": "ana", "targets": [.string(reference.hex)]]),
    ("erase", ["reason": "mistake", "targets": [.string(reference.hex)]]),
    ("of-a-newer-version", ["deep": [[[[["x": 1]]]]], "empty": [:], "neg": -9_007_199_254_740_991]),
  ]
  static let nullValue = JSONValue.null

  static let reference = FactReference(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210)

  /// Two chains: the first of all `bodies`, with a header alone in it, the second of two facts.
  static func lines() throws -> [SampleLine] {
    let first = try facts(one, bodies)
    var lines = try first.map { try SampleLine($0) }
    lines[4] = try SampleLine(headerOf: first[4])
    return lines + (try chain(two, [("replica", ["parent": .string(one)]), ("note", ["text": "é"])]))
  }

  /// One replica's facts, each after the one before. Some have seen others.
  static func facts(
    _ replica: String, _ bodies: [(String, JSONObject)], from sequence: Int64 = 1, after previous: FactReference? = nil
  ) throws -> [Fact] {
    var facts: [Fact] = []
    var previous = previous
    for (index, (kind, body)) in bodies.enumerated() {
      let number = sequence + Int64(index)
      let fact = Fact(
        replica: replica, sequence: number, clock: HybridTime(milliseconds: 1_726_900_000_000 + number),
        previous: previous, kind: kind, body: body,
        salt: ControlKind.isControl(kind) ? nil : FactSalt(high: 0x5a17, low: UInt64(number)),
        saw: index % 3 == 1 ? [reference, FactReference(high: .max, low: .max)] : [])
      facts.append(fact)
      previous = try fact.sealed().identity.reference
    }
    return facts
  }

  static func chain(
    _ replica: String, _ bodies: [(String, JSONObject)], from sequence: Int64 = 1, after previous: FactReference? = nil
  ) throws -> [SampleLine] {
    try facts(replica, bodies, from: sequence, after: previous).map { try SampleLine($0) }
  }

  /// The bundle of some lines, as the writer writes it.
  static func bundle(
    _ lines: [SampleLine], header: BundleHeader = BundleHeader(tracker: tracker), upto: VersionVector? = nil,
    evidence: [EvidenceEntry] = []
  ) throws -> (bytes: [UInt8], summary: BundleSummary) {
    var bytes: [UInt8] = []
    var writer = try BundleWriter(header) { bytes += $0 }
    for line in lines { try add(line, to: &writer) }
    let summary = try writer.finish(upto: upto, evidence: evidence)
    return (bytes, summary)
  }

  static func add(_ line: SampleLine, to writer: inout BundleWriter) throws {
    try line.bytes.withUnsafeBytes {
      try writer.append(
        line: $0, identity: line.identity, isHeader: line.isHeader, replica: line.replica, sequence: line.sequence,
        previous: line.previous)
    }
  }

  static let evidence = [
    EvidenceEntry(digest: SHA256.digest(of: Array("picture".utf8)), bytes: 48_211, type: "image/png")
  ]

  /// With everything that a bundle can have.
  static func full() throws -> (bytes: [UInt8], summary: BundleSummary) {
    try bundle(try lines(), header: BundleHeader(tracker: tracker, from: one), evidence: evidence)
  }

  /// A few facts, for tests that try each byte: a result with all members, a header alone, a filtered rest.
  static func small() throws -> (bytes: [UInt8], summary: BundleSummary) {
    let facts = try facts(one, [("note", ["text": "ä"]), ("result", fullResult), ("set", ["a": [true, nullValue]])])
    var lines = try facts.map { try SampleLine($0) }
    lines[0] = try SampleLine(headerOf: facts[0])
    let since = VersionVector([two: VersionVector.Mark(sequence: 4, reference)])
    let other = try chain(two, [("note", ["x": "y"])], from: 6, after: FactReference(high: 7, low: .max - 7))
    return try bundle(lines + other, header: BundleHeader(tracker: tracker, since: since), evidence: evidence)
  }
}
