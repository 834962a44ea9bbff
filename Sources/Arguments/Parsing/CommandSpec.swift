package import Terminal

/// A command with its documentation: one row of the table that parser, help, manual and completions are read off.
package struct CommandSpec: Sendable {
  /// A command line and what it does.
  package struct Example: Sendable {
    package let line: String
    package let meaning: String

    /// - Parameter line: as typed, with `a11y` in front.
    package init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  package typealias Run = @Sendable (Context) throws -> ExitCode

  /// The word that is typed.
  package let name: String
  package let group: CommandGroup
  /// A phrase without capital and full stop: "record what you saw".
  package let summary: String
  /// Without `a11y` and the command's own words; more than one where a command has several shapes.
  package let usage: [String]
  package let examples: [Example]
  /// Paragraphs for `help`, after the flags.
  package let details: [String]
  package let positionals: [PositionalSpec]
  package let flags: [FlagSpec]
  /// The kinds or calculations below it; a command with some runs only through one of them.
  package let subcommands: [CommandSpec]
  /// What the word of a subcommand is called: `KIND`.
  package let subcommandName: String
  package let formats: [OutputFormat]
  /// Positionals are query words: `-owner:qa-1` is one of them and not a flag.
  package let takesQuery: Bool
  /// Not shown in help, manual and completions.
  package let isHidden: Bool
  /// A subcommand that may be written as a flag as well: `a11y tap --page`.
  package let isFlagToo: Bool
  /// `--db` may have no value: the command is about the tracker itself.
  package let isAboutTracker: Bool
  /// The command itself creates the file of `--output`, which is of another kind than what it prints.
  package let writesFile: Bool
  /// It only reads: a second run changes nothing and writes the same kind of output.
  package let canBeRunAgain: Bool
  /// It requires one of its flags; `--dry-run` does not count.
  package let needsFlag: Bool
  package let run: Run

  package init(
    _ name: String, group: CommandGroup = .other, _ summary: String, usage: [String] = [], examples: [Example] = [],
    details: [String] = [], positionals: [PositionalSpec] = [], flags: [FlagSpec] = [],
    subcommands: [CommandSpec] = [], subcommandName: String = "KIND",
    formats: [OutputFormat] = OutputFormat.ofSentences,
    takesQuery: Bool = false, isHidden: Bool = false, isAboutTracker: Bool = false,
    writesFile: Bool = false, canBeRunAgain: Bool = false, isFlagToo: Bool = false,
    needsFlag: Bool = false, run: @escaping Run
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.usage = usage
    self.examples = examples
    self.details = details
    self.positionals = positionals
    self.flags = flags
    self.subcommands = subcommands
    self.subcommandName = subcommandName
    self.formats = formats
    self.takesQuery = takesQuery
    self.isHidden = isHidden
    self.isAboutTracker = isAboutTracker
    self.writesFile = writesFile
    self.canBeRunAgain = canBeRunAgain
    self.isFlagToo = isFlagToo
    self.needsFlag = needsFlag
    self.run = run
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
