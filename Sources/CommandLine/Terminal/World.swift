package import Base

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
  package var localOffset: @Sendable (Int64) -> Int
  /// What local time is called at a moment, as the system has it: `CET`; empty where it has no name.
  package var zoneName: @Sendable (Int64) -> String = { _ in "" }
  /// A text that stays the same on this installation and differs on every other one: identifies a copied database.
  package var hostIdentity: () -> String
  package var input: ByteReader
  package var output: ByteWriter
  package var errors: ByteWriter
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
    random: @escaping (Int) -> [UInt8], localOffset: @escaping @Sendable (Int64) -> Int,
    hostIdentity: @escaping () -> String, input: ByteReader, output: ByteWriter,
    errors: ByteWriter, isTerminal: @escaping (Stream) -> Bool, terminalColumns: @escaping () -> Int?,
    files: any FileAccess
  ) {
    (self.arguments, self.environment, self.currentDirectory) = (arguments, environment, currentDirectory)
    (self.now, self.random, self.localOffset) = (now, random, localOffset)
    (self.hostIdentity, self.input, self.output, self.errors) = (hostIdentity, input, output, errors)
    (self.isTerminal, self.terminalColumns, self.files) = (isTerminal, terminalColumns, files)
    keyboard = StreamKeyboard(input)
  }

  /// How the person who runs the program reads a moment.
  package var clock: LocalClock { LocalClock(name: zoneName, offset: localOffset) }

  /// An environment variable that is set and not empty; most conventions call an empty one unset.
  package func setting(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else { return nil }
    return value
  }

  /// Whether a build server runs the program, as `CI` says: no prompt gets an answer, and nothing may be left undecided.
  package var isUnattended: Bool { setting("CI").map { Switch($0) != .off } ?? false }

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

/// File operations, except those on the database.
///
/// Paths are absolute or relative to the current directory. Every failure is a `Problem` that names the path.
package protocol FileAccess {
  /// What is at a path (links followed), or nothing.
  func kind(of path: String) -> FileKind?
  /// How many bytes a file has (links followed); nil where that is not known.
  func size(of path: String) -> Int?
  /// Whether a symbolic link is at a path.
  func isLink(_ path: String) -> Bool
  /// Opens a file for reading; never waits for a pipe or a device. Kind not found, code `file.missing`; kind bad input,
  /// code `file.kind`, `file.directory` or `file.unreadable`.
  func open(_ path: String) throws(Problem) -> ByteReader
  /// Whether a named pipe is at a path (links followed).
  func isPipe(_ path: String) -> Bool
  /// Opens a named pipe that another program writes to, and waits for one only a moment. Kind bad input, code `file.kind`.
  func openPipe(_ path: String) throws(Problem) -> ByteReader
  /// Begins a file that replaces what is at the path when it is committed. Streams and devices are written directly.
  /// Kind storage, code `output.link`, for a symbolic link.
  ///
  /// - Parameter isPrivate: whether the file is readable for its owner alone, also where another one was.
  func create(_ path: String, isPrivate: Bool) throws(Problem) -> PendingFile
  /// The end of a chain of links; the path itself if it is not a link, or if the link is broken.
  func target(of path: String) -> String
  /// Creates a directory and those above it; one that exists already is fine.
  func createDirectory(_ path: String) throws(Problem)
  /// Removes a file; a missing file is fine.
  func remove(_ path: String) throws(Problem)
}

/// What a path names.
package enum FileKind: Sendable {
  case file, directory
  /// A device, a pipe, a socket.
  case other
}

extension FileAccess {
  package func create(_ path: String) throws(Problem) -> PendingFile { try create(path, isPrivate: false) }

  package func size(of path: String) -> Int? { nil }
  package func isPipe(_ path: String) -> Bool { false }
  package func openPipe(_ path: String) throws(Problem) -> ByteReader { try open(path) }

  /// Opens what a person named to be read: a file, or a named pipe too.
  package func openNamed(_ path: String) throws(Problem) -> ByteReader {
    try isPipe(path) ? openPipe(path) : open(path)
  }

  /// Whether there is anything at a path.
  package func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// Whether a name is that of a stream, which gives its bytes only once: `-`, `/dev/stdin`, what a shell makes of
  /// `<(...)`, and a named pipe.
  package func isStream(_ name: String) -> Bool { name == "-" || OpenStream.number(name) != nil || isPipe(name) }

  package func linkProblem(_ path: String) -> Problem {
    Problem(
      .storage, code: "output.link", "cannot write \(MessageText.quoted(path)): a symbolic link; nothing was written",
      hints: ["Specify the file itself, or remove the link."])
  }

  /// The whole content, of at most `limit` bytes.
  package func readFile(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    try open(path).readAll(limit: limit, name: MessageText.quoted(path))
  }

  /// The whole content of a text, of at most `limit` bytes, as UTF-8 without a mark.
  package func readText(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    try open(path).asText(MessageText.quoted(path)).readAll(limit: limit, name: MessageText.quoted(path))
  }

  /// Replaces the content of a file by way of a temporary file, made durable, and a rename.
  package func writeFileAtomically(_ path: String, _ bytes: some Collection<UInt8>) throws(Problem) {
    let file = try create(path)
    try file.writer.write(bytes)
    try file.commit()
  }
}

/// Names of files by a pattern, as a shell finds them: `*`, `?`, and `[...]` within a part of a path.
package enum FileNames {
  /// The paths that match, in the order of their bytes; none is no error.
  package static func matching(_ pattern: String) -> [String] {
    let parts = pattern.split(separator: "/").map(String.init)
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    for (place, part) in parts.enumerated() {
      found = found.flatMap { folder -> [String] in
        // What is no pattern need not be readable as a list.
        guard part.contains(where: { "*?[".contains($0) }) else {
          let path = Paths.join(folder, part)
          return place + 1 < parts.count || access(path, F_OK) == 0 ? [path] : []
        }
        return names(in: folder.isEmpty ? "." : folder).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
          .map { Paths.join(folder, $0) }
      }
    }
    return parts.isEmpty ? [] : found
  }

  /// The names in a folder, in the order of their bytes; empty where it cannot be listed.
  package static func names(in folder: String) -> [String] { listing(of: folder) ?? [] }

  /// The names in a folder; nil where it cannot be listed.
  package static func listing(of folder: String) -> [String]? {
    folderNames(folder)?.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// Arithmetic on path texts; nothing here looks at the disk.
package enum Paths {
  /// `base/name`, or `name` alone if it is absolute.
  package static func join(_ base: String, _ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") || base.isEmpty { return name }
    if name.isEmpty { return base }
    return base.utf8.last == UInt8(ascii: "/") ? base + name : base + "/" + name
  }

  /// The folder that holds a path: `/a` of `/a/b`, `/` of `/a`, `.` of `a`.
  package static func parent(_ path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    while bytes.count > slash { bytes.removeLast() }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes.isEmpty ? "/" : String(decoding: bytes, as: UTF8.self)
  }

  /// The last part of a path.
  package static func name(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// Whether a path begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}

/// A file that is written next to its final place, so that readers get the old content or the new, never a part.
///
/// Exactly one of `commit` and `discard` ends it; `deinit` discards it.
package final class PendingFile {
  /// The content goes here.
  package let writer: ByteWriter
  private let finish: () throws(Problem) -> Void
  private let abandon: () -> Void
  private var isOpen = true

  package init(
    writer: ByteWriter, finish: @escaping () throws(Problem) -> Void, abandon: @escaping () -> Void
  ) {
    (self.writer, self.finish, self.abandon) = (writer, finish, abandon)
  }

  deinit { discard() }

  /// Makes the content durable and puts it in place. Throws a `Problem` of kind storage and leaves the old file if
  /// that fails.
  package func commit() throws(Problem) {
    guard isOpen else { return }
    do throws(Problem) {
      try writer.flush()
    } catch {
      discard()
      throw error
    }
    isOpen = false
    try finish()
  }

  /// Drops the content.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    abandon()
  }
}
