import Arguments
import AuditExchange
import AuditReports
import AuditSessions
import AuditStore
import AuditSync
import Terminal
import TrackerAccess

/// What `a11y sync` does.
enum SyncRun {
  static func run(_ context: Context) throws -> ExitCode {
    let path = try folder(context)
    if context.arguments.has(.status) {
      let tracker = try context.openTracker(.read)
      return try SyncStatusText.write(try FolderState(tracker, path: path), path: path, context)
    }
    let tracker = try context.openTracker(.write)
    let progress = context.progress
    progress.begin("Exchanging")
    defer { progress.end() }
    let trust = try SigningSetup(context, tracker).trustToSign()
    let sync = FolderSync(
      tracker, path: path, limits: try LimitFlag.limits(context.arguments), trust: trust
    ) { _, done, total in
      if total > 0 { progress.update(done, of: total) } else { progress.update(counted(done, "file") + " written") }
    }
    try join(sync, tracker, path, context)
    try TapPlans.sweep(tracker, context)
    let names = try LookAlikeNames(tracker)
    let report = try sync.run()
    progress.end()
    try tracker.read(names.look)
    names.warn(context)
    return try SyncReportText.write(report, path: path, context)
  }

  /// The folder must be there: one that is missing may be a drive that is not mounted.
  private static func folder(_ context: Context) throws(Problem) -> String {
    let named = context.arguments.positional(0) ?? ""
    var path = try context.world.absolute(named)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    switch context.world.files.kind(of: path) {
    case .directory where !named.isEmpty: return path
    case nil:
      throw Problem(
        .notFound, code: "sync.missing", "there is no folder \(MessageText.quoted(path))",
        hints: ["Is the drive mounted? For a new exchange make the folder first."])
    default:
      throw Problem(.badInput, code: "sync.folder", "\(MessageText.quoted(named)) is not a folder")
    }
  }

  /// A tracker without facts beside a folder with those of another: most likely a new machine of the team.
  private static func join(_ sync: FolderSync, _ tracker: Tracker, _ path: String, _ context: Context) throws {
    let (own, isEmpty) = try tracker.read { (try $0.identity().tracker, try $0.isEmpty()) }
    guard isEmpty || context.arguments.has(.adopt) else { return }
    let all = try sync.trackers()
    let others = all.contains(own) ? [] : all
    guard isEmpty, !others.isEmpty else {
      guard context.arguments.has(.adopt), !isEmpty, !others.isEmpty else { return }
      throw Problem(
        .badInput, code: "sync.adopt",
        "this tracker has facts of its own; only an empty one can become part of another")
    }
    guard others.count == 1, let team = others.first else {
      throw Problem(
        .decision, code: "sync.several",
        "this tracker is empty, and \(MessageText.quoted(path)) holds several: \(others.joined(separator: ", "))",
        hints: ["a11y import --adopt FILE with a bundle of the right one makes this one part of it."])
    }
    guard context.arguments.has(.adopt) else {
      throw Problem(
        .decision, code: "sync.join",
        "this tracker is empty, and \(MessageText.quoted(path)) holds another one, \(team)",
        hints: ["--adopt makes this one part of it, as on a new machine of the team."])
    }
    try tracker.write { try $0.adopt(tracker: team) }
  }
}
