import Audit
import Base
import CommandLine
import Reports
import Store

extension RecordKind {
  static let shortcut = RecordKind(
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
      words: [PositionalSpec("KEYS", "modifiers and a key, e.g. Command-Shift-N")]),
    edit: Words(summary: "edit a keyboard shortcut"),
    facts: [
      .fields("keys", "action", "screens", "platforms"),
      .items { record, _, reader in
        try ShortcutTable(reader).conflicts(of: ShortcutTable.shortcut(record)).map { .fact("Conflict", $0.words) }
      },
      .fields("component", "check", "owner", "tags", "ticket", "note"),
    ],
    RecordRules(
      key: { fields, change in
        let words = "\(fields.text("keys")) \(fields.text("action"))"
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

  /// Reports screens without a component, which may be misspelled; they are accepted.
  private static func remarkScreens(_ value: JSONValue?, _ register: Register) throws {
    let named = value?.arrayValue?.compactMap(\.stringValue) ?? []
    guard !named.isEmpty else { return }
    let known = Set(try register.reader.components().flatMap(\.shownOn))
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
      let hint = "Use modifiers and a key, e.g. Command-Shift-N. Run \"a11y lookup shortcut\" for shortcuts in use."
      return try Problem.named("keys.invalid", hints: [hint]) { () throws(NameProblem) in
        .string(try KeyShortcut(parsing: typed).text)
      }
    }
  }
}

extension RecordKind {
  static let gesture = RecordKind(
    "gesture",
    fields: [
      .word(
        0, "gesture",
        .known(.text) { texts, register in
          try FieldRules.line(try GestureTable(register.reader).find(texts.first ?? "").name, "gesture")
        }),
      .component("component with the gesture", required: true),
      RecordField(
        FlagSpec(.action, value: "TEXT", "action of the gesture"), .line("action"), required: true, needed: true),
      RecordField(
        FlagSpec(.alternative, value: "TEXT", "alternative: a button, menu, or custom action"),
        .line("alternative")),
      .check("related check"),
    ] + RecordField.work("note"),
    new: Words(
      summary: "add a gesture and its alternative",
      usage: ["GESTURE --component COMPONENT --action TEXT [--alternative TEXT] [FLAGS]"],
      words: [PositionalSpec("GESTURE", completes: .records(.gestureKind), "gesture, e.g. long-press")]),
    edit: Words(summary: "edit a gesture"),
    facts: [
      .fields("gesture", "action", "alternative"),
      .items { record, _, reader in
        try GestureTable(reader).concerns(record).map { .fact("Concern", "\($0.words) (\($0.check))") }
      },
      .fields("component", "check", "owner", "tags", "ticket", "note"),
    ],
    RecordRules(
      key: { fields, change in
        let place = fields["component"]?.stringValue?.split(separator: "/").last.map(String.init) ?? ""
        let words = "\(fields.text("gesture")) \(place) \(fields.text("action"))"
        return try change.freeKey("gesture", of: words)
      },
      complete: { fields, change in
        guard change.record == nil, let component = fields["component"]?.stringValue,
          let name = fields["gesture"]?.stringValue
        else { return }
        for other in try change.reader.records("gesture")
        where other.text("component").hasSameBytes(as: component)
          && ReferenceEntry.folded(other.text("gesture")) == ReferenceEntry.folded(name)
        {
          change.register.remark("\(component) already has gesture \(name): \(other.key) (\(other.text("action")))")
        }
      },
      added: { _, fields, change in
        let concerns = try GestureTable(change.reader).concerns { fields[$0]?.stringValue ?? "" }
        for concern in concerns { change.register.remark("\(concern.words) (\(concern.check))") }
      }))
}

extension GestureTable {
  /// A gesture of the reference, or a custom one: a name that is not similar to a known name.
  ///
  /// - Throws: usage: a name that is empty, similar to a known gesture, or matches several.
  func find(_ typed: String) throws(Problem) -> (name: String, entry: ReferenceEntry?) {
    let search = ReferenceSearch(entries)
    let isNew = search.find(typed).isEmpty && search.nearest(to: typed).isEmpty
    if isNew, !ReferenceEntry.folded(typed).isEmpty { return (typed, nil) }
    let entry = try ReferenceName.find(
      typed, in: search, what: "gesture",
      own: "Run \"a11y lookup gesture\" for valid gestures, or \"a11y new reference --from FILE\" to add one.")
    return (entry.name, entry)
  }
}

/// Finds an entry of the reference by name.
enum ReferenceName {
  /// - Throws: usage: no entry of that name, or several.
  static func find(
    _ typed: String, in search: ReferenceSearch, what: String, own hint: String
  ) throws(Problem) -> ReferenceEntry {
    let found = search.find(typed)
    if found.count == 1, let one = found.first { return one.entry }
    let alike = found.isEmpty ? search.nearest(to: typed) : found.prefix(5).map(\.entry.name)
    let question = Suggestion.question(alike)
    throw .usage(
      "\(what).unknown",
      found.isEmpty
        ? "unknown \(what) \(MessageText.quoted(typed))"
        : "\(MessageText.quoted(typed)) matches more than one \(what)", hints: question + [hint])
  }
}
