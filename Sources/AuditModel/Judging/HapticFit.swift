package import Measuring

/// Whether a haptic fits the interaction that it was planned or found for.
///
/// | named | means |
/// | --- | --- |
/// | a moment of ``HapticMoment``, or words for one: `delete`, `quiz passed` | that moment |
/// | `press` of a toggle, tab bar or picker | switching, changing tabs, choosing |
/// | anything else | an interaction of the app's own: only the number is evaluated |
///
/// A style that promises haptics decides for presses in place of the table. In the child profile every press is felt;
/// whether a press matters enough in the general one is for a person to judge (E-41).
package enum HapticFit {
  static func faults(of part: MeasuredParts.Part, on component: Component?) -> [String] {
    guard let moment = moment(part.name, of: component) else { return [] }
    guard let found = part.members.first.flatMap(HapticType.init(rawValue:)) else {
      guard component?.profile == .child else { return [] }
      return ["\(part.name) has none; the child profile requires a haptic for each press (E-41)"]
    }
    if let component, !component.styleHaptics.isEmpty, isPress(moment) {
      guard !component.styleHaptics.contains(found) else { return [] }
      let wanted = WordList.or(component.styleHaptics.map(\.rawValue))
      return ["\(part.name) has \(found.rawValue); the style \(component.style) requires \(wanted)"]
    }
    guard !moment.fitting.contains(found) else { return [] }
    let wanted = WordList.or(moment.fitting.map(\.rawValue))
    return ["\(part.name) has \(found.rawValue); \(moment.title) requires \(wanted)"]
  }

  /// What a careful colleague would add to a value that breaks no rule.
  package static func remarks(on list: MeasuredParts, _ component: Component?) -> [String] {
    let unknown = list.parts.filter { moment($0.name, of: component) == nil }.map(\.name)
    let unjudged =
      unknown.isEmpty
      ? []
      : ["\(WordList.and(unknown)): only the count is evaluated; no word names a moment (see \"a11y lookup haptic\")"]
    guard component?.profile != .child else { return unjudged }
    return unjudged
      + list.parts.compactMap { part in
        // Of one that does not fit it would say two things.
        guard !part.members.isEmpty, faults(of: part, on: component).isEmpty,
          let moment = moment(part.name, of: component), !moment.isMeaningful
        else {
          return nil
        }
        return "\(part.name): in the general profile, haptics mark meaningful moments; decide if \(moment.title) is "
          + "meaningful (E-41, haptics.meaningful-only)"
      }
  }

  /// Whether presses have the haptic that the component's style promises; nil where the list has no press.
  package static func keepsPromise(_ list: MeasuredParts, _ component: Component) -> Bool? {
    let presses = list.parts.filter { moment($0.name, of: component).map(isPress) ?? false }
    guard !presses.isEmpty else { return nil }
    return presses.allSatisfy { part in
      part.members.count == 1 && component.styleHaptics.contains { $0.rawValue == part.members[0] }
    }
  }

  /// The moment that a name means; nil for one of the app's own.
  static func moment(_ name: String, of component: Component?) -> HapticMoment? {
    let moment = HapticMoment(naming: name)
    guard moment == .press else { return moment }
    return switch component?.kind {
    case "toggle": .toggle
    case "tab-bar": .tab
    case "picker": .choice
    default: .press
    }
  }

  private static func isPress(_ moment: HapticMoment) -> Bool {
    switch moment {
    case .press, .navigation, .primary, .toggle: true
    default: false
    }
  }
}
