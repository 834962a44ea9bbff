/// A value of the file: what goes in and what comes out.
enum Value: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([Value])
  case members([String: Value])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Value].self) {
      self = .list(list)
    } else {
      self = .members(try container.decode([String: Value].self))
    }
  }

  // MARK: What goes in

  /// Thrown where the file does not hold what a method needs: the test fails and says where.
  struct Missing: Error {
    let what: String
  }

  func member(_ key: String) throws -> Value {
    guard case .members(let members) = self, let value = members[key] else { throw Missing(what: key) }
    return value
  }

  func number(_ key: String) throws -> Double { try member(key).asNumber() }
  func integer(_ key: String) throws -> Int { try member(key).asInteger() }
  func numbers(_ key: String) throws -> [Double] { try member(key).asList().map { try $0.asNumber() } }
  func integers(_ key: String) throws -> [Int] { try member(key).asList().map { try $0.asInteger() } }
  func table(_ key: String) throws -> [[Double]] {
    try member(key).asList().map { try $0.asList().map { try $0.asNumber() } }
  }

  func text(_ key: String) throws -> String {
    guard case .text(let text) = try member(key) else { throw Missing(what: "the text \(key)") }
    return text
  }

  func asNumber() throws -> Double {
    guard case .number(let number) = self else { throw Missing(what: "a number") }
    return number
  }

  func asInteger() throws -> Int {
    guard let number = Int(exactly: try asNumber()) else { throw Missing(what: "a whole number") }
    return number
  }

  func asList() throws -> [Value] {
    guard case .list(let list) = self else { throw Missing(what: "a list") }
    return list
  }

  // MARK: What comes out

  static func orNull(_ number: Double?) -> Value { number.map { .number($0) } ?? .null }
  static func integer(_ number: Int?) -> Value { number.map { .number(Double($0)) } ?? .null }
  static func integers(_ numbers: [Int?]) -> Value { .list(numbers.map { .integer($0) }) }
  static func numbers(_ numbers: [Double]) -> Value { .list(numbers.map { .number($0) }) }

  /// Where two values differ by more than the tolerance (relative, and 1e-12 near zero); nil if nowhere.
  func difference(from other: Value, tolerance: Double, at path: String) -> String? {
    switch (self, other) {
    case (.number(let got), .number(let wanted)):
      abs(got - wanted) <= max(1e-12, tolerance * abs(wanted)) ? nil : "\(path): \(got), not \(wanted)"
    case (.list(let got), .list(let wanted)) where got.count == wanted.count:
      zip(got, wanted).enumerated().lazy.compactMap { index, pair in
        pair.0.difference(from: pair.1, tolerance: tolerance, at: "\(path)[\(index)]")
      }.first
    default:
      self == other ? nil : "\(path): \(self), not \(other)"
    }
  }
}
