"""A result that is erased is in no figure any more, also of an audit that was closed with it: that is said."""

import json

from conftest import COMPONENTS, once
from program import CHECK, COMPONENT


@once(*COMPONENTS)
def closed(tracker):
    """An audit that was closed with one failure."""
    tracker.ok("new", "audit", "r1", "--components", "**", "--build", "1")
    tracker.ok("log", "pass", "touch-target.minimum-44pt", COMPONENT, "--audit", "r1", "--tester", "t1", "--build", "1")
    tracker.ok("log", "fail", CHECK, COMPONENT, "--audit", "r1", "--tester", "t1", "--build", "1", "-s", "1")
    tracker.ok("edit", "audit", "r1", "--close")


def test_what_is_erased_later_is_named_wherever_it_is_shown(closed):
    """Its figures lost the failure in silence, and the release with it."""
    gate = ["gate", "--audit", "r1", "--max-critical", "0"]
    assert closed.run(*gate).code == 1
    row, = json.loads(closed.ok("list", "results", "status:fail", "--json").out)["rows"]
    rehearsed = closed.ok("erase", "fact", row["id"], "--reason", "mistake", "--dry-run").error
    told = closed.ok("erase", "fact", row["id"], "--reason", "mistake", "--yes").error
    assert all("the figures of closed audits do not have what is erased" in said and "r1" in said for said in (rehearsed, told))
    named = "1 result of the tracker that was there at the closing was erased since; no figure has it."
    for words in (gate, ["status", "--audit", "r1"], ["list", "audits"], ["show", "r1"]):
        assert named in " ".join(closed.run(*words).text.split()), words
    # What was erased before a closing was never part of it.
    closed.ok("new", "audit", "r2", "--components", "**", "--build", "1")
    closed.ok("edit", "audit", "r2", "--close")
    assert "erased" not in closed.ok("status", "--audit", "r2").text


def test_an_audit_that_loses_its_only_result_says_so_too(tracker):
    """No text of the tracker was its name any more."""
    tracker.ok("new", "audit", "r1", "--components", "**", "--build", "1")
    tracker.ok("log", "fail", CHECK, COMPONENT, "--audit", "r1", "--tester", "t1", "--build", "1", "-s", "1")
    tracker.ok("edit", "audit", "r1", "--close")
    row, = json.loads(tracker.ok("list", "results", "--json").out)["rows"]
    tracker.ok("erase", "fact", row["id"], "--reason", "mistake", "--yes")
    for words in (["gate", "--audit", "r1", "--max-critical", "0"], ["status", "--audit", "r1"], ["list", "audits"]):
        assert "was erased since; no figure has it" in " ".join(tracker.run(*words).text.split()), words
