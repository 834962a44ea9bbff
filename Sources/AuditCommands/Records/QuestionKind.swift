import Arguments
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal

extension RecordKind {
  static var question: RecordKind {
    RecordKind(
      "question",
      fields: [
        .word(0, "title", label: "Question", .sentence("question"), edit: .title),
        .later(FlagSpec(.decision, value: "TEXT", "decision"), .note("decision")),
        .later(FlagSpec(.decided, value: "DATE", "date of the decision (default: today)"), .day(.decided)),
        .flag(edit: .reopen("reopen the question")), .component("related component"),
        .check("related check"),
      ] + RecordField.work("note"),
      new: Words(
        summary: "add an open question", usage: ["TEXT [FLAGS]"],
        examples: [
          .init("a11y new question \"Do we support landscape on iPhone?\" --owner lead-1", "add a question"),
          .init(
            "a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01",
            "record the decision (KEY is printed by new question)"),
        ],
        words: [PositionalSpec("TEXT", "question")]),
      edit: Words(
        summary: "record a decision, or reopen a question",
        examples: [
          .init("a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01", "record a decision")
        ]),
      facts: [
        .field("title"), .items { record, _, _ in [.fact("State", state(record))] }, .field("decision"),
        .field("component"), .field("check"), .field("owner"), .field("tags"), .field("ticket"), .field("note"),
      ],
      RecordRules(key: { try $1.freeKey("question", of: $0["title"]?.stringValue ?? "") }) {
        fields, change in
        guard let record = change.record else { return }
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
  }

  private static func state(_ question: Reader.Record) -> String {
    guard question.isDecided else { return "open" }
    return question.text("decided").isEmpty ? "decided" : "decided on \(question.text("decided"))"
  }
}
