package import Arguments
import AuditModel
import AuditReports
import AuditStore
import Measuring
package import Terminal

/// The output of a walk: sentences, items, and questions, each printed once, below earlier output.
package struct PromptOutput {
  let context: Context
  /// Whether questions are printed: a user reads them before answering.
  let asks: Bool

  package init(context: Context, asks: Bool) {
    self.context = context
    self.asks = asks
  }

  /// Computed for each item: the width of the terminal may change.
  func style() throws(Problem) -> TerminalStyle { try context.style() }

  /// Prints one or more sentences, escaped.
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
  func acknowledge(
    _ answer: WalkWriter.Answer, _ evidence: [TakenFiles], kept: KeptOfFinding
  ) throws(Problem) {
    var words = [OutcomeWords.word(answer.outcome.rawValue)]
    if let severity = answer.severity { words.append(severity.word) }
    if let value = answer.value { words.append(value.text) }
    if !answer.components.isEmpty { words.append("also for \(answer.components.joined(separator: ", "))") }
    if answer.note != nil { words.append("with note") }
    let old = kept.isEmpty ? "" : " \(kept.words.capitalizedFirst)."
    try say("Logged: " + words.joined(separator: ", ") + "." + old + evidence.map(\.sentence).joined())
    // Confirm at once: the answer is saved.
    try context.output.flush()
  }

  /// A question without a line feed, if `asks`.
  func ask(_ question: String) throws(Problem) {
    if asks { try write(try prompt(question)) }
    try context.output.flush()
  }

  /// A question as it is printed. A space for the answer fits on its last line.
  func prompt(_ question: String) throws(Problem) -> String {
    let style = try style()
    let escaped = MessageText.escaped(question)
    let lines = style.isPlain ? [escaped] : wrap(escaped, width: style.width - 2, breakWords: false)
    return lines.joined(separator: "\n") + " "
  }

  /// Prints at once.
  func write(_ text: String) throws(Problem) {
    try context.output.write(text)
    try context.output.flush()
  }

  /// Ends the line of a question.
  func endLine(_ text: String = "") throws(Problem) {
    if asks { try context.print(text) }
  }

  /// Prints text that was typed before the terminal's echo was on.
  func echo(_ text: String, endsLine: Bool) throws(Problem) {
    try context.output.write(MessageText.escaped(text) + (endsLine ? "\n" : ""))
    try context.output.flush()
  }
}
