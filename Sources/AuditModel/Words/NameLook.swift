/// What a name looks like: equal for names that a person does not tell apart.
///
/// Without regard to case, to how accents are made up, to the kind of space, and to characters that are not seen. Two
/// names of one look are two names all the same: results of the one do not count for the other. Letters of different
/// scripts that look alike are different here.
package struct NameLook: Hashable, Sendable {
  /// Compared as Swift compares text: `é` is equal to `e` with an accent (canonical equivalence, as after NFC).
  private let text: String

  package init(_ name: String) {
    if name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) }) {
      text = name
      return
    }
    var seen = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !Self.isUnseen(scalar) {
      if Self.isSpace(scalar) {
        if let last = seen.last, last != " " { seen.append(" ") }
      } else {
        seen.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    if seen.last == " " { seen.removeLast() }
    text = String(seen)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: !isSpace(scalar)
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The blank of braille is a letter that shows nothing.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.value == 0x2800
  }
}

/// Two names that are different and look alike.
package struct LookAlike: Hashable, Sendable {
  /// What both name: `component`.
  package let kind: String
  package let name: String
  package let other: String

  /// By bytes: Swift's own comparison takes the very names for equal that this is about.
  package static func == (left: LookAlike, right: LookAlike) -> Bool {
    left.kind == right.kind && left.name.utf8.elementsEqual(right.name.utf8)
      && left.other.utf8.elementsEqual(right.other.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    for text in [name, other] { hasher.combine(Array(text.utf8)) }
  }

  /// The pairs among the names of a kind, each with the first of its look in the order given.
  package static func pairs(_ kind: String, _ names: some Sequence<String>) -> [LookAlike] {
    groups(names).flatMap { group in group.dropFirst().map { LookAlike(kind: kind, name: $0, other: group[0]) } }
  }

  /// Names that share a look with another one of them, together; names with the same bytes are one.
  package static func groups(_ names: some Sequence<String>) -> [[String]] {
    var order: [NameLook] = []
    var byLook: [NameLook: [String]] = [:]
    for name in names {
      let look = NameLook(name)
      guard let known = byLook[look] else {
        byLook[look] = [name]
        order.append(look)
        continue
      }
      if !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { byLook[look] = known + [name] }
    }
    return order.compactMap { byLook[$0] }.filter { $0.count > 1 }
  }

  /// `component "café" looks like "Café" (different characters: U+0063 and U+0043)`. The names are as they are.
  package var sentence: String {
    "\(kind) \"\(name)\" looks like \"\(other)\" (different characters: \(differences))"
  }

  /// The first characters that differ, as their numbers: the names themselves may show no difference.
  private var differences: String {
    let (first, second) = (Array(name.unicodeScalars), Array(other.unicodeScalars))
    let common = zip(first, second).prefix { $0 == $1 }.count
    return [first, second].map { scalars in
      guard common < scalars.count else { return "end" }
      let digits = String(scalars[common].value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }.joined(separator: " and ")
  }
}
