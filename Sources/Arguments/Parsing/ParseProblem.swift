package import Terminal

/// The sentences for a command line that was not understood.
package enum ParseProblem {
  static func unknownCommand(_ word: String, _ commands: CommandTable) -> Problem {
    return .usage(
      "command.unknown", "there is no command \(MessageText.quoted(word))",
      hints: meant(by: word, commands) + ["a11y help lists the commands."])
  }

  /// A command that looks alike, or the one that the word stands behind: `list findings`, `new component`.
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
      "\(line) takes \(Suggestion.alternatives(names)) next, not \(MessageText.quoted(word))",
      hints: Suggestion.hint(for: word, among: names) + ["\(line) --help shows how it is used."])
  }

  static func missingSubcommand(of command: CommandSpec, path: [String]) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    return .usage(
      "command.incomplete",
      "\(line) needs one of \(command.subcommands.map(\.name).joined(separator: ", "))",
      hints: ["\(line) --help shows how it is used."])
  }

  /// - Parameter written: with its hyphens.
  static func unknownFlag(
    _ written: String, command: CommandSpec?, path: [String], flags: [FlagSpec]
  ) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    var hints: [String] = []
    let spec = command?.subcommands.first { $0.flags.contains { $0.name.long == written } }
    if let spec {
      hints.append("\(written) comes after the word \(spec.name): \(line) \(spec.name) \(written) ...")
    } else if command == nil, FlagName.allCases.contains(where: { $0.long == written }) {
      hints.append("\(written) belongs to a command and comes after its name.")
    } else if command?.takesQuery == true, let word = QueryWord(rawValue: String(written.dropFirst(2))) {
      hints.append(
        "Which rows is said in the query: \(word.rawValue):... without hyphens; a11y help query has the words.")
    } else {
      hints += Suggestion.hint(for: written, among: flags.map(\.name.long))
    }
    hints.append("\(line) --help lists the flags. Put -- before an argument that begins with a hyphen.")
    return .usage("flag.unknown", "\(line) has no flag \(MessageText.quoted(written))", hints: hints)
  }

  static func missingValue(of spec: FlagSpec, as written: String, followedBy next: String?) -> Problem {
    let wanted = spec.choices.isEmpty ? (spec.value ?? "VALUE") : Suggestion.alternatives(spec.choices)
    guard let next, next != "--" else {
      return .usage("flag.value-missing", "\(written) needs a value: \(wanted)")
    }
    return .usage(
      "flag.value-missing", "\(written) needs a value (\(wanted)), but the flag \(next) follows",
      hints: ["If \(next) is the value, write \(spec.name.long)=\(next)."])
  }
}

extension CommandSpec {
  /// Whether a word is one that comes first after the command's own.
  fileprivate func offers(_ word: String) -> Bool {
    subcommands.contains { $0.name == word } || positionals.first?.choices.contains(word) == true
  }
}
