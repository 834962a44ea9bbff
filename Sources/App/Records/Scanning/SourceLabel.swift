import Audit

/// The words of a control in its source.
struct SourceLabel {
  /// From a literal; empty without one.
  var title = ""
  /// An identifier for its key, if it has no title: a symbol, an action, a binding.
  var name = ""
  var symbol: String?
  /// Whether it shows only an image.
  var isIcon = false
  /// Whether it has an image beside its words, which a label style can show alone.
  var hasLabel = false
  /// The name of a style of the catalog.
  var style = ""

  init(of call: SourceCall, _ rule: SourceControl, _ code: SourceCode) {
    let argument = rule.closure == .system ? nil : call.arguments.first { $0.label.isEmpty }?.range
    let label = rule.label(of: call, code)
    let modifiers = call.modifiers(code)
    let shown = [argument, label].compactMap { $0 }
    let prompt = call.argument("prompt")
    title = (shown + [prompt].compactMap { $0 }).lazy.compactMap(code.words).first ?? ""
    if title.isEmpty { title = code.spoken(modifiers, shown) ?? "" }
    if title.isEmpty, label == nil, argument == nil { title = rule.usual }
    let image = call.argument("systemImage", "image")
    symbol = (shown + [image].compactMap { $0 }).lazy.compactMap(code.symbol).first
    let hasIconOnly = modifiers.contains { $0.name == "labelStyle" && code.has("iconOnly", in: $0) }
    let hasWords = argument.flatMap(code.words) != nil
    isIcon =
      label.map { code.showsOnlyImage($0, hasIconOnly: hasIconOnly) && !hasWords }
      ?? (symbol != nil && (hasIconOnly || argument.flatMap { code.text($0.lowerBound) } == ""))
    hasLabel = symbol != nil && (image != nil || label.map { code.makesLabel($0) } == true)
    let action = call.argument("action", "intent") ?? (rule.closure == .action ? call.closure("") : nil)
    name =
      label.flatMap(code.shownPath) ?? symbol ?? argument.flatMap(code.path) ?? action.flatMap(code.action)
      ?? code.binding(call)
      ?? rule.destination(of: call).flatMap(code.created).map(SourceWords.stem) ?? ""
    style = Self.style(call, modifiers, code)
  }

  /// The label of an alert, a search field, and the like.
  init(ofModifier call: SourceCall, _ code: SourceCode) {
    let given = call.arguments.filter { ["", "prompt"].contains($0.label) }
    // The buttons of an alert are no title of it.
    let parts = given.isEmpty ? call.closures.compactMap { code.alertTitle($0.range) } : given.map(\.range)
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

  /// The label of a view that draws no control itself: a gesture on it, or a view of UIKit.
  init(spokenBy call: SourceCall, _ name: String, _ code: SourceCode) {
    title = code.spoken(call.modifiers(code), []) ?? ""
    self.name = name
  }

  /// The label that a view of the app is given, for the control in it.
  init(ofOwn call: SourceCall, _ code: SourceCode) {
    let named = call.arguments.filter { Self.given.contains($0.label) } + call.closures.filter { $0.label == "label" }
    let shown = named.map(\.range)
    let isAction = call.argument("action") == nil && call.closure("label") != nil
    let content = isAction ? nil : call.closure("")
    title = (shown + [content].compactMap { $0 }).lazy.compactMap(code.words).first ?? ""
    if title.isEmpty { title = code.spoken(call.modifiers(code), shown) ?? "" }
    symbol = call.arguments.lazy.compactMap { code.symbol($0.range) }.first
    name = named.lazy.compactMap { code.path($0.range) }.first ?? symbol ?? code.binding(call) ?? ""
  }

  /// The arguments by which views are given their words.
  private static let given: Set = [
    "", "title", "titleKey", "text", "label", "name", "caption", "localizedTitle", "buttonTitle", "placeholder",
    "labelText", "titleText", "prompt",
  ]

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
