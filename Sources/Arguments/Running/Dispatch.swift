package import Terminal

/// Runs a command with its output in place.
package enum Dispatch {
  /// `--output FILE` goes to a file that appears only if the command did its work, whole.
  package static func run(_ arguments: ParsedArguments, _ world: World) throws -> ExitCode {
    for flag in FlagName.files {
      if let target = arguments.string(flag), target != "-" { try refuse(target, of: flag, world.files) }
    }
    guard let target = arguments.string(.output), target != "-", !arguments.command.writesFile else {
      return try run(arguments, world, world.output, writesToStandardOutput: true)
    }
    let context = Context(world: world, arguments: arguments, output: world.output, writesToStandardOutput: true)
    // What was done is not taken back because its output has no place: there the question comes first.
    if !arguments.command.canBeRunAgain { try Replacement.agree(target, context) }
    let file = try world.files.create(target)
    do {
      let code = try run(arguments, world, file.writer, writesToStandardOutput: false)
      if arguments.command.canBeRunAgain {
        try Replacement.commit(file, to: target, context)
      } else {
        try file.commit()
      }
      return code
    } catch {
      file.discard()
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

  /// The files that SQLite and the store keep beside a database, by the ends of their names.
  private static let companions = ["-journal", "-wal", "-shm", "-mark"]

  private static func refuse(_ target: String, of flag: FlagName, _ files: any FileAccess) throws(Problem) {
    guard !target.isEmpty else {
      throw .usage("flag.value", "\(flag.long) takes the name of a file, or - for standard output")
    }
    try refuseDatabase(target, of: flag, files)
  }

  /// A result never replaces a database or what lies beside it: a slip of the keyboard would cost a tracker.
  ///
  /// Looks before anything is opened by SQLite, whose locks another descriptor of this process would drop.
  private static func refuseDatabase(
    _ target: String, of flag: FlagName, _ files: any FileAccess
  ) throws(Problem) {
    let owner = companions.first { target.hasSuffix($0) }.map { String(target.dropLast($0.count)) }
    guard isDatabase(target, files) || owner.map({ isDatabase($0, files) }) == true else { return }
    throw .usage(
      "output.database", "\(flag.long) \(MessageText.quoted(target)) is a database; it was left as it is",
      hints: ["Name another file. a11y backup copies a tracker."])
  }

  private static func isDatabase(_ path: String, _ files: any FileAccess) -> Bool {
    guard files.kind(of: path) == .file, let head = try? files.open(path).read(upTo: 16) else { return false }
    return head == Array("SQLite format 3\0".utf8)
  }
}
