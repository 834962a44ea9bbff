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

  /// A number as it was spelled.
  package var spelledNumber: String? {
    if case .decimal(let text) = self { text } else { integerValue.map(String.init) }
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
    case (.decimal(let left), .decimal(let right)): left.hasSameBytes(as: right)
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue: Hashable {
  /// By bytes, as equality is: texts that Swift folds into one would else all fall into one place of a set.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .decimal(let text), .string(let text): ByteOrder.hash(text, into: &hasher)
    case .array(let list):
      hasher.combine(true)
      hasher.combine(list)
    case .object(let object):
      hasher.combine(false)
      hasher.combine(object)
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

/// The members of a JSON object, always sorted by the UTF-8 bytes of their keys.
///
/// Keys are compared as bytes: `é` as one scalar and as `e` with an accent are two keys.
package struct JSONObject: Sendable {
  /// One key with its value.
  package struct Member: Sendable, Equatable {
    package let key: String
    package var value: JSONValue

    package static func == (left: Member, right: Member) -> Bool {
      left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
  }

  /// Sorted by the bytes of the keys; no key is there twice.
  package private(set) var members: [Member] = []

  package init() {}

  /// Takes members in any order; a key that is repeated keeps its last value.
  package init(_ pairs: [(String, JSONValue)]) {
    members.reserveCapacity(pairs.count)
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes members whose keys are known to be distinct, in any order.
  init(distinct unordered: [Member]) {
    members = unordered
    let ascending = zip(unordered, unordered.dropFirst()).allSatisfy { ByteOrder.isAscending($0.key, $1.key) }
    guard !ascending else { return }
    // Sorts places instead of members, which cost more to move.
    let order = unordered.indices.sorted { ByteOrder.isAscending(unordered[$0].key, unordered[$1].key) }
    members = order.map { unordered[$0] }
  }

  package var count: Int { members.count }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of a key; nil when there is none. Setting nil removes the member; a JSON null is set as `.null`.
  package subscript(key: String) -> JSONValue? {
    get {
      let place = place(of: key)
      return place.found ? members[place.index].value : nil
    }
    set {
      let place = place(of: key)
      switch (newValue, place.found) {
      case (let value?, true): members[place.index].value = value
      case (let value?, false): members.insert(Member(key: key, value: value), at: place.index)
      case (nil, true): members.remove(at: place.index)
      case (nil, false): break
      }
    }
  }

  /// The text of a key; empty where it has none.
  package func text(_ key: String) -> String { self[key]?.stringValue ?? "" }

  /// Takes a member out and returns its value; nil when there was none.
  @discardableResult
  package mutating func removeValue(forKey key: String) -> JSONValue? {
    let place = place(of: key)
    return place.found ? members.remove(at: place.index).value : nil
  }

  /// Where a key is, or where it would have to be inserted.
  private func place(of key: String) -> (index: Int, found: Bool) {
    // Members mostly arrive in order, so the end is tried first.
    if let last = members.last, ByteOrder.isAscending(last.key, key) { return (members.count, false) }
    return members.withUnsafeBufferPointer { members in
      var low = 0
      var high = members.count
      while low < high {
        let middle = low + (high - low) / 2
        if ByteOrder.isAscending(members[middle].key, key) { low = middle + 1 } else { high = middle }
      }
      return (low, low < members.count && members[low].key.hasSameBytes(as: key))
    }
  }
}

extension JSONObject: Equatable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }
}

extension JSONObject: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      ByteOrder.hash(member.key, into: &hasher)
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A key that is repeated keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

/// Makes a `JSONValue` of the tokens of one value, without recursion.
///
/// Starts anywhere a value starts; the caller may feed it from several windows, since nothing of them is kept.
package struct JSONBuilder {
  private struct Container {
    var firstValue: Int
    var firstKey: Int
  }

  private var values: [JSONValue] = []
  private var keys: [String] = []
  private var open: [Container] = []

  package init() {}

  /// Takes the next token; returns the value once it is complete, and is then ready for another one.
  package mutating func take(_ token: JSONToken, in window: UnsafeRawBufferPointer) -> JSONValue? {
    switch token {
    case .null: return add(.null)
    case .bool(let value): return add(.bool(value))
    case .integer(let value): return add(.integer(value))
    case .decimal(let text): return add(.decimal(text.string(in: window)))
    case .string(let text): return add(.string(text.string(in: window)))
    case .key(let text):
      keys.append(text.string(in: window))
      return nil
    case .arrayStart, .objectStart:
      open.append(Container(firstValue: values.count, firstKey: keys.count))
      return nil
    case .arrayEnd:
      guard let ended = open.popLast() else { return nil }
      let elements = Array(values[ended.firstValue...])
      values.removeLast(elements.count)
      return add(.array(elements))
    case .objectEnd:
      guard let ended = open.popLast() else { return nil }
      var members: [JSONObject.Member] = []
      members.reserveCapacity(values.count - ended.firstValue)
      for (key, value) in zip(ended.firstKey..., ended.firstValue..<values.count) {
        members.append(JSONObject.Member(key: keys[key], value: values[value]))
      }
      keys.removeLast(keys.count - ended.firstKey)
      values.removeLast(values.count - ended.firstValue)
      return add(.object(JSONObject(distinct: members)))
    case .end, .needsMore:
      return nil
    }
  }

  private mutating func add(_ value: JSONValue) -> JSONValue? {
    if open.isEmpty { return value }
    values.append(value)
    return nil
  }
}

/// What a reader refuses beyond the grammar. The standard limits are those of the bundle format; the writer keeps to
/// them too, so that everything it writes can be read back.
package struct JSONOptions: Sendable {
  /// The whole document, in bytes.
  package var documentBytes = 512 << 20
  /// How many arrays and objects may be open inside each other.
  package var depth = 16
  /// One string or key, in UTF-8 bytes after its escapes are resolved.
  package var stringBytes = 256 << 10
  /// Members of one object.
  package var members = 256
  /// The same where their keys do not come sorted: telling duplicates takes more memory.
  package var unsortedMembers = 4096
  /// The keys of all objects that are open at one place, in bytes together: what the reader has to remember.
  package var openKeyBytes = 1 << 20
  /// Whether numbers with a fraction or an exponent, and integers too large to be exact, are read, as
  /// `JSONValue.decimal`. No bundle has them; reports of other tools do.
  package var allowsFractions: Bool
  /// Whether half of a surrogate pair, and U+0000, spelled as escapes, are read as U+FFFD instead of refused: a program
  /// that cuts text at a number of UTF-16 units writes half of an emoji.
  package var mendsText = false

  /// The limits of the bundle format.
  package static let standard = JSONOptions()

  /// - Parameter allowsFractions: in documents of other programs.
  package init(allowsFractions: Bool = false) { self.allowsFractions = allowsFractions }
}

/// The largest magnitude of an integer that every JSON tool keeps exact: 2^53-1.
let largestInteger: Int64 = 9_007_199_254_740_991

/// Reads a whole document that is in memory.
package enum JSONReader {
  /// The value of a document. Refuses what `JSONTokenizer` refuses, with the place of the first error.
  package static func parse(
    _ bytes: [UInt8], options: JSONOptions = .standard
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try parse(UnsafeRawBufferPointer(buffer), options: options)
    }
  }

  /// The value of a document whose bytes stay valid during the call.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, options: JSONOptions = .standard
  ) throws(JSONError) -> JSONValue {
    var tokens = JSONTokenizer(options: options)
    var builder = JSONBuilder()
    var value = JSONValue.null
    while true {
      let token = try tokens.next(in: bytes, isLast: true)
      if case .end = token { return value }
      if let built = builder.take(token, in: bytes) { value = built }
    }
  }
}

/// Where a string lies in the window it was read from. Its bytes are checked: well-formed UTF-8, well-formed escapes.
///
/// Valid for as long as the window is not moved; the methods take that window again.
package struct TokenText: Sendable, Equatable {
  /// Offset in the window of the first byte behind the opening quote.
  package let start: Int
  /// Bytes between the quotes, escapes as they are spelled.
  package let count: Int
  /// UTF-8 bytes once the escapes are resolved.
  package let decodedCount: Int

  /// True when there are no escapes, so that `bytes(in:)` is the text itself.
  /// (An escape is always longer than what it stands for.)
  @inlinable package var isPlain: Bool { count == decodedCount }

  /// The bytes between the quotes, escapes unresolved.
  @inlinable
  package func bytes(in window: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    precondition(start >= 0 && count >= 0 && start <= window.count - count, "not the window this text was read from")
    return UnsafeRawBufferPointer(rebasing: window[start..<(start + count)])
  }

  package func string(in window: UnsafeRawBufferPointer) -> String {
    if isPlain { return String(decoding: bytes(in: window), as: UTF8.self) }
    var decoded: [UInt8] = []
    append(to: &decoded, from: window)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// True when the text is exactly `literal`.
  @inlinable
  package func matches(_ literal: StaticString, in window: UnsafeRawBufferPointer) -> Bool {
    guard decodedCount == literal.utf8CodeUnitCount, literal.hasPointerRepresentation else { return false }
    let wanted = UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    if isPlain {
      let bytes = bytes(in: window)
      for index in 0..<decodedCount where bytes[index] != wanted[index] { return false }
      return true
    }
    var decoded: [UInt8] = []
    append(to: &decoded, from: window)
    return decoded.elementsEqual(wanted)
  }

  /// Appends the text as UTF-8, escapes resolved.
  package func append(to output: inout [UInt8], from window: UnsafeRawBufferPointer) {
    let raw = bytes(in: window)
    if isPlain {
      output.append(contentsOf: raw)
      return
    }
    var index = 0
    while index < raw.count {
      var run = index
      while run < raw.count, raw[run] != UInt8(ascii: "\\") { run += 1 }
      output.append(contentsOf: raw[index..<run])
      guard run < raw.count else { return }
      switch EscapeScan.scan(raw, at: run) {
      case .escape(let scalar, let length, _):
        output.append(contentsOf: UTF8.encode(Self.meaning(scalar)) ?? UTF8.encodedReplacementCharacter)
        index = run + length
      // The tokenizer has checked the escape: half of a pair may end the text, and was let through.
      case .loneSurrogate, .cut:
        output.append(contentsOf: UTF8.encodedReplacementCharacter)
        index = run + EscapeScan.halfLength
      // This would be another window.
      case .bad: return
      }
    }
  }

  /// What an escape that was let through means: the tokenizer refuses U+0000, unless it mends text.
  static func meaning(_ scalar: Unicode.Scalar) -> Unicode.Scalar { scalar == "\0" ? "\u{FFFD}" : scalar }
}
