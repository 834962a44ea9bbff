import Store
import Testing

@testable import Audit
@testable import Sessions

@Suite("The search of a walk")
struct ItemSearchTests {
  private static let items = WorkItems([
    ScopeCell(component: "sign-in/close-button", check: "voiceover.label-present", condition: ""),
    ScopeCell(component: "sign-in/close-button", check: "touch-target.minimum-44pt", condition: ""),
    ScopeCell(component: "home/boost", check: "voiceover.label-present", condition: ""),
    ScopeCell(component: "home/boost", check: "touch-target.minimum-44pt", condition: ""),
  ])

  private let search: ItemSearch

  init() {
    func component(_ key: String, _ title: String, _ screens: [String]) -> (String, Component) {
      var component = Component(key: key, kind: "icon-button")
      component.title = title
      component.screens = screens
      return (key, component)
    }
    search = ItemSearch(
      checks: [
        ("voiceover.label-present", "Element has an accessibility label"),
        ("touch-target.minimum-44pt", "Hit area is at least 44x44 pt"),
      ],
      components: Dictionary(uniqueKeysWithValues: [
        component("sign-in/close-button", "Close button", ["sign-in"]),
        component("home/boost", "Élan", ["timeline", "profile"]),
      ]))
  }

  @Test(
    "Every word begins a part of an id, key, title, or screen",
    arguments: [
      ("lab cl", [0]), ("cl lab", [0]), ("hit", [1, 3]), ("close", [0, 1]), ("44 time", [3]), ("LABEL-PRES", [0, 2]),
      ("él", [2, 3]), ("sign-in/close", [0, 1]), ("prof", [2, 3]), ("ton", [0, 1]), ("lab zzz", []), ("", []),
      ("lab close-b", [0]), ("44pt sign-in", [1]),
      (" \t ", []), ("/", [0, 1, 2, 3]), ("**", []),
    ] as [(String, [Int])])
  func words(typed: String, expected: [Int]) {
    #expect(search.find(typed, in: Self.items) == expected)
  }
}
