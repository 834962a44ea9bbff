import Base

/// The real standard input, a terminal or not.
final class LiveKeyboard: Keyboard {
  private let environment: (String) -> String?
  private let random: (Int) -> [UInt8]
  private var returned: [UInt8] = []

  init(environment: @escaping (String) -> String?, random: @escaping (Int) -> [UInt8]) {
    (self.environment, self.random) = (environment, random)
  }

  func begin() { TerminalMode.begin() }

  func end() { TerminalMode.end() }

  func hand(over unit: KeyboardUnit) { TerminalMode.set(unit) }

  func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent {
    while true {
      if let news = TerminalMode.news() { return news }
      guard returned.isEmpty else {
        defer { returned = [] }
        return .bytes(returned)
      }
      switch wait(milliseconds) {
      case .input: break
      case .time: return .nothing
      case .signal: continue
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let (count, error) = buffer.withUnsafeMutableBytes { SystemCall.readSome(STDIN_FILENO, $0) }
      // A terminal that was closed may end before its signal comes.
      if error == EIO || (error == 0 && count == 0) {
        return TerminalMode.news() ?? (TerminalMode.isClosed ? .ending(.hangUp) : .end)
      }
      guard error == 0 else {
        throw Problem(
          .badInput, code: "file.unreadable", "cannot read standard input: \(SystemText.of(error))")
      }
      return .bytes(Array(buffer.prefix(count)))
    }
  }

  func giveBack(_ bytes: [UInt8]) { returned = bytes }

  private enum Wait {
    case input, time, signal
  }

  /// `select`, because `poll` does not support terminals on every system.
  private func wait(_ milliseconds: Int?) -> Wait {
    var set = fd_set()
    let waking = TerminalMode.wakeEnd
    Self.add(STDIN_FILENO, to: &set)
    if waking >= 0 { Self.add(waking, to: &set) }
    let count: Int32
    if let milliseconds {
      var time = timeval()
      time.tv_sec = .init(milliseconds / 1_000)
      time.tv_usec = .init(milliseconds % 1_000 * 1_000)
      count = select(max(STDIN_FILENO, waking) + 1, &set, nil, nil, &time)
    } else {
      count = select(max(STDIN_FILENO, waking) + 1, &set, nil, nil, nil)
    }
    if count == 0 { return .time }
    // If waiting fails, the read reports the error.
    if count < 0 { return errno == EINTR ? .signal : .input }
    return waking >= 0 && Self.holds(waking, set) ? .signal : .input
  }

  /// The same as `FD_SET`, a C macro that Swift does not import.
  private static func add(_ descriptor: Int32, to set: inout fd_set) {
    withUnsafeMutableBytes(of: &set) { bytes in
      let place = Int(descriptor) / 8
      if place < bytes.count { bytes[place] |= 1 << (descriptor % 8) }
    }
  }

  private static func holds(_ descriptor: Int32, _ set: fd_set) -> Bool {
    withUnsafeBytes(of: set) { bytes in
      let place = Int(descriptor) / 8
      return place < bytes.count && bytes[place] & 1 << (descriptor % 8) != 0
    }
  }

  func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8] {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let name = random(8).map { String($0, radix: 16) }.joined()
    let file = try PrivateFile(Paths.join(folder, "a11y-note-\(name).txt"), text)
    defer { file.remove() }
    try TerminalMode.lend { () throws(Problem) in try ChildProcess.run(editor + [file.path]) }
    return try file.read()
  }
}

/// The mode of the terminal at standard input, and its signals.
///
/// The handlers use only functions that POSIX allows in one (`tcsetattr`, `tcgetpgrp`, `signal`, `sigprocmask`,
/// `raise`, `write`, `_exit`) and plain memory behind a pointer that is allocated before the first of them can run: no
/// allocation, no reference counting, no lazy global.
enum TerminalMode {
  struct Notes {
    var hasTerminal = false
    /// The mode before `begin`.
    var original = termios()
    /// The mode during a walk.
    var wanted = termios()
    /// The signal that asked for the end; 0 for none.
    var ending: Int32 = 0
    var wasStopped = false
    /// While another program uses the terminal, Ctrl-C is for that program.
    var isLent = false
    /// A byte written to `wakeStart` wakes a wait on `wakeEnd`.
    var wakeEnd: Int32 = -1
    var wakeStart: Int32 = -1
  }

  nonisolated(unsafe) private static let notes: UnsafeMutablePointer<Notes> = {
    let made = UnsafeMutablePointer<Notes>.allocate(capacity: 1)
    made.initialize(to: Notes())
    return made
  }()

  /// Signals that ask for the end, and fatal signals, whose handler only restores the terminal.
  private static let asking = [SIGINT, SIGTERM, SIGHUP]
  private static let fatal = [SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]

  /// Catches the signals and saves the mode of the terminal.
  static func begin() {
    let notes = notes
    notes.pointee = Notes()
    openWakePipe(notes)
    if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &notes.pointee.original) == 0 {
      notes.pointee.wanted = notes.pointee.original
      notes.pointee.hasTerminal = true
      for number in fatal { signal(number, dying) }
      signal(SIGTSTP, stopping)
      signal(SIGCONT, resuming)
    }
    for number in asking {
      let before = signal(number, ending)
      // Under `nohup` a hang-up stays ignored.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// Restores the terminal, and the signal handlers of the rest of the program.
  static func end() {
    let notes = notes
    restore()
    LiveEnding.begin()
    closeWakePipe(notes)
    guard notes.pointee.hasTerminal else { return }
    for number in fatal + [SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    notes.pointee.hasTerminal = false
  }

  /// Single keys without echo, or lines in the original mode. Ctrl-C and Ctrl-Z stay signals in both.
  static func set(_ unit: KeyboardUnit) {
    let notes = notes
    guard notes.pointee.hasTerminal else { return }
    notes.pointee.wanted = notes.pointee.original
    if unit == .keys {
      notes.pointee.wanted.c_lflag &= ~tcflag_t(ICANON | ECHO)
      withUnsafeMutableBytes(of: &notes.pointee.wanted.c_cc) { bytes in
        bytes[Int(VMIN)] = 1
        bytes[Int(VTIME)] = 0
      }
    }
    enter()
  }

  /// Lends the terminal to another program while `body` runs.
  static func lend<T>(_ body: () throws(Problem) -> T) throws(Problem) -> T {
    let notes = notes
    restore()
    notes.pointee.isLent = true
    defer {
      notes.pointee.isLent = false
      enter()
    }
    return try body()
  }

  /// The event of a caught signal: first a request to end, then a stop.
  static func news() -> KeyboardEvent? {
    let notes = notes
    drainWakePipe(notes)
    switch notes.pointee.ending {
    case SIGINT: return .ending(.interrupt)
    case SIGTERM: return .ending(.terminate)
    case SIGHUP: return .ending(.hangUp)
    default: break
    }
    guard notes.pointee.wasStopped else { return nil }
    notes.pointee.wasStopped = false
    return .resumed
  }

  /// Whether there was a terminal, and it was closed.
  static var isClosed: Bool {
    var mode = termios()
    return notes.pointee.hasTerminal && tcgetattr(STDIN_FILENO, &mode) != 0
  }

  /// A descriptor that becomes readable with such an event.
  static var wakeEnd: Int32 { notes.pointee.wakeEnd }

  // MARK: The terminal

  private static func restore() { change(&notes.pointee.original) }

  private static func enter() { change(&notes.pointee.wanted) }

  /// In the background the terminal belongs to another job. One that controls no session (-1) has no other owner.
  private static func change(_ mode: inout termios) {
    let owner = tcgetpgrp(STDIN_FILENO)
    guard notes.pointee.hasTerminal, owner == getpgrp() || owner < 0 else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }

  // MARK: The handlers

  private static let ending: @convention(c) (Int32) -> Void = { number in
    let error = errno
    let notes = TerminalMode.notes
    if notes.pointee.isLent, number == SIGINT { return }
    TerminalMode.restore()
    // A second signal ends the process at once.
    if notes.pointee.ending != 0 { _exit(128 + number) }
    notes.pointee.ending = number
    TerminalMode.wake()
    errno = error
  }

  private static let dying: @convention(c) (Int32) -> Void = { number in
    if !TerminalMode.notes.pointee.isLent { TerminalMode.restore() }
    signal(number, SIG_DFL)
    raise(number)
  }

  private static let stopping: @convention(c) (Int32) -> Void = { number in
    let error = errno
    TerminalMode.restore()
    signal(number, SIG_DFL)
    raise(number)
    var set = sigset_t()
    var before = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    sigprocmask(SIG_UNBLOCK, &set, &before)
    // The process stops here, and continues here.
    sigprocmask(SIG_SETMASK, &before, nil)
    signal(number, TerminalMode.stopping)
    TerminalMode.comeBack()
    errno = error
  }

  /// Also after a stop that cannot be caught. The shell may have changed the terminal in the meantime.
  private static let resuming: @convention(c) (Int32) -> Void = { _ in
    let error = errno
    TerminalMode.comeBack()
    errno = error
  }

  private static func comeBack() {
    let notes = notes
    if notes.pointee.isLent { return }
    enter()
    notes.pointee.wasStopped = true
    wake()
  }

  // MARK: Waking

  private static func wake() {
    var byte: UInt8 = 0
    _ = write(notes.pointee.wakeStart, &byte, 1)
  }

  private static func openWakePipe(_ notes: UnsafeMutablePointer<Notes>) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    notes.pointee.wakeEnd = ends[0]
    notes.pointee.wakeStart = ends[1]
  }

  /// A command may ask many times. No handler writes any more.
  private static func closeWakePipe(_ notes: UnsafeMutablePointer<Notes>) {
    for end in [notes.pointee.wakeEnd, notes.pointee.wakeStart] where end >= 0 { close(end) }
    (notes.pointee.wakeEnd, notes.pointee.wakeStart) = (-1, -1)
  }

  private static func drainWakePipe(_ notes: UnsafeMutablePointer<Notes>) {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(notes.pointee.wakeEnd, &bytes, bytes.count) > 0 {}
  }
}

/// Standard input during a walk: single keys or whole lines, and signals.
///
/// Between `begin` and `end` the signals that end or stop a process arrive as events. When the process ends, stops or
/// lends the terminal to another one, the terminal has its original mode again.
package protocol Keyboard: AnyObject {
  func begin() throws(Problem)
  func end()
  /// Sets how the terminal passes on typed text. Does nothing if standard input is not a terminal.
  func hand(over unit: KeyboardUnit)
  /// Waits for the next event, at most for the given milliseconds; nil waits without a limit.
  func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent
  /// Bytes that were read and belong to what is read next.
  func giveBack(_ bytes: [UInt8])
  /// Opens a text in the person's editor, and returns the saved text.
  ///
  /// - Parameter editor: the program and its arguments; the name of the file is added. They do not go through a shell.
  func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8]
}

/// The unit of typed input.
package enum KeyboardUnit: Sendable {
  /// Each key at once, not shown by the terminal.
  case keys
  /// Lines, with the terminal's own editing.
  case lines
}

package enum KeyboardEvent: Equatable, Sendable {
  case bytes([UInt8])
  /// Nothing came within the time limit.
  case nothing
  /// The end of input, or Ctrl-D.
  case end
  /// The process is asked to end.
  case ending(EndingSignal)
  /// The process was stopped and continued.
  case resumed
}

/// A signal that asks a process to end.
package enum EndingSignal: Equatable, Sendable {
  case interrupt, terminate, hangUp
}

/// A keyboard that is only a stream: it delivers lines and no signals.
package final class StreamKeyboard: Keyboard {
  private let input: ByteReader
  private var returned: [UInt8] = []

  package init(_ input: ByteReader) { self.input = input }

  package func begin() {}
  package func end() {}
  package func hand(over unit: KeyboardUnit) {}

  package func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent {
    let bytes = returned.isEmpty ? try input.read() : returned
    returned = []
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  package func giveBack(_ bytes: [UInt8]) { returned = bytes }

  package func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8] {
    throw .usage("editor.none", "cannot open an editor: standard input is not a terminal")
  }
}
