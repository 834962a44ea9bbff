"""Files that are not what they should be, and files that are in the way: links, pipes, other names, other programs."""

import contextlib
import os
import socket
import sqlite3
import subprocess

import pexpect
import pytest

from drawing import drawn
from program import CHECK, COMPONENT, PROGRAM, environment, require_sentence

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


# Links in the place of an output

OUTPUTS = [
    ("status", "-o"), ("list", "cells", "--format", "csv", "-o"), ("report", "--html"), ("report", "--openacr"),
    ("report", "--earl"), ("gate", "--max-critical", "9", "--junit"), ("gate", "--max-critical", "9", "--sarif"),
    ("gate", "--max-critical", "9", "-o"), ("export", "-o"), ("worksheet", "--component", "home", "--only", "untested", "-o"),
    ("backup",), ("log", "pass", CHECK, "home", "--tester", "t1", "-o"), ("completion", "bash", "-o"),
    ("help", "--man", "-o")]


@pytest.mark.parametrize("words", OUTPUTS, ids=" ".join)
@pytest.mark.parametrize("yes", [[], ["--yes"]], ids=["", "yes"])
def test_no_output_is_written_through_a_link(tracker, folder, words, yes):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    notes = len(tracker.notes())
    victim = folder / "victim"
    victim.write_text(OTHER)
    for name, target in (("link", victim), ("dangling", folder / "nowhere"), ("chain", tracker.folder / "link")):
        link = tracker.folder / name
        link.symlink_to(target)
        answer = tracker.run(*words, link, *yes)
        assert answer.code == 6, (name, answer.error, answer.text)
        assert "symbolic link" in answer.error and str(link) in answer.error
        assert link.is_symlink() and os.readlink(link) == str(target)
    assert victim.read_text() == OTHER and not (folder / "nowhere").exists()
    assert len(tracker.notes()) == notes or words[0] == "log"
    assert [name for name in os.listdir(tracker.folder) if name.endswith(".tmp")] == []


def test_open_streams_are_written_whatever_they_are(tracker):
    """`/dev/stdout` and what a shell makes of `>(...)` are links by name, and mean the stream."""
    script = (f"{PROGRAM} status -o /dev/stdout | head -n 1; {PROGRAM} list checks --json -o >(head -c 20 >part); sleep 1; "
              f"echo first >all; {PROGRAM} status -o /dev/fd/3 3>>all; {PROGRAM} status -o /dev/null")
    done = subprocess.run(
        ["bash", "-c", script], cwd=tracker.folder, env=environment(tracker.folder), capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith(b"Accessibility status"), done.stderr
    assert (tracker.folder / "part").read_text().startswith('{"schema":')
    lines = (tracker.folder / "all").read_text().splitlines()
    assert lines[0] == "first" and lines[1].startswith("Accessibility status")


# Pipes, devices, sockets and folders where a file is read

def a_pipe(place): os.mkfifo(place)
def a_folder(place): place.mkdir()


def a_socket(place):
    # The name of a socket may not be long.
    end = socket.socket(socket.AF_UNIX)
    with contextlib.chdir(place.parent):
        short = place.name[:40]
        end.bind(short)
        os.rename(short, place.name)
    end.close()


def a_link_to_a_pipe(place):
    os.mkfifo(place.with_suffix(".pipe"))
    place.symlink_to(place.with_suffix(".pipe"))


def a_link_to_a_terminal(place): place.symlink_to("/dev/tty")
def a_link_to_nothing_that_ends(place): place.symlink_to("/dev/zero")


KINDS = [a_pipe, a_folder, a_socket, a_link_to_a_pipe, a_link_to_a_terminal, a_link_to_nothing_that_ends]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_configuration_that_is_no_file_holds_up_nobody(tracker, make):
    config = tracker.folder / "settings/a11y/config"
    config.parent.mkdir(parents=True)
    make(config)
    variables = {"XDG_CONFIG_HOME": str(tracker.folder / "settings")}
    for words in (["status"], ["list", "cells"], ["log", "pass", CHECK, "home", "--tester", "t1"], ["walk", "--tester", "t1"]):
        done = soon(tracker, *words, **variables)
        assert done.returncode == 0, done.stderr
        assert str(config) in done.stderr.decode() and "not a file" in done.stderr.decode()
    for words in (["config"], ["config", "tester", "t1"]):
        done = soon(tracker, *words, **variables)
        assert done.returncode == 4 and b"hint: Remove it." in done.stderr


def test_a_configuration_may_be_a_link_to_a_file(tracker):
    """People keep their settings in one place and link to them."""
    config = tracker.folder / "settings/a11y/config"
    config.parent.mkdir(parents=True)
    kept = tracker.folder / "dotfiles"
    kept.write_text("# mine\ntester = t7\n")
    config.symlink_to(kept)
    variables = {"XDG_CONFIG_HOME": str(tracker.folder / "settings")}
    tracker.ok("log", "pass", CHECK, "home", **variables)
    tracker.ok("config", "width", "72", **variables)
    assert config.is_symlink() and kept.read_text() == "# mine\ntester = t7\nwidth = 72\n"


READERS = [
    ("new", "component", "--from"), ("new", "check", "--from"), ("new", "checklist", "--from"), ("import",),
    ("import", "--as", "axe"), ("verify",), ("export", "-o", "out.a11y.json", "--since"),
    ("gate", "--max-critical", "0", "--baseline"), ("log", "fail", CHECK, "home", "--tester", "t1", "--evidence"),
    ("status", "--db")]


@pytest.mark.parametrize(
    "words, make", drawn("readers of what is no file", [(words, make) for words in READERS for make in KINDS]),
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value.__name__)
def test_a_file_that_is_named_and_is_none_is_told_at_once(tracker, make, words):
    place = tracker.folder / "thing"
    make(place)
    done = soon(tracker, *words, place)
    # What verify says is its answer; of a pipe that no program writes to it has none.
    is_answer = words[0] == "verify" and "pipe" not in make.__name__
    told = done.stdout if is_answer else done.stderr
    assert done.returncode == 1 if is_answer else done.returncode in (2, 3, 4, 6), (done.returncode, told)
    assert b"thing" in told, told
    tracker.require_sound()


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_files_that_the_program_finds_by_itself_hold_up_nobody(tracker, folder, make):
    """The source of a component, the mark, the evidence, and what lies in a shared folder."""
    source = tracker.folder / "Home.swift"
    source.write_text("struct Home {}\n")
    tracker.ok("edit", "component", "home", "--source", "Home.swift")
    shot = folder / "said.txt"
    shot.write_text("says button\n")
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "--evidence", shot)
    kept = next(place for place in (tracker.folder / ".a11y/evidence").rglob("*") if place.is_file())
    shared = folder / "shared"
    shared.mkdir()
    for place in (source, kept, tracker.folder / ".a11y/audit.db-mark"):
        place.unlink()
        make(place)
    make(shared / "team.a11y.json")
    for words in (["log", "pass", CHECK, "home", "--tester", "t1"], ["doctor"], ["doctor", "--sources"], ["show", "home"],
                  ["sync", shared], ["export", "-o", "out.a11y.json", "--with-evidence"], ["backup", "copy.db"],
                  ["report", "--html", "r.html"], ["status"]):
        done = soon(tracker, *words)
        assert done.returncode in (0, 1, 4), (words, done.returncode, done.stderr)


def test_standard_input_may_be_a_pipe(tracker):
    rows = b"key,kind\nbasket,screen\n"
    assert tracker.ok("new", "component", "--from", "/dev/stdin", stdin=rows).text.startswith("Components: 1 added")
    assert tracker.ok("new", "component", "--from", "-", stdin=rows).text.startswith("Components: 0 added")


# Files in the way

def test_a_bundle_is_replaced_when_a_person_says_so(tracker):
    target = tracker.folder / "team.a11y.json"
    tracker.ok("export", "-o", target)
    before = target.read_bytes()
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    require_sentence(tracker.run("export", "-o", target), 5)
    for reply, code in (("n", 5), ("", 5), ("y", 0)):
        assert target.read_bytes() == before
        child = pexpect.spawn(
            str(PROGRAM), ["export", "-o", "team.a11y.json"], cwd=tracker.folder, timeout=120,
            env=environment(tracker.folder))
        child.expect_exact('Replace "team.a11y.json"? [y/N]')
        child.sendline(reply)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == code
    assert target.read_bytes() != before
    tracker.ok("verify", target)
    tracker.ok("export", "-o", target, "--yes")


@pytest.mark.parametrize("words", [words for words in OUTPUTS if words[0] != "log"], ids=" ".join)
def test_a_file_of_another_kind_is_asked_about(tracker, words):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    target = tracker.folder / "notes"
    for content in (OTHER, '{"mine": true}\n', "<!doctype html>\n<title>Accessibility report</title>\n", "key,kind\n"):
        target.write_text(content)
        answer = tracker.run(*words, target)
        assert answer.code == 5 and "already exists" in answer.error and "--yes" in answer.error, answer.error
        assert target.read_text() == content
    tracker.ok(*words, target, "--yes")
    assert target.read_bytes() != content.encode()


REPORTS = [words for words in OUTPUTS if words[0] not in ("export", "worksheet", "backup", "log")]


@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_a_report_is_made_again_without_a_question(tracker, words):
    """What the program wrote as the same thing: reports are made again and again, by build servers too."""
    target = tracker.folder / "report"
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    tracker.ok(*words, target)
    tracker.ok("log", "pass", CHECK, "home", "search", "--tester", "t1")
    target.chmod(0o640)
    tracker.ok(*words, target)
    assert target.stat().st_mode & 0o777 == 0o640
    target.write_bytes(b"")
    tracker.ok(*words, target)


def test_a_command_that_changes_something_asks_before_it_does(tracker):
    (tracker.folder / "notes").write_text(OTHER)
    require_sentence(tracker.run("log", "fail", CHECK, "home", "--tester", "t1", "-o", "notes"), 5)
    assert tracker.notes() == [] and (tracker.folder / "notes").read_text() == OTHER


# Few files, other programs

# A program that loads libraries fails in the loader before it can say so.
@pytest.mark.costly
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
        assert "denied" not in text, text
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
    tracker.ok(*log)
    answer = tracker.ok("doctor")
    assert "write-ahead logging (WAL)" in " ".join(answer.text.split())
    tracker.ok("backup", "copy.db")
    assert (tracker.folder / "copy.db").read_bytes()[18:20] == b"\x01\x01"
    connection.close()
    tracker.ok(*log)
    assert tracker.database.read_bytes()[18:20] == b"\x01\x01"
    assert sorted(os.listdir(tracker.database.parent)) == [".gitignore", "audit.db", "audit.db-mark"]
    assert "WAL" not in tracker.ok("doctor").text
    assert len(tracker.notes()) == 2
    tracker.require_sound()
