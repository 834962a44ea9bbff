import AuditModel

/// Finds the screens and controls of an app in its SwiftUI sources.
package struct SourceScan {
  /// A component that a person may want to register.
  package struct Found {
    package let key: String
    package let kind: String
    package let source: String
    package let screens: [String]
    /// Empty if the source has no literal for it.
    package let title: String
    package let style: String
    package let line: Int
  }

  /// A component of the tracker.
  package struct Known {
    /// The key, then those that it had before.
    let keys: [String]
    let source: String
    let title: String

    package init(keys: [String], source: String, title: String) {
      self.keys = keys
      self.source = source
      self.title = title
    }
  }

  private struct File {
    let path: String
    let outline: SourceOutline
  }

  private let files: [File]
  private var views: Set<String> = []
  /// The views of each type, and where each is shown.
  private var users: [String: Set<String>] = [:]
  private var destinations: [String: Set<String>] = [:]
  private var rows: Set<String> = []
  /// The key of each screen, by its type.
  private var screens: [String: String] = [:]
  private var keys: Set<String>
  /// The components of the tracker that were not found yet: by key, and by source and title.
  private var known: [String: Known] = [:]
  private var knownKeys: [[String]: [String]] = [:]
  /// The keys that components of the tracker had before, by those that they have.
  private var formerKeys: [String: [String]] = [:]
  /// How often a key was asked for, so that the next number is known.
  private var numbers: [String: Int] = [:]

  /// The components of files, in the order of the files and their lines, except those that are known.
  package static func find(_ files: [(path: String, bytes: [UInt8])], known: [Known] = []) -> [Found] {
    var scan = SourceScan(files.map { File(path: $0.path, outline: SourceOutline($0.bytes)) }, known)
    return scan.find()
  }

  private init(_ files: [File], _ known: [Known]) {
    self.files = files
    keys = Set(known.flatMap(\.keys))
    for one in known {
      for key in one.keys { self.known[key] = one }
      if let key = one.keys.first, one.keys.count > 1 { formerKeys[key] = Array(one.keys.dropFirst()) }
      if !one.title.isEmpty, let key = one.keys.first { knownKeys[[one.source, one.title], default: []].append(key) }
    }
    for type in files.flatMap(\.outline.types) where type.isView { views.insert(type.name) }
    let types = Set(files.flatMap(\.outline.types).map(\.name))
    for use in files.flatMap(\.outline.uses) where types.contains(use.name) && use.name != use.owner {
      switch use.place {
      case .part: users[use.name, default: []].insert(use.owner)
      case .row:
        users[use.name, default: []].insert(use.owner)
        rows.insert(use.name)
      case .destination(let kind): destinations[use.name, default: []].insert(kind)
      }
    }
  }

  private mutating func find() -> [Found] {
    // A type of the app with the name of a control replaces it.
    let replaced = Set(files.flatMap(\.outline.types).filter(\.isTop).map(\.name))
    let titled = Set(files.flatMap(\.outline.titled))
    var found: [(file: Int, component: Found)] = []
    // Screens first: their names are in the keys of all others.
    for (place, file) in files.enumerated() {
      for type in file.outline.types where type.isView && screens[type.name] == nil {
        guard isScreen(type.name, titled) else { continue }
        let words = SourceWords.ofIdentifier(SourceWords.stem(type.name))
        let (key, isKnown) = key(words.isEmpty ? "screen" : words, on: "", file.path, "")
        screens[type.name] = key
        guard !isKnown else { continue }
        let kinds = destinations[type.name] ?? []
        let kind = kinds.isEmpty || kinds.contains("screen") ? "screen" : kinds.sorted()[0]
        let screen = Found(
          key: key, kind: kind, source: file.path, screens: [key], title: "", style: "", line: type.line)
        found.append((place, screen))
      }
    }
    for (place, file) in files.enumerated() {
      var counts: [String: Int] = [:]
      for control in file.outline.controls where !replaced.contains(control.maker) {
        guard !control.shown.contains(where: views.contains) else { continue }
        let shownOn = shownOn(control.owner)
        let parent = shownOn.count == 1 ? shownOn[0] : home(of: control.owner, in: file.path)
        counts[parent + control.kind, default: 0] += 1
        var words = SourceWords.ofText(control.label.title)
        if words.isEmpty { words = SourceWords.ofIdentifier(control.label.name) }
        if words.isEmpty { words = "\(control.kind)-\(counts[parent + control.kind] ?? 1)" }
        let title = SourceWords.line(control.label.title)
        let (key, isKnown) = key(words, on: parent, file.path, title)
        guard !isKnown else { continue }
        let component = Found(
          key: key, kind: control.kind, source: file.path, screens: shownOn, title: title,
          style: control.label.style, line: control.line)
        found.append((place, component))
      }
    }
    return found.enumerated().sorted { one, other in
      (one.element.file, one.element.component.line, one.offset)
        < (other.element.file, other.element.component.line, other.offset)
    }.map(\.element.component)
  }

  /// The first part of the key of a control that is on no screen, or on several.
  private func home(of type: String, in path: String) -> String {
    SourceWords.ofIdentifier(SourceWords.stem(views.contains(type) ? type : SourceWords.baseName(path)))
  }

  /// A view is a screen if it has a title or a navigation, is named so, or is shown alone: as the destination of a
  /// link, in a sheet or a window, or by no other view, as those that UIKit shows. A row of a list is none.
  private func isScreen(_ view: String, _ titled: Set<String>) -> Bool {
    if titled.contains(view) || view.hasSuffix("Screen") { return true }
    let isAlone = users[view] == nil && SourceWords.stem(view) != view
    return (destinations[view] != nil || isAlone) && !rows.contains(view)
  }

  /// The screens that show a type, directly or in other views.
  private func shownOn(_ type: String) -> [String] {
    var found: Set<String> = []
    var reached: Set = [type]
    var waiting = [type]
    while let next = waiting.popLast() {
      if let screen = screens[next] {
        found.insert(screen)
      } else {
        for user in users[next] ?? [] where reached.insert(user).inserted { waiting.append(user) }
      }
    }
    return found.sorted()
  }

  /// The key of a component of the tracker with the same source, and the same title or key; else a free key.
  ///
  /// - Parameter parent: the key of the screen; empty for none.
  private mutating func key(
    _ words: String, on parent: String, _ source: String, _ title: String
  ) -> (key: String, isKnown: Bool) {
    func joined(_ parent: String) -> String { parent.isEmpty ? words : "\(parent)/\(words)" }
    let wanted = joined(parent)
    while !title.isEmpty, let key = knownKeys[[source, title]]?.popLast() {
      if let one = known[key] { return (found(one), true) }
    }
    for former in formerKeys[parent] ?? [] {
      var (key, number) = (joined(former), 1)
      while keys.contains(key) {
        if let one = known[key], one.source == source { return (found(one), true) }
        number += 1
        key = "\(joined(former))-\(number)"
      }
    }
    var key = wanted
    while !keys.insert(key).inserted {
      if let one = known[key], one.source == source { return (found(one), true) }
      let number = numbers[wanted, default: 1] + 1
      numbers[wanted] = number
      key = "\(wanted)-\(number)"
    }
    return (key, false)
  }

  /// - Returns: its present key.
  private mutating func found(_ one: Known) -> String {
    for key in one.keys { known[key] = nil }
    return one.keys[0]
  }
}

/// Words of sources in the form of keys.
enum SourceWords {
  private static let longest = 40

  /// `dont-allow` of `Don’t Allow`.
  static func ofText(_ text: String) -> String {
    joined(text.filter { $0 != "'" && $0 != "’" })
  }

  /// `url-field` of `URLField`, `xmark-circle-fill` of `xmark.circle.fill`.
  static func ofIdentifier(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var split = ""
    for (index, scalar) in scalars.enumerated() {
      let isUpper = scalar.properties.isUppercase
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      if isUpper, before.properties.isLowercase || before.properties.isUppercase && after.properties.isLowercase {
        split.append(" ")
      }
      split.unicodeScalars.append(scalar)
    }
    return joined(split)
  }

  /// The name without `View`, `Screen`, or `Page`.
  static func stem(_ type: String) -> String {
    let end = ["View", "Screen", "Page"].first { type.hasSuffix($0) && type.utf8.count > $0.utf8.count }
    return end.map { String(type.dropLast($0.count)) } ?? type
  }

  static func baseName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? "")
  }

  /// Text as a title: one line of the length that a title may have.
  static func line(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var line = String(String.UnicodeScalarView(plain))
    while line.utf8.count > Names.longestLine { line.unicodeScalars.removeLast() }
    return line
  }

  private static func joined(_ text: String) -> String {
    var key = ""
    let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber) }
    for word in text.lowercased().split(whereSeparator: { !isPlain($0) }) {
      guard key.utf8.count + word.utf8.count < longest else {
        if key.isEmpty { key = String(word.prefix(longest)) }
        break
      }
      key += (key.isEmpty ? "" : "-") + word
    }
    return key
  }
}
