import Testing

@testable import Audit

@Suite("The settings that checks are tested under")
struct CheckSettingsTests {
  private let settings = CheckSettings(of: .fourth)

  @Test("Each is one that a device can have, of a check that there is")
  func known() throws {
    #expect(Catalog.settings.count > 15)
    for (check, setting) in Catalog.settings {
      #expect(Catalog.checks[id: check] != nil, "\(check)")
      #expect(!setting.text.isEmpty && setting.contradiction == nil, "\(check)")
      for word in setting.tokens { #expect(ConditionSetting.words.contains(word), "\(check) \(word)") }
    }
  }

  @Test("What is read at AX3 is tested under that size", arguments: ["ax1", "ax3", "ax5"])
  func sizes(size: String) throws {
    for check in Catalog.checks where check.title.lowercased().contains("at \(size)") {
      #expect(settings.setting(of: check.id)?.text == "text-\(size)", "\(check.id)")
    }
  }

  @Test(
    "The condition of an item has what is set beside it, and is read with it",
    arguments: [
      ("", "", "text-ax3"), ("text-ax3", "", "text-ax3"), ("dark", "dark", "dark,text-ax3"),
      ("text-ax3,dark", "dark", "dark,text-ax3"),
    ])
  func items(typed: String, item: String, seen: String) throws {
    let check = "dynamic-type.no-truncation-ax3"
    let condition = try #require(settings.item(try Condition(parsing: typed), of: check))
    #expect(condition.text == item)
    #expect(settings.seen(condition.text, of: check) == seen)
  }

  @Test("Another size is none of its settings, and what stands under one stays")
  func others() throws {
    let check = "dynamic-type.no-truncation-ax3"
    #expect(try settings.item(Condition(parsing: "text-ax5"), of: check) == nil)
    #expect(settings.seen("text-ax5", of: check) == "text-ax5")
    #expect(try settings.item(Condition(parsing: "text-ax5"), of: "voiceover.label-present")?.text == "text-ax5")
  }

  @Test(
    "A check has one item for the conditions in which its setting can be on",
    arguments: [
      (["", "text-ax5"], [""]), (["text-ax5"], []), (["text-ax3"], [""]), (["", "text-ax3", "dark"], ["", "dark"]),
      (["dark,text-ax3", "dark"], ["dark"]), (["dark,text-ax5", "bold-text"], ["bold-text"]),
    ])
  func asked(named: [String], items: [String]) throws {
    let (check, named) = ("dynamic-type.no-truncation-ax3", try named.map(Condition.init(parsing:)))
    #expect(CheckSettings(of: .sixth).items(of: check, under: named)?.map(\.text) == items)
    #expect(CheckSettings(of: .fifth).items(of: check, under: named) == nil)
    #expect(CheckSettings(of: .sixth).items(of: "voiceover.label-present", under: named) == nil)
  }

  @Test("What is worked out once for conditions that say the same of a device is what each of them asks")
  func alike() throws {
    let words = ConditionSetting.words + ["x1"]
    let long = "x" + String(repeating: "y", count: 100)
    let texts = words.flatMap { word in ["", ",x2", ",dark", ",ipad", ",split-view", "," + long].map { word + $0 } }
    let (alike, conditions) = (SettingItems(), try (texts + ["", long]).map(Condition.init(parsing:)))
    for setting in Set(Catalog.settings.values) {
      for condition in conditions {
        let item = alike.item(SettingItems.Asked(condition), of: setting)
        #expect((item == nil) == (condition.with(setting).contradiction != nil), "\(condition.text) \(setting.text)")
        guard let item else { continue }
        #expect(item.tokens == condition.tokens.filter { !setting.tokens.contains($0) })
      }
    }
  }

  @Test("Of a long list only what it says of a device is compared with each setting")
  func longList() throws {
    let conditions = try (0..<3_000).map { try Condition(parsing: $0 % 2 == 0 ? "x\($0)" : "light,x\($0)") }
    let (alike, asked) = (SettingItems(), conditions.map(SettingItems.Asked.init))
    let settings = Set(Catalog.settings.values)
    for setting in settings { #expect(alike.items(under: asked, of: setting) == conditions) }
    #expect(alike.asked == 2 * settings.count)
    #expect(Set(CheckSettings(of: .sixth).items(under: conditions)) == Set(conditions))
  }

  @Test("Earlier editions have none", arguments: [CatalogEdition.first, .second, .third])
  func earlier(edition: CatalogEdition) {
    for check in Catalog.settings.keys { #expect(CheckSettings(of: edition).setting(of: check) == nil) }
  }
}
