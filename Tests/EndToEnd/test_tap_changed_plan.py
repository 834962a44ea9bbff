"""A plan that is changed once its sessions began: who knows the results does not choose where the test ends."""

import json
import re
import time

import pytest

from deciding import follow
from facts import reference, stated
from forging import give, told
from program import COMPONENT, Tracker
from tapping import PLAN, code, line, paper, plan, report, taps


@pytest.fixture
def half(tracker):
    """Six of twelve children took part, and none missed."""
    plan(tracker, PLAN, "--children", "12")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    assert paper(tracker, *(line(code(child), taps(10)) for child in range(6))).code == 0
    return tracker


def verdict(tracker):
    return report(tracker)["parts"][0]["result"]["verdict"]


def words(text):
    return " ".join(text.split())


def redacted(tracker):
    return report(tracker, "--redact")["parts"][0]["result"]


@pytest.mark.parametrize("change, named", [
    (["--children", "6"], "children"), (["--children", "11"], "children"), (["--taps", "5"], "taps"), (["--looks", "2"], "looks"),
    (["--taps", "11", "--children", "6"], "taps, children")])
def test_no_session_is_turned_into_the_last_one_afterwards(half, change, named):
    before = half.rows("SELECT doc FROM record WHERE kind = 'plan'")
    for more in [[], ["--dry-run"]]:
        answer = half.run("edit", "plan", PLAN, *change, *more)
        assert answer.code == 5 and f'cannot change {named} of plan "{PLAN}": it has sessions' in answer.error
        assert "a11y new plan" in answer.error and ("children can then only become more" in answer.error) == ("children" in named)
    assert half.rows("SELECT doc FROM record WHERE kind = 'plan'") == before and verdict(half) == "not enough evidence"


def test_before_the_first_session_the_numbers_can_be_changed(tracker):
    plan(tracker, PLAN, "--children", "12")
    answer = tracker.ok("edit", "plan", PLAN, "--children", "5", "--taps", "20", "--looks", "2")
    assert "has sessions" not in answer.error
    assert paper(tracker, line(code(0), "h" * 20)).code == 0
    assert report(tracker)["changes"] == [] and report(tracker)["planned_children"] == 5
    assert "Changes after" not in tracker.ok("tap", "report", PLAN).text
    # The same numbers again are no change.
    assert tracker.run("edit", "plan", PLAN, "--children", "5", "--taps", "20", "--looks", "2").code == 0


def test_more_children_are_said_and_no_redacted_report_tells_of_the_next_one(tracker):
    plan(tracker, PLAN, "--children", "12")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    assert paper(tracker, *(line(code(child), taps(9 + child % 2)) for child in range(12))).code == 0
    before = redacted(tracker)
    answer = tracker.ok("edit", "plan", PLAN, "--children", "13")
    assert "its verdict now requires 13 children" in answer.error and "at first (after 12), then change after every 10 more" in answer.error
    assert paper(tracker, line(code(12), taps(0))).code == 0
    # With the thirteenth in it, the difference of the two reports would be what that child did.
    after = redacted(tracker)
    assert [after[key] for key in ("children", "taps", "rate")] == [before[key] for key in ("children", "taps", "rate")]
    assert (after["children"], after["taps"]) == (12, 120)
    assert report(tracker)["parts"][0]["result"]["children"] == 13
    # The look after the twelfth does not go away with the number that made it the last one.
    assert report(tracker)["parts"][0]["result"]["looks"]["extra"] == 1
    assert "1 child more than planned at first: up to 1 extra look. With interim looks" in words(tracker.ok("tap", "report", PLAN).text)
    said = "The plan was changed after the first session: 13 children instead of 12. Its verdict requires 13 children"
    for text in (tracker.ok("tap", "report", PLAN).text, tracker.ok("tap", "report", PLAN, "--redact").text,
                 tracker.ok("show", PLAN).text, tracker.ok("tap", "close", PLAN, "--tester", "lead").error):
        assert said in words(text)


def test_a_change_of_a_followed_machine_ends_no_test_and_is_said(half, folder):
    other = Tracker(folder / "other")
    other.folder.mkdir()
    half.ok("export", "-o", str(folder / "a.json"))
    other.begin()
    other.ok("import", "--adopt", str(folder / "a.json"))
    # There are no sessions there, so nothing keeps it from being changed.
    other.ok("edit", "plan", PLAN, "--children", "6", "--taps", "5", "--looks", "3")
    other.ok("export", "-o", str(folder / "b.json"))
    (machine,), = other.rows("SELECT value FROM local WHERE name = 'replica'")
    half.ok("import", str(folder / "b.json"))
    half.ok("follow", machine)
    assert json.loads(half.rows("SELECT doc FROM record WHERE kind = 'plan'")[0][0])["children"] == 6
    assert verdict(half) == "not enough evidence"
    found = report(half)
    assert (found["planned_children"], found["planned_taps"], found["looks"]) == (12, 10, 1)
    assert found["changes"] == [
        "The plan was changed after the first session: 6 children instead of 12, 5 taps each instead of 10, 3 analyses instead of "
        "1. Its verdict still requires 12 children, and redacted reports keep the looks that were planned at first."]
    closed = half.ok("tap", "close", PLAN, "--tester", "lead")
    assert "Closed plan close-44: not enough evidence." in closed.text and found["changes"][0] in closed.error
    assert half.rows("SELECT outcome FROM v_cell WHERE \"check\" = 'child-testing.first-tap-success'") == [("cant-tell",)]


def test_what_is_taken_back_later_was_planned_all_the_same(tracker):
    plan(tracker, PLAN, "--children", "6")
    tracker.ok("edit", "plan", PLAN, "--children", "12")
    assert paper(tracker, *(line(code(child), taps(10)) for child in range(6))).code == 0
    # An undo of the edit, that somebody else asks for and that is followed.
    edit, = (fact for fact in told(tracker) if fact["kind"] == "set" and fact["body"]["fields"].get("children") == 12)
    undo = stated("m" * 12, 1, "", [time.time_ns() // 1_000_000, 0], "retract", {"by": "x", "targets": [reference(edit)]}, (), "1" * 32)
    tracker.ok("import", give(tracker, undo))
    follow(tracker)
    assert json.loads(tracker.rows("SELECT doc FROM record WHERE kind = 'plan'")[0][0])["children"] == 6
    assert verdict(tracker) == "not enough evidence" and "6 children instead of 12" in report(tracker)["changes"][0]


def test_a_closed_plan_waits_for_no_child(half):
    assert "6 of 12 planned children have not taken part yet" in words(half.ok("tap", "report", PLAN).text)
    half.ok("tap", "close", PLAN, "--tester", "lead")
    assert "Closed with 6 of 12 planned children." in words(half.ok("tap", "report", PLAN).text)
    half.ok("erase", "participant", code(2), "--yes")
    assert not re.search(r"not taken part yet|Interim: ", words(half.ok("tap", "report", PLAN).text))


def test_a_void_opens_the_plan_for_no_change(tracker):
    """Who knows the results voided the sessions, lowered the target, and took them in again."""
    plan(tracker, PLAN)
    assert paper(tracker, line(code(0), "hhhhhhmmmm")).code == 0
    tracker.ok("tap", "void", code(0), "--reason", "other", "--tester", "t1")
    for words in (["--target", "50"], ["--size", "60x60"], ["--taps", "4"]):
        answer = tracker.run("edit", "plan", PLAN, *words)
        assert answer.code == 5 and "it has sessions" in answer.error


def test_no_new_plan_takes_over_the_sessions_of_one_that_was_undone(tracker):
    """Undo passed over the sessions, which another person recorded, and a plan of the same key had them with its target."""
    tracker.ok("config", "tester", "t1")
    plan(tracker, PLAN)
    assert paper(tracker, line(code(0), "hhhhhhmmmm")).code == 0
    assert f"the edit of plan {PLAN}" in tracker.ok("undo").text
    answer = tracker.run("new", "plan", PLAN, "--component", COMPONENT, "--size", "44x44", "--target", "50")
    assert answer.code == 5 and "its sessions are here" in answer.error and "a11y redo" in answer.error
    tracker.ok("redo")
    assert report(tracker)["target"] == 0.9
    assert "already exists" in tracker.run("new", "plan", PLAN, "--component", COMPONENT, "--size", "44x44").error
