/// The files of a shared folder that may be bundles of a tracker, and those that are passed over.
struct FolderListing {
  struct File {
    /// Below the shared folder.
    var path: String
    var entry: Directory.Entry
    /// Whether it lies in the part of one replica, and of which.
    var writer: String?
  }

  private(set) var files: [File] = []
  /// What is no file, with a word why it was passed over.
  private(set) var skipped: [FolderReport.Skipped] = []

  /// Files of the tracker's part, two folders deep, and bundles that somebody put at the top.
  init(_ folder: SharedFolder) throws(BundleProblem) {
    for entry in try Directory.entries(of: folder.path) where entry.name.hasSuffix(SharedFolder.ending) {
      take(entry, at: entry.name, writer: nil)
    }
    switch Directory.kind(of: folder.trackerFolder) {
    case .missing: return
    case .folder: break
    default: throw BundleProblem(.kind, "\(folder.trackerFolder) is not a folder; links are not followed")
    }
    for entry in try Directory.entries(of: folder.trackerFolder) {
      let path = "\(folder.tracker)/\(entry.name)"
      guard entry.kind == .folder else {
        take(entry, at: path, writer: nil)
        continue
      }
      guard entry.name != "evidence" else { continue }
      for file in try Directory.entries(of: "\(folder.path)/\(path)") {
        take(file, at: "\(path)/\(file.name)", writer: entry.name)
      }
    }
  }

  private mutating func take(_ entry: Directory.Entry, at path: String, writer: String?) {
    switch entry.kind {
    case .file: files.append(File(path: path, entry: entry, writer: writer))
    case .link: skipped.append(.init(path: path, reason: "it is a symbolic link"))
    case .folder: skipped.append(.init(path: path, reason: "it is a folder"))
    case .other: skipped.append(.init(path: path, reason: "it is not a regular file"))
    case .missing: break
    }
  }
}
