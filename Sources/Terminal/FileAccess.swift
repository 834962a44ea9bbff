/// File operations, except those on the database.
///
/// Paths are absolute or relative to the current directory. Every failure is a `Problem` that names the path.
package protocol FileAccess {
  /// What is at a path (links followed), or nothing.
  func kind(of path: String) -> FileKind?
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

  /// The problem of an output that is a link.
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
    try open(path).asText().readAll(limit: limit, name: MessageText.quoted(path))
  }

  /// Replaces the content of a file by way of a temporary file, made durable, and a rename.
  package func writeFileAtomically(_ path: String, _ bytes: some Collection<UInt8>) throws(Problem) {
    let file = try create(path)
    try file.writer.write(bytes)
    try file.commit()
  }
}
