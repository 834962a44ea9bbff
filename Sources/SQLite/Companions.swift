import Platform

/// The files that SQLite looks for beside a database, and believes.
///
/// They come along when a folder is handed over. A pipe in the place of one would be waited for without end. And a
/// journal may name another file, which SQLite **deletes** once the journal is played back: that is how it commits to
/// several databases at once, which nothing here ever does.
enum Companions {
  private static let endings = ["-journal", "-wal", "-shm"]
  /// More than any SQLite takes for the name of a file.
  private static let longestName = 1 << 16
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
          code: .corrupt, message: "the file with its name and \(ending) is not a regular file")
      }
      if ending == "-journal", namesAnotherFile(path) {
        throw SQLiteError(code: .corrupt, message: "its journal was made to delete another file")
      }
    }
  }

  /// It ends with the name, its length, a sum over it, and the magic. The sum is looked at as well: a journal that was
  /// cut off by a crash must not be taken for one.
  private static func namesAnotherFile(_ journal: [CChar]) -> Bool {
    let file = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    let size = Int64(lseek(file, 0, SEEK_END))
    guard let end = bytes(of: file, 16, at: size - 16), end[8...].elementsEqual(magic) else { return false }
    let length = number(end[..<4])
    guard length > 0, length <= longestName, let name = bytes(of: file, length, at: size - 16 - Int64(length)) else {
      return false
    }
    // SQLite adds what C calls `char`, which has a sign on some processors.
    let plain = name.reduce(UInt32(0)) { $0 &+ UInt32($1) }
    let signed = name.reduce(UInt32(0)) { $0 &+ UInt32(truncatingIfNeeded: Int8(bitPattern: $1)) }
    let sum = UInt32(number(end[4..<8]))
    return sum == plain || sum == signed
  }

  private static func bytes(of file: Int32, _ count: Int, at offset: Int64) -> [UInt8]? {
    guard offset >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
