import Arguments
import AuditCatalog
import AuditModel
import AuditRecords
import AuditReports
import AuditStanding
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

extension RecordKind {
  static var audit: RecordKind {
    RecordKind(
      "audit",
      fields: [
        .title,
        RecordField(
          FlagSpec(
            .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
            "a checklist in it; several with commas"), .checklists, as: "checklists",
          onEdit: "the checklists in it, instead of those before"),
        RecordField(
          FlagSpec(
            .components, value: "PATTERN", repeatable: true, completes: .records(.component),
            "components in it, * within a part of a key and ** across; all if left out"),
          .known(.names, patterns), as: "components", onEdit: "the components in it, instead of those before"),
        RecordField(
          .condition("conditions to test under, with commas; default is the plain one, dark+text-ax5 is both at once"),
          .conditions, as: "conditions",
          onEdit: "the conditions to test under, instead of those before; dark+text-ax5 is both at once"),
        .flag(
          new: FlagSpec(
            switch: .wholeApp,
            "each check is answered once, for the component that is the app; a fail may name the components it was seen in"
          )),
        .flag(
          new: FlagSpec(
            switch: .passes, "a pass with each of VoiceOver, Voice Control, Switch Control and a keyboard, told apart")),
        RecordField(.build, .line("build")),
        RecordField(
          FlagSpec(
            .standard, value: "STANDARD", completes: .records(.standard), "what it is measured by, e.g. wcag22-aa"),
          .text(standard), onEdit: "what it is measured by"),
        .owner, .tags,
        .flag(
          edit: FlagSpec(switch: .wholeApp, "each check is answered once, for the component that is the app")
            .excludes(.perComponent)),
        .flag(edit: FlagSpec(switch: .perComponent, "each check is answered for each component, as usual")),
        .note("what it is for"), .flag(edit: FlagSpec(switch: .close, "the round is over")),
        .flag(edit: .reopen("the round goes on")), .shown("ticket", .ticket),
      ],
      new: Words(
        summary: "a round of work: checklists on components, under conditions", usage: ["KEY [FLAGS]"],
        examples: [
          .init(
            "a11y new audit spring-24 --checklist touch-target-manual,critical-rules --components 'sign-in/**' "
              + "--condition default,dark --build 3.2 --standard wcag22-aa",
            "a round of two checklists on a part of the app"),
          .init(
            "a11y new audit review-24 --checklist release-review --whole-app",
            "each question once, for the app as a whole"),
          .init(
            "a11y new audit passes-24 --checklist assistive-technologies --passes",
            "a run of each assistive technology"),
        ],
        words: [PositionalSpec("KEY", "its key, e.g. spring-24")]),
      edit: Words(
        summary: "its scope and fields, closing and opening it again",
        examples: [.init("a11y edit audit spring-24 --close", "ends it")]),
      facts: [
        .items { record, show, _ in
          let closed = record.fields["closed"]?.integerValue
          return [.fact("State", closed.map { "closed on \(show.day($0))" } ?? "open")]
        },
        .field("checklists"),
        .items { record, _, _ in
          [
            .fact("Answered", record.fields["whole_app"]?.boolValue == true ? "once for the app as a whole" : ""),
            .fact("Components", record.list("components").isEmpty ? "every component" : ""),
          ]
        },
        .field("components"),
        .items { record, _, _ in
          let conditions = record.list("conditions").map { Condition.shown($0) }
          return [.fact("Conditions", conditions.isEmpty ? "default" : conditions.joined(separator: "; "))]
        },
        .field("build"), .field("standard"), .field("owner"), .field("tags"), .field("ticket"), .field("note"),
      ],
      RecordRules(complete: complete, added: { key, _, change in try remarkScope(key, change.register) }))
  }

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    let arguments = change.arguments
    if arguments.has(.passes) {
      let passes = try FieldRule.conditions(ConditionSetting.technologies, change.register).arrayValue ?? []
      let named = fields["conditions"]?.arrayValue ?? []
      fields["conditions"] = .array(named + passes.filter { !named.contains($0) })
    }
    if arguments.has(.wholeApp) {
      guard try change.reader.components().contains(where: { $0.isApp && !$0.isRetired }) else {
        throw Problem(
          .notFound, code: "app.none", "no component in use is the app as a whole",
          hints: ["a11y new component app --kind app registers it; its key is yours to choose."])
      }
      fields["whole_app"] = true
    }
    if arguments.has(.perComponent) { fields["whole_app"] = .null }
    guard let record = change.record else {
      // A record needs a field; a bare name is an audit of everything under the default condition.
      if fields.members.allSatisfy({ $0.value.isNull }) { fields["conditions"] = .array(["default"]) }
      return
    }
    if arguments.has(.close), record.fields["closed"]?.integerValue == nil {
      fields["closed"] = .integer(change.register.writer.now)
    }
    if arguments.has(.reopen) { fields["closed"] = .null }
  }

  /// How much there is to do, and how it is begun.
  private static func remarkScope(_ key: String, _ register: Register) throws {
    try register.writer.settle()
    guard let audit = try register.reader.audit(key) else { return }
    let count = try register.reader.standing(of: audit).counts.inScope
    if let words = NoticeWords.withoutCheck(try register.reader.workScope(of: audit), audit) {
      register.remark(words.sentence)
    }
    guard count > 0 else { return }
    register.remark("\(counted(count, "item")) to answer: a11y walk --audit \(ShellWord.quoted(key))")
  }

  /// Patterns of keys; one that matches nothing yet is taken, with a remark.
  @Sendable private static func patterns(_ texts: [String], _ register: Register) throws -> JSONValue {
    let keys = try register.reader.componentKeys()
    var found: [String] = []
    for pattern in texts where !found.contains(pattern) {
      // With letters in the place of stars and without the slash that means "all below", it is a key.
      var key = String(pattern.map { $0 == "*" ? "x" : $0 })
      if key.hasSuffix("/") { key.removeLast() }
      do throws(NameProblem) {
        try Names.checkKey(key, of: "component")
      } catch {
        throw Problem.usage(
          "pattern.invalid", "\(MessageText.quoted(pattern)) is no pattern of components",
          hints: ["Write a key, or parts of one with * (within a part) and ** (across parts): 'sign-in/**'."])
      }
      if !keys.contains(where: Glob(pattern).matches) {
        register.remark("no component matches \(MessageText.quoted(pattern)) yet")
      }
      found.append(pattern)
    }
    return FieldRules.list(found)
  }

  @Sendable private static func standard(_ typed: String) throws(Problem) -> JSONValue {
    if typed.isEmpty { return .null }
    let known = Catalog.standards.map(\.id)
    let unknown = Problem.usage(
      "standard.unknown", "\(MessageText.quoted(typed)) is no standard that is known here",
      hints: ["Standards are \(known.joined(separator: ", "))."])
    return .string(try NameFinder.find(typed, among: known, kind: "standard", unknown: unknown))
  }
}

extension FieldRule {
  /// Conditions parted by commas; `+` joins what is on at the same time.
  static var conditions: FieldRule { known(.list) { texts, register in try conditions(texts, register) } }

  static func conditions(_ texts: [String], _ register: Register) throws(Problem) -> JSONValue {
    var found: [String] = []
    for text in texts {
      let condition = try Problem.named { () throws(NameProblem) in try Condition(parsing: text) }
      if let contradiction = condition.contradiction { register.remark(contradiction) }
      if !found.contains(condition.shown) { found.append(condition.shown) }
    }
    return FieldRules.list(found)
  }
}
