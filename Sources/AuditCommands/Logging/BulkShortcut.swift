import AuditModel
import AuditStore

/// Logs the lines of bulk input whose check, component and condition have been seen before without making strings of
/// them: a million lines name a few thousand places.
struct BulkShortcut {
  /// Places that are remembered.
  private static let capacity = 100_000

  /// By a hash of the bytes that name the place; of two places with one hash the first is remembered.
  private var targets: [UInt64: (place: [UInt8], target: ResultTarget)] = [:]

  /// The parts of a line: `outcome TAB check TAB component [TAB condition [TAB value [TAB note]]]`.
  private struct Parts {
    var outcome: UnsafeBufferPointer<UInt8>
    /// Check, component and condition with the tabs between them.
    var place: UnsafeBufferPointer<UInt8>
    var value: UnsafeBufferPointer<UInt8>
    var note: UnsafeBufferPointer<UInt8>

    /// Nil where the line is not of this form, or holds more than printable ASCII and its tabs, or an escape.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
      guard let start = line.baseAddress else { return nil }
      let end = line.count
      // Where the first five fields end; what is missing is empty and ends with the line.
      var ends = SIMD8<Int>(repeating: end)
      var tabs = 0
      for index in 0..<end {
        let byte = start[index]
        if byte > 0x1F, byte < 0x7F, byte != UInt8(ascii: "\\") { continue }
        guard byte == UInt8(ascii: "\t"), tabs < 5 else { return nil }
        ends[tabs] = index
        tabs += 1
      }
      guard tabs >= 2 else { return nil }
      func part(from first: Int, to last: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start + min(first, end), count: max(0, last - first))
      }
      outcome = part(from: 0, to: ends[0])
      place = part(from: ends[0] + 1, to: ends[3])
      value = part(from: ends[3] + 1, to: ends[4])
      note = part(from: ends[4] + 1, to: end)
    }
  }

  /// Logs a line whose place is known; false where the long way has to be taken, if only to say what is wrong.
  func log(_ line: UnsafeBufferPointer<UInt8>, _ writer: Writer) throws -> Bool {
    guard let parts = Parts(line), parts.value.isEmpty, let outcome = Self.outcome(parts.outcome),
      let known = targets[Self.hash(parts.place)], Self.isEqual(known.place, parts.place),
      parts.note.count <= Names.longestNote
    else { return false }
    try writer.log(known.target, outcome, note: parts.note.isEmpty ? nil : parts.note)
    return true
  }

  /// Remembers where a line that took the long way went.
  mutating func remember(_ line: [UInt8], _ target: ResultTarget) {
    guard targets.count < Self.capacity else { return }
    line.withUnsafeBufferPointer { bytes in
      guard let parts = Parts(bytes) else { return }
      let hash = Self.hash(parts.place)
      if targets[hash] == nil { targets[hash] = (Array(parts.place), target) }
    }
  }

  /// FNV-1a over words of eight bytes: quick, and a collision only means the long way.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index + 8 <= raw.count {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x0000_0100_0000_01b3
      hash ^= hash >> 29
      index += 8
    }
    while index < raw.count {
      hash = (hash ^ UInt64(raw[index])) &* 0x0000_0100_0000_01b3
      index += 1
    }
    return hash
  }

  /// Eight bytes at a time; `elementsEqual` goes one by one.
  private static func isEqual(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      let right = UnsafeRawBufferPointer(right)
      var index = 0
      while index + 8 <= left.count {
        let (one, other) = (
          left.loadUnaligned(fromByteOffset: index, as: UInt64.self),
          right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        )
        guard one == other else { return false }
        index += 8
      }
      while index < left.count {
        guard left[index] == right[index] else { return false }
        index += 1
      }
      return true
    }
  }

  private static func outcome(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome? {
    let outcome: Outcome
    switch bytes.first {
    case UInt8(ascii: "p"): outcome = .pass
    case UInt8(ascii: "f"): outcome = .fail
    case UInt8(ascii: "n"): outcome = .na
    case UInt8(ascii: "c"): outcome = .cantTell
    default: return nil
    }
    return outcome.rawValue.utf8.elementsEqual(bytes) ? outcome : nil
  }
}
