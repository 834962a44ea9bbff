import Audit
import Base
import Store

/// Why reading a fact stopped before its end, without anything being wrong.
enum ScanStop: Error {
  /// The window ends inside the fact.
  case needsMore
  /// The fact is not spelled in canonical form, and has to be rewritten first.
  case irregular
}

/// Reads one fact, or the header of one, from its tokens: a row of slices, no String.
struct FactScan {
  let window: UnsafeRawBufferPointer
  let isLast: Bool

  /// Reads the fact whose first token, `{`, `tokens` has just read, and which is watched for canonical form.
  ///
  /// - Throws: `ScanStop`, `JSONError`, or `BundleProblem` of code `fact`.
  @inline(__always)
  func read(_ tokens: inout JSONTokenizer) throws -> FactBatch.Row {
    var parts = Parts()
    parts.start = tokens.tokenStart
    members: while true {
      switch try next(&tokens) {
      case .key(let name):
        guard tokens.isCanonical else { throw ScanStop.irregular }
        guard let key = FactKey(name, in: window) else { throw form("a fact has no such member", tokens) }
        // The comma and the opening quote precede the name.
        let before = name.start - 2
        switch key {
        case .body: parts.content = before
        case .c: parts.content = before
        case .kind: parts.kindStart = before
        case .salt: parts.saltStart = before
        case .saw: parts.sawStart = before
        default: break
        }
        try read(key, into: &parts, &tokens)
      case .objectEnd: break members
      default: throw form("a fact is an object", tokens)
      }
    }
    guard tokens.isCanonical else { throw ScanStop.irregular }
    parts.end = tokens.cursor
    guard let clock = parts.clock, parts.kind.count > 0, parts.sequence > 0, parts.hasPrevious,
      parts.replica.count > 0, parts.sawStart > 0, (parts.body.count > 0) != (parts.commitment != nil)
    else {
      throw form(
        "a fact has \"at\", \"kind\", \"n\", \"prev\", \"r\", \"saw\" and either \"body\" or, where only its header is "
          + "here, \"c\"", tokens)
    }
    try checkKind(parts, tokens)
    var result = parts.result
    if result != nil, !isResult(parts.kind) { result = nil }
    return FactBatch.Row(
      digest: identity(parts), replica: parts.replica, sequence: parts.sequence, clock: clock,
      previous: parts.previous, kind: parts.kind, fact: slice(parts.start, parts.end), body: parts.body,
      salt: parts.salt, commitment: parts.commitment, saw: parts.saw, result: result)
  }

  /// What was read of a fact, and where its pieces begin that a header does not have.
  private struct Parts {
    var start = 0
    var clock: HybridTime?
    var content = 0
    var body = FactBatch.Slice.none
    var commitment: Digest?
    var kindStart = 0
    var kind = FactBatch.Slice.none
    var sequence: Int64 = 0
    var previous: FactReference?
    var hasPrevious = false
    var replica = FactBatch.Slice.none
    var saltStart = 0
    var salt: FactSalt?
    var sawStart = 0
    var saw: [FactReference] = []
    var result: FactBatch.ResultColumns?
    var end = 0
  }

  @inline(__always)
  private func read(_ key: FactKey, into parts: inout Parts, _ tokens: inout JSONTokenizer) throws {
    switch key {
    case .at: parts.clock = try readClock(&tokens)
    case .body:
      guard case .objectStart = try next(&tokens) else { throw form("\"body\" of a fact is an object", tokens) }
      let depth = tokens.depth - 1
      let bodyStart = tokens.tokenStart
      parts.result = try ResultScan(facts: self).read(&tokens)
      if tokens.depth > depth {
        guard try tokens.skip(toDepth: depth, in: window, isLast: isLast) else { throw ScanStop.needsMore }
      }
      parts.body = slice(bodyStart, tokens.cursor)
    case .c:
      guard case .string(let text) = try next(&tokens), text.isPlain, let digest = Digest(hex: text.bytes(in: window))
      else { throw form("\"c\" of a header is 64 lowercase hex digits", tokens) }
      parts.commitment = digest
    case .kind:
      guard case .string(let text) = try next(&tokens), text.isPlain, FactForm.kindBytes.contains(text.count) else {
        throw form("\"kind\" of a fact is a word of at most 64 bytes", tokens)
      }
      parts.kind = slice(text)
    case .n:
      guard case .integer(let number) = try next(&tokens), FactForm.sequences.contains(number) else {
        throw form("\"n\" of a fact is a number from 1 to \(FactForm.sequences.upperBound)", tokens)
      }
      parts.sequence = number
    case .prev:
      guard case .string(let text) = try next(&tokens) else { throw previousForm(tokens) }
      parts.hasPrevious = true
      if text.count > 0 {
        guard let reference = FactForm.reference(text.bytes(in: window)) else { throw previousForm(tokens) }
        parts.previous = reference
      }
    case .r:
      guard case .string(let text) = try next(&tokens), FactForm.isReplica(text.bytes(in: window)) else {
        throw form("\"r\" of a fact is a replica: 8 to 40 letters a-z and digits", tokens)
      }
      parts.replica = slice(text)
    case .salt:
      guard case .string(let text) = try next(&tokens), let words = FactForm.words(text.bytes(in: window)) else {
        throw form("\"salt\" of a fact is 32 lowercase hex digits", tokens)
      }
      parts.salt = FactSalt(high: words.high, low: words.low)
    case .saw: parts.saw = try readSaw(&tokens)
    }
  }

  /// `["32 hex digits",...]`, often without any.
  private func readSaw(_ tokens: inout JSONTokenizer) throws -> [FactReference] {
    guard case .arrayStart = try next(&tokens) else { throw sawForm(tokens) }
    var saw: [FactReference] = []
    while true {
      switch try next(&tokens) {
      case .string(let text):
        guard let reference = FactForm.reference(text.bytes(in: window)) else { throw sawForm(tokens) }
        saw.append(reference)
      case .arrayEnd: return saw
      default: throw sawForm(tokens)
      }
    }
  }

  /// A control kind is never without its content, has no salt, and says what it should; any other fact has a salt.
  private func checkKind(_ parts: Parts, _ tokens: JSONTokenizer) throws {
    let kind = String(decoding: parts.kind.bytes(in: window), as: UTF8.self)
    let isControl = ControlKind.isControl(kind)
    if parts.commitment != nil {
      if isControl { throw form("a fact of the kind \(kind) is never without its content", tokens) }
      if parts.salt != nil { throw form("a header has no \"salt\"", tokens) }
      return
    }
    guard isControl else {
      if parts.salt == nil { throw form("a fact of the kind \(kind) has a \"salt\"", tokens) }
      return
    }
    if parts.salt != nil { throw form("a fact of the kind \(kind) has no \"salt\"", tokens) }
    let body = try? JSONReader.parse(Array(parts.body.bytes(in: window)))
    guard let object = body?.objectValue else { throw form("\"body\" of a fact is an object", tokens) }
    if let problem = ControlForm.problem(kind: kind, body: object) { throw form(problem, tokens) }
  }

  /// The SHA-256 of the header: what stands in the window without salt, and with a commitment for the body.
  private func identity(_ parts: Parts) -> Digest {
    guard parts.commitment == nil else {
      return SHA256.digest(of: UnsafeRawBufferPointer(rebasing: window[parts.start..<parts.end]))
    }
    return FactScan.identity(
      front: window[parts.start..<parts.content],
      commitment: FactSeal.commitment(salt: parts.salt, body: parts.body.bytes(in: window)),
      middle: window[parts.kindStart..<(parts.saltStart > 0 ? parts.saltStart : parts.sawStart)],
      back: window[parts.sawStart..<parts.end])
  }

  /// The identity from the three pieces of a header and the commitment that follows the first.
  @inline(__always)
  static func identity(
    front: Slice<UnsafeRawBufferPointer>, commitment: Digest, middle: Slice<UnsafeRawBufferPointer>,
    back: Slice<UnsafeRawBufferPointer>
  ) -> Digest {
    var hash = SHA256()
    hash.update(UnsafeRawBufferPointer(rebasing: front))
    // ,"c":"<64 hex digits>"
    withUnsafeTemporaryAllocation(byteCount: 71, alignment: 8) { buffer in
      buffer.copyBytes(from: Self.opening)
      commitment.withBytes { bytes in
        for (place, byte) in bytes.enumerated() {
          buffer[6 + 2 * place] = Self.digit(byte >> 4)
          buffer[7 + 2 * place] = Self.digit(byte & 15)
        }
      }
      buffer[70] = UInt8(ascii: "\"")
      hash.update(UnsafeRawBufferPointer(buffer))
    }
    hash.update(UnsafeRawBufferPointer(rebasing: middle))
    hash.update(UnsafeRawBufferPointer(rebasing: back))
    return hash.finalize()
  }

  private static let opening = Array(",\"c\":\"".utf8)

  @inline(__always)
  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") &+ nibble : UInt8(ascii: "a") &- 10 &+ nibble
  }

  @inline(__always)
  func next(_ tokens: inout JSONTokenizer) throws -> JSONToken {
    let token = try tokens.next(in: window, isLast: isLast)
    if case .needsMore = token { throw ScanStop.needsMore }
    return token
  }

  /// `[milliseconds,counter]`.
  @inline(__always)
  private func readClock(_ tokens: inout JSONTokenizer) throws -> HybridTime {
    guard case .arrayStart = try next(&tokens), case .integer(let milliseconds) = try next(&tokens), milliseconds >= 0,
      case .integer(let counter) = try next(&tokens), counter >= 0, case .arrayEnd = try next(&tokens)
    else { throw form("\"at\" of a fact is [milliseconds, counter]", tokens) }
    return HybridTime(milliseconds: milliseconds, counter: counter)
  }

  @inline(__always)
  func slice(_ start: Int, _ end: Int) -> FactBatch.Slice {
    FactBatch.Slice(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: end &- start))
  }

  @inline(__always)
  func slice(_ text: TokenText) -> FactBatch.Slice { slice(text.start, text.start &+ text.count) }

  @inline(__always)
  private func isResult(_ kind: FactBatch.Slice) -> Bool {
    kind.count == 6 && kind.bytes(in: window).elementsEqual("result".utf8)
  }

  @inline(never)
  private func previousForm(_ tokens: JSONTokenizer) -> BundleProblem {
    form("\"prev\" of a fact is empty or 32 lowercase hex digits", tokens)
  }

  @inline(never)
  private func sawForm(_ tokens: JSONTokenizer) -> BundleProblem {
    form("\"saw\" of a fact is a list of 32 lowercase hex digits each", tokens)
  }

  /// A problem at the token that was just read.
  @inline(never)
  func form(_ sentence: String, _ tokens: JSONTokenizer) -> BundleProblem {
    let place = tokens.place(at: tokens.tokenStart)
    return BundleProblem(.fact, sentence, line: place.line, column: place.column, path: tokens.path)
  }
}

/// Reads a body as that of a result: each member one that this version knows and of its form, so that the body can be
/// written again from the columns, byte for byte.
struct ResultScan {
  let facts: FactScan

  /// Reads on behind the body's `{`.
  ///
  /// - Returns: the columns; nil when the body is anything else, or has a text with escapes. The tokenizer then stands
  ///   somewhere inside it.
  @inline(__always)
  func read(_ tokens: inout JSONTokenizer) throws -> FactBatch.ResultColumns? {
    var columns = FactBatch.ResultColumns()
    var hasOutcome = false
    while true {
      guard case .key(let name) = try facts.next(&tokens) else { break }
      guard let key = ResultKey(name, in: facts.window) else { return nil }
      switch key {
      case .retest:
        guard case .bool(true) = try facts.next(&tokens) else { return nil }
        columns.isRetest = true
      case .value:
        guard let value = try readValue(&tokens) else { return nil }
        columns.value = value
      case .severity:
        guard case .integer(let number) = try facts.next(&tokens), let severity = Severity(rawValue: Int(number)) else {
          return nil
        }
        columns.severity = severity
      case .time:
        guard case .integer(let time) = try facts.next(&tokens) else { return nil }
        columns.time = time
      default:
        guard case .string(let text) = try facts.next(&tokens), text.isPlain else { return nil }
        if key == .note {
          columns.hasNote = true
          columns.note = facts.slice(text)
          continue
        }
        guard text.count > 0 else { return nil }
        let slice = facts.slice(text)
        switch key {
        case .audit: columns.audit = slice
        case .build: columns.build = slice
        case .check: columns.check = slice
        case .component: columns.component = slice
        case .condition: columns.condition = slice
        case .device: columns.device = slice
        case .os: columns.os = slice
        case .source: columns.source = slice
        case .tester: columns.tester = slice
        case .text:
          let digits = text.bytes(in: facts.window)
          guard digits.count == 8, let version = FactForm.hex(digits) else { return nil }
          columns.text = UInt32(truncatingIfNeeded: version)
        default:
          guard let outcome = outcome(text) else { return nil }
          columns.outcome = outcome
          hasOutcome = true
        }
      }
    }
    // The key that did not come was the end: no other key is possible there.
    guard hasOutcome, columns.check.count > 0, columns.component.count > 0 else { return nil }
    return columns
  }

  @inline(__always)
  private func outcome(_ text: TokenText) -> Outcome? {
    let bytes = text.bytes(in: facts.window)
    switch (bytes.count, bytes.first) {
    case (4, UInt8(ascii: "p")): return bytes.elementsEqual("pass".utf8) ? .pass : nil
    case (4, UInt8(ascii: "f")): return bytes.elementsEqual("fail".utf8) ? .fail : nil
    case (2, UInt8(ascii: "n")): return bytes.elementsEqual("na".utf8) ? .na : nil
    case (9, UInt8(ascii: "c")): return bytes.elementsEqual("cant-tell".utf8) ? .cantTell : nil
    default: return nil
    }
  }

  /// `{"n":[integers],"text":…,"unit":…}`, all of it as canonical JSON.
  private func readValue(_ tokens: inout JSONTokenizer) throws -> FactBatch.Slice? {
    guard case .objectStart = try facts.next(&tokens) else { return nil }
    let start = tokens.tokenStart
    guard try isKey("n", &tokens), case .arrayStart = try facts.next(&tokens) else { return nil }
    numbers: while true {
      switch try facts.next(&tokens) {
      case .integer: continue
      case .arrayEnd: break numbers
      default: return nil
      }
    }
    guard try isKey("text", &tokens), case .string = try facts.next(&tokens), try isKey("unit", &tokens),
      case .string = try facts.next(&tokens), case .objectEnd = try facts.next(&tokens)
    else { return nil }
    return facts.slice(start, tokens.cursor)
  }

  private func isKey(_ name: StaticString, _ tokens: inout JSONTokenizer) throws -> Bool {
    guard case .key(let text) = try facts.next(&tokens) else { return false }
    return text.matches(name, in: facts.window)
  }
}
