"""Rows of the source documents that are rounds of work: presets, gates, sessions, and what comes of them over time."""

import json

import pytest

from covering import (
    CRITICAL, LABEL, MANUAL, SCENARIOS, TARGET, app, component, entry, pass_all, rows, said, standing, told, walk)
from drawing import share
from program import Tracker, given_to
from tapping import CODES, line, paper, plan, report


def test_review_checklist(tracker):
    groups = ["layout", "navigation", "typography", "color", "voiceover", "modality", "privacy"]
    app(tracker)
    tracker.ok("new", "audit", "review", "--checklist", "release-review")
    cells = rows(tracker, "cells", "--audit", "review", "--all")
    assert len({row["check"] for row in cells}) == 33
    for group in groups:
        assert any(row["check"].startswith(group + ".") for row in cells), group
    walk(tracker, "review", ["p", "f 2 too narrow", "n"])
    assert standing(tracker, "review")["coverage"]["answered"] == 3


def test_pre_release_scenarios(tracker):
    scenarios = [checks for group in SCENARIOS.values() for checks in group.values()]
    assert (len(SCENARIOS), len(scenarios)) == (4, 13)
    assert {check for checks in scenarios for check in checks} == set(said(tracker, "show", "pre-release")["checks"])
    app(tracker)
    for place, checks in enumerate(scenarios):
        audit = f"release-{place}"
        tracker.ok("new", "audit", audit, "--checklist", "pre-release")
        pass_all(tracker, audit, but=checks[:1])
        answer = tracker.run("gate", "--pre-release", "--audit", audit, "--all")
        assert answer.code == 1 and checks[0] in answer.text and "UNTESTED" in answer.text, checks
        pass_all(tracker, audit)
        assert tracker.run("gate", "--pre-release", "--audit", audit).code == 0, checks


def test_manual_testing_list(tracker):
    assert len(MANUAL) == 10
    assert {check for point in MANUAL for check in point} == set(said(tracker, "show", "touch-target-manual")["checks"])
    component(tracker, "kids/play", "button", "--profile", "child")
    tracker.ok("new", "audit", "manual", "--checklist", "touch-target-manual", "--components", "kids/play")
    asked = {row["check"] for row in rows(tracker, "cells", "--audit", "manual", "--all")}
    for point in MANUAL:
        assert asked & set(point), point
    walk(tracker, "manual", ["p"] * len(asked))
    assert standing(tracker, "manual")["cells"]["untested"] == 0


def test_testing_checklist(tracker):
    groups = {"voiceover.": 3, "dynamic-type.": 6, "reduce-motion.": 4, "reduce-transparency.": 3, "keyboard.": 5}
    checks = said(tracker, "show", "assistive-settings")["checks"]
    for group, least in groups.items():
        assert sum(check.startswith(group) for check in checks) >= least, group
    app(tracker)
    tracker.ok("new", "audit", "settings", "--checklist", "assistive-settings")
    assert {row["check"] for row in rows(tracker, "cells", "--audit", "settings", "--all")} == set(checks)
    walk(tracker, "settings", ["p", "p"])
    assert standing(tracker, "settings")["cells"]["pass"] == 2


def test_critical_rules_gate(tracker):
    assert len(CRITICAL) == 8
    checks = {check for rule in CRITICAL.values() for check in rule}
    assert checks == set(said(tracker, "show", "critical-rules")["checks"])
    app(tracker)
    tracker.ok("new", "audit", "critical", "--checklist", "critical-rules")
    gate = ["gate", "--critical-rules", "--audit", "critical"]
    assert tracker.run(*gate).code == 3
    for check in sorted(checks):
        pass_all(tracker, "critical", but=[check])
        if check == sorted(checks)[0]:
            assert tracker.run(*gate).code == 1, "untested blocks"
        pass_all(tracker, "critical")
        assert tracker.run(*gate).code == 0, check
        place = next(row["component"] for row in rows(tracker, "cells", "--audit", "critical", f"check:{check}"))
        assert tracker.log("fail", check, place, "--audit", "critical", "-s", "4").code == 0
        answer = tracker.run(*gate)
        assert answer.code == 1 and check in answer.text, check


def test_automated_audits(tracker):
    issue = {"auditType": "hitRegion", "compactDescription": "Hit area is too small", "detailedDescription": "More.",
             "element": "sign-in/close-button", "screen": "sign-in", "device": "iPhone 15", "os": "18.1"}
    lines = [issue | {"screen": screen} for screen in ["sign-in", "home", "sign-in"]]
    (tracker.folder / "audit.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    tracker.ok("import", "audit.jsonl")
    found = rows(tracker, "tool-findings")
    assert {(row["tool"], row["component"], row["state"]) for row in found} == {("xctest", "sign-in/close-button", "open")}
    assert all(len([row for row in found if row["check"] == check]) == 1 for check in {row["check"] for row in found})
    assert {row["rule"] for row in found} == {"hitRegion"} and {row["check"] for row in found} <= {
        row["id"] for row in rows(tracker, "checks", "category:touch-target,dynamic-type,automated-audit,forgiving-area")}
    assert sorted({screen for row in found for screen in row["screens"]}) == ["home", "sign-in"]
    tracker.ok("import", "audit.jsonl")
    assert len(rows(tracker, "tool-findings")) == len(found)
    # An issue of a whole screen is that of the component that is the screen, whatever its key.
    component(tracker, "st/play", "screen", "--screen", "play")
    for key in ["st/start", "st/stop"]:
        component(tracker, key, "button", "--screen", "play")
    whole = {name: value for name, value in issue.items() if name != "element"} | {"auditType": "contrast", "screen": "play"}
    (tracker.folder / "whole.jsonl").write_text(json.dumps(whole) + "\n")
    tracker.ok("import", "whole.jsonl")
    assert {row["component"] for row in rows(tracker, "tool-findings") if row["rule"] == "contrast"} == {"st/play"}


def test_child_testing_protocol(tracker):
    plan(tracker, "close-44", "--practice", "0", "--children", "20", "--taps", "10")
    codes = (CODES + [code[::-1] for code in CODES])[:20]
    answer = paper(tracker, *[
        line(code, ["hhhhhhhhhh", "hhhhhhhhrm"][place // 4 % 2], age=["6-8", "9-10"][place % 2],
             hand=["right", "left"][place // 2 % 2], frustration="")
        for place, code in enumerate(codes)])
    assert answer.code == 0, answer.error
    found = report(tracker)
    assert found["component"] == "sign-in/close-button"
    result = found["parts"][0]["result"]
    assert (result["children"], result["taps"]) == (20, 200) and result["low"] < result["rate"] < result["high"]
    groups = {(by, group["name"]): group["taps"] for by in ["age", "hand"] for group in result["groups"][by]}
    assert groups == {("age", "6-8"): 100, ("age", "9-10"): 100, ("hand", "left"): 100, ("hand", "right"): 100}
    assert "First tap" in tracker.ok("status").text
    # A breakdown that is not told is named.
    words = " ".join(tracker.ok("tap", "report").text.split())
    assert "Hidden device: only one group, or groups too small to show" in words
    # Hits, misses and retries are in the view, tap by tap.
    assert dict(tracker.rows("SELECT outcome, count(*) FROM v_first_tap GROUP BY 1")) == {
        "first_tap": 184, "retry_success": 8, "missed": 8}


def test_trends(tracker):
    for audit, at, build, outcomes in [
            ("one", "2026-01-10", "3.1", ["fail", "pass"]), ("two", "2026-02-10", "3.2", ["pass", "fail"])]:
        tracker.ok("new", "audit", audit, "--checklist", "critical-rules")
        for key, outcome in zip(["home", "sign-in/close-button"], outcomes):
            answer = tracker.log(outcome, LABEL, key, "--audit", audit, "--at", f"{at}T10:00:00Z", "--build", build)
            assert answer.code == 0
    change = said(tracker, "trend", "--explain", "2026-01-31", "2026-02-28")
    text = json.dumps(change)
    assert "fixed" in text and "regressed" in text
    points = said(tracker, "trend", "--every", "month", "--until", "2026-02-28")["points"]
    assert [(point["pass"], point["fail"]) for point in points] == [(1, 1), (1, 1)]
    dark = ["--condition", "dark", "--at", "2026-02-11T10:00:00Z"]
    assert tracker.log("pass", LABEL, "home", *dark).code == 0
    only = said(tracker, "trend", "condition:dark", "--every", "month", "--until", "2026-02-28")["points"]
    assert [(point["pass"], point["fail"]) for point in only][-1] == (1, 0)
    # First taps and retries, plan by plan.
    for key, keys in [("before", "hhhhhhhrrm"), ("after", "hhhhhhhhhr")]:
        plan(tracker, key, "--practice", "0", "--children", "8", "--taps", "10")
        lines = [line(code, keys) for code in CODES[:8]]
        assert paper(tracker, *lines, key=key).code == 0
    found = {plan: (first, retries) for plan, first, retries in tracker.rows(
        "SELECT plan, sum(outcome = 'first_tap'), sum(outcome = 'retry_success') FROM v_first_tap GROUP BY 1")}
    assert found == {"before": (56, 16), "after": (72, 8)}
    tries = {row["plan"]: row["retries"] for row in said(tracker, "trend", "--first-tap")["rows"]}
    told_of = {key: report(tracker, key=key)["parts"][0]["result"] for key in tries}
    assert tries == {key: result["retries"]["per_task"] for key, result in told_of.items()} and tries["before"] > tries["after"] > 0
    for form in ["--plain", "--format=table"]:
        assert "etries" in tracker.ok("trend", "--first-tap", form, "--width=200").text, form


def test_json_bundles(tracker):
    own = {"id": "team.x", "title": "X", "how": "H", "expected": "E", "method": "manual", "impact": "minor"}
    (tracker.folder / "check.json").write_text(json.dumps(own))
    tracker.ok("new", "check", "--from", "check.json")
    tracker.ok("new", "audit", "round", "--checklist", "critical-rules", "--passes")
    tracker.ok("new", "shortcut", "cmd+k", "--action", "Link")
    tracker.ok("new", "gesture", "pinch", "--component", "home", "--action", "Zoom")
    tracker.ok("new", "task", "Grow", "--component", "home")
    tracker.ok("new", "question", "Why?")
    assert tracker.log("fail", "home", "--pattern", "nested-modals", "-m", "two sheets").code == 0
    assert tracker.log("pass", LABEL, "home", "--audit", "round", "--condition", "voiceover", "--value", "1").code in (0, 2)
    plan(tracker)
    assert paper(tracker, line(CODES[0], "hhhhhhhhhh")).code == 0
    tracker.ok("export", *given_to("the lab"), "-o", "all.a11y.json")
    other = Tracker(tracker.folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "../all.a11y.json", "--adopt")
    for kind in ["checks", "audits", "components", "results", "findings", "shortcuts", "gestures", "tasks", "questions", "plans",
                 "sessions"]:
        # Whose session it was stays where it was taken down.
        theirs, ours = ([{name: value for name, value in row.items() if name != "participant"} for row in rows(one, kind)]
                        for one in (other, tracker))
        assert theirs == ours != [], kind
    assert said(other, "import", "../all.a11y.json")["added"] == 0
    other.require_sound()


def test_enhancement_table(tracker):
    files = {"MovieActions.swift": ["Add haptics", "Expand targets"], "MovieDetailsHeader.swift": ["Targets for the button"]}
    for file, needed in files.items():
        key = component(tracker, f"movie/{file.split('.')[0]}", "button", "--source", f"Views/{file}")
        for text in needed:
            tracker.ok("new", "task", text, "--component", key)
    assert {row["source"]: (row["open"], sorted(row["needed"])) for row in rows(tracker, "enhancements")} == {
        f"Views/{file}": (len(needed), sorted(needed)) for file, needed in files.items()}
    tracker.ok("edit", "task", "add-haptics", "--done")
    found = {row["source"]: row for row in rows(tracker, "enhancements", "source:**/MovieActions.swift")}
    row = found["Views/MovieActions.swift"]
    assert (row["open"], row["needed"], row["done"]) == (1, ["Expand targets"], 1) and row["last_done"]
    task, = [row for row in rows(tracker, "tasks", "source:Views/**") if row["done"]]
    assert (task["title"], task["source"], task["done_at"]) == ("Add haptics", "Views/MovieActions.swift", row["last_done"])
    assert rows(tracker, "tasks", "source:Other/**") == []
    assert "2 files with 2 open tasks, 1 done" in told(tracker, "list", "enhancements")


def test_open_questions(tracker):
    tracker.ok("new", "question", "Haptics on every button?", "--component", "home")
    asked, = rows(tracker, "questions")
    assert (asked["state"], asked["decision"], asked["decided"]) == ("open", None, None)
    assert "open question" in told(tracker, "show", "home").lower()
    assert tracker.run("edit", "question", asked["key"], "--decided", "2026-02-01").code == 2
    assert rows(tracker, "questions")[0]["state"] == "open"
    tracker.ok("edit", "question", asked["key"], "--decision", "only in the child profile", "--decided", "2026-02-01")
    decided, = rows(tracker, "questions")
    assert (decided["state"], decided["decision"], decided["decided"]) == (
        "decided", "only in the child profile", "2026-02-01")
    tracker.ok("edit", "question", asked["key"], "--reopen")
    assert rows(tracker, "questions")[0]["state"] == "open"


@pytest.mark.parametrize("checklist", share("rounds of work", [
    "critical-rules", "assistive-settings", "touch-target-manual", "child-friendly", "child-testing", "inspector-audits",
    "touch-compliance", "traits", "actions-and-adjustable", "toggle-button", "control-best-practices", "release-review",
    "pre-release", "anti-patterns", "ipad", "haptics", "labels-and-touch", "wcag22-aa"], 2))
def test_each_checklist_is_a_round_of_work(empty, checklist):
    """Per app and per component: it makes an audit, has a scope, and can be walked."""
    app(empty)
    checks = set(said(empty, "show", checklist)["checks"])
    empty.ok("new", "audit", "whole", "--checklist", checklist)
    cells = rows(empty, "cells", "--audit", "whole", "--all")
    assert {row["check"] for row in cells} == checks
    key = cells[0]["component"]
    empty.ok("new", "audit", "one", "--checklist", checklist, "--components", key)
    for audit in ["whole", "one"]:
        before = standing(empty, audit)
        assert before["scope"]["cells"] > 0 and before["coverage"]["answered"] == 0
        walk(empty, audit, ["p"])
        assert standing(empty, audit)["coverage"]["answered"] == 1
    scope = rows(empty, "cells", "--audit", "one", "--all")
    assert {row["component"] for row in scope} == {key} and len(scope) < len(cells) + 1
