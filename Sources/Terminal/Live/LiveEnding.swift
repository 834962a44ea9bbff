import Platform

/// Ends a command on a signal: Ctrl-C, `kill`, a closed terminal.
///
/// ```
///   no write transaction          -> the files under temporary names are removed, exit 130 or 143
///   a write transaction           -> SQLite stops and rolls it back, exit 130 or 143
///   ... that takes over 1 second,
///   or a second signal            -> as above; the next command rolls back the transaction
/// ```
/// The handlers use only functions that POSIX allows in one (`unlink`, `write`, `alarm`, `_exit`) and plain memory that
/// is allocated before the first of them can run. During a walk, `TerminalMode` handles these signals.
enum LiveEnding {
  /// Of the process.
  nonisolated(unsafe) static let process = Ending()

  nonisolated(unsafe) private static let notes = process.notes

  static func begin() {
    _ = notes
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, asked)
      // Under `nohup`, and for a background job of a script, an ignored signal stays ignored.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  private static let asked: @convention(c) (Int32) -> Void = { number in
    let error = errno
    let notes = LiveEnding.notes
    if notes.pointee.held == 0 || notes.pointee.asked != 0 { LiveEnding.leave(number) }
    notes.pointee.asked = number
    signal(SIGALRM, LiveEnding.late)
    alarm(1)
    errno = error
  }

  private static let late: @convention(c) (Int32) -> Void = { _ in LiveEnding.leave(LiveEnding.notes.pointee.asked) }

  private static func leave(_ number: Int32) -> Never {
    UnfinishedFiles.removeAll()
    if notes.pointee.width > 0 {
      say("\r")
      for _ in 0..<notes.pointee.width { say(" ") }
      say("\r")
    }
    if notes.pointee.speaksJSON {
      say("{\"error\":{\"code\":\"interrupted\",\"message\":\"stopped\",\"hint\":null}}\n")
    } else {
      say("a11y: stopped\n")
    }
    _exit(number == SIGINT ? 130 : 143)
  }

  private static func say(_ text: StaticString) {
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
