import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y resolve KIND KEY FIELD [VALUE]`: writes one of the values in view again, as an edit that knows all of them.
enum ResolveField {
  static func run(_ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.write)
    // A prompt takes time, and the tracker must not be locked while a person thinks.
    let asked = try context.arguments.positional(3) == nil ? tracker.read { try find(context, $0) } : nil
    let chosen = try asked.map { (field: $0, choice: try ask(context, $0)) }
    let outcome = try ReasonIsMissing.asking(context) { reason in
      try RegisterRun.transact(context, tracker) { register in
        let field = try find(context, register.reader)
        let choice = try chosen.map { try still($0.choice, of: $0.field, field) } ?? named(context, field)
        guard !reason.isEmpty || context.arguments.has(.dryRun) else {
          let index = field.choices.firstIndex { $0.value == choice.value } ?? 0
          throw ReasonIsMissing(what: "values", command: field.command(index))
        }
        try Problem.named { () throws(NameProblem) in try Names.checkNote(reason) }
        register.reason = reason
        try settle(field, choice, register)
      }
    }
    try RegisterReport.print(outcome, context, schema: "a11y.settled/1")
    return .done
  }

  private static func settle(_ field: Unsettled.Field, _ choice: FieldChoice, _ register: Register) throws {
    let (kind, key) = (field.conflict.kind, field.conflict.key)
    guard field.conflict.field == FieldConflict.deleted else {
      let companions = try register.reader.companions(of: field.conflict, with: choice.value).map {
        ($0.field, $0.value)
      }
      return try register.change(kind, key, JSONObject([(field.conflict.field, choice.value)] + companions))
    }
    let isDeleted = choice.value.boolValue ?? false
    try register.setDeleted(isDeleted, kind, key)
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
      let open = try conflicts.prefix(3).map { try Unsettled.Field($0, reader).command(0) }
      throw Problem.usage(
        "arguments.missing", "missing argument; expected KIND KEY FIELD [VALUE]",
        hints: (open.isEmpty ? ["a11y resolve component sign-in/close-button owner qa-2 -m REASON"] : open).map {
          "Run \"\($0)\"."
        })
    }
    let key = try key(typedKey, kind, conflicts, reader)
    let open = conflicts.filter { $0.key.hasSameBytes(as: key) }
    let wanted = normal(typedField)
    if let conflict = open.first(where: { FieldValue.name($0.field) == wanted }) {
      return try Unsettled.Field(conflict, reader)
    }
    let names = open.map { FieldValue.name($0.field) }
    guard case .one(let name) = resolve(wanted, among: names),
      let field = open.first(where: {
        FieldValue.name($0.field) == name
      })
    else { throw try agreed(kind, key, wanted, names, reader) }
    return try Unsettled.Field(field, reader)
  }

  /// The key that was meant: in full, or the beginning of one about which machines disagree.
  private static func key(
    _ typed: String, _ kind: String, _ conflicts: [FieldConflict], _ reader: Reader
  ) throws -> String {
    if try reader.record(kind, typed) != nil { return typed }
    if case .one(let key) = resolve(typed, among: conflicts.map(\.key).unique()) { return key }
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
    hints.append("Run \"a11y edit --help\" to change a field, or \"a11y resolve\" to list conflicts.")
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
      "\(MessageText.quoted(typed)) is not one of the current values: \(WordList.or(shown))",
      hints: Suggestion.hint(for: typed, among: field.choices.map(\.words)) + [
        "Run \"\(edit(field)) --help\" for the flags that set another value."
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
          + "(\(UnsettledReport.givers(field.choices[index], machines, context.world.clock)))."
      }
      throw Problem(.decision, code: "resolve.choice", "\(subject); no value was selected", hints: hints)
    }
    try context.world.errors.write(MessageText.escaped(subject) + ":\n")
    for (index, choice) in field.choices.enumerated() {
      let words =
        MessageText.shortened(choice.words, limit: 120) + (index == 0 && field.joined == nil ? " (shown now)" : "")
      try context.world.errors.write(
        MessageText.escaped(
          "  \(index + 1)  \(words): \(UnsettledReport.givers(choice, machines, context.world.clock))") + "\n")
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
