import Base
import Store

/// A folder through which machines exchange facts: a network drive, a synchronized folder, a git work tree, a mounted
/// bucket.
///
///     <folder>/<tracker>/<replica>/<from>-<to>-<digest8>.a11y.json
///     <folder>/<tracker>/<replica>/evidence/<ab>/<sha256>
///     <folder>/<tracker>/.gitattributes
///
/// Each machine writes only below the name of its own replica. Files never change: their names say which facts of the
/// replica they hold and begin with the digest of the bundle. Facts of another replica that are not in the folder are
/// written as `<replica>-<from>-<to>-<digest8>.a11y.json`, those of several replicas in one file by the name of the first. There is no lock, no index and no newest one, so nothing can
/// be in two states at once, and copies that a conflict made are read like any other file.
struct SharedFolder {
  static let ending = ".a11y.json"
  /// Where the evidence files of a machine's part lie.
  static let evidence = "evidence"
  /// What a file is called before it has its name; see `OutputName`.
  static let unnamed = "bundle"

  let path: String
  let tracker: String

  var trackerFolder: String { "\(path)/\(tracker)" }

  func folder(of replica: String) -> String { "\(trackerFolder)/\(replica)" }

  func evidence(of replica: String) -> String { "\(folder(of: replica))/\(Self.evidence)" }

  /// The file's name after what it holds. `replica` is the one whose facts these are.
  static func name(of replica: String, own: String, from: Int64, to: Int64, digest: String) -> String {
    let range = "\(from)-\(to)-\(String(digest.prefix(8)))\(ending)"
    return replica == own ? range : "\(replica)-\(range)"
  }

  /// Whether a name says that the file is a bundle, as the copies do that file services make of one:
  /// `1-5-60ac2f7c.a11y (conflicted copy).json`.
  static func isOurs(_ path: String) -> Bool {
    let mark = Array(".a11y".utf8)
    let name = Array(path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed())
    return name.indices.contains { name[$0...].starts(with: mark) }
  }

  /// The trackers that have a part in a folder: the folders in it that have the name of a tracker and hold bundles of
  /// it. A name alone says nothing: `screenshots` could be one.
  static func trackers(in path: String, besides own: String? = nil) throws(BundleProblem) -> [String] {
    try Directory.entries(of: path)
      .filter { $0.kind == .folder && FactForm.isReplica($0.name.utf8) && $0.name != own }
      .filter { SharedFolder(path: path, tracker: $0.name).holdsBundles }.map(\.name)
  }

  /// How to get the files of a folder in which no tracker is found, where a service has them elsewhere; nil for any
  /// other folder.
  static func advice(on path: String) -> String? {
    for entry in (try? Directory.entries(of: path)) ?? [] where FactForm.isReplica(entry.name.utf8) {
      guard let listing = try? FolderListing(SharedFolder(path: path, tracker: entry.name), isPart: true) else {
        continue
      }
      if !listing.elsewhere.isEmpty {
        return "Open the folder in Finder, download its files from iCloud, and try again."
      }
      for file in listing.files {
        do {
          _ = try BundleFile(path: "\(path)/\(file.path)").header()
        } catch let problem as BundleProblem where problem.sentence.contains("Git LFS") {
          return "Run \"git lfs pull\" to download the files, and try again."
        } catch {}
      }
    }
    return nil
  }

  private var holdsBundles: Bool {
    guard let files = try? FolderListing(self, isPart: true).files else { return false }
    return files.contains { file in
      (try? BundleFile(path: "\(path)/\(file.path)").header())?.tracker == tracker
    }
  }

  /// Makes the machine's own part of the folder; never the folder itself, which may be a drive that is not there.
  func prepare(_ replica: String) throws(BundleProblem) {
    for folder in [trackerFolder, folder(of: replica)] { try EvidenceTree.make(folder) }
  }

  /// Whether the folder is in a git work tree.
  var isInGit: Bool {
    var folder = path
    while true {
      if Directory.kind(of: folder + "/.git") != .missing { return true }
      guard let cut = folder.utf8.lastIndex(of: UInt8(ascii: "/")), cut != folder.startIndex else { return false }
      folder = String(folder[..<cut])
    }
  }

  /// Keeps git from changing the ends of lines. Everyone writes the same, so this cannot conflict either.
  func writeGitAttributes() throws(BundleProblem) {
    try writeGitAttributes(
      "# Bundles of a11y are never changed and never merged.\n*\(Self.ending) -text\n", in: trackerFolder)
  }

  /// The same for the evidence in one machine's part, where a text file is named by its digest as well.
  func writeGitAttributes(ofEvidence replica: String) throws(BundleProblem) {
    try writeGitAttributes("# Evidence is never changed and never merged.\n* -text\n", in: evidence(of: replica))
  }

  private func writeGitAttributes(_ text: String, in folder: String) throws(BundleProblem) {
    let attributes = folder + "/.gitattributes"
    guard Directory.kind(of: attributes) == .missing else { return }
    do throws(BundleProblem) {
      try OutputName(path: attributes).write(Array(text.utf8), replacing: false)
    } catch {
      // Another machine was faster, and wrote the same.
      guard error.code == .exists else { throw error }
    }
  }
}

/// The evidence files of a shared folder: `<folder>/<tracker>/<replica>/evidence/ab/<sha256>`.
///
/// Their names never change what they mean, so there is nothing to remember: each exchange looks what is there, takes
/// what is missing here and writes what is missing there, each file by itself.
struct FolderEvidence {
  private let folder: SharedFolder
  private let tracker: Tracker
  /// What each machine's part holds.
  private let parts: [(replica: String, tree: EvidenceTree, files: [Digest: Directory.Entry])]

  init(_ folder: SharedFolder, _ tracker: Tracker) {
    (self.folder, self.tracker) = (folder, tracker)
    let entries = (try? Directory.entries(of: folder.trackerFolder)) ?? []
    parts = entries.filter { $0.kind == .folder }.map { part in
      let tree = EvidenceTree(path: folder.evidence(of: part.name))
      return (part.name, tree, tree.files())
    }
  }

  func exchange(_ report: inout FolderReport, progress: (String, Int, Int) throws -> Void) throws {
    let (own, former, named, gone) = try tracker.read { reader in
      let own = try reader.identity().replica
      return (own, try reader.formerNames(), try reader.namedFiles(), try reader.erasedFiles())
    }
    for (index, file) in named.enumerated() {
      try progress("Reading", index, named.count)
      if !tracker.evidence.holds(file.digest, bytes: file.bytes), try take(file) { report.evidenceRead += 1 }
    }
    try write(named, own, &report)
    try clean(gone, [own] + former, &report)
    report.evidenceMissing = try tracker.missingEvidence()
  }

  private func holding(_ file: NewEvidence) -> [EvidenceTree] {
    parts.filter { $0.files[file.digest]?.bytes == file.bytes }.map(\.tree)
  }

  /// A half-copied or damaged file is passed over for another machine's.
  private func take(_ file: NewEvidence) throws -> Bool {
    for tree in holding(file) where try tracker.evidence.take(tree.path(of: file), file) { return true }
    return false
  }

  private func write(_ named: [NewEvidence], _ own: String, _ report: inout FolderReport) throws {
    let tree = EvidenceTree(path: folder.evidence(of: own))
    let missing = named.filter { holding($0).isEmpty && tracker.evidence.holds($0.digest, bytes: $0.bytes) }
    guard !missing.isEmpty else { return }
    try folder.prepare(own)
    for file in missing where try tree.put(file, from: tracker.evidence) { report.evidenceWritten += 1 }
    if report.isInGit, report.evidenceWritten > 0 { try folder.writeGitAttributes(ofEvidence: own) }
  }

  /// Removes what was erased from the parts that are this machine's, and names what others still hold.
  private func clean(_ gone: [Digest], _ own: [String], _ report: inout FolderReport) throws {
    for part in parts {
      for digest in gone where part.files[digest] != nil {
        let name = "\(folder.tracker)/\(part.replica)/evidence/\(digest.hex.prefix(2))/\(digest.hex)"
        if own.contains(part.replica) {
          try part.tree.remove(digest)
          report.evidenceRemoved += 1
        } else {
          report.stale.append(name)
        }
      }
    }
  }
}
