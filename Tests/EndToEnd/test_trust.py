"""What one machine says removes, hides and betters nothing that another one saw, unless that one decided so.

Each is a bundle that once emptied, blocked or betrayed every machine it came to. What is known of children is in
test_trust_children.py.
"""

import json
import re

import pytest

from deciding import holdings, state
from exchange import exported
from facts import CONTROL, identity, reference, require_bundle, stated, stub
from forging import START, Chain, give, identifier, size, told
from program import CHECK, COMPONENT, Tracker
from team import Machine, exchange, require_same

STRANGER = "m" * 12
SIZE = "touch-target.minimum-44pt"
# Whatever asks, shows and writes: what came in may stop none of it.
WORK = [["status"], ["report"], ["list", "cells"], ["list", "conflicts"], ["waiting"], ["erase", "list"], ["trend"],
        ["doctor"], ["doctor", "--rebuild"], ["verify"], ["export", "-o", "-"], ["gate", "--report-only", "--max-critical", "9"]]


@pytest.fixture
def audited(tracker):
    """A tracker whose testers have found three faults, one of them critical."""
    tracker.ok("log", "fail", CHECK, "home", "-s", "1", "-m", "says nothing", "--build", "3.2", "--tester", "t1")
    tracker.ok("log", "fail", CHECK, "search", "-s", "2", "-m", "says it twice", "--build", "3.2", "--tester", "t1")
    tracker.ok("log", "fail", SIZE, "home", "--value", "36", "-m", "too small", "--build", "3.2", "--tester", "t2")
    return tracker


def results(tracker) -> list:
    return [fact for fact in told(tracker) if fact["kind"] == "result"]


def shown(tracker) -> dict:
    """Cells as the program lists them: outcome and severity."""
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    return {(row["component"], row["check"], row["condition"]): (row["outcome"], row["severity"]) for row in rows}


def cell(tracker, component="home", check=CHECK, condition="") -> tuple:
    found = state(tracker)["cells"][f"{component}/{check}/{condition}"]
    return found["outcome"], found["severity"], found["status"]


def everything_works(tracker) -> None:
    for words in WORK:
        tracker.ok(*words)
    tracker.ok("log", "pass", "keyboard.focus-visible", "home", "--tester", "t1")
    tracker.require_sound()


# 1. Kinship is only said.

def emptying(tracker) -> Chain:
    """A stranger who says to be the victim's child, and asks for all of its facts."""
    facts = told(tracker)
    stranger = Chain(STRANGER)
    stranger.add("replica", parent=facts[0]["r"])
    stranger.erase(*facts)
    return stranger


def test_a_stranger_who_claims_to_be_kin_erases_nothing(audited):
    facts, before = exported(audited), shown(audited)
    path = give(audited, *emptying(audited).facts)
    for words in (["--dry-run"], []):
        answer = audited.ok("import", *words, path)
        assert "wait" in (answer.text + answer.error).lower()
        assert audited.run("import", "--exit-code", *words, path).code == 5
    assert shown(audited) == before and set(holdings(audited)) == {"full"}
    waiting, = state(audited)["waiting"]
    assert waiting["kind"] == "erase" and len(waiting["targets"]) == len(json.loads(facts)["facts"])
    assert STRANGER in audited.ok("waiting").text
    everything_works(audited)
    # The tracker's own user may do it, and then it is done.
    audited.ok("erase", "follow", "--from", STRANGER, "--yes")
    assert not set(before) & set(shown(audited))


def test_a_stranger_empties_no_machine_of_a_shared_folder_and_no_backup(folder):
    shared = folder / "shared"
    shared.mkdir()
    tia = Machine(folder / "tia", "tia", shared).found("home", "search")
    tia.say("fail", "home", "seen")
    tia.sync()
    tom = Machine(folder / "tom", "tom", shared).join()
    tia.ok("backup", folder / "tia.db")
    part = shared / tia.team() / STRANGER
    part.mkdir()
    give(tia, *emptying(tia).facts, **{"from": STRANGER}).rename(part / "1-2-00000000.a11y.json")
    exchange(tia, tom)
    tia.lose()
    (tia.folder / ".a11y").mkdir()
    (folder / "tia.db").rename(tia.database)
    exchange(tia, tom)
    assert tia.notes() == tom.notes() == ["seen"]
    require_same(tia, tom)
    assert [len(state(machine)["waiting"]) for machine in (tia, tom)] == [1, 1]


# 2. A stub takes nothing away, whenever it comes.

@pytest.mark.parametrize("first", ["stubs", "facts"])
def test_a_stub_that_arrives_before_its_content_keeps_nothing_out(audited, folder, first):
    facts = told(audited)
    reader = Tracker(folder / "reader")
    reader.folder.mkdir()
    reader.begin()
    adopt = give(audited, *(fact for fact in facts if fact["kind"] == "set"), name="components.a11y.json")
    reader.ok("import", "--adopt", adopt)
    parts = {"stubs": [stub(fact) for fact in facts if fact["kind"] == "result"],
             "facts": [fact for fact in facts if fact["kind"] == "result"]}
    for what in [first, *(set(parts) - {first})]:
        reader.ok("import", give(reader, *parts[what], name=f"{what}.a11y.json"))
        if what == "stubs" and first == "stubs":
            assert holdings(reader)["header"] == len(parts["stubs"]) and shown(reader) == {}
    assert set(holdings(reader)) == {"full"} and shown(reader) == shown(audited)
    assert sorted(map(identity, told(reader))) == sorted(map(identity, facts))
    assert exported(reader) == exported(audited)
    reader.require_sound()


# 3. What decides about others is never a stub.

@pytest.mark.parametrize("kind", sorted(CONTROL))
def test_a_stub_of_what_decides_about_others_is_refused_and_stops_nothing(audited, folder, kind):
    forged = {"at": [START, 0], "c": "0" * 64, "kind": kind, "n": 1, "prev": "", "r": STRANGER, "saw": []}
    good = Chain("g" * 12)
    good.result("fail", "search", note="good")
    before = exported(audited)
    for facts in ([forged], [forged, *good.facts]):
        answer = audited.run("import", give(audited, *facts))
        assert answer.code == 4 and len(answer.error) > 20
        assert exported(audited) == before
    shared = folder / "shared"
    part = shared / identifier(audited) / STRANGER
    part.mkdir(parents=True)
    give(audited, forged).rename(part / "1-1-00000000.a11y.json")
    give(audited, *good.facts).rename(part / "2-2-00000000.a11y.json")
    assert audited.run("sync", shared, "--exit-code").code == 4
    assert "good" in audited.notes()
    everything_works(audited)
    assert all(fact["kind"] not in CONTROL or "c" not in fact for fact in told(audited))
    note, = [fact for fact in told(audited) if fact["body"].get("note") == "too small"]
    audited.ok("erase", "fact", f"{note['r']}-{note['n']}", "--reason", "other", "--yes", "--tester", "t2")


# 6. No clock decides.

def fail(**more) -> Chain:
    chain = Chain("a" * 12, "a")
    chain.result("fail", build="3.2", **more)
    return chain


def worse_and_milder():
    mild = Chain("b" * 12, "b")
    mild.number = 500  # much later
    mild.result("fail", build="3.2", severity=4)
    return [fail(severity=1), mild], ("fail", 1, "disputed")


def without_a_build():
    other = Chain("b" * 12, "b")
    other.result("pass")
    return [fail(severity=2), other], ("fail", 2, "disputed")


def on_an_older_build():
    other = Chain("b" * 12, "b")
    other.result("pass", build="2.9")
    return [fail(severity=2), other], ("fail", 2, "agreed")


def seen_and_not_measured():
    first = fail(severity=2, check=SIZE, value=size(36))
    other = Chain("b" * 12, "b")
    other.result("pass", check=SIZE, build="3.2", saw=[first.previous])
    return [first, other], ("fail", 2, "contradicted")


def said_to_be_a_retest_and_not_measured():
    first = fail(severity=2, check=SIZE, value=size(36))
    other = Chain("b" * 12, "b")
    other.result("pass", check=SIZE, build="3.2", saw=[first.previous], retest=True)
    return [first, other], ("fail", 2, "contradicted")


def a_worse_word_first():
    """Closes nothing, or the better one of its author's own would close both."""
    first, other = fail(severity=2), Chain("b" * 12, "b")
    other.result("fail", build="3.2", severity=1, saw=[first.previous])
    other.result("pass", build="3.2")
    return [first, other], ("fail", 2, "contradicted")


def under_the_same_name():
    """The tester's, from another machine: a name gives no right."""
    first, other = fail(severity=2), Chain("b" * 12, "a")
    other.result("pass", build="3.2", saw=[first.previous])
    return [first, other], ("fail", 2, "contradicted")


def of_a_newer_build():
    first, other = fail(severity=2), Chain("b" * 12, "b")
    other.result("pass", build="3.10", saw=[first.previous])
    return [first, other], ("pass", None, "agreed")


def measured_again():
    first = fail(severity=2, check=SIZE, value=size(36))
    other = Chain("b" * 12, "b")
    other.result("pass", check=SIZE, build="3.2", saw=[first.previous], retest=True, value=size(48))
    return [first, other], ("pass", None, "agreed")


@pytest.mark.parametrize("make", [
    worse_and_milder, without_a_build, on_an_older_build, seen_and_not_measured, said_to_be_a_retest_and_not_measured,
    a_worse_word_first, under_the_same_name, of_a_newer_build, measured_again], ids=lambda make: make.__name__)
def test_a_finding_ends_by_its_author_a_newer_build_or_a_measured_retest(tracker, make):
    chains, (outcome, severity, status) = make()
    facts = [fact for chain in chains for fact in chain.facts]
    # Builds of people whom nobody here follows are newer than none.
    tracker.ok("follow", "*")
    tracker.ok("import", give(tracker, *facts))
    check = facts[0]["body"]["check"]
    assert cell(tracker, check=check) == (outcome, severity, status)
    assert shown(tracker)["home", check, ""] == (outcome, severity)
    conflicts = json.loads(tracker.ok("list", "conflicts", "--json").out)["rows"]
    assert len(conflicts) == (status != "agreed")
    assert tracker.run("gate", "--max-critical", "0", "--max-serious", "0").code == (outcome == "fail")
    tracker.require_sound()


def test_whoever_has_a_failure_in_view_says_why_theirs_is_better(audited):
    words = ["log", "pass", SIZE, "home", "--build", "3.2", "--tester", "t1"]
    before = audited.notes()
    answer = audited.run(*words)
    assert answer.code == 5 and "--retest" in answer.error and audited.notes() == before
    audited.ok(*words, "--retest")
    assert cell(audited, check=SIZE)[::2] == ("fail", "contradicted"), "not measured where the failure was"
    audited.ok(*words, "--retest", "--value", "48")
    assert cell(audited, check=SIZE)[::2] == ("pass", "agreed")
    assert "retest on the same build" in audited.ok("status").text


# 7. No number decides.

def test_a_copied_machine_overrules_nobody(tracker):
    """Two that believe to be one: what one branch says answers nothing that the other said."""
    root = Chain("a" * 12, "a")
    before = root.result("cant-tell")
    one, other = Chain("a" * 12, "a", before), Chain("a" * 12, "a", before)
    one.result("fail", severity=1, build="3.2")
    for _ in range(3):
        other.result("na", "search")
    other.result("pass", build="3.2")
    tracker.ok("import", give(tracker, *root.facts, *one.facts, *other.facts))
    assert cell(tracker) == ("fail", 1, "disputed")
    assert list(state(tracker)["forks"]) == ["a" * 12]
    assert "fork" in tracker.run("doctor").text.lower()
    # Whoever knows says which branch speaks: the other one's facts stay.
    tracker.ok("fork", "settle", "a" * 12, "--keep", identity(other.facts[-1]), "--yes")
    assert cell(tracker) == ("fail", 1, "disputed")


def test_a_forged_number_overrules_nobody(tracker):
    first = fail(severity=1)
    answer = stated("a" * 12, 2**40 - 1, "0" * 32, [START + 9, 0], "result",
                    {"build": "3.2", "check": CHECK, "component": "home", "outcome": "pass", "tester": "a"})
    tracker.ok("import", give(tracker, *first.facts, answer))
    assert cell(tracker) == ("fail", 1, "disputed")
    assert state(tracker)["gaps"] == [identity(answer)]
    tracker.require_sound()
    # Nor does it keep the replica's own author from going on.
    first.result("pass", build="3.2", saw=[reference(answer)])
    tracker.ok("import", give(tracker, *first.facts))
    assert cell(tracker) == ("pass", None, "agreed")


def test_what_was_made_elsewhere_under_this_machines_name_is_an_alarm(audited):
    last = told(audited)[-1]
    forged = Chain(last["r"], "t1", last)
    forged.result("pass", build="3.2", note="not mine")
    answer = audited.ok("import", give(audited, *forged.facts))
    assert re.search(r"this machine|own name", answer.error)
    audited.ok("log", "pass", CHECK, "search", "--build", "3.3", "--tester", "t1")
    audited.require_sound()


# 8. An undo takes back what its author said.

def undoing(tracker) -> Chain:
    stranger = Chain(STRANGER)
    stranger.retract(*(fact for fact in results(tracker) if fact["body"]["outcome"] == "fail"))
    return stranger


def test_a_foreign_undo_of_all_failures_betters_no_number(audited):
    before, numbers = shown(audited), json.loads(audited.ok("status", "--json").out)["compliance"]
    answer = audited.ok("import", give(audited, *undoing(audited).facts))
    assert "wait" in (answer.text + answer.error).lower()
    assert shown(audited) == before
    assert json.loads(audited.ok("status", "--json").out)["compliance"] == numbers
    gate = audited.run("gate", "--max-critical", "0")
    assert gate.code == 1
    found = state(audited)
    assert [one["kind"] for one in found["waiting"]] == ["retract"]
    assert all(one["askedBack"] == one["open"] for one in found["cells"].values())
    assert "wait" in audited.ok("status").text
    everything_works(audited)


def test_an_undo_that_was_followed_is_listed_and_its_redo_brings_all_back(audited):
    before = shown(audited)
    stranger = undoing(audited)
    audited.ok("import", give(audited, *stranger.facts))
    audited.ok("undo", "follow", identity(stranger.facts[0])[:12], "--yes")
    assert shown(audited) == {}
    removed = state(audited)["removed"]
    assert [(one["how"], one["by"]) for one in removed] == [("taken back", [identity(stranger.facts[0])])] * 3
    assert STRANGER in audited.ok("undo", "--list").text
    # The one who asked may take that back: it is the same chain's.
    stranger.retract(stranger.facts[0])
    audited.ok("import", give(audited, *stranger.facts))
    assert shown(audited) == before


def test_an_undo_by_the_same_chain_is_in_force_everywhere(tracker):
    chain = fail(severity=1)
    chain.retract(chain.facts[0])
    tracker.ok("import", give(tracker, *chain.facts))
    assert shown(tracker) == {} and state(tracker)["waiting"] == []


# 9. Numbers do not better without a word.

def test_not_applicable_is_no_answer_to_a_failure(audited):
    seen = [reference(fact) for fact in results(audited)]
    stranger = Chain(STRANGER, "m")
    stranger.result("na", build="3.2", saw=seen)
    audited.ok("import", give(audited, *stranger.facts))
    assert cell(audited) == ("fail", 1, "contradicted")
    assert audited.run("gate", "--max-critical", "0").code == 1
    # On a newer build it counts once somebody who is followed has named that build.
    stranger.result("na", build="3.3", saw=seen)
    audited.ok("import", give(audited, *stranger.facts))
    assert cell(audited) == ("fail", 1, "contradicted")
    audited.ok("follow", STRANGER)
    assert cell(audited) == ("na", None, "agreed")
    assert re.search(r"1 item that failed is now N/A", audited.run("gate", "--max-critical", "0").text)
    assert re.search(r"1 item that failed is now N/A", audited.ok("report").text)


def test_a_pass_that_its_own_value_contradicts_is_a_failure(tracker):
    chain = Chain(STRANGER, "m")
    chain.result("pass", check=SIZE, value=size(36))
    tracker.ok("import", give(tracker, *chain.facts))
    found = state(tracker)["cells"][f"home/{SIZE}/"]
    assert (found["outcome"], found["ownValue"]) == ("fail", [identity(chain.facts[0])])
    status = json.loads(tracker.ok("status", "--json").out)
    assert (status["cells"]["pass"], status["cells"]["fail"]) == (0, 1)
    assert "value contradicts" in tracker.ok("status").text
    assert tracker.run("gate", "--min-pass", "100").code == 1
    assert tracker.rows("SELECT outcome, overruled FROM v_cell") == [("fail", 1)]


@pytest.mark.parametrize("scope", [[], ["--audit", "spring"]], ids=["all", "audit"])
def test_conditions_that_nobody_asked_for_are_named_and_better_no_audit(audited, scope):
    audited.ok("new", "audit", "spring", "--checklist", "critical-rules", "--components", COMPONENT, "--build", "3.2")
    audited.ok("log", "fail", CHECK, COMPONENT, "-s", "1", "--audit", "spring", "--build", "3.2", "--tester", "t1")
    before = json.loads(audited.ok("status", *scope, "--json").out)
    assert before["compliance"]["judged"] > 0 and before["compliance"]["pass"] == 0
    chain = Chain(STRANGER, "m")
    for number in range(14):
        chain.result("pass", COMPONENT, condition=f"invented-{number}", audit="spring", build="3.2")
    audited.ok("import", give(audited, *chain.facts))
    after = json.loads(audited.ok("status", *scope, "--json").out)
    # What an audit asks for decides its numbers. Those of the whole tracker count every cell, and say so.
    for name in ("compliance", "coverage", "cells") if scope else ():
        assert after[name] == before[name], name
    assert "though no plan or audit asks" in " ".join(audited.ok("status", *scope).text.split())
    gate = audited.run("gate", *scope, "--min-pass", "10")
    # But in the shares of the release check: whoever invents conditions would decide them.
    assert gate.code == 1
    assert ("out of scope" if scope else "though no plan or audit asks") in " ".join(gate.text.split())
    require_bundle(exported(audited).decode())
