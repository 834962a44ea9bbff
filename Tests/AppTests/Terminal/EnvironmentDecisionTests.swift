import Testing

@testable import App
@testable import CommandLine

@Suite("Decisions about the terminal")
struct EnvironmentDecisionTests {
  @Test(
    "Colour follows the order of the contract",
    arguments: [
      ([], [:], true, true), ([], [:], false, false), (["--color=never"], ["FORCE_COLOR": "1"], true, false),
      (["--color=always"], ["NO_COLOR": "1"], false, true), (["--color=auto"], ["NO_COLOR": "1"], true, false),
      ([], ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false), ([], ["NO_COLOR": ""], true, true),
      ([], ["FORCE_COLOR": "1"], false, true), ([], ["FORCE_COLOR": "0"], true, false),
      ([], ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], false, true), ([], ["CLICOLOR": "0"], true, false),
      ([], ["FORCE_COLOR": "1", "TERM": "dumb", "A11Y_PLAIN": "0"], false, true), ([], ["TERM": "dumb"], true, false),
      (["--plain"], [:], true, false), (["--plain", "--color=always"], [:], true, true),
      (["-o", "f"], [:], true, false),
    ] as [([String], [String: String], Bool, Bool)])
  func color(flags: [String], environment: [String: String], isTerminal: Bool, expected: Bool) throws {
    let world = TestWorld()
    world.environment = environment
    world.terminals = isTerminal ? [.output] : []
    let request = try ArgumentParser.parse(["list"] + flags, .a11y)
    guard case .run(let arguments) = request else { return }
    let live = world.world()
    let context = Context(
      world: live, arguments: arguments, output: live.output, writesToStandardOutput: !arguments.has(.output))
    #expect(try context.style().hasColor == expected)
  }

  @Test(
    "Plain output follows flag, environment, configuration, terminal",
    arguments: [
      ([], [:], "", false), (["--plain"], ["A11Y_PLAIN": "0"], "", true), (["--format", "plain"], [:], "", true),
      ([], ["A11Y_PLAIN": "1"], "", true), ([], ["ACCESSIBLE": "1"], "", true), ([], ["TERM": "dumb"], "", true),
      ([], [:], "plain = yes", true), ([], ["A11Y_PLAIN": "0"], "plain = yes", false),
      ([], ["TERM": "dumb"], "plain = no", false), ([], ["ACCESSIBLE": ""], "", false),
    ] as [([String], [String: String], String, Bool)])
  func plain(flags: [String], environment: [String: String], config: String, expected: Bool) throws {
    let world = TestWorld()
    world.environment = environment.merging(["HOME": "/home/t"]) { old, _ in old }
    if !config.isEmpty { world.files.contents["/home/t/.config/a11y/config"] = Array(config.utf8) }
    guard case .run(let arguments) = try ArgumentParser.parse(["status"] + flags, .a11y) else { return }
    let live = world.world()
    let context = Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true)
    #expect(try context.style().isPlain == expected)
    #expect(try context.format() == (expected ? .plain : .table))
  }

  @Test(
    "Width follows flag, COLUMNS, configuration, terminal, 80",
    arguments: [
      ([], [:], "", nil, 80), ([], [:], "", 132, 132), ([], [:], "width = 70", 132, 70),
      ([], ["COLUMNS": "90"], "width = 70", 132, 90), (["--width", "60"], ["COLUMNS": "90"], "", 132, 60),
      ([], ["COLUMNS": "wide"], "", 132, 132), ([], ["COLUMNS": "-1"], "", nil, 80), ([], [:], "", 3, 80),
      ([], ["COLUMNS": "99999999999999999999"], "", nil, 80),
    ] as [([String], [String: String], String, Int?, Int)])
  func width(flags: [String], environment: [String: String], config: String, terminal: Int?, expected: Int) throws {
    let world = TestWorld()
    world.environment = environment.merging(["HOME": "/home/t"]) { old, _ in old }
    world.terminals = [.output]
    world.columns = terminal
    if !config.isEmpty { world.files.contents["/home/t/.config/a11y/config"] = Array(config.utf8) }
    guard case .run(let arguments) = try ArgumentParser.parse(["status"] + flags, .a11y) else { return }
    let live = world.world()
    let context = Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true)
    #expect(try context.style().width == expected)
  }

  @Test("A width that cannot be is refused", arguments: ["0", "19", "1001", "x", "99999999999999999999"])
  func badWidth(text: String) throws {
    let world = TestWorld()
    #expect(world.run("help", "--width", text) == 2)
    #expect(world.errorText.contains("for --width; expected a whole number from 20 to 1000"))
  }

  @Test("The terminal of standard output does not count for a file")
  func file() throws {
    let world = TestWorld()
    world.terminals = [.output]
    world.columns = 132
    #expect(try world.context("-o", "f").style() == TerminalStyle(hasColor: false, isPlain: false, width: 80))
  }
}
