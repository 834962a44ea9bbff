"""Trackers and bundles that every earlier form of the database wrote: they open, and say what they said then.

Each file under Fixtures/versions was written by the program of its time, by the same commands: a new form of the
database gets a file of its own, and none is ever made anew.
"""

import gzip
import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from facts import canonical, require_bundle
from program import CHECK, FIXTURES, TOP, Tracker

VERSIONS = sorted(int(path.name[1:4]) for path in (TOP / "Migrations").glob("V*.sql"))
# The first form had no bundles.
BUNDLES = VERSIONS[1:]

# What the commands left behind: component, check, condition, outcome, severity, value, stale beside age.
CELLS = [
    ["cart/pay", "haptics.type-success", "", "na", None, None, []],
    ["cart/pay", "touch-target.minimum-44pt", "", "pass", None, "56x56", ["check"]],
    ["home/banner", CHECK, "dark,text-ax3", "fail", 1, None, []],
    ["sign-in/close-button", "touch-target.minimum-44pt", "", "fail", 2, "40x40", ["check"]],
    ["sign-in/close-button", CHECK, "", "pass", None, None, []],
]
# From the fifth on, what axe-core found opened a cell.
OPENED = ["cart/pay", "contrast.text-4-5", "", "cant-tell", None, None, []]


def of_version(version, folder):
    """A tracker as the program of that version left it."""
    tracker = Tracker(folder / "old")
    (tracker.folder / ".a11y").mkdir(parents=True)
    packed = FIXTURES / f"versions/v{version}.db.gz"
    assert packed.is_file(), "each form of the database has a file of its time"
    tracker.database.write_bytes(gzip.decompress(packed.read_bytes()))
    if version >= 4:
        shutil.copytree(FIXTURES / "versions/evidence", tracker.folder / ".a11y/evidence")
    return tracker


def number(tracker):
    return tracker.rows("PRAGMA user_version")[0][0]


def cells(tracker):
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    return [[row["component"], row["check"], row["condition"], row["outcome"], row["severity"],
             row["value"] and row["value"]["text"], [why for why in row["stale"] if why != "age"]] for row in rows]


def wanted(version):
    return sorted([*CELLS, OPENED] if version >= 5 else CELLS, key=canonical)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_tracker_opens_and_says_what_it_said(folder, version):
    tracker = of_version(version, folder)
    assert number(tracker) == version
    tracker.ok("log", "pass", "keyboard.focus-visible", "home", "--tester", "t1")
    assert number(tracker) == VERSIONS[-1]
    assert sorted((row for row in cells(tracker) if row[1] != "keyboard.focus-visible"), key=canonical) == wanted(version)
    assert "dev-3" in tracker.ok("show", "home/banner").text
    assert "third-party" in tracker.ok("list", "waivers", "--json").text
    assert "Landscape?" in tracker.ok("list", "questions", "--json").text
    assert "Grow it" in tracker.ok("list", "tasks", "--json").text
    assert "label comes from the server" in tracker.ok("list", "notes", "--json").text
    assert "smoke" in tracker.ok("list", "checklists", "--json").text
    assert json.loads(tracker.ok("status", "--audit", "spring", "--json").out)["cells"]["pass"] == 1
    tracker.require_sound()
    before = tracker.ok("export", "-o", "-").out
    tracker.ok("doctor", "--rebuild")
    assert tracker.ok("export", "-o", "-").out == before
    if version >= 6:
        assert json.loads(tracker.ok("tap", "report", "--json").out)["plans"][0]["plan"] == "pay-56"


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_an_old_tracker_is_kept_before_it_is_changed(folder, version):
    tracker = of_version(version, folder)
    old = tracker.database.read_bytes()
    tracker.ok("log", "pass", "keyboard.focus-visible", "home", "--tester", "t1")
    kept = [path for path in (tracker.folder / ".a11y").rglob("*") if path.is_file() and path.read_bytes()[:16] == old[:16]
            and path != tracker.database]
    assert len(kept) == 1, "one backup of before"
    connection = sqlite3.connect(kept[0])
    assert connection.execute("PRAGMA user_version").fetchone()[0] == version
    assert connection.execute("SELECT count(*) FROM result").fetchone()[0] == 8 + (version >= 5)
    connection.close()


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_two_that_open_an_old_tracker_at_once_migrate_it_once(folder, version):
    tracker = of_version(version, folder)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(
            lambda tester: tracker.log("pass", "keyboard.focus-visible", "home", tester=f"t{tester}"), range(6)))
    assert [answer.code for answer in answers] == [0] * 6, [answer.error for answer in answers]
    assert number(tracker) == VERSIONS[-1]
    assert tracker.rows("SELECT count(*) FROM result")[0][0] == 8 + (version >= 5) + 6
    tracker.require_sound()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_read_only_old_tracker_is_read_as_it_is_or_refused_in_words(folder, version):
    tracker = of_version(version, folder)
    before = tracker.database.read_bytes()
    tracker.database.chmod(0o444)
    (tracker.folder / ".a11y").chmod(0o555)
    try:
        answer = tracker.run("status", prefix=("setpriv", "--reuid=65534", "--clear-groups"))
        assert answer.code in (0, 6), answer.error
        assert answer.code == 0 or len(answer.error) > 20
        assert tracker.database.read_bytes() == before
    finally:
        (tracker.folder / ".a11y").chmod(0o755)


@pytest.mark.parametrize("version", BUNDLES)
def test_an_old_bundle_is_taken_in_whole(empty, version):
    bundle = FIXTURES / f"versions/v{version}.a11y.json"
    text = bundle.read_text()
    require_bundle(text)
    empty.ok("verify", bundle)
    empty.ok("import", "--adopt", bundle)
    assert sorted(cells(empty), key=canonical) == wanted(version)
    mine = {canonical(fact) for fact in json.loads(empty.ok("export", "-o", "-").out)["facts"]}
    assert {canonical(fact) for fact in json.loads(text)["facts"]} <= mine
    assert "0 added" in empty.ok("import", bundle).text


def test_an_erasure_names_the_copies_that_the_upgrade_left(folder):
    """The program made them by itself, and what is erased is still in them."""
    tracker = of_version(5, folder)
    rows = json.loads(tracker.ok("list", "results", "--json").out)["rows"]
    copy, = [path.name for path in (tracker.folder / ".a11y").iterdir() if ".before-version-" in path.name]
    erase = ["erase", "fact", "-m", "a name", "--yes", "--tester", "t1"]
    answer = tracker.ok(*erase, rows[0]["id"])
    assert f"So does the copy beside the tracker from before an upgrade ({copy}). Delete it." in answer.error
    (tracker.folder / ".a11y" / copy).unlink()
    assert "upgrade" not in tracker.ok(*erase, rows[1]["id"]).error
