import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y demo` does.
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
      // Half a demo is of no use to anyone, and it is ours to take away.
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
      return try Tracker.create(path: path, environment: context.storeEnvironment, catalog: Context.catalogSeed)
    } catch StoreError.exists {
      throw Problem(
        .decision, code: "tracker.exists", "there is a tracker already: \(path)",
        hints: [
          "It was left as it is. a11y demo DIR makes the demo elsewhere; a11y status --db \(path) shows this one."
        ])
    }
  }

  private static func show(
    _ summary: DemoTracker.Summary, _ clock: DemoClock, path: String, folder: String, _ context: Context
  ) throws -> ExitCode {
    let style = try context.style()
    let painter = Styler(enabled: style.hasColor)
    let about = [
      "Made a demo tracker: \(path)",
      "\(counted(summary.components, "component")), \(counted(summary.results, "result")): what an inspection found at "
        + "\(summary.rounds) points in the history of the public app MovieSwiftUI, 2019 to 2021. Everything named "
        + "demo-..., the severities and the audit release-demo are invented.",
      "Its times are shifted by \(counted(clock.days, "day")), so that the last inspection, of June 7, 2021, is a recent "
        + "one.",
    ]
    for text in about { try print(text, width: style.width, context) }
    try context.print("")
    var words = [
      "status", "--db", path, "--width", String(style.width), "--color", style.hasColor ? "always" : "never",
    ]
    if style.isPlain { words.append("--plain") }
    _ = try InnerCommand.run(words, within: context)
    try context.print("")
    try context.print(painter.paint("Try next", .heading))
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

  /// What is worth a look; each works once the first was run.
  static func steps(_ folder: String) -> [(command: String, meaning: String)] {
    [
      ("cd \(ShellWord.quoted(folder))", "Everything below works in this folder."),
      ("a11y list findings severity:1,2", "The worst open faults."),
      ("a11y show movie-detail/movie-detail", "One component with its history."),
      ("a11y status --audit release-demo", "An audit that is half done."),
      (
        "a11y log pass voiceover.label-present movie-detail/movie-crossline-row --audit release-demo --tester me",
        "Log a result; a11y undo takes it back."
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
