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
        .flag(edit: FlagSpec(switch: .markDone, "mark it as done")), .flag(edit: .reopen("reopen the task")),
        .component("component to improve", required: true), .check("related check"), .owner, .tags,
        .ticket, RecordField(FlagSpec(.until, value: "DATE", "due date"), .day(.until)),
        .note("note"),
      ],
      new: Words(
        summary: "add an improvement task", usage: ["TEXT --component COMPONENT [FLAGS]"],
        examples: [
          .init(
            "a11y new task \"Grow the hit area to 48 pt\" --component sign-in/close-button --owner dev-2",
            "add a task"),
          .init("a11y edit task KEY --done", "mark it as done (KEY is printed by new task)"),
        ],
        words: [PositionalSpec("TEXT", "task")]),
      edit: Words(
        summary: "edit or complete a task", examples: [.init("a11y edit task KEY --done", "mark it as done")]),
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
