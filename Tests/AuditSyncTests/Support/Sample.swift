import AuditModel
import AuditStore
import AuditSync
import CanonicalJSON

/// A line of a bundle as the store would hand it to the writer.
struct SampleLine {
  var bytes: [UInt8]
  var digest: Digest
  var identity: Digest
  var replica: String
  var sequence: Int64
  var previous: UInt64?
}

/// Small bundles with all there is in them.
enum Sample {
  static let tracker = "trackeraaaaaaaaaaaa1"
  static let one = "replicaaaaaaaaaaaaa1"
  static let two = "replicaaaaaaaaaaaaa2"

  static let fullResult: JSONObject = [
    "audit": "spring", "build": "2.1 (44)", "check": "target-size", "component": "Buttons/Primary", "condition": "dark",
    "device": "iPhone 15", "note": "Näher am Rand: 日本 🎛", "os": "18.1", "outcome": "fail",
    "saw": ["0123456789abcdef", "ffffffffffffffff"], "severity": 2, "source": "8c1d", "tester": "ana",
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
    ("replica", ["name": "Ana's Mac"]),
    ("result", fullResult),
    ("result", plainResult),
    ("result", ["check": "focus", "component": "Tabs", "outcome": "pass"]),
    ("result", ["check": "focus", "component": "Tabs", "note": "", "outcome": "na"]),
    ("result", ["check": "focus", "component": "Tabs", "note": "two\nlines", "outcome": "cant-tell"]),
    ("result", ["check": "focus", "component": "Tabs", "newer": [1, [true, nullValue]], "outcome": "pass"]),
    ("result", ["check": "focus", "component": "Tabs", "outcome": "sometimes"]),
    ("set", ["fields": ["title": "Buttons", "order": 3], "key": "Buttons", "kind": "component", "saw": []]),
    ("delete", ["key": "Tabs", "kind": "component"]),
    ("restore", ["key": "Tabs", "kind": "component"]),
    ("note", ["component": "Tabs", "text": "a\u{1}b\\c/d\u{7f}"]),
    (
      "evidence",
      [
        "check": "focus", "component": "Tabs", "name": "Bild 1 \"äß\".png", "of": "0123456789abcdef", "size": 48_211,
        "sha256": .string(SHA256.digest(of: Array("picture".utf8)).hex), "tester": "ana", "type": "image/png",
      ]
    ),
    ("retract", ["target": ["0123456789abcdef"]]),
    ("of-a-newer-version", ["deep": [[[[["x": 1]]]]], "empty": [:], "neg": -9_007_199_254_740_991]),
  ]
  static let nullValue = JSONValue.null

  /// Two chains: the first of all `bodies`, with an erased fact in it, the second of two facts.
  static func lines() throws -> [SampleLine] {
    var first = try chain(one, bodies)
    let erased = first[4]
    let stub: JSONValue = [
      "at": [1_726_900_000_005, 0], "erased": .string(erased.identity.hex), "kind": "result", "n": 5,
      "prev": .string(first[3].identity.shortHex), "r": .string(one),
    ]
    first[4].bytes = try CanonicalWriter.bytes(of: stub)
    first[4].digest = SHA256.digest(of: first[4].bytes)
    return first + (try chain(two, [("replica", ["name": "B"]), ("note", ["text": "é"])]))
  }

  /// One replica's facts, each after the one before.
  static func chain(
    _ replica: String, _ bodies: [(String, JSONObject)], from sequence: Int64 = 1, after previous: UInt64? = nil
  ) throws -> [SampleLine] {
    var lines: [SampleLine] = []
    var previous = previous
    for (index, (kind, body)) in bodies.enumerated() {
      let number = sequence + Int64(index)
      let fact = Fact(
        replica: replica, sequence: number, clock: HybridTime(milliseconds: 1_726_900_000_000 + number),
        previous: previous.map { Digest(words: ($0, 0, 0, 0)).shortHex } ?? "", kind: kind, body: body)
      let bytes = try CanonicalWriter.bytes(of: fact.json)
      let digest = SHA256.digest(of: bytes)
      lines.append(
        SampleLine(
          bytes: bytes, digest: digest, identity: digest, replica: replica, sequence: number, previous: previous))
      previous = digest.prefix8
    }
    return lines
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
        line: $0, digest: line.digest, identity: line.identity, replica: line.replica, sequence: line.sequence,
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

  /// A few facts, for tests that try each byte: a result with all members, an erased fact, a filtered rest.
  static func small() throws -> (bytes: [UInt8], summary: BundleSummary) {
    var lines = try chain(one, [("note", ["text": "ä"]), ("result", fullResult), ("set", ["a": [true, nullValue]])])
    let stub: JSONValue = [
      "at": [1_726_900_000_001, 0], "erased": .string(lines[0].identity.hex), "kind": "note", "n": 1, "prev": "",
      "r": .string(one),
    ]
    lines[0].bytes = try CanonicalWriter.bytes(of: stub)
    lines[0].digest = SHA256.digest(of: lines[0].bytes)
    let since = VersionVector([two: VersionVector.Mark(sequence: 4, digest: 0x0123_4567_89ab_cdef)])
    let other = try chain(two, [("note", ["x": "y"])], from: 6, after: 0xfedc_ba98_7654_3210)
    return try bundle(lines + other, header: BundleHeader(tracker: tracker, since: since), evidence: evidence)
  }
}
