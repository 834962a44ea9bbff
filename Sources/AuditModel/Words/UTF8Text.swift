/// Bytes that have to be text.
package enum UTF8Text {
  /// The text, or nothing if the bytes are not valid UTF-8: they are never silently repaired.
  ///
  /// `String(validating:as:)` does the same from macOS 15 on.
  package static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Repairing always changes the bytes, because U+FFFD is three bytes that valid input would have held itself.
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  package static func decode(_ bytes: [UInt8]) -> String? { decode(bytes[...]) }

  /// Without the byte order marks that editors and shells of Windows put before a text.
  package static func unmarked(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest
  }
}
