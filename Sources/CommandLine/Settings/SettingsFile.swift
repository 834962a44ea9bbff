import Audit
import Base

/// The configuration file: `key = value` lines, `#` comments, empty lines.
///
/// An invalid line stays in the file and is named in `warnings`. If a key occurs twice, the last line counts.
package struct SettingsFile: Sendable {
  /// The lines without their line feeds.
  private var lines: [String]
  private(set) package var values: [SettingKey: String] = [:]
  /// One warning per invalid line, with its number.
  private(set) package var warnings: [String] = []

  package init(text: String = "") {
    // An old editor ends lines with CR alone.
    let end = UInt8(ascii: text.utf8.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
    lines = text.utf8.split(separator: end, omittingEmptySubsequences: false).map { part in
      let line = String(Substring(part))
      return line.utf8.last == UInt8(ascii: "\r") ? String(line.unicodeScalars.dropLast()) : line
    }
    if lines.last == "" { lines.removeLast() }
    for (index, line) in lines.enumerated() { take(line, number: index + 1) }
  }

  /// The file as text, with a final line feed.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// Sets a key: its last line is replaced, comments and order stay; a new key goes to the end.
  package mutating func set(_ key: SettingKey, to value: String) {
    let line = "\(key.rawValue) = \(value)"
    if let index = lines.lastIndex(where: { SettingsFile.split($0)?.key == key.rawValue }) {
      lines[index] = line
    } else {
      lines.append(line)
    }
    values[key] = value
  }

  /// Removes every line of a key; returns whether one existed.
  package mutating func unset(_ key: SettingKey) -> Bool {
    let before = lines.count
    lines.removeAll { SettingsFile.split($0)?.key == key.rawValue }
    values[key] = nil
    return lines.count < before
  }

  private mutating func take(_ line: String, number: Int) {
    guard let (name, value) = SettingsFile.split(line) else {
      if !SettingsFile.isBlankOrRemark(line) { warnings.append("line \(number): expected key = value") }
      return
    }
    guard let key = SettingKey(rawValue: name) else {
      let near = Suggestion.nearest(to: name, among: SettingKey.allCases.map(\.rawValue))
      let question = near.isEmpty ? "" : "; did you mean \(WordList.or(near))?"
      warnings.append("line \(number): unknown key \(MessageText.quoted(name))\(question)")
      return
    }
    if key.belongsToTracker {
      warnings.append(
        "line \(number): ignored \(name), because each tracker has its own; run \"a11y config \(name) VALUE\" in the "
          + "tracker's folder")
    } else if let objection = key.objection(to: value) {
      warnings.append("line \(number): invalid value \(MessageText.quoted(value)) for \(name); \(objection)")
    } else {
      values[key] = value
    }
  }

  private static func isBlankOrRemark(_ line: String) -> Bool {
    let first = CellText.trimmed(line).utf8.first
    return first == nil || first == UInt8(ascii: "#")
  }

  private static func split(_ line: String) -> (key: String, value: String)? {
    guard !isBlankOrRemark(line), let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let value = line[line.utf8.index(after: equals)...]
    return (CellText.trimmed(String(line[..<equals])).lowercased(), unquoted(CellText.trimmed(String(value))))
  }

  /// Without quotes around it, as other files of settings have them.
  private static func unquoted(_ value: String) -> String {
    guard value.count > 2, let first = value.first, let last = value.last else { return value }
    let isQuoted = ["\"\"", "''", "“”", "„“", "„”"].contains(String([first, last]))
    let inner = value.dropFirst().dropLast()
    return isQuoted && !inner.contains(first) && !inner.contains(last) ? String(inner) : value
  }
}

/// The settings of `a11y config`: of a person, in the configuration file, or of one tracker, in its file.
package enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case tester, devices, device, os, detect, build, audit, condition, screenshots, plain, color, width
  case signingKey = "signing.key"

  /// Whether each tracker has its own: another app has other builds and audits.
  package var belongsToTracker: Bool { self == .build || self == .audit }

  /// A phrase for help.
  package var doc: String {
    switch self {
    case .tester: "tester of your results, if --tester and A11Y_TESTER are not set"
    case .devices: "your devices with their systems, e.g. iPhone 15 = iOS 18.1, iPad = iPadOS 18.1"
    case .device: "device that you test on, e.g. iPhone 15 (default: the first of devices)"
    case .os: "system version of the device, e.g. 18.1, if devices does not have it"
    case .detect: "yes to use device, system, and settings of the booted simulator instead, as with --detect"
    case .build: "build that you test on this machine; each tracker has its own"
    case .audit: "audit of your results; each tracker has its own"
    case .condition: "conditions that you test under, e.g. dark,text-ax5"
    case .screenshots: "folder of your screenshots; e and Enter in a walk proposes the newest"
    case .plain: "yes for one statement per line, for screen readers"
    case .color: "auto, always, or never"
    case .signingKey: "SSH key that signs bundles: a private key, or a public key whose private key is in an agent"
    case .width: "output width, 20 to 1000 columns"
    }
  }

  /// In bytes; a longer value is an error.
  static let longestValue = 1_000

  /// Why a value is invalid for this key; nil if it is valid.
  package func objection(to value: String) -> String? {
    if value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "expected one line of text" }
    if value.utf8.count > SettingKey.longestValue { return "expected at most \(SettingKey.longestValue) bytes" }
    switch self {
    case .plain, .detect: return Switch(value) == nil ? "expected yes or no" : nil
    case .color: return ColorChoice(rawValue: value) == nil ? "expected auto, always, or never" : nil
    case .width: return WidthDecision.columns(value) == nil ? "expected a whole number from 20 to 1000" : nil
    case .devices where !value.isEmpty:
      do throws(OwnDevices.Objection) {
        _ = try OwnDevices(parsing: value)
        return nil
      } catch { return error.message }
    case .condition where !value.isEmpty:
      do throws(NameProblem) {
        _ = try Condition(parsing: value)
        return nil
      } catch { return "expected conditions such as dark,text-ax5" }
    default: return value.isEmpty ? "expected a value; use --unset \(rawValue) to remove the setting" : nil
    }
  }
}

/// The configuration for commands: read once, with the first value.
///
/// For a file that cannot be read, or an invalid line, a warning goes to standard error, and the command continues.
package final class SettingsReader {
  private let world: World
  private let isQuiet: Bool
  private var file: SettingsFile?
  /// What was found on the device that is tested; the configuration does not know better.
  package var detected: [SettingKey: String] = [:]

  package init(_ world: World, isQuiet: Bool) { (self.world, self.isQuiet) = (world, isQuiet) }

  /// The value of a key; nil where the file does not set it.
  package func value(_ key: SettingKey) -> String? {
    if let value = detected[key] { return value }
    if let file { return file.values[key] }
    let loaded = load()
    file = loaded
    return loaded.values[key]
  }

  private func load() -> SettingsFile {
    do throws(Problem) {
      let file = try SettingsStore.load(world)
      for warning in file.warnings { warn("\(SettingsStore.path(world) ?? "the configuration"), \(warning)") }
      return file
    } catch {
      warn(([error.message] + error.hints).joined(separator: ". "))
      return SettingsFile()
    }
  }

  private func warn(_ text: String) {
    guard !isQuiet else { return }
    try? world.errors.write(ProblemPrinter.line("a11y: warning: " + text) + "\n")
  }
}

/// Finds, reads and writes the configuration file.
package enum SettingsStore {
  /// In bytes, far above any real file; protects against a device or a log with the same name.
  private static let limit = 1 << 20

  /// `$XDG_CONFIG_HOME/a11y/config`, else `~/.config/a11y/config`; nothing without a home.
  package static func path(_ world: World) -> String? {
    world.baseDirectory("XDG_CONFIG_HOME", inHome: ".config").map { Paths.join($0, "a11y/config") }
  }

  /// The file, empty if it does not exist. Fails if it exists and cannot be read.
  package static func load(_ world: World) throws(Problem) -> SettingsFile {
    guard let path = path(world), let kind = world.files.kind(of: path) else { return SettingsFile() }
    guard kind == .file else {
      throw Problem(
        .badInput, code: "config.kind", "cannot read configuration \(MessageText.quoted(path)): not a file",
        hints: ["Remove it. Run \"a11y config KEY VALUE\" to create a new file."])
    }
    let bytes = try world.files.readText(path, limit: limit)
    guard let text = UTF8Text.decode(bytes) else {
      throw Problem(
        .badInput, code: "config.encoding", "cannot read configuration \(MessageText.quoted(path)): not UTF-8 text")
    }
    return SettingsFile(text: text)
  }

  /// Replaces the file, and creates its folder if necessary.
  package static func save(_ file: SettingsFile, _ world: World) throws(Problem) {
    guard let path = path(world) else {
      throw .usage(
        "config.no-home", "cannot save the configuration: neither XDG_CONFIG_HOME nor HOME is set",
        hints: ["Set HOME or XDG_CONFIG_HOME."])
    }
    try world.files.createDirectory(Paths.parent(path))
    // The file is often a link to one elsewhere. Following it is safe: only this account writes in this folder.
    try world.files.writeFileAtomically(world.files.target(of: path), Array(file.text.utf8))
  }
}

/// The tester's devices from the configuration: `iPhone 15 = iOS 18.1, iPad = iPadOS 18.1`.
///
/// The first is the default unless `device` names another. A device may have a system version.
package struct OwnDevices: Equatable {
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
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0.trimmed { $0 == " " }) }
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
