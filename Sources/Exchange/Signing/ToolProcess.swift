import Base

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

  var program: String
  /// `NAME=VALUE`; nothing is inherited.
  var environment: [String]
  /// Milliseconds until the program is ended.
  var limit: Int64

  /// The most bytes that it may write to one of its outputs.
  var most = 256 << 10

  /// Those of some variables that are set, as a tool gets them.
  static func variables(_ names: [String], _ environment: (String) -> String?) -> [String] {
    names.compactMap { name in environment(name).map { "\(name)=\($0)" } }
  }

  /// What the tools of Xcode get.
  static func developer(_ environment: (String) -> String?) -> [String] {
    variables(["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "DEVELOPER_DIR"], environment)
  }

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

extension ToolProcess {
  /// Signals that this process may ignore; what is ignored here would stay ignored there.
  private static let ordinary = [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD, SIGALRM]

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

/// A pipe between this process and a tool. Both ends are always closed with it.
final class ToolPipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// The numbers below are those that a tool finds its files under: none of ours may be among them when they are given
  /// to it, one after the other.
  private static let least: Int32 = 16

  /// Throws what the system says.
  init() throws(ToolProcess.Failure) {
    reading = -1
    writing = -1
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errno) }
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, Self.least)
    let error = errno
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, Self.least)
    let other = errno
    for end in ends { close(end) }
    guard reading >= 0, writing >= 0 else { throw .system(reading < 0 ? error : other) }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Lets no call wait at an end that stays here.
  static func neverWait(_ end: Int32) { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
}

/// What goes to a tool and what comes from it, all at once, so that neither waits for the other.
struct ToolExchange {
  let deadline: Int64
  /// What has come, for each of the outputs.
  private(set) var taken: [[UInt8]]

  /// Bytes of one output.
  private let most: Int

  private let sources: [(pipe: ToolPipe, bytes: [UInt8])]
  private let outputs: [ToolPipe]
  private var sent: [Int]

  /// - Parameters:
  ///   - sources: pipes whose reading ends the tool has. Ours stay open as long as these: no thread gets a signal for
  ///     writing to a tool that has ended.
  ///   - outputs: pipes whose writing ends only the tool has.
  init(_ sources: [(pipe: ToolPipe, bytes: [UInt8])], _ outputs: [ToolPipe], deadline: Int64, most: Int) {
    (self.most, self.sources, self.outputs, self.deadline) = (most, sources, outputs, deadline)
    sent = Array(repeating: 0, count: sources.count)
    taken = Array(repeating: [], count: outputs.count)
    for source in sources { ToolPipe.neverWait(source.pipe.writing) }
    for output in outputs { ToolPipe.neverWait(output.reading) }
  }

  /// Runs until the tool has closed its outputs.
  mutating func run() throws(ToolProcess.Failure) {
    for index in sources.indices { send(index) }
    while outputs.contains(where: { $0.reading >= 0 }) {
      try wait()
      for index in sources.indices where sources[index].pipe.writing >= 0 { send(index) }
      for index in outputs.indices where outputs[index].reading >= 0 { try take(index) }
    }
  }

  /// Waits until there is something to do.
  private func wait() throws(ToolProcess.Failure) {
    let writing = sources.filter { $0.pipe.writing >= 0 }.map {
      pollfd(fd: $0.pipe.writing, events: Int16(POLLOUT), revents: 0)
    }
    let reading = outputs.filter { $0.reading >= 0 }.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    var ends = writing + reading
    let rest = deadline - ToolClock.now
    guard rest > 0 else { throw .time }
    let found = poll(&ends, nfds_t(ends.count), Int32(clamping: rest))
    if found < 0, errno != EINTR, errno != EAGAIN { throw .system(errno) }
  }

  /// Sends what the pipe takes, and closes it behind the last byte.
  private mutating func send(_ index: Int) {
    let (pipe, bytes) = sources[index]
    while sent[index] < bytes.count {
      let start = sent[index]
      let count = bytes.withUnsafeBytes { write(pipe.writing, $0.baseAddress?.advanced(by: start), $0.count - start) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return }
        break
      }
      sent[index] += count
    }
    pipe.closeWriting()
  }

  /// Reads the available bytes; none at all is the end.
  private mutating func take(_ index: Int) throws(ToolProcess.Failure) {
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes { read(outputs[index].reading, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return }
        throw .system(errno)
      }
      guard count > 0 else {
        outputs[index].closeReading()
        return
      }
      taken[index] += piece.prefix(count)
      guard taken[index].count <= most else { throw .tooMuch }
    }
  }
}

/// `xcrun xcresulttool`, which reads the results of Xcode on a Mac.
package struct XCResultTool {
  private let path: String?
  private let environment: [String]

  package init(environment: (String) -> String?) {
    path = ToolProcess.program("xcrun", in: environment("PATH"))
    self.environment = ToolProcess.developer(environment)
  }

  /// The tests of a result bundle as JSON.
  ///
  /// - Parameter bundle: path of the .xcresult.
  package func tests(of bundle: String) throws(FindingsProblem) -> [UInt8] {
    guard let path else {
      throw FindingsProblem(
        refusing:
          "cannot find xcrun, which reads an .xcresult; on a Mac, run \"xcrun xcresulttool get test-results tests "
          + "--path NAME.xcresult > tests.json\", and import tests.json")
    }
    let process = ToolProcess(program: path, environment: environment, limit: 120_000, most: FindingsReport.largest)
    let outcome: ToolProcess.Outcome
    do throws(ToolProcess.Failure) {
      outcome = try process.run(["xcresulttool", "get", "test-results", "tests", "--path", bundle, "--compact"])
    } catch {
      throw FindingsProblem(refusing: "xcresulttool did not finish: \(error)")
    }
    guard outcome.status == 0 else {
      let reason = ReportText.oneLine(outcome.errors, limit: ReportText.line)
      throw FindingsProblem(refusing: "xcresulttool could not read it (exit \(outcome.status)): \(reason)")
    }
    return outcome.output
  }
}
