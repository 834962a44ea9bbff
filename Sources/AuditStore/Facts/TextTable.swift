import Platform

/// Numbers of texts that are slices of a buffer: what `Interner` knows, without making a String to ask it.
struct TextTable {
  private struct Entry {
    var hash: UInt64
    var start: Int
    var count: Int
    var number: Int64
  }

  /// Beyond this the table is emptied: it is a memory, not the truth.
  private static let capacity = 300_000

  private var entries: [Entry] = []
  /// Index of an entry plus one, or 0; open addressing.
  private var slots = [Int32](repeating: 0, count: 4096)
  private var arena: [UInt8] = []

  var count: Int { entries.count }

  /// The number of a text; `make` is asked for one that is not known yet.
  mutating func number(
    _ text: UnsafeRawBufferPointer, _ make: (UnsafeRawBufferPointer) throws -> Int64
  ) rethrows -> Int64 {
    if text.isEmpty { return 0 }
    let hash = Self.hash(text)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, isSame(entry, text) { return entry.number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = try make(text)
    add(Entry(hash: hash, start: arena.count, count: text.count, number: number), text)
    return number
  }

  private func isSame(_ entry: Entry, _ text: UnsafeRawBufferPointer) -> Bool {
    guard entry.count == text.count else { return false }
    return arena.withUnsafeBytes { known in
      guard let known = known.baseAddress, let text = text.baseAddress else { return false }
      return memcmp(known + entry.start, text, entry.count) == 0
    }
  }

  private mutating func add(_ entry: Entry, _ text: UnsafeRawBufferPointer) {
    if entries.count >= Self.capacity { self = TextTable() }
    var entry = entry
    entry.start = arena.count
    arena.append(contentsOf: text)
    entries.append(entry)
    if entries.count * 2 > slots.count {
      slots = [Int32](repeating: 0, count: slots.count * 4)
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
  }

  private mutating func place(_ index: Int) {
    var slot = Int(truncatingIfNeeded: entries[index].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: index + 1)
  }

  /// Eight bytes at a time, multiplied and folded.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= text.count {
      hash = mix(hash ^ text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < text.count {
      rest = rest << 8 | UInt64(text[index])
      index += 1
    }
    return mix(hash ^ rest)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}
