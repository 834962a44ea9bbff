import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

extension RecordKind {
  static let waiver = RecordKind(
    "waiver",
    fields: [
      .word(0, "component", .scope("component", component)),
      .word(1, "check", .scope("check", NameFinder.check)),
      RecordField(.reason, .line("reason"), required: true, needed: true),
      RecordField(
        FlagSpec(.approver, value: "WHO", "approver"), .line("approver"), required: true, needed: true),
      RecordField(
        FlagSpec(.until, value: "DATE", "last day (UTC)"), .day(.until), required: true, needed: true),
      .flag(new: .condition("conditions to cover")), .ticket, .note("note"),
      .flag(edit: FlagSpec(switch: .revoke, "end the waiver").standsAlone()), .shown("owner", .line("owner")),
      .shown("tags", .names("tag")),
    ],
    new: Words(
      summary: "add an approved exception for a finding",
      usage: [
        "COMPONENT CHECK --reason WORD --approver WHO --until DATE [FLAGS]",
        "FINDING --reason WORD --approver WHO --until DATE [FLAGS]",
      ],
      words: [
        PositionalSpec(
          "COMPONENT", completes: .records(.component),
          "component or pattern, e.g. 'maps/**', or finding by its ID, which needs no check"),
        PositionalSpec("CHECK", arity: .optional, completes: .records(.check), "check or pattern, e.g. 'voiceover.*'"),
      ]),
    edit: Words(summary: "change or end a waiver"),
    facts: [
      .fields("component", "check"),
      .items { record, show, _ in
        let until = record.text("until")
        let state = WaiverSheet.isInForce(until, on: show.scope.people.today) ? "in force" : "expired"
        return [
          .fact("Condition", try show.reader.map { try WaiverSheet.shown(record, $0) } ?? ""),
          .fact("State", "\(state), until \(until)"),
        ]
      },
      .fields("reason", "approver", "owner", "tags", "ticket", "note"),
    ],
    RecordRules(
      said: { context in
        guard context.arguments.positional(1) == nil else { return context }
        if let named = try context.identified(at: 0, { [$0.component, $0.check] }) { return named }
        throw Problem.usage(
          "argument.missing", "missing argument CHECK: check or pattern, e.g. 'voiceover.*'",
          hints: [context.arguments.helpHint])
      },
      key: { fields, change in
        let check = fields.text("check")
        let condition = try condition(fields, change).map {
          " " + Condition.shown(try change.reader.checkSettings.seen($0.text, of: check))
        }
        return "\(fields.text("component")) \(check)\(condition ?? "")"
      },
      complete: { fields, change in
        if let condition = try condition(fields, change) { fields["condition"] = .string(condition.text) }
        // Waivers expire by the day in UTC.
        let today = Timestamp(milliseconds: change.register.writer.now).localDate(offset: 0)
        guard let until = fields["until"]?.stringValue, until < today else { return }
        throw Problem.usage(
          "waiver.past", "--until \(until) is in the past; today is \(today) (UTC)",
          hints: [
            "Specify the last day of the waiver, or run \"a11y edit waiver KEY --revoke\" to end one in force."
          ])
      },
      added: { _, fields, change in
        let condition = try condition(fields, change)
        let covered = WaiverScope(
          component: fields.text("component"), check: fields.text("check"),
          condition: condition?.text)
        let strangers = try covered.unmatched(change.reader)
        for (what, pattern) in strangers {
          change.register.warn(
            "no \(what) matches \(MessageText.quoted(pattern)), so the waiver covers no finding; check the pattern")
        }
        guard strangers.isEmpty, try covered.failing(change.reader).isEmpty else { return }
        let place = ScopeCell(
          component: covered.component, check: covered.check, condition: covered.condition ?? "")
        let under = condition == nil ? "" : " (\(try change.reader.shownCondition(of: place)))"
        change.register.remark("\(covered.check) does not fail on \(covered.component)\(under) now")
      }))

  /// The key of a component that matches. Other commands take the check first.
  private static func component(_ typed: String, _ reader: Reader) throws -> String {
    do {
      return try NameFinder.component(typed, reader)
    } catch let unknown as Problem where unknown.code == "component.unknown" {
      guard let check = try? NameFinder.check(typed, reader) else { throw unknown }
      throw Problem(
        .notFound, code: unknown.code, "\(MessageText.quoted(typed)) is a check (\(check)), not a component",
        hints: ["Put the component before the check."])
    }
  }

  /// The condition that the line names for a new waiver; the configured one does not apply.
  private static func condition(_ fields: JSONObject, _ change: RecordEdit) throws -> Condition? {
    guard change.record == nil, change.arguments.has(.condition), let named = try change.context.condition() else {
      return nil
    }
    // The setting of a check is no part of the condition of its item.
    return try fields["check"]?.stringValue.flatMap { try change.reader.checkSettings.item(named, of: $0) } ?? named
  }
}

extension FieldWords {
  /// The fields that the key of a record says: a waiver without a name of its own is named by its component and its
  /// check, and then by its condition, with the setting of the check as lists have it. No other key says one, even with
  /// the same words: its author chose them.
  static func said(
    by key: String, of kind: String, _ fields: [(name: String, value: JSONValue)]
  ) -> Set<String> {
    guard kind == "waiver" else { return [] }
    let check = fields.first { $0.name == "check" }?.value.stringValue ?? ""
    let said = zip(["component", "check", "condition"], key.split(separator: " ")).prefix { place, word in
      fields.filter { $0.name == place }.compactMap(\.value.stringValue).contains { value in
        let seen = place == "condition" ? CheckSettings(of: .newest).seen(value, of: check) : value
        return [value, seen].contains { $0.utf8.elementsEqual(word.utf8) }
      }
    }
    return said.count < 2 ? [] : Set(said.map(\.0))
  }
}

extension FieldRule {
  /// A name, or a pattern as typed: components that match it may be added later.
  fileprivate static func scope(
    _ what: String, _ find: @escaping @Sendable (String, Reader) throws -> String
  ) -> FieldRule {
    known(.name) { texts, register in
      let typed = texts.first ?? ""
      guard Glob(typed).isPattern else { return .string(try find(typed, register.reader)) }
      guard typed.utf8.contains(where: { !"*/.".utf8.contains($0) }) else {
        let example = what == "check" ? "'haptics.*'" : "'third-party/**'"
        throw Problem.usage(
          "waiver.everything", "pattern \(MessageText.quoted(typed)) matches every \(what)",
          hints: ["Use a narrower pattern, e.g. \(example)."])
      }
      // A space separates names and patterns in the waiver's key.
      guard typed.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw Problem.usage("pattern.invalid", "invalid pattern \(MessageText.quoted(typed))")
      }
      return .string(typed)
    }
  }
}
