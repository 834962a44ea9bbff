package import Base

/// Why a command failed: the only error that the program prints.
///
/// Only `ProblemPrinter` prints it. Message and hints may hold foreign text from files and arguments: it is escaped where
/// it is printed.
package struct Problem: Error, Hashable, Sendable {
  package let exitCode: ExitCode
  /// Stable and machine-readable, `area.reason` in lower case: `component.unknown`.
  package let code: String
  /// What is wrong and where: lowercase, without a period.
  package let message: String
  /// What to do next, as sentences; they may name a command, never a destructive one in full.
  package let advice: [String]
  /// What became of what was asked for, in a sentence behind the last hint; a command that was asked for more than one
  /// thing says it of this one alone.
  package var effect: String?

  package init(_ exitCode: ExitCode, code: String, _ message: String, hints: [String] = [], effect: String? = nil) {
    (self.exitCode, self.code, self.message, self.effect) = (exitCode, code, message, effect)
    advice = hints
  }

  /// The advice and the effect, as they are printed.
  package var hints: [String] {
    guard let effect else { return advice }
    return advice.dropLast() + [(advice.suffix(1) + [effect]).joined(separator: " ")]
  }

  /// An invalid command line.
  package static func usage(_ code: String, _ message: String, hints: [String] = []) -> Problem {
    Problem(.usage, code: code, message, hints: hints)
  }

  package static func noTracker(hints: [String] = []) -> Problem {
    Problem(.notFound, code: "tracker.none", "no tracker found in this folder or any parent folder", hints: hints)
  }

  /// The same where the output could not be written after the tracker was: who only reads the error would do it again.
  package func afterRecording() -> Problem {
    guard exitCode != .pipeClosed, Self.ofFiles.contains(code), effect == nil else { return self }
    return Problem(
      exitCode, code: code, message,
      hints: [
        "Run \"a11y undo --list\" to see what was recorded before you repeat the command: the tracker was changed before "
          + "this error."
      ])
  }

  /// The codes of `SystemCall.writeProblem`.
  private static let ofFiles: Set = [
    "storage.full", "storage.read-only", "storage.denied", "storage.write", "folder.missing", "file.directory",
    "output.unread",
  ]

  /// Thrown when output cannot be written because its reader ended.
  package static let pipeClosed = Problem(.pipeClosed, code: "output.closed", "the output was closed")

  /// Thrown when the terminal that output goes to was closed.
  package static let terminalClosed = Problem(.terminated, code: "terminal.closed", "the terminal was closed")
}

/// An error of another module that has a `Problem`.
///
/// `Program` asks a thrown error for it before it reports a bug.
package protocol ProblemConvertible: Error {
  var problem: Problem { get }
}

/// How problems and remarks are written.
package struct ProblemStyle: Sendable {
  /// The width that they are wrapped to; nil for one line each.
  let width: Int?
  package let painter: Styler

  /// For a program, and for a screen reader.
  package static let lines = ProblemStyle(width: nil, painter: Styler(enabled: false))
}

/// The one place that prints a problem.
package enum ProblemPrinter {
  /// In scalars; longer messages are cut, so that one error fits a screen.
  static let longestMessage = 2_000

  /// The text for standard error, with its final line feed; empty for a closed output.
  ///
  /// Plain: `a11y: message`, then `hint: ...` per hint, each on one line and escaped for a terminal, or wrapped at words
  /// by the style. JSON: one object,
  /// `{"error":{"code":"...","message":"...","hint":"..."}}`, where `hint` is null without hints and several hints are
  /// joined by a space.
  package static func text(of problem: Problem, json: Bool, _ style: ProblemStyle = .lines) -> String {
    guard problem.exitCode != .pipeClosed else { return "" }
    return (json ? jsonLine(problem) : plainLines(problem, style)) + "\n"
  }

  private static func plainLines(_ problem: Problem, _ style: ProblemStyle) -> String {
    let lines =
      [labeled("a11y:", .fail, problem.message, style)]
      + problem.hints.map { labeled("hint:", .heading, $0, style) }
    return lines.joined(separator: "\n")
  }

  private static func labeled(_ label: String, _ role: Theme.Role, _ text: String, _ style: ProblemStyle) -> String {
    style.painter.paint(label, role) + remark("\(label) \(text)", style).dropFirst(label.count)
  }

  /// A remark in the style of problems, without its final line feed.
  package static func remark(_ text: String, _ style: ProblemStyle) -> String {
    guard let width = style.width else { return line(text) }
    return wrap(line(text), width: width, indent: "  ", breakWords: false).joined(separator: "\n")
  }

  private static func jsonLine(_ problem: Problem) -> String {
    let message = MessageText.shortened(problem.message, limit: longestMessage)
    let hints = problem.hints.map { MessageText.shortened($0, limit: longestMessage) }.joined(separator: " ")
    let error: JSONText = .object([
      "code": problem.code, "message": message, "hint": hints.isEmpty ? JSONText.null : .string(hints),
    ])
    return JSONText.object([("error", error)]).render()
  }

  /// One line of at most `longestMessage` scalars, escaped for a terminal.
  package static func line(_ text: String) -> String {
    MessageText.escaped(MessageText.shortened(text, limit: longestMessage))
  }
}

/// Foreign text inside the messages of this program.
package enum MessageText {
  /// Replaces everything that could move the cursor, change the display or reorder the text.
  package static func escaped(_ text: some StringProtocol) -> String {
    TerminalText(escaping: String(text)).text
  }

  /// A name in a message: in quotation marks, and cut after `limit` scalars so that a long name stays one line. Not
  /// escaped; that happens where it is printed.
  package static func quoted(_ text: some StringProtocol, limit: Int = 80) -> String {
    "\"" + shortened(text, limit: limit) + "\""
  }

  /// At most `limit` scalars, with three dots where something was cut.
  package static func shortened(_ text: some StringProtocol, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return String(result) + "..." }
      result.append(scalar)
      count += 1
    }
    return String(result)
  }
}

extension ProblemStyle {
  /// At a terminal wrapped and in color. Decided by the words of the line as they are, because the line itself may be the
  /// problem.
  init(_ world: World, _ settings: SettingsReader) {
    let words = world.arguments.map { String(decoding: $0, as: UTF8.self) }
    let isPlain = PlainDecision.decide(
      flag: words.contains("--plain"), configured: { settings.value(.plain).flatMap(Switch.init) },
      environment: world.environment)
    guard world.isTerminal(.errors), !isPlain else {
      self = .lines
      return
    }
    let isColorless =
      words.contains { $0 == "--no-color" || $0 == "--color=never" }
      || zip(words, words.dropFirst()).contains { $0 == "--color" && $1 == "never" }
    let hasColor = ColorDecision.decide(
      flag: isColorless ? .never : nil, isPlain: false,
      configured: { settings.value(.color).flatMap(ColorChoice.init(rawValue:)) }, isTerminal: true,
      environment: world.environment)
    self.init(
      width: WidthDecision.decide(
        flag: nil, configured: { settings.value(.width).flatMap(WidthDecision.columns) },
        terminal: world.terminalColumns, environment: world.environment),
      painter: Styler(
        enabled: hasColor,
        hasLinks: LinkDecision.decide(hasColor: hasColor, isTerminal: true, environment: world.environment)))
  }
}

/// The exit codes of the program. The numbers never change.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// Negative result: the gate failed, damage was found, or `--exit-code` matched rows.
  case no = 1
  case usage = 2
  /// Unknown name, or no data.
  case notFound = 3
  /// Invalid file or standard input. An invalid value on the command line is `usage`.
  case badInput = 4
  /// A decision is required first.
  case decision = 5
  /// Busy after the deadline, read-only, full, damaged, or newer than the program.
  case storage = 6
  case bug = 70
  case interrupted = 130
  /// The output pipe was closed; the same code as of a process that SIGPIPE ends.
  case pipeClosed = 141
  case terminated = 143

  /// One phrase for help and the manual.
  package var meaning: String {
    switch self {
    case .done: "success"
    case .no: "negative result: a gate rule failed, damage was found, or --exit-code matched rows"
    case .usage:
      "usage error: an unknown flag, a missing argument, an invalid value, an unknown query word, or a required "
        + "prompt that was not possible"
    case .notFound: "unknown name, or no data (an empty audit never passes)"
    case .badInput: "invalid input: a file, or a line of standard input"
    case .decision: "a decision is required first"
    case .storage: "the tracker is locked, read-only, full, damaged, or from a newer version of the program"
    case .bug: "internal error"
    case .interrupted: "interrupted with Ctrl-C; saved answers are kept"
    case .pipeClosed: "output pipe closed; not an error"
    case .terminated: "ended by a signal; saved answers are kept"
    }
  }
}

/// State shared by the program and its signal handlers: plain memory behind a pointer, because a handler may neither
/// allocate nor count references.
package final class Ending {
  /// Written and read by both sides.
  package struct Notes {
    /// The signal that asked for the end; 0 for none.
    package var asked: Int32 = 0
    /// The number of open write transactions: while it is above 0 the program itself rolls back unfinished work.
    package var held = 0
    /// The width of the progress line on the terminal, in columns.
    package var width = 0
    /// The tracker has entries of this command: an error after that does not remove them.
    package var hasRecorded = false
    /// Errors are printed as JSON.
    package var speaksJSON = false
  }

  package let notes: UnsafeMutablePointer<Notes>

  package init() {
    notes = .allocate(capacity: 1)
    notes.initialize(to: Notes())
  }

  deinit { notes.deallocate() }

  /// Whether a signal asked the process to end. It ends as soon as its transaction is rolled back.
  package var isAsked: Bool { notes.pointee.asked != 0 }

  /// The exit code after such a signal.
  package var exitCode: ExitCode { notes.pointee.asked == SIGINT ? .interrupted : .terminated }

  /// A write transaction begins or ends.
  package func hold(_ holds: Bool) { notes.pointee.held += holds ? 1 : -1 }
}
