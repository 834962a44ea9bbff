"""Files that are not what they should be, and files that are in the way: links, pipes, other names, other programs."""

import contextlib
import json
import os
import re
import socket
import sqlite3
import subprocess
import time

import pexpect
import pytest

from program import CHECK, COMPONENT, PROGRAM, environment, require_sentence
from team import Machine, exchange

SOON = 20
OTHER = "Somebody's own words.\n"


def soon(tracker, *words, **variables):
    """A command that has nothing to wait for."""
    done = subprocess.run(
        [PROGRAM, *map(os.fspath, words)], cwd=tracker.folder, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=SOON, env=environment(tracker.folder, **variables))
    assert done.returncode >= 0 and done.returncode != 70, (words, done.stderr)
    return done


# A database with two names

def crash_in_the_middle(database):
    """Leaves the file as a writer leaves it that was killed: half written, with its journal beside it."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE result SET note = note || ' and more'")
    journal = database.with_name(database.name + "-journal")
    half, log = database.read_bytes(), journal.read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    with database.open("r+b") as file:
        file.write(half)
        file.truncate()
    journal.write_bytes(log)


@pytest.mark.parametrize("name", ["second.db", ".a11y/zzz.db"])
def test_a_second_name_of_a_half_written_database_is_refused(tracker, name):
    """SQLite finds the journal by the name: by the other one it would read and write what is half written."""
    rows = "".join(f"fail\t{CHECK}\t{COMPONENT}\t\t\t{'note ' * 100}{number}\n" for number in range(300))
    tracker.ok("log", "-", "--tester", "t1", stdin=rows.encode())
    notes = tracker.notes()
    crash_in_the_middle(tracker.database)
    other = tracker.folder / name
    os.link(tracker.database, other)
    before = tracker.database.read_bytes()
    for words in (["status"], ["doctor"], ["log", "pass", CHECK, "home", "--tester", "t1"], ["backup", "copy.db"]):
        for more in ([], ["--db", other]):
            answer = tracker.run(*words, *more)
            require_sentence(answer, 6)
            assert "1 other name" in answer.error and "-samefile" in answer.error
    assert tracker.database.read_bytes() == before
    other.unlink()
    tracker.ok("status")
    assert tracker.notes() == notes
    tracker.require_sound()


# Few files, other programs

@pytest.mark.parametrize("words", ["status", f"log pass {CHECK} home --tester t", "backup copy.db", "export -o x.a11y.json",
                                   "report --html r.html", "doctor", "import team.a11y.json", "list cells -o cells.txt"])
def test_too_many_open_files_are_called_that(tracker, words):
    tracker.ok("export", "-o", "team.a11y.json")
    told = 0
    for limit in (3, 4, 5, 6):
        done = subprocess.run(
            ["/bin/sh", "-c", f"ulimit -n {limit}; exec {PROGRAM} {words}"], cwd=tracker.folder, capture_output=True,
            timeout=60, env=environment(tracker.folder))
        text = done.stderr.decode()
        assert "denied" not in text and "may not be written" not in text, text
        if done.returncode != 0:
            assert "oo many" in text, (limit, done.returncode, text)
            assert "ulimit -n" in text or words.startswith("import"), text
            told += 1
        for name in ("copy.db", "x.a11y.json"):
            (tracker.folder / name).unlink(missing_ok=True)
    assert told, "no limit was low enough: the test shows nothing"
    tracker.require_sound()


def test_the_write_ahead_log_of_another_program_is_told_and_ended(tracker):
    connection = sqlite3.connect(tracker.database, isolation_level=None)
    assert connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    connection.execute("SELECT count(*) FROM result").fetchone()
    log = ["log", "fail", CHECK, "home", "--tester", "t1"]
    begin = time.monotonic()
    tracker.ok(*log)
    assert time.monotonic() - begin < 10, "it waits for nobody"
    answer = tracker.ok("doctor")
    assert "write-ahead logging (WAL)" in " ".join(answer.text.split())
    tracker.ok("backup", "copy.db")
    assert (tracker.folder / "copy.db").read_bytes()[18:20] == b"\x01\x01"
    connection.close()
    tracker.ok(*log)
    assert tracker.database.read_bytes()[18:20] == b"\x01\x01"
    assert sorted(os.listdir(tracker.database.parent)) == ["audit.db", "audit.db-mark"]
    assert "WAL" not in tracker.ok("doctor").text
    assert len(tracker.notes()) == 2
    tracker.require_sound()
