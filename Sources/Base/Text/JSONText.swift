/// A JSON value to be written, with the members of objects in the order in which they were given.
///
/// The order is part of a report's layout; canonical JSON, which sorts, is a separate module. Keys are not checked
/// for doubles.
package enum JSONText: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number; NaN and the infinities are written as null, because JSON has none.
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// `part / whole` as a fraction, or null if `whole` is 0.
  package static func ratio(_ part: Int, _ whole: Int) -> JSONText {
    whole > 0 ? .number(Double(part) / Double(whole)) : .null
  }

  /// An object with these members, in their order.
  package static func object(_ members: JSONMembers) -> JSONText { .object(members.all) }

  /// An array of objects, each with the members of an element.
  package static func objects<Element>(
    _ elements: some Sequence<Element>, _ members: (Element) throws -> JSONMembers
  ) rethrows -> JSONText {
    .array(try elements.map { .object(try members($0)) })
  }

  package static func strings(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
}

/// A value that has a form in JSON.
package protocol JSONConvertible {
  var json: JSONText { get }
}

extension JSONText: JSONConvertible {
  package var json: JSONText { self }
}

extension Bool: JSONConvertible {
  package var json: JSONText { .bool(self) }
}

extension Int: JSONConvertible {
  package var json: JSONText { .int(self) }
}

extension Double: JSONConvertible {
  package var json: JSONText { .number(self) }
}

extension String: JSONConvertible {
  package var json: JSONText { .string(self) }
}

/// Null if there is none.
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONText { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONText { .array(map(\.json)) }
}

/// The members of an object in their order: `["name": name, "open": counts.open]`.
package struct JSONMembers: ExpressibleByDictionaryLiteral, JSONConvertible, Sendable {
  package private(set) var all: [(String, JSONText)]

  package init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    all = members.map { ($0.0, $0.1.json) }
  }

  package init(_ members: [(String, JSONText)]) { all = members }

  package var json: JSONText { .object(all) }

  /// The same, but for those with these keys.
  package func without(_ keys: String...) -> JSONMembers {
    JSONMembers(all.filter { member in !keys.contains { $0.hasSameBytes(as: member.0) } })
  }

  package static func + (left: JSONMembers, right: JSONMembers) -> JSONMembers { JSONMembers(left.all + right.all) }

  package static func += (left: inout JSONMembers, right: JSONMembers) { left.all += right.all }
}

extension JSONText {
  /// The shortest decimal digits that read back as `value`, never with an exponent; nil for NaN and infinity.
  ///
  /// A whole number has no fraction (`1`, not `1.0`), and minus zero is zero.
  package static func digits(of value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == 0 { return "0" }
    let shortest = Array(value.magnitude.description.utf8)
    let sign = value < 0 ? "-" : ""
    // Shortest form of the standard library: digits, a point, digits, and for large and small values an exponent.
    let exponentMark = shortest.firstIndex(of: UInt8(ascii: "e"))
    let mantissa = shortest[..<(exponentMark ?? shortest.endIndex)]
    var exponent = 0
    if let exponentMark {
      exponent = Int(String(decoding: shortest[(exponentMark + 1)...], as: UTF8.self)) ?? 0
    }
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    let whole = mantissa[..<point]
    let fraction = mantissa[point...].dropFirst()
    return sign + plain(digits: Array(whole + fraction), pointAt: whole.count + exponent)
  }

  /// Digits with the decimal point before position `pointAt`, which can be outside of them; without extra zeros.
  private static func plain(digits: [UInt8], pointAt: Int) -> String {
    let zero = UInt8(ascii: "0")
    var padded = digits
    var point = pointAt
    if point < 1 {
      padded.insert(contentsOf: repeatElement(zero, count: 1 - point), at: 0)
      point = 1
    }
    if point > padded.count {
      padded.append(contentsOf: repeatElement(zero, count: point - padded.count))
    }
    var fraction = padded[point...]
    while fraction.last == zero { fraction.removeLast() }
    var whole = padded[..<point]
    while whole.count > 1, whole.first == zero { whole.removeFirst() }
    let head = String(decoding: whole, as: UTF8.self)
    return fraction.isEmpty ? head : head + "." + String(decoding: fraction, as: UTF8.self)
  }
}

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

  package func write(into output: inout String, indent: Int?, depth: Int) {
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
  package static func write(_ text: String, into output: inout String) {
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
