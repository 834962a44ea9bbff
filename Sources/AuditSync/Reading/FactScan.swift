import AuditModel
import AuditStore
import CanonicalJSON

/// Why reading a fact stopped before its end, without anything being wrong.
enum ScanStop: Error {
  /// The window ends inside the fact.
  case needsMore
  /// The fact is not spelled in canonical form, and has to be rewritten first.
  case irregular
}

/// Reads one fact, or what is left of an erased one, from its tokens: a row of slices, no String.
struct FactScan {
  let window: UnsafeRawBufferPointer
  let isLast: Bool

  /// Reads the fact whose first token, `{`, `tokens` has just read, and which is watched for canonical form.
  ///
  /// - Returns: the row; its digest is that of the fact's bytes, whatever they are of.
  /// - Throws: `ScanStop`, `JSONError`, or `BundleProblem` of code `fact`.
  @inline(__always)
  func read(_ tokens: inout JSONTokenizer) throws -> FactBatch.Row {
    let start = tokens.tokenStart
    var clock: HybridTime?
    var body = FactBatch.Slice.none
    var erased: Digest?
    var kind = FactBatch.Slice.none
    var sequence: Int64 = 0
    var previous: UInt64?
    var hasPrevious = false
    var replica = FactBatch.Slice.none
    var result: FactBatch.ResultColumns?
    members: while true {
      switch try next(&tokens) {
      case .key(let name):
        guard tokens.isCanonical else { throw ScanStop.irregular }
        switch FactKey(name, in: window) {
        case .at: clock = try readClock(&tokens)
        case .body:
          guard case .objectStart = try next(&tokens) else { throw form("\"body\" of a fact is an object", tokens) }
          let depth = tokens.depth - 1
          let bodyStart = tokens.tokenStart
          result = try ResultScan(facts: self).read(&tokens)
          if tokens.depth > depth {
            guard try tokens.skip(toDepth: depth, in: window, isLast: isLast) else { throw ScanStop.needsMore }
          }
          body = slice(bodyStart, tokens.cursor)
        case .erased:
          guard case .string(let text) = try next(&tokens), text.isPlain,
            let digest = Digest(hex: text.bytes(in: window))
          else { throw form("\"erased\" of an erased fact is 64 lowercase hex digits", tokens) }
          erased = digest
        case .kind:
          guard case .string(let text) = try next(&tokens), text.isPlain, FactForm.kindBytes.contains(text.count) else {
            throw form("\"kind\" of a fact is a word of at most 64 bytes", tokens)
          }
          kind = slice(text)
        case .n:
          guard case .integer(let number) = try next(&tokens), FactForm.sequences.contains(number) else {
            throw form("\"n\" of a fact is a number from 1 to \(FactForm.sequences.upperBound)", tokens)
          }
          sequence = number
        case .prev:
          guard case .string(let text) = try next(&tokens) else { throw previousForm(tokens) }
          hasPrevious = true
          if text.count > 0 {
            guard let digest = FactForm.short(text.bytes(in: window)) else { throw previousForm(tokens) }
            previous = digest
          }
        case .r:
          guard case .string(let text) = try next(&tokens), FactForm.isReplica(text.bytes(in: window)) else {
            throw form("\"r\" of a fact is a replica: 8 to 40 letters a-z and digits", tokens)
          }
          replica = slice(text)
        case nil: throw form("a fact has no such member", tokens)
        }
      case .objectEnd: break members
      default: throw form("a fact is an object", tokens)
      }
    }
    guard tokens.isCanonical else { throw ScanStop.irregular }
    guard let clock, kind.count > 0, sequence > 0, hasPrevious, replica.count > 0, (body.count > 0) != (erased != nil)
    else {
      throw form(
        "a fact has \"at\", \"kind\", \"n\", \"prev\", \"r\" and either \"body\" or, when it was erased, \"erased\"",
        tokens)
    }
    let fact = slice(start, tokens.cursor)
    if result != nil, !isResult(kind) { result = nil }
    return FactBatch.Row(
      digest: erased ?? SHA256.digest(of: UnsafeRawBufferPointer(rebasing: window[start..<tokens.cursor])),
      replica: replica, sequence: sequence, clock: clock, previous: previous, kind: kind, fact: fact, body: body,
      isStub: erased != nil, result: result)
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
  func slice(_ text: JSONText) -> FactBatch.Slice { slice(text.start, text.start &+ text.count) }

  @inline(__always)
  private func isResult(_ kind: FactBatch.Slice) -> Bool {
    kind.count == 6 && kind.bytes(in: window).elementsEqual("result".utf8)
  }

  @inline(never)
  private func previousForm(_ tokens: JSONTokenizer) -> BundleProblem {
    form("\"prev\" of a fact is empty or 16 lowercase hex digits", tokens)
  }

  /// A problem at the token that was just read.
  @inline(never)
  func form(_ sentence: String, _ tokens: JSONTokenizer) -> BundleProblem {
    let place = tokens.place(at: tokens.tokenStart)
    return BundleProblem(.fact, sentence, line: place.line, column: place.column, path: tokens.path)
  }
}
