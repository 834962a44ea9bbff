import Audit
import Testing

@Suite("Devices, postures and windows")
struct DeviceMatrixTests {
  private func cover(without: Set<String> = []) -> PairCover {
    PairCover(settings: ConditionSetting.deviceMatrix, without: without, excludes: ConditionSetting.excludes)
  }

  private func all(_ start: PairCover) -> [Condition] {
    var cover = start
    var found: [Condition] = []
    while let next = cover.proposal(), found.count < 100 {
      found.append(next.condition)
      cover.add(next.condition)
    }
    return found
  }

  @Test("Every two of device, posture and window meet in the fewest conditions there can be, and none cannot be")
  func whole() {
    let conditions = all(cover())
    // Five devices by two postures, three windows of two tablets: at least twelve.
    #expect((12...13).contains(conditions.count), "\(conditions.count)")
    #expect(cover().pairs == 25)
    for condition in conditions { #expect(condition.contradiction == nil, "\(condition.text)") }
    #expect(Set(conditions.map(\.text)).count == conditions.count)
  }

  @Test("Without tablets there are phones, upright and on their side")
  func phones() {
    let without: Set<String> = ["ipad-small", "ipad-large", "split-view", "slide-over"]
    let conditions = all(cover(without: without))
    #expect(conditions.count == 6)
    #expect(conditions.allSatisfy { $0.tokens.allSatisfy { !$0.hasPrefix("ipad") } })
  }

  @Test(
    "What no device can be is told, and what one can is not",
    arguments: [
      ("split-view", false), ("phone-small,split-view", false), ("ipad,split-view", true),
      ("ipad-small,slide-over", true), ("ipad,slide-over,split-view", false), ("ipad,phone-large", false),
      ("mac,landscape", false), ("mac,keyboard", true), ("regular-width,phone-small", false),
      ("regular-width,phone-large,landscape", true), ("compact-width,ipad-large", false),
      ("compact-width,ipad,split-view", true), ("compact-width,regular-width", false), ("dark,landscape", true),
      ("voiceover,keyboard", true), ("phone-small,landscape,dark", true), ("compact-width", true),
    ])
  func contradictions(text: String, isPossible: Bool) throws {
    #expect((try Condition(parsing: text).contradiction == nil) == isPossible)
  }

  @Test(
    "The size class follows from device, posture and window",
    arguments: [
      ("phone-small", "compact"), ("phone-large", "compact"), ("phone-large,landscape", "regular"),
      ("ipad-small", "regular"), ("ipad-large,split-view", "compact"), ("ipad-large,landscape,split-view", "regular"),
      ("ipad,slide-over", "compact"), ("mac", "regular"), ("regular-width", "regular"),
    ])
  func widths(text: String, width: String) throws {
    #expect(DeviceClass(try Condition(parsing: text)).width == width)
  }

  @Test("What says nothing of a device has no size class")
  func unknown() throws {
    #expect(DeviceClass(.standard).width == nil)
    #expect(DeviceClass(try Condition(parsing: "dark")).width == nil)
  }

  @Test(
    "What was seen belongs to its technology, device, posture and size class",
    arguments: [
      (ConditionGrouping.technology, "voiceover,dark", "", ["voiceover"]), (.technology, "dark", "", ["touch"]),
      (.technology, "keyboard,voiceover", "", ["voiceover", "keyboard"]), (.device, "phone-small", "", ["phone-small"]),
      (.device, "", "iPad mini 6", ["ipad"]), (.device, "ipad-large", "iPhone 15", ["ipad-large"]),
      (.device, "", "something", ["unspecified"]), (.sizeClass, "", "iPhone 15", ["compact"]),
      (.sizeClass, "slide-over", "iPad Air", ["compact"]), (.sizeClass, "", "", ["unspecified"]),
      (.orientation, "landscape", "", ["landscape"]), (.orientation, "", "", ["portrait"]),
      (.condition, "", "", ["default"]), (.condition, "dark", "", ["dark"]), (.condition, "NOT one", "", ["NOT one"]),
    ])
  func groups(grouping: ConditionGrouping, condition: String, device: String, groups: [String]) {
    #expect(grouping.groups(condition: condition, device: device) == groups)
  }

  @Test(
    "A source that was read was not touched, whatever was on",
    arguments: [
      ("", Method.inspection, ["inspection"]), ("dark", .automated, ["automated"]), ("", .manual, ["touch"]),
      ("", .childTest, ["touch"]), ("voiceover", .inspection, ["voiceover"]),
    ])
  func methods(condition: String, method: Method, groups: [String]) {
    #expect(ConditionGrouping.technology.groups(condition: condition, device: "", method: method) == groups)
    #expect(ConditionGrouping.technology.ordered(["inspection", "touch", "voiceover"]).last == "inspection")
  }

  @Test("Groups are told as the settings name them, what nobody said last", arguments: ConditionGrouping.allCases)
  func order(grouping: ConditionGrouping) {
    let names: Set<String> = ["unspecified", "default", "zebra", "keyboard", "voiceover", "ipad-large", "phone-small"]
    let ordered = grouping.ordered(names)
    #expect(Set(ordered) == names && ordered.count == names.count)
    #expect(ordered.first == "default" && ordered.last == "unspecified")
  }
}
