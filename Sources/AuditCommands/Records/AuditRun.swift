import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON

/// What `a11y new audit` and `a11y edit audit` do.
enum AuditRun {
  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let key = try FieldRules.key(arguments.positional(0) ?? "", of: "audit")
    return try RegisterRun.run(context) { register in
      var fields = try fields(arguments, register)
      // A record needs a field; a bare name is an audit of everything under the default condition.
      if fields.members.allSatisfy({ $0.value.isNull }) { fields["conditions"] = .array(["default"]) }
      try register.add("audit", key, fields)
      try remarkScope(key, register)
    }
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

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    return try EditRun.run(context, kind: "audit") { register, record in
      var fields = try fields(arguments, register)
      if arguments.has(.close), record.fields["closed"]?.integerValue == nil {
        fields["closed"] = .integer(register.writer.now)
      }
      if arguments.has(.reopen) { fields["closed"] = .null }
      return fields
    }
  }

  private static func fields(_ arguments: ParsedArguments, _ register: Register) throws -> JSONObject {
    var flags = FieldFlags(arguments)
    try flags.line(.title)
    if arguments.has(.checklist) {
      flags.set("checklists", FieldRules.list(try ChecklistName.find(arguments.list(.checklist), register.reader)))
    }
    if arguments.has(.components) { flags.set("components", try patterns(arguments, register)) }
    if arguments.has(.condition) || arguments.has(.passes) {
      let passes = arguments.has(.passes) ? ConditionSetting.technologies : []
      flags.set("conditions", try conditions(arguments.list(.condition) + passes, register))
    }
    if arguments.has(.wholeApp) {
      guard try register.reader.components().contains(where: { $0.isApp && !$0.isRetired }) else {
        throw Problem(
          .notFound, code: "app.none", "no component in use is the app as a whole",
          hints: ["a11y new component app --kind app registers it; its key is yours to choose."])
      }
      flags.set("whole_app", true)
    }
    if arguments.has(.perComponent) { flags.set("whole_app", .null) }
    try flags.line(.build)
    if let typed = arguments.string(.standard) { flags.set("standard", try standard(typed)) }
    try flags.line(.owner)
    try flags.names(.tag, as: "tags", "tag")
    try flags.message()
    return flags.fields
  }

  /// Patterns of keys; one that matches nothing yet is taken, with a remark.
  private static func patterns(_ arguments: ParsedArguments, _ register: Register) throws -> JSONValue {
    let keys = try register.reader.componentKeys()
    var found: [String] = []
    for pattern in arguments.list(.components) where !found.contains(pattern) {
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
      let glob = Glob(pattern)
      if !keys.contains(where: glob.matches) {
        register.remark("no component matches \(MessageText.quoted(pattern)) yet")
      }
      found.append(pattern)
    }
    return FieldRules.list(found)
  }

  /// Conditions parted by commas; `+` joins what is on at the same time.
  static func conditions(_ texts: [String], _ register: Register) throws(Problem) -> JSONValue {
    var found: [String] = []
    for text in texts {
      let condition = try FieldRules.named { () throws(NameProblem) in try Condition(parsing: text) }
      if let contradiction = condition.contradiction { register.remark(contradiction) }
      if !found.contains(condition.shown) { found.append(condition.shown) }
    }
    return FieldRules.list(found)
  }

  private static func standard(_ typed: String) throws(Problem) -> JSONValue {
    if typed.isEmpty { return .null }
    let known = Catalog.standards.map(\.id)
    let unknown = Problem.usage(
      "standard.unknown", "\(MessageText.quoted(typed)) is no standard that is known here",
      hints: ["Standards are \(known.joined(separator: ", "))."])
    return .string(try NameFinder.find(typed, among: known, kind: "standard", unknown: unknown))
  }
}
