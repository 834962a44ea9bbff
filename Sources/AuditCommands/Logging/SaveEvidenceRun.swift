import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal

/// What `a11y show ... --save-evidence DIR` does: copies under names that are safe, beside what is there already.
enum SaveEvidenceRun {
  private struct Saved {
    var row: Reader.EvidenceRow
    /// Nil where the file is missing here, or is not what it was.
    var path: String?
  }

  static func run(_ rows: [Reader.EvidenceRow], _ folder: EvidenceFolder?, _ context: Context) throws -> ExitCode {
    let target = try context.arguments.required(.saveEvidence)
    guard let folder, !rows.isEmpty else {
      throw Problem(
        .noData, code: "evidence.none", "there is no evidence of that to save",
        hints: ["a11y list evidence shows what there is."])
    }
    let path = try context.world.absolute(target)
    try context.world.files.createDirectory(path)
    var saved: [Saved] = []
    // What several results show is one picture.
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
      try context.print(
        MessageText.escaped(
          saved.path.map { "Wrote \(words) of \(place) to \($0)." }
            ?? "Missing here: \(words) of \(place). It came without its file, or the file is not what it was."))
    }
  }
}
