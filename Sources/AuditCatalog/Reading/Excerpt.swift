import CanonicalJSON

/// How a refused value is shown: short, on one line, and harmless in a terminal.
enum Excerpt {
  private static let limit = 60

  static func of(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): quoted(text)
    case .array(let elements): elements.count == 1 ? "an array of one" : "an array of \(elements.count)"
    case .object: "an object"
    }
  }

  /// In quotation marks, cut, with everything that is not harmless written as its code point.
  static func quoted(_ text: String) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit { return "\"\(shown)...\"" }
      count += 1
      if scalar == "\"" {
        shown += "\\\""
      } else if PlainText.isHarmless(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(shown)\""
  }
}
