@testable import App
@testable import CommandLine

extension MessageText {
  /// Whether a scalar may not reach a terminal as it is.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    let text = String(Character(scalar))
    return !escaped(text).utf8.elementsEqual(text.utf8)
  }
}
