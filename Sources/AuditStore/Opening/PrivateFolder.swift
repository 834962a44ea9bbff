import Platform

/// Who may see a tracker: its owner alone, with any umask, since sessions with children and their codes are in it.
enum PrivateFolder {
  /// The name of a tracker's own folder. Any other one holds what is not ours to hide.
  static let name = ".a11y"
  private static let others: mode_t = 0o077
  private static let writing: mode_t = 0o022

  /// Takes the rights of others from a tracker and its folder, and has git leave the folder alone.
  ///
  /// What others may write was opened to them on purpose, for no umask in use does that: it stays, and `doctor` says so.
  static func secure(_ path: String) {
    narrow(path)
    let folder = FileState.folder(of: path)
    guard FileState.name(of: folder) == name else { return }
    narrow(folder)
    let ignore = folder + "/.gitignore"
    if !FileState.exists(ignore) { FileState.write(Array("*\n".utf8), to: ignore) }
  }

  /// Whether others may read the tracker.
  static func isReadable(_ path: String) -> Bool {
    var (file, folder) = (stat(), stat())
    guard stat(path, &file) == 0, stat(FileState.folder(of: path), &folder) == 0 else { return false }
    return file.st_mode & 0o044 != 0 && folder.st_mode & 0o011 != 0
  }

  private static func narrow(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_uid == geteuid(), info.st_mode & others != 0,
      info.st_mode & writing == 0, [S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT)
    else { return }
    _ = chmod(path, info.st_mode & ~(others | S_IFMT))
  }
}
