"""Pipes, streams, folders and environments as they come."""

import json
import os
import re
import signal
import subprocess

import pytest

from program import CHECK, COMPONENT, PROGRAM, PROGRESS, Tracker, environment
from team import Machine


def shell(tracker, script, **variables):
    """Runs a line of shell in the tracker's folder with a11y in the PATH, and pipes that break as usual."""
    paths = f"{PROGRAM.parent}:/usr/bin:/bin"
    return subprocess.run(
        ["/bin/sh", "-c", script], cwd=tracker.folder, capture_output=True, timeout=60,
        env=environment(tracker.folder, **{"PATH": paths, **variables}))


@pytest.mark.parametrize("script", [
    "a11y list checks | head -n 1", "a11y list checks --json | head -c 1", "a11y list checks --format csv | true",
    "a11y help --man | head -n 1", "a11y status | true", "a11y completion bash | head -n 1"])
def test_a_broken_pipe_is_quiet(tracker, script):
    done = shell(tracker, script)
    assert done.stderr == b"" and done.returncode == 0


@pytest.mark.parametrize("words", [["list", "checks"], ["show", CHECK], ["help"]], ids=" ".join)
def test_the_exit_code_of_a_broken_pipe_is_that_of_the_signal(tracker, words):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [PROGRAM, *words], stdout=closed, stderr=subprocess.PIPE, cwd=tracker.folder,
            env=environment(tracker.folder), timeout=60)
    assert done.returncode in (141, -signal.SIGPIPE) and done.stderr == b""


@pytest.mark.parametrize("words", [["status"], ["show", CHECK], ["log", "pass", CHECK, COMPONENT, "--tester", "t"]],
                         ids=" ".join)
def test_a_closed_standard_input_does_not_matter(tracker, words):
    done = shell(tracker, "exec 0<&-; a11y " + " ".join(words))
    assert done.returncode == 0, done.stderr.decode()


def test_bulk_from_a_closed_standard_input_is_an_error_in_words(tracker):
    done = shell(tracker, "exec 0<&-; a11y log - --tester t")
    assert done.returncode not in (0, 70) and done.stderr.startswith(b"a11y: ")


def test_closed_standard_streams_never_reach_the_database(tracker):
    """With 1 and 2 closed the database could be opened as descriptor 1, and a message would be written into it."""
    for script in ("exec 1>&-", "exec 2>&-", "exec 1>&- 2>&-", "exec 0<&- 1>&- 2>&-"):
        for words in (f"log fail {CHECK} {COMPONENT} --tester t", "status", "no-such-command"):
            shell(tracker, f"{script}; a11y {words}")
    tracker.require_sound()


@pytest.mark.parametrize("variables", [
    {"LANG": "C", "LC_ALL": "C"}, {"LANG": None}, {"HOME": ""}, {"HOME": None}, {"HOME": "/nonexistent"},
    {"HOME": None, "PATH": None, "LANG": None, "TZ": None}, {"TZ": "America/St_Johns"}, {"TZ": "nowhere/at-all"},
    {"TERM": ""}, {"TERM": "vt52"}, {"TERM": "no-such-terminal"}, {"COLUMNS": "0"}, {"COLUMNS": "-3"}, {"COLUMNS": "99999999999999999999"}], ids=str)
def test_the_environment_may_be_poor(tracker, variables):
    tracker.ok("log", "fail", CHECK, COMPONENT, "-m", "Gr\u00f6\u00dfe zu klein", "--tester", "J\u00f6rg", **variables)
    for words in (["status"], ["list", "results"], ["show", COMPONENT], ["help"]):
        tracker.ok(*words, **variables)
    rows = json.loads(tracker.ok("list", "results", "--json", **variables).out)["rows"]
    assert (rows[0]["note"], rows[0]["tester"]) == ("Gr\u00f6\u00dfe zu klein", "J\u00f6rg")


@pytest.mark.parametrize("name", ["with spaces", "#?%41&=", "file:audit?mode=ro", "Ka\u0308se \u2603", "-leading", "$(x)"])
def test_a_folder_may_be_called_what_it_likes(folder, name):
    tracker = Tracker(folder / name)
    tracker.folder.mkdir()
    tracker.ok("init")
    assert tracker.database.exists()
    tracker.register(f"{COMPONENT},icon-button")
    tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t")
    other = Tracker(folder)
    other.ok("status", "--db", f"./{name}/.a11y/audit.db")
    other.ok("status", A11Y_DB=str(tracker.database))
    assert len(tracker.notes()) == 1


def test_names_that_are_not_utf8_are_taken_or_refused_in_words(tracker, folder):
    """Linux allows any byte in a name; JSON and the terminal do not."""
    odd = os.fsencode(folder) + b"/caf\xe9"
    os.mkdir(odd)
    for words in (["export", "-o", odd + b"/x.a11y.json"], ["import", odd + b"/missing"], ["backup", odd + b"/copy.db"],
                  ["status", "--db", odd], ["report", "--html", odd + b"/r.html"], ["sync", odd], ["init", odd]):
        answer = tracker.run(*words)
        assert answer.code in (0, 2, 3, 4, 6) and (answer.code == 0 or answer.err.startswith(b"a11y: ")), words
        answer.out.decode(), answer.err.decode()
    inside = subprocess.run(
        [PROGRAM, "init"], cwd=odd, env=environment(folder), capture_output=True, timeout=60)
    assert inside.returncode in (0, 5) or inside.stderr.startswith(b"a11y: ")
    assert inside.returncode in (0, 2, 4, 5, 6), inside.stderr
    inside.stdout.decode(), inside.stderr.decode()
    tracker.require_sound()


@pytest.mark.parametrize("limit", [5, 6, 8, 12])
def test_few_open_files_are_an_answer_in_words_or_enough(tracker, limit):
    for words in ("status", f"log pass {CHECK} {COMPONENT} --tester t", "export -o x.a11y.json", "report --html r.html"):
        done = shell(tracker, f"ulimit -n {limit}; exec {PROGRAM} {words}")
        assert done.returncode in (0, 6), (limit, words, done.stderr)
        assert done.returncode == 0 or done.stderr.startswith(b"a11y: "), (limit, words)
    assert limit < 12 or done.returncode == 0
    tracker.require_sound()


@pytest.mark.parametrize("blocks", [0, 1, 8, 64])
def test_a_file_that_may_not_grow_is_an_answer_in_words_or_enough(tracker, blocks):
    tracker.ok("log", "fail", CHECK, COMPONENT, "--tester", "t", "-m", "before")
    for words in (f"log pass {CHECK} {COMPONENT} --tester t", "undo --tester t", "export -o x.a11y.json",
                  "report --html r.html", "backup copy.db", "doctor --rebuild", "sync ."):
        done = shell(tracker, f"ulimit -c 0; ulimit -f {blocks}; exec {PROGRAM} {words}")
        assert done.returncode in (0, 6), (blocks, words, done.returncode, done.stderr)
        assert done.returncode == 0 or PROGRESS.sub(b"", done.stderr).startswith(b"a11y: "), (blocks, words)
        assert not list(tracker.folder.glob("*.new-*"))
        if words.startswith("log") and blocks <= 8:
            assert tracker.notes() == ["before"]
    tracker.require_sound()


def test_a_home_that_is_read_only_is_enough_for_everything_but_settings(tracker, folder):
    home = folder / "home"
    home.mkdir(mode=0o555)
    nobody = ("setpriv", "--reuid=65534", "--clear-groups")
    for path in [tracker.folder, tracker.folder / ".a11y", tracker.database]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t", prefix=nobody, HOME=str(home))
    answer = tracker.run("config", "tester", "t", prefix=nobody, HOME=str(home))
    assert answer.code == 6 and str(home) in answer.error


def test_nothing_needs_a_terminal(tracker):
    """As cron and build servers run it: no controlling terminal, nothing to read."""
    for words in (["status"], ["walk", "--tester", "t"], ["report"], ["undo"]):
        done = subprocess.run(
            [PROGRAM, *words], cwd=tracker.folder, env=environment(tracker.folder, TERM=None), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60, start_new_session=True)
        assert done.returncode in (0, 2, 3), (words, done.stderr)
        assert b"\x1b" not in done.stdout + done.stderr


def test_files_have_the_rights_that_the_umask_gives_and_no_more(folder):
    for mask in (0o077, 0o027, 0o022):
        place = folder / f"{mask:o}"
        place.mkdir()
        script = (f"umask {mask:o}; a11y init && a11y new component one --kind button && a11y log pass {CHECK} one --tester t "
                  "&& a11y backup copy.db && a11y export -o all.a11y.json && a11y report --html r.html && a11y config tester t "
                  "&& mkdir shared && a11y sync shared")
        done = shell(Tracker(place), script, HOME=str(place))
        assert done.returncode == 0, done.stderr.decode()
        for path in place.rglob("*"):
            assert path.stat().st_mode & mask == 0, f"{path.relative_to(folder)} is open to more than the umask allows"
        assert len(list(place.rglob("*"))) > 8


def test_the_nearest_tracker_upward_is_used(tracker):
    deep = tracker.folder / "one/two/three"
    deep.mkdir(parents=True)
    tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t", folder=deep)
    assert len(tracker.notes()) == 1


def test_a_folder_that_was_removed_is_an_error_in_words(tracker):
    done = shell(tracker, "mkdir gone && cd gone && rmdir ../gone && a11y status")
    assert done.returncode in (3, 4, 6) and done.stderr.startswith(b"a11y: ")


def test_termination_takes_back_what_was_open(tracker):
    process = subprocess.Popen(
        [PROGRAM, "log", "-", "--tester", "t"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=tracker.folder, env=environment(tracker.folder))
    process.stdin.write(f"pass\t{CHECK}\t{COMPONENT}\n".encode() * 10)
    process.stdin.flush()
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode in (143, -signal.SIGTERM)
    assert tracker.notes() == []


def test_all_built_in_checks_are_listed(tracker):
    rows = json.loads(tracker.ok("list", "checks", "--json").out)["rows"]
    assert len({row["id"] for row in rows}) == len(rows) > 300


def test_the_version_is_one_line_and_help_needs_no_tracker(folder):
    outside = Tracker(folder)
    assert outside.ok("--version").text.startswith("a11y ")
    for words in (["help"], ["--help"], ["log", "--help"], ["help", "query"], ["completion", "fish"]):
        assert outside.ok(*words).out


def test_times_are_told_in_utc_to_scripts(tracker):
    tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t", "--at", "2026-03-01T10:00:00+05:30", TZ="Asia/Tokyo")
    rows = json.loads(tracker.ok("list", "results", "--json", TZ="America/New_York").out)["rows"]
    assert rows[0]["at"].startswith("2026-03-01T04:30:00") and rows[0]["at"].endswith("Z")


def test_times_of_other_machines_are_told_in_the_own_zone_and_name_it(folder):
    """Conflicts and machines alone said UTC, beside lists in the zone of the reader."""
    (folder / "shared").mkdir()
    ann, ben = (Machine(folder / name, name, folder / "shared") for name in ("ann", "ben"))
    ann.found("home").sync()
    ben.join()
    for machine in ann, ben:
        machine.ok("edit", "component", "home", "--owner", machine.tester)
        machine.sync()
    ann.sync()
    for words in (["resolve"], ["sync", "--status", ann.shared]):
        local = " ".join(ann.run(*words, "--plain", TZ="EET-2").text.split())
        utc = " ".join(ann.run(*words, "--plain", TZ="UTC").text.split())
        assert re.search(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} EET\b", local), local
        assert not re.search(r":[0-9]{2}Z", local) and re.search(r":[0-9]{2}Z", utc), (local, utc)
