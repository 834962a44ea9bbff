"""The history of a real app, from its files to the answers, counted a second time without the program."""

import json
import shutil

import pytest

from program import MOVIES, Tracker
from story import as_of, results, snapshots, tell


def latest():
    """The last outcome of each cell."""
    return {cell: (outcome, note) for cell, (outcome, note, _) in as_of().items()}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    return tell(Tracker(tmp_path_factory.mktemp("story")))


def test_the_files_are_worth_counting():
    outcomes = [outcome for outcome, _ in latest().values()]
    assert len(outcomes) > 500 and {"pass", "fail", "na"} <= set(outcomes)


def test_status_counts_what_the_files_hold(story):
    status = json.loads(story.ok("status", "--json").out)
    outcomes = [outcome for outcome, _ in latest().values()]
    passed, failed = outcomes.count("pass"), outcomes.count("fail")
    # Which checks apply is for the catalogue to say; what of them nobody looked at is counted here.
    asked = set(story.rows('SELECT component, "check", condition FROM v_scope'))
    assert status["cells"] == {
        "pass": passed, "fail": failed, "na": outcomes.count("na"), "cant_tell": outcomes.count("cant-tell"),
        "untested": len(asked - set(latest()))}
    assert status["scope"]["cells"] == len(asked | set(latest()))
    assert status["compliance"]["pass"] == passed
    assert status["compliance"]["judged"] == passed + failed
    assert status["compliance"]["ratio"] == pytest.approx(passed / (passed + failed), abs=0.01)
    assert sum(status["failing"].values()) == failed
    assert status["coverage"]["answered"] <= status["coverage"]["in_scope"]


def test_findings_are_the_cells_whose_last_outcome_is_a_fail(story):
    listed = json.loads(story.ok("list", "findings", "check:voiceover.*", "--json").out)
    wanted = {cell for cell, (outcome, _) in latest().items() if outcome == "fail" and cell[1].startswith("voiceover.")}
    assert {(row["component"], row["check"], row["condition"]) for row in listed["rows"]} == wanted
    assert len(listed["rows"]) == len(wanted) > 0


def test_cells_and_results_are_all_there(story):
    cells = json.loads(story.ok("list", "cells", "--json").out)["rows"]
    assert {(row["component"], row["check"], row["condition"]): row["outcome"] for row in cells} == {
        cell: outcome for cell, (outcome, _) in latest().items()}
    listed = json.loads(story.ok("list", "results", "--json").out)["rows"]
    assert len(listed) == sum(len(list(results(snapshot["file"]))) for snapshot in snapshots())
    assert {row["build"] for row in listed} == {snapshot["build"] for snapshot in snapshots()[1:]}


def test_show_tells_the_history_of_a_component(story):
    notes = [(cell, note) for cell, (outcome, note) in latest().items() if outcome == "fail" and note]
    (component, check, _), note = notes[0]
    told = story.ok("show", component, "--width", "200").text
    assert component in told and check in told
    told = story.ok("show", check, component, "--width", "200").text
    assert note in told and "inspector" in told and snapshots()[-1]["build"] in told
    json.loads(story.ok("show", component, "--json").out)


def test_the_views_for_sql_agree(story):
    assert story.rows("SELECT count(*) FROM v_cell") == [(len(latest()),)]
    failed = sum(outcome == "fail" for outcome, _ in latest().values())
    assert story.rows("SELECT count(*) FROM v_finding") == [(failed,)]
    assert len(story.rows("SELECT key FROM v_component")) == len((MOVIES / "components.csv").read_text().splitlines()) - 1
    last_day = story.rows("SELECT sum(fail) FROM v_trend t WHERE day = (SELECT max(day) FROM v_trend u"
                          " WHERE u.category = t.category)")
    assert last_day == [(failed,)]


def test_the_same_files_again_leave_the_state_as_it_was(story, tmp_path):

    copy = Tracker(tmp_path / "copy")
    shutil.copytree(story.folder, copy.folder)
    before = json.loads(copy.ok("status", "--json").out)["cells"]
    copy.ok("new", "component", "--from", MOVIES / "components.csv")
    # All of them, in their order: nobody can tell which of two commits is newer, so what was said last holds.
    for snapshot in snapshots():
        copy.ok("log", "-", "--at", snapshot["at"], "--build", snapshot["build"], "--tester", "inspector",
                stdin=(MOVIES / snapshot["file"]).read_bytes())
    assert json.loads(copy.ok("status", "--json").out)["cells"] == before
    copy.require_sound()
