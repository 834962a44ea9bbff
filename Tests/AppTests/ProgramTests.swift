import Audit
import Base
import Foundation
import Testing

@testable import App
@testable import CommandLine

@Suite("The program")
struct ProgramTests {
  @Test(
    "The version is one line on standard output",
    arguments: [["--version"], ["log", "--version"], ["--json", "--version"]])
  func version(arguments: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: arguments.map { Array($0.utf8) }) == 0)
    #expect(world.outputText == "a11y \(Program.version)\n")
  }

  @Test(
    "A problem ends the program with its exit code",
    arguments: [
      (.no, 1), (.usage, 2), (.notFound, 3), (.badInput, 4), (.decision, 5), (.storage, 6), (.bug, 70),
      (.interrupted, 130), (.pipeClosed, 141), (.terminated, 143),
    ] as [(ExitCode, Int32)])
  func codes(exitCode: ExitCode, code: Int32) {
    #expect(exitCode.rawValue == code)
    let world = TestWorld()
    world.outputProblem = Problem(exitCode, code: "x.y", "why")
    #expect(world.run("help") == code)
    #expect(world.errorText == (exitCode == .pipeClosed ? "" : "a11y: why\n"))
  }

  @Test("Where the output cannot be written after the tracker was, the error says so")
  func recorded() throws {
    let world = try DiskWorld.ofTwoButtons()
    world.outputProblem = Problem(.storage, code: "storage.full", "no space", hints: ["Try again."])
    #expect(world.run("log", "pass", "voiceover.label-present", "a/one") == 6)
    #expect(world.errors.contains("the tracker was changed before") && !world.errors.contains("Try again"))
    #expect(world.run("list", "results") == 6)
    #expect(world.errors.contains("Try again.") && !world.errors.contains("was changed"))
    #expect(world.run("log", "fail", "voiceover.label-present", "a/one", "--dry-run") == 6)
    #expect(!world.errors.contains("was changed"), "\(world.errors)")
  }

  @Test(
    "With --json problems are JSON, also those of the line itself",
    arguments: [
      ["--json", "nonsense"], ["nonsense", "--json"], ["log", "--format", "json", "--nope"],
      ["--format=json", "nonsense"],
    ])
  func jsonProblems(arguments: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: arguments.map { Array($0.utf8) }) == 2)
    #expect(world.errorText.hasPrefix("{\"error\":{\"code\":\""))
    #expect(world.outputText == "")
  }

  @Test("Without it they are text, even if the word stands after --")
  func textProblems() {
    let world = TestWorld()
    #expect(world.run("nonsense", "--", "--json") == 2)
    #expect(world.errorText.hasPrefix("a11y: "))
  }

  @Test(
    "--output never replaces a database or what lies beside it",
    arguments: ["audit.db", "audit.db-journal", "audit.db-mark", "link.db"])
  func outputOverTracker(name: String) throws {
    let world = try DiskWorld()
    #expect(world.run("init", "--catalog", "2") == 0)
    try FileManager.default.createSymbolicLink(
      atPath: world.path(".a11y/link.db"), withDestinationPath: world.database)
    let before = try Data(contentsOf: URL(fileURLWithPath: world.database))
    for command in [["list"], ["status", "--json"], ["help"]] {
      #expect(world.run(command + ["-o", world.path(".a11y/\(name)")]) == 2)
      #expect(world.errors.contains("the file is a database; nothing was changed"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.database)) == before)
    // Another file of a like name is only a file.
    #expect(world.run("list", "-o", world.path("notes-mark")) == 0)
  }

  @Test("--output writes the result to a file, and nothing if the command fails")
  func output() {
    let world = TestWorld()
    #expect(world.run("help", "log", "-o", "/tmp/x") == 0)
    #expect(world.files.text("/tmp/x")?.hasPrefix("a11y log") == true)
    #expect(world.outputText == "")
    #expect(world.run("help", "log", "-o", "-") == 0)
    #expect(world.outputText.hasPrefix("a11y log"))
    #expect(world.run("help", "nonsense", "-o", "/tmp/y") == 3)
    #expect(world.files.text("/tmp/y") == nil)
    #expect(world.run("help", "-o", "") == 2)
  }

  @Test("An error that nobody expected is a bug, one that knows its problem is that problem")
  func otherErrors() throws {
    struct Strange: Error {}
    struct Known: ProblemConvertible {
      var problem: Problem { Problem(.storage, code: "storage.busy", "busy") }
    }
    #expect(Program.problem(of: Strange()).exitCode == .bug)
    #expect(Program.problem(of: Known()).code == "storage.busy")
  }

  @Test("Times on the command line are local unless they say otherwise")
  func time() throws {
    let world = TestWorld()
    func reading(_ text: String) throws -> String? {
      guard case .run(let arguments) = try ArgumentParser.parse(["log", "-", "--at", text], .a11y) else { return nil }
      let live = world.world()
      let context = Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true)
      return try context.time(.at)?.timestamp.iso8601
    }
    #expect(try reading("2026-03-01T10:00") == "2026-03-01T09:00:00Z")
    #expect(try reading("2026-03-01T10:00Z") == "2026-03-01T10:00:00Z")
    let problem = try #require(throws: Problem.self) { try reading("2026-02-30") }
    #expect(problem.exitCode == .usage)
    #expect(problem.message == "invalid value \"2026-02-30\" for --at: February 2026 has 28 days, not 30")
    #expect(problem.hints.joined().contains("are local"))
  }
}
