/// Writes values in the one form that is hashed: UTF-8, keys sorted by their bytes, no white space, the shortest
/// escapes, integers only.
///
/// The escapes are `\"` `\\` `\b` `\f` `\n` `\r` `\t`, and `\u00xx` in lowercase for the other characters below
/// U+0020; everything else, `/` and U+007F and all beyond ASCII included, stands for itself.
package enum CanonicalWriter {
  /// The canonical bytes of a value. What it writes, a `JSONReader` with the same options reads back as an equal
  /// value; what that reader would refuse is an error here.
  package static func bytes(
    of value: JSONValue, options: JSONOptions = .standard
  ) throws(CanonicalError) -> [UInt8] {
    var output: [UInt8] = []
    try append(value: value, to: &output, options: options)
    return output
  }

  /// Appends the canonical bytes of a value. After an error the output ends with a part of them.
  package static func append(
    value: JSONValue, to output: inout [UInt8], options: JSONOptions = .standard
  ) throws(CanonicalError) {
    let start = output.count
    try append(value, to: &output, options, depth: 0, openKeyBytes: 0)
    if output.count - start > options.documentBytes { throw CanonicalError(kind: .documentTooLong, path: "$") }
  }

  // Recursion is bounded by `options.depth`.
  private static func append(
    _ value: JSONValue, to output: inout [UInt8], _ options: JSONOptions, depth: Int, openKeyBytes: Int
  ) throws(CanonicalError) {
    switch value {
    case .null: append(literal: "null", to: &output)
    case .bool(let value): append(literal: value ? "true" : "false", to: &output)
    case .integer(let value):
      guard (-largestInteger...largestInteger).contains(value) else { throw failure(.integerOutOfRange) }
      append(integer: value, to: &output)
    case .decimal: throw failure(.decimal)
    case .string(let text): try append(checked: text, to: &output, options)
    case .array(let elements):
      guard depth < options.depth else { throw failure(.tooDeep) }
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        do throws(CanonicalError) {
          try append(element, to: &output, options, depth: depth + 1, openKeyBytes: openKeyBytes)
        } catch {
          throw error.inside("[\(index)]")
        }
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      guard depth < options.depth else { throw failure(.tooDeep) }
      guard object.count <= options.members else { throw failure(.tooManyMembers) }
      var keyBytes = openKeyBytes
      output.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        do throws(CanonicalError) {
          try append(checked: member.key, to: &output, options)
          keyBytes += member.key.utf8.count
          guard keyBytes <= options.openKeyBytes else { throw failure(.keysTooLong) }
          output.append(UInt8(ascii: ":"))
          try append(member.value, to: &output, options, depth: depth + 1, openKeyBytes: keyBytes)
        } catch {
          throw error.inside(KeyPathText.step(member.key))
        }
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(
    checked text: String, to output: inout [UInt8], _ options: JSONOptions
  ) throws(CanonicalError) {
    guard text.utf8.count <= options.stringBytes else { throw failure(.stringTooLong) }
    var text = text
    let hasNul = text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    guard !hasNul else { throw failure(.nul) }
    append(string: text, to: &output)
  }

  private static func failure(_ kind: CanonicalError.Kind) -> CanonicalError {
    CanonicalError(kind: kind, path: "$")
  }
}

extension CanonicalError {
  /// The same error as seen from one container further out.
  fileprivate func inside(_ step: String) -> CanonicalError {
    CanonicalError(kind: kind, path: "$" + step + path.dropFirst())
  }
}

/// The pieces a hot loop writes facts with: each appends to a buffer the caller keeps, and allocates nothing else.
/// They do not check: order of keys, commas and limits are the caller's.
extension CanonicalWriter {
  /// Appends bytes as they are: punctuation and keys known when the program was written.
  @inline(__always)
  package static func append(literal: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends bytes as they are: what is in canonical form already.
  @inline(__always)
  package static func append(raw bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(contentsOf: bytes)
  }

  /// Appends a number in decimal digits. Beyond 2^53-1 no reader will take it.
  package static func append(integer number: Int64, to output: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var index = digits.count
      var rest = number.magnitude
      repeat {
        index -= 1
        digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        index -= 1
        digits[index] = UInt8(ascii: "-")
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: digits[index...]))
    }
  }

  /// Appends a string, quotes and escapes included.
  package static func append(string text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: UnsafeRawBufferPointer($0), to: &output) }
  }

  /// Appends a string given as well-formed UTF-8, quotes and escapes included.
  package static func append(utf8 text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var start = 0
    while start < text.count {
      let end = TextScan.escapeFreeEnd(text, from: start)
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      appendEscape(of: text[end], to: &output)
      start = end + 1
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends bytes as lowercase hexadecimal digits, without quotes.
  package static func append(hexOf bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.reserveCapacity(output.count + 2 * bytes.count)
    for byte in bytes {
      output.append(hexDigit(byte >> 4))
      output.append(hexDigit(byte & 15))
    }
  }

  /// Appends the first `digits` (at most 64) lowercase hexadecimal digits of a digest, without quotes.
  package static func append(hexOf digest: Digest, digits: Int = 64, to output: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(0, min(64, digits))) { hex in
      digest.writeHex(into: hex)
      output.append(contentsOf: UnsafeBufferPointer(hex))
    }
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): append(literal: "\\\"", to: &output)
    case UInt8(ascii: "\\"): append(literal: "\\\\", to: &output)
    case 0x08: append(literal: "\\b", to: &output)
    case 0x0c: append(literal: "\\f", to: &output)
    case 0x0a: append(literal: "\\n", to: &output)
    case 0x0d: append(literal: "\\r", to: &output)
    case 0x09: append(literal: "\\t", to: &output)
    default:
      append(literal: "\\u00", to: &output)
      output.append(hexDigit(byte >> 4))
      output.append(hexDigit(byte & 15))
    }
  }
}

/// Why a value has no canonical form, or none that a reader with the same limits would take.
package struct CanonicalError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A decimal: facts hold integers only.
    case decimal
    /// Beyond 2^53-1 in either direction.
    case integerOutOfRange
    /// U+0000 in a string or a key.
    case nul
    case tooDeep
    case stringTooLong
    case tooManyMembers
    case keysTooLong
    case documentTooLong
  }

  package let kind: Kind
  /// The path of the invalid value, as in `$.body.measured[2]`.
  package internal(set) var path: String
}

extension CanonicalError: CustomStringConvertible {
  /// One sentence: where and what.
  package var description: String {
    let what =
      switch kind {
      case .decimal: "a number with a fraction cannot be stored; use a smaller unit and an integer"
      case .integerOutOfRange: "the number is not between -\(largestInteger) and \(largestInteger)"
      case .nul: "the text contains the character U+0000"
      case .tooDeep: "arrays and objects are nested too deeply"
      case .stringTooLong: "the text is too long"
      case .tooManyMembers: "the object has too many members"
      case .keysTooLong: "the keys of the objects are too long together"
      case .documentTooLong: "the document is too long"
      }
    return "At \(path): \(what)."
  }
}

/// The keys of all objects that are open, to refuse a key that comes twice and to name the place of an error.
///
/// Keys are copied, since the window they came from may move on before their object ends. Most of them fit into the
/// eight bytes of their entry; only what is longer goes to `tails`. Both arrays keep their storage when an object
/// ends: a bundle opens and closes millions.
struct OpenKeys {
  private struct Entry {
    /// The first eight bytes, big-endian, filled up with zeroes: decides most comparisons by itself.
    var prefix: UInt64
    /// Bytes of the whole key.
    var count: Int
    /// Where the bytes after the first eight are in `tails`.
    var tail: Int
    /// Bytes of all keys before this one.
    var bytesBefore: Int
  }

  private enum Order {
    case ascending, same, descending
  }

  private var entries: [Entry] = []
  private var tails: [UInt8] = []
  private var tailCount = 0
  /// Of objects with many keys that do not come sorted, by the place of the first: the places of the keys by their digests.
  private var places: [Int: [Int: [Int]]] = [:]
  /// Looking at all of fewer keys is faster.
  private static let few = 64

  /// The keys of all open objects.
  private(set) var count = 0
  /// The bytes of all those keys.
  private(set) var byteCount = 0

  /// Appends a key to the object whose keys begin at `first`, and says whether it is new there.
  ///
  /// As long as the keys of the object come sorted, one comparison is enough; `ascending` keeps count of that.
  mutating func add(_ key: UnsafeRawBufferPointer, since first: Int, ascending: inout Bool) -> Bool {
    let entry = Entry(prefix: Self.prefix(of: key), count: key.count, tail: tailCount, bytesBefore: byteCount)
    if key.count > 8 { addTail(key) }
    let index = count
    if index < entries.count { entries[index] = entry } else { entries.append(entry) }
    count = index + 1
    byteCount += key.count
    guard index > first else { return true }
    if ascending {
      switch order(entries[index - 1], entry) {
      case .ascending: return true
      case .same: return false
      case .descending: ascending = false
      }
    }
    guard index - first < Self.few else { return isNew(entry, at: index, since: first) }
    for other in entries[first..<index] where other.prefix == entry.prefix && other.count == entry.count {
      if order(other, entry) == .same { return false }
    }
    return true
  }

  /// Whether none of many keys is that at a place, which is kept with them.
  private mutating func isNew(_ entry: Entry, at index: Int, since first: Int) -> Bool {
    if places[first] == nil {
      places[first] = Dictionary(grouping: first..<index) { fingerprint(of: entries[$0]) }
    }
    let digest = fingerprint(of: entry)
    for other in places[first]?[digest] ?? [] where order(entries[other], entry) == .same { return false }
    places[first]?[digest, default: []].append(index)
    return true
  }

  private func fingerprint(of entry: Entry) -> Int {
    var hasher = Hasher()
    hasher.combine(entry.prefix)
    hasher.combine(entry.count)
    if entry.count > 8 {
      tails.withUnsafeBytes {
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[entry.tail..<(entry.tail + entry.count - 8)]))
      }
    }
    return hasher.finalize()
  }

  /// Forgets the keys of an object that has ended.
  mutating func remove(from first: Int) {
    guard first < count else { return }
    if !places.isEmpty { places[first] = nil }
    count = first
    tailCount = entries[first].tail
    byteCount = entries[first].bytesBefore
  }

  /// The text of a key; for messages.
  func text(at index: Int) -> String {
    guard index >= 0, index < count else { return "" }
    let entry = entries[index]
    let head = withUnsafeBytes(of: entry.prefix.bigEndian) { Array($0.prefix(entry.count)) }
    let tail = entry.count > 8 ? Array(tails[entry.tail..<(entry.tail + entry.count - 8)]) : []
    return String(decoding: head + tail, as: UTF8.self)
  }

  private mutating func addTail(_ key: UnsafeRawBufferPointer) {
    for byte in key[8...] {
      if tailCount < tails.count { tails[tailCount] = byte } else { tails.append(byte) }
      tailCount += 1
    }
  }

  @inline(__always)
  private static func prefix(of key: UnsafeRawBufferPointer) -> UInt64 {
    if key.count >= 8 { return UInt64(bigEndian: key.loadUnaligned(as: UInt64.self)) }
    let filling = UInt64(8 * (8 - key.count))
    if key.count >= 4 {
      // The two halves may overlap, with the same bits.
      let head = UInt64(UInt32(bigEndian: key.loadUnaligned(as: UInt32.self)))
      let tail = UInt64(UInt32(bigEndian: key.loadUnaligned(fromByteOffset: key.count - 4, as: UInt32.self)))
      return head << 32 | tail << filling
    }
    var prefix: UInt64 = 0
    for byte in key { prefix = prefix << 8 | UInt64(byte) }
    return prefix << filling
  }

  @inline(__always)
  private func order(_ left: Entry, _ right: Entry) -> Order {
    if left.prefix != right.prefix { return left.prefix < right.prefix ? .ascending : .descending }
    return left.count > 8 && right.count > 8 ? orderOfTails(left, right) : order(left.count, right.count)
  }

  private func orderOfTails(_ left: Entry, _ right: Entry) -> Order {
    for index in 0..<(min(left.count, right.count) - 8) {
      let one = tails[left.tail + index]
      let other = tails[right.tail + index]
      if one != other { return one < other ? .ascending : .descending }
    }
    return order(left.count, right.count)
  }

  // Keys with the same prefix of fewer than eight bytes are the same: U+0000, which would look like the filling, is
  // no text here.
  private func order(_ left: Int, _ right: Int) -> Order {
    left == right ? .same : left < right ? .ascending : .descending
  }
}
