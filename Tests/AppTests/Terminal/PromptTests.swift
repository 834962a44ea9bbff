import Testing

@testable import App
@testable import CommandLine

@Suite("Questions")
struct PromptTests {
  private func ask(
    _ input: String, _ flags: [String] = [], environment: [String: String] = [:], terminal: Bool = true
  ) throws -> (answer: Bool, shown: String) {
    let test = TestWorld()
    test.input = input
    test.environment = environment
    test.terminals = terminal ? [.input] : []
    guard case .run(let arguments) = try ArgumentParser.parse(["backup", "f"] + flags, .a11y) else {
      return (false, "")
    }
    let world = test.world()
    let context = Context(world: world, arguments: arguments, output: world.output, writesToStandardOutput: true)
    let answer = try Prompt.confirm(context, question: "Replace f?", action: "replace f")
    return (answer, test.errorText)
  }

  @Test(
    "Only a yes is a yes",
    arguments: [
      ("y\n", true), ("yes\r\n", true), ("Y", true), ("\n", false), ("n\n", false), ("", false), ("what\ny\n", true),
      ("yesss\n", false),
    ])
  func answers(input: String, expected: Bool) throws {
    #expect(try ask(input).answer == expected)
  }

  @Test("--yes answers without a word, also where nobody is there")
  func yes() throws {
    let (answer, shown) = try ask("", ["--yes", "--no-input"], terminal: false)
    #expect(answer)
    #expect(shown == "")
  }

  @Test(
    "Where nobody can be asked it is an error of usage that names --yes",
    arguments: [([], [:], false), (["--no-input"], [:], true), ([], ["CI": "true"], true), ([], ["CI": "1"], true)]
      as [([String], [String: String], Bool)])
  func nobody(flags: [String], environment: [String: String], terminal: Bool) throws {
    let problem = try #require(throws: Problem.self) {
      try ask("y\n", flags, environment: environment, terminal: terminal)
    }
    #expect(problem.exitCode == .usage)
    #expect(problem.hints.joined().contains("--yes"))
  }

  @Test("CI that is empty or false does not silence questions", arguments: ["", "false", "0"])
  func notCI(value: String) throws {
    #expect(try ask("y\n", environment: ["CI": value]).answer)
  }
}
