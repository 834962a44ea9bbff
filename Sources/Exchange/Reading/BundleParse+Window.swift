import Base
import Store

/// Moving the window over the file.
extension BundleParse {
  /// Reads more of the file behind what is in the window, which is moved on or made larger where it is full.
  mutating func fill() throws {
    if isLast { throw BundleProblem(.syntax, "the bundle is not laid out as one", path: tokens.path) }
    try checkLength()
    if filled == capacity { try makeRoom() }
    let (start, end, source) = (filled, capacity, source)
    let count = try bytes.withUnsafeMutableBytes { buffer in
      try source.read(UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end]))
    }
    guard count > 0 else {
      isLast = true
      return
    }
    filled += min(count, end - start)
  }

  /// What is open at the end of the window must not have become too long.
  private func checkLength() throws {
    let open = tokens.dropped + filled - valueStart
    switch state {
    case .value:
      guard headerBytes + open <= limits.headerBytes else { throw headerTooLarge }
    case .wholeFact:
      guard open <= limits.spelledFactBytes else {
        throw BundleProblem(
          .limit, "the fact takes more than \(limits.spelledFactBytes) bytes of the file", line: factLine,
          path: "$.facts[\(count)]")
      }
    default: break
    }
  }

  /// Room behind `filled`: the batch is passed on, finished bytes are dropped, or the window grows.
  private mutating func makeRoom() throws {
    var kept = tokens.cursor
    if case .wholeFact = state { kept = factStart }
    if kept == 0 {
      grow(to: capacity * 2)
      return
    }
    let rest = Array(bytes[kept..<filled])
    bytes.withUnsafeBytes { tokens.drop(kept, of: UnsafeRawBufferPointer(rebasing: $0[..<filled])) }
    try deliver()
    if capacity <= rest.count { grow(to: rest.count + windowBytes) }
    bytes.withUnsafeMutableBytes { $0.copyBytes(from: rest) }
    filled = rest.count
    factStart -= kept
  }

  private mutating func grow(to wanted: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(0, wanted - bytes.count)))
    capacity = wanted
  }

  /// Hands the batch on, if there is anything in it, and begins another.
  mutating func deliver() throws {
    guard !rows.isEmpty else { return }
    swap(&bytes, &batch.bytes)
    swap(&rows, &batch.rows)
    batch.book = names.book
    try consumer.take(batch)
    names.makeRoom()
    batch = try consumer.empty()
    takeArrays()
  }

  /// Takes over the storage of the batch to be filled.
  mutating func takeArrays() {
    batch.hadNews = false
    numbersNames = consumer.wantsNumberedNames
    bytes = []
    rows = []
    swap(&bytes, &batch.bytes)
    swap(&rows, &batch.rows)
    rows.removeAll(keepingCapacity: true)
    capacity = windowBytes
    if bytes.count > capacity { bytes.removeLast(bytes.count - capacity) }
    grow(to: capacity)
  }
}

/// Walks over bytes that are expected to be in one form. Every step says whether they are, and none looks beyond the
/// window; what follows the window's last eight bytes is always in doubt.
struct ByteCursor {
  let window: UnsafeRawBufferPointer
  var index: Int
  // The same as `window`, without a call for each byte.
  private let base: UnsafeRawPointer
  private let count: Int

  /// Nil for a window of nothing.
  @inline(__always)
  init?(_ window: UnsafeRawBufferPointer, at index: Int) {
    guard let base = window.baseAddress else { return nil }
    self.window = window
    self.index = index
    self.base = base
    count = window.count
  }

  /// The byte at an index that is known to be in the window.
  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { base.load(fromByteOffset: index, as: UInt8.self) }

  /// The eight bytes at an index that is known to be eight before the window's end or earlier.
  @inline(__always)
  private func word(_ index: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The eight bytes at an offset from the cursor, little-endian; nil too close to the end of the window.
  @inline(__always)
  func eight(_ offset: Int = 0) -> UInt64? {
    guard index &+ offset <= count &- 8 else { return nil }
    return word(index &+ offset)
  }

  @inline(__always)
  mutating func pass(_ wanted: UInt8) -> Bool {
    guard index < count, byte(index) == wanted else { return false }
    index &+= 1
    return true
  }

  /// Passes over exactly these bytes.
  @inline(__always)
  mutating func pass(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard index <= count &- length else { return false }
    let wanted = UnsafeRawPointer(literal.utf8Start)
    var offset = 0
    while length &- offset >= 8 {
      guard
        base.loadUnaligned(fromByteOffset: index &+ offset, as: UInt64.self)
          == wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset &+= 8
    }
    while offset < length {
      guard byte(index &+ offset) == wanted.load(fromByteOffset: offset, as: UInt8.self) else { return false }
      offset &+= 1
    }
    index &+= length
    return true
  }

  /// An integer of up to 15 digits; longer ones are another's to judge.
  @inline(__always)
  mutating func integer() -> Int64? {
    let start = index
    let isNegative = pass(UInt8(ascii: "-"))
    let first = index
    var value: Int64 = 0
    while index < count, byte(index) &- 0x30 < 10 {
      value = value &* 10 &+ Int64(byte(index) &- 0x30)
      index &+= 1
      if index &- first > 15 { return nil }
    }
    guard index > first, index < count else { return nil }
    if byte(first) == 0x30, index &- start > 1 { return nil }
    return isNegative ? 0 &- value : value
  }

  /// A string without escapes, opening quote included; at most `limit` bytes.
  @inline(__always)
  mutating func text(limit: Int) -> FactBatch.Slice? {
    guard pass(UInt8(ascii: "\"")) else { return nil }
    let start = index
    while true {
      guard let end = plainEnd(from: index) else { return nil }
      index = end
      let found = byte(index)
      if found == UInt8(ascii: "\"") { break }
      guard found >= 0x80, case .valid(let length) = TextScan.sequence(window, at: index) else { return nil }
      index &+= length
    }
    let length = index &- start
    guard length <= limit else { return nil }
    index &+= 1
    return FactBatch.Slice(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: length))
  }

  /// Where the next quote, backslash, control character or byte beyond ASCII is; nil when the window ends before.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index <= count &- 8 {
      let eight = word(index)
      let quotes = eight ^ (ones &* 0x22)
      let slashes = eight ^ (ones &* 0x5c)
      let controls = (eight &- (ones &* 0x20)) & ~eight
      // A borrow can mark further bytes, but only above one that is truly meant.
      let marks = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls | eight
      let high = marks & (ones &* 0x80)
      if high != 0 { return index &+ high.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return nil
  }

  /// 32 lowercase hexadecimal digits: a reference, or a salt.
  @inline(__always)
  mutating func words() -> (high: UInt64, low: UInt64)? {
    guard let high = word16(), let low = word16() else { return nil }
    return (high, low)
  }

  /// 16 lowercase hexadecimal digits.
  @inline(__always)
  private mutating func word16() -> UInt64? {
    guard let first = eight(), let second = eight(8), let high = FactForm.hex(eight: first),
      let low = FactForm.hex(eight: second)
    else { return nil }
    index &+= 16
    return high << 32 | low
  }

  /// Whether the bytes of a slice are a replica's.
  @inline(__always)
  func isReplica(_ slice: FactBatch.Slice) -> Bool {
    guard slice.count >= 8, slice.count <= 40 else { return false }
    var index = Int(slice.start)
    let end = index &+ Int(slice.count)
    while index < end {
      let letter = byte(index)
      guard letter &- 0x61 < 26 || letter &- 0x30 < 10 else { return false }
      index &+= 1
    }
    return true
  }
}

/// A key by its first eight bytes, read as one little-endian number and filled up with zeroes: telling keys apart is
/// then one comparison, not sixteen. No text holds U+0000, so the filling is unambiguous.
enum KeyBytes {
  @inline(__always)
  static func first(_ text: TokenText, in window: UnsafeRawBufferPointer) -> UInt64 {
    guard text.start <= window.count &- 8 else { return slowly(text, in: window) }
    let eight = UInt64(littleEndian: window.loadUnaligned(fromByteOffset: text.start, as: UInt64.self))
    return text.count >= 8 ? eight : eight & ((1 << UInt64(8 * text.count)) &- 1)
  }

  private static func slowly(_ text: TokenText, in window: UnsafeRawBufferPointer) -> UInt64 {
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
  init?(_ text: TokenText, in window: UnsafeRawBufferPointer) {
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
  init?(_ text: TokenText, in window: UnsafeRawBufferPointer) {
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
