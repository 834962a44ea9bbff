import Base

/// A command with its documentation: one row of the table that parser, help, manual and completions are read off.
package struct CommandSpec: Sendable {
  package typealias Run = @Sendable (Context) throws -> ExitCode

  /// The word that is typed.
  package let name: String
  package let group: CommandGroup
  /// A phrase without capital and full stop: "record what you saw".
  package let summary: String
  /// Without `a11y` and the command's own words; more than one where a command has several shapes.
  package let usage: [String]
  package let positionals: [PositionalSpec]
  package let flags: [FlagSpec]
  /// The kinds or calculations below it; a command with some runs only through one of them.
  package let subcommands: [CommandSpec]
  /// What the word of a subcommand is called: `KIND`.
  package let subcommandName: String
  package let formats: [OutputFormat]
  /// Positionals may be query words: `-owner:qa-1` is one of them and not a flag.
  package let takesQuery: Bool
  /// Not shown in help, manual and completions.
  package let isHidden: Bool
  /// A subcommand that may be written as a flag as well: `a11y tap --page`.
  package let isFlagToo: Bool
  /// `--db` may have no value: the command is about the tracker itself.
  package let isAboutTracker: Bool
  /// The command itself creates the file of `--output`, which is of another kind than what it prints.
  package let writesFile: Bool
  /// Whether the file of `--output` says something about single children, so that its owner alone may read it.
  package let isPrivate: @Sendable (ParsedArguments) -> Bool
  /// It only reads: a second run changes nothing and writes the same kind of output.
  package let canBeRunAgain: Bool
  /// It requires one of its flags; `--dry-run` does not count.
  package let needsFlag: Bool
  package let run: Run

  package init(
    _ name: String, group: CommandGroup = .other, _ summary: String, usage: [String] = [],
    positionals: [PositionalSpec] = [], flags: [FlagSpec] = [],
    subcommands: [CommandSpec] = [], subcommandName: String = "KIND",
    formats: [OutputFormat] = OutputFormat.ofSentences,
    takesQuery: Bool = false, isHidden: Bool = false, isAboutTracker: Bool = false,
    writesFile: Bool = false, canBeRunAgain: Bool = false, isFlagToo: Bool = false,
    needsFlag: Bool = false, isPrivate: @escaping @Sendable (ParsedArguments) -> Bool = { _ in false },
    run: @escaping Run
  ) {
    (self.name, self.group, self.summary, self.usage, self.positionals) = (name, group, summary, usage, positionals)
    (self.flags, self.subcommands, self.subcommandName) = (flags, subcommands, subcommandName)
    (self.formats, self.takesQuery, self.isHidden) = (formats, takesQuery, isHidden)
    (self.isAboutTracker, self.writesFile, self.canBeRunAgain) = (isAboutTracker, writesFile, canBeRunAgain)
    (self.isFlagToo, self.needsFlag, self.isPrivate, self.run) = (isFlagToo, needsFlag, isPrivate, run)
  }

  /// The usage lines, or one made from the positionals.
  package var usageLines: [String] {
    if !usage.isEmpty { return usage }
    if !subcommands.isEmpty { return ["\(subcommandName) ..."] }
    return [positionals.map(\.heading).joined(separator: " ")]
  }
}

/// The groups of the overview, in its order. The raw value is the word after `a11y help`.
package enum CommandGroup: String, CaseIterable, Sendable {
  case tester, lead
  case move = "exchange"
  case setUp = "setup"
  case other

  /// A phrase without capital and full stop.
  package var summary: String {
    switch self {
    case .tester: "test items and record results"
    case .lead: "review status, findings, and trends"
    case .move: "share, verify, back up, and erase data"
    case .setUp: "create and maintain a tracker"
    case .other: "calculate, look up, and get help"
    }
  }
}

/// The commands of a program, in the order of its overview.
///
/// A row is made when it is asked for: a command that runs pays for its own documentation only.
package struct CommandTable: Sendable {
  /// The word that is typed, and what makes the command.
  package typealias Row = (name: String, make: @Sendable () -> CommandSpec)

  private let rows: [Row]
  private let help: @Sendable () -> CommandSpec
  /// The commands whose name is often left out: `findings` instead of `list findings`.
  let leftOut: [String]

  /// - Parameter help: makes the command that shows help about words, which `--help` is the same as.
  package init(_ rows: [Row], help: @escaping @Sendable () -> CommandSpec, leftOut: [String] = []) {
    (self.rows, self.help, self.leftOut) = (rows, help, leftOut)
  }

  /// The words, hidden ones too.
  package var names: [String] { rows.map(\.name) }

  /// The words that help, manual and completions show.
  package var visibleNames: [String] { names.filter { !$0.utf8.starts(with: "__".utf8) } }

  /// All rows, made now. For help and tests.
  package var all: [CommandSpec] { rows.map { $0.make() } }

  /// The rows that help, manual and completions show, made now.
  package var visible: [CommandSpec] { all.filter { !$0.isHidden } }

  package func command(named word: String) -> CommandSpec? {
    let small = ASCIIFold.small(word)
    return rows.first { $0.name == small }?.make()
  }

  /// The command that a list of words leads to, as far as they lead; nothing if the first is not a command.
  package func command(at path: [String]) -> (command: CommandSpec, path: [String])? {
    guard let first = path.first, var command = command(named: first) else { return nil }
    var taken = [command.name]
    for word in path.dropFirst() {
      guard let below = command.subcommands.first(where: { $0.name == ASCIIFold.small(word) }) else { break }
      command = below
      taken.append(below.name)
    }
    return (command, taken)
  }

  /// What `a11y PATH --help` is the same as, and `a11y PATH -h` with `--brief`.
  func help(for path: [String], given: [(name: FlagName, value: String?)]) -> ParsedArguments {
    let kept: [FlagName] = [.plain, .color, .noColor, .width, .output, .brief]
    // Help ignores formats that it does not have; of those it has, only plain counts.
    let given = given.filter { kept.contains($0.name) || ($0.name == .format && $0.value == "plain") }
    let command = help()
    return ParsedArguments(command: command, path: [command.name], positionals: path, given: given)
  }
}

/// An argument without a flag, with its documentation.
package struct PositionalSpec: Sendable {
  package enum Arity: Sendable {
    case one, optional
    /// None or more; takes all that is left.
    case many
  }

  /// What it is called in help: `COMPONENT`.
  package let name: String
  package let arity: Arity
  /// The only values allowed, if there are any.
  package let choices: [String]
  /// The choice for which the path of a file may stand; nil for none.
  package let fileChoice: String?
  package let completes: CompletionSource
  /// A phrase without capital and full stop.
  package let doc: String
  /// The flags that stand in the place of an optional one; none where it may be missing anyway.
  package let unless: [FlagName]

  package init(
    _ name: String, arity: Arity = .one, choices: [String] = [], fileAs fileChoice: String? = nil,
    completes: CompletionSource = .nothing, unless: [FlagName] = [], _ doc: String
  ) {
    (self.name, self.arity, self.choices, self.fileChoice) = (name, arity, choices, fileChoice)
    (self.completes, self.doc, self.unless) = (completes, doc, unless)
  }

  /// The choice that a word is, or stands for: no choice has a dot or a slash, and the path of a file has one.
  package func choice(_ word: String) -> String? {
    if choices.contains(word) { return word }
    return word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") } ? fileChoice : nil
  }

  /// `COMPONENT`, `[COMPONENT]` or `[COMPONENT...]`.
  package var heading: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "[\(name)...]"
    }
  }
}

/// A flag with its documentation. Parser, help, manual and completions use this value.
package struct FlagSpec: Sendable {
  package let name: FlagName
  /// The letter after one hyphen.
  package let short: Unicode.Scalar?
  /// Another name after two hyphens, as the help says; empty without one.
  package private(set) var other = ""
  /// What the value is called in help (`FILE`); nothing for a switch.
  package let value: String?
  /// The only values allowed, if there are any.
  package private(set) var choices: [String]
  /// An empty value is allowed beside the choices: it clears the field.
  package let isClearable: Bool
  /// May be given more than once.
  package let isRepeatable: Bool
  /// What a shell offers for the value.
  package let completes: CompletionSource
  /// A phrase without capital and full stop: "app build".
  package private(set) var doc: String
  /// What to do where the value is missing; nil where its name says enough.
  package private(set) var valueHint: String?
  /// What the flag requires of the rest of the line; checked after the line is parsed.
  package var rules: [FlagRule] = []

  /// A flag that takes a value.
  package init(
    _ name: FlagName, short: Unicode.Scalar? = nil, value: String, choices: [String] = [], clearable: Bool = false,
    repeatable: Bool = false, completes: CompletionSource = .nothing, _ doc: String
  ) {
    (self.name, self.short, self.value, self.choices) = (name, short, value, choices)
    isClearable = clearable
    (self.isRepeatable, self.completes, self.doc) = (repeatable, completes, doc)
  }

  /// A flag that is there or not.
  package init(switch name: FlagName, short: Unicode.Scalar? = nil, _ doc: String) {
    (self.name, self.short) = (name, short)
    value = nil
    choices = []
    isClearable = false
    isRepeatable = false
    completes = .nothing
    self.doc = doc
  }

  /// The same flag with more choices, each once.
  package func offering(_ more: [String]) -> FlagSpec {
    with(self) { flag in flag.choices += more.filter { !choices.contains($0) } }
  }

  /// The same flag, which may also be written with another name.
  package func also(_ other: String) -> FlagSpec { with(self) { $0.other = other } }

  /// The same flag, with what to do where its value is missing.
  package func withoutValue(_ hint: String) -> FlagSpec { with(self) { $0.valueHint = hint } }

  /// The same flag with another documentation.
  package func saying(_ doc: String) -> FlagSpec { with(self) { $0.doc = doc } }

  package var isSwitch: Bool { value == nil }

  /// `-o, --output FILE`, as help shows it.
  package var heading: String {
    let names = (short.map { "-\($0), " } ?? "") + name.long
    return value.map { names + " " + $0 } ?? names
  }

  /// The documentation with the choices, and whether the flag repeats.
  package var fullDoc: String {
    var text = doc
    if !choices.isEmpty { text += ": " + choices.joined(separator: ", ") }
    if isRepeatable, !doc.hasSuffix("(comma-separated)") { text += " (may be repeated)" }
    return text
  }
}
