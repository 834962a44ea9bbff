import Platform

/// Another program that gets bytes and gives bytes, without a shell and without a terminal.
///
/// One run at a time: a process that another thread starts at the same time would inherit the pipes.
struct ToolProcess {
  /// Why there is no outcome. The program has ended then, if it was ever started.
  enum Failure: Error, Equatable {
    case system(Int32)
    /// It was not done in time.
    case time
    /// It wrote more than a tool has to say.
    case tooMuch
  }

  struct Outcome: Equatable {
    /// The exit code; 128 and the signal for a program that was ended by one.
    var status: Int32
    var output: [UInt8]
    var errors: String
  }

  /// Path of the program.
  var program: String
  /// `NAME=VALUE`; nothing is inherited.
  var environment: [String]
  /// Milliseconds until the program is ended.
  var limit: Int64

  /// The most bytes that it may write to one of its outputs.
  var most = 256 << 10

  /// Looks for a program in the folders of PATH; those that are not absolute are passed over.
  static func program(_ name: String, in path: String?) -> String? {
    (path ?? "").split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// The path under which the program finds the file of an index.
  static func path(ofFile index: Int) -> String { "/dev/fd/\(3 + index)" }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - input: for its standard input.
  ///   - files: contents that it can open by `path(ofFile:)`, and read once from the beginning to the end.
  func run(
    _ arguments: [String], input: [UInt8] = [], files: [[UInt8]] = []
  ) throws(Failure) -> Outcome {
    // A name would be cut at its zero byte, and be another one.
    guard ([program] + arguments + environment).allSatisfy({ !$0.utf8.contains(0) }) else { throw .system(EINVAL) }
    var sources: [(pipe: ToolPipe, bytes: [UInt8])] = []
    for bytes in [input] + files { sources.append((try ToolPipe(), bytes)) }
    let output = try ToolPipe()
    let errors = try ToolPipe()
    let ends = [sources[0].pipe.reading, output.writing, errors.writing] + sources.dropFirst().map(\.pipe.reading)
    let child = try start(arguments, ends)
    output.closeWriting()
    errors.closeWriting()
    var exchange = ToolExchange(sources, [output, errors], deadline: ToolClock.now + limit, most: most)
    do throws(Failure) {
      try exchange.run()
      let status = try wait(for: child, until: exchange.deadline)
      return Outcome(
        status: status, output: exchange.taken[0], errors: String(decoding: exchange.taken[1], as: UTF8.self))
    } catch {
      end(child)
      throw error
    }
  }

  /// Waits for the end of a program that has closed its outputs, which it does by ending.
  private func wait(for child: pid_t, until deadline: Int64) throws(Failure) -> Int32 {
    var status: Int32 = 0
    var pause: Int32 = 0
    while true {
      let found = waitpid(child, &status, WNOHANG)
      if found == child { return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f }
      if found < 0, errno != EINTR { throw .system(errno) }
      guard ToolClock.now < deadline else { throw .time }
      poll(nil, 0, pause)
      pause = min(20, pause + 1)
    }
  }

  /// Ends the program and what it has started, and takes away what is left of it.
  private func end(_ child: pid_t) {
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }
}

/// Milliseconds on a monotonic clock.
enum ToolClock {
  static var now: Int64 { Int64(Clock.nanoseconds / 1_000_000) }
}
