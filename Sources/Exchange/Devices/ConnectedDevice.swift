import Base

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
    (try? JSONReader.parse(json, options: JSONOptions(allowsFractions: true)))?.objectValue
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

/// `xcrun simctl` and `xcrun devicectl`, which know the simulators and devices of a Mac.
package struct DeviceTool: Sendable {
  private let path: String?
  private let environment: [String]
  /// In milliseconds: the first call starts the service of the simulators.
  private static let limit: Int64 = 30_000

  /// Looks for the tool on PATH; folders that are not absolute are passed over.
  package init(environment: (String) -> String?) {
    path = ToolProcess.program("xcrun", in: environment("PATH"))
    self.environment = ToolProcess.developer(environment)
  }

  package var isInstalled: Bool { path != nil }

  /// Why no device was found.
  package enum Problem: Error, Equatable {
    case missing, none
    case several([String])
    case failed(String)
  }

  /// The booted simulator with its settings, else the connected device.
  package func find() throws(Problem) -> ConnectedDevice {
    if var simulator = try booted() {
      // The value that was never set has no entry, and the tool fails.
      simulator.settings = DeviceSettings(
        appearance: said("simctl", "ui", simulator.id, "appearance"),
        size: said("simctl", "ui", simulator.id, "content_size"),
        contrast: said("simctl", "ui", simulator.id, "increase_contrast"),
        motion: said(
          "simctl", "spawn", simulator.id, "defaults", "read", "com.apple.Accessibility", "ReduceMotionEnabled"))
      return simulator
    }
    guard let device = try one(of: devices()) else { throw .none }
    return device
  }

  /// A screenshot of the booted simulator; false if none is booted.
  package func takeScreenshot(to file: String) throws(Problem) -> Bool {
    guard let simulator = try booted() else { return false }
    _ = try run(["simctl", "io", simulator.id, "screenshot", file])
    return true
  }

  private func booted() throws(Problem) -> ConnectedDevice? {
    let output = try run(["simctl", "list", "devices", "booted", "--json"])
    guard let simulators = ConnectedDevice.simulators(output) else {
      throw .failed("xcrun simctl did not list devices as expected")
    }
    return try one(of: simulators)
  }

  private func one(of found: [ConnectedDevice]) throws(Problem) -> ConnectedDevice? {
    guard found.count < 2 else { throw .several(found.map(\.name)) }
    return found.first
  }

  /// Empty where Xcode has no `devicectl`, which writes only to a file.
  private func devices() -> [ConnectedDevice] {
    guard let folder = TemporaryFolder() else { return [] }
    defer { folder.remove() }
    let file = folder.path("devices.json")
    guard (try? run(["devicectl", "list", "devices", "--json-output", file])) != nil else { return [] }
    return TemporaryFolder.read(file).flatMap(ConnectedDevice.devices) ?? []
  }

  /// The only word of an output; empty if the tool failed.
  private func said(_ arguments: String...) -> String {
    guard let output = try? run(arguments) else { return "" }
    return String(decoding: output.filter { $0 > 0x20 }, as: UTF8.self)
  }

  private func run(_ arguments: [String]) throws(Problem) -> [UInt8] {
    guard let path else { throw .missing }
    let what = "xcrun " + arguments.prefix(2).joined(separator: " ")
    let outcome: ToolProcess.Outcome
    do throws(ToolProcess.Failure) {
      let process = ToolProcess(program: path, environment: environment, limit: Self.limit, most: 4 << 20)
      outcome = try process.run(arguments)
    } catch {
      throw .failed("\(what) did not finish")
    }
    guard outcome.status == 0 else {
      let reason = ReportText.oneLine(outcome.errors, limit: ReportText.line)
      throw .failed("\(what) ended with \(outcome.status)\(reason.isEmpty ? "" : ": \(reason)")")
    }
    return outcome.output
  }
}

/// The image that was changed last in a folder of screenshots.
package enum NewestImage {
  private static let types = [".png", ".jpg", ".jpeg", ".heic", ".webp"]

  /// Its path; nil without one, and for a folder that cannot be read.
  package static func path(in folder: String) -> String? {
    let entries = (try? Directory.entries(of: folder)) ?? []
    let images = entries.filter { entry in
      entry.kind == .file && types.contains { entry.name.lowercased().hasSuffix($0) }
    }
    return images.max { ($0.changed, $0.name) < ($1.changed, $1.name) }.map { "\(folder)/\($0.name)" }
  }
}

/// A folder of this user alone, for the files of a tool.
package struct TemporaryFolder {
  private let folder: String

  /// Nil where none can be made.
  package init?() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/a11y-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Removes the folder with its files.
  package func remove() {
    for entry in (try? Directory.all(of: folder)) ?? [] { unlink(path(entry.name)) }
    rmdir(folder)
  }

  /// At most 2 MiB of a file; nil where it cannot be opened.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 2 << 20)
    let count = fread(&buffer, 1, buffer.count, file)
    return Array(buffer.prefix(count))
  }
}
