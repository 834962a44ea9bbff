import Audit
import Base
package import Store

/// Reads bundles (`Bundles` in the documentation of this module has the format), piece by piece, in memory that does
/// not grow with the file.
///
/// What was read is only to be trusted once the call returns: until then a consumer keeps it aside, as in a
/// transaction that it rolls back. Nothing that can be in a file makes this trap.
package struct BundleReader {
  package var limits: BundleLimits
  /// Bytes of the file that make a batch.
  package var windowBytes = 1 << 20

  package init(limits: BundleLimits = .standard) { self.limits = limits }

  /// Reads all of a bundle.
  ///
  /// - Parameters:
  ///   - header: called once. Before the facts if the header is there, as in every bundle that no other
  ///     tool has sorted; otherwise behind them.
  ///   - facts: called with some thousand facts at a time, in the order of the file. The batch is its own during the
  ///     call only.
  /// - Returns: what the bundle says of itself, once all of it was found to be as it was written.
  /// - Throws: `BundleProblem`, or what a closure has thrown.
  package func read(
    _ source: ByteSource, header: (BundleHeader) throws -> Void = { _ in }, facts: (FactBatch) throws -> Void
  ) throws -> BundleSummary {
    try withoutActuallyEscaping(header) { header in
      try withoutActuallyEscaping(facts) { facts in
        var parse = BundleParse(
          limits: limits, windowBytes: windowBytes, source: source, header: header, facts: facts)
        return try parse.run()
      }
    }
  }
}

/// Judges at the end of a bundle whether all of it is as it was written, and finds words for what is not.
struct BundleVerdict {
  let summary: BundleSummary
  let members: JSONObject
  let limits: BundleLimits
  let chain: FactChain
  /// The hash over the lines' digests.
  let lines: SHA256
  let count: Int
  /// The line of the first fact of which only the header is there; nil where there is none.
  let firstHeader: Int?

  /// - Throws: `BundleProblem` of code `digest`, which names the fact where one is to be named, or `fact` for one that
  ///   is there twice.
  func check() throws(BundleProblem) {
    if let (one, other) = chain.repeated() {
      throw BundleProblem(
        .fact, "facts \(one + 1) and \(other + 1) of the list are identical", path: "$.facts[\(other)]")
    }
    guard summary.count == count else {
      throw BundleProblem(.digest, "the bundle lists \(facts(summary.count)), but holds \(facts(count))")
    }
    if !chain.hasGivenUp { try checkChain() }
    var whole = lines
    whole.update(try HeaderForm.digest(members, limits: limits))
    guard whole.finalize() == summary.digest else { throw BundleProblem(.digest, changedElsewhere) }
  }

  /// Each fact that no other follows must be listed, and what is listed must be there.
  private func checkChain() throws(BundleProblem) {
    let ends = chain.ends
    let found = Set(ends.map(\.mark.reference))
    let listed = summary.ends.mapValues(Set.init)
    let unlisted = ends.filter { end in
      summary.upto[end.replica] != end.mark && listed[end.replica]?.contains(end.mark) != true
    }
    // A fact that was changed is followed by none; nor is the one before it, if it was `prev` that was changed.
    if let last = unlisted.indices.first(where: { index in
      guard index + 1 < unlisted.count else { return true }
      let (one, next) = (unlisted[index], unlisted[index + 1])
      return one.replica != next.replica || one.mark.sequence + 1 != next.mark.sequence
    }) {
      throw changed(unlisted[last], of: found)
    }
    for (replica, marks) in summary.ends.sorted(by: { $0.key < $1.key }) {
      for mark in marks where !found.contains(mark.reference) {
        throw BundleProblem(
          .digest, "\"ends\" names fact \(mark.sequence) of replica \(replica), which is not an end in this bundle",
          path: "$.ends")
      }
    }
    try checkUpto(found)
  }

  private func checkUpto(_ ends: Set<FactReference>) throws(BundleProblem) {
    let elsewhere = summary.upto.marks.filter { replica, mark in
      if ends.contains(mark.reference) { return false }
      return mark.sequence > summary.header.since[replica]?.sequence ?? 0
    }
    guard !elsewhere.isEmpty else { return }
    // One that another fact follows: rare, so all facts are looked through.
    var missing = Set(elsewhere.values.map(\.reference))
    for prefix in chain.prefixes where missing.contains(prefix) { missing.remove(prefix) }
    for (replica, mark) in elsewhere.sorted(by: { $0.key < $1.key }) where missing.contains(mark.reference) {
      throw BundleProblem(
        .digest, "\"upto\" names fact \(mark.sequence) of replica \(replica), which is not in this bundle",
        path: "$.upto")
    }
  }

  private func changed(_ fact: FactChain.End, of ends: Set<FactReference>) -> BundleProblem {
    let name = "fact \(fact.mark.sequence) of replica \(fact.replica) (line \(fact.line))"
    if isContradicted(fact, ends) {
      return BundleProblem(
        .digest, "\(name), or what the end of the bundle says of it, is not as it was written")
    }
    return BundleProblem(.digest, "\(name) is not as it was written")
  }

  /// Whether the end of the bundle names a fact in the place of this one.
  private func isContradicted(_ fact: FactChain.End, _ ends: Set<FactReference>) -> Bool {
    let listed = (summary.ends[fact.replica] ?? []) + (summary.upto[fact.replica].map { [$0] } ?? [])
    return listed.contains { !ends.contains($0.reference) }
  }

  /// What may have been changed when every fact that can be proved by others is as it was.
  private var changedElsewhere: String {
    if chain.hasGivenUp { return "a value is not as it was written; the facts are in no order that would tell which" }
    var places = ["a value beside the facts"]
    if !chain.isOrdered { places.append("the order of the facts") }
    // With its content and without it a fact is the same to the facts that name it.
    if let line = firstHeader { places.append("a fact without its content (line \(line))") }
    return places.joined(separator: " or ") + " is not as it was written"
  }

  private func facts(_ count: Int) -> String { count == 1 ? "1 fact" : "\(count) facts" }
}

/// A bundle's file, open for reading: a regular file that is not a link, of a size within the limits, and whole as far
/// as its last bytes tell.
package final class BundleFile {
  package let path: String
  package let bytes: Int
  /// Whether other files may be next to it.
  let hasNeighbors: Bool
  private let file: Int32

  /// Looks at the file before anything of it is read: pipes, devices, folders and symbolic links are refused, and
  /// never opened.
  package convenience init(path: String, limits: BundleLimits = .standard) throws(BundleProblem) {
    var info = stat()
    guard lstat(path, &info) == 0 else { throw Self.unreadable(errno) }
    try Self.checkKind(info)
    // Between the look and the opening something else may have come into its place: then this neither follows nor
    // waits, and the second look sees it.
    let file = Self.retrying { open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { throw Self.unreadable(errno) }
    try self.init(owning: file, path: path, hasNeighbors: true, limits: limits)
  }

  /// A file that is open already and is closed with this.
  init(
    owning file: Int32, path: String, hasNeighbors: Bool = false, limits: BundleLimits
  ) throws(BundleProblem) {
    (self.hasNeighbors, self.path, self.file) = (hasNeighbors, path, file)
    var info = stat()
    guard fstat(file, &info) == 0 else {
      bytes = 0
      throw Self.unreadable(errno)
    }
    bytes = Int(info.st_size)
    try Self.checkKind(info)
    guard bytes <= limits.fileBytes else {
      throw BundleProblem(.limit, "the file is larger than \(limits.fileBytes) bytes")
    }
    try checkEnds()
  }

  deinit { close(file) }

  /// The file's bytes, from the start. To be read by one reader at a time.
  package var source: ByteSource {
    let this = self
    var position = 0
    return ByteSource(size: bytes) { buffer in
      let count = try this.read(buffer, at: position)
      position += count
      return count
    }
  }

  /// Reads the bundle with the header always before the facts: of a bundle that another tool has sorted, the file is
  /// read twice.
  package func read(
    _ reader: BundleReader = BundleReader(), header: (BundleHeader) throws -> Void = { _ in },
    facts: (FactBatch) throws -> Void
  ) throws -> BundleSummary {
    var hasHeader = false
    do {
      return try reader.read(source) {
        hasHeader = true
        try header($0)
      } facts: {
        guard hasHeader else { throw HeaderIsLate() }
        try facts($0)
      }
    } catch is HeaderIsLate {
      try header(try reader.read(source, facts: { _ in }).header)
      return try reader.read(source, facts: facts)
    }
  }

  /// The header of the bundle before its facts; the facts are not verified.
  func header(_ reader: BundleReader = BundleReader()) throws -> BundleHeader {
    var found: BundleHeader?
    do {
      _ = try read(reader) { header in
        found = header
        throw HeaderIsKnown()
      } facts: { _ in
      }
    } catch is HeaderIsKnown {}
    guard let found else { throw BundleProblem(.header, "the bundle has no header") }
    return found
  }

  private struct HeaderIsKnown: Error {}
  private struct HeaderIsLate: Error {}

  /// A file that begins as a bundle and does not end as one is on its way, which need not take reading all of it.
  private func checkEnds() throws(BundleProblem) {
    guard bytes > 0 else { return }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }
    let start = try piece(at: 0)
    guard start.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { return }
    let end = try piece(at: max(0, bytes - 512))
    guard let last = end.last(where: { !isSpace($0) }), last != UInt8(ascii: "}") else { return }
    throw BundleProblem(.incomplete, "the file ends in the middle of the bundle; the file may be incomplete")
  }

  private func piece(at offset: Int) throws(BundleProblem) -> [UInt8] {
    var failure: BundleProblem?
    let piece = [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
      do throws(BundleProblem) {
        count = try read(UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return piece
  }

  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(BundleProblem) -> Int {
    let count = Self.retrying { pread(file, buffer.baseAddress, buffer.count, off_t(offset)) }
    guard count >= 0 else { throw Self.unreadable(errno) }
    return count
  }

  private static func checkKind(_ info: stat) throws(BundleProblem) {
    switch info.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw BundleProblem(.kind, "it is a folder, not a bundle")
    case S_IFLNK: throw BundleProblem(.kind, "it is a symbolic link; name the file itself")
    case S_IFIFO: throw BundleProblem(.kind, "it is a named pipe, not a file")
    case S_IFSOCK: throw BundleProblem(.kind, "it is a socket, not a file")
    default: throw BundleProblem(.kind, "it is a device, not a file")
    }
  }

  private static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func unreadable(_ error: Int32) -> BundleProblem {
    switch error {
    case ENOENT, ENOTDIR: return BundleProblem(.missing, "file not found")
    case ELOOP: return BundleProblem(.kind, "it is a symbolic link; name the file itself")
    case EACCES, EPERM: return BundleProblem(.unreadable, "permission denied; read permission is needed")
    default: return BundleProblem(.unreadable, "it cannot be read: \(SystemText.of(error))")
    }
  }
}

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

/// Where the bytes of a bundle come from.
package struct ByteSource {
  /// Puts at most as many bytes as fit into the buffer and returns how many; 0 is the end. Throws `BundleProblem`.
  package let read: (UnsafeMutableRawBufferPointer) throws -> Int
  /// How many bytes there are; nil where that is not known before the end.
  package let size: Int?

  package init(size: Int? = nil, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    (self.size, self.read) = (size, read)
  }
}
