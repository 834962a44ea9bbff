package import Arguments
import AuditModel
import AuditReports
import AuditStore
package import Terminal
import TrackerAccess

/// One walk: hears, does, says, until there is nothing more to hear.
package final class WalkSession {
  /// The system asks for the end; what was being answered is not kept.
  struct Stopped: Error {
    var signal: EndingSignal
  }

  let context: Context
  let request: WalkRequest
  let scope: WalkScope
  let writer: WalkWriter
  let input: WalkInput
  let output: PromptOutput
  /// Standard input is a person's: a slip is said and forgiven. A script's ends the walk.
  let isForgiving: Bool

  var queue: WalkQueue
  /// The item as it was shown; nil behind the last.
  var item: WalkItem?
  /// Measured with `v` before the answer to this item.
  var value: MeasuredValue?
  /// Taken in with `e` before the answer to this item.
  var evidence: [TakenFiles] = []
  var last: WalkWriter.Answer?
  var pace = PassRate()
  /// The checks of which was said whom they affect, and how they are repaired: once each is enough.
  var explained: (affects: Set<String>, remedy: Set<String>) = ([], [])
  var sought = ""
  /// The stop that was named last.
  private var stop: WalkStop?
  private var lineNumber = 0
  /// When the items were found, ms UTC.
  private let began: Int64

  package init(
    _ context: Context, _ request: WalkRequest, _ scope: WalkScope, _ writer: WalkWriter, isSingle: Bool
  ) {
    self.context = context
    self.request = request
    self.scope = scope
    self.writer = writer
    input = WalkInput(context.world.keyboard, isSingle: isSingle)
    isForgiving = context.world.isTerminal(.input)
    output = PromptOutput(context: context, asks: isForgiving)
    queue = WalkQueue(scope.cells)
    began = context.world.now()
  }

  /// Goes from item to item until nothing is left or the person leaves.
  package func run() throws -> ExitCode {
    try output.say(
      WalkSentences.opening(queue.count, request, writer.defaults, namesDevice: context.arguments.has(.device)))
    if request.only == .retest, writer.defaults.build.isEmpty { context.warn(WalkSentences.withoutBuild) }
    try output.say(WalkSentences.keys(isSingle: input.isSingle))
    do {
      try showNext()
      while try turn() {}
      try close()
      return .done
    } catch let stopped as Stopped {
      return try end(stopped.signal)
    }
  }

  // MARK: Hearing

  /// Takes one key or line; false where the walk ends with it.
  private func turn() throws -> Bool {
    try output.ask(WalkSentences.question)
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
    case .notText: try complain("that is not UTF-8 text")
    case .tooLong: try complain("that line is too long")
    case .end:
      try output.endLine()
      return false
    case .ending(let signal): throw Stopped(signal: signal)
    case .resumed: try showAgain()
    }
    return true
  }

  private func pressed(_ letter: Unicode.Scalar) throws -> Bool {
    guard let key = WalkKeys.key(letter) else {
      try output.endLine()
      try output.say(WalkSentences.unknownKey)
      return true
    }
    try output.endLine(String(letter))
    return try follow(WalkOrder(action: key.action))
  }

  private func written(_ line: String) throws -> Bool {
    guard !WalkLine.trimmed(line).isEmpty else {
      // An empty line of a script is none.
      if isForgiving { try output.say(WalkSentences.enter) }
      return true
    }
    guard let order = WalkLine.parse(line) else {
      try complain(WalkSentences.unknownLine(line))
      return true
    }
    return try follow(order)
  }

  /// A person is told what is wrong and tries again. In a script the lines after a wrong one would answer other items
  /// than they were meant for.
  func complain(_ text: String, hint: String = "") throws {
    guard isForgiving else {
      throw Problem(
        .badInput, code: "walk.line", "line \(lineNumber): \(text)",
        hints: (hint.isEmpty ? [] : [hint]) + ["The answers before it are kept. a11y help keys has the form of a line."]
      )
    }
    try output.say(text.capitalizedFirst + (hint.isEmpty ? "" : " " + hint))
  }

  private func follow(_ order: WalkOrder) throws -> Bool {
    do {
      return try perform(order)
    } catch let error as StoreError {
      // Another process held the tracker too long, the disk is full: the answer can be given again.
      guard isForgiving else { throw error }
      try output.say("Not recorded: \(error.problem.message). \(error.problem.hints.first ?? "")")
      return true
    }
  }

  /// The answer to a question; nil where it is taken back with Ctrl-D.
  func ask(_ question: String) throws -> String? {
    while true {
      try output.ask(question)
      switch try input.answer(echo: output.echo(_:endsLine:)) {
      case .line(let line): return WalkLine.trimmed(line)
      case .ending(let signal):
        try output.endLine()
        try output.say("Not recorded.")
        throw Stopped(signal: signal)
      case .resumed: continue
      case .notText: try output.say("That is not UTF-8 text.")
      case .tooLong: try output.say("That line is too long.")
      case .end:
        try output.endLine()
        return nil
      case .otherKey: try output.say("Not taken: arrow keys and the like do nothing in a line. Type it again.")
      case .key, .enter, .paste: continue
      }
    }
  }

  // MARK: Showing

  /// Shows the item at the queue's place; those that others have answered since the walk began are passed over.
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
    let rest = skipped > 0 ? "\(counted(skipped, "item is", "items are")) still open; b and g go back to them. " : ""
    return "That was the last item. \(rest)u undoes the last answer, q ends the walk."
  }

  private func say(_ overtaken: [ScopeCell]) throws {
    guard let first = overtaken.first else { return }
    if overtaken.count == 1 {
      try output.say("Answered by somebody else meanwhile, and passed over: \(first.check) \(first.component).")
    } else {
      try output.say("\(overtaken.count) items were answered by others meanwhile and are passed over.")
    }
  }

  /// Whether what the walk is about does not hold of an item any more.
  private func isSettled(_ item: WalkItem) -> Bool {
    if request.includesAll { return false }
    let row = item.now?.row
    let audit = writer.defaults.audit
    switch request.only {
    case .untested: return row != nil && (audit.isEmpty || row?.audit == audit)
    case .fail: return row?.outcome != .fail && (audit.isEmpty || row?.audit == audit)
    case .stale: return row?.stale.isEmpty ?? true
    case .disputed: return row?.isUnsettled != true && (audit.isEmpty || row?.audit == audit)
    case .signals: return item.signals?.isOpen != true
    // Whether its reasons still hold only the whole queue tells; that it was seen since is enough.
    case .retest: return row.map { $0.time > began } ?? true
    }
  }

  func show(_ shown: WalkItem) throws {
    if item?.place != shown.place {
      value = nil
      try dropEvidence()
    }
    item = shown
    let words = UndoWords(context: context)
    let next = scope.stops[shown.place]
    if let next, next != stop {
      try output.say("")
      try output.say(WalkSentences.stop(next))
      stop = next
    }
    try output.show(
      WalkItemText(
        item: shown, device: next.map { _ in writer.seenOn(next).device }, number: queue.position + 1,
        count: queue.count,
        isPlain: try output.style().isPlain,
        saysCondition: scope.hasSeveralConditions, audit: writer.defaults.audit, clock: words.clock
      ).page)
  }

  /// The item as it stands now, also where the walk would pass it over.
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
    for line in WalkSentences.closing(queue, command: WalkSentences.command(context.arguments)) { try output.say(line) }
  }

  private func end(_ signal: EndingSignal) throws -> ExitCode {
    // Nobody is there any more to be told.
    guard signal != .hangUp else {
      try? dropEvidence()
      return .terminated
    }
    try output.endLine()
    try output.say(
      signal == .interrupt ? "Interrupted. Every answer so far is kept." : "Stopped. Every answer so far is kept.")
    try close()
    return signal == .interrupt ? .interrupted : .terminated
  }
}
