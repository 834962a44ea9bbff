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
    for other in entries[first..<index] where other.prefix == entry.prefix && other.count == entry.count {
      if order(other, entry) == .same { return false }
    }
    return true
  }

  /// Forgets the keys of an object that has ended.
  mutating func remove(from first: Int) {
    guard first < count else { return }
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
