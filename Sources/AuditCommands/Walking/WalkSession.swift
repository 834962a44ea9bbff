import AuditModel
import AuditReports
import AuditStore

/// One walk: hears, does, says, until there is nothing more to hear.
final class WalkSession {
  /// The system asks for the end; what was being answered is not kept.
  struct Stopped: Error {
    var signal: EndingSignal
  }

  let context: Context
  let request: WalkRequest
  let scope: WalkScope
  let desk: WalkDesk
  let ears: WalkEars
  let voice: WalkVoice
  /// Standard input is a person's: a slip is said and forgiven. A script's ends the walk.
  let isForgiving: Bool

  var queue: WalkQueue
  /// The item as it was shown; nil behind the last.
  var item: WalkItem?
  /// Measured with `v` before the answer to this item.
  var value: MeasuredValue?
  /// Taken in with `e` before the answer to this item.
  var evidence: [TakenFiles] = []
  var last: WalkDesk.Answer?
  var pace = PassPace()
  var sought = ""
  /// The stop that was named last.
  private var stop: WalkStop?
  private var lineNumber = 0
  /// When the items were found, ms UTC.
  private let began: Int64

  init(
    _ context: Context, _ request: WalkRequest, _ scope: WalkScope, _ desk: WalkDesk, isSingle: Bool
  ) {
    self.context = context
    self.request = request
    self.scope = scope
    self.desk = desk
    ears = WalkEars(context.world.keyboard, isSingle: isSingle)
    isForgiving = context.world.isTerminal(.input)
    voice = WalkVoice(context: context, asks: isForgiving)
    queue = WalkQueue(scope.cells)
    began = context.world.now()
  }

  func run() throws -> ExitCode {
    try voice.say(WalkTalk.opening(queue.count, request, desk.defaults, namesDevice: context.arguments.has(.device)))
    if request.only == .retest, desk.defaults.build.isEmpty { context.warn(WalkTalk.withoutBuild) }
    try voice.say(WalkTalk.keys(isSingle: ears.isSingle))
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
    try voice.ask(WalkTalk.question)
    let heard = try ears.next()
    lineNumber += 1
    switch heard {
    case .key(let letter): return try pressed(letter)
    case .line(let line): return try written(line)
    case .otherKey:
      try voice.endLine()
      try voice.say(WalkTalk.unknownKey)
    case .enter:
      try voice.endLine()
      try voice.say(WalkTalk.enter)
    case .paste(let count):
      try voice.endLine()
      try voice.say(WalkTalk.paste(count))
    case .notText: try complain("that is not UTF-8 text")
    case .tooLong: try complain("that line is too long")
    case .end:
      try voice.endLine()
      return false
    case .ending(let signal): throw Stopped(signal: signal)
    case .resumed: try showAgain()
    }
    return true
  }

  private func pressed(_ letter: Unicode.Scalar) throws -> Bool {
    guard let key = WalkKeys.key(letter) else {
      try voice.endLine()
      try voice.say(WalkTalk.unknownKey)
      return true
    }
    try voice.endLine(String(letter))
    return try follow(WalkOrder(action: key.action))
  }

  private func written(_ line: String) throws -> Bool {
    guard !WalkLine.trimmed(line).isEmpty else {
      // An empty line of a script is none.
      if isForgiving { try voice.say(WalkTalk.enter) }
      return true
    }
    guard let order = WalkLine.parse(line) else {
      try complain(WalkTalk.unknownLine(line))
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
    try voice.say(text.capitalizedFirst + (hint.isEmpty ? "" : " " + hint))
  }

  private func follow(_ order: WalkOrder) throws -> Bool {
    do {
      return try perform(order)
    } catch let error as StoreError {
      // Another process held the tracker too long, the disk is full: the answer can be given again.
      guard isForgiving else { throw error }
      try voice.say("Not recorded: \(error.problem.message). \(error.problem.hints.first ?? "")")
      return true
    }
  }

  /// The answer to a question; nil where it is taken back with Ctrl-D.
  func ask(_ question: String) throws -> String? {
    while true {
      try voice.ask(question)
      switch try ears.answer(echo: voice.echo(_:endsLine:)) {
      case .line(let line): return WalkLine.trimmed(line)
      case .ending(let signal):
        try voice.endLine()
        try voice.say("Not recorded.")
        throw Stopped(signal: signal)
      case .resumed: continue
      case .notText: try voice.say("That is not UTF-8 text.")
      case .tooLong: try voice.say("That line is too long.")
      case .end:
        try voice.endLine()
        return nil
      case .otherKey: try voice.say("Not taken: arrow keys and the like do nothing in a line. Type it again.")
      case .key, .enter, .paste: continue
      }
    }
  }

  // MARK: Showing

  /// Shows the item at the queue's place; those that others have answered since the walk began are passed over.
  func showNext() throws {
    var overtaken: [ScopeCell] = []
    while let place = queue.current {
      let found = try desk.item(place)
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
    try voice.say(ending)
  }

  private var ending: String {
    let skipped = queue.left
    let rest = skipped > 0 ? "\(counted(skipped, "item is", "items are")) still open; b and g go back to them. " : ""
    return "That was the last item. \(rest)u undoes the last answer, q ends the walk."
  }

  private func say(_ overtaken: [ScopeCell]) throws {
    guard let first = overtaken.first else { return }
    if overtaken.count == 1 {
      try voice.say("Answered by somebody else meanwhile, and passed over: \(first.check) \(first.component).")
    } else {
      try voice.say("\(overtaken.count) items were answered by others meanwhile and are passed over.")
    }
  }

  /// Whether what the walk is about does not hold of an item any more.
  private func isSettled(_ item: WalkItem) -> Bool {
    if request.includesAll { return false }
    let row = item.now?.row
    let audit = desk.defaults.audit
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
      try voice.say("")
      try voice.say(WalkTalk.stop(next))
      stop = next
    }
    try voice.show(
      WalkItemText(
        item: shown, device: next.map { _ in desk.seenOn(next).device }, number: queue.position + 1, count: queue.count,
        isPlain: try voice.style().isPlain,
        saysCondition: scope.hasSeveralConditions, audit: desk.defaults.audit, clock: words.clock
      ).page)
  }

  /// The item as it stands now, also where the walk would pass it over.
  func showAgain() throws {
    guard let place = queue.current else {
      item = nil
      return try voice.say(ending)
    }
    try show(try desk.item(place))
  }

  // MARK: Ending

  private func close() throws {
    try dropEvidence()
    for line in WalkTalk.closing(queue, command: WalkTalk.command(context.arguments)) { try voice.say(line) }
  }

  private func end(_ signal: EndingSignal) throws -> ExitCode {
    // Nobody is there any more to be told.
    guard signal != .hangUp else {
      try? dropEvidence()
      return .terminated
    }
    try voice.endLine()
    try voice.say(
      signal == .interrupt ? "Interrupted. Every answer so far is kept." : "Stopped. Every answer so far is kept.")
    try close()
    return signal == .interrupt ? .interrupted : .terminated
  }
}
