import Base

/// A file of the catalog: an object with its format, its version, and lists of rows.
struct Document {
  let members: Members

  /// Reads the bytes and looks at the format before anything else.
  init(_ bytes: [UInt8], format: String) throws(CatalogProblem) {
    try self.init(try Document.value(of: bytes), format: format)
  }

  init(_ value: JSONValue, format: String) throws(CatalogProblem) {
    members = try Members(of: value, name: "file of the format \(format)")
    let found = try members.required("format", wanted: Excerpt.quoted(format))
    guard found == .string(format) else {
      throw CatalogProblem(wanted: Excerpt.quoted(format), found: Excerpt.of(found)).inside(.member("format"))
    }
    let version = try members.required("version", wanted: "1")
    guard version == .integer(1) else {
      throw CatalogProblem(wanted: "1, the only version", found: Excerpt.of(version))
        .inside(.member("version"))
    }
  }

  /// Far above the size of any catalog; a larger file is not a catalog.
  private static let largest = 16 << 20

  static func value(of bytes: [UInt8]) throws(CatalogProblem) -> JSONValue {
    var options = JSONOptions(allowsFractions: true)
    options.documentBytes = largest
    do {
      return try JSONReader.parse(bytes, options: options)
    } catch {
      throw CatalogProblem(error)
    }
  }
}

/// Reads the members of one JSON object, each with the reason if it is not what it should be.
///
/// A member that is null counts as absent.
struct Members {
  /// What the object is, for sentences: `check`.
  let name: String
  private let object: JSONObject

  init(of value: JSONValue, name: String) throws(CatalogProblem) {
    guard case .object(let object) = value else {
      throw CatalogProblem(wanted: "a \(name), which is an object", found: Excerpt.of(value))
    }
    (self.object, self.name) = (object, name)
  }

  /// Refuses members outside `known`, so that a slip in a name does not lose what was written under it.
  func refuseUnknown(except known: [String]) throws(CatalogProblem) {
    for member in object.members where !known.contains(where: { $0.hasSameBytes(as: member.key) }) {
      let guess = suggestions(for: member.key, among: known).first
      let hint = guess.map { "; did you mean \(Excerpt.quoted($0))?" } ?? ""
      throw CatalogProblem("unknown member of a \(name)\(hint)").inside(.member(member.key))
    }
  }

  func value(_ key: String) -> JSONValue? {
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  func has(_ key: String) -> Bool { value(key) != nil }

  /// - Parameter wanted: the expected value; evaluated only if the member is missing. lint:ok its name
  func required(_ key: String, wanted: @autoclosure () -> String) throws(CatalogProblem) -> JSONValue {
    guard let value = value(key) else { throw missing(key, wanted: wanted()) }
    return value
  }

  private func missing(_ key: String, wanted: String) -> CatalogProblem {
    CatalogProblem(wanted: wanted, found: object.names(key) ? "null" : "nothing").inside(.member(key))
  }

  /// One line of text; see `PlainText`.
  func text(_ key: String, limit: Int = Members.longText) throws(CatalogProblem) -> String {
    guard let text = try optionalText(key, limit: limit) else { throw missing(key, wanted: "text") }
    return text
  }

  func optionalText(_ key: String, limit: Int = Members.longText) throws(CatalogProblem) -> String? {
    guard let value = value(key) else { return nil }
    return try at(.member(key)) { () throws(CatalogProblem) in try Members.text(value, limit: limit) }
  }

  /// One of the words of a closed set.
  func word<Word>(_ key: String) throws(CatalogProblem) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    // No key path: of a generic type it is made again each time.
    try word(key) { $0.rawValue }
  }

  /// - Parameter name: what a word is called in files.
  func word<Word: CaseIterable>(_ key: String, _ name: (Word) -> String) throws(CatalogProblem) -> Word {
    guard let value = value(key) else { throw missing(key, wanted: WordList.or(Word.allCases.map(name))) }
    return try at(.member(key)) { () throws(CatalogProblem) in try Members.word(value, name) }
  }

  func optionalWord<Word>(_ key: String) throws(CatalogProblem) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    guard let value = value(key) else { return nil }
    return try at(.member(key)) { () throws(CatalogProblem) in try Members.word(value) }
  }

  /// The elements of an array; no element where the member is absent.
  func list<Element>(
    _ key: String, _ element: (JSONValue) throws(CatalogProblem) -> Element
  ) throws(CatalogProblem) -> [Element] {
    guard let value = value(key) else { return [] }
    return try at(.member(key)) { () throws(CatalogProblem) in try Members.list(value, element) }
  }

  /// The elements of an array that has to be there.
  func requiredList<Element>(
    _ key: String, _ element: (JSONValue) throws(CatalogProblem) -> Element
  ) throws(CatalogProblem) -> [Element] {
    _ = try required(key, wanted: "an array")
    return try list(key, element)
  }

  func texts(_ key: String) throws(CatalogProblem) -> [String] {
    try list(key) { value throws(CatalogProblem) in try Members.text(value, limit: Members.shortText) }
  }

  /// An object of texts; empty where the member is absent.
  func dictionary(_ key: String) throws(CatalogProblem) -> [String: String] {
    guard let value = value(key) else { return [:] }
    return try at(.member(key)) { () throws(CatalogProblem) in
      guard case .object(let object) = value else {
        throw CatalogProblem(wanted: "an object", found: Excerpt.of(value))
      }
      var found: [String: String] = [:]
      for member in object.members {
        found[member.key] = try at(.member(member.key)) { () throws(CatalogProblem) in
          try Members.text(member.value, limit: Members.longText)
        }
      }
      return found
    }
  }
}

extension Members {
  static let shortText = 200
  static let longText = 2_000

  static func text(_ value: JSONValue, limit: Int) throws(CatalogProblem) -> String {
    guard case .string(let text) = value else { throw CatalogProblem(wanted: "text", found: Excerpt.of(value)) }
    if let fault = PlainText.fault(in: text, limit: limit) { throw CatalogProblem(fault) }
    return text
  }

  static func word<Word>(_ value: JSONValue) throws(CatalogProblem) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    try word(value) { $0.rawValue }
  }

  static func word<Word: CaseIterable>(
    _ value: JSONValue, _ name: (Word) -> String
  ) throws(CatalogProblem) -> Word {
    guard case .string(let text) = value, let word = Word.allCases.first(where: { name($0) == text }) else {
      throw CatalogProblem(wanted: WordList.or(Word.allCases.map(name)), found: Excerpt.of(value))
    }
    return word
  }

  static func list<Element>(
    _ value: JSONValue, _ element: (JSONValue) throws(CatalogProblem) -> Element
  ) throws(CatalogProblem) -> [Element] {
    guard case .array(let values) = value else {
      throw CatalogProblem(wanted: "an array", found: Excerpt.of(value))
    }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      elements.append(try at(.element(index)) { () throws(CatalogProblem) in try element(value) })
    }
    return elements
  }
}

extension JSONObject {
  /// Whether there is a member of this name, be its value null or not.
  func names(_ key: String) -> Bool { members.contains { $0.key.hasSameBytes(as: key) } }
}

/// Why a file of checks or checklists was refused: the place inside the file and the reason.
///
/// It does not know the file's name; the code that opened the file adds it.
package struct CatalogProblem: Error, Equatable, Sendable, CustomStringConvertible {
  enum Step: Equatable, Sendable {
    case member(String)
    case element(Int)
  }

  private var base = "$"

  /// From the outside in.
  private var steps: [Step] = []

  /// In words, e.g. `expected critical, serious, moderate, or minor, found "blocker"`.
  package var reason: String

  init(_ reason: String) { self.reason = reason }

  init(wanted: String, found: String) { reason = "expected \(wanted), found \(found)" }

  /// The bytes are not JSON, or JSON beyond our limits.
  init(_ error: JSONError) {
    base = error.path
    reason = "expected \(error.wanted), found \(error.found) (line \(error.line), column \(error.column))"
  }

  /// The place as a JSON path, e.g. `$.checks[0].impact`.
  package var path: String {
    steps.reduce(into: base) { path, step in
      switch step {
      case .member(let name): path += Self.isPlainName(name) ? ".\(name)" : "[\(Excerpt.quoted(name))]"
      case .element(let index): path += "[\(index)]"
      }
    }
  }

  package var description: String { "\(path): \(reason)" }

  /// The same problem seen from one step further out.
  ///
  /// Paths are put together on the way out, so that reading a sound file costs nothing for them.
  func inside(_ step: Step) -> CatalogProblem { with(self) { $0.steps.insert(step, at: 0) } }

  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}

/// Runs a step of reading and says where it was if it fails.
func at<Value>(
  _ step: CatalogProblem.Step, _ body: () throws(CatalogProblem) -> Value
) throws(CatalogProblem) -> Value {
  do {
    return try body()
  } catch {
    throw error.inside(step)
  }
}

/// How a refused value is shown: short, on one line, and harmless in a terminal.
enum Excerpt {
  private static let limit = 60

  static func of(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): quoted(text)
    case .array(let elements): elements.count == 1 ? "an array of one" : "an array of \(elements.count)"
    case .object: "an object"
    }
  }

  /// In quotation marks, cut, with everything that is not harmless written as its code point.
  static func quoted(_ text: String) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit { return "\"\(shown)...\"" }
      count += 1
      if scalar == "\"" {
        shown += "\\\""
      } else if PlainText.isHarmless(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(shown)\""
  }
}

/// The form of identifiers in the catalog.
enum Identifiers {
  static let longest = 100

  /// Says what is wrong with the identifier of a check, or nothing: `category.name`, lower case, words joined by
  /// hyphens.
  static func faultInCheck(_ id: String) -> String? {
    if parts(of: id) ?? 0 > 1 { return nil }
    return "category.name in lower-case letters, digits and hyphens, at most \(longest) characters"
  }

  /// Says what is wrong with the identifier of a checklist or category, or nothing: words joined by hyphens.
  static func faultInWord(_ id: String) -> String? {
    if parts(of: id) == 1 { return nil }
    return "lower-case letters, digits and hyphens, at most \(longest) characters"
  }

  /// The part before the first dot.
  static func category(of id: String) -> String { String(id.prefix { $0 != "." }) }

  /// Into how many parts dots divide it, each of words joined by hyphens; nil where it is anything else.
  private static func parts(of id: String) -> Int? {
    guard id.utf8.count <= longest, let first = id.utf8.first, first > 0x60 else { return nil }
    var (count, isInWord) = (1, false)
    for byte in id.utf8 {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: isInWord = true
      case UInt8(ascii: "-") where isInWord: isInWord = false
      case UInt8(ascii: ".") where isInWord: (count, isInWord) = (count + 1, false)
      default: return nil
      }
    }
    return isInWord ? count : nil
  }
}

/// The names that a team's own check may refer to.
struct KnownWords {
  var kinds: [String]
  var criteria: [String]
  var audits: [String]
  var conflicts: [String]
  var builtInChecks: [String]
  var groups: [KindGroup]

  /// Reads a name out of a closed list, with a guess for one that is not in it.
  /// - Parameter what: what the names are, e.g. `a component kind`.
  static func member(_ value: JSONValue, of names: [String], what: String) throws(CatalogProblem) -> String {
    let text = try Members.text(value, limit: Members.shortText)
    if names.contains(where: { $0.hasSameBytes(as: text) }) { return text }
    let guess = suggestions(for: text, among: names).first
    let hint = guess.map { "; did you mean \(Excerpt.quoted($0))?" } ?? ""
    throw CatalogProblem("expected \(what), found \(Excerpt.quoted(text))\(hint)")
  }
}

/// The text that the catalog allows: one line of visible text.
enum PlainText {
  /// Says what is wrong with a text, or nothing if it may stand.
  /// - Parameter limit: the greatest number of characters, counted as Unicode scalars.
  static func fault(in text: String, limit: Int) -> String? {
    isPlainASCII(text, limit: limit) ? nil : faultOfScalars(in: text, limit: limit)
  }

  /// Almost every text is this, and looking at bytes is many times faster than looking at scalars.
  private static func isPlainASCII(_ text: String, limit: Int) -> Bool {
    guard text.utf8.count <= limit else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var visible = false
      for byte in bytes {
        guard byte >= 0x20, byte < 0x7F else { return false }
        visible = visible || byte != 0x20
      }
      return visible
    }
  }

  private static func faultOfScalars(in text: String, limit: Int) -> String? {
    var count = 0
    var visible = false
    for scalar in text.unicodeScalars {
      count += 1
      if !isHarmless(scalar) {
        return "holds the control character U+\(hexadecimal(scalar.value)) at position \(count)"
      }
      if !scalar.properties.isWhitespace { visible = true }
    }
    if !visible { return "is empty" }
    if count > limit { return "is \(count) characters long, at most \(limit) are allowed" }
    return nil
  }

  /// No control character, no line or paragraph separator, and nothing that turns the direction of what follows.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: true
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
