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
        damaged, .wrong, "evidence file is not what it was", "evidence files are not what they were",
        advice: "Take it out of \(folder.path); the next sync or import with the file, or a backup, brings it back."),
      finding(
        erased, .wrong, "evidence file that was erased is still here", "evidence files that were erased are still here",
        advice: "The next sync or import, or a11y doctor --rebuild, removes it."),
      finding(
        missing, .note, "evidence file is missing here", "evidence files are missing here",
        advice: "A sync, or the import of a bundle with its files, brings it."),
      finding(
        unnamed, .note, "file in the evidence folder is named by nothing here",
        "files in the evidence folder are named by nothing here",
        advice: "A command that was stopped leaves such a file; it can be deleted from \(folder.path)."),
    ].compactMap { $0 }
    if findings.isEmpty {
      let words = HealthWords.counted(seen.count, "evidence file is", "evidence files are")
      let sentence = seen.isEmpty ? "There is no evidence, and no file of any." : "\(words) here, each with its digest."
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
