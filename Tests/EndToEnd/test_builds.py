"""Which program the scripts run: a quick one for a first look, and the optimised one wherever it is asked for."""

import os
import pathlib
import re
import shutil
import subprocess
import time

import pytest

from program import TOP

# Writes what it was called with, and puts a program that says how it was built where the real one would.
SWIFT = """#!/bin/sh
echo "$*" >>"$A11Y_CALLS"
place=.build/release
case " $* " in
  *" -c debug "*) place=debug ;;
esac
previous=
for word in "$@"; do
  case $previous in
    --scratch-path) place=$word/$place ;;
  esac
  previous=$word
done
[ -z "${A11Y_BREAKS-}" ] || exit 1
mkdir -p "$place"
printf '#!/bin/sh\\necho "%s $*"\\n' "$place" >"$place/a11y"
chmod +x "$place/a11y"
"""

class Checkout:
    """The scripts, something to build, and a `swift` that only notes what it is asked."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder / "a checkout"
        for name in ("a11y", "install", "test", "bench", "soak", "pictures"):
            self.copy(f"Scripts/{name}")
        for path in (TOP / "Scripts/support").glob("*.sh"):
            self.copy(f"Scripts/support/{path.name}")
        self.copy("Scripts/support/words.py")
        for name in ("README.md", "Sources/a11y/main.swift", "Migrations/V001.sql", "Package.swift"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text("")
        self.bin = folder / "bin"
        self.bin.mkdir()
        (self.bin / "swift").write_text(SWIFT)
        (self.bin / "swift").chmod(0o755)
        (self.bin / "strip").write_text('#!/bin/sh\ncp "$3" "$2"\n')
        (self.bin / "strip").chmod(0o755)
        self.log = folder / "calls"

    def copy(self, name):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, self.folder / name)

    def run(self, *words, code=0, cwd=None, **more):
        self.log.write_text("")
        variables = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.folder.parent), "A11Y_CALLS": str(self.log), **more}
        done = subprocess.run(
            [self.folder / "Scripts" / words[0], *words[1:]], cwd=cwd or self.folder.parent, env=variables,
            capture_output=True, text=True, timeout=120)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    @property
    def calls(self):
        return self.log.read_text().splitlines()

    def change(self):
        path = self.folder / "Sources/a11y/main.swift"
        later = time.time() + 5
        os.utime(path, (later, later))

@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)

@pytest.fixture
def rooms(checkout):
    """The checkout with what a run of the tests looks at."""
    for name in ("Sources/Store/One.swift", "Sources/a11y/One.swift", "Tests/StoreTests/OneTests.swift",
                 "Tests/AppTests/OneTests.swift", "Tests/FaultVFS/fault.c", ".ci/run", "Scripts/coverage",
                 "Scripts/check-macos", "Scripts/formula", "Scripts/golden", "Scripts/postgres/load"):
        (checkout.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout.folder / name).write_text("")
    return checkout

def test_the_first_look_is_built_quickly_and_said_once(checkout):
    first = checkout.run("a11y", "status", "--plain")
    assert first.stdout == ".build/quick/debug status --plain\n"
    assert "for a first look" in first.stderr and "Scripts/install" in first.stderr
    call, = checkout.calls
    assert "-c debug" in call and "-gnone" in call and "--scratch-path .build/quick" in call
    again = checkout.run("a11y", "status")
    assert again.stdout == ".build/quick/debug status\n" and again.stderr == "" and checkout.calls == []
    checkout.change()
    changed = checkout.run("a11y", "status")
    assert "for a first look" not in changed.stderr and len(checkout.calls) == 1

def test_the_optimised_program_is_used_as_soon_as_it_is_there(checkout):
    checkout.run("a11y", "status")
    asked = checkout.run("a11y", "--release", "status")
    assert asked.stdout == ".build/release status\n"
    call, = checkout.calls
    assert "-c release" in call and "quick" not in call
    assert checkout.run("a11y", "status").stdout == ".build/release status\n"
    assert checkout.calls == []
    # Old again, it gives way to what is built quickly, and is never taken for current.
    checkout.change()
    assert checkout.run("a11y", "status").stdout == ".build/quick/debug status\n"
    assert checkout.run("a11y", "--release", "status").stdout == ".build/release status\n"
    assert len(checkout.calls) == 1

def test_what_was_never_asked_for_release_is_handed_on(checkout):
    """Only as the first word it is the script's."""
    assert checkout.run("a11y", "gate", "--release").stdout == ".build/quick/debug gate --release\n"

def test_a_build_that_fails_leaves_no_program_that_counts_as_current(checkout):
    checkout.run("a11y", "status", code=1, A11Y_BREAKS="yes")
    checkout.run("a11y", "status")
    assert len(checkout.calls) == 1
    checkout.change()
    failed = checkout.run("a11y", "status", code=1, A11Y_BREAKS="yes")
    assert failed.stdout == "" and "the build failed" in failed.stderr

def test_install_never_takes_the_quick_one(checkout, tmp_path):
    checkout.run("a11y", "status")
    done = checkout.run("install", tmp_path / "prefix")
    assert "Installed .build/release --version" in done.stdout
    assert "-c release" in checkout.calls[0]
    assert ".build/release" in (tmp_path / "prefix/bin/a11y").read_text()
    # It is current now, and not built a second time; a packager's options are for the compiler.
    checkout.run("install", tmp_path / "prefix")
    assert checkout.calls == []
    checkout.run("install", tmp_path / "prefix", "--disable-sandbox")
    assert "--disable-sandbox" in checkout.calls[0]

def test_install_says_what_it_takes(checkout):
    for words in ([], [""], ["--prefix"]):
        assert "usage: Scripts/install PREFIX" in checkout.run("install", *words, code=2).stderr

@pytest.mark.parametrize("name", ["Scripts/soak", "Scripts/support/benchmarks/measuring.py"])
def test_who_attacks_for_long_and_measures_asks_for_the_optimised_one_by_name(name):
    text = (TOP / name).read_text()
    assert "release" in text and "quick/" not in text

def test_the_tests_run_the_program_that_is_installed():
    """One build serves it, the tests of the rooms and those of the whole program."""
    assert '".build/release/a11y"' in (TOP / "Tests/EndToEnd/program.py").read_text()
    text = re.sub(r"(?m)^\s*#.*", "", (TOP / "Scripts/test").read_text())
    assert re.findall(r"\b(?:swift build|build [a-z-]+|Scripts/a11y --release)$", text, re.M) == [
        "build quick-tests", "build tests"]
    # Beside one another, and waited for.
    order = ["build tests", 'beside "tests of the whole program"', 'step "tests of the rooms"',
             'joined "tests of the whole program"']
    places = [text.index(part) for part in order]
    assert places == sorted(places)

def test_the_tests_are_built_with_what_the_program_is_built_with(checkout):
    """Otherwise one would be built anew after the other, and what is installed would not be what was tested."""
    def options(kind):
        build = f"top=.; script=x; . Scripts/support/needs.sh; . Scripts/support/build.sh; build {kind}; is_current {kind.split('-')[0]}"
        checkout.log.write_text("")
        done = subprocess.run(
            ["sh", "-c", build.replace("is_current tests", "is_current release")], cwd=checkout.folder, capture_output=True,
            text=True, env={"PATH": f"{checkout.bin}:/usr/bin:/bin", "HOME": "/", "A11Y_CALLS": str(checkout.log)})
        assert done.returncode == 0, done.stderr
        call, = checkout.calls
        for own in ("--product a11y ", "--build-tests ", "--explicit-target-dependency-import-check error "):
            call = call.replace(own, "")
        return call

    assert options("tests") == options("release") and "-c release" in options("release")
    assert options("quick-tests") == options("quick") and "-c debug" in options("quick")

def test_a_quick_run_builds_the_program_for_a_first_look_as_well(rooms):
    rooms.run("test", "--quick")
    assert [call for call in rooms.calls if "--build-tests" in call]
    assert rooms.run("a11y", "status").stdout == ".build/quick/debug status\n"
    assert rooms.calls == []

def test_a_quick_run_tests_the_rooms_that_changed(rooms):
    def tested():
        rooms.run("test", "--quick")
        return [call for call in rooms.calls if call.startswith("test ")]

    def change(name):
        later = time.time() + 5
        os.utime(rooms.folder / name, (later, later))

    all_rooms = (
        "test --skip-build --enable-swift-testing --disable-xctest -c debug -Xswiftc -gnone --disable-index-store"
        " --scratch-path .build/quick")
    assert tested() == [all_rooms]
    assert tested() == []
    change("Sources/Store/One.swift")
    assert tested() == [all_rooms + r" --filter ^(StoreTests)\."]
    change("Sources/Store/One.swift")
    change("Sources/a11y/One.swift")
    # A room without tests of its own is tested through the commands.
    assert tested() == [all_rooms + r" --filter ^(StoreTests|AppTests)\."]
    change("Package.swift")
    assert tested() == [all_rooms]
