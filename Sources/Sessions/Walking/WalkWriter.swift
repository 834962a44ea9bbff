import Audit
import Base
package import CommandLine
package import Store

/// The writes of a walk. Each call is one transaction, complete on disk when the call returns.
package struct WalkWriter {
  let context: Context
  let tracker: Tracker
  let defaults: LogDefaults
  /// Whether the answers retest other testers' results.
  let isRetest: Bool
  /// What this walk wrote, its undos included.
  private let steps = WalkSteps()

  package init(context: Context, tracker: Tracker, defaults: LogDefaults, isRetest: Bool) {
    (self.context, self.tracker, self.defaults, self.isRetest) = (context, tracker, defaults, isRetest)
  }

  package struct Answer {
    var outcome: Outcome
    var severity: Severity?
    var value: MeasuredValue?
    var note: String?
    /// For the whole app: keys of components with the same finding.
    var components: [String] = []
    /// For a screen: keys of its components that fail; nil where not given.
    var on: [String]?
  }

  /// Thrown from the transaction if the item changed after it was shown.
  private struct ItemChanged: Error {}

  /// Thrown from it where an answer would not count, since its item shows what was seen on a newer build.
  struct Uncounted: Error {
    var build: String
  }

  /// Thrown from it where answers contradict what other testers found on the same build: a retest takes the place of that,
  /// a disagreement keeps both.
  struct Contradicted: Error {
    var results: [Cell]
  }

  /// What the tester decided about answers that are not simply logged.
  struct Decided {
    /// They are logged also where they do not count.
    var isWanted = false
    /// Those that contradict others are retests, or disagree; nil where that is to be asked.
    var isRetest: Bool?
  }

  /// Who changed the results of items after they were shown: `another tester`, or this one elsewhere.
  func changer(of places: [ScopeCell]) throws -> String {
    let testers = try places.map { try item($0).now?.row.tester }
    return testers.allSatisfy { $0 == defaults.tester } ? "you elsewhere" : Self.other
  }

  static let other = "another tester"

  /// What happened to an item after it was shown: `another tester answered this item`.
  func change(of place: ScopeCell) throws -> String {
    if try item(place).now == nil { return "the result of this item was undone" }
    let who = try changer(of: [place])
    return who == Self.other ? "\(who) answered this item" : "you answered this item elsewhere"
  }

  func item(_ place: ScopeCell) throws -> WalkItem { try tracker.read { try WalkItem(place, $0) } }

  /// The device of an answer: that of the item's stop, unless the tester set another, or it was detected.
  func seenOn(_ stop: WalkStop?) -> (device: String, os: String) {
    let usual = (device: defaults.device, os: defaults.os)
    guard let stop, !stop.device.isEmpty, !context.arguments.has(.device),
      context.settings.detected[.device] == nil, stop.device != usual.device
    else {
      return usual
    }
    // The system of another device does not apply to this one.
    let own = context.settings.ownDevices?.devices.first { $0.name == stop.device }
    return (stop.device, context.arguments.string(.os) ?? own?.os ?? "")
  }

  /// An answer with its item as it was shown.
  struct Given {
    var answer: Answer
    var place: ScopeCell
    var now: CellNow?
  }

  struct Recorded {
    var places: [ScopeCell] = []
    /// Of the first result.
    var number: Int64 = 0
    var kept = KeptOfFinding()
    /// The results that kept something of their findings.
    var keptCount = 0
    /// Sentences about what does not take the place of other results.
    var remarks: [String] = []
  }

  /// Records an answer, and with it those that follow from it. Other items that another tester answered after they
  /// were read are left out.
  ///
  /// - Returns: nil, and nothing is recorded, if another tester answered the item of `first` after it was shown.
  /// - Throws: `Uncounted` for `first`, or `Contradicted`, and nothing is recorded.
  func record(
    _ first: Given?, _ others: [Given] = [], _ evidence: [TakenFiles] = [], stop: WalkStop? = nil,
    _ decided: Decided = Decided()
  ) throws -> Recorded? {
    do {
      let (recorded, accepted) = try tracker.write { writer in
        var recorded = Recorded()
        var contradicted: [Cell] = []
        for (index, given) in ([first].compactMap(\.self) + others).enumerated() {
          guard try writer.reader.latestResult(of: given.place) == given.now?.latest ?? 0 else {
            if first != nil, index == 0 { throw ItemChanged() }
            continue
          }
          var result = try result(of: given, stop)
          if !result.isRetest, let standing = try Contradictions.standing(against: &result, writer) {
            guard let isRetest = decided.isRetest else {
              contradicted.append(standing)
              continue
            }
            result.isRetest = isRetest
          }
          let remark = try Contradictions.remark(on: result, writer, without: "a value")
          recorded.remarks += remark.map { ["Note: \($0)."] } ?? []
          let logged = try log(result, given.answer, writer)
          if first != nil, index == 0, !decided.isWanted, let build = logged.newerBuild {
            throw Uncounted(build: build)
          }
          if recorded.places.isEmpty {
            recorded.number = logged.number
            recorded.kept = logged.kept
            for files in evidence { try files.attach(to: logged, by: defaults.tester, writer) }
          }
          if !logged.kept.isEmpty { recorded.keptCount += 1 }
          recorded.places.append(given.place)
        }
        if !contradicted.isEmpty { throw Contradicted(results: contradicted) }
        if !recorded.places.isEmpty { steps.add(writer) }
        return (recorded, writer.acceptedBuilds)
      }
      for words in LogReport.words(accepted: accepted) { context.remark("a11y: note: \(words).") }
      return recorded
    } catch is ItemChanged {
      return nil
    }
  }

  private func result(of given: Given, _ stop: WalkStop?) throws -> NewResult {
    let (device, os) = seenOn(stop)
    let (answer, place) = (given.answer, given.place)
    let (audit, build) = try defaults.count(for: place, isAsked: true)
    var result = NewResult(
      component: place.component, check: place.check, condition: try Condition(parsing: place.condition),
      outcome: answer.outcome, severity: answer.severity, value: answer.value, note: answer.note,
      tester: defaults.tester, device: device, os: os, build: build, audit: audit)
    result.members.on = answer.on
    result.isRetest =
      given.now.map { now in
        isRetest || answer.outcome.answersCantTell(shown: now.row.outcome, followed: now.followed?.state.outcome)
      } ?? false
    return result
  }

  private func log(_ given: NewResult, _ answer: Answer, _ writer: Writer) throws -> LoggedResult {
    var result = given
    let logged = try writer.log(result)
    // Results of components do not belong to the audit, which covers the whole app.
    result.audit = ""
    result.members.on = nil
    for component in answer.components {
      result.component = component
      try writer.log(result)
    }
    return logged
  }

  func attach(_ files: TakenFiles, to result: Cell) throws {
    try tracker.write { writer in
      for file in files.files { _ = try writer.attach(file.evidence, to: result, by: defaults.tester) }
      steps.add(writer)
    }
  }

  func addNote(_ text: String, on place: ScopeCell) throws {
    try tracker.write { writer in
      _ = try writer.addNote(component: place.component, check: place.check, text: text, by: defaults.tester)
      steps.add(writer)
    }
  }

  /// - Returns: the features that the component had, those that other machines had given it at once included, where they
  ///   are other ones. The same features are not written again: nothing of what others wrote is replaced by them.
  func name(_ features: [String], of component: String) throws -> [String] {
    try tracker.write { writer in
      let register = Register(writer, editor: defaults.tester)
      try register.change("component", component, ["has": .array(features.map(JSONValue.string))])
      steps.add(writer)
      let before = register.rows.flatMap(\.fields).flatMap { [$0.before] + $0.rivals }
      return before.flatMap { $0.arrayValue ?? [] }.compactMap(\.stringValue).unique()
    }
  }

  // MARK: Back and forth

  package enum Direction {
    case undo, redo

    var verb: String { self == .undo ? "Undone" : "Redone" }
    var word: String { self == .undo ? "undo" : "redo" }
  }

  /// The result of an undo or redo.
  enum Turned {
    case nothing
    /// The latest step is not a single answer or note, so it was not changed.
    case refused(String)
    /// A sentence; for answers the items and their current outcomes.
    case done(String, [(place: ScopeCell, outcome: Outcome?)])
  }

  /// Undoes the last answer or note of this walk, or redoes the last undone one. What the tester does in another terminal
  /// is left alone.
  ///
  /// - Parameter together: the items that this walk answered at once, by the number of the first result.
  func turn(_ direction: Direction, _ together: [Int64: [ScopeCell]]) throws -> Turned {
    try tracker.write { writer in
      let (own, tester) = (steps.times, defaults.tester)
      let found = try direction == .undo ? writer.undoable(among: own) : writer.redoable(among: own)
      guard let step = found, let action = step.actions.first else { return .nothing }
      let words = UndoWords(context: context)
      let several = step.numbers.lazy.compactMap { together[$0] }.first
      let circumstances = words.circumstances(step, action, isOwn: step.testers == [tester])
      let subject = several.map { "\($0.count) answers" } ?? UndoWords.words(action)
      let what = "\(subject) (\(circumstances))"
      guard several != nil || Self.isOfWalk(step) else { return .refused(what) }
      try writer.retract(step, by: context.ownTester() ?? tester)
      steps.add(writer)
      let sentence = "\(direction.verb): \(what)."
      let places = several ?? step.actions.compactMap(Self.place)
      let items = try places.map { (place: $0, outcome: try writer.reader.cellNow($0, nil, nil)?.row.outcome) }
      guard case .result = action else { return .done(sentence, []) }
      guard items.count == 1 else { return .done(sentence, items) }
      let now = try UndoWords.state(action, writer.reader) ?? "untested"
      return .done("\(sentence) Current result: \(now).\(Self.evidence(of: step, direction))", items)
    }
  }

  private static func place(of action: UndoAction) -> ScopeCell? {
    guard case .result(_, _, let check, let component, let condition) = action else { return nil }
    return ScopeCell(component: component, check: check, condition: condition)
  }

  /// The sentence for the files of an undone answer.
  private static func evidence(of step: UndoStep, _ direction: Direction) -> String {
    let names = step.actions.compactMap { action -> String? in
      guard case .evidence(let name, _, _) = action else { return nil }
      return name
    }
    guard direction == .undo, !names.isEmpty else { return "" }
    return " Also undone: \(names.joined(separator: ", ")). Press U to redo both, or e to attach a file again."
  }

  /// Whether a step is one answer with its evidence (of one check for several components, or of one component for
  /// several checks that a value decides), one note, or evidence alone.
  private static func isOfWalk(_ step: UndoStep) -> Bool {
    guard step.actions.count == step.actionCount else { return false }
    var notes = 0
    var checks: Set<String> = []
    var components: Set<String> = []
    for action in step.actions {
      switch action {
      case .result(_, _, let check, let component, let condition):
        checks.insert(check)
        components.insert("\(component) \(condition)")
      case .note: notes += 1
      case .evidence: break
      case .edit, .deletion, .restoration, .signal, .session, .trial, .remark, .settlement: return false
      }
    }
    return notes == 0 ? min(checks.count, components.count) <= 1 : notes == 1 && checks.isEmpty
  }
}

/// The steps of one walk, by their times.
private final class WalkSteps {
  private(set) var times: Set<Int64> = []

  func add(_ writer: Writer) {
    if let time = writer.stepTime { times.insert(time) }
  }
}
