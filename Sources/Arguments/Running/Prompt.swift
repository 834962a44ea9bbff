import AuditModel
package import Terminal

/// Questions to the person at the terminal.
package enum Prompt {
  /// Asks for yes or no; nothing typed, or the end of input, is no. `--yes` answers without asking.
  ///
  /// - Parameter action: what is about to be done, a phrase: "overwrite the backup".
  /// - Throws: usage, code `prompt.impossible`, where nobody can be asked; it names `--yes`.
  package static func confirm(_ context: Context, question: String, action: String) throws(Problem) -> Bool {
    if context.arguments.has(.yes) { return true }
    try requireSomeone(context, toAnswer: action, instead: "Give --yes to \(action) without being asked.")
    while true {
      let answer = try ask(context, question + " [y/N] ")
      switch answer {
      case "y", "Y", "yes", "Yes", "YES": return true
      case nil, "", "n", "N", "no", "No", "NO": return false
      default: try context.world.errors.write("Please answer y or n.\n")
      }
    }
  }

  /// Asks for a line of text; nothing at the end of input.
  ///
  /// - Parameter flag: the flag that gives the answer without a question.
  package static func line(
    _ context: Context, question: String, insteadOf flag: FlagName
  ) throws(Problem) -> String? {
    try requireSomeone(context, toAnswer: "ask", instead: "Give the answer with \(flag.long).")
    return try ask(context, question + " ")
  }

  /// Asks for a number; nil where nothing is typed, or at the end of input. To be called where it is possible.
  package static func number(
    _ context: Context, question: String, in range: ClosedRange<Int>
  ) throws(Problem) -> Int? {
    let numbers = "\(range.lowerBound)-\(range.upperBound)"
    while true {
      guard let answer = try ask(context, "\(question) [\(numbers)] "), !answer.isEmpty else { return nil }
      if let number = Int(answer), range.contains(number) { return number }
      try context.world.errors.write("Please answer with a number, \(numbers), or with nothing to leave it.\n")
    }
  }

  /// Asks for one of several words, or the first letter of one; nil where nothing is typed, or at the end of input. To
  /// be called where it is possible.
  package static func word(
    _ context: Context, question: String, among words: [String]
  ) throws(Problem) -> String? {
    let choices = words.map { "[\($0.prefix(1))]\($0.dropFirst())" }
    while true {
      guard let answer = try ask(context, "\(question) \(Suggestion.alternatives(choices))? "), !answer.isEmpty else {
        return nil
      }
      let typed = answer.lowercased()
      if let word = words.first(where: { $0 == typed || $0.prefix(1) == typed }) { return word }
      try context.world.errors.write("Please answer \(Suggestion.alternatives(words)).\n")
    }
  }

  /// Whether somebody is there: standard input is a terminal, and neither `CI` nor `--no-input` says otherwise.
  package static func isPossible(_ context: Context) -> Bool {
    guard context.world.isTerminal(.input), !context.arguments.has(.noInput) else { return false }
    return context.world.setting("CI").map { Switch($0) == .off } ?? true
  }

  private static func requireSomeone(_ context: Context, toAnswer action: String, instead: String) throws(Problem) {
    guard isPossible(context) else {
      throw .usage("prompt.impossible", "nobody can be asked whether to \(action)", hints: [instead])
    }
  }

  private static func ask(_ context: Context, _ question: String) throws(Problem) -> String? {
    context.progress.stepAside()
    defer { context.progress.startOver() }
    try context.output.flush()
    try context.world.errors.write(MessageText.escaped(question))
    guard let bytes = try context.world.input.readLine(limit: 1 << 16) else {
      try context.world.errors.write("\n")
      return nil
    }
    guard let text = UTF8Text.decode(bytes) else {
      throw Problem(.badInput, code: "prompt.encoding", "the answer is not UTF-8 text")
    }
    return text
  }
}
