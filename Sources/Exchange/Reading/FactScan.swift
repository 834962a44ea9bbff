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
      parts.result = try ResultScan.read(self, &tokens)
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
    // Nearly all of them are results.
    if isResult(parts.kind), parts.commitment == nil, parts.salt != nil { return }
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
    let commitment = FactSeal.commitment(salt: parts.salt, body: parts.body.bytes(in: window))
    let middle = parts.kindStart..<(parts.saltStart > 0 ? parts.saltStart : parts.sawStart)
    var hash = SHA256()
    hash.update(UnsafeRawBufferPointer(rebasing: window[parts.start..<parts.content]))
    // ,"c":"<64 hex digits>"
    withUnsafeTemporaryAllocation(byteCount: 71, alignment: 8) { buffer in
      buffer.copyBytes(from: Self.opening)
      commitment.withBytes { bytes in
        for (place, byte) in bytes.enumerated() {
          buffer[6 + 2 * place] = hexDigit(byte >> 4)
          buffer[7 + 2 * place] = hexDigit(byte & 15)
        }
      }
      buffer[70] = UInt8(ascii: "\"")
      hash.update(UnsafeRawBufferPointer(buffer))
    }
    hash.update(UnsafeRawBufferPointer(rebasing: window[middle]))
    hash.update(UnsafeRawBufferPointer(rebasing: window[parts.sawStart..<parts.end]))
    return hash.finalize()
  }

  private static let opening = Array(",\"c\":\"".utf8)

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

extension FactBatch.Slice {
  /// The bytes of the slice, in the window it was made for.
  @inline(__always)
  func bytes(in window: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: window[Int(start)..<(Int(start) + Int(count))])
  }
}

/// Reads a body as that of a result: each member one that this version knows and of its form, so that the body can be
/// written again from the columns, byte for byte.
struct ResultScan {
  private let facts: FactScan
  /// The member that comes next; nil at the end of the body.
  private var key: TokenText?

  /// The body is anything else, or has a text with escapes.
  private struct IsOther: Error {}

  /// Reads on behind the body's `{`.
  ///
  /// - Returns: the columns; nil when the body is not a result's. The tokenizer then stands somewhere inside it.
  static func read(_ facts: FactScan, _ tokens: inout JSONTokenizer) throws -> FactBatch.ResultColumns? {
    var scan = ResultScan(facts: facts)
    do {
      return try scan.read(&tokens)
    } catch is IsOther {
      return nil
    }
  }

  private init(facts: FactScan) { self.facts = facts }

  /// The members in the order of canonical form; what is in another order is rewritten first anyway.
  private mutating func read(_ tokens: inout JSONTokenizer) throws -> FactBatch.ResultColumns {
    var columns = FactBatch.ResultColumns()
    try advance(&tokens)
    columns.audit = try line("audit", &tokens)
    columns.build = try line("build", &tokens)
    columns.check = try line("check", &tokens)
    columns.component = try line("component", &tokens)
    columns.condition = try line("condition", &tokens)
    columns.device = try line("device", &tokens)
    columns.hasNote = isNext("note")
    if columns.hasNote { columns.note = facts.slice(try text(&tokens)) }
    columns.os = try line("os", &tokens)
    guard isNext("outcome") else { throw IsOther() }
    columns.outcome = try outcome(try text(&tokens))
    columns.isRetest = isNext("retest")
    if columns.isRetest {
      guard case .bool(true) = try facts.next(&tokens) else { throw IsOther() }
      try advance(&tokens)
    }
    if let number = try integer("severity", &tokens) {
      guard let severity = Severity(rawValue: Int(number)) else { throw IsOther() }
      columns.severity = severity
    }
    columns.source = try line("source", &tokens)
    columns.tester = try line("tester", &tokens)
    if isNext("text") {
      let digits = try text(&tokens).bytes(in: facts.window)
      guard digits.count == 8, let version = FactForm.hex(digits) else { throw IsOther() }
      columns.text = UInt32(truncatingIfNeeded: version)
    }
    columns.time = try integer("time", &tokens)
    if isNext("value") {
      columns.value = try value(&tokens)
      try advance(&tokens)
    }
    guard key == nil, columns.check.count > 0, columns.component.count > 0 else { throw IsOther() }
    return columns
  }

  @inline(__always)
  private mutating func advance(_ tokens: inout JSONTokenizer) throws {
    if case .key(let name) = try facts.next(&tokens) { key = name } else { key = nil }
  }

  @inline(__always)
  private func isNext(_ name: StaticString) -> Bool { key?.matches(name, in: facts.window) ?? false }

  /// The text of the next member.
  @inline(__always)
  private mutating func text(_ tokens: inout JSONTokenizer) throws -> TokenText {
    guard case .string(let text) = try facts.next(&tokens), text.isPlain else { throw IsOther() }
    try advance(&tokens)
    return text
  }

  /// A text that is not empty; nothing where it is not given.
  @inline(__always)
  private mutating func line(_ name: StaticString, _ tokens: inout JSONTokenizer) throws -> FactBatch.Slice {
    guard isNext(name) else { return .none }
    let text = try text(&tokens)
    guard text.count > 0 else { throw IsOther() }
    return facts.slice(text)
  }

  @inline(__always)
  private mutating func integer(_ name: StaticString, _ tokens: inout JSONTokenizer) throws -> Int64? {
    guard isNext(name) else { return nil }
    guard case .integer(let number) = try facts.next(&tokens) else { throw IsOther() }
    try advance(&tokens)
    return number
  }

  private func outcome(_ text: TokenText) throws -> Outcome {
    guard let outcome = Outcome.allCases.first(where: { text.bytes(in: facts.window).elementsEqual($0.rawValue.utf8) })
    else { throw IsOther() }
    return outcome
  }

  /// `{"n":[integers],"text":…,"unit":…}`, all of it as canonical JSON.
  private func value(_ tokens: inout JSONTokenizer) throws -> FactBatch.Slice {
    guard case .objectStart = try facts.next(&tokens) else { throw IsOther() }
    let start = tokens.tokenStart
    try pass("n", &tokens)
    guard case .arrayStart = try facts.next(&tokens) else { throw IsOther() }
    numbers: while true {
      switch try facts.next(&tokens) {
      case .integer: continue
      case .arrayEnd: break numbers
      default: throw IsOther()
      }
    }
    for name: StaticString in ["text", "unit"] {
      try pass(name, &tokens)
      guard case .string = try facts.next(&tokens) else { throw IsOther() }
    }
    guard case .objectEnd = try facts.next(&tokens) else { throw IsOther() }
    return facts.slice(start, tokens.cursor)
  }

  private func pass(_ name: StaticString, _ tokens: inout JSONTokenizer) throws {
    guard case .key(let text) = try facts.next(&tokens), text.matches(name, in: facts.window) else { throw IsOther() }
  }
}
