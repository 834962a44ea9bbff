"""A closed audit is closed: its figures stay those of its closing, on each machine, and what comes later is named beside them."""

import json
import shutil
import time
from datetime import UTC, datetime

import pytest

from conftest import once
from drawing import drawn
from facts import reference
from forging import START, Chain, give, told
from program import Tracker

LABEL, GATED, SOLID = "voiceover.label-present", "reduce-motion.animations-gated", "reduce-transparency.solid-fallback"


@once("home,screen", "old,screen")
def closed(tracker):
    """An audit of two components: one fails a check and is retired once the audit is closed."""
    tracker.ok("new", "checklist", "own", "--check", f"{LABEL},{GATED},{SOLID}")
    tracker.ok("new", "audit", "r1", "--checklist", "own", "--build", "1.0")
    for check, component, outcome in [(LABEL, "home", "pass"), (GATED, "home", "pass"), (LABEL, "old", "pass"),
                                      (GATED, "old", "fail")]:
        tracker.ok("log", outcome, check, component, "--audit", "r1", "--tester", "t1", "--build", "1.0")
    tracker.ok("edit", "audit", "r1", "--close")


def shown(tracker) -> dict:
    """What each command says of the audit."""
    row, = json.loads(tracker.ok("list", "audits", "--json").out)["rows"]
    status = json.loads(tracker.ok("status", "--audit", "r1", "--json").out)
    gate = tracker.run("gate", "--audit", "r1", "--max-critical", "0", "--min-coverage", "90", "--no-regressions", "--json")
    report = json.loads(tracker.ok("report", "--audit", "r1", "--json").out)
    return {
        "list": {name: value for name, value in row.items()}, "status": status["cells"], "code": gate.code,
        "rules": json.loads(gate.out)["rules"], "scope": json.loads(gate.out)["scope"], "report": report["cells"],
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
    came = "1 component out of use, 2 further components. They are in none of its figures."
    for words in (["gate", "--audit", "r1", "--max-critical", "0"], ["list", "audits"], ["show", "r1"]):
        text = " ".join(closed.run(*words).text.split())
        assert f"After closing: {came}" in text or f"After the closing of r1: {came}" in text, text
    assert "After closing" not in closed.run("gate", "--audit", "r1", "--max-critical", "0", "--now").text
    now = json.loads(closed.ok("status", "--audit", "r1", "--now", "--json").out)["cells"]
    assert now != before["status"]
    # As of a later day it is as it was closed, and before that as it was then.
    later = json.loads(closed.ok("status", "--audit", "r1", "--as-of", "2100-01-01", "--json").out)["cells"]
    assert later == before["status"]
    assert closed.run("status", "--audit", "r1", "--now", "--as-of", "2100-01-01").code == 2
    assert closed.run("status", "--now").code == 2
    closed.require_sound()


def test_an_edit_of_what_it_is_about_changes_nothing_of_it(closed, folder):
    """Each in a copy of its own: what one changes could hide what another one does."""
    before = shown(closed)
    figures = [name for name, value in before["list"].items() if not isinstance(value, (str, list))]
    edits = [("checklist", "own", "--check", LABEL), ("check", GATED, "--impact", "minor"), ("component", "home", "--kind", "image"),
             ("component", "home", "--platform", "macOS"), ("audit", "r1", "--components", "old"), ("checklist", "own", "--retire"),
             ("audit", "r1", "--checklist", "child-testing"), ("audit", "r1", "--policy", "max-serious 0"),
             ("audit", "r1", "--build", "9"), ("audit", "r1", "--condition", "dark"), ("tracker", "--conditions", "dark")]
    for number, edit in enumerate(edits):
        copy = Tracker(folder / f"edited-{number}")
        shutil.copytree(closed.folder, copy.folder)
        copy.ok("edit", *edit)
        after = shown(copy)
        # What a list says of the record as it is now is of now.
        assert {**after, "list": None} == {**before, "list": None}, edit
        assert [after["list"][name] for name in figures] == [before["list"][name] for name in figures], edit
        copy.require_sound()


@pytest.mark.parametrize("later", [[{"criterion": "4.1.2", "relation": "tests"}], [{"criterion": "1.1.1", "relation": "related"}], []])
def test_its_results_speak_for_the_criteria_that_their_checks_had(empty, later):
    own = {"id": "own.size", "category": "own", "title": "Size", "how": "Look.", "expected": "It is there.", "method": "manual",
           "impact": "minor", "wcag": [{"criterion": "1.1.1", "relation": "tests"}]}
    empty.register("home,screen")
    empty.ok("new", "check", "--from", "-", stdin=json.dumps(own).encode())
    empty.ok("new", "checklist", "own", "--check", "own.size")
    empty.ok("new", "audit", "r1", "--checklist", "own", "--build", "1.0")
    empty.ok("log", "fail", "own.size", "home", "--audit", "r1", "--tester", "t1")
    empty.ok("edit", "audit", "r1", "--close")
    before = shown(empty)
    assert [row["criterion"] for row in before["criteria"] if row["state"] == "fail"] == ["1.1.1"]
    empty.ok("edit", "check", "own.size", "--from", "-", stdin=json.dumps({**own, "wcag": later}).encode())
    assert shown(empty)["criteria"] == before["criteria"]
    assert [row["criterion"] for row in json.loads(empty.ok("list", "criteria", "--json").out)["rows"] if row["state"] == "fail"] == [
        link["criterion"] for link in later if link["relation"] == "tests"]
    empty.ok("edit", "component", "home", "--retire")
    assert shown(empty)["criteria"] == before["criteria"]
    empty.require_sound()


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
    other.begin()
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


def test_a_comparison_of_audits_adds_up_and_says_what_was_not_tested_again(closed):
    closed.register("new1,screen")
    closed.ok("new", "audit", "r2", "--checklist", "own", "--build", "1.1")
    closed.ok("log", "pass", SOLID, "home", "--audit", "r2", "--tester", "t1", "--build", "1.1")
    closed.ok("log", "pass", GATED, "new1", "--audit", "r2", "--tester", "t1", "--build", "1.1")
    closed.ok("edit", "component", "old", "--retire")
    change = json.loads(closed.ok("report", "--audit", "r2", "--compare", "r1", "--json").out)["change"]
    classes = {part["class"]: part["difference"] for part in change["parts"]}
    assert classes["not-retested"]["pass"] == -1
    assert classes["component-retired"] == {**classes["component-retired"], "untested": -1, "fail": -1, "open": -1}
    assert classes["newly-tested"]["pass"] == 1 and classes["into-scope"]["pass"] == 1
    for measure, difference in change["difference"].items():
        assert sum(part["difference"][measure] for part in change["parts"]) == difference
        assert change["after"][measure] - change["before"][measure] == difference
    assert "not retested" in closed.ok("report", "--audit", "r2", "--compare", "r1", "--md").text


def test_findings_that_leave_with_a_component_are_named(closed):
    said = " ".join(closed.ok("edit", "component", "old", "--retire").err.decode().split())
    assert f"1 open finding of old left the scope with it: {GATED}" in said
    assert "open finding" not in closed.ok("edit", "component", "home", "--retire").err.decode()
    closed.ok("edit", "component", "home", "--restore")
    for command in ["status"], ["gate", "--max-critical", "0"], ["report"]:
        assert "1 finding left the scope with retired components." in " ".join(closed.run(*command).text.split())
    # An audit that a stranger closed has told nobody here.
    stranger = Chain("f" * 12, "x")
    stranger.add("set", kind="audit", key="forged", fields={"closed": int(time.time() * 1000), "checklists": ["own"]}, by="x")
    closed.ok("import", give(closed, *stranger.facts))
    assert "1 finding left the scope" in " ".join(closed.ok("status").text.split())
    # The next closed audit has told of it.
    closed.ok("new", "audit", "r2", "--checklist", "own", "--build", "1.1")
    closed.ok("edit", "audit", "r2", "--close")
    assert "left the scope" not in closed.ok("status").text
    closed.require_sound()


def test_one_whose_closing_is_stated_for_a_past_day_is_about_what_it_was_written_with(tracker):
    """A history that was carried over: its records are younger than the closing that is stated."""
    day = START - 10**9
    old = Chain("oldtracker01", "t1")
    old.component("home")
    old.add("set", kind="checklist", key="own", fields={"checks": [LABEL, GATED]}, by="t1")
    old.add("set", kind="audit", key="r1", fields={"checklists": ["own"]}, by="t1")
    old.result("fail", "home", check=LABEL, audit="r1", time=day - 1)
    old.add("set", kind="audit", key="r1", fields={"closed": day}, by="t1")
    tracker.ok("import", give(tracker, *old.facts))
    tracker.ok("follow", "oldtracker01")
    row, = json.loads(tracker.ok("list", "audits", "--json").out)["rows"]
    assert (row["state"], row["fail"], row["cells"]) == ("closed", 1, 2)
    tracker.ok("new", "component", "later", "--kind", "button")
    assert json.loads(tracker.ok("list", "audits", "--json").out)["rows"] == [row]


def test_a_trend_of_audits_shows_each_as_it_was_closed(closed):
    closed.ok("log", "fail", SOLID, "home", "--tester", "t1", "--build", "1.0")
    closed.ok("new", "audit", "r2", "--checklist", "own", "--components", "home", "--build", "1.1")
    closed.ok("log", "pass", SOLID, "home", "--audit", "r2", "--tester", "t1", "--build", "1.1")
    closed.ok("edit", "audit", "r2", "--close")
    change_everything(closed)
    names = ["pass", "fail", "na", "cant_tell", "untested"]
    rows = {row["name"]: row for row in json.loads(closed.ok("list", "audits", "--json").out)["rows"]}
    points = json.loads(closed.ok("trend", "--every", "audit", "--json").out)["points"]
    assert [point["period"] for point in points] == ["r1", "r2"]
    for point in points:
        assert [point[name] for name in names] == [rows[point["period"]][name] for name in names]
    assert [point["new"] for point in points] == [2, 1]
    grouped = json.loads(closed.ok("trend", "--every", "audit", "--by", "component", "--json").out)["points"]
    assert {(point["period"], point["group"]): point["fail"] for point in grouped}["r1", "old"] == 1
    builds = json.loads(closed.ok("trend", "--every", "audit", "--by", "build", "--json").out)["points"]
    assert {(point["period"], point["group"]): point["pass"] for point in builds}["r2", "1.1"] == 1


@pytest.mark.parametrize("what", ["retract", "erase"])
def test_it_is_not_closed_while_a_request_about_its_results_waits(closed, what):
    """What the closing had seen stays as it is, so what it had seen is decided first."""
    closed.ok("edit", "audit", "r1", "--reopen")
    chain = Chain("m" * 12, "mal")
    getattr(chain, what)(*(fact for fact in told(closed) if fact["kind"] == "result" and fact["body"]["outcome"] == "fail"))
    closed.ok("import", give(closed, *chain.facts))
    before = closed.database.read_bytes()
    answer = closed.run("edit", "audit", "r1", "--close")
    assert answer.code == 5 and closed.database.read_bytes() == before
    assert "1 request to undo or erase entries of the audit \"r1\" waits: mmmmmmmmmmmm-1" in " ".join(answer.error.split())
    # It is nothing to an audit of other results.
    closed.ok("new", "audit", "r2", "--checklist", "own", "--build", "1.0")
    closed.ok("edit", "audit", "r2", "--close")
    closed.ok("waiting", "--refuse", "mmmmmmmmmmmm-1")
    closed.ok("edit", "audit", "r1", "--close")
    assert [row["state"] for row in json.loads(closed.ok("list", "audits", "--json").out)["rows"] if row["name"] == "r1"] == ["closed"]


def of_ben(tracker):
    """What another machine says of it: a retest of what failed, on a build that it alone names, and what decides."""
    chain = Chain("b" * 12, "ben")
    chain.result("pass", "old", check=GATED, audit="r1", build="2.0", saw=[reference(fact) for fact in told(tracker)])
    chain.result("fail", "home", check=SOLID, audit="r1", build="1.0", severity=1)
    chain.add("set", kind="check", key=LABEL, fields={"impact": "minor"}, by="ben")
    chain.add("set", kind="check", key=SOLID, fields={"impact": "minor"}, by="ben")
    chain.add("set", kind="waiver", key="w", by="ben", fields={
        "component": "home", "check": SOLID, "until": "2099-01-01", "reason": "later", "approver": "ben"})
    chain.add("set", kind="component", key="home", fields={"kind": "image", "profile": "child"}, by="ben")
    chain.add("set", kind="finding", key=f"old {GATED}", by="ben", fields={
        "component": "old", "check": GATED, "condition": "default", "severity": {"at": START, "by": "ben", "level": 4}})
    return chain


@pytest.mark.parametrize("way, wasFollowed", drawn("closings", [(way, was) for way in ("machine", "everyone", "one by one") for was in (True, False)]))
def test_it_follows_whom_its_closing_followed(closed, wasFollowed, way):
    closed.ok("edit", "audit", "r1", "--reopen")
    chain = of_ben(closed)
    closed.ok("import", give(closed, *chain.facts))

    def follow(isFollowed):
        if way == "one by one":
            for fact in chain.facts:
                closed.run(*(["follow", "--once"] if isFollowed else ["waiting", "--refuse"]), f"{'b' * 12}-{fact['n']}")
        else:
            name = {"machine": "b" * 12, "everyone": "*"}[way]
            closed.ok("follow", *([] if isFollowed else ["--none"]), name)
    if wasFollowed:
        follow(True)
    open_ = shown(closed)
    closed.ok("edit", "audit", "r1", "--close")
    before = shown(closed)
    now = json.loads(closed.ok("status", "--json").out)
    follow(not wasFollowed)
    # The tracker itself goes by whom it follows now.
    after = json.loads(closed.ok("status", "--json").out)
    assert {name: now[name] for name in ("cells", "findings") if name in now} != {
        name: after[name] for name in ("cells", "findings") if name in after} or now["gate"] != after["gate"]
    assert shown(closed) == before
    closed.ok("edit", "audit", "r1", "--reopen")
    assert {**shown(closed), "list": 0} != {**open_, "list": 0}
    closed.require_sound()


@pytest.mark.parametrize("isNamed", [True, False], ids=["names itself", "names nobody"])
def test_what_a_stranger_closed_stays_as_it_is_whomever_this_machine_follows_later(closed, isNamed):
    """Neither a list in which the stranger stands nor that of today decides: only what was decided here does."""
    stranger, at = Chain("m" * 12, "m"), int(time.time() * 1000)
    names = ["everyone", f"machine {'b' * 12}", f"machine {'m' * 12}"] if isNamed else []
    stranger.add("set", [reference(fact) for fact in told(closed)], kind="audit", key="theirs", by="m", fields={
        "checklists": ["own"], "build": "1.0", "closed": at, "conditions": ["default"], "followed": [f"closed {at}", *names]})
    closed.ok("import", give(closed, *of_ben(closed).facts, *stranger.facts))

    def theirs():
        row, = [row for row in json.loads(closed.ok("list", "audits", "--json").out)["rows"] if row["name"] == "theirs"]
        gate = json.loads(closed.run("gate", "--audit", "theirs", "--max-critical", "0", "--json").out)
        return row, gate["rules"], gate["scope"], json.loads(closed.ok("status", "--audit", "theirs", "--json").out)["cells"], \
            json.loads(closed.ok("list", "cells", "--audit", "theirs", "--json").out)["rows"]
    before = theirs()
    assert before[0]["state"] == "closed" and before[0]["cells"] > 0
    now = json.loads(closed.ok("status", "--json").out)["cells"]
    closed.ok("follow", "b" * 12)
    assert json.loads(closed.ok("status", "--json").out)["cells"] != now
    assert theirs() == before
    closed.ok("follow", "--none", "b" * 12)
    assert theirs() == before
    closed.require_sound()


def test_a_trend_of_audits_begins_where_it_began(closed):
    before = json.loads(closed.ok("trend", "--every", "audit", "--json").out)["points"]
    closed.ok("log", "fail", SOLID, "home", "--tester", "t1", "--build", "1.0", "--at", "2020-01-05T10:00:00Z")
    chain = Chain("m" * 12, "m")
    chain.result("fail", "home", check=SOLID, audit="r1", build="1.0", time=1_500_000_000_000)
    closed.ok("import", give(closed, *chain.facts))
    assert json.loads(closed.ok("trend", "--every", "audit", "--json").out)["points"] == before


@pytest.mark.parametrize("flag", ["--close", "--reopen"])
def test_the_sentence_of_a_closing_has_its_time_and_nothing_that_only_the_program_reads(closed, flag):
    closed.ok("new", "audit", "r2")
    if flag == "--reopen":
        closed.ok("edit", "audit", "r2", "--close", "-y")
    said = closed.ok("edit", "audit", "r2", flag, "-y").text
    assert "Changed: audit r2: closed" in said and "(none)" in said
    assert not any(word in said for word in ("followed", "seen", "machine "))


@pytest.mark.parametrize("isFollowed", [False, True])
def test_a_closing_of_others_is_named_without_its_lists(empty, isFollowed):
    empty.register("home,screen")
    empty.ok("new", "audit", "r1", "--build", "1.0")
    chain = Chain("b" * 12, "ben")
    if isFollowed:
        chain.component("other")
        empty.ok("import", give(empty, *chain.facts))
        empty.ok("follow", chain.replica)
    seen = [reference(fact) for fact in told(empty) if fact["kind"] == "set"]
    fields = {"closed": START, "seen": seen, "followed": [f"closed {START}", "machine " + "b" * 12, "everyone"]}
    chain.add("set", seen, kind="audit", key="r1", fields=fields, by="ben")
    said = empty.ok("import", give(empty, *chain.facts, name="closing.json")).error
    said += empty.ok("waiting").text
    assert "audit r1 (closed 2026-02-02T" in said and "everyone" not in said and "seen" not in said


@pytest.mark.parametrize("chosen", [0, 1])
def test_two_closings_at_once_are_one_conflict(closed, folder, chosen):
    """What a closing had seen and whom it followed were conflicts of their own, with lists of entries to choose from."""
    closed.ok("edit", "audit", "r1", "--reopen")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("config", "tester", "cleo")
    closed.ok("export", "-o", folder / "all.a11y.json")
    other.ok("import", "--adopt", folder / "all.a11y.json")
    for machine in (closed, other):
        machine.ok("edit", "audit", "r1", "--close")
    other.ok("export", "-o", folder / "closing.a11y.json")
    theirs = other.rows("SELECT value FROM local WHERE name = 'replica'")[0][0]
    closed.ok("import", folder / "closing.a11y.json")
    closed.ok("follow", theirs)
    assert [row["field"] for row in json.loads(closed.ok("list", "conflicts", "--json").out)["rows"]] == ["closed"]
    assert "1 field" in closed.ok("list", "conflicts").text and "1 record has several" in " ".join(closed.ok("status", "--all").text.split())
    listed = closed.ok("resolve", "--plain").text
    assert "conflicting values for closed" in listed and "followed" not in listed and "seen" not in listed
    writes = closed.rows("SELECT fact, field, value FROM register WHERE key = 'r1' AND field IN ('closed', 'seen', 'followed') AND live = 1")
    lists = {value: {name: json.loads(text) for one, name, text in writes if one == fact}
             for fact, field, value in writes if field == "closed"}
    time_ = sorted(lists)[chosen]
    assert len(lists) == 2 and set(lists[time_]) == {"closed", "seen", "followed"}
    choice = f"{datetime.fromtimestamp(int(time_) // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{int(time_) % 1000:03}Z"
    said = closed.ok("resolve", "audit", "r1", "closed", choice, "-m", "one").text
    assert "seen" not in said and "followed" not in said
    # What was seen and who was followed are those of the closing that counts.
    record = json.loads(closed.rows("SELECT doc FROM record WHERE kind = 'audit' AND key = 'r1'")[0][0])
    assert record["closed"] == int(time_) and record["followed"][0] == f"closed {time_}"
    assert lists[time_] == {name: record[name] for name in lists[time_]}
    assert json.loads(closed.ok("list", "conflicts", "--json").out)["rows"] == []
    assert "several values" not in " ".join(closed.ok("status", "--all").text.split())
    closed.require_sound()
