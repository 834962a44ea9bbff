import Audit
import Base
import CommandLine
import Store

/// Finds the component that a finding is about. Where it might be several, it is none: nothing is guessed.
///
/// What people registered who are not followed is looked at only where nothing else is found: their names neither take a
/// finding to another place, nor make it fit several.
struct ComponentFinder {
  package enum Answer {
    /// - isScreen: nothing else fitted, and the component is the screen itself.
    case component(Component, isScreen: Bool = false)
    /// Why there is none, as a sentence without its place, and what to do.
    case none(reason: String, hint: String)
  }

  private let own: ComponentTable
  /// Nil where it has no more.
  private let all: ComponentTable?
  /// Where what belongs to no component goes, if a flag says so.
  private let otherwise: Component?
  /// What was found before: a report says the same of many things.
  private var answers: [[String]: Answer] = [:]

  /// - Parameter others: the keys of those that people alone registered who are not followed.
  init(_ components: [Component], ofOthers others: Set<ExactText> = [], otherwise: Component?) {
    let used = components.filter { !$0.isRetired }
    let own = others.isEmpty ? used : used.filter { !others.contains(ExactText($0.key)) }
    self.own = ComponentTable(own)
    all = own.count < used.count ? ComponentTable(used) : nil
    self.otherwise = otherwise
  }

  mutating func find(_ finding: ToolFinding) -> Answer {
    let place =
      [finding.component, finding.file, finding.line.map(String.init) ?? "", finding.screen, finding.type]
      + finding.names + finding.elements.suffix(1)
    if let known = answers[place] { return known }
    let answer = lookUp(finding)
    answers[place] = answer
    return answer
  }

  private func lookUp(_ finding: ToolFinding) -> Answer {
    let (answer, isAmbiguous) = own.find(finding)
    guard case .none = answer else { return answer }
    if let otherwise, finding.component.isEmpty { return .component(otherwise) }
    return isAmbiguous ? answer : all?.find(finding).answer ?? answer
  }

  /// The component of a key that a rule assigns a finding to.
  func find(named key: String) -> Answer {
    if let component = own.registered(key) ?? all?.registered(key) { return .component(component) }
    return .none(
      reason: "no component \(MessageText.quoted(key)) in use, which a --match rule names",
      hint: "Run \"a11y new component \(ShellWord.quoted(key)) --kind KIND\" to add it.")
  }

  // MARK: Names

  /// What `closeButton`, `Close button` and `close-button` have in common: letters and digits. An accent that is a
  /// character of its own stays with its letter, so that both spellings are equal as Swift compares text.
  static func form(_ name: String) -> String {
    var form = String.UnicodeScalarView()
    var isAfterLetter = false
    for scalar in name.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      isAfterLetter = isLetter || (isAfterLetter && isAccent(scalar))
      if isAfterLetter { form.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
    }
    return String(form)
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: !scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }
}

/// Components by what findings name them by.
private struct ComponentTable {
  typealias Answer = ComponentFinder.Answer

  private struct Entry {
    var component: Component
    /// The forms of its key, the last part of the key, and its title.
    var names: Set<String>
    /// The forms of its keys, and of the screens it says.
    var keys: Set<String>
    var screens: Set<String>
    /// Those of all screens it is on: that it says, that it is, and that its keys begin with.
    var places: Set<String>
    /// The parts of the path of its source, and the line in it; nil without one.
    var source: (path: [Substring], line: Int)?

    init(_ component: Component) {
      self.component = component
      let last = component.allKeys.map { $0.split(separator: "/").last.map(String.init) ?? "" }
      names = Set((component.allKeys + last + [component.title]).map(ComponentFinder.form).filter { !$0.isEmpty })
      keys = Set(component.allKeys.map(ComponentFinder.form))
      screens = Set(component.screens.map(ComponentFinder.form))
      places = screens
      for key in component.allKeys {
        var place = ""
        for part in key.split(separator: "/", omittingEmptySubsequences: false) {
          place += ComponentFinder.form(String(part))
          places.insert(place)
        }
      }
      let location = SourceLocation(source: component.source)
      source = component.source.isEmpty ? nil : (ComponentTable.parts(location.file), location.line)
    }
  }

  /// In the order of the keys. A report has thousands of elements: what they are compared with is made once for each
  /// component, and found by what it is.
  private let entries: [Entry]
  private let byName: [String: [Int]]
  /// By the screens they are on.
  private let byPlace: [String: [Int]]
  /// The screens themselves: by their keys, and of that kind by what they say.
  private let screensByKey: [String: [Int]]
  private let screensByName: [String: [Int]]
  /// By the last part of the path; those of a path without parts by an empty one.
  private let bySource: [Substring: [Int]]
  /// Several keys may be one in all but the spelling of an accent.
  private let byKey: [String: [Component]]

  init(_ used: [Component]) {
    let entries = used.sorted { $0.key < $1.key }.map(Entry.init)
    self.entries = entries
    byName = Self.index(entries) { $0.names }
    byPlace = Self.index(entries) { $0.places }
    screensByKey = Self.index(entries) { $0.keys }
    screensByName = Self.index(entries) { $0.component.kind == "screen" ? $0.screens : [] }
    bySource = Self.index(entries) { entry in Set(entry.source.map { [$0.path.last ?? ""] } ?? []) }
    byKey = Dictionary(
      used.flatMap { component in component.allKeys.map { ($0, [component]) } }, uniquingKeysWith: { $0 + $1 })
  }

  private static func index<Key: Hashable>(_ entries: [Entry], by keys: (Entry) -> Set<Key>) -> [Key: [Int]] {
    var index: [Key: [Int]] = [:]
    for (place, entry) in entries.enumerated() {
      for key in keys(entry) { index[key, default: []].append(place) }
    }
    return index
  }

  /// The component of a finding; `isAmbiguous` where there is none because it might be several.
  func find(_ finding: ToolFinding) -> (answer: Answer, isAmbiguous: Bool) {
    if !finding.component.isEmpty {
      if let component = registered(finding.component) { return (.component(component), false) }
      let none = Answer.none(
        reason: "no component \(MessageText.quoted(finding.component)) in use",
        hint: "Run \"a11y new component \(ShellWord.quoted(finding.component)) --kind KIND\" to add it.")
      return (none, false)
    }
    return finding.file.isEmpty ? onScreen(finding) : ofSource(finding.file, finding.line)
  }

  func registered(_ key: String) -> Component? {
    let alike = byKey[key] ?? []
    return alike.first { $0.allKeys.contains { $0.hasSameBytes(as: key) } }
      ?? (alike.count == 1 ? alike.first : nil)
  }

  // MARK: By element and screen

  private func onScreen(_ finding: ToolFinding) -> (answer: Answer, isAmbiguous: Bool) {
    let screen = Self.form(finding.screen)
    for element in finding.names {
      // An identifier with several parts that equals a key is no coincidence.
      if element.contains("/"), let component = registered(element) { return (.component(component), false) }
      let found = Self.narrowed(named(Self.form(element), on: screen), to: finding.type)
      if found.count > 1 { return (ambiguous(element, finding.screen, found), true) }
      if let only = found.first { return (.component(only.component), false) }
    }
    guard !screen.isEmpty else { return (unknown(finding), false) }
    // The screen itself: by its key, else the one component of that kind that says it is there.
    let shown = screensByKey[screen] ?? screensByName[screen] ?? []
    if shown.count == 1, let only = shown.first { return (.component(entries[only].component, isScreen: true), false) }
    return (unplaced(finding, byPlace[screen]?.count ?? 0, shown.map { entries[$0] }), !shown.isEmpty)
  }

  /// The components of a name, on a screen if one is given: the shorter of the two lists is gone through.
  private func named(_ form: String, on screen: String) -> [Entry] {
    var found = byName[form] ?? []
    if !screen.isEmpty {
      let there = byPlace[screen] ?? []
      found =
        found.count < there.count
        ? found.filter { entries[$0].places.contains(screen) } : there.filter { entries[$0].names.contains(form) }
    }
    return found.map { entries[$0] }
  }

  /// Of several components of one name those whose kind is that of the element, if there is any.
  private static func narrowed(_ found: [Entry], to type: String) -> [Entry] {
    guard found.count > 1, let kinds = kinds[numbers[type] ?? type] else { return found }
    let fitting = found.filter { kinds.contains($0.component.kind) }
    return fitting.isEmpty ? found : fitting
  }

  /// The kinds of components that an element of XCTest may be.
  private static let kinds: [String: Set<String>] = [
    "Button": ["button", "icon-button", "badge", "menu"], "Cell": ["list-row", "card"], "Icon": ["icon"],
    "Image": ["image", "icon"], "Link": ["link"], "Map": ["map"], "NavigationBar": ["navigation-bar"],
    "Picker": ["picker"], "ProgressIndicator": ["progress"], "SearchField": ["search-field"],
    "SecureTextField": ["form-field"], "Slider": ["slider"], "StaticText": ["text"], "Stepper": ["stepper"],
    "Switch": ["toggle"], "TabBar": ["tab-bar"], "TextField": ["form-field"], "TextView": ["form-field"],
    "Toggle": ["toggle"], "Toolbar": ["toolbar"],
  ]

  /// What Swift prints for the type of an element, as the constants of XCTest are numbers.
  private static let numbers = [
    "9": "Button", "21": "NavigationBar", "22": "TabBar", "24": "Toolbar", "33": "Slider", "35": "ProgressIndicator",
    "38": "Picker", "40": "Switch", "41": "Toggle", "42": "Link", "43": "Image", "44": "Icon", "45": "SearchField",
    "48": "StaticText", "49": "TextField", "50": "SecureTextField", "52": "TextView", "57": "Map", "75": "Cell",
    "79": "Stepper",
  ]

  private func ambiguous(_ element: String, _ screen: String, _ found: [Entry]) -> Answer {
    let place = screen.isEmpty ? "" : " of the screen \(MessageText.quoted(screen))"
    return .none(
      reason: "\(MessageText.quoted(element)) matches several components\(place): "
        + firstNamed(found.map(\.component.key)),
      hint: "Name the component in the report, or pass --component.")
  }

  private static func element(_ finding: ToolFinding) -> String { finding.names.last ?? finding.elements.last ?? "" }

  /// Of a finding that names no screen.
  private func unknown(_ finding: ToolFinding) -> Answer {
    let element = Self.element(finding)
    return .none(
      reason: element.isEmpty
        ? "the finding names no element and no screen" : "no component named \(MessageText.quoted(element))",
      hint: "Run \"a11y new component KEY --kind KIND\" to add one, or pass --component COMPONENT.")
  }

  /// - Parameters:
  ///   - count: how many components are on its screen.
  ///   - screens: those that may be the screen itself: none or several.
  private func unplaced(_ finding: ToolFinding, _ count: Int, _ screens: [Entry]) -> Answer {
    let element = Self.element(finding)
    let name = MessageText.quoted(finding.screen)
    let head =
      !element.isEmpty
      ? "no component named \(MessageText.quoted(element)) on the screen \(name)"
      : count == 0
        ? "no component on the screen \(name)"
        : "no element named, and \(counted(count, "component")) on the screen \(name)"
    guard screens.isEmpty else {
      let keys = screens.prefix(5).map(\.component.key).joined(separator: ", ")
      return .none(
        reason: "\(head), and several components may be that screen: \(keys)",
        hint: "Name the component in the report, or pass --component.")
    }
    return .none(
      reason: "\(head), and no component for that screen",
      hint: "Run \"a11y new component KEY --kind screen --screen \(ShellWord.quoted(finding.screen))\" to add the "
        + "screen, or pass --component COMPONENT.")
  }

  // MARK: By source

  private func ofSource(_ file: String, _ line: Int?) -> (answer: Answer, isAmbiguous: Bool) {
    let path = Self.parts(file)
    let alike = path.last.map { (bySource[$0] ?? []) + (bySource[""] ?? []) } ?? Array(entries.indices)
    let named = alike.sorted().map { entries[$0] }.filter { $0.source.map { Self.isSame($0.path, path) } ?? false }
    let found = Self.nearest(line, named)
    if found.count == 1, let only = found.first { return (.component(only.component), false) }
    guard found.isEmpty else {
      let keys = found.prefix(5).map(\.component.key).joined(separator: ", ")
      let several = Answer.none(
        reason: "\(MessageText.quoted(file)) is the source file of \(found.count) components: \(keys)",
        hint: "Split the report by component, and import each part with --component.")
      return (several, true)
    }
    let none = Answer.none(
      reason: "no component with the source file \(MessageText.quoted(file))",
      hint: "Run \"a11y edit component KEY --source \(ShellWord.quoted(file))\" to assign it.")
    return (none, false)
  }

  /// Of the components of one file those that begin last at a line or before it; all of them where none does, or where
  /// their files may be several.
  private static func nearest(_ line: Int?, _ found: [Entry]) -> [Entry] {
    let sources = found.compactMap(\.source)
    guard let line, sources.count > 1, let longest = sources.max(by: { $0.path.count < $1.path.count }),
      sources.allSatisfy({ isSame($0.path, longest.path) }),
      let start = sources.map(\.line).filter({ $0 <= line }).max()
    else { return found }
    return found.filter { $0.source?.line == start }
  }

  /// Paths are the same where one is the end of the other: a report may name them from the root. File systems of Apple
  /// spell accents in their own way; Swift compares the parts as text.
  private static func isSame(_ left: [Substring], _ right: [Substring]) -> Bool {
    let shared = min(left.count, right.count)
    return left.suffix(shared).elementsEqual(right.suffix(shared))
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }

  private static func form(_ name: String) -> String { ComponentFinder.form(name) }
}
