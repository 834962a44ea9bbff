import Foundation
import Testing

@testable import App

@Suite("a11y tap compare and a11y tap plan")
struct TapCompareTests {
  private func document(_ words: [String], input: String = "", code: Int32 = 0) throws -> [String: Any] {
    let world = TestWorld()
    world.input = input
    #expect(world.run(bytes: (["tap"] + words + ["--json"]).map { Array($0.utf8) }) == code, "\(world.errorText)")
    return try #require(try JSONSerialization.jsonObject(with: Data(world.outputText.utf8)) as? [String: Any])
  }

  private func near(_ value: Any?, _ wanted: Double) -> Bool { abs((value as? Double ?? .nan) - wanted) < 1e-10 }

  private static let worse = "4/8 5/8 6/8 3/8 5/8 6/8 4/8 7/8 5/8 4/8"
  private static let better =
    Array(repeating: "10/10", count: 20).joined(separator: " ") + " 9/10 9/10 9/10 9/10 9/10"

  @Test("Different children are compared by the limits of the difference")
  func differentChildren() throws {
    let found = try document(["compare", "before: \(Self.worse)", "after: \(Self.better)"])
    #expect(found["schema"] as? String == "a11y.compare/1")
    #expect(found["paired"] as? Bool == false)
    #expect(near(found["difference"], 0.3675) && near(found["low"], 0.21222720475529686))
    #expect(near(found["high"], 0.5368159997688816))
    #expect(found["finding"] as? String == "changed")
    #expect(found["p"] is NSNull)
    #expect((found["first"] as? [String: Any])?["name"] as? String == "before")
    #expect((found["second"] as? [String: Any])?["children"] as? Int == 25)
  }

  @Test("The same children are compared by the exact test")
  func sameChildren() throws {
    let words = ["a: 8/10 7/10 8/10 9/10 6/10 8/10", "b: 9/10 9/10 9/10 9/10 9/10 9/10", "--paired"]
    let found = try document(["compare"] + words)
    #expect(near(found["p"], 0.0625) && near(found["difference"], 0.13333333333333333))
    #expect(found["finding"] as? String == "no change shown")
    #expect(found["exact"] as? Bool == true)
    // The limits are those of the difference; the test decides with them.
    #expect(near(found["low"], -0.09866080515169146))
    #expect((found["sentence"] as? String)?.contains("5 hit more often with b, 0 less often, 1 equally often") == true)
  }

  @Test("With fewer than six children no change can be shown, and that is said", arguments: 1...8)
  func fewChildren(count: Int) throws {
    let first = Array(repeating: "0/10", count: count).joined(separator: " ")
    let second = Array(repeating: "10/10", count: count).joined(separator: " ")
    let found = try document(["compare", first, second, "--paired"])
    let notes = (found["notes"] as? [String] ?? []).joined()
    #expect(notes.contains("p < 0.05 is impossible") == (count < 6))
    #expect(found["finding"] as? String == (count < 6 ? "no change shown" : "changed"))
  }

  @Test(
    "Names may stand in one argument or in several, and need not be there",
    arguments: [
      ["before: 9/10 8/10", "after: 10/10 9/10"], ["before:", "9/10", "8/10", "after:", "10/10", "9/10"],
      ["before:9/10,8/10", "after:10/10,9/10"], ["before: 9/10", "before: 8/10", "after: 10/10 9/10"],
      ["9/10 8/10", "10/10 9/10"],
    ])
  func names(words: [String]) throws {
    let found = try document(["compare"] + words)
    let (first, second) = (found["first"] as? [String: Any], found["second"] as? [String: Any])
    #expect(first?["hits"] as? Int == 17 && second?["hits"] as? Int == 19)
    #expect(first?["name"] as? String == (words[0].contains(":") ? "before" : "version 1"))
  }

  @Test("Standard input has one child on each line")
  func standardInput() throws {
    let typed = try document(["compare", "before: 9/10 8/10", "after: 10/10 9/10"])
    let read = try document(["compare", "-"], input: "before: 9/10\nafter: 10/10\nbefore: 8/10\n\nafter: 9/10\n")
    #expect(NSDictionary(dictionary: typed) == NSDictionary(dictionary: read))
    let paired = try document(["compare", "-", "--paired"], input: "9/10 10/10\n8/10\t9/10\n0/0 5/5\n")
    #expect((paired["first"] as? [String: Any])?["children"] as? Int == 2)
    let note = "1 child has no scored tap with one of the versions and is not counted."
    #expect((paired["notes"] as? [String])?.first == note)
  }

  @Test("Too little to compare is said, and nothing at all is no data")
  func tooLittle() throws {
    let few = try document(["compare", "9/10", "8/10 9/10"])
    #expect(few["finding"] as? String == "not enough evidence" && few["difference"] is NSNull)
    #expect(try document(["compare", "0/0", "8/10"], code: 3)["finding"] as? String == "no data")
    #expect(try document(["compare", "-", "--paired"], code: 3)["finding"] as? String == "no data")
  }

  @Test(
    "What cannot be compared is refused with a sentence and a hint",
    arguments: [
      [], ["9/10"], ["9/10", "8/10", "7/10"], ["a: 9/10", "b: 8/10", "c: 7/10"], ["9/10", "b: 8/10"],
      ["a: 9/10 8/10", "b: 8/10", "--paired"], ["a: 9/10", "b: 9/8"], [": 9/10", "b: 9/10"], ["a: x", "b: 9/10"],
      ["\u{1B}[31m: 9/10", "b: 9/10"], ["a\u{202E}: 9/10", "b: 9/10"], ["a: 9/10", "a: 9/10"],
    ])
  func refused(words: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: (["tap", "compare"] + words).map { Array($0.utf8) }) == 2)
    #expect(world.outputText == "")
    #expect(world.errorText.contains("\nhint: ") && !world.errorText.contains("\u{1B}"), "\(world.errorText)")
  }

  @Test("The keys of plans are met with what is wanted, and with where plans are compared")
  func plans() {
    let world = TestWorld()
    #expect(world.run(bytes: ["tap", "compare", "before", "after"].map { Array($0.utf8) }) == 2)
    #expect(world.errorText.contains("invalid argument \"before\""))
    #expect(world.errorText.contains("'before: 9/10 8/10'") && world.errorText.contains("a11y tap report PLAN"))
  }

  @Test("A wrong line is bad input", arguments: [("9/10\n", ""), ("a: 1/1\nb: 2/1\n", ""), ("9/10\n", "--paired")])
  func badLines(input: String, flag: String) {
    let world = TestWorld()
    world.input = input
    let words = ["tap", "compare", "-"] + (flag.isEmpty ? [] : [flag])
    #expect(world.run(bytes: words.map { Array($0.utf8) }) == 4)
    #expect(world.errorText.contains("of standard input"), "\(world.errorText)")
  }

  // MARK: Planning

  @Test("The plan is the table of the reference values")
  func plan() throws {
    let rows = try #require(try document(["plan", "--target", "90"])["rows"] as? [[String: Any]])
    #expect(rows.map { $0["taps"] as? Int } == [1, 2, 3, 5, 8, 10, 20])
    #expect(rows.map { $0["children"] as? Int } == [36, 22, 17, 13, 11, 10, 9])
    #expect(rows.allSatisfy { $0["children_at_rate"] is NSNull })
  }

  @Test("What the plan says, the estimate keeps", arguments: [("80", 5), ("90", 10), ("95", 3), ("99", 2)])
  func kept(target: String, taps: Int) throws {
    let rows = try #require(
      try document(["plan", "--target", target, "--taps", "\(taps)"])["rows"] as? [[String: Any]])
    let needed = try #require(rows.first?["children"] as? Int)
    func verdict(_ children: Int) throws -> String? {
      let words = Array(repeating: "\(taps)/\(taps)", count: children)
      return try document(["estimate"] + words + ["--target", target])["verdict"] as? String
    }
    #expect(rows.count == 1)
    #expect(try verdict(needed) == "met")
    #expect(try verdict(needed - 1) == "not enough evidence")
  }

  @Test("A rate takes more children than none missed, and one no better than the target is refused")
  func rate() throws {
    let rows = try #require(try document(["plan", "--taps", "10", "--rate", "97"])["rows"] as? [[String: Any]])
    #expect(rows.first?["children_at_rate"] as? Int == 21)
    let close = try #require(try document(["plan", "--taps", "1", "--rate", "90.01"])["rows"] as? [[String: Any]])
    #expect(close.first?["children_at_rate"] is NSNull)
    let world = TestWorld()
    for words in [["--rate", "90"], ["--rate", "101"], ["--rate", "x"], ["--taps", "0"], ["--target", "100"]] {
      #expect(world.run(bytes: (["tap", "plan"] + words).map { Array($0.utf8) }) == 2, "\(words)")
    }
  }

  @Test("No line of the three is wider than the terminal", arguments: [40, 59, 60, 80])
  func width(columns: Int) {
    let world = TestWorld()
    for words in [
      ["plan", "--rate", "97"], ["compare", "a: 9/10 8/10", "b: 9/10 10/10"],
      ["compare", "a: 9/10 8/10", "b: 9/10 10/10", "--paired"],
    ] {
      #expect(world.run(bytes: (["tap"] + words + ["--width", "\(columns)"]).map { Array($0.utf8) }) == 0)
      for line in world.outputText.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
    }
  }
}
