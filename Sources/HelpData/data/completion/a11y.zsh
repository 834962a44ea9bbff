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
      ({{flags with values}}) skip=1; continue ;;
      (-?*) continue ;;
    esac
    case $where/$word in
      ({{paths}}) where=$where/$word ;;
      (*) (( place == 0 )) && first=$word; (( place++ )) ;;
    esac
  done
  case "$where $words[CURRENT-1]" in
{{own values}}
  esac
  case $words[CURRENT-1] in
{{values}}
  esac
  if [[ $words[CURRENT] == -* && $words[CURRENT] != *:* ]]; then
    case $where in
{{flags}}
    esac
    _describe -o flag list
    return
  fi
  case "$where $place" in
{{words}}
  esac
}
if [[ $funcstack[1] == _a11y ]]; then
  _a11y "$@"
else
  compdef _a11y a11y
fi
