import AuditCatalog
import AuditModel

/// How SwiftUI creates a control.
struct SourceControl {
  /// The meaning of the closure behind the call that has no label.
  enum Closure {
    case action, content, label, destination
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
    "Link": .init(kind: "link", closure: .label),
    "NavigationLink": .init(kind: "link", closure: .destination),
    "Menu": .init(kind: "menu", closure: .content),
    "Toggle": .init(kind: "toggle", closure: .label),
    "Picker": .init(kind: "picker", closure: .content),
    "DatePicker": .init(kind: "picker", closure: .label),
    "ColorPicker": .init(kind: "picker", closure: .label),
    "Slider": .init(kind: "slider", closure: .label),
    "Stepper": .init(kind: "stepper", closure: .label),
    "TextField": .init(kind: "form-field", closure: .label),
    "SecureField": .init(kind: "form-field", closure: .label),
    "TextEditor": .init(kind: "form-field", closure: .label),
  ]

  /// The code that shows the label, without its title argument.
  func label(of call: SourceCall, _ code: SourceCode) -> Range<Int>? {
    if let label = call.closure("label") ?? call.argument("label") { return label }
    switch closure {
    case .label: return call.closure("")
    case .content: return nil
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

/// The words of a control in its source.
struct SourceLabel {
  /// From a literal; empty without one.
  var title = ""
  /// An identifier for its key, if it has no title: a symbol, an action, a binding.
  var name = ""
  var symbol: String?
  /// Whether it shows only an image.
  var isIcon = false
  /// The name of a style of the catalog.
  var style = ""

  init(of call: SourceCall, _ rule: SourceControl, _ code: SourceCode) {
    let argument = call.arguments.first { $0.label.isEmpty }?.range
    let label = rule.label(of: call, code)
    let modifiers = call.modifiers(code)
    let shown = [argument, label].compactMap { $0 }
    title = shown.lazy.compactMap(code.words).first ?? ""
    if title.isEmpty { title = code.spoken(modifiers, shown) ?? "" }
    if title.isEmpty, label == nil, argument == nil { title = rule.usual }
    let image = call.argument("systemImage", "image")
    symbol = (shown + [image].compactMap { $0 }).lazy.compactMap(code.symbol).first
    let hasIconOnly = modifiers.contains { $0.name == "labelStyle" && code.has("iconOnly", in: $0) }
    isIcon =
      label.map { code.showsOnlyImage($0, hasIconOnly: hasIconOnly) && argument.flatMap(code.words) == nil }
      ?? (hasIconOnly && symbol != nil)
    let action = call.argument("action", "intent") ?? (rule.closure == .action ? call.closure("") : nil)
    name =
      symbol ?? argument.flatMap(code.path) ?? action.flatMap(code.action) ?? code.binding(call)
      ?? rule.destination(of: call).flatMap(code.created).map(SourceWords.stem) ?? ""
    style = Self.style(call, modifiers, code)
  }

  /// The label of an alert, a search field, and the like.
  init(ofModifier call: SourceCall, _ code: SourceCode) {
    let parts = (call.arguments.filter { ["", "prompt"].contains($0.label) } + call.closures).map(\.range)
    if call.name != "contextMenu" { title = parts.lazy.compactMap(code.words).first ?? "" }
    name = code.binding(call) ?? ""
  }

  /// The label of a view with a tap gesture.
  init(ofTapped view: Range<Int>, _ call: SourceCall, _ code: SourceCode) {
    title = code.words(view) ?? code.spoken(call.modifiers(code), [view]) ?? ""
    symbol = code.symbol(view)
    let action = call.argument("perform") ?? call.closure("")
    name = symbol ?? action.flatMap(code.action) ?? ""
  }

  private init() {}

  static func binding(of call: SourceCall, _ code: SourceCode) -> SourceLabel {
    var label = SourceLabel()
    label.name = code.binding(call) ?? ""
    return label
  }

  private static func style(_ call: SourceCall, _ modifiers: [SourceCall], _ code: SourceCode) -> String {
    guard SourceControl.all[call.name]?.kind == "button" else { return "" }
    if let role = call.argument("role"), code.word(role.upperBound - 1) == "destructive" { return "destructive" }
    guard let named = modifiers.first(where: { $0.name == "buttonStyle" })?.arguments.first?.range,
      named.count == 2, code.isSign(named.lowerBound, "."), let name = code.word(named.lowerBound + 1)
    else { return "" }
    return Catalog.style("." + name)?.name ?? ""
  }
}

extension SourceCode {
  /// Far more tokens than a label has: nested code is not read again and again.
  private static let longestLabel = 600

  private func places(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longestLabel)
  }

  /// What shows no words although it has a literal.
  private static let wordless: Set = ["Image", "Color", "Font", "URL", "UIImage", "NSImage", "UIColor", "AsyncImage"]
  private static let unshown: Set = [
    "systemName", "systemImage", "image", "comment", "tableName", "table", "value", "format", "specifier", "named",
    "forKey", "url", "destination", "id", "bundle",
  ]

  /// The first words that the code shows, in one line.
  fileprivate func words(_ range: Range<Int>) -> String? {
    for index in places(range) {
      guard let text = text(index), !Self.unshown.contains(argumentLabel(of: index) ?? "") else { continue }
      let callee = outer[index] >= range.lowerBound ? callee(of: index) : nil
      let isShown = callee.map { $0 == "NSLocalizedString" || $0.first?.isUppercase == true } ?? true
      // In a closure or in brackets a literal belongs to something else.
      let isPlain = outer[index] < range.lowerBound || isSign(outer[index], "(")
      guard isShown, isPlain, !Self.wordless.contains(callee ?? "") else { continue }
      let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if line.contains(where: { $0.isLetter || $0.isNumber }) { return line }
    }
    return nil
  }

  /// What VoiceOver reads: the label of the control or of a view in it.
  fileprivate func spoken(_ modifiers: [SourceCall], _ ranges: [Range<Int>]) -> String? {
    for call in modifiers where call.name == "accessibilityLabel" || call.name == "accessibility" {
      if let words = call.arguments.first.flatMap({ words($0.range) }) { return words }
    }
    for index in ranges.lazy.flatMap(places) where word(index) == "accessibilityLabel" && isSign(index + 1, "(") {
      if let words = words(inside(index + 1)) { return words }
    }
    return nil
  }

  /// The name of the first image.
  fileprivate func symbol(_ range: Range<Int>) -> String? {
    for index in places(range) {
      guard let text = text(index) else { continue }
      let label = argumentLabel(of: index)
      if label == "systemName" || label == "systemImage" || label == "image" { return text }
      if callee(of: index) == "Image" { return text }
    }
    return nil
  }

  private static let drawn: Set = [
    "Image", "ZStack", "HStack", "VStack", "Circle", "Rectangle", "RoundedRectangle", "Capsule", "Color", "Group",
    "Spacer", "Font", "EdgeInsets", "CGSize", "AsyncImage", "Double", "CGFloat", "Gradient", "LinearGradient",
  ]

  fileprivate func showsOnlyImage(_ range: Range<Int>, hasIconOnly: Bool) -> Bool {
    let words = places(range).filter { word($0) != nil }
    if words.contains(where: { word($0) == "Label" && !isSign($0 - 1, ".") }) {
      return hasIconOnly || words.contains { word($0) == "iconOnly" }
    }
    let made = words.filter { index in
      (isSign(index + 1, "(") || isSign(index + 1, "{")) && !isSign(index - 1, ".")
        && word(index)?.first?.isUppercase == true
    }.compactMap(word)
    return made.contains("Image") && made.allSatisfy(Self.drawn.contains)
  }

  fileprivate func has(_ name: String, in call: SourceCall) -> Bool {
    call.arguments.contains { places($0.range).contains { word($0) == name } }
  }

  /// The last name of `Strings.Common.close`.
  fileprivate func path(_ range: Range<Int>) -> String? {
    guard range.count >= 3, range.count < 12, word(range.lowerBound)?.first?.isUppercase == true,
      range.allSatisfy({ word($0) != nil || isSign($0, ".") })
    else { return nil }
    return word(range.upperBound - 1)
  }

  private static let plainActions: Set = [
    "if", "guard", "switch", "while", "for", "withAnimation", "print", "await", "try", "self", "return", "let", "var",
    "set", "append", "in", "Task", "else", "canImport", "os", "available", "wrappedValue", "action",
  ]

  /// What an action calls or sets first.
  fileprivate func action(_ range: Range<Int>) -> String? {
    let isName = range.allSatisfy { word($0) != nil || isSign($0, ".") }
    if isName, let last = word(range.upperBound - 1), !Self.plainActions.contains(last) { return last }
    for index in places(range) {
      guard let word = word(index), !Self.plainActions.contains(word), word.first?.isLowercase == true else { continue }
      if isSign(index + 1, "("), !isSign(index - 1, "#") {
        return word == "toggle" ? self.word(index - 2) : word
      }
      if isSign(index + 1, "="), !isSign(index + 2, "=") { return word }
    }
    return nil
  }

  /// The last name of a binding: `isOn` in `$settings.isOn`.
  fileprivate func binding(_ call: SourceCall) -> String? {
    for part in call.arguments where isSign(part.range.lowerBound, "$") {
      if let name = word(part.range.upperBound - 1) { return name }
    }
    return nil
  }

  /// The type that the code creates first.
  fileprivate func created(_ range: Range<Int>) -> String? {
    places(range).lazy.compactMap { isSign($0 + 1, "(") ? word($0) : nil }.first { $0.first?.isUppercase == true }
  }
}
