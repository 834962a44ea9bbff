/// A ZIP archive: what a workbook is packed in.
///
/// PKWARE's APPNOTE 6.3, without ZIP64. Every file has the same date, so that the same content gives the same bytes.
struct Archive {
  private var output: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// What the fields of the format hold: an archive ends before that.
  static let most = Int(UInt32.max)

  /// 1980-01-01 00:00, the first moment that the format knows.
  private static let (time, date): (UInt16, UInt16) = (0, 0x21)

  /// Adds a file as it is.
  mutating func add(_ name: String, _ content: [UInt8]) {
    add(name, content, method: 0, CRC32.of(content), size: content.count)
  }

  /// Adds a file of which all but the beginning was deflated.
  ///
  /// - Parameter head: what comes before it.
  mutating func add(_ name: String, _ head: [UInt8], _ rest: Deflated) {
    var content: [UInt8] = []
    // In blocks as it is, which hold no more.
    for begin in stride(from: 0, to: head.count, by: Int(UInt16.max)) {
      let block = head[begin..<min(head.count, begin + Int(UInt16.max))]
      content.append(0)
      content.append(little: UInt16(block.count))
      content.append(little: ~UInt16(block.count))
      content += block
    }
    add(
      name, content + rest.bytes, method: 8,
      CRC32.of(CRC32.of(head), then: rest.checksum, count: rest.size), size: head.count + rest.size)
  }

  private mutating func add(_ name: String, _ content: [UInt8], method: UInt16, _ checksum: UInt32, size: Int) {
    let offset = output.count
    var entry: [UInt8] = []
    // Version 2.0; names in UTF-8.
    for field in [20, 0x800, method, Self.time, Self.date] { entry.append(little: field) }
    for field in [checksum, UInt32(content.count), UInt32(size)] { entry.append(little: field) }
    for field in [UInt16(name.utf8.count), 0] { entry.append(little: field) }
    output.append(little: UInt32(0x0403_4B50))
    output += entry
    output += name.utf8
    output += content
    directory.append(little: UInt32(0x0201_4B50))
    directory.append(little: UInt16(20))
    directory += entry
    // No comment, the first disk, no attributes.
    for _ in 0..<3 { directory.append(little: UInt16(0)) }
    for field in [0, UInt32(offset)] { directory.append(little: field) }
    directory += name.utf8
    count += 1
  }

  /// The whole archive.
  var bytes: [UInt8] {
    var end: [UInt8] = []
    end.append(little: UInt32(0x0605_4B50))
    for field in [0, 0, UInt16(count), UInt16(count)] { end.append(little: field) }
    for field in [UInt32(directory.count), UInt32(output.count)] { end.append(little: field) }
    end.append(little: UInt16(0))
    return output + directory + end
  }
}

/// Bytes that were deflated, with what an archive says of them.
struct Deflated {
  var bytes: [UInt8]
  var checksum: UInt32
  var size: Int
}

/// Deflates a stream (RFC 1951) while it is written, by the fixed codes: what repeats in the rows of a table is far more
/// than codes of its own would save.
struct Deflater {
  private static let (window, longest, shortest) = (1 << 15, 258, 4)
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  /// By length, the place in `lengths`.
  private static let codes = (0...longest).map { length in lengths.lastIndex { $0 <= length } ?? 0 }

  private var output: [UInt8] = []
  private var (bits, bitCount): (UInt64, Int) = (0, 0)
  /// The window and what is still to be packed.
  private var input: [UInt8] = []
  private var next = 0
  /// By the hash of four bytes, where they were seen last in `input`.
  private var seen = [Int](repeating: .min, count: 1 << 15)
  private var (checksum, size): (UInt32, Int) = (CRC32.begin, 0)

  init() {
    // A block with the fixed codes, not the last one.
    put(0b010, 3)
  }

  mutating func write(_ bytes: some Collection<UInt8>) {
    input += bytes
    guard input.count >= 4 * Self.window else { return }
    pack(upTo: input.count - Self.longest)
    let gone = next - Self.window
    input.removeFirst(gone)
    next -= gone
    for place in seen.indices { seen[place] = seen[place] < gone ? .min : seen[place] - gone }
  }

  consuming func finish() -> Deflated {
    pack(upTo: input.count)
    put(symbol: 256)
    // The last block: an empty one as it is.
    put(0b001, 3)
    while bitCount % 8 != 0 { put(0, 1) }
    return Deflated(bytes: output + [0, 0, 0xFF, 0xFF], checksum: ~checksum, size: size)
  }

  private mutating func pack(upTo end: Int) {
    let begin = next
    while next < end {
      let (length, distance) = match()
      guard length >= Self.shortest else {
        put(symbol: Int(input[next]))
        next += 1
        continue
      }
      let code = Self.codes[length]
      put(symbol: 257 + code)
      put(UInt64(length - Self.lengths[code]), code < 8 || code == 28 ? 0 : code / 4 - 1)
      let far = Self.distances.lastIndex { $0 <= distance } ?? 0
      put(Self.reversed(UInt64(far), 5), 5)
      put(UInt64(distance - Self.distances[far]), far < 4 ? 0 : far / 2 - 1)
      next += length
    }
    checksum = CRC32.add(input[begin..<next], to: checksum)
    size += next - begin
  }

  /// What comes next as far as it was seen before, and how far before.
  private mutating func match() -> (length: Int, distance: Int) {
    guard next + Self.shortest <= input.count else { return (0, 0) }
    return input.withUnsafeBytes { bytes in
      let four = bytes.loadUnaligned(fromByteOffset: next, as: UInt32.self)
      let hash = Int(truncatingIfNeeded: (four &* 0x9E37_79B1) >> 17)
      let before = seen[hash]
      seen[hash] = next
      guard before >= 0, next - before <= Self.window,
        bytes.loadUnaligned(fromByteOffset: before, as: UInt32.self) == four
      else { return (0, 0) }
      var length = Self.shortest
      let most = min(Self.longest, bytes.count - next)
      while length < most, bytes[before + length] == bytes[next + length] { length += 1 }
      return (length, next - before)
    }
  }

  // MARK: Bits

  /// Puts a symbol by its fixed code, whose highest bit comes first.
  private mutating func put(symbol: Int) {
    let (code, length) =
      switch symbol {
      case ..<144: (0x30 + symbol, 8)
      case ..<256: (0x190 + symbol - 144, 9)
      case ..<280: (symbol - 256, 7)
      default: (0xC0 + symbol - 280, 8)
      }
    put(Self.reversed(UInt64(code), length), length)
  }

  private static func reversed(_ value: UInt64, _ count: Int) -> UInt64 {
    var (value, found): (UInt64, UInt64) = (value, 0)
    for _ in 0..<count { (found, value) = (found << 1 | value & 1, value >> 1) }
    return found
  }

  private mutating func put(_ value: UInt64, _ count: Int) {
    bits |= value << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}

/// The checksum of ZIP: polynomial 0xEDB88320, reflected.
enum CRC32 {
  static let begin: UInt32 = ~0
  private static let polynomial: UInt32 = 0xEDB8_8320
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in half(value) }
  }

  private static func half(_ value: UInt32) -> UInt32 { value & 1 == 1 ? polynomial ^ (value >> 1) : value >> 1 }

  static func of(_ bytes: [UInt8]) -> UInt32 { ~add(bytes[...], to: begin) }

  static func add(_ bytes: ArraySlice<UInt8>, to sum: UInt32) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        bytes.reduce(sum) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
      }
    }
  }

  /// That of two parts, the second of `count` bytes, by those of each.
  static func of(_ first: UInt32, then second: UInt32, count: Int) -> UInt32 {
    // The first is moved on by as many bytes: times x to the power of their bits.
    var (moved, power, rest) = (first, half(half(half(half(half(half(half(half(1 << 31)))))))), count)
    while rest > 0 {
      if rest & 1 == 1 { moved = product(power, moved) }
      power = product(power, power)
      rest >>= 1
    }
    return moved ^ second
  }

  /// Of two polynomials, the highest power in the lowest bit.
  private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var (sum, shifted): (UInt32, UInt32) = (0, other)
    for bit in (0..<32).reversed() {
      if one >> UInt32(bit) & 1 == 1 { sum ^= shifted }
      shifted = half(shifted)
    }
    return sum
  }
}

extension [UInt8] {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
