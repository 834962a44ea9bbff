package import AuditStore

/// What became of the evidence files of one bundle.
package struct EvidenceCount: Equatable, Sendable {
  /// Files that were copied.
  package var copied = 0
  /// Files that are named and are still missing.
  package var missing = 0

  package init() {}
}

extension EvidenceTree {
  /// Writes the files that a bundle lists beside it.
  ///
  /// - Throws: `BundleProblem` of code `unwritable`.
  package func write(_ summary: BundleSummary, from folder: EvidenceFolder) throws(BundleProblem) -> EvidenceCount {
    var count = EvidenceCount()
    for entry in summary.evidence {
      if try put(entry.file, from: folder) { count.copied += 1 } else { count.missing += 1 }
    }
    return count
  }

  /// The files next to a bundle that do not match their names, which are digests.
  package func damaged(_ summary: BundleSummary) -> [String] {
    summary.evidence.filter { entry in
      Directory.kind(of: path(of: entry.file)) != .missing
        && EvidenceFolder.content(of: path(of: entry.file), entry.digest)?.count != Int(clamping: entry.bytes)
    }.map(\.file.digestText)
  }
}

extension ImportReport {
  /// Copies the files that are missing in a tracker and are next to a bundle, even if another bundle named them;
  /// `missing` counts those of this one.
  ///
  /// - Parameters:
  ///   - tree: nil where no files are next to it.
  ///   - isDryRun: nothing is copied, and the files are not read.
  /// - Throws: `StoreError` where a file cannot be kept.
  package func takeEvidence(
    from tree: EvidenceTree?, into tracker: Tracker, isDryRun: Bool
  ) throws -> EvidenceCount {
    var count = EvidenceCount()
    let folder = tracker.evidence
    func isHere(_ file: NewEvidence) -> Bool { folder.holds(file.digest, bytes: file.bytes) }
    if let tree, isDryRun {
      count.copied = summary.evidence.count { !isHere($0.file) && tree.holds($0.file) }
      count.missing = summary.evidence.count { !isHere($0.file) && !tree.holds($0.file) }
      return count
    }
    if let tree, Directory.kind(of: tree.path) == .folder {
      for file in try tracker.read({ try $0.namedFiles() }) where !isHere(file) && tree.holds(file) {
        if try folder.take(tree.path(of: file), file) { count.copied += 1 }
      }
    }
    count.missing = summary.evidence.count { !isHere($0.file) }
    return count
  }
}

extension EvidenceEntry {
  /// The file, whose name plays no part in an exchange.
  package var file: NewEvidence { NewEvidence(name: "", type: type, digest: digest, bytes: bytes) }
}
