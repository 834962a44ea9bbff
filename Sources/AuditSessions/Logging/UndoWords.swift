package import Arguments
import AuditCatalog
import AuditModel
package import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// Steps in words. The caller escapes them when it prints.
package struct UndoWords {
  let context: Context

  package init(context: Context) {
    self.context = context
  }

  /// What was done, e.g. `fail touch-target.minimum-44pt sign-in/close-button`.
  package static func words(_ action: UndoAction) -> String {
    switch action {
    case .result(_, let outcome, let check, let component, let condition):
      "\(outcome.rawValue) \(check) \(component)" + (condition.isEmpty ? "" : " (\(condition))")
    case .edit(let kind, let key, let fields):
      "the edit of \(kind) \(key): \(FieldWords.shown(fields).map(FieldWords.name).joined(separator: ", "))"
    case .deletion(let kind, let key): "the deletion of \(kind) \(key)"
    case .restoration(let kind, let key): "the restoration of \(kind) \(key)"
    case .note(let component): "a note on \(component)"
    case .signal(let tool, let check, let component):
      check.isEmpty || component.isEmpty
        ? "an unassigned \(tool) finding" : "the \(tool) finding on \(check) \(component)"
    case .session(let plan, let participant): "session \(participant) of plan \(plan)"
    case .trial(let number, let outcome): "trial \(number): \(outcome)"
    case .remark(let code): "remark \(code)"
    case .evidence(let name, let check, let component): "evidence \(name) of \(check) \(component)"
    case .settlement(_, let check, let component, let condition):
      "the resolution of \(check) \(component)" + (condition.isEmpty ? "" : " (\(condition))")
    }
  }

  /// `10:41`, with the tester unless it is the current one: `10:41, logged by t2`.
  package func circumstances(_ step: UndoStep, _ action: UndoAction?, isOwn: Bool) -> String {
    guard !isOwn, !step.testers.isEmpty else { return clock(step.time) }
    let verb = if case .result? = action { "logged by" } else { "by" }
    return "\(clock(step.time)), \(verb) \(step.testers.joined(separator: ", "))"
  }

  /// What `state` describes: the result of an item, or the values of a record.
  package static func noun(_ action: UndoAction) -> String {
    switch action {
    case .result, .settlement: "result"
    case .edit, .deletion, .restoration, .note, .signal, .session, .trial, .remark, .evidence: "state"
    }
  }

  /// The state after an undo or redo, e.g. `untested`, `owner qa-1`; nil if the action itself is enough.
  package static func state(_ action: UndoAction, _ reader: Reader) throws -> String? {
    switch action {
    case .result(let cell, _, _, _, _), .settlement(let cell, _, _, _):
      return try reader.state(ofCell: cell).map(StateWords.words) ?? "untested"
    case .note, .evidence, .signal, .session, .trial, .remark, .deletion("note", _): return nil
    case .edit(let kind, let key, let fields):
      let isBuiltIn = kind == "check" && Catalog.checks[id: key] != nil
      guard let record = try reader.record(kind, key) else { return isBuiltIn ? "built-in value" : "removed" }
      if record.isDeleted { return "deleted" }
      return FieldWords.shown(fields).map { field in
        let value = record.fields[field] ?? .null
        let words = value.isNull && isBuiltIn ? "built-in value" : FieldWords.words(value, of: field)
        return "\(FieldWords.name(field)) \(words)"
      }.joined(separator: ", ")
    case .deletion(let kind, let key), .restoration(let kind, let key):
      guard let record = try reader.record(kind, key) else { return "removed" }
      return record.isDeleted ? "deleted" : "restored"
    }
  }

  /// The local time of day, with the date unless it is today.
  package func clock(_ time: Int64) -> String {
    let then = Timestamp(milliseconds: time)
    let now = Timestamp(milliseconds: context.world.now())
    let offset = context.world.localOffset(time)
    let isToday = then.localDate(offset: offset) == now.localDate(offset: context.world.localOffset(now.milliseconds))
    return isToday ? then.localTime(offset: offset) : then.localMinute(offset: offset)
  }
}
