import CommandLine
import Sessions
import Store

/// `a11y resolve`: resolves conflicting edits and disputed results.
enum ResolveCommand {
  static let spec = CommandSpec(
    "resolve", group: .lead, "resolve conflicting edits and disputed results",
    usage: [
      "[--exit-code]", "KIND KEY FIELD [VALUE] [FLAGS]", "CHECK COMPONENT OUTCOME [FLAGS]", "FINDING OUTCOME [FLAGS]",
    ],
    positionals: [
      PositionalSpec(
        "WHAT", arity: .optional, completes: .records(.check),
        "kind of record, e.g. component, or check, or finding by its ID"),
      PositionalSpec(
        "KEY", arity: .optional, completes: .records(.component), "record, or component of a disputed item"),
      PositionalSpec("FIELD", arity: .optional, "field name, or outcome (pass, fail, na, cant-tell)"),
      PositionalSpec("VALUE", arity: .optional, "correct value, or its number"),
    ],
    flags: [
      .condition("condition of the item, if several are disputed"),
      .severity, .measuredValue,
      .message("reason, or note of the retest"), .audit("audit"), .tester, .build, .device, .os,
      FlagSpec(switch: .exitCode, "exit with code 1 if a conflict is open"), .dryRun,
    ],
    run: run)

  /// The kinds of records whose fields people edit, as `a11y list conflicts` names them.
  static let kinds = [
    "component", "audit", "check", "checklist", "waiver", "question", "task", "shortcut", "gesture",
    "finding", "setting", "verdict",
  ]

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    guard let first = words.first else { return try list(context) }
    try refuse([.exitCode], context, "a single conflict")
    guard try isKind(first, context) else {
      guard words.count < 4 else {
        throw Problem.usage(
          "arguments.many",
          "unexpected argument \(MessageText.quoted(words[3])); expected CHECK COMPONENT OUTCOME",
          hints: ["Pass a note with -m, in quotes."])
      }
      let named = words.count == 2 ? try context.identified(at: 0) { [$0.check, $0.component] } : nil
      return try ResolveCell.run(named ?? context)
    }
    try refuse([.condition, .severity, .value, .audit, .build, .device, .os], context, "a field of a record")
    return try ResolveField.run(context)
  }

  private static func list(_ context: Context) throws -> ExitCode {
    try refuse(
      [.condition, .severity, .value, .message, .audit, .build, .device, .os, .tester, .dryRun], context, "the list")
    let unsettled = try context.openTracker(.read).read { try Unsettled($0) }
    try UnsettledReport.write(unsettled, context)
    return context.arguments.has(.exitCode) && !unsettled.isEmpty ? .no : .done
  }

  /// Whether a word is a kind of record: one that people know, or one in which machines disagree here.
  private static func isKind(_ word: String, _ context: Context) throws -> Bool {
    if kinds.contains(word) { return true }
    // A check ID has a dot; only a word without one can be a kind from a newer version.
    guard !word.utf8.contains(UInt8(ascii: ".")) else { return false }
    return try context.openTracker(.read).read { try $0.fieldConflicts() }.contains { $0.kind == word }
  }

  private static func refuse(_ flags: [FlagName], _ context: Context, _ what: String) throws(Problem) {
    guard let flag = flags.first(where: context.arguments.has) else { return }
    throw .usage("flag.unfit", "\(flag.long) does not apply to \(what)", hints: [context.arguments.helpHint])
  }
}
