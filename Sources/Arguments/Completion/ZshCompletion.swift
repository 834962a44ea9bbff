/// The completion script for zsh.
package enum ZshCompletion {
  /// The whole script.
  package static func script(for commands: [CommandSpec]) -> String {
    let model = CompletionModel(commands: commands)
    return """
      #compdef a11y
      # a11y completion for zsh. Made by: a11y completion zsh
      _a11y_names() {
        local -a names fields
        names=( ${(f)"$(a11y __complete -- "$1" "$words[CURRENT]" "$first" 2>/dev/null)"} )
        (( $# > 1 )) && compadd -- "${@[2,-1]}"
        fields=( ${(M)names:#*:} )
        names=( ${names:#*:} )
        compadd -S '' -a fields
        if [[ -n ${names:#$words[CURRENT]*} ]]; then
          # Several names are listed, and the word stays; one takes its place.
          compadd -U -a names
          if (( $#names > 1 )); then compstate[insert]=''; compstate[list]='list force'; fi
        else
          compadd -a names
        fi
      }
      _a11y() {
        local where='' skip='' word first=''
        local -i i place=0
        local -a list
        for (( i = 2; i < CURRENT; i++ )); do
          word=$words[i]
          if [[ -n $skip ]]; then skip=''; continue; fi
          case $word in
            (\(model.valueSpellings.joined(separator: "|"))) skip=1; continue ;;
            (-?*) continue ;;
          esac
          case $where/$word in
            (\(model.paths.joined(separator: "|"))) where=$where/$word ;;
            (*) (( place == 0 )) && first=$word; (( place++ )) ;;
          esac
        done
        case $words[CURRENT-1] in
      \(values(model).joined(separator: "\n"))
        esac
        if [[ $words[CURRENT] == -* && $words[CURRENT] != *:* ]]; then
          case $where in
      \(flags(model).joined(separator: "\n"))
          esac
          _describe -o flag list
          return
        fi
        case "$where $place" in
      \(words(model).joined(separator: "\n"))
        esac
      }
      if [[ $funcstack[1] == _a11y ]]; then
        _a11y "$@"
      else
        compdef _a11y a11y
      fi

      """
  }

  private static func values(_ model: CompletionModel) -> [String] {
    model.flags.filter { !$0.isSwitch }.map { flag in
      let action = action(CompletionModel.offer(flag))
      return "    (\(CompletionModel.spellings(flag).joined(separator: "|"))) \(action); return ;;"
    }
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
