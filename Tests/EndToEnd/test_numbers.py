"""One definition of every number: whatever a tracker holds, all outputs tell the same.

A11Y_TRACKERS  how many random trackers, 12 unless set
"""

import json
import os
import random

import pytest

from conftest import SEED
from facts import Replica, Team, bundle
from program import CHECK, COMPONENT, Tracker

TRACKERS = int(os.environ.get("A11Y_TRACKERS") or 12)
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
    tracker.ok("init")
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
    tracker.ok("init")
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
    tracker.ok("init")
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
    assert "every check that applies, as no plan is set" in " ".join(tracker.ok("status").text.split())


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
        assert (f"{failing} of them FAIL" in text) == (failing > 0), words
    assert data(tracker, "status")["scope"]["plan"] == {
        "checklists": ["critical-rules"], "conditions": ["default", "dark"]}
    # And it is let go of as it was set.
    tracker.ok("edit", "tracker", "--checklists", "", "--conditions", "")
    assert data(tracker, "status")["scope"]["plan"] is None
    require_one_answer(tracker)


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
    assert whole == "gate: pass (1 of 1 rule)"
    part = tracker.ok("gate", "--max-critical", "0", f"check:{CHECK}", f"component:{COMPONENT}").text.splitlines()[-1]
    assert part == "gate: pass (1 of 1 rule), for 1 check of 1 of 3 components"
    tracker.ok("new", "audit", "tiny", "--checklist", "critical-rules", "--components", COMPONENT)
    tracker.ok("log", "pass", CHECK, COMPONENT, "--audit", "tiny")
    assert tracker.ok("gate", "--max-critical", "0", "--audit", "tiny").text.endswith(" of 1 of 3 components\n")


def test_status_tells_the_current_build_from_older_ones(tracker):
    def builds() -> list:
        told = data(tracker, "status")["builds"]
        assert told["untested"] == data(tracker, "status")["cells"]["untested"]
        return [told["current"], told["on_current"], told["on_older"]]

    tracker.ok("log", "pass", SIZE, "home")
    assert builds() == [None, 1, 0] and "none named" in tracker.ok("status").text
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


@pytest.mark.parametrize("kind", ["badge", "carousel", "media-player", "menu", "search-field", "picker", "link", "toggle"])
def test_a_failing_control_of_every_kind_stops_a_release(tracker, kind):
    """A badge that failed every critical rule it was asked slipped through, for it was asked none."""
    key = f"kinds/{kind}"
    tracker.ok("new", "component", key, "--kind", kind)
    for check in (CHECK, "voiceover.state-change-announced", SIZE):
        shown = data(tracker, "show", check)["kinds"]
        assert next(row for row in shown if row["kind"] == kind)["applies"], (check, kind)
    made = tracker.ok("new", "audit", "critical", "--checklist", "critical-rules", "--components", key)
    assert "no check in the audit" not in made.error
    tracker.ok("log", "fail", CHECK, key, "--audit", "critical")
    assert tracker.run("gate", "--audit", "critical", "--critical-rules").code == 1
    assert tracker.run("gate", "--critical-rules").code == 1


def test_a_component_that_an_audit_asks_nothing_about_is_named(tracker):
    tracker.ok("new", "component", "home/map", "--kind", "map")
    made = tracker.ok("new", "audit", "children", "--checklist", "child-testing", "--components", "home/**")
    assert "1 component has no check in the audit children: home/map." in made.error
    for words in (["status"], ["status", "--audit", "children"]):
        assert "1 component has no check in the audit children: home/map." in " ".join(tracker.ok(*words).text.split())
    notice, = (row for row in data(tracker, "status")["attention"] if row["kind"] == "without_check")
    assert notice["count"] == 1
    tracker.ok("edit", "audit", "children", "--close")
    assert "no check in the audit" not in tracker.ok("status").text
    tracker.ok("edit", "tracker", "--checklists", "child-testing")
    assert "no check in the plan" in " ".join(tracker.ok("status").text.split())


def test_show_check_says_which_kinds_it_asks_and_why_not_the_others(tracker):
    text = " ".join(tracker.ok("show", SIZE).text.split())
    assert "Asked of tab-bar, button, icon-button," in text
    assert "It is read, not operated." in text
    rows = data(tracker, "show", SIZE)["kinds"]
    assert len(rows) == 35 and all(row["reason"] for row in rows)


def test_a_registered_size_that_contradicts_a_pass_makes_it_stale_and_says_why(tracker):
    tracker.ok("log", "pass", SIZE, COMPONENT)
    assert require_one_answer(tracker)["stale"] == 0
    tracker.ok("edit", "component", COMPONENT, "--size", "40x40")
    assert require_one_answer(tracker)["stale"] == 1
    shown = " ".join(tracker.ok("show", SIZE, COMPONENT).text.split())
    assert "the registered size 40x40 misses at least 44 pt" in shown
    row, = data(tracker, "list", "cells", "stale:registered")["rows"]
    assert (row["check"], row["stale"]) == (SIZE, ["registered"])
    # One that has become right is another one than was tested.
    tracker.ok("edit", "component", COMPONENT, "--size", "48x48")
    assert "the registered size of the component has changed since" in " ".join(
        tracker.ok("show", SIZE, COMPONENT).text.split())
    tracker.ok("log", "pass", SIZE, COMPONENT, "--value", "48x48")
    assert require_one_answer(tracker)["stale"] == 0
    # A fail is what the size says.
    tracker.ok("edit", "component", COMPONENT, "--size", "40x40")
    tracker.ok("log", "fail", SIZE, COMPONENT, "--value", "40x40")
    assert require_one_answer(tracker)["stale"] == 0


def test_a_pass_whose_value_misses_the_check_needs_a_reason(tracker):
    answer = tracker.run("log", "pass", SIZE, COMPONENT, "--value", "40x40")
    assert answer.code == 2 and "40x40 is no pass" in answer.error and "--override REASON" in answer.error
    assert require_one_answer(tracker)["untested"] == require_one_answer(tracker)["cells"]
    tracker.ok("log", "pass", SIZE, COMPONENT, "--value", "40x40", "--override", "the rows are 60 pt apart")
    row, = data(tracker, "list", "cells")["rows"]
    assert row["outcome"] == "fail" and row["note"] == "override: the rows are 60 pt apart"
    assert "the value contradicts what the tester said" in " ".join(tracker.ok("show", SIZE, COMPONENT).text.split())
    # In bulk a line says it by its note, or the command for all.
    lines = f"pass\t{SIZE}\t{COMPONENT}\tdark\t40x40\t"
    answer = tracker.run("log", "-", stdin=(lines + "near enough\n").encode())
    assert answer.code != 0 and "is no pass" in answer.error
    tracker.ok("log", "-", stdin=(lines + "override: near enough\n").encode())
    tracker.ok("log", "-", "--override", "near enough", stdin=(lines + "\n").encode())
    assert require_one_answer(tracker)["fail"] == 2


@pytest.mark.parametrize("check, good, bad", [
    ("visual-feedback.brightness-shift", "light: -0.05; dark: 0.1", "light: 0; dark: 0"),
    ("visual-feedback.brightness-shift", "-0.03", "0"),
    ("visual-feedback.disabled-state", "48%", "44%"),
    ("typography.text-styles", "body: 17; caption2: 11", "body: 11"),
    ("dynamic-type.no-truncation-ax3", "235%", "200%"),
    ("forgiving-area.total-meets-minimum", "24+2*12", "24+2*9"),
])
def test_values_are_held_to_what_their_check_means(tracker, check, good, bad):
    tracker.ok("log", "pass", check, COMPONENT, "--value", good)
    assert tracker.run("log", "pass", check, COMPONENT, "--value", bad).code == 2


def test_a_size_alone_says_nothing_of_the_fit_of_a_role(tracker):
    tracker.ok("new", "component", "home/title", "--kind", "text")
    answer = tracker.ok("log", "pass", "typography.text-styles", "home/title", "--value", "11 pt")
    assert "It is judged by each text style" in answer.error


def test_a_team_s_own_figure_is_used_by_calc_and_lookup_beside_the_house_s(tracker):
    assert "team" not in tracker.ok("calc", "target", "46x46").text
    tracker.ok("edit", "check", SIZE, "--threshold", "48")
    tracker.ok("edit", "check", "navigation.tab-count", "--threshold", "2,6")
    verdicts = [row for row in data(tracker, "calc", "target", "46x46")["verdicts"] if row["check"] == SIZE]
    assert [row["outcome"] for row in verdicts][:2] == ["pass", "fail"] and "team" in verdicts[1]["rule"]
    verdicts = data(tracker, "calc", "limit", "tabs", "6")["verdicts"]
    assert [row["outcome"] for row in verdicts] == ["fail", "pass"]
    assert "Your team's between 2 and 6 tabs (navigation.tab-count)" in " ".join(
        tracker.ok("lookup", "limit", "tabs").text.split())


def story(tracker):
    """Two audits of two builds, and results beside them: what is fixed, what has come back, what was only corrected."""
    checks = ["voiceover.label-present", "voiceover.label-meaningful", "keyboard.focus-visible", SIZE,
              "voiceover.element-operable", "contrast.non-text-3"]
    fixed, broken, corrected, kept, retested, unnamed = checks
    tracker.ok("new", "audit", "a31", "--checklist", "wcag22-aa", "--components", COMPONENT, "--build", "3.1")
    before = [("fail", fixed), ("pass", broken), ("fail", corrected), ("fail", kept), ("fail", retested)]
    for outcome, check in before:
        tracker.ok("log", outcome, check, COMPONENT, "--audit", "a31", "--build", "3.1")
    tracker.ok("log", "pass", corrected, COMPONENT, "--audit", "a31", "--build", "3.1")
    tracker.ok("log", "pass", retested, COMPONENT, "--build", "3.1", "--tester", "t2", "--retest")
    tracker.ok("log", "fail", unnamed, COMPONENT)
    tracker.ok("log", "pass", unnamed, COMPONENT)
    tracker.ok("edit", "audit", "a31", "--close")
    # Logged beside the audits, and in the scope of both.
    tracker.ok("log", "fail", "voiceover.hint-describes-result", COMPONENT, "--build", "3.1")
    tracker.ok("new", "audit", "a32", "--checklist", "wcag22-aa", "--components", COMPONENT, "--build", "3.2")
    for outcome, check in [("pass", fixed), ("fail", broken), ("fail", kept)]:
        tracker.ok("log", outcome, check, COMPONENT, "--audit", "a32", "--build", "3.2")
    return fixed, broken, corrected, kept, retested, unnamed


def explained(document) -> dict:
    """The cells of each reason."""
    return {part["class"]: sorted(cell["check"] for cell in part["rows"]) for part in document["parts"]}


def test_fixed_and_regressed_are_the_same_everywhere(tracker):
    fixed, broken, corrected, kept, retested, unnamed = story(tracker)
    states = {row["check"]: row["state"] for row in data(tracker, "list", "findings", "--all")["rows"]}
    assert states == {
        fixed: "fixed", broken: "regressed", corrected: "corrected", kept: "open", retested: "corrected",
        unnamed: "corrected", "voiceover.hint-describes-result": "open"}
    rule, = data(tracker, "gate", "--no-regressions", "--baseline", "a31", "--report-only")["rules"]
    assert rule["actual"] == 1 and rule["fixed"] == 1
    figures = data(tracker, "report", "--compare", "a31")
    reasons = explained(figures["change"])
    assert reasons["regressed"] == [broken] and reasons["fixed"] == [fixed]
    rule, = data(tracker, "gate", "--audit", "a32", "--no-regressions", "--baseline", "a31", "--report-only")["rules"]
    assert rule["actual"] == 1 and rule["fixed"] == 1
    reasons = explained(data(tracker, "report", "--audit", "a32", "--compare", "a31")["change"])
    assert reasons["regressed"] == [broken] and reasons["fixed"] == [fixed]


@pytest.mark.parametrize("words", [["--audit", "a32", "--compare", "a31"], ["--audit", "a32", "--compare", "2000-01-01"],
                                   ["--compare", "a31"], ["--audit", "a31", "--compare", "2000-01-01"]])
def test_a_report_has_one_total(tracker, words):
    story(tracker)
    report = data(tracker, "report", *words)
    change = report["change"]
    before, after = change["before"], change["after"]
    assert after["open"] == report["open"]["total"] and after["stale"] == report["stale"]
    for name in OUTCOMES:
        assert after[name] == report["cells"][name], name
    for name in after:
        assert before[name] + sum(part["difference"][name] for part in change["parts"]) == after[name], name
    if "a31" in words[-1]:
        closed = data(tracker, "status", "--audit", "a31")
        assert before["fail"] == closed["cells"]["fail"] and before["untested"] == closed["cells"]["untested"]


def test_an_audit_as_a_baseline_is_what_it_was_when_it_was_closed(tracker, folder):
    """What comes in later under its name changes what it shows, not what it is compared with."""
    tracker.ok("new", "audit", "a31", "--checklist", "wcag22-aa", "--components", COMPONENT, "--build", "3.1")
    tracker.ok("log", "fail", CHECK, COMPONENT, "--audit", "a31", "--build", "3.1")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.ok("init")
    tracker.ok("export", "-o", folder / "first.a11y.json")
    other.ok("import", "--adopt", folder / "first.a11y.json")
    tracker.ok("edit", "audit", "a31", "--close")
    other.ok("log", "pass", CHECK, COMPONENT, "--audit", "a31", "--build", "3.3", "--tester", "t9")
    other.ok("export", "-o", folder / "second.a11y.json")
    tracker.ok("import", folder / "second.a11y.json")
    assert data(tracker, "status", "--audit", "a31")["cells"]["pass"] == 1
    rule, = data(tracker, "gate", "--no-regressions", "--baseline", "a31", "--report-only")["rules"]
    assert rule["fixed"] == 1
    assert explained(data(tracker, "report", "--compare", "a31")["change"])["fixed"] == [CHECK]


@pytest.mark.parametrize("checklist, questions", [("release-review", 33), ("pre-release", 15)])
def test_a_checklist_for_the_whole_app_is_answered_once(tracker, checklist, questions):
    refused = tracker.run("new", "audit", "review", "--checklist", checklist, "--whole-app")
    assert refused.code == 3 and "a11y new component app --kind app" in refused.error
    tracker.ok("new", "component", "app", "--kind", "app")
    for number in range(30):
        tracker.ok("new", "component", f"home/card-{number}", "--kind", "card")
    each = tracker.ok("new", "audit", "each", "--checklist", checklist)
    made = tracker.ok("new", "audit", "review", "--checklist", checklist, "--whole-app")
    assert f"{questions} items to answer" in made.error and f"{questions} items to answer" not in each.error
    check = data(tracker, "list", "cells", "--audit", "review", "--all")["rows"]
    assert len(check) == questions and {row["component"] for row in check} == {"app"}
    # Each question once; a fail says where, and the tracker knows those components.
    lines = ["p"] * (questions - 3) + ["n", "f 2 in=home/card-1,home/card-2 cut off", "f 1 everywhere", "q"]
    tracker.ok("walk", "--audit", "review", "--plain", stdin="\n".join(lines).encode())
    cells = data(tracker, "status", "--audit", "review")["cells"]
    assert (cells["pass"], cells["na"], cells["fail"], cells["untested"]) == (questions - 3, 1, 2, 0)
    failing = data(tracker, "list", "findings")["rows"]
    named = [row for row in failing if row["note"] == "cut off"]
    assert sorted(row["component"] for row in named) == ["app", "home/card-1", "home/card-2"]
    assert len({row["check"] for row in named}) == 1 and all(row["severity"] == 2 for row in named)
    assert "once for the app as a whole" in tracker.ok("show", "review").text
    require_one_answer(tracker)
    # One answer is taken back as one.
    tracker.ok("undo")
    tracker.ok("undo")
    assert data(tracker, "status", "--audit", "review")["cells"]["fail"] == 0
    assert data(tracker, "list", "findings")["rows"] == []
    # Other components than there are stop the line, and nothing of it is kept.
    answer = tracker.run("walk", "--audit", "review", "--plain", stdin=b"f 2 in=nowhere cut off\n")
    assert answer.code == 4 and data(tracker, "list", "findings")["rows"] == []
    # And it is walked component by component where somebody wants that.
    tracker.ok("edit", "audit", "review", "--per-component")
    assert data(tracker, "status", "--audit", "review")["scope"]["cells"] == data(
        tracker, "status", "--audit", "each")["scope"]["cells"]
