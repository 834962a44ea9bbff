"""Trackers and bundles that every earlier form of the database wrote: they open, and say what they said then.

The files under Fixtures/versions were written by the program of their time, by old_trackers.py: a new form of the
database gets files of its own, and none is ever made anew.
"""

import gzip
import hashlib
import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from facts import canonical, require_bundle
from old_trackers import CELLS, KEPT, RESULTS, VERSIONS, make
from program import TOP, WHY, Tracker

NEW = "keyboard.focus-visible"
# A step that trackers may have taken is never written anew: a change is a step of its own.
FROZEN = {
    1: "38bb6da6d17ba262845937625dcf8e9003fc3468d086fde8e98a076c59a2aab3",
    2: "5e40bb9265d33b9f9e352e695159a79c69c17b33e0b5faca84398d994f5f341b",
    3: "c6e92c815356067f1583d85fad35fac7d6f57454633c03c455ab7403527e4ceb",
    4: "088e1fe7c39a2596ca8188bf49dc3d1bb457365856e5aa46e83f726f4b0a2f05",
    5: "a509e7cb86e459a639e35b5e46e2b5ba24b10a6e25c994764ec1d12505937ccb",
    6: "34f0201903d022486b2e6bf3893a1f062abbf7f4dc7e2a5000a4f7aaf69cc6d6",
    7: "900224b871853f2403bb9cb3938bd34b52f99f36c4ec1a03b34fbc263f38e6cd",
    8: "058687d97a9d19a3f5429e6d77e6332abb12ee35973bac7dc1007c5bf1075540",
    9: "443849e3ca68841ff6ce0ab774f5f5dbcbba36e5913835dbd539c8e8a126a39f",
    10: "e9bee4153664c811ac0946868287f250291188bbcc12cb8f52b3b8ce4ee424c3",
    11: "18f39ee1dbe9f7f08b66f1a31062c7081998e3e58b947407b0463466b5455a6a",
}


def of_version(version, folder):
    """A tracker as the program of that version left it."""
    tracker = Tracker(folder / "old")
    (tracker.folder / ".a11y").mkdir(parents=True)
    packed = KEPT / f"v{version}.db.gz"
    assert packed.is_file(), "each form of the database has a file of its time: old_trackers.py writes it"
    tracker.database.write_bytes(gzip.decompress(packed.read_bytes()))
    shutil.copytree(KEPT / f"v{version}.evidence", tracker.folder / ".a11y/evidence")
    return tracker


def number(tracker):
    return tracker.rows("PRAGMA user_version")[0][0]


def cells(tracker):
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    told = [[row["component"], row["check"], row["condition"], row["outcome"], row["severity"],
             row["value"] and row["value"]["text"], [why for why in row["stale"] if why != "age"]] for row in rows]
    return sorted((row for row in told if row[1] != NEW), key=canonical)


def require_what_it_said(tracker):
    assert cells(tracker) == sorted(CELLS, key=canonical)
    assert "dev-3" in tracker.ok("show", "home/banner").text
    assert "third-party" in tracker.ok("list", "waivers", "--json").text
    assert "Landscape?" in tracker.ok("list", "questions", "--json").text
    assert "Grow it" in tracker.ok("list", "tasks", "--json").text
    assert "label comes from the server" in tracker.ok("list", "notes", "--json").text
    assert "a name" not in tracker.ok("list", "notes", "--json").text
    assert "smoke" in tracker.ok("list", "checklists", "--json").text
    assert json.loads(tracker.ok("status", "--audit", "spring", "--json").out)["cells"]["pass"] == 1
    assert json.loads(tracker.ok("tap", "report", "--json").out)["plans"][0]["plan"] == "pay-56"
    assert len(json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]) == 1
    tracker.require_sound()


def rules(tracker):
    checks = json.loads(tracker.ok("list", "checks", "--json").out)["rows"]
    return len(checks), next(row["impact"] for row in checks if row["id"] == "layout.grid-8pt")


def test_the_tracker_of_today_says_what_is_kept_of_it(folder):
    tracker = make(folder)
    require_what_it_said(tracker)
    assert rules(tracker) == (337, "minor")


def test_each_step_of_the_schema_is_as_it_was_written():
    steps = {int(path.name[1:4]): path.read_bytes() for path in (TOP / "Migrations").glob("V*.sql")}
    assert {version: hashlib.sha256(step).hexdigest() for version, step in steps.items()} == FROZEN


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_tracker_opens_and_says_what_it_said(folder, version):
    tracker = of_version(version, folder)
    assert number(tracker) == version
    tracker.ok("log", "pass", NEW, "home", "--tester", "t1")
    assert number(tracker) == VERSIONS[-1]
    require_what_it_said(tracker)
    assert rules(tracker) == (308, "critical"), "it keeps the checks and severities of its time"
    before = tracker.ok("export", "-o", "-").out
    tracker.ok("doctor", "--rebuild")
    assert tracker.ok("export", "-o", "-").out == before


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_an_old_tracker_is_kept_before_it_is_changed(folder, version):
    tracker = of_version(version, folder)
    old = tracker.database.read_bytes()
    tracker.ok("log", "pass", NEW, "home", "--tester", "t1")
    kept = [path for path in (tracker.folder / ".a11y").rglob("*") if path.is_file() and path.read_bytes()[:16] == old[:16]
            and path != tracker.database]
    assert len(kept) == 1, "one backup of before"
    connection = sqlite3.connect(kept[0])
    assert connection.execute("PRAGMA user_version").fetchone()[0] == version
    assert connection.execute("SELECT count(*) FROM result").fetchone()[0] == RESULTS
    connection.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_six_that_open_an_old_tracker_at_once_migrate_it_once(folder, version):
    tracker = of_version(version, folder)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda tester: tracker.log("pass", NEW, "home", tester=f"t{tester}"), range(6)))
    assert [answer.code for answer in answers] == [0] * 6, [answer.error for answer in answers]
    assert number(tracker) == VERSIONS[-1]
    assert tracker.rows("SELECT count(*) FROM result")[0][0] == RESULTS + 6
    assert len(list(tracker.database.parent.glob("audit.db.before-*"))) == (version < VERSIONS[-1]), "one copy from before"
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
        assert answer.code == 0 or f"from schema {version} to {VERSIONS[-1]}" in " ".join(answer.error.split())
        assert tracker.database.read_bytes() == before
        told = tracker.run("doctor", prefix=("setpriv", "--reuid=65534", "--clear-groups"))
        # A command that writes is no advice where nothing can be written.
        assert "Allow writing" in told.text and "-> Run any command that writes" not in told.text
    finally:
        (tracker.folder / ".a11y").chmod(0o755)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_bundle_is_taken_in_whole(empty, version):
    bundle = KEPT / f"v{version}.a11y.json"
    text = bundle.read_text()
    require_bundle(text)
    empty.ok("verify", bundle)
    empty.ok("import", "--adopt", bundle)
    assert cells(empty) == sorted(CELLS, key=canonical)
    mine = {canonical(fact) for fact in json.loads(empty.ok("export", "-o", "-").out)["facts"]}
    assert {canonical(fact) for fact in json.loads(text)["facts"]} <= mine
    assert "0 added" in empty.ok("import", bundle).text


def test_earlier_programs_read_requests_in_the_tables_of_their_time(tracker):
    """They read a file of a later form, and of a view in it nothing."""
    def require_copies(*standings):
        assert tuple(row[0] for row in tracker.rows("SELECT standing FROM request ORDER BY fact")) == standings
        for kind, table in (("undo", "retraction"), ("erase", "erasure")):
            assert tracker.rows(f"SELECT target, fact, number, standing FROM {table} ORDER BY fact") == tracker.rows(
                f"SELECT target, fact, number, standing FROM request WHERE kind = '{kind}' ORDER BY fact")

    tracker.log("fail", NEW, "home")
    tracker.log("fail", NEW, "search", "-m", "a name")
    name = json.loads(tracker.ok("list", "results", "--json").out)["rows"][0]["id"]
    tracker.ok("undo", "--tester", "t1")
    require_copies(0)
    tracker.ok("redo", "--tester", "t1")
    require_copies(1, 0)
    tracker.ok("erase", "fact", *WHY, "--yes", "--tester", "t1", name)
    require_copies(1, 0, 0)
    tracker.ok("doctor", "--rebuild")
    require_copies(1, 0, 0)


def test_an_erasure_names_the_copies_that_an_upgrade_left(tracker):
    """The program makes them by itself, and what is erased is still in them."""
    tracker.log("fail", NEW, "home", "-m", "a name")
    tracker.log("fail", NEW, "search", "-m", "a name")
    copy = "audit.db.before-version-9-8abc"
    shutil.copy(tracker.database, tracker.folder / ".a11y" / copy)
    rows = json.loads(tracker.ok("list", "results", "--json").out)["rows"]
    erase = ["erase", "fact", *WHY, "--yes", "--tester", "t1"]
    answer = tracker.ok(*erase, rows[0]["id"])
    assert f"The copy from before an upgrade, next to the tracker, also contains this data: {copy}. Delete it." in answer.error
    (tracker.folder / ".a11y" / copy).unlink()
    assert "upgrade" not in tracker.ok(*erase, rows[1]["id"]).error
