import Platform

/// What becomes of a command that is asked to end: Ctrl-C, `kill`, a terminal that is closed.
///
/// ```
///   nothing is being written      -> the files under temporary names are removed, exit 130 or 143
///   a transaction writes          -> SQLite stops, it is rolled back, exit 130 or 143
///   ... and takes over a second,
///   or somebody asks again        -> as above; what is half done is taken back by the next command
/// ```
/// The handlers use nothing but what POSIX allows in one (`unlink`, `write`, `alarm`, `_exit`) and plain memory that is
/// there before the first of them can run. While somebody walks, `TerminalMode` has these signals.
enum LiveEnding {
  /// Of the process.
  nonisolated(unsafe) static let process = Ending()

  nonisolated(unsafe) private static let notes = process.notes

  static func begin() {
    _ = notes
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, asked)
      // Under `nohup`, and for a job in the background of a script, a signal is to stay without effect.
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
