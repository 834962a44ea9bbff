"""How a real app stands towards the criteria, counted a second time from its cells and checks."""

import html
import re

import pytest

from covering import rows
from program import Tracker
from story import snapshots, tell

LEVELS = {"wcag22-a": {"A"}, "wcag22-aa": {"A", "AA"}, "wcag22-aaa": {"A", "AA", "AAA"}}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    tracker = tell(Tracker(tmp_path_factory.mktemp("story")))
    tracker.ok(
        "new", "audit", "round", "--checklist", "critical-rules", "--components", "**", "--standard", "wcag22-aa")
    # What tools passed, which is no evidence.
    for component in [row["key"] for row in rows(tracker, "components")][:5]:
        tracker.ok("log", "pass", "automated-audit.contrast", component, "--tester", "ci")
    return tracker


def rolled_up(cells, testing, checks):
    """1-product, word for word."""
    if not testing:
        return "not-evaluated"
    own = [cell for cell in cells if cell["check"] in testing]
    outcomes = {cell["outcome"] for cell in own}
    if "fail" in outcomes:
        return "fail"
    if "cant-tell" in outcomes or any(cell["disputed"] for cell in own):
        return "cant-tell"
    if "untested" in outcomes:
        return "untested"
    if any(cell["outcome"] == "pass" and checks[cell["check"]]["method"] != "automated" for cell in own):
        return "pass"
    return "na" if "na" in outcomes else "untested"


@pytest.mark.parametrize("scope", [[], ["--audit", "round"], ["--as-of", snapshots()[4]["at"]]])
def test_every_criterion_is_what_its_cells_make_of_it(story, scope):
    checks = {row["id"]: row for row in rows(story, "checks")}
    cells = rows(story, "cells", "--all", *scope)
    criteria = rows(story, "criteria", *scope)
    assert len(criteria) == 87 and len(cells) > 100
    for row in criteria:
        links = {check: link["relation"] for check, one in checks.items() for link in one["wcag"]
                 if link["criterion"] == row["criterion"]}
        testing = sorted(check for check, relation in links.items() if relation == "tests")
        assert (row["tests"], row["related"]) == (testing, sorted(links.keys() - set(testing)))
        own = [cell for cell in cells if cell["check"] in testing]
        for outcome in ["pass", "fail", "na", "cant-tell", "untested"]:
            assert row[outcome.replace("-", "_")] == sum(cell["outcome"] == outcome for cell in own), row["criterion"]
        assert row["components"] == len({cell["component"] for cell in own})
        assert row["stale"] == sum(bool(cell["stale"]) for cell in own)
        made = rolled_up(cells, testing, checks)
        # What the answers so far say is no status while an applicable check has no answer, or nothing was measured.
        assert bool(row["progress"]) == (row["state"] == "untested" and made in ("pass", "na")), row["criterion"]
        assert row["state"] == ("untested" if row["progress"] else made), row["criterion"]


@pytest.mark.parametrize("standard", [*LEVELS, "wcag21-aa", "wcag20-aa", "en301549-v3.2.1", "section508"])
def test_every_criterion_of_a_standard_is_in_one_state(story, standard):
    every = {row["criterion"]: row for row in rows(story, "criteria")}
    own = rows(story, "criteria", "--standard", standard)
    assert all(row == every[row["criterion"]] for row in own)
    if standard in LEVELS:
        assert {row["criterion"] for row in own} == {key for key, row in every.items() if row["level"] in LEVELS[standard]}
    states = ["fail", "cant-tell", "untested", "pass", "na", "not-evaluated"]
    assert sum(len([row for row in own if row["state"] == state]) for state in states) == len(own)
    said = story.ok("list", "criteria", "--standard", standard, "--plain").text
    assert "not a conformance claim" in said and "Best practices" in said


def test_a_list_and_a_report_count_the_same_criteria(story):
    """The list of WCAG 2.2 counted 87, with the criterion that WCAG 2.2 has removed."""
    said, page = story.ok("list", "criteria", "--width", "200").text, html.unescape(story.ok("report", "--html", "-").text)
    counts = [re.search(r"\b86 criteria: ([^.]*)\.", text)[1].lower().split(", ") for text in (said, page)]
    assert sorted(counts[0]) == sorted(counts[1])
    assert "Not counted: 1 criterion that WCAG 2.2 has removed." in said
    alone = story.ok("list", "criteria", "4.1.1").text
    assert "1 criterion: 1 not evaluated." in alone and "Not counted" not in alone


def test_forty_four_points_is_never_an_aa_figure(story):
    story.ok("log", "fail", "touch-target.minimum-44pt", "movie-detail/movie-crossline-row", "--tester", "t1")
    before = {row["criterion"]: row for row in rows(story, "criteria", "level:A,AA", "--as-of", "2020-01-01")}
    for row in rows(story, "criteria", "level:A,AA"):
        assert "touch-target.minimum-44pt" not in row["tests"]
        assert row["fail"] == before[row["criterion"]]["fail"] or row["criterion"] != "2.5.8"
    assert [row["state"] for row in rows(story, "criteria", "criterion:2.5.5")] == ["fail"]
