import Base
import Testing

@Suite("Tokenizer")
struct JSONTokenizerTests {
  /// Reads a document through a window that grows by `step` bytes whenever the tokenizer asks, and lets go of what is
  /// read.
  static func read(_ bytes: [UInt8], step: Int) throws -> JSONValue? {
    var tokens = JSONTokenizer()
    var builder = JSONBuilder()
    var value: JSONValue?
    var window: [UInt8] = []
    var fed = 0
    while true {
      // A copy, so that a pointer kept across calls would show.
      let token = try Array(window).withUnsafeBytes { buffer in
        let token = try tokens.next(in: buffer, isLast: fed == bytes.count)
        if let built = builder.take(token, in: buffer) { value = built }
        tokens.drop(token == .needsMore ? tokens.cursor : tokens.cursor / 2, of: buffer)
        return token
      }
      window = Array(bytes[(tokens.dropped)..<fed])
      if token == .end { return value }
      if token == .needsMore {
        let more = min(step, bytes.count - fed)
        window += bytes[fed..<(fed + more)]
        fed += more
      }
    }
  }

  @Test("a document is the same through any window", arguments: [1, 2, 3, 7, 64])
  func windows(step: Int) throws {
    for vector in CanonicalVector.all {
      let bytes = Array(vector.text.utf8)
      #expect(try Self.read(bytes, step: step) == JSONReader.parse(bytes), "\(vector.name)")
    }
  }

  @Test("an error is the same through any window", arguments: [1, 2, 3, 7, 64])
  func errorsInWindows(step: Int) throws {
    for refusal in JSONRefusal.all {
      let whole = #expect(throws: JSONError.self) { try JSONReader.parse(refusal.bytes) }
      let parts = #expect(throws: JSONError.self) { try Self.read(refusal.bytes, step: step) }
      #expect(parts?.kind == whole?.kind, "\(refusal.name)")
      #expect(parts?.path == whole?.path, "\(refusal.name)")
      #expect(parts?.line == whole?.line, "\(refusal.name)")
      #expect(parts?.column == whole?.column, "\(refusal.name)")
      #expect(parts?.offset == whole?.offset, "\(refusal.name)")
    }
  }

  /// The bytes of each element of `facts`, captured and not built, with whether they were canonical.
  static func facts(of text: String) throws -> [(String, Bool)] {
    var tokens = JSONTokenizer()
    var found: [(String, Bool)] = []
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { window in
      while true {
        let token = try tokens.next(in: window, isLast: true)
        if token == .end { return }
        guard token == .objectStart, tokens.depth == 3 else { continue }
        let start = tokens.tokenStart
        tokens.markCanonical()
        #expect(try tokens.skip(toDepth: 2, in: window, isLast: true))
        found.append((String(decoding: window[start..<tokens.cursor], as: UTF8.self), tokens.isCanonical))
      }
    }
    return found
  }

  @Test("a fact can be captured as bytes, with a word on their form")
  func capture() throws {
    let facts = try Self.facts(
      of: #"""
        {"version": 1, "facts": [
          {"a":1,"b":{"c":[2]}},
          {"b":1,"a":2},
          {"a":{"d":1,"c":2}},
          {"a": 1},
          {"a":"\/"},
          {"a":"\u001f\n"},
          {}
        ]}
        """#)
    #expect(
      facts.map(\.0) == [
        #"{"a":1,"b":{"c":[2]}}"#, #"{"b":1,"a":2}"#, #"{"a":{"d":1,"c":2}}"#, #"{"a": 1}"#, #"{"a":"\/"}"#,
        #"{"a":"\u001f\n"}"#, "{}",
      ])
    #expect(facts.map(\.1) == [true, false, false, false, false, true, true])
  }

  @Test("what is skipped is checked all the same")
  func skippedFault() throws {
    let error = #expect(throws: JSONError.self) { try Self.facts(of: #"{"facts":[{"a":{"b":[1.5]}}]}"#) }
    #expect(error?.path == "$.facts[0].a.b[0]")
  }

  @Test("keys are matched without making Strings of them")
  func matching() throws {
    let bytes = Array(#"{"kind":1,"k\u0069nd2":2}"#.utf8)
    var tokens = JSONTokenizer()
    var answers: [[Bool]] = []
    try bytes.withUnsafeBytes { window in
      while true {
        switch try tokens.next(in: window, isLast: true) {
        case .end: return
        case .key(let text):
          answers.append([text.matches("kind", in: window), text.matches("kind2", in: window), text.isPlain])
        default: continue
        }
      }
    }
    #expect(answers == [[true, false, true], [false, true, false]])
  }

  @Test("a text that outgrows its limit is refused before all of it is there")
  func hugeTextInParts() throws {
    var tokens = JSONTokenizer()
    let bytes = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "x"), count: 256 * 1024 + 1)
    let error = #expect(throws: JSONError.self) {
      try bytes.withUnsafeBytes { try tokens.next(in: $0, isLast: false) }
    }
    #expect(error?.kind == .stringTooLong)
  }

  @Test("a builder is ready for the next value once one is complete")
  func builderAgain() throws {
    var tokens = JSONTokenizer()
    var builder = JSONBuilder()
    var built: [JSONValue] = []
    let bytes = Array(#"[{"a":[1]},2,[]]"#.utf8)
    try bytes.withUnsafeBytes { window in
      #expect(try tokens.next(in: window, isLast: true) == .arrayStart)
      while tokens.depth > 0 {
        let token = try tokens.next(in: window, isLast: true)
        if tokens.depth > 0, let value = builder.take(token, in: window) { built.append(value) }
      }
    }
    #expect(built == [["a": [1]], 2, []])
  }
}
