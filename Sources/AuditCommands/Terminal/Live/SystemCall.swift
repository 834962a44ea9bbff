#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Helpers around calls of the operating system.
enum SystemCall {
  /// Repeats a call while a signal interrupts it. Returns the result and, if that is negative, the error number.
  static func retrying(_ call: () -> Int) -> (result: Int, error: Int32) {
    while true {
      let result = call()
      let error = errno
      if result >= 0 { return (result, 0) }
      if error != EINTR { return (result, error) }
    }
  }

  /// Writes all bytes to a descriptor; returns the error number, 0 for none.
  static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let (count, error) = retrying { write(descriptor, part.baseAddress, part.count) }
      if error == EAGAIN {
        waitUntilWritable(descriptor)
        continue
      }
      if error != 0 { return error }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Reads from a descriptor; the count, or the error number.
  static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> (count: Int, error: Int32) {
    let (count, error) = retrying { read(descriptor, buffer.baseAddress, buffer.count) }
    return (max(0, count), error)
  }

  /// The system's words for an error number.
  static func words(for error: Int32) -> String {
    guard let text = strerror(error) else { return "error \(error)" }
    return String(cString: text)
  }

  /// The problem of a write that failed.
  static func writeProblem(_ error: Int32, to name: String) -> Problem {
    switch error {
    case EPIPE:
      return .pipeClosed
    case ENOSPC, EDQUOT, EFBIG:
      return Problem(
        .storage, code: "storage.full", "there is no space left to write \(name): \(words(for: error))",
        hints: ["Free some space and run the command again."])
    case EROFS:
      return Problem(.storage, code: "storage.read-only", "\(name) is on a read-only file system")
    case EACCES, EPERM:
      return Problem(.storage, code: "storage.denied", "\(name) may not be written: \(words(for: error))")
    case ENOENT, ENOTDIR:
      return Problem(.notFound, code: "folder.missing", "the folder of \(name) does not exist")
    case EISDIR:
      return Problem(.badInput, code: "file.directory", "\(name) is a folder, not a file")
    case EMFILE, ENFILE:
      return tooManyFiles(name, "written")
    case ENXIO:
      return Problem(
        .storage, code: "output.unread", "no program reads the pipe \(name)",
        hints: ["Start the program that reads the pipe first, or pass - to write to standard output."])
    default:
      return Problem(.storage, code: "storage.write", "\(name) could not be written: \(words(for: error))")
    }
  }

  /// A limit of the process or the system, and no fault of the file.
  static func tooManyFiles(_ name: String, _ done: String) -> Problem {
    Problem(
      .storage, code: "system.files", "\(name) cannot be \(done): too many open files",
      hints: ["Raise the limit (ulimit -n), or close other programs. Then try again."])
  }

  /// A descriptor that someone else set to non-blocking: wait instead of spinning.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1_000)
  }
}
