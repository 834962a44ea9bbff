import AuditReports

/// The one place that prints a problem.
package enum ProblemPrinter {
  /// In scalars; longer messages are cut, so that one error fits a screen.
  static let longestMessage = 2_000

  /// The text for standard error, with its final line feed; empty for a closed output.
  ///
  /// Plain: `a11y: message`, then `hint: ...` per hint, each on one line and escaped for a terminal. JSON: one object,
  /// `{"error":{"code":"...","message":"...","hint":"..."}}`, where `hint` is null without hints and several hints are
  /// joined by a space.
  package static func text(of problem: Problem, json: Bool) -> String {
    guard problem.kind != .pipeClosed else { return "" }
    return (json ? jsonLine(problem) : plainLines(problem)) + "\n"
  }

  private static func plainLines(_ problem: Problem) -> String {
    var lines = ["a11y: " + line(problem.message)]
    for hint in problem.hints { lines.append("hint: " + line(hint)) }
    return lines.joined(separator: "\n")
  }

  private static func jsonLine(_ problem: Problem) -> String {
    let message = MessageText.shortened(problem.message, limit: longestMessage)
    let hints = problem.hints.map { MessageText.shortened($0, limit: longestMessage) }.joined(separator: " ")
    let error: JSONText = .object([
      ("code", .string(problem.code)), ("message", .string(message)),
      ("hint", hints.isEmpty ? .null : .string(hints)),
    ])
    return JSONText.object([("error", error)]).render()
  }

  /// One line of at most `longestMessage` scalars, escaped for a terminal.
  package static func line(_ text: String) -> String {
    MessageText.escaped(MessageText.shortened(text, limit: longestMessage))
  }
}
