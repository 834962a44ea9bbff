import Platform

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
