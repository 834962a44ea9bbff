import Base

/// The seven haptics and what each is for. Source: child-touch-guide, When to Use Each Type.
package enum HapticType: String, CaseIterable, Sendable {
  case light
  case medium
  case heavy
  case success
  case error
  case warning
  case selection

  package var use: String { row.use }
  package var example: String { row.example }
  /// Which haptic stays if an interaction has several, highest first; at most one may play (E-41).
  ///
  /// The documents order light, medium and heavy; the rest of the order is ours: outcomes before presses, presses
  /// before choices.
  package var importance: Int { row.importance }

  private var row: (use: String, example: String, importance: Int) {
    switch self {
    case .light: ("toggles, checkboxes and other subtle elements", "a mode is switched on", 2)
    case .medium: ("ordinary button presses and navigation", "content opens", 3)
    case .heavy: ("important actions and deletion", "a recording stops, an item is deleted", 4)
    case .success: ("completion and achievement", "a quiz is passed", 5)
    case .error: ("a failed operation", "the network fails, input is invalid", 7)
    case .warning: ("caution, something to review", "a quota is nearly used up", 6)
    case .selection: ("choosing from a list, switching tabs", "a subject is chosen", 1)
    }
  }

  /// The check of the built-in catalog.
  package var check: String { "haptics.type-" + rawValue }

  /// Finds a type by its name, in small or capital letters.
  package static func parse(_ text: String) throws(MeasureError) -> HapticType {
    guard text.utf8.count <= 100, let found = HapticType(rawValue: text.lowercased()) else {
      throw MeasureError(
        .unknownName, "\(MeasureError.quote(text)) is not a haptic type.",
        hint: "Write one of \(allCases.map { $0.rawValue }.joined(separator: ", ")).")
    }
    return found
  }
}

/// What happens when a haptic plays.
package enum HapticMoment: String, CaseIterable, Sendable {
  case toggle
  case press
  case navigation
  case primary
  case important
  case deletion
  case completion
  case failure
  case caution
  case choice
  case tab

  package var title: String { row.title }
  /// The types that fit. A toggle takes either of two, if the app does so throughout (E-42); a primary action in an
  /// app for children takes medium or heavy.
  package var fitting: [HapticType] { row.fitting }

  private var row: (title: String, fitting: [HapticType]) {
    switch self {
    case .toggle: ("switching a toggle", [.light, .selection])
    case .press: ("pressing an ordinary button", [.medium])
    case .navigation: ("opening content", [.medium])
    case .primary: ("a primary action", [.medium, .heavy])
    case .important: ("an important action", [.heavy])
    case .deletion: ("a deletion", [.heavy])
    case .completion: ("a completed task", [.success])
    case .failure: ("a failed operation", [.error])
    case .caution: ("a state that needs caution", [.warning])
    case .choice: ("choosing from a list", [.selection])
    case .tab: ("switching tabs", [.selection])
    }
  }

  /// Whether the moment matters enough for the general profile, which keeps haptics to events that users care about.
  package var isMeaningful: Bool { self != .press && self != .navigation }

  /// Finds a moment by its name or a word for it (`delete`, `quiz passed`), in small or capital letters.
  package static func parse(_ text: String) throws(MeasureError) -> HapticMoment {
    guard text.utf8.count <= 100, let found = HapticMoment(naming: text) else {
      throw MeasureError(
        .unknownName, "\(MeasureError.quote(text)) is not a moment for a haptic.",
        hint: "Write one of \(allCases.map { $0.rawValue }.joined(separator: ", ")).")
    }
    return found
  }
}

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

/// The words that interactions are called by.
extension HapticMoment {
  /// The moment that a name means: the moment's own name, one word for it, or a phrase in which one stands, such as
  /// `stop recording`; nil for what is the app's own. Of several the one that says how it ended decides: `delete failed` is
  /// a failure.
  package init?(naming name: String) {
    let small = ASCIIFold.small(name)
    if let known = HapticMoment(rawValue: small) {
      self = known
      return
    }
    let words = small.split { !$0.isLetter }.map(String.init)
    let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
    let meant = (words + pairs).compactMap { Self.words[$0] }
    guard let found = Self.strongestFirst.first(where: meant.contains) else { return nil }
    self = found
  }

  private static let strongestFirst: [HapticMoment] = [
    .failure, .caution, .completion, .tab, .deletion, .important, .choice, .toggle, .navigation, .primary, .press,
  ]

  private static let words: [String: HapticMoment] = {
    let words: [(HapticMoment, String)] = [
      (.press, "press tap"), (.navigation, "open opening navigate navigation"), (.primary, "primary"),
      (.important, "important stop stopping"), (.toggle, "toggle switch checkbox enable enabling disable disabling"),
      (.deletion, "delete deleting deletion remove removing erase"),
      (.completion, "complete completed completion success succeeded save saved finish finished passed achievement"),
      (.failure, "fail failed failure error invalid"), (.caution, "warning warn caution exceeded"),
      (.choice, "choose select selecting selection pick choice"), (.tab, "tab tabs"),
    ]
    var found: [String: HapticMoment] = ["low battery": .caution, "low storage": .caution]
    for (moment, text) in words { for word in text.split(separator: " ") { found[String(word)] = moment } }
    return found
  }()
}
