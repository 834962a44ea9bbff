import Platform

extension ToolProcess {
  /// Signals that this process may ignore; what is ignored here would stay ignored there.
  private static let ordinary = [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGALRM]

  /// Starts the program in a session of its own, so that it has no terminal to ask at.
  ///
  /// - Parameter ends: what becomes its descriptors 0, 1, 2 and so on; each above those numbers.
  func start(_ arguments: [String], _ ends: [Int32]) throws(Failure) -> pid_t {
    var actions = Spawning.actions()
    var attributes = Spawning.attributes()
    guard posix_spawn_file_actions_init(&actions) == 0 else { throw .system(ENOMEM) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { throw .system(ENOMEM) }
    defer { posix_spawnattr_destroy(&attributes) }
    var error: Int32 = 0
    for (number, end) in ends.enumerated() where error == 0 {
      error = posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    if error == 0 { error = posix_spawnattr_setsigmask(&attributes, &signals) }
    for signal in Self.ordinary { sigaddset(&signals, signal) }
    if error == 0 { error = posix_spawnattr_setsigdefault(&attributes, &signals) }
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Spawning.newSession
    if error == 0 { error = posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags)) }
    var child = pid_t()
    if error == 0 {
      let words = Self.copies([program] + arguments)
      let variables = Self.copies(environment)
      defer { for text in words + variables { free(text) } }
      error = posix_spawn(&child, program, &actions, &attributes, words, variables)
    }
    guard error == 0 else { throw .system(error) }
    return child
  }

  /// Texts as C has them, and nil at the end; to be freed.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
