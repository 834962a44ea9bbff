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
  static func isQuiet(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
