/// Files that get their name when they are whole: a process that is killed leaves nothing behind.
package enum NamelessFile {
  private static let descriptors = "/proc/self/fd"

  /// Makes one in a folder, for its owner's eyes only.
  ///
  /// - Returns: its descriptor; negative where the system or the file system has no such files.
  package static func make(in folder: String) -> Int32 {
    #if os(Linux)
      // Without this folder it could never be given a name.
      guard access(descriptors, X_OK) == 0 else { return -1 }
      // O_TMPFILE, whose definition Swift cannot read.
      return open(folder, 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600)
    #else
      return -1
    #endif
  }

  /// Whether an open file has no name.
  package static func isOne(_ file: Int32) -> Bool {
    var info = stat()
    return fstat(file, &info) == 0 && info.st_nlink == 0
  }

  /// Where this process can open it once more.
  package static func path(_ file: Int32) -> String { "\(descriptors)/\(file)" }

  /// Gives a file its name, which nothing has yet.
  ///
  /// - Returns: the error number, 0 for none.
  package static func name(_ file: Int32, _ name: String) -> Int32 {
    linkat(AT_FDCWD, path(file), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }
}
