package import Arguments

extension CommandTable {
  /// The one table of commands, in the order of the overview.
  package static let a11y = CommandTable(
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
      ("follow", { FollowCommand.spec }),
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
    ], help: { HelpCommand.spec }, leftOut: ["list", "new", "tap", "calc"])
}
