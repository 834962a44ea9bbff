import CanonicalJSON
import SQLite

/// The evidence folder against the facts.
extension Examination {
  func evidenceFindings() throws -> [HealthFinding] {
    let folder = EvidenceFolder(beside: path)
    let reader = Reader(database: database, now: environment.now())
    let (shown, named) = (try reader.evidence().map(\.evidence), Set(try reader.namedFiles().map(\.digest)))
    let gone = Set(try reader.erasedFiles())
    var (missing, damaged, unnamed, erased) = (NamedCount(), NamedCount(), NamedCount(), NamedCount())
    var seen: Set<Digest> = []
    for file in shown where seen.insert(file.digest).inserted && !folder.holds(file.digest, bytes: file.bytes) {
      missing.add("\(file.name) (\(file.digest.shortHex))")
    }
    for digest in folder.digests().sorted() {
      if gone.contains(digest) {
        erased.add(digest.shortHex)
      } else if !named.contains(digest) {
        unnamed.add(digest.shortHex)
      } else if folder.content(digest) == nil {
        damaged.add(digest.shortHex)
      }
    }
    var findings = [
      finding(
        damaged, .wrong, "evidence file was changed", "evidence files were changed",
        advice: "Remove it from \(folder.path). The next sync or import with the file, or a backup, restores it."),
      finding(
        erased, .wrong, "erased evidence file still exists", "erased evidence files still exist",
        advice: "Run a sync, an import, or \"a11y doctor --rebuild\" to remove it."),
      finding(
        missing, .note, "evidence file is missing", "evidence files are missing",
        advice: "Run a sync, or import a bundle with its files, to restore it."),
      finding(
        unnamed, .note, "unreferenced file is in the evidence folder",
        "unreferenced files are in the evidence folder",
        advice: "Delete unreferenced files from \(folder.path). A command that was stopped leaves such files."),
    ].compactMap { $0 }
    if findings.isEmpty {
      let words = HealthWords.counted(
        seen.count, "evidence file matches its digest", "evidence files match their digests")
      let sentence = seen.isEmpty ? "No evidence files." : "\(words)."
      findings = [HealthFinding(.evidence, .ok, sentence)]
    }
    return findings
  }

  private func finding(
    _ names: NamedCount, _ grade: HealthFinding.Grade, _ one: String, _ many: String, advice: String
  ) -> HealthFinding? {
    names.isEmpty
      ? nil
      : HealthFinding(
        .evidence, grade, "\(HealthWords.counted(names.count, one, many)): \(names.list).", advice: advice)
  }
}
