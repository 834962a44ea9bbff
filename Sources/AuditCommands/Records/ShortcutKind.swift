import Arguments
import AuditFigures
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal

extension RecordKind {
  static var shortcut: RecordKind {
    RecordKind(
      "shortcut",
      fields: [
        .word(0, "keys", .keys, edit: FlagSpec(.keys, value: "KEYS", "new keys, e.g. Command-Shift-K")),
        RecordField(
          FlagSpec(.action, value: "TEXT", "action of the shortcut"), .line("action"), required: true, needed: true),
        RecordField(.screen, .names("screen"), as: "screens"), .component("component that must have focus"),
        RecordField(.platform, .of(.platforms), as: "platforms"), .check("related check"),
      ] + RecordField.work("note"),
      new: Words(
        summary: "add a keyboard shortcut and check for conflicts", usage: ["KEYS --action TEXT [FLAGS]"],
        examples: [
          .init(
            "a11y new shortcut Command-Shift-N --action \"New list\" --platform iPadOS --platform macOS",
            "for the whole app"),
          .init("a11y new shortcut cmd+d --action \"Mark as seen\" --screen movie-detail", "for one screen"),
        ],
        details: [
          "Modifiers can have any order and spelling: Command-Shift-N, cmd+shift+n, and key symbols are equal. A "
            + "shortcut is compared with other shortcuts of the same screen and platform, those of the system and "
            + "VoiceOver, and those with a standard meaning (see a11y list shortcuts and a11y lookup shortcut)."
        ],
        words: [PositionalSpec("KEYS", "modifiers and a key, e.g. Command-Shift-N")]),
      edit: Words(
        summary: "edit a keyboard shortcut",
        examples: [
          .init("a11y edit shortcut KEY --keys Command-Shift-K", "change its keys (KEY: a11y list shortcuts)")
        ]),
      facts: [
        .field("keys"), .field("action"), .field("screens"), .field("platforms"),
        .items { record, _, reader in
          try ShortcutTable(reader).conflicts(of: ShortcutTable.shortcut(record)).map { .fact("Conflict", $0.words) }
        },
        .field("component"), .field("check"), .field("owner"), .field("tags"), .field("ticket"), .field("note"),
      ],
      RecordRules(
        key: { fields, change in
          let words = "\(fields["keys"]?.stringValue ?? "") \(fields["action"]?.stringValue ?? "")"
          return try change.freeKey("shortcut", of: words)
        },
        complete: { fields, change in
          if change.record == nil { try remarkScreens(fields["screens"], change.register) }
        },
        added: { key, _, change in
          // Conflicts are reported; the shortcut is added anyway.
          try change.register.writer.settle()
          let table = try ShortcutTable(change.reader)
          guard let shortcut = table.shortcuts.first(where: { $0.key == key }) else { return }
          for conflict in table.conflicts(of: shortcut) { change.register.remark(conflict.words) }
        }))
  }

  /// Reports screens without a component, which may be misspelled; they are accepted.
  private static func remarkScreens(_ value: JSONValue?, _ register: Register) throws {
    let named = value?.arrayValue?.compactMap(\.stringValue) ?? []
    guard !named.isEmpty else { return }
    let known = Set(try register.reader.components().flatMap(\.screens))
    for screen in named where !known.contains(screen) {
      let meant = Suggestion.hint(for: screen, among: known.sorted()).map { ". " + $0 }.joined()
      register.remark("no component is on screen \(MessageText.quoted(screen))\(meant)")
    }
  }
}

extension FieldRule {
  /// Modifiers and a key in the stored spelling.
  fileprivate static var keys: FieldRule {
    text { typed throws(Problem) in
      do throws(NameProblem) {
        return .string(try KeyShortcut(parsing: typed).text)
      } catch {
        throw .usage(
          "keys.invalid", error.message,
          hints: ["Use modifiers and a key, e.g. Command-Shift-N. Run \"a11y lookup shortcut\" for shortcuts in use."])
      }
    }
  }
}
