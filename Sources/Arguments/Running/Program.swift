import AuditModel
package import Terminal

/// The program from its arguments to its exit code. Only `main` ends the process.
package enum Program {
  /// The version that `--version` prints.
  package static let version = "0.1.0"
  /// The day of that version, which the manual page shows.
  package static let date = "2026-11-23"

  /// Runs one command line, one of the commands of the table, and returns the exit code.
  package static func run(_ world: World, _ commands: CommandTable) -> Int32 {
    var wantsJSON = false
    do {
      let tokens = try decode(world.arguments)
      wantsJSON = asksForJSON(tokens)
      world.ending.notes.pointee.speaksJSON = wantsJSON
      let code = try execute(tokens, world, commands)
      try world.output.flush()
      return code.rawValue
    } catch {
      return report(problem(of: error), world, json: wantsJSON).rawValue
    }
  }

  private static func execute(_ tokens: [String], _ world: World, _ commands: CommandTable) throws -> ExitCode {
    switch try ArgumentParser.parse(tokens, commands) {
    case .version:
      try world.output.write("a11y \(version)\n")
      return .done
    case .help(let path, let given):
      return try Dispatch.run(commands.help(for: path, given: given), world)
    case .run(let arguments):
      return try Dispatch.run(arguments, world)
    }
  }

  private static func decode(_ arguments: [[UInt8]]) throws(Problem) -> [String] {
    var tokens: [String] = []
    tokens.reserveCapacity(arguments.count)
    for (index, bytes) in arguments.enumerated() {
      guard let token = UTF8Text.decode(bytes) else {
        throw .usage(
          "argument.encoding",
          "argument \(index + 1), \(MessageText.quoted(String(decoding: bytes, as: UTF8.self))), is not UTF-8 text",
          hints: ["Use UTF-8 for file names too. Pass other bytes on standard input."])
      }
      tokens.append(token)
    }
    return tokens
  }

  /// Whether problems are JSON. Decided before parsing, because the line itself may be the problem.
  private static func asksForJSON(_ tokens: [String]) -> Bool {
    let flags = tokens.prefix { $0 != "--" }
    for (index, token) in flags.enumerated() {
      if token == "--json" || token == "--format=json" || token == "--format=ndjson" { return true }
      if token == "--format", index + 1 < flags.count, ["json", "ndjson"].contains(flags[index + 1]) { return true }
    }
    return false
  }

  /// The problem that an error is shown as; an unknown error is a bug.
  package static func problem(of error: any Error) -> Problem {
    if let problem = error as? Problem { return problem }
    if let convertible = error as? any ProblemConvertible { return convertible.problem }
    return Problem(
      .bug, code: "program.bug", "internal error: \(String(describing: error))",
      hints: ["Send this message to the developers. No saved data was lost."])
  }

  private static func report(_ problem: Problem, _ world: World, json: Bool) -> ExitCode {
    // The output that a command wrote before it failed comes before the error.
    if problem.kind != .pipeClosed { try? world.output.flush() }
    let style = ProblemStyle(world, SettingsReader(world, isQuiet: true))
    try? world.errors.write(ProblemPrinter.text(of: problem, json: json, style))
    return problem.kind == .interrupted && world.ending.isAsked ? world.ending.exitCode : problem.exitCode
  }
}
