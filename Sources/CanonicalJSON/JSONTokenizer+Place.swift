/// Where an error is: line, column and path are worked out only when there is one.
extension JSONTokenizer {
  /// An error at an offset of the window. Without `found` the byte there is named.
  @inline(never)
  func error(
    _ kind: JSONError.Kind, at offset: Int, in window: UnsafeRawBufferPointer, wanted: String, found: String? = nil
  ) -> JSONError {
    let place = place(at: offset)
    return JSONError(
      kind: kind, line: place.line, column: place.column, offset: dropped + offset, path: path,
      wanted: wanted, found: found ?? name(at: offset, in: window))
  }

  /// Line and column, both from 1 and the column in bytes, of an offset of the window that is not before the last
  /// token. No token goes over a line, so that the line is that of the cursor.
  package func place(at offset: Int) -> (line: Int, column: Int) {
    (line, max(1, dropped + offset - lineStart + 1))
  }

  private func name(at offset: Int, in window: UnsafeRawBufferPointer) -> String {
    guard offset < window.count else { return "the end of the input" }
    let byte = window[offset]
    if (0x21...0x7e).contains(byte) { return "`\(Unicode.Scalar(byte))`" }
    let hex = String(byte, radix: 16)
    return "the byte 0x\(byte < 16 ? "0" : "")\(hex)"
  }

  /// The value being read, as in `$.facts[3].body.note`.
  package var path: String {
    var path = "$"
    guard depth > 0 else { return path }
    for (index, container) in outer.enumerated() {
      let inner = index + 1 < outer.count ? outer[index + 1] : current
      // The key that led into the inner container is the last one before the inner container's own.
      path += step(into: container, lastKey: inner.firstKey - 1)
    }
    switch expectation {
    case .value, .colon, .firstElement:
      path += step(into: current, lastKey: keys.count - 1)
    default:
      break
    }
    return path
  }

  private func step(into container: Container, lastKey: Int) -> String {
    guard container.isObject else { return "[\(container.elements)]" }
    return KeyPathText.step(keys.text(at: lastKey))
  }
}

/// Keys as steps of a path that is fit for a terminal.
enum KeyPathText {
  /// `.name` for a plain name, `["any text"]` for others; shortened after 64 characters.
  static func step(_ key: String) -> String {
    let shown = key.unicodeScalars.prefix(64)
    let isWhole = shown.endIndex == key.unicodeScalars.endIndex
    let isPlain = isWhole && !shown.isEmpty && shown.allSatisfy { $0 == "_" || $0 == "-" || isLetterOrDigit($0) }
    if isPlain { return "." + key }
    var text = "[\""
    for scalar in shown { text += escaped(scalar) }
    return text + (isWhole ? "\"]" : "…\"]")
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  /// Letters of any script and printable ASCII as they are; the rest could steer a terminal or hide text.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    if (0x20...0x7e).contains(scalar.value) || scalar.properties.isAlphabetic { return String(scalar) }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }
}
