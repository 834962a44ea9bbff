import Platform

/// A pipe between this process and a tool. Both ends are always closed with it.
final class ToolPipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// The numbers below are those that a tool finds its files under: none of ours may be among them when they are given
  /// to it, one after the other.
  private static let least: Int32 = 16

  /// Throws what the system says.
  init() throws(ToolProcess.Failure) {
    reading = -1
    writing = -1
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errno) }
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, Self.least)
    let error = errno
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, Self.least)
    let other = errno
    for end in ends { close(end) }
    guard reading >= 0, writing >= 0 else { throw .system(reading < 0 ? error : other) }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Lets no call wait at an end that stays here.
  static func neverWait(_ end: Int32) {
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
  }
}
