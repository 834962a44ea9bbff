/// The kinds of devices for which the App Store shows what an app supports, each by itself.
package enum DeviceFamily: String, CaseIterable, Sendable {
  case iPhone = "iPhone"
  case iPad = "iPad"
  case mac = "Mac"
  case watch = "Apple Watch"
  case tv = "Apple TV"
  case vision = "Apple Vision Pro"

  /// As App Store Connect names it.
  package var code: String { row.code }
  package var system: Platform { row.system }
  /// The system of components without platforms, and so of all that are declared; nil where it has to be named.
  package var platform: Platform? { Platform.usual.contains(system) ? system : nil }

  private var row: (code: String, system: Platform) {
    switch self {
    case .iPhone: ("IPHONE", .iOS)
    case .iPad: ("IPAD", .iPadOS)
    case .mac: ("MAC", .macOS)
    case .watch: ("APPLE_WATCH", .watchOS)
    case .tv: ("APPLE_TV", .tvOS)
    case .vision: ("VISION", .visionOS)
    }
  }

  /// What tells a family in the name of a device: the first that it contains.
  package static let words: [(word: String, family: DeviceFamily)] = [
    ("iphone", .iPhone), ("ipod", .iPhone), ("ipad", .iPad), ("watch", .watch), ("vision", .vision),
    ("realitydevice", .vision), ("apple tv", .tv), ("appletv", .tv), ("mac", .mac),
  ]

  /// The family of a device by what people call it or by its model: `iPhone 15`, `iPad13,4`. Nil for anything else.
  package static func of(device: String) -> DeviceFamily? {
    let name = device.lowercased()
    return words.first { name.contains(exactly: $0.word) }?.family
  }

  /// The family that a result was seen on: that of its device, else of its condition, else of a component that exists
  /// on one system only. Nil where nothing tells.
  package static func of(device: String, condition: String, platforms: [Platform]) -> DeviceFamily? {
    if let family = of(device: device) { return family }
    let tokens = condition.split(separator: ",")
    if tokens.contains(where: { $0 == "ipad" || $0.hasPrefix("ipad-") }) { return .iPad }
    if tokens.contains(where: { $0 == "iphone" || $0 == "phone" || $0.hasPrefix("phone-") }) { return .iPhone }
    if tokens.contains("mac") { return .mac }
    return switch platforms {
    case [.macOS]: .mac
    case [.tvOS]: .tv
    case [.watchOS]: .watch
    case [.visionOS]: .vision
    default: nil
    }
  }
}

extension String {
  /// Whether these bytes stand in it.
  fileprivate func contains(exactly word: String) -> Bool {
    let (text, word) = (Array(utf8), Array(word.utf8))
    guard word.count <= text.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0..<($0 + word.count)].elementsEqual(word) }
  }
}

/// A feature that an app may declare for the App Store, and what in a tracker covers it.
package struct DeclaredFeature: Equatable, Sendable {
  /// `voiceover`.
  package var id: String
  /// As the App Store calls it.
  package var title: String
  /// As App Store Connect names it: `supportsVoiceover`.
  package var attribute: String
  /// Where it may be declared.
  package var families = DeviceFamily.allCases
  /// Checks, by pattern.
  package var checks: [String] = []
  /// Success criteria: every check that tests one of them covers the feature as well, custom checks too.
  package var criteria: [String] = []

  package func isSpoken(toBy check: Check) -> Bool {
    checks.contains { Glob($0).matches(check.id) }
      || check.wcag.contains { $0.relation == .tests && criteria.contains($0.criterion) }
  }
}

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

/// Which pairs of settings were seen together, and the next condition that adds most to them.
///
/// Problems that need settings need one or two of them as a rule, so a handful of conditions in which every two choices
/// meet once finds nearly what all combinations would. Each proposal is the best of several greedy ones, so a set of
/// them is close to the smallest there is; the same history gives the same proposals, on every machine.
package struct PairCover: Sendable {
  /// A condition to test under next.
  package struct Proposal: Equatable, Sendable {
    package var condition: Condition
    /// The choices that are not the default, with the names of their settings.
    package var choices: [(setting: String, choice: ConditionSetting.Choice)]
    /// Pairs that are tested by it and were not before.
    package var newPairs: Int
    /// Pairs that are untested after it.
    package var remaining: Int

    package static func == (left: Proposal, right: Proposal) -> Bool {
      left.condition == right.condition && left.newPairs == right.newPairs && left.remaining == right.remaining
    }
  }

  private let settings: [ConditionSetting]
  /// The number of each setting's first choice, when the choices of all settings are counted through.
  private let starts: [Int]
  private let width: Int
  /// Indexed by two choices; a pair stands twice.
  private var covered: [Bool]
  /// Indexed as `covered`: pairs that no device can be. They count for nothing and are never proposed.
  private let excluded: [Bool]
  package let pairs: Int
  package private(set) var remaining: Int

  /// - Parameters:
  ///   - without: tokens that are not to be proposed, because there is no such device or the app does not
  ///     support it. Pairs with them do not count.
  ///   - excludes: whether two choices, each with the name of its setting, cannot be together.
  package init(
    settings: [ConditionSetting] = ConditionSetting.all, without: Set<String> = [],
    excludes: ((setting: String, token: String), (setting: String, token: String)) -> Bool = { _, _ in false }
  ) {
    var kept: [ConditionSetting] = []
    for var setting in settings {
      setting.choices.removeAll { without.contains($0.token) && !$0.token.isEmpty }
      if setting.choices.count > 1 { kept.append(setting) }
    }
    var starts: [Int] = []
    var width = 0
    var pairs = 0
    for setting in kept {
      pairs += width * setting.choices.count
      starts.append(width)
      width += setting.choices.count
    }
    var excluded = [Bool](repeating: false, count: width * width)
    for (left, one) in kept.enumerated() {
      for (right, other) in kept.enumerated().dropFirst(left + 1) {
        for (first, choice) in one.choices.enumerated() {
          for (second, another) in other.choices.enumerated()
          where excludes((one.name, choice.token), (other.name, another.token)) {
            excluded[(starts[left] + first) * width + starts[right] + second] = true
            excluded[(starts[right] + second) * width + starts[left] + first] = true
            pairs -= 1
          }
        }
      }
    }
    (self.settings, self.starts, self.width, self.pairs, self.excluded) = (kept, starts, width, pairs, excluded)
    remaining = pairs
    covered = excluded
  }

  /// Counts the pairs of a condition as tested.
  package mutating func add(_ condition: Condition) {
    // A small tablet is a tablet where sizes are not told apart.
    let tokens = condition.tokens + (condition.tokens.contains { $0.hasPrefix("ipad-") } ? ["ipad"] : [])
    let seen = settings.indices.map { index in
      let setting = settings[index]
      let chosen = setting.choices.indices.filter { $0 > 0 && tokens.contains(setting.choices[$0].token) }
      if !chosen.isEmpty { return chosen }
      // Another text size is neither the default nor one of those that are asked for.
      return setting.others.contains(where: tokens.contains) ? [] : [0]
    }
    for (left, lefts) in seen.enumerated() {
      for right in seen.indices.dropFirst(left + 1) {
        for one in lefts { for other in seen[right] { cover(starts[left] + one, starts[right] + other) } }
      }
    }
  }

  private mutating func cover(_ one: Int, _ other: Int) {
    guard !covered[one * width + other] else { return }
    covered[one * width + other] = true
    covered[other * width + one] = true
    remaining -= 1
  }

  /// The next condition to test under; nil when every pair was tested.
  package func proposal() -> Proposal? {
    guard remaining > 0 else { return nil }
    var best: (row: [Int], gain: Int, changes: Int)?
    for setting in settings.indices {
      for choice in settings[setting].choices.indices {
        let row = improved(completed(from: setting, choice))
        let gain = gain(of: row)
        let changes = row.count { $0 > 0 }
        if best.map({ gain > $0.gain || (gain == $0.gain && changes < $0.changes) }) ?? true {
          best = (row, gain, changes)
        }
      }
    }
    guard let best else { return nil }
    let choices = zip(settings, best.row).filter { $0.1 > 0 }.map { ($0.name, $0.choices[$1]) }
    let text = choices.map(\.1.token).joined(separator: ",")
    guard let condition = try? Condition(parsing: text) else { return nil }
    return Proposal(condition: condition, choices: choices, newPairs: best.gain, remaining: remaining - best.gain)
  }

  /// Goes on from one choice, always with the choice that adds most; the default where several add as much.
  private func completed(from setting: Int, _ choice: Int) -> [Int] {
    var row = [Int?](repeating: nil, count: settings.count)
    row[setting] = choice
    for _ in 1..<max(settings.count, 1) {
      var best: (setting: Int, choice: Int, gain: Int)?
      for next in settings.indices where row[next] == nil {
        for choice in settings[next].choices.indices where isPossible(choice, at: next, beside: row) {
          let gain = gain(of: choice, at: next, beside: row)
          if best.map({ gain > $0.gain }) ?? true { best = (next, choice, gain) }
        }
      }
      if let best { row[best.setting] = best.choice }
    }
    return row.map { $0 ?? 0 }
  }

  /// Changes one choice after the other for as long as that adds pairs.
  private func improved(_ row: [Int]) -> [Int] {
    var row = row
    var isChanged = true
    while isChanged {
      isChanged = false
      for setting in settings.indices {
        let gains = settings[setting].choices.indices.map {
          isPossible($0, at: setting, beside: row) ? gain(of: $0, at: setting, beside: row) : -1
        }
        guard let most = gains.max(), most > gains[row[setting]], let choice = gains.firstIndex(of: most) else {
          continue
        }
        row[setting] = choice
        isChanged = true
      }
    }
    return row
  }

  private func isPossible(_ choice: Int, at setting: Int, beside row: [Int?]) -> Bool {
    row.enumerated().allSatisfy { other, chosen in
      guard other != setting, let chosen else { return true }
      return !excluded[(starts[setting] + choice) * width + starts[other] + chosen]
    }
  }

  private func gain(of choice: Int, at setting: Int, beside row: [Int?]) -> Int {
    var gain = 0
    for (other, chosen) in row.enumerated() where other != setting {
      guard let chosen else { continue }
      if !covered[(starts[setting] + choice) * width + starts[other] + chosen] { gain += 1 }
    }
    return gain
  }

  private func gain(of row: [Int]) -> Int {
    row.indices.reduce(0) { $0 + gain(of: row[$1], at: $1, beside: row) } / 2
  }
}
