import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new waiver` and `a11y edit waiver` do.
enum WaiverRun {
  static func new(_ context: inout Context) throws -> ExitCode {
    let arguments = context.arguments
    for flag in [FlagName.reason, .approver, .until] { _ = try arguments.required(flag) }
    let condition = arguments.has(.condition) ? try context.condition() : nil
    return try RegisterRun.run(context) { register in
      let reader = register.reader
      let component = try NameFinder.component(arguments.positional(0) ?? "", reader)
      let check = try NameFinder.check(arguments.positional(1) ?? "", reader)
      var fields = try fields(arguments, today: today(register))
      fields["component"] = .string(component)
      fields["check"] = .string(check)
      var key = "\(component) \(check)"
      if let condition {
        fields["condition"] = .string(condition.text)
        key += " " + condition.shown
      }
      try register.add("waiver", key, fields)
      let states = try reader.states(component: component, check: check)
      if !states.contains(where: { $0.state.outcome == .fail && $0.condition == condition?.text ?? $0.condition }) {
        register.remark("\(check) does not fail on \(component)\(condition.map { " (\($0.shown))" } ?? "") now")
      }
    }
  }

  static func edit(_ context: inout Context) throws -> ExitCode {
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
        hints: ["--until names the last day on which it holds; --revoke ends one that stands."])
    }
    try flags.line(.ticket)
    try flags.message()
    return flags.fields
  }
}
