import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new` and `a11y edit` do to questions and tasks.
enum WorkRun {
  static func newQuestion(_ context: Context) throws -> ExitCode { try new(context, "question") }

  static func newTask(_ context: Context) throws -> ExitCode { try new(context, "task") }

  private static func new(_ context: Context, _ kind: String) throws -> ExitCode {
    let text = context.arguments.positional(0) ?? ""
    let title = try FieldRules.line(text, kind)
    guard !title.isNull else { throw Problem.usage("argument.empty", "the \(kind) has no text") }
    return try RegisterRun.run(context) { register in
      var flags = FieldFlags(context.arguments)
      flags.set("title", title)
      try flags.references(register.reader)
      try flags.day(.until)
      let key = try GeneratedKey.free(for: text, kind: kind, register.reader, context.world)
      try register.add(kind, key, flags.fields)
    }
  }

  static func editQuestion(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let now = context.world.now()
    let today = Timestamp(milliseconds: now).localDate(offset: context.world.localOffset(now))
    return try EditRun.run(context, kind: "question") { register, record in
      var flags = try common(arguments, register)
      try flags.day(.decided)
      if let text = arguments.string(.decision) {
        let decision = try FieldRules.note(text, "decision")
        flags.set("decision", decision)
        let isNew = decision.stringValue ?? "" != record.text("decision")
        if decision.isNull {
          flags.set("decided", .null)
        } else if isNew, !arguments.has(.decided) {
          flags.set("decided", .string(today))
        }
      } else if arguments.has(.decided), record.text("decision").isEmpty {
        throw Problem.usage("flag.unfit", "nothing is decided yet: --decided goes with --decision TEXT")
      }
      if arguments.has(.reopen) {
        flags.set("decision", .null)
        flags.set("decided", .null)
      }
      return flags.fields
    }
  }

  static func editTask(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    return try EditRun.run(context, kind: "task") { register, record in
      var flags = try common(arguments, register)
      try flags.day(.until)
      let isDone = record.fields["done"]?.boolValue ?? false
      if arguments.has(.markDone), !isDone {
        flags.set("done", true)
        flags.set("done_at", .integer(register.writer.now))
      }
      if arguments.has(.reopen) {
        flags.set("done", false)
        flags.set("done_at", .null)
      }
      return flags.fields
    }
  }

  private static func common(_ arguments: ParsedArguments, _ register: Register) throws -> FieldFlags {
    var flags = FieldFlags(arguments)
    try flags.needed(.title)
    try flags.references(register.reader)
    return flags
  }
}
