/// The devices, postures and windows that a release is seen on: a setting each, as for conditions.
extension ConditionSetting {
  /// What only shows on certain screens. It is asked for beside the other settings by `a11y suggest devices` alone:
  /// most layout problems have nothing to do with dark mode or VoiceOver.
  package static let ofScreens: [ConditionSetting] = [
    setting(
      "window", "the full screen",
      [
        ("split-view", "Split View, half the screen", "open a second app next to it"),
        ("slide-over", "Slide Over, a narrow window", "drag it over another app"),
      ], defaultNames: ["full-screen"]),
    setting("size class", "the size class of the device", [], others: ["compact-width", "regular-width"]),
  ]

  /// What `a11y suggest devices` goes through.
  package static let deviceMatrix: [ConditionSetting] =
    [
      setting(
        "device", "an ordinary phone (390 to 402 pt)",
        [
          ("phone-small", "a small phone (320 to 375 pt)", "an iPhone SE or mini, or Display Zoom"),
          ("phone-large", "a large phone (428 to 440 pt)", "a Plus or Pro Max"),
          ("ipad-small", "a small tablet (744 pt)", "an iPad mini"),
          ("ipad-large", "a large tablet (1024 pt)", "a 13-inch iPad Pro"),
        ], defaultNames: ["phone", "iphone"], others: ["ipad", "mac"]),
      setting("orientation", "upright", [("landscape", "landscape", "turn the device")], defaultNames: ["portrait"]),
    ] + ofScreens.filter { $0.choices.count > 1 }

  /// Whether no device can be both: a window beside another is on an iPad only.
  package static func excludes(
    _ one: (setting: String, token: String), _ other: (setting: String, token: String)
  ) -> Bool {
    func isWindow(_ choice: (setting: String, token: String)) -> Bool {
      choice.setting == "window" && !choice.token.isEmpty
    }
    func isNoTablet(_ choice: (setting: String, token: String)) -> Bool {
      choice.setting == "device" && !DeviceClass.isTablet(choice.token)
    }
    return (isWindow(one) && isNoTablet(other)) || (isWindow(other) && isNoTablet(one))
  }
}

/// What a condition says of the device and its window.
package struct DeviceClass: Equatable, Sendable {
  private let tokens: [String]

  package init(_ condition: Condition) {
    tokens = condition.tokens
  }

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

  private init(tokens: [String]) {
    self.tokens = tokens
  }
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
