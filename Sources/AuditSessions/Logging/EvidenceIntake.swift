package import Arguments
import AuditModel
package import AuditStore
import CanonicalJSON
import Terminal

/// A file that was looked at, cleaned and kept. The database does not know of it yet: `Writer.attach` tells it.
package struct TakenEvidence {
  package var evidence: NewEvidence
  /// Whether it was not in the folder before.
  var isNew: Bool
  /// What to say about it: sentences for standard error.
  var remarks: [String]
}

/// Takes files that show what a tester saw into the tracker's evidence folder.
///
/// A file is only taken where it is a regular file of at most 25 MiB and of a kind that its first bytes tell. A link to
/// such a file will do: whoever named it meant what it leads to.
package struct EvidenceIntake {
  private let context: Context
  private let folder: EvidenceFolder
  private let isDryRun: Bool

  /// For the tracker that a command works on. With `--dry-run` files are looked at, and nothing is kept.
  package init(_ context: Context) throws {
    self.context = context
    folder = EvidenceFolder(beside: try locateDatabase(context.world, context.arguments))
    isDryRun = context.arguments.has(.dryRun)
  }

  /// - Throws: `Problem` for a file that cannot be evidence, `StoreError` where it cannot be kept.
  func take(_ path: String) throws -> TakenEvidence {
    let name = MessageText.quoted(path)
    guard path != "-" else {
      throw Problem.usage("evidence.stdin", "evidence is a file, not standard input", hints: ["Name the file."])
    }
    if context.world.files.kind(of: path) == .other {
      throw Problem(.badInput, code: "evidence.kind", "\(name) is a device or a pipe; a file is wanted")
    }
    let reader = try context.world.files.open(path)
    let given = try reader.readAll(limit: EvidenceType.largest, name: name)
    let cleaned: CleanedEvidence
    do throws(EvidenceProblem) {
      cleaned = try CleanedEvidence(given)
    } catch {
      throw Problem(.badInput, code: "evidence.refused", "\(name) \(error.reason)")
    }
    let digest = SHA256.digest(of: cleaned.bytes)
    let evidence = NewEvidence(
      name: EvidenceName.safe(path, type: cleaned.type.rawValue), type: cleaned.type.rawValue, digest: digest,
      bytes: Int64(cleaned.bytes.count))
    let isNew = try !isDryRun && folder.store(cleaned.bytes, digest)
    return TakenEvidence(evidence: evidence, isNew: isNew, remarks: remarks(path, evidence, cleaned))
  }

  private func remarks(_ path: String, _ evidence: NewEvidence, _ cleaned: CleanedEvidence) -> [String] {
    let name = evidence.name
    var remarks: [String] = []
    if cleaned.isChanged {
      remarks.append(
        "\(name): what it said beside the picture (place, time, camera, comments) was left out of the copy")
    }
    if cleaned.type.mayTell {
      remarks.append("\(name) may say where and when it was made, and by whom; that was not removed")
    }
    if !name.utf8.elementsEqual(Paths.name(path).utf8) { remarks.append("the file is kept under the name \(name)") }
    return remarks
  }
}
