import AuditStore
import CanonicalJSON

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
    self.folder = folder
    self.tracker = tracker
    let entries = (try? Directory.entries(of: folder.trackerFolder)) ?? []
    parts = entries.filter { $0.kind == .folder }.map { part in
      let tree = EvidenceTree(path: folder.evidence(of: part.name))
      return (part.name, tree, tree.files())
    }
  }

  func exchange(
    _ report: inout FolderReport, progress: (String, Int, Int) throws -> Void
  ) throws {
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
