package import Arguments
import AuditModel
package import AuditStore

/// The writes of a walk. Each call is one transaction, complete on disk when the call returns.
package struct WalkWriter {
  let context: Context
  let tracker: Tracker
  let defaults: LogDefaults
  /// Whether the answers retest other testers' results.
  let isRetest: Bool

  package init(context: Context, tracker: Tracker, defaults: LogDefaults, isRetest: Bool) {
    self.context = context
    self.tracker = tracker
    self.defaults = defaults
    self.isRetest = isRetest
  }

  /// A parsed answer.
  package struct Answer {
    var outcome: Outcome
    var severity: Severity?
    var value: MeasuredValue?
    var note: String?
    /// For the whole app: keys of components with the same finding.
    var components: [String] = []
  }

  /// Thrown from the transaction if the item changed after it was shown.
  private struct ItemChanged: Error {}

  func item(_ place: ScopeCell) throws -> WalkItem {
    try tracker.read { try WalkItem(place, $0) }
  }

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

  /// Records an answer; false, and nothing is recorded, if another tester answered after the item was shown.
  func record(
    _ answer: Answer, _ evidence: [TakenFiles], on item: WalkItem, stop: WalkStop? = nil
  ) throws -> Bool {
    let (device, os) = seenOn(stop)
    let place = item.place
    let condition = try Condition(parsing: place.condition)
    do {
      try tracker.write { writer in
        guard try writer.reader.latestResult(of: place) == item.now?.latest ?? 0 else { throw ItemChanged() }
        var result = NewResult(
          component: place.component, check: place.check, condition: condition, outcome: answer.outcome,
          severity: answer.severity, value: answer.value, note: answer.note, tester: defaults.tester,
          device: device, os: os, build: defaults.build, audit: defaults.audit)
        // A "can't tell" is always replaced.
        result.isRetest = item.now.map { isRetest || $0.row.outcome == .cantTell } ?? false
        let logged = try writer.log(result)
        for files in evidence { try files.attach(to: logged, by: defaults.tester, writer) }
        // Results of components do not belong to the audit, which covers the whole app.
        result.audit = ""
        for component in answer.components {
          result.component = component
          try writer.log(result)
        }
      }
      return true
    } catch is ItemChanged {
      return false
    }
  }

  /// Attaches files to an existing result.
  func attach(_ files: TakenFiles, to result: ResultRow) throws {
    try tracker.write { writer in
      for file in files.files { _ = try writer.attach(file.evidence, to: result, by: defaults.tester) }
    }
  }

  func addNote(_ text: String, on place: ScopeCell) throws {
    try tracker.write { writer in
      _ = try writer.addNote(component: place.component, check: place.check, text: text, by: defaults.tester)
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
    /// A sentence; for an answer the item and its current outcome.
    case done(String, ScopeCell?, Outcome?)
  }

  /// Undoes this tester's last answer or note, or redoes the last undone one.
  func turn(_ direction: Direction) throws -> Turned {
    try tracker.write { writer in
      let tester = defaults.tester
      let found = try direction == .undo ? writer.undoable(of: tester) : writer.redoable(of: tester)
      guard let step = found, let action = step.actions.first else { return .nothing }
      let words = UndoWords(context: context)
      let what = "\(UndoWords.words(action)) (\(words.circumstances(step, action, isOwn: step.testers == [tester])))"
      guard Self.isOfWalk(step) else { return .refused(what) }
      try writer.retract(step, by: context.ownTester() ?? tester)
      let sentence = "\(direction.verb): \(what)."
      guard case .result(_, _, let check, let component, let condition) = action else {
        return .done(sentence, nil, nil)
      }
      let place = ScopeCell(component: component, check: check, condition: condition)
      let now = try UndoWords.state(action, writer.reader) ?? "untested"
      let outcome = try writer.reader.cellNow(place, nil, nil)?.row.outcome
      return .done("\(sentence) Current result: \(now).\(Self.evidence(of: step, direction))", place, outcome)
    }
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

  /// Whether a step is one answer with its evidence (for one or several components), one note, or evidence alone.
  private static func isOfWalk(_ step: UndoStep) -> Bool {
    guard step.actions.count == step.actionCount else { return false }
    var others = 0
    var checks: Set<String> = []
    for action in step.actions {
      switch action {
      case .result(_, _, let check, _, _): if checks.insert(check).inserted { others += 1 }
      case .note: others += 1
      case .evidence: break
      case .edit, .deletion, .restoration, .signal, .session, .trial, .remark, .settlement: return false
      }
    }
    return others <= 1
  }
}
