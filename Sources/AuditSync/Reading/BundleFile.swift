package import AuditStore
import Platform

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
    self.hasNeighbors = hasNeighbors
    self.path = path
    self.file = file
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
  /// read twice. Large files are read by a second thread.
  package func read(
    _ reader: BundleReader = BundleReader(), header: (BundleHeader) throws -> Void = { _ in },
    facts: (FactBatch) throws -> Void
  ) throws -> BundleSummary {
    var hasHeader = false
    let isLarge = bytes > reader.windowBytes
    do {
      return try (isLarge ? reader.readAhead : reader.read)(
        source,
        {
          hasHeader = true
          try header($0)
        },
        {
          guard hasHeader else { throw HeaderIsLate() }
          try facts($0)
        })
    } catch is HeaderIsLate {
      try header(try reader.read(source, facts: { _ in }).header)
      return try (isLarge ? reader.readAhead : reader.read)(source, { _ in }, facts)
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
