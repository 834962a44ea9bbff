"""A disk without room: exit 6, nothing half written, and all is well when there is room again."""

import os
import resource
import subprocess

import pytest

from program import CHECK, COMPONENT, PROGRAM, Answer, Tracker, environment, require_sentence

LOG = ["log", "fail", CHECK, COMPONENT, "-m", "x" * 20_000, "--tester", "t1"]


@pytest.fixture
def small_disk(folder):
    """A file system of 4 MB; None where we may not mount one."""
    place = folder / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m,mode=755", "tmpfs", place], capture_output=True).returncode == 0
    yield place if mounted else None
    if mounted:
        subprocess.run(["umount", place], check=True)


def fill(tracker):
    """Logs until it is refused; the refusal."""
    for _ in range(400):
        answer = tracker.run(*LOG)
        if answer.code != 0:
            return answer
    raise AssertionError("the disk never became full")


def prove(tracker, refuse, make_room):
    before = len(tracker.notes())
    answer = refuse()
    require_sentence(answer, 6)
    logged = tracker.rows("SELECT count(*) FROM result")[0][0]
    assert logged == len(tracker.notes()) >= before
    bulk = "".join(f"fail\t{CHECK}\t{COMPONENT}\t\t\t{'y' * 1000}\n" for _ in range(2_000)).encode()
    require_sentence(refuse("log", "-", "--tester", "t1", stdin=bulk), 6)
    assert tracker.rows("SELECT count(*) FROM result")[0][0] == logged
    make_room()
    tracker.ok(*LOG)
    assert tracker.rows("SELECT count(*) FROM result")[0][0] == logged + 1
    tracker.require_sound()


def test_a_full_disk_loses_nothing(folder, small_disk):
    """On a small file system; where none may be mounted, under a limit on the size of files."""
    place = small_disk or folder / "limited"
    place.mkdir(exist_ok=True)
    tracker = Tracker(place / "tracker")
    tracker.folder.mkdir()
    tracker.ok("init")
    tracker.register(f"{COMPONENT},icon-button")
    if small_disk:
        ballast = place / "ballast"
        ballast.write_bytes(bytes(600_000))

        def refuse(*words, **more):
            return tracker.run(*words, **more) if words else fill(tracker)
        prove(tracker, refuse, ballast.unlink)
    else:
        prove(tracker, lambda *words, **more: under_limit(tracker, *(words or LOG), **more), lambda: None)


def test_a_limit_on_file_sizes_loses_nothing(tracker):
    prove(tracker, lambda *words, **more: under_limit(tracker, *(words or LOG), **more), lambda: None)


def under_limit(tracker, *words, stdin=b"", size=None):
    """Runs a command that may write no file beyond a size, else that of the database now."""
    size = size or tracker.database.stat().st_size

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    # Python ignores SIGXFSZ and leaves that to its child here: the write fails instead of the process.
    done = subprocess.run(
        [PROGRAM, *words], input=stdin, capture_output=True, cwd=tracker.folder, env=environment(tracker.folder),
        preexec_fn=limit, restore_signals=False, timeout=60)
    return Answer(done.returncode, done.stdout, done.stderr)


def test_tables_on_a_full_disk_stay_as_they_were(folder, small_disk, tracker):
    """Nothing half written: the tables of before, byte for byte, and no other file."""
    tables = (small_disk or folder) / "tables"
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    tracker.ok("export", "--tables", tables)
    before = {path.name: path.read_bytes() for path in tables.iterdir()}
    tracker.ok("log", "-", "--tester", "t1", stdin="".join(
        f"fail\t{CHECK}\thome\tdark,text-{size}\t\t{'y' * 9000}\n" for size in
        "xs s m l xl xxl xxxl ax1 ax2 ax3 ax4 ax5".split()).encode())
    if small_disk:
        ballast = small_disk / "ballast"
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass
        answer = tracker.run("export", "--tables", tables)
    else:
        answer = under_limit(tracker, "export", "--tables", tables, size=30_000)
    require_sentence(answer, 6)
    assert {path.name: path.read_bytes() for path in tables.iterdir()} == before
    if small_disk:
        ballast.unlink()
    tracker.ok("export", "--tables", tables)
    assert {path.name for path in tables.iterdir()} == set(before) and (tables / "v_cell.csv").read_bytes() != before["v_cell.csv"]


def test_output_that_cannot_be_written_is_reported(tracker):
    """`> /dev/full`: a script must not take half an answer for a whole one."""
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    (before,), = tracker.rows("SELECT count(*) FROM result")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [PROGRAM, "show", CHECK], stdout=full, stderr=subprocess.PIPE, cwd=tracker.folder,
            env=environment(tracker.folder), timeout=60)
        logged = subprocess.run(
            [PROGRAM, "log", "pass", CHECK, COMPONENT, "--tester", "t1"], stdout=full, stderr=subprocess.PIPE,
            cwd=tracker.folder, env=environment(tracker.folder), timeout=60)
    assert done.returncode not in (0, 70) and done.returncode > 0
    assert b"a11y: " in done.stderr and b"was changed" not in done.stderr
    # Who reads only the error would log it again.
    assert logged.returncode == 6 and b"the tracker was changed before" in logged.stderr
    assert tracker.rows("SELECT count(*) FROM result") == [(before + 1,)]
