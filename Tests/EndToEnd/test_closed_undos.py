"""A closed audit is closed: what is undone after its closing stays in it."""

import json

import pytest

from conftest import once
from forging import Chain, give, told
from program import CHECK, Tracker
from test_closed_audits import GATED, closed, shown  # noqa: F401

SIZE = "touch-target.minimum-44pt"
OWN = {"id": "team.size", "category": "team", "title": "Size", "how": "Look.", "expected": "It is there.", "method": "manual",
       "impact": "critical", "wcag": [{"criterion": "1.1.1", "relation": "tests"}], "applies_to": ["screen", "button"]}
# What a person may decide of what an audit goes by.
DECISIONS = {
    "component": ["new", "component", "extra", "--kind", "button"],
    "component out of use": ["edit", "component", "old", "--retire"],
    "kind": ["edit", "component", "pay", "--kind", "image"],
    "target size": ["edit", "component", "pay", "--target-tier", "64"],
    "waiver": ["new", "waiver", "old", CHECK, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01"],
    "checklist": ["edit", "checklist", "own", "--check", f"{CHECK},{SIZE}"],
    "impact": ["edit", "check", CHECK, "--impact", "minor"],
    "own check": ["edit", "check", "team.size", "--from", "-"],
    "threshold": ["edit", "check", SIZE, "--threshold", "60"],
    "severity": ["edit", "finding", CHECK, "old", "--severity", "4", "-m", "not so bad"],
    "components of the audit": ["edit", "audit", "r1", "--components", "home"],
    "policy of the audit": ["edit", "audit", "r1", "--policy", "max-critical 9"],
    "policy": ["edit", "tracker", "--policy", "max-critical 9"],
    "edition": ["edit", "tracker", "--catalog", "3"],
}


@pytest.mark.parametrize("who", ["followed later", "followed before", "the tester", "beside the tester"])
def test_what_is_taken_back_after_the_closing_stays_in_it(closed, who):
    ben = Chain("b" * 12, "ben")
    if who == "followed before":
        ben.add("note", component="home", text="x", tester="ben")
        closed.ok("import", give(closed, *ben.facts))
        closed.ok("follow", "b" * 12)
        closed.ok("edit", "audit", "r1", "--reopen")
        closed.ok("edit", "audit", "r1", "--close")
    before = shown(closed)
    failed = [fact for fact in told(closed) if fact["kind"] == "result" and fact["body"]["outcome"] == "fail"]
    own = max(told(closed), key=lambda fact: fact["n"])
    after = own if who == "the tester" else failed[0]
    asking = Chain(own["r"], "t1", after) if "tester" in who else ben
    if "tester" in who:
        other = Tracker(closed.folder / "other")
        other.folder.mkdir()
        other.begin()
        closed.ok("export", "-o", closed.folder / "all.json")
        other.ok("import", "--adopt", closed.folder / "all.json")
        assert shown(other) == before
        asking.retract(*failed)
        other.ok("import", give(other, *asking.facts))
        assert shown(other) == before
        assert who != "the tester" or not any(json.loads(other.ok("status", "--json").out)["failing"].values())
        return
    ben.retract(*failed)
    closed.ok("import", give(closed, *ben.facts))
    closed.ok("follow", "b" * 12)
    assert json.loads(closed.ok("list", "findings", "--json").out)["rows"] == []
    assert shown(closed) == before
    # Where it is asked before, it counts, on each machine and for ever.
    closed.ok("edit", "audit", "r1", "--reopen")
    closed.ok("edit", "audit", "r1", "--close")
    assert shown(closed)["status"]["fail"] == 0
    closed.ok("follow", "--none", "b" * 12)
    assert shown(closed)["status"]["fail"] == 0
    closed.require_sound()


@pytest.mark.parametrize("who", ["the tester", "followed", "a stranger"])
def test_a_record_that_is_taken_back_after_the_closing_stays_in_it(closed, who):
    """An undo of a component took its items out of a closed audit."""
    new = {"A11Y_TESTER": "cleo"}
    ben = Chain("b" * 12, "ben")
    closed.ok("edit", "audit", "r1", "--reopen")
    if who == "the tester":
        closed.ok("new", "component", "pay", "--kind", "button", **new)
        closed.ok("new", "waiver", "old", GATED, "--until", "2099-01-01", "--reason", "deferred", "--approver", "cleo", **new)
    else:
        made = ben.component("pay")
        closed.ok("import", give(closed, *ben.facts))
    if who == "followed":
        closed.ok("follow", ben.replica)
    closed.ok("edit", "audit", "r1", "--close")
    before = shown(closed)
    if who == "the tester":
        for _ in range(2):
            closed.ok("undo", "--tester", "cleo", "-y")
    else:
        ben.retract(made)
        closed.ok("import", give(closed, *ben.facts))
    assert ("pay" in closed.ok("list", "components").text) == (who == "a stranger")
    assert shown(closed) == before
    # Closed again it goes by what is there then.
    closed.ok("edit", "audit", "r1", "--reopen")
    closed.ok("edit", "audit", "r1", "--close")
    assert (shown(closed)["status"] == before["status"]) == (who == "a stranger")
    closed.require_sound()


@once("home,screen", "old,button", "pay,button")
def decided(tracker):
    """An audit by a policy of its own, with a measured value, and results of a check of the team."""
    tracker.ok("edit", "tracker", "--stale-days", "3000")
    tracker.ok("new", "check", "team.size", "--from", "-", stdin=json.dumps(OWN).encode())
    tracker.ok("new", "checklist", "own", "--check", f"{CHECK},{SIZE},team.size")
    tracker.ok("new", "audit", "r1", "--checklist", "own", "--build", "1.0", "--policy", "max-critical 0, min-pass 40")
    for check, component, outcome, *more in [(CHECK, "home", "pass"), (CHECK, "old", "fail"), ("team.size", "home", "fail"),
                                             (SIZE, "old", "pass"), (SIZE, "pay", "pass", "--value", "50x50")]:
        tracker.ok("log", outcome, check, component, "--audit", "r1", "--tester", "t1", "--build", "1.0", *more)


def decides(tracker, what) -> None:
    own = json.dumps({**OWN, "impact": "minor"}).encode()
    tracker.ok(*DECISIONS[what], stdin=own if what == "own check" else b"", A11Y_TESTER="cleo")


def figures(tracker) -> dict:
    asked = {"gate": ["gate", "--audit", "r1"], "trend": ["trend", "--every", "audit"], "fixes": ["list", "fixes", "--audit", "r1"]}
    found = {name: json.loads(tracker.run(*words, "--json").out) for name, words in asked.items()}
    gate, trend = found["gate"], found["trend"]
    return {**shown(tracker), "fixes": found["fixes"]["rows"], "points": [
        {name: value for name, value in point.items() if name != "components"} for point in trend["points"]],
        **{name: gate[name] for name in ("verdict", "policy", "cells", "waived")}}


@pytest.mark.parametrize("what", DECISIONS)
@pytest.mark.parametrize("way", ["undone", "brought back", "decided"])
def test_what_it_goes_by_stays_what_it_was(decided, what, way):
    """An undo of a threshold, an impact, or a waiver, and the policy of the audit itself, turned a closed HOLD into SHIP."""
    undo, redo = ["undo", "--tester", "cleo", "-y"], ["redo", "--tester", "cleo", "-y"]
    if way != "decided":
        decides(decided, what)
    if way == "brought back":
        decided.ok(*undo, A11Y_TESTER="cleo")
    decided.ok("edit", "audit", "r1", "--close")
    before = figures(decided)
    if way == "decided":
        decides(decided, what)
    else:
        decided.ok(*(undo if way == "undone" else redo), A11Y_TESTER="cleo")
    assert figures(decided) == before
    decided.require_sound()


@pytest.mark.parametrize("kind", ["component", "check", "checklist", "audit"])
def test_a_request_that_is_accepted_later_changes_nothing_of_it(decided, kind):
    """Also one that was here when it was closed; and what its author brings back after that waits."""
    ben = Chain("b" * 12, "ben")
    ben.retract(*[fact for fact in told(decided) if fact["kind"] == "set" and fact["body"]["kind"] == kind])
    decided.ok("edit", "audit", "r1", "--close")
    before = figures(decided)
    decided.ok("import", give(decided, *ben.facts))
    decided.ok("undo", "follow", "b" * 12 + "-1", "-y")
    if kind == "audit":
        return
    assert figures(decided) == before
    undone = decided.run("gate", "--json").out
    ben = Chain("b" * 12, "ben", after=ben.facts[-1])
    ben.retract(next(fact for fact in told(decided) if fact["kind"] == "retract"))
    decided.ok("import", give(decided, *ben.facts))
    assert json.loads(decided.run("gate", "--json").out)["verdict"] == json.loads(undone)["verdict"]
    assert [row["id"] for row in json.loads(decided.ok("waiting", "--json").out)["rows"]] == ["b" * 12 + "-2"]
    assert figures(decided) == before
    decided.require_sound()


def test_it_is_not_closed_while_a_request_about_its_record_waits(decided):
    ben = Chain("b" * 12, "ben")
    ben.retract(*[fact for fact in told(decided) if fact["kind"] == "set" and fact["body"]["kind"] in ("audit", "checklist")])
    decided.ok("import", give(decided, *ben.facts))
    answer = decided.run("edit", "audit", "r1", "--close")
    assert answer.code == 5 and "1 request to undo or erase entries of the audit" in " ".join(answer.error.split())
    decided.ok("undo", "refuse", "b" * 12 + "-1", "-y")
    decided.ok("edit", "audit", "r1", "--close")


def test_requests_that_name_one_another_in_layers_cost_no_more_than_their_number(decided):
    """Sixty entries, each of which names both of the layer before it, are 2 ** 30 ways from the first to the last."""
    ben = Chain("b" * 12, "ben")
    layer = [ben.component("extra")]
    for _ in range(30):
        layer = [ben.retract(*layer), ben.retract(*layer)]
    decided.ok("import", give(decided, *ben.facts))
    decided.ok("edit", "audit", "r1", "--close")
    before = figures(decided)
    assert before["status"]["untested"] > 0
    decided.ok("edit", "component", "extra", "--kind", "image")
    assert figures(decided) == before
