import CanonicalJSON

/// Reads the members of a body. `isWhole` is false once one was not of its form: then the fact is of a newer version.
struct TapMembers {
  private let body: JSONObject
  private(set) var isWhole = true

  init(_ body: JSONObject) { self.body = body }

  /// A text that fits; without a fallback it has to be there.
  mutating func text(_ key: String, or fallback: String? = nil, where fits: (String) -> Bool = { _ in true }) -> String
  {
    guard let value = body[key] else { return absent(fallback) ?? "" }
    guard let text = value.stringValue, fits(text) else { return failed("") }
    return text
  }

  /// A word of a closed list; nil where it is not there and needs not be.
  mutating func word<Word: RawRepresentable>(_ key: String, isNeeded: Bool = false) -> Word?
  where Word.RawValue == String {
    guard let value = body[key] else { return isNeeded ? failed(nil) : nil }
    return value.stringValue.flatMap(Word.init(rawValue:)) ?? failed(nil)
  }

  mutating func words<Word: RawRepresentable>(_ key: String) -> [Word] where Word.RawValue == String {
    guard let value = body[key] else { return [] }
    guard let list = value.arrayValue else { return failed([]) }
    let words = list.compactMap { $0.stringValue.flatMap(Word.init(rawValue:)) }
    return words.count == list.count ? words : failed([])
  }

  mutating func texts(_ key: String, where fits: (String) -> Bool) -> [String] {
    guard let value = body[key] else { return [] }
    guard let list = value.arrayValue else { return failed([]) }
    let texts = list.compactMap(\.stringValue).filter(fits)
    return texts.count == list.count ? texts : failed([])
  }

  /// A number in its range; nil where it is not there and needs not be.
  mutating func number(_ key: String, in range: ClosedRange<Int>, isNeeded: Bool = false) -> Int? {
    guard let value = body[key] else { return isNeeded ? failed(nil) : nil }
    return Self.number(value, in: range) ?? failed(nil)
  }

  /// Two numbers.
  mutating func pair(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
    guard let value = body[key] else { return nil }
    guard let list = value.arrayValue, list.count == 2 else { return failed(nil) }
    let pair = list.compactMap { Self.number($0, in: range) }
    return pair.count == 2 ? pair : failed(nil)
  }

  mutating func flag(_ key: String) -> Bool {
    guard let value = body[key] else { return false }
    return value.boolValue ?? failed(false)
  }

  mutating func object(_ key: String) -> TapMembers {
    guard let object = body[key]?.objectValue else { return failed(TapMembers(JSONObject())) }
    return TapMembers(object)
  }

  mutating func objects(_ key: String) -> [JSONObject] {
    guard let list = body[key]?.arrayValue else { return failed([]) }
    let objects = list.compactMap(\.objectValue)
    return objects.count == list.count ? objects : failed([])
  }

  private mutating func absent(_ fallback: String?) -> String? {
    if fallback == nil { isWhole = false }
    return fallback
  }

  private mutating func failed<Value>(_ value: Value) -> Value {
    isWhole = false
    return value
  }

  private static func number(_ value: JSONValue, in range: ClosedRange<Int>) -> Int? {
    value.integerValue.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension JSONObject {
  /// What is empty or usual is left out.
  mutating func put(_ key: String, _ text: String, unless usual: String = "") {
    if text != usual { self[key] = .string(text) }
  }

  mutating func put(_ key: String, _ number: Int?, unless usual: Int? = nil) {
    if let number, number != usual { self[key] = .integer(Int64(number)) }
  }

  mutating func put(_ key: String, _ numbers: [Int]?) {
    if let numbers { self[key] = .array(numbers.map { .integer(Int64($0)) }) }
  }
}
