import Platform

/// A temporary file that only this account may read.
struct PrivateFile {
  /// In bytes, far more than a note may have.
  private static let limit = 1 << 20

  let path: String

  init(_ path: String, _ content: [UInt8]) throws(Problem) {
    self.path = path
    let name = MessageText.quoted(path)
    // Not through a link, and not an existing file: the folder may be writable for all accounts.
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

  /// The current content. An editor may have replaced the file.
  func read() throws(Problem) -> [UInt8] {
    try LiveFiles(random: LiveHost.random).readFile(path, limit: Self.limit)
  }

  func remove() { unlink(path) }
}
