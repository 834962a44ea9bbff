import Platform

/// Paths of streams that this process has open: `/dev/stdin`, and `/dev/fd/63`, which a shell uses for the pipe of
/// `<(...)` and `>(...)`.
///
/// The open stream itself is used: opening the path again would write a file behind it from its beginning, and the path
/// is a link, which is never followed.
enum OpenStream {
  /// The number of the stream; nil for any other path.
  static func number(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return STDIN_FILENO
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      guard let prefix = ["/dev/fd/", "/proc/self/fd/"].first(where: { path.hasPrefix($0) }) else { return nil }
      let digits = path.dropFirst(prefix.count)
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int32(digits)
    }
  }

  /// A descriptor of the same stream, which the caller closes.
  ///
  /// - Throws: not found, `file.missing`, if no stream has the number; storage, `system.files`.
  static func copy(_ stream: Int32, name: String) throws(Problem) -> Int32 {
    let copy = fcntl(stream, F_DUPFD_CLOEXEC, 3)
    if copy >= 0 { return copy }
    throw errno == EBADF
      ? Problem(.notFound, code: "file.missing", "\(name) is not an open stream")
      : SystemCall.tooManyFiles(name, "open")
  }
}
