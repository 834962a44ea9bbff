/// The completion script for bash (3.2 and later).
package enum BashCompletion {
  /// The whole script.
  package static func script(for commands: [CommandSpec]) -> String {
    let model = CompletionModel(commands: commands)
    return """
      # a11y completion for bash. Made by: a11y completion bash
      _a11y_words() {
        local IFS=$' \\t\\n'
        COMPREPLY=( $(compgen -W "$1" -- "$cur") )
      }
      _a11y_names() {
        local IFS=$' \\t\\n' whole="$cur" line="${COMP_LINE:0:COMP_POINT}" i
        # Readline begins a new word after each colon.
        line="${line##*[[:space:]]}"
        if [[ $line == *:* && $COMP_WORDBREAKS == *:* ]]; then whole="$line"; fi
        COMPREPLY=( $(compgen -W "$2" -- "$cur") $(a11y __complete -- "$1" "$whole" "$first" 2>/dev/null) )
        if [[ $whole == *:* && $COMP_WORDBREAKS == *:* ]]; then
          for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]="${COMPREPLY[i]#"${whole%"${whole##*:}"}"}"; done
        elif [[ ${#COMPREPLY[@]} -gt 1 ]]; then
          # What several names begin with may be less than what was typed: they are listed, and the word stays.
          for i in "${COMPREPLY[@]}"; do if [[ $i != "$cur"* ]]; then COMPREPLY+=( ' ' ); break; fi; done
        fi
        if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi
      }
      _a11y_files() {
        local IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY=( $(compgen "$1" -- "$cur") )
      }
      _a11y() {
        local cur prev path word i skip place first
        COMPREPLY=()
        cur="${COMP_WORDS[COMP_CWORD]}"
        prev="${COMP_WORDS[COMP_CWORD-1]}"
        path=""
        skip=""
        place=0
        first=""
        for (( i = 1; i < COMP_CWORD; i++ )); do
          word="${COMP_WORDS[i]}"
          if [[ -n $skip ]]; then skip=""; continue; fi
          case "$word" in
            \(model.valueSpellings.joined(separator: "|"))) skip=1; continue ;;
            -?*) continue ;;
          esac
          case "$path/$word" in
            \(model.paths.joined(separator: "|"))) path="$path/$word" ;;
            *) if (( place == 0 )); then first="$word"; fi; place=$((place + 1)) ;;
          esac
        done
        case "$prev" in
      \(values(model).joined(separator: "\n"))
        esac
        if [[ $cur == -* && $COMP_LINE != *" "-*:* ]]; then
          case "$path" in
      \(flags(model).joined(separator: "\n"))
          esac
          return
        fi
        case "$path $place" in
      \(words(model).joined(separator: "\n"))
        esac
      }
      complete -F _a11y a11y

      """
  }

  private static func values(_ model: CompletionModel) -> [String] {
    model.flags.filter { !$0.isSwitch }.map { flag in
      let action = action(CompletionModel.offer(flag))
      return "    \(CompletionModel.spellings(flag).joined(separator: "|"))) \(action); return ;;"
    }
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
