import Testing

@testable import App

@Suite("Exit codes of bad values")
struct BadValueTests {
  private let world: DiskWorld

  init() throws {
    world = try DiskWorld()
    world.environment["A11Y_TESTER"] = "t1"
    #expect(world.run("init", "--catalog", "2") == 0)
    #expect(world.run("new", "component", "home", "--kind", "icon-button") == 0)
  }

  @Test(
    "A value on the command line that is not of its form is a usage problem, and nothing is logged",
    arguments: [
      ["fail", "--value", "40x"], ["pass", "-s", "2"], ["fail", "-s", "9"], ["fail", "--at", "soon"],
      ["pass", "--value", "40x40"], ["pass", "--value", "3.2:1"], ["fail", "--value", "44%"],
      ["fail", "--value", "3 s"],
      ["fail", "--condition", "Dark!"], ["fail", "-m", String(repeating: "x", count: 100_000)],
    ])
  func typed(words: [String]) {
    let line = ["log", words[0], "touch-target.minimum-44pt", "home"] + words.dropFirst()
    #expect(world.run(line) == 2, "\(world.errors)")
    #expect(world.run("list", "results", "--exit-code") == 0)
  }

  @Test(
    "The same values in a line of the input are bad input",
    arguments: [
      "fail\ttouch-target.minimum-44pt\thome\t\t40x", "fail\ttouch-target.minimum-44pt\thome\tDark!",
      "pass\ttouch-target.minimum-44pt\thome\t\t3.2:1", "failed\ttouch-target.minimum-44pt\thome",
    ])
  func read(line: String) {
    #expect(world.run(["log", "-"], input: line + "\n") == 4, "\(world.errors)")
    #expect(world.errors.contains("line 1: "))
  }

  @Test("A severity that does not fit in a line of the input is bad input")
  func severity() {
    let rows = "outcome,check,component,severity\npass,voiceover.label-present,home,2\n"
    #expect(world.run(["log", "-"], input: rows) == 4)
  }

  @Test(
    "One bad line keeps all others out unless they are asked for, and is told by the exit code either way",
    arguments: [([], 4, 0), (["--partial"], 4, 1), (["--dry-run"], 4, 0)] as [([String], Int32, Int)])
  func mixed(flags: [String], code: Int32, kept: Int) throws {
    let rows = "pass\tvoiceover.label-present\thome\nfailed\tvoiceover.label-present\thome\n"
    #expect(world.run(["log", "-"] + flags, input: rows) == code, "\(world.errors)")
    #expect(try world.rows("list", "results").count == kept)
  }

  @Test("A dry run of good lines keeps none of them")
  func rehearsal() throws {
    #expect(world.run(["log", "-", "--dry-run"], input: "pass\tvoiceover.label-present\thome\n") == 0)
    #expect(try world.rows("list", "results").isEmpty)
  }
}
