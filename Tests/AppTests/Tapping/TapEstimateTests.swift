import Foundation
import Testing

@testable import App
@testable import Sessions

@Suite("a11y tap estimate")
struct TapEstimateTests {
  private func run(_ world: TestWorld, _ words: String) -> Int32 {
    world.run(bytes: (["tap", "estimate"] + words.split(separator: " ").map(String.init)).map { Array($0.utf8) })
  }

  private func document(_ words: String, input: String = "") throws -> [String: Any] {
    let world = TestWorld()
    world.input = input
    _ = run(world, words + " --json")
    return try #require(try JSONSerialization.jsonObject(with: Data(world.outputText.utf8)) as? [String: Any])
  }

  @Test("JSON holds the keys of the contract, rates as fractions of 1")
  func contract() throws {
    let found = try document("10/10 9/10 10/10 8/10 10/10 7/10 --target 90")
    #expect(found["schema"] as? String == "a11y.estimate/1")
    #expect(found["children"] as? Int == 6)
    #expect(found["taps"] as? Int == 60)
    #expect(found["hits"] as? Int == 54)
    #expect(found["rate"] as? Double == 0.9)
    #expect(abs((found["low"] as? Double ?? 0) - 0.6928760937976064) < 1e-12)
    #expect(abs((found["high"] as? Double ?? 0) - 0.9862701611456888) < 1e-12)
    #expect(abs((found["n_eff"] as? Double ?? 0) - 21.428571428571427) < 1e-12)
    #expect(found["target"] as? Double == 0.9)
    #expect(found["verdict"] as? String == "not enough evidence")
    #expect(
      found["sentence"] as? String
        == "6 children, 60 taps: on average, 90% hit at the first tap; the rate of all children could be as low as 69% or "
        + "as high as 99%. Not enough evidence to decide whether the target of 90% is met.")
  }

  @Test(
    "The verdict is one of four",
    arguments: [
      ("10/10 10/10 10/10 10/10 10/10 --target 80", "met"),
      ("10/10 10/10 10/10 10/10 --target 50", "not enough evidence"),
      ("10/10 10/10 10/10 10/10 10/10 --target 80 --planned-children 6", "not enough evidence"),
      ("10/10 10/10 10/10 10/10 10/10 --target 80 --planned-children 5", "met"), ("0/5 0/5 0/5", "not met"),
      ("0/5 0/5 0/5 --planned-children 8", "not met"), ("0/9 0/9", "not enough evidence"),
      ("19/20", "not enough evidence"), ("0/0", "no data"),
    ])
  func verdicts(words: String, verdict: String) throws {
    #expect(try document(words)["verdict"] as? String == verdict)
  }

  @Test("Without a scored tap there is an answer all the same, with exit code 3", arguments: ["0/0", "0/0 0/0", "-"])
  func noData(words: String) throws {
    let world = TestWorld()
    #expect(run(world, words) == 3)
    #expect(world.outputText.contains("No scored taps yet"))
    #expect(try document(words)["rate"] is NSNull)
  }

  @Test("One child gives counts and no rate")
  func oneChild() throws {
    let found = try document("19/20")
    #expect(found["hits"] as? Int == 19)
    for key in ["rate", "low", "high", "n_eff"] { #expect(found[key] is NSNull, "\(key)") }
  }

  @Test("What those who were given mean for the plan is said")
  func plan() throws {
    let all = "10/10 10/10 10/10 10/10 10/10 --target 80"
    let world = TestWorld()
    #expect(run(world, all) == 0)
    let words = world.outputText.replacing("\n", with: " ")
    #expect(words.contains("If these are all planned children, the target of 80% is met."))
    #expect(world.errorText.contains("--planned-children"))
    #expect(run(world, all + " --planned-children 8") == 0)
    #expect(world.outputText.contains("Interim look: 3 of 8 planned children have not taken part yet."))
    let found = try document(all + " --planned-children 8")
    #expect(found["planned_children"] as? Int == 8)
    #expect(found["plan_complete"] as? Bool == false)
  }

  @Test("One child on each line of standard input is the same as arguments")
  func standardInput() throws {
    let input = "\u{FEFF}10/10\r\n\n 9/10 \n10/10\n  \n8/10\n10/10\n7/10"
    let (typed, read) = (try document("10/10 9/10 10/10 8/10 10/10 7/10"), try document("-", input: input))
    #expect(NSDictionary(dictionary: typed) == NSDictionary(dictionary: read))
  }

  @Test(
    "A target is percent, or a fraction below 1",
    arguments: [("90", 0.9), ("90%", 0.9), ("0.9", 0.9), ("92.5", 0.925), ("50", 0.5), ("99", 0.99)])
  func targets(text: String, rate: Double) throws {
    #expect(try document("9/10 8/10 --target \(text)")["target"] as? Double == rate)
  }

  @Test(
    "A target that is none is refused",
    arguments: ["100", "49.9", "99.1", "0", "1", "-90", "nan", "inf", "0x5A", "9e1", "", "90%%", ".", "90.0.0", "1.0"])
  func badTarget(text: String) {
    let world = TestWorld()
    #expect(world.run("tap", "estimate", "9/10", "8/10", "--target", text) == 2)
    #expect(world.outputText == "")
    #expect(world.errorText.contains("expected 50 to 99 percent"), "\(world.errorText)")
  }

  static let badCounts = [
    ("9/8", "hits than taps: 9 of 8 taps"), ("3/0", "hits than taps: 3 of 0 taps"), ("-1/5", "be negative"),
    ("1/-5", "be negative"), ("x", "HITS/TAPS in"), ("9", "HITS/TAPS in"), ("9/10/11", "HITS/TAPS in"),
    ("9.5/10", "HITS/TAPS in"), ("/", "HITS/TAPS in"), ("nan/5", "HITS/TAPS in"), ("+1/5", "HITS/TAPS in"),
    ("1/99999999999999999999", "1000000 taps"), ("1/1000001", "1000000 taps"), ("\u{1B}[31m", "HITS/TAPS in"),
  ]

  @Test("A wrong argument is named, with the reason", arguments: badCounts)
  func badArgument(word: String, reason: String) {
    let world = TestWorld()
    #expect(world.run("tap", "estimate", "9/10", word, "8/10") == 2)
    #expect(world.outputText == "")
    #expect(world.errorText.contains("argument 2, ") && world.errorText.contains(reason), "\(world.errorText)")
    #expect(world.errorText.contains("\nhint: ") && !world.errorText.contains("\u{1B}"))
  }

  @Test(
    "A wrong line is named, with the reason",
    arguments: badCounts + [("9/10 8/10", "expected 1 child per line; got 2")])
  func badLine(word: String, reason: String) {
    let world = TestWorld()
    world.input = "9/10\n\n\(word)\n"
    #expect(world.run("tap", "estimate", "-") == 4)
    #expect(world.outputText == "")
    #expect(world.errorText.contains("line 3 of standard input, ") && world.errorText.contains(reason))
  }

  @Test("Endless and hostile input is refused")
  func endless() {
    let world = TestWorld()
    world.input = String(repeating: "1/1\n", count: TapCounts.mostChildren + 1)
    #expect(run(world, "-") == 4)
    world.input = String(repeating: "1", count: 1 << 17)
    #expect(run(world, "-") == 4)
    #expect(world.run("tap", "estimate") == 2)
    #expect(world.run("tap", "estimate", "-", "9/10") == 2)
    #expect(world.run("tap") == 2)
    #expect(world.run("tap", "estimate", "9/10", "--planned-children", "0") == 2)
  }

  @Test("No line is wider than the terminal", arguments: [20, 40, 59, 60, 80])
  func width(columns: Int) {
    let world = TestWorld()
    #expect(run(world, "10/10 9/10 0/0 10/10 8/10 --width \(columns)") == 0)
    for line in world.outputText.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
  }

  @Test("The plain form has one fact on each line and no signs")
  func plain() {
    let world = TestWorld()
    #expect(run(world, "10/10 9/10 10/10 --plain") == 0)
    #expect(!world.outputText.contains("%") && world.outputText.contains("Verdict: not enough evidence.\n"))
  }
}
