import CanonicalJSON

/// A key by its first eight bytes, read as one little-endian number and filled up with zeroes: telling keys apart is
/// then one comparison, not sixteen. No text holds U+0000, so the filling is unambiguous.
enum KeyBytes {
  @inline(__always)
  static func first(_ text: JSONText, in window: UnsafeRawBufferPointer) -> UInt64 {
    guard text.start <= window.count &- 8 else { return slowly(text, in: window) }
    let eight = UInt64(littleEndian: window.loadUnaligned(fromByteOffset: text.start, as: UInt64.self))
    return text.count >= 8 ? eight : eight & ((1 << UInt64(8 * text.count)) &- 1)
  }

  private static func slowly(_ text: JSONText, in window: UnsafeRawBufferPointer) -> UInt64 {
    var value: UInt64 = 0
    for (index, byte) in text.bytes(in: window).prefix(8).enumerated() { value |= UInt64(byte) << UInt64(8 * index) }
    return value
  }
}

/// The members of a fact and of a header.
enum FactKey: UInt64, CaseIterable {
  case at = 0x0000_0000_0000_7461
  case body = 0x0000_0000_7964_6f62
  case c = 0x0000_0000_0000_0063
  case kind = 0x0000_0000_646e_696b
  case n = 0x0000_0000_0000_006e
  case prev = 0x0000_0000_7665_7270
  case r = 0x0000_0000_0000_0072
  case salt = 0x0000_0000_746c_6173
  case saw = 0x0000_0000_0077_6173

  @inline(__always)
  init?(_ text: JSONText, in window: UnsafeRawBufferPointer) {
    guard text.isPlain, text.count <= 8 else { return nil }
    self.init(rawValue: KeyBytes.first(text, in: window))
  }
}

/// The members of a result's body.
enum ResultKey: UInt64, CaseIterable {
  case audit = 0x0000_0074_6964_7561
  case build = 0x0000_0064_6c69_7562
  case check = 0x0000_006b_6365_6863
  case component = 0x6e65_6e6f_706d_6f63
  case condition = 0x6f69_7469_646e_6f63
  case device = 0x0000_6563_6976_6564
  case note = 0x0000_0000_6574_6f6e
  case os = 0x0000_0000_0000_736f
  case outcome = 0x0065_6d6f_6374_756f
  case retest = 0x0000_7473_6574_6572
  case severity = 0x7974_6972_6576_6573
  case source = 0x0000_6563_7275_6f73
  case tester = 0x0000_7265_7473_6574
  case text = 0x0000_0000_7478_6574
  case time = 0x0000_0000_656d_6974
  case value = 0x0000_0065_756c_6176

  @inline(__always)
  init?(_ text: JSONText, in window: UnsafeRawBufferPointer) {
    guard text.isPlain, text.count <= 9 else { return nil }
    self.init(rawValue: KeyBytes.first(text, in: window))
    // Two names are a byte longer than what was compared.
    switch self {
    case .component: guard text.count == 9, window[text.start + 8] == UInt8(ascii: "t") else { return nil }
    case .condition: guard text.count == 9, window[text.start + 8] == UInt8(ascii: "n") else { return nil }
    default: guard text.count <= 8 else { return nil }
    }
  }
}
