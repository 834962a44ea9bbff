/// Why a typed measurement, color, frame or name could not be read or computed.
///
/// `message` is one sentence that names what was found; `hint` is one sentence that says what was expected. Both quote
/// foreign text only through ``MeasureError/quote(_:)``, so they hold no control characters and stay short.
package struct MeasureError: Error, Equatable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    case empty
    case tooLong = "too-long"
    case notANumber = "not-a-number"
    case decimalComma = "decimal-comma"
    case tooPrecise = "too-precise"
    case outOfRange = "out-of-range"
    case ambiguous
    case wrongShape = "wrong-shape"
    case wrongUnit = "wrong-unit"
    case unknownColour = "unknown-colour"
    case notOpaque = "not-opaque"
    case unknownName = "unknown-name"
  }

  package var reason: Reason
  package var message: String
  package var hint: String

  package init(_ reason: Reason, _ message: String, hint: String) {
    self.reason = reason
    self.message = message
    self.hint = hint
  }

  /// The message in the form of an error: in lower case, without a period.
  package var problem: String {
    let first = message.prefix(1)
    let rest = message.dropFirst()
    let start = rest.first?.isLowercase == true ? first.lowercased() : String(first)
    return start + (rest.hasSuffix(".") ? rest.dropLast() : rest)
  }

  /// Foreign text in double quotes: at most 40 scalars, with everything that is not plainly visible shown as `?`.
  package static func quote(_ text: String) -> String {
    let limit = 40
    var shown = "\""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        shown += "..."
        break
      }
      shown.unicodeScalars.append(isVisible(scalar) ? scalar : "?")
      count += 1
    }
    return shown + "\""
  }

  /// Controls, bidi marks, line ends and unassigned scalars could change what a terminal shows around them.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    default:
      true
    }
  }
}
