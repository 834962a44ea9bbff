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
        .later(FlagSpec(.decision, value: "TEXT", "what was decided"), .note("decision")),
        .later(FlagSpec(.decided, value: "DATE", "when (otherwise today)"), .day(.decided)),
        .flag(edit: .reopen("it is open again")), .component("the component it is about"),
        .check("the check it is about"),
      ] + RecordField.work("what is known so far"),
      new: Words(
        summary: "something the team has to decide", usage: ["TEXT [FLAGS]"],
        examples: [
          .init("a11y new question \"Do we support landscape on iPhone?\" --owner lead-1", "asks"),
          .init(
            "a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01", "answers; KEY was printed"),
        ],
        words: [PositionalSpec("TEXT", "the question")]),
      edit: Words(
        summary: "the decision, or that it is open again",
        examples: [
          .init("a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01", "decided")
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
          throw Problem.usage("flag.unfit", "nothing is decided yet: --decided goes with --decision TEXT")
        }
        if change.edits(.reopen) { (fields["decision"], fields["decided"]) = (.null, .null) }
      })
  }

  private static func state(_ question: Reader.Record) -> String {
    guard question.isDecided else { return "open" }
    return question.text("decided").isEmpty ? "decided" : "decided on \(question.text("decided"))"
  }
}
