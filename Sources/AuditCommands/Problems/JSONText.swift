/// The few pieces of JSON that this room writes itself: strings, and objects of strings.
package enum JSONText {
  /// A JSON string in quotation marks. Control, bidirectional and C1 characters are escaped too, so that the text is
  /// harmless in a terminal; every parser gives the same string back.
  package static func string(_ text: some StringProtocol) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if TerminalText.isDangerous(scalar) {
          for unit in UTF16.encode(scalar) ?? .init() { result += "\\u" + hexadecimal(unit) }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// An object whose member values are JSON already.
  package static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { string($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  /// An array whose elements are JSON already.
  package static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
