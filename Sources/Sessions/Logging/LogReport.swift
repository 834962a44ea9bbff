import Audit
package import Base
package import CommandLine
import Reports
package import Store

/// Prints what `a11y log` recorded or would record.
package struct LogReport {
  let wording: TypedLog.Wording
  let evidence: TakenFiles
  let context: Context

  /// - Parameter accepted: the builds that others alone had named before.
  func print(_ lines: [LoggedLine], accepted: [(build: String, results: Int)], isDryRun: Bool) throws {
    if try context.format() == .json {
      try context.print(json(lines, accepted, isDryRun: isDryRun).render(indent: 2))
    } else {
      let verb = isDryRun ? wording.conditional : wording.done
      if lines.count > TypedLog.mostUnasked {
        let audits = Self.audits(lines)
        let all = "\(verb)\(audits.all): \(Self.outcomes(lines)) for \(counted(lines.count, "item"))."
        let parts = [all, audits.each, Self.others(lines)]
        try context.say(parts.filter { !$0.isEmpty }.joined(separator: " ") + evidence.sentence)
      } else {
        for line in lines { try context.say(sentence(line, verb)) }
      }
    }
    evidence.remark(context)
    if lines.count > TypedLog.mostUnasked, let words = Self.kept(lines.count { !$0.kept.isEmpty }) {
      context.remark("a11y: note: \(words).")
    }
    for words in Self.words(accepted: accepted) { context.remark("a11y: note: \(words).") }
    for advice in lines.flatMap(\.advice).unique() {
      context.remark("a11y: note: \(advice)")
    }
  }

  /// An item's first result names the source conflicts of its check, and no later one.
  private func sentence(_ line: LoggedLine, _ verb: String) -> String {
    let before = line.before.map { StateWords.words($0) } ?? "untested"
    let audit = line.result.audit.isEmpty ? "" : " for audit \(line.result.audit)"
    let kept = line.kept.isEmpty ? "" : " \(line.kept.words.capitalizedFirst)."
    let on = OnWords.phrase(line.result.members.on).map { ", \($0)" } ?? ""
    let what = "\(line.result.outcome.rawValue) \(line.words)\(on)\(line.copied)"
    return "\(verb)\(audit): \(what). Before: \(before).\(kept)"
      + (line.before == nil ? Self.sentence(ofReadings: line.readings) : "") + evidence.sentence
  }

  /// `does not count: PASS on build 999 is shown`
  static func overtaken(_ shown: Outcome?, _ build: String) -> String {
    "does not count: \(OutcomeWords.word(shown?.rawValue ?? "untested")) on build \(build) is shown"
  }

  /// What to do about a result that would not count.
  ///
  /// - Parameter typo: what to do where the build is a typo, if that is known of one result.
  static func waysOut(build: String, keepsBoth: Bool, typo: [String]? = nil) -> [String] {
    ["Pass --build \(ShellWord.quoted(build)) if you tested that build."]
      + (keepsBoth ? ["Pass --disagree to log it anyway: it is kept, and does not count."] : [])
      + (typo ?? ["Run \"a11y undo\" on the machine of its tester if build \(build) is a typo."])
  }

  /// What to do where the build of a result is a typo: only its author can undo it. Until then the build is newer than no
  /// other once its machine is not followed here, and no one else who is followed has named it.
  static func typo(of shown: Cell, _ reader: Reader) throws -> [String] {
    let machine = MachineWords.replica(ofResult: shown.id)
    if try machine.hasSameBytes(as: reader.identity().replica) {
      let tester = shown.tester.isEmpty ? "" : " --tester \(ShellWord.quoted(shown.tester))"
      return ["Run \"a11y undo\(tester)\" if build \(shown.build) is a typo and that was the last change."]
    }
    let who = shown.tester.isEmpty ? "its tester" : shown.tester
    let undo = "Have \(who) run \"a11y undo\" on machine \(machine) if build \(shown.build) is a typo, and share it."
    guard try reader.followed().contains(Followed(.machine, machine)) else { return [undo] }
    return [undo, "Run \"a11y follow --none \(machine)\" to go on without its decisions until then."]
  }

  /// The builds because of which many results do not count, the first of them in words, with the ways out:
  /// `build 999 (3). Pass --build 999 if you tested that build. Run "a11y undo" ...`
  package static func words(overtaking builds: [String: Int]) -> String {
    let ordered = builds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = firstNamed(ordered.map { "\($0.key) (\($0.value))" }, mostBuilds)
    let ways = ordered.first.map { waysOut(build: $0.key, keepsBoth: false).joined(separator: " ") } ?? ""
    return "\(ordered.count == 1 ? "build" : "builds") \(shown). \(ways)"
  }

  /// Of how many builds each is named.
  private static let mostBuilds = 3

  /// What it does to name builds that only people who are not followed had named.
  package static func words(accepted: [(build: String, results: Int)]) -> [String] {
    accepted.map { build, results in
      "build \(build) was named only by people who are not followed here, and is accepted with this result: "
        + "\(counted(results, "result of theirs on it counts", "results of theirs on it count")) as newer than those on "
        + "older builds; run \(MessageText.quoted("a11y list results build:\(ShellWord.quoted(build))")) to see "
        + "\(results == 1 ? "it" : "them")"
    }
  }

  package static func json(accepted: [(build: String, results: Int)]) -> JSONText {
    .objects(accepted) { ["build": $0.build, "results_of_others": $0.results] }
  }

  /// What many results kept of their findings; nil for none.
  package static func kept(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "1 fail keeps the severity or note of its finding"
      : "\(counted(count)) fails keep the severities or notes of their findings"
  }

  /// `pass`, or `2 fail and 10 pass` where they differ.
  static func outcomes(_ lines: [LoggedLine]) -> String {
    let groups = Outcome.allCases.map { outcome in (outcome, lines.count { $0.result.outcome == outcome }) }
      .filter { $0.1 > 0 }
    guard groups.count > 1 else { return groups.first?.0.rawValue ?? "" }
    return groups.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: " and ")
  }

  /// The audit that all count for, or how many count for each: `20 count for audit spring.`
  private static func audits(_ lines: [LoggedLine]) -> (all: String, each: String) {
    let counts = Dictionary(lines.map { ($0.result.audit, 1) }, uniquingKeysWith: +).filter { !$0.key.isEmpty }
    if let (name, count) = counts.first, count == lines.count { return (" for audit \(name)", "") }
    let each = counts.sorted { $0.key < $1.key }.map { "\(counted($0.value)) count for audit \($0.key)." }
    return ("", each.joined(separator: " "))
  }

  /// `2 had another result: fail touch-target.minimum-44pt home/boost, ...`; empty for none.
  static func others(_ lines: [LoggedLine]) -> String {
    let others = lines.compactMap { line in line.otherBefore.map { "\($0.outcome.rawValue) \(line.words)" } }
    guard !others.isEmpty else { return "" }
    return "\(counted(others.count)) had another result: \(firstNamed(others))."
  }

  /// ` See source conflicts E-03 and E-05 (a11y show E-03).`
  private static func sentence(ofReadings ids: [String]) -> String {
    guard let first = ids.first else { return "" }
    return " See source conflict\(ids.count == 1 ? "" : "s") \(WordList.and(ids)) (a11y show \(first))."
  }

  private func json(
    _ lines: [LoggedLine], _ accepted: [(build: String, results: Int)], isDryRun: Bool
  ) -> JSONText {
    let rows = lines.map { line in
      JSONText.object([
        "component": line.result.component, "check": line.result.check, "condition": line.seenUnder,
        "outcome": line.result.outcome.rawValue,
        "audit": line.result.audit.filled,
        "before": line.before?.outcome.rawValue ?? "untested", "remarks": line.advice, "readings": line.readings,
        "evidence": evidence.json,
      ])
    }
    return context.document(
      wording.schema, ["dry_run": isDryRun, "rows": rows, "accepted_builds": Self.json(accepted: accepted)])
  }
}

/// Steps in words. The caller escapes them when it prints.
package struct UndoWords {
  let context: Context

  package init(context: Context) { self.context = context }

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
    case .remark(let code, let isVoid): isVoid ? "the void of a session: \(code)" : "remark \(code)"
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
