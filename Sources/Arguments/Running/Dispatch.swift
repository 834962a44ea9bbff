package import Terminal

/// Runs a command with its output in place.
package enum Dispatch {
  /// The file of `--output FILE` appears only if the command succeeds, and is then complete.
  package static func run(_ arguments: ParsedArguments, _ world: World) throws -> ExitCode {
    for flag in FlagName.files {
      if let target = arguments.string(flag), target != "-" { try refuse(target, of: flag, world.files) }
    }
    func context() -> Context {
      Context(world: world, arguments: arguments, output: world.output, writesToStandardOutput: true)
    }
    guard let target = arguments.string(.output), target != "-", !arguments.command.writesFile else {
      guard let pager = try Pager(arguments, world, isPlain: { try context().style().isPlain }) else {
        return try run(arguments, world, world.output, writesToStandardOutput: true)
      }
      return try run(arguments, world, through: pager)
    }
    // A change is not undone because its output cannot be written, so such a command prompts first.
    if !arguments.command.canBeRunAgain { try Replacement.agree(target, context()) }
    let file = try world.files.create(target)
    do {
      let code = try run(arguments, world, file.writer, writesToStandardOutput: false)
      if arguments.command.canBeRunAgain {
        try Replacement.commit(file, to: target, context())
      } else {
        try file.commit()
      }
      return code
    } catch {
      file.discard()
      throw error
    }
  }

  private static func run(_ arguments: ParsedArguments, _ world: World, through pager: Pager) throws -> ExitCode {
    var paged = world
    paged.output = pager.output
    do {
      let code = try run(arguments, paged, pager.output, writesToStandardOutput: true)
      try pager.finish()
      return code
    } catch {
      try pager.finish()
      if pager.isLeft { return .done }
      throw error
    }
  }

  private static func run(
    _ arguments: ParsedArguments, _ world: World, _ output: ByteWriter, writesToStandardOutput: Bool
  ) throws -> ExitCode {
    let context = Context(
      world: world, arguments: arguments, output: output, writesToStandardOutput: writesToStandardOutput)
    if writesToStandardOutput { output.willPassOn = context.progress.giveWay }
    defer {
      context.progress.end()
      // It holds the world, which holds the output.
      output.willPassOn = {}
    }
    return try arguments.command.run(context)
  }

  /// The files that SQLite and the store keep next to a database, by the ends of their names.
  private static let companions = ["-journal", "-wal", "-shm", "-mark"]

  private static func refuse(_ target: String, of flag: FlagName, _ files: any FileAccess) throws(Problem) {
    guard !target.isEmpty else {
      throw .usage("flag.value", "invalid value \"\" for \(flag.long); expected FILE, or - for standard output")
    }
    try refuseDatabase(target, of: flag, files)
  }

  /// A result never replaces a database or its companion files: a typing error would destroy a tracker.
  ///
  /// Checks before SQLite opens a file: closing another descriptor of this process would drop SQLite's locks.
  private static func refuseDatabase(
    _ target: String, of flag: FlagName, _ files: any FileAccess
  ) throws(Problem) {
    let owner = companions.first { target.hasSuffix($0) }.map { String(target.dropLast($0.count)) }
    guard isDatabase(target, files) || owner.map({ isDatabase($0, files) }) == true else { return }
    throw .usage(
      "output.database",
      "invalid value \(MessageText.quoted(target)) for \(flag.long): the file is a database; nothing was changed",
      hints: ["Specify another file. Run \"a11y backup FILE\" to copy a tracker."])
  }

  private static func isDatabase(_ path: String, _ files: any FileAccess) -> Bool {
    guard files.kind(of: path) == .file, let head = try? files.open(path).read(upTo: 16) else { return false }
    return head == Array("SQLite format 3\0".utf8)
  }
}
