import Base

extension World {
  /// The real world. Called once, by `main`.
  ///
  /// From here on a closed pipe and a file at its size limit (`ulimit -f`) are errors of a write, not signals.
  package static func live() -> World {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    LiveEnding.begin()
    occupyStandardStreams()
    let files = LiveFiles(random: LiveHost.random)
    var world = World(
      arguments: liveArguments(),
      environment: { name in
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
      },
      currentDirectory: LiveHost.currentDirectory, now: LiveHost.now, random: LiveHost.random,
      localOffset: LiveHost.localOffset,
      hostIdentity: { LiveHost.identity(files: files) },
      input: LiveStreams.reader(STDIN_FILENO, name: "standard input", close: false), output: LiveStreams.output(),
      errors: LiveStreams.errors(), isTerminal: LiveStreams.isTerminal, terminalColumns: LiveStreams.columns,
      files: files)
    world.zoneName = LiveHost.zoneName
    world.keyboard = LiveKeyboard(environment: world.environment, random: world.random)
    world.ending = LiveEnding.process
    world.endsWithCommand = true
    world.terminalRows = LiveStreams.rows
    world.startPager = LivePager.start
    return world
  }

  /// Ends the process. For `main` alone.
  package static func leave(_ status: Int32) -> Never { exit(status) }

  /// The next file that is opened would get the number of a closed standard stream, and the output would go to that
  /// file. So a descriptor on which the stream's use fails takes the number.
  private static func occupyStandardStreams() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  /// The bytes as given: `CommandLine.arguments` would silently repair what is not UTF-8.
  private static func liveArguments() -> [[UInt8]] {
    // Without arguments the count is still 1: the program's name.
    guard CommandLine.argc > 0 else { leaveWithoutArguments() }
    var result: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let count = strlen(argument)
      result.append(
        argument.withMemoryRebound(to: UInt8.self, capacity: count) {
          Array(UnsafeBufferPointer(start: $0, count: count))
        })
    }
    return result
  }

  /// On Linux the runtime reads the arguments from a file of `/proc`. If it cannot open one, the arguments are lost,
  /// and a command that should fail would show the help and succeed.
  private static func leaveWithoutArguments() -> Never {
    let file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
    let name = "the arguments from /proc/self/cmdline"
    let problem =
      file < 0 && (errno == EMFILE || errno == ENFILE)
      ? SystemCall.tooManyFiles(name, "read")
      : Problem(
        .storage, code: "arguments.missing", "cannot read \(name)",
        hints: ["Make sure that /proc is mounted, then try again."])
    try? LiveStreams.errors().write(ProblemPrinter.text(of: problem, json: false))
    exit(problem.exitCode.rawValue)
  }
}

/// Clock, random numbers and machine.
enum LiveHost {
  static func now() -> Int64 { Clock.milliseconds }

  /// The standard library asks `getrandom` or `arc4random_buf`.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  /// Reads which zone it is, once: the system looks at the zone's file each time that it is asked to.
  private static let zone: Void = tzset()

  /// `localtime_r` uses the zone of `TZ` or of the machine, with its history.
  static func localOffset(_ milliseconds: Int64) -> Int { localTime(milliseconds)?.tm_gmtoff ?? 0 }

  /// `CET`, `+03`; empty where the system has no name.
  static func zoneName(_ milliseconds: Int64) -> String {
    guard let name = localTime(milliseconds)?.tm_zone else { return "" }
    return String(cString: name)
  }

  private static func localTime(_ milliseconds: Int64) -> tm? {
    var seconds = time_t(milliseconds / 1_000)
    var local = tm()
    _ = zone
    return localtime_r(&seconds, &local) == nil ? nil : local
  }

  static func name() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = bytes.withUnsafeMutableBytes { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return -1 }
      return gethostname(start.assumingMemoryBound(to: CChar.self), buffer.count - 1)
    }
    guard result == 0 else { return "unknown" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// `/etc/machine-id` on Linux, the hardware's UUID on macOS, and the host name without either.
  static func identity(files: LiveFiles) -> String {
    if let identity = hardwareIdentity() { return identity }
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let bytes = try? files.readFile(path, limit: 256) else { continue }
      let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
      if !text.isEmpty { return text }
    }
    return name()
  }

  static func currentDirectory() throws(Problem) -> String {
    guard let pointer = getcwd(nil, 0) else {
      throw Problem(
        .notFound, code: "folder.current", "the current folder no longer exists: \(SystemText.of(errno))",
        hints: ["Run the command again in an existing folder."])
    }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}

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

/// The three standard streams and the terminal behind them.
enum LiveStreams {
  static func reader(_ descriptor: Int32, name: String, close shouldClose: Bool) -> ByteReader {
    ByteReader(
      fill: { buffer throws(Problem) in
        let (count, error) = SystemCall.readSome(descriptor, buffer)
        guard error == 0 else {
          throw Problem(.badInput, code: "file.unreadable", "cannot read \(name): \(SystemText.of(error))")
        }
        return count
      },
      close: { if shouldClose { close(descriptor) } })
  }

  /// Standard output: collected, because one call per line would cost more than the line.
  static func output() -> ByteWriter {
    let isOfTerminal = isTerminal(.output)
    return ByteWriter(capacity: 1 << 16) { bytes throws(Problem) in
      let error = WholeWrite.all(bytes, to: STDOUT_FILENO)
      // A terminal that was closed may refuse words before its signal comes.
      if error == EIO, isOfTerminal { throw .terminalClosed }
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

  static func columns() -> Int? { size().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  static func rows() -> Int? { size().flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  /// Of the terminal of standard output, else of that of standard error.
  private static func size() -> winsize? {
    var size = winsize()
    let isKnown = [STDOUT_FILENO, STDERR_FILENO].contains { ioctl($0, UInt(TIOCGWINSZ), &size) == 0 }
    return isKnown ? size : nil
  }
}

/// Another program that uses the terminal temporarily.
enum ChildProcess {
  /// Runs a program, found in `PATH`, with its arguments unchanged, and waits for its end.
  static func run(_ words: [String]) throws(Problem) {
    guard let program = words.first else { throw .usage("editor.none", "missing editor") }
    var child = pid_t()
    let error = SystemCall.starting(words) { posix_spawnp(&child, program, nil, nil, $0, Spawning.environment) }
    let name = MessageText.quoted(program)
    guard error == 0 else {
      throw Problem(
        .notFound, code: "editor.missing", "cannot start editor \(name): \(SystemText.of(error))",
        hints: ["Set VISUAL or EDITOR to the name of your editor."])
    }
    var status: Int32 = 0
    _ = SystemCall.retrying { Int(waitpid(child, &status, 0)) }
    // 0 is a process that ended by itself with exit code 0.
    guard status == 0 else {
      throw Problem(.no, code: "editor.failed", "editor \(name) failed; its text was not saved")
    }
  }
}

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

  /// Starts a program with some words; the error number, 0 for none.
  static func starting(_ words: [String], _ spawn: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    // The child would inherit ignored signals.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    defer { for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) } }
    return spawn(arguments + [nil])
  }

  /// Reads from a descriptor; the count, or the error number.
  static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> (count: Int, error: Int32) {
    let (count, error) = retrying { read(descriptor, buffer.baseAddress, buffer.count) }
    return (max(0, count), error)
  }

  static func writeProblem(_ error: Int32, to name: String) -> Problem {
    switch error {
    case EPIPE:
      return .pipeClosed
    case ENOSPC, EDQUOT, EFBIG:
      return Problem(
        .storage, code: "storage.full", "cannot write \(name): no space left: \(SystemText.of(error))",
        hints: ["Free up disk space and try again."])
    case EROFS:
      return Problem(.storage, code: "storage.read-only", "cannot write \(name): read-only file system")
    case EACCES, EPERM:
      return Problem(.storage, code: "storage.denied", "cannot write \(name): \(SystemText.of(error))")
    case ENOENT, ENOTDIR:
      return Problem(.notFound, code: "folder.missing", "cannot write \(name): its folder does not exist")
    case EISDIR:
      return Problem(.badInput, code: "file.directory", "cannot write \(name): a folder, not a file")
    case EMFILE, ENFILE:
      return tooManyFiles(name, "write")
    case ENXIO:
      return Problem(
        .storage, code: "output.unread", "cannot write \(name): no program reads the pipe",
        hints: ["Start the program that reads the pipe first, or pass - to write to standard output."])
    default:
      return Problem(.storage, code: "storage.write", "cannot write \(name): \(SystemText.of(error))")
    }
  }

  /// A limit of the process or the system, not of the file.
  ///
  /// - Parameter action: a verb, such as `read`.
  static func tooManyFiles(_ name: String, _ action: String) -> Problem {
    Problem(
      .storage, code: "system.files", "cannot \(action) \(name): too many open files",
      hints: ["Close other programs, or raise the limit (ulimit -n). Then try again."])
  }
}
