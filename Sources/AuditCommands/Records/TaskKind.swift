import Arguments
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON

extension RecordKind {
  static var task: RecordKind {
    RecordKind(
      "task",
      fields: [
        .word(0, "title", label: "Task", .sentence("task"), edit: .title),
        .flag(edit: FlagSpec(switch: .markDone, "it is done")), .flag(edit: .reopen("it is not done after all")),
        .component("the component that needs it", required: true), .check("the check it serves"), .owner, .tags,
        .ticket, RecordField(FlagSpec(.until, value: "DATE", "when it should be done"), .day(.until)),
        .note("more about it"),
      ],
      new: Words(
        summary: "an improvement that a component needs", usage: ["TEXT --component COMPONENT [FLAGS]"],
        examples: [
          .init(
            "a11y new task \"Grow the hit area to 48 pt\" --component sign-in/close-button --owner dev-2", "notes it"),
          .init("a11y edit task KEY --done", "it is done; KEY was printed"),
        ],
        words: [PositionalSpec("TEXT", "what is needed")]),
      edit: Words(
        summary: "that it is done, or its fields", examples: [.init("a11y edit task KEY --done", "it is done")]),
      facts: [
        .field("title"),
        .items { record, show, _ in
          let done = record.fields["done_at"]?.integerValue.map { " on \(show.day($0))" } ?? ""
          return [.fact("State", TaskSheet.isDone(record) ? "done" + done : "open")]
        },
        .field("until"), .field("component"), .field("check"), .field("owner"), .field("tags"), .field("ticket"),
        .field("note"),
      ],
      RecordRules(key: { try $1.freeKey("task", of: $0["title"]?.stringValue ?? "") }) {
        fields, change in
        if change.edits(.markDone), !(change.record?.fields["done"]?.boolValue ?? false) {
          (fields["done"], fields["done_at"]) = (true, .integer(change.register.writer.now))
        }
        if change.edits(.reopen) { (fields["done"], fields["done_at"]) = (false, .null) }
      })
  }
}
