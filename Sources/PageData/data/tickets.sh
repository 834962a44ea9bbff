#!/bin/sh
# Creates {{issues}} in the repository of this folder. Needs gh, signed in.
# Run it again if it was interrupted: an issue whose mark the repository has is not created again.
# Afterwards: gh issue list --state all --limit 10000 --json number,url,body,state > tickets.json
# and: a11y import tickets.json
body=$(mktemp) || exit 1
answer=$(mktemp) || exit 1
state=$(mktemp) || exit 1
trap 'rm -f "$body" "$answer" "$state"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
gh issue list --state all --limit 10000 --json body > "$answer" || exit 1
marks=$(grep -Eo 'a11y-[ghjkmnpqrstvwxyz]{12}' "$answer" | sort -u)
for label in {{labels}}; do
  # One that the repository has keeps its color.
  gh label create "$label" > "$answer" 2>&1 < /dev/null || :
done
created=0
there=0
reopened=0
# issue MARK TITLE --label LABEL...: the body is the input.
issue() {
  mark=$1
  title=$2
  shift 2
  cat > "$body"
  case $marks in *"$mark"*) there=$((there + 1)); return ;; esac
  patient gh issue create --title "$title" --body-file "$body" "$@"
  created=$((created + 1))
}
# again NUMBER: opens a closed issue; the comment is the input.
again() {
  cat > "$body"
  patient gh issue view "$1" --json state > "$state"
  grep -q CLOSED "$state" || return 0
  patient gh issue reopen "$1"
  patient gh issue comment "$1" --body-file "$body"
  reopened=$((reopened + 1))
}
# patient COMMAND...: waits while GitHub limits the rate.
patient() {
  pause=10
  until "$@" 2> "$answer" < /dev/null; do
    cat "$answer" >&2
    grep -Eiq 'rate limit|too quickly|abuse|try again later|HTTP 429' "$answer" || exit 1
    if [ "$pause" -gt 80 ]; then
      echo "GitHub takes no more issues now. Run this script again later: it goes on where it stopped." >&2
      exit 1
    fi
    echo "Waiting $pause seconds, as GitHub asks for." >&2
    sleep "$pause"
    pause=$((pause * 2))
  done
}
