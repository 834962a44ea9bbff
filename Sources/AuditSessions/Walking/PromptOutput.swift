package import Arguments
import AuditModel
import AuditReports
package import Terminal

/// How a walk speaks: sentences, items and questions, each printed once and below what was there.
package struct PromptOutput {
  let context: Context
  /// Somebody sees a question before the answer is typed.
  let asks: Bool

  package init(context: Context, asks: Bool) {
    self.context = context
    self.asks = asks
  }

  /// Decided anew for each item: a terminal may have been made wider.
  func style() throws(Problem) -> TerminalStyle { try context.style() }

  /// A sentence or more; what is foreign in it is made harmless here.
  package func say(_ text: String) throws(Problem) {
    let style = try style()
    let escaped = MessageText.escaped(text)
    let lines = style.isPlain ? [escaped] : wrap(escaped, width: style.width, breakWords: false)
    for line in lines { try context.print(line) }
  }

  func show(_ page: Page) throws(Problem) {
    let style = try style()
    try context.print("")
    try context.output.write(
      style.isPlain ? page.plain : page.text(width: style.width, painter: Styler(enabled: style.hasColor)))
  }

  /// `Logged: FAIL, serious, 40x40.`
  func acknowledge(_ answer: WalkWriter.Answer, _ evidence: [TakenFiles]) throws(Problem) {
    var words = [OutcomeWords.word(answer.outcome.rawValue)]
    if let severity = answer.severity { words.append(severity.word) }
    if let value = answer.value { words.append(value.text) }
    if !answer.components.isEmpty { words.append("also of \(answer.components.joined(separator: ", "))") }
    if answer.note != nil { words.append("with your note") }
    try say("Logged: " + words.joined(separator: ", ") + "." + evidence.map(\.sentence).joined())
    // It is on disk, and that is not to wait for the next item.
    try context.output.flush()
  }

  /// A question without a line feed, where somebody reads it.
  func ask(_ question: String) throws(Problem) {
    if asks { try context.output.write(MessageText.escaped(question) + " ") }
    try context.output.flush()
  }

  /// Ends a line that a question began.
  func endLine(_ text: String = "") throws(Problem) {
    if asks { try context.print(text) }
  }

  /// Shows what was typed before the terminal knew that it was to show it.
  func echo(_ text: String, endsLine: Bool) throws(Problem) {
    try context.output.write(MessageText.escaped(text) + (endsLine ? "\n" : ""))
    try context.output.flush()
  }
}
