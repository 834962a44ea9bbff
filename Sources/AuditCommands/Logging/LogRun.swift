import Arguments
import AuditModel
import AuditSessions
import Terminal

/// What `a11y log` does.
enum LogRun {
  static func run(_ context: Context) throws -> ExitCode {
    try DetectedDevice.use(context)
    let arguments = context.arguments
    if arguments.positional(0) == "-" { return try BulkRun.run(context) }
    if arguments.positional(0) == "like" { return try LikeLog.run(context) }
    if arguments.has(.pattern) { return try PatternLog.run(context) }
    let components = arguments.positionals(from: 2)
    let terms = terms(arguments)
    guard let outcome = arguments.positional(0), let check = arguments.positional(1),
      !components.isEmpty || !terms.isEmpty
    else {
      let missing = arguments.positional(1) == nil ? "arguments CHECK and COMPONENT" : "argument COMPONENT"
      throw Problem.usage(
        "arguments.missing",
        "missing \(missing)",
        hints: ["Run \"a11y log pass voiceover.label-present sign-in/close-button\", for example."])
    }
    return try TypedLog(outcome: outcome, check: check, components: components, where: terms).run(context)
  }

  /// The query words of `--kind` and `--screen`.
  static func terms(_ arguments: ParsedArguments) -> [Filter.Term] {
    [(FlagName.kind, Filter.Field.kind), (.screen, .screen)].compactMap { flag, field in
      let values = arguments.list(flag)
      return values.isEmpty ? nil : Filter.Term(field, values)
    }
  }
}
