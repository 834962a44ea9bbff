/// Makes what was written to an open file, or the names in an open folder, survive a loss of power.
///
/// Darwin's `fsync` leaves the bytes in the drive's own memory (`man 2 fsync`), so the drive is asked to write them; a
/// file system without this request is synced as anywhere.
///
/// - Returns: the error number, 0 for none.
package func makeDurable(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor) == 0 ? 0 : errno
}

/// Lets the drive that holds a database write what it has taken so far.
///
/// Apple's SQLite asks for an order of writes where it should ask for the writes, so a commit is not durable by itself.
/// Elsewhere it is, and this does nothing. The folder is opened, never the file: closing that would drop SQLite's
/// locks.
package func flushDrive(below file: UnsafePointer<CChar>) {
  #if canImport(Darwin)
    let path = String(cString: file)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let descriptor = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_FULLFSYNC)
    close(descriptor)
  #endif
}

/// Gives a finished file its name, unless something has that name already.
///
/// - Returns: the error number, 0 for none: `EEXIST` where the name is taken, another where the file system can do
///   neither this nor hard links (FAT, some network shares).
package func moveToFreeName(_ temporary: String, _ path: String) -> Int32 {
  #if canImport(Darwin)
    if renamex_np(temporary, path, UInt32(RENAME_EXCL)) == 0 { return 0 }
    if errno == EEXIST { return EEXIST }
  #endif
  guard link(temporary, path) == 0 else { return errno }
  unlink(temporary)
  return 0
}

/// The names in a folder, in no order; nil where it cannot be listed.
package func folderNames(_ path: String) -> [String]? {
  guard let listing = opendir(path) else { return nil }
  defer { closedir(listing) }
  var names: [String] = []
  while let entry = readdir(listing) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// `open`, for places where the word means something else.
package func openFile(_ path: String, _ flags: Int32, mode: mode_t = 0o666) -> Int32 { open(path, flags, mode) }

/// `close`, for places where the word means something else.
@discardableResult
package func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

extension stat {
  /// When the content was changed last.
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

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

/// The files that this process is writing under a temporary name, kept where a handler of signals may look: a process
/// that is asked to end takes them away.
///
/// Plain memory that is there before the file: a handler may neither allocate nor wait for a lock.
package enum UnfinishedFiles {
  private struct Slot {
    var isTaken = false
    var path: UnsafeMutablePointer<CChar>
  }

  private static let room = 32
  private static let longest = 1_024

  /// Made with the first file; most commands have none.
  nonisolated(unsafe) private static var slots: UnsafeMutablePointer<Slot>?

  private static func made() -> UnsafeMutablePointer<Slot> {
    if let slots { return slots }
    let made = UnsafeMutablePointer<Slot>.allocate(capacity: room)
    for number in 0..<room {
      let path = UnsafeMutablePointer<CChar>.allocate(capacity: longest)
      path.initialize(repeating: 0, count: longest)
      (made + number).initialize(to: Slot(path: path))
    }
    slots = made
    return made
  }

  nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
    let made = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    made.initialize(to: pthread_mutex_t())
    pthread_mutex_init(made, nil)
    return made
  }()

  /// A file is about to be made. One too many, or with too long a path, is not noted: it stays if the process is ended.
  package static func note(_ path: String) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let slots = made()
    let bytes = Array(path.utf8CString)
    guard bytes.count <= longest, let free = (0..<room).first(where: { !slots[$0].isTaken }) else { return }
    for (place, byte) in bytes.enumerated() { slots[free].path[place] = byte }
    slots[free].isTaken = true
  }

  /// The file has its name now, or is gone.
  package static func forget(_ path: String) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard let slots else { return }
    for number in 0..<room where slots[number].isTaken && strcmp(slots[number].path, path) == 0 {
      slots[number].isTaken = false
    }
  }

  /// What is noted; for tests, which must not take away the files of others.
  static var noted: [String] {
    guard let slots else { return [] }
    return (0..<room).filter { slots[$0].isTaken }.map { String(cString: slots[$0].path) }
  }

  /// Takes all of them away. For a handler of signals, before the process ends.
  package static func removeAll() {
    guard let slots else { return }
    for number in 0..<room where slots[number].isTaken { unlink(slots[number].path) }
  }
}

/// Writing that goes on until everything is written.
package enum WholeWrite {
  /// Writes all bytes to a descriptor; returns the error number, 0 for none.
  package static func all(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, part.baseAddress, part.count)
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN: waitUntilWritable(descriptor)
        case let error: return error
        }
      } else {
        rest = rest.dropFirst(count)
      }
    }
    return 0
  }

  /// A descriptor that someone else set to non-blocking: wait instead of spinning.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1_000)
  }
}

/// What a file is that is no text, by its first bytes, where a reader of text would only find a wrong byte.
package struct ContentKind {
  /// `compressed with gzip`
  package let name: String
  /// What to do about it: `unpack it first`.
  package let advice: String

  /// As many bytes as the longest beginning has.
  package static let bytes = 23

  /// Nil for what may be text.
  package init?(start: some Collection<UInt8>) {
    func begins(_ bytes: [UInt8?]) -> Bool {
      start.count >= bytes.count && zip(start, bytes).allSatisfy { $1 == nil || $0 == $1 }
    }
    guard let found = Self.beginnings.first(where: { begins($0.bytes) }) else { return nil }
    (name, advice) = (found.name, found.advice)
  }

  private static let beginnings: [(bytes: [UInt8?], name: String, advice: String)] = [
    ([0x1F, 0x8B], "compressed with gzip", unpack),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", unpack),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz", unpack),
    ([0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59], "compressed with bzip2", unpack),
    (
      [0x50, 0x4B, 0x03, 0x04], "a zip archive, as a workbook of Excel, Numbers, or LibreOffice is",
      "unpack it, or save the sheet as CSV"
    ),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old workbook or document of Office",
      "save the sheet as CSV"
    ),
    (Array("SQLite format 3\0".utf8), "a database", "export a bundle from it"),
    (Array("version https://git-lfs".utf8), "a pointer of Git LFS", "run \"git lfs pull\" to download the file"),
    (Array("%PDF-".utf8), "a PDF document", "use the file from which it was made"),
    (Array("{\\rtf".utf8), "an RTF document", "save it as plain text"),
    (Array("bplist0".utf8), "a binary property list", "convert it to JSON, or save it as text"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "an image", image), ([0xFF, 0xD8, 0xFF], "an image", image),
    (Array("GIF8".utf8), "an image", image),
    ([0xFF, 0xFE, 0, 0], "text in UTF-32", "save the file as UTF-8"),
    ([0, 0, 0xFE, 0xFF], "text in UTF-32", "save the file as UTF-8"),
  ]
  private static let unpack = "unpack it first"
  private static let image = "pass it with --evidence to log what it shows"
}
