import Audit
import Base
import CommandLine
import Reports
import Store

extension RecordKind {
  /// A person's verdict on a criterion. Each person has a record, so that two who differ are both shown.
  static let verdict = RecordKind(
    Reader.verdictKind,
    fields: [
      .word(0, "criterion", .text { text throws(Problem) in .string(try VerdictRules.subject(text).id) }),
      RecordField(
        FlagSpec.choice(.level, value: "LEVEL", of: ConformanceTerm.self, "conformance level"),
        .line("level"), required: true, needed: true),
      RecordField(
        FlagSpec(.remarks, short: "m", value: "TEXT", "reason, and what does not work for whom").also("message"),
        .note("text of --remarks"),
        required: true, needed: true),
      .flag(
        new: FlagSpec(
          .by, value: "WHO", completes: .records(.tester),
          "person who gives the verdict (default: you, from $A11Y_TESTER or your settings)"),
        edit: FlagSpec(.by, value: "WHO", completes: .records(.tester), "person who gave the verdict")),
      .flag(
        new: FlagSpec(
          .edition, value: "EDITION", completes: .records(.edition),
          "edition of the conformance report, e.g. 2.5-wcag-2.2-int (default: every edition)")),
      .shown("by", .line("by")), .shown("edition", .line("edition")), .shown("given", .line("given")),
    ],
    new: Words(
      summary: "add a person's verdict on a criterion, for a conformance report",
      usage: ["CRITERION --level LEVEL --remarks TEXT [--by WHO] [FLAGS]"],
      words: [PositionalSpec("CRITERION", completes: .records(.criterion), "criterion or feature, e.g. 1.4.3")]),
    edit: Words(summary: "change or delete a verdict"),
    facts: [
      .items { record, _, _ in VerdictRules.items(record) }, .fields("by", "edition", "given", "remarks"),
      .items { record, _, reader in try VerdictRules.others(record, reader) },
    ],
    RecordRules(
      key: { fields, _ in
        ["criterion", "edition", "by"].compactMap { fields[$0]?.stringValue }.joined(separator: "/")
      },
      complete: VerdictRules.complete, added: VerdictRules.added))
}

private enum VerdictRules {
  static func subject(_ typed: String) throws(Problem) -> VerdictSubject {
    if let subject = Catalog.verdictSubject(typed) { return subject }
    throw .usage(
      "criterion.unknown",
      "unknown criterion \(MessageText.quoted(typed)); expected a criterion of WCAG, of a chapter of Section 508 or EN "
        + "301 549, captions, or audio-descriptions",
      hints: Suggestion.hint(for: typed, among: Catalog.verdictSubjects.map(\.id)) + [
        "Run \"a11y list criteria\" to list the criteria of WCAG."
      ])
  }

  /// Fills in who, for which edition, and when; refuses levels that the criterion does not allow.
  @Sendable static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    let person = change.arguments.string(.by) ?? change.context.tester() ?? ""
    let criterion = fields["criterion"]?.stringValue ?? change.record?.text("criterion") ?? ""
    if let record = change.record {
      try refuseOthers(record, person)
    } else {
      fields["by"] = try FieldRules.line(person, "name of the person")
      guard !person.isEmpty else {
        throw Problem.usage(
          "verdict.by", "missing --by WHO: a verdict is the word of a person",
          hints: ["Pass --by WHO, or run \"a11y config tester NAME\" to set your name."])
      }
      if let typed = change.arguments.string(.edition) { fields["edition"] = .string(try EditionName.find(typed).id) }
    }
    if let level = fields["level"]?.stringValue, let subject = Catalog.verdictSubject(criterion) {
      try check(level, subject)
    }
    let given = ["level", "remarks"].contains { name in
      fields[name].map { $0 != change.record?.fields[name] } ?? false
    }
    if given { fields["given"] = .string(Timestamp(milliseconds: change.register.writer.now).localDate(offset: 0)) }
  }

  private static func check(_ level: String, _ subject: VerdictSubject) throws(Problem) {
    guard !subject.levels.contains(where: { $0.rawValue == level }) else { return }
    let reason =
      subject.kind == .feature
      ? "the App Store has no such level" : "only a criterion of level AAA can be without an evaluation"
    throw .usage(
      "level.unfit", "--level \(level) is not allowed for \(subject.id): \(reason)",
      hints: ["Use \(WordList.or(subject.levels.map(\.rawValue)))."])
  }

  /// A verdict is changed by who gave it; without any name it is the only person at this machine.
  private static func refuseOthers(_ record: Reader.Record, _ person: String) throws(Problem) {
    let author = record.text("by")
    let criterion = Catalog.verdictSubject(record.text("criterion"))?.id ?? "CRITERION"
    guard !person.isEmpty, !person.hasSameBytes(as: author) else { return }
    throw .usage(
      "verdict.author",
      "the verdict \(MessageText.quoted(record.key)) is by \(MessageText.quoted(author)), not by "
        + MessageText.quoted(person),
      hints: [
        "Run \"a11y new verdict \(criterion)\" to add your own verdict, or pass --by with that name."
      ])
  }

  @Sendable static func added(_ key: String, _ fields: JSONObject, _ change: RecordEdit) throws {
    let criterion = fields.text("criterion")
    let level = fields["level"]?.stringValue.flatMap(ConformanceTerm.init(rawValue:))
    let standing = VerdictBook(try change.reader.verdicts()).standing(criterion, in: fields["edition"]?.stringValue)
    let others = standing.verdicts.filter { !$0.key.hasSameBytes(as: key) && $0.level != level }
    if !others.isEmpty {
      let said = others.map { "\($0.person) (\($0.level?.rawValue ?? ""))" }.joined(separator: ", ")
      change.register.warn("the verdict is disputed: \(said). The level of neither is used in a conformance report")
    }
    guard let level, level.isBetter(than: .partiallySupports),
      let results = try change.reader.standards()[criterion], results.state == .fail
    else { return }
    change.register.warn(
      "the verdict is better than the results: \(StandardsWords.phrase(results.cells)). A conformance report says so")
  }

  // MARK: Page

  static func items(_ record: Reader.Record) -> [PageItem] {
    let verdict = Reader.verdict(record)
    let name = Catalog.verdictSubject(verdict.subject)?.name ?? "unknown criterion"
    return [
      .fact("Criterion", "\(verdict.subject) \(name)"),
      .fact("Level", verdict.level?.words ?? "\(record.text("level")) (not allowed)"),
    ]
  }

  /// What others say about the same criterion.
  static func others(_ record: Reader.Record, _ reader: Reader) throws -> [PageItem] {
    let verdict = Reader.verdict(record)
    let book = VerdictBook(try reader.verdicts())
    let standing = book.standing(verdict.subject, in: verdict.edition.isEmpty ? nil : verdict.edition)
    let others = standing.verdicts.filter { !$0.key.hasSameBytes(as: record.key) }
    guard !others.isEmpty || standing.isDisputed else { return [] }
    let said = others.map { "\($0.person): \($0.level?.words ?? "none")" }.joined(separator: ", ")
    return [.fact("Other verdicts", said), .fact("Status", standing.isDisputed ? "disputed" : "agreed")]
  }
}
