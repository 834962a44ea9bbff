import AuditModel
import CanonicalJSON

/// The canonical bytes of results, written piece by piece: the hot path of bulk logging, held equal to
/// `ResultBody.json` by a test.
///
/// What the results of one target share is written once: everything before the note (`front`) and everything between
/// the severity and the value (`back`).
struct ResultBytes {
  private let front: [UInt8]
  private let os: [UInt8]
  private let back: [UInt8]

  init(_ new: ResultTarget.Names, source: String, text: UInt32?) {
    var buffer: [UInt8] = []
    for (key, value) in [
      ("audit", new.audit), ("build", new.build), ("check", new.check), ("component", new.component),
      ("condition", new.condition.text), ("device", new.device),
    ] where !value.isEmpty {
      CanonicalWriter.append(string: key, to: &buffer)
      CanonicalWriter.append(literal: ":", to: &buffer)
      CanonicalWriter.append(string: value, to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    front = buffer
    buffer = []
    if !new.os.isEmpty {
      CanonicalWriter.append(literal: "\"os\":", to: &buffer)
      CanonicalWriter.append(string: new.os, to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    os = buffer
    buffer = []
    for (key, value) in [
      ("source", source), ("tester", new.tester), ("text", text.map(TextVersion.hex) ?? ""),
    ] where !value.isEmpty {
      CanonicalWriter.append(literal: ",", to: &buffer)
      CanonicalWriter.append(string: key, to: &buffer)
      CanonicalWriter.append(literal: ":", to: &buffer)
      CanonicalWriter.append(string: value, to: &buffer)
    }
    if let time = new.time {
      CanonicalWriter.append(literal: ",\"time\":", to: &buffer)
      CanonicalWriter.append(integer: time, to: &buffer)
    }
    back = buffer
  }

  /// Replaces the content of `buffer` by the body of one result. `value` is canonical JSON already.
  func write(
    _ outcome: Outcome, severity: Severity?, value: String?, note: UnsafeBufferPointer<UInt8>?, pattern: String = "",
    isRetest: Bool = false, to buffer: inout [UInt8]
  ) {
    buffer.removeAll(keepingCapacity: true)
    CanonicalWriter.append(literal: "{", to: &buffer)
    buffer.append(contentsOf: front)
    if let note {
      CanonicalWriter.append(literal: "\"note\":", to: &buffer)
      CanonicalWriter.append(utf8: UnsafeRawBufferPointer(note), to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    buffer.append(contentsOf: os)
    switch outcome {
    case .pass: CanonicalWriter.append(literal: "\"outcome\":\"pass\"", to: &buffer)
    case .fail: CanonicalWriter.append(literal: "\"outcome\":\"fail\"", to: &buffer)
    case .na: CanonicalWriter.append(literal: "\"outcome\":\"na\"", to: &buffer)
    case .cantTell: CanonicalWriter.append(literal: "\"outcome\":\"cant-tell\"", to: &buffer)
    }
    if !pattern.isEmpty {
      CanonicalWriter.append(literal: ",\"pattern\":", to: &buffer)
      CanonicalWriter.append(string: pattern, to: &buffer)
    }
    if isRetest { CanonicalWriter.append(literal: ",\"retest\":true", to: &buffer) }
    if let severity {
      CanonicalWriter.append(literal: ",\"severity\":", to: &buffer)
      CanonicalWriter.append(integer: Int64(severity.rawValue), to: &buffer)
    }
    buffer.append(contentsOf: back)
    if let value {
      CanonicalWriter.append(literal: ",\"value\":", to: &buffer)
      buffer.append(contentsOf: value.utf8)
    }
    CanonicalWriter.append(literal: "}", to: &buffer)
  }
}
