import Audit
import Base
import CommandLine
import Sessions
import Store

/// `a11y edit`: edits records.
enum EditCommand {
  static let spec = CommandSpec(
    "edit", group: .setUp, "edit a record",
    usage: ["KIND KEY... [FLAGS]"], subcommands: RecordKind.all.compactMap(\.edit), run: GroupRun.run)

  /// Edits the named records.
  ///
  /// - Parameter fields: the new values for a current record; null clears.
  static func run(
    _ context: Context, kind: String, _ fields: (Register, Reader.Record) throws -> JSONObject
  ) throws -> ExitCode {
    let arguments = context.arguments
    if hasPattern(context, kind) {
      try confirm(try context.openTracker(.read).read { try keys(context, kind, $0).count }, kind, context)
    }
    return try RegisterRun.run(context) { register in
      for key in try keys(context, kind, register.reader) {
        if arguments.has(.delete) || arguments.has(.revoke) {
          try register.delete(kind, key)
        } else {
          guard let record = try register.reader.record(kind, key) else {
            throw Refusal.unknownRecord(kind: kind, key: key)
          }
          try register.change(kind, key, try fields(register, record), restoring: arguments.has(.restore))
        }
      }
    }
  }

  /// More records than this that a pattern selected are confirmed first.
  private static let mostUnasked = 20

  /// - Throws: exit code 5 if many are to be edited, and the person declines.
  static func confirm(_ count: Int, _ kind: String, _ context: Context) throws {
    guard count > mostUnasked, !context.arguments.has(.dryRun) else { return }
    let records = counted(count, kind)
    guard try Prompt.confirm(context, question: "Edit \(records)?", action: "edit \(records)") else {
      throw Problem(.decision, code: "edit.declined", "nothing was changed")
    }
  }

  /// Whether components are selected by a pattern or a query.
  private static func hasPattern(_ context: Context, _ kind: String) -> Bool {
    kind == "component" && hasPattern(context.arguments.positionals)
  }

  static func hasPattern(_ words: [String]) -> Bool {
    words.contains { Glob($0).isPattern || $0.utf8.contains(UInt8(ascii: ":")) }
  }

  /// The full keys, each once.
  private static func keys(_ context: Context, _ kind: String, _ reader: Reader) throws -> [String] {
    let words = context.arguments.positionals
    if hasPattern(context, kind) {
      return try ComponentSelection(words, includingRetired: context.arguments.has(.restore), reader).keys
    }
    return try words.map { try NameFinder.record(kind, $0, reader) }.unique()
  }
}
