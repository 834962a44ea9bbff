import AuditModel
import Terminal

/// What `a11y config` sets: of a person, in the configuration file, or of one tracker, in its file.
package enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case tester, devices, device, os, build, audit, condition, plain, color, width
  case signingKey = "signing.key"

  /// Whether each tracker has its own: another app has other builds and audits.
  package var belongsToTracker: Bool { self == .build || self == .audit }

  /// A phrase for help.
  package var doc: String {
    switch self {
    case .tester: "who logs, where neither --tester nor A11Y_TESTER says it"
    case .devices: "the devices you have with their systems, e.g. iPhone 15 = iOS 18.1, iPad = iPadOS 18.1"
    case .device: "the device results are seen on, e.g. iPhone 15 (otherwise the first of devices)"
    case .os: "its system version, e.g. 18.1, where devices does not say it"
    case .build: "the build that is tested on this machine; each tracker has its own"
    case .audit: "the audit that results belong to; each tracker has its own"
    case .condition: "the conditions results are seen under, e.g. dark,text-ax5"
    case .plain: "yes for one fact per line, as a screen reader likes it"
    case .color: "auto, always or never"
    case .signingKey: "the SSH key that signs bundles: a private key, or a public one whose private key an agent holds"
    case .width: "the columns to write for, 20 to 1000"
    }
  }

  /// A name that is longer is a mistake.
  static let longestValue = 1_000

  /// Why a value is not one for this key; nothing if it is.
  package func objection(to value: String) -> String? {
    if value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "a setting is one line of text" }
    if value.utf8.count > SettingKey.longestValue { return "a setting has at most \(SettingKey.longestValue) bytes" }
    switch self {
    case .plain: return Switch(value) == nil ? "plain is yes or no" : nil
    case .color: return ColorChoice(rawValue: value) == nil ? "color is auto, always or never" : nil
    case .width: return WidthDecision.columns(value) == nil ? "width is a whole number from 20 to 1000" : nil
    case .devices where !value.isEmpty:
      do throws(OwnDevices.Objection) {
        _ = try OwnDevices(parsing: value)
        return nil
      } catch { return error.message }
    case .condition where !value.isEmpty:
      do throws(NameProblem) {
        _ = try Condition(parsing: value)
        return nil
      } catch { return "condition takes words such as dark,text-ax5" }
    default: return value.isEmpty ? "\(rawValue) is empty; to remove it use a11y config --unset \(rawValue)" : nil
    }
  }
}
