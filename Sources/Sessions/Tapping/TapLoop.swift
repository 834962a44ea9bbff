package import Base
package import Children
package import CommandLine
package import Store

/// One session: reads a key, saves it, and confirms it, until all taps are recorded or the session is stopped.
package final class TapLoop {
  /// A second key within this time (ms) is the same press.
  static let progress: Int64 = 300

  /// The allowed numbers of retries.
  private static let retries = 1...9

  private struct Stopped: Error {
    var signal: EndingSignal
  }

  private let context: Context
  private let tracker: Tracker
  private let plan: TapPlan
  private let session: TapSession
  /// Nil until its first entry where the input is no terminal: one without an answer leaves no session.
  private var begun: BegunSession?
  private let input: WalkInput
  private let output: PromptOutput
  private let isForgiving: Bool
  private var progress: TapProgress
  private var hand: TapHand
  private var lastPress: Int64?
  /// Trials and remarks of this session that can be undone, the latest last.
  private var saved: [(words: String, isTrial: Bool)] = []
  private var ended: EndCode?
  /// The number of invalid lines of a pipe.
  private var skipped = 0

  package init(_ context: Context, _ tracker: Tracker, _ plan: TapPlan, _ session: TapSession, isSingle: Bool) throws {
    (self.context, self.tracker, self.plan, self.session) = (context, tracker, plan, session)
    input = WalkInput(context.world.keyboard, isSingle: isSingle)
    isForgiving = context.world.isTerminal(.input)
    output = PromptOutput(context: context, asks: isForgiving)
    hand = try context.arguments.choice(.hand) ?? .unknown
    let order = TapOrder.parts(plan.parts, count: plan.taps, seed: UInt64(clamping: session.seed))
    progress = TapProgress(plan, order: order)
    if isForgiving { _ = try opened() }
  }

  private func opened() throws -> BegunSession {
    if let begun { return begun }
    let new = try tracker.write { try $0.begin(session) }
    begun = new
    return new
  }

  /// Asks for taps until all are recorded or the session ends.
  package func run() throws -> ExitCode {
    try output.say(
      "Participant code: \(session.participant). Write only this code on consent form \(session.consent.reference).")
    try output.say(
      "\(plan.component), \(plan.sizeText) pt: \(counted(plan.practice, "practice tap")), "
        + "\(counted(plan.taps, "scored tap")). The child may stop at any time.")
    try output.say(
      "Keys: h hit, m missed, n neighbor, r hit after a retry, g gave up, k did not try, x void, u undo, "
        + "f frustration, q stop, ? all keys.")
    do {
      try askTaps()
      return try close()
    } catch let stopped as Stopped {
      if stopped.signal != .hangUp {
        try output.endLine()
        try output.say("Stopped. All taps so far are saved.")
        if begun != nil { _ = try close() }
      }
      return stopped.signal == .interrupt ? .interrupted : .terminated
    }
  }

  // MARK: Hearing

  /// False at the end of the input.
  private func turn(_ heard: WalkInput.Heard) throws -> Bool {
    switch heard {
    case .key(let letter):
      try output.endLine(String(letter))
      if let count = Int(String(letter)), try recount(count) { return true }
      try press(TapKey(typed: String(letter)), "")
    case .line(let line):
      let words = line.utf8.split(separator: 0x20, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
      guard let first = words.first?.lowercased() else { return true }
      // `r3`: hit after 3 retries.
      let retries = first.hasPrefix("r") ? Int(first.dropFirst()).flatMap { Self.retries.contains($0) ? $0 : nil } : nil
      guard let key = retries == nil ? TapKey(rawValue: first) : .retried else {
        try complain("unknown key \(MessageText.quoted(line, limit: 40))")
        return true
      }
      try press(key, words.count > 1 ? words[1] : "", retries: retries ?? 1)
    case .otherKey, .enter:
      try output.endLine()
      try output.say("Unknown key. Press ? for help.")
    case .paste(let count):
      try output.endLine()
      try output.say("Ignored pasted text (\(counted(count, "character"))). Nothing was saved.")
    case .notText, .tooLong: try complain("invalid line")
    case .end:
      try output.endLine()
      return false
    case .ending(let signal): throw Stopped(signal: signal)
    case .resumed: break
    }
    return true
  }

  /// Reports an error and continues: a child does not return because of a typing error.
  private func complain(_ text: String) throws {
    guard isForgiving else {
      skipped += 1
      return context.remark("a11y: note: skipped: \(text); run \"a11y tap run --help\" for the keys")
    }
    try output.say(text.capitalizedFirst + ". Press ? for help.")
  }

  /// A digit after `r` is the number of retries; false after any other key.
  private func recount(_ count: Int) throws -> Bool {
    guard Self.retries.contains(count), saved.last?.isTrial == true, let last = progress.held.last,
      last.outcome == .retrySuccess
    else { return false }
    try undo()
    lastPress = nil
    try press(.retried, "", retries: count)
    return true
  }

  private func press(_ key: TapKey?, _ rest: String, retries: Int = 1) throws {
    guard let key else { return try output.say("Unknown key. Press ? for help.") }
    if input.isSingle, isTooSoon() { return try output.say("Ignored: pressed twice within 0.3 s.") }
    switch key {
    case .undo: try undo()
    case .frustration: try frustration(rest)
    case .comment: try comment(rest)
    case .leftHand, .rightHand:
      hand = key == .leftHand ? .left : .right
      try output.say("\(hand.rawValue.capitalizedFirst) hand from now on.")
    case .stop: try stop(rest)
    case .help: try output.say("Keys: \(TapKey.all)")
    default:
      let kind = progress.kind
      guard let trial = key.trial(progress.number, kind, plan, part: progress.part, hand: hand, retries: retries)
      else { return }
      let title = progress.title
      let words = key == .retried ? "hit after \(counted(retries, "retry", "retries"))" : key.words
      let begun = try opened()
      try tracker.write { try $0.add(trial, to: begun) }
      // A second press that waited for a slow disk is one all the same.
      lastPress = context.world.now()
      progress.add(trial)
      saved.append(("\(title): \(words)", true))
      try output.say("Saved: \(words).")
    }
    try context.output.flush()
  }

  private func isTooSoon() -> Bool {
    let now = context.world.now()
    defer { lastPress = now }
    guard let lastPress, now >= lastPress else { return false }
    return now - lastPress < Self.progress
  }

  // MARK: Doing

  private func undo() throws {
    guard let last = saved.last else { return try output.say("Nothing to undo in this session.") }
    let isDone = try tracker.write { writer -> Bool in
      guard let step = try writer.undoable(), step.actionCount == 1 else { return false }
      switch step.actions.first {
      case .trial where last.isTrial, .remark where !last.isTrial: break
      default: return false
      }
      try writer.retract(step, by: session.moderator)
      return true
    }
    guard isDone else { return try output.say("Not undone: see the later change with a11y undo --list.") }
    saved.removeLast()
    if last.isTrial { progress.takeBack() }
    try output.say("Undone: \(last.words).")
  }

  private func add(_ remark: TapRemark, _ words: String) throws {
    let begun = try opened()
    try tracker.write { try $0.add(remark, to: begun) }
    saved.append((words, false))
    try output.say("Saved: \(words).")
  }

  private func frustration(_ rest: String) throws {
    let words = rest.split(separator: " ").map(String.init)
    let code = try choose(words.first, "Frustration: \(TapChoice.shown(TapChoice.frustration)).", TapChoice.frustration)
    guard let code else { return }
    var severity = words.count > 1 ? Int(words[1]) : code == FrustrationCode.none.rawValue ? 0 : nil
    if severity == nil, words.isEmpty {
      severity = try choose(nil, "Intensity (1 to 3):", ["1", "2", "3"]).flatMap { Int($0) }
    }
    guard let severity, (0...3).contains(severity) else {
      return try complain("expected a frustration code and an intensity from 0 to 3")
    }
    try add(
      TapRemark(topic: .frustration, code: code, severity: severity, trial: progress.held.last?.number),
      "frustration \(code), \(severity)")
  }

  private func comment(_ rest: String) throws {
    let code = try choose(
      rest.isEmpty ? nil : rest, "Comment on the size: \(TapChoice.shown(TapChoice.size)).", TapChoice.size)
    if let code { try add(TapRemark(topic: .size, code: code), "size \(code)") }
  }

  private func stop(_ rest: String) throws {
    let question = "Reason for stopping: \(TapChoice.shown(TapChoice.ends))."
    let code = try choose(rest.isEmpty ? nil : rest, question, TapChoice.ends)
    guard let code, let end = EndCode(rawValue: code) else { return }
    let begun = try opened()
    try tracker.write { try $0.add(TapRemark(topic: .end, code: code), to: begun) }
    ended = end
  }

  /// All taps are recorded: only remarks may follow.
  private func finish() throws {
    if isForgiving {
      try output.say("Last tap. Press c for the child's comment on the size, u to undo, or q or Enter to end.")
      while progress.isComplete {
        try output.ask("Anything else?")
        let heard = try input.next()
        lastPress = nil
        if heard == .enter || heard == .end || heard == .key("q") || heard == .line("q") || heard == .line("") {
          try output.endLine()
          break
        }
        guard heard == .key("c") || heard == .key("u") || heard == .key("f") || isSpoken(heard) else {
          if case .ending(let signal) = heard { throw Stopped(signal: signal) }
          try output.endLine()
          try output.say("All taps are recorded. Press c, f, or u, or q to end.")
          continue
        }
        guard try turn(heard) else { break }
      }
      guard progress.isComplete else { return try askTaps() }
    } else {
      while case .line(let line) = try input.next() {
        if line.isEmpty { continue }
        if line == "q" { break }
        guard line == "u" || line.hasPrefix("c ") || line.hasPrefix("f ") else {
          try complain("unexpected line \(MessageText.quoted(line, limit: 40)) after the last tap")
          continue
        }
        guard try turn(.line(line)) else { break }
        guard progress.isComplete else { return try askTaps() }
      }
    }
    let begun = try opened()
    try tracker.write { try $0.add(TapRemark(topic: .end, code: EndCode.complete.rawValue), to: begun) }
    ended = .complete
  }

  private func isSpoken(_ heard: WalkInput.Heard) -> Bool {
    guard case .line(let line) = heard else { return false }
    return ["c", "f", "u"].contains(String(line.prefix(1)))
  }

  /// Asks for what is left, at the beginning or after the last tap was undone.
  private func askTaps() throws {
    while !progress.isComplete, ended == nil {
      try output.ask("\(progress.title).")
      guard try turn(try input.next()) else { return }
    }
    if progress.isComplete { try finish() }
  }

  /// One word of a list: given, or asked for. Enter cancels.
  private func choose(_ given: String?, _ question: String, _ words: [String]) throws -> String? {
    if let given {
      if let word = TapChoice.find(given, among: words) { return word }
      try complain("invalid value \(MessageText.quoted(given, limit: 40)); expected \(WordList.or(words))")
      guard isForgiving else { return nil }
    }
    while true {
      try output.ask(question)
      let heard = try input.next()
      lastPress = nil
      var text = ""
      switch heard {
      case .key(let letter): text = String(letter)
      case .line(let line): text = line
      case .ending(let signal): throw Stopped(signal: signal)
      default: break
      }
      try output.endLine(input.isSingle ? text : "")
      if let word = TapChoice.find(text, among: words) { return word }
      guard isForgiving, !text.isEmpty else {
        try output.say("Nothing was saved.")
        return nil
      }
      try output.say("Invalid value \(MessageText.quoted(text, limit: 40)). Press Enter to cancel.")
    }
  }

  /// The session so far, for a document.
  package var members: JSONMembers {
    [
      "plan": plan.key, "sessions": begun == nil ? 0 : 1, "participant": session.participant, "scored": progress.judged,
      "not_tried": progress.notTried, "practice": progress.practice, "ended": ended?.rawValue, "skipped": skipped,
    ]
  }

  private func close() throws -> ExitCode {
    guard begun != nil else {
      guard skipped > 0 else {
        try output.say("No taps: no session was saved.")
        return .done
      }
      throw Problem(
        .badInput, code: "session.empty", "\(counted(skipped, "line")) skipped, and none is left; no session was saved",
        hints: ["Run \"a11y tap run --help\" for the keys, one for each line."])
    }
    let end = ended.map { "Ended: \($0.rawValue)." } ?? "Ending not recorded."
    if skipped > 0 { context.remark("a11y: \(counted(skipped, "line")) skipped; all other lines are saved.") }
    let rest = progress.notTried > 0 ? "\(progress.notTried) not tried, " : ""
    try output.say(
      "Session \(session.participant): \(counted(progress.judged, "scored tap")), \(rest)\(progress.practice) "
        + "practice. " + end)
    try output.say("All sessions: a11y tap report \(ShellWord.quoted(plan.key))")
    return .done
  }
}

/// The lines of standard input that are not blank, with their numbers from 1.
package enum InputLines {
  /// The lines that are not blank, each with its place for messages.
  package static func read(_ context: Context) throws -> [(place: String, text: String)] {
    var lines: [(place: String, text: String)] = []
    var number = 0
    let input = try LineSource(context.world.input.asText(), readAhead: 0)
    input.isKept = false
    while let bytes = try input.next({ Array($0) }) {
      number += 1
      let place = "line \(number) of standard input"
      guard let text = UTF8Text.decode(bytes) else {
        throw Problem(.badInput, code: "input.encoding", "\(place) is not UTF-8 text")
      }
      guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { continue }
      // Reading to the end first could fill the memory.
      try TapCounts.checkCount(lines.count + 1, .badInput)
      lines.append((place, text))
    }
    return lines
  }
}
