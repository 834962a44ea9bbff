import Foundation
import Testing

@testable import App

@Suite("a11y calc")
struct CalcTests {
  /// A line for each calculation, with the figure it must give.
  static let lines: [(words: [String], figure: String)] = [
    (["contrast", "#3C3C43/60%", "white"], "3.44:1"),
    (["contrast", "#767676", "white", "--text-size", "17"], "4.54:1"),
    (["contrast", "black", "white", "--text-size", "14", "--bold"], "21:1"),
    (["area", "24x24", "--padding", "12"], "48x48 pt"),
    (["area", "0,0,24,24", "30,0,24,24", "--padding", "12"], "They overlap by 6 pt."),
    (["gap", "0,0,44,44", "52,0,44,44"], "8 pt"), (["gap", "-10,0,10,10", "20,0,10,10", "60,0,10,10"], "20 pt"),
    (["type", "ax1"], "165%"), (["type"], "AX5"), (["type"], "xSmall"),
    (["target", "40x40", "--profile", "child", "--ppi", "163"], "6.2x6.2 mm"),
    (["target", "20x20", "--platform", "macOS"], "20x20 pt"),
    (["target", "56x56", "--profile", "child", "--role", "primary"], "56x56 pt"),
    (["press", "--scale", "0.95", "--brightness-light", "-0.05", "--opacity", "0.5"], "0.95"),
    (["haptic", "light", "--moment", "toggle", "--deployment", "16.4"], "UIImpactFeedbackGenerator"),
    (["limit", "tabs", "6"], "6 tabs"), (["limit"], "alert-buttons"), (["grid", "44x44"], "44 pt"),
    (["grid", "44x48"], "Width"), (["grid", "44x48"], "Height"), (["grid", "44x48"], "8 pt grid, height"),
    (["grid", "10", "--distance"], "10 pt"),
  ]

  @Test("Every calculation gives its figure, and exit code 0 whatever the verdict", arguments: lines.indices)
  func figures(index: Int) {
    let (words, figure) = CalcTests.lines[index]
    let world = TestWorld()
    for format in ["table", "md"] {
      #expect(world.run(bytes: (["calc"] + words + ["--format", format]).map { Array($0.utf8) }) == 0)
      #expect(world.outputText.contains(figure), "\(world.outputText)")
    }
    #expect(world.errorText == "")
  }

  @Test("Every form says the same verdicts", arguments: lines.indices)
  func forms(index: Int) throws {
    let world = TestWorld()
    func output(_ format: String) -> String {
      _ = world.run(bytes: (["calc"] + CalcTests.lines[index].words + ["--format", format]).map { Array($0.utf8) })
      return world.outputText
    }
    let document = try JSONSerialization.jsonObject(with: Data(output("json").utf8)) as? [String: Any]
    let verdicts = try #require(document?["verdicts"] as? [[String: Any]])
    #expect(document?["schema"] as? String == "a11y.calc/1")
    #expect(Set(document?.keys.map { $0 } ?? []) == ["schema", "generated", "title", "figures", "verdicts", "notes"])
    let (table, plain) = (output("table"), output("plain"))
    for verdict in verdicts {
      let rule = try #require(verdict["rule"] as? String)
      let name = verdict["name"] as? String
      #expect(plain.contains(name.map { "Of: \(rule.dropFirst($0.count + 2))" } ?? "Rule: \(rule)"))
    }
    func count(_ word: String, in text: String) -> Int { text.components(separatedBy: "\n\(word)").count - 1 }
    for (outcome, required, word) in [("pass", true, "PASS"), ("fail", true, "FAIL"), ("fail", false, "not met")] {
      let wanted = verdicts.count { $0["outcome"] as? String == outcome && $0["required"] as? Bool == required }
      #expect(count("\(word) ", in: table) == wanted, "\(word)")
    }
    #expect(plain.split(separator: "\n").allSatisfy { !$0.hasPrefix(" ") })
  }

  @Test("No line is wider than the terminal", arguments: lines.indices)
  func width(index: Int) {
    let world = TestWorld()
    for width in [20, 40, 59, 60, 80, 120] {
      let words = ["calc"] + CalcTests.lines[index].words + ["--width", String(width)]
      _ = world.run(bytes: words.map { Array($0.utf8) })
      for line in world.outputText.split(separator: "\n") where line.count > width {
        // Only identifiers, which are never broken, after an outcome.
        let name = line.components(separatedBy: "  ").last ?? ""
        #expect(!name.contains(" "), "\(width): \(line)")
      }
    }
  }

  @Test("44 pt is never an AA figure", arguments: ["44x44", "43x43", "48x48", "40x40"], ["general", "child"])
  func enhanced(size: String, profile: String) throws {
    let world = TestWorld()
    for words in [["target", size], ["area", size, "--padding", "0"]] {
      for format in ["table", "plain", "json", "md"] {
        let line = ["calc"] + words + ["--profile", profile, "--format", format]
        #expect(world.run(bytes: line.map { Array($0.utf8) }) == 0)
        for part in world.outputText.components(separatedBy: "at least ").dropFirst() where part.hasPrefix("44") {
          let rule = part.components(separatedBy: "touch-target.").first ?? part
          #expect(!rule.contains("level AA,") && !rule.contains("2.5.8"), "\(rule)")
        }
      }
    }
  }

  @Test(
    "What cannot be read is a usage problem with a sentence and a hint",
    arguments: [
      ["contrast", "#12", "white"], ["contrast", "white", "#ffffff80"], ["contrast", "", "white"],
      ["contrast", "black", "white", "--text-size", "big"], ["area", "24", "--padding", "x"],
      ["area", "big", "--padding", "1"],
      ["gap", "1,2,3", "1,2,3,4"], ["type", "huge"], ["target", "40xx"], ["target", "9mm"],
      ["target", "40x40", "--ppi", "0"],
      ["press", "--scale", "a"], ["haptic", "boom"], ["haptic", "light", "--moment", "sleep"], ["limit", "tabz", "3"],
      ["limit", "tabs", "x"], ["grid", "10 mm"], ["target", "99999999999999999999x1"], ["target", "\u{1B}[31m"],
    ])
  func refused(words: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: (["calc"] + words).map { Array($0.utf8) }) == 2)
    #expect(world.outputText == "")
    #expect(world.errorText.contains("\nhint: "), "\(world.errorText)")
    #expect(!world.errorText.contains("\u{1B}"))
  }

  @Test(
    "What is not a calculation is a usage problem",
    arguments: [
      ["contrast", "red"], ["area", "24x24"], ["gap", "0,0,1,1"], ["limit", "tabs"], ["nonsense"], [],
      ["target", "40x40", "--role", "king"], ["target", "40x40", "--platform", "iOS", "--platform", "macOS"],
      ["contrast", "red", "white", "--format", "csv"],
    ])
  func usage(words: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: (["calc"] + words).map { Array($0.utf8) }) == 2)
  }
}
