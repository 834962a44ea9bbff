import Audit
import Store

/// Reads a result whose bytes are exactly as this program writes them, without tokens: nearly all that bundles hold is
/// of this form, and is read in a third of the time. Anything else, wrong or not, is left to `FactScan`.
///
/// It takes only what `FactScan` would take, with the same row: members in their order (so that none is there twice),
/// no white space, no escapes, texts within the limit.
struct ResultLine {
  private var cursor: ByteCursor
  private let stringBytes: Int
  private var columns = FactBatch.ResultColumns()
  private var hasOutcome = false

  /// - Parameter start: where the fact's `{` is.
  @inline(__always)
  init?(window: UnsafeRawBufferPointer, start: Int, stringBytes: Int) {
    guard let cursor = ByteCursor(window, at: start) else { return nil }
    self.cursor = cursor
    self.stringBytes = stringBytes
  }

  /// The row; nil when this is not such a result, or not all of it is in the window.
  @inline(never)
  mutating func read() -> FactBatch.Row? {
    let start = cursor.index
    guard cursor.pass("{\"at\":["), let milliseconds = cursor.integer(), milliseconds >= 0, cursor.pass(","),
      let counter = cursor.integer(), counter >= 0, cursor.pass("]")
    else { return nil }
    let content = cursor.index
    guard cursor.pass(",\"body\":") else { return nil }
    let bodyStart = cursor.index
    guard cursor.pass("{"), readBody() else { return nil }
    let bodyEnd = cursor.index
    guard cursor.pass(",\"kind\":\"") else { return nil }
    let kind = FactBatch.Slice(start: Int32(truncatingIfNeeded: cursor.index), count: 6)
    guard cursor.pass("result\",\"n\":"), let sequence = cursor.integer(), FactForm.sequences.contains(sequence),
      cursor.pass(",\"prev\":\"")
    else { return nil }
    var previous: FactReference?
    if !cursor.pass("\"") {
      guard let words = cursor.words(), cursor.pass("\"") else { return nil }
      previous = FactReference(high: words.high, low: words.low)
    }
    guard cursor.pass(",\"r\":"), let replica = cursor.text(limit: 40), cursor.isReplica(replica) else { return nil }
    let saltStart = cursor.index
    guard cursor.pass(",\"salt\":\""), let salt = cursor.words(), cursor.pass("\"") else { return nil }
    let sawStart = cursor.index
    guard let saw = readSaw(), cursor.pass("}") else { return nil }
    let body = slice(bodyStart, bodyEnd)
    let window = cursor.window
    let identity = FactScan.identity(
      front: window[start..<content],
      commitment: FactSeal.commitment(salt: FactSalt(high: salt.high, low: salt.low), body: body.bytes(in: window)),
      middle: window[bodyEnd..<saltStart], back: window[sawStart..<cursor.index])
    return FactBatch.Row(
      digest: identity, replica: replica, sequence: sequence,
      clock: HybridTime(milliseconds: milliseconds, counter: counter), previous: previous, kind: kind,
      fact: slice(start, cursor.index), body: body, salt: FactSalt(high: salt.high, low: salt.low), saw: saw,
      result: columns)
  }

  @inline(__always)
  private func slice(_ start: Int, _ end: Int) -> FactBatch.Slice {
    FactBatch.Slice(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: end &- start))
  }

  /// Reads members up to the closing brace of the body.
  @inline(__always)
  private mutating func readBody() -> Bool {
    var last: UInt64 = 0
    repeat {
      guard let key = readKey(), key.rawValue.byteSwapped > last else { return false }
      last = key.rawValue.byteSwapped
      guard read(key) else { return false }
    } while cursor.pass(",")
    return cursor.pass("}") && hasOutcome && columns.check.count > 0 && columns.component.count > 0
  }

  /// A known key with its colon. No two have the same first eight bytes.
  @inline(__always)
  private mutating func readKey() -> ResultKey? {
    guard cursor.pass("\""), let eight = cursor.eight(), cursor.eight(8) != nil else { return nil }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = eight ^ (ones &* 0x22)
    let marks = (quotes &- ones) & ~quotes & (ones &* 0x80)
    if marks != 0 {
      let bits = UInt64(marks.trailingZeroBitCount) & ~7
      let key = ResultKey(rawValue: eight & ((1 << bits) &- 1))
      cursor.index &+= Int(bits / 8)
      return cursor.pass("\":") ? key : nil
    }
    let key = ResultKey(rawValue: eight)
    cursor.index &+= 8
    switch key {
    case .severity: return cursor.pass("\":") ? key : nil
    case .component: return cursor.pass("t\":") ? key : nil
    case .condition: return cursor.pass("n\":") ? key : nil
    default: return nil
    }
  }

  @inline(__always)
  private mutating func read(_ key: ResultKey) -> Bool {
    switch key {
    case .audit:
      guard let text = line() else { return false }
      columns.audit = text
    case .build:
      guard let text = line() else { return false }
      columns.build = text
    case .check:
      guard let text = line() else { return false }
      columns.check = text
    case .component:
      guard let text = line() else { return false }
      columns.component = text
    case .condition:
      guard let text = line() else { return false }
      columns.condition = text
    case .device:
      guard let text = line() else { return false }
      columns.device = text
    case .os:
      guard let text = line() else { return false }
      columns.os = text
    case .source:
      guard let text = line() else { return false }
      columns.source = text
    case .tester:
      guard let text = line() else { return false }
      columns.tester = text
    case .note:
      guard let text = cursor.text(limit: stringBytes) else { return false }
      columns.hasNote = true
      columns.note = text
    case .outcome:
      guard let outcome = readOutcome() else { return false }
      columns.outcome = outcome
      hasOutcome = true
    case .retest:
      columns.isRetest = true
      return cursor.pass("true")
    case .severity:
      guard let number = cursor.integer(), let severity = Severity(rawValue: Int(number)) else { return false }
      columns.severity = severity
    case .text:
      guard cursor.pass("\""), let eight = cursor.eight(), let version = FactForm.hex(eight: eight) else {
        return false
      }
      columns.text = UInt32(truncatingIfNeeded: version)
      cursor.index &+= 8
      return cursor.pass("\"")
    case .time:
      guard let time = cursor.integer() else { return false }
      columns.time = time
    case .value: return readValue()
    }
    return true
  }

  @inline(__always)
  private mutating func line() -> FactBatch.Slice? {
    guard let text = cursor.text(limit: stringBytes), text.count > 0 else { return nil }
    return text
  }

  @inline(__always)
  private mutating func readOutcome() -> Outcome? {
    if cursor.pass("\"pass\"") { return .pass }
    if cursor.pass("\"fail\"") { return .fail }
    if cursor.pass("\"na\"") { return .na }
    if cursor.pass("\"cant-tell\"") { return .cantTell }
    return nil
  }

  private mutating func readSaw() -> [FactReference]? {
    guard cursor.pass(",\"saw\":[") else { return nil }
    if cursor.pass("]") { return [] }
    var saw: [FactReference] = []
    repeat {
      guard cursor.pass("\""), let words = cursor.words(), cursor.pass("\"") else { return nil }
      saw.append(FactReference(high: words.high, low: words.low))
    } while cursor.pass(",")
    return cursor.pass("]") ? saw : nil
  }

  private mutating func readValue() -> Bool {
    let start = cursor.index
    guard cursor.pass("{\"n\":[") else { return false }
    if !cursor.pass("]") {
      repeat {
        guard cursor.integer() != nil else { return false }
      } while cursor.pass(",")
      guard cursor.pass("]") else { return false }
    }
    guard cursor.pass(",\"text\":"), cursor.text(limit: stringBytes) != nil, cursor.pass(",\"unit\":"),
      cursor.text(limit: stringBytes) != nil, cursor.pass("}")
    else { return false }
    columns.value = slice(start, cursor.index)
    return true
  }
}
