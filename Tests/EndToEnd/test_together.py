"""Several people, one file: nobody loses a result, nobody is refused, nobody waits for ever."""

import json
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from exchange import SCREENS, exported, rows
from program import CHECK, COMPONENT, PROGRAM, environment

PROCESSES = 8
EACH = 25


def test_eight_processes_lose_nothing(tracker):
    def work(worker):
        for number in range(EACH):
            done = subprocess.run(
                [PROGRAM, "log", "fail", CHECK, COMPONENT, "-m", f"{worker}/{number}", "--tester", f"t{worker}"],
                cwd=tracker.folder, env=environment(tracker.folder), capture_output=True, timeout=60)
            assert done.returncode == 0, done.stderr.decode()

    with ThreadPoolExecutor(PROCESSES) as pool:
        list(pool.map(work, range(PROCESSES)))
    wanted = [f"{worker}/{number}" for worker in range(PROCESSES) for number in range(EACH)]
    assert sorted(tracker.notes()) == sorted(wanted)
    tracker.require_sound()


def test_readers_are_served_while_others_write(tracker):
    rows = "".join(f"pass\t{CHECK}\t{COMPONENT}\t\t\tnote {number}\n" for number in range(20_000)).encode()
    writer = subprocess.Popen(
        [PROGRAM, "log", "-", "--tester", "bulk"], cwd=tracker.folder, env=environment(tracker.folder),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(writer.communicate, rows, 60)
        while not written.done():
            tracker.ok("show", CHECK)
            tracker.ok("status")
        written.result()
    assert writer.returncode == 0
    assert len(tracker.notes()) == 20_000


def test_two_inits_at_once_make_one_tracker(folder):
    def work(_):
        return subprocess.run([PROGRAM, "init"], cwd=folder, env=environment(folder), capture_output=True, timeout=60)

    with ThreadPoolExecutor(4) as pool:
        codes = sorted(done.returncode for done in pool.map(work, range(4)))
    assert codes == [0, 5, 5, 5]
    assert sorted(path.name for path in (folder / ".a11y").iterdir() if path.name.startswith("audit.db")) == ["audit.db"]


def test_twenty_writers_readers_an_importer_and_a_backup_at_once(tracker, folder):
    """Everything that can be done to one file is done at once: nothing is refused, lost, or seen by halves."""
    bundle = folder / "bundle.a11y.json"
    bundle.write_bytes(exported(tracker))
    other = type(tracker)(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", bundle)
    other.register(*(f"screen/part-{number},button" for number in range(SCREENS)))
    other.ok("log", "-", "--tester", "tia", stdin=rows(0, 2_000))
    bundle.write_bytes(exported(other))

    def run(*words):
        done = subprocess.run(
            [PROGRAM, *map(str, words)], cwd=tracker.folder, env=environment(tracker.folder), capture_output=True, timeout=120)
        assert done.returncode == 0, (words, done.stderr.decode())

    def write(worker):
        for number in range(8):
            run("log", "fail", CHECK, COMPONENT, "-m", f"{worker}/{number}", "--tester", f"t{worker}")

    def read(what):
        for _ in range(6):
            run(*what)

    def keep(number):
        path = folder / f"copy-{number}.db"
        run("backup", path)
        kept = type(tracker)(folder / f"kept-{number}")
        (kept.folder / ".a11y").mkdir(parents=True)
        path.rename(kept.database)
        kept.require_sound()
        return 0.0

    with ThreadPoolExecutor(30) as pool:
        work = [pool.submit(write, worker) for worker in range(20)]
        work += [pool.submit(read, what) for what in (["status"], ["list", "cells", "--json"], ["report"], ["doctor"])]
        work += [pool.submit(keep, number) for number in range(2)]
        work += [pool.submit(run, "import", bundle), pool.submit(run, "export", "-o", folder / "meanwhile.a11y.json")]
        for done in work:
            done.result()
    wanted = {f"{worker}/{number}" for worker in range(20) for number in range(8)}
    notes = tracker.notes()
    assert wanted <= set(notes) and len(notes) == len(wanted) + 2_000
    tracker.require_sound()
    tracker.ok("verify", folder / "meanwhile.a11y.json")
    assert len(json.loads(exported(tracker))["facts"]) > 2_000 + len(wanted)


def test_a_writer_that_was_stopped_is_waited_for(tracker):
    """Somebody presses Ctrl-Z in the middle of a bulk log: others wait, and both are there in the end."""
    writer = subprocess.Popen(
        [PROGRAM, "log", "-", "--tester", "bulk"], cwd=tracker.folder, env=environment(tracker.folder),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writer.stdin.write("".join(f"pass\t{CHECK}\t{COMPONENT}\t\t\tnote {number}\n" for number in range(5_000)).encode())
    writer.stdin.flush()
    time.sleep(0.2)
    writer.send_signal(signal.SIGSTOP)
    waiting = subprocess.Popen(
        [PROGRAM, "log", "fail", CHECK, "home", "--tester", "t1"], cwd=tracker.folder, env=environment(tracker.folder))
    tracker.ok("status")
    time.sleep(1)
    writer.send_signal(signal.SIGCONT)
    writer.communicate(timeout=60)
    assert writer.returncode == 0 and waiting.wait(60) == 0
    assert len(tracker.notes()) == 5_001
    tracker.require_sound()
