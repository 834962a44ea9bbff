import Arguments
import Terminal

/// `a11y completion`: a script for the shell.
enum CompletionCommand {
  private enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static var spec: CommandSpec {
    CommandSpec(
      "completion", "generate a shell completion script",
      examples: [
        .init("a11y completion bash > ~/.local/share/bash-completion/completions/a11y", "install for bash"),
        .init("a11y completion zsh > ~/.zfunc/_a11y", "install for zsh, if ~/.zfunc is in fpath"),
        .init("a11y completion fish > ~/.config/fish/completions/a11y.fish", "install for fish"),
      ],
      positionals: [PositionalSpec("SHELL", choices: Shell.allCases.map(\.rawValue), "shell")],
      formats: [.table, .plain], canBeRunAgain: true, run: run)
  }

  private static func run(_ context: Context) throws -> ExitCode {
    let commands = CommandTable.a11y.visible.map { $0.name == HelpCommand.spec.name ? HelpCommand.offering : $0 }
    switch Shell(rawValue: context.arguments.positional(0) ?? "") {
    case .bash: try context.output.write(BashCompletion.script(for: commands))
    case .zsh: try context.output.write(ZshCompletion.script(for: commands))
    case .fish: try context.output.write(FishCompletion.script(for: commands))
    // The parser refuses any other word.
    case nil: throw Problem.usage("argument.missing", "missing argument SHELL")
    }
    return .done
  }
}
