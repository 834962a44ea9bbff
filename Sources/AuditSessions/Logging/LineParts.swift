/// The fields of a tab-separated line, as pieces of its bytes.
struct LineParts {
  private let line: UnsafeBufferPointer<UInt8>
  /// The range of each column's field: outcome, check, component, condition, value, note, severity.
  private var starts = SIMD8<Int>(repeating: 0)
  private var ends = SIMD8<Int>(repeating: 0)

  /// Nil if the line has characters other than printable ASCII and tabs, an escape, or too many fields.
  ///
  /// - Parameter columns: the column of each field; columns that are not listed or that the line lacks are empty.
  init?(_ line: UnsafeBufferPointer<UInt8>, _ columns: [Int]) {
    self.line = line
    var field = 0
    var start = 0
    for index in 0...line.count {
      if index < line.count {
        let byte = line[index]
        if byte > 0x1F, byte < 0x7F, byte != UInt8(ascii: "\\") { continue }
        guard byte == UInt8(ascii: "\t") else { return nil }
      }
      guard field < columns.count else { return nil }
      starts[columns[field]] = start
      ends[columns[field]] = index
      field += 1
      start = index + 1
    }
    guard !outcome.isEmpty, !piece(1).isEmpty, !piece(2).isEmpty else { return nil }
  }

  private func piece(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: line[starts[column]..<ends[column]])
  }

  var outcome: UnsafeBufferPointer<UInt8> { piece(0) }
  var value: UnsafeBufferPointer<UInt8> { piece(4) }
  var note: UnsafeBufferPointer<UInt8> { piece(5) }
  var severity: UnsafeBufferPointer<UInt8> { piece(6) }

  /// Check, component, and condition with the tabs between them, as in most lines; nil if the columns have another
  /// order.
  private var whole: UnsafeBufferPointer<UInt8>? {
    guard starts[2] == ends[1] + 1, starts[3] == ends[2] + 1 else { return nil }
    return UnsafeBufferPointer(rebasing: line[starts[1]..<ends[3]])
  }

  /// Check, component, and condition with tabs between them.
  var place: [UInt8] {
    Array(piece(1)) + [UInt8(ascii: "\t")] + Array(piece(2)) + [UInt8(ascii: "\t")] + Array(piece(3))
  }

  func isAt(_ place: [UInt8]) -> Bool {
    guard let whole else { return self.place == place }
    return place.withUnsafeBytes { Self.isEqual($0, UnsafeRawBufferPointer(whole)) }
  }

  var placeHash: UInt64 {
    if let whole { return Self.hash(UnsafeRawBufferPointer(whole)) }
    return place.withUnsafeBytes(Self.hash)
  }

  /// Compares 8 bytes at a time; `elementsEqual` compares single bytes.
  private static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index + 8 <= left.count {
      let one = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard one == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
      index += 8
    }
    while index < left.count {
      guard left[index] == right[index] else { return false }
      index += 1
    }
    return true
  }

  /// FNV-1a over words of 8 bytes: fast, and a collision only leads to the slow path.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index + 8 <= bytes.count {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x0000_0100_0000_01b3
      hash ^= hash >> 29
      index += 8
    }
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
      index += 1
    }
    return hash
  }
}
