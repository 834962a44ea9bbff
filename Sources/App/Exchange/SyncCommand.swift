import Base
import CommandLine
import Exchange
import Sessions
import Store

/// `a11y sync`: syncs through a folder.
enum SyncCommand {
  static let spec = CommandSpec(
    "sync", group: .move, "sync with teammates through a shared folder",
    positionals: [PositionalSpec("DIR", completes: .files, "shared folder")],
    flags: [
      FlagSpec(switch: .status, "show sync status without changing anything"), .adopt,
      FlagSpec(.follow, value: "NAMES", "with --adopt: follow only these machines or people, or none"),
      FlagSpec(switch: .unsigned, "do not sign files, even if a key is configured"),
      FlagSpec(
        switch: .exitCode, "exit with code 5 if a request or a change waits for a decision, 4 for a damaged file"),
      .bundleLimits,
    ],
    run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let path = try folder(context)
    if context.arguments.has(.status) {
      let tracker = try context.openTracker(.read)
      return try SyncStatusText.write(try FolderState(tracker, path: path), path: path, context)
    }
    let tracker = try context.openTracker(.write)
    let progress = context.progress
    progress.begin("Syncing")
    defer { progress.end() }
    let trust = try SigningSetup(context, tracker).trustToSign()
    let sync = FolderSync(
      tracker, path: path, limits: try LimitFlag.limits(context.arguments), trust: trust
    ) { _, done, total in
      if total > 0 { progress.update(done, of: total) } else { progress.update(counted(done, "file") + " written") }
    }
    let team = try joinable(sync, tracker, path, context)
    let isJoining = team != nil
    // Who follows a name that no machine has joins nothing: whose decisions count is known before anything is kept.
    let following = isJoining ? context.arguments.string(.follow) : nil
    let putBack = try following.map { _ in try tracker.keep() }
    if let team { try join(team, tracker, context) }
    let before = BeforeNews(context)
    var followed: FollowCommand.Named?
    var report: FolderReport
    do {
      report = try sync.run(willAdd: before.look) {
        followed = try following.map { try FollowCommand.find($0, tracker, context) }
      }
    } catch {
      guard following != nil, followed == nil else { throw error }
      // What another process has entered since is not thrown away with the rest.
      let isAlone = try? tracker.read { try !$0.hasOwnEntries() }
      if isAlone ?? false { try putBack?() }
      throw FollowCommand.refusal(error, hasJoined: !(isAlone ?? false))
    }
    progress.end()
    var joined = try followed.map { try FollowCommand.follow($0, tracker, context) }
    joined = try FollowCommand.endJoining(tracker, context) ?? joined
    try report.look(tracker, joined)
    let hasNews = report.read.contains { $0.report.received.added > 0 }
    let change = try before.compare(tracker, hasNews: hasNews)
    before.warn()
    if isJoining { try context.remarkLaterEdition(of: tracker) }
    return try SyncReportText.write(report, change, path: path, context)
  }

  /// The folder must exist: a missing one may be a drive that is not mounted.
  private static func folder(_ context: Context) throws(Problem) -> String {
    let named = context.arguments.positional(0) ?? ""
    var path = try context.world.absolute(named)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    switch context.world.files.kind(of: path) {
    case .directory where !named.isEmpty: return path
    case nil:
      throw Problem(
        .notFound, code: "sync.missing", "folder not found: \(MessageText.quoted(path))",
        hints: ["Check that the drive is mounted. For a first sync, create the folder."])
    default:
      throw Problem(.badInput, code: "sync.folder", "\(MessageText.quoted(named)) is not a folder")
    }
  }

  /// A tracker without facts and a folder with facts of another: most likely a new machine of the team.
  ///
  /// - Returns: the tracker to join; nil for any other machine.
  private static func joinable(
    _ sync: FolderSync, _ tracker: Tracker, _ path: String, _ context: Context
  ) throws -> String? {
    if context.arguments.has(.follow), !context.arguments.has(.adopt) {
      throw Problem.usage(
        "flag.unfit", "--follow requires --adopt",
        hints: ["Run \"a11y follow NAME\" to follow a machine later."])
    }
    let (own, isEmpty) = try tracker.read { (try $0.identity().tracker, try $0.isEmpty()) }
    let adopts = context.arguments.has(.adopt)
    guard isEmpty || adopts else { return nil }
    let all = try sync.trackers()
    let others = all.contains(own) ? [] : all
    guard isEmpty, !others.isEmpty else {
      // A machine that was stopped after it joined goes on.
      if adopts, !isEmpty || all.isEmpty { throw notJoining(own, all, path, sync.advice) }
      return nil
    }
    guard others.count == 1, let team = others.first else {
      throw Problem(
        .decision, code: "sync.several",
        "this tracker is empty, and \(MessageText.quoted(path)) contains several trackers: "
          + "\(others.joined(separator: ", "))",
        hints: ["Run \"a11y import --adopt FILE\" with a bundle of the tracker to join."])
    }
    guard adopts else {
      throw Problem(
        .decision, code: "sync.join",
        "this tracker is empty, and \(MessageText.quoted(path)) contains another tracker: \(team)",
        hints: ["Pass --adopt to join that tracker, e.g. on a new machine of the team."])
    }
    return team
  }

  private static func join(_ team: String, _ tracker: Tracker, _ context: Context) throws {
    try tracker.write { writer in
      try writer.adopt(tracker: team)
      if !context.arguments.has(.follow) { try writer.beginJoining() }
    }
  }

  /// Why `--adopt` joins nothing.
  private static func notJoining(_ own: String, _ all: [String], _ path: String, _ advice: String?) -> Problem {
    let folder = MessageText.quoted(path)
    let sync = "a11y sync \(ShellWord.quoted(path))"
    let (words, hint): (String, String) =
      if all.isEmpty {
        (
          "\(folder) contains no tracker to join",
          advice ?? "Check that the drive is mounted and the folder is the right one. To share this tracker there, run "
            + "\"\(sync)\"."
        )
      } else if all == [own] {
        ("this tracker is the one in \(folder); it joined before", "Run \"\(sync)\".")
      } else {
        (
          "this tracker is not empty; only an empty tracker can join another",
          "Run \"a11y init\" in a new folder, and \"a11y sync --adopt \(ShellWord.quoted(path))\" there, to join "
            + "\(all.filter { $0 != own }.joined(separator: " or "))."
        )
      }
    return Problem(.badInput, code: "sync.adopt", words, hints: [hint])
  }
}
