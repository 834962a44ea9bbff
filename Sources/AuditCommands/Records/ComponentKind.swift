import Arguments
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal

extension RecordKind {
  static var component: RecordKind {
    RecordKind(
      "component",
      fields: [
        .of(.kind, .kind, new: FlagSpec.kind.required(unless: .from, .like, .scan, hint: whyKind)), .of(.title, .title),
        .of(.source, .source), .of(.screens, .screen),
        .flag(edit: FlagSpec(.addScreen, value: "SCREEN", repeatable: true, "add a screen")),
        .flag(
          edit: FlagSpec(
            .removeScreen, value: "SCREEN", repeatable: true, completes: .records(.screen), "remove a screen")),
        .of(.profile, .profile), .of(.style, .style), .of(.owner, .owner), .of(.size, .size),
        .of(.targetTier, .targetTier), .of(.platforms, .platform), .flag(new: .planned, edit: .planned),
        .of(.tags, .tag),
        .flag(edit: FlagSpec(.addTag, value: "TAG", repeatable: true, "add a tag")),
        .flag(
          edit: FlagSpec(.removeTag, value: "TAG", repeatable: true, completes: .records(.tag), "remove a tag")),
        .flag(
          edit: FlagSpec(.rename, value: "KEY", "new key; results and records of the old one are kept")
            .excludes(.delete, .restore)),
        .flag(
          edit: FlagSpec(switch: .retire, "retire it: remove it from every scope; its history is kept")),
      ],
      new: Words(
        summary: "add a component (or import many)",
        usage: [
          "KEY --kind KIND [FLAGS]", "KEY --like COMPONENT [FLAGS]", "--from FILE [FLAGS]",
          "--scan DIR [-o FILE]",
        ],
        examples: [
          .init(
            "a11y new component sign-in/close-button --kind icon-button --source Views/SignIn.swift --screen sign-in",
            "one component"),
          .init(
            "a11y new component sign-in/help-button --like sign-in/close-button", "with the fields of a similar one"),
          .init("a11y new component --from components.csv", "many, from CSV with columns key, kind, source, ..."),
          .init("a11y new component --scan MyApp -o components.csv", "a file for --from, from SwiftUI sources"),
        ],
        details: [
          "The key has parts with hyphens, joined by slashes. Kind, profile, and platforms determine which checks "
            + "apply. Add a component that is used on several screens once, with all its screens.",
          "--like copies the fields that no flag sets, except owner, source, and title. A flag with an empty value "
            + "leaves its field empty.",
          "A file is CSV or TSV with a header row, or JSON (an array, or the output of a11y list components --json); "
            + "its columns are \(ComponentLines.columnNames). Empty fields are ignored. Each rejected entry is "
            + "reported with its place and the reason, and nothing is imported unless all entries are valid or you "
            + "pass --partial; --rejects FILE then keeps the others, to be corrected and read again. An existing component is changed only in the columns of the file, so reading a file "
            + "twice adds nothing twice.",
          "--scan reads the Swift files of a folder, except tests, previews, packages, and built files, and writes such a "
            + "file; it adds nothing to the tracker. Review the file, then pass it to --from. Screens, buttons, links, "
            + "menus, toggles, pickers, sliders, steppers, text fields, tab bars, progress, maps, players, charts, alerts, "
            + "sheets, and views with a gesture are proposed, with the words of .strings files and string catalogs. #if os "
            + "and the names of folders set the platforms. Components that the tracker has, by source and title, key, or "
            + "line, are omitted.",
        ],
        words: [
          PositionalSpec(
            "KEY", arity: .optional, unless: [.from, .scan], "component key, e.g. sign-in/close-button")
        ],
        flags: [
          FlagSpec(
            .like, value: "COMPONENT", completes: .records(.component),
            "component to copy kind, style, size, screens, profile, platforms, tags, target tier, and specified "
              + "values from; or a kind, for its usual style"),
          .from.excludes(ofOne + [.scan], hint: "Put it in the file.").takesNoWords(hint: "Put the keys in the file."),
          FlagSpec(
            .map, value: "PAIRS", completes: .files,
            "headers and words of another table, e.g. Name=key,Type=kind,Knopf=button, or a file with such pairs"
          ).needs(.from),
          .headerRow.needs(.from), .partial.needs(.from), .rejects.needs(.from),
          FlagSpec(.scan, value: "DIR", completes: .files, "folder of SwiftUI sources to propose components from")
            .excludes(ofOne, hint: "Edit the proposed file.").takesNoWords(hint: "Edit the keys in the proposed file."),
        ], instead: [.from: ComponentImport.run, .scan: ComponentScan.run]),
      edit: Words(
        summary: "edit, retire, or restore a component",
        examples: [
          .init("a11y edit component sign-in/close-button --owner qa-2 --size 48x48", "two fields"),
          .init(
            "a11y edit component pay --planned max-one-per='press: medium'", "a specified value: one haptic"),
          .init("a11y edit component login/x --rename sign-in/close-button", "a new key"),
          .init("a11y edit component '**' --platform iOS", "all components"),
          .init("a11y edit component screen:timeline kind:toggle --owner qa-2", "all toggles of a screen"),
        ],
        details: [
          "A planned value must meet the check, the reference tables, and the component's style and profile. It is "
            + "then compared with measured values in a11y show COMPONENT and a11y list planned.",
          "With --rename, results, findings, tickets, waivers, plans, audits, and evidence belong to the new key. The "
            + "old key is still found, in files and in what other machines log.",
        ]),
      RecordRules(
        complete: complete,
        added: { key, fields, change in
          ComponentTemplate.advise(key, fields, change)
          if let path = fields["source"]?.stringValue, fields["source_digest"]?.isNull ?? true {
            change.register.remark(missing(path))
          }
        }))
  }

  /// The flags that describe one component.
  private static let ofOne: [FlagName] = [
    .kind, .like, .title, .source, .screen, .profile, .style, .owner, .size, .targetTier, .platform, .planned, .tag,
  ]

  private static let whyKind =
    "Specify the kind, which determines the checks that apply, e.g. --kind icon-button."

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    try ComponentTemplate.fill(&fields, change)
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
    if change.edits(.rename) { fields[ComponentNames.field] = try newKey(of: key, change) }
    if change.edits(.retire) {
      fields["retired"] = true
      let findings = try change.reader.findings(of: key)
      if !findings.isEmpty, change.record?.fields["retired"]?.boolValue != true {
        let names = findings.prefix(3).joined(separator: ", ") + (findings.count > 3 ? " and more" : "")
        change.register.remark("\(counted(findings.count, "open finding")) of \(key) left the scope with it: \(names)")
      }
    }
    if change.edits(.restore) { fields["retired"] = .null }
  }

  /// - Throws: a key of several components, or one that another component has.
  private static func newKey(of key: String, _ change: RecordEdit) throws -> JSONValue? {
    let words = change.arguments.positionals
    guard words.count == 1, !EditRun.hasPattern(words) else {
      throw Problem.usage(
        "component.rename", "--rename applies to one component", hints: ["Rename components one at a time."])
    }
    let new = try FieldRules.key(change.arguments.string(.rename) ?? "", of: "component")
    if let other = try change.reader.record("component", new), !other.key.utf8.elementsEqual(key.utf8) {
      throw other.isDeleted
        ? Refusal.recordDeleted(kind: "component", key: new) : Refusal.recordExists(kind: "component", key: new)
    }
    return new.utf8.elementsEqual(key.utf8) ? nil : .string(new)
  }

  private static func missing(_ path: String) -> String {
    "source file \(MessageText.quoted(path)) not found; results cannot become stale when it changes"
  }

  /// Adds or removes one name from the current ones, or from those of `--screen` and `--tag`.
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
