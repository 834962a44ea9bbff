import AuditStore

extension BundleFile {
  /// Whether the rest of the file brings more facts than it may if they are all like those just read. Looking costs
  /// nothing, so it is done for each batch; `refuseTooManyFacts` then finds out.
  ///
  /// - Parameters:
  ///   - seen: facts read so far, `batch` included.
  ///   - done: their bytes.
  func mayHoldTooMany(_ limits: BundleLimits, seen: Int, _ batch: FactBatch, done: Int) -> Bool {
    guard !batch.rows.isEmpty else { return false }
    return max(0, bytes - done) / max(1, batch.bytes.count / batch.rows.count) > limits.facts - seen
  }

  /// Finds out early that a file holds more facts than it may.
  ///
  /// The count comes after the facts, and a tracker would have imported all that are allowed by then, only to throw
  /// them out again. A file that may hold too many, as its braces tell, is read once for itself; hardly any is.
  ///
  /// - Throws: `BundleProblem` of code `limit`, and any other problem of such a file.
  func refuseTooManyFacts(_ limits: BundleLimits) throws {
    guard bytes / BundleLimits.leastFactBytes > limits.facts else { return }
    guard try braces() / BundleLimits.bracesOfAFact > limits.facts else { return }
    _ = try read(BundleReader(limits: limits), facts: { _ in })
  }

  private func braces() throws -> Int {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { piece.deallocate() }
    var (offset, count) = (0, 0)
    while offset < bytes {
      let read = try read(piece, at: offset)
      if read == 0 { break }
      offset += read
      for byte in UnsafeRawBufferPointer(rebasing: piece[..<read]) where byte == UInt8(ascii: "{") { count &+= 1 }
    }
    return count
  }
}
