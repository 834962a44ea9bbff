import Platform

/// A pager behind a pipe, run by the shell, because its name may have arguments.
enum LivePager {
  static func start(_ command: String) throws(Problem) -> OpenPager? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    // The pager must not hold the end that it waits for.
    _ = fcntl(writeEnd, F_SETFD, FD_CLOEXEC)
    var actions = Spawning.actions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, readEnd, STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, readEnd)
    // As git does: colors as they are, and the text stays on the screen.
    setenv("LESS", "FRX", 0)
    let words = ["/bin/sh", "-c", command]
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child = pid_t()
    // The child would inherit ignored signals.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    let error = posix_spawn(&child, "/bin/sh", &actions, nil, arguments, Spawning.environment)
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    close(readEnd)
    guard error == 0 else {
      close(writeEnd)
      throw missing(command)
    }
    // Ctrl-C is for the pager, as long as it runs.
    signal(SIGINT, SIG_IGN)
    let started = child
    return OpenPager(
      write: { bytes throws(Problem) in
        let error = WholeWrite.all(bytes, to: writeEnd)
        // No one reads any more: a person has seen enough, or there is no pager.
        if error == EPIPE { try wait(for: started, command) }
        if error != 0 { throw SystemCall.writeProblem(error, to: "the pager") }
      },
      end: { () throws(Problem) in
        close(writeEnd)
        try wait(for: started, command)
      })
  }

  private static func wait(for pager: pid_t, _ command: String) throws(Problem) {
    var status: Int32 = 0
    _ = SystemCall.retrying { Int(waitpid(pager, &status, 0)) }
    // The shell's own codes for a program that does not exist or cannot be run.
    let code = (status >> 8) & 0xFF
    if code == 126 || code == 127 { throw missing(command) }
  }

  private static func missing(_ command: String) -> Problem {
    Problem(
      .notFound, code: "pager.missing", "cannot start pager \(MessageText.quoted(command))",
      hints: ["Set A11Y_PAGER to the name of your pager, or to cat for none."])
  }
}
