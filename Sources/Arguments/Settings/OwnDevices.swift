package import Terminal

/// The devices a tester has, as the configuration names them: `iPhone 15 = iOS 18.1, iPad = iPadOS 18.1`.
///
/// The first is the default unless `device` names another. A device brings its system version along.
package struct OwnDevices: Equatable {
  /// One device with its system.
  package struct Device: Equatable {
    package var name: String
    /// Empty where it was not said.
    package var os: String

    /// `iPhone 15 with iOS 18.1`.
    package var words: String { name + (os.isEmpty ? "" : " with \(os)") }
  }

  package let devices: [Device]

  /// What is wrong with a list of devices, as a phrase.
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
      guard !device.name.isEmpty else { throw Objection(message: "devices takes NAME = SYSTEM, NAME = SYSTEM") }
      guard !device.os.contains("=") else {
        throw Objection(message: "\(MessageText.quoted(device.name)) has more than one =; a comma parts devices")
      }
      guard !devices.contains(where: { Self.folded($0.name) == Self.folded(device.name) }) else {
        throw Objection(message: "\(MessageText.quoted(device.name)) is named twice")
      }
      devices.append(device)
    }
    self.devices = devices
  }

  /// The devices that a word may mean: the one of that name, else those that begin with it, whatever the case.
  package func matching(_ typed: String) -> [Device] {
    let wanted = Self.folded(typed)
    if let exact = devices.first(where: { Self.folded($0.name) == wanted }) { return [exact] }
    return devices.filter { Self.folded($0.name).starts(with: wanted) }
  }

  /// The one device that a word means; nil where it means none of them.
  ///
  /// - Throws: usage, `device.ambiguous`.
  package func find(_ typed: String) throws(Problem) -> Device? {
    let found = matching(typed)
    guard found.count < 2 else {
      throw .usage(
        "device.ambiguous",
        "\(MessageText.quoted(typed)) may be more than one of your devices: "
          + found.map(\.name).joined(separator: ", "), hints: ["Write more of its name."])
    }
    return found.first
  }

  /// The device that is used where no flag names one; nil without a list of devices.
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

/// The device that results are seen on, with its system version.
package struct SeenOn {
  package var device = ""
  package var os = ""

  /// What the flags say, else the configuration.
  ///
  /// - Throws: usage, `device.ambiguous`: a beginning that several of the tester's devices have.
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
      // The version that is configured by itself is that of the device that is configured.
      os = settings.value(.os) ?? ""
    }
    if let flag, found == nil, let own, !flag.isEmpty {
      let names = own.devices.map(\.name).joined(separator: ", ")
      context.remark("a11y: note: \(MessageText.quoted(flag)) is none of your devices (\(names)); recorded as given")
    }
  }

}
