/// A ZIP archive of files that are stored as they are: what a workbook is packed in.
///
/// PKWARE's APPNOTE 6.3, without compression and without ZIP64. Every file has the same date, so that the same content
/// gives the same bytes.
struct StoredArchive {
  private var output: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// What the fields of the format hold: an archive ends before that.
  static let most = Int(UInt32.max)

  /// 1980-01-01 00:00, the first moment that the format knows.
  private static let (time, date): (UInt16, UInt16) = (0, 0x21)

  mutating func add(_ name: String, _ content: [UInt8]) {
    let offset = output.count
    var entry: [UInt8] = []
    // Version 2.0; names in UTF-8; stored.
    for field in [20, 0x800, 0, Self.time, Self.date] { entry.append(little: field) }
    for field in [CRC32.of(content), UInt32(content.count), UInt32(content.count)] { entry.append(little: field) }
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

/// The checksum of ZIP: polynomial 0xEDB88320, reflected.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
