import Arguments
import AuditModel
import AuditReports
import AuditStore
import Evidence
import Terminal

/// What `a11y show ... --save-evidence DIR` does: copies with safe names that overwrite no file.
enum SaveEvidenceRun {
  private struct Saved {
    var row: Reader.EvidenceRow
    /// Nil if the file is missing or was changed.
    var path: String?
  }

  static func run(_ rows: [Reader.EvidenceRow], _ folder: EvidenceFolder?, _ context: Context) throws -> ExitCode {
    let target = try context.arguments.required(.saveEvidence)
    guard let folder, !rows.isEmpty else {
      throw Problem(
        .noData, code: "evidence.none", "no evidence found",
        hints: ["Run \"a11y list evidence\" for attached files."])
    }
    let path = try context.world.absolute(target)
    try context.world.files.createDirectory(path)
    var saved: [Saved] = []
    // Several results may share one file.
    for row in rows where !saved.contains(where: { $0.row.evidence == row.evidence }) {
      let name = EvidenceName.safe(row.evidence.name, type: row.evidence.type)
      let written = try folder.save(row.evidence.digest, into: path) { EvidenceName.numbered(name, $0) }
      saved.append(Saved(row: row, path: written.map { Paths.join(target, $0) }))
    }
    try report(saved, context)
    return saved.contains { $0.path != nil } ? .done : .notFound
  }

  private static func report(_ saved: [Saved], _ context: Context) throws {
    if try context.format() == .json {
      let rows = saved.map { saved in
        JSONText.object(
          EvidenceWords.json(saved.row.evidence) + [
            ("component", .string(saved.row.component)), ("check", .string(saved.row.check)),
            ("condition", .string(saved.row.condition)), ("path", .string(orNull: saved.path)),
            ("missing", .bool(saved.path == nil)), ("id", .string(saved.row.id)),
          ])
      }
      return try context.print(
        context.document("a11y.saved-evidence/1", ("rows", .array(rows))))
    }
    for saved in saved {
      let row = saved.row
      let words = EvidenceWords.words(row.evidence)
      let place = "\(row.check) \(row.component)"
      if let path = saved.path {
        try context.print("Saved \(words) of \(place): \(path).", linking: path)
      } else {
        let missing = "Missing: \(words) of \(place). The file was not received or has been changed."
        try context.print(MessageText.escaped(missing))
      }
    }
  }
}
