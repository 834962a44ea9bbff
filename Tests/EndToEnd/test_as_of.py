"""Any moment of the past: the same answer as from the files of that time, and the same bytes on every machine."""

import json
from datetime import timedelta

import pytest

from program import Tracker, require_sentence
from story import as_of, retell, snapshots, tell

MOMENTS = [snapshot["moment"] + offset for snapshot in snapshots() for offset in (timedelta(seconds=-1), timedelta())]


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    return tell(Tracker(tmp_path_factory.mktemp("story")))


@pytest.fixture(scope="module")
def colleague(tmp_path_factory, story):
    return retell(story, Tracker(tmp_path_factory.mktemp("colleague")))


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_every_moment_of_the_story(story, moment):
    wanted = as_of(moment)
    rows = json.loads(story.ok("list", "--as-of", moment.isoformat(), "--json").out)["rows"]
    assert {(row["component"], row["check"], row["condition"]): (row["outcome"], row["build"]) for row in rows} == {
        cell: (outcome, snapshot["build"]) for cell, (outcome, _, snapshot) in wanted.items()}
    status = json.loads(story.ok("status", "--as-of", moment.isoformat(), "--json").out)
    outcomes = [outcome for outcome, _, _ in wanted.values()]
    # Of what applies to the components that were there, what nobody had seen by then.
    asked = story.rows('SELECT component, "check", condition FROM v_scope')
    there = {component for component, _, _ in wanted}
    untested = sum(cell[0] in there and cell not in wanted for cell in asked)
    assert status["cells"] == {
        "pass": outcomes.count("pass"), "fail": outcomes.count("fail"), "na": outcomes.count("na"),
        "cant_tell": outcomes.count("cant-tell"), "untested": untested}
    assert status["scope"]["components"] == len({component for component, _, _ in wanted}) or not wanted
    if wanted:
        ages = [(moment - snapshot["moment"]).days for _, _, snapshot in wanted.values()]
        assert status["evidence"] == {"newest_days": min(ages), "oldest_days": max(ages)}
    stale = {cell for cell, (_, _, snapshot) in wanted.items() if moment - snapshot["moment"] > timedelta(days=180)}
    assert {(row["component"], row["check"], row["condition"]) for row in rows if row["stale"]} == stale


@pytest.mark.parametrize("words", [
    ["status", "--json"], ["list", "cells", "--json"], ["list", "findings", "--format", "csv"],
    ["list", "cells", "--all", "--format", "ndjson"],
], ids=" ".join)
def test_two_leads_get_the_same_bytes(story, colleague, words):
    for day in ("2019-07-04", "2019-07-21", "2021-06-07", "2026-01-01"):
        answers = [machine.ok(*words, "--as-of", f"{day}T23:59:59.999Z", TZ=zone).out
                   for machine, zone in ((story, "America/Lima"), (colleague, "Asia/Tokyo"))]
        assert answers[0] == answers[1] and answers[0], day


def test_a_result_that_is_told_late_is_in_its_place(tmp_path):
    rounds = snapshots()
    # A commit does not say which of two is newer, so each round has a number: what is told late is of an older build.
    rounds = [{**one, "build": f"1.{one['number']}"} for one in rounds]
    late = tell(Tracker(tmp_path), [rounds[0], *rounds[3:], rounds[1], rounds[2]])
    for moment in MOMENTS[::5]:
        wanted = {cell: outcome for cell, (outcome, _, _) in as_of(moment).items()}
        rows = json.loads(late.ok("list", "--as-of", moment.isoformat(), "--json").out)["rows"]
        assert {(row["component"], row["check"], row["condition"]): row["outcome"] for row in rows} == wanted
    late.require_sound()


def test_what_is_no_moment_is_refused(tracker):
    require_sentence(tracker.run("status", "--as-of", "last week"), 2)
    require_sentence(tracker.run("list", "components", "--as-of", "2026-01-01"), 2)
