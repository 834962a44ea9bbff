/// One value as SQLite stores it.
///
/// Literals make lists of values readable: `[1, "name", nil, 2.5]`.
package enum Value: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// From what Swift code has in hand; `nil` becomes NULL.
extension Value {
  package init(_ value: Int64?) {
    self = value.map(Value.integer) ?? .null
  }

  package init(_ value: Int?) {
    self = value.map { .integer(Int64($0)) } ?? .null
  }

  package init(_ value: Double?) {
    self = value.map(Value.real) ?? .null
  }

  package init(_ value: String?) {
    self = value.map(Value.text) ?? .null
  }

  package init(_ value: [UInt8]?) {
    self = value.map(Value.blob) ?? .null
  }
}

extension Value: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) {
    self = .null
  }
}

extension Value: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension Value: ExpressibleByFloatLiteral {
  package init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension Value: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) {
    self = .text(value)
  }
}
