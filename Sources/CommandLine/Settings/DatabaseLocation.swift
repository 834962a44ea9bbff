/// The tracker that a command uses.
package struct DatabaseLocation: Hashable, Sendable {
  /// The absolute path of the database file.
  package let path: String
  package let source: Source

  /// What named it.
  package enum Source: String, Hashable, Sendable {
    case flag = "--db"
    case environment = "A11Y_DB"
    case nearest = ".a11y"
    case home = "data folder"
  }

  /// The folder of a tracker and the file in it.
  package static let folderName = ".a11y"
  package static let fileName = "audit.db"

  /// Finds the database: `--db`, `A11Y_DB`, the nearest `.a11y/audit.db` upward, else the one of the folder
  /// `$XDG_DATA_HOME/a11y` (`~/.local/share/a11y`), for work outside a project.
  ///
  /// `--db` and `A11Y_DB` may name the file, the folder that holds it, or the folder that holds `.a11y`.
  ///
  /// - Throws: kind not found, code `tracker.missing` (the named one does not exist, or `.a11y` is without one) or
  ///   `tracker.none`; kind storage, code `tracker.unreadable`.
  package static func find(_ world: World, _ arguments: ParsedArguments) throws(Problem) -> DatabaseLocation {
    if let named = arguments.string(.db) { return try existing(named, source: .flag, world) }
    if let named = world.setting("A11Y_DB") { return try existing(named, source: .environment, world) }
    if let path = try nearest(world) { return DatabaseLocation(path: path, source: .nearest) }
    if let folder = world.baseDirectory("XDG_DATA_HOME", inHome: ".local/share"),
      let path = tracker(in: Paths.join(folder, "a11y"), world.files)
    {
      return DatabaseLocation(path: path, source: .home)
    }
    throw .noTracker(hints: ["Run \"a11y init\" to create a tracker here, or pass --db PATH to use another one."])
  }

  /// The tracker in a folder, which holds the file itself, as a backup does, or `.a11y`, as `a11y init` makes it.
  private static func tracker(in folder: String, _ files: any FileAccess) -> String? {
    [Paths.join(folder, fileName), path(inFolder: folder)].first { files.kind(of: $0) == .file }
  }

  /// Where a folder's tracker is or would be.
  package static func path(inFolder folder: String) -> String {
    Paths.join(Paths.join(folder, folderName), fileName)
  }

  /// The folder that a tracker is of, by which people know one without a title.
  package static func trackerName(ofFile path: String) -> String {
    guard Paths.name(path) == fileName else { return Paths.name(path) }
    let folder = Paths.parent(path)
    return Paths.name(Paths.name(folder) == folderName ? Paths.parent(folder) : folder)
  }

  private static func nearest(_ world: World) throws(Problem) -> String? {
    var folder = try world.currentDirectory()
    while true {
      let path = path(inFolder: folder)
      if world.files.kind(of: path) == .file { return path }
      // Else what is recorded for this folder would go into the tracker of another.
      if isFolder(Paths.parent(path), world.files) { throw unusable(path, world.files) }
      let above = Paths.parent(folder)
      if above == folder || above == "." { return nil }
      folder = above
    }
  }

  /// Whether a folder, or a link to one that is not there, is at a path.
  private static func isFolder(_ path: String, _ files: any FileAccess) -> Bool {
    let kind = files.kind(of: path)
    return kind == .directory || kind == nil && files.isLink(path)
  }

  /// What is wrong with the tracker of a folder that has `.a11y`.
  private static func unusable(_ path: String, _ files: any FileAccess) -> Problem {
    let isOther = files.kind(of: path) != nil
    do throws(Problem) {
      // Only its error tells why nothing is seen there.
      if !isOther { _ = try files.open(path) }
    } catch {
      if error.exitCode != .notFound {
        return Problem(
          .storage, code: "tracker.unreadable", error.message,
          hints: ["Allow reading the file and its folder, or pass --db PATH to use another tracker."])
      }
    }
    return Problem(
      .notFound, code: "tracker.missing",
      "no tracker found at \(MessageText.quoted(path, limit: 1_000)), "
        + (isOther ? "which is not a file" : "although its folder exists"),
      hints: [
        "Restore the file from a backup, or run \"a11y init\" there to create a tracker.",
        "Remove the empty folder, or pass --db PATH, to use the tracker of a parent folder.",
      ])
  }

  private static func existing(_ named: String, source: Source, _ world: World) throws(Problem) -> DatabaseLocation {
    guard !named.isEmpty else {
      throw .usage("flag.value", "invalid value \"\" for \(source.rawValue); expected the path of a tracker")
    }
    let path = try world.absolute(named)
    switch world.files.kind(of: path) {
    case .file, .other:
      return DatabaseLocation(path: path, source: source)
    case .directory:
      if let found = tracker(in: path, world.files) { return DatabaseLocation(path: found, source: source) }
      throw Problem(
        .notFound, code: "tracker.missing",
        "no tracker found in folder \(MessageText.quoted(named)), the value of \(source.rawValue)",
        hints: ["Run \"a11y init FOLDER\" to create a tracker."])
    case nil:
      throw Problem(
        .notFound, code: "tracker.missing",
        "no tracker found at \(MessageText.quoted(named)), the value of \(source.rawValue)",
        hints: ["Run \"a11y init FOLDER\" to create a tracker."])
    }
  }
}

/// The path of the database a command works on; see `DatabaseLocation.find`.
package func locateDatabase(_ world: World, _ arguments: ParsedArguments) throws(Problem) -> String {
  try DatabaseLocation.find(world, arguments).path
}
