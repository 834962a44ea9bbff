import Audit
import Base
package import CommandLine
import Reports
import Store

/// The sentences of a walk that depend only on numbers and names.
package enum WalkSentences {
  static let question = "Answer (? for help):"
  /// What a listener hears after the first item.
  static let shortQuestion = "Answer:"
  static let unknownKey = "Unknown key. Press ? for help."
  static let enter = "Enter an answer, or ? for help."
  static let fast = "5 passes in 3 s. Too fast? Press u to undo one at a time, or b to go back."
  static let otherDevice = "Press s to skip it, and test it on that device."
  static let smallerText = "Press n if larger text is tested under another condition, or s to skip it."
  static let features = "Press h to name the features of this component: items of others do not apply then."
  static let nowhere = "no more items; press b to go back, u to undo the last answer, or q to quit"

  static func paste(_ count: Int) -> String {
    "Ignored pasted text (\(counted(count, "character"))). Run \"a11y walk --keys line\" to enter many answers."
  }

  static func unknownLine(_ line: String) -> String {
    "invalid answer \(MessageText.quoted(line, limit: 40)); type ? for help"
  }

  /// The scope of the walk, printed before the first item.
  ///
  /// - Parameter namesDevice: the tester named a device for the whole walk.
  static func opening(
    _ count: Int, _ request: WalkRequest, _ defaults: LogDefaults, namesDevice: Bool
  ) -> String {
    var words = "\(counted(count, "item"))"
    if !defaults.audit.isEmpty { words += " in audit \(defaults.audit)" }
    let order = request.only == .retest ? "one device and its settings at a time" : "by \(request.order.rawValue)"
    words += ", \(order). Tester: \(defaults.tester)"
    // A stop of the retest queue names its own device.
    let seenOn = request.only != .retest || namesDevice ? [defaults.device, defaults.os] : []
    let place = seenOn + [defaults.build.isEmpty ? "" : "build \(defaults.build)"]
    let known = place.filter { !$0.isEmpty }
    if !known.isEmpty { words += ", " + known.joined(separator: ", ") }
    return words + "."
  }

  /// `Stop 2 of 5: iPad, dark,text-ax5. 12 items.`
  static func stop(_ stop: WalkStop) -> String {
    let device = stop.device.isEmpty ? "device not recorded" : stop.device
    let settings = stop.condition.isEmpty ? "default settings" : Condition.shown(stop.condition)
    return "Stop \(counted(stop.number, of: stop.count)): \(device), \(settings). \(counted(stop.items, "item"))."
  }

  /// `12 items for macOS are left out (device: iPhone 15).`
  package static func leftOut(_ leftOut: WalkScope.LeftOut, _ device: String) -> [String] {
    var lines: [String] = []
    if leftOut.platform > 0 {
      lines.append("\(counted(leftOut.platform, "item")) for other devices left out (device: \(device)).")
    }
    if leftOut.children > 0 {
      lines.append("\(counted(leftOut.children, "item")) for sessions with children left out (see a11y tap).")
    }
    return lines
  }

  /// - Parameter current: the current build of the tracker; empty for none.
  static func withoutBuild(current: String) -> String {
    let build = current.isEmpty ? "BUILD" : ShellWord.quoted(current)
    return "no build set, so new and earlier fails cannot be distinguished; pass --build \(build) or run "
      + "\"a11y config build \(build)\""
  }

  static func keys(isSingle: Bool) -> String {
    let shown = "p pass, f fail, n not applicable, c can't tell, s skip, u undo, ? all keys, q quit."
    return isSingle ? "Keys: " + shown : "Enter one answer per line: " + shown
  }

  /// `12 answered: 9 PASS, 2 FAIL, 1 N/A.`
  static func answered(_ counts: CellCounts) -> String {
    let parts = [
      (counts.pass, "PASS"), (counts.fail, "FAIL"), (counts.na, "N/A"), (counts.cantTell, "CAN'T TELL"),
    ]
    let total = parts.reduce(0) { $0 + $1.0 }
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(counted(total)) answered" + (words.isEmpty ? "." : ": " + words.joined(separator: ", ") + ".")
  }

  /// What was answered in this walk and beside it.
  static func answered(_ queue: WalkQueue) -> [String] {
    let others = queue.overtaken > 0 ? ["\(queue.overtaken) answered outside this walk."] : []
    return [answered(queue.counts)] + others
  }

  /// The command that continues this walk.
  ///
  /// - Parameter only: for one through other items of the same components and checks.
  package static func command(_ arguments: ParsedArguments, only: WalkRequest.Only? = nil) -> String {
    var kept: Set<FlagName> = [
      .audit, .component, .check, .checklist, .by, .only, .all, .mine, .condition, .keys, .plain, .tester, .device, .os,
      .build,
      .db, .width,
    ]
    if only != nil { kept.subtract([.by, .only, .all]) }
    let words = ["a11y walk"] + (only.map { [FlagName.only.long, $0.rawValue] } ?? [])
    let flags = arguments.given.reduce("") { line, flag in
      guard kept.contains(flag.name) else { return line }
      return line + " " + flag.name.long + (flag.value.map { " " + ShellWord.quoted($0) } ?? "")
    }
    return ShellWord.command(words.joined(separator: " "), arguments.positionals, flags: flags)
  }
}

/// The output of a walk: sentences, items, and questions, each printed once, below earlier output.
package struct PromptOutput {
  let context: Context
  /// Whether questions are printed: a user reads them before answering.
  let asks: Bool

  package init(context: Context, asks: Bool) { (self.context, self.asks) = (context, asks) }

  /// Computed for each item: the width of the terminal may change.
  func style() throws(Problem) -> TerminalStyle { try context.style() }

  /// Prints one or more sentences, escaped.
  ///
  /// - Parameter indent: of further lines: those of an entry of a list begin to the right of its key.
  package func say(_ text: String, indent: String = "") throws(Problem) {
    for line in try lines(text, indent) { try context.print(line) }
  }

  /// Prints a sentence with a command at its end, which is on one line, so that it can be copied.
  func say(_ text: String, command: String) throws(Problem) {
    let whole = "\(text) \(command)"
    guard try lines(whole).count > 1 else { return try say(whole) }
    try say(text)
    try context.print(MessageText.escaped(command))
  }

  private func lines(_ text: String, _ indent: String = "", room: Int = 0) throws(Problem) -> [String] {
    let style = try style()
    let escaped = MessageText.escaped(text)
    return style.isPlain
      ? [escaped]
      : wrap(escaped, width: style.width - room, indent: indent, breakWords: false, keepsSpaces: true)
  }

  func show(_ page: Page) throws(Problem) {
    let style = try style()
    try context.print("")
    try context.output.write(
      style.isPlain ? page.plain : page.text(width: style.width, painter: Styler(enabled: style.hasColor)))
  }

  /// `Logged: FAIL, serious, 40x40.`
  ///
  /// - Parameter hasNote: whether the tester gave one; the answer may have what the program adds.
  func acknowledge(
    _ answer: WalkWriter.Answer, _ evidence: [TakenFiles], hasNote: Bool, kept: KeptOfFinding
  ) throws(Problem) {
    var words = [OutcomeWords.word(answer.outcome.rawValue)]
    if let severity = answer.severity { words.append(severity.word) }
    if let value = answer.value { words.append(value.text) }
    if !answer.components.isEmpty { words.append("also for \(answer.components.joined(separator: ", "))") }
    if hasNote { words.append("with note") }
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
    try lines(question, room: 2).joined(separator: "\n") + " "
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
