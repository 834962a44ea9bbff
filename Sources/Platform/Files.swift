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
