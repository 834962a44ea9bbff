import Arguments
import Terminal

/// `a11y completion`: a script for the shell.
enum CompletionCommand {
  private enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static var spec: CommandSpec {
    CommandSpec(
      "completion", "a script that lets the shell complete commands, flags and names",
      examples: [
        .init("a11y completion bash > ~/.local/share/bash-completion/completions/a11y", "for bash"),
        .init("a11y completion zsh > ~/.zfunc/_a11y", "for zsh, where ~/.zfunc is in fpath"),
        .init("a11y completion fish > ~/.config/fish/completions/a11y.fish", "for fish"),
      ],
      positionals: [PositionalSpec("SHELL", choices: Shell.allCases.map(\.rawValue), "the shell")],
      formats: [.table, .plain], canBeRunAgain: true, run: run)
  }

  private static func run(_ context: Context) throws -> ExitCode {
    let commands = CommandTable.a11y.visible.map { $0.name == HelpCommand.spec.name ? HelpCommand.offering : $0 }
    switch Shell(rawValue: context.arguments.positional(0) ?? "") {
    case .bash: try context.output.write(BashCompletion.script(for: commands))
    case .zsh: try context.output.write(ZshCompletion.script(for: commands))
    case .fish: try context.output.write(FishCompletion.script(for: commands))
    // The parser has refused every other word.
    case nil: throw Problem.usage("argument.missing", "a11y completion needs SHELL")
    }
    return .done
  }
}
