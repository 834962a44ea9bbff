import AuditStore

/// The files of a shared folder that may be bundles of a tracker, and those that are passed over.
struct FolderListing {
  struct File {
    /// Below the shared folder.
    var path: String
    var entry: Directory.Entry
    /// Whether it has a signature file.
    var isSigned = false

    /// Whether it is what was refused here before.
    func isUnchanged(since refused: SetAsideFile?) -> Bool {
      refused.map { $0.bytes == entry.bytes && $0.stamp == entry.stamp } ?? false
    }

    /// Whether it is what was read or written here before.
    func isUnchanged(since known: FolderFile?) -> Bool {
      known.map { $0.bytes == entry.bytes && $0.stamp == entry.stamp && $0.isSigned == isSigned } ?? false
    }
  }

  private(set) var files: [File] = []
  /// What is no file, with a word why it was passed over.
  private(set) var skipped: [FolderReport.Skipped] = []
  /// Parts of machines that cannot be looked into.
  private(set) var refused: [FolderReport.Refused] = []

  /// By the bytes of their paths.
  private var signatures: Set<[UInt8]> = []

  /// Files of the tracker's part, two folders deep, and bundles at the top level.
  init(_ folder: SharedFolder) throws(BundleProblem) {
    for entry in try Directory.entries(of: folder.path)
    where entry.name.hasSuffix(SharedFolder.ending)
      || entry.name.hasSuffix(SharedFolder.ending + BundleSignature.ending)
    {
      take(entry, at: entry.name)
    }
    switch Directory.kind(of: folder.trackerFolder) {
    case .missing: return
    case .folder: break
    default: throw BundleProblem(.kind, "\(folder.trackerFolder) is not a folder; links are not followed")
    }
    for entry in try Directory.entries(of: folder.trackerFolder) where entry.name != SharedFolder.evidence {
      let path = "\(folder.tracker)/\(entry.name)"
      if entry.kind == .folder { look(into: path, of: folder) } else { take(entry, at: path) }
    }
    for index in files.indices {
      files[index].isSigned = signatures.contains(Array(BundleSignature.path(of: files[index].path).utf8))
    }
  }

  /// One machine's part. Where it cannot be read the others' still can.
  private mutating func look(into part: String, of folder: SharedFolder) {
    do throws(BundleProblem) {
      let files = try Directory.entries(of: "\(folder.path)/\(part)").filter { $0.name != SharedFolder.evidence }
      for file in files.sorted(by: Self.isEarlier) { take(file, at: "\(part)/\(file.name)") }
    } catch {
      // It may have been removed since it was listed.
      if error.code != .missing { refused.append(.init(path: part, problem: error)) }
    }
  }

  /// By the numbers with which names begin, so that a chain is read from its first fact on: a fact before or between
  /// others makes its whole chain be derived again.
  private static func isEarlier(_ one: Directory.Entry, _ other: Directory.Entry) -> Bool {
    let (number, otherNumber) = (first(of: one.name), first(of: other.name))
    return number == otherNumber ? one.name < other.name : number < otherNumber
  }

  private static func first(of name: String) -> Int64 {
    Int64(name.prefix { $0 >= "0" && $0 <= "9" }) ?? .max
  }

  private mutating func take(_ entry: Directory.Entry, at path: String) {
    guard BundleSignature.bundle(of: path) == nil else {
      signatures.insert(Array(path.utf8))
      return
    }
    switch entry.kind {
    case .file: files.append(File(path: path, entry: entry))
    case .link: skipped.append(.init(path: path, reason: "symbolic link"))
    case .folder: skipped.append(.init(path: path, reason: "folder"))
    case .other: skipped.append(.init(path: path, reason: "not a regular file"))
    case .unnamed: skipped.append(.init(path: path, reason: "name is not UTF-8"))
    case .missing: break
    }
  }
}
