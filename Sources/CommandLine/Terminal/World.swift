/// All inputs and outputs of the program: arguments, environment, clock, random numbers, streams, terminal, files.
///
/// One small value, made by `World.live()` in `main` and by tests from memory. No other code reads these directly. Used
/// from one thread.
package struct World {
  /// The arguments after the program's name, as the bytes that were given.
  package var arguments: [[UInt8]]
  /// The value of an environment variable; nothing if it is not set.
  package var environment: (String) -> String?
  /// The absolute path of the current directory. Fails if it was deleted.
  package var currentDirectory: () throws(Problem) -> String
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var now: () -> Int64
  /// The given number of bytes from the system's cryptographic generator.
  package var random: (Int) -> [UInt8]
  /// Seconds that local time is ahead of UTC at a moment in milliseconds UTC.
  package var localOffset: (Int64) -> Int
  /// A text that stays the same on this installation and differs on every other one: identifies a copied database.
  package var hostIdentity: () -> String
  package var input: ByteReader
  package var output: ByteWriter
  package var errors: ByteWriter
  /// Whether a stream is a terminal.
  package var isTerminal: (Stream) -> Bool
  /// The columns of the terminal that standard output is, if it is one and knows.
  package var terminalColumns: () -> Int?
  package var files: any FileAccess
  /// The answers of a walk; the same stream as `input`, and only one of the two may be read.
  package var keyboard: any Keyboard
  /// The signals that ask for the end.
  package var ending = Ending()
  /// The lines of the terminal that standard output is, if it is one and knows.
  package var terminalRows: () -> Int? = { nil }
  /// Starts a program that shows long output, a line for the shell.
  package var startPager: (String) throws(Problem) -> OpenPager? = { _ in nil }
  /// Whether the process ends with the command, so that freeing memory is unnecessary.
  package var endsWithCommand = false

  package enum Stream: Sendable {
    case input, output, errors
  }

  package init(
    arguments: [[UInt8]], environment: @escaping (String) -> String?,
    currentDirectory: @escaping () throws(Problem) -> String, now: @escaping () -> Int64,
    random: @escaping (Int) -> [UInt8], localOffset: @escaping (Int64) -> Int,
    hostIdentity: @escaping () -> String, input: ByteReader, output: ByteWriter,
    errors: ByteWriter, isTerminal: @escaping (Stream) -> Bool, terminalColumns: @escaping () -> Int?,
    files: any FileAccess
  ) {
    self.arguments = arguments
    self.environment = environment
    self.currentDirectory = currentDirectory
    self.now = now
    self.random = random
    self.localOffset = localOffset
    self.hostIdentity = hostIdentity
    self.input = input
    self.output = output
    self.errors = errors
    self.isTerminal = isTerminal
    self.terminalColumns = terminalColumns
    self.files = files
    keyboard = StreamKeyboard(input)
  }

  /// An environment variable that is set and not empty; most conventions call an empty one unset.
  package func setting(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else { return nil }
    return value
  }

  /// Whether a build server runs the program, as `CI` says: no prompt gets an answer, and nothing may be left undecided.
  package var isUnattended: Bool { setting("CI").map { Switch($0) != .off } ?? false }

  /// A path made absolute.
  package func absolute(_ path: String) throws(Problem) -> String {
    Paths.isAbsolute(path) ? path : Paths.join(try currentDirectory(), path)
  }

  /// A folder of the XDG base directory convention, e.g. `XDG_CONFIG_HOME` or else `~/.config`. The convention says
  /// that a relative value is ignored.
  package func baseDirectory(_ variable: String, inHome fallback: String) -> String? {
    if let value = setting(variable), Paths.isAbsolute(value) { return value }
    guard let home = setting("HOME") else { return nil }
    return Paths.join(home, fallback)
  }
}
