import Foundation
import Testing

@testable import Exchange

@Suite("Devices of a Mac")
struct ConnectedDeviceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("EndToEnd/Fixtures/devices")

  private func recorded(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
  }

  @Test("The booted simulator of a phone or tablet, with its system")
  func simulators() throws {
    let found = try #require(ConnectedDevice.simulators(try recorded("booted.json")))
    #expect(found.map(\.name) == ["iPhone 16 Pro Simulator"])
    #expect(found.map(\.os) == ["iOS 18.2"])
    #expect(found.map(\.id) == ["D74A1C9B-9C5E-4E4B-8B1F-3E2F8E1C6A10"])
    #expect(try ConnectedDevice.simulators(recorded("none-booted.json")) == [])
    let older = #"{"devices":{"iOS 12.4":[{"state":"Booted","name":"iPad Pro","udid":"A"},{"state":"Shutdown"}]}}"#
    #expect(ConnectedDevice.simulators(Array(older.utf8))?.map(\.os) == ["iPadOS 12.4"])
  }

  @Test("The connected phone or tablet, by its model and not by the name that its owner chose")
  func devices() throws {
    let found = try #require(ConnectedDevice.devices(try recorded("connected.json")))
    #expect(found.map(\.name) == ["iPad Air (5th generation)"])
    #expect(found.map(\.os) == ["iPadOS 18.2"])
    #expect(found.allSatisfy { !$0.isSimulator && $0.settings == nil })
  }

  @Test(
    "Settings are tokens of a condition; a word that is not known is named",
    arguments: [
      (["light", "large", "disabled", ""], [], []),
      (
        ["dark", "accessibility-extra-large", "enabled", "1"],
        ["dark", "text-ax3", "increase-contrast", "reduce-motion"], []
      ),
      (["dark", "extra-small", "disabled", "0"], ["dark", "text-xs"], []),
      (["unsupported", "", "unknown", "yes"], [], ["appearance", "text size", "contrast", "motion"]),
    ] as [([String], [String], [String])])
  func settings(said: [String], tokens: [String], unread: [String]) {
    let settings = DeviceSettings(appearance: said[0], size: said[1], contrast: said[2], motion: said[3])
    #expect(settings.tokens == tokens && settings.unread == unread)
  }

  @Test("Other text is no list of devices", arguments: ["", "{", "[]", "{}", #"{"devices":1}"#, #"{"result":{}}"#])
  func otherText(text: String) {
    #expect(ConnectedDevice.simulators(Array(text.utf8)) == nil)
    #expect(ConnectedDevice.devices(Array(text.utf8)) == nil)
  }

  @Test("Members of an unknown form are passed over")
  func otherForms() {
    let simulators = #"{"devices":{"x":1,"com.apple.CoreSimulator.SimRuntime.iOS-18-2":[1,{},{"state":"Booted"}]}}"#
    #expect(ConnectedDevice.simulators(Array(simulators.utf8)) == [])
    #expect(ConnectedDevice.devices(Array(#"{"result":{"devices":[1,{},{"connectionProperties":[]}]}}"#.utf8)) == [])
  }
}
