"""A closed audit is closed: what is undone after its closing stays in it."""

import json

import pytest

from forging import Chain, give, told
from program import Tracker
from test_closed_audits import GATED, closed, shown  # noqa: F401


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
