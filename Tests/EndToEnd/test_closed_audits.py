"""A closed audit is closed: its figures stay those of its closing, on each machine, and what comes later is named beside them."""

import json

import pytest

from forging import Chain, give, told
from program import Tracker

LABEL, GATED, SOLID = "voiceover.label-present", "reduce-motion.animations-gated", "reduce-transparency.solid-fallback"


@pytest.fixture
def closed(empty):
    """An audit of two components: one fails a check and is retired once the audit is closed."""
    empty.register("home,screen", "old,screen")
    empty.ok("new", "audit", "r1", "--checklist", "critical-rules", "--build", "1.0")
    for check, component, outcome in [(LABEL, "home", "pass"), (GATED, "home", "pass"), (LABEL, "old", "pass"),
                                      (GATED, "old", "fail")]:
        empty.ok("log", outcome, check, component, "--audit", "r1", "--tester", "t1", "--build", "1.0")
    empty.ok("edit", "audit", "r1", "--close")
    return empty


def shown(tracker) -> dict:
    """What each command says of the audit."""
    row, = json.loads(tracker.ok("list", "audits", "--json").out)["rows"]
    status = json.loads(tracker.ok("status", "--audit", "r1", "--json").out)
    gate = tracker.run("gate", "--audit", "r1", "--max-critical", "0", "--min-coverage", "90", "--no-regressions", "--json")
    report = json.loads(tracker.ok("report", "--audit", "r1", "--json").out)
    return {
        "list": {name: value for name, value in row.items()}, "status": status["cells"], "code": gate.code,
        "rules": json.loads(gate.out)["rules"], "report": report["cells"],
        "findings": json.loads(tracker.ok("list", "findings", "--audit", "r1", "--json").out)["rows"],
        "cells": json.loads(tracker.ok("list", "cells", "--audit", "r1", "--json").out)["rows"],
        "show": json.loads(tracker.ok("show", "r1", "--json").out)["standing"],
        "criteria": json.loads(tracker.ok("list", "criteria", "--audit", "r1", "--json").out)["rows"]}


def change_everything(tracker):
    tracker.ok("edit", "component", "old", "--retire")
    tracker.register("new1,screen", "new2,screen")
    tracker.ok("edit", "check", LABEL, "--impact", "critical")
    tracker.ok("log", "fail", LABEL, "home", "--tester", "t1", "--build", "1.1", "-s", "1")


def test_what_changes_later_changes_nothing_of_it(closed):
    before = shown(closed)
    change_everything(closed)
    assert shown(closed) == before
    text = " ".join(closed.ok("status", "--audit", "r1").text.split())
    assert "After closing: 1 component out of use, 2 further components; --now shows the audit with them." in text
    now = json.loads(closed.ok("status", "--audit", "r1", "--now", "--json").out)["cells"]
    assert now != before["status"]
    # As of a later day it is as it was closed, and before that as it was then.
    later = json.loads(closed.ok("status", "--audit", "r1", "--as-of", "2100-01-01", "--json").out)["cells"]
    assert later == before["status"]
    assert closed.run("status", "--audit", "r1", "--now", "--as-of", "2100-01-01").code == 2
    assert closed.run("status", "--now").code == 2
    closed.require_sound()


def test_what_another_machine_had_made_before_and_sends_later_is_named_and_not_counted(closed):
    before = shown(closed)
    chain = Chain("b" * 12, "ben")
    chain.result("fail", "home", check=SOLID, audit="r1", build="1.0", severity=1)
    chain.result("fail", "home", check=LABEL, audit="r1", build="1.0", severity=1)
    closed.ok("import", give(closed, *chain.facts))
    assert shown(closed) == before
    assert "After closing: 2 results" in " ".join(closed.ok("status", "--audit", "r1").text.split())
    assert json.loads(closed.ok("status", "--audit", "r1", "--now", "--json").out)["cells"]["fail"] > before["status"]["fail"]
    # Reopened, it takes them in; closed again, it keeps them.
    closed.ok("edit", "audit", "r1", "--reopen")
    assert shown(closed) != before
    closed.ok("edit", "audit", "r1", "--close")
    assert "After closing" not in closed.ok("status", "--audit", "r1").text


def test_it_is_the_same_on_each_machine(closed, folder):
    before = shown(closed)
    path = folder / "all.a11y.json"
    closed.ok("export", "-o", path)
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.ok("init")
    other.ok("import", "--adopt", path)
    change_everything(other)
    assert shown(other) == before


def test_a_closing_that_does_not_say_what_it_saw_goes_by_time(closed):
    """As earlier versions closed audits."""
    before = shown(closed)
    own = told(closed)
    last = [fact for fact in own if fact["kind"] == "set" and fact["body"].get("kind") == "audit"][-1]
    assert len(last["body"]["fields"]["seen"]) == 1
    closed.ok("edit", "component", "old", "--retire")
    assert shown(closed) == before


def test_a_stranger_who_dates_things_back_changes_nothing_of_it(closed):
    """Under the name of the machine that closed it, before the last entry that it had seen; and with a component."""
    before = shown(closed)
    own = told(closed)
    first = [fact for fact in own if fact["kind"] == "result"][0]
    root = [fact for fact in own if fact["n"] == first["n"] - 1][0]
    forged = Chain(first["r"], "t1", root)
    forged.result("fail", "home", check=SOLID, audit="r1", build="1.0", severity=1)
    stranger = Chain("m" * 12, "m")
    stranger.add("set", kind="component", key="theirs", fields={"kind": "screen"}, by="m")
    closed.ok("import", give(closed, *forged.facts, *stranger.facts))
    assert "theirs" in closed.ok("list", "components").text
    assert shown(closed) == before
