import Platform

/// Another program that uses the terminal temporarily.
enum ChildProcess {
  /// Runs a program, found in `PATH`, with its arguments unchanged, and waits for its end.
  static func run(_ words: [String]) throws(Problem) {
    guard let program = words.first else { throw .usage("editor.none", "missing editor") }
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child = pid_t()
    // The child would inherit ignored signals.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    let error = posix_spawnp(&child, program, nil, nil, arguments, Spawning.environment)
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
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
