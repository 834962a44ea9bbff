import Arguments
import AuditCatalog
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
        .component("the component that has it", required: true),
        RecordField(
          FlagSpec(.action, value: "TEXT", "what it does"), .line("action"), required: true, needed: true),
        RecordField(
          FlagSpec(.alternative, value: "TEXT", "how else that can be done: a button, a menu, a named action"),
          .line("alternative")),
        .check("the check it serves"),
      ] + RecordField.work("more about it"),
      new: Words(
        summary: "a gesture of a component, and how else that can be done",
        usage: ["GESTURE --component COMPONENT --action TEXT [--alternative TEXT] [FLAGS]"],
        examples: [
          .init(
            "a11y new gesture swipe --component my-lists/row --action \"Delete the list\" --alternative \"Edit, then Delete\"",
            "with another way"),
          .init("a11y new gesture pinch --component movie-detail/poster --action Zoom", "without one, which is said"),
        ],
        details: [
          "GESTURE is one of a11y lookup gesture, by its name or another, or one of the app's own such as shake, which is "
            + "said to be one until a11y new reference adds it there. a11y list gestures says which have no alternative, "
            + "begin at an edge of the system, or mean something else than usual."
        ],
        words: [PositionalSpec("GESTURE", completes: .records(.gestureKind), "the gesture, e.g. long-press")]),
      edit: Words(
        summary: "its alternative, or its fields",
        examples: [
          .init(
            "a11y edit gesture KEY --alternative \"a button in the bar\"", "how else; a11y list gestures names KEY")
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
            change.register.remark("\(component) has \(name) already: \(other.key) (\(other.text("action")))")
          }
        },
        added: { _, fields, change in
          let concerns = try GestureTable(change.reader).concerns { fields[$0]?.stringValue ?? "" }
          for concern in concerns { change.register.remark("\(concern.words) (\(concern.check))") }
        }))
  }
}

extension GestureTable {
  /// A gesture of the reference, or, without an entry, one of the app's own: a name that looks like none that is known.
  ///
  /// - Throws: usage: an empty name, one that is nearly that of a known gesture, or that of several.
  func find(_ typed: String) throws(Problem) -> (name: String, entry: ReferenceEntry?) {
    let search = ReferenceSearch(entries)
    let isNew = search.find(typed).isEmpty && search.nearest(to: typed).isEmpty
    if isNew, !ReferenceEntry.folded(typed).isEmpty { return (typed, nil) }
    let entry = try ReferenceName.find(
      typed, in: search, what: "gesture",
      own: "a11y lookup gesture lists them; a11y new reference --from FILE adds your own.")
    return (entry.name, entry)
  }
}

/// An entry of the reference that has to be named.
enum ReferenceName {
  /// - Throws: usage: nothing of that name, or several.
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
        ? "there is no \(what) \(MessageText.quoted(typed))"
        : "\(MessageText.quoted(typed)) may be more than one \(what)", hints: question + [hint])
  }
}
