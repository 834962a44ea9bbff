import Base
package import Store

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
  /// The paths of files that are elsewhere: a service that keeps them has only a note of each in the folder.
  private(set) var elsewhere: [String] = []
  /// What is no file, with a word why it was passed over.
  private(set) var skipped: [FolderReport.Skipped] = []
  /// Parts of machines that cannot be looked into.
  private(set) var refused: [FolderReport.Refused] = []

  /// By the bytes of their paths.
  private var signatures: Set<[UInt8]> = []

  /// Files of the tracker's part, two folders deep, and bundles at the top level.
  ///
  /// - Parameter isPart: without those at the top level, which are listed once and not for each of many trackers.
  init(_ folder: SharedFolder, isPart: Bool = false) throws(BundleProblem) {
    for entry in try isPart ? [] : Directory.entries(of: folder.path, withNotes: true) {
      let name = Directory.noted(entry.name) ?? entry.name
      guard [SharedFolder.ending, SharedFolder.ending + BundleSignature.ending].contains(where: name.hasSuffix) else {
        continue
      }
      take(entry, in: "")
    }
    switch Directory.kind(of: folder.trackerFolder) {
    case .missing: return
    case .folder: break
    default: throw BundleProblem(.kind, "\(folder.trackerFolder) is not a folder; links are not followed")
    }
    for entry in try Directory.entries(of: folder.trackerFolder, withNotes: true)
    where entry.name != SharedFolder.evidence {
      let path = "\(folder.tracker)/\(entry.name)"
      if entry.kind == .folder { look(into: path, of: folder) } else { take(entry, in: "\(folder.tracker)/") }
    }
    for index in files.indices {
      files[index].isSigned = signatures.contains(Array(BundleSignature.path(of: files[index].path).utf8))
    }
  }

  /// One machine's part. Where it cannot be read the others' still can.
  private mutating func look(into part: String, of folder: SharedFolder) {
    do throws(BundleProblem) {
      let files = try Directory.entries(of: "\(folder.path)/\(part)", withNotes: true)
        .filter { $0.name != SharedFolder.evidence }
      for file in files.sorted(by: Self.isEarlier) { take(file, in: "\(part)/") }
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

  /// - Parameter folder: its path with a slash at its end; empty for the shared folder.
  private mutating func take(_ entry: Directory.Entry, in folder: String) {
    let noted = Directory.noted(entry.name)
    let path = folder + (noted ?? entry.name)
    guard BundleSignature.bundle(of: path) == nil else {
      signatures.insert(Array(path.utf8))
      return
    }
    guard noted == nil else {
      elsewhere.append(path)
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
  ///
  /// - Parameter withNotes: of files that are elsewhere, too, where they are not here as well.
  static func entries(of folder: String, withNotes: Bool = false) throws(BundleProblem) -> [Entry] {
    let all = try all(of: folder)
    let names = withNotes ? Set(all.map(\.name)) : []
    return all.filter { entry in
      guard entry.name.utf8.starts(with: ".".utf8) else { return true }
      return withNotes && noted(entry.name).map { !names.contains($0) } ?? false
    }
  }

  /// The name of the file that iCloud keeps elsewhere, by what it has in its place: `.1-5-60ac2f7c.a11y.json.icloud`.
  static func noted(_ name: String) -> String? {
    let ending = ".icloud"
    guard name.hasPrefix("."), name.hasSuffix(ending), name.utf8.count > ending.utf8.count + 1 else { return nil }
    return String(name.dropFirst().dropLast(ending.count))
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

/// Who has what: this machine and a shared folder side by side, without changing either.
package struct FolderState: Sendable {
  package struct Replica: Sendable {
    package var state: ReplicaState
    /// How many of its facts that are here the folder holds as well.
    package var inFolder: Int
    /// How many are of tests with children, which stay here.
    package var withheld: Int
  }

  package var tracker: String
  package var own: String
  package var replicas: [Replica]
  /// Files that were not read yet, or have changed.
  package var unread: [String]
  package var skipped: [FolderReport.Skipped]
  /// Files and parts of the folder with which something is wrong as far as a first look tells.
  package var refused: [FolderReport.Refused]
  /// Requests of others that wait for a decision here.
  package var waiting: Int
  /// Changes of others that wait because their authors are not followed.
  package var proposals = 0
  /// Items that only people made better who are not followed.
  package var held = 0
  /// What came under a name that is not its author's.
  package var imposture = Imposture()
  /// Other trackers that have a part in the folder.
  package var others: [String]
}

extension FolderState {
  /// - Throws: `BundleProblem` where the folder cannot be read, `StoreError`.
  package init(_ tracker: Tracker, path: String) throws {
    let path = Directory.canonical(path)
    self = try tracker.read { reader in
      let (name, own) = try reader.identity()
      let listing = try FolderListing(SharedFolder(path: path, tracker: name))
      let (known, aside) = (try reader.folderFiles(of: path), try reader.setAsideFiles(of: path))
      var (unread, skipped, refused) = ([String](), listing.skipped, listing.refused)
      var runs: [FactRuns] = []
      for path in listing.elsewhere {
        if let before = known[Array(path.utf8)] {
          runs.append(before.runs)
        } else {
          skipped.append(.init(elsewhere: path))
        }
      }
      for file in listing.files {
        let before = known[Array(file.path.utf8)]
        if let before, file.isUnchanged(since: before) {
          runs.append(before.runs)
        } else if let set = aside[Array(file.path.utf8)], file.isUnchanged(since: set) {
          refused.append(set.refused)
        } else if let problem = Self.problem(of: "\(path)/\(file.path)", tracker: name) {
          if let word = FolderReport.Skipped(path: file.path, problem) {
            skipped.append(word)
          } else {
            refused.append(.init(path: file.path, problem: problem))
          }
        } else {
          unread.append(file.path)
        }
      }
      let present = FactRuns(unionOf: runs)
      let children = try reader.childFacts().subtracting(present)
      let replicas = try reader.replicaStates().map {
        Replica(
          state: $0, inFolder: present.intersection($0.runs).count, withheld: children.intersection($0.runs).count)
      }
      return FolderState(
        tracker: name, own: own, replicas: replicas, unread: unread, skipped: skipped, refused: refused,
        waiting: try reader.waitingRequests().count, proposals: try reader.proposalCount(),
        held: try reader.heldFindings().count(where: \.waits),
        imposture: try reader.imposture(), others: try SharedFolder.trackers(in: path, besides: name))
    }
  }

  /// Why a file that was not read yet cannot be imported, by its first bytes; nil where it can.
  private static func problem(of path: String, tracker: String) -> BundleProblem? {
    do {
      let header = try BundleFile(path: path).header()
      return header.tracker == tracker ? nil : BundleProblem(.tracker, "belongs to tracker \(header.tracker)")
    } catch let problem as BundleProblem {
      return problem
    } catch {
      return nil
    }
  }
}
