/// The tester's devices from the configuration: `iPhone 15 = iOS 18.1, iPad = iPadOS 18.1`.
///
/// The first is the default unless `device` names another. A device may have a system version.
package struct OwnDevices: Equatable {
  /// One device with its system.
  package struct Device: Equatable {
    package var name: String
    /// Empty if not specified.
    package var os: String

    /// `iPhone 15 with iOS 18.1`.
    package var words: String { name + (os.isEmpty ? "" : " with \(os)") }
  }

  package let devices: [Device]

  /// Why a list of devices is invalid, as a phrase.
  package struct Objection: Error {
    package var message: String
  }

  /// Nil where the configuration names none.
  package init?(of file: SettingsFile) {
    guard let text = file.values[.devices] else { return nil }
    do throws(Objection) { try self.init(parsing: text) } catch { return nil }
  }

  package init(parsing text: String) throws(Objection) {
    var devices: [Device] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
      let device = Device(name: sides.first ?? "", os: sides.dropFirst().first ?? "")
      guard !device.name.isEmpty else { throw Objection(message: "expected NAME = SYSTEM, NAME = SYSTEM") }
      guard !device.os.contains("=") else {
        throw Objection(
          message: "\(MessageText.quoted(device.name)) has more than one =; expected a comma between devices")
      }
      guard !devices.contains(where: { Self.folded($0.name) == Self.folded(device.name) }) else {
        throw Objection(message: "duplicate device \(MessageText.quoted(device.name))")
      }
      devices.append(device)
    }
    self.devices = devices
  }

  /// The devices that match a word: the one with this name, else those that begin with it, in either case.
  package func matching(_ typed: String) -> [Device] {
    let folded = Self.folded(typed)
    if let exact = devices.first(where: { Self.folded($0.name) == folded }) { return [exact] }
    return devices.filter { Self.folded($0.name).starts(with: folded) }
  }

  /// The one device that matches a word; nil without a match.
  ///
  /// - Throws: usage, `device.ambiguous`.
  package func find(_ typed: String) throws(Problem) -> Device? {
    let found = matching(typed)
    guard found.count < 2 else {
      throw .usage(
        "device.ambiguous",
        "\(MessageText.quoted(typed)) matches more than one of your devices: "
          + found.map(\.name).joined(separator: ", "), hints: ["Type more of the name."])
    }
    return found.first
  }

  /// The device that is used without `--device`; nil without a list of devices.
  package static func used(_ file: SettingsFile) -> Device? {
    guard let own = OwnDevices(of: file) else { return nil }
    guard let named = file.values[.device] else { return own.devices.first }
    return (try? own.find(named)) ?? Device(name: named, os: file.values[.os] ?? "")
  }

  private static func folded(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension SettingsReader {
  /// The devices that the configuration names; nil where it names none.
  package var ownDevices: OwnDevices? { value(.devices).flatMap { try? OwnDevices(parsing: $0) } }
}

/// The device that results are logged for, with its system version.
package struct SeenOn {
  package var device = ""
  package var os = ""

  /// The values of the flags, else of the configuration.
  ///
  /// - Throws: usage, `device.ambiguous`: several of the tester's devices begin with the word.
  package init(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    let settings = context.settings
    let flag = arguments.string(.device)
    let own = settings.ownDevices
    let typed = flag ?? settings.value(.device)
    let found: OwnDevices.Device?
    if let typed { found = typed.isEmpty ? nil : try own?.find(typed) } else { found = own?.devices.first }
    device = found?.name ?? typed ?? ""
    if let os = arguments.string(.os) {
      self.os = os
    } else if let found, !found.os.isEmpty {
      os = found.os
    } else if flag == nil || flag == settings.value(.device) || settings.value(.device) == nil {
      // The configured system version belongs to the configured device.
      os = settings.value(.os) ?? ""
    }
    if let flag, found == nil, let own, !flag.isEmpty {
      let names = own.devices.map(\.name).joined(separator: ", ")
      context.remark("a11y: note: \(MessageText.quoted(flag)) is not one of your devices (\(names)); recorded as typed")
    }
  }

}
