# a11y completion for bash. Made by: a11y completion bash
_a11y_words() {
  local IFS=$' \t\n'
  COMPREPLY=( $(compgen -W "$1" -- "$cur") )
}
_a11y_names() {
  local IFS=$' \t\n' whole="$cur" line="${COMP_LINE:0:COMP_POINT}" i
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
  local IFS=$'\n'
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
      {{flags with values}}) skip=1; continue ;;
      -?*) continue ;;
    esac
    case "$path/$word" in
      {{paths}}) path="$path/$word" ;;
      *) if (( place == 0 )); then first="$word"; fi; place=$((place + 1)) ;;
    esac
  done
  case "$path $prev" in
{{own values}}
  esac
  case "$prev" in
{{values}}
  esac
  if [[ $cur == -* && $COMP_LINE != *" "-*:* ]]; then
    case "$path" in
{{flags}}
    esac
    return
  fi
  case "$path $place" in
{{words}}
  esac
}
complete -F _a11y a11y
