/// A name that breaks the rules for what it names.
package struct NameProblem: Error, Equatable, Sendable {
  /// One sentence that says what is wrong and what is expected.
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// The rules for the names people give: keys are for scripts and speech and so plain ASCII; texts are free.
package enum Names {
  /// Longest key, in bytes.
  package static let longestKey = 200
  /// Longest one-line text such as a title, owner or build, in bytes.
  package static let longestLine = 1_000
  /// Longest note, in bytes.
  package static let longestNote = 65_536

  /// Checks a component's key: segments of `A-Z a-z 0-9 . _ -`, joined by `/`.
  package static func checkKey(_ key: String, of what: String) throws(NameProblem) {
    let bytes = Array(key.utf8)
    if bytes.isEmpty { throw NameProblem("the \(what) has no name") }
    if bytes.count > longestKey { throw NameProblem("the name of the \(what) is longer than \(longestKey) bytes") }
    for byte in bytes where !isKeyByte(byte) {
      throw NameProblem(
        "invalid \(what) name \"\(key)\"; expected letters A to Z, digits, '.', '_', '-', or '/'")
    }
    for segment in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let first = segment.first else {
        throw NameProblem("invalid \(what) name \"\(key)\": a part between two '/' is empty")
      }
      if first == UInt8(ascii: "-") || segment.allSatisfy({ $0 == UInt8(ascii: ".") }) {
        throw NameProblem("invalid \(what) name \"\(key)\": a part begins with '-' or has only dots")
      }
    }
  }

  /// Checks a one-line text: no line breaks, no NUL, at most 1000 bytes.
  package static func checkLine(_ text: String, of what: String) throws(NameProblem) {
    if text.utf8.count > longestLine { throw NameProblem("the \(what) is longer than \(longestLine) bytes") }
    for byte in text.utf8 where byte < 0x20 || byte == 0x7f {
      throw NameProblem("the \(what) contains a control character; expected one line of plain text")
    }
  }

  /// Checks a note: any text without NUL, at most 65536 bytes.
  package static func checkNote(_ text: String, of what: String = "note") throws(NameProblem) {
    if text.utf8.count > longestNote { throw NameProblem("the \(what) is longer than \(longestNote) bytes") }
    if text.utf8.contains(0) { throw NameProblem("the \(what) contains a NUL character") }
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
