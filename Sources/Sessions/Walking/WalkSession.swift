import Audit
import Base
package import CommandLine
import Store

/// One walk: reads keys or lines, performs them, and prints, until the input ends.
package final class WalkSession {
  /// A signal ended the walk; the answer in progress is not recorded.
  struct Stopped: Error {
    var signal: EndingSignal
  }

  let context: Context
  let request: WalkRequest
  var scope: WalkScope
  let writer: WalkWriter
  let input: WalkInput
  let output: PromptOutput
  /// Whether standard input is a terminal: an error is printed and the walk continues. In a script an error ends it.
  let isForgiving: Bool

  var queue: WalkQueue
  /// The item as shown; nil after the last.
  var item: WalkItem?
  /// The value entered with `v` before the answer to this item.
  var value: MeasuredValue?
  /// Files attached with `e` before the answer to this item.
  var evidence: [TakenFiles] = []
  /// Finds the latest screenshot; nil where none can be made or found.
  package var screenshot: (() -> WalkScreenshot?)?
  /// The last answer, and the item that it was given to.
  var latest: (answer: WalkWriter.Answer, place: ScopeCell)?
  /// The passes and fails that were not undone, the last one last.
  var repeatable: [(answer: WalkWriter.Answer, place: ScopeCell)] = []
  /// By the item of a finding those that fail with it.
  var alsoFailing: [ScopeCell: [ScopeCell]] = [:]
  /// The items answered in this walk, the latest last.
  var answered: [ScopeCell] = []
  /// The items of each answer that was given to several at once, by the number of its first result.
  var together: [Int64: [ScopeCell]] = [:]
  var pace = PassRate()
  /// The checks whose steps (to a listener), effect, and remedy were shown; each is shown once.
  var explained: (steps: Set<String>, affects: Set<String>, remedy: Set<String>, features: Set<String>) = (
    [], [], [], []
  )
  var sought = ""
  /// What was typed to questions, the latest last.
  var typed: [WalkSubject: [String]] = [:]
  /// The last stop that was printed.
  private var stop: WalkStop?
  private var lineNumber = 0
  /// How long the tracker was waited for since the last key, in ms.
  private var waited = 0
  /// When the items were determined, ms UTC.
  private let began: Int64

  package init(
    _ context: Context, _ request: WalkRequest, _ scope: WalkScope, _ writer: WalkWriter, isSingle: Bool
  ) {
    (self.context, self.request, self.scope, self.writer) = (context, request, scope, writer)
    input = WalkInput(context.world.keyboard, isSingle: isSingle)
    isForgiving = context.world.isTerminal(.input)
    output = PromptOutput(context: context, asks: isForgiving)
    queue = WalkQueue(scope.cells)
    began = context.world.now()
  }

  /// Runs until no item is left or the tester quits.
  package func run() throws -> ExitCode {
    try output.say(
      WalkSentences.opening(queue.count, request, writer.defaults, namesDevice: context.arguments.has(.device)))
    if let audit = writer.defaults.openAudits?.names, audit.count == 1 {
      try output.say("Answers in scope of audit \(audit[0]) count for it.")
    }
    for words in WalkSentences.leftOut(scope.leftOut, writer.defaults.device) { try output.say(words) }
    if request.only == .retest, writer.defaults.build.isEmpty {
      context.warn(WalkSentences.withoutBuild(current: try writer.tracker.read { try $0.staleRule().build }))
    }
    try output.say(WalkSentences.keys(isSingle: input.isSingle))
    context.progress.onWait = { [weak self] in self?.waits($0) }
    defer { context.progress.onWait = nil }
    do {
      try showNext()
      while try turn() {}
      try close()
      return .done
    } catch let stopped as Stopped {
      return try end(stopped.signal)
    } catch let problem as Problem where problem.exitCode == .terminated {
      return try end(.hangUp)
    }
  }

  // MARK: Hearing

  /// Reads one key or line; false if it ends the walk.
  private func turn() throws -> Bool {
    try dropTypedAhead()
    try output.ask(try output.style().isPlain && lineNumber > 0 ? WalkSentences.shortQuestion : WalkSentences.question)
    let heard = try input.next()
    lineNumber += 1
    switch heard {
    case .key(let letter): return try pressed(letter)
    case .line(let line): return try written(line)
    case .otherKey:
      try output.endLine()
      try output.say(WalkSentences.unknownKey)
    case .enter:
      try output.endLine()
      try output.say(WalkSentences.enter)
    case .paste(let count):
      try output.endLine()
      try output.say(WalkSentences.paste(count))
    case .notText: try complain("input is not UTF-8 text")
    case .tooLong: try complain("line is too long")
    case .end:
      try output.endLine()
      return false
    case .ending(let signal): throw Stopped(signal: signal)
    case .resumed: try showAgain()
    }
    return true
  }

  private func pressed(_ letter: Unicode.Scalar) throws -> Bool {
    guard let action = WalkKeys.action(letter) else {
      try output.endLine()
      try output.say(WalkSentences.unknownKey)
      return true
    }
    try output.endLine(String(letter))
    // Before the tracker is written, which may have to wait.
    try context.output.flush()
    return try follow(WalkOrder(action: action))
  }

  // MARK: Waiting

  /// From this on a tester notices that nothing comes, in ms.
  private static let noticed = 250
  private static let worthTelling = 1_000

  /// Another process holds the tracker.
  private func waits(_ milliseconds: Int) {
    if waited < Self.worthTelling, milliseconds >= Self.worthTelling {
      try? output.say("Waiting for another process.")
      try? context.output.flush()
    }
    waited = max(waited, milliseconds)
  }

  /// Ignores the keys that were pressed while nothing came: they would answer items that were not shown.
  private func dropTypedAhead() throws {
    guard waited >= Self.noticed else { return }
    waited = 0
    guard input.isSingle else { return }
    try context.output.flush()
    if try input.drop() { try output.say("Ignored the keys that you pressed in the meantime.") }
  }

  private func written(_ line: String) throws -> Bool {
    guard !WalkLine.trimmed(line).isEmpty else {
      // Empty lines of a script are ignored.
      if isForgiving { try output.say(WalkSentences.enter) }
      return true
    }
    guard let order = WalkLine.parse(line) else {
      try complain(WalkSentences.unknownLine(line))
      return true
    }
    return try follow(order)
  }

  /// Prints an error at a terminal. In a script it throws, because the following lines would answer the wrong items.
  func complain(_ text: String, hint: String = "") throws {
    guard isForgiving else {
      throw Problem(
        .badInput, code: "walk.line", "line \(lineNumber): \(text)",
        hints: (hint.isEmpty ? [] : [hint]) + [Self.lineHint])
    }
    let end = text.hasSuffix(".") ? "" : "."
    try output.say(text.capitalizedFirst + end + (hint.isEmpty ? "" : " " + hint))
  }

  /// What is wrong with a line of a script for a reason that has an exit code of its own.
  func inLine(_ problem: Problem) -> Problem {
    Problem(
      problem.exitCode, code: problem.code, "line \(lineNumber): \(problem.message)",
      hints: problem.hints + [Self.lineHint])
  }

  private static let lineHint = "Run \"a11y help keys\" for the format of a line. Earlier answers are saved."

  private func follow(_ order: WalkOrder) throws -> Bool {
    do {
      return try perform(order)
    } catch let error as StoreError {
      // For example a locked tracker or a full disk: the tester can answer again.
      guard isForgiving else { throw error }
      try output.say("Not recorded: \(error.problem.message). \(error.problem.hints.first ?? "")")
      return true
    }
  }

  /// The answer to a question; nil if canceled with Ctrl-D.
  func ask(_ question: String, for subject: WalkSubject = .choice) throws -> String? {
    while true {
      try output.ask(question)
      switch try hear(question, subject) {
      case .line(let line):
        let typed = WalkLine.trimmed(line)
        remember(typed, subject)
        return typed
      case .ending(let signal):
        // A closed terminal shows no more sentences.
        if signal != .hangUp {
          try output.endLine()
          try output.say("Not recorded.")
        }
        throw Stopped(signal: signal)
      case .resumed: continue
      case .notText: try output.say("Input is not UTF-8 text.")
      case .tooLong: try output.say("Line is too long.")
      case .end:
        try output.endLine()
        return nil
      case .otherKey: try output.say("Ignored: arrow keys do not work here. Type the line again.")
      case .key, .enter, .paste: continue
      }
    }
  }

  // MARK: Showing

  /// Shows the current item; skips items that other testers answered after the walk began.
  func showNext() throws {
    var overtaken: [ScopeCell] = []
    while let place = queue.current {
      let found = try writer.item(place)
      guard queue.currentMark == .open, isSettled(found) else {
        try say(overtaken)
        try show(found)
        return
      }
      overtaken.append(place)
      queue.mark(.overtaken)
      queue.advance()
    }
    try say(overtaken)
    try dropEvidence()
    item = nil
    value = nil
    try output.say(ending)
  }

  private var ending: String {
    let skipped = queue.left
    let rest = skipped > 0 ? "\(counted(skipped, "item is", "items are")) still open; press b or g to go back. " : ""
    return "Last item. \(rest)Press u to undo the last answer, or q to quit."
  }

  private func say(_ overtaken: [ScopeCell]) throws {
    guard let first = overtaken.first else { return }
    let who = try writer.changer(of: overtaken)
    if overtaken.count == 1 {
      try output.say("Skipped 1 item answered by \(who): \(first.check) \(first.component).")
    } else {
      let others = who == WalkWriter.other ? "other testers" : who
      try output.say("Skipped \(counted(overtaken.count)) items answered by \(others).")
    }
  }

  /// Whether an item no longer matches the selection of the walk.
  func isSettled(_ item: WalkItem) -> Bool {
    if request.includesAll { return false }
    let row = item.now?.row
    let audit = writer.defaults.audit
    switch request.only {
    case _ where request.asksResults: return row.map { $0.time > began } ?? true
    case .untested: return row != nil && (audit.isEmpty || row?.audit == audit)
    case .fail: return row?.outcome != .fail && (audit.isEmpty || row?.audit == audit)
    case .stale: return row?.stale.isEmpty ?? true
    case .disputed: return row?.isUnsettled != true && (audit.isEmpty || row?.audit == audit)
    case .signals: return item.signals?.isOpen != true
    // Only the whole queue shows whether its reasons still apply; a newer result is enough.
    case .retest: return row.map { $0.time > began } ?? true
    }
  }

  func show(_ shown: WalkItem) throws {
    if item?.place != shown.place {
      value = nil
      try dropEvidence()
    }
    // An item that is shown again is shown whole.
    let isAgain = item?.place == shown.place
    let isKnown = !explained.steps.insert(shown.place.check).inserted && !isAgain
    let known: WalkItemText.Known =
      !isKnown ? .nothing : item?.place.check == shown.place.check ? .check : .steps
    let isSameScreen = isKnown && item?.component?.screens == shown.component?.screens
    item = shown
    let words = UndoWords(context: context)
    let next = scope.stops[shown.place]
    if let next, next != stop {
      try output.say("")
      try output.say(WalkSentences.stop(next))
      stop = next
    }
    let device = writer.seenOn(next).device
    let family = DeviceFamily.of(
      device: device, condition: shown.place.condition, platforms: shown.component?.platforms ?? [])
    try output.show(
      WalkItemText(
        item: shown, device: next.map { _ in device }, number: queue.position + 1,
        count: queue.count,
        isPlain: try output.style().isPlain, family: family, known: known,
        isSameScreen: isSameScreen, isByComponent: request.order == .component,
        saysCondition: scope.hasSeveralConditions, isOnlyTitle: scope.isOnlyTitle(of: shown.component),
        audit: writer.defaults.audit, clock: words.clock
      ).page)
    try sayFeatures(shown)
  }

  /// Shows the current item again, even if the walk would skip it.
  func showAgain() throws {
    guard let place = queue.current else {
      item = nil
      return try output.say(ending)
    }
    try show(try writer.item(place))
  }

  // MARK: Ending

  private func close() throws {
    try dropEvidence()
    for line in WalkSentences.answered(queue) { try output.say(line) }
    guard queue.left > 0 else { return try output.say("All items answered. See a11y status.") }
    try output.say("\(counted(queue.left)) left. To continue:", command: WalkSentences.command(context.arguments))
  }

  private func end(_ signal: EndingSignal) throws -> ExitCode {
    // The terminal was closed.
    guard signal != .hangUp else {
      try? dropEvidence()
      return .terminated
    }
    try output.endLine()
    try output.say(
      signal == .interrupt ? "Interrupted. All answers so far are saved." : "Stopped. All answers so far are saved.")
    try close()
    return signal == .interrupt ? .interrupted : .terminated
  }
}

/// A stop of a retest walk: the items on one device under one set of settings.
struct WalkStop: Equatable {
  /// The number of the stop, from 1.
  var number: Int
  /// The number of stops of the walk.
  var count: Int
  /// The number of items of this stop.
  var items: Int
  /// Empty if no device was recorded.
  var device: String
  /// Empty for the default.
  var condition: String

  /// The stop of each cell of a queue, in the order of the queue.
  static func all(_ items: [RetestItem]) -> [ScopeCell: WalkStop] {
    let groups = Dictionary(grouping: items, by: \.stop)
    var stops: [ScopeCell: WalkStop] = [:]
    for (place, number) in groups.keys.sorted().enumerated() {
      for item in groups[number] ?? [] {
        stops[item.place] = WalkStop(
          number: place + 1, count: groups.count, items: groups[number]?.count ?? 0, device: item.device,
          condition: item.condition)
      }
    }
    return stops
  }
}

/// Detects passes that are too fast for a real test.
struct PassRate {
  static let count = 5
  static let milliseconds: Int64 = 3_000

  private var times: [Int64] = []

  /// Adds a pass; true if it is the fifth within 3 seconds. Then the count restarts.
  mutating func isTooFast(at time: Int64) -> Bool {
    times = times.suffix(Self.count - 1) + [time]
    guard times.count == Self.count, let first = times.first, first <= time else { return false }
    let (span, overflow) = time.subtractingReportingOverflow(first)
    guard !overflow, span <= Self.milliseconds else { return false }
    times = []
    return true
  }
}
