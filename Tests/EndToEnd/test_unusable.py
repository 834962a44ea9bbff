"""A file that cannot serve gets exit 6 or 3, a sentence and what to do, and stays as it is."""

import os
import shutil
import sqlite3
import threading

import pytest

from program import CHECK, COMPONENT, PROGRAM, require_sentence

LOG = ["log", "pass", CHECK, COMPONENT, "--tester", "t1"]
READS = [["show", CHECK, COMPONENT], ["list", "cells"], ["status"]]
ALL = [LOG, *READS]


def words(command):
    return command[0]


def missing(tracker):
    tracker.database.unlink()
    return 3


def no_tracker_at_all(tracker):
    shutil.rmtree(tracker.folder / ".a11y")
    return 3


def empty_file(tracker):
    tracker.database.write_bytes(b"")
    return 6


def text_file(tracker):
    tracker.database.write_bytes(b"This is no database at all.\n" * 400)
    return 6


def of_another_program(tracker):
    tracker.database.unlink()
    connection = sqlite3.connect(tracker.database)
    connection.executescript("CREATE TABLE bookmark (url TEXT); INSERT INTO bookmark VALUES ('about:blank');")
    connection.close()
    return 6


def cut_in_half(tracker):
    os.truncate(tracker.database, tracker.database.stat().st_size // 2)
    return 6


def cut_in_a_page(tracker):
    os.truncate(tracker.database, 4096 * 3 + 17)
    return 6


def header_overwritten(tracker):
    with tracker.database.open("r+b") as file:
        file.write(bytes(100))
    return 6


def a_directory(tracker):
    tracker.database.unlink()
    tracker.database.mkdir()
    return 3


def a_symbolic_link(tracker):
    moved = tracker.folder / "elsewhere.db"
    tracker.database.rename(moved)
    tracker.database.symlink_to(moved)
    return 6


def a_pipe(tracker):
    tracker.database.unlink()
    os.mkfifo(tracker.database)
    return 3


SPOILERS = [missing, no_tracker_at_all, empty_file, text_file, of_another_program, cut_in_half, cut_in_a_page,
            header_overwritten, a_directory, a_symbolic_link, a_pipe]


def contents(folder):
    """Every regular file below a folder with its bytes."""
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("command", ALL, ids=words)
@pytest.mark.parametrize("way", ["found", "named"])
@pytest.mark.parametrize("spoil", SPOILERS, ids=lambda spoil: spoil.__name__)
def test_an_unusable_file_is_told_and_left_alone(tracker, spoil, way, command):
    """Whether it is found by its folder or named with --db; what is no file at all may be not found or unusable."""
    code = spoil(tracker)
    before = contents(tracker.folder)
    # A file that was cut may still answer where nothing of the missing part is asked for; it may never be written.
    answer = tracker.run(*command, *(["--db", tracker.database] if way == "named" else []))
    if spoil in (a_directory, a_pipe) and answer.code == 6:
        code = 6
    if spoil in (cut_in_half, cut_in_a_page) and command is not LOG and answer.code == 0:
        assert answer.out
    else:
        require_sentence(answer, code)
    assert contents(tracker.folder) == before


@pytest.mark.parametrize("command", ALL, ids=words)
def test_a_newer_file_is_read_and_not_written(tracker, command):
    connection = sqlite3.connect(tracker.database)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = contents(tracker.folder)
    answer = tracker.run(*command)
    if command is LOG:
        require_sentence(answer, 6)
        assert "newer" in answer.error
    else:
        assert answer.code == 0, answer.error
    assert contents(tracker.folder) == before


def as_nobody(folder):
    """The words that run a program as a user without rights, and a copy of the program that this user may run."""
    program = folder / "a11y"
    shutil.copy(PROGRAM, program)
    program.chmod(0o755)
    if os.getuid() != 0:
        return (), program
    return ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"), program


@pytest.mark.parametrize("rights", ["file", "folder", "both"])
def test_a_read_only_tracker_answers_and_refuses_to_write(tracker, folder, rights):
    prefix, program = as_nobody(folder)
    tracker.ok("log", "pass", CHECK, "home", "--tester", "t1")
    tracker.folder.chmod(0o755)
    (tracker.folder / ".a11y").chmod(0o555 if rights != "file" else 0o777)
    tracker.database.chmod(0o444 if rights != "folder" else 0o666)
    try:
        before = contents(tracker.folder)
        answer = tracker.run(*LOG, prefix=prefix, program=program)
        require_sentence(answer, 6)
        assert contents(tracker.folder) == before
        for command in READS:
            answer = tracker.run(*command, prefix=prefix, program=program)
            assert answer.code == 0, answer.error
        assert contents(tracker.folder) == before
    finally:
        (tracker.folder / ".a11y").chmod(0o755)
        tracker.database.chmod(0o644)
    tracker.ok(*LOG)


def test_a_file_that_may_not_be_read_is_named(tracker, folder):
    prefix, program = as_nobody(folder)
    tracker.folder.chmod(0o755)
    (tracker.folder / ".a11y").chmod(0o755)
    tracker.database.chmod(0o000)
    try:
        for command in ALL:
            require_sentence(tracker.run(*command, prefix=prefix, program=program), 6)
    finally:
        tracker.database.chmod(0o644)


def test_a_newline_in_the_path_of_a_missing_file_stays_on_its_line(tracker):
    answer = tracker.run("status", "--db", "no\nsuch\x1b[31m/audit.db")
    assert answer.code == 3
    assert b"\x1b" not in answer.err and len(answer.error.splitlines()) == 2


def test_a_locked_tracker_is_waited_for(tracker):
    """Someone else's transaction of two seconds delays a command and fails nothing."""
    connection = sqlite3.connect(tracker.database, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    is_free = threading.Event()

    def free():
        is_free.set()
        connection.execute("ROLLBACK")

    threading.Timer(2, free).start()
    tracker.ok(*LOG)
    assert is_free.is_set(), "it was not waited for"
    connection.close()
