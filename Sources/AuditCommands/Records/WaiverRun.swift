import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new waiver` and `a11y edit waiver` do.
enum WaiverRun {
  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let condition = arguments.has(.condition) ? try context.condition() : nil
    return try RegisterRun.run(context) { register in
      let reader = register.reader
      let component = try scope(arguments.positional(0) ?? "", "component") {
        try NameFinder.component($0, reader)
      }
      let check = try scope(arguments.positional(1) ?? "", "check") { try NameFinder.check($0, reader) }
      var fields = try fields(arguments, today: today(register))
      fields["component"] = .string(component)
      fields["check"] = .string(check)
      var key = "\(component) \(check)"
      if let condition {
        fields["condition"] = .string(condition.text)
        key += " " + condition.shown
      }
      try register.add("waiver", key, fields)
      let covered = WaiverScope(component: component, check: check, condition: condition?.text)
      let strangers = try covered.unmatched(reader)
      for (what, pattern) in strangers {
        register.warn(
          "no \(what) matches \(MessageText.quoted(pattern)), so the waiver covers nothing; look at the pattern")
      }
      if strangers.isEmpty, try covered.failing(reader).isEmpty {
        register.remark("\(check) does not fail on \(component)\(condition.map { " (\($0.shown))" } ?? "") now")
      }
    }
  }

  /// A name, or a pattern as it is: what it matches may come later.
  private static func scope(_ typed: String, _ what: String, _ find: (String) throws -> String) throws -> String {
    guard Glob(typed).isPattern else { return try find(typed) }
    guard typed.utf8.contains(where: { !"*/.".utf8.contains($0) }) else {
      throw Problem.usage(
        "waiver.everything", "\(MessageText.quoted(typed)) is every \(what); a waiver says what it is about",
        hints: ["Name a part of them, such as \(what == "check" ? "'haptics.*'" : "'third-party/**'")."])
    }
    // Names and patterns are parted by a blank in the waiver's key.
    let plain = typed.filter { $0 != "*" }
    guard plain.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Problem.usage("pattern.invalid", "\(MessageText.quoted(typed)) is no pattern of names")
    }
    return typed
  }

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    return try EditRun.run(context, kind: "waiver") { register, _ in try fields(arguments, today: today(register)) }
  }

  /// The day in UTC, by which waivers run out.
  private static func today(_ register: Register) -> String {
    Timestamp(milliseconds: register.writer.now).localDate(offset: 0)
  }

  private static func fields(_ arguments: ParsedArguments, today: String) throws(Problem) -> JSONObject {
    var flags = FieldFlags(arguments)
    try flags.needed(.reason)
    try flags.needed(.approver)
    try flags.needed(.until)
    try flags.day(.until)
    if let until = flags.fields["until"]?.stringValue, until < today {
      throw .usage(
        "waiver.past", "a waiver until \(until) is over already; today is \(today) (UTC)",
        hints: ["--until names the last day on which it holds; a11y edit waiver KEY --revoke ends one that stands."])
    }
    try flags.ticket()
    try flags.message()
    return flags.fields
  }
}
