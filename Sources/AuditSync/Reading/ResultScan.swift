import AuditModel
import AuditStore
import CanonicalJSON

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
  private func outcome(_ text: JSONText) -> Outcome? {
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
