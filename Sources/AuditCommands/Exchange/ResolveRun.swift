import Arguments
import AuditExchange
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y resolve` does: tells apart what is to be listed, a field and a cell.
enum ResolveRun {
  /// The kinds of records whose fields people edit, as `a11y list conflicts` names them.
  static let kinds = [
    "component", "audit", "check", "checklist", "waiver", "question", "task", "shortcut", "gesture",
    "finding", "setting",
  ]

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    guard let first = words.first else { return try list(context) }
    try refuse([.exitCode], context, "what was settled")
    guard try isKind(first, context) else {
      guard words.count < 4 else {
        throw Problem.usage(
          "arguments.many",
          "\(MessageText.quoted(words[3])) is one word too many: a cell takes CHECK COMPONENT OUTCOME",
          hints: ["A note with spaces goes with -m and stands in quotes."])
      }
      return try ResolveCell.run(context)
    }
    try refuse(
      [.condition, .severity, .value, .message, .audit, .build, .device, .os], context, "a field of a record")
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
    // A check is told by its parts; only a single word can be a kind from a newer version.
    guard !word.utf8.contains(UInt8(ascii: ".")) else { return false }
    return try context.openTracker(.read).read { try $0.fieldConflicts() }.contains { $0.kind == word }
  }

  private static func refuse(_ flags: [FlagName], _ context: Context, _ what: String) throws(Problem) {
    guard let flag = flags.first(where: context.arguments.has) else { return }
    throw .usage("flag.unfit", "\(flag.long) says nothing about \(what)", hints: [context.arguments.helpHint])
  }
}
