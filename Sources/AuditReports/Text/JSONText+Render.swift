extension JSONText {
  /// The JSON text: on one line without spaces if `indent` is nil, else with that many spaces for each level.
  ///
  /// Raw output is harmless on a terminal: hazards are written as `\u` escapes, so the value is kept and no control
  /// character is written. `<` is left alone; code that puts JSON into HTML escapes it there.
  package func render(indent: Int? = nil) -> String {
    var output = ""
    write(into: &output, indent: indent, depth: 0)
    return output
  }

  func write(into output: inout String, indent: Int?, depth: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .int(let value): output += String(value)
    case .number(let value): output += JSONText.digits(of: value) ?? "null"
    case .string(let value): JSONText.write(value, into: &output)
    case .array(let elements):
      JSONText.group(elements, "[", "]", into: &output, indent: indent, depth: depth) { element, output in
        element.write(into: &output, indent: indent, depth: depth + 1)
      }
    case .object(let members):
      JSONText.group(members, "{", "}", into: &output, indent: indent, depth: depth) { member, output in
        JSONText.write(member.0, into: &output)
        output += indent == nil ? ":" : ": "
        member.1.write(into: &output, indent: indent, depth: depth + 1)
      }
    }
  }

  private static func group<Element>(
    _ elements: [Element], _ open: String, _ close: String, into output: inout String, indent: Int?, depth: Int,
    _ writeElement: (Element, inout String) -> Void
  ) {
    output += open
    var isFirst = true
    for element in elements {
      if !isFirst { output += "," }
      isFirst = false
      breakLine(into: &output, indent: indent, depth: depth + 1)
      writeElement(element, &output)
    }
    if !isFirst { breakLine(into: &output, indent: indent, depth: depth) }
    output += close
  }

  private static func breakLine(into output: inout String, indent: Int?, depth: Int) {
    guard let indent else { return }
    output += "\n" + String(repeating: " ", count: max(0, indent) * depth)
  }

  /// Appends a string literal with its quotes.
  static func write(_ text: String, into output: inout String) {
    output += "\""
    let isPlain =
      text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(Self.isPlain) } ?? text.utf8.allSatisfy(Self.isPlain)
    if isPlain { output += text } else { rewrite(text, into: &output, escape) }
    output += "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ place: ScalarPlace) -> String? {
    switch place.scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      Hazard.isHazard(place.scalar, after: place.previous)
        ? UTF16.encode(place.scalar)?.map(unicodeEscape).joined() : nil
    }
  }

  private static func unicodeEscape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
