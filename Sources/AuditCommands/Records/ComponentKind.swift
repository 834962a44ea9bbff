import Arguments
import AuditModel
import AuditRecords
import AuditStore
import CanonicalJSON
import Terminal

extension RecordKind {
  static var component: RecordKind {
    RecordKind(
      "component",
      fields: [
        .of(.kind, .kind, new: FlagSpec.kind.required(unless: .from, hint: whyKind)), .of(.title, .title),
        .of(.source, .source), .of(.screens, .screen),
        .flag(edit: FlagSpec(.addScreen, value: "SCREEN", repeatable: true, "one screen more")),
        .flag(
          edit: FlagSpec(
            .removeScreen, value: "SCREEN", repeatable: true, completes: .records(.screen), "one screen less")),
        .of(.profile, .profile), .of(.style, .style), .of(.owner, .owner), .of(.size, .size),
        .of(.targetTier, .targetTier), .of(.platforms, .platform), .flag(new: .planned, edit: .planned),
        .of(.tags, .tag),
        .flag(edit: FlagSpec(.addTag, value: "TAG", repeatable: true, "one tag more")),
        .flag(
          edit: FlagSpec(.removeTag, value: "TAG", repeatable: true, completes: .records(.tag), "one tag less")),
        .flag(
          edit: FlagSpec(switch: .retire, "it is no longer in the app: out of every scope, its history stays")),
      ],
      new: Words(
        summary: "one control, view or screen of the app, or many from a file",
        usage: ["KEY --kind KIND [FLAGS]", "--from FILE [FLAGS]"],
        examples: [
          .init(
            "a11y new component sign-in/close-button --kind icon-button --source Views/SignIn.swift --screen sign-in",
            "one component"),
          .init("a11y new component --from components.csv", "many: columns key, kind, source, ... or JSON"),
        ],
        details: [
          "The key is how everyone names it: parts with hyphens, joined by slashes. Kind, profile and platforms decide "
            + "which checks apply. A component that is used on several screens is registered once and lists them.",
          "A file is CSV or TSV with a header row, or JSON (an array, or what a11y list components --json writes); its "
            + "columns are \(ComponentLines.columnNames). A field without content says nothing. Every refused entry is named "
            + "with its place and the reason, and nothing is registered unless all are right or --partial is given. A "
            + "component that is there already is changed in the columns that the file has, so that a file that is read "
            + "twice registers nothing twice.",
        ],
        words: [PositionalSpec("KEY", arity: .optional, unless: .from, "its key, e.g. sign-in/close-button")],
        flags: [
          .from.excludes(
            .kind, .title, .source, .screen, .profile, .style, .owner, .size, .targetTier, .platform, .planned, .tag,
            hint: "The file says it."
          ).takesNoWords(hint: "The keys stand in the file."),
          .partial.needs(.from),
        ], fromFile: ComponentImport.run),
      edit: Words(
        summary: "its fields, or that it is no longer part of the app",
        examples: [
          .init("a11y edit component sign-in/close-button --owner qa-2 --size 48x48", "two fields"),
          .init(
            "a11y edit component pay --planned max-one-per='press: medium'", "what design promises: one haptic"),
        ],
        details: [
          "What is planned is held to the check, the tables of the reference, the component's style and profile, and is "
            + "then set against what is found: a11y show COMPONENT, a11y list planned."
        ]),
      RecordRules(
        complete: complete,
        added: { _, fields, change in
          if let path = fields["source"]?.stringValue, fields["source_digest"]?.isNull ?? true {
            change.register.remark(missing(path))
          }
        }))
  }

  private static let whyKind =
    "It decides which checks apply: a11y new component KEY --kind icon-button, for example."

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    let given = fields
    let key = change.record?.key ?? change.arguments.positional(0) ?? ""
    if let record = change.record {
      try changeList("screen", add: .addScreen, remove: .removeScreen, "screens", record, &fields, change)
      try changeList("tag", add: .addTag, remove: .removeTag, "tags", record, &fields, change)
    }
    if let source = fields["source"] {
      let sources = try SourceFiles(change.context)
      fields["source_digest"] = sources.digestField(for: source, before: change.record?.text("source") ?? "")
      if change.record != nil, let path = source.stringValue, sources.digest(of: path) == nil {
        change.register.remark(missing(path))
      }
    }
    let component = try change.record.flatMap { try change.reader.component($0.key) }
    let planned = try PlannedFlag(change.arguments).fields(of: component, key: key, with: given, change.register)
    for member in planned.members { fields[member.key] = member.value }
    if change.edits(.retire) { fields["retired"] = true }
    if change.edits(.restore) { fields["retired"] = .null }
  }

  private static func missing(_ path: String) -> String {
    "there is no file \(MessageText.quoted(path)) here, so results cannot become stale when it changes"
  }

  /// One name more or less than before, or than `--screen` and `--tag` say.
  private static func changeList(
    _ what: String, add: FlagName, remove: FlagName, _ field: String, _ record: Reader.Record,
    _ wanted: inout JSONObject, _ change: RecordEdit
  ) throws {
    guard change.edits(add) || change.edits(remove) else { return }
    var names = wanted[field].map { $0.arrayValue?.compactMap(\.stringValue) ?? [] } ?? record.list(field)
    let removed = try FieldRules.names(change.arguments.list(remove), what)
    for name in removed.arrayValue?.compactMap(\.stringValue) ?? [] {
      guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        change.register.remark("component \(record.key) has no \(what) \(MessageText.quoted(name)) to remove")
        continue
      }
      names.removeAll { $0.utf8.elementsEqual(name.utf8) }
    }
    wanted[field] = try FieldRules.names(names + change.arguments.list(add), what)
  }
}
