/// The one table of commands, in the order of the overview.
///
/// A row is made when it is asked for: a command that runs pays for its own documentation only.
package enum CommandTable {
  /// The words, hidden ones too.
  package static var names: [String] { rows.map(\.name) }

  /// The words that help, manual and completions show.
  package static var visibleNames: [String] { names.filter { !$0.utf8.starts(with: "__".utf8) } }

  /// All rows, made now. For help and tests.
  package static var all: [CommandSpec] { rows.map { $0.make() } }

  /// The command of a word.
  package static func command(named word: String) -> CommandSpec? {
    rows.first { $0.name == word }?.make()
  }

  /// The command that a list of words leads to, as far as they lead; nothing if the first is not a command.
  package static func command(at path: [String]) -> (command: CommandSpec, path: [String])? {
    guard let first = path.first, var command = command(named: first) else { return nil }
    var taken = [first]
    for word in path.dropFirst() {
      guard let below = command.subcommands.first(where: { $0.name == word }) else { break }
      command = below
      taken.append(word)
    }
    return (command, taken)
  }

  private typealias Row = (name: String, make: @Sendable () -> CommandSpec)

  private static var rows: [Row] {
    [
      ("walk", { WalkCommand.spec }),
      ("log", { LogCommand.spec }),
      ("undo", { UndoCommand.spec }),
      ("redo", { RedoCommand.spec }),
      ("show", { ShowCommand.spec }),
      ("worksheet", { WorksheetCommand.spec }),
      ("tap", { TapCommand.spec }),
      ("status", { StatusCommand.spec }),
      ("list", { ListCommand.spec }),
      ("trend", { TrendCommand.spec }),
      ("report", { ReportCommand.spec }),
      ("gate", { GateCommand.spec }),
      ("resolve", { ResolveCommand.spec }),
      ("export", { ExportCommand.spec }),
      ("import", { ImportCommand.spec }),
      ("sync", { SyncCommand.spec }),
      ("verify", { VerifyCommand.spec }),
      ("backup", { BackupCommand.spec }),
      ("erase", { EraseCommand.spec }),
      ("waiting", { WaitingCommand.spec }),
      ("fork", { ForkCommand.spec }),
      ("init", { InitCommand.spec }),
      ("new", { NewCommand.spec }),
      ("edit", { EditCommand.spec }),
      ("config", { ConfigCommand.spec }),
      ("demo", { DemoCommand.spec }),
      ("doctor", { DoctorCommand.spec }),
      ("calc", { CalcCommand.spec }),
      ("lookup", { LookupCommand.spec }),
      ("suggest", { SuggestCommand.spec }),
      ("help", { HelpCommand.spec }),
      ("completion", { CompletionCommand.spec }),
      ("__complete", { CompleteCommand.spec }),
      ("__state", { StateCommand.spec }),
    ]
  }
}
