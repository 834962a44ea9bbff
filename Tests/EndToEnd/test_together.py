"""Several people, one file: nobody loses a result, nobody is refused, nobody waits for ever."""

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from program import CHECK, COMPONENT, PROGRAM, environment

PROCESSES = 8
EACH = 25
LONGEST_WAIT = 10.0


def test_eight_processes_lose_nothing(tracker):
    def work(worker):
        slowest = 0.0
        for number in range(EACH):
            begin = time.monotonic()
            done = subprocess.run(
                [PROGRAM, "log", "fail", CHECK, COMPONENT, "-m", f"{worker}/{number}", "--tester", f"t{worker}"],
                cwd=tracker.folder, env=environment(tracker.folder), capture_output=True, timeout=60)
            assert done.returncode == 0, done.stderr.decode()
            slowest = max(slowest, time.monotonic() - begin)
        return slowest

    with ThreadPoolExecutor(PROCESSES) as pool:
        slowest = max(pool.map(work, range(PROCESSES)))
    wanted = [f"{worker}/{number}" for worker in range(PROCESSES) for number in range(EACH)]
    assert sorted(tracker.notes()) == sorted(wanted)
    assert slowest < LONGEST_WAIT, f"the longest wait was {slowest:.1f} s"
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
