import Testing

@testable import App
@testable import Audit

@Suite("Whose a finding is")
struct ComponentFinderTests {
  private static let components: [Component] = {
    func make(
      _ key: String, _ screens: [String] = [], title: String = "", source: String = "", kind: String = "button"
    ) -> Component {
      var component = Component(key: key, kind: kind)
      component.screens = screens
      component.title = title
      component.source = source
      return component
    }
    var retired = make("sign-in/old-button")
    retired.isRetired = true
    return [
      make("sign-in"), make("sign-in/close-button", title: "Leave"), make("shared/avatar", ["sign-in", "home"]),
      make("home/card", ["home"], source: "Views/Home.swift"), make("home/list/card", source: "Views/Home.swift"),
      make("banner", ["home"], title: "Big news", source: "./Views/Banner.swift"), retired,
      make("st/play", ["play"], kind: "screen"), make("st/stop", ["play"]), make("st/skip", ["play"]),
      make("st/search", ["search"], kind: "screen"), make("st/find", ["search"], kind: "screen"),
      make("player/more", kind: "screen"),
    ]
  }()

  private func find(
    _ elements: [String] = [], screen: String = "", component: String = "", file: String = "", otherwise: String? = nil
  ) -> String {
    var finding = ToolFinding(tool: .xctest, rule: "contrast", message: "", place: "line 1")
    (finding.elements, finding.names) = (elements, elements)
    finding.screen = screen
    finding.component = component
    finding.file = file
    let fallback = otherwise.map { Component(key: $0) }
    var finder = ComponentFinder(Self.components, otherwise: fallback)
    switch finder.find(finding) {
    case .component(let component, _): return component.key
    case .none(let reason, _): return "none: \(reason)"
    }
  }

  @Test(
    "An element is found by key, last part or title, however it is written",
    arguments: [
      ("closeButton", "sign-in", "sign-in/close-button"), ("Close Button", "Sign In", "sign-in/close-button"),
      ("sign-in/close-button", "", "sign-in/close-button"), ("leave", "signIn", "sign-in/close-button"),
      ("avatar", "home", "shared/avatar"), ("Avatar", "sign-in", "shared/avatar"), ("BIG NEWS", "home", "banner"),
      ("signIn.closeButton", "sign-in", "sign-in/close-button"), ("banner", "", "banner"),
    ])
  func found(element: String, screen: String, key: String) {
    #expect(find([element], screen: screen) == key)
  }

  @Test("Names and files are the same however their accents are spelled")
  func accents() {
    var component = Component(key: "pay/zur\u{FC}ck", kind: "button")
    (component.title, component.screens, component.source) = ("\u{C9}cran", ["caf\u{E9}"], "Vues/\u{C9}cran.swift")
    var finder = ComponentFinder([component], otherwise: nil)
    for (name, screen, file, key) in [
      ("zuru\u{308}ck", "", "", ""), ("E\u{301}CRAN", "cafe\u{301}", "", ""),
      ("", "", "app/Vues/E\u{301}cran.swift", ""),
      ("", "", "", "pay/zuru\u{308}ck"),
    ] {
      var finding = ToolFinding(tool: .xctest, rule: "contrast", message: "", place: "line 1")
      (finding.names, finding.screen, finding.file, finding.component) = (
        [name].filter { !$0.isEmpty }, screen, file, key
      )
      guard case .component(let found, _) = finder.find(finding) else {
        Issue.record("\(name) \(screen) \(file) \(key)")
        continue
      }
      #expect(found.key == component.key)
    }
    #expect(ComponentFinder.form("\u{2764}\u{FE0F} a\u{308}") == "\u{E4}")
    #expect(ComponentFinder.form("zuruck") != ComponentFinder.form("zur\u{FC}ck"))
  }

  @Test("What is not on the screen is not found there; then it is the screen's, where that is a component")
  func screens() {
    #expect(find(["banner"], screen: "sign-in") == "sign-in")
    #expect(find([], screen: "sign-in") == "sign-in")
    #expect(find(["old-button"], screen: "sign-in") == "sign-in")
    #expect(find(["nobody"], screen: "home").hasPrefix("none: no component named \"nobody\" on the screen"))
    #expect(find().hasPrefix("none: the finding names no element and no screen"))
  }

  @Test("The one component of kind screen that is on a screen is that screen")
  func kind() {
    #expect(find([], screen: "play") == "st/play")
    #expect(find(["nobody"], screen: "Play") == "st/play")
    #expect(find(["stop"], screen: "play") == "st/stop")
    #expect(
      find([], screen: "search")
        == "none: no element named, and 2 components on the screen \"search\", and several components may be that "
        + "screen: st/find, st/search")
    #expect(
      find([], screen: "home")
        == "none: no element named, and 4 components on the screen \"home\", and no component for that screen")
    #expect(find([], screen: "gone") == "none: no component on the screen \"gone\", and no component for that screen")
    // A screen below another one is not that one.
    #expect(
      find([], screen: "player")
        == "none: no element named, and 1 component on the screen \"player\", and no component for that screen")
  }

  @Test("Where it may be several, nothing is guessed")
  func ambiguous() {
    #expect(
      find(["card"], screen: "home")
        == "none: \"card\" matches several components of the screen \"home\": home/card, home/list/card")
    #expect(find(["card"]).contains("matches several components: "))
  }

  @Test("The identifier counts before the label")
  func label() {
    #expect(find(["close-button", "Big news"], screen: "sign-in") == "sign-in/close-button")
    #expect(find(["x1", "Leave"], screen: "sign-in") == "sign-in/close-button")
  }

  @Test("A component that is named is the one, or none")
  func named() {
    #expect(find(["card"], screen: "home", component: "banner") == "banner")
    #expect(find(["banner"], screen: "home", component: "gone").hasPrefix("none: no component \"gone\" in use"))
    #expect(find(component: "sign-in/old-button").hasPrefix("none"))
  }

  @Test("A source file stands for its component, from whatever folder it is named")
  func sources() {
    #expect(find(file: "/build/app/Views/Banner.swift") == "banner")
    #expect(find(file: "Banner.swift") == "banner")
    #expect(
      find(file: "Views/Home.swift")
        == "none: \"Views/Home.swift\" is the source file of 2 components: home/card, home/list/card")
    #expect(find(file: "XBanner.swift").hasPrefix("none: no component with the source file"))
  }

  @Test("Of the components of one file a finding is of the one that begins last before its line")
  func lines() {
    func make(_ key: String, _ source: String) -> Component {
      var component = Component(key: key, kind: "button")
      component.source = source
      return component
    }
    let components = [
      make("help", "App/Help.swift:2"), make("help/more", "App/Help.swift:5:7"),
      make("help/last", "./App/Help.swift:9"),
      make("pay", "Src/Pay.swift:12"), make("one", "A/Row.swift"), make("two", "B/Row.swift:4"),
    ]
    var finder = ComponentFinder(components, otherwise: nil)
    for (file, line, key) in [
      ("App/Help.swift", 5, "help/more"), ("App/Help.swift", 4, "help"), ("/build/App/Help.swift", 8, "help/more"),
      ("App/Help.swift", 90, "help/last"), ("App/Help.swift", 1, nil), ("App/Help.swift", nil, nil),
      ("Src/Pay.swift", 3, "pay"), ("Src/Pay.swift", nil, "pay"), ("Row.swift", 9, nil), ("B/Row.swift", 1, "two"),
    ] as [(String, Int?, String?)] {
      var finding = ToolFinding(tool: .cvs, rule: "a", message: "", place: "line 1")
      (finding.file, finding.line) = (file, line)
      let found: String? = if case .component(let one, _) = finder.find(finding) { one.key } else { nil }
      #expect(found == key, "\(file) \(line ?? 0)")
    }
  }

  @Test("A path without parts is the same as any")
  func pathless() {
    var (first, second) = (Component(key: "b"), Component(key: "a"))
    (first.source, second.source) = ("Views/Home.swift", ".")
    var finding = ToolFinding(tool: .xctest, rule: "contrast", message: "", place: "line 1")
    var finder = ComponentFinder([first, second, Component(key: "c")], otherwise: nil)
    for (file, words) in [
      ("Home.swift", "\"Home.swift\" is the source file of 2 components: a, b"), ("Other.swift", "a"),
      ("/", "\"/\" is the source file of 2 components: a, b"),
    ] {
      finding.file = file
      switch finder.find(finding) {
      case .component(let component, _): #expect(component.key == words)
      case .none(let reason, _): #expect(reason == words)
      }
    }
  }

  @Test("Each of many elements is found among many components, by name and screen, under former keys too")
  func many() {
    let screens = 40
    var components: [Component] = []
    for number in (0..<2_000).reversed() {
      var component = Component(key: "app/screen-\(number % screens)/row-\(number)", kind: "button")
      component.title = "Title \(number / 2)"
      component.screens = ["extra \(number % 7)"]
      component.formerKeys = ["old-\(number % screens)/before-\(number)"]
      components.append(component)
    }
    var finder = ComponentFinder(components, otherwise: nil)
    func key(_ number: Int) -> String { "app/screen-\(number % screens)/row-\(number)" }
    for number in 0..<2_000 {
      for (name, screen) in [
        ("Row\(number)", ""), ("row \(number)", "app / Screen \(number % screens)"), ("BEFORE \(number)", "app"),
        ("before-\(number)", "Old \(number % screens)"), ("Title \(number / 2)", "appScreen\(number % screens)"),
        ("row-\(number)", "Extra \(number % 7)"), ("title\(number / 2)", "extra\(number % 7)"),
      ] {
        var finding = ToolFinding(tool: .xctest, rule: "contrast", message: "", place: "line 1")
        (finding.names, finding.elements, finding.screen) = ([name], ["#e\(number)"], screen)
        guard case .component(let found, _) = finder.find(finding) else {
          Issue.record("\(name) on \(screen)")
          continue
        }
        #expect(found.key == key(number))
      }
      // Of two components of one title, neither is guessed where both may be meant.
      var finding = ToolFinding(tool: .xctest, rule: "contrast", message: "", place: "line 1")
      (finding.names, finding.elements) = (["Title \(number / 2)"], ["#t\(number)"])
      guard case .none(let reason, _) = finder.find(finding) else {
        Issue.record("title \(number / 2)")
        continue
      }
      let both = [key(number / 2 * 2), key(number / 2 * 2 + 1)].sorted().joined(separator: ", ")
      #expect(reason == "\"Title \(number / 2)\" matches several components: \(both)")
    }
  }

  @Test("What belongs to none goes where a flag says, but not what names another")
  func otherwise() {
    #expect(find(["nobody"], screen: "home", otherwise: "rest") == "rest")
    #expect(find(["card"], screen: "home", otherwise: "rest") == "rest")
    #expect(find(file: "x.swift", otherwise: "rest") == "rest")
    #expect(find(component: "gone", otherwise: "rest").hasPrefix("none"))
    #expect(find(["avatar"], screen: "home", otherwise: "rest") == "shared/avatar")
  }
}
