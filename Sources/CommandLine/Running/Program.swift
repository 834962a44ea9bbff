package import Audit
package import Base

/// The program from its arguments to its exit code. Only `main` ends the process.
package enum Program {
  /// The version that `--version` prints.
  package static let version = "0.1.0"
  /// The day of that version, which the manual page shows.
  package static let date = "2026-11-23"

  /// Runs one command line, one of the commands of the table, and returns the exit code.
  package static func run(_ world: World, _ commands: CommandTable) -> Int32 {
    var wantsJSON = false
    world.ending.notes.pointee.hasRecorded = false
    do {
      let tokens = try decode(world.arguments)
      wantsJSON = asksForJSON(tokens)
      world.ending.notes.pointee.speaksJSON = wantsJSON
      let code = try execute(tokens, world, commands)
      try world.output.flush()
      return code.rawValue
    } catch {
      let problem = problem(of: error)
      let isRecorded = world.ending.notes.pointee.hasRecorded
      return report(isRecorded ? problem.afterRecording() : problem, world, json: wantsJSON).rawValue
    }
  }

  private static func execute(_ tokens: [String], _ world: World, _ commands: CommandTable) throws -> ExitCode {
    switch try ArgumentParser.parse(tokens, commands) {
    case .version:
      try world.output.write("a11y \(version)\n")
      return .done
    case .help(let path, let given):
      return try Dispatch.run(commands.help(for: path, given: given), world)
    case .run(let arguments):
      return try Dispatch.run(arguments, world)
    }
  }

  private static func decode(_ arguments: [[UInt8]]) throws(Problem) -> [String] {
    var tokens: [String] = []
    tokens.reserveCapacity(arguments.count)
    for (index, bytes) in arguments.enumerated() {
      guard let token = UTF8Text.decode(bytes) else {
        throw .usage(
          "argument.encoding",
          "argument \(index + 1), \(MessageText.quoted(String(decoding: bytes, as: UTF8.self))), is not UTF-8 text",
          hints: ["Use UTF-8 for file names too. Pass other bytes on standard input."])
      }
      tokens.append(token)
    }
    return tokens
  }

  /// Whether problems are JSON. Decided before parsing, because the line itself may be the problem.
  private static func asksForJSON(_ tokens: [String]) -> Bool {
    let flags = tokens.prefix { $0 != "--" }
    for (index, token) in flags.enumerated() {
      if token == "--json" || token == "--format=json" || token == "--format=ndjson" { return true }
      if token == "--format", index + 1 < flags.count, ["json", "ndjson"].contains(flags[index + 1]) { return true }
    }
    return false
  }

  /// The problem that an error is shown as; an unknown error is a bug.
  package static func problem(of error: any Error) -> Problem {
    if let problem = error as? Problem { return problem }
    if let convertible = error as? any ProblemConvertible { return convertible.problem }
    return Problem(
      .bug, code: "program.bug", "internal error: \(String(describing: error))",
      hints: ["Send this message to the developers. No saved data was lost."])
  }

  private static func report(_ problem: Problem, _ world: World, json: Bool) -> ExitCode {
    // The output that a command wrote before it failed comes before the error.
    if problem.exitCode != .pipeClosed { try? world.output.flush() }
    let style = ProblemStyle(world, SettingsReader(world, isQuiet: true))
    try? world.errors.write(ProblemPrinter.text(of: problem, json: json, style))
    return problem.exitCode == .interrupted && world.ending.isAsked ? world.ending.exitCode : problem.exitCode
  }
}

/// The environment of a command: the world, its arguments, and its output.
package struct Context {
  package let world: World
  package let arguments: ParsedArguments
  /// Where the result goes: standard output, or the file of `--output`.
  package let output: ByteWriter
  /// Whether `output` is standard output.
  package let writesToStandardOutput: Bool
  /// The configuration, read when it is first needed.
  package let settings: SettingsReader
  /// Shows the progress of long work.
  package let progress: ProgressLine

  package init(world: World, arguments: ParsedArguments, output: ByteWriter, writesToStandardOutput: Bool) {
    self.init(
      world: world, arguments: arguments, output: output, writesToStandardOutput: writesToStandardOutput,
      progress: nil)
  }

  /// - Parameter progress: of the command that runs this one.
  package init(
    world: World, arguments: ParsedArguments, output: ByteWriter, writesToStandardOutput: Bool,
    progress: ProgressLine?
  ) {
    (self.world, self.arguments, self.output) = (world, arguments, output)
    self.writesToStandardOutput = writesToStandardOutput
    let settings = SettingsReader(world, isQuiet: arguments.has(.quiet))
    self.settings = settings
    self.progress =
      progress
      ?? ProgressLine(world, isQuiet: arguments.has(.quiet)) { Self.isPlain(world, arguments, settings) }
  }

  // MARK: Output

  /// Writes a line of the result. The caller escapes foreign text. At a terminal, a line that is wider is broken between
  /// words.
  package func print(_ line: String) throws(Problem) {
    for part in try fitted(line) {
      try output.write(part)
      try output.write("\n")
    }
  }

  /// A document has lines of its own, and who listens hears a statement as one line.
  private func fitted(_ line: String) throws(Problem) -> [String] {
    guard writesToStandardOutput, world.isTerminal(.output), !line.utf8.contains(where: { $0 == 0x0A || $0 == 0x1B })
    else { return [line] }
    let style = try style()
    guard !style.isPlain, line.displayWidth > style.width else { return [line] }
    // Further in than the lines of a list below it.
    return wrap(
      line, width: style.width, margin: String(line.prefix { $0 == " " }), indent: "    ", breakWords: false,
      keepsSpaces: true)
  }

  /// Writes a sentence of the result, escaped; the file in it is a link where the terminal has links.
  package func print(_ sentence: String, linking path: String) throws(Problem) {
    let style = try style()
    let painter = Styler(enabled: style.hasColor, hasLinks: style.hasLinks)
    try print(linked(MessageText.escaped(sentence), path, painter))
  }

  private func linked(_ shown: String, _ path: String, _ painter: Styler) -> String {
    guard let absolute = try? world.absolute(path), let place = shown.firstRange(of: MessageText.escaped(path)) else {
      return shown
    }
    return shown[..<place.lowerBound] + painter.link(String(shown[place]), toFile: absolute)
      + shown[place.upperBound...]
  }

  /// A remark on standard error, escaped; silent with `--quiet`.
  package func remark(_ text: String) { remark(text, linking: nil) }

  /// - Parameter path: of a file in the text, which becomes a link where the terminal has links.
  package func remark(_ text: String, linking path: String?) {
    guard !arguments.has(.quiet) else { return }
    progress.stepAside()
    // Earlier output appears before the remark. A closed output is reported by a later write.
    try? output.flush()
    let style = problemStyle
    let shown = ProblemPrinter.remark(text, style)
    try? world.errors.write((path.map { linked(shown, $0, style.painter) } ?? shown) + "\n")
  }

  /// How problems of this command are written.
  package var problemStyle: ProblemStyle { ProblemStyle(world, settings) }

  /// A warning on standard error, escaped; silent with `--quiet`.
  package func warn(_ text: String) { remark("a11y: warning: " + text) }

  /// Standard input, read as text. At a terminal a remark says that the program waits for input.
  package func standardInput(keepsMark: Bool = false) -> ByteReader {
    if world.isTerminal(.input) {
      remark("Reading from the terminal. Press Ctrl-D on an empty line to end the input.")
      progress.mute()
    }
    return world.input.asText(keepsMark: keepsMark)
  }

  /// A file of text that was named; `-` is standard input. Marks and UTF-16 are those of `ByteReader.asText`.
  package func text(of name: String, keepsMark: Bool = false) throws(Problem) -> ByteReader {
    name == "-"
      ? standardInput(keepsMark: keepsMark)
      : try world.files.openNamed(name).asText(MessageText.quoted(name), keepsMark: keepsMark)
  }

  // MARK: Settings

  /// The value of a flag, else of the configuration: build, audit.
  package func setting(_ key: SettingKey, flag: FlagName) -> String? {
    arguments.string(flag) ?? settings.value(key)
  }

  /// The condition of the flags, else of the configuration; nil without both. Repeated flags are joined.
  ///
  /// - Throws: usage, `value.invalid`.
  package func condition() throws(Problem) -> Condition? {
    let given = arguments.strings(.condition)
    guard let text = given.isEmpty ? settings.value(.condition) : given.joined(separator: ",") else { return nil }
    return try Problem.named { () throws(NameProblem) in try Condition(typed: text) }
  }

  /// The tester: `--tester`, else `A11Y_TESTER`, else the configuration; never the login name.
  package func tester() -> String? { arguments.string(.tester) ?? ownTester() }

  /// The tester at this machine, regardless of `--tester`.
  package func ownTester() -> String? { world.setting("A11Y_TESTER") ?? settings.value(.tester) }

  // MARK: Format

  /// The format of the result: `--json`, `--format`, else plain or a table.
  package func format() throws(Problem) -> OutputFormat {
    if arguments.has(.json) { return .json }
    let named = try arguments.choice(.format, as: OutputFormat.self)
    if let named, named != .table { return named }
    return Self.isPlain(world, arguments, settings) ? .plain : .table
  }

  /// Color, plain mode and width of the output.
  package func style() throws(Problem) -> TerminalStyle {
    let plain = Self.isPlain(world, arguments, settings)
    let toTerminal = writesToStandardOutput && world.isTerminal(.output)
    let hasColor = ColorDecision.decide(
      flag: arguments.has(.noColor) ? .never : try arguments.choice(.color), isPlain: plain,
      configured: { settings.value(.color).flatMap(ColorChoice.init(rawValue:)) }, isTerminal: toTerminal,
      environment: world.environment)
    return TerminalStyle(
      hasColor: hasColor,
      isPlain: plain,
      width: WidthDecision.decide(
        flag: try arguments.int(.width, in: WidthDecision.range),
        configured: { settings.value(.width).flatMap(WidthDecision.columns) },
        terminal: { toTerminal ? world.terminalColumns() : nil }, environment: world.environment),
      isAtTerminal: toTerminal,
      hasLinks: LinkDecision.decide(hasColor: hasColor, isTerminal: toTerminal, environment: world.environment))
  }

  private static func isPlain(_ world: World, _ arguments: ParsedArguments, _ settings: SettingsReader) -> Bool {
    PlainDecision.decide(
      flag: arguments.has(.plain) || arguments.string(.format) == OutputFormat.plain.rawValue,
      configured: { settings.value(.plain).flatMap(Switch.init) }, environment: world.environment)
  }

  // MARK: Time

  /// The time of `--as-of`, ms UTC; nil without the flag. A day means its end.
  ///
  /// - Throws: usage, code `time.invalid`.
  package func asOf() throws(Problem) -> Int64? { try span(.asOf)?.upperBound }

  /// The day or time that a flag names, ms UTC.
  ///
  /// - Throws: usage, code `time.invalid`: the reason and the expected form of a time.
  package func span(_ name: FlagName) throws(Problem) -> ClosedRange<Int64>? {
    try moment(name, Timestamp.span)
  }

  /// The time of a flag; nil without the flag.
  ///
  /// - Throws: usage, code `time.invalid`: the reason and the expected form of a time.
  package func time(_ name: FlagName) throws(Problem) -> TimestampReading? {
    try moment(name, Timestamp.read)
  }

  private func moment<Value>(
    _ name: FlagName, _ read: (String, (Int64) -> Int) throws(TimestampError) -> Value
  ) throws(Problem) -> Value? {
    guard let text = arguments.string(name) else { return nil }
    do throws(TimestampError) {
      return try read(text, world.localOffset)
    } catch {
      throw .usage(
        "time.invalid", "invalid value \(MessageText.quoted(text)) for \(name.long): \(error.reason)",
        hints: [TimestampError.wanted])
    }
  }
}

extension ParsedArguments {
  /// The text of a flag, which is one line; nil without the flag.
  package func line(_ flag: FlagName) throws(Problem) -> String? {
    guard let text = string(flag) else { return nil }
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: flag.rawValue) }
    return text
  }
}

extension Problem {
  /// Turns a broken rule for names into a usage problem.
  package static func named<T>(
    _ code: String = "value.invalid", hints: [String] = [], _ body: () throws(NameProblem) -> T
  ) throws(Problem) -> T {
    do throws(NameProblem) {
      return try body()
    } catch {
      throw .usage(code, error.message, hints: hints)
    }
  }
}

/// Runs a command with its output in place.
package enum Dispatch {
  /// The file of `--output FILE` appears only if the command succeeds, and is then complete.
  package static func run(_ arguments: ParsedArguments, _ world: World) throws -> ExitCode {
    world.hideCommands(arguments)
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
    let file = try world.files.create(target, isPrivate: arguments.command.isPrivate(arguments))
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
