package import Measuring

/// The kinds of devices for which the App Store shows what an app supports, each by itself.
package enum DeviceFamily: String, CaseIterable, Sendable {
  case iPhone = "iPhone"
  case iPad = "iPad"
  case mac = "Mac"
  case watch = "Apple Watch"
  case tv = "Apple TV"
  case vision = "Apple Vision Pro"

  /// As App Store Connect names it.
  package var code: String {
    switch self {
    case .iPhone: "IPHONE"
    case .iPad: "IPAD"
    case .mac: "MAC"
    case .watch: "APPLE_WATCH"
    case .tv: "APPLE_TV"
    case .vision: "VISION"
    }
  }

  /// The system that checks and components name; nil where they have no word for it.
  package var platform: Platform? {
    switch self {
    case .iPhone: .iOS
    case .iPad: .iPadOS
    case .mac: .macOS
    case .watch, .tv, .vision: nil
    }
  }

  private static let words: [(word: String, family: DeviceFamily)] = [
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
    return platforms == [.macOS] ? .mac : nil
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
  package var families: [DeviceFamily]
  /// Checks, by pattern.
  package var checks: [String]
  /// Success criteria: every check that tests one of them covers the feature as well, custom checks too.
  package var criteria: [String]

  package init(
    id: String, title: String, attribute: String, families: [DeviceFamily] = DeviceFamily.allCases,
    checks: [String] = [], criteria: [String] = []
  ) {
    self.id = id
    self.title = title
    self.attribute = attribute
    self.families = families
    self.checks = checks
    self.criteria = criteria
  }

  package func isSpoken(toBy check: Check) -> Bool {
    checks.contains { Glob($0).matches(check.id) }
      || check.wcag.contains { $0.relation == .tests && criteria.contains($0.criterion) }
  }
}
