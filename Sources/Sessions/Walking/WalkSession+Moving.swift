import Audit
import Base
package import CommandLine
package import Reports
import Store

extension WalkSession {
  /// Performs the action of a key; false at the end of the walk.
  func perform(_ order: WalkOrder) throws -> Bool {
    switch order.action {
    case .answer(let outcome): try answer(outcome, order.rest)
    case .same: try answerSame()
    case .rest: try answerRest(order.rest)
    case .restNotApplicable: try answerRest(WalkWriter.Answer(outcome: .na))
    case .like: try copyAnswers(order.rest)
    case .skip: try skip()
    case .undo: try turn(.undo)
    case .redo: try turn(.redo)
    case .back: try goBack()
    case .goTo: try goTo(order.rest)
    case .find: try find(order.rest)
    case .answers: try sayAnswers()
    case .answered(let number): try goTo(answered: number)
    case .note: try takeNote(order.rest)
    case .longNote: try takeLongNote()
    case .evidence: try takeEvidence(order.rest)
    case .value: try takeValue(order.rest)
    case .features: try takeFeatures(order.rest)
    case .again: try showAgain()
    case .whereAmI: try sayWhere()
    case .keys: try sayKeys()
    case .quit: return false
    }
    return true
  }

  private func skip() throws {
    guard item != nil else { return try complain(WalkSentences.nowhere) }
    queue.advance()
    try showNext()
  }

  private func goBack() throws {
    guard queue.goBack() else { return try output.say("This is the first item.") }
    try showAgain()
  }

  private func turn(_ direction: WalkWriter.Direction) throws {
    switch try writer.turn(direction, together) {
    case .nothing:
      try output.say("Nothing of this walk to \(direction.word). For other changes, run \"a11y \(direction.word)\".")
    case .refused(let what):
      try output.say(
        "Cannot \(direction.word) here: the last change is not a single answer: \(what). Run \"a11y "
          + "\(direction.word)\".")
    case .done(let sentence, let items):
      try output.say(sentence)
      guard let first = items.first else { return }
      if direction == .undo {
        let undone = Set(items.map(\.place))
        let open = items.flatMap { alsoFailing.removeValue(forKey: $0.place) ?? [] }
        queue.mark(Dictionary(open.map { ($0, .open) }, uniquingKeysWith: { $1 }))
        repeatable.removeAll { undone.contains($0.place) }
        if latest.map({ undone.contains($0.place) }) ?? false { latest = nil }
        for item in items.reversed() { queue.bringBack(item.place) }
        answered.removeAll { place in items.contains { $0.place == place } }
        return try showAgain()
      }
      let isHere = queue.current == first.place
      for item in items {
        if let outcome = item.outcome, queue.mark(item.place, .answered(outcome)) { answered.append(item.place) }
      }
      if isHere { queue.advance() }
      try showNext()
    }
  }

  // MARK: Going to an item

  private func goTo(_ rest: String?) throws {
    guard let typed = try rest ?? ask("Go to item (number or part of a name):", for: .item), !typed.isEmpty else {
      return try rest == nil ? showAgain() : complain("missing item number or name, e.g. g 14")
    }
    if let number = Int(typed) {
      guard queue.go(to: number) else {
        return try complain("expected an item number from 1 to \(counted(queue.count))")
      }
      return try showAgain()
    }
    let places = reach
    let components = resolve(typed, among: places.map(\.component).unique())
    let checks = resolve(typed, among: places.map(\.check).unique())
    let found: [ScopeCell]
    switch (components, checks) {
    case (.one(let name), _): found = places.filter { $0.component == name }
    case (_, .one(let name)): found = places.filter { $0.check == name }
    case (.several(let names), _) where !isForgiving, (.none, .several(let names)) where !isForgiving:
      return try complain("\(MessageText.quoted(typed)) matches \(firstNamed(names))", hint: "Type more of the name.")
    case (_, _):
      found = try search().find(typed, in: places).map { places[$0] }
      if found.count > 1 {
        sought = typed
        let items = counted(found.count, "item matches", "items match")
        try output.say("\(items) \(MessageText.quoted(typed)). Press / and Enter for the next one.")
      }
    }
    let open = Set(queue.open)
    guard let place = found.first(where: open.contains) ?? found.first else {
      var alike: [String] = []
      if case .none(let names) = components { alike += names }
      if case .none(let names) = checks { alike += names }
      return try complain(
        "no item named \(MessageText.quoted(typed))",
        hint: alike.isEmpty ? "" : "Did you mean \(WordList.or(Array(alike.prefix(3))))?")
    }
    queue.visit(place)
    try showAgain()
  }

  /// The items of this walk and the answered ones of its scope.
  private var reach: WorkItems { with(scope.reach) { $0.add(missing: queue.items) } }

  private func search() throws -> ItemSearch {
    let checks = try writer.tracker.read { try $0.checks() }
    return ItemSearch(checks: checks.map { ($0.check.id, $0.check.title) }, components: scope.components)
  }

  private func find(_ rest: String?) throws {
    guard let typed = try rest ?? ask("Find text:", for: .text), !typed.isEmpty || !sought.isEmpty else {
      return try rest == nil ? showAgain() : complain("missing text, e.g. /close")
    }
    if !typed.isEmpty { sought = typed }
    let places = reach
    let found = try search().find(sought, in: places)
    let here = queue.current.flatMap(places.firstIndex) ?? -1
    guard let next = found.first(where: { $0 > here }) ?? found.first else {
      return try complain("no item name or title contains \(MessageText.quoted(sought))")
    }
    try output.say("\(counted(found.count, "item contains", "items contain")) \(MessageText.quoted(sought)).")
    queue.visit(places[next])
    try showAgain()
  }

  // MARK: Last answers

  private static let mostAnswers = 10

  private func sayAnswers() throws {
    guard !answered.isEmpty else { return try output.say("No answers in this walk.") }
    for (number, place) in answered.suffix(Self.mostAnswers).reversed().enumerated() {
      let outcome = try writer.item(place).now?.row.outcomeID ?? "untested"
      let condition = place.condition.isEmpty ? "" : " (\(Condition.shown(place.condition)))"
      try output.say(
        "\((number + 1) % 10)  \(OutcomeWords.word(outcome))  \(place.check) \(place.component)\(condition)",
        indent: "  ")
    }
    try output.say("Press a number to go back to an answer.")
  }

  private func goTo(answered number: Int) throws {
    let last = answered.suffix(Self.mostAnswers).reversed().map(\.self)
    guard last.indices.contains(number) else {
      return try complain("no answer \((number + 1) % 10) in this walk; press l for the list")
    }
    queue.visit(last[number])
    try showAgain()
  }

  // MARK: Saying

  private func sayWhere() throws {
    let place = queue.current == nil ? "After the last of" : "Item \(queue.position + 1) of"
    try output.say(
      "\(place) \(counted(queue.count)). This walk: \(WalkSentences.answered(queue.counts)) \(counted(queue.left)) left."
    )
    guard let place = queue.current else { return }
    let component = queue.counts { $0.component == place.component }
    let check = queue.counts { $0.check == place.check }
    try output.say("\(place.component): \(counted(component.left, of: component.all)) left.")
    try output.say("\(place.check): \(counted(check.left, of: check.all)) left.")
    if !place.condition.isEmpty || scope.hasSeveralConditions {
      let condition = queue.counts { $0.condition == place.condition }
      try output.say(
        "Condition \(Condition.shown(place.condition)): \(counted(condition.left, of: condition.all)) left.")
    }
  }

  private func sayKeys() throws {
    for key in WalkKeys.all {
      try output.say("\(input.isSingle ? String(key.letter) : key.line)  \(key.doc)", indent: "  ")
    }
  }
}

/// A screenshot that a walk proposes. A file that was made for the walk is removed.
package typealias WalkScreenshot = (path: String, name: String, remove: () -> Void)

extension WalkSession {
  /// Attaches a file to the tester's answer that the item shows, or keeps it for the next answer.
  func takeEvidence(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    var found: WalkScreenshot?
    defer { found?.remove() }
    guard let typed = try rest ?? askFile(&found), !typed.isEmpty else {
      return try rest == nil ? output.say("No file entered.") : complain("missing file name, e.g. e shot.png")
    }
    let path = typed == found?.path ? typed : TypedPath.read(typed, home: context.world.setting("HOME"))
    var taken: TakenFiles
    do {
      taken = try TakenFiles([path], context, writer.tracker)
    } catch let problem as Problem {
      guard isForgiving else { throw inLine(problem) }
      return try output.say("Not attached: \(problem.message).")
    }
    for remark in taken.files.flatMap(\.remarks) { try output.say(remark.capitalizedFirst + ".") }
    if taken.wantsWords, let words = try ask("Description for readers who cannot see it (Enter for none):", for: .note)
    {
      taken.describe(String(words.prefix(300)))
    }
    let names = taken.files.map { EvidenceWords.words($0.evidence) }.joined(separator: ", ")
    guard case .answered? = queue.currentMark, let shown = item.now?.row, shown.tester == writer.defaults.tester else {
      evidence.append(taken)
      return try output.say("Evidence for this item's answer: \(names).")
    }
    try taken.keeping { try writer.attach(taken, to: shown) }
    try output.say("Attached: \(names).")
  }

  /// The path of a file: as typed, or of the latest screenshot, whose name is shown before it is attached.
  private func askFile(_ found: inout WalkScreenshot?) throws -> String? {
    guard let screenshot else { return try ask("Evidence file:", for: .file) }
    try output.say("Press Enter for the latest screenshot.")
    let typed = try ask("Evidence file:", for: .file)
    guard typed == "" else { return typed }
    found = screenshot()
    guard let found else {
      try output.say("No screenshot found.")
      return nil
    }
    return try ask("Attach \(found.name)? (Enter to attach, or another file; Ctrl-D to cancel):", for: .file).map {
      $0.isEmpty ? found.path : $0
    }
  }

  /// Removes files for an answer that was not given.
  func dropEvidence() throws {
    guard !evidence.isEmpty else { return }
    let files = evidence.flatMap(\.files)
    evidence = []
    try writer.tracker.withdraw(files.filter(\.isNew).map(\.evidence.digest))
    let names = files.map(\.evidence.name).joined(separator: ", ")
    try output.say("Discarded \(names): the item was not answered.")
  }
}

/// A page that a command writes to a file: its path, and a prompt before a file is replaced.
package struct PageFile {
  /// A path, or `-`.
  package let path: String

  /// - Parameters:
  ///   - noun: as in `a worksheet`.
  ///   - area: the prefix of the problem codes.
  ///   - example: a file name, as in `sheet.html`.
  /// - Throws: usage for a page to a terminal without `-o -`; a decision if the file exists: a tester may have a draft
  ///   of the page in it.
  package init(_ context: Context, noun: String, area: String, example: String) throws {
    let given = context.arguments.string(.output)
    path = Self.target(given)
    if given == nil, context.world.isTerminal(.output) {
      throw Problem.usage(
        "\(area).target", "cannot write \(noun) to a terminal",
        hints: ["Run \"a11y \(area) -o \(example)\" to write a file, or pass -o - to write to the terminal."])
    }
    if path != "-" { try Replacement.agree(path, code: "\(area).exists", context) }
  }

  /// A file whose name is known.
  ///
  /// - Throws: a decision if it exists.
  package init(_ path: String, area: String, _ context: Context) throws {
    self.path = path
    try Replacement.agree(path, code: "\(area).exists", context)
  }

  /// `-` for standard output, also by its path, which is a link that no file is written through.
  package static func target(_ name: String?) -> String { name == "/dev/stdout" ? "-" : name ?? "-" }

  package var isStandardOutput: Bool { path == "-" }

  /// Writes the page to the file or to standard output.
  package func write(_ page: HTMLPage, _ context: Context) throws {
    if isStandardOutput { return try context.output.write(page.text) }
    let file = try context.world.files.create(path)
    do {
      try file.writer.write(page.text)
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// A version 4 UUID, the key of drafts of a page.
  package static func uuid(_ context: Context) -> String {
    var digits: [String] = []
    for (place, byte) in context.world.random(16).prefix(16).enumerated() {
      let marked: UInt8 = place == 6 ? byte & 0x0f | 0x40 : place == 8 ? byte & 0x3f | 0x80 : byte
      if [4, 6, 8, 10].contains(place) { digits.append("-") }
      digits.append((marked < 16 ? "0" : "") + String(marked, radix: 16))
    }
    return digits.joined()
  }
}
