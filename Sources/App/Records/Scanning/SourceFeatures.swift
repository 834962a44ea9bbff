import Audit

/// What a source says of a component beyond its kind: features of the catalog, for which more is asked.
enum SourceFeatures {
  /// Where a scan names them. `has` leaves out what it does not name, and no scan sees all, so a person fills it in.
  static let column = "seen"

  /// By the modifier that gives one to a view.
  static let modifiers = [
    "glassEffect": "glass", "sensoryFeedback": "haptics", "swipeActions": "swipe-actions",
    "contextMenu": "context-menu", "badge": "badge", "onLongPressGesture": "gesture-only",
    "draggable": "drag", "onDrag": "drag",
    "dropDestination": "drag", "onDrop": "drag", "animation": "own-animation", "transition": "own-animation",
    "contentTransition": "own-animation", "symbolEffect": "own-animation", "matchedGeometryEffect": "own-animation",
    "phaseAnimator": "own-animation", "keyframeAnimator": "own-animation",
  ]

  /// By a name in the code that runs.
  static let names = [
    "withAnimation": "own-animation", "UIImpactFeedbackGenerator": "haptics",
    "UINotificationFeedbackGenerator": "haptics", "UISelectionFeedbackGenerator": "haptics",
    "requestAuthorization": "permission", "requestWhenInUseAuthorization": "permission",
    "requestAlwaysAuthorization": "permission", "requestTrackingAuthorization": "permission",
  ]

  /// How much of the code that runs is looked at: controls in each other would have all of it read again for each.
  private static let mostRead = 400

  /// Those of the call that makes a control.
  static func of(_ call: SourceCall, _ rule: SourceControl, _ code: SourceCode) -> Set<String> {
    let action = (rule.action(of: call) ?? 0..<0).prefix(mostRead)
    var found = Set(action.compactMap(code.word).compactMap { names[$0] })
    if call.name == "ShareLink" { found.insert("share") }
    if isDestructive(call, code) { found.insert("destructive") }
    return found
  }

  static func isDestructive(_ call: SourceCall, _ code: SourceCode) -> Bool {
    call.argument("role").map { code.word($0.upperBound - 1) == "destructive" } ?? false
  }

  /// In the order of the catalog.
  static func listed(_ features: Set<String>) -> [String] { Catalog.features.map(\.id).filter(features.contains) }
}
