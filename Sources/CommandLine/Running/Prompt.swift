import Base

/// Questions to the person at the terminal.
package enum Prompt {
  /// Asks for yes or no; nothing typed, or the end of input, is no. `--yes` answers without asking.
  ///
  /// - Parameter action: the next action, a phrase: "overwrite the backup".
  /// - Throws: usage, code `prompt.impossible`, where a prompt is not possible; it names `--yes`.
  package static func confirm(_ context: Context, question: String, action: String) throws(Problem) -> Bool {
    if context.arguments.has(.yes) { return true }
    try require(
      context, for: "confirmation to \(action)", instead: "Pass --yes to \(action) without a prompt.")
    while true {
      let answer = try ask(context, question + " [y/N] ")
      switch answer {
      case "y", "Y", "yes", "Yes", "YES": return true
      case nil, "", "n", "N", "no", "No", "NO": return false
      default: try context.world.errors.write("Enter y or n.\n")
      }
    }
  }

  /// Asks for a line of text; nothing at the end of input.
  ///
  /// - Parameter flag: the flag that gives the answer without a question.
  package static func line(
    _ context: Context, question: String, insteadOf flag: FlagName
  ) throws(Problem) -> String? {
    try require(context, for: "the value of \(flag.long)", instead: "Pass the answer with \(flag.long).")
    return try ask(context, question + " ")
  }

  /// Asks for a number; nil for an empty line or the end of input. Call it only where a prompt is possible.
  package static func number(
    _ context: Context, question: String, in range: ClosedRange<Int>
  ) throws(Problem) -> Int? {
    let numbers = "\(range.lowerBound)-\(range.upperBound)"
    while true {
      guard let answer = try ask(context, "\(question) [\(numbers)] "), !answer.isEmpty else { return nil }
      if let number = Int(answer), range.contains(number) { return number }
      try context.world.errors.write("Enter a number, \(numbers), or press Enter to leave the value as it is.\n")
    }
  }

  /// Asks for one of several words, or the first letter of one; nil for an empty line or the end of input. Call it only
  /// where a prompt is possible.
  package static func word(
    _ context: Context, question: String, among words: [String]
  ) throws(Problem) -> String? {
    let choices = words.map { "[\($0.prefix(1))]\($0.dropFirst())" }
    while true {
      guard let answer = try ask(context, "\(question) \(WordList.or(choices))? "), !answer.isEmpty else {
        return nil
      }
      let typed = answer.lowercased()
      if let word = words.first(where: { $0 == typed || $0.prefix(1) == typed }) { return word }
      try context.world.errors.write("Enter \(WordList.or(words)).\n")
    }
  }

  /// Whether a prompt is possible: standard input is a terminal, and neither `CI` nor `--no-input` forbids it.
  package static func isPossible(_ context: Context) -> Bool {
    guard context.world.isTerminal(.input), !context.arguments.has(.noInput) else { return false }
    return !context.world.isUnattended
  }

  private static func require(_ context: Context, for answer: String, instead: String) throws(Problem) {
    guard isPossible(context) else {
      throw .usage("prompt.impossible", "cannot prompt for \(answer)", hints: [instead])
    }
  }

  private static func ask(_ context: Context, _ question: String) throws(Problem) -> String? {
    context.progress.stepAside()
    defer { context.progress.startOver() }
    try context.output.flush()
    var prompt = MessageText.escaped(question)
    let style = try context.style()
    if context.world.isTerminal(.errors), !style.isPlain {
      // Divided between words, as an error is; the answer is typed after the last line.
      let lines = wrap(prompt, width: style.width - 1, indent: "  ", breakWords: false)
      try context.world.errors.write(lines.dropLast().map { $0 + "\n" }.joined())
      prompt = (lines.last ?? "") + " "
    }
    try context.world.errors.write(prompt)
    if context.world.isTerminal(.errors), LineEditor.isPossible(context.world, isPlain: style.isPlain) {
      return try edited(context.world, prompt)
    }
    guard let bytes = try context.world.input.readLine(limit: 1 << 16) else {
      try context.world.errors.write("\n")
      return nil
    }
    guard let text = UTF8Text.decode(bytes) else { throw Self.noText }
    return text
  }

  private static func edited(_ world: World, _ prompt: String) throws(Problem) -> String? {
    let keyboard = world.keyboard
    try keyboard.begin()
    keyboard.hand(over: .keys)
    defer { keyboard.end() }
    let typed = try LineEditor(world, prompt: prompt, write: world.errors.write).read()
    if case .line(let text) = typed { return text }
    if case .notText = typed { throw noText }
    if case .tooLong = typed { throw Problem(.badInput, code: "line.too-long", "the answer is too long") }
    try world.errors.write("\n")
    guard case .ending(let signal) = typed else { return nil }
    throw Problem(signal == .interrupt ? .interrupted : .terminated, code: "interrupted", "stopped")
  }

  private static let noText = Problem(.badInput, code: "prompt.encoding", "the answer is not UTF-8 text")
}
