/// What one file declares and shows.
struct SourceOutline {
  private(set) var types: [Declared] = []
  private(set) var uses: [Use] = []
  private(set) var controls: [Control] = []
  /// The types that show a title or hold a navigation.
  private(set) var titled: Set<String> = []
  /// The first title of each view that has a literal for it.
  private(set) var titles: [String: String] = [:]
  /// What views have beside their controls, by their types.
  private(set) var features: [String: Set<String>] = [:]

  private enum Mark: Equatable {
    case type(String)
    case hidden, row, layout
    /// In a view of the app.
    case wrap(String)
    /// In a function of a view that is given arguments.
    case function(String)
    /// Behind another view, where nothing is touched.
    case behind
    case destination(String, control: Int?)
  }

  private let code: SourceCode
  private let kinds: SourceTypes
  private let platforms: SourcePlatforms
  private let named: Set<SourcePlatforms.System>
  private let systems: Set<SourcePlatforms.System>
  /// The marks that begin at a token, the outer ones first.
  private var beginning: [Int: [(end: Int, mark: Mark)]] = [:]
  /// The marks around a token, with what follows from all of them.
  private var open: [(end: Int, mark: Mark, owner: String, isInRow: Bool, isBehind: Bool)] = []
  private var tapped: Set<Int> = []
  /// The end of the last code that runs when a control is used; what is in it is of the control.
  private var actionEnd = 0

  /// - Parameters:
  ///   - named: the systems of the app.
  ///   - systems: those of the folder.
  init(
    _ code: SourceCode, _ kinds: SourceTypes, _ platforms: SourcePlatforms,
    _ named: Set<SourcePlatforms.System>, _ systems: Set<SourcePlatforms.System>
  ) {
    (self.named, self.code, self.kinds, self.platforms, self.systems) = (named, code, kinds, platforms, systems)
    for index in code.tokens.indices {
      while let last = open.last, last.end <= index { open.removeLast() }
      for (end, mark) in beginning.removeValue(forKey: index) ?? [] { push(end, mark) }
      guard let word = code.word(index), open.last?.mark != .hidden else { continue }
      if let type = code.members.types[index] {
        declare(type, at: index)
      } else if word == "func" {
        beginFunction(index)
      } else if word == "Preview", code.isSign(index - 1, "#") {
        for part in SourceCall(code, at: index)?.closures ?? [] { mark(part.range, .hidden) }
      } else if code.isSign(index + 1, "(") || code.isSign(index + 1, "{") {
        read(index, word)
      }
    }
  }

  private mutating func mark(_ range: Range<Int>?, _ mark: Mark) {
    guard let range, !range.isEmpty else { return }
    beginning[range.lowerBound, default: []].append((range.upperBound, mark))
  }

  private mutating func push(_ end: Int, _ mark: Mark) {
    let (isInRow, isBehind) = (open.last?.isInRow ?? false, open.last?.isBehind ?? false)
    switch mark {
    case .type(let name): open.append((end, mark, name, false, false))
    case .destination: open.append((end, mark, owner, false, false))
    case .row: open.append((end, mark, owner, true, isBehind))
    case .behind: open.append((end, mark, owner, isInRow, true))
    case .hidden, .layout, .wrap, .function: open.append((end, mark, owner, isInRow, isBehind))
    }
  }

  private var owner: String { open.last?.owner ?? "" }

  // MARK: Declarations

  private mutating func declare(_ type: SourceMembers.Declared, at index: Int) {
    // A style draws the controls of others, and a preview is not in the app.
    let isHidden = type.parents.contains { $0.hasSuffix("Style") || $0 == "PreviewProvider" || $0 == "XCTestCase" }
    let isView = type.parents.contains(where: kinds.protocols.contains)
    mark(code.inside(type.body), isHidden ? .hidden : .type(type.name))
    guard !isHidden, type.keyword != "protocol", type.keyword != "extension" || isView else { return }
    types.append(
      Declared(
        name: type.name, isView: isView, isTop: owner.isEmpty, line: code.tokens[index].line,
        systems: systems(at: index), isPrivate: ["private", "fileprivate"].contains(code.word(index - 1) ?? "")))
  }

  /// A function of a view that makes views of its arguments, as `func row(_ title: String) -> some View {`.
  private mutating func beginFunction(_ index: Int) {
    guard kinds.isView(owner), let name = code.word(index + 1), let body = code.members.member(name, at: index)?.range,
      code.isSign(index + 2, "("), !code.inside(index + 2).isEmpty, body.lowerBound > index,
      // What is presented is that already.
      beginning[body.lowerBound] == nil
    else { return }
    mark(body, .function("\(owner).\(name)"))
  }

  /// The function around a place, within the type around it.
  private var function: String {
    for part in open.reversed() {
      if case .function(let name) = part.mark { return name }
      if case .type = part.mark { break }
    }
    return ""
  }

  private func systems(at index: Int) -> Set<SourcePlatforms.System> {
    let found = systems.intersection(platforms.systems(at: index))
    return found == SourcePlatforms.all ? found : found.intersection(named)
  }

  private mutating func addControl(_ maker: String, _ kind: String, _ label: SourceLabel, at index: Int) {
    controls.append(control(maker, kind, label, at: index))
  }

  private func control(_ maker: String, _ kind: String, _ label: SourceLabel, at index: Int) -> Control {
    Control(
      maker: maker, kind: kind, label: label, owner: owner, line: code.tokens[index].line, systems: systems(at: index),
      start: index, function: function)
  }

  // MARK: Calls

  private mutating func read(_ index: Int, _ word: String) {
    let isModifier = code.isSign(index - 1, ".")
    let isType = word.utf8.first.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ?? false
    if !isType, case .destination(_, let control?) = open.last?.mark { controls[control].shown.append(word) }
    if !isModifier || code.word(index - 2) == "self", callsFunction(index, word) { return }
    if isType {
      guard !isModifier || code.word(index - 2) == "SwiftUI", !isDeclaration(index) else { return }
      create(index, word)
    } else if isModifier, code.word(index - 2)?.first?.isUppercase == true {
      // A function of a type: `Alerts.alert(...)`.
    } else if isModifier || Self.presenters[word] != nil, code.word(index - 1) != "func" {
      if index >= actionEnd { note(SourceFeatures.names[word], of: nil) }
      modify(index, word)
    } else if index >= actionEnd {
      note(SourceFeatures.names[word], of: nil)
    }
  }

  /// Whether the name is of a declared type, such as `func Menu(` and `var menu: Menu {`, and nothing is created.
  private func isDeclaration(_ index: Int) -> Bool {
    // `as? Menu {`
    if code.isSign(index - 1, "?") || code.isSign(index - 1, "!"), code.word(index - 2) == "as" { return true }
    if let before = code.word(index - 1) {
      return ["func", "case", "some", "any", "is", "as"].contains(before) || code.members.types[index - 1] != nil
    }
    guard code.isSign(index + 1, "{") else { return false }
    if code.isSign(index - 1, ">") || code.isSign(index - 1, "=") && code.isSign(index - 2, "=") { return true }
    guard code.isSign(index - 1, ":"), let before = code.word(index - 3) else { return false }
    return ["var", "let"].contains(before) || code.members.types[index - 3] != nil
  }

  private static let rows: Set = ["ForEach", "List"]
  /// What shows one view without arranging it.
  private static let transparent: Set = ["Group", "AnyView", "GeometryReader"]
  private static let navigations: Set = [
    "NavigationStack", "NavigationView", "NavigationSplitView", "TabView", "Tab", "WindowGroup", "Window", "Settings",
    "DocumentGroup",
  ]

  /// Takes a call of a function of the same view, whose control is one wherever it is called.
  private mutating func callsFunction(_ index: Int, _ name: String) -> Bool {
    guard code.word(index - 1) != "func", kinds.isView(owner), let member = code.members.member(name, at: index),
      member.isFunction, let call = SourceCall(code, at: index)
    else { return false }
    for part in call.arguments + call.closures { mark(part.range, .layout) }
    var use = Use(name: "\(owner).\(name)", owner: owner, place: place, around: around)
    give(call, to: &use, at: index)
    uses.append(use)
    return true
  }

  /// What a view of the app, or a function of one, is given where it is used.
  private func give(_ call: SourceCall, to use: inout Use, at index: Int) {
    use.control = control(call.name, "", SourceLabel(ofOwn: call, code), at: index)
    use.given = call.arguments.filter { !$0.label.isEmpty }.map {
      Given(label: $0.label, words: code.words($0.range), names: code.given($0.range))
    }
  }

  private mutating func create(_ index: Int, _ name: String) {
    guard let call = SourceCall(code, at: index) else { return }
    let parts = call.arguments + call.closures
    var use = Use(name: name, owner: owner, place: place, around: around)
    if case .destination(_, let control?) = open.last?.mark { controls[control].shown.append(name) }
    let isPages = name == "TabView" && isPaged(call)
    if Self.navigations.contains(name) {
      // Sheets have a navigation, too, and what is in it is what they show.
      var inner = Mark.destination("screen", control: nil)
      if let outer = open.last?.mark, case .destination = outer { inner = outer }
      for part in call.closures { mark(part.range, inner) }
      let isOfOwner = open.last.map { if case .destination = $0.mark { false } else { true } } ?? true
      if isOfOwner, name.hasPrefix("Navigation") || name == "TabView", !isPages { titled.insert(owner) }
    } else if name.hasSuffix("HostingController") || name == "NSHostingView" {
      mark(call.argument("rootView"), .destination("screen", control: nil))
    } else if kinds.arranges(name), let outer = open.last?.mark, case .destination = outer {
      // What it arranges is what is presented.
      use.place = .part
      for part in parts { mark(part.range, outer) }
    } else if !Self.transparent.contains(name) {
      let inner = Self.rows.contains(name) ? Mark.row : kinds.views.contains(name) ? .wrap(name) : .layout
      for part in parts { mark(part.range, inner) }
    }
    if kinds.views.contains(name) {
      give(call, to: &use, at: index)
    } else if kinds.wrapping.contains(name), open.last?.isBehind != true, case .part = place {
      let label = SourceLabel(spokenBy: call, SourceWords.stem(name), code)
      addControl("", SourceControl.wrapped(name), label, at: index)
    }
    uses.append(use)
    // What a package calls a button may be how buttons look: `.buttonStyle(RoundedButton())`.
    let isStyle = code.callee(of: index)?.hasSuffix("Style") ?? false
    let isForeign = !isStyle && !kinds.declared.contains(name) && kinds.isView(owner)
    guard let rule = SourceControl.made(by: call, isForeign: isForeign, code) else {
      if index >= actionEnd { note(SourceFeatures.names[name], of: nil) }
      return
    }
    if name == "NavigationLink", code.isFollowedByCode(call, rule) {
      mark(rule.destination(of: call), .destination("screen", control: nil))
      return
    }
    let label = SourceLabel(of: call, rule, code)
    actionEnd = max(actionEnd, rule.action(of: call)?.upperBound ?? 0)
    var kind = isPages ? "carousel" : rule.kind
    if kind == "button", label.isIcon { kind = "icon-button" }
    if name == "NavigationLink" {
      if open.last?.isInRow == true { kind = "list-row" }
      mark(rule.destination(of: call), .destination("screen", control: nil))
    }
    addControl(name, kind, label, at: index)
    controls[controls.count - 1].features = SourceFeatures.of(call, rule, code)
  }

  /// A feature of the control that a modifier is of, or else of the view around it.
  private mutating func note(_ feature: String?, of modified: Int?) {
    guard let feature else { return }
    if let modified {
      for place in controls.indices.reversed().prefix(Self.mostInView) where controls[place].start == modified {
        controls[place].features.insert(feature)
        return
      }
    }
    if kinds.isView(owner) { features[owner, default: []].insert(feature) }
  }

  /// Whether the tabs of a tab view are pages that are swiped.
  private func isPaged(_ call: SourceCall) -> Bool {
    call.modifiers(code).contains { $0.name == "tabViewStyle" && (code.has("page", in: $0) || code.hasPages($0)) }
  }

  private var around: String {
    if case .wrap(let name)? = open.last?.mark { name } else { "" }
  }

  private var place: Use.Place {
    if let last = open.last, case .destination(let kind, _) = last.mark { return .destination(kind) }
    return open.last?.isInRow == true ? .row : .part
  }

  // MARK: Modifiers

  /// What is presented over a screen, by modifier.
  private static let presenters = [
    "sheet": "sheet", "fullScreenCover": "modal", "popover": "modal", "navigationDestination": "screen",
  ]
  private static let simple = [
    "alert": "alert", "confirmationDialog": "alert", "actionSheet": "alert", "searchable": "search-field",
    "contextMenu": "menu",
  ]

  private mutating func modify(_ index: Int, _ name: String) {
    guard let call = SourceCall(code, at: index) else { return }
    if let feature = feature(name, call) { note(feature, of: code.head(of: index - 1)) }
    if let kind = Self.presenters[name] {
      var control: Int?
      if kind != "screen", !isGiven(call.argument("content")) {
        control = controls.count
        addControl("", kind, .binding(of: call, code), at: index)
      }
      let content = call.argument("destination", "content").map { [$0] } ?? []
      for range in content + call.closures.map(\.range) {
        mark(range, .destination(kind, control: control))
        // What a member makes, which comes after the body that presents it.
        guard range.count == 1, let name = code.word(range.lowerBound),
          let made = code.members.member(name, at: range.lowerBound)?.range, made.lowerBound > index
        else { continue }
        mark(made, .destination(kind, control: control))
      }
      return
    }
    for part in call.arguments + call.closures { mark(part.range, name == "background" ? .behind : .layout) }
    if name.hasPrefix("navigationTitle") || name == "navigationBarTitle" { addTitle(index, call) }
    if let kind = Self.simple[name] ?? (name == "addButton" && call.argument("withTitle") != nil ? "button" : nil) {
      addControl("", kind, SourceLabel(ofModifier: call, code), at: index)
    } else if name == "onTapGesture" {
      tap(index, call)
    } else if name == "onLongPressGesture" || Self.gestures.contains(name) && recognizes(call) {
      gesture(index, call)
    } else if name == "labelStyle", code.has("iconOnly", in: call) {
      showOnlyIcons(before: index)
    }
  }

  private func feature(_ name: String, _ call: SourceCall) -> String? {
    if Self.gestures.contains(name), recognizes(call) { return "gesture-only" }
    if name == "background", code.names(in: call).contains(where: { $0.hasSuffix("Material") }) { return "blur" }
    return SourceFeatures.modifiers[name]
  }

  /// Whether what is presented comes from those who use the type: one name that is no member with a body.
  private func isGiven(_ content: Range<Int>?) -> Bool {
    guard let content, content.count == 1, let name = code.word(content.lowerBound) else { return false }
    return code.members.member(name, at: content.lowerBound) == nil
  }

  /// A title in what a view presents is that of what it presents, and one behind a view of the app is that view's.
  private mutating func addTitle(_ index: Int, _ call: SourceCall) {
    let title = call.arguments.first.flatMap { code.words($0.range) } ?? ""
    let head = code.head(of: index - 1).flatMap(code.word) ?? ""
    // A view that arranges what it is given has no title of its own.
    let isView = kinds.views.contains(head) && !kinds.arranges(head)
    if isView, titles[head] == nil, !title.isEmpty { titles[head] = title }
    if case .destination(let kind, _)? = open.last?.mark, kind != "screen" || isView { return }
    titled.insert(owner)
    if !isView, titles[owner] == nil, !title.isEmpty { titles[owner] = title }
  }

  private static let gestures: Set = ["gesture", "simultaneousGesture", "highPriorityGesture"]

  /// Whether a gesture is one of SwiftUI, made in place.
  private func recognizes(_ call: SourceCall) -> Bool {
    call.arguments.first { $0.label.isEmpty }.map { part in
      part.range.prefix(80).contains { code.word($0)?.hasSuffix("Gesture") == true }
    } ?? false
  }

  /// A label style reaches the labels of all controls in the view: `HStack { ... }.labelStyle(.iconOnly)`.
  private mutating func showOnlyIcons(before index: Int) {
    guard let head = code.head(of: index - 1) else { return }
    for place in controls.indices.reversed().prefix(Self.mostInView) where controls[place].start > head {
      if controls[place].kind == "button", controls[place].label.hasLabel { controls[place].kind = "icon-button" }
    }
  }

  /// Far more controls than one view has.
  private static let mostInView = 500

  private mutating func tap(_ index: Int, _ call: SourceCall) {
    guard let head = code.head(of: index - 1), let view = code.word(head), SourceControl.all[view] == nil,
      !code.dismissesKeyboard(call), tapped.insert(head).inserted
    else { return }
    let label = SourceLabel(ofTapped: head..<index, call, code)
    let isSymbol = SourceCall(code, at: head)?.argument("systemName") != nil
    let kind = view != "Image" ? "custom-control" : isSymbol ? "icon-button" : "button"
    addControl(call.name, kind, label, at: index)
  }

  /// A view that is dragged, pinched, or pressed for long. The gesture of a control is a second way to it.
  private mutating func gesture(_ index: Int, _ call: SourceCall) {
    guard let head = code.head(of: index - 1), let view = code.word(head), SourceControl.all[view] == nil,
      kinds.isView(owner), !code.dismissesKeyboard(call), tapped.insert(head).inserted
    else { return }
    let named = view.first?.isUppercase == true && !Self.shapes.contains(view) ? SourceWords.stem(view) : ""
    var label = SourceLabel(spokenBy: call, named, code)
    if label.title.isEmpty, let made = SourceCall(code, at: head) {
      label.title = code.spoken(made.modifiers(code), []) ?? ""
    }
    addControl("", "custom-control", label, at: index)
  }

  /// What has no name of its own.
  private static let shapes: Set = [
    "HStack", "VStack", "ZStack", "Group", "GeometryReader", "Color", "Rectangle", "Text", "Image", "ScrollView",
  ]
}
