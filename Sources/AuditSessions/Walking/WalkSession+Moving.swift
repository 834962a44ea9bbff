import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal

extension WalkSession {
  /// Performs the action of a key; false at the end of the walk.
  func perform(_ order: WalkOrder) throws -> Bool {
    switch order.action {
    case .answer(let outcome): try answer(outcome, order.rest)
    case .same: try answerSame()
    case .skip: try skip()
    case .undo: try turn(.undo)
    case .redo: try turn(.redo)
    case .back: try goBack()
    case .goTo: try goTo(order.rest)
    case .find: try find(order.rest)
    case .note: try takeNote(order.rest)
    case .longNote: try takeLongNote()
    case .evidence: try takeEvidence(order.rest)
    case .value: try takeValue(order.rest)
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
    switch try writer.turn(direction) {
    case .nothing:
      try output.say("No change of yours to \(direction.word) on this machine.")
    case .refused(let what):
      try output.say(
        "Cannot \(direction.word) here: the last change is not a single answer: \(what). Run \"a11y "
          + "\(direction.word)\".")
    case .done(let sentence, let place, let outcome):
      try output.say(sentence)
      guard let place else { return }
      if direction == .undo {
        queue.bringBack(place)
        return try showAgain()
      }
      let isHere = queue.current == place
      if let outcome, queue.mark(place, .answered(outcome)), isHere { queue.advance() }
      try showNext()
    }
  }

  // MARK: Going to an item

  private func goTo(_ rest: String?) throws {
    guard let typed = try rest ?? ask("Go to item (number or part of a name):"), !typed.isEmpty else {
      return try rest == nil ? showAgain() : complain("missing item number or name, e.g. g 14")
    }
    if let number = Int(typed) {
      guard queue.go(to: number) else { return try complain("expected an item number from 1 to \(queue.count)") }
      return try showAgain()
    }
    let components = resolve(typed, among: distinct(\.component))
    let checks = resolve(typed, among: distinct(\.check))
    switch (components, checks) {
    case (.one(let name), .one), (.one(let name), .several), (.one(let name), .none):
      _ = queue.go { $0.component == name }
    case (.none, .one(let name)), (.several, .one(let name)): _ = queue.go { $0.check == name }
    case (.several(let names), _), (.none, .several(let names)):
      let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
      return try complain("\(MessageText.quoted(typed)) matches \(shown)", hint: "Type more of the name.")
    case (.none(let some), .none(let others)):
      let alike = Array((some + others).prefix(3))
      return try complain(
        "no item named \(MessageText.quoted(typed))",
        hint: alike.isEmpty ? "" : "Did you mean \(Suggestion.alternatives(alike))?")
    }
    try showAgain()
  }

  private func distinct(_ name: (ScopeCell) -> String) -> [String] {
    var seen: Set<String> = []
    return queue.items.map(name).filter { seen.insert($0).inserted }
  }

  private func find(_ rest: String?) throws {
    guard let typed = try rest ?? ask("Find text:"), !typed.isEmpty || !sought.isEmpty else {
      return try rest == nil ? showAgain() : complain("missing text, e.g. /close")
    }
    if !typed.isEmpty { sought = typed }
    let wanted = sought
    let checks = try writer.tracker.read { try $0.checks() }.filter { matches($0.check.id, $0.check.title, wanted) }
    let checkIDs = Set(checks.map(\.check.id))
    let keys = Set(distinct(\.component).filter { matches($0, title(ofComponent: $0), wanted) })
    let count = queue.find { checkIDs.contains($0.check) || keys.contains($0.component) }
    guard count > 0 else { return try complain("no item name or title contains \(MessageText.quoted(wanted))") }
    try output.say("\(counted(count, "item contains", "items contain")) \(MessageText.quoted(wanted)).")
    try showAgain()
  }

  private func title(ofComponent key: String) -> String {
    scope.components[key].map { ([$0.title] + $0.screens).joined(separator: "\n") } ?? ""
  }

  private func matches(_ name: String, _ title: String, _ wanted: String) -> Bool {
    TextSearch.contains(name, wanted) || TextSearch.contains(title, wanted)
  }

  // MARK: Saying

  private func sayWhere() throws {
    let place = queue.current == nil ? "After the last of" : "Item \(queue.position + 1) of"
    try output.say("\(place) \(queue.count). This walk: \(WalkSentences.answered(queue.counts)) \(queue.left) left.")
    guard let place = queue.current else { return }
    let component = queue.counts { $0.component == place.component }
    let check = queue.counts { $0.check == place.check }
    try output.say("\(place.component): \(component.left) of \(component.all) left.")
    try output.say("\(place.check): \(check.left) of \(check.all) left.")
    if !place.condition.isEmpty || scope.hasSeveralConditions {
      let condition = queue.counts { $0.condition == place.condition }
      try output.say("Condition \(Condition.shown(place.condition)): \(condition.left) of \(condition.all) left.")
    }
  }

  private func sayKeys() throws {
    for key in WalkKeys.all {
      try output.say("\(input.isSingle ? String(key.letter) : key.line)  \(key.doc)")
    }
  }
}
