"""Of an erased child no moment is left: no table, no file and no output tells when the child was there, or how fast it was.

Each sitting is held while nothing else is written. So any moment within it that is found anywhere afterwards is the child's.
"""

import contextlib
import itertools
import json
import re
import sqlite3
import subprocess
import time
from datetime import UTC, datetime

import pytest

from facts import CHILD, bundle, reference, stated
from forging import identifier
from program import COMPONENT, PROGRAM, Tracker, environment, given_to
from tapping import CODES, PLAN, SESSION, line, paper, plan

DAY = 86_400_000
PAGE = "p" * 12
GIVEN = given_to("Clinic North")


def now() -> int:
    return time.time_ns() // 1_000_000


def between(sitting, call):
    """What a call answers; the moments in which it ran are noted."""
    time.sleep(1.01 - time.time() % 1)  # nothing else is written in its first and last second
    first = now()
    answer = call()
    sitting.append((first, now()))
    time.sleep(1.01 - time.time() % 1)
    return answer


def tapped(tracker, *keys) -> None:
    """A session at the keyboard, of which the keys come slowly."""
    command = [PROGRAM, "tap", "run", PLAN, "--age-band", "6-8", *SESSION, "--full-consent"]
    with subprocess.Popen(command, cwd=tracker.folder, env=environment(tracker.folder), stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        for key in keys:
            time.sleep(0.1)
            run.stdin.write(f"{key}\n".encode())
            run.stdin.flush()
        assert run.communicate()[1] == b"" and run.returncode == 0


def paged(begun: int, code: str = CODES[1]) -> tuple:
    """The facts of a session as the tap page saves it, and its child's code by its subject."""
    facts, subject = [], f"{begun:032x}"

    def add(what, **body):
        facts.append(stated(
            PAGE, len(facts) + 1, reference(facts[-1]) if facts else "", [begun - begun % DAY, len(facts)], what, body, (),
            f"{begun + len(facts):032x}"))
        return reference(facts[-1])
    session = add(
        "session", age="6-8", by="m1", consent={"assent": True, "full": True, "guardian": True, "reference": "c-17"},
        device="iPad mini 6", moment=begun, plan=PLAN, ppi=16300, record="device", seed=81234, subject=subject, week="2026-W47")
    for number in range(1, 5):
        trial = add("trial", component=COMPONENT, height=440, kind="scored", n=number, outcome="first_tap", scoring=1,
                    session=session, width=440)
        add("contact", contacts=[{"class": "hit", "down": 100 * number, "x": 1610, "y": 2390}], session=session, trial=trial)
    add("remark", code="complete", session=session, topic="end")
    return facts, {subject: code}


def moments_in(value) -> set:
    """The moments, ms UTC, that a value of a table or a text has."""
    if isinstance(value, int):
        return {value}
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if not isinstance(value, str):
        return set()
    found = {int(digits) for digits in re.findall(r"(?<!\d)\d{13}(?!\d)", value)}
    for stamp in re.findall(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{3})?)?", value):
        found.add(int(datetime.fromisoformat(stamp).replace(tzinfo=UTC).timestamp() * 1000))
    return found


def told(value, sittings) -> bool:
    """Whether one of the moments is in a sitting; one of whole seconds may stand for it. One of a whole minute is that of
    anything in that minute, such as of an export."""
    return any(first - first % 1000 <= moment <= last and moment % 60_000 for moment in moments_in(value)
               for first, last in sittings)


def tables(tracker) -> list:
    """Every row of every table, with the name of the table."""
    with contextlib.closing(sqlite3.connect(tracker.database)) as file:
        names = [name for name, in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [(name, row) for name in names for row in file.execute(f'SELECT * FROM "{name}"')]


COMMANDS = [
    ["list", "sessions", "--json"], ["list", "sessions"], ["list", "bundles", "--json"], ["list", "bundles"], ["erase", "list"],
    ["erase", "list", "--json"], ["undo", "--list"], ["undo", "--list", "--json"], ["waiting"], ["waiting", "--json"],
    ["status"], ["status", "--json"], ["report", "--json"], ["tap", "report", PLAN, "--json"],
    ["tap", "report", PLAN, "--team", "--json"], ["trend", "--first-tap", "--json"], ["verify", "--db"], ["fork", "list"],
    ["list", "plans", "--json"], ["export", "-o", "-"], ["export", "--redact", "-o", "-"]]


def require_no_moment(tracker, sittings) -> None:
    for table, row in tables(tracker):
        assert not any(told(value, sittings) for value in row), (table, row)
    for words in COMMANDS:
        answer = tracker.run(*words)
        text = re.sub(r'"generated": *"[^"]*"', "", answer.text + answer.error)
        assert not told(text, sittings), (words, text)
    for number in itertools.count():
        path = tracker.folder / f"backup-{number}.db"
        if not path.exists():
            break
    tracker.ok("backup", path)
    for path in tracker.folder.rglob("*"):
        assert not told(path.name, sittings) and not any(code in path.name for code in CODES if "tap-" not in path.name)
        if path.is_file():
            assert not told(path.read_bytes(), sittings), path


def children(tracker) -> list:
    return [(kind, ms, body) for kind, ms, body in tracker.rows("SELECT kind, ms, body FROM fact") if kind in CHILD]


@pytest.fixture
def tested(tracker):
    plan(tracker, PLAN, "--taps", "4", "--practice", "0", "--children", "10")
    return tracker


def test_no_moment_of_an_erased_child_is_left_anywhere(tested, folder):
    sittings = []
    between(sittings, lambda: tapped(tested, "h", "m", "u", "m", "f sigh 2", "h", "r2", "q"))
    by_key, = [code for code, in tested.rows("SELECT code FROM participant")]
    between(sittings, lambda: paper(tested, line(CODES[0], "hhmh")))
    # On the tablet it was yesterday; the file comes right after the child.
    begun = now() - DAY
    sittings.append((begun, begun + 60_000))
    facts, codes = paged(begun)
    file = folder / f"tap-{PAGE[:8]}-{CODES[1]}.a11y.json"
    file.write_text(bundle(identifier(tested), facts, worksheet=PAGE, codes=codes))
    between(sittings, lambda: tested.ok("import", file))
    tested.ok("follow", "--once", f"{PAGE}-1")
    file.unlink()
    # All of it is there before: the moments too, or nothing could be put in order.
    rows = json.loads(tested.ok("list", "sessions", "--json").out)["rows"]
    assert {row["participant"] for row in rows} == {by_key, *CODES[:2]}
    assert all(ms % DAY == 0 for _, ms, _ in children(tested))
    assert sum(told(body, sittings) for _, _, body in children(tested)) > 12
    given = folder / "given.json"
    tested.ok("export", *GIVEN, "-o", given)
    (folder / "clinic").mkdir()
    clinic = Tracker(folder / "clinic")
    clinic.begin()
    clinic.ok("import", "--adopt", given)
    own, = tested.rows("SELECT value FROM local WHERE name = 'replica'")[0]
    clinic.ok("follow", own)
    given.unlink()
    assert len(json.loads(clinic.ok("list", "sessions", "--json").out)["rows"]) == 3
    for code in (by_key, *CODES[:2]):
        tested.ok("erase", "participant", code, "--reason", "withdrawn", "--yes")
    assert {body for _, _, body in children(tested)} == {""}
    require_no_moment(tested, sittings)
    handed, = tested.folder.rglob("hand-over-*.json")
    assert not told(handed.read_text(), sittings)
    clinic.ok("import", handed)
    for request in json.loads(clinic.ok("waiting", "--json").out)["rows"]:
        clinic.ok("erase", "follow", request["id"], "--yes")
    assert {body for _, _, body in children(clinic)} == {""}
    require_no_moment(clinic, sittings)
    for machine in (tested, clinic):
        machine.require_sound()


SHORT, LONG = ["h", "q"], ["h", "m", "u", "m", "f sigh 2", "h", "r2", "q"]


def shape(tracker) -> dict:
    """What is left of sessions, and how many rows each table has."""
    left = tracker.rows("SELECT kind, id & 1099511627775, counter, body = '' FROM fact WHERE kind NOT IN ('set', 'result') "
                        "ORDER BY id")
    names = {table for table, _ in tables(tracker)} - {"local"}
    return {"left": left, **{name: tracker.rows(f'SELECT count(*) FROM "{name}"') for name in names}}


def machines_after(folder, name, keys):
    """A machine with one session, and a clinic that was given it."""
    machines = []
    for place in (name, f"{name}-clinic"):
        (folder / place).mkdir()
        machines.append(Tracker(folder / place))
        machines[-1].begin("2")
    tracker, clinic = machines
    tracker.ok("new", "component", COMPONENT, "--kind", "icon-button")
    plan(tracker, PLAN, "--taps", "4", "--practice", "0", "--children", "10")
    tapped(tracker, *keys)
    given = folder / f"{name}.json"
    tracker.ok("export", *GIVEN, "-o", given)
    clinic.ok("import", "--adopt", given)
    clinic.ok("follow", tracker.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    return tracker, clinic, given


def test_what_is_left_of_a_child_does_not_tell_how_many_taps_there_were(folder):
    """One header, and the request right behind it, in the tracker, in what is handed over, and where that is followed."""
    shapes = []
    for name, keys in (("short", SHORT), ("long", LONG)):
        tracker, clinic, given = machines_after(folder, name, keys)
        code, = tracker.rows("SELECT code FROM participant")[0]
        tracker.ok("erase", "participant", code, "--reason", "withdrawn", "--yes")
        handed, = tracker.folder.rglob("hand-over-*.json")
        facts = [(fact["kind"], fact["n"], "body" in fact) for fact in json.loads(handed.read_text())["facts"]]
        assert facts == [("session", 1, False), ("erase", 2, True)]
        clinic.ok("import", handed)
        # It is withheld until it is followed, and nobody went on from a copy.
        assert json.loads(clinic.ok("list", "sessions", "--json").out)["rows"] == []
        assert clinic.ok("fork", "list").text == "No forks.\n"
        assert not any(fact["kind"] in {*CHILD, "erase"} for fact in json.loads(clinic.ok("export", "-o", "-").out)["facts"])
        request, = json.loads(clinic.ok("waiting", "--json").out)["rows"]
        clinic.ok("erase", "follow", request["id"], "--yes")
        # What they were given brings nothing back, here and there.
        for machine in (tracker, clinic):
            assert "0 added" in machine.ok("import", given).text
            assert not any(fact["kind"] in {*CHILD, "erase"}
                           for fact in json.loads(machine.ok("export", "-o", "-").out)["facts"])
            machine.require_sound()
            before = shape(machine)["left"]
            machine.ok("doctor", "--rebuild")
            assert shape(machine)["left"] == before
        counts = [[row["facts"] for row in json.loads(machine.ok("list", "bundles", "--json").out)["rows"]]
                  for machine in (tracker, clinic)]
        shapes.append((shape(tracker), shape(clinic), counts))
    assert shapes[0] == shapes[1]
    assert [(kind, number, is_gone) for kind, number, _, is_gone in shapes[0][0]["left"]] == [("session", 1, 1), ("erase", 2, 0)]


def test_no_output_tells_what_an_erased_child_did(folder):
    """The difference of what was told before and after would be the child."""
    (folder / "asked").mkdir()
    tracker = Tracker(folder / "asked")
    tracker.begin()
    tracker.ok("new", "component", COMPONENT, "--kind", "icon-button")
    for key in (PLAN, "other"):
        plan(tracker, key, "--taps", "10", "--children", "6")
        lines = [line(code, taps) for code, taps in zip(CODES, ["hhhhhhhhhh", "hhhhhhmmmm", *["hhhhhhhhhm"] * 5])]
        assert paper(tracker, *(lines[:6] if key == PLAN else lines[1:]), key=key).code == 0

    def told_of(key) -> list:
        rows = json.loads(tracker.ok("status", "--json").out)["first_tap"]["rows"]
        status, = [row["result"] for row in rows if row["plan"] == key]
        report, = json.loads(tracker.ok("tap", "report", key, "--json").out)["plans"][0]["parts"]
        shown = json.loads(tracker.ok("show", key, "--json").out)["report"]["parts"][0]
        trend = json.loads(tracker.ok("trend", "--first-tap", "--json").out)["rows"]
        return [status.get("rate", status), report["result"]["rate"], shown["result"]["rate"],
                *(row["rate"] for row in trend if row["plan"] == key)]

    hidden, other = {"suppressed": True}, told_of("other")
    assert told_of(PLAN) == [0.86] * 4 and other == [0.85] * 4
    tracker.ok("erase", "participant", CODES[0], "--reason", "withdrawn", "--yes")
    assert told_of(PLAN) == [hidden] * 4
    for words in (["tap", "report", PLAN], ["tap", "report", PLAN, "--format", "md"], ["show", PLAN]):
        text = " ".join(tracker.ok(*words).text.split())
        assert "a child was erased" in text and "86%" not in text, text
    for form in ("plain", "table"):
        text = " ".join(tracker.ok("status", "--format", form).text.split())
        assert "a child was erased" in text and not re.search(r"\b86( percent|%)", text)
    # Another plan, in which the child did not take part, is as it was.
    assert told_of("other") == other
    tracker.ok("doctor", "--rebuild")
    assert told_of(PLAN) == [hidden] * 4
    for count, code in enumerate(CODES[7:12], 1):
        assert paper(tracker, line(code, "hhhhhhhhhm")).code == 0
        assert (told_of(PLAN)[1] == hidden) == (count < 5)
        # What other programs read changes at the next look.
        assert told_of(PLAN)[0] == hidden


def test_a_rate_has_the_digits_that_people_see(folder):
    """From all sixteen it can be computed how the children differ."""
    (folder / "asked").mkdir()
    tracker = Tracker(folder / "asked")
    tracker.begin()
    tracker.ok("new", "component", COMPONENT, "--kind", "icon-button")
    for key in (PLAN, "second"):
        plan(tracker, key, "--taps", "10", "--children", "12", "--build", key)
        taps = ["hhhhhhhhhh", "hhhhhhmmmm", "hhhhhhhhhm", "mhhhhhhhhm"] * 3
        assert paper(tracker, *(line(*pair) for pair in zip(CODES, taps)), key=key).code == 0
        tracker.ok("tap", "close", key, "--tester", "t1")
    outputs = [["status", "--json"], ["tap", "report", "--json"], ["tap", "report", "--redact", "--json"], ["report", "--json"],
               ["trend", "--first-tap", "--json"], ["trend", "--first-tap", "--format", "csv"], ["show", PLAN, "--json"]]
    for words in outputs:
        text = tracker.ok(*words).text
        assert "0.8" in text
        assert not re.findall(r"\d\.\d{5,}", text), (words, re.findall(r".*\d\.\d{5,}.*", text)[:3])
