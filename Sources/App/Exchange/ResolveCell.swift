import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y resolve CHECK COMPONENT OUTCOME`: decides which of the results in view applies, and why, or records a retest.
enum ResolveCell {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard let check = arguments.positional(0), let component = arguments.positional(1),
      let outcome = arguments.positional(2)
    else { throw try missing(context) }
    if let settled = try settle(context) { return settled }
    var log = TypedLog(outcome: outcome, check: check, components: [component], wording: .resolve)
    log.prepare = { try look(again: &$0, context, $1) }
    return try log.run(context)
  }

  // MARK: Deciding

  /// Carries what would have been settled out of a transaction that is not to be kept.
  private struct DryRun: Error {
    var settled: Settled
  }

  /// The reason is missing: the tracker is not locked while a person is asked for it.
  private struct ReasonIsMissing: Error {
    var command: String
  }

  private struct Settled {
    var cell: Unsettled.Dispute
    var reason = ""
    var kept: [Cell]
    var undone: [Cell]
    var now: CellState?
  }

  /// Undoes the results with another outcome than the named one. Nil if no result has that outcome, or if there is more
  /// to record than a decision.
  private static func settle(_ context: Context) throws -> ExitCode? {
    let arguments = context.arguments
    let recorded: [FlagName] = [.value, .build, .device, .os, .audit]
    guard !recorded.contains(where: arguments.has) else { return nil }
    let tester = try context.requiredTester()
    let tracker = try context.openTrackerToWrite()
    let settled: Settled?
    do {
      settled = try settle(tracker, context, by: tester, reason: arguments.string(.message) ?? "")
    } catch let missing as ReasonIsMissing {
      settled = try settle(tracker, context, by: tester, reason: try reason(context, missing))
    }
    guard let settled else { return nil }
    try report(settled, context, isDryRun: arguments.has(.dryRun))
    return .done
  }

  private static func settle(
    _ tracker: Tracker, _ context: Context, by tester: String, reason: String
  ) throws -> Settled? {
    let isDryRun = context.arguments.has(.dryRun)
    do {
      return try tracker.write { writer -> Settled? in
        guard let found = try sides(context, tester, writer), !found.kept.isEmpty else { return nil }
        var settled = found
        settled.reason = reason
        let cell = settled.cell.cell
        if !isBlank(reason) {
          try writer.decide(
            between: settled.kept.map(\.id), over: settled.undone.map(\.id), of: cell, because: reason, by: tester)
        } else if isDryRun {
          try writer.takeBack(settled.undone.map(\.id), by: tester)
        } else {
          throw ReasonIsMissing(command: settled.cell.command(settled.kept[0], naming: cell.condition))
        }
        settled.now = try writer.reader.currentCells(ofComponent: cell.component, check: cell.check)
          .first { $0.condition == cell.condition }.flatMap { row in row.outcome.map(row.state) }
        if isDryRun { throw DryRun(settled: settled) }
        return settled
      }
    } catch let dryRun as DryRun {
      return dryRun.settled
    }
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  private static func reason(_ context: Context, _ missing: ReasonIsMissing) throws -> String {
    guard !context.arguments.has(.message), Prompt.isPossible(context) else {
      throw Problem.usage(
        "resolve.reason", "a choice between results requires a reason",
        hints: ["Pass the reason with -m: \(missing.command)"])
    }
    let typed = try Prompt.line(context, question: "Reason:", insteadOf: .message)
    guard let typed, !isBlank(typed) else {
      throw Problem(.decision, code: "resolve.reason", "no reason was given; nothing was resolved")
    }
    return typed
  }

  private static func sides(_ context: Context, _ tester: String, _ writer: Writer) throws -> Settled? {
    let arguments = context.arguments
    var entry = LogEntry()
    entry.outcome = arguments.positional(2) ?? ""
    entry.check = try TypedLog.name(ofCheck: arguments.positional(0) ?? "", writer)
    entry.component = try NameFinder.component(arguments.positional(1) ?? "", writer.reader)
    entry.severity = arguments.string(.severity)
    let result = try entry.result(try LogDefaults.read(context, writer.reader, tester: tester), writer)
    let cell = try Unsettled.Dispute(try cell(for: result, context, writer.reader), writer.reader)
    let same = cell.sides.filter { side in
      side.outcome == result.outcome && (result.severity == nil || side.severity == result.severity)
    }
    // Of two severities of one outcome the one that is shown, the worse, is meant where none is named.
    let severity = same.first?.severity
    let kept = same.filter { $0.severity == severity || $0.severity == nil }
    let undone = cell.sides.filter { side in !kept.contains { $0.id == side.id } }
    return undone.isEmpty ? nil : Settled(cell: cell, kept: kept, undone: undone)
  }

  private static func report(_ settled: Settled, _ context: Context, isDryRun: Bool) throws {
    let cell = settled.cell.cell
    let now = settled.now.map { StateWords.words($0) } ?? "untested"
    if try context.format() == .json {
      return try context.print(
        context.document(
          TypedLog.Wording.resolve.schema, ("dry_run", .bool(isDryRun)),
          (
            "rows",
            .array([
              .object([
                ("component", .string(cell.component)), ("check", .string(cell.check)),
                ("condition", .string(cell.condition)),
                ("outcome", .string(settled.now?.outcome.rawValue ?? "untested")),
                ("before", .string(cell.outcome?.rawValue ?? "untested")),
                ("kept", .strings(settled.kept.map(\.id))), ("undone", .strings(settled.undone.map(\.id))),
                ("reason", .string(orNull: settled.reason.isEmpty ? nil : settled.reason)),
              ])
            ])
          )))
    }
    let testers = Set(settled.undone.map(\.tester)).sorted().joined(separator: ", ")
    try context.print(
      MessageText.escaped(
        "\(isDryRun ? TypedLog.Wording.resolve.conditional : "Resolved"): \(settled.cell.place): \(now). "
          + "Undone here and where this machine is followed: \(counted(settled.undone.count, "result")) by \(testers)."
          + (settled.reason.isEmpty ? "" : " Reason: \(MessageText.quoted(settled.reason, limit: 200)).")))
  }

  // MARK: Looking again

  /// Points a result at the disputed cell and its build.
  private static func look(again result: inout NewResult, _ context: Context, _ writer: Writer) throws {
    let cell = try cell(for: result, context, writer.reader)
    result.condition = try Problem.named { () throws(NameProblem) in try Condition(parsing: cell.condition) }
    if result.build.isEmpty { result.build = try Unsettled.Dispute(cell, writer.reader).build }
    result.isRetest = true
  }

  private static func cell(for result: NewResult, _ context: Context, _ reader: Reader) throws -> Cell {
    let disputed = try reader.currentCells(ofComponent: result.component, check: result.check).filter(\.isUnsettled)
    return try cell(for: result, among: disputed, isNamed: context.arguments.has(.condition), reader)
  }

  /// The cell that was named, else the only one, else the one under the condition that log would take.
  private static func cell(
    for result: NewResult, among disputed: [Cell], isNamed: Bool, _ reader: Reader
  ) throws -> Cell {
    let here = disputed.first { $0.condition == result.condition.text }
    if isNamed {
      guard let here else { throw try settled(result, disputed, reader) }
      return here
    }
    if disputed.count == 1 { return disputed[0] }
    if let here, !result.condition.text.isEmpty { return here }
    guard !disputed.isEmpty else { throw try settled(result, disputed, reader) }
    let conditions = disputed.map { $0.condition.isEmpty ? Condition.standard.shown : $0.condition }
    throw Problem(
      .decision, code: "resolve.condition",
      "\(result.check) on \(result.component) is disputed under several conditions: "
        + conditions.joined(separator: "; "), hints: conditions.map { "Pass --condition \($0) to resolve that item." })
  }

  private static func settled(_ result: NewResult, _ disputed: [Cell], _ reader: Reader) throws -> Problem {
    let condition = result.condition.text
    let cells = try reader.currentCells(ofComponent: result.component, check: result.check)
    let now = cells.first { $0.condition == condition }.flatMap { row in
      row.outcome.map { StateWords.words(row.state($0)) }
    }
    var hints = disputed.map {
      "Pass --condition \($0.condition.isEmpty ? "default" : $0.condition) to resolve the disputed item."
    }
    hints.append("Run \"a11y log\" to record a result, or \"a11y resolve\" to list disputed items.")
    return Problem(
      .notFound, code: "cell.not-disputed",
      "\(result.check) on \(result.component)\(condition.isEmpty ? "" : " (\(condition))") is not disputed: current "
        + "result is \(now ?? "untested")", hints: hints)
  }

  private static func missing(_ context: Context) throws -> Problem {
    let typed = context.arguments.positionals
    let first = typed.first ?? ""
    let kinds = Suggestion.hint(for: first, among: ResolveRun.kinds)
    return Problem.usage(
      "arguments.missing", "missing argument; expected CHECK COMPONENT OUTCOME",
      hints: (typed.count == 1 ? kinds : []) + [
        "Run a command such as \"a11y resolve voiceover.label-present sign-in/close-button pass -m REASON\".",
        "Run \"a11y resolve\" to list disputed items.",
      ])
  }
}

/// `a11y resolve KIND KEY FIELD [VALUE]`: writes one of the values in view again, as an edit that knows all of them.
enum ResolveField {
  static func run(_ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.write)
    // A prompt takes time, and the tracker must not be locked while a person thinks.
    let asked = try context.arguments.positional(3) == nil ? tracker.read { try find(context, $0) } : nil
    let chosen = try asked.map { (field: $0, choice: try ask(context, $0)) }
    let outcome = try RegisterRun.transact(context, tracker) { register in
      let field = try find(context, register.reader)
      let choice = try chosen.map { try still($0.choice, of: $0.field, field) } ?? named(context, field)
      try settle(field, choice, register)
    }
    try RegisterReport.print(outcome, context, schema: "a11y.settled/1")
    return .done
  }

  private static func settle(_ field: Unsettled.Field, _ choice: FieldChoice, _ register: Register) throws {
    let (kind, key) = (field.conflict.kind, field.conflict.key)
    guard field.conflict.field == FieldConflict.deleted else {
      return try register.change(kind, key, JSONObject([(field.conflict.field, choice.value)]))
    }
    let isDeleted = choice.value.boolValue ?? false
    try isDeleted
      ? register.writer.delete(kind: kind, key: key, by: register.editor)
      : register.writer.restore(kind: kind, key: key, by: register.editor)
    var change = FieldChange(name: "deleted", before: field.choices[0].value, after: choice.value)
    change.rivals = field.choices.dropFirst().map(\.value)
    register.note(RegisterRow(kind: kind, key: key, change: .changed, fields: [change]))
  }

  // MARK: Which field

  private static func find(_ context: Context, _ reader: Reader) throws -> Unsettled.Field {
    let arguments = context.arguments
    let kind = arguments.positional(0) ?? ""
    let conflicts = try reader.fieldConflicts(kind: kind)
    guard let typedKey = arguments.positional(1), let typedField = arguments.positional(2) else {
      let open = conflicts.map { Unsettled.Field($0) }.prefix(3).map { $0.command(0) }
      throw Problem.usage(
        "arguments.missing", "missing argument; expected KIND KEY FIELD [VALUE]",
        hints: (open.isEmpty ? ["a11y resolve component sign-in/close-button owner qa-2"] : open).map {
          "Run \"\($0)\"."
        })
    }
    let key = try key(typedKey, kind, conflicts, reader)
    let open = conflicts.filter { $0.key.utf8.elementsEqual(key.utf8) }
    let wanted = normal(typedField)
    if let conflict = open.first(where: { FieldValue.name($0.field) == wanted }) { return Unsettled.Field(conflict) }
    let names = open.map { FieldValue.name($0.field) }
    guard case .one(let name) = resolve(wanted, among: names),
      let field = open.first(where: {
        FieldValue.name($0.field) == name
      })
    else { throw try agreed(kind, key, wanted, names, reader) }
    return Unsettled.Field(field)
  }

  /// The key that was meant: in full, or the beginning of one about which machines disagree.
  private static func key(
    _ typed: String, _ kind: String, _ conflicts: [FieldConflict], _ reader: Reader
  ) throws -> String {
    if try reader.record(kind, typed) != nil { return typed }
    var keys: [String] = []
    for conflict in conflicts where !keys.contains(conflict.key) { keys.append(conflict.key) }
    if case .one(let key) = resolve(typed, among: keys) { return key }
    return try NameFinder.record(kind, typed, reader)
  }

  /// `target-tier` is the field target_tier.
  private static func normal(_ typed: String) -> String {
    String(
      decoding: typed.utf8.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 },
      as: UTF8.self)
  }

  private static func agreed(
    _ kind: String, _ key: String, _ field: String, _ names: [String], _ reader: Reader
  ) throws -> Problem {
    var hints =
      names.isEmpty
      ? []
      : [
        "Choose a field with conflicting values: "
          + "\(names.map(FieldWords.name).joined(separator: ", "))."
      ]
    let value = try reader.record(kind, key)?.fields[field]
    let now = value.map { ": current value is \(MessageText.quoted(FieldValue.words($0, of: field)))" } ?? ""
    hints.append("Run \"a11y edit\" to change a field, or \"a11y resolve\" to list conflicts.")
    return Problem(
      .notFound, code: "field.settled",
      "no conflicting values for \(MessageText.quoted(FieldWords.name(field))) of the \(kind) "
        + "\(MessageText.quoted(key))\(now)", hints: hints)
  }

  // MARK: Which value

  private static func named(_ context: Context, _ field: Unsettled.Field) throws -> FieldChoice {
    let typed = context.arguments.positional(3) ?? ""
    if let index = try FieldChoice.find(typed, among: field.choices) { return field.choices[index] }
    let shown = field.choices.map { MessageText.quoted($0.words) }
    throw Problem.usage(
      "value.unknown",
      "\(MessageText.quoted(typed)) is not one of the current values: \(Suggestion.alternatives(shown))",
      hints: Suggestion.hint(for: typed, among: field.choices.map(\.words)) + [
        "Run \"\(edit(field))\" to set another value."
      ])
  }

  private static func edit(_ field: Unsettled.Field) -> String {
    if field.conflict.kind == "setting" { return "a11y edit tracker" }
    let words = field.conflict.key.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    // The key of a finding is its component, its check and, where it has one, its condition.
    if field.conflict.kind == "finding", (2...3).contains(words.count) {
      let condition = words.count == 3 ? " --condition \(ShellWord.quoted(words[2]))" : ""
      return "a11y edit finding \(ShellWord.quoted(words[1])) \(ShellWord.quoted(words[0]))\(condition)"
    }
    return "a11y edit \(field.conflict.kind) \(ShellWord.quoted(field.conflict.key))"
  }

  /// The choice of a person who was asked.
  ///
  /// - Throws: `resolve.choice`, exit code 5, where no prompt is possible or no answer is given.
  private static func ask(_ context: Context, _ field: Unsettled.Field) throws -> FieldChoice {
    let subject =
      "the \(field.conflict.kind) \(MessageText.quoted(field.conflict.key)) has "
      + "\(field.choices.count) conflicting values of \(field.name)"
    let machines = MachineWords(own: "")
    guard Prompt.isPossible(context) else {
      let hints = field.choices.indices.map { index in
        let words = MessageText.quoted(field.choices[index].words)
        return "Run \"\(field.command(index))\" to keep \(words) "
          + "(\(UnsettledReport.givers(field.choices[index], machines)))."
      }
      throw Problem(.decision, code: "resolve.choice", "\(subject); no value was selected", hints: hints)
    }
    try context.world.errors.write(MessageText.escaped(subject) + ":\n")
    for (index, choice) in field.choices.enumerated() {
      let words = MessageText.shortened(choice.words, limit: 120) + (index == 0 ? " (shown now)" : "")
      try context.world.errors.write(
        MessageText.escaped("  \(index + 1)  \(words): \(UnsettledReport.givers(choice, machines))") + "\n")
    }
    let chosen = try Prompt.number(context, question: "Which value is correct?", in: 1...field.choices.count)
    guard let chosen else { throw Problem(.decision, code: "resolve.choice", "nothing was resolved") }
    return field.choices[chosen - 1]
  }

  /// The choice, if the values in view are still the ones that the person chose from.
  private static func still(_ chosen: FieldChoice, of asked: Unsettled.Field, _ now: Unsettled.Field) throws
    -> FieldChoice
  {
    let isSame =
      asked.choices.count == now.choices.count
      && now.choices.allSatisfy { choice in asked.choices.contains { $0.value == choice.value } }
    guard isSame else {
      throw Problem(
        .decision, code: "resolve.changed", "another value was recorded since; nothing was resolved",
        hints: ["Run \"a11y resolve\" to see the current values."])
    }
    return chosen
  }
}
