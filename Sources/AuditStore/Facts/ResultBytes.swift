import AuditModel
import CanonicalJSON

/// The canonical bytes of a result, written piece by piece: the hot path of bulk logging, held equal to
/// `ResultBody.json` by a test.
enum ResultBytes {
  /// Replaces the content of `buffer`. `value` is canonical JSON already.
  static func write(
    _ new: NewResult, source: String, text: UInt32?, value: String?, saw: [UInt64],
    place: (clock: HybridTime, sequence: Int64, previous: Digest?, number: Int64), replica: String,
    to buffer: inout [UInt8]
  ) {
    buffer.removeAll(keepingCapacity: true)
    CanonicalWriter.append(literal: "{\"at\":[", to: &buffer)
    CanonicalWriter.append(integer: place.clock.milliseconds, to: &buffer)
    CanonicalWriter.append(literal: ",", to: &buffer)
    CanonicalWriter.append(integer: place.clock.counter, to: &buffer)
    CanonicalWriter.append(literal: "],\"body\":{", to: &buffer)
    member("\"audit\":", new.audit, &buffer)
    member("\"build\":", new.build, &buffer)
    member("\"check\":", new.check, &buffer)
    member("\"component\":", new.component, &buffer)
    member("\"condition\":", new.condition.text, &buffer)
    member("\"device\":", new.device, &buffer)
    if let note = new.note {
      CanonicalWriter.append(literal: "\"note\":", to: &buffer)
      CanonicalWriter.append(string: note, to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    member("\"os\":", new.os, &buffer)
    CanonicalWriter.append(literal: "\"outcome\":", to: &buffer)
    CanonicalWriter.append(string: new.outcome.rawValue, to: &buffer)
    if !saw.isEmpty {
      let list = saw.map { "\"\(ShortDigest.hex($0))\"" }.joined(separator: ",")
      buffer.append(contentsOf: ",\"saw\":[\(list)]".utf8)
    }
    if let severity = new.severity {
      CanonicalWriter.append(literal: ",\"severity\":", to: &buffer)
      CanonicalWriter.append(integer: Int64(severity.rawValue), to: &buffer)
    }
    last(",\"source\":", source, &buffer)
    last(",\"tester\":", new.tester, &buffer)
    if let text { last(",\"text\":", TextVersion.hex(text), &buffer) }
    if let time = new.time {
      CanonicalWriter.append(literal: ",\"time\":", to: &buffer)
      CanonicalWriter.append(integer: time, to: &buffer)
    }
    if let value {
      CanonicalWriter.append(literal: ",\"value\":", to: &buffer)
      buffer.append(contentsOf: value.utf8)
    }
    CanonicalWriter.append(literal: "},\"kind\":\"result\",\"n\":", to: &buffer)
    CanonicalWriter.append(integer: place.sequence, to: &buffer)
    CanonicalWriter.append(literal: ",\"prev\":\"", to: &buffer)
    if let previous = place.previous { CanonicalWriter.append(hexOf: previous, digits: 16, to: &buffer) }
    CanonicalWriter.append(literal: "\",\"r\":", to: &buffer)
    CanonicalWriter.append(string: replica, to: &buffer)
    CanonicalWriter.append(literal: "}", to: &buffer)
  }

  /// A member before the first one that is always there.
  private static func member(_ key: StaticString, _ text: String, _ buffer: inout [UInt8]) {
    guard !text.isEmpty else { return }
    CanonicalWriter.append(literal: key, to: &buffer)
    CanonicalWriter.append(string: text, to: &buffer)
    CanonicalWriter.append(literal: ",", to: &buffer)
  }

  /// A member behind it.
  private static func last(_ key: StaticString, _ text: String, _ buffer: inout [UInt8]) {
    guard !text.isEmpty else { return }
    CanonicalWriter.append(literal: key, to: &buffer)
    CanonicalWriter.append(string: text, to: &buffer)
  }
}
