import Audit
import Base
import CommandLine
import Store

extension RecordKind {
  static let reference = RecordKind(
    "reference",
    new: CommandSpec(
      "reference", group: .setUp, "add custom entries to a11y lookup", usage: ["--from FILE [FLAGS]"],
      flags: [.from.required(), .dryRun], run: ReferenceRun.new),
    edit: .edit(
      "reference", Words(summary: "edit a custom lookup entry", flags: [.from]), ReferenceRun.edit))
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
    guard context.arguments.has(.from) else { return try EditCommand.run(context, kind: kind) { _, _ in [:] } }
    let entries = try read(context)
    return try EditCommand.run(context, kind: kind) { _, record in
      guard let found = entries.first(where: { $0.entry.key.hasSameBytes(as: record.key) }) else {
        throw Problem(
          .badInput, code: "reference.not-in-file",
          "unknown entry \(MessageText.quoted(record.key)) in the file; it has "
            + entries.prefix(5).map { MessageText.quoted($0.entry.key) }.joined(separator: ", "))
      }
      // Removes members that the new text does not have.
      let gone = record.fields.members.filter { found.fields[$0.key] == nil }.map { ($0.key, JSONValue.null) }
      return JSONObject(found.fields.members.map { ($0.key, $0.value) } + gone)
    }
  }

  /// The entries of the file, with their fields.
  private static func read(_ context: Context) throws -> [(entry: ReferenceEntry, fields: JSONObject)] {
    let entries = try OwnFile.read(context, hint: "Run \"a11y new reference --help\" for the format of an entry.") {
      bytes throws(CatalogProblem) in try OwnFiles.reference(in: bytes)
    }
    guard !entries.isEmpty else {
      throw Problem(.badInput, code: "reference.empty", "the file has no entries")
    }
    return entries.map { entry, json in
      let members = json.objectValue?.members ?? []
      let kept = members.filter { $0.key != "table" && $0.key != "name" }.map { ($0.key, $0.value) }
      return (entry, JSONObject(kept))
    }
  }
}
