/// Where a string lies in the window it was read from. Its bytes are checked: well-formed UTF-8, well-formed escapes.
///
/// Valid for as long as the window is not moved; the methods take that window again.
package struct JSONText: Sendable, Equatable {
  /// Offset in the window of the first byte behind the opening quote.
  package let start: Int
  /// Bytes between the quotes, escapes as they are spelled.
  package let count: Int
  /// UTF-8 bytes once the escapes are resolved.
  package let decodedCount: Int

  /// True when there are no escapes, so that `bytes(in:)` is the text itself.
  /// (An escape is always longer than what it stands for.)
  package var isPlain: Bool { count == decodedCount }

  /// The bytes between the quotes, escapes unresolved.
  package func bytes(in window: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    precondition(start >= 0 && count >= 0 && start <= window.count - count, "not the window this text was read from")
    return UnsafeRawBufferPointer(rebasing: window[start..<(start + count)])
  }

  /// The text as a String.
  package func string(in window: UnsafeRawBufferPointer) -> String {
    if isPlain { return String(decoding: bytes(in: window), as: UTF8.self) }
    var decoded: [UInt8] = []
    append(to: &decoded, from: window)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// True when the text is exactly `literal`.
  package func matches(_ literal: StaticString, in window: UnsafeRawBufferPointer) -> Bool {
    guard decodedCount == literal.utf8CodeUnitCount, literal.hasPointerRepresentation else { return false }
    let wanted = UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    if isPlain { return bytes(in: window).elementsEqual(wanted) }
    var decoded: [UInt8] = []
    append(to: &decoded, from: window)
    return decoded.elementsEqual(wanted)
  }

  /// Appends the text as UTF-8, escapes resolved.
  package func append(to output: inout [UInt8], from window: UnsafeRawBufferPointer) {
    let raw = bytes(in: window)
    if isPlain {
      output.append(contentsOf: raw)
      return
    }
    var index = 0
    while index < raw.count {
      var run = index
      while run < raw.count, raw[run] != UInt8(ascii: "\\") { run += 1 }
      output.append(contentsOf: raw[index..<run])
      guard run < raw.count else { return }
      // The tokenizer has checked the escape; anything else here would be another window.
      guard case .escape(let scalar, let length, _) = EscapeScan.scan(raw, at: run) else { return }
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      index = run + length
    }
  }
}
