import Base
import CommandLine
import Sessions
import Store

extension RecordKind {
  static let note = RecordKind(
    "note",
    new: CommandSpec(
      "note", group: .setUp, "add a note to a component or audit",
      usage: ["TEXT --component COMPONENT [--check CHECK]", "TEXT --audit AUDIT"],
      positionals: [PositionalSpec("TEXT", "note text")],
      flags: [
        .component("component").required(unless: .audit).excludes(.audit),
        .check("check").needs(.component), .audit("audit"), .tester, .dryRun,
      ],
      run: NoteRun.new),
    edit: CommandSpec(
      "note", group: .setUp, "edit or remove a note", usage: ["KEY... [FLAGS]"],
      positionals: CommandSpec.keys(of: "note"), flags: [.message("note text"), .delete, .dryRun], needsFlag: true,
      run: NoteRun.edit))
}

/// What `a11y new note` and `a11y edit note` do.
///
/// A note on a component or a check of it is a fact of its own, named `<replica>-<n>`. A note on an audit is added to
/// the audit's field `notes`, a list of `{"at": ms UTC, "by": tester, "text": …}`, because an audit has no cell.
enum NoteRun {
  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard case .string(let text) = try FieldRules.note(arguments.positional(0) ?? "") else {
      throw Problem.usage("argument.empty", "the note has no text")
    }
    if let audit = arguments.string(.audit) { return try RegisterRun.run(context) { try addToAudit(audit, text, $0) } }
    return try RegisterRun.run(context) { register in
      let component = try NameFinder.component(try arguments.required(.component), register.reader)
      let check = try arguments.string(.check).map { try NameFinder.check($0, register.reader) }
      let id = try register.writer.addNote(component: component, check: check, text: text, by: register.editor)
      var fields = [
        FieldChange(name: "component", before: .null, after: .string(component)),
        FieldChange(name: "text", before: .null, after: .string(text)),
      ]
      if let check { fields.insert(FieldChange(name: "check", before: .null, after: .string(check)), at: 1) }
      register.note(RegisterRow(kind: "note", key: id, change: .added, fields: fields))
    }
  }

  private static func addToAudit(_ typed: String, _ text: String, _ register: Register) throws {
    let key = try NameFinder.record("audit", typed, register.reader)
    guard let record = try register.reader.record("audit", key), !record.isDeleted else {
      throw Refusal.recordDeleted(kind: "audit", key: key)
    }
    let note: JSONValue = ["at": .integer(register.writer.now), "by": .string(register.editor), "text": .string(text)]
    try register.change("audit", key, ["notes": .array((record.fields["notes"]?.arrayValue ?? []) + [note])])
  }

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let text = try arguments.string(.message).map { try FieldRules.note($0) }
    if let text, text.isNull {
      throw Problem.usage("flag.value", "a note cannot be empty", hints: ["Use --delete to remove it."])
    }
    return try RegisterRun.run(context) { register in
      let notes = try register.reader.notes()
      for typed in arguments.positionals {
        let unknown = Problem(
          .notFound, code: "note.unknown", "unknown note \(MessageText.quoted(typed))",
          hints: ["Run \"a11y list notes\" for valid keys."])
        let id = try NameFinder.find(typed, among: notes.map(\.id), kind: "note", unknown: unknown)
        guard let note = notes.first(where: { $0.id == id }) else { throw unknown }
        try replace(note, by: text?.stringValue, register)
      }
    }
  }

  /// Removes a note and, if there is a new text, adds one with that text.
  private static func replace(_ note: Reader.NoteRow, by text: String?, _ register: Register) throws {
    guard text != note.text else { return register.note(RegisterRow(kind: "note", key: note.id, change: .same)) }
    try register.writer.retractNote(note.id, by: register.editor)
    guard let text else {
      let change = FieldChange(name: "deleted", before: false, after: true)
      return register.note(RegisterRow(kind: "note", key: note.id, change: .changed, fields: [change]))
    }
    let author = register.editor.isEmpty ? note.tester : register.editor
    let id = try register.writer.addNote(component: note.component, check: note.check, text: text, by: author)
    register.note(
      RegisterRow(
        kind: "note", key: note.id, change: .changed,
        fields: [
          FieldChange(name: "text", before: .string(note.text), after: .string(text)),
          FieldChange(name: "key", before: .string(note.id), after: .string(id)),
        ]))
  }
}
