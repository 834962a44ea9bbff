import AuditModel
import CanonicalJSON

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
    self.object = object
    self.name = name
  }

  /// Refuses members outside `known`, so that a slip in a name does not lose what was written under it.
  func refuseUnknown(except known: [String]) throws(CatalogProblem) {
    for member in object.members where !known.contains(where: { ByteOrder.areEqual($0, member.key) }) {
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
    guard let value = value(key) else {
      throw CatalogProblem(wanted: wanted(), found: object.names(key) ? "null" : "nothing").inside(.member(key))
    }
    return value
  }

  /// One line of text; see `PlainText`.
  func text(_ key: String, limit: Int = Members.longText) throws(CatalogProblem) -> String {
    let value = try required(key, wanted: "text")
    return try at(.member(key)) { () throws(CatalogProblem) in try Members.text(value, limit: limit) }
  }

  func optionalText(_ key: String, limit: Int = Members.longText) throws(CatalogProblem) -> String? {
    has(key) ? try text(key, limit: limit) : nil
  }

  /// One of the words of a closed set.
  func word<Word>(_ key: String) throws(CatalogProblem) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    let value = try required(key, wanted: Members.choice(of: Word.self))
    return try at(.member(key)) { () throws(CatalogProblem) in try Members.word(value) }
  }

  func optionalWord<Word>(_ key: String) throws(CatalogProblem) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    has(key) ? try word(key) : nil
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
    guard case .string(let text) = value, let word = Word(rawValue: text) else {
      throw CatalogProblem(wanted: choice(of: Word.self), found: Excerpt.of(value))
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

  /// `critical, serious, moderate, or minor`.
  private static func choice<Word>(of type: Word.Type) -> String
  where Word: RawRepresentable<String> & CaseIterable {
    let words = Word.allCases.map(\.rawValue)
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return "\(words.dropLast().joined(separator: ", "))\(words.count > 2 ? "," : "") or \(last)"
  }
}

extension JSONObject {
  /// Whether there is a member of this name, be its value null or not.
  func names(_ key: String) -> Bool { members.contains { ByteOrder.areEqual($0.key, key) } }
}
