"""Disks that are full or read-only, trackers that go away, and several commands at once, while facts move."""

import os
import resource
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from exchange import Pair, exported, fact_ids, facts, furnished, rows
from program import CHECK, PROGRAM, Answer, Tracker, environment, require_sentence
from test_full_disk import small_disk  # noqa: F401 (a fixture)
from test_unusable import as_nobody, contents

RESULTS = 2_000


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return Pair(tmp_path_factory.mktemp("made"), RESULTS)


@pytest.fixture
def pair(made, folder):
    return made.again(folder)


def limited(tracker, size, *words):
    """Runs a command that may write no file beyond a size: the same errors as a full disk, where none can be mounted."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run(
        [PROGRAM, *map(str, words)], capture_output=True, cwd=tracker.folder, env=environment(tracker.folder),
        preexec_fn=limit, restore_signals=False, timeout=60)
    return Answer(done.returncode, done.stdout, done.stderr)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_an_import_onto_a_full_disk_changes_nothing(pair, small_disk):  # noqa: F811
    if not small_disk:
        pytest.skip("no file system may be mounted here")
    shutil.rmtree(pair.own.folder)
    own = Tracker(small_disk / "own")
    own.folder.mkdir()
    own.begin()
    own.ok("import", "--adopt", pair.first)
    room = os.statvfs(small_disk)
    (small_disk / "ballast").write_bytes(bytes(max(0, room.f_bavail * room.f_frsize - 65_536)))
    before, listing = exported(own), names(own.folder / ".a11y")
    answer = own.run("import", pair.news)
    require_sentence(answer, 6)
    assert str(own.database) in answer.error and "full" in answer.error
    assert exported(own) == before and names(own.folder / ".a11y") == listing
    (small_disk / "ballast").unlink()
    own.ok("import", pair.news)
    own.require_sound()


def test_an_import_beyond_a_limit_on_file_sizes_changes_nothing(pair):
    own = pair.own
    before, listing = exported(own), names(own.folder / ".a11y")
    answer = limited(own, own.database.stat().st_size, "import", pair.news)
    require_sentence(answer, 6)
    assert str(own.database) in answer.error
    assert exported(own) == before and names(own.folder / ".a11y") == listing
    own.ok("import", pair.news)
    own.require_sound()


@pytest.mark.parametrize("earlier", [None, b"an earlier file"], ids=["new", "replacing"])
def test_an_export_that_has_no_room_leaves_nothing(tracker, folder, earlier):
    tracker.ok("log", "-", "--tester", "t1", stdin=f"pass\t{CHECK}\thome\t\t\tseen\n".encode() * RESULTS)
    out = folder / "out"
    out.mkdir()
    bundle = out / "team.a11y.json"
    whole = exported(tracker)
    for part in range(8):
        if earlier:
            bundle.write_bytes(earlier)
        answer = limited(tracker, len(whole) * part // 8, "export", "-o", bundle, "--yes")
        require_sentence(answer, 6)
        assert str(bundle) in answer.error
        assert names(out) == ([bundle.name] if earlier else [])
        assert not earlier or bundle.read_bytes() == earlier
    tracker.ok("export", "-o", bundle, "--yes")
    assert bundle.read_bytes() == whole


def test_an_export_onto_a_full_disk_names_path_and_need(tracker, small_disk):  # noqa: F811
    if not small_disk:
        pytest.skip("no file system may be mounted here")
    tracker.ok("log", "-", "--tester", "t1", stdin=f"pass\t{CHECK}\thome\t\t\tseen\n".encode() * 20_000)
    bundle = small_disk / "team.a11y.json"
    answer = tracker.run("export", "-o", bundle)
    require_sentence(answer, 6)
    assert str(bundle) in answer.error and "full" in answer.error
    assert names(small_disk) == []


def a_missing_folder(folder):
    return folder / "missing/team.a11y.json", 3


def a_file_in_the_place_of_a_folder(folder):
    (folder / "file").write_text("")
    return folder / "file/team.a11y.json", 3


def a_folder(folder):
    (folder / "bundles").mkdir()
    return folder / "bundles", 4


def a_device(_):
    return "/dev/null", 6


def a_dangling_link(folder):
    (folder / "link").symlink_to(folder / "nowhere")
    return folder / "link", 6


def a_pipe(folder):
    os.mkfifo(folder / "pipe")
    return folder / "pipe", 6


def the_tracker_itself(folder):
    return folder / "tracker/.a11y/audit.db", (2, 5, 6)


def a_long_name(folder):
    return folder / ("n" * 300), 6


@pytest.mark.parametrize("place", [
    a_missing_folder, a_file_in_the_place_of_a_folder, a_folder, a_device, a_dangling_link, a_pipe, the_tracker_itself,
    a_long_name], ids=lambda place: place.__name__)
def test_a_place_that_is_none_is_told_and_left_alone(tracker, folder, place):
    target, codes = place(folder)
    before = {path: path.lstat().st_ino for path in folder.rglob("*")}
    kept = tracker.database.read_bytes()
    for more in ([], ["--yes"]):
        answer = tracker.run("export", "-o", target, *more)
        assert answer.code in (codes if isinstance(codes, tuple) else (codes,)), answer.error
        assert os.fspath(target)[:60] in answer.error
    assert {path: path.lstat().st_ino for path in folder.rglob("*")} == before
    assert tracker.database.read_bytes() == kept
    assert not os.path.isfile("/dev/null")


def test_a_folder_that_may_not_be_written_is_named(tracker, folder):
    prefix, program = as_nobody(folder)
    # A tracker that its owner has opened for others.
    (tracker.folder / ".a11y").chmod(0o755)
    for path in (tracker.folder / ".a11y").iterdir():
        path.chmod(0o644)
    out = folder / "out"
    out.mkdir(mode=0o555)
    try:
        answer = tracker.run("export", "-o", out / "team.a11y.json", prefix=prefix, program=program)
        require_sentence(answer, 6)
        assert str(out / "team.a11y.json") in answer.error and "permission" in answer.error
        assert names(out) == []
    finally:
        out.chmod(0o755)


@pytest.mark.parametrize("rights", ["file", "folder", "both"])
def test_a_read_only_tracker_exports_and_takes_nothing_in(pair, folder, rights):
    prefix, program = as_nobody(folder)
    own = pair.own
    fact, = fact_ids(own, 0, 1)
    home = own.folder / ".a11y"
    own.folder.chmod(0o755)
    home.chmod(0o555 if rights != "file" else 0o777)
    for path in home.iterdir():
        path.chmod(0o444 if rights != "folder" else 0o666)
    out = folder / "out"
    out.mkdir()
    out.chmod(0o777)
    try:
        before = contents(own.folder)
        for words in (["import", pair.news], ["erase", "fact", fact, "--yes", "--tester", "t1"]):
            answer = own.run(*words, prefix=prefix, program=program)
            require_sentence(answer, 6)
            assert str(own.database) in answer.error
        own.ok("export", "-o", out / "team.a11y.json", prefix=prefix, program=program)
        own.ok("verify", out / "team.a11y.json", prefix=prefix, program=program)
        assert own.run("verify", prefix=prefix, program=program).code in (0, 6)
        assert contents(own.folder) == before
    finally:
        home.chmod(0o755)
    assert (out / "team.a11y.json").read_bytes() == exported(own)


def test_a_bundle_that_may_not_be_read_is_named(pair, folder):
    prefix, program = as_nobody(folder)
    for path in [pair.own.folder, pair.own.folder / ".a11y", *(pair.own.folder / ".a11y").iterdir()]:
        path.chmod(0o777)
    pair.news.chmod(0o000)
    for command in ("import", "verify"):
        answer = pair.own.run(command, pair.news, prefix=prefix, program=program)
        assert answer.code == 6
        assert "permission" in answer.error + answer.text


def moved_away(own):
    (own.folder / ".a11y").rename(own.folder / "elsewhere")


def file_moved(own):
    own.database.rename(own.folder / ".a11y/other.db")


def deleted(own):
    shutil.rmtree(own.folder / ".a11y")


def replaced(own):
    copy = own.folder / ".a11y/copy.db"
    shutil.copy(own.database, copy)
    copy.rename(own.database)


def opens(process, path):
    """Waits until a process has a file open."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        held = {os.path.realpath(f"/proc/{process.pid}/fd/{name}") for name in os.listdir(f"/proc/{process.pid}/fd")}
        if str(path) in held:
            return
        time.sleep(0.005)
    raise AssertionError("the command never opened the tracker")


@pytest.mark.parametrize("go", [moved_away, file_moved, deleted, replaced], ids=lambda go: go.__name__)
def test_a_tracker_that_goes_away_meanwhile_is_told(pair, go):
    """It is open and waits for what comes through a pipe when it is taken away. An import opens it behind the pipe's end."""
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("this system does not tell which files a process has open")
    own = pair.own
    before = exported(own)
    process = subprocess.Popen(
        [PROGRAM, "log", "-", "--tester", "t3"], cwd=own.folder, env=environment(own.folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    opens(process, own.database)
    go(own)
    out, err = process.communicate(rows(0, 500, "late"), 60)
    answer = Answer(process.returncode, out, err)
    require_sentence(answer, 6)
    assert str(own.database) in answer.error and "moved" in answer.error
    for name, place in [("elsewhere", "elsewhere/audit.db"), (".a11y/other.db", ".a11y/other.db"),
                        (".a11y/audit.db", ".a11y/audit.db")]:
        if (own.folder / name).exists():
            assert exported(own, A11Y_DB=str(own.folder / place)) == before
            own.ok("doctor", A11Y_DB=str(own.folder / place))


def test_what_comes_through_a_pipe_leaves_no_file_behind(pair, folder):
    spool = folder / "spool"
    spool.mkdir()
    process = subprocess.Popen(
        [PROGRAM, "import", "-"], cwd=pair.own.folder, env=environment(pair.own.folder, TMPDIR=str(spool)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(pair.news.read_bytes()[:200_000])
    process.stdin.flush()
    time.sleep(0.3)
    process.kill()
    process.communicate()
    assert names(spool) == []
    pair.own.ok("import", "-", stdin=pair.news.read_bytes(), TMPDIR=str(spool))
    assert names(spool) == []


def test_two_imports_at_once_are_both_taken_in(pair, folder):
    other = furnished(folder / "other")
    shutil.rmtree(other.folder / ".a11y")
    other.begin()
    other.ok("import", "--adopt", pair.first)
    other.ok("log", "-", "--tester", "t9", stdin=rows(0, RESULTS, "other"))
    other.ok("export", "-o", folder / "other.a11y.json")
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda path: pair.own.run("import", path), [pair.news, folder / "other.a11y.json"]))
    assert [answer.code for answer in answers] == [0, 0], answers
    found = facts(exported(pair.own))
    for path in (pair.first, pair.news, folder / "other.a11y.json"):
        assert set(facts(path.read_bytes())) <= set(found)
    pair.own.require_sound()


def test_an_import_among_eight_who_log_loses_nothing(pair):
    own = pair.own
    each = 12

    def work(worker):
        for number in range(each):
            own.ok("log", "fail", CHECK, "screen/part-1", "-m", f"{worker}/{number}", "--tester", f"w{worker}")

    with ThreadPoolExecutor(9) as pool:
        imported = pool.submit(own.run, "import", pair.news)
        list(pool.map(work, range(8)))
        assert imported.result().code == 0, imported.result().error
    notes = own.notes()
    assert {f"{worker}/{number}" for worker in range(8) for number in range(each)} <= set(notes)
    assert set(facts(pair.news.read_bytes())) <= set(facts(exported(own)))
    own.require_sound()
