import Audit
import Base
import Foundation
import Store
import Testing

@testable import App

@Suite("a11y lookup")
struct LookupTests {
  private static let hero = """
    {"table": "style", "name": "hero", "title": "Hero button", "meaning": "Our largest button.",
     "use_when": "Once on a screen.", "figures": [{"name": "size", "value": "72x72 pt"}],
     "checks": ["touch-target.minimum-44pt"], "conflicts": ["E-04"], "wrong_names": [{"name": "giant", "why": "It is hero."}]}
    """

  private func output(_ words: String...) -> (code: Int32, text: String, errors: String) {
    let world = TestWorld()
    let code = world.run(bytes: (["lookup"] + words).map { Array($0.utf8) })
    return (code, world.outputText, world.errorText)
  }

  @Test("every entry is shown in every form, with its checks and the reading where sources disagree")
  func forms() throws {
    for word in ["trait .isToggle", "action escape", "haptic light", "style icon", "gesture pinch", "limit tabs"] {
      let words = word.split(separator: " ").map(String.init)
      for format in ["table", "plain", "md"] {
        let shown = output(words[0], words[1], "--format", format)
        #expect(shown.code == 0 && shown.text.contains("Related checks"), "\(shown.text)")
      }
      let json = try JSONSerialization.jsonObject(with: Data(output(words[0], words[1], "--json").text.utf8))
      let document = try #require(json as? [String: Any])
      #expect(document["schema"] as? String == "a11y.lookup/1")
      let entry = try #require((document["entries"] as? [[String: Any]])?.first)
      #expect(!(entry["checks"] as? [Any] ?? []).isEmpty)
    }
    #expect(output("trait", ".isToggle").text.contains("E-21"))
    #expect(output("trait", ".isToggle").text.contains("Decision"))
  }

  @Test("it needs no tracker, and without words lists what there is")
  func overview() {
    let all = output()
    #expect(all.code == 0)
    for table in ReferenceTable.allCases { #expect(all.text.contains("\n\(table.rawValue)  ")) }
    #expect(output("gestures").text.contains("long-press"))
    #expect(output("criteria").text.contains("2.5.8"))
  }

  @Test("a name that does not exist is met with the right one")
  func wrongNames() {
    #expect(output("trait", ".tabBar").text.contains("SwiftUI has no .tabBar: the trait is isTabBar, from iOS 17"))
    #expect(output("FeededbackStyle").text.contains("spelled FeedbackStyle"))
    #expect(output("action", "delete", "--platform", "iOS").text.contains("Not available on iOS."))
    #expect(output("action", "delete", "--platform", "macOS").text.contains("Available on macOS."))
    #expect(output("action", "delete", "--platform", "iOS", "--json").text.contains("\"exists\": false"))
  }

  @Test("what is not there is said, with what lies near")
  func unknown() {
    let slip = output("haptic", "meduim")
    #expect(slip.code == 3)
    #expect(slip.errors.contains("medium") && slip.text.isEmpty)
    #expect(output("haptic", "escape").errors.contains("a11y lookup action escape"))
    #expect(output("trait", "no\u{1b}[31m").errors.contains("\u{1b}") == false)
  }

  @Test("a team's own entries stand beside the built-in ones, or in the place of one, and travel as records")
  func own() throws {
    let world = try RegisterWorld()
    try world.write("hero.json", Self.hero)
    try world.must("new", "reference", "--from", "hero.json")
    #expect(world.output.contains("style/hero"))
    try world.must("lookup", "style", "hero")
    for words in ["72x72 pt", "custom", "E-04", "touch-target.minimum-44pt"] {
      #expect(world.output.contains(words))
    }
    try world.must("lookup", "giant")
    #expect(world.output.contains("It is hero."))
    #expect(world.run("new", "reference", "--from", "hero.json") == 5)
    try world.write("card.json", Self.hero.replacingOccurrences(of: "\"hero\"", with: "\"card\""))
    try world.must("new", "reference", "--from", "card.json")
    try world.must("lookup", "style", "card")
    #expect(world.output.contains("72x72 pt") && !world.output.contains("E-50"))
    try world.write("hero.json", Self.hero.replacingOccurrences(of: "72x72", with: "80x80"))
    try world.must("edit", "reference", "style/hero", "--from", "hero.json")
    try world.must("lookup", "style", "hero")
    #expect(world.output.contains("80x80 pt"))
    try world.must("edit", "reference", "style/card", "--delete")
    try world.must("lookup", "style", "card")
    #expect(world.output.contains("E-50"))
  }

  @Test(
    "an entry that is none is refused with its place, and nothing is stored",
    arguments: [
      ("\"table\": \"style\"", "\"table\": \"My Styles\"", "$.table"),
      ("\"E-04\"", "\"E-99\"", "$.conflicts"), ("\"meaning\"", "\"meanings\"", "$.meanings"),
      ("\"name\": \"hero\"", "\"name\": \"a/b\"", "$.name"), ("\"Our largest button.\"", "7", "$.meaning"),
    ])
  func refused(text: String, wrong: String, place: String) throws {
    let world = try RegisterWorld()
    try world.write("hero.json", Self.hero.replacingOccurrences(of: text, with: wrong))
    #expect(world.run("new", "reference", "--from", "hero.json") == 4)
    #expect(world.errors.contains(place), "\(world.errors)")
    #expect(try world.read { try $0.records("reference") }.isEmpty)
  }
}
