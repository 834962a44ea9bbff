"""A walk through a whole app, with the first edition of the checks and with the newest: what a tester is asked, types, and
reads, and which criteria of A and AA that answers.

The article for testers states the figures, which are those of this app; a change of the catalog that moves them is read by a
person.
"""

import json
from dataclasses import dataclass

import pytest

from program import FIXTURES, TOP, Tracker

FILMHOUSE = FIXTURES / "filmhouse/components.csv"
ARTICLE = TOP / "Sources/a11y/a11y.docc/Testing.md"


@dataclass(frozen=True)
class Effort:
    """A walk from the first item to the last."""

    items: int
    keys: int
    words: int
    criteria: frozenset


def walked(folder, edition: str) -> Effort:
    """Reads each item once. Where nothing is answered a walk is as long as where everything is, and takes less time."""
    tracker = Tracker(folder / edition)
    tracker.folder.mkdir()
    tracker.begin(edition)
    tracker.ok("new", "component", "--from", FILMHOUSE)
    asked = json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]
    keys = b"s" * len(asked)
    said = tracker.ok("walk", "--tester", "t1", stdin=b"".join(b"%c\n" % key for key in keys)).text
    assert f"\n1/{len(asked)} " in said and f"\n{len(asked)}/{len(asked)} " in said
    checks = {row["check"] for row in asked}
    criteria = json.loads(tracker.ok("list", "criteria", "level:A,AA", "--json").out)["rows"]
    covered = frozenset(row["criterion"] for row in criteria if checks & set(row["tests"]))
    return Effort(len(asked), len(keys), len(said.split()), covered)


@pytest.fixture(scope="module")
def efforts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("walks")
    return walked(folder, "1"), walked(folder, "5")


def test_a_third_of_the_items_and_half_of_the_words_cover_more_criteria(efforts):
    before, now = efforts
    assert now.items * 3 <= before.items and now.keys * 3 <= before.keys
    assert now.words * 2 <= before.words
    assert before.criteria < now.criteria and len(now.criteria) == 51


def test_the_article_states_the_figures(efforts):
    """Words in tens of thousands: a text that is a little longer is no other figure."""
    before, now = efforts
    article = " ".join(ARTICLE.read_text().split())
    for effort in efforts:
        assert f"{effort.items:,} items" in article and f"{round(effort.words, -4):,} words" in article
        assert f"{len(effort.criteria)} of the 55 criteria" in article


def test_a_walk_with_an_answer_for_each_item_passes_every_criterion_that_has_a_check_and_states_no_figure(folder):
    tracker = Tracker(folder)
    tracker.begin("5")
    tracker.ok("new", "component", "--from", FILMHOUSE)
    asked = len(json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"])
    tracker.ok("walk", "--tester", "t1", stdin=b"p\n" * asked)
    status = json.loads(tracker.ok("status", "--json").out)
    assert status["cells"]["pass"] == asked == status["scope"]["cells"]
    criteria = json.loads(tracker.ok("list", "criteria", "level:A,AA", "--json").out)["rows"]
    # A figure is never met by eye alone: these pass with measured values.
    measured = {row["criterion"] for row in criteria if "not measured" in (row["progress"] or "")}
    assert measured == {"1.4.3", "1.4.11", "2.5.8"}
    assert [row["criterion"] for row in criteria if row["state"] != "pass" and row["criterion"] not in measured] == [
        "2.4.1", "2.4.5", "3.2.3", "3.2.4"]
    tracker.require_sound()
