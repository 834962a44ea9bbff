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
  /// Foreign text, escaped.
  package init(escaping foreign: String) {
    var output = ""
    Self.escape(foreign, into: &output)
    self.init(verbatim: output)
  }

  package init(stringLiteral value: String) {
    self.init(verbatim: value)
  }

  package init(stringInterpolation: EscapedInterpolation<Self>) {
    self.init(verbatim: stringInterpolation.output)
  }

  package static func + (left: Self, right: Self) -> Self {
    Self(verbatim: left.text + right.text)
  }

  package static func += (left: inout Self, right: Self) {
    left = left + right
  }
}

/// The interpolation that escapes strings and leaves escaped text alone.
package struct EscapedInterpolation<Target: EscapeRule>: StringInterpolationProtocol {
  var output = ""

  package init(literalCapacity: Int, interpolationCount: Int) {
    output.reserveCapacity(literalCapacity)
  }

  package mutating func appendLiteral(_ literal: String) {
    output += literal
  }

  package mutating func appendInterpolation(_ foreign: String) {
    Target.escape(foreign, into: &output)
  }

  package mutating func appendInterpolation(_ escaped: Target) {
    output += escaped.text
  }

  package mutating func appendInterpolation(_ number: Int) {
    output += String(number)
  }
}

extension Sequence where Element: EscapedText {
  /// The elements one after the other with `separator`, which is trusted text, between them.
  package func joined(separator: String = "") -> Element {
    Element(verbatim: map(\.text).joined(separator: separator))
  }
}
