import Arguments
import AuditCatalog
import AuditModel
import AuditRecords
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y new component --from FILE` does: many components in one transaction, all of them or, with `--partial`,
/// the valid ones. Reading a file twice adds nothing twice.
enum ComponentImport {
  /// Far above any real list of components.
  private static let largest = 64 << 20
  /// The maximum number of changed rows that are listed.
  private static let shownRows = 100

  /// Thrown to roll back; the entries were reported already.
  private struct Refused: Error {}

  static func run(_ context: Context) throws -> ExitCode {
    let name = try context.arguments.required(.from)
    let map = try ColumnMap(context, columns: ComponentLines.names, ComponentLines.vocabularies)
    var rejects = try RejectsFile(context)
    let entries = try read(name, map, context)
    let tracker = try context.openTracker(.write)
    let sources = try SourceFiles(context)
    var tally = ImportTally(source: name == "-" ? "standard input" : name)
    var outcome = RegisterRun.Outcome(rows: [], remarks: [])
    do {
      outcome = try RegisterRun.transact(context, tracker) { register in
        var count = 0
        tally.take(entries, register, sources, context) { text in
          count += 1
          rejects?.add(text, line: count)
        }
        if let failure = tally.failure { throw failure }
        if tally.refusedCount > 0, !context.arguments.has(.partial), !context.arguments.has(.dryRun) { throw Refused() }
        if let words = try rejects?.write(head: entries.head, isJSON: entries.isJSON, context) {
          context.remark("a11y: note: \(words).")
        }
      }
    } catch is Refused {
      tally.isKept = false
    }
    return try tally.report(outcome, context, shownRows: shownRows)
  }

  private static func read(_ name: String, _ map: ColumnMap?, _ context: Context) throws -> ComponentEntries {
    let input = try context.text(of: name, keepsMark: true)
    let shown = name == "-" ? "standard input" : MessageText.quoted(name)
    let headerRow = try context.headerRow()
    let bytes = try input.readAll(limit: largest, name: shown)
    let content = UTF8Text.unmarked(bytes)
    do {
      let first = content.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      guard isJSON else {
        return try ComponentLines.read(bytes, map, headerRow: headerRow, understood: context.remark)
      }
      var entries = try ComponentDocument.read(Array(content))
      entries.head.hasMark = content.count < bytes.count
      return entries
    } catch let problem as Problem where problem.kind == .badInput {
      throw Problem(
        .badInput, code: problem.code, "\(shown)\(problem.message.hasPrefix("line ") ? "," : ":") \(problem.message)",
        hints: problem.hints)
    }
  }
}
