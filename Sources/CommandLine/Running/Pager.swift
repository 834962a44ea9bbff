import Base

/// Shows what is longer than the screen in the pager of the person at the terminal, and anything else at once.
///
/// `A11Y_PAGER` names it, else `PAGER`; `cat` is none.
final class Pager {
  /// Commands that answer and end: all others write beside what a person types.
  private static let paged = ["status", "list", "show", "report", "gate", "trend", "lookup", "help"]

  private let world: World
  private let command: String
  private let rows: Int
  private var held: [UInt8] = []
  private var lines = 0
  private var program: OpenPager?
  private var isFinished = false

  /// - Returns: nil where nothing is paged: without a terminal, for a screen reader, for another command.
  init?(_ arguments: ParsedArguments, _ world: World, isPlain: () throws -> Bool) throws {
    let command = world.setting("A11Y_PAGER") ?? world.setting("PAGER") ?? "cat"
    guard command != "cat", world.isTerminal(.output), world.isTerminal(.input),
      let first = arguments.path.first, Self.paged.contains(first), let rows = world.terminalRows(), try !isPlain()
    else { return nil }
    (self.world, self.command, self.rows) = (world, command, rows)
  }

  /// Whether the reader has left it, which is no failure.
  private(set) var isLeft = false

  /// Instead of standard output.
  private(set) lazy var output = ByteWriter(capacity: 1 << 16) { [unowned self] bytes throws(Problem) in
    try take(bytes)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    guard program == nil else { return try pass(bytes) }
    held.append(contentsOf: bytes)
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
    // The line of the prompt comes below.
    guard lines >= rows else { return }
    program = try world.startPager(command)
    guard program != nil else { return }
    try passHeld()
  }

  private func passHeld() throws(Problem) {
    let bytes = held
    held = []
    var failure: Problem?
    bytes.withUnsafeBytes { bytes in
      do throws(Problem) { try pass(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    do throws(Problem) {
      try program?.write(bytes)
    } catch {
      isLeft = error.exitCode == .pipeClosed
      throw error
    }
  }

  /// Writes the rest, and waits until the reader leaves the pager; nothing when it is called again.
  func finish() throws(Problem) {
    guard !isFinished else { return }
    isFinished = true
    var failure: Problem?
    do throws(Problem) { try output.flush() } catch { failure = isLeft ? nil : error }
    if let program { try program.end() } else { try world.output.write(held) }
    if let failure { throw failure }
  }
}

/// A program that shows what is longer than the screen.
package struct OpenPager {
  /// Throws `Problem.pipeClosed` after the reader has left it.
  package let write: (UnsafeRawBufferPointer) throws(Problem) -> Void
  /// Ends its input and waits until the reader leaves it.
  package let end: () throws(Problem) -> Void
}

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
    var child = pid_t()
    let error = SystemCall.starting(["/bin/sh", "-c", command]) {
      posix_spawn(&child, "/bin/sh", &actions, nil, $0, Spawning.environment)
    }
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
