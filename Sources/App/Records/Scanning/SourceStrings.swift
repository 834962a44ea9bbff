import Base
import CommandLine

/// The words behind keys and constants: from `.strings` files and string catalogs of the app's own language, and from
/// constants of the sources.
struct SourceStrings {
  /// A file of words: its path, and its content.
  typealias Catalog = (path: String, bytes: [UInt8])

  private var texts: [String: String] = [:]
  /// By the letters and digits of the key: generated constants have names such as `signIn` for `sign_in`.
  private var named: [String: String] = [:]
  /// By `Type.name`.
  private var constants: [String: String] = [:]
  private var types: Set<String> = []

  init() {}

  init(_ catalogs: [Catalog], _ sources: [SourceCode]) {
    for catalog in Self.ofOneLanguage(catalogs) {
      let bytes = Self.plain(catalog.bytes)
      for (key, text) in catalog.path.hasSuffix(".xcstrings") ? Self.inCatalog(bytes) : Self.inStrings(bytes) {
        let shown = Self.withoutFormats(text)
        if texts.updateValue(shown, forKey: key) != nil { continue }
        // The key of a literal with a value in it: `"\(count) lines"` is `%lld lines`.
        let plain = Self.withoutFormats(key)
        if texts[plain] == nil { texts[plain] = shown }
        let name = Self.folded(key)
        if !name.isEmpty, named[name] == nil { named[name] = shown }
      }
    }
    for code in sources {
      types.formUnion(code.members.bodies.values)
      for (name, member) in code.members.all where member.isConstant {
        if let text = constant(member, code), constants[name] == nil { constants[name] = text }
      }
    }
  }

  // MARK: Asking

  /// What the app shows for a literal: the text of the key, or the literal.
  func text(_ literal: String) -> String { known(literal) ?? literal }

  /// The text of a key; nil for any other literal.
  func known(_ literal: String) -> String? { texts[literal] }

  /// What the app shows for the names of a constant: `L10n`, `Common`, `close`.
  ///
  /// - Parameter isWhole: whether the first name is a type; else it is left out, as in `Text(.close)`.
  func text(of names: [String], isWhole: Bool) -> String? {
    if isWhole {
      for (type, name) in zip(names, names.dropFirst()) {
        if let text = constants["\(type).\(name)"] { return text }
      }
      // A type of the app has other members than texts; one that a build generates is in no file.
      guard let first = names.first, !types.contains(first) else { return nil }
    } else if let name = names.first, let text = Self.keys.lazy.compactMap({ constants["\($0).\(name)"] }).first {
      return text
    }
    var rest = names.dropFirst(isWhole ? 1 : 0)
    while let first = rest.first, ["string", "localizable"].contains(first) { rest = rest.dropFirst() }
    while let last = rest.last, Self.changes.contains(last) { rest = rest.dropLast() }
    return rest.isEmpty ? nil : named[Self.folded(rest.joined())]
  }

  /// The types of keys, of which an app adds its own: `extension LocalizedStringKey { static let close ... }`.
  private static let keys = ["LocalizedStringKey", "LocalizedStringResource"]

  /// What changes a text without changing which one it is.
  private static let changes: Set = [
    "localized", "localizedCapitalized", "localizedUppercase", "localizedLowercase", "capitalized", "uppercased",
    "lowercased", "text", "key", "string", "description", "localizedStringKey", "localizedKey",
  ]

  // MARK: Constants

  static let localizes: Set = [
    "NSLocalizedString", "String", "LocalizedStringKey", "LocalizedStringResource", "AttributedString", "Text", "init",
  ]

  /// The text of a constant: that of the key in it, of its fallback, or its only literal.
  private func constant(_ member: SourceMembers.Member, _ code: SourceCode) -> String? {
    guard code.isSingle(member) else { return nil }
    let range = member.range
    let start = code.word(range.lowerBound) == "return" ? range.lowerBound + 1 : range.lowerBound
    let isDirect = code.text(start) != nil
    var (fallback, only): (String?, String?)
    for index in range {
      guard let text = code.text(index) else { continue }
      if let known = texts[text] { return known }
      if ["fallback", "defaultValue", "value"].contains(code.argumentLabel(of: index) ?? "") {
        fallback = fallback ?? text
      } else if only == nil, !member.isCase {
        let isShown = isDirect ? index == start : code.callee(of: index).map(Self.localizes.contains) == true
        if isShown, code.word(start) != "URL" { only = text }
      }
    }
    return (fallback ?? only).map(Self.withoutFormats)
  }

  // MARK: Files

  /// The files of the language in which the app was written: English, `Base`, or else the first one.
  private static func ofOneLanguage(_ catalogs: [Catalog]) -> [Catalog] {
    func language(_ path: String) -> String {
      let folder = path.split(separator: "/").last { $0.hasSuffix(".lproj") }
      return folder.map { String($0.dropLast(".lproj".count)) } ?? ""
    }
    func rank(_ path: String) -> Int {
      switch language(path) {
      case "", "en": 0
      case "Base": 1
      case let name where name.hasPrefix("en-"): 2
      default: 3
      }
    }
    let sorted = catalogs.sorted { one, other in
      rank(one.path) == rank(other.path)
        ? one.path.utf8.lexicographicallyPrecedes(other.path.utf8) : rank(one.path) < rank(other.path)
    }
    guard let first = sorted.first(where: { !$0.path.hasSuffix(".xcstrings") }) else { return sorted }
    return sorted.filter { rank($0.path) < 3 || language($0.path) == language(first.path) }
  }

  /// As UTF-8: Xcode wrote UTF-16 for years.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    (try? ByteReader(bytes: bytes).asText().readAll(limit: 64 << 20, name: "")) ?? []
  }

  /// `"key" = "text";`, or a key without marks.
  private static func inStrings(_ bytes: [UInt8]) -> [(key: String, text: String)] {
    let code = SourceCode(bytes)
    return code.tokens.indices.compactMap { index in
      guard code.isSign(index, "="), let key = code.text(index - 1) ?? code.word(index - 1),
        let text = code.text(index + 1)
      else { return nil }
      return (key, text)
    }
  }

  /// The texts of a string catalog in its own language; a key without one is its text.
  private static func inCatalog(_ bytes: [UInt8]) -> [(key: String, text: String)] {
    var options = JSONOptions(allowsFractions: true)
    options.members = 100_000
    options.unsortedMembers = 20_000
    options.openKeyBytes = 16 << 20
    guard case .object(let root)? = try? JSONReader.parse(bytes, options: options),
      case .object(let strings)? = root["strings"]
    else { return [] }
    let language = root["sourceLanguage"]?.stringValue ?? "en"
    return strings.members.map { member in
      guard case .object(let entry) = member.value, case .object(let languages)? = entry["localizations"],
        let own = languages[language], let text = value(in: own)
      else { return (member.key, member.key) }
      return (member.key, text)
    }
  }

  /// The first text of an entry, which may have one for each number or device.
  private static func value(in entry: JSONValue) -> String? {
    guard case .object(let object) = entry else { return nil }
    if case .object(let unit)? = object["stringUnit"] { return unit["value"]?.stringValue }
    guard case .object(let variations)? = object["variations"] else { return nil }
    for kind in variations.members {
      guard case .object(let forms) = kind.value else { continue }
      if let text = (forms["other"] ?? forms.members.first?.value).flatMap(value) { return text }
    }
    return nil
  }

  // MARK: Text

  private static func folded(_ key: String) -> String {
    String(key.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// `Unlock …` of `Unlock %1$@`, as an interpolation is in a literal.
  private static func withoutFormats(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var shown: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "%") else {
        shown.append(first)
        continue
      }
      if rest.first == UInt8(ascii: "%") {
        shown.append(first)
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isDigit || [UInt8(ascii: "$"), UInt8(ascii: ".")].contains($0) }
      let sizes = rest.dropFirst(digits.count).prefix { $0 == UInt8(ascii: "l") || $0 == UInt8(ascii: "h") }
      let end = digits.count + sizes.count
      guard let kind = rest.dropFirst(end).first, "@dDiuxXfFgGeEsScC".utf8.contains(kind) else {
        shown.append(first)
        continue
      }
      shown += Array("…".utf8)
      rest = rest.dropFirst(end + 1)
    }
    return String(decoding: shown, as: UTF8.self)
  }
}
