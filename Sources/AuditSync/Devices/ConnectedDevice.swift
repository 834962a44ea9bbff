import CanonicalJSON

/// A booted simulator, or a device that is connected to this Mac, as `simctl` and `devicectl` describe it.
package struct ConnectedDevice: Equatable, Sendable {
  package let id: String
  package let isSimulator: Bool
  /// `iPhone 16 Pro Simulator`.
  package let name: String
  /// `iOS 18.2`; empty if it is not known.
  package let os: String
  /// Nil for a device, whose settings cannot be read.
  package var settings: DeviceSettings?

  /// The booted simulators of phones and tablets, from `simctl list devices booted --json`; nil for other text.
  static func simulators(_ json: [UInt8]) -> [ConnectedDevice]? {
    guard let runtimes = object(json)?["devices"]?.objectValue else { return nil }
    return runtimes.members.flatMap { runtime -> [ConnectedDevice] in
      let words = runtime.key.split(separator: ".").last?.split { $0 == "-" || $0 == " " }.map(String.init) ?? []
      guard words.first == "iOS" || runtime.key.hasPrefix("iOS ") else { return [] }
      let version =
        runtime.key.hasPrefix("iOS ") ? String(runtime.key.dropFirst(4)) : words.dropFirst().joined(separator: ".")
      return (runtime.value.arrayValue ?? []).compactMap { value in
        guard let device = value.objectValue, device["state"]?.stringValue == "Booted",
          let name = device["name"]?.stringValue, let id = device["udid"]?.stringValue
        else { return nil }
        return ConnectedDevice(
          id: id, isSimulator: true, name: "\(name) Simulator", os: system(of: name, version), settings: nil)
      }
    }
  }

  /// The phones and tablets that are connected, from `devicectl list devices --json-output`; nil for other text.
  static func devices(_ json: [UInt8]) -> [ConnectedDevice]? {
    guard let rows = object(json)?["result"]?.objectValue?["devices"]?.arrayValue else { return nil }
    return rows.compactMap { value in
      func text(_ part: String, _ name: String) -> String? {
        value.objectValue?[part]?.objectValue?[name]?.stringValue
      }
      let isConnected =
        text("connectionProperties", "tunnelState") == "connected"
        || text("connectionProperties", "transportType") == "wired"
      // Not the name that its owner chose, which names a person.
      let name = text("hardwareProperties", "marketingName") ?? text("hardwareProperties", "deviceType")
      guard isConnected, ["iOS", "iPadOS"].contains(text("hardwareProperties", "platform")), let name else {
        return nil
      }
      return ConnectedDevice(
        id: value.objectValue?["identifier"]?.stringValue ?? "", isSimulator: false, name: name,
        os: system(of: name, text("deviceProperties", "osVersionNumber") ?? ""), settings: nil)
    }
  }

  private static func system(of name: String, _ version: String) -> String {
    version.isEmpty ? "" : (name.hasPrefix("iPad") ? "iPadOS " : "iOS ") + version
  }

  private static func object(_ json: [UInt8]) -> JSONObject? {
    var options = JSONOptions.standard
    options.allowsFractions = true
    return (try? JSONReader.parse(json, options: options))?.objectValue
  }
}

/// The settings of a simulator as tokens of a condition.
package struct DeviceSettings: Equatable, Sendable {
  package private(set) var tokens: [String] = []
  /// The settings that the tool could not tell.
  package private(set) var unread: [String] = []

  /// The names of the settings as conditions have them.
  package static let names = ["appearance", "text size", "contrast", "motion"]

  private static let sizes = [
    "extra-small": "text-xs", "small": "text-s", "medium": "text-m", "large": "", "extra-large": "text-xl",
    "extra-extra-large": "text-xxl", "extra-extra-extra-large": "text-xxxl", "accessibility-medium": "text-ax1",
    "accessibility-large": "text-ax2", "accessibility-extra-large": "text-ax3",
    "accessibility-extra-extra-large": "text-ax4", "accessibility-extra-extra-extra-large": "text-ax5",
  ]

  /// - Parameters:
  ///   - appearance: the output of `simctl ui appearance`; empty if the tool failed, as for the others.
  ///   - motion: that of `defaults read com.apple.Accessibility ReduceMotionEnabled`; empty if it was never set.
  init(appearance: String, size: String, contrast: String, motion: String) {
    take("appearance", ["light": "", "dark": "dark"][appearance])
    take("text size", Self.sizes[size])
    take("contrast", ["disabled": "", "enabled": "increase-contrast"][contrast])
    take("motion", ["": "", "0": "", "1": "reduce-motion"][motion])
  }

  private mutating func take(_ name: String, _ token: String?) {
    guard let token else { return unread.append(name) }
    if !token.isEmpty { tokens.append(token) }
  }
}
