package import AuditModel
import AuditReports
package import Terminal

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
    self.world = world
    self.arguments = arguments
    self.output = output
    self.writesToStandardOutput = writesToStandardOutput
    let settings = SettingsReader(world, isQuiet: arguments.has(.quiet))
    self.settings = settings
    self.progress =
      progress
      ?? ProgressLine(world, isQuiet: arguments.has(.quiet)) { Self.isPlain(world, arguments, settings) }
  }

  // MARK: Output

  /// Writes a line of the result. The caller escapes foreign text.
  package func print(_ line: String) throws(Problem) {
    try output.write(line)
    try output.write("\n")
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
    name == "-" ? standardInput(keepsMark: keepsMark) : try world.files.openNamed(name).asText(keepsMark: keepsMark)
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
    return try Problem.named { () throws(NameProblem) in try Condition(parsing: text) }
  }

  /// The tester: `--tester`, else `A11Y_TESTER`, else the configuration; never the login name.
  package func tester() -> String? {
    arguments.string(.tester) ?? ownTester()
  }

  /// The tester at this machine, regardless of `--tester`.
  package func ownTester() -> String? {
    world.setting("A11Y_TESTER") ?? settings.value(.tester)
  }

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
    guard let text = arguments.string(name) else { return nil }
    do {
      return try Timestamp.span(text, localOffset: world.localOffset)
    } catch {
      throw .usage(
        "time.invalid", "invalid value \(MessageText.quoted(text)) for \(name.long): \(error.reason)",
        hints: [TimestampError.wanted])
    }
  }

  /// The time of a flag; nil without the flag.
  ///
  /// - Throws: usage, code `time.invalid`: the reason and the expected form of a time.
  package func time(_ name: FlagName) throws(Problem) -> TimestampReading? {
    guard let text = arguments.string(name) else { return nil }
    do {
      return try Timestamp.read(text, localOffset: world.localOffset)
    } catch {
      throw .usage(
        "time.invalid", "invalid value \(MessageText.quoted(text)) for \(name.long): \(error.reason)",
        hints: [TimestampError.wanted])
    }
  }
}

extension Problem {
  /// Turns a broken rule for names into a usage problem.
  package static func named<T>(_ body: () throws(NameProblem) -> T) throws(Problem) -> T {
    do throws(NameProblem) {
      return try body()
    } catch {
      throw .usage("value.invalid", error.message)
    }
  }
}
