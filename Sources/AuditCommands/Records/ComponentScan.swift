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
        KnownComponent(keys: $0.allKeys, source: $0.source, kind: $0.kind, title: $0.title)
      } ?? []
    }
    let outcome = SourceScan.find(folder.files, catalogs: folder.catalogs, known: known, in: folder.path)
    let found = outcome.found
    if try context.format() == .json {
      try context.print(document(found, context).render(indent: 2))
    } else {
      try context.print((ComponentLines.names + ["line"]).joined(separator: ","))
      for component in found { try context.print(line(component)) }
    }
    for remark in folder.remarks { context.remark("a11y: note: \(remark)") }
    for remark in remarks(outcome) { context.remark("a11y: note: \(remark)") }
    let files = counted(folder.files.count, "file")
    context.remark(
      found.isEmpty
        ? "No new components found in \(files)."
        : "Found \(counted(found.count, "component")) in \(files). Review them, then run \"a11y new component --from "
          + "FILE\".")
    return .done
  }

  /// What became of the components of the tracker, and what is for systems that it does not have.
  private static func remarks(_ outcome: SourceScan.Outcome) -> [String] {
    var remarks: [String] = []
    if outcome.known > 0 { remarks.append("\(counted(outcome.known, "component")) of the tracker found again") }
    if !outcome.moved.isEmpty {
      let places = outcome.moved.map { "\($0.key) is in \($0.place) now" }
      remarks.append("moved: \(listed(places)); set it with \"a11y edit component KEY --source FILE:LINE\"")
    }
    if !outcome.gone.isEmpty {
      remarks.append(
        "no longer in the sources: \(listed(outcome.gone)); retire it with \"a11y edit component KEY --retire\"")
    }
    if outcome.ofOthers > 0 {
      remarks.append("left out \(counted(outcome.ofOthers, "component")) only for tvOS, watchOS, or visionOS")
    }
    return remarks
  }

  /// The first ones, and how many more there are.
  private static func listed(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", and \(names.count - 3) more" : "")
  }

  private static func line(_ found: SourceScan.Found) -> String {
    let values = [
      "key": found.key, "kind": found.kind, "source": found.source, "screens": found.screens.joined(separator: ";"),
      "title": found.title, "style": found.style, "platforms": found.platforms.joined(separator: ";"),
      "line": String(found.line),
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
              ("platforms", .strings($0.platforms)), ("line", .int($0.line)),
            ])
          })
      ),
    ])
  }
}
