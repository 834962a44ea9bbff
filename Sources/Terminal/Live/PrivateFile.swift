import Platform

/// A new file that nobody else may read, for as long as it is needed.
struct PrivateFile {
  /// Far more than a note may have.
  private static let limit = 1 << 20

  let path: String

  init(_ path: String, _ content: [UInt8]) throws(Problem) {
    self.path = path
    let name = MessageText.quoted(path)
    // Not through a link, and not what is there already: the folder may be everybody's.
    let (result, error) = SystemCall.retrying {
      Int(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
    }
    if error != 0 { throw SystemCall.writeProblem(error, to: name) }
    let descriptor = Int32(truncatingIfNeeded: result)
    let failure = content.withUnsafeBytes { WholeWrite.all($0, to: descriptor) }
    close(descriptor)
    if failure != 0 {
      unlink(path)
      throw SystemCall.writeProblem(failure, to: name)
    }
  }

  /// What is in it now. An editor may have put a new file in its place.
  func read() throws(Problem) -> [UInt8] {
    try LiveFiles(random: LiveHost.random).readFile(path, limit: Self.limit)
  }

  func remove() { unlink(path) }
}
