# Builds the program. Sourced after needs.sh, with `top` as the checkout; POSIX sh.
#
# Two programs of the same sources, each in a place of its own: `release` is optimised and is what is installed, measured
# and tested; `quick` is there in a third of the time, for a first look and while editing. `tests` and `quick-tests` are
# the same two with the tests of the rooms beside them: no program is built a second time for its tests, and what is
# installed is to the byte what was tested.

# Neither a debugger nor an editor reads what is built here: no description of it is written for them.
quick="-c debug -Xswiftc -gnone --disable-index-store --scratch-path .build/quick"
# Tests see what is internal. It makes the program 3 % larger.
optimized="-c release -Xswiftc -enable-testing -Xswiftc -gnone --disable-index-store"
# The driver within `swift build` compiles rooms beside those that they use (Package.swift says how); it is tried on Linux.
if [ "$(uname)" = Linux ]; then
  optimized="$optimized --use-integrated-swift-driver"
fi

program_of() {
  case $1 in
    release) echo "$top/.build/release/a11y" ;;
    quick) echo "$top/.build/quick/debug/a11y" ;;
  esac
}

# is_current KIND: nothing changed since it was built. A file that was removed changes its folder's time, so folders
# count as well.
is_current() {
  [ -x "$(program_of "$1")" ] && [ -e "$top/.build/$1.stamp" ] &&
    [ -z "$(find "$top/Package.swift" "$top/Sources" "$top/Migrations" -newer "$top/.build/$1.stamp" -print \
      2>/dev/null | head -n 1)" ]
}

# build KIND [OPTION...]: builds one of them, whatever is there; options go to `swift build`.
build() {
  kind=$1
  shift
  need_build_tools
  mkdir -p "$top/.build"
  case $kind in
    tests) program=release ;;
    quick-tests) program=quick ;;
    *) program=$kind ;;
  esac
  # Of the time before the build: what is edited while it runs is built the next time.
  : >"$top/.build/$program.stamp.new"
  # The tests need no index of the sources: Tests/XCTMain.swift begins them.
  case $kind in
    release) set -- --product a11y $optimized "$@" ;;
    quick) set -- --product a11y $quick "$@" ;;
    tests) set -- --build-tests --explicit-target-dependency-import-check error $optimized "$@" ;;
    quick-tests) set -- --build-tests --explicit-target-dependency-import-check error $quick "$@" ;;
  esac
  (cd -P "$top" && swift build "$@") >&2 </dev/null || give_up "the build failed; its messages stand above."
  mv "$top/.build/$program.stamp.new" "$top/.build/$program.stamp"
}
