/// Walks over SSH's binary form (RFC 4251): numbers of four bytes, and strings with their length before them.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func pass(_ literal: some Collection<UInt8>) -> Bool {
    guard rest.starts(with: literal) else { return false }
    rest = rest.dropFirst(literal.count)
    return true
  }

  /// Nil where fewer than four bytes are left.
  mutating func number() -> UInt32? {
    guard rest.count >= 4 else { return nil }
    let value = rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    rest = rest.dropFirst(4)
    return value
  }

  /// Nil where fewer bytes are left than the length says.
  mutating func string() -> [UInt8]? {
    guard let length = number(), rest.count >= Int(length) else { return nil }
    let value = Array(rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    return value
  }

  /// A string of visible ASCII; nil for any other.
  mutating func name() -> String? {
    guard let bytes = string(), bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
