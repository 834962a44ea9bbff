import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON

/// What `a11y init` does.
enum InitRun {
  static func run(_ context: inout Context) throws -> ExitCode {
    let world = context.world
    let folder = try context.arguments.positional(0).map { try world.absolute($0) } ?? world.currentDirectory()
    if let kind = world.files.kind(of: folder), kind != .directory {
      throw Problem(.badInput, code: "folder.invalid", "\(MessageText.quoted(folder)) is not a folder")
    }
    let path = DatabaseLocation.path(inFolder: folder)
    try world.files.createDirectory(Paths.parent(path))
    let tracker = try Tracker.create(path: path, environment: context.storeEnvironment, catalog: Context.catalogSeed)
    if let title = context.arguments.string(.title) {
      let tester = context.tester() ?? ""
      try tracker.write { try $0.set(kind: "setting", key: "tracker", fields: ["title": .string(title)], by: tester) }
    }
    if try context.format() == .json {
      let identity = try tracker.read { try $0.identity() }
      let document = JSONText.object([
        ("schema", .string("a11y.init/1")), ("generated", .string(Timestamp(milliseconds: world.now()).iso8601)),
        ("path", .string(path)), ("tracker", .string(identity.tracker)), ("replica", .string(identity.replica)),
      ])
      try context.print(document.render(indent: 2))
      return .done
    }
    try context.print(MessageText.escaped("Made a tracker: \(path)"))
    context.remark("Next: a11y new component KEY --kind KIND (or --from components.csv), then a11y walk.")
    return .done
  }
}
