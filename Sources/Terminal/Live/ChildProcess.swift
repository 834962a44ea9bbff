import Platform

/// Another program that has the terminal for a while.
enum ChildProcess {
  /// Runs a program, found as a shell finds it, with its arguments as they are, and waits for its end.
  static func run(_ words: [String]) throws(Problem) {
    guard let program = words.first else { throw .usage("editor.none", "no editor is named") }
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child = pid_t()
    // What is ignored here would stay ignored there.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    let error = posix_spawnp(&child, program, nil, nil, arguments, Spawning.environment)
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let name = MessageText.quoted(program)
    guard error == 0 else {
      throw Problem(
        .notFound, code: "editor.missing", "the editor \(name) cannot be started: \(SystemText.of(error))",
        hints: ["Set VISUAL or EDITOR to the name of your editor."])
    }
    var status: Int32 = 0
    _ = SystemCall.retrying { Int(waitpid(child, &status, 0)) }
    // 0 is a process that ended by itself and was content.
    guard status == 0 else {
      throw Problem(.no, code: "editor.failed", "the editor \(name) did not end well; what it had is not kept")
    }
  }
}
