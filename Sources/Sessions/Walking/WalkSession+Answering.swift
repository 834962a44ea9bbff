import Audit
import Base
import CommandLine
import Reports
import Store

extension WalkSession {
  func answer(_ outcome: Outcome, _ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    let parts: AnswerParts
    if let rest {
      parts = AnswerParts(parsing: rest, for: outcome, of: item.measurement)
      guard parts.components.isEmpty || outcome == .fail && (scope.isOfApp || item.isOfScreen) else {
        return try complain("not recorded: in= is only allowed for a fail of the whole app or of a screen")
      }
    } else {
      guard let asked = try questions(outcome, item) else { return try output.say("Not recorded.") }
      parts = asked
    }
    var answer = WalkWriter.Answer(outcome: outcome)
    answer.severity = parts.severity
    answer.value = outcome == .na ? nil : value
    if let typed = parts.value {
      guard let measured = try measured(typed, item) else { return }
      answer.value = measured
      if rest != nil, let measurement = item.measurement {
        try say(ValueMeaning.sentences(measured, measurement, item.component, answered: outcome))
      }
    }
    guard let components = try found(parts.components, item) else { return }
    if scope.isOfApp { answer.components = components } else if !components.isEmpty { answer.on = components }
    guard let note = try checked(parts.note) else { return }
    if rest != nil, outcome == .pass, parts.value == nil, try isValue(note, item) { return }
    answer.note = note.isEmpty ? nil : note
    if outcome == .pass, let measured = answer.value, let measurement = item.measurement,
      measurement.judge(measured, on: item.component) == .fail, !ValueAdvice.isOverride(answer.note)
    {
      guard let reason = try override(measured, measurement, item, isAsked: rest == nil) else { return }
      answer.note = reason
    }
    guard try isKept(answer, item) else { return }
    try keep(item.rated(answer), item)
  }

  func answerSame() throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    guard let (repeated, place) = repeatable.last else { return try complain("no earlier pass or fail to repeat") }
    var answer = repeated
    (answer.value, answer.on) = (nil, nil)
    guard try isKept(answer, item) else { return }
    try output.say("Same as \(place.check) \(place.component):")
    try keep(item.rated(answer), item)
  }

  /// Refuses a note that is nothing but a value of the check: `p 48x48` would pass unmeasured.
  private func isValue(_ note: String, _ item: WalkItem) throws -> Bool {
    guard let measurement = item.measurement, note.contains(where: \.isNumber),
      (try? MeasuredValue.parse(note, of: measurement)) != nil
    else { return false }
    try complain(
      "not recorded: \(note) is a measured value, not a note", hint: "Write v=\(note), or a note with more words.")
    return true
  }

  /// Refuses what is not possible, and asks about a pass that the registered size contradicts.
  private func isKept(_ answer: WalkWriter.Answer, _ item: WalkItem) throws -> Bool {
    guard try isPossible(answer.outcome, item) else { return false }
    guard answer.outcome == .pass, answer.value == nil, let measurement = item.measurement,
      let words = item.component?.contradiction(of: item.place.check, measurement)
    else { return true }
    guard isForgiving else {
      try output.say("\(words.capitalizedFirst).")
      return true
    }
    return try agrees(to: "\(words.capitalizedFirst). Keep PASS?")
  }

  private func keep(_ typed: WalkWriter.Answer, _ shown: WalkItem) throws {
    let sized = try sizeAnswers(typed, shown)
    let (given, item) = (sized.given, sized.item)
    let answer = given.answer
    let stop = scope.stops[shown.place]
    guard let stored = try record(given, sized.others, evidence, stop: stop) else { return }
    guard let recorded = stored else {
      try output.say("Not recorded: \(try writer.change(of: given.place)) in the meantime.")
      guard isForgiving else {
        // The line belongs to this item, and the following lines to the next items.
        queue.mark(.overtaken)
        queue.advance()
        return try showNext()
      }
      try output.say("The current result is shown below. Answer again to add yours, or press s to skip.")
      return try showAgain()
    }
    try output.acknowledge(answer, evidence, hasNote: typed.note != nil, kept: recorded.kept)
    try say(recorded.remarks)
    evidence = []
    if let value = answer.value, let measurement = item.measurement,
      let words = ValueMeaning.contradiction(value, measurement, answer.outcome, item.component)
    {
      try output.say(words)
    }
    if answer.outcome == .fail, let remedy = item.check?.check.remedy,
      explained.remedy.insert(item.place.check).inserted
    {
      try output.say("Remedy: \(remedy)")
    }
    let others = sized.others.filter { recorded.places.contains($0.place) }
    try say(others, sized, shown)
    latest = (answer, item.place)
    if answer.outcome == .pass || answer.outcome == .fail { repeatable.append((answer, item.place)) }
    value = nil
    mark([given] + others, recorded.number)
    queue.mark(Dictionary(sized.alsoFailing.map { ($0, .alsoFailing) }, uniquingKeysWith: { $1 }))
    alsoFailing[item.place] = sized.alsoFailing
    if answer.outcome == .pass, isForgiving, pace.isTooFast(at: context.world.now()) {
      try output.say(WalkSentences.fast)
    }
    queue.advance()
    try showNext()
  }

  /// What a size says of the other size checks of the component.
  private func say(_ others: [WalkWriter.Given], _ sized: SizeAnswers, _ shown: WalkItem) throws {
    guard let value = sized.given.answer.value else { return }
    if sized.item.place != shown.place { try output.say("Logged for \(sized.item.place.check): it requires more.") }
    if !others.isEmpty {
      let words = others.map { "\($0.place.check) \(OutcomeWords.word($0.answer.outcome.rawValue))" }
      try output.say("Also answered with \(value.text): \(words.joined(separator: ", ")).")
    }
    if !sized.alsoFailing.isEmpty {
      let words = sized.alsoFailing.map(\.check).joined(separator: ", ")
      try output.say("Also fails, as part of this finding: \(words).")
    }
  }

  /// Marks recorded answers, for the list of the last ones and for undo.
  func mark(_ given: [WalkWriter.Given], _ number: Int64) {
    let places = given.map(\.place)
    let known = Set(places)
    queue.mark(Dictionary(given.map { ($0.place, .answered($0.answer.outcome)) }, uniquingKeysWith: { $1 }))
    answered.removeAll(where: known.contains)
    answered += places
    if given.count > 1 { together[number] = places }
  }

  /// What one measured size answers.
  private struct SizeAnswers {
    /// The item of the answer: where several fail, the one with the highest duty.
    var item: WalkItem
    var given: WalkWriter.Given
    var others: [WalkWriter.Given] = []
    /// Items that fail with the finding of another one.
    var alsoFailing: [ScopeCell] = []
  }

  /// An answer with those that its measured size gives to the open items of the component. What passes is answered as
  /// well; what fails is one finding.
  private func sizeAnswers(_ answer: WalkWriter.Answer, _ item: WalkItem) throws -> SizeAnswers {
    var sized = SizeAnswers(
      item: item, given: WalkWriter.Given(answer: answer, place: item.place, now: item.now))
    guard let value = answer.value, let measurement = item.measurement, measurement.takesSize,
      let component = item.component,
      (measurement.judge(value, on: component).outcome ?? answer.outcome) == answer.outcome
    else { return sized }
    let open = queue.open.filter {
      $0.component == item.place.component && $0.condition == item.place.condition && $0.check != item.place.check
    }
    var failing = answer.outcome == .fail ? [item] : []
    for place in open {
      let other = try writer.item(place)
      guard !isSettled(other), other.isMeasuredWith(item), let measurement = other.measurement,
        let outcome = measurement.judge(value, on: component).outcome
      else { continue }
      guard outcome != .fail else {
        failing.append(other)
        continue
      }
      // A note of a fail says what is wrong, and nothing of what passes.
      let note = answer.outcome == .fail ? nil : answer.note
      let passed = WalkWriter.Answer(outcome: outcome, value: value, note: note)
      sized.others.append(WalkWriter.Given(answer: passed, place: place, now: other.now))
    }
    guard let main = failing.min(by: { $0.duty < $1.duty }) else { return sized }
    sized.alsoFailing = failing.map(\.place).filter { $0 != main.place }
    var fail = answer
    fail.outcome = .fail
    if !sized.alsoFailing.isEmpty {
      let words = "Also fails: \(sized.alsoFailing.map(\.check).joined(separator: ", "))."
      fail.note = answer.note.map { "\($0)\n\(words)" } ?? words
    }
    let given = WalkWriter.Given(answer: main.rated(fail), place: main.place, now: main.now)
    if answer.outcome == .fail { (sized.item, sized.given) = (main, given) } else { sized.others.append(given) }
    return sized
  }

  // MARK: Questions

  /// Whether something is recorded all the same; says where it is not.
  func agrees(to question: String) throws -> Bool {
    let isAgreed = ["y", "yes"].contains(try ask("\(question) (y; Enter to cancel):")?.lowercased())
    if !isAgreed { try output.say("Not recorded.") }
    return isAgreed
  }

  /// The further parts of an answer; nil if the tester cancels.
  private func questions(_ outcome: Outcome, _ item: WalkItem) throws -> AnswerParts? {
    var parts = AnswerParts()
    if outcome == .fail {
      if let affects = item.check?.check.affects, explained.affects.insert(item.place.check).inserted {
        try output.say("Affects: \(affects)")
      }
      guard let severity = try askSeverity(item.nextSeverity) else { return nil }
      parts.severity = severity
    }
    if outcome == .fail, let question = try componentQuestion(item) {
      while true {
        guard let typed = try ask(question, for: .components) else { return nil }
        parts.components = FailingParts.names(typed, at: ",")
        if try found(parts.components, item) != nil { break }
      }
    }
    if outcome == .pass || outcome == .fail, value == nil, let measurement = item.measurement {
      guard let typed = try askValue(item, measurement, for: outcome) else { return nil }
      parts.value = typed.isEmpty ? nil : typed
    }
    if outcome == .fail || outcome == .cantTell {
      let what = outcome == .fail ? "Note" : "Reason"
      guard let note = try ask("\(what) (optional; Enter to skip):", for: .note) else { return nil }
      parts.note = note
    }
    return parts
  }

  /// The reason to keep a pass that its value contradicts, as a note; nil, after a message, if it is not kept.
  private func override(
    _ value: MeasuredValue, _ measurement: Measurement, _ item: WalkItem, isAsked: Bool
  ) throws -> String? {
    let words = "\(value.text) does not meet the requirement (\(measurement.wording(on: item.component)))"
    guard isAsked, isForgiving else {
      try complain(
        "not recorded: " + words,
        hint: "Use f for FAIL, or p v=VALUE override: REASON to keep the PASS; it counts as FAIL.")
      return nil
    }
    let question = words + ". Reason to keep the PASS, which counts as FAIL (Enter to cancel):"
    guard let typed = try ask(question, for: .note), !typed.isEmpty,
      let note = try checked("\(ValueAdvice.overriding) \(typed)")
    else {
      try output.say("Not recorded. Press f for FAIL.")
      return nil
    }
    return note
  }

  /// The question for the components that fail: of the whole app, or, from the third edition on, of a screen that has any.
  private func componentQuestion(_ item: WalkItem) throws -> String? {
    if scope.isOfApp { return "Components (keys or unique prefixes, comma-separated; Enter for the whole app):" }
    guard item.isOfScreen, let screen = item.component else { return nil }
    let parts = try writer.tracker.read { try FailingParts.offered(on: screen, $0).map(\.key) }
    guard !parts.isEmpty else { return nil }
    let enter = (item.isFailing ? item.now?.followed?.on : nil).map { $0.joined(separator: ", ") } ?? "none"
    return "Which components? \(OnWords.names(parts)) (comma-separated; Enter for \(enter)):"
  }

  /// The component keys of typed names; nil, after a message, if a name is unknown.
  private func found(_ typed: [String], _ item: WalkItem) throws -> [String]? {
    guard !typed.isEmpty else { return [] }
    do {
      if !scope.isOfApp, let screen = item.component {
        return try writer.tracker.read { try FailingParts.keys(typed, on: screen, NameBook($0)) }
      }
      let keys = try writer.tracker.read { reader in try typed.map { try NameFinder.component($0, reader) } }
      return keys.unique().filter { $0 != item.place.component }
    } catch let problem as Problem {
      try complain("not recorded: \(problem.message)", hint: problem.hints.first ?? "")
      return nil
    }
  }

  /// - Returns: nil if the tester cancels, a nil within for Enter.
  private func askSeverity(_ usual: Severity) throws -> Severity?? {
    let choices = Severity.allCases.map { "\($0.rawValue) \($0.word)" }.joined(separator: ", ")
    while true {
      guard let typed = try ask("Severity? \(choices) (Enter for \(usual.word)):") else { return nil }
      if typed.isEmpty { return .some(nil) }
      if let severity = Severity(word: typed) { return .some(severity) }
      try output.say("Enter a number from 1 to 4, or press Enter for \(usual.word).")
    }
  }

  /// Asks until the value is valid, and evaluates it.
  private func askValue(
    _ item: WalkItem, _ measurement: Measurement, for outcome: Outcome? = nil
  ) throws -> String? {
    while true {
      let registered = measurement.takesSize ? item.component?.tappedSize ?? "" : ""
      let enter = registered.isEmpty ? "Enter to skip" : "Enter for the registered \(registered), - to skip"
      let question = "Measured value (requirement: \(measurement.wording()); \(enter)):"
      guard var typed = try ask(question, for: .value) else { return nil }
      if typed.isEmpty { typed = registered }
      if typed.isEmpty || typed == "-" { return "" }
      guard let value = try measured(typed, item, isAsked: true) else { continue }
      try say(ValueMeaning.sentences(value, measurement, item.component, answered: outcome))
      return typed
    }
  }

  // MARK: Values and notes

  func takeValue(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    guard let measurement = item.measurement else { return try complain("this check has no measured value") }
    guard let typed = try rest ?? askValue(item, measurement), !typed.isEmpty else {
      return try rest == nil ? output.say("No value entered.") : complain("missing value, e.g. v 40x40")
    }
    guard let measured = try measured(typed, item) else { return }
    if rest != nil { try say(ValueMeaning.sentences(measured, measurement, item.component)) }
    value = measured
    try output.say("Value for this item's answer: \(measured.text).")
  }

  func takeNote(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    guard let typed = try rest ?? ask("Note:", for: .note), !typed.isEmpty else {
      return try rest == nil ? output.say("No note entered.") : complain("missing note, e.g. m reads the file name")
    }
    try keepNote(typed, item)
  }

  func takeLongNote() throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    let named = context.world.setting("VISUAL") ?? context.world.setting("EDITOR") ?? ""
    let editor = EditorCommand.split(named)
    guard !editor.isEmpty, context.world.isTerminal(.input), context.world.isTerminal(.output) else {
      let reason = editor.isEmpty ? "neither VISUAL nor EDITOR is set" : "input or output is not a terminal"
      return try complain("cannot open an editor: \(reason)", hint: "Use m for a one-line note.")
    }
    try context.output.flush()
    let text: String
    do throws(Problem) {
      let bytes = try context.world.keyboard.edit([], with: editor)
      guard let decoded = UTF8Text.decode(UTF8Text.unmarked(bytes)) else {
        return try output.say("Not recorded: the note is not UTF-8 text.")
      }
      text = decoded
    } catch {
      return try output.say("Not recorded: \(error.message). \(error.hints.first ?? "")")
    }
    var lines = text.split(separator: "\n" as Character, omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else { return try output.say("No note entered.") }
    try keepNote(lines.joined(separator: "\n"), item)
  }

  private func keepNote(_ text: String, _ item: WalkItem) throws {
    guard let note = try checked(text), !note.isEmpty else { return }
    try writer.addNote(note, on: item.place)
    try output.say("Saved note: \(item.place.check) \(item.place.component).")
  }

  /// The parsed value; nil, after a message, if it is invalid.
  private func measured(_ typed: String, _ item: WalkItem, isAsked: Bool = false) throws -> MeasuredValue? {
    guard let measurement = item.measurement else {
      try complain("not recorded: this check has no measured value, so v= is not allowed")
      return nil
    }
    do throws(MeasureError) {
      return try MeasuredValue.parse(typed, of: measurement)
    } catch {
      try complain((isAsked ? "" : "not recorded: ") + error.message, hint: error.hint)
      return nil
    }
  }

  /// A valid note, empty for none; nil, after a message, if it is invalid.
  func checked(_ note: String?) throws -> String? {
    guard let note else { return "" }
    do throws(NameProblem) {
      try Names.checkNote(note)
      return note
    } catch {
      try complain("not recorded: \(error.message)")
      return nil
    }
  }

  func say(_ sentences: [String]) throws {
    for sentence in sentences { try output.say(sentence) }
  }
}
