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
  ]

  /// What a type of a package is, by the end of its name.
  private static let endings: [(end: String, maker: String)] = [
    ("Button", "Button"), ("TextField", "TextField"), ("SecureField", "SecureField"), ("TextEditor", "TextEditor"),
    ("Slider", "Slider"), ("Stepper", "Stepper"), ("Toggle", "Toggle"), ("Picker", "Picker"), ("Menu", "Menu"),
    ("ProgressView", "ProgressView"), ("VideoPlayer", "VideoPlayer"),
  ]

  /// The kind that the name of a type tells: `AddMenu`.
  static func kind(named type: String) -> String? {
    endings.first { type.hasSuffix($0.end) }.flatMap { all[$0.maker]?.kind }
  }

  /// The control that a type which the app does not declare must be; those of UIKit and AppKit are no views of SwiftUI.
  static func named(_ type: String) -> SourceControl? {
    let second = type.unicodeScalars.dropFirst(2).first?.properties.isUppercase ?? false
    guard !second || !(type.hasPrefix("UI") || type.hasPrefix("NS") || type.hasPrefix("CP")) else { return nil }
    return endings.first { type.hasSuffix($0.end) }.flatMap { all[$0.maker] }
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
    switch closure {
    case .label: return call.closure("")
    case .content, .system: return nil
    case .destination: return call.argument("destination", "value") == nil ? nil : call.closure("")
    case .action:
      // `Button(action: save) { Text("Save") }`, and `Button(save) { ... }` does not exist.
      return call.argument("action", "intent") == nil ? nil : call.closure("")
    }
  }

  func destination(of call: SourceCall) -> Range<Int>? {
    if let argument = call.argument("destination") { return argument }
    return closure == .destination && call.argument("value") == nil ? call.closure("") : nil
  }
}
