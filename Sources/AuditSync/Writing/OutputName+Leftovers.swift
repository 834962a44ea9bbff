import Platform

/// Leftover files of writers that were killed.
///
/// A writer holds a lock on its temporary file as long as it lives, and the system lets go of it with the process. So
/// a file without a lock, and unchanged for a minute, has no owner.
extension OutputName {
  private static let age = 60

  /// Marks the temporary file as one that is being written. Where a file system has no locks this does nothing, and
  /// nothing is ever swept there.
  func hold(_ file: Int32) {
    _ = flock(file, LOCK_EX | LOCK_NB)
  }

  /// Removes the temporary files of this name that were left behind.
  ///
  /// - Parameter file: the new temporary file; its time is the folder's clock, even if this machine's differs.
  func sweep(newest file: Int32) {
    var now = stat()
    guard fstat(file, &now) == 0, let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    let own = Self.name(of: temporary)
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard isTemporary(name), name != own else { continue }
      let path = folder == "/" ? "/" + name : "\(folder)/\(name)"
      if Self.isLeft(path, now.modified.tv_sec) { unlink(path) }
    }
  }

  private func isTemporary(_ name: String) -> Bool {
    let prefix = Self.prefix(for: Self.name(of: self.path))
    guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(".tmp"), name.utf8.count > prefix.utf8.count + 4 else {
      return false
    }
    let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(4)
    return middle.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
  }

  private static func isLeft(_ path: String, _ now: Int) -> Bool {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.modified.tv_sec < now - age else {
      return false
    }
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }
}
