"""One definition of every number: whatever a tracker holds, all outputs tell the same.

A11Y_TRACKERS  how many random trackers, 8 unless set
"""

import json
import os
import random
import re

import pytest

from conftest import SEED, once
from facts import Replica, Team, bundle
from program import CHECK, COMPONENT, Tracker, require_sentence

TRACKERS = int(os.environ.get("A11Y_TRACKERS") or 8)
TRACKER = "abcdefgh2345"
START = 1_790_000_000_000
OUTCOMES = ("pass", "fail", "na", "cant_tell", "untested")
SEVERITIES = ("critical", "serious", "moderate", "minor")
SIZE = "touch-target.minimum-44pt"


@pytest.fixture
def tracker(tracker):
    tracker.ok("config", "tester", "t1")
    return tracker


def data(tracker: Tracker, *words) -> dict:
    return json.loads(tracker.ok(*words, "--json").out)


def counted(rows: list) -> dict:
    """The figures of a list of cells, counted one by one."""
    def count(is_meant) -> int:
        return sum(map(bool, map(is_meant, rows)))

    figures = {name: count(lambda row: row["outcome"] == name.replace("_", "-")) for name in OUTCOMES}
    for number, name in enumerate(SEVERITIES, 1):
        figures[name] = count(lambda row: row["outcome"] == "fail" and row["severity"] == number)
    figures["cells"] = len(rows)
    figures["stale"] = count(lambda row: row["stale"])
    return figures


def said_by_status(tracker: Tracker) -> dict:
    status = data(tracker, "status")
    return {**status["cells"], **status["failing"], "cells": status["scope"]["cells"], "stale": status["stale"],
            "disputed": status["disputed"], "contradicted": status["contradicted"], "waived": status["waived"],
            "open": status["open"]["total"], "open_severities": [status["open"][name] for name in SEVERITIES]}


def said_by_report(tracker: Tracker) -> dict:
    report = data(tracker, "report")
    return {**report["cells"], **report["failing"], "cells": report["scope"]["cells"], "stale": report["stale"],
            "disputed": report["disputed"], "contradicted": report["contradicted"], "waived": report["waived"],
            "open": report["open"]["total"], "open_severities": [report["open"][name] for name in SEVERITIES]}


def said_by_gate(tracker: Tracker) -> dict:
    gate = data(tracker, "gate", "--max-critical", "99999", "--max-serious", "99999", "--report-only")
    actual = {rule["rule"]: rule["actual"] or 0 for rule in gate["rules"]}
    return {**gate["cells"], "cells": gate["scope"]["cells"], "waived": gate["waived"],
            "open_severities": [actual["max-critical"], actual["max-serious"]]}


def said_by_trend(tracker: Tracker) -> dict:
    answer = tracker.run("trend", "--json")
    if answer.code == 3:  # no result, no trend
        return {}
    points = json.loads(answer.out)["points"]
    names = (*OUTCOMES, *SEVERITIES, "open", "waived", "disputed", "contradicted")
    return {name: points[-1][name] for name in names}


def said_by_the_views(tracker: Tracker) -> dict:
    names = (*OUTCOMES, *SEVERITIES, "disputed", "contradicted")
    row, = tracker.rows(f"SELECT {', '.join(names)}, in_scope FROM v_status")
    listed = tracker.rows("SELECT count(*) FROM v_finding")[0][0]
    scope = tracker.rows("SELECT count(*) FROM v_scope")[0][0]
    figures = dict(zip((*names, "cells"), row))
    assert figures["fail"] == listed and figures["untested"] <= scope
    return figures


def require_one_answer(tracker: Tracker) -> dict:
    """The figures of all outputs, held against the first: what each tells, it tells alike."""
    figures = said_by_status(tracker)
    outputs = {
        "report": said_by_report(tracker), "gate": said_by_gate(tracker), "trend": said_by_trend(tracker),
        "views": said_by_the_views(tracker), "list": counted(data(tracker, "list", "cells", "--all")["rows"])}
    findings = data(tracker, "list", "findings")["rows"]
    outputs["findings"] = {
        "fail": len(findings), "waived": sum(row["waived_until"] is not None for row in findings),
        **{name: sum(row["severity"] == number for row in findings) for number, name in enumerate(SEVERITIES, 1)}}
    for name, told in outputs.items():
        expected = {key: figures[key] for key in told}
        if name == "gate":
            expected["open_severities"] = figures["open_severities"][:2]
        if name == "trend" and told:  # of open findings, as its column "open" is: what is waived is not among them
            expected |= dict(zip(SEVERITIES, figures["open_severities"]))
        assert told == expected, name
    assert figures["open"] == figures["fail"] - figures["waived"] == sum(figures["open_severities"])
    return figures


@pytest.mark.parametrize("number", range(TRACKERS))
def test_all_outputs_tell_the_same_of_a_random_tracker(folder, number):
    dice = random.Random(f"{SEED} numbers {number}")
    facts = Team(dice, dice.randint(2, 3), START).live(dice.choice([12, 60, 200])).facts()
    given = folder / "given.a11y.json"
    given.write_text(bundle(TRACKER, facts))
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.ok("import", "--adopt", given)
    require_one_answer(tracker)


def test_names_that_only_look_alike_are_counted_each(folder):
    """One letter composed, and of two parts: two components to the facts and to SQLite."""
    one = Replica(random.Random(SEED), START)
    for number, key in enumerate(["caf\u00e9", "cafe\u0301"]):
        one.add("set", kind="component", key=key, fields={"kind": ["button", "screen"][number]}, by="t1")
        one.add("result", component=key, check=CHECK, outcome=["pass", "fail"][number], tester="t1", build=key)
    given = folder / "given.a11y.json"
    given.write_text(bundle(TRACKER, list(one.facts.values())))
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.ok("import", "--adopt", given)
    figures = require_one_answer(tracker)
    assert (figures["pass"], figures["fail"]) == (1, 1) and data(tracker, "status")["scope"]["components"] == 2


def test_a_plan_that_somebody_else_named_acts_in_no_output(folder):
    hostile = "<img src=x>\u202e\u001b[31m|=1"
    one = Replica(random.Random(SEED), START)
    one.add("set", kind="component", key="home", fields={"kind": "button"}, by="t1")
    one.add("set", kind="setting", key="tracker", fields={"checklists": ["critical-rules", hostile]}, by="t1")
    one.add("result", component="home", check=CHECK, outcome="fail", tester="t1", build=hostile)
    given = folder / "given.a11y.json"
    given.write_text(bundle(TRACKER, list(one.facts.values())))
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.ok("import", "--adopt", given)
    assert require_one_answer(tracker)["fail"] == 1
    for words in (["status"], ["status", "--plain"], ["status", "--format", "md"], ["report"], ["report", "--plain"],
                  ["report", "--md"], ["report", "--html", "-"]):
        text = tracker.ok(*words).text
        assert "critical-rules" in text and "\u202e" not in text and "\u001b[31m" not in text, words
        if words[-1] in ("md", "--md", "-"):
            assert "<img src=x>" not in text, words


# What was wrong, one by one.

def test_a_first_day_is_not_covered(tracker):
    for outcome in ("pass", "na"):
        tracker.ok("log", outcome, CHECK if outcome == "pass" else SIZE, COMPONENT)
    figures = require_one_answer(tracker)
    assert figures["pass"] == figures["na"] == 1 and figures["untested"] > 100
    coverage = data(tracker, "status")["coverage"]
    assert coverage["judged"] == 1 and coverage["applicable"] == figures["cells"] - 1 and coverage["ratio"] < 0.02
    assert "all applicable checks, no plan set" in " ".join(tracker.ok("status").text.split())


def test_the_plan_of_the_tracker_is_the_scope_of_every_command(tracker):
    everything = require_one_answer(tracker)["cells"]
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "1")
    tracker.ok("log", "fail", SIZE, COMPONENT, "--condition", "dark")
    tracker.ok("log", "pass", "keyboard.focus-visible", COMPONENT)
    tracker.ok("edit", "tracker", "--checklists", "critical-rules", "--conditions", "default,dark")
    listed = json.loads(tracker.ok("list", "checklists", "--json").out)["rows"]
    planned, = (row for row in listed if row["id"] == "critical-rules")
    figures = require_one_answer(tracker)
    assert 0 < figures["cells"] < everything
    cells = data(tracker, "list", "cells", "--all")["rows"]
    assert {row["condition"] for row in cells} == {"", "dark"}
    # What lies outside is kept, listed, told with its failures, and not counted.
    outside = data(tracker, "list", "cells", "--outside")["rows"]
    assert [row["check"] for row in outside] == sorted(
        check for check in (CHECK, SIZE, "keyboard.focus-visible") if check not in planned["checks"])
    failing = sum(row["outcome"] == "fail" for row in outside)
    for words in (["status"], ["report"], ["gate", "--max-serious", "9", "--report-only"]):
        text = " ".join(tracker.ok(*words).text.split())
        assert f"{len(outside)} item" in text and "outside the plan and not counted" in text, words
        told = "not counted: a FAIL" if len(outside) == 1 else f"{failing} of them FAIL"
        assert (told in text) == (failing > 0), words
    assert data(tracker, "status")["scope"]["plan"] == {
        "checklists": ["critical-rules"], "conditions": ["default", "dark"]}
    # And it is let go of as it was set.
    tracker.ok("edit", "tracker", "--checklists", "", "--conditions", "")
    assert data(tracker, "status")["scope"]["plan"] is None
    require_one_answer(tracker)


def test_a_plan_that_asks_for_nothing_is_said_to(empty):
    """It read "no results yet" beside a FAIL outside of the plan, counted the components, and advised a walk."""
    empty.register("home,screen", "logo,image")
    empty.log("fail", CHECK, "home")
    toggles = {"id": "toggles", "title": "Toggles", "checks": ["toggle.one-state-model"]}
    empty.ok("new", "checklist", "toggles", "--from", "-", stdin=json.dumps(toggles).encode())
    empty.ok("edit", "tracker", "--checklists", "toggles")
    for words in (["status"], ["report"], ["gate", "--max-critical", "0", "--report-only"]):
        scope = data(empty, *words)["scope"]
        assert (scope["components"], scope["cells"]) == (0, 0), words
    for form in [], ["--plain"], ["--format", "md"]:
        text = " ".join(empty.ok("status", *form).text.split())
        assert "2 components, 0 items in scope (the plan: toggles)." in text and "outside the plan" in text, form
        assert "a11y list checklists" in text and "a11y walk" not in text and "results yet" not in text, form
    empty.register("mute,toggle")
    text = " ".join(empty.ok("status").text.split())
    assert "1 component, 1 item in scope (the plan: toggles), none tested yet." in text and "a11y walk" in text


def test_what_the_plan_names_wrongly_is_refused(tracker):
    answer = tracker.run("edit", "tracker", "--checklists", "no-such-list")
    assert answer.code == 3 and "no-such-list" in answer.error
    assert tracker.run("edit", "tracker", "--conditions", "dark light").code == 2
    assert tracker.run("list", "results", "--outside").code == 2
    assert tracker.run("list", "cells", "--outside", "--all").code == 2
    assert data(tracker, "status")["scope"]["plan"] is None


def test_walk_asks_for_what_the_plan_asks_for_and_for_what_is_named(tracker):
    tracker.ok("edit", "tracker", "--checklists", "critical-rules")
    planned = data(tracker, "list", "cells", "--all")["rows"]
    assert f"{len(planned)} items" in tracker.run("walk", stdin=b"q\n").text
    assert "keyboard.focus-visible" not in {row["check"] for row in planned}
    assert "keyboard.focus-visible" in tracker.run("walk", "--check", "keyboard.focus-visible", stdin=b"q\n").text


def test_a_failure_that_nobody_rated_has_the_severity_of_its_check_everywhere(tracker):
    tracker.ok("log", "fail", CHECK, COMPONENT)
    impact, = (row["impact"] for row in data(tracker, "list", "checks")["rows"] if row["id"] == CHECK)
    number = SEVERITIES.index(impact) + 1
    figures = require_one_answer(tracker)
    assert figures[impact] == 1 and "unrated" not in json.dumps(data(tracker, "status"))
    row, = data(tracker, "list", "findings")["rows"]
    assert (row["severity"], row["severity_from"]) == (number, "check")
    assert len(data(tracker, "list", "findings", "severity:default")["rows"]) == 1
    assert len(data(tracker, "list", "findings", f"severity:{number}")["rows"]) == 1
    assert tracker.rows("SELECT severity, given_severity FROM v_finding") == [(number, None)]
    tracker.ok("edit", "check", CHECK, "--impact", "minor")
    assert require_one_answer(tracker)["minor"] == 1
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "2")
    assert require_one_answer(tracker)["serious"] == 1
    assert data(tracker, "list", "findings")["rows"][0]["severity_from"] == "tester"


def test_a_result_of_an_older_build_makes_nothing_younger(tracker):
    """Age counts from when what is shown was last seen."""
    tracker.ok("log", "fail", CHECK, COMPONENT, "--build", "2.0", "--at", "2026-01-10T10:00:00Z", "--tester", "t1")
    tracker.ok("log", "pass", CHECK, COMPONENT, "--build", "1.0", "--at", "2026-06-10T10:00:00Z", "--tester", "t1")
    row, = data(tracker, "list", "cells")["rows"]
    assert row["outcome"] == "fail" and row["at"].startswith("2026-01-10")
    gate = data(tracker, "gate", "--max-age", "100", "--as-of", "2026-06-20", "--report-only")
    assert gate["rules"][0]["verdict"] == "fail" and gate["rules"][0]["actual"] > 150
    days = {data(tracker, *words)["evidence"]["oldest_days"] for words in (["status"], ["report"])}
    points = data(tracker, "trend")["points"]
    assert days == {points[-1]["oldest_days"]}


def test_a_verdict_about_a_part_says_so(tracker):
    tracker.ok("log", "pass", CHECK, COMPONENT)
    whole = tracker.ok("gate", "--max-critical", "0").text.splitlines()[-1]
    assert whole == "Release check: SHIP (1 of 1 rule passes)"
    part = tracker.ok("gate", "--max-critical", "0", f"check:{CHECK}", f"component:{COMPONENT}").text.splitlines()[-1]
    assert part == "Release check: SHIP (1 of 1 rule passes), for 1 check of 1 of 3 components"
    tracker.ok("new", "audit", "tiny", "--checklist", "critical-rules", "--components", COMPONENT)
    tracker.ok("log", "pass", CHECK, COMPONENT, "--audit", "tiny")
    assert tracker.ok("gate", "--max-critical", "0", "--audit", "tiny").text.endswith(" of 1 of 3 components\n")


def test_status_tells_the_current_build_from_older_ones(tracker):
    def builds() -> list:
        told = data(tracker, "status")["builds"]
        assert told["untested"] == data(tracker, "status")["cells"]["untested"]
        return [told["current"], told["on_current"] + told["on_newer"], told["on_older"]]

    tracker.ok("log", "pass", SIZE, "home")
    assert builds() == [None, 1, 0] and "not recorded, so older" in tracker.ok("status").text
    for number, component in (("3.9", COMPONENT), ("3.10", "home")):
        tracker.ok("log", "pass", CHECK, component, "--build", number)
    # By their numbers; what names no build counts as of the current one.
    assert builds() == ["3.10", 2, 1]
    tracker.ok("edit", "tracker", "--current-build", "4.0")
    assert builds() == ["4.0", 1, 2]
    tracker.ok("edit", "tracker", "--current-build", "3.9")
    assert builds() == ["3.9", 3, 0]


def test_impact_and_severity_have_the_same_four_words(empty):
    assert {row["impact"] for row in data(empty, "list", "checks")["rows"]} == set(SEVERITIES)


@once("home,screen", "home/a,text", edition="5")
def narrow(tracker):
    """A plan and an audit of few checks, and a FAIL for each of one that is not for the kind of its component."""
    tracker.ok("edit", "tracker", "--checklists", "labels-and-touch")
    tracker.ok("new", "audit", "r1", "--checklist", "labels-and-touch")
    tracker.log("fail", CHECK, "home/a", "-s", "2", "--audit", "")
    tracker.log("fail", CHECK, "home/a", "-s", "2", "--audit", "r1")


@pytest.mark.parametrize("words", [[], ["--audit", "r1"]], ids=["plan", "audit"])
def test_a_walk_and_a_worksheet_have_the_items_of_the_list(narrow, words):
    """They left out what counts since it was tested: a FAIL could be neither seen again nor handed to a tester."""
    if not words:
        # No plan names its condition, and it counts.
        narrow.log("pass", "dynamic-type.buttons-scale", "home", "--condition", "dark", "--audit", "")
    listed = data(narrow, "list", "items", "--all", *words)["rows"]
    assert len(listed) == (10 if words else 11)
    stdin = b"s\n" * len(listed)
    walked = narrow.ok("walk", "--all", *words, "--tester", "t1", stdin=stdin).text
    assert f"\n1/{len(listed)} " in walked and f"\n{len(listed)}/{len(listed)} " in walked
    assert walked.index("home\n") < walked.index("home/a") and CHECK in walked
    for only, count in ([], len(listed)), (["--only", "fail"], 1), (["--only", "untested"], 9):
        sheet = json.loads(narrow.ok("worksheet", *only, *words, "-o", "sheet.html", "--json", "-y").out)
        assert sheet["items"] == count, only
    one = narrow.ok("walk", "--all", *words, "--component", "home/a", "--tester", "t1", stdin=b"q\n").text
    assert one.startswith("4 items")


@pytest.mark.parametrize("words, asker", [(["--audit", "r1"], "audit r1"), (["--audit", ""], "the plan")])
def test_a_pattern_of_checks_logs_what_is_asked_for(narrow, words, asker):
    """It logged every check that applies, in the name of an audit of six."""
    said = narrow.ok("log", "pass", "*", "home", *words, "--tester", "t2", "-y")
    assert said.text.count("Logged") == 6
    left = re.search(r"(\d+) matching items not logged: " + asker + " does not ask for them", " ".join(said.error.split()))
    scope = words if words[1] else []
    asked = {row["check"] for row in data(narrow, "list", "items", "--all", "component:home", *scope)["rows"]}
    rows = [row for row in data(narrow, "list", "results")["rows"] if row["tester"] == "t2"]
    assert {row["check"] for row in rows} == asked and len(rows) == 6 and int(left[1]) > 50
    # A part of it that no one asks for is none, and a check named in full is.
    refused = narrow.run("log", "pass", "touch-target.*", "home", *words, "--tester", "t2")
    require_sentence(refused, 3)
    assert f"{asker} does not ask for what " in " ".join(refused.error.split())
    said = narrow.ok("log", "pass", "touch-target.no-accidental-scroll-taps", "home", *words, "--tester", "t2")
    assert "matching item" not in said.error
    # Named in full it is logged where it applies, whatever pattern names the components.
    said = narrow.ok("log", "pass", "touch-target.no-accidental-scroll-taps", "*", *words, "--tester", "t2")
    assert said.text.count("Logged") == 1 and "matching item" not in said.error
