@testable import App
@testable import CommandLine

/// A world in memory whose output is kept.
final class TestWorld {
  var environment: [String: String] = ["HOME": "/home/t"]
  var directory = "/home/t/app"
  var now: Int64 = 1_772_359_200_000
  var terminals: Set<World.Stream> = []
  var columns: Int?
  /// Seconds that local time is ahead of UTC.
  var zone = 3_600
  var input = ""
  let files = MemoryFiles()
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  /// Thrown when output is flushed.
  var outputProblem: Problem?

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a command line and returns its exit code.
  func run(_ arguments: String...) -> Int32 { run(bytes: arguments.map { Array($0.utf8) }) }

  func run(bytes arguments: [[UInt8]]) -> Int32 {
    output = []
    errors = []
    return Program.run(world(arguments), .a11y)
  }

  func world(_ arguments: [[UInt8]] = []) -> World {
    World(
      arguments: arguments, environment: { [self] in environment[$0] }, currentDirectory: { [self] in directory },
      now: { [self] in now }, random: { [UInt8](repeating: 7, count: $0) }, localOffset: { [zone] _ in zone },
      hostIdentity: { "test-host" }, input: ByteReader(bytes: Array(input.utf8)),
      output: ByteWriter(capacity: 1 << 12) { [self] bytes throws(Problem) in
        if let outputProblem { throw outputProblem }
        output += bytes
      },
      errors: ByteWriter(capacity: 0) { [self] bytes throws(Problem) in errors += bytes },
      isTerminal: { [self] in terminals.contains($0) }, terminalColumns: { [self] in columns }, files: files)
  }

  /// A context for a line of `list`, which takes every global flag.
  func context(_ arguments: String...) throws -> Context {
    let request = try ArgumentParser.parse(["list"] + arguments, .a11y)
    guard case .run(let parsed) = request else { throw Problem.usage("test", "not a command line that runs") }
    let world = world()
    return Context(
      world: world, arguments: parsed, output: world.output, writesToStandardOutput: !parsed.has(.output))
  }
}
