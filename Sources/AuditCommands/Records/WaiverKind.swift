import Arguments
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

extension RecordKind {
  static var waiver: RecordKind {
    RecordKind(
      "waiver",
      fields: [
        .word(0, "component", .scope("component", NameFinder.component)),
        .word(1, "check", .scope("check", NameFinder.check)),
        RecordField(.reason, .line("reason"), required: true, needed: true),
        RecordField(
          FlagSpec(.approver, value: "WHO", "who allows it"), .line("approver"), required: true, needed: true),
        RecordField(
          FlagSpec(.until, value: "DATE", "the last day it holds"), .day(.until), required: true, needed: true),
        .flag(new: .condition("only under these conditions")), .ticket, .note("what else there is to say"),
        .flag(edit: FlagSpec(switch: .revoke, "it holds no longer").standsAlone()), .shown("owner", .line("owner")),
        .shown("tags", .names("tag")),
      ],
      new: Words(
        summary: "permission to live with a fault for a while",
        usage: ["COMPONENT CHECK --reason WORD --approver WHO --until DATE [FLAGS]"],
        examples: [
          .init(
            "a11y new waiver sign-in/close-button touch-target.minimum-44pt --reason platform-limit --approver lead-1 "
              + "--until 2027-01-31 -m \"fixed with the new toolbar\"",
            "until the end of January"),
          .init(
            "a11y new waiver 'maps/**' 'voiceover.*' --reason third-party --approver lead-1 --until 2027-01-31",
            "what a library does, in a part of the app"),
        ],
        details: [
          "A waiver never turns a fail into a pass: the fault stays in every count, marked as waived. When its last day is "
            + "over the finding is open again and a11y gate fails. a11y list waivers says which are in force, have expired, "
            + "or cover nothing that fails."
        ],
        words: [
          PositionalSpec(
            "COMPONENT", completes: .records(.component), "the component, or a pattern such as 'maps/**'"),
          PositionalSpec(
            "CHECK", completes: .records(.check), "the check it fails, or a pattern such as 'voiceover.*'"),
        ]),
      edit: Words(
        summary: "a new date or reason, or the end of it",
        examples: [.init("a11y edit waiver KEY --until 2027-03-31", "longer; a11y list waivers names the keys")]),
      facts: [
        .field("component"), .field("check"),
        .items { record, show, _ in
          let until = record.text("until")
          let state = WaiverSheet.isInForce(until, on: show.scope.people.today) ? "in force" : "expired"
          return [
            .fact("Condition", WaiverSheet.shown(record.fields["condition"]?.stringValue)),
            .fact("State", "\(state), until \(until)"),
          ]
        },
        .field("reason"), .field("approver"), .field("owner"), .field("tags"), .field("ticket"), .field("note"),
      ],
      RecordRules(
        key: { fields, change in
          let condition = try condition(change).map { " " + $0.shown } ?? ""
          return "\(fields["component"]?.stringValue ?? "") \(fields["check"]?.stringValue ?? "")\(condition)"
        },
        complete: { fields, change in
          if let condition = try condition(change) { fields["condition"] = .string(condition.text) }
          // The day in UTC, by which waivers run out.
          let today = Timestamp(milliseconds: change.register.writer.now).localDate(offset: 0)
          guard let until = fields["until"]?.stringValue, until < today else { return }
          throw Problem.usage(
            "waiver.past", "a waiver until \(until) is over already; today is \(today) (UTC)",
            hints: [
              "--until names the last day on which it holds; a11y edit waiver KEY --revoke ends one that stands."
            ])
        },
        added: { _, fields, change in
          let condition = try condition(change)
          let covered = WaiverScope(
            component: fields["component"]?.stringValue ?? "", check: fields["check"]?.stringValue ?? "",
            condition: condition?.text)
          let strangers = try covered.unmatched(change.reader)
          for (what, pattern) in strangers {
            change.register.warn(
              "no \(what) matches \(MessageText.quoted(pattern)), so the waiver covers nothing; look at the pattern")
          }
          guard strangers.isEmpty, try covered.failing(change.reader).isEmpty else { return }
          let under = condition.map { " (\($0.shown))" } ?? ""
          change.register.remark("\(covered.check) does not fail on \(covered.component)\(under) now")
        }))
  }

  /// The condition that the line names for a new waiver; the configured one is none of its own.
  private static func condition(_ change: RecordEdit) throws(Problem) -> Condition? {
    guard change.record == nil, change.arguments.has(.condition) else { return nil }
    return try change.context.condition()
  }
}

extension FieldRule {
  /// A name, or a pattern as it is: what it matches may come later.
  fileprivate static func scope(
    _ what: String, _ find: @escaping @Sendable (String, Reader) throws -> String
  ) -> FieldRule {
    known(.name) { texts, register in
      let typed = texts.first ?? ""
      guard Glob(typed).isPattern else { return .string(try find(typed, register.reader)) }
      guard typed.utf8.contains(where: { !"*/.".utf8.contains($0) }) else {
        throw Problem.usage(
          "waiver.everything", "\(MessageText.quoted(typed)) is every \(what); a waiver says what it is about",
          hints: ["Name a part of them, such as \(what == "check" ? "'haptics.*'" : "'third-party/**'")."])
      }
      // Names and patterns are parted by a blank in the waiver's key.
      guard typed.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw Problem.usage("pattern.invalid", "\(MessageText.quoted(typed)) is no pattern of names")
      }
      return .string(typed)
    }
  }
}
