"""kill -9 at any moment: what was acknowledged is there, what was not is whole or absent."""

import os
import signal
import statistics
import subprocess
import time

import pytest

from exchange import put_back
from program import CHECK, COMPONENT, PROGRAM, Tracker, environment

# Moments of a kill are shares of how long a command takes, and many of them are tried.
pytestmark = pytest.mark.costly

KILLS = int(os.environ.get("A11Y_KILLS") or 60)


def start(tracker, *words, stdin=subprocess.DEVNULL):
    return subprocess.Popen(
        [PROGRAM, *words], cwd=tracker.folder, env=environment(tracker.folder), stdin=stdin, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)


def killed_after(process, seconds):
    """Kills a process after a while; what it had printed, and whether it was still running."""
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    out, err = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL), err.decode()
    return out.decode(), process.returncode != 0


def duration(run, times):
    """How long a command usually takes, the median of a few runs."""
    taken = []
    for _ in range(times):
        begin = time.monotonic()
        run()
        taken.append(time.monotonic() - begin)
    return statistics.median(taken)


def test_an_acknowledged_result_survives(tracker, dice):
    usual = duration(lambda: tracker.log("pass", CHECK, COMPONENT, "-m", "warm"), 5)
    acknowledged, interrupted = [], 0
    for number in range(KILLS):
        note = f"note {number}"
        process = start(tracker, "log", "fail", CHECK, COMPONENT, "-m", note, "--tester", "t1")
        said, was_running = killed_after(process, dice.uniform(0, 1.5 * usual))
        interrupted += was_running
        if "Logged: " in said:
            acknowledged.append(note)
    tracker.ok("log", "pass", CHECK, COMPONENT, "-m", "afterwards", "--tester", "t1")
    stored = tracker.notes()
    assert set(acknowledged) <= set(stored)
    assert len(stored) == len(set(stored)) + 4, "a result is there twice"  # "warm" is there five times
    assert set(stored) <= {"warm", "afterwards", *(f"note {number}" for number in range(KILLS))}
    assert interrupted > 0, "no kill came in time: the test showed nothing"
    assert acknowledged, "no command was left alone long enough: the test showed nothing"
    tracker.require_sound()


def test_many_results_are_logged_all_or_none(tracker, dice, folder):
    count = 3_000
    rows = folder / "rows.tsv"
    rows.write_text("".join(f"fail\t{CHECK}\t{COMPONENT}\t\t\tnote {number}\n" for number in range(count)))

    def log():
        with rows.open("rb") as file:
            return start(tracker, "log", "-", "--tester", "t1", stdin=file)

    usual = duration(lambda: log().communicate(), 3)
    kept = {path.name: path.read_bytes() for path in tracker.database.parent.iterdir()}
    done, interrupted = 3, 0
    for _ in range(max(KILLS // 2, 1)):
        if done == 10:
            put_back(tracker, kept)  # a long run would only count ever more results
            done = 3
        said, was_running = killed_after(log(), dice.uniform(0, 1.2 * usual))
        tracker.ok("show", CHECK)  # a command that opens the tracker takes back what was left half done
        total = tracker.rows("SELECT count(*) FROM result")[0][0]
        assert total in (done * count, (done + 1) * count), "half of the results are there"
        if f"Logged {count:,}".replace(",", "") in said.replace(",", ""):
            assert total == (done + 1) * count, "acknowledged, and not there"
        done = total // count
        interrupted += was_running
    assert interrupted > 0, "no kill came in time: the test showed nothing"
    tracker.require_sound()


def test_a_new_tracker_is_whole_or_absent(folder, dice):
    usual = None
    for number in range(max(KILLS // 3, 1)):
        tracker = Tracker(folder / str(number))
        tracker.folder.mkdir()
        if usual is None:
            usual = duration(lambda: tracker.run("init"), 1)
            continue
        killed_after(start(tracker, "init"), dice.uniform(0, 1.2 * usual))
        if tracker.database.exists():
            assert tracker.rows("PRAGMA integrity_check") == [("ok",)]
            tracker.ok("show", CHECK)
        else:
            tracker.ok("init")
