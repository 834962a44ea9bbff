import AuditStore
import CanonicalJSON

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
