#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that SQLite looks for beside a database, and believes.
///
/// They come along when a folder is handed over. A pipe in the place of one would be waited for without end. And a
/// journal may name another file, which SQLite **deletes** once the journal is played back: that is how it commits to
/// several databases at once, which nothing here ever does.
enum Companions {
  private static let endings = ["-journal", "-wal", "-shm"]
  /// How a journal begins, and how one ends that names another file.
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// - Throws: `isCorrupt` for what SQLite should not open.
  static func look(beside database: DatabasePath) throws(SQLiteError) {
    for ending in endings {
      let path = database.appending(ending)
      var information = stat()
      guard lstat(path, &information) == 0 else { continue }
      guard information.st_mode & S_IFMT == S_IFREG else {
        throw SQLiteError(
          code: .corrupt, message: "what lies beside it under its name and \(ending) is not a regular file")
      }
      if ending == "-journal", namesAnotherFile(path) {
        throw SQLiteError(code: .corrupt, message: "the journal beside it was made to delete another file")
      }
    }
  }

  /// Its last 16 bytes are then the length of the name, a sum over the name, and the magic.
  private static func namesAnotherFile(_ journal: [CChar]) -> Bool {
    let file = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    var end = [UInt8](repeating: 0, count: 16)
    guard size >= 16, pread(file, &end, 16, size - 16) == 16 else { return false }
    return end[8...].elementsEqual(magic) && end[..<4].contains { $0 != 0 }
  }
}
