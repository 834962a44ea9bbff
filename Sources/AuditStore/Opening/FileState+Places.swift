import Platform

/// Where files are and who may change them.
extension FileState {
  /// What everyone on the machine may write, of a database and its folder, as words: `the file`, `its folder`.
  static func writableByOthers(_ path: String) -> [String] {
    var found: [String] = []
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IWOTH != 0 { found.append("the file") }
    // A sticky folder (/tmp) lets everyone add files, but not replace those of others.
    if stat(folder(of: path), &info) == 0, info.st_mode & S_IWOTH != 0, info.st_mode & S_ISVTX == 0 {
      found.append("its folder")
    }
    return found
  }

  /// Whether two paths name one file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  static func size(of path: String) -> Int64 {
    var info = stat()
    return stat(path, &info) == 0 ? Int64(info.st_size) : 0
  }

  /// The folder that holds a path: `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The names in a folder that begin with `prefix`, sorted; nothing where it cannot be read.
  static func names(in folder: String, beginningWith prefix: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.utf8.starts(with: prefix.utf8) { names.append(name) }
    }
    return names.sorted()
  }

  /// Puts a finished file in the place of another one, or where none is.
  static func replace(_ path: String, with temporary: String) throws {
    guard rename(temporary, path) == 0 else {
      throw StoreError.unreachable(path: path, detail: SystemText.of(errno))
    }
  }

  /// Makes a file or a folder's names durable. What cannot be synced loses nothing else by it.
  static func sync(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = makeDurable(descriptor)
    close(descriptor)
  }
}
