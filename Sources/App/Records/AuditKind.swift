import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

extension RecordKind {
  static let audit = RecordKind(
    "audit",
    fields: [
      .title,
      RecordField(
        FlagSpec(
          .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
          "checklists (comma-separated; default: those of the plan); everything for all checks"), .checklists,
        as: "checklists", onEdit: "checklists that replace the current ones (comma-separated)"),
      RecordField(
        FlagSpec(
          .components, value: "PATTERN", repeatable: true, completes: .records(.component),
          "components (default: all): keys, patterns with * (within a key part) and ** (across parts), or a query such "
            + "as screen:home, which stands for what it finds now"),
        .known(.names, patterns), as: "components", onEdit: "components that replace the current ones"),
      .flag(new: .onlyOfKind), .flag(new: .onlyOnScreen),
      RecordField(
        .condition("conditions (comma-separated), e.g. default,dark+text-ax5; + combines settings"),
        .conditions, as: "conditions",
        onEdit: "conditions that replace the current ones (comma-separated); + combines settings"),
      .flag(new: FlagSpec(switch: .wholeApp, "answer each check once for the whole app; a fail may name components")),
      .flag(
        new: FlagSpec(
          switch: .passes,
          "add one run each with VoiceOver, Voice Control, Switch Control, and a keyboard; of the list "
            + "assistive-technologies an audit each, KEY-voiceover and so on")),
      RecordField(.build, .line("build")),
      RecordField(
        FlagSpec(.standard, value: "STANDARD", completes: .records(.standard), "standard, e.g. wcag22-aa"),
        .text(standard), onEdit: "standard"),
      RecordField(.policy, .policy),
      RecordField(
        FlagSpec(
          .assign, value: "TESTER=PATTERN", repeatable: true,
          "components that a tester is to test, e.g. t1='sign-in/**'"),
        .known(.list, assignments), as: "assignments",
        onEdit: "assignments that replace the current ones, e.g. t1='sign-in/**'"),
      .owner, .tags,
      .flag(
        edit: FlagSpec(switch: .wholeApp, "answer each check once for the whole app")
          .excludes(.perComponent)),
      .flag(edit: FlagSpec(switch: .perComponent, "answer each check for each component")),
      .note("purpose"), .flag(edit: FlagSpec(switch: .close, "close the audit")),
      .flag(edit: .reopen("reopen the audit")), .shown("ticket", .ticket),
    ],
    new: Words(
      summary: "add an audit: checklists, components, and conditions", usage: ["KEY [FLAGS]"],
      words: [PositionalSpec("KEY", "audit key, e.g. spring-24")]),
    edit: Words(summary: "edit, close, or reopen an audit"),
    facts: [
      .items { record, show, _ in
        let closed = record.fields["closed"]?.integerValue
        return [.fact("State", closed.map { "closed on \(show.day($0))" } ?? "open")]
      },
      .fields("checklists"),
      .items { record, _, _ in
        [
          .fact("Scope", record.fields["whole_app"]?.boolValue == true ? "whole app, each check once" : ""),
          .fact("Components", record.list("components").isEmpty ? "all components" : ""),
        ]
      },
      .fields("components", "assignments"),
      .items { record, _, _ in
        let conditions = record.list("conditions").map { Condition.shown($0) }
        return [.fact("Conditions", conditions.isEmpty ? "default" : conditions.joined(separator: "; "))]
      },
      .fields("build", "standard", "policy", "owner", "tags", "ticket", "note"),
    ],
    RecordRules(
      complete: complete, several: passes, added: { key, _, change in try remarkScope(key, change) }))

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    let arguments = change.arguments
    if arguments.has(.passes), !isOfTechnologies(fields) {
      let passes = try FieldRule.conditions(ConditionSetting.technologies, change.register).arrayValue ?? []
      let named = fields["conditions"]?.arrayValue ?? []
      fields["conditions"] = .array(named + passes.filter { !named.contains($0) })
      change.register.remark(
        "each check of the audit is asked under each technology; for its own checks alone, add an audit for it: "
          + "a11y new audit voiceover --checklist voiceover-pass --condition voiceover")
    }
    if arguments.has(.wholeApp) {
      guard try change.reader.components().contains(where: { $0.isApp && !$0.isRetired }) else {
        throw Problem(
          .notFound, code: "app.none", "no component of kind \"app\" is in use",
          hints: ["Run \"a11y new component app --kind app\" to add one; any key is allowed."])
      }
      fields["whole_app"] = true
    }
    if arguments.has(.perComponent) { fields["whole_app"] = .null }
    guard let record = change.record else {
      try narrow(&fields, change)
      // Where the plan is of the essentials, an audit without lists is not of more.
      if fields["checklists"]?.arrayValue?.isEmpty ?? true, try !change.reader.usualChecklists.isEmpty {
        let lists = try change.reader.plan().checklists
        if !lists.isEmpty { fields["checklists"] = FieldRules.list(lists) }
      }
      // A record needs a field; without flags an audit covers everything under the default condition.
      if fields.members.allSatisfy({ $0.value.isNull }) { fields["conditions"] = .array(["default"]) }
      return
    }
    if arguments.has(.close), record.fields["closed"]?.integerValue == nil {
      try requireDecided(record.key, change.reader)
      if let audit = try change.reader.audit(record.key) {
        let counts = try change.reader.standing(of: audit).counts
        let open = counts.inScope - counts.answered
        if open > 0 { change.register.remark("untested: \(counted(open)) of \(counted(counts.inScope, "item"))") }
      }
      let now = change.register.writer.now
      fields["closed"] = .integer(now)
      let besides = try CanonicalWriter.bytes(of: .object(fields)).count
      let closing = try change.reader.closing(of: record.key, at: now, besides: besides)
      fields["seen"] = FieldRules.list(closing.seen)
      if let names = closing.followed {
        fields["followed"] = FieldRules.list(names)
      } else {
        change.register.remark(
          "not in the closing, for lack of room: whom this machine follows and what it accepted; what is followed later "
            + "may change the audit")
      }
      if closing.unnamed > 0 {
        change.register.remark(
          "not in the closing, for lack of room: entries of \(counted(closing.unnamed, "machine"))")
      }
    }
    if arguments.has(.reopen) { (fields["closed"], fields["seen"], fields["followed"]) = (.null, .null, .null) }
  }

  /// Of the components that are named, or of all, those of the kinds and on the screens that the line has.
  private static func narrow(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    let terms = LogCommand.terms(change.arguments)
    guard !terms.isEmpty else { return }
    let named = fields["components"]?.arrayValue?.compactMap(\.stringValue) ?? []
    // A pattern of all below a key chooses that one too, if it is of the kind.
    let patterns = named.filter { !named.contains($0 + "/**") }
    let selection = try ComponentSelection(patterns, where: terms, change.reader)
    fields["components"] = FieldRules.list(selection.keys)
    tell(selection, change.register)
  }

  private static func tell(_ selection: ComponentSelection, _ register: Register) {
    if let remark = selection.remark { register.remark(remark) }
    let keys = selection.keys
    register.remark(
      "the audit is of the \(counted(keys.count, "component")) found now: \(firstNamed(keys, 5)); components that are "
        + "added later are not in it")
  }

  /// What a closed audit shows stays as it is, so what would take a result out of it is decided before.
  private static func requireDecided(_ key: String, _ reader: Reader) throws {
    let requests = try reader.waitingRequests(aboutAudit: key)
    guard let first = requests.first else { return }
    throw Problem(
      .decision, code: "audit.requests",
      "\(counted(requests.count, "request")) to undo or erase entries of the audit \(MessageText.quoted(key)) "
        + "\(requests.count == 1 ? "waits" : "wait"): \(firstNamed(requests.lazy.map(\.id), 3)); nothing was changed",
      hints: [
        "Run \"a11y \(first.kind.rawValue) follow \(first.id)\" or \"a11y waiting --refuse \(first.id)\", then close the "
          + "audit."
      ])
  }

  /// The list of what is tested with assistive technologies, each of which has a list of its own.
  private static let technologies = "assistive-technologies"

  private static func isOfTechnologies(_ fields: JSONObject) -> Bool {
    fields["checklists"]?.arrayValue == [.string(technologies)]
  }

  /// One audit for each technology with what is tested with it alone: a check of the keyboard is not one of VoiceOver.
  @Sendable private static func passes(
    _ key: String, _ fields: JSONObject, _ change: RecordEdit
  ) throws -> [(key: String, fields: JSONObject)]? {
    guard change.arguments.has(.passes), isOfTechnologies(fields) else { return nil }
    let named = fields["conditions"]?.arrayValue?.compactMap(\.stringValue) ?? []
    return try ConditionSetting.technologies.map { technology in
      var own = fields
      own["checklists"] = .array([.string(technology + "-pass")])
      own["conditions"] = try FieldRule.conditions(
        named.isEmpty ? [technology] : named.map { $0 == "default" ? technology : "\($0),\(technology)" },
        change.register)
      return ("\(key)-\(technology)", own)
    }
  }

  /// Reports the number of items and how to start, which after a dry run is not possible.
  private static func remarkScope(_ key: String, _ change: RecordEdit) throws {
    let register = change.register
    try register.writer.settle()
    guard let audit = try register.reader.audit(key) else { return }
    let count = try register.reader.standing(of: audit).counts.inScope
    if let words = try register.reader.withoutCheck(of: [audit], NoticeWords.withoutCheck)[0] {
      register.remark(words.sentence)
    }
    guard count > 0 else { return }
    let start = change.arguments.has(.dryRun) ? "" : "; run \"a11y walk --audit \(ShellWord.quoted(key))\""
    register.remark("\(counted(count, "item")) to test\(start)")
  }

  /// `TESTER=PATTERN`, each once.
  @Sendable private static func assignments(_ texts: [String], _ register: Register) throws -> JSONValue {
    for text in texts where !text.isEmpty {
      guard let assignment = Assignment(text) else {
        throw Problem.usage(
          "assignment.invalid", "invalid assignment \(MessageText.quoted(text)); expected TESTER=PATTERN",
          hints: ["Pass --assign t1='sign-in/**', for example."])
      }
      try Problem.named { () throws(NameProblem) in try Names.checkLine(assignment.tester, of: "tester") }
      _ = try patterns([assignment.components], register)
    }
    return FieldRules.list(texts.unique())
  }

  /// Patterns of keys; one that matches nothing yet is accepted, with a remark.
  @Sendable private static func patterns(_ texts: [String], _ register: Register) throws -> JSONValue {
    let keys = try register.reader.componentKeys() + register.reader.names.allFormer
    var found: [String] = []
    for pattern in texts where !found.contains(pattern) {
      if pattern.utf8.contains(UInt8(ascii: ":")) {
        let words = pattern.split(separator: " ").map(String.init)
        let selection = try ComponentSelection(words, register.reader)
        tell(selection, register)
        found += selection.keys.filter { !found.contains($0) }
        continue
      }
      // A pattern is valid if it is a key once stars are letters and the final slash ("all below") is removed.
      var key = String(pattern.map { $0 == "*" ? "x" : $0 })
      if key.hasSuffix("/") { key.removeLast() }
      do throws(NameProblem) {
        try Names.checkKey(key, of: "component")
      } catch {
        throw Problem.usage(
          "pattern.invalid", "invalid component pattern \(MessageText.quoted(pattern))",
          hints: [
            "Use a key, a pattern with * (within a part) and ** (across parts), e.g. 'sign-in/**', or a query, e.g. "
              + "screen:sign-in."
          ])
      }
      if !keys.contains(where: Glob.choosing(pattern).matches) {
        register.remark("no component matches \(MessageText.quoted(pattern)) yet")
      }
      found.append(pattern)
      // An audit of `sign-in/**` is of the screen too, by a name of its own.
      if let above = Glob.above(pattern), !found.contains(above), keys.contains(where: Glob(above).matches) {
        found.append(above)
      }
    }
    return FieldRules.list(found)
  }

  @Sendable private static func standard(_ typed: String) throws(Problem) -> JSONValue {
    if typed.isEmpty { return .null }
    let known = Catalog.standards.map(\.id)
    let names = known.joined(separator: ", ")
    let unknown = Problem.usage(
      "standard.unknown", "unknown standard \(MessageText.quoted(typed))",
      hints: ["Use one of: \(names)."])
    return .string(try NameFinder.find(typed, among: known, kind: "standard", unknown: unknown))
  }
}

extension FieldRule {
  /// Conditions separated by commas; `+` combines settings of one condition.
  static var conditions: FieldRule { known(.list) { texts, register in try conditions(texts, register) } }

  static func conditions(_ texts: [String], _ register: Register) throws(Problem) -> JSONValue {
    var found: [String] = []
    for text in texts {
      let condition = try Problem.named { () throws(NameProblem) in try Condition(typed: text) }
      try SettingWords.refuseContradiction(condition)
      for token in condition.tokens where ConditionSetting.setting(of: token) == nil {
        let meant = Suggestion.hint(for: token, among: ConditionSetting.words).map { ". " + $0 }.joined()
        register.remark("\(MessageText.quoted(token)) is a custom setting\(meant)")
      }
      if !found.contains(condition.shown) { found.append(condition.shown) }
    }
    return FieldRules.list(found)
  }
}
