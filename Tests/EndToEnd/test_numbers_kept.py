"""What was wrong with the numbers, one by one: who is asked what, what a value says, what is fixed, and one total."""

import json
import re

import pytest

from program import CHECK, COMPONENT, Tracker
from test_numbers import OUTCOMES, SIZE, data, require_one_answer, tracker  # noqa: F401


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
    assert "2 components have no check in the audit children: home, home/map." in made.error
    for words in (["status"], ["status", "--audit", "children"]):
        assert "2 components have no check in the audit children: home, home/map." in " ".join(tracker.ok(*words).text.split())
    notice, = (row for row in data(tracker, "status")["attention"] if row["kind"] == "without_check")
    assert notice["count"] == 2
    tracker.ok("edit", "audit", "children", "--close")
    assert "no check in the audit" not in tracker.ok("status").text
    tracker.ok("edit", "tracker", "--checklists", "child-testing")
    assert "no check in the plan" in " ".join(tracker.ok("status").text.split())


def test_show_check_says_which_kinds_it_asks_and_why_not_the_others(tracker):
    text = " ".join(tracker.ok("show", SIZE).text.split())
    assert "Applies to tab-bar, button, icon-button," in text
    assert "It is read, not operated." in text
    rows = data(tracker, "show", SIZE)["kinds"]
    assert len(rows) == 35 and all(row["reason"] for row in rows)


def test_a_registered_size_that_contradicts_a_pass_makes_it_stale_and_says_why(tracker):
    tracker.ok("log", "pass", SIZE, COMPONENT)
    assert require_one_answer(tracker)["stale"] == 0
    tracker.ok("edit", "component", COMPONENT, "--size", "40x40")
    assert require_one_answer(tracker)["stale"] == 1
    shown = " ".join(tracker.ok("show", SIZE, COMPONENT).text.split())
    assert "the registered size 40x40 does not meet at least 44 pt" in shown
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
    assert answer.code == 2 and "40x40 does not meet" in answer.error and "--override REASON" in answer.error
    assert require_one_answer(tracker)["untested"] == require_one_answer(tracker)["cells"]
    tracker.ok("log", "pass", SIZE, COMPONENT, "--value", "40x40", "--override", "the rows are 60 pt apart")
    row, = data(tracker, "list", "cells")["rows"]
    assert row["outcome"] == "fail" and row["note"] == "override: the rows are 60 pt apart"
    assert "the value contradicts the tester's outcome" in " ".join(tracker.ok("show", SIZE, COMPONENT).text.split())
    # In bulk a line says it by its note, or the command for all.
    lines = f"pass\t{SIZE}\t{COMPONENT}\tdark\t40x40\t"
    answer = tracker.run("log", "-", stdin=(lines + "near enough\n").encode())
    assert answer.code != 0 and "does not meet" in answer.error
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
    assert "The check is evaluated for each text style" in answer.error


def test_a_team_s_own_figure_is_used_by_calc_and_lookup_beside_the_house_s(tracker):
    assert "team" not in tracker.ok("calc", "target", "46x46").text
    tracker.ok("edit", "check", SIZE, "--threshold", "48")
    tracker.ok("edit", "check", "navigation.tab-count", "--threshold", "2,6")
    verdicts = [row for row in data(tracker, "calc", "target", "46x46")["verdicts"] if row["check"] == SIZE]
    assert [row["outcome"] for row in verdicts][:2] == ["pass", "fail"] and "Custom threshold" in verdicts[1]["rule"]
    verdicts = data(tracker, "calc", "limit", "tabs", "6")["verdicts"]
    assert [row["outcome"] for row in verdicts] == ["fail", "pass"]
    assert "Custom figure between 2 and 6 tabs (navigation.tab-count)" in " ".join(
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
    if words[0] == "--audit" and words[-1] == "a31":
        closed = data(tracker, "status", "--audit", "a31")
        assert before["fail"] == closed["cells"]["fail"] and before["untested"] == closed["cells"]["untested"]


@pytest.mark.parametrize("is_closed", [True, False])
def test_two_audits_are_explained_as_a_report_compares_them(tracker, is_closed):
    """Of the whole tracker between two closings that were a minute apart, nothing had changed."""
    fixed, broken, *_ = story(tracker)
    if is_closed:
        tracker.ok("edit", "audit", "a32", "--close")
    change = data(tracker, "report", "--audit", "a32", "--compare", "a31")["change"]
    told = data(tracker, "trend", "--explain", "a31", "audit:a32")
    assert [told[key] for key in ("before", "after", "parts", "summary")] == [
        change[key] for key in ("before", "after", "parts", "summary")]
    assert explained(told)["fixed"] == [fixed] and (told["from"]["name"], told["to"]["name"]) == ("a31", "a32")
    assert tracker.ok("trend", "--explain", "a31", "a32").text.startswith("Changes from audit a31 to audit a32\n")
    assert tracker.ok("trend", "--explain", "a31", "build:3.2").text.startswith("Changes from a31 to 3.2\n")


def test_a_report_of_no_audit_is_compared_with_the_tracker_as_it_was(tracker):
    """Everything outside of the audit was newly tested since it was closed."""
    story(tracker)
    change = data(tracker, "report", "--compare", "a31")["change"]
    told = data(tracker, "trend", "--explain", "a31", "build:3.2")
    assert [told[key] for key in ("before", "after", "parts")] == [change[key] for key in ("before", "after", "parts")]
    assert "into-scope" not in explained(change)
    page = tracker.ok("report", "--compare", "a31", "--html", "-").text
    assert "Components in use<" in page and " in <bdi>a31</bdi>.</strong>" not in page


def test_a_page_counts_the_components_of_the_audits_that_it_compares(tracker):
    """Of the whole tracker they would be beside the figures of a part of it."""
    story(tracker)
    page = tracker.ok("report", "--audit", "a32", "--compare", "a31", "--html", "-").text
    row, = re.findall(r"Components in (?:use|scope)<[^\n]*", page)
    assert row.startswith("Components in scope<") and re.findall(r">(\d+)\b", row) == ["1", "1"], row
    assert " than in <bdi>a31</bdi>.</strong>" in page or " as in <bdi>a31</bdi>.</strong>" in page
    page = tracker.ok("report", "--compare", "2001-01-01", "--html", "-").text
    assert "Components in use<" in page and " in 1 January 2001" not in page


@pytest.fixture
def half_tested(folder):
    """Two findings of one audit, and a second one that tests neither of them again."""
    tracker = Tracker(folder)
    tracker.begin("6")
    tracker.ok("config", "tester", "t1")
    first, second, third = "traits.header", "navigation.screen-title", "voiceover.reading-order"
    tracker.ok("new", "component", "start", "--kind", "screen")
    tracker.ok("new", "audit", "spring", "--checklist", "essentials", "--components", "start")
    for outcome, check in ("fail", first), ("fail", second), ("pass", third):
        tracker.ok("log", outcome, check, "start", "--audit", "spring")
    tracker.ok("edit", "audit", "spring", "--close")
    tracker.ok("new", "audit", "autumn", "--checklist", "essentials", "--components", "start")
    tracker.ok("log", "pass", third, "start", "--audit", "autumn")
    return tracker


def test_what_was_not_tested_again_makes_nothing_better(half_tested):
    """`Better than in spring`, with 33% before and 100% now, where nothing had been fixed."""
    half_tested.ok("edit", "audit", "autumn", "--close")
    page = half_tested.ok("report", "--audit", "autumn", "--compare", "spring", "--html", "-").text
    assert "Better than" not in page and "<strong>Mixed: less is evaluated than in <bdi>spring</bdi>.</strong>" in page
    assert "or not retested, open findings went from 0 to 0. In total, they went from 2 to 0. 2 were not retested." in page
    assert "Like for like, without 2 items not retested: 100% before, 100% now." in page
    trend = " ".join(half_tested.ok("trend", "--every", "audit").text.split())
    assert "From spring to autumn: mixed." in trend and "Coverage fell from 3 of " in trend


def test_what_was_fixed_is_told_apart_from_what_was_not_tested_again(half_tested):
    half_tested.ok("log", "pass", "traits.header", "start", "--audit", "autumn")
    half_tested.ok("edit", "audit", "autumn", "--close")
    page = half_tested.ok("report", "--audit", "autumn", "--compare", "spring", "--html", "-").text
    assert "open findings went from 1 to 0. In total, they went from 2 to 0. 1 was not retested." in page
    assert "Like for like, without 1 item not retested: 50% before, 100% now." in page


def test_what_went_out_of_scope_makes_nothing_better(half_tested):
    half_tested.ok("new", "checklist", "own", "--check", "voiceover.reading-order,traits.header")
    half_tested.ok("new", "audit", "winter", "--checklist", "own", "--components", "start")
    for check in "voiceover.reading-order", "traits.header":
        half_tested.ok("log", "pass" if check.startswith("voice") else "fail", check, "start", "--audit", "winter")
    half_tested.ok("edit", "audit", "winter", "--close")
    page = half_tested.ok("report", "--audit", "winter", "--compare", "spring", "--html", "-").text
    assert "<strong>About the same as in <bdi>spring</bdi>.</strong>" in page
    assert "open findings went from 1 to 1. In total, they went from 2 to 1. 1 is no longer in scope." in page


def test_an_audit_as_a_baseline_is_what_it_was_when_it_was_closed(tracker, folder):
    """What comes in later under its name changes neither what it shows nor what it is compared with."""
    tracker.ok("follow", "*")
    tracker.ok("new", "audit", "a31", "--checklist", "wcag22-aa", "--components", COMPONENT, "--build", "3.1")
    tracker.ok("log", "fail", CHECK, COMPONENT, "--audit", "a31", "--build", "3.1")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    tracker.ok("export", "-o", folder / "first.a11y.json")
    other.ok("import", "--adopt", folder / "first.a11y.json")
    tracker.ok("edit", "audit", "a31", "--close")
    other.ok("log", "pass", CHECK, COMPONENT, "--audit", "a31", "--build", "3.3", "--tester", "t9")
    other.ok("export", "-o", folder / "second.a11y.json")
    tracker.ok("import", folder / "second.a11y.json")
    assert data(tracker, "status", "--audit", "a31")["cells"]["pass"] == 0
    assert data(tracker, "status", "--audit", "a31", "--now")["cells"]["pass"] == 1
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
    assert f"{questions} items to test" in made.error and f"{questions} items to test" not in each.error
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
    assert "whole app, each check once" in tracker.ok("show", "review").text
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
