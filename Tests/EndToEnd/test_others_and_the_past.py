"""What somebody whom a machine does not follow may not move without a word: baselines, what left the scope, contacts of
children, and what following would decide."""

import json
import os
import time

import pytest

from facts import reference, stub
from forging import START, Chain, give, told
from program import CHECK, COMPONENT, Tracker, given_to
from tapping import CODES, PLAN, line, paper, plan

OLD = "labels-and-touch"


def written(tracker) -> list:
    """The entries about records that a machine has in view."""
    return [reference(fact) for fact in told(tracker) if fact["kind"] == "set"]


def given(tracker, chain) -> str:
    return tracker.ok("import", give(tracker, *chain.facts, name=f"{chain.replica}.a11y.json")).error


def waiting(tracker) -> str:
    return " ".join(tracker.ok("waiting").text.split())


def test_a_failure_that_only_a_stranger_states_for_the_time_before_a_baseline_excuses_none(tracker):
    tracker.log("pass", CHECK, COMPONENT, "--build", "1", "--at", "2026-03-10T10:00Z")
    tracker.log("fail", CHECK, COMPONENT, "--build", "2", "-s", "2", "--at", "2026-03-20T10:00Z")
    gate = ("gate", "--max-critical", "0", "--baseline", "2026-03-05")
    assert tracker.run(*gate).code == 1
    stranger = Chain("m" * 12, "mal")
    # Long before this machine looked at it for the first time.
    stranger.result("fail", COMPONENT, build="1", severity=4, time=1_772_300_000_000)
    given(tracker, stranger)
    assert tracker.run(*gate).code == 1
    # Of one who is followed it counts: it had failed by then.
    tracker.ok("follow", stranger.replica)
    assert tracker.run(*gate).code == 0


def test_a_failure_of_a_stranger_before_a_baseline_excuses_none_in_an_audit(tracker):
    tracker.register(f"{COMPONENT},icon-button")
    tracker.ok("new", "audit", "spring")
    tracker.log("pass", CHECK, COMPONENT, "--build", "1", "--at", "2026-03-10T10:00Z")
    tracker.log("fail", CHECK, COMPONENT, "--build", "2", "-s", "2", "--at", "2026-03-20T10:00Z", "--audit", "spring")
    gate = ("gate", "--audit", "spring", "--max-critical", "0", "--baseline", "2026-03-05")
    assert tracker.run(*gate).code == 1
    stranger = Chain("m" * 12, "mal")
    stranger.result("fail", COMPONENT, build="1", severity=4, time=1_772_300_000_000)
    given(tracker, stranger)
    answer = tracker.run(*gate)
    assert answer.code == 1
    assert "1 item was tested then only by people who are not followed here." in " ".join(answer.text.split())
    baseline = json.loads(tracker.run(*gate, "--json").out)["baseline"]
    assert (baseline["known"], baseline["by_others"]) == (0, 1)
    tracker.ok("follow", stranger.replica)
    assert tracker.run(*gate).code == 0


@pytest.mark.parametrize("audit", [None, "winter"], ids=["date", "audit"])
@pytest.mark.parametrize("outcome", ["pass", "fail", "na"])
def test_what_only_a_stranger_states_for_the_time_before_is_no_baseline(tracker, audit, outcome):
    tracker.register(f"{COMPONENT},icon-button")
    tracker.log("pass", CHECK, COMPONENT, "--build", "1")
    # Its builds are in order here: its own result replaces what others say of the older one.
    tracker.log("pass", CHECK, "elsewhere", "--build", "0.9")
    tracker.ok("new", "audit", "winter")
    gate = ("gate", "--max-critical", "0", "--baseline", audit or "2026-03-05", "--json")
    assert tracker.run(*gate).code == 3
    stranger = Chain("m" * 12, "mal")
    stranger.result(
        outcome, COMPONENT, build="0.9", time=1_772_300_000_000, **({"audit": audit} if audit else {}))
    given(tracker, stranger)
    answer = tracker.run(*gate)
    said = json.loads(answer.out)
    assert answer.code == 3 and said["decision"] == "no-decision" and said["baseline"]["known"] == 0
    tracker.ok("follow", stranger.replica)
    assert json.loads(tracker.run(*gate).out)["baseline"]["known"] == 1


def test_a_pass_of_a_stranger_is_not_that_of_a_file_to_compare_with(tracker):
    tracker.log("pass", CHECK, COMPONENT, "--build", "2", "--at", "2026-03-10T10:00Z")
    tracker.ok("list", "items", "--json", "-o", "baseline.json")
    # As in a tracker that was begun later: no pass is known here.
    tracker.ok("undo")
    tracker.log("fail", CHECK, COMPONENT, "--build", "2", "-s", "3", "--at", "2026-03-20T10:00Z")
    gate = ("gate", "--max-critical", "0", "--baseline", "baseline.json")
    assert tracker.run(*gate).code == 1
    stranger = Chain("m" * 12, "mal")
    stranger.result("pass", COMPONENT, build="2", time=1_772_300_000_000)
    stranger.result("fail", COMPONENT, build="2", severity=3, time=1_772_300_001_000)
    given(tracker, stranger)
    answer = tracker.run(*gate)
    assert answer.code == 1 and "1 item regressed" in answer.text
    # Of one who is followed it was on the same build: corrected, and no regression.
    tracker.ok("follow", stranger.replica)
    assert tracker.run(*gate).code == 0


def test_a_file_to_compare_with_says_what_those_say_who_are_followed(tracker):
    def rows() -> dict:
        tracker.ok("list", "items", "--json", "-o", "baseline.json")
        return {row["component"]: row for row in json.loads((tracker.folder / "baseline.json").read_text())["rows"]}

    tracker.log("pass", CHECK, COMPONENT, "--build", "1", "--at", "2026-03-10T10:00Z")
    assert rows()[COMPONENT]["followed"] is None, "as long as nobody else is here"
    stranger = Chain("m" * 12, "mal")
    for component in COMPONENT, "home":
        stranger.result("fail", component, build="1", severity=4, time=1_773_300_000_000)
    given(tracker, stranger)
    tracker.log("pass", CHECK, "search", "--build", "1")
    found = rows()
    assert {key: (row["outcome"], row["followed"]) for key, row in found.items()} == {
        COMPONENT: ("fail", "pass"), "home": ("fail", "untested"), "search": ("pass", None)}
    assert "followed" not in tracker.ok("list", "items", "--format", "csv").text
    tracker.log("fail", CHECK, COMPONENT, "--build", "2", "-s", "1")
    gate = ("gate", "--baseline", "./baseline.json")
    assert tracker.run(*gate).code == 1, "a failure that only a stranger states excuses none"
    # A file of before has no such word, and is read as it was.
    for row in found.values():
        del row["followed"]
    (tracker.folder / "baseline.json").write_text(json.dumps({"schema": "a11y.cells/1", "rows": [*found.values()]}))
    assert tracker.run(*gate).code == 0
    tracker.ok("follow", stranger.replica)
    assert rows()[COMPONENT]["followed"] is None, "who is followed says so in the outcome"


def test_a_finding_of_a_retired_component_is_not_closed_by_a_stranger(tracker):
    tracker.log("fail", CHECK, COMPONENT, "--build", "1", "-s", "1")
    tracker.ok("edit", "component", COMPONENT, "--retire")
    left = "1 finding left the scope with retired components."
    assert left in tracker.run("gate", "--max-critical", "0").text
    stranger = Chain("m" * 12, "mal")
    stranger.result("pass", COMPONENT, build="2")
    given(tracker, stranger)
    assert left in tracker.run("gate", "--max-critical", "0").text
    tracker.ok("follow", stranger.replica)
    assert left not in tracker.run("gate", "--max-critical", "0").text


def test_contacts_of_another_session_are_none_of_a_trial(tracker):
    plan(tracker)
    assert paper(tracker, line(CODES[0], "hhhhhhhhhh")).code == 0
    tracker.ok("export", *given_to("Clinic"), "-o", "given.json")
    facts = json.loads((tracker.folder / "given.json").read_bytes())["facts"]
    stranger = Chain("m" * 12, "m9")
    session = stranger.add(
        "session", age="6-8", by="m9", device="iPad mini 6", plan=PLAN, seed=1, subject="5b" * 16, week="2026-W48",
        consent={"assent": True, "full": True, "guardian": True, "reference": "c-9"})
    for trial in [fact for fact in facts if fact["kind"] == "trial"]:
        stranger.add("contact", session=reference(session), trial=reference(trial),
                     contacts=[{"class": "palm_edge", "down": 100, "up": 180, "x": 300, "y": 400}])
    given(tracker, stranger)
    assert tracker.ok("tap", "replay", PLAN).text == "0 trials rescored:  all match.\n"


def test_what_following_would_decide_is_told_of_audits_plans_criteria_and_the_release(tracker):
    tracker.ok("new", "audit", "spring", "--checklist", OLD, "--build", "1", "--policy", "max-critical 0")
    tracker.log("fail", CHECK, COMPONENT, "--audit", "spring", "--build", "1", "-s", "1")
    plan(tracker, PLAN, "--children", "5", "--target", "99")
    taps = ["hhhhhhhhhm", "hhhhhhhhhh", "hhhhhhhmhh", "hhhhhhhhmm", "hhhhhmhhhh"]
    assert paper(tracker, *(line(*pair) for pair in zip(CODES, taps))).code == 0
    seen = written(tracker)

    def proposal(name, kind, key, fields, expected):
        stranger = Chain(name * 12, name)
        stranger.add("set", seen, kind=kind, key=key, fields=fields, by=name)
        given(tracker, stranger)
        text = waiting(tracker)
        assert expected in text and "no figure of the tracker changes" not in text, text
        effect, = json.loads(tracker.ok("waiting", "--json").out)["authors"]
        assert effect["effect"]["named"]
        assert expected in " ".join(tracker.ok("follow", "--dry-run", stranger.replica).text.split())
        tracker.ok("waiting", "--refuse", stranger.replica)

    proposal("a", "audit", "spring", {"closed": START}, "audit spring: open, 0 of 1 pass")
    proposal("b", "plan", PLAN, {"target": 50},
             f"plan {PLAN}: open, target 99%, not met -> open, target 50%, met")
    proposal("c", "audit", "spring", {"policy": "max-critical 5"}, "release check of spring: HOLD -> SHIP")
    proposal("d", "verdict", "4.1.2/lead", {
        "criterion": "4.1.2", "level": "supports", "by": "lead", "remarks": "so", "given": "2026-02-01"},
        "verdict 4.1.2/lead: none -> ")


def test_a_change_that_decides_nothing_says_so(tracker):
    stranger = Chain("m" * 12, "mal")
    stranger.add("set", written(tracker), kind="setting", key="tracker", fields={"later": os.name}, by="mal")
    given(tracker, stranger)
    assert "no figure of the tracker changes" in waiting(tracker)


def test_a_void_behind_a_session_that_was_handed_over_waits(tracker, folder):
    """Nobody signs the chain of a session: whoever has a copy can go on from its end."""
    plan(tracker, PLAN, "--children", "6")
    assert paper(tracker, *(line(code, taps) for code, taps in zip(CODES, ["hhhhhhhhhm", "hhhhhhhhmm"] * 3))).code == 0
    tracker.ok("export", *given_to("Clinic"), "-o", "given.json")
    facts = json.loads((tracker.folder / "given.json").read_bytes())["facts"]
    (folder / "clinic").mkdir()
    clinic = Tracker(folder / "clinic")
    clinic.begin()
    clinic.ok("import", "--adopt", tracker.folder / "given.json")
    clinic.ok("follow", tracker.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])

    def counted(told=clinic) -> int:
        return json.loads(told.ok("tap", "report", PLAN, "--json").out)["plans"][0]["parts"][0]["result"]["children"]

    forged = []
    for session in [fact for fact in facts if fact["kind"] == "session"][:2]:
        last = max((fact for fact in facts if fact["r"] == session["r"]), key=lambda fact: fact["n"])
        chain = Chain(session["r"], "x", last)
        chain.add("remark", session=reference(session), topic="void", code="technical")
        forged += chain.facts
    for members in ({}, {"from": "m" * 12}):
        said = clinic.ok("import", give(clinic, *forged, name="evil.a11y.json", **members)).error
        assert f"2 sessions with children of the plan {PLAN} were voided by others and count until you decide." in said
        assert counted() == 6
    assert "2 sessions with children were voided by others and count until it is decided here." in " ".join(
        clinic.ok("status").text.split())
    assert clinic.run("gate", "--max-critical", "0", "--strict").code != 0
    first, second = [f"{fact['r']}-{fact['n']}" for fact in sorted(forged, key=lambda fact: fact["r"])]
    assert f"To void: a11y follow --once {first}" in waiting(clinic)
    assert clinic.ok("follow", "--once", first).text.startswith("Voided 1 session with a child.\n")
    assert counted() == 5
    assert clinic.ok("waiting", "--refuse", second).text == "Refused 1 voided session.\n"
    assert counted() == 5 and clinic.ok("waiting").text == "Nothing waits for a decision.\n"
    clinic.require_sound()
    # What the machine that handed them over decides counts where it is followed.
    (folder / "north").mkdir()
    north = Tracker(folder / "north")
    north.begin()
    north.ok("import", "--adopt", tracker.folder / "given.json")
    north.ok("follow", tracker.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    tracker.ok("tap", "void", CODES[3], "--reason", "technical", "--tester", "m1")
    assert counted(tracker) == 5
    tracker.ok("export", *given_to("Clinic"), "-o", "again.json")
    north.ok("import", tracker.folder / "again.json")
    assert counted(north) == 5 and north.ok("waiting").text == "Nothing waits for a decision.\n"


@pytest.mark.parametrize("is_followed", [True, False], ids=["followed", "not followed"])
@pytest.mark.parametrize("ahead, is_stated", [(90 * 60, True), (90 * 60, False), (30, False)],
                         ids=["stated", "a clock far ahead", "a clock a little ahead"])
def test_closing_an_audit_drops_nothing_that_it_had_seen(tracker, ahead, is_stated, is_followed):
    """A critical failure that came from a clock ahead was gone once the audit was closed, and with it what the lead had
    logged after that: HOLD became SHIP."""
    tracker.ok("new", "checklist", "own", "--check", f"{CHECK},reduce-motion.animations-gated")
    tracker.ok("new", "audit", "a1", "--checklist", "own", "--components", COMPONENT, "--build", "1")
    later = int(time.time() * 1000) + ahead * 1000
    ben = Chain("b" * 12, "ben") if is_stated else Chain("b" * 12, "ben", start=later)
    ben.result("fail", COMPONENT, severity=1, build="1", audit="a1", **({"time": later} if is_stated else {}))
    given(tracker, ben)
    if is_followed:
        tracker.ok("follow", ben.replica)
    tracker.log("pass", "reduce-motion.animations-gated", COMPONENT, "--build", "1", "--audit", "a1")
    gate = ("gate", "--audit", "a1", "--max-critical", "0", "--strict")
    assert tracker.run(*gate).code == 1
    cells = json.loads(tracker.ok("status", "--audit", "a1", "--json").out)["cells"]
    tracker.ok("edit", "audit", "a1", "--close")
    answer = tracker.run(*gate)
    assert answer.code == 1 and "After closing" not in answer.text
    assert json.loads(tracker.ok("status", "--audit", "a1", "--json").out)["cells"] == cells
    assert "After closing" not in tracker.ok("list", "audits").text
    # What comes later is none of it, whatever its time.
    ben.result("pass", COMPONENT, build="2", audit="a1", time=later + 1)
    given(tracker, ben)
    assert tracker.run(*gate).code == 1


def verdict(tracker) -> tuple:
    """Of the audit: its release check, and what the list of audits has of it."""
    row = json.loads(tracker.ok("list", "audits", "--json").out)["rows"][0]
    return tracker.run("gate", "--audit", "spring").code, {name: row[name] for name in ("pass", "fail", "untested")}


@pytest.fixture
def audited(empty):
    """An audit with a finding of this machine on home, and none on pay."""
    for key in ("home", "pay"):
        empty.ok("new", "component", key, "--kind", "button")
    empty.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.2")
    empty.ok("new", "audit", "spring", "--build", "3.2")
    empty.log("pass", CHECK, "home", "--build", "3.2", "--audit", "spring")
    return empty


def of_spring(chain, outcome, component="pay", **more):
    return chain.result(outcome, component, build="3.2", audit="spring", **more)


@pytest.mark.parametrize("is_followed", [False, True])
def test_what_lies_before_a_gap_is_part_of_a_closing(audited, is_followed):
    """One entry that named one that never came took all results before it out of the audit as it was closed: HOLD, then SHIP."""
    ben = Chain("b" * 12, "ben")
    of_spring(ben, "fail", severity=1)
    given(audited, ben)
    if is_followed:
        audited.ok("follow", ben.replica)
    orphan = Chain(ben.replica, "ben", after={**ben.facts[-1], "n": 899})
    orphan.previous = "ab" * 16
    orphan.add("note", component="home", tester="ben", text="x")
    given(audited, orphan)
    before = verdict(audited)
    assert before[0] == 1
    audited.ok("edit", "audit", "spring", "--close")
    assert verdict(audited) == before


@pytest.mark.parametrize("seen", ["behind a gap", "behind a header", "a header alone"])
@pytest.mark.parametrize("what", ["worse", "retest", "retired"])
def test_what_was_not_here_when_an_audit_was_closed_moves_it_no_more(audited, what, seen):
    """Where the closing had seen a header, or what came behind a gap, the entry that came later counted as if it had seen it."""
    if what != "worse":
        audited.log("fail", CHECK, "pay", "-s", "1", "--build", "3.2", "--audit", "spring")
    known = [reference(fact) for fact in told(audited)]
    ben = Chain("b" * 12, "ben")
    of_spring(ben, "pass", "home")
    if what == "retired":
        ben.add("set", written(audited), kind="component", key="pay", fields={"retired": True}, by="ben")
    else:
        of_spring(ben, "fail" if what == "worse" else "pass", saw=known if what == "retest" else (),
                  **({"severity": 1} if what == "worse" else {"retest": True}))
    of_spring(ben, "pass", "home", condition="dark")
    first, second, third = ben.facts
    here = {"behind a gap": [third], "behind a header": [stub(second), third], "a header alone": [stub(second)]}
    audited.ok("import", give(audited, first, *here[seen]))
    audited.ok("follow", ben.replica)
    audited.ok("edit", "audit", "spring", "--close")
    before = verdict(audited)
    audited.ok("import", give(audited, *ben.facts))
    assert verdict(audited) == before
    # On each machine that has the closing.
    other = Tracker(audited.folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", audited.ok("export", "-o", audited.folder / "all.a11y.json") and audited.folder / "all.a11y.json")
    assert verdict(other) == before


def test_a_thousand_machines_of_a_stranger_open_no_closed_audit(audited):
    """From 1,000 machines on a closing named none, and went by clocks."""
    machines = [Chain(f"m{number:011d}", "mal") for number in range(1_300)]
    for machine in machines:
        machine.add("set", kind="question", key=f"q{machine.replica}", fields={"title": "x"}, by="mal")
    of_spring(machines[0], "pass")
    audited.ok("import", give(audited, *(fact for machine in machines for fact in machine.facts)))
    closing = audited.ok("edit", "audit", "spring", "--close")
    assert "not in the closing, for lack of room: entries of " in closing.text + closing.error
    before = verdict(audited)
    late = Chain("z" * 12, "zed", start=START)
    of_spring(late, "fail", severity=1)
    audited.ok("import", give(audited, *late.facts))
    assert verdict(audited) == before


def test_decisions_about_a_stranger_do_not_take_the_list_of_the_followed_out_of_a_closing(audited):
    """1,001 refusals were too many for the entry of a closing: whom it followed was left out without a word."""
    audited.log("fail", CHECK, "pay", "-s", "1", "--build", "3.2", "--audit", "spring")
    ben, mal = Chain("b" * 12, "ben"), Chain("m" * 12, "mal")
    ben.add("set", written(audited), kind="component", key="pay", fields={"retired": True}, by="ben")
    for number in range(1_001):
        mal.add("set", kind="waiver", key=f"w{number}", by="mal",
                fields={"approver": "mal", "check": CHECK, "component": f"c{number}", "reason": "platform", "until": "2099-01-01"})
    audited.ok("import", give(audited, *ben.facts, *mal.facts))
    audited.ok("waiting", "--refuse", "mal", "-y")
    audited.ok("edit", "audit", "spring", "--close")
    before = verdict(audited)
    assert before[0] == 1
    audited.ok("follow", ben.replica)
    assert verdict(audited) == before
