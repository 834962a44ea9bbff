import AuditModel
import Terminal

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
