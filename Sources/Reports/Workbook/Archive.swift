/// A ZIP archive: what a workbook is packed in.
///
/// PKWARE's APPNOTE 6.3, without ZIP64. Every file has the same date, so that the same content gives the same bytes.
struct Archive {
  /// What was added, one behind the other: never all of it in one place.
  private(set) var pieces: [[UInt8]] = []
  private var length = 0
  private var directory: [UInt8] = []
  private var count = 0

  /// What the fields of the format hold: an archive ends before that.
  static let most = Int(UInt32.max)

  /// 1980-01-01 00:00, the first moment that the format knows.
  private static let (time, date): (UInt16, UInt16) = (0, 0x21)

  mutating func add(_ name: String, _ content: [UInt8]) {
    add(name, [content], method: 0, CRC32.of(content), size: content.count)
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
      name, [content] + rest.pieces, method: 8,
      CRC32.of(CRC32.of(head), then: rest.checksum, count: rest.size), size: head.count + rest.size)
  }

  private mutating func add(_ name: String, _ content: [[UInt8]], method: UInt16, _ checksum: UInt32, size: Int) {
    let packed = content.reduce(0) { $0 + $1.count }
    var entry: [UInt8] = []
    // Version 2.0; names in UTF-8.
    for field in [20, 0x800, method, Self.time, Self.date] { entry.append(little: field) }
    for field in [checksum, UInt32(packed), UInt32(size)] { entry.append(little: field) }
    for field in [UInt16(name.utf8.count), 0] { entry.append(little: field) }
    var head: [UInt8] = []
    head.append(little: UInt32(0x0403_4B50))
    head += entry + name.utf8
    directory.append(little: UInt32(0x0201_4B50))
    directory.append(little: UInt16(20))
    directory += entry
    // No comment, the first disk, no attributes.
    for _ in 0..<3 { directory.append(little: UInt16(0)) }
    for field in [0, UInt32(length)] { directory.append(little: field) }
    directory += name.utf8
    count += 1
    pieces += [head] + content
    length += head.count + packed
  }

  /// Adds what comes last.
  mutating func finish() {
    var end = directory
    end.append(little: UInt32(0x0605_4B50))
    for field in [0, 0, UInt16(count), UInt16(count)] { end.append(little: field) }
    for field in [UInt32(directory.count), UInt32(length)] { end.append(little: field) }
    end.append(little: UInt16(0))
    pieces.append(end)
  }
}

/// Bytes that were deflated, piece by piece, with what an archive says of them.
struct Deflated {
  var pieces: [[UInt8]]
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
  /// What is written for a byte, the end, and a length with how far in its range it is: bits, and how many.
  private static let symbols = (0...256).map(symbol)
  private static let runs = (0...longest).map { length -> (bits: UInt64, count: Int) in
    let code = lengths.lastIndex { $0 <= length } ?? 0
    let (bits, count) = symbol(257 + code)
    return (
      bits | UInt64(max(0, length - lengths[code])) << UInt64(count),
      count + (code < 8 || code == 28 ? 0 : code / 4 - 1)
    )
  }
  /// A file of many pieces is not moved while it becomes longer.
  private static let pieceLength = 1 << 20

  private var pieces: [[UInt8]] = []
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
    put((0b010, 3))
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
    put(Self.symbols[256])
    // The last block: an empty one as it is.
    put((0b001, 3))
    put((0, (8 - bitCount % 8) % 8))
    while bitCount > 0 { putByte() }
    return Deflated(pieces: pieces + [output + [0, 0, 0xFF, 0xFF]], checksum: ~checksum, size: size)
  }

  private mutating func pack(upTo end: Int) {
    let (begin, input, symbols, runs) = (next, input, Self.symbols, Self.runs)
    input.withUnsafeBytes { bytes in
      while next < end {
        let (length, distance) = match(bytes)
        guard length >= Self.shortest else {
          put(symbols[Int(bytes[next])])
          next += 1
          continue
        }
        put(runs[length])
        // Beyond 4, distances share a code by their two highest bits; the others follow.
        let far = UInt64(distance - 1)
        let extra = max(0, 62 - far.leadingZeroBitCount)
        let code = UInt64(2 * extra) + far >> UInt64(extra)
        put((Self.reversed(code, 5) | (far & (1 << UInt64(extra) - 1)) << 5, 5 + extra))
        next += length
      }
      checksum = CRC32.add(bytes[begin..<next], to: checksum)
    }
    size += next - begin
    guard output.count >= Self.pieceLength else { return }
    pieces.append(output)
    output = []
  }

  /// What comes next as far as it was seen before, and how far before.
  private mutating func match(_ bytes: UnsafeRawBufferPointer) -> (length: Int, distance: Int) {
    guard next + Self.shortest <= bytes.count else { return (0, 0) }
    let four = bytes.loadUnaligned(fromByteOffset: next, as: UInt32.self)
    let hash = Int(truncatingIfNeeded: (four &* 0x9E37_79B1) >> 17)
    let before = seen[hash]
    seen[hash] = next
    guard before >= 0, next - before <= Self.window,
      bytes.loadUnaligned(fromByteOffset: before, as: UInt32.self) == four
    else { return (0, 0) }
    var length = Self.shortest
    let most = min(Self.longest, bytes.count - next)
    while length + 8 <= most {
      let one = bytes.loadUnaligned(fromByteOffset: before + length, as: UInt64.self).littleEndian
      let other = bytes.loadUnaligned(fromByteOffset: next + length, as: UInt64.self).littleEndian
      if one != other { return (length + (one ^ other).trailingZeroBitCount / 8, next - before) }
      length += 8
    }
    while length < most, bytes[before + length] == bytes[next + length] { length += 1 }
    return (length, next - before)
  }

  // MARK: Bits

  /// The fixed code of a symbol, whose highest bit comes first.
  private static func symbol(_ symbol: Int) -> (bits: UInt64, count: Int) {
    let (code, length) =
      switch symbol {
      case ..<144: (0x30 + symbol, 8)
      case ..<256: (0x190 + symbol - 144, 9)
      case ..<280: (symbol - 256, 7)
      default: (0xC0 + symbol - 280, 8)
      }
    return (reversed(UInt64(code), length), length)
  }

  private static func reversed(_ value: UInt64, _ count: Int) -> UInt64 {
    var (value, found): (UInt64, UInt64) = (value, 0)
    for _ in 0..<count { (found, value) = (found << 1 | value & 1, value >> 1) }
    return found
  }

  private mutating func put(_ value: (bits: UInt64, count: Int)) {
    bits |= value.bits << UInt64(bitCount)
    bitCount += value.count
    while bitCount >= 8 { putByte() }
  }

  private mutating func putByte() {
    output.append(UInt8(truncatingIfNeeded: bits))
    bits >>= 8
    bitCount -= 8
  }
}

/// The checksum of ZIP: polynomial 0xEDB88320, reflected.
enum CRC32 {
  static let begin: UInt32 = ~0
  private static let polynomial: UInt32 = 0xEDB8_8320
  /// Of each byte, then of each with one to seven zero bytes behind it.
  private static let tables: [UInt32] = (1..<8).reduce(
    into: (0..<256).map { byte in (0..<8).reduce(UInt32(byte)) { value, _ in half(value) } }
  ) { tables, _ in
    tables += tables.suffix(256).map { tables[Int($0 & 0xFF)] ^ $0 >> 8 }
  }

  private static func half(_ value: UInt32) -> UInt32 { value & 1 == 1 ? polynomial ^ (value >> 1) : value >> 1 }

  static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { ~add($0[...], to: begin) } }

  static func add(_ bytes: Slice<UnsafeRawBufferPointer>, to sum: UInt32) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes)
      var sum = sum
      // Eight at a time.
      for place in stride(from: 0, to: bytes.count & ~7, by: 8) {
        let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian ^ UInt64(sum)
        sum = 0
        for byte in 0..<8 { sum ^= tables[(7 - byte) * 256 + Int(eight >> UInt64(8 * byte) & 0xFF)] }
      }
      return bytes.suffix(bytes.count & 7).reduce(sum) { sum, byte in
        tables[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
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
