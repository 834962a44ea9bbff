import Platform

/// The three standard streams and the terminal behind them.
enum LiveStreams {
  static func reader(_ descriptor: Int32, name: String, close shouldClose: Bool) -> ByteReader {
    ByteReader(
      fill: { buffer throws(Problem) in
        let (count, error) = SystemCall.readSome(descriptor, buffer)
        guard error == 0 else {
          throw Problem(
            .badInput, code: "file.unreadable", "cannot read \(name): \(SystemText.of(error))")
        }
        return count
      },
      close: { if shouldClose { close(descriptor) } })
  }

  /// Standard output: collected, because one call per line would cost more than the line.
  static func output() -> ByteWriter {
    ByteWriter(capacity: 1 << 16) { bytes throws(Problem) in
      let error = WholeWrite.all(bytes, to: STDOUT_FILENO)
      if error != 0 { throw SystemCall.writeProblem(error, to: "the output") }
    }
  }

  /// Standard error: unbuffered; a failed write is ignored.
  static func errors() -> ByteWriter {
    ByteWriter(capacity: 0) { bytes throws(Problem) in
      _ = WholeWrite.all(bytes, to: STDERR_FILENO)
    }
  }

  static func isTerminal(_ stream: World.Stream) -> Bool {
    switch stream {
    case .input: isatty(STDIN_FILENO) == 1
    case .output: isatty(STDOUT_FILENO) == 1
    case .errors: isatty(STDERR_FILENO) == 1
    }
  }

  static func columns() -> Int? {
    size().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  static func rows() -> Int? {
    size().flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  /// Of the terminal of standard output, else of that of standard error.
  private static func size() -> winsize? {
    var size = winsize()
    let isKnown = [STDOUT_FILENO, STDERR_FILENO].contains { ioctl($0, UInt(TIOCGWINSZ), &size) == 0 }
    return isKnown ? size : nil
  }
}
