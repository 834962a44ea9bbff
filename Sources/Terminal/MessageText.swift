import AuditReports

/// Foreign text inside the messages of this program.
package enum MessageText {
  /// Replaces everything that could move the cursor, change the display or reorder the text.
  package static func escaped(_ text: some StringProtocol) -> String {
    TerminalText(escaping: String(text)).text
  }

  /// A name in a message: in quotation marks, and cut after `limit` scalars so that a long name stays one line. Not
  /// escaped; that happens where it is printed.
  package static func quoted(_ text: some StringProtocol, limit: Int = 80) -> String {
    "\"" + shortened(text, limit: limit) + "\""
  }

  /// At most `limit` scalars, with three dots where something was cut.
  package static func shortened(_ text: some StringProtocol, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return String(result) + "..." }
      result.append(scalar)
      count += 1
    }
    return String(result)
  }
}
