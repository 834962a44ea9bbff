import Arguments
import AuditCatalog
import AuditModel
import AuditRecords
import AuditStore
import CanonicalJSON
import Terminal

extension RecordKind {
  static var reference: RecordKind {
    RecordKind(
      "reference",
      new: CommandSpec(
        "reference", group: .setUp, "entries of your own for a11y lookup", usage: ["--from FILE [FLAGS]"],
        examples: [.init("a11y new reference --from styles.json", "one entry, a list of them, or a whole file")],
        details: [
          "An entry is an object: {\"table\": \"style\", \"name\": \"hero\", \"title\": \"Hero button\", \"meaning\": \"Our "
            + "largest button.\", \"use_when\": \"Once on a screen.\"}. These may stand beside: aliases, goes_wrong, platforms, "
            + "checks and conflicts (lists of texts), instead, wrong_names [{name, why}], figures [{name, value}], interfaces "
            + "[{name, since: {iOS: \"17.0\"}}], sources [{document, section}]; of a style also expects {size: \"56x56\", "
            + "haptics: [\"medium\"], measures: [CHECK], planned: {CHECK: VALUE}}, which is what sizes, haptics, the figures "
            + "of these checks and these values are held to, and omits, the checks that it is not asked. One of the name of a built-in entry takes its place."
        ],
        flags: [.from.required(), .dryRun], run: ReferenceRun.new),
      edit: .edit(
        "reference",
        Words(
          summary: "a new text for an entry of your own",
          examples: [.init("a11y edit reference style/hero --from styles.json", "the text of the file")],
          flags: [.from]), ReferenceRun.edit))
  }
}

/// What `a11y new reference` and `a11y edit reference` do.
enum ReferenceRun {
  private static let kind = "reference"

  static func new(_ context: Context) throws -> ExitCode {
    let entries = try read(context)
    return try RegisterRun.run(context) { register in
      for (entry, fields) in entries { try register.add(kind, entry.key, fields) }
    }
  }

  static func edit(_ context: Context) throws -> ExitCode {
    guard context.arguments.has(.from) else { return try EditRun.run(context, kind: kind) { _, _ in [:] } }
    let entries = try read(context)
    return try EditRun.run(context, kind: kind) { _, record in
      guard let found = entries.first(where: { $0.entry.key.utf8.elementsEqual(record.key.utf8) }) else {
        throw Problem(
          .badInput, code: "reference.not-in-file",
          "the file has no entry \(MessageText.quoted(record.key)); it holds "
            + entries.prefix(5).map { MessageText.quoted($0.entry.key) }.joined(separator: ", "))
      }
      // What the new text leaves out goes.
      let gone = record.fields.members.filter { found.fields[$0.key] == nil }.map { ($0.key, JSONValue.null) }
      return JSONObject(found.fields.members.map { ($0.key, $0.value) } + gone)
    }
  }

  /// The entries of the file, with what becomes their fields.
  private static func read(_ context: Context) throws -> [(entry: ReferenceEntry, fields: JSONObject)] {
    let entries = try OwnFile.read(context, hint: "a11y new reference --help shows the form of an entry.") {
      bytes throws(CatalogProblem) in try OwnFiles.reference(in: bytes)
    }
    guard !entries.isEmpty else {
      throw Problem(.badInput, code: "reference.empty", "there is no entry in the file")
    }
    return entries.map { entry, json in
      let members = json.objectValue?.members ?? []
      let kept = members.filter { $0.key != "table" && $0.key != "name" }.map { ($0.key, $0.value) }
      return (entry, JSONObject(kept))
    }
  }
}
