import Arguments
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y new component --scan DIR` does: proposes components for `--from`, and adds none.
enum ComponentScan {
  static func run(_ context: Context) throws -> ExitCode {
    let folder = try SourceFolder(try context.arguments.required(.scan), context)
    let known = try context.readIfThere { reader, _ in
      try reader?.components().map {
        SourceScan.Known(keys: $0.allKeys, source: $0.source, title: $0.title)
      } ?? []
    }
    let found = SourceScan.find(folder.files, known: known)
    if try context.format() == .json {
      try context.print(document(found, context).render(indent: 2))
    } else {
      try context.print((ComponentLines.names + ["line"]).joined(separator: ","))
      for component in found { try context.print(line(component)) }
    }
    for remark in folder.remarks { context.remark("a11y: note: \(remark)") }
    let files = counted(folder.files.count, "file")
    context.remark(
      found.isEmpty
        ? "No new components found in \(files)."
        : "Found \(counted(found.count, "component")) in \(files). Review them, then run \"a11y new component --from "
          + "FILE\".")
    return .done
  }

  private static func line(_ found: SourceScan.Found) -> String {
    let values = [
      "key": found.key, "kind": found.kind, "source": found.source, "screens": found.screens.joined(separator: ";"),
      "title": found.title, "style": found.style, "line": String(found.line),
    ]
    return (ComponentLines.names + ["line"]).map { CSVText.field(values[$0] ?? "") }.joined(separator: ",")
  }

  /// `a11y.scan/1`: rows as `--from` reads them.
  private static func document(_ found: [SourceScan.Found], _ context: Context) -> JSONText {
    .object([
      ("schema", .string("a11y.scan/1")),
      ("generated", .string(Timestamp(milliseconds: context.world.now()).iso8601)),
      (
        "rows",
        .array(
          found.map {
            .object([
              ("key", .string($0.key)), ("kind", .string($0.kind)), ("source", .string($0.source)),
              ("screens", .strings($0.screens)), ("title", .string($0.title)), ("style", .string($0.style)),
              ("line", .int($0.line)),
            ])
          })
      ),
    ])
  }
}
