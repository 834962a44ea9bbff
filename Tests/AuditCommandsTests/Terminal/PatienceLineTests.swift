import Testing

@testable import AuditCommands

@Suite("How far long work has come")
struct PatienceLineTests {
  /// What is said while the clock runs to each of the times, a hundredth of the work for each.
  private func said(_ world: TestWorld, _ flags: String..., seconds: [Int64]) throws -> String {
    guard case .run(let arguments) = try ArgumentParser.parse(["backup", "file"] + flags) else { return "" }
    let live = world.world()
    let line = try PatienceLine(
      Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true), "Copying")
    let start = world.now
    for (index, second) in seconds.enumerated() {
      world.now = start + second * 1_000
      line.update(index + 1, of: 100)
    }
    line.end()
    return world.errorText
  }

  @Test("Two seconds are silence")
  func silence() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    #expect(try said(world, seconds: [0, 1]) == "")
  }

  @Test("Away from a terminal, and for a screen reader, it is a line every ten seconds")
  func lines() throws {
    let seconds: [Int64] = [1, 2, 3, 5, 11, 12, 13, 25]
    #expect(try said(TestWorld(), seconds: seconds) == "Copying: 2 percent\nCopying: 6 percent\nCopying: 8 percent\n")
    let world = TestWorld()
    world.terminals = [.errors]
    let plain = try said(world, "--plain", seconds: seconds)
    #expect(plain.hasPrefix("Copying: 2 percent\n"))
    #expect(!plain.contains("\r"))
    #expect(try said(TestWorld(), "--quiet", seconds: seconds) == "")
  }

  @Test("On a terminal a bar is redrawn, and taken away at the end")
  func bar() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    let text = try said(world, seconds: [2, 3])
    #expect(text.hasPrefix("\rCopying ░"))
    #expect(text.contains("2%"))
    #expect(text.hasSuffix(" \r"))
    #expect(!text.contains("\n"))
  }
}
