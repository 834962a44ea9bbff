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
    let findings: [HealthFinding]
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

  private static func rebuild(_ context: Context) throws -> Rebuilding {
    let tracker = try context.openTracker(.write)
    defer { tracker.close() }
    return try tracker.rebuild(isDryRun: context.arguments.has(.dryRun))
  }
}
