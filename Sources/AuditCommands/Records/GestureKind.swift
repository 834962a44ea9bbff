import Arguments
import AuditCatalog
import AuditFigures
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal

extension RecordKind {
  static var gesture: RecordKind {
    RecordKind(
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
        examples: [
          .init(
            "a11y new gesture swipe --component my-lists/row --action \"Delete the list\" --alternative \"Edit, then "
              + "Delete\"",
            "with an alternative"),
          .init("a11y new gesture pinch --component movie-detail/poster --action Zoom", "without an alternative"),
        ],
        details: [
          "GESTURE is a name or alias from a11y lookup gesture, or a custom gesture such as shake, which is reported "
            + "as custom until a11y new reference adds it. a11y list gestures shows gestures without an alternative, "
            + "at a system edge, or with an unusual meaning."
        ],
        words: [PositionalSpec("GESTURE", completes: .records(.gestureKind), "gesture, e.g. long-press")]),
      edit: Words(
        summary: "edit a gesture",
        examples: [
          .init(
            "a11y edit gesture KEY --alternative \"a button in the bar\"",
            "set its alternative (KEY: a11y list gestures)")
        ]),
      facts: [
        .field("gesture"), .field("action"), .field("alternative"),
        .items { record, _, reader in
          try GestureTable(reader).concerns(record).map { .fact("Concern", "\($0.words) (\($0.check))") }
        },
        .field("component"), .field("check"), .field("owner"), .field("tags"), .field("ticket"), .field("note"),
      ],
      RecordRules(
        key: { fields, change in
          let place = fields["component"]?.stringValue?.split(separator: "/").last.map(String.init) ?? ""
          let words = "\(fields["gesture"]?.stringValue ?? "") \(place) \(fields["action"]?.stringValue ?? "")"
          return try change.freeKey("gesture", of: words)
        },
        complete: { fields, change in
          guard change.record == nil, let component = fields["component"]?.stringValue,
            let name = fields["gesture"]?.stringValue
          else { return }
          for other in try change.reader.records("gesture")
          where other.text("component").utf8.elementsEqual(component.utf8)
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
    let question = alike.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(alike))?"]
    throw .usage(
      "\(what).unknown",
      found.isEmpty
        ? "unknown \(what) \(MessageText.quoted(typed))"
        : "\(MessageText.quoted(typed)) matches more than one \(what)", hints: question + [hint])
  }
}
