# What the scripts need from the machine, and how it gets there. Sourced, not run; POSIX sh.
#
# On Debian and Ubuntu a missing package is installed with apt-get, through sudo where we are not root; elsewhere a
# sentence says what is missing. Everything is said on standard error: standard output belongs to the program.

say() { printf '%s: %s\n' "${script:-a11y}" "$*" >&2; }

give_up() {
  say "$*"
  exit 1
}

# install_packages REASON PACKAGE...: one `apt-get update`, one `apt-get install`.
install_packages() {
  reason=$1
  shift
  [ $# -gt 0 ] || return 0
  command -v apt-get >/dev/null 2>&1 ||
    give_up "missing here: $* (Debian's names), $reason; install what your system calls them and run this again."
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 ||
      give_up "missing here: $*, $reason; run 'apt-get install $*' as root and then this again."
    as_root=sudo
    # Without a terminal nobody could type a password.
    [ -t 0 ] || as_root="sudo -n"
  fi
  say "installing $* with ${as_root:+sudo }apt-get, $reason."
  {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
      $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
  } >&2 </dev/null || give_up "could not install $*, $reason; install that and run this again."
}

# The toolchain and SQLite's header and libraries: what a build takes. Nothing is started when all is there.
need_build_tools() {
  command -v swift >/dev/null 2>&1 ||
    give_up "the Swift toolchain is missing: install Swift 6.2 or newer (see swift.org/install) and run this again."
  [ "$(uname)" = Linux ] || return 0
  missing=
  [ -e /usr/include/sqlite3.h ] || [ -e /usr/local/include/sqlite3.h ] || missing=libsqlite3-dev
  # shellcheck disable=SC2086
  install_packages "to build against SQLite" $missing
}
