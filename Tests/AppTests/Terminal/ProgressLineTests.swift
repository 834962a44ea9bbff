import Testing

@testable import App
@testable import CommandLine

@Suite("How far long work has come")
struct ProgressLineTests {
  /// What is said while the clock runs to each of the times, a hundredth of the work for each.
  private func said(_ world: TestWorld, _ flags: String..., seconds: [Int64]) throws -> String {
    guard case .run(let arguments) = try ArgumentParser.parse(["backup", "file"] + flags, .a11y) else { return "" }
    let live = world.world()
    let start = world.now
    let line = Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true).progress
    line.begin("Copying")
    for (index, second) in seconds.enumerated() {
      world.now = start + second * 1_000
      line.update(index + 1, of: 100)
    }
    line.end()
    return world.errorText
  }

  @Test("The first second is silence, and two of them where nobody watches")
  func silence() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    #expect(try said(world, seconds: [0]) == "")
    #expect(try said(TestWorld(), seconds: [0, 1]) == "")
  }

  /// What a command says of itself while SQLite works, and then prints.
  private func pulsed(_ world: TestWorld, named: String? = nil, seconds: ClosedRange<Int64>) throws -> ProgressLine {
    guard case .run(let arguments) = try ArgumentParser.parse(["status"], .a11y) else {
      throw Problem(.bug, code: "test.arguments", "not understood")
    }
    let live = world.world()
    let line = Context(world: live, arguments: arguments, output: live.output, writesToStandardOutput: true).progress
    let start = world.now
    if let named { line.begin(named) }
    for second in seconds {
      world.now = start + second * 1_000
      line.pulse()
    }
    return line
  }

  @Test("A command that says nothing of its own shows how long it reads, and makes room for its result")
  func pulse() throws {
    let world = TestWorld()
    world.terminals = [.errors, .output]
    let line = try pulsed(world, seconds: 0...3)
    #expect(world.errorText.hasPrefix("\rReading the tracker: 1 s"))
    #expect(world.errorText.hasSuffix("\rReading the tracker: 3 s"))
    line.giveWay()
    #expect(world.errorText.hasSuffix(" \r"))
    let said = world.errorText
    world.now += 60_000
    line.pulse()
    #expect(world.errorText == said, "the result is on the terminal")
  }

  @Test("What takes long after something else did is shown as soon as it begins")
  func stage() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    let line = try pulsed(world, named: "Copying", seconds: 0...0)
    world.now += 300
    line.begin("Checking the copy")
    #expect(world.errorText == "\rChecking the copy: 0 s")
  }

  @Test("Waiting for an answer is no work")
  func asked() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    let line = try pulsed(world, seconds: 0...0)
    world.now += 60_000
    line.startOver()
    line.pulse()
    #expect(world.errorText == "")
  }

  @Test("While another process is waited for, the line says so, and no longer than that")
  func waiting() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    let line = try pulsed(world, seconds: 0...0)
    world.now += 12_000
    line.wait(11_900)
    #expect(world.errorText == "\rWaiting for another process: 11 s")
    world.now += 1_000
    line.pulse()
    #expect(world.errorText.contains("\rReading the tracker: 13 s"))
    line.mute()
    var told: [Int] = []
    line.onWait = { told.append($0) }
    line.wait(5)
    #expect(told == [5])
  }

  @Test("Away from a terminal, and for a screen reader, it is a line every ten seconds")
  func lines() throws {
    let seconds: [Int64] = [1, 2, 3, 5, 11, 12, 13, 25]
    let told = "Copying: 2 percent\nCopying: 6 percent, about 3 min left\nCopying: 8 percent, about 5 min left\n"
    #expect(try said(TestWorld(), seconds: seconds) == told)
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

  @Test("The time that is left is that of the work so far, and nothing is 100% before its end")
  func left() throws {
    let world = TestWorld()
    world.terminals = [.errors]
    let line = try pulsed(world, named: "Copying", seconds: 0...0)
    let start = world.now
    for (second, done) in [(3, 25), (9, 75), (12, 100)] {
      world.now = start + Int64(second) * 1_000
      line.update(done, of: 100)
    }
    #expect(world.errorText.contains("25%, about 9 s left"))
    #expect(world.errorText.contains("75%, about 3 s left"))
    #expect(world.errorText.contains(" 99%") && !world.errorText.contains("100%"))
  }
}
