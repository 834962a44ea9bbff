import Base
import CommandLine
import Reports
import Store

extension RecordKind {
  static let question = RecordKind(
    "question",
    fields: [
      .word(0, "title", label: "Question", .sentence("question"), edit: .title),
      .later(FlagSpec(.decision, value: "TEXT", "decision"), .note("decision")),
      .later(FlagSpec(.decided, value: "DATE", "date of the decision (default: today)"), .day(.decided)),
      .flag(edit: .reopen("reopen the question")), .component("related component"),
      .check("related check"),
    ] + RecordField.work("note"),
    new: Words(summary: "add an open question", usage: ["TEXT [FLAGS]"], words: [PositionalSpec("TEXT", "question")]),
    edit: Words(summary: "record a decision, or reopen a question"),
    facts: [
      .fields("title"), .items { record, _, _ in [.fact("State", state(record))] },
      .fields("decision", "component", "check", "owner", "tags", "ticket", "note"),
    ],
    RecordRules(key: { try $1.freeKey("question", of: $0.text("title")) }) {
      fields, change in
      guard let record = change.record else { return try refuseAgain(fields, change) }
      if let decision = fields["decision"] {
        if decision.isNull {
          fields["decided"] = .null
        } else if decision.stringValue ?? "" != record.text("decision"), fields["decided"] == nil {
          let world = change.context.world
          let now = world.now()
          fields["decided"] = .string(Timestamp(milliseconds: now).localDate(offset: world.localOffset(now)))
        }
      } else if fields["decided"] != nil, record.text("decision").isEmpty {
        throw Problem.usage("flag.unfit", "--decided requires --decision TEXT")
      }
      if change.edits(.reopen) { (fields["decision"], fields["decided"]) = (.null, .null) }
    })

  /// A question is asked once: its answer is looked for in one place.
  private static func refuseAgain(_ fields: JSONObject, _ change: RecordEdit) throws {
    let same = ["title", "component", "check"]
    func words(_ value: JSONValue?) -> String { (value?.stringValue ?? "").lowercased() }
    let asked = try change.reader.records("question").first { question in
      !question.isDeleted && !question.isDecided && same.allSatisfy { words(question.fields[$0]) == words(fields[$0]) }
    }
    guard let asked else { return }
    throw Problem(
      .decision, code: "question.exists", "question \(asked.key) already asks this",
      hints: ["Run \"a11y show \(ShellWord.quoted(asked.key))\", or add what is different to the text."])
  }

  private static func state(_ question: Reader.Record) -> String {
    guard question.isDecided else { return "open" }
    return question.text("decided").isEmpty ? "decided" : "decided on \(question.text("decided"))"
  }
}

extension RecordKind {
  static let task = RecordKind(
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
      words: [PositionalSpec("TEXT", "task")]),
    edit: Words(summary: "edit or complete a task"),
    facts: [
      .fields("title"),
      .items { record, show, _ in
        let done = record.fields["done_at"]?.integerValue.map { " on \(show.day($0))" } ?? ""
        return [.fact("State", record.isDone ? "done" + done : "open")]
      },
      .fields("until", "component", "check", "owner", "tags", "ticket", "note"),
    ],
    RecordRules(key: { try $1.freeKey("task", of: $0.text("title")) }) {
      fields, change in
      if change.edits(.markDone), !(change.record?.fields["done"]?.boolValue ?? false) {
        (fields["done"], fields["done_at"]) = (true, .integer(change.register.writer.now))
      }
      if change.edits(.reopen) { (fields["done"], fields["done_at"]) = (false, .null) }
    })
}

extension RecordKind {
  /// Files attached to results.
  static let evidence = RecordKind(
    "evidence",
    new: CommandSpec(
      "evidence", group: .setUp, "attach evidence to an existing result", usage: ["CHECK COMPONENT FILE... [FLAGS]"],
      positionals: [
        PositionalSpec("CHECK", completes: .records(.check), "check"),
        PositionalSpec("COMPONENT", completes: .records(.component), "component"),
        PositionalSpec("FILE", arity: .many, completes: .files, "png, jpeg, heic, webp, mp4, pdf, or text file"),
      ],
      flags: [.alt, .condition("device settings of the result"), .tester, .dryRun],
      run: AttachRun.run))
}
