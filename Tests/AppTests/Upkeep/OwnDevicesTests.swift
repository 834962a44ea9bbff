import Store
import Testing

@testable import App

@Suite("The tester's devices")
struct OwnDevicesTests {
  private static let list = "iPhone 15 = iOS 18.1, iPad = iPadOS 18.1, iPad mini"

  private func tracker() throws -> RegisterWorld {
    let world = try RegisterWorld()
    world.environment["HOME"] = world.folder
    try world.must("new", "component", "close", "--kind", "icon-button")
    try world.must("config", "tester", "t1")
    return world
  }

  /// The device and the system of the latest result.
  private func seenOn(_ world: RegisterWorld, _ flags: String...) throws -> String {
    try #require(world.run(["log", "pass", "voiceover.label-present", "close"] + flags) == 0, "\(world.errors)")
    return try world.read { reader in
      let row = try #require(try reader.history(component: "close", check: "voiceover.label-present").first)
      return "\(row.device)/\(row.os)"
    }
  }

  @Test("The first device is the default, a beginning picks another, and each brings its system")
  func picking() throws {
    let world = try tracker()
    #expect(try seenOn(world) == "/")
    try world.must("config", "devices", Self.list)
    #expect(try seenOn(world) == "iPhone 15/iOS 18.1")
    #expect(try seenOn(world, "--device", "ipad") == "iPad/iPadOS 18.1")
    #expect(try seenOn(world, "--device", "IPAD M") == "iPad mini/")
    #expect(try seenOn(world, "--device", "iph", "--os", "17.0") == "iPhone 15/17.0")
    try world.must("config", "device", "ipad m")
    try world.must("config", "device")
    #expect(world.output == "iPad mini\n")
    #expect(try seenOn(world) == "iPad mini/")
  }

  @Test("A device that is none of one's own is recorded as given, with a word and without another one's system")
  func other() throws {
    let world = try tracker()
    try world.must("config", "devices", Self.list)
    try world.must("config", "os", "18.0")
    try world.must("config", "device", "iPhone 15")
    #expect(try seenOn(world, "--device", "Pixel 9") == "Pixel 9/")
    #expect(world.errors.contains("\"Pixel 9\" is not one of your devices (iPhone 15, iPad, iPad mini)"))
    #expect(try seenOn(world, "--device", "") == "/")
  }

  @Test("Without a list, device and os are as they were configured")
  func plain() throws {
    let world = try tracker()
    try world.must("config", "device", "iPhone 15")
    try world.must("config", "os", "18.1")
    #expect(try seenOn(world) == "iPhone 15/18.1")
    #expect(try seenOn(world, "--device", "iPad") == "iPad/")
  }

  @Test("A beginning of several is refused with their names")
  func ambiguous() throws {
    let world = try tracker()
    try world.must("config", "devices", Self.list)
    #expect(world.run("log", "pass", "voiceover.label-present", "close", "--device", "ip") == 2)
    #expect(world.errors.contains("iPhone 15, iPad, iPad mini"))
    #expect(world.run("config", "device", "ip") == 2)
  }

  @Test(
    "A list that says nothing clear is refused",
    arguments: [
      ("a,,b", "expected NAME = SYSTEM"), ("= 18", "expected NAME"), ("a = 1 = 2", "more than one ="),
      ("iPad = 1, IPAD = 2", "duplicate device"), ("a\tb", "one line of text"), ("", "--unset devices"),
    ])
  func refused(text: String, reason: String) throws {
    let world = TestWorld()
    #expect(world.run("config", "devices", text) == 2)
    #expect(world.errorText.contains(reason), "\(world.errorText)")
  }

  @Test("config shows them, and which one is used")
  func shown() throws {
    let world = TestWorld()
    _ = world.run("config", "devices", Self.list)
    #expect(world.run("config") == 0)
    #expect(world.outputText == "devices = \(Self.list)\n")
    #expect(world.errorText.contains("Results are logged for iPhone 15 with iOS 18.1"))
    #expect(world.run("config", "--json") == 0)
    #expect(world.outputText.contains(#"{"name":"iPad","os":"iPadOS 18.1","default":false}"#))
    #expect(world.outputText.contains(#"{"name":"iPhone 15","os":"iOS 18.1","default":true}"#))
  }
}
