/// A JSON value in memory.
///
/// Two values are equal when their canonical bytes would be: text is compared byte by byte, and the integer 1 is not
/// the decimal `1.0`. The hot paths (bundles, projections) use `JSONTokenizer` and bytes instead.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// Only numbers of magnitude up to 2^53-1 are read and written.
  case integer(Int64)
  /// A number with a fraction or an exponent, or a large integer, as it was spelled. Only read when
  /// `JSONOptions.allowsFractions` says so, and never written.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  package var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of an object; nil when there is none or when this is no object.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }
}

extension JSONValue: Equatable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.decimal(let left), .decimal(let right)): ByteOrder.areEqual(left, right)
    case (.string(let left), .string(let right)): ByteOrder.areEqual(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// A key that is repeated keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
