import AuditStore
import Platform

/// What stands in folders, never following a link.
enum Directory {
  enum Kind {
    case missing, file, folder, link, other
    /// Its name is not UTF-8: it cannot be named in a message, nor remembered.
    case unnamed
  }

  struct Entry {
    var name: String
    var kind: Kind
    var bytes: Int64
    /// File number and time of change: a file that was written again has another one.
    var stamp: String
    /// When it was changed, in seconds since 1970.
    var changed: Int
  }

  static func kind(of path: String) -> Kind { entry(path, name: "")?.kind ?? .missing }

  /// What stands in a folder, in the order of names; nothing that begins with a dot.
  static func entries(of folder: String) throws(BundleProblem) -> [Entry] {
    try all(of: folder).filter { !$0.name.utf8.starts(with: ".".utf8) }
  }

  /// What stands in a folder, hidden files too.
  static func all(of folder: String) throws(BundleProblem) -> [Entry] {
    guard let stream = opendir(folder) else {
      throw errno == ENOENT
        ? BundleProblem(.missing, "folder not found: \(folder)")
        : BundleProblem(.unreadable, "the folder \(folder) cannot be read: \(SystemText.of(errno))")
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let found = readdir(stream) {
      let (name, isExact) = name(of: found)
      guard name != ".", name != ".." else { continue }
      if !isExact {
        entries.append(Entry(name: name, kind: .unnamed, bytes: 0, stamp: "", changed: 0))
      } else if let entry = entry("\(folder)/\(name)", name: name) {
        entries.append(entry)
      }
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The name, and whether it is the one on disk: bytes that are not UTF-8 are replaced.
  private static func name(of found: UnsafeMutablePointer<dirent>) -> (String, isExact: Bool) {
    withUnsafePointer(to: &found.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) { bytes in
        let name = String(cString: bytes)
        return (name, name.utf8.count == strlen(bytes) && String(validatingCString: bytes) != nil)
      }
    }
  }

  /// The path without links and dots; as it is where there is no such place.
  static func canonical(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  static func remove(_ path: String) throws(BundleProblem) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw BundleProblem(.unwritable, "\(path) cannot be removed: \(SystemText.of(errno))")
    }
  }

  static func entry(_ path: String, name: String) -> Entry? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    let kind: Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    let changed = info.modified
    return Entry(
      name: name, kind: kind, bytes: Int64(info.st_size),
      stamp: "\(info.st_ino) \(changed.tv_sec).\(changed.tv_nsec)", changed: changed.tv_sec)
  }
}
