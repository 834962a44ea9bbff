/// The completion script for bash (3.2 and later).
package enum BashCompletion {
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

package enum FishCompletion {
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

package enum ZshCompletion {
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
