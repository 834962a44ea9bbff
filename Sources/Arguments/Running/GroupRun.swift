package import Terminal

/// What a command does that only gathers others, should it be called without one of them.
package enum GroupRun {
  /// Throws a usage problem that names what may come next.
  package static func run(_ context: Context) throws -> ExitCode {
    let names = context.arguments.command.subcommands.map(\.name)
    throw Problem.usage(
      "command.incomplete", "\(context.arguments.commandLine) wants \(Suggestion.alternatives(names))",
      hints: [context.arguments.helpHint])
  }
}
