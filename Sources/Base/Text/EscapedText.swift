/// Text that is safe in one kind of output, because the type made it so.
///
/// A literal is trusted text and is kept unchanged. An interpolated value is escaped by its type: a `String`
/// is foreign and is escaped, a value of the same escaped type is not escaped again, an `Int` is digits. So
/// `"<b>\(name)</b>"` as `HTMLText` is always safe, and escaping cannot be forgotten.
package protocol EscapedText: EscapeRule, ExpressibleByStringInterpolation, Equatable, Sendable
where StringInterpolation == EscapedInterpolation<Self>, StringLiteralType == String {}

/// How one kind of output makes foreign text safe.
package protocol EscapeRule {
  /// The safe text, ready to be written.
  var text: String { get }

  /// Accepts text that is already safe, without a check.
  init(verbatim text: String)

  /// Appends foreign text to `output` in a form that is safe in this kind of output.
  static func escape(_ foreign: String, into output: inout String)
}

extension EscapedText {
  package init(escaping foreign: String) {
    var output = ""
    Self.escape(foreign, into: &output)
    self.init(verbatim: output)
  }

  package init(stringLiteral value: String) { self.init(verbatim: value) }

  package init(stringInterpolation: EscapedInterpolation<Self>) {
    self.init(verbatim: stringInterpolation.output)
  }

  package static func + (left: Self, right: Self) -> Self { Self(verbatim: left.text + right.text) }

  package static func += (left: inout Self, right: Self) { left = left + right }
}

/// The interpolation that escapes strings and leaves escaped text alone.
package struct EscapedInterpolation<Target: EscapeRule>: StringInterpolationProtocol {
  var output = ""

  package init(literalCapacity: Int, interpolationCount: Int) {
    output.reserveCapacity(literalCapacity)
  }

  package mutating func appendLiteral(_ literal: String) { output += literal }

  package mutating func appendInterpolation(_ foreign: String) {
    Target.escape(foreign, into: &output)
  }

  package mutating func appendInterpolation(_ escaped: Target) { output += escaped.text }

  package mutating func appendInterpolation(_ number: Int) { output += String(number) }
}

extension Sequence where Element: EscapedText {
  /// The elements one after the other with `separator`, which is trusted text, between them.
  package func joined(separator: String = "") -> Element {
    // A closure: the key path of a generic type is built again each time, which takes longer than the joining.
    Element(verbatim: map { $0.text }.joined(separator: separator))
  }
}

/// Text that is safe as HTML content and inside a quoted attribute value.
///
/// Markup characters become character references, hazards become visible (`\u{202e}`); line feeds and tabs stay, a
/// CR LF pair becomes a line feed. Not for `<script>`, `<style>`, URLs or unquoted attributes.
package struct HTMLText: EscapedText {
  package let text: String

  package init(verbatim text: String) { self.text = text }

  package static func escape(_ foreign: String, into output: inout String) {
    rewrite(foreign, into: &output) { place in
      switch place.scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\t": nil
      default: place.isCarriageReturnOfPair ? "" : place.visibleIfHazard
      }
    }
  }
}

/// Which characters of foreign text may not reach an output as they are.
///
/// Hazards are characters that act instead of being visible: controls (C0, DEL, C1) that drive a terminal, bidi
/// controls that make text read differently from what it is, line separators, and characters without a shape.
/// Every escaping type uses this list, so that all outputs agree on what is dangerous.
package enum Hazard {
  /// True if the scalar is a control or is invisible; line feed and tab count, as the output decides about them.
  ///
  /// The zero-width joiner and non-joiner are decided by `isHazard(_:after:)`: words and emoji need them.
  package static func isHazard(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0xAD: true  // soft hyphen: visible or invisible, one column or none
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidi controls
    case 0x2028, 0x2029: true  // line and paragraph separator
    case 0x180E, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true  // no width, no shape
    case 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: true  // interlinear annotation, noncharacters
    case 0xE0000...0xE007F: true  // tag characters
    default: false
    }
  }

  /// As `isHazard(_:)`, with the joiners: harmless after a letter or emoji that can join, a disguise after ASCII.
  package static func isHazard(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    guard scalar.value == 0x200C || scalar.value == 0x200D else { return isHazard(scalar) }
    guard let previous else { return true }
    let isJoiner = previous.value == 0x200C || previous.value == 0x200D
    return previous.isASCII || isJoiner || isHazard(previous)
  }

  /// The visible stand-in for a character that may not be written: `\u{1b}`.
  package static func visible(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// True if the text is printable ASCII throughout, which only a quoting output needs to check again.
  static func isQuiet(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

/// The position of a scalar in the text being rewritten.
package struct ScalarPlace {
  /// The scalar before this one; nil at the start.
  package let previous: Unicode.Scalar?
  /// The scalar after this one; nil at the end.
  package let next: Unicode.Scalar?
  package let scalar: Unicode.Scalar

  /// The first half of a CR LF pair, which is one line break together with its second half.
  package var isCarriageReturnOfPair: Bool { scalar == "\r" && next == "\n" }

  /// The visible stand-in if the scalar is a hazard here, else nil.
  package var visibleIfHazard: String? {
    Hazard.isHazard(scalar, after: previous) ? Hazard.visible(scalar) : nil
  }
}

/// Appends `text` to `output` with every scalar replaced for which `replacement` returns a string.
///
/// Untouched stretches are copied whole, so a megabyte of ordinary text costs one pass.
package func rewrite(_ text: String, into output: inout String, _ replacement: (ScalarPlace) -> String?) {
  // Appending through `output.unicodeScalars` would copy the whole output each time.
  let scalars = text.unicodeScalars
  var copied = scalars.startIndex
  var index = scalars.startIndex
  var previous: Unicode.Scalar?
  while index < scalars.endIndex {
    let scalar = scalars[index]
    let after = scalars.index(after: index)
    let next = after < scalars.endIndex ? scalars[after] : nil
    if let written = replacement(ScalarPlace(previous: previous, next: next, scalar: scalar)) {
      output.append(contentsOf: text[copied..<index])
      output += written
      copied = after
    }
    previous = scalar
    index = after
  }
  output.append(contentsOf: text[copied...])
}

/// Text made of our own words and of those of others, which each kind of output makes safe in its own way.
///
/// A literal is our own; an interpolated `String` is foreign. `own:` interpolates words that the program made.
package struct Prose: ExpressibleByStringInterpolation, Equatable, Sendable {
  fileprivate enum Piece: Equatable {
    case own(String)
    case foreign(String)
  }

  private var pieces: [Piece]

  package init(stringLiteral value: String) { pieces = [.own(value)] }

  package init(own words: String) { pieces = [.own(words)] }

  package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.own(literal)) }
    }

    package mutating func appendInterpolation(_ foreign: String) { pieces.append(.foreign(foreign)) }
    package mutating func appendInterpolation(own words: String) { pieces.append(.own(words)) }
    package mutating func appendInterpolation(_ number: Int) { pieces.append(.own(String(number))) }
    package mutating func appendInterpolation(_ prose: Prose) { pieces += prose.pieces }
  }

  package static func + (left: Prose, right: Prose) -> Prose { "\(left)\(right)" }

  /// As Markdown, where our own words are Markdown already.
  package var markdown: String {
    pieces.map { piece in
      switch piece {
      case .own(let text): text
      case .foreign(let text): MarkdownText(escaping: text).text
      }
    }.joined()
  }

  /// As HTML: nothing in it is markup.
  package var html: HTMLText {
    pieces.map { piece -> HTMLText in
      switch piece {
      case .own(let text): "\(text)"
      case .foreign(let text): .brief(text)
      }
    }.joined()
  }
}

extension [Prose] {
  package func joined(separator: String) -> Prose {
    var joined: Prose = ""
    for (place, prose) in enumerated() { joined = joined + (place > 0 ? Prose(own: separator) : "") + prose }
    return joined
  }
}

extension HTMLText {
  /// The generator of a page, which identifies our pages.
  package static let generator = "a11y"

  /// Text that people wrote, kept from changing the direction of the text around it.
  package static func people(_ text: String) -> HTMLText { "<bdi>\(text)</bdi>" }

  /// The same for long lists: the element is added only around text that could change a direction.
  ///
  /// Printable ASCII has no letter that runs from right to left, and the text next to it is the page's own or isolated
  /// in the same way. In a list of 1,000 findings this saves a tenth of the page.
  package static func brief(_ text: String) -> HTMLText {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? "\(text)" : people(text)
  }

  /// The name of a person or a team, which is no key: a browser would break it at its hyphens and blanks. On a phone a
  /// long one may be broken.
  package static func owner(_ name: String) -> HTMLText {
    guard name.utf8.count <= 30, name.contains(where: { $0 == "-" || $0 == " " }) else { return brief(name) }
    return "<span class=\"\(name.utf8.count <= 20 ? "w1" : "w2")\">\(brief(name))</span>"
  }

  /// A text that names commands: a browser would break a flag or a rule after its hyphens. What is longer than a line of
  /// a phone may be broken.
  package static func commands(_ text: String) -> HTMLText {
    let words: HTMLText = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("-") && word.utf8.count <= 24 ? "<span class=\"w1\">\(String(word))</span>" : "\(String(word))"
    }.joined(separator: " ")
    return "<bdi>\(words)</bdi>"
  }

  /// JSON for a script of the page to read: an element of its own that is never run.
  ///
  /// `<` is written as an escape, so that no text in it can end the element or begin a comment.
  package static func data(_ json: JSONText, id: String) -> HTMLText {
    var text = ""
    rewrite(json.render(), into: &text) { $0.scalar == "<" ? "\\u003c" : nil }
    return "<script type=\"application/json\" id=\"\(id)\">\(HTMLText(verbatim: text))</script>\n"
  }
}

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

  /// What bytes that are no text probably are instead, in words.
  package static func otherEncoding(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return " but UTF-16" }
    let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    let isWindows = bytes.allSatisfy { ($0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0)) && !undefined.contains($0) }
    return isWindows ? " but probably Windows-1252 (cp1252)" : ""
  }

  /// Without the byte order marks that editors and shells of Windows put before a text.
  package static func unmarked(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest
  }
}
