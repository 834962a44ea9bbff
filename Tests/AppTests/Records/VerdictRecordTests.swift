import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Verdicts")
struct VerdictRecordTests {
  private static let line = ["new", "verdict", "1.4.3", "--level", "supports", "--remarks", "Seen."]

  private func verdicts(_ world: RegisterWorld) throws -> [PersonVerdict] { try world.read { try $0.verdicts() } }

  @Test("A verdict has a criterion, a level, remarks, a person, and a day")
  func new() throws {
    let world = try RegisterWorld()
    #expect(world.run(Self.line + ["--by", "lead-1"]) == 0, "\(world.errors)")
    let verdict = try #require(try verdicts(world).first)
    #expect((verdict.key, verdict.subject, verdict.person) == ("1.4.3/lead-1", "1.4.3", "lead-1"))
    #expect((verdict.level, verdict.remarks, verdict.day) == (.supports, "Seen.", "2026-03-01"))
    #expect(world.run(Self.line + ["--by", "lead-1"]) == 5)
    #expect(world.errors.contains("a11y edit verdict"))
  }

  @Test("Remarks may be written as the message of other commands", arguments: ["-m", "--message", "--remarks"])
  func message(flag: String) throws {
    let world = try RegisterWorld()
    try world.must("new", "verdict", "1.4.3", "--level", "supports", flag, "Seen.", "--by", "a")
    try world.must("edit", "verdict", "1.4.3/a", flag, "Seen twice.", "--by", "a")
    #expect(try verdicts(world).map(\.remarks) == ["Seen twice."])
  }

  @Test("People who differ have a record each, and both are disputed")
  func disputed() throws {
    let world = try RegisterWorld()
    try world.must("new", "verdict", "1.4.3", "--level", "supports", "--remarks", "r", "--by", "a")
    try world.must("new", "verdict", "1.4.3", "--level", "does-not-support", "--remarks", "r", "--by", "b")
    #expect(world.errors.contains("disputed: a (supports)"))
    let all = try verdicts(world)
    let book = VerdictBook(all)
    #expect(all.count == 2 && all.allSatisfy(book.isDisputed) && book.standing("1.4.3").term == nil)
    try world.must("edit", "verdict", "1.4.3/b", "--level", "supports", "--by", "b")
    #expect(VerdictBook(try verdicts(world)).standing("1.4.3").term == .supports)
  }

  @Test("The day is that of the last change of level or remarks")
  func day() throws {
    let world = try RegisterWorld()
    try world.must("new", "verdict", "1.4.3", "--level", "supports", "--remarks", "r", "--by", "a")
    world.now += 3 * 86_400_000
    try world.must("edit", "verdict", "1.4.3/a", "--level", "supports", "--by", "a")
    #expect(try verdicts(world).first?.day == "2026-03-01")
    try world.must("edit", "verdict", "1.4.3/a", "--remarks", "s", "--by", "a")
    #expect(try verdicts(world).first?.day == "2026-03-04")
  }

  @Test(
    "What is no verdict is refused",
    arguments: [
      ["new", "verdict", "1.4", "--level", "supports", "--remarks", "r", "--by", "a"],
      ["new", "verdict", "1.4.3", "--level", "not-evaluated", "--remarks", "r", "--by", "a"],
      ["new", "verdict", "captions", "--level", "partially-supports", "--remarks", "r", "--by", "a"],
      ["new", "verdict", "1.4.3", "--level", "supports", "--remarks", "", "--by", "a"],
      ["new", "verdict", "1.4.3", "--level", "supports", "--by", "a"],
      ["new", "verdict", "1.4.3", "--remarks", "r", "--by", "a"],
      ["new", "verdict", "1.4.3", "--level", "supports", "--remarks", "r", "--by", "a", "--edition", "x"],
    ])
  func refused(line: [String]) throws {
    let world = try RegisterWorld()
    #expect(world.run(line) == 2)
    #expect(try verdicts(world).isEmpty)
  }
}
