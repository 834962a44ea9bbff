"""Rules of the house that no compiler holds."""

import re
import subprocess
import sys

import pytest

from program import TOP

sys.path.insert(0, str(TOP / "Scripts/support"))

from mutation import mutants, mutated  # noqa: E402


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=TOP, capture_output=True, check=True).stdout
    return [TOP / name for name in listed.decode().split("\0") if name and (TOP / name).is_file()]


def test_the_top_level_holds_six_things_and_dot_files():
    found = {path.relative_to(TOP).parts[0] for path in tracked()}
    assert {name for name in found if not name.startswith(".")} == {
        "Package.swift", "Sources", "Tests", "Migrations", "Scripts", "README.md"}
    assert not any(name.startswith(".build") for name in found)


def test_the_package_has_no_dependencies():
    assert ".package(" not in (TOP / "Package.swift").read_text()


def test_every_folder_of_swift_is_built_and_uses_the_rooms_that_it_names():
    """A folder of tests that is no target is left out without a word, and passes."""
    package = (TOP / "Package.swift").read_text()
    rooms = {}
    for name, uses in re.findall(r'(?:[rR]oom|tests)\(\s*"(\w+)"(?:,\s*uses: \[([^]]*)\])?', package):
        rooms[name] = set(re.findall(r'"(\w+)"', uses))
    others = set(re.findall(r'[tT]arget\(\s*name: "(\w+)"', package)) - rooms.keys()
    folders = {}
    # Where the tests begin is in no folder.
    for path in tracked("Sources/*/*.swift", "Tests/*/*.swift"):
        imports = re.findall(r"^(?:@testable |package |public )?import (\w+)$", path.read_text(), re.MULTILINE)
        folders.setdefault(path.relative_to(TOP).parts[1], set()).update(imports)
    assert folders.keys() - others == rooms.keys()
    assert {name: uses - folders[name] for name, uses in rooms.items() if uses - folders[name]} == {}


@pytest.mark.parametrize("what, pattern", [
    ("a trap", r"\btry!|\bas!|\bfatalError\(|\bpreconditionFailure\("),
    ("Foundation", r"^\s*(?:\w+\s+)?import\s+Foundation"),
    ("a remark for later", r"\b(?:TODO|FIXME|XXX)\b"),
])
def test_the_sources_hold_none(what, pattern):
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}" for path in tracked("Sources/*.swift")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(pattern, line) and not line.strip().startswith("//")]
    assert found == [], what


def test_what_differs_between_systems_stands_in_one_room():
    """No machine of the tests runs macOS. Scripts/check-macos holds the one room against its headers."""
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}" for path in tracked("Sources/*.swift")
        if (TOP / "Sources/Base/System") not in path.parents
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"^\s*#(?:if|else)|\bimport (?:Glibc|Musl|Darwin)\b", line)]
    assert found == []


def test_no_file_is_longer_than_400_lines():
    # The model of trust stays as it was given.
    files = tracked("*.swift", "*.py", "Scripts", ":!Tests/Model/model.py")
    lengths = {path.relative_to(TOP): path.read_bytes().count(b"\n") for path in files}
    assert {path: length for path, length in lengths.items() if length > 400} == {}


def test_every_file_that_the_pages_name_exists():
    pages = "".join(path.read_text() for path in tracked("Sources/*.docc/*.md"))
    named = set(re.findall(r"`(\w+/[\w+/]+\.swift)`", pages))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (TOP / "Sources" / name).is_file()] == []
    # Paths from the top, in the README as well.
    pages += (TOP / "README.md").read_text()
    named = set(re.findall(r"`((?:Sources|Tests|Scripts|Migrations)/[\w+/.-]+)`", pages))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (TOP / name).exists()] == []


def test_the_readme_and_the_articles_are_plainly_worded():
    pages = [TOP / "README.md", *tracked("Sources/*.docc/*.md")]
    done = subprocess.run([sys.executable, "-B", TOP / "Scripts/support/words.py", *pages], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def declared(held):
    return set(re.findall(r"(?:def|struct|class) (\w+)", held))


def test_every_test_that_the_threats_name_exists():
    named = set(re.findall(r"`(test_\w+|\w+Tests)`", (TOP / "Sources/a11y/a11y.docc/Threats.md").read_text()))
    held = "".join(path.read_text() for path in tracked("Tests/*.py", "Tests/*.swift"))
    assert len(named) > 30
    assert sorted(named - declared(held)) == []


def test_every_mutant_is_of_a_line_that_is_there_once_and_names_tests_that_exist():
    listed = mutants()
    assert len(listed) > 100
    held = "".join(path.read_text() for path in tracked("Tests/*.swift", "Package.swift"))
    for file in {mutant.file for mutant in listed}:
        # Refuses a fragment that is not there once, and two about the same piece.
        mutated((TOP / file).read_text(), [mutant for mutant in listed if mutant.file == file])
    suites = declared(held)
    for mutant in listed:
        assert mutant.holds and mutant.replacement != mutant.fragment, mutant.place
        for suite in mutant.tests.split("|"):
            assert suite in suites or f'"{suite}"' in held, f"{mutant.place}: {suite}"
