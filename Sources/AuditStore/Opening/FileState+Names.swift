import Platform

/// Hard links: other names of one file.
extension FileState {
  /// How many names a regular file has beside this one; 0 where there is no such file.
  ///
  /// SQLite finds the journal of an interrupted write by the name of the database. Who opens the file by another name
  /// does not find it, reads what is half written, and damages the file with the next write.
  ///
  /// The temporary name that `renameWithoutReplacing` removes a moment later is not counted: a process that is killed
  /// in that moment leaves it, and no database is opened by it.
  static func otherNames(of path: String) -> Int {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_nlink > 1 else { return 0 }
    let folder = folder(of: path)
    let temporary = names(in: folder, beginningWith: name(of: path) + ".new-").count { isSame("\(folder)/\($0)", path) }
    return max(0, Int(clamping: info.st_nlink) - 1 - temporary)
  }
}
