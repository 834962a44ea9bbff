import Arguments
import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// Runs `a11y demo`.
enum DemoRun {
  static func run(_ context: Context) throws -> ExitCode {
    let world = context.world
    let named = context.arguments.positional(0) ?? "a11y-demo"
    let folder = try named == "." ? world.currentDirectory() : world.absolute(named)
    if let kind = world.files.kind(of: folder), kind != .directory {
      throw Problem(.badInput, code: "folder.invalid", "\(MessageText.quoted(named)) is not a folder")
    }
    let path = DatabaseLocation.path(inFolder: folder)
    try world.files.createDirectory(Paths.parent(path))
    let tracker = try create(path, context)
    let clock = DemoClock(now: world.now())
    let summary: DemoTracker.Summary
    do {
      summary = try DemoTracker(tracker: tracker, world: world, clock: clock).fill()
    } catch {
      // An incomplete demo is of no use, and this command created it.
      tracker.close()
      for ending in ["", "-mark", "-journal"] { try? world.files.remove(path + ending) }
      throw error
    }
    tracker.close()
    if try context.format() == .json {
      try context.print(json(summary, clock, path, context).render(indent: 2))
      return .done
    }
    return try show(summary, clock, path: path, folder: named, context)
  }

  private static func create(_ path: String, _ context: Context) throws -> Tracker {
    do {
      // Its inspections are of before, so it has the checks of then.
      return try Tracker.create(path: path, environment: context.storeEnvironment, catalog: .builtIn(.second))
    } catch StoreError.exists {
      throw Problem(
        .decision, code: "tracker.exists", "tracker \(MessageText.quoted(path, limit: 1_000)) already exists",
        hints: [
          "Run \"a11y demo DIR\" to create the demo elsewhere, or \"a11y status --db \(ShellWord.quoted(path))\" to "
            + "see this tracker. Nothing was changed."
        ])
    }
  }

  private static func show(
    _ summary: DemoTracker.Summary, _ clock: DemoClock, path: String, folder: String, _ context: Context
  ) throws -> ExitCode {
    let style = try context.style()
    let painter = Styler(enabled: style.hasColor)
    let about = [
      "Created demo tracker: \(path)",
      "\(counted(summary.components, "component")), \(counted(summary.results, "result")), from inspections at "
        + "\(summary.rounds) points in the history of the public app MovieSwiftUI, 2019 to 2021. Everything named "
        + "demo-..., the severities, and the audit release-demo are invented.",
      "All times are moved by \(counted(clock.days, "day")), so that the last inspection (2021-06-07) is recent.",
    ]
    for text in about { try print(text, width: style.width, context) }
    try context.print("")
    var words = [
      "status", "--db", path, "--width", String(style.width), "--color", style.hasColor ? "always" : "never",
    ]
    if style.isPlain { words.append("--plain") }
    _ = try InnerCommand.run(words, within: context)
    try context.print("")
    try context.print(painter.paint("Next steps", .heading))
    for (command, meaning) in steps(folder) {
      if style.isPlain {
        try print("\(meaning) Run: \(command)", width: style.width, context)
      } else {
        try context.print("  " + painter.paint(MessageText.escaped(command), .identifier))
        for line in wrap(meaning, width: max(20, style.width - 6)) { try context.print("      " + line) }
      }
    }
    return .done
  }

  private static func print(_ text: String, width: Int, _ context: Context) throws(Problem) {
    for line in wrap(MessageText.escaped(text), width: width, breakWords: false) { try context.print(line) }
  }

  /// Commands to try; the others work after the first.
  static func steps(_ folder: String) -> [(command: String, meaning: String)] {
    [
      ("cd \(ShellWord.quoted(folder))", "Change to the folder of the demo."),
      ("a11y list findings severity:1,2", "List the critical and serious open findings."),
      ("a11y show movie-detail/movie-detail", "Show one component with its history."),
      ("a11y status --audit release-demo", "Show the status of an audit in progress."),
      (
        "a11y log pass voiceover.label-present movie-detail/movie-crossline-row --audit release-demo --tester me",
        "Log a result. To undo it, run a11y undo."
      ),
    ]
  }

  private static func json(
    _ summary: DemoTracker.Summary, _ clock: DemoClock, _ path: String, _ context: Context
  ) -> JSONText {
    context.document(
      "a11y.demo/1", ("path", .string(path)),
      ("components", .int(summary.components)), ("rounds", .int(summary.rounds)), ("results", .int(summary.results)),
      ("shifted_days", .int(clock.days)))
  }
}
