import Audit
import Base
import CommandLine
import Sessions
import Store

/// `a11y init`: creates a tracker.
enum InitCommand {
  static let spec = CommandSpec(
    "init", group: .setUp, "create a tracker in a folder",
    positionals: [PositionalSpec("DIR", arity: .optional, completes: .folders, "folder (default: this folder)")],
    flags: [
      .title, FlagSpec(.build, value: "BUILD", completes: .records(.build), "current build of the app"),
      FlagSpec(
        .platform, value: "PLATFORM", choices: Platform.allCases.map(\.rawValue), repeatable: true,
        "platform of the app (comma-separated)"),
      FlagSpec(.catalog, value: "EDITION", "edition of the built-in checks, 1 to 6 (default: 6)"),
    ],
    run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let world = context.world
    // Elsewhere than in a folder of its own it would be open to others, and git would take it.
    guard !context.arguments.has(.db) else {
      throw Problem.usage(
        "flag.unfit", "init takes the folder of the new tracker, not --db",
        hints: ["Run \"a11y init FOLDER\": the tracker is then FOLDER/.a11y/audit.db, and --db takes FOLDER."])
    }
    let folder = try context.arguments.positional(0).map { try world.absolute($0) } ?? world.currentDirectory()
    if let kind = world.files.kind(of: folder), kind != .directory {
      throw Problem(.badInput, code: "folder.invalid", "\(MessageText.quoted(folder)) is not a folder")
    }
    let path = DatabaseLocation.path(inFolder: folder)
    let isNew = world.files.kind(of: path) == nil
    let build = try build(context, isNew: isNew)
    let app = try app(context, isNew: isNew)
    let title = try FieldRules.line(context.arguments.string(.title) ?? "", "title")
    try world.files.createDirectory(Paths.parent(path))
    let newest = CatalogEdition.newest
    let edition =
      try context.arguments.int(.catalog, in: 1...newest.rawValue).flatMap { CatalogEdition(rawValue: $0) } ?? newest
    let tracker = try Tracker.create(path: path, environment: context.storeEnvironment, catalog: .builtIn(edition))
    var settings = JSONObject()
    if !title.isNull { settings["title"] = title }
    if !build.isEmpty { settings["current_build"] = .string(build) }
    if !settings.isEmpty || app != nil {
      let (tester, fields) = (context.tester() ?? "", settings)
      try tracker.write { writer in
        if !fields.isEmpty { try writer.set(kind: "setting", key: "tracker", fields: fields, by: tester) }
        if let app { try writer.set(kind: "component", key: AppPlatforms.kind, fields: app, by: tester) }
      }
    }
    if try context.format() == .json {
      let (id, replica) = try tracker.read { try $0.identity() }
      try context.print(context.document("a11y.init/1", ["path": path, "tracker": id, "replica": replica]))
      return .done
    }
    try context.print("Created tracker: \(path)", linking: path)
    if let plan = edition.usualChecklist.flatMap(Catalog.checklist) {
      try context.print(
        "Plan: \(plan.id), the \(counted(plan.checks.count, "check")) of levels A and AA, of Apple's accessibility labels, "
          + "and of targets of 44 pt.")
      try context.print("To add the others, run: a11y edit tracker --checklists everything")
    } else {
      try context.print("Checks: all that apply. To test fewer, run: a11y edit tracker --checklists A,B")
    }
    if let systems = app?["platforms"]?.arrayValue?.compactMap(\.stringValue) {
      try context.print("Platforms: \(systems.joined(separator: ", ")), of the app and of each component that you add.")
      try context.print("Component: \(AppPlatforms.kind), for the checks that are asked once per app.")
    }
    context.remark("Next: run a11y new component KEY --kind KIND (or --from components.csv), then a11y walk.")
    return .done
  }

  /// The component of the app, where its platforms are given: by the flag, else as the answer at a terminal.
  private static func app(_ context: Context, isNew: Bool) throws -> JSONObject? {
    var typed = context.arguments.list(.platform)
    if typed.isEmpty, isNew, Prompt.isPossible(context), try context.format() != .json {
      let question = "Platforms of the app, such as iOS,iPadOS (Enter for none):"
      typed = [try Prompt.line(context, question: question, insteadOf: .platform) ?? ""]
    }
    let names = typed.flatMap { ComponentLines.parts($0, of: .platforms) }
    return try names.isEmpty ? nil : AppPlatforms.app(names, title: context.arguments.string(.title))
  }

  /// The current build: of the flag, else of the answer at a terminal; empty for none.
  private static func build(_ context: Context, isNew: Bool) throws -> String {
    var build = context.arguments.string(.build)
    if build == nil, isNew, Prompt.isPossible(context), try context.format() != .json {
      build = try Prompt.line(context, question: "Current build (Enter for none):", insteadOf: .build)
    }
    let name = String((build ?? "").drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    return try Problem.named { () throws(NameProblem) in
      try Names.checkLine(name, of: "build")
      return name
    }
  }
}
