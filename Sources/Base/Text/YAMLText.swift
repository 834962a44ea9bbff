/// A YAML value to be written, in a small subset of YAML that every parser reads the same way: block maps and lists,
/// whole numbers, and every text between double quotes.
///
/// Keys are fixed texts and are written unchanged.
package indirect enum YAMLText: Sendable {
  case string(String)
  case bool(Bool)
  case list([YAMLText])
  case map([(key: String, value: YAMLText)])

  /// The document, with a line feed at its end.
  package func render() -> String {
    var output = ""
    switch self {
    case .map(let members) where !members.isEmpty: Self.write(members, into: &output, depth: 0, isItem: false)
    case .list(let items) where !items.isEmpty: Self.write(items, into: &output, depth: 0)
    default: output = inline + "\n"
    }
    return output
  }

  /// The text after a colon or a hyphen; empty for values with their own lines.
  private var inline: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .bool(let value): value ? "true" : "false"
    case .list(let items): items.isEmpty ? "[]" : ""
    case .map(let members): members.isEmpty ? "{}" : ""
    }
  }

  private static func write(
    _ members: [(key: String, value: YAMLText)], into output: inout String, depth: Int, isItem: Bool
  ) {
    for (place, member) in members.enumerated() {
      // The first member of an item follows its hyphen.
      if !isItem || place > 0 { output += indentation(depth) }
      output += member.key + ":"
      write(below: member.value, into: &output, depth: depth + 1)
    }
  }

  private static func write(_ items: [YAMLText], into output: inout String, depth: Int) {
    for item in items {
      output += indentation(depth) + "-"
      if case .map(let members) = item, !members.isEmpty {
        output += " "
        write(members, into: &output, depth: depth + 1, isItem: true)
      } else {
        write(below: item, into: &output, depth: depth + 1)
      }
    }
  }

  private static func write(below value: YAMLText, into output: inout String, depth: Int) {
    let inline = value.inline
    guard inline.isEmpty else {
      output += " " + inline + "\n"
      return
    }
    output += "\n"
    switch value {
    case .map(let members): write(members, into: &output, depth: depth, isItem: false)
    case .list(let items): write(items, into: &output, depth: depth)
    default: break
    }
  }

  private static func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// A double-quoted scalar: on one line, with hazards as escapes.
  static func quoted(_ text: String) -> String {
    var output = "\""
    rewrite(text, into: &output) { place in
      switch place.scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: Hazard.isHazard(place.scalar, after: place.previous) ? escape(place.scalar.value) : nil
      }
    }
    return output + "\""
  }

  private static func escape(_ value: UInt32) -> String {
    let (mark, width) = value <= 0xFF ? ("\\x", 2) : value <= 0xFFFF ? ("\\u", 4) : ("\\U", 8)
    let digits = String(value, radix: 16)
    return mark + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
