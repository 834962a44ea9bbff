"""What lies on the disk: a tracker, its copies and what is handed on of children are for their owner's eyes, not for git's."""

import contextlib
import json
import os
import subprocess
import time

import pytest

from facts import reference
from forging import Chain, give, told
from program import CHECK, COMPONENT, PROGRAM, Tracker, environment, given_to
from tapping import CODES, KEYS, PLAN, line, paper, plan

GIVEN = given_to("Clinic North")


@pytest.fixture
def open_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path) -> str:
    return f"{path.stat().st_mode & 0o777:03o}"


def begun(folder) -> Tracker:
    tracker = Tracker(folder)
    tracker.ok("init")
    tracker.register(f"{COMPONENT},icon-button")
    return tracker


def sitting(tracker):
    plan(tracker)
    assert paper(tracker, line(CODES[0], KEYS[0])).code == 0
    return tracker


def test_only_the_owner_reads_what_is_known_of_children(open_umask, folder):
    tracker = sitting(begun(folder))
    tracker.ok("export", *GIVEN, "-o", "given.a11y.json")
    tracker.ok("backup", "copy.db")
    tracker.ok("export", "-o", "team.a11y.json")
    below = [path for path in (folder / ".a11y").rglob("*")] + [folder / "copy.db", folder / "given.a11y.json"]
    assert rights(folder / ".a11y") == "700"
    assert {str(path): rights(path) for path in below if path.is_file() and rights(path) != "600"} == {}
    assert rights(folder / "team.a11y.json") == "644", "a bundle for the team says nothing of children"
    # A tracker from before, open to all: the next write closes it, doctor says so until then.
    (folder / ".a11y").chmod(0o755)
    tracker.database.chmod(0o644)
    assert "can read the file, with the sessions of children in it" in " ".join(tracker.ok("doctor").text.split())
    tracker.ok("new", "component", "other", "--kind", "button")
    assert (rights(folder / ".a11y"), rights(tracker.database)) == ("700", "600")
    # What somebody opened for others to write stays as it is.
    (folder / ".a11y").chmod(0o775)
    tracker.database.chmod(0o660)
    tracker.ok("new", "component", "third", "--kind", "button")
    assert (rights(folder / ".a11y"), rights(tracker.database)) == ("775", "660")


@pytest.mark.parametrize("words, mode", [
    (["list", "sessions"], "600"), (["list", "sessions", "--format", "csv"], "600"), (["tap", "report"], "600"),
    (["tap", "replay"], "600"), (["tap", "form", PLAN, "--format", "csv"], "600"),
    (["tap", "void", CODES[0], "--reason", "technical", "--tester", "m1"], "600"),
    (["trend", "--first-tap"], "600"), (["trend", "--first-tap", "--redact"], "644"),
    (["list", "plans"], "644"), (["tap", "report", "--redact"], "644")], ids=" ".join)
def test_only_the_owner_reads_an_output_about_single_children(open_umask, folder, words, mode):
    tracker = sitting(begun(folder))
    (folder / "there").write_text("")
    for name in "out", "there":
        tracker.run(*words, "-o", name, "--yes")
        assert rights(folder / name) == mode
        if words[1] == "void":
            break


def test_git_takes_neither_a_tracker_nor_its_copy(folder):
    subprocess.run(["git", "init", "-q"], cwd=folder, env=environment(folder), check=True)
    tracker = begun(folder)
    assert (folder / ".a11y/.gitignore").read_text() == "*\n"
    (folder / ".a11y/.gitignore").unlink()
    sitting(tracker)
    for words in (["backup", "copy.db"], ["export", *GIVEN, "-o", "given.json"]):
        answer = tracker.run(*words)
        assert answer.code == 5 and "git work tree" in answer.error and "--force" in answer.error
    subprocess.run(["git", "add", "-A"], cwd=folder, env=environment(folder), check=True)
    staged = subprocess.run(["git", "diff", "--cached", "--name-only"], cwd=folder, env=environment(folder),
                            capture_output=True, text=True, check=True)
    assert not [name for name in staged.stdout.split() if name.startswith(".a11y") or name.endswith(".db")]
    tracker.ok("backup", "copy.db", "--force")


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs files without names")
def test_an_export_has_no_name_until_it_is_whole(folder):
    """Whoever killed it left all of it behind under a name that nothing knew."""
    tracker = sitting(begun(folder))
    rows = "".join(f"pass\t{CHECK}\t{COMPONENT}\t\t\tnote {number} {'x' * 2_000}\n" for number in range(2_500))
    tracker.ok("log", "-", "--tester", "t1", stdin=rows.encode())
    out = folder / "out"
    out.mkdir()
    process = subprocess.Popen([PROGRAM, "export", *GIVEN, "-o", out / "given.json"], cwd=folder, env=environment(folder),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    empty = 0
    while process.poll() is None:
        for path in out.iterdir():
            with contextlib.suppress(FileNotFoundError):
                json.loads(path.read_text())
        empty += not any(out.iterdir())
        time.sleep(0.002)
    assert process.returncode == 0 and empty and os.listdir(out) == ["given.json"]


def test_doctor_names_what_a_killed_backup_left(folder):
    tracker = sitting(begun(folder))
    left = folder / "copy.db.new-abc"
    left.write_bytes(tracker.database.read_bytes())
    (folder / ".a11y/audit.db.copying-1").write_text(str(left))
    text = " ".join(tracker.ok("doctor").text.split())
    assert "A stopped backup left a copy of the tracker" in text and "copy.db.new-abc" in text


@pytest.mark.parametrize("name, is_copy", [
    ("audit 2.db", True), ("audit (conflicted copy 2026-03-01).db", True), ("audit (Ana's conflicted copy).db", True),
    ("audit.sync-conflict-20260301-101010-ABCDEFG.db", True), ("audit (in Konflikt stehende Kopie von Ana).db", True),
    ("audit-conflit.db", True), ("audit-spring.db", False), ("other 2.db", False), ("audit 2.txt", False)])
def test_doctor_names_conflict_copies_of_the_database(empty, name, is_copy):
    (empty.folder / ".a11y" / name).write_bytes(empty.database.read_bytes())
    text = " ".join(empty.ok("doctor").text.split())
    assert (f'1 conflict copy of the tracker: "{name}".' in text) == is_copy
    if not is_copy:
        return
    # What was logged in the copy comes back as the advice says.
    copy = empty.folder / ".a11y" / name
    empty.register("here,button")
    empty.ok("new", "component", "there", "--kind", "button", "--db", copy)
    empty.ok("export", "--db", copy, "-o", "copy.a11y.json")
    empty.ok("import", "copy.a11y.json")
    assert {row["key"] for row in json.loads(empty.ok("list", "components", "--json").out)["rows"]} == {"here", "there"}


def test_nothing_that_others_write_destroys_contacts(folder):
    """A plan's retention ran from any closing, so one entry of a stranger destroyed all that was measured."""
    tracker = begun(folder)
    plan(tracker)
    chain = Chain("zz0000000001")
    subject = "5b" * 16
    session = chain.add("session", **{
        "age": "6-8", "by": "m1", "consent": {"assent": True, "guardian": True, "reference": "c-9"}, "device": "iPad mini 6",
        "plan": PLAN, "week": "2026-W48", "record": "device", "subject": subject, "seed": 7})
    trial = chain.add("trial", component=COMPONENT, first="hit", height=440, kind="scored", n=1,
                      outcome="first_tap", scoring=1, session=reference(session), width=440)
    chain.add("contact", session=reference(session), trial=reference(trial),
              contacts=[{"down": 100, "up": 180, "x": 300, "y": 400, "class": "hit"}])
    tracker.ok("import", give(tracker, *chain.facts, codes={subject: "BCDFGH"}))
    stranger = Chain("m" * 12, "mallory")
    stranger.add("set", [reference(fact) for fact in told(tracker) if fact["kind"] == "set"], kind="plan", key=PLAN,
                 fields={"closed": int(time.time() * 1000) - 200 * 86_400_000}, by="mallory")
    path = give(tracker, *stranger.facts)
    tracker.ok("import", path)
    # Followed or not: what he closes destroys nothing here.
    tracker.ok("follow", "m" * 12)
    (folder / "team").mkdir()
    tracker.ok("sync", "team")
    tracker.ok("backup", "copy.db")
    assert tracker.rows("SELECT count(*) FROM fact WHERE kind = 'contact' AND body <> ''") == [(1,)]
    text = " ".join(tracker.ok("doctor").text.split())
    assert "stays: mallory closed it on another machine" in text
