/// Writing that goes on until everything is written.
package enum WholeWrite {
  /// Writes all bytes to a descriptor; returns the error number, 0 for none.
  package static func all(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, part.baseAddress, part.count)
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN: waitUntilWritable(descriptor)
        case let error: return error
        }
      } else {
        rest = rest.dropFirst(count)
      }
    }
    return 0
  }

  /// A descriptor that someone else set to non-blocking: wait instead of spinning.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1_000)
  }
}
