import Audit
import Base
package import CommandLine
import Reports
import Store

/// Answers to several items at once: each is one step to undo.
extension WalkSession {
  /// More items than this are confirmed first.
  private static let mostUnasked = 20

  /// Answers the open items of this check with the last answer, if it was of this check, or with one that is typed.
  func answerRest(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    var typed = rest ?? ""
    if typed.isEmpty, let (answer, place) = latest, place.check == item.place.check { return try answerRest(answer) }
    if typed.isEmpty, rest == nil {
      let question = "Answer for all open items of \(item.place.check) (p, f, n, or c; Enter to cancel):"
      typed = try ask(question) ?? ""
      if typed.isEmpty { return try output.say("Not recorded.") }
    }
    guard let order = WalkLine.parse(typed), case .answer(let outcome) = order.action else {
      return try complain("invalid answer for all items of the check", hint: "Use A p or A f 2 NOTE, for example.")
    }
    let parts = AnswerParts(parsing: order.rest ?? "", for: outcome)
    guard parts.value == nil else { return try complain("a measured value belongs to one item, so v= is not allowed") }
    guard parts.components.isEmpty else { return try complain("components belong to one item, so in= is not allowed") }
    guard let note = try checked(parts.note) else { return }
    var answer = WalkWriter.Answer(outcome: outcome)
    answer.note = note.isEmpty ? nil : note
    answer.severity = parts.severity
    try answerRest(answer)
  }

  /// Records answers, and asks about those that would not count, or that contradict what other testers found.
  ///
  /// - Returns: nil, after a message, where the tester cancels; the nil of `WalkWriter.record` within.
  func record(
    _ first: WalkWriter.Given?, _ others: [WalkWriter.Given], _ evidence: [TakenFiles] = [], stop: WalkStop?
  ) throws -> WalkWriter.Recorded?? {
    var decided = WalkWriter.Decided()
    while true {
      do {
        return .some(try writer.record(first, others, evidence, stop: stop, decided))
      } catch let uncounted as WalkWriter.Uncounted {
        guard let first, try isWanted(uncounted, first) else { return nil }
        decided.isWanted = true
      } catch let contradicted as WalkWriter.Contradicted {
        guard let isRetest = try isRetest(contradicted.results) else { return nil }
        decided.isRetest = isRetest
      }
    }
  }

  /// Whether answers are retests of results that they contradict, or disagree with them: asked where someone can answer.
  ///
  /// - Returns: nil, after a message, where the tester cancels.
  private func isRetest(_ standing: [Cell]) throws -> Bool? {
    guard let first = standing.first else { return false }
    guard isForgiving else {
      throw Problem(
        .decision, code: "walk.contradicts",
        Contradictions.refusal(first, by: writer.defaults.tester) + "; this answer was not logged",
        hints: [
          "Log it with a11y log: pass --retest if you tested it again after that, or --disagree to keep both outcomes. "
            + "Earlier answers are saved."
        ])
    }
    let words =
      standing.count == 1
      ? Contradictions.words(first)
      : "\(counted(standing.count, "answer")) contradict other testers' outcomes, e.g. \(Contradictions.words(first))"
    switch try ask("\(words). Retest (r), disagree (d), or cancel (Enter):")?.lowercased() {
    case "r", "retest": return true
    case "d", "disagree": return false
    default:
      try output.say("Not recorded.")
      return nil
    }
  }

  /// Whether an answer that would not count is to be recorded all the same: asked where someone can answer.
  private func isWanted(_ uncounted: WalkWriter.Uncounted, _ given: WalkWriter.Given) throws -> Bool {
    let words = LogReport.overtaken(given.now?.row.outcome, uncounted.build)
    guard isForgiving else {
      let typo = try given.now.map { now in try writer.tracker.read { try LogReport.typo(of: now.row, $0) } }
      throw Problem(
        .decision, code: "walk.overtaken", "\(given.place.check) \(given.place.component): \(words)",
        hints: LogReport.waysOut(build: uncounted.build, keepsBoth: false, typo: typo))
    }
    return try agrees(to: "\(words.capitalizedFirst). Log it anyway?")
  }

  /// Refuses an answer that cannot be given under the condition of an item.
  func isPossible(_ outcome: Outcome, _ item: WalkItem) throws -> Bool {
    guard let (words, hint) = item.refusal(of: outcome, on: writer.seenOn(scope.stops[item.place]).device) else {
      return true
    }
    try complain("not recorded: \(words)", hint: hint)
    return false
  }

  func answerRest(_ typed: WalkWriter.Answer) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    guard evidence.isEmpty else { return try complain("evidence belongs to one answer; answer this item first") }
    guard try isPossible(typed.outcome, item) else { return }
    var answer = typed
    answer.value = nil
    answer.components = []
    answer.on = nil
    let open = queue.open.filter { $0.check == item.place.check && $0.condition == item.place.condition }
    let read = try open.filter { $0 != item.place }.map { try writer.item($0) }
    // What another tester answered after the walk began is not asked any more.
    let items = try [writer.item(item.place)] + read.filter { !isSettled($0) }
    let (given, contradicted) = split(items, answer)
    guard !given.isEmpty else {
      return try output.say("Not recorded: the registered sizes contradict PASS. Answer the items one by one.")
    }
    let word = OutcomeWords.word(answer.outcome.rawValue)
    let others = given.filter { $0.now.map { $0.row.outcome != answer.outcome } ?? false }.map(\.place.component)
    let named = firstNamed(others)
    let what = "\(word) for \(counted(given.count, "item")) of \(item.place.check)"
    if isForgiving, given.count > Self.mostUnasked {
      let change = others.isEmpty ? "" : " \(counted(others.count)) had another result (\(named))."
      guard try agrees(to: "Log \(what)?\(change)") else { return }
    }
    guard let recorded = try record(nil, given, stop: scope.stops[item.place]) ?? nil else { return }
    let kept = given.filter { recorded.places.contains($0.place) }
    mark(kept, recorded.number)
    try output.say("Logged: \(word) for \(counted(kept.count, "item")) of \(item.place.check).")
    if !others.isEmpty { try output.say("\(counted(others.count)) had another result: \(named).") }
    if let words = LogReport.kept(recorded.keptCount) { try output.say("\(words).") }
    try say(recorded.remarks)
    if kept.count < given.count {
      let left = given.map(\.place).filter { !recorded.places.contains($0) }
      try output.say(
        "\(counted(left.count)) not recorded: answered by \(try writer.changer(of: left)) in the meantime.")
    }
    if !contradicted.isEmpty {
      let keys = contradicted.map(\.place.component).joined(separator: ", ")
      try output.say("\(counted(contradicted.count)) left open: the registered size contradicts PASS (\(keys)).")
    }
    try goOn()
  }

  /// The items that an answer is given to, and those whose registered size or specified value contradicts it.
  private func split(
    _ items: [WalkItem], _ answer: WalkWriter.Answer
  ) -> (given: [WalkWriter.Given], contradicted: [WalkItem]) {
    let contradicted = items.filter { item in
      guard answer.outcome == .pass, let measurement = item.measurement else { return false }
      return item.component?.contradiction(of: item.place.check, measurement) != nil
    }
    let left = Set(contradicted.map(\.place))
    let given = items.filter { !left.contains($0.place) }
    return (given.map { WalkWriter.Given(answer: $0.rated(answer), place: $0.place, now: $0.now) }, contradicted)
  }

  // MARK: Drafts

  /// Copies results of a similar component to the open items of this one, all or one by one.
  func copyAnswers(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    guard let source = try source(of: item, rest) else { return }
    let open = try Set(
      queue.open.filter { $0.component == item.place.component && $0.condition == item.place.condition }
        .filter { try !isSettled(writer.item($0)) })
    let drafts = try writer.tracker.read { reader in
      try SimilarResults(
        of: source, to: [item.place.component], checks: nil, condition: item.place.condition, isOpen: open.contains,
        reader
      ).entries
    }
    guard !drafts.isEmpty else { return try output.say("No results of \(source) apply to the open items.") }
    for draft in drafts { try output.say("  \(words(draft))") }
    let question = "Log all \(counted(drafts.count)) (a), decide one by one (o), or none (Enter):"
    var accepted: [LogEntry] = []
    switch try ask(question)?.lowercased() {
    case "a", "all": accepted = drafts
    case "o", "one":
      for draft in drafts where ["y", "yes"].contains(try ask("\(words(draft))? (y; Enter for no):")?.lowercased()) {
        accepted.append(draft)
      }
    default: break
    }
    guard !accepted.isEmpty else { return try output.say("Not recorded.") }
    let given = try accepted.map { try self.given($0, item.place.condition) }
    guard let recorded = try record(nil, given, stop: scope.stops[item.place]) ?? nil else { return }
    let kept = given.filter { recorded.places.contains($0.place) }
    mark(kept, recorded.number)
    try output.say("Logged: \(counted(kept.count, "answer")) as for \(source).")
    try goOn()
  }

  private func words(_ draft: LogEntry) -> String {
    let note = draft.note.map { ". Note: \($0)" } ?? ""
    let severity = draft.severity.flatMap(Severity.init(word:)).map { ", \($0.word)" } ?? ""
    return "\(OutcomeWords.word(draft.outcome)) \(draft.check)\(severity)\(note)"
  }

  private func given(_ draft: LogEntry, _ condition: String) throws -> WalkWriter.Given {
    let place = ScopeCell(component: draft.component, check: draft.check, condition: condition)
    let item = try writer.item(place)
    var answer = WalkWriter.Answer(outcome: Outcome(rawValue: draft.outcome) ?? .cantTell)
    answer.severity = draft.severity.flatMap(Severity.init(word:))
    answer.note = draft.note
    return WalkWriter.Given(answer: item.rated(answer), place: place, now: item.now)
  }

  /// The component to copy from: typed, or the last answered one of the same kind. Nil, after a message, for none.
  private func source(of item: WalkItem, _ rest: String?) throws -> String? {
    let here = item.place.component
    let usual = answered.last { place in
      place.component != here && scope.components[place.component]?.kind == item.component?.kind
    }?.component
    let enter = usual.map { "; Enter for \($0)" } ?? ""
    let typed = try rest ?? ask("Copy results from component (key or unique prefix\(enter)):", for: .components)
    guard let name = typed.flatMap({ $0.isEmpty ? usual : $0 }) else {
      try rest == nil ? output.say("Not recorded.") : complain("missing component, e.g. L sign-in/close-button")
      return nil
    }
    do {
      return try writer.tracker.read { try NameFinder.component(name, $0) }
    } catch let problem as Problem {
      try complain("not recorded: \(problem.message)", hint: problem.hints.first ?? "")
      return nil
    }
  }

  /// To the next open item, if this one was answered.
  private func goOn() throws {
    value = nil
    if queue.currentMark != .open { queue.advance() }
    try showNext()
  }
}

/// What a question is about: earlier answers to the same can be called back, and names be completed.
enum WalkSubject {
  /// One of a few words or numbers.
  case choice
  case note, value, file, item, text
  /// Keys of components, comma-separated.
  case components
}

extension WalkSession {
  func hear(_ question: String, _ subject: WalkSubject) throws -> WalkInput.Heard {
    guard input.isSingle, LineEditor.isPossible(context.world, isPlain: try output.style().isPlain) else {
      return try input.answer(echo: output.echo(_:endsLine:))
    }
    let files = context.world.files
    let home = context.world.setting("HOME")
    return try input.answer(
      LineEditor(
        context.world, prompt: try output.prompt(question), history: typed[subject] ?? [],
        takesLines: subject == .note,
        complete: { text in
          guard subject != .file else { return TypedPath.completion(of: text, home: home, files) }
          let start = text.lastIndex(of: ",").map { text[...$0] } ?? ""
          let rest = text[start.endIndex...].drop { $0 == " " }
          let kept = text[..<rest.startIndex]
          return LineEditor.Completion(kept, rest.isEmpty ? [] : self.names(of: subject).filter { $0.hasPrefix(rest) })
        }, write: output.write))
  }

  /// Also of an answer that another question refuses: it can be called back and mended.
  func remember(_ answer: String, _ subject: WalkSubject) {
    guard subject != .choice, !answer.isEmpty, typed[subject]?.last != answer else { return }
    typed[subject, default: []].append(answer)
  }

  /// Read only when they are asked for.
  private func names(of subject: WalkSubject) -> [String] {
    switch subject {
    case .components: (try? writer.tracker.read { try $0.componentKeys() }) ?? []
    case .item, .text:
      Set(scope.components.keys).union(scope.reach.map(\.check)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    case .choice, .note, .value, .file: []
    }
  }
}

extension WalkSession {
  /// Names what the component of the item has, so that no item is left that it has nothing for.
  func takeFeatures(_ rest: String?) throws {
    guard let component = item?.component else { return try complain(WalkSentences.nowhere) }
    let known = FeatureNames.words.joined(separator: ", ")
    guard let typed = try rest ?? ask("Features (\(known); comma-separated, Enter to cancel):"), !typed.isEmpty else {
      return try rest == nil ? output.say("Not changed.") : complain("missing features, e.g. h glass,haptics")
    }
    let names: [String]
    do throws(Problem) {
      names = try FeatureNames.read(typed.split { ",;".contains($0) }.map { WalkLine.trimmed(String($0)) })
    } catch {
      return try complain("not recorded: \(error.message)", hint: error.hints.first ?? "Use \(known).")
    }
    let before = try writer.name(names, of: component.key)
    let changed = try renew(component.key)
    let words = [
      changed.left > 0 ? "\(counted(changed.left, "item does", "items do")) not apply" : "",
      changed.new > 0 ? "\(counted(changed.new, "new item comes", "new items come")) next" : "",
    ].filter { !$0.isEmpty }
    try output.say(
      "Recorded: \(component.key) has \(names.joined(separator: ", "))."
        + (before.isEmpty ? "" : " Before: \(before.joined(separator: ", ")).")
        + (words.isEmpty ? "" : " " + words.joined(separator: ", ").capitalizedFirst + "."))
    if queue.currentMark == .notAsked {
      queue.advance()
      try showNext()
    }
  }

  /// Once for a component whose features are unknown, at an item that depends on one.
  func sayFeatures(_ shown: WalkItem) throws {
    guard isForgiving, let component = shown.component, component.features.isEmpty,
      Catalog.features.contains(where: { $0.only.contains(shown.place.check) }),
      explained.features.insert(component.key).inserted
    else { return }
    try output.say(WalkSentences.features)
  }

  /// Looks at the scope again; a walk through results keeps all of them.
  private func renew(_ component: String) throws -> (left: Int, new: Int) {
    guard request.only == .untested, !request.asksResults else { return (0, 0) }
    let defaults = writer.defaults
    scope = try writer.tracker.read { reader in
      let audit = try defaults.audit.isEmpty ? nil : reader.audit(defaults.audit)
      return try WalkScope(reader, request, audit: audit, device: defaults.device)
    }
    return queue.renew(
      component, asked: Set(scope.reach.filter { $0.component == component }),
      new: scope.cells.filter { $0.component == component })
  }
}

/// The features of a component, as typed.
package enum FeatureNames {
  package static var words: [String] { Catalog.features.map(\.id) + [Feature.none] }

  package static func read(_ texts: [String]) throws(Problem) -> [String] {
    var names: [String] = []
    for text in texts {
      let typed = CellText.name(text)
      guard let name = words.first(where: { CellText.name($0) == typed }) else {
        throw .usage(
          "feature.unknown", "invalid feature \(MessageText.quoted(text))",
          hints: Suggestion.hint(for: text, among: words) + ["Use \(words.joined(separator: ", "))."])
      }
      if !names.contains(name) { names.append(name) }
    }
    guard !names.contains(Feature.none) || names.count == 1 else {
      throw .usage(
        "feature.none", "none cannot be combined with other features", hints: ["Remove none, or the other features."])
    }
    return names
  }
}
