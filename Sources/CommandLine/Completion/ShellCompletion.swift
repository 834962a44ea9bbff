import HelpData

/// The completion script for bash (3.2 and later).
package enum BashCompletion {
  package static func script(for commands: [CommandSpec]) -> String {
    let model = CompletionModel(commands: commands)
    return help_completion_bash().text(
      model.arms(flags: flags(model), words: words(model)) { "    \($0)) \(action($1)); return ;;" })
  }

  private static func flags(_ model: CompletionModel) -> [String] {
    model.nodes.map { node in
      let spellings = (node.flags + GlobalFlags.all).flatMap(CompletionModel.spellings)
      return "      \"\(node.path)\") _a11y_words \"\(spellings.joined(separator: " "))\" ;;"
    }
  }

  private static func words(_ model: CompletionModel) -> [String] {
    model.nodes.flatMap { node in
      if !node.words.isEmpty {
        return ["    \"\(node.path) 0\") _a11y_words \"\(node.words.map(\.name).joined(separator: " "))\" ;;"]
      }
      return CompletionModel.offers(node).map { offer in
        let pattern = offer.onwards ? "\"\(node.path) \"*" : "\"\(node.path) \(offer.place)\""
        return "    \(pattern)) \(action(offer.offer)) ;;"
      }
    }
  }

  private static func action(_ offer: CompletionModel.Offer) -> String {
    switch offer {
    case .nothing: ":"
    case .files: "_a11y_files -f"
    case .folders: "_a11y_files -d"
    case .choices(let choices): "_a11y_words \"\(choices.joined(separator: " "))\""
    case .names(let kind, let besides): "_a11y_names \(kind.rawValue) \"\(besides.joined(separator: " "))\""
    }
  }
}

extension CompletionModel {
  /// What fills in the script of a shell with `case`; `arm` is that of a flag with a value, by its spellings.
  fileprivate func arms(flags: [String], words: [String], _ arm: (String, Offer) -> String) -> [String: String] {
    let values = self.flags.filter { !$0.isSwitch }
      .map { arm(Self.spellings($0).joined(separator: "|"), Self.offer($0)) }
    let own = ownOffers.map { arm($0.places.map { "'\($0)'" }.joined(separator: "|"), $0.offer) }
    return [
      "flags with values": valueSpellings.joined(separator: "|"), "paths": paths.joined(separator: "|"),
      "own values": own.joined(separator: "\n"), "values": values.joined(separator: "\n"),
      "flags": flags.joined(separator: "\n"), "words": words.joined(separator: "\n"),
    ]
  }
}

package enum FishCompletion {
  package static func script(for commands: [CommandSpec]) -> String {
    let model = CompletionModel(commands: commands)
    return help_completion_fish().text([
      "flags with values": model.valueSpellings.joined(separator: " "), "paths": model.paths.joined(separator: " "),
      "lines": (globals() + model.nodes.flatMap(lines)).joined(separator: "\n"),
    ])
  }

  private static func globals() -> [String] {
    GlobalFlags.all.filter { $0.name != .format }.map { "complete -c a11y \(flag($0))" }
  }

  private static func lines(_ node: CompletionModel.Node) -> [String] {
    let here = "complete -c a11y -n \(quoted("__a11y_at '\(node.path)'"))"
    var lines = (node.flags + [node.format]).map { "\(here) \(flag($0))" }
    for word in node.words {
      lines.append(
        "complete -c a11y -n \(quoted("__a11y_at '\(node.path)' -eq 0")) -a \(word.name) -d \(quoted(word.doc))")
    }
    for offer in CompletionModel.offers(node) where node.words.isEmpty {
      let condition = "__a11y_at '\(node.path)' \(offer.onwards ? "-ge" : "-eq") \(offer.place)"
      lines.append("complete -c a11y -n \(quoted(condition)) \(action(offer.offer))")
    }
    return lines
  }

  private static func flag(_ flag: FlagSpec) -> String {
    let short = flag.short.map { "-s \($0) " } ?? ""
    let value = flag.isSwitch ? "" : " -r " + action(CompletionModel.offer(flag))
    return "\(short)-l \(flag.name.rawValue)\(value) -d \(quoted(flag.doc))"
  }

  private static func action(_ offer: CompletionModel.Offer) -> String {
    switch offer {
    case .nothing: "-f"
    case .files: "-F"
    case .folders: "-f -a \(quoted("(__fish_complete_directories (commandline -ct))"))"
    case .choices(let choices): "-f -a \(quoted(choices.joined(separator: " ")))"
    case .names(let kind, let besides):
      "-f -a \(quoted((besides + ["(a11y __complete -- \(kind.rawValue) (commandline -ct) \"$__a11y_first\" 2>/dev/null)"]).joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    // By scalars, as a shell reads them: a quote with an accent on it is a quote.
    var result = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "'" { result.append("\\") }
      result.append(scalar)
    }
    return String(result) + "'"
  }
}

package enum ZshCompletion {
  package static func script(for commands: [CommandSpec]) -> String {
    let model = CompletionModel(commands: commands)
    return help_completion_zsh().text(
      model.arms(flags: flags(model), words: words(model)) { "    (\($0)) \(action($1)); return ;;" })
  }

  private static func flags(_ model: CompletionModel) -> [String] {
    model.nodes.map { node in
      let items = (node.flags + GlobalFlags.all).flatMap { flag in
        CompletionModel.spellings(flag).map { item($0, flag.doc) }
      }
      return "      ('\(node.path)') list=( \(items.joined(separator: " ")) ) ;;"
    }
  }

  private static func words(_ model: CompletionModel) -> [String] {
    model.nodes.flatMap { node in
      if !node.words.isEmpty {
        let items = node.words.map { item($0.name, $0.doc) }.joined(separator: " ")
        return ["    ('\(node.path) 0') list=( \(items) ); _describe word list ;;"]
      }
      return CompletionModel.offers(node).map { offer in
        let pattern = offer.onwards ? "'\(node.path) '*" : "'\(node.path) \(offer.place)'"
        return "    (\(pattern)) \(action(offer.offer)) ;;"
      }
    }
  }

  private static func action(_ offer: CompletionModel.Offer) -> String {
    switch offer {
    case .nothing: ":"
    case .files: "_files"
    case .folders: "_files -/"
    case .choices(let choices): "compadd -- \(choices.joined(separator: " "))"
    case .names(let kind, let besides): (["_a11y_names", kind.rawValue] + besides).joined(separator: " ")
    }
  }

  /// `'name:summary'`; an unescaped colon would end the name, and a quote would end the word.
  private static func item(_ name: String, _ doc: String) -> String {
    // By scalars, as a shell reads them: a quote with an accent on it is a quote.
    var text = String.UnicodeScalarView()
    for scalar in doc.unicodeScalars {
      switch scalar {
      case ":": text.append(contentsOf: "\\:".unicodeScalars)
      case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
      case "'": text.append(contentsOf: "'\\''".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return "'\(name):\(String(text))'"
  }
}
