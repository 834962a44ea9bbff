"""Evidence between machines: beside bundles, in a shared folder, and gone when it is erased."""

import hashlib
import json
import os
import shutil
import subprocess

import pytest

from deciding import follow
from evidence import fail, files, listed, make, photo, write
from exchange import exported
from facts import reference, whole
from pictures import PLACE, png
from program import CHECK, COMPONENT, WHY, Tracker, environment


@pytest.fixture
def colleague(tracker, folder):
    """A second machine of the same team, which knows what `tracker` knows so far."""
    first = folder / "first.a11y.json"
    tracker.ok("export", "-o", first)
    other = Tracker(folder / "colleague")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", first)
    return other


def everything_under(*folders):
    return b"".join(path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file())


def make_tree(tracker, folder):
    tracker.ok("export", "--with-evidence", "--yes", "-o", folder / "tree.a11y.json")
    return folder / "tree.a11y.evidence"


def forge(bundle, path):
    """Writes a bundle whose facts were changed so that all digests are right again."""
    last = {}
    for fact in bundle["facts"]:
        fact["prev"] = last.get(fact["r"], fact["prev"])
        last[fact["r"]] = reference(fact)
    bundle["upto"] = {replica: [n, last.get(replica, end)] for replica, (n, end) in bundle["upto"].items()}
    rest = {name: value for name, value in bundle.items() if name not in ("facts", "digest")}
    bundle["digest"] = whole(bundle["facts"], rest)
    path.write_text(json.dumps(bundle, ensure_ascii=False))


def test_a_photo_is_kept_without_the_place_where_it_was_taken(tracker, photo, folder):
    assert PLACE in photo.read_bytes()
    answer = fail(tracker, "-m", "cross too small", "--evidence", photo)
    assert answer.code == 0
    assert "Evidence: photo.jpg (" in answer.text
    assert "location, time, camera" in answer.error
    name, = files(tracker)
    kept = tracker.folder / ".a11y/evidence" / name
    assert hashlib.sha256(kept.read_bytes()).hexdigest() == name
    assert kept.stat().st_mode & 0o777 == 0o600
    # The right way up is all that is left of what stood beside the picture.
    assert b"Exif\0\0MM\0*" in kept.read_bytes()
    tracker.ok("export", "--with-evidence", "-o", folder / "team.a11y.json")
    tracker.ok("sync", os.fspath(make(folder / "shared")))
    assert PLACE not in everything_under(tracker.folder, folder / "team.a11y.evidence", folder / "shared")
    assert len(list((folder / "team.a11y.evidence").rglob(name))) == len(list((folder / "shared").rglob(name))) == 1
    tracker.require_sound()


@pytest.mark.parametrize("name", ["..", "-", "../../up", "a/b", "C:\\x", "x\x1b[2J\n", "CON", "\u202egnp", ""])
def test_a_name_from_another_machine_is_never_a_path(tracker, colleague, folder, name):
    """A bundle as a program that means ill would write it."""
    fail(colleague, "--evidence", write(folder / "shot.png", png()))
    bundle = json.loads(exported(colleague))
    fact, = (fact for fact in bundle["facts"] if fact["kind"] == "evidence")
    fact["body"]["name"] = name
    forged = folder / "forged.a11y.json"
    shutil.copytree(make_tree(colleague, folder), folder / "forged.a11y.evidence")
    forge(bundle, forged)
    tracker.ok("import", forged)
    target = make(folder / "saved")
    before = {path for path in folder.rglob("*")}
    tracker.ok("show", COMPONENT, "--save-evidence", target)
    new, = {path for path in folder.rglob("*")} - before
    assert new.parent == target and new.name.endswith(".png") and not new.name.startswith((".", "-"))
    assert new.name.isprintable() and len(new.name) > 4


def test_files_that_a_bundle_came_without_are_missing_until_they_come(tracker, colleague, photo, folder):
    fail(tracker, "--evidence", photo)
    plain, whole = folder / "plain.a11y.json", folder / "whole.a11y.json"
    assert "--with-evidence" in tracker.ok("export", "-o", plain).error
    tracker.ok("export", "--with-evidence", "-o", whole)
    assert plain.read_bytes() == whole.read_bytes()
    report = json.loads(colleague.ok("import", plain, "--dry-run", "--json").out)
    assert (report["evidence"], report["evidence_missing"]) == (0, 1)
    answer = colleague.ok("import", plain)
    assert "1 evidence file missing" in answer.text
    assert "missing: imported without its file" in colleague.ok("show", COMPONENT, "--width", "200").text
    assert listed(colleague)[0]["missing"] is True
    assert "1 evidence file is missing" in colleague.ok("doctor").text
    report = json.loads(colleague.ok("import", whole, "--dry-run", "--json").out)
    assert (report["evidence"], report["evidence_missing"]) == (1, 0)
    assert files(colleague) == []
    answer = colleague.ok("import", whole)
    assert "0 added" in answer.text and "1 evidence file." in answer.text
    assert listed(colleague)[0]["missing"] is False
    assert files(colleague) == files(tracker)
    assert exported(colleague) == exported(tracker)
    colleague.require_sound()


def test_a_file_beside_a_bundle_that_is_not_what_it_was_is_not_taken(tracker, colleague, photo, folder):
    fail(tracker, "--evidence", photo)
    bundle = folder / "whole.a11y.json"
    tracker.ok("export", "--with-evidence", "-o", bundle)
    assert "1 of 1 file present" in tracker.ok("verify", bundle).text
    name, = files(tracker)
    there = folder / "whole.a11y.evidence" / name[:2] / name
    whole = there.read_bytes()
    for content in [whole[:-1], whole[:-1] + b"x", b""]:
        there.write_bytes(content)
        answer = tracker.run("verify", bundle)
        assert answer.code == 1 and name in answer.text
        assert "1 evidence file missing" in colleague.ok("import", bundle).text
        assert files(colleague) == []
    there.unlink()
    assert tracker.ok("verify", bundle).code == 0
    elsewhere = write(folder / "elsewhere", whole)
    there.symlink_to(elsewhere)
    colleague.ok("import", bundle)
    there.unlink()
    os.mkfifo(there)
    colleague.ok("import", bundle)
    assert files(colleague) == []


def test_sync_carries_files_both_ways(tracker, colleague, photo, folder):
    shared = make(folder / "shared")
    fail(tracker, "--evidence", photo)
    colleague.ok("log", "fail", CHECK, "home", "--evidence", write(folder / "shot.png", png()), "--tester", "t2")
    assert "Evidence: wrote 1 file." in tracker.ok("sync", shared).text
    assert "Evidence: read 1 file, wrote 1 file." in colleague.ok("sync", shared).text
    assert "Evidence: read 1 file." in tracker.ok("sync", shared).text
    assert files(tracker) == files(colleague) and len(files(tracker)) == 2
    parts = {path.parts[len(shared.parts) + 1] for path in shared.rglob("*") if len(path.name) == 64}
    assert len(parts) == 2, "each machine writes below its own name"
    quiet = json.loads(tracker.ok("sync", shared, "--json").out)
    assert [quiet[key] for key in ("evidence_read", "evidence_written", "evidence_missing", "skipped")] == [0, 0, 0, []]
    # What one machine lost the folder has, and what the folder lost a machine has.
    name = files(tracker)[0]
    (tracker.folder / ".a11y/evidence" / name).unlink()
    assert "Evidence: read 1 file." in tracker.ok("sync", shared).text
    for path in shared.rglob(name):
        path.write_bytes(path.read_bytes()[:-1])
    assert "wrote 1 file" in tracker.ok("sync", shared).text
    for machine in (tracker, colleague):
        machine.ok("sync", shared)
        machine.require_sound()


def test_text_evidence_survives_git_with_line_ends_of_windows(tracker, folder):
    shared = make(folder / "shared")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "core.autocrlf=true"]
    run = dict(cwd=shared, check=True, capture_output=True, env=environment(folder))
    subprocess.run([*git, "init", "-q"], **run)
    fail(tracker, "--evidence", write(folder / "said.txt", b"one\ntwo\n"))
    tracker.ok("sync", shared)
    subprocess.run([*git, "add", "-A"], **run)
    subprocess.run([*git, "commit", "-qm", "x"], **run)
    name, = files(tracker)
    there, = shared.rglob(name)
    there.unlink()
    subprocess.run([*git, "checkout", "-q", "."], **run)
    assert there.read_bytes() == b"one\ntwo\n"


def test_erasing_removes_the_file_here_and_elsewhere(tracker, colleague, photo, folder):
    shared = make(folder / "shared")
    tracker.ok("log", "fail", CHECK, "home", "search", "--evidence", photo, "--tester", "t1")
    tracker.ok("sync", shared)
    colleague.ok("sync", shared)
    first, second = listed(tracker)
    tracker.ok("erase", "fact", first["id"], *WHY, "--yes", "--tester", "t1")
    assert len(files(tracker)) == 1, "the other result still shows it"
    # A result goes with its evidence.
    answer = tracker.ok("erase", "fact", second["result"], *WHY, "--yes", "--tester", "t1")
    assert "1 evidence file, 1 result" in answer.text
    assert files(tracker) == [] and listed(tracker) == []
    name = first["sha256"]
    assert len(list(shared.rglob(name))) == 1
    assert "Removed 1 erased evidence file" in tracker.ok("sync", shared).error
    assert list(shared.rglob(name)) == []
    assert len(files(colleague)) == 1
    colleague.ok("sync", shared)
    assert len(files(colleague)) == 1, "whoever asks cannot prove to be the author"
    follow(colleague)
    colleague.ok("sync", shared)
    assert files(colleague) == [] and list(shared.rglob(name)) == []
    for machine in (tracker, colleague):
        machine.require_sound()
    # The same photo may be taken again.
    assert fail(tracker, "--evidence", photo).code == 0
    assert files(tracker) == [name]
    tracker.ok("sync", shared)
    assert files(tracker) == [name] and len(list(shared.rglob(name))) == 1


def test_redacted_bundles_name_no_evidence(tracker, photo, folder):
    fail(tracker, "--evidence", photo)
    bundle = json.loads(tracker.ok("export", "--redact", "-o", "-").out)
    assert bundle["evidence"] == [] and not any(fact["kind"] == "evidence" for fact in bundle["facts"])
    assert tracker.run("export", "--redact", "--with-evidence", "-o", folder / "x.a11y.json").code == 2
    assert tracker.run("export", "--with-evidence", "-o", "-").code == 2
    part = json.loads(tracker.ok("export", "--query", "component:home", "-o", "-").out)
    assert part["evidence"] == []
    part = json.loads(tracker.ok("export", "--query", f"component:{COMPONENT}", "-o", "-").out)
    assert [entry[0] for entry in part["evidence"]] == files(tracker)
