/// What a condition says of the device and its window.
package struct DeviceClass: Equatable, Sendable {
  private let tokens: [String]

  package init(_ condition: Condition) { tokens = condition.tokens }

  static func isTablet(_ token: String) -> Bool { token == "ipad" || token.hasPrefix("ipad-") }

  /// The token of the device; nil where the condition names none.
  package var token: String? {
    tokens.first { token in
      ConditionSetting.all.contains { $0.name == "device" && $0.knows(token) }
    }
  }

  package var isTablet: Bool { token.map(Self.isTablet) ?? false }
  private var isLandscape: Bool { tokens.contains("landscape") }
  private var window: String? { tokens.first { $0 == "split-view" || $0 == "slide-over" } }

  /// `regular` or `compact`, as Apple's table gives it for this device, posture and window; nil where that is not said.
  package var width: String? {
    if tokens.contains("compact-width") { return "compact" }
    if tokens.contains("regular-width") { return "regular" }
    if window == "slide-over" { return "compact" }
    guard let token else { return nil }
    if token == "mac" { return "regular" }
    guard isTablet else { return token == "phone-large" && isLandscape ? "regular" : "compact" }
    // Half of a large tablet on its side is still wide.
    guard window != nil else { return "regular" }
    return token == "ipad-large" && isLandscape ? "regular" : "compact"
  }

  /// Why there is no such device; nil where there is one.
  fileprivate var contradiction: String? {
    if let window, !isTablet {
      let device = token.map { "and \($0) cannot be combined" } ?? "does not exist on a phone"
      return "\(window) \(device): it requires an iPad, e.g. ipad+\(window)"
    }
    if token == "mac", let posture = tokens.first(where: { ["landscape", "portrait"].contains($0) }) {
      return "mac and \(posture) cannot be combined: a Mac does not rotate"
    }
    let claimed = tokens.first { $0 == "compact-width" || $0 == "regular-width" }
    let bare = DeviceClass(tokens: tokens.filter { $0 != claimed })
    if let claimed, let width = bare.width, let token, claimed != "\(width)-width", !isTablet || window == nil {
      return "\(claimed) and \(token) cannot be combined: its width is \(width)"
    }
    return nil
  }

  private init(tokens: [String]) { self.tokens = tokens }
}

extension Condition {
  /// Why no device can be set like this: two choices of one setting, or a window that the device does not have. Nil
  /// where it can.
  package var contradiction: String? {
    let tokens = tokens
    for setting in ConditionSetting.all + ConditionSetting.ofScreens where setting.isExclusive {
      let both = tokens.filter(setting.knows)
      if both.count > 1 {
        return "\(both.joined(separator: " and ")) cannot be combined: both set the \(setting.name)"
      }
    }
    return DeviceClass(self).contradiction
  }
}

extension Condition {
  /// Why nothing can be seen under these settings on a device: the condition names another one, or a window or a width
  /// that no device of its family has. Nil where it can, and where the name of the device tells no family.
  package func contradiction(on device: String) -> String? {
    DeviceFamily.of(device: device).flatMap { contradiction(on: $0) }
  }

  /// As above, for a family of devices.
  package func contradiction(on family: DeviceFamily) -> String? {
    if let token = DeviceClass(self).token {
      let named = DeviceFamily.of(device: "", condition: token, platforms: [])
      return named == family ? nil : "\(token) is not \(Self.article(family)) \(family.rawValue)"
    }
    let reasons = Self.devices(of: family).map { token in
      (try? Condition(parsing: text + "," + token)).flatMap(\.contradiction)
    }
    guard !reasons.isEmpty, reasons.allSatisfy({ $0 != nil }) else { return nil }
    return reasons[0]
  }

  /// The tokens of a family's devices, the ordinary one first.
  private static func devices(of family: DeviceFamily) -> [String] {
    switch family {
    case .iPhone: ["phone", "phone-large"]
    case .iPad: ["ipad", "ipad-large"]
    case .mac: ["mac"]
    case .watch, .tv, .vision: []
    }
  }

  private static func article(_ family: DeviceFamily) -> String { family == .mac ? "a" : "an" }
}
