import Platform

/// `xcrun simctl` and `xcrun devicectl`, which know the simulators and devices of a Mac.
package struct DeviceTool: Sendable {
  private let path: String?
  private let environment: [String]
  /// In milliseconds: the first call starts the service of the simulators.
  private static let limit: Int64 = 30_000
  private static let variables = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "DEVELOPER_DIR"]

  /// Looks for the tool on PATH; folders that are not absolute are passed over.
  package init(environment: (String) -> String?) {
    path = ToolProcess.program("xcrun", in: environment("PATH"))
    self.environment = Self.variables.compactMap { name in environment(name).map { "\(name)=\($0)" } }
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
