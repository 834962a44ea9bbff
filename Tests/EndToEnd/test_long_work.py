"""Work that takes long: it shows that it goes on, keeps nobody from writing, and ends at once when somebody asks."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import time

import pexpect
import pytest

from program import CHECK, COMPONENT, PROGRAM, Tracker, environment, processor_time, used_by

pytestmark = pytest.mark.costly

ROWS = 40_000
COMPONENTS = 400
# Seconds of the processor: what somebody who waits would not notice, however much else the machine does.
AT_ONCE = 1
LINE = re.compile(r"\r[A-Z][a-z ]+(: \d+ |: \d+ s| [█░]+ +\d+%)")


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A tracker that keeps every command busy for a while, and the file of its results."""
    folder = tmp_path_factory.mktemp("large")
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    keys = [f"screen-{number}/control" for number in range(COMPONENTS)]
    tracker.register(f"{COMPONENT},icon-button", *(f"{key},button" for key in keys))
    checks = [line.split(",")[0] for line in
              tracker.ok("list", "checks", "--format", "csv", "--columns", "id").text.splitlines()[1:101]]
    rows = folder / "rows.tsv"
    with rows.open("w") as file:
        file.write("outcome\tcheck\tcomponent\tnote\tat\tbuild\n")
        for number in range(ROWS):
            outcome = ["pass", "fail", "pass", "na"][number * 7 % 4]
            file.write(f"{outcome}\t{checks[number % 100]}\t{keys[number // 100 % COMPONENTS]}\tseen {number}\t"
                       f"2026-0{1 + number * 8 // ROWS}-11T10:00:00Z\t3.{number * 8 // ROWS}\n")
    with rows.open() as file:
        subprocess.run([PROGRAM, "log", "-", "--tester", "t1", "-q"], stdin=file, cwd=tracker.folder, check=True,
                       env=environment(tracker.folder), stdout=subprocess.DEVNULL)
    return tracker, rows


@pytest.fixture
def tracker(large, folder):
    """A copy of it, with a folder of its own for temporary files."""
    shutil.copytree(large[0].folder, folder / "tracker")
    (folder / "temporary").mkdir()
    copy = Tracker(folder / "tracker")
    # The copy becomes a replica of its own here, and not while it is measured.
    copy.ok("log", "pass", CHECK, COMPONENT, "--tester", "t0")
    return copy


def variables(tracker) -> dict:
    temporary = str(tracker.folder.parent / "temporary")
    return environment(tracker.folder, TERM="xterm-256color", TMPDIR=temporary, SQLITE_TMPDIR=temporary)


def terminal(tracker, *words, stdin=None):
    line = " ".join(f"'{word}'" for word in (PROGRAM, *words)) + (f" < '{stdin}'" if stdin else "")
    return pexpect.spawn("/bin/sh", ["-c", "exec " + line], cwd=tracker.folder, timeout=120, dimensions=(24, 40),
                         encoding="utf-8", env=variables(tracker))


def everything(tracker) -> dict:
    """All files of the tracker and beside it: those the program wrote whole, and those it did not.

    SQLite makes a temporary file and takes its name away at once; ended in between, a process leaves the empty name.
    """
    top = tracker.folder.parent
    files = {path.relative_to(top): path.stat().st_size for path in sorted(top.rglob("*")) if path.is_file()}
    return {path: size for path, size in files.items() if size or not path.name.startswith("etilqs_")}


def is_whole(path) -> bool:
    if path.name == "all.a11y.json":
        return json.loads(path.read_text())["facts"] != []
    if path.name == "backup.db":
        with contextlib.closing(sqlite3.connect(path)) as copy:
            return copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return path.name == "page.html" and path.read_text().rstrip().endswith("</html>")


LONG = {
    "a read": ["report"],
    "a page": ["report", "--html", "page.html"],
    "a copy that is looked at": ["doctor"],
    "a write": ["doctor", "--rebuild"],
    "many results": ["log", "-", "--tester", "t1"],
    "a bundle": ["export", "-o", "all.a11y.json"],
    "a backup": ["backup", "backup.db"],
    "an exchange": ["sync", "../team"],
}


def begin(tracker, large, what):
    return terminal(tracker, *LONG[what], stdin=large[1] if what == "many results" else None)


@pytest.fixture
def usual(large, tmp_path_factory):
    """How long each takes on this machine now, measured on a copy."""
    def measure(what):
        folder = tmp_path_factory.mktemp("measured")
        (folder / "team").mkdir()
        (folder / "temporary").mkdir()
        copy = Tracker(shutil.copytree(large[0].folder, folder / "tracker"))
        copy.ok("log", "pass", CHECK, COMPONENT, "--tester", "t0")
        start = time.monotonic()
        child = begin(copy, large, what)
        text = child.read()
        child.close()
        assert child.exitstatus in (0, 1), text
        taken = time.monotonic() - start
        shutil.rmtree(folder)
        return taken
    return measure


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_long_work_at_once_and_leaves_nothing_half_done(tracker, large, what, usual):
    top = tracker.folder.parent
    (top / "team").mkdir()
    before = everything(tracker)
    facts = tracker.rows("SELECT count(*), max(id) FROM result")
    stopped, moment = 0, usual(what) / 2
    for _ in range(30):
        before_it = processor_time()
        child = begin(tracker, large, what)
        time.sleep(moment)
        with contextlib.suppress(FileNotFoundError):
            asked = used_by(child.pid)
        child.sendintr()
        text = child.read()
        child.close()
        used = processor_time() - before_it
        if child.signalstatus == signal.SIGINT:
            # The program had not begun.
            assert text.strip() in ("", "^C"), text
            moment *= 1.5
        elif child.exitstatus != 130 or "Wrote" in text:
            # It was done before it was asked, or had but to end.
            assert child.exitstatus in (0, 1, 130), (child.exitstatus, child.signalstatus, text)
            for path in everything(tracker).keys() - before.keys():
                (top / path).unlink()
            facts = tracker.rows("SELECT count(*), max(id) FROM result")
            moment *= 0.6
        else:
            assert used - asked < AT_ONCE, text
            assert "stopped" in text
            # What an exchange has put into the folder by then is there for the others, whole; so is a file of which all
            # that was missing was the sentence about it.
            made = everything(tracker).keys() - before.keys()
            left = [path for path in made if path.parts[0] != "team" or path.name.startswith(".")]
            assert all(is_whole(top / path) for path in left), (left, text)
            for path in left:
                (top / path).unlink()
            assert tracker.rows("SELECT count(*), max(id) FROM result") == facts
            stopped += 1
            moment *= 1.2
        if stopped == 4:
            break
    assert stopped > 0, "it was done before it could be asked to stop: the test showed nothing"
    assert tracker.rows("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("what", ["a read", "a copy that is looked at", "a write"])
def test_a_terminal_shows_soon_that_long_work_goes_on(tracker, large, what, usual):
    whole = usual(what)
    for tenth in range(1, 10):
        child = begin(tracker, large, what)
        # However fast the machine is, this makes the work last for more than a second.
        time.sleep(whole * tenth / 10)
        os.kill(child.pid, signal.SIGSTOP)
        time.sleep(1.2)
        os.kill(child.pid, signal.SIGCONT)
        went_on = used_by(child.pid)
        seen = child.expect([LINE, pexpect.EOF])
        waited = 0 if seen else used_by(child.pid) - went_on
        text = child.before if seen else child.read()
        child.close()
        if not seen:
            break
    assert not seen, "the work was never met: the test showed nothing"
    assert waited < AT_ONCE
    # One line, taken away before the result.
    assert re.search(r"\r +\r", text)
    assert not LINE.search(text.split("\n", 1)[1] if "\n" in text else "")


def test_a_pipe_gets_lines_that_stay(tracker):
    began = time.monotonic()
    done = subprocess.run([PROGRAM, "doctor"], cwd=tracker.folder, capture_output=True, timeout=240,
                          env=variables(tracker))
    assert done.returncode == 0, done.stderr
    assert b"\r" not in done.stderr
    # The first after two seconds, then one every ten.
    assert len(done.stderr.splitlines()) <= 1 + (time.monotonic() - began) / 10


def test_others_write_while_a_doctor_looks(tracker):
    doctor = subprocess.Popen([PROGRAM, "doctor", "--json"], cwd=tracker.folder, env=variables(tracker),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    logged = 0
    while doctor.poll() is None and logged < 50:
        tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t2")
        logged += 1
        time.sleep(0.005)
    out, err = doctor.communicate(timeout=240)
    assert doctor.returncode == 0, out + err
    # The doctor's work takes many times as long; whoever had to wait for it waited for all of it.
    assert logged > 2
    assert tracker.rows("SELECT count(*) FROM result JOIN context ON context.id = context JOIN term ON term.id = tester"
                        " WHERE term.text = 't2'") == [(logged,)]


def test_others_write_while_somebody_reads_half_of_a_bundle(tracker):
    # Empty pages make the file as large as one that is copied before it is read at length.
    with contextlib.closing(sqlite3.connect(tracker.database)) as file:
        file.execute("CREATE TABLE room AS SELECT zeroblob(40 << 20)")
        file.execute("DROP TABLE room")
        file.commit()
    (facts,), = tracker.rows("SELECT (SELECT count(*) FROM result) + (SELECT count(*) FROM fact)")
    export = subprocess.Popen([PROGRAM, "export", "-o", "-"], cwd=tracker.folder, env=variables(tracker),
                              bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    # The rest does not fit into the pipe: it waits to be read.
    begun = export.stdout.read(1)
    tracker.ok("log", "fail", CHECK, COMPONENT, "--tester", "t2")
    assert export.poll() is None
    rest, _ = export.communicate(timeout=240)
    assert export.returncode == 0
    # It is of the moment at which it began.
    assert len(json.loads(begun + rest)["facts"]) == facts
    assert tracker.rows("SELECT (SELECT count(*) FROM result) + (SELECT count(*) FROM fact)") == [(facts + 1,)]


def test_a_doctor_that_is_killed_leaves_nothing(tracker, dice):
    before = everything(tracker)
    for _ in range(3):
        doctor = subprocess.Popen([PROGRAM, "doctor"], cwd=tracker.folder, env=variables(tracker),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.1 + dice.random())
        doctor.send_signal(signal.SIGKILL)
        doctor.wait()
        assert everything(tracker) == before


def test_a_doctor_without_room_for_a_copy_says_what_it_did_not_look_at(tracker):
    # Python ignores the signal that comes when a file grows too large, and the shell hands that on.
    done = subprocess.run(["/bin/sh", "-c", f"ulimit -f 200; exec '{PROGRAM}' doctor --plain"], cwd=tracker.folder,
                          capture_output=True, timeout=240, env=variables(tracker), restore_signals=False)
    text = done.stdout.decode()
    assert done.returncode == 0, text + done.stderr.decode()
    assert "Derived data was not compared with the history" in text and "TMPDIR" in text
    assert "match their digests" in text


@pytest.mark.parametrize("number, code", [(signal.SIGTERM, 143), (signal.SIGHUP, 143), (signal.SIGINT, 130)])
def test_a_signal_takes_back_what_is_being_written(tracker, large, number, code):
    with large[1].open() as rows:
        child = subprocess.Popen([PROGRAM, "log", "-", "--tester", "t1", "--json"], cwd=tracker.folder, stdin=rows,
                                 env=variables(tracker), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        journal = pathlib.Path(f"{tracker.database}-journal")
        deadline = time.monotonic() + 120
        while not journal.exists() and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        os.kill(child.pid, number)
        out, err = child.communicate(timeout=60)
    assert child.returncode == code, (out, err)
    assert b'"interrupted"' in err and out == b""
    assert not journal.exists()
    assert tracker.rows("SELECT count(*) FROM result") == [(ROWS + 1,)]
