/// The seven haptics and what each is for. Source: child-touch-guide, When to Use Each Type.
package enum HapticType: String, CaseIterable, Sendable {
  case light
  case medium
  case heavy
  case success
  case error
  case warning
  case selection

  package var use: String {
    switch self {
    case .light: "toggles, checkboxes and other subtle elements"
    case .medium: "ordinary button presses and navigation"
    case .heavy: "important actions and deletion"
    case .success: "completion and achievement"
    case .error: "a failed operation"
    case .warning: "caution, something to review"
    case .selection: "choosing from a list, switching tabs"
    }
  }

  package var example: String {
    switch self {
    case .light: "a mode is switched on"
    case .medium: "content opens"
    case .heavy: "a recording stops, an item is deleted"
    case .success: "a quiz is passed"
    case .error: "the network fails, input is invalid"
    case .warning: "a quota is nearly used up"
    case .selection: "a subject is chosen"
    }
  }

  /// Which haptic stays if an interaction has several, highest first; at most one may play (E-41).
  ///
  /// The documents order light, medium and heavy; the rest of the order is ours: outcomes before presses, presses
  /// before choices.
  package var importance: Int {
    switch self {
    case .error: 7
    case .warning: 6
    case .success: 5
    case .heavy: 4
    case .medium: 3
    case .light: 2
    case .selection: 1
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

  /// The types that fit. A toggle takes either of two, if the app does so throughout (E-42); a primary action in an
  /// app for children takes medium or heavy.
  package var fitting: [HapticType] {
    switch self {
    case .toggle: [.light, .selection]
    case .press, .navigation: [.medium]
    case .primary: [.medium, .heavy]
    case .important, .deletion: [.heavy]
    case .completion: [.success]
    case .failure: [.error]
    case .caution: [.warning]
    case .choice, .tab: [.selection]
    }
  }

  package var title: String {
    switch self {
    case .toggle: "switching a toggle"
    case .press: "pressing an ordinary button"
    case .navigation: "opening content"
    case .primary: "a primary action"
    case .important: "an important action"
    case .deletion: "a deletion"
    case .completion: "a completed task"
    case .failure: "a failed operation"
    case .caution: "a state that needs caution"
    case .choice: "choosing from a list"
    case .tab: "switching tabs"
    }
  }

  /// Whether the moment matters enough for the general profile, which keeps haptics to events that users care about.
  package var isMeaningful: Bool {
    switch self {
    case .press, .navigation: false
    default: true
    }
  }

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
