import Base
import Testing

@testable import App
@testable import CommandLine

@Suite("a11y config")
struct ConfigCommandTests {
  private let path = "/home/t/.config/a11y/config"

  @Test("A setting can be set, read, listed and removed")
  func story() {
    let world = TestWorld()
    #expect(world.run("config", "tester", "t1") == 0)
    #expect(world.files.text(path) == "tester = t1\n")
    #expect(world.outputText == "")
    #expect(world.run("config", "tester") == 0)
    #expect(world.outputText == "t1\n")
    #expect(world.run("config", "width", "100") == 0)
    #expect(world.run("config") == 0)
    #expect(world.outputText == "tester = t1\nwidth = 100\n")
    #expect(world.run("config", "--unset", "tester") == 0)
    #expect(world.files.text(path) == "width = 100\n")
    #expect(world.run("config", "tester") == 3)
    #expect(world.run("config", "--unset", "tester") == 0)
  }

  @Test("XDG_CONFIG_HOME comes before ~/.config, unless it is relative")
  func place() {
    let world = TestWorld()
    world.environment["XDG_CONFIG_HOME"] = "/etc/mine"
    #expect(world.run("config", "tester", "t1") == 0)
    #expect(world.files.text("/etc/mine/a11y/config") == "tester = t1\n")
    world.environment["XDG_CONFIG_HOME"] = "relative"
    #expect(world.run("config", "tester", "t1") == 0)
    #expect(world.files.text(path) == "tester = t1\n")
  }

  @Test("A condition is refused here, not by every log after")
  func condition() {
    let world = TestWorld()
    #expect(world.run("config", "condition", "BAD") == 2)
    #expect(world.errorText == "a11y: invalid value \"BAD\" for condition; expected conditions such as dark,text-ax5\n")
    #expect(world.files.text(path) == nil)
    #expect(world.run("config", "condition", "dark,text-ax5") == 0)
  }

  @Test("JSON names every key, null where it is not set")
  func json() {
    let world = TestWorld()
    _ = world.run("config", "tester", "a\"\\\u{1F600}")
    #expect(world.run("config", "tester", "--json") == 0)
    #expect(
      world.outputText == """
        {"schema":"a11y.config/1","generated":"2026-03-01T10:00:00Z","path":"/home/t/.config/a11y/config",\
        "rows":[{"key":"tester","value":"a\\"\\\\\u{1F600}","of":"person"}]}

        """)
    #expect(world.run("config", "--json") == 0)
    #expect(world.outputText.contains("{\"key\":\"device\",\"value\":null,\"of\":\"person\"}"))
  }

  @Test(
    "What is no setting is refused and changes nothing",
    arguments: [
      ["config", "testr", "x"], ["config", "plain", "perhaps"], ["config", "tester", "a\nb"], ["config", "tester", ""],
      ["config", "--unset", "nope"], ["config", "tester", "--unset", "tester"], ["config", "tester", "a", "b"],
    ])
  func refused(arguments: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: arguments.map { Array($0.utf8) }) == 2)
    #expect(world.files.contents.isEmpty)
  }

  @Test("Without a home there is nothing to read and nowhere to write")
  func homeless() {
    let world = TestWorld()
    world.environment = [:]
    #expect(world.run("config") == 0)
    #expect(world.run("config", "tester", "t1") == 2)
  }

  @Test("A file that is not text is refused, by other commands only named")
  func notText() {
    let world = TestWorld()
    world.files.contents[path] = [0xC3, 0x28]
    #expect(world.run("config", "tester", "x") == 4)
    #expect(world.files.contents[path] == [0xC3, 0x28])
    #expect(world.run("help") == 0)
    #expect(world.errorText.contains("warning"))
    #expect(world.run("help", "--quiet") == 0)
    #expect(world.errorText == "")
  }

  @Test("A full disk is a problem of storage and keeps the old file")
  func full() {
    let world = TestWorld()
    _ = world.run("config", "tester", "t1")
    world.files.writeProblem = Problem(.storage, code: "storage.full", "no space")
    #expect(world.run("config", "tester", "t2") == 6)
    #expect(world.files.text(path) == "tester = t1\n")
  }

  @Test("The tester is the flag, then the variable, then the setting, never the login name")
  func tester() throws {
    let world = TestWorld()
    world.environment["USER"] = "root"
    world.environment["LOGNAME"] = "root"
    func tester(_ flags: [String] = []) throws -> String? {
      guard case .run(let arguments) = try ArgumentParser.parse(["undo"] + flags, .a11y) else { return nil }
      let live = world.world()
      return Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true).tester()
    }
    #expect(try tester() == nil)
    _ = world.run("config", "tester", "configured")
    #expect(try tester() == "configured")
    world.environment["A11Y_TESTER"] = "variable"
    #expect(try tester() == "variable")
    #expect(try tester(["--tester", "flag"]) == "flag")
  }
}
