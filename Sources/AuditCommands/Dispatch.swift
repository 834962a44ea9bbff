/// Runs a command with its output in place.
enum Dispatch {
  /// `--output FILE` goes to a file that appears only if the command did its work, whole.
  static func run(_ arguments: ParsedArguments, _ world: World) throws -> ExitCode {
    guard let target = arguments.string(.output), target != "-" else {
      var context = Context(
        world: world, arguments: arguments, output: world.output, writesToStandardOutput: true)
      return try arguments.command.run(&context)
    }
    guard !target.isEmpty else {
      throw Problem.usage("flag.value", "--output takes the name of a file, or - for standard output")
    }
    let file = try world.files.create(target)
    var context = Context(world: world, arguments: arguments, output: file.writer, writesToStandardOutput: false)
    do {
      let code = try arguments.command.run(&context)
      try file.commit()
      return code
    } catch {
      file.discard()
      throw error
    }
  }
}
