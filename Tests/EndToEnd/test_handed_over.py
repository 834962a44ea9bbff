"""A tracker that somebody hands over with more in it than a tracker has: nothing of it runs, waits, deletes or lies."""

import os
import sqlite3
import subprocess
from contextlib import closing

import pytest

from conftest import COMPONENTS, once
from old_trackers import VERSIONS
from program import CHECK, COMPONENT, PROGRAM, environment, require_sentence

LOG = ["log", "pass", CHECK, COMPONENT, "--tester", "t1"]
COMMANDS = [["status"], ["list", "cells"], ["list", "findings"], ["show", COMPONENT], ["trend"], ["report"], LOG, ["undo"],
            ["doctor"], ["verify", "--db"], ["export", "-o", "out.a11y.json"], ["backup", "copy.db"], ["doctor", "--rebuild"]]
SECONDS = 240  # of a machine that does other things as well; what waits for ever waits longer
HUGE = [2**63 - 1, -2**63, 2**62, -1]


@once(*COMPONENTS)
def furnished(tracker):
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "1", "--tester", "t1")
    tracker.ok("new", "audit", "spring", "--checklist", "critical-rules")
    tracker.ok("export", "-o", "before.a11y.json")


def change(tracker, *statements):
    """Writes into the database as anybody can who has it."""
    with closing(sqlite3.connect(tracker.database, isolation_level=None)) as file:
        file.execute("PRAGMA ignore_check_constraints = 1")
        for statement in statements:
            file.execute(statement)


def require_answers(tracker, *commands):
    """Each command ends in words, in time, and not by a trap."""
    answers = []
    for command in commands or COMMANDS:
        for made in ("out.a11y.json", "copy.db"):
            (tracker.folder / made).unlink(missing_ok=True)
        try:
            done = subprocess.run(
                [PROGRAM, *command], cwd=tracker.folder, env=environment(tracker.folder, SWIFT_BACKTRACE="enable=no"),
                stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            pytest.fail(f"{command} does not end")
        assert done.returncode in (0, 1, 2, 3, 4, 5, 6), f"{command} ended with {done.returncode}: {done.stderr[-300:]}"
        answers.append(done)
    return answers


def tables(tracker):
    return [name for name, in tracker.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]


def test_a_trigger_takes_no_acknowledged_result_away(furnished):
    change(furnished, *(f"CREATE TRIGGER thief_{name} AFTER INSERT ON {name} BEGIN DELETE FROM result; DELETE FROM fact; END"
                        for name in tables(furnished)))
    furnished.ok(*LOG, "-m", "kept")
    assert furnished.notes()[-1] == "kept"
    answer = furnished.ok("doctor")
    assert "The file has triggers from another program: thief_" in answer.text


def test_a_trigger_swallows_no_result(furnished):
    change(furnished, "CREATE TRIGGER silence BEFORE INSERT ON result BEGIN SELECT RAISE(IGNORE); END")
    furnished.ok(*LOG, "-m", "kept")
    assert furnished.notes()[-1] == "kept"


@pytest.mark.parametrize("table", ["cell", "result", "fact", "record"])
def test_a_view_without_end_in_the_place_of_a_table_is_an_error(furnished, table):
    change(furnished, f"ALTER TABLE {table} RENAME TO {table}_of_old",
           f"CREATE VIEW {table} AS WITH RECURSIVE more (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM more) "
           f"SELECT {table}_of_old.* FROM {table}_of_old, more")
    require_answers(furnished)
    require_sentence(furnished.run(*LOG), 6)
    answer = furnished.run("doctor")
    assert answer.code == 1 and f"Tables of schema {VERSIONS[-1]} are missing: {table}." in " ".join(answer.text.split())


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
def test_a_pipe_in_the_place_of_a_journal_is_not_waited_for(furnished, ending):
    pipe = furnished.folder / f".a11y/audit.db{ending}"
    os.mkfifo(pipe)
    for answer in require_answers(furnished, ["status"], LOG, ["export", "-o", "out.a11y.json"]):
        assert answer.returncode == 6 and b"is not a regular file" in answer.stderr
    pipe.unlink()
    furnished.require_sound()


def test_a_pipe_in_the_place_of_the_mark_is_not_waited_for(furnished):
    mark = furnished.folder / ".a11y/audit.db-mark"
    mark.unlink()
    os.mkfifo(mark)
    assert {answer.returncode for answer in require_answers(furnished)} == {0}


def test_a_journal_has_no_other_file_deleted(furnished):
    """SQLite deletes the file that the journal of a commit to several databases names."""
    precious = furnished.folder / "precious.txt"
    precious.write_text("kept")
    with closing(sqlite3.connect(furnished.folder / "other.db", isolation_level=None)) as other:
        other.executescript("PRAGMA cache_size = 1; CREATE TABLE t (x); BEGIN;"
                            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
                            "INSERT INTO t SELECT zeroblob(3000) FROM n;")
        journal = (furnished.folder / "other.db-journal").read_bytes()
        other.execute("ROLLBACK")
    name = os.fsencode(precious)
    ending = name + len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + bytes.fromhex("d9d505f920a163d7")
    database = furnished.database.read_bytes()
    (furnished.folder / ".a11y/audit.db-journal").write_bytes(journal + bytes(4) + ending)
    for answer in require_answers(furnished, ["status"], LOG, ["doctor"]):
        assert answer.returncode == 6 and b"was made to delete another file" in answer.stderr
    assert precious.read_text() == "kept"
    assert furnished.database.read_bytes() == database


# The last step adds no table, column or index: a file that calls itself the seventh is one.
@pytest.mark.parametrize("version", [*(version for version in VERSIONS if version < 7), 0, -5])
def test_a_file_that_lies_about_its_version_is_named_and_no_copies_pile_up(furnished, version):
    change(furnished, f"PRAGMA user_version = {version}")
    before = sorted((furnished.folder / ".a11y").iterdir())
    for command in (["status"], LOG, ["status"]):
        require_sentence(furnished.run(*command), 6)
    assert sorted((furnished.folder / ".a11y").iterdir()) == before
    answer = furnished.run("doctor")
    kind = {1: "columns", 3: "indexes"}.get(version, "tables")
    assert answer.code == 1 and f"The file has {kind} that schema {version} does not have:" in " ".join(answer.text.split())
    change(furnished, f"PRAGMA user_version = {VERSIONS[-1]}")
    furnished.require_sound()


COUNTS = [("cell", "results"), ("cell", "changes"), ("cell", "latest_time"), ("cell", "since"), ("cell", "seen"),
          ("cell", "text"), ("check_text", "severity"), ("result", "ms"), ("result", "counter"), ("result", "time"),
          ("fact", "ms"), ("fact", "counter"), ("transition", "time"), ("exchange", "name")]


@pytest.mark.parametrize("table, column", COUNTS)
def test_no_number_of_the_file_is_too_large_to_count_with(furnished, dice, table, column):
    """One of the numbers in each column; over the columns each comes several times."""
    furnished.ok("import", "before.a11y.json")
    change(furnished, f"UPDATE OR REPLACE {table} SET {column} = {dice.choice(HUGE)}")
    require_answers(furnished, ["status"], ["trend"], ["report"], LOG, ["undo"], ["doctor"], ["list", "retest"],
                    ["import", "before.a11y.json"], ["export", "-o", "out.a11y.json"], ["doctor", "--rebuild"])
