import Arguments
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
        .word(0, "keys", .keys, edit: FlagSpec(.keys, value: "KEYS", "other keys, e.g. Command-Shift-K")),
        RecordField(
          FlagSpec(.action, value: "TEXT", "what it does"), .line("action"), required: true, needed: true),
        RecordField(.screen, .names("screen"), as: "screens"), .component("the component that must have the focus"),
        RecordField(.platform, .of(.platforms), as: "platforms"), .check("the check it serves"),
      ] + RecordField.work("more about it"),
      new: Words(
        summary: "a keyboard shortcut of the app, and what it collides with", usage: ["KEYS --action TEXT [FLAGS]"],
        examples: [
          .init(
            "a11y new shortcut Command-Shift-N --action \"New list\" --platform iPadOS --platform macOS",
            "an ordinary one"),
          .init("a11y new shortcut cmd+d --action \"Mark as seen\" --screen movie-detail", "on one screen"),
        ],
        details: [
          "Modifiers stand in any order and spelling: Command-Shift-N, cmd+shift+n and the signs on the keys are one. It "
            + "is held against the others of the same place and platform, against those that the system and VoiceOver "
            + "take, and against those with a standard meaning: a11y list shortcuts, a11y lookup shortcut."
        ],
        words: [PositionalSpec("KEYS", "modifiers and a key, e.g. Command-Shift-N")]),
      edit: Words(
        summary: "other keys, or its fields",
        examples: [
          .init("a11y edit shortcut KEY --keys Command-Shift-K", "other keys; a11y list shortcuts names KEY")
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
          // What it collides with; it is registered all the same.
          try change.register.writer.settle()
          let table = try ShortcutTable(change.reader)
          guard let shortcut = table.shortcuts.first(where: { $0.key == key }) else { return }
          for conflict in table.conflicts(of: shortcut) { change.register.remark(conflict.words) }
        }))
  }

  /// Screens that no component is on: they are taken, and may be mistyped.
  private static func remarkScreens(_ value: JSONValue?, _ register: Register) throws {
    let named = value?.arrayValue?.compactMap(\.stringValue) ?? []
    guard !named.isEmpty else { return }
    let known = Set(try register.reader.components().flatMap(\.screens))
    for screen in named where !known.contains(screen) {
      let meant = Suggestion.hint(for: screen, among: known.sorted()).map { ". " + $0 }.joined()
      register.remark("no component is on the screen \(MessageText.quoted(screen))\(meant)")
    }
  }
}

extension FieldRule {
  /// Modifiers and a key in the one spelling that is kept.
  fileprivate static var keys: FieldRule {
    text { typed throws(Problem) in
      do throws(NameProblem) {
        return .string(try KeyShortcut(parsing: typed).text)
      } catch {
        throw .usage(
          "keys.invalid", error.message,
          hints: ["Write modifiers and a key: Command-Shift-N, cmd+shift+n; a11y lookup shortcut lists those in use."])
      }
    }
  }
}
