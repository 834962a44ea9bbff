import Platform

/// A file name made safe to hand to SQLite: always a path, never a URI, `:memory:` or a temporary database.
struct DatabasePath {
  /// The bytes with their terminating zero.
  let bytes: [CChar]

  /// - Returns: `nil` for an empty path (SQLite would open a temporary file) or one with a NUL in it (SQLite would
  ///   open the part before it).
  ///
  /// Directories on the way are resolved here, so that NOFOLLOW means the file itself: newer SQLite refuses a link
  /// anywhere in the path, older only at its end, and `/tmp` and `/var` are links on macOS.
  init?(_ path: String) {
    let given = Array(path.utf8)
    guard !given.isEmpty, !given.contains(0) else { return nil }
    // A relative "file:x" is a URI and ":memory:" a keyword for SQLite; with "./" in front both are plain names.
    let isSpecial = given.starts(with: "file:".utf8) || given.first == UInt8(ascii: ":")
    let plain = (isSpecial ? Array("./".utf8) : []) + given
    bytes = (Self.resolvingDirectory(of: plain) ?? plain).map { CChar(bitPattern: $0) } + [0]
  }

  var isDirectory: Bool {
    var information = stat()
    return stat(bytes, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// The same path with another ending, as SQLite names its journal.
  func appending(_ suffix: String) -> [CChar] {
    bytes.dropLast() + suffix.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  /// - Returns: `nil` when there is no directory part, or it does not exist: then SQLite gives the reason.
  private static func resolvingDirectory(of path: [UInt8]) -> [UInt8]? {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash + 1 < path.count else { return nil }
    let directory = path[..<max(slash, 1)].map { CChar(bitPattern: $0) } + [0]
    guard let resolved = realpath(directory, nil) else { return nil }
    defer { free(resolved) }
    let name = path[(slash + 1)...]
    let parent = UnsafeBufferPointer(start: resolved, count: Int(strlen(resolved))).map { UInt8(bitPattern: $0) }
    return parent == [UInt8(ascii: "/")] ? parent + name : parent + [UInt8(ascii: "/")] + name
  }
}
