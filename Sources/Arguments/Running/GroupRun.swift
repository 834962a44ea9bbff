package import Terminal

/// Runs a command that has only subcommands, without one of them.
package enum GroupRun {
  /// Throws a usage problem that names the subcommands.
  package static func run(_ context: Context) throws -> ExitCode {
    throw ParseProblem.missingSubcommand(of: context.arguments.command, path: context.arguments.path)
  }
}
