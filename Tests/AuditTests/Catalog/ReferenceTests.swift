import Testing

@testable import Audit

@Suite("the reference")
struct ReferenceTests {
  private static func find(_ word: String, _ table: ReferenceTable? = nil) -> [ReferenceSearch.Found] {
    let entries = Catalog.reference.filter { table == nil || $0.table == table?.rawValue }
    return ReferenceSearch(entries).find(word)
  }

  @Test("every table has its rows")
  func rows() {
    let counts = Dictionary(grouping: Catalog.reference, by: \.table).mapValues(\.count)
    let least: [ReferenceTable: Int] = [
      .action: 15, .clause: 16, .color: 5, .component: 18, .conflict: 78, .contrast: 4, .criterion: 87, .device: 9,
      .gesture: 10, .haptic: 7, .limit: 20, .listStyle: 4, .modifier: 4, .motion: 6, .pattern: 23, .rowAccessory: 3,
      .setting: 8, .shortcut: 75, .spacing: 4, .state: 7, .style: 6, .target: 6, .textStyle: 11, .trait: 17,
      .typeSize: 12,
    ]
    #expect(Set(counts.keys) == Set(ReferenceTable.allCases.map(\.rawValue)))
    for table in ReferenceTable.allCases {
      #expect(counts[table.rawValue] ?? 0 >= least[table] ?? .max, "\(table)")
    }
  }

  @Test("everything an entry refers to exists, and it says what it is and where it is from")
  func references() {
    for entry in Catalog.reference {
      for check in entry.checks { #expect(Catalog.checks[id: check] != nil, "\(entry.key): \(check)") }
      for conflict in entry.conflicts { #expect(Catalog.conflict(conflict) != nil, "\(entry.key): \(conflict)") }
      #expect(!entry.meaning.isEmpty, "\(entry.key)")
      let isBare = ["criterion", "conflict"].contains(entry.table) || entry.title.hasSuffix("(UIKit only)")
      #expect(isBare || (!entry.sources.isEmpty && !entry.checks.isEmpty), "\(entry.key)")
    }
  }

  @Test("a name means one entry of its table, however it is spelt")
  func names() {
    for table in ReferenceTable.allCases {
      let entries = Catalog.reference.filter { $0.table == table.rawValue }
      for entry in entries {
        for name in [entry.name] + entry.aliases {
          for typed in [name, name.uppercased(), "." + name] where entry.wrongNames.isEmpty {
            let found = ReferenceSearch(entries).find(typed)
            #expect(found.map(\.entry.key) == [entry.key], "\(table) \(typed)")
          }
        }
      }
    }
  }

  @Test(
    "names in code, use in the words of a document, and whole short words are found",
    arguments: [
      ("isBoldTextEnabled", ["setting/bold-text"]), ("quaternary", ["color/text"]), ("Opens a URL", ["trait/isLink"]),
      ("insetGrouped", ["list-style/inset-grouped"]), ("chevron", ["row-accessory/chevron"]),
      ("systemBackground", ["color/background"]), ("48", ["target/recommended"]), ("11.7", ["clause/11.7"]),
      ("tint", ["color/accent-color"]), ("E-06", ["conflict/E-06"]),
    ])
  func words(typed: String, keys: [String]) {
    #expect(Self.find(typed).map(\.entry.key) == keys)
  }

  @Test("a requirement of EN 301 549 beyond WCAG has its name and the checks for it")
  func clauses() throws {
    let names = Dictionary(
      Catalog.verdictSubjects.filter { $0.kind == .chapter }.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
    for entry in Catalog.reference where entry.table == ReferenceTable.clause.rawValue {
      #expect(names[entry.name] == entry.title && !entry.checks.isEmpty, "\(entry.name)")
    }
    let preferences = try #require(Self.find("11.7", .clause).first?.entry)
    #expect(Set(["dynamic-type.text-scales", "contrast.increase-contrast-setting"]).isSubset(of: preferences.checks))
  }

  @Test("every trait of the source is found, a wrong one with the right name")
  func traits() throws {
    for trait in Catalog.traits {
      let found = try #require(Self.find(trait.name, .trait).first, "\(trait.name)")
      #expect(found.entry.name == trait.swiftUIName ?? trait.name)
      #expect(found.entry.checks == [trait.check])
      #expect((found.wrongName != nil) == (trait.validity == .invalidName))
    }
    #expect(Self.find(".tabBar", .trait).first?.wrongName?.why.contains("isTabBar, from iOS 17") == true)
    #expect(Self.find("isTabBar", .trait).first?.wrongName == nil)
  }

  @Test(
    "a name that is met and does not exist leads to the right one",
    arguments: [
      ("FeededbackStyle", "haptic/medium"), ("hapticFeedback", "haptic/sensory-feedback"),
      (".selectionChanged", "haptic/selection"), (".isAdjustable", "action/adjustable"),
    ])
  func wrongNames(word: String, key: String) throws {
    let found = try #require(Self.find(word).first)
    #expect(found.entry.key == key)
    #expect(found.wrongName != nil)
  }

  @Test(
    "what exists on one platform only says so",
    arguments: [
      ("delete", "iOS", false), ("delete", "macOS", true), ("show-menu", "iPadOS", false),
      ("magic-tap", "macOS", false),
      ("magic-tap", "iOS", true), ("escape", "macOS", true), ("escape", "iPadOS", true),
    ])
  func platforms(name: String, platform: String, exists: Bool) throws {
    let entry = try #require(Self.find(name, .action).first?.entry)
    #expect(entry.exists(on: platform) == exists)
    #expect(exists || entry.instead != nil)
  }

  @Test(
    "words of a need lead to its component, those of the source among them",
    arguments: [
      ("drill down", "NavigationStack"), ("on or off", "Toggle"), ("3-5 main app sections", "TabView"),
      ("Hierarchical content drill-down", "NavigationStack"), ("hierarchical content", "NavigationStack"),
      ("Focused tasks requiring user completion", "sheet"), ("focused tasks", "sheet"),
      ("Decisions that block workflow", "alert"), ("additional actions", "contextMenu"),
      ("Scrollable rows with sections", "List"), ("scrollable rows", "List"), ("grid layouts", "LazyVGrid"),
      ("Filterable content", "searchable"), ("Loading or task progress", "ProgressView"),
      ("single-line text", "TextField"), ("multi-line text", "TextEditor"), ("selection from options", "Picker"),
      ("binary", "Toggle"), ("binary on/off choice", "Toggle"), ("numeric", "Stepper"), ("increment", "Stepper"),
      ("Numeric increment/decrement", "Stepper"), ("content sharing", "ShareLink"),
      ("One-time location access", "LocationButton"), ("image selection", "PhotosPicker"),
      ("tactile response", "UIImpactFeedbackGenerator"),
    ])
  func needs(words: String, name: String) {
    let entries = Catalog.reference.filter { $0.table == "component" }
    #expect(ReferenceSearch(entries).find(words, isLoose: true).map(\.entry.name) == [name])
  }

  @Test(
    "the most of the words will do for people who look around, half of them will not",
    arguments: [
      ("scrollable grid of sections", [], ["List"]), ("a purple grid", [], []),
      ("content levels deep", ["NavigationStack"], ["NavigationStack"]),
      ("levels of deep content, purple", [], ["NavigationStack"]),
    ] as [(String, [String], [String])])
  func mostWords(words: String, strict: [String], loose: [String]) {
    let search = ReferenceSearch(Catalog.reference.filter { $0.table == "component" })
    #expect(search.find(words).map(\.entry.name) == strict)
    #expect(search.find(words, isLoose: true).map(\.entry.name) == loose)
  }

  @Test(
    "a modifier is found by its name in code, and says how it is worded and how not",
    arguments: [
      ("accessibilityLabel", "label"), (".accessibilityHint(_:)", "hint"), ("accessibilityValue", "value"),
      ("accessibilityAction", "action"), ("hint", "hint"),
    ])
  func modifiers(typed: String, name: String) throws {
    let found = Self.find(typed)
    #expect(found.map(\.entry.key) == ["modifier/\(name)"])
    let entry = try #require(found.first?.entry)
    #expect(entry.figures.map(\.name) == ["do", "don't"])
    #expect(!entry.goesWrong.isEmpty && entry.interfaces.first?.name.hasPrefix("accessibility") == true)
  }

  @Test(
    "what is nowhere finds nothing, whatever it is",
    arguments: ["", "-", "zzzz", "a b", String(repeating: "x", count: 9_999)])
  func nothing(word: String) {
    #expect(Self.find(word, .haptic).isEmpty)
  }

  @Test("what the reference says of haptics is what calc haptic says", arguments: HapticType.allCases)
  func haptics(type: HapticType) throws {
    let entry = try #require(Self.find(type.rawValue, .haptic).first?.entry)
    #expect(
      entry.interfaces.map(\.name) == [HapticBranch.generatorCall(for: type), HapticBranch.modifierCall(for: type)])
    #expect(entry.figures.contains { $0.name == "importance" && $0.value == "\(type.importance) of 7" })
    #expect(entry.checks.contains(type.check))
  }

  @Test(
    "every style promises a size or a haptic or leaves checks out, and its checks are in scope of what is made with it")
  func styles() throws {
    for entry in Catalog.reference where entry.table == "style" {
      let promise = entry.expects ?? StyleTemplate(name: entry.name, size: nil, haptics: [], source: "")
      #expect(promise.size != nil || !promise.haptics.isEmpty || !entry.omits.isEmpty, "\(entry.name)")
      for id in entry.omits { #expect(Catalog.checks[id: id] != nil && !entry.checks.contains(id)) }
      for id in promise.measures { #expect(Catalog.checks[id: id]?.measurement != nil) }
      // The words for people say the same as what sizes are held to.
      let told = entry.figures.first { $0.name == "size" || $0.name == "height" }?.value
      #expect(promise.size.map { told?.hasPrefix("\($0.height)") == true } ?? (told == nil), "\(entry.name)")
      var component = Component.of("custom-control", .general, [.iOS])
      component.styleChecks = entry.checks
      for id in entry.checks {
        let check = try #require(Catalog.checks[id: id])
        #expect(check.isInScope(for: component), "\(entry.name): \(id)")
        #expect(check.applies(to: component) == .inScope)
      }
    }
    #expect(Catalog.style(".childFriendlyLarge")?.name == "child-friendly-large")
  }

  @Test("sizes, limits and styles have the figures of their sources")
  func figures() {
    func figure(_ table: ReferenceTable, _ word: String, _ name: String) -> String? {
      Self.find(word, table).first?.entry.figures.first { $0.name == name }?.value
    }
    #expect(figure(.typeSize, "AX1", "percent") == "165")
    #expect(figure(.typeSize, "AX5", "body") == "53 pt")
    #expect(figure(.textStyle, ".body", "default size") == "17 pt")
    #expect(figure(.textStyle, "caption2", "default size") == "11 pt")
    #expect(figure(.style, ".childFriendlyLarge", "size") == "56x56 pt or more")
    #expect(Self.find("alert-buttons", .limit).first?.entry.meaning.contains("at most 3") == true)
  }
}
