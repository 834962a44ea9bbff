package import Terminal

/// The errors of a command line that is not valid.
package enum ParseProblem {
  static func unknownCommand(_ word: String, _ commands: CommandTable) -> Problem {
    return .usage(
      "command.unknown", "unknown command \(MessageText.quoted(word))",
      hints: meant(by: word, commands) + ["Run \"a11y help\" for a list of commands."])
  }

  /// Commands with a similar name, or those that have the word as a subcommand: `list findings`, `new component`.
  private static func meant(by word: String, _ commands: CommandTable) -> [String] {
    var lines = Suggestion.nearest(to: word, among: commands.visibleNames)
    for name in commands.leftOut where commands.command(named: name)?.offers(word) == true {
      lines.append("\(name) \(word)")
    }
    return lines.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(lines))?"]
  }

  /// A word that is none of those a command takes next.
  package static func unknownSubcommand(_ word: String, of command: CommandSpec, path: [String]) -> Problem {
    let names = command.subcommands.map(\.name)
    let line = (["a11y"] + path).joined(separator: " ")
    return .usage(
      "command.unknown-kind",
      "unknown subcommand \(MessageText.quoted(word)) for \"\(line)\"; expected \(Suggestion.alternatives(names))",
      hints: Suggestion.hint(for: word, among: names) + [ParsedArguments.usageHint(line)])
  }

  static func missingSubcommand(of command: CommandSpec, path: [String]) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    return .usage(
      "command.incomplete",
      "missing argument \(command.subcommandName); expected "
        + Suggestion.alternatives(command.subcommands.map(\.name)),
      hints: [ParsedArguments.usageHint(line)])
  }

  /// - Parameter written: with its hyphens.
  static func unknownFlag(
    _ written: String, command: CommandSpec?, path: [String], flags: [FlagSpec]
  ) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    var hints: [String] = []
    let spec = command?.subcommands.first { $0.flags.contains { $0.name.long == written } }
    if let spec {
      hints.append("Put \(written) after \(spec.name): \"\(line) \(spec.name) \(written) ...\".")
    } else if command == nil, FlagName.allCases.contains(where: { $0.long == written }) {
      hints.append("Put \(written) after the name of a command.")
    } else if command?.takesQuery == true, let word = QueryWord(rawValue: String(written.dropFirst(2))) {
      hints.append(
        "Use \(word.rawValue):... without hyphens to choose rows. Run \"a11y help query\" for the query words.")
    } else {
      hints += Suggestion.hint(for: written, among: flags.map(\.name.long))
    }
    hints.append("Run \"\(line) --help\" for its flags. Put -- before an argument that starts with a hyphen.")
    return .usage("flag.unknown", "unknown flag \(MessageText.quoted(written)) for \"\(line)\"", hints: hints)
  }

  static func missingValue(of spec: FlagSpec, as written: String, followedBy next: String?) -> Problem {
    let expected = spec.choices.isEmpty ? (spec.value ?? "VALUE") : Suggestion.alternatives(spec.choices)
    guard let next, next != "--" else {
      return .usage("flag.value-missing", "missing value for \(written); expected \(expected)")
    }
    return .usage(
      "flag.value-missing", "missing value for \(written) before the flag \(next); expected \(expected)",
      hints: ["Use \(spec.name.long)=\(next) if \(next) is the value."])
  }
}

extension CommandSpec {
  /// Whether a word may come first after the command's name.
  fileprivate func offers(_ word: String) -> Bool {
    subcommands.contains { $0.name == word } || positionals.first?.choices.contains(word) == true
  }
}
