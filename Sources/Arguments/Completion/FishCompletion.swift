/// The completion script for fish.
package enum FishCompletion {
  /// The whole script.
  package static func script(for commands: [CommandSpec]) -> String {
    let model = CompletionModel(commands: commands)
    return """
      # a11y completion for fish. Made by: a11y completion fish
      # __a11y_at PATH [-eq|-ge PLACE]: whether the words so far lead to a command, and to a place in its arguments.
      function __a11y_at
          set -l tokens (commandline -opc)
          set -e tokens[1]
          set -l where ''
          set -l place 0
          set -l skip 0
          set -g __a11y_first ''
          for word in $tokens
              if test $skip = 1
                  set skip 0
                  continue
              end
              switch $word
                  case \(model.valueSpellings.joined(separator: " "))
                      set skip 1
                  case '-?*'
                  case '*'
                      switch "$where/$word"
                          case \(model.paths.joined(separator: " "))
                              set where "$where/$word"
                          case '*'
                              test $place = 0
                              and set -g __a11y_first $word
                              set place (math $place + 1)
                      end
              end
          end
          test "$where" = "$argv[1]"
          or return 1
          test (count $argv) -lt 3
          or test $place $argv[2] $argv[3]
      end
      complete -c a11y -f
      \((globals() + model.nodes.flatMap(lines)).joined(separator: "\n"))

      """
  }

  private static func globals() -> [String] {
    GlobalFlags.all.map { "complete -c a11y \(flag($0))" }
  }

  private static func lines(_ node: CompletionModel.Node) -> [String] {
    let here = "complete -c a11y -n \(quoted("__a11y_at '\(node.path)'"))"
    var lines = node.flags.map { "\(here) \(flag($0))" }
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
