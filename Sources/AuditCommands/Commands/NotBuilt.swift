/// The place of a command that is in the table but not written yet.
enum NotBuilt {
  static func run(_ context: inout Context) throws(Problem) -> ExitCode {
    throw Problem(.bug, code: "command.not-built", "\(context.arguments.commandLine) is not built yet")
  }
}
