import Audit

/// How SwiftUI creates a control.
struct SourceControl {
  /// The meaning of the closure behind the call that has no label.
  enum Closure {
    case action, content, label, destination
    /// Its words are those of the system, also where it has arguments.
    case system
  }

  let kind: String
  let closure: Closure
  /// Its label if the source has none.
  var usual = ""
  /// Whether its words are in arguments with labels, as types of packages have them.
  var isGiven = false

  static let all: [String: SourceControl] = [
    "Button": .init(kind: "button", closure: .action),
    "EditButton": .init(kind: "button", closure: .label, usual: "Edit"),
    "RenameButton": .init(kind: "button", closure: .label, usual: "Rename"),
    "PasteButton": .init(kind: "button", closure: .content, usual: "Paste"),
    "ShareLink": .init(kind: "button", closure: .label, usual: "Share"),
    "PhotosPicker": .init(kind: "button", closure: .label),
    "SignInWithAppleButton": .init(kind: "button", closure: .system, usual: "Sign in with Apple"),
    "PayWithApplePayButton": .init(kind: "button", closure: .system, usual: "Pay with Apple Pay"),
    "SettingsLink": .init(kind: "button", closure: .label, usual: "Settings"),
    "HelpLink": .init(kind: "button", closure: .action, usual: "Help"),
    "Link": .init(kind: "link", closure: .label),
    "NavigationLink": .init(kind: "link", closure: .destination),
    "Menu": .init(kind: "menu", closure: .content),
    "Toggle": .init(kind: "toggle", closure: .label),
    "Picker": .init(kind: "picker", closure: .content),
    "DatePicker": .init(kind: "picker", closure: .label),
    "MultiDatePicker": .init(kind: "picker", closure: .label),
    "ColorPicker": .init(kind: "picker", closure: .label),
    "Slider": .init(kind: "slider", closure: .label),
    "Stepper": .init(kind: "stepper", closure: .label),
    "TextField": .init(kind: "form-field", closure: .label),
    "SecureField": .init(kind: "form-field", closure: .label),
    "TextEditor": .init(kind: "form-field", closure: .label),
    "DisclosureGroup": .init(kind: "custom-control", closure: .content),
    "ProgressView": .init(kind: "progress", closure: .label),
    "Gauge": .init(kind: "progress", closure: .label),
    "Map": .init(kind: "map", closure: .content),
    "VideoPlayer": .init(kind: "media-player", closure: .content),
    "Chart": .init(kind: "chart", closure: .content),
    "TabView": .init(kind: "tab-bar", closure: .content),
    "SearchField": .init(kind: "search-field", closure: .label),
    "ProductView": .init(kind: "button", closure: .content),
    "StoreView": .init(kind: "custom-control", closure: .content),
    "UIAlertController": .init(kind: "alert", closure: .content, isGiven: true),
    "UIAlertAction": .init(kind: "button", closure: .action, isGiven: true),
    "NSAlert": .init(kind: "alert", closure: .content),
    "SubscriptionStoreView": .init(kind: "custom-control", closure: .content),
  ]

  /// What a type of a package is, by the end of its name.
  private static let endings: [(end: String, maker: String)] = [
    ("Button", "Button"), ("TextField", "TextField"), ("SecureField", "SecureField"), ("TextEditor", "TextEditor"),
    ("Slider", "Slider"), ("Stepper", "Stepper"), ("Toggle", "Toggle"), ("Picker", "Picker"), ("Menu", "Menu"),
    ("ProgressView", "ProgressView"), ("VideoPlayer", "VideoPlayer"), ("SearchField", "SearchField"),
    ("SearchBar", "SearchField"),
  ]

  /// The kind that the name of a type tells: `AddMenu`.
  static func kind(named type: String) -> String? {
    endings.first { type.hasSuffix($0.end) }.flatMap { all[$0.maker]?.kind }
  }

  /// The control that a call makes; nil if it makes none.
  ///
  /// - Parameter isForeign: whether a view shows it that the app does not declare.
  static func made(by call: SourceCall, isForeign: Bool, _ code: SourceCode) -> SourceControl? {
    if call.name == "Section" {
      return call.argument("isExpanded") == nil ? nil : SourceControl(kind: "custom-control", closure: .content)
    }
    if let known = all[call.name] { return known }
    // The modifier around it is the menu.
    guard isForeign, call.name != "ContextMenu" else { return nil }
    if let named = named(call.name) { return named }
    let switches = call.arguments.contains { part in
      part.label == "isOn"
        || code.isSign(part.range.lowerBound, ".") && code.word(part.range.lowerBound + 1) == "toggle"
    }
    return switches ? SourceControl(kind: "toggle", closure: .content, isGiven: true) : nil
  }

  /// The control that a type which the app does not declare must be; those of UIKit and AppKit are no views of SwiftUI.
  private static func named(_ type: String) -> SourceControl? {
    let second = type.unicodeScalars.dropFirst(2).first?.properties.isUppercase ?? false
    guard !second || !(type.hasPrefix("UI") || type.hasPrefix("NS") || type.hasPrefix("CP")) else { return nil }
    var rule = endings.first { type.hasSuffix($0.end) }.flatMap { all[$0.maker] }
    rule?.isGiven = true
    return rule
  }

  /// What a view of UIKit or AppKit, which a type of the app wraps, is by the words of its name.
  static func wrapped(_ type: String) -> String {
    let words = Set(SourceWords.ofIdentifier(type).split(separator: "-").map(String.init))
    let kinds = [
      ("button", "button"), ("airplay", "button"), ("route", "button"), ("slider", "slider"), ("picker", "picker"),
      ("switch", "toggle"), ("toggle", "toggle"),
      ("map", "map"), ("player", "media-player"), ("video", "media-player"), ("field", "form-field"),
      ("editor", "form-field"), ("chart", "chart"), ("canvas", "canvas"), ("progress", "progress"),
    ]
    if words.contains("search") { return "search-field" }
    return kinds.first { words.contains($0.0) }?.1 ?? "custom-control"
  }

  /// The code that shows the label, without its title argument.
  func label(of call: SourceCall, _ code: SourceCode) -> Range<Int>? {
    if let label = call.closure("label") ?? call.argument("label") { return label }
    if call.name == "Section" { return call.closure("header") ?? call.argument("header") }
    switch closure {
    case .label: return call.closure("")
    case .content, .system: return nil
    case .destination: return call.argument("destination", "value") == nil ? nil : call.closure("")
    case .action:
      // `Button(action: save) { Text("Save") }`, and `Button(save) { ... }` does not exist.
      return call.argument("action", "intent") == nil ? nil : call.closure("")
    }
  }

  /// The code that runs when it is used.
  func action(of call: SourceCall) -> Range<Int>? {
    call.argument("action", "intent") ?? (closure == .action ? call.closure("") : nil)
  }

  func destination(of call: SourceCall) -> Range<Int>? {
    if let argument = call.argument("destination") { return argument }
    return closure == .destination && call.argument("value") == nil ? call.closure("") : nil
  }
}

/// The types that all files declare, by what they are.
struct SourceTypes {
  /// `View`, and the protocols of the app that are views.
  private(set) var protocols: Set = ["View"]
  private(set) var views: Set<String> = []
  /// The views of the app that are made of views that they are given.
  private var taking: Set<String> = []
  /// The views that functions of other types make, by the name of the function.
  private(set) var made: [String: String] = [:]
  /// What shows a view of UIKit or AppKit.
  private(set) var wrapping: Set<String> = []
  /// What shows views but is none: modifiers, toolbars, scenes.
  private var parts: Set = ["View"]
  private(set) var declared: Set<String> = []

  init(_ files: [SourceCode]) {
    let all = files.flatMap { Array($0.members.types.values) }
    declared = Set(all.lazy.filter { $0.keyword != "extension" }.map(\.name))
    // A protocol may follow another one that is declared later.
    for _ in 0..<Self.longestLine {
      for type in all where type.keyword == "protocol" && !type.parents.isDisjoint(with: protocols) {
        protocols.insert(type.name)
      }
    }
    for type in all {
      if !type.parents.isDisjoint(with: protocols), type.keyword != "protocol" {
        views.insert(type.name)
        if type.takesViews { taking.insert(type.name) }
      }
      if type.parents.contains(where: Self.wraps) { wrapping.insert(type.name) }
      if !type.parents.isDisjoint(with: Self.around) { parts.insert(type.name) }
    }
    wrapping.subtract(views)
    // Once more for those that only call another one.
    for _ in 0..<2 {
      for code in files {
        for (name, member) in code.members.all where member.isFunction {
          let names = name.split(separator: ".").map(String.init)
          guard names.count == 2, !isView(names[0]), made[names[1]] == nil else { continue }
          let view = code.created(member.range) ?? code.called(member.range).flatMap { made[$0] }
          if let view, views.contains(view) { made[names[1]] = view }
        }
      }
    }
  }

  /// Whether a view only arranges what it is given: `FormContainer { ... }`. One that is called a view, a screen, or a
  /// page is one.
  func arranges(_ view: String) -> Bool { taking.contains(view) && SourceWords.stem(view) == view }

  /// Above any line of protocols that a person writes.
  private static let longestLine = 4

  private static let around: Set = [
    "ViewModifier", "ToolbarContent", "CustomizableToolbarContent", "Commands", "Scene", "App", "Widget",
  ]

  private static func wraps(_ parent: String) -> Bool {
    parent.hasSuffix("ViewRepresentable") || parent.hasSuffix("ViewControllerRepresentable")
  }

  /// Whether what a type shows is a part of the view that shows the type.
  func isView(_ type: String) -> Bool { views.contains(type) || parts.contains(type) || protocols.contains(type) }
}

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
    call.argument("role", "style").map { code.word($0.upperBound - 1) == "destructive" } ?? false
  }

  /// In the order of the catalog.
  static func listed(_ features: Set<String>) -> [String] { Catalog.features.map(\.id).filter(features.contains) }
}
