package import AuditReports

/// How problems and remarks are written.
package struct ProblemStyle: Sendable {
  /// The width that they are wrapped to; nil for one line each.
  let width: Int?
  package let painter: Styler

  /// For a program, and for a screen reader.
  package static let lines = ProblemStyle(width: nil, painter: Styler(enabled: false))

  package init(width: Int?, painter: Styler) {
    self.width = width
    self.painter = painter
  }
}

/// The one place that prints a problem.
package enum ProblemPrinter {
  /// In scalars; longer messages are cut, so that one error fits a screen.
  static let longestMessage = 2_000

  /// The text for standard error, with its final line feed; empty for a closed output.
  ///
  /// Plain: `a11y: message`, then `hint: ...` per hint, each on one line and escaped for a terminal, or wrapped at words
  /// by the style. JSON: one object,
  /// `{"error":{"code":"...","message":"...","hint":"..."}}`, where `hint` is null without hints and several hints are
  /// joined by a space.
  package static func text(of problem: Problem, json: Bool, _ style: ProblemStyle = .lines) -> String {
    guard problem.kind != .pipeClosed else { return "" }
    return (json ? jsonLine(problem) : plainLines(problem, style)) + "\n"
  }

  private static func plainLines(_ problem: Problem, _ style: ProblemStyle) -> String {
    let lines =
      [labeled("a11y:", .fail, problem.message, style)]
      + problem.hints.map { labeled("hint:", .heading, $0, style) }
    return lines.joined(separator: "\n")
  }

  private static func labeled(_ label: String, _ role: Theme.Role, _ text: String, _ style: ProblemStyle) -> String {
    style.painter.paint(label, role) + remark("\(label) \(text)", style).dropFirst(label.count)
  }

  /// A remark in the style of problems, without its final line feed.
  package static func remark(_ text: String, _ style: ProblemStyle) -> String {
    guard let width = style.width else { return line(text) }
    return wrap(line(text), width: width, indent: "  ", breakWords: false).joined(separator: "\n")
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
