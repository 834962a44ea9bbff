/// What the program may do to files, apart from the database.
///
/// Paths are absolute or relative to the current directory. Every failure is a `Problem` that names the path.
package protocol FileAccess {
  /// What is at a path (links followed), or nothing.
  func kind(of path: String) -> FileKind?
  /// Opens a file for reading: kind not found, code `file.missing`; kind bad input, code `file.unreadable`.
  func open(_ path: String) throws(Problem) -> ByteReader
  /// Begins a file that replaces what is at the path when it is committed. Devices and pipes are written directly.
  func create(_ path: String) throws(Problem) -> PendingFile
  /// Creates a directory and those above it; one that exists already is fine.
  func createDirectory(_ path: String) throws(Problem)
  /// Removes a file; none there is fine.
  func remove(_ path: String) throws(Problem)
}

/// What a path names.
package enum FileKind: Sendable {
  case file, directory
  /// A device, a pipe, a socket.
  case other
}

extension FileAccess {
  package func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// The whole content, of at most `limit` bytes.
  package func readFile(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    try open(path).readAll(limit: limit, name: MessageText.quoted(path))
  }

  /// Replaces the content of a file by way of a temporary file, made durable, and a rename.
  package func writeFileAtomically(_ path: String, _ bytes: some Collection<UInt8>) throws(Problem) {
    let file = try create(path)
    try file.writer.write(bytes)
    try file.commit()
  }
}
