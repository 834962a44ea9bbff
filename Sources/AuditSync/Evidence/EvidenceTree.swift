package import AuditStore
import CanonicalJSON
import Platform

/// Evidence files on their way to others: beside a bundle, or in one machine's part of a shared folder.
///
///     <tree>/ab/<sha256>
///
/// A file is there whole and under its digest, or not at all, and never changes. No name that stands in a bundle is
/// ever a part of a path.
package struct EvidenceTree {
  package let path: String

  init(path: String) {
    self.path = path
  }

  /// The one that belongs to a bundle: `kids.a11y.evidence` for `kids.a11y.json`.
  package init(beside bundle: String) {
    let ending = ".json"
    let hasEnding = bundle.utf8.count > ending.utf8.count && bundle.hasSuffix(ending)
    path = (hasEnding ? String(bundle.dropLast(ending.count)) : bundle) + ".evidence"
  }

  package func path(of file: NewEvidence) -> String { path(of: file.digestText) }

  private func path(of digest: String) -> String { "\(path)/\(digest.prefix(2))/\(digest)" }

  /// Whether a regular file of that name and size is there; what is in it is not read.
  package func holds(_ file: NewEvidence) -> Bool {
    let entry = Directory.entry(path(of: file), name: "")
    return entry?.kind == .file && entry?.bytes == file.bytes
  }

  /// Puts a copy of a file there, unless it is there.
  ///
  /// - Returns: false where the tracker's own file is missing, or is not what its name says.
  /// - Throws: `BundleProblem` of code `unwritable`.
  package func put(_ file: NewEvidence, from folder: EvidenceFolder) throws(BundleProblem) -> Bool {
    if holds(file), EvidenceFolder.content(of: path(of: file), file.digest) != nil { return true }
    guard let bytes = folder.content(file.digest) else { return false }
    let name = OutputName(path: path(of: file))
    for folder in [path, name.folder] { try Self.make(folder) }
    let output = try name.create()
    do throws(BundleProblem) {
      let error = bytes.withUnsafeBytes { WholeWrite.all($0, to: output) }
      try name.finish(output)
      guard error == 0 else { throw OutputName.problem(error, name.path) }
      // What has the name is damaged: its size or its digest is another.
      try name.publish(replacing: true)
    } catch {
      name.abandon()
      throw error
    }
    return true
  }

  private static func make(_ folder: String) throws(BundleProblem) {
    switch Directory.kind(of: folder) {
    case .folder: return
    case .missing:
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw OutputName.problem(errno, folder) }
    default: throw BundleProblem(.kind, "\(folder) is not a folder; it was not changed")
    }
  }

  /// The files that are there, by their digests; links, and what has another name, are passed over.
  func files() -> [Digest: Directory.Entry] {
    var found: [Digest: Directory.Entry] = [:]
    guard Directory.kind(of: path) == .folder, let folders = try? Directory.entries(of: path) else { return [:] }
    for folder in folders where folder.kind == .folder && folder.name.utf8.count == 2 {
      for file in (try? Directory.entries(of: "\(path)/\(folder.name)")) ?? [] where file.kind == .file {
        if let digest = Digest(hex: file.name), digest.hex.hasPrefix(folder.name) { found[digest] = file }
      }
    }
    return found
  }

  func remove(_ digest: Digest) throws(BundleProblem) { try Directory.remove(path(of: digest.hex)) }
}
