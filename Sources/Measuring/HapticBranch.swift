/// Which haptic interface an app has to use, by its deployment target.
///
/// | deployment target | branches |
/// | --- | --- |
/// | below iOS 10 | none: the generators begin with iOS 10 |
/// | iOS 10 to 16 | UIKit feedback generators, and from iOS 17 `sensoryFeedback` |
/// | iOS 17 and later | `sensoryFeedback` |
///
/// Source: haptics-and-touch-report 1.1 (which begins at iOS 14) and the lowest system of the check
/// `haptics.version-appropriate-api`.
package enum HapticBranch: String, CaseIterable, Sendable {
  case none
  /// Both: the generator below iOS 17, the modifier from 17 on.
  case generatorsAndModifier = "generators-and-modifier"
  case modifier

  package static func expected(forMajor major: Int) -> HapticBranch {
    if major < 10 { return .none }
    return major < 17 ? .generatorsAndModifier : .modifier
  }

  package var text: String {
    switch self {
    case .none: "no haptic API before iOS 10"
    case .generatorsAndModifier: "UIKit feedback generators below iOS 17, sensoryFeedback from iOS 17"
    case .modifier: "sensoryFeedback"
    }
  }

  /// The major number of `16`, `16.4`, `17.0.1` or `iOS 16.4`.
  package static func major(of text: String) throws(MeasureError) -> Int {
    let hint = "Write the deployment target of the app on iOS, like 16.4."
    let wrong = MeasureError(.wrongShape, "\(MeasureError.quote(text)) is not an iOS version.", hint: hint)
    guard text.utf8.count <= 40 else { throw wrong }
    var version = text.lowercased()
    if version.hasPrefix("ios") { version.removeFirst(3) }
    while version.hasPrefix(" ") { version.removeFirst() }
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      // `Int` would take a sign too.
      guard (1...4).contains(part.utf8.count), let number = Int(part), !part.hasPrefix("+"), !part.hasPrefix("-") else {
        throw wrong
      }
      numbers.append(number)
    }
    guard (1...3).contains(numbers.count), let major = numbers.first, major > 0 else { throw wrong }
    return major
  }

  /// The call for one type in each branch.
  package static func generatorCall(for type: HapticType) -> String {
    switch type {
    case .light, .medium, .heavy: "UIImpactFeedbackGenerator(style: .\(type.rawValue))"
    case .success, .warning, .error: "UINotificationFeedbackGenerator, .\(type.rawValue)"
    case .selection: "UISelectionFeedbackGenerator"
    }
  }

  package static func modifierCall(for type: HapticType) -> String {
    switch type {
    case .light, .medium, .heavy: "sensoryFeedback(.impact(weight: .\(type.rawValue)), trigger:)"
    case .success, .warning, .error, .selection: "sensoryFeedback(.\(type.rawValue), trigger:)"
    }
  }
}
