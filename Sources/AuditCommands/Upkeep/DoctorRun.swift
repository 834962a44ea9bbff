import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// Runs `a11y doctor`: reports problems, and changes the tracker only with `--rebuild` or `--refresh`.
enum DoctorRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    if arguments.has(.sources) { return try SourcesRun.run(context) }
    let path = try locateDatabase(context.world, context.arguments)
    let rebuilds = context.arguments.has(.rebuild)
    let rebuilding = try rebuilds ? rebuild(context) : nil
    let progress = context.progress
    defer { progress.end() }
    var findings: [HealthFinding]
    do {
      findings = try Examination.run(
        path: path, environment: context.storeEnvironment, comparesProjections: !rebuilds
      ) { done, total in progress.update(done, of: total) }
    } catch StoreError.damaged(let path, let detail) {
      throw Problem(
        .storage, code: "tracker.damaged", "\(path) is damaged: \(detail)",
        hints: ["Keep the file and restore a backup. Nothing in the file can be read."])
    }
    progress.end()
    if let copies = conflictCopies(of: path) { findings.append(copies) }
    let report = DoctorReport(
      path: path, findings: findings, rebuilding: rebuilding, isDryRun: context.arguments.has(.dryRun))
    switch try context.format() {
    case .json:
      let generated = context.generated
      try context.print(report.json(generated: generated).render(indent: 2))
    case .plain: try context.output.write(report.plain)
    default:
      let style = try context.style()
      try context.output.write(report.text(width: style.width, painter: Styler(enabled: style.hasColor)))
    }
    return report.isSound ? .done : .no
  }

  /// The copies that file services make of a database which two machines have changed; the words for it are those of
  /// the language of the machine.
  private static func conflictCopies(of path: String) -> HealthFinding? {
    let file = Paths.name(path)
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let signs = ["conflict", "konflikt", "conflit", "conflitto", "conflicto", "conflito"]
    let copies = (FileNames.listing(of: Paths.parent(path)) ?? []).filter { name in
      guard name != file, name.hasPrefix(stem), name.hasSuffix(".db") else { return false }
      let rest = name.dropFirst(stem.count)
      return rest.first == " " || signs.contains { rest.lowercased().contains($0) }
    }
    guard !copies.isEmpty else { return nil }
    let shown = copies.sorted().prefix(5).map { MessageText.quoted($0) }.joined(separator: ", ")
    let rest = copies.count > 5 ? " and \(copies.count - 5) more" : ""
    return HealthFinding(
      .folder, .note,
      "A file service has made \(counted(copies.count, "conflict copy", "conflict copies")) of the tracker: \(shown)\(rest). "
        + "What was logged there is not in this file.",
      advice:
        "Import each with \"a11y export --db COPY -o copy.a11y.json\" and \"a11y import copy.a11y.json\", then move it "
        + "away. Exchange a tracker with \"a11y sync FOLDER\", and keep the database itself out of shared folders.")
  }

  private static func rebuild(_ context: Context) throws -> Rebuilding {
    let tracker = try context.openTracker(.write)
    defer { tracker.close() }
    return try tracker.rebuild(isDryRun: context.arguments.has(.dryRun))
  }
}
