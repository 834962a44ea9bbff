/// What one file declares and shows, before the other files are known.
struct SourceOutline {
  struct Declared {
    let name: String
    let isView: Bool
    /// Whether it is in no other type; a nested one has a longer name and hides no control of SwiftUI.
    let isTop: Bool
    let line: Int
  }

  /// A type that another type creates, such as a view that a view shows.
  struct Use {
    enum Place: Equatable {
      case part, row
      /// As the whole of a screen, sheet, or modal.
      case destination(String)
    }

    let name: String
    let owner: String
    let place: Place
  }

  struct Control {
    /// What creates it: `Button`.
    let maker: String
    let kind: String
    let label: SourceLabel
    let owner: String
    let line: Int
    /// The views in it; if one is of the app, that view is the component.
    var shown: [String] = []
  }

  private(set) var types: [Declared] = []
  private(set) var uses: [Use] = []
  private(set) var controls: [Control] = []
  /// The types that show a title or hold a navigation.
  private(set) var titled: Set<String> = []

  private enum Mark: Equatable {
    case type(String)
    case hidden, row, layout
    case destination(String, control: Int?)
  }

  private let code: SourceCode
  /// The marks that begin at a token, the outer ones first.
  private var beginning: [Int: [(end: Int, mark: Mark)]] = [:]
  /// The marks around a token, with what follows from all of them.
  private var open: [(end: Int, mark: Mark, owner: String, isInRow: Bool)] = []
  private var tapped: Set<Int> = []

  init(_ bytes: [UInt8]) {
    code = SourceCode(bytes)
    for index in code.tokens.indices {
      while let last = open.last, last.end <= index { open.removeLast() }
      for (end, mark) in beginning.removeValue(forKey: index) ?? [] { push(end, mark) }
      guard let word = code.word(index), open.last?.mark != .hidden else { continue }
      if Self.declares.contains(word), !code.isSign(index - 1, ".") {
        declare(index, isExtension: word == "extension")
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
    switch mark {
    case .type(let name): open.append((end, mark, name, false))
    case .destination: open.append((end, mark, owner, false))
    case .row: open.append((end, mark, owner, true))
    case .hidden, .layout: open.append((end, mark, owner, open.last?.isInRow ?? false))
    }
  }

  private var owner: String { open.last?.owner ?? "" }

  // MARK: Declarations

  private static let declares: Set = ["struct", "class", "enum", "actor", "extension"]

  private mutating func declare(_ index: Int, isExtension: Bool) {
    var place = index + 1
    guard var name = code.word(place), !["func", "var", "let"].contains(name) else { return }
    while code.isSign(place + 1, "."), let inner = code.word(place + 2) { (name, place) = (inner, place + 2) }
    var parents: Set<String> = []
    var angles = 0
    var isList = false
    while place < code.tokens.count, !code.isSign(place, "{") {
      if code.isSign(place, "}") || code.isSign(place, ";") { return }
      if code.isSign(place, "<") { angles += 1 }
      if code.isSign(place, ">") { angles -= 1 }
      if code.isSign(place, ":"), angles == 0 { isList = true }
      if code.word(place) == "where" { isList = false }
      if isList, angles == 0, let parent = code.word(place) { parents.insert(parent) }
      place += 1
    }
    guard place < code.tokens.count else { return }
    let body = code.inside(place)
    // A style draws the controls of others, and a preview is not in the app.
    let isHidden = parents.contains { $0.hasSuffix("Style") || $0 == "PreviewProvider" || $0 == "XCTestCase" }
    mark(body, isHidden ? .hidden : .type(name))
    guard !isHidden, !isExtension || parents.contains("View") else { return }
    types.append(
      Declared(name: name, isView: parents.contains("View"), isTop: owner.isEmpty, line: code.tokens[index].line))
  }

  // MARK: Calls

  private mutating func read(_ index: Int, _ word: String) {
    let isModifier = code.isSign(index - 1, ".")
    let isType = word.utf8.first.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ?? false
    if isType {
      guard !isModifier || code.word(index - 2) == "SwiftUI", !isDeclaration(index) else { return }
      create(index, word)
    } else if isModifier, code.word(index - 2)?.first?.isUppercase == true {
      // A function of a type: `Alerts.alert(...)`.
    } else if isModifier || Self.presenters[word] != nil, code.word(index - 1) != "func" {
      modify(index, word)
    }
  }

  /// Whether the name is of a declared type, such as `func Menu(` and `var menu: Menu {`, and nothing is created.
  private func isDeclaration(_ index: Int) -> Bool {
    if let before = code.word(index - 1) {
      return Self.declares.contains(before) || ["func", "case", "protocol", "some", "any", "is", "as"].contains(before)
    }
    guard code.isSign(index + 1, "{") else { return false }
    if code.isSign(index - 1, ">") || code.isSign(index - 1, "=") && code.isSign(index - 2, "=") { return true }
    guard code.isSign(index - 1, ":"), let before = code.word(index - 3) else { return false }
    return Self.declares.contains(before) || ["var", "let", "protocol"].contains(before)
  }

  private static let rows: Set = ["ForEach", "List"]
  /// What shows one view without arranging it.
  private static let transparent: Set = ["Group", "AnyView", "GeometryReader"]
  private static let navigations: Set = [
    "NavigationStack", "NavigationView", "NavigationSplitView", "TabView", "Tab", "WindowGroup", "Window", "Settings",
  ]

  private mutating func create(_ index: Int, _ name: String) {
    guard let call = SourceCall(code, at: index) else { return }
    let parts = call.arguments + call.closures
    uses.append(Use(name: name, owner: owner, place: place))
    if case .destination(_, let control?) = open.last?.mark { controls[control].shown.append(name) }
    if Self.navigations.contains(name) {
      // Sheets have a navigation, too.
      var inner = Mark.destination("screen", control: nil)
      if let outer = open.last?.mark, case .destination = outer { inner = outer }
      for part in call.closures { mark(part.range, inner) }
      let isPages = call.modifiers(code).contains { $0.name == "tabViewStyle" }
      if name.hasPrefix("Navigation") || name == "TabView", !isPages { titled.insert(owner) }
    } else if name.hasSuffix("HostingController") || name == "NSHostingView" {
      mark(call.argument("rootView"), .destination("screen", control: nil))
    } else if !Self.transparent.contains(name) {
      for part in parts { mark(part.range, Self.rows.contains(name) ? .row : .layout) }
    }
    guard let rule = SourceControl.all[name] else { return }
    let label = SourceLabel(of: call, rule, code)
    var kind = rule.kind
    if kind == "button", label.isIcon { kind = "icon-button" }
    if name == "NavigationLink" {
      if open.last?.isInRow == true { kind = "list-row" }
      mark(rule.destination(of: call), .destination("screen", control: nil))
    }
    controls.append(
      Control(maker: name, kind: kind, label: label, owner: owner, line: code.tokens[index].line))
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
    let line = code.tokens[index].line
    if let kind = Self.presenters[name] {
      var control: Int?
      if kind != "screen" {
        control = controls.count
        controls.append(
          Control(maker: "", kind: kind, label: .binding(of: call, code), owner: owner, line: line))
      }
      for part in call.closures { mark(part.range, .destination(kind, control: control)) }
      mark(call.argument("destination", "content"), .destination(kind, control: control))
      return
    }
    for part in call.arguments + call.closures { mark(part.range, .layout) }
    if name.hasPrefix("navigationTitle") || name == "navigationBarTitle" { titled.insert(owner) }
    if let kind = Self.simple[name] {
      controls.append(
        Control(maker: "", kind: kind, label: SourceLabel(ofModifier: call, code), owner: owner, line: line))
    } else if name == "onTapGesture" {
      tap(index, call)
    }
  }

  private mutating func tap(_ index: Int, _ call: SourceCall) {
    guard let head = code.head(of: index - 1), let view = code.word(head), SourceControl.all[view] == nil,
      tapped.insert(head).inserted
    else { return }
    let label = SourceLabel(ofTapped: head..<index, call, code)
    let isSymbol = SourceCall(code, at: head)?.argument("systemName") != nil
    let kind = view != "Image" ? "custom-control" : isSymbol ? "icon-button" : "button"
    controls.append(
      Control(maker: "", kind: kind, label: label, owner: owner, line: code.tokens[index].line))
  }
}

extension SourceCode {
  /// The place where the view begins that a modifier changes: `Image` in `Image("a").padding().onTapGesture`.
  fileprivate func head(of dot: Int) -> Int? {
    var place = dot
    for _ in 0..<SourceCall.longestChain {
      guard isSign(place, ".") else { return nil }
      var last = place - 1
      while last >= 0, isSign(last, ")") || isSign(last, "}") {
        last = partner(last) - 1
        // `} label: {` is one call.
        if isSign(last, ":"), isSign(last - 2, "}") { last -= 2 }
      }
      guard word(last) != nil else { return nil }
      guard isSign(last - 1, ".") else { return last }
      place = last - 1
    }
    return nil
  }
}
