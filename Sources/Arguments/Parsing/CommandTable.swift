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
    self.rows = rows
    self.help = help
    self.leftOut = leftOut
  }

  /// The words, hidden ones too.
  package var names: [String] { rows.map(\.name) }

  /// The words that help, manual and completions show.
  package var visibleNames: [String] { names.filter { !$0.utf8.starts(with: "__".utf8) } }

  /// All rows, made now. For help and tests.
  package var all: [CommandSpec] { rows.map { $0.make() } }

  /// The rows that help, manual and completions show, made now.
  package var visible: [CommandSpec] { all.filter { !$0.isHidden } }

  /// The command of a word.
  package func command(named word: String) -> CommandSpec? {
    rows.first { $0.name == word }?.make()
  }

  /// The command that a list of words leads to, as far as they lead; nothing if the first is not a command.
  package func command(at path: [String]) -> (command: CommandSpec, path: [String])? {
    guard let first = path.first, var command = command(named: first) else { return nil }
    var taken = [first]
    for word in path.dropFirst() {
      guard let below = command.subcommands.first(where: { $0.name == word }) else { break }
      command = below
      taken.append(word)
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
