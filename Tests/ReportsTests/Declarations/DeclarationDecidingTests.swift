import Testing

@testable import Audit
@testable import Reports

@Suite("Drafts of declarations")
struct DeclarationDecidingTests {
  private typealias Seen = DeclarationDeciding.Seen
  private static let feature = DeclaredFeature(
    id: "f", title: "F", attribute: "supportsF", families: [.iPhone, .iPad, .mac, .tv], checks: ["hand.*", "tool.*"])
  private static let hand = check("hand.a", .manual)
  private static let tool = check("tool.a", .automated)

  private static func check(_ id: String, _ method: Method) -> Check {
    Check(id: id, category: "c", title: id, how: "h", expected: "e", method: method, impact: .serious)
  }

  private static func component(_ key: String, _ platforms: [Platform] = [.iOS], tags: [String] = []) -> Component {
    var component = Component(key: key)
    component.platforms = platforms
    component.screens = ["home"]
    component.tags = tags
    return component
  }

  private static func seen(
    _ outcome: Outcome, on family: DeviceFamily? = .iPhone, isStale: Bool = false, isDisputed: Bool = false
  ) -> Seen {
    let blocker = DeclarationDraft.Blocker(
      component: "c", check: "k", title: "t", condition: "", severity: nil, note: "", device: "", waivedUntil: nil)
    return Seen(
      outcome: outcome, isDisputed: isDisputed, isStale: isStale, family: family,
      blocker: outcome == .fail ? blocker : nil)
  }

  /// The feature on a family, from cells by component and check.
  private static func decided(
    _ cells: [String: [Seen]], on family: DeviceFamily = .iPhone,
    components: [Component] = [component("a"), component("b")]
  ) throws -> DeclarationDraft.Feature {
    let deciding = DeclarationDeciding(features: [feature], components: components, checks: [hand, tool]) {
      cells["\($0.key) \($1.id)"] ?? []
    }
    let found = try #require(deciding.draft(asOf: 0).families.first { $0.family == family })
    return try #require(found.features.first)
  }

  @Test("All seen on such a device and none fails: supported; anything missing, in doubt or stale: not enough")
  func evidence() throws {
    #expect(try Self.decided(["a hand.a": [Self.seen(.pass)], "b hand.a": [Self.seen(.na)]]).verdict == .supported)
    #expect(try Self.decided(["a hand.a": [Self.seen(.na)], "b hand.a": [Self.seen(.na)]]).verdict == .notApplicable)
    let doubts: [[Seen]] = [
      [], [Self.seen(.cantTell)], [Self.seen(.pass, isStale: true)], [Self.seen(.pass, isDisputed: true)],
      [Self.seen(.pass, on: nil)], [Self.seen(.pass, on: .iPad)], [Self.seen(.pass), Self.seen(.cantTell)],
    ]
    for doubt in doubts {
      let found = try Self.decided(["a hand.a": [Self.seen(.pass)], "b hand.a": doubt])
      #expect(found.verdict == .notEnoughEvidence)
      #expect((found.places.needed, found.places.missing, found.places.passed) == (2, 1, 1))
    }
  }

  @Test("A family that nobody looked at is not evaluated, whatever failed elsewhere or on no named device")
  func nobodyLooked() throws {
    #expect(try Self.decided([:]).verdict == .notEvaluated)
    #expect(try Self.decided([:], components: []).verdict == .notEvaluated)
    let unnamed = ["a hand.a": [Self.seen(.fail, on: nil)], "b hand.a": [Self.seen(.fail, on: .iPad)]]
    let phone = try Self.decided(unnamed)
    #expect(phone.verdict == .notEvaluated)
    #expect(phone.blockers.count == 1)
    let looked = unnamed.merging(["b tool.a": [Self.seen(.pass)]]) { first, _ in first }
    #expect(try Self.decided(looked).verdict == .notSupported)
  }

  @Test("A failure stands in the way on its family, and on all where no device is named")
  func failures() throws {
    let both = Self.component("a", [.iOS, .iPadOS])
    let phone = ["a hand.a": [Self.seen(.fail), Self.seen(.pass)]]
    #expect(try Self.decided(phone, on: .iPhone, components: [both]).verdict == .notSupported)
    #expect(try Self.decided(phone, on: .iPad, components: [both]).verdict == .notEvaluated)
    let unknown = ["a hand.a": [Self.seen(.fail, on: nil), Self.seen(.pass, on: .iPad), Self.seen(.pass, on: .tv)]]
    #expect(try Self.decided(unknown, on: .iPad, components: [both]).verdict == .notSupported)
    #expect(try Self.decided(unknown, on: .iPhone, components: [both]).verdict == .notEvaluated)
    #expect(try Self.decided(unknown, on: .mac, components: [both]).verdict == .notEvaluated)
    #expect(try Self.decided(unknown, on: .tv, components: [both]).verdict == .notEnoughEvidence)
  }

  @Test("A tool's failure stands in the way, and its silence is no evidence")
  func tools() throws {
    let one = [Self.component("a")]
    #expect(try Self.decided(["a tool.a": [Self.seen(.pass)]], components: one).verdict == .notEnoughEvidence)
    let passed = ["a hand.a": [Self.seen(.pass)]]
    #expect(try Self.decided(passed, components: one).verdict == .supported)
    let found = passed.merging(["a tool.a": [Self.seen(.fail)]]) { first, _ in first }
    #expect(try Self.decided(found, components: one).verdict == .notSupported)
  }

  @Test("A family without a system in the catalogue is never supported, and one without the label is not offered")
  func families() throws {
    let television = ["a hand.a": [Self.seen(.pass, on: .tv)], "b hand.a": [Self.seen(.pass, on: .tv)]]
    #expect(try Self.decided(television, on: .tv).verdict == .notEnoughEvidence)
    #expect(try Self.decided(television, on: .watch).verdict == .notOffered)
  }

  @Test("Tasks are tags where there are any, else screens")
  func tasks() throws {
    let screens = try Self.decided(["a hand.a": [Self.seen(.fail)]])
    #expect(screens.tasks.map(\.name) == ["home"])
    let tagged = [Self.component("a", tags: ["task:Buy", "old"]), Self.component("b")]
    let found = try Self.decided(
      ["a hand.a": [Self.seen(.fail)], "b hand.a": [Self.seen(.pass)]], components: tagged)
    #expect(found.tasks.map(\.name) == ["Buy", ""])
    #expect(found.tasks.map(\.blockers.count) == [1, 0])
    #expect(found.blockers.count == 1)
  }

  @Test(
    "A device is told by its name or model",
    arguments: [
      ("iPhone 15", DeviceFamily.iPhone), ("iPhone16,2", .iPhone), ("iPad Pro 11", .iPad), ("MacBookPro18,3", .mac),
      ("Apple Watch Ultra", .watch), ("AppleTV14,1", .tv), ("RealityDevice14,1", .vision),
      ("Apple Vision Pro", .vision),
    ])
  func devices(name: String, family: DeviceFamily) {
    #expect(DeviceFamily.of(device: name) == family)
    #expect(DeviceFamily.of(device: name, condition: "ipad", platforms: [.macOS]) == family)
  }

  @Test("Without a device the condition tells, then a component that is on a Mac alone, and else nothing")
  func circumstances() {
    #expect(DeviceFamily.of(device: "", condition: "dark,ipad", platforms: []) == .iPad)
    #expect(DeviceFamily.of(device: "simulator", condition: "", platforms: [.macOS]) == .mac)
    #expect(DeviceFamily.of(device: "", condition: "", platforms: [.iOS]) == nil)
  }
}
