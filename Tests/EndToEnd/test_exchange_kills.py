"""kill -9 while facts move: the tracker is as before or as after, a bundle is whole or absent, and again works."""

import fcntl
import os
import shutil
import time

import pytest

from exchange import Pair, exported, fact_ids, facts, furnished, keep, put_back
from facts import is_stub
from program import WHY
from test_kills import KILLS, duration, killed_after, start

pytestmark = pytest.mark.costly

STEPS = max(KILLS // 3, 4)
RESULTS = 6_000


def sweep(dice, usual):
    """Moments from the start of a command to a little after its usual end, one in each step."""
    return [usual * 1.1 * (step + dice.random()) / STEPS for step in range(STEPS)]


def temporaries(folder):
    return [path for path in folder.iterdir() if path.name.endswith(".tmp")]


def test_an_import_is_whole_or_absent(folder, dice):
    pair = Pair(folder, RESULTS)
    own, words = pair.own, ("import", str(pair.news))
    before = exported(own)
    usual = duration(lambda: own.ok(*words), 1)
    after = exported(own)
    assert before != after
    interrupted = 0
    for moment in sweep(dice, usual):
        put_back(own, pair.kept)
        said, was_running = killed_after(start(own, *words), moment)
        interrupted += was_running
        found = exported(own)
        assert found in (before, after), "half of a bundle was taken in"
        assert was_running or found == after
        assert "Imported" not in said or found == after, "acknowledged, and not there"
        own.ok("verify")
        own.ok(*words)
        assert exported(own) == after
    own.ok("verify")
    assert interrupted > 0, "no kill came in time: the test showed nothing"


def test_an_export_is_whole_or_absent(folder, dice):
    tracker = furnished(folder / "tracker", RESULTS)
    whole = exported(tracker)
    out = folder / "out"
    out.mkdir()
    bundle = out / "team.a11y.json"
    words = ("export", "-o", str(bundle), "--yes")
    usual = duration(lambda: tracker.ok(*words), 3)
    interrupted = left = 0
    for number, moment in enumerate(sweep(dice, usual)):
        earlier = b"an earlier file" if number % 2 else None
        bundle.unlink(missing_ok=True)
        if earlier:
            bundle.write_bytes(earlier)
        _, was_running = killed_after(start(tracker, *words), moment)
        interrupted += was_running
        found = bundle.read_bytes() if bundle.exists() else None
        assert found in (earlier, whole), "half a file has the name of a bundle"
        for path in temporaries(out):
            left += 1
            assert tracker.run("verify", path).code == (0 if path.read_bytes() == whole else 1)
            os.utime(path, (time.time() - 120, time.time() - 120))
        tracker.ok(*words)
        assert bundle.read_bytes() == whole
        assert temporaries(out) == [], "what a killed export had left is still there"
        assert sorted(out.iterdir()) == [bundle]
    tracker.ok("verify")
    assert interrupted > 0, "no kill came in time: the test showed nothing"


def test_only_what_nobody_writes_any_more_is_swept(tracker, folder):
    """The file of another export that still runs, one of a minute ago at most, and files of other names stay."""
    bundle = folder / "team.a11y.json"
    hour = time.time() - 3600
    others = {name: folder / name for name in [
        ".team.a11y.json.held.tmp", ".team.a11y.json.fresh.tmp", ".team.a11y.json.old.tmp", ".team.a11y.json.OLD.tmp",
        ".other.a11y.json.old.tmp", ".team.a11y.json.tmp", "team.a11y.json.old.tmp"]}
    for name, path in others.items():
        path.write_text("half")
        if "fresh" not in name:
            os.utime(path, (hour, hour))
    (folder / ".team.a11y.json.link.tmp").symlink_to(others["team.a11y.json.old.tmp"])
    with others[".team.a11y.json.held.tmp"].open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        tracker.ok("export", "-o", bundle)
    assert [name for name, path in others.items() if not path.exists()] == [".team.a11y.json.old.tmp"]
    assert (folder / ".team.a11y.json.link.tmp").is_symlink()


def test_what_is_erased_is_gone_or_there(folder, dice):
    tracker = furnished(folder / "tracker", RESULTS)
    targets = fact_ids(tracker, 100, 400)
    words = ("erase", "fact", *targets, *WHY, "--yes", "--tester", "t1")
    kept = keep(tracker)
    before = facts(exported(tracker))
    usual = duration(lambda: tracker.ok(*words), 1)
    interrupted = 0
    for moment in sweep(dice, usual):
        put_back(tracker, kept)
        _, was_running = killed_after(start(tracker, *words), moment)
        interrupted += was_running
        found = facts(exported(tracker))
        gone = [name for name, fact in found.items() if is_stub(fact)]
        assert (len(gone), len(found)) in ((0, len(before)), (len(targets), len(before) + 1))
        again = tracker.run(*words)
        assert again.code == (4 if gone else 0), again.error
        found = facts(exported(tracker))
        assert sorted(f"{replica}-{number}" for (replica, number), fact in found.items() if is_stub(fact)) \
            == sorted(targets)
        assert {name: fact for name, fact in found.items() if not is_stub(fact) and fact["kind"] != "erase"} \
            == {name: fact for name, fact in before.items() if "-".join(map(str, name)) not in set(targets)}
    tracker.ok("verify")
    assert interrupted > 0, "no kill came in time: the test showed nothing"


def bundles(shared):
    return sorted(path for path in shared.rglob("*") if path.is_file() and path.name.endswith(".a11y.json"))


def test_a_sync_goes_on_where_it_was_stopped(folder, dice):
    pair = Pair(folder, RESULTS)
    own, shared = pair.own, folder / "shared"
    shared.mkdir()
    pair.team.ok("sync", shared)
    kept, there = keep(own), folder / "there"
    shutil.copytree(shared, there)
    before = facts(exported(own))
    usual = duration(lambda: own.ok("sync", shared), 1)
    after = exported(own)
    wanted = [path.relative_to(shared) for path in bundles(shared)]
    interrupted = 0
    for moment in sweep(dice, usual):
        shutil.rmtree(shared)
        shutil.copytree(there, shared)
        put_back(own, kept)
        _, was_running = killed_after(start(own, "sync", str(shared)), moment)
        interrupted += was_running
        assert len(facts(exported(own))) in (len(before), len(facts(after))), "half of a file was taken in"
        for path in bundles(shared):
            own.ok("verify", path)
        own.ok("sync", shared)
        assert exported(own) == after
        assert [path.relative_to(shared) for path in bundles(shared)] == wanted
    pair.team.ok("sync", shared)
    # What the team has erased is not decided about here, so each still has its own.
    erased, whole = facts(exported(pair.team)), facts(after)
    assert set(erased) == set(whole)
    assert all(fact == whole[name] for name, fact in erased.items() if not is_stub(fact))
    own.ok("verify")
    assert interrupted > 0, "no kill came in time: the test showed nothing"


@pytest.mark.parametrize("damage", ["cut", "emptied", "changed"])
def test_an_own_file_that_was_damaged_in_the_folder_is_made_whole_again(tracker, folder, damage):
    shared = folder / "shared"
    shared.mkdir()
    tracker.ok("log", "pass", "voiceover.label-present", "home", "-m", "seen", "--tester", "t1")
    tracker.ok("sync", shared)
    bundle, = bundles(shared)
    whole = bundle.read_bytes()
    bundle.write_bytes({"cut": whole[:len(whole) // 2], "emptied": b"", "changed": whole.replace(b"seen", b"sawn")}[damage])
    assert tracker.run("sync", shared).code in (0, 4)
    assert bundle.read_bytes() == whole
    tracker.ok("sync", shared)
    assert bundles(shared) == [bundle] and bundle.read_bytes() == whole
