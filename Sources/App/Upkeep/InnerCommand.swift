import Base
import CommandLine
import Sessions
import Store

/// Runs command lines of this program within the process, as if they were typed.
enum InnerCommand {
  /// Runs a command and drops its output. It ignores configuration and environment, so that it always does the same.
  static func runQuietly(_ words: [String], input: [UInt8] = [], in world: World) throws {
    var quiet = world
    quiet.environment = { _ in nil }
    quiet.input = ByteReader(bytes: input)
    quiet.output = ByteWriter(capacity: 0) { _ in }
    quiet.errors = ByteWriter(capacity: 0) { _ in }
    quiet.isTerminal = { _ in false }
    let code = try Dispatch.run(try parsed(words), quiet)
    guard code == .done else { throw failure(words) }
  }

  /// Runs a command as a part of another one, with its output.
  static func run(_ words: [String], within context: Context) throws -> ExitCode {
    let inner = Context(
      world: context.world, arguments: try parsed(words), output: context.output,
      writesToStandardOutput: context.writesToStandardOutput, progress: context.progress)
    return try inner.arguments.command.run(inner)
  }

  private static func parsed(_ words: [String]) throws(Problem) -> ParsedArguments {
    guard case .run(let arguments) = try ArgumentParser.parse(words, .a11y) else { throw failure(words) }
    return arguments
  }

  private static func failure(_ words: [String]) -> Problem {
    Problem(.bug, code: "program.bug", "internal error: a11y \(words.joined(separator: " ")) failed")
  }
}

/// `a11y __state`: the decisions of merging, for the comparison with its model; not shown in help.
enum StateCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "__state", "print merge decisions as JSON", isHidden: true,
      run: { context in
        let state = try context.openTracker(.read).read { try $0.mergeState() }
        var options = JSONOptions.standard
        options.members = 1 << 24
        try context.print(String(decoding: try CanonicalWriter.bytes(of: state, options: options), as: UTF8.self))
        return .done
      })
  }
}
