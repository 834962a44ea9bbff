"""What a plan comes to becomes results: the verdict, and one child's own trouble."""

import json
import re

import pexpect
import pytest

from forging import Chain, give
from program import COMPONENT, PROGRAM, WHY, Tracker, environment
from tapping import CODES, PLAN, PLAY, code, hold, line, paper, plan, report, taps


def findings(tracker):
    rows = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    return [(row["check"], row["condition"], row["note"]) for row in rows]


def test_one_childs_trouble_is_a_finding_whatever_the_rate_says(tracker, folder):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "p", [10] * 11 + [0])
    found = findings(tracker)
    assert [row[:2] for row in found] == [("child-testing.first-tap-success", "one-child")]
    note = found[0][2]
    assert note == "Plan p: a child had repeated difficulty. This is a finding regardless of the rate."
    # That it was one child is no setting of a device.
    ticket = tracker.ok("report", "--issues", "md").text
    assert "Condition: one-child" in ticket and "Set one-child" not in ticket
    assert "one-child" in tracker.ok("report").text and "failing" in json.loads(tracker.ok("status", "--json").out)
    # The verdict keeps its own cell.
    cells = json.loads(tracker.ok("list", "cells", f"component:{PLAY}", "--json").out)["rows"]
    outcomes = {(row["check"], row["condition"]): row["outcome"] for row in cells}
    assert outcomes["child-testing.first-tap-success", ""] == "cant-tell"
    out = folder / "out.json"
    tracker.ok("export", "-o", str(out))
    assert code(0)[:4] not in out.read_text() and "2026-W" not in out.read_text()
    # Whoever is erased, it is not said any more: its end would tell whose it was.
    for child in (2, 11):
        copy = Tracker(folder / f"copy-{child}")
        copy.folder.mkdir()
        tracker.ok("backup", str(copy.folder / "audit.db"))
        erased = copy.ok("erase", "participant", code(child), "--yes", "--db", str(copy.folder / "audit.db"))
        rows = json.loads(copy.ok("list", "findings", "--json", "--db", str(copy.folder / "audit.db")).out)["rows"]
        assert rows == [] and "Recalculated plan" in erased.text


def test_a_later_test_without_trouble_ends_the_finding_and_few_children_say_nothing(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "few", [10, 10, 10, 0], closes=False)
    assert "without identifying the child" in tracker.ok("tap", "close", "few", "--tester", "lead").text
    assert findings(tracker) == []
    hold(tracker, "one", [10] * 7 + [5])
    assert len(findings(tracker)) == 1
    hold(tracker, "helped", [10] * 7, first=30, frustration="")
    assert findings(tracker) == []
    tracker.ok("new", "plan", "sad", "--component", PLAY, "--size", "44x44", "--children", "7")
    lines = [line(code(child), "h" * 10, frustration="looked_for_help 1" if child == 3 else "") for child in range(7)]
    assert paper(tracker, *lines, key="sad").code == 0
    tracker.ok("tap", "close", "sad", "--tester", "lead")
    assert [row[1] for row in findings(tracker)] == ["one-child"]


@pytest.mark.parametrize("hits, count, target, outcome", [
    ([10] * 12, 12, 90, "pass"), ([1] * 8, 8, 90, "fail"), ([9, 10] * 4, 8, 90, "cant-tell"), ([9, 10] * 4, 8, 70, "pass")])
def test_the_checks_take_their_outcome_from_the_verdict_on_the_plans_target(tracker, hits, count, target, outcome):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    tracker.ok("new", "plan", "p", "--component", PLAY, "--size", "44x44", "--children", str(count), "--target", str(target))
    lines = [line(code(child), taps(each), hand=["left", "right"][child % 2], comment="ok") for child, each in enumerate(hits)]
    assert paper(tracker, *lines, key="p").code == 0
    tracker.ok("tap", "close", "p", "--tester", "lead")
    cells = json.loads(tracker.ok("list", "cells", f"component:{PLAY}", "--json").out)["rows"]
    own = {row["check"]: row["outcome"] for row in cells if row["condition"] == ""}
    # Each by its own data: few hits say nothing about the hands, nor about the words on the size.
    assert own == {"child-testing.first-tap-success": outcome, "child-testing.retries": "pass",
                   "child-testing.size-comments": "pass", "child-testing.both-hands": "pass"}
    failing = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    assert len(failing) == (outcome == "fail"), "one verdict opens one finding"


def test_retries_are_judged_counted_and_shown(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    tracker.ok("new", "plan", "p", "--component", PLAY, "--size", "44x44", "--children", "12", "--target", "50")
    lines = [line(code(child), "hhhhhhhhhr3" if child < 6 else "h" * 10) for child in range(12)]
    assert paper(tracker, *lines, key="p").code == 0
    part = json.loads(tracker.ok("tap", "report", "p", "--json").out)["plans"][0]["parts"][0]
    assert part["result"]["retries"] == {"count": 18, "tasks": 120, "children": 6, "per_task": 0.15}
    assert "18 times in 120 tasks, 0.15 per task, by 6 of 12 children" in " ".join(tracker.ok("tap", "report", "p").text.split())
    tracker.ok("edit", "check", "child-testing.retries", "--threshold", "0.1")
    tracker.ok("tap", "close", "p", "--tester", "lead")
    row, = (row for row in json.loads(tracker.ok("list", "cells", "--json").out)["rows"] if row["check"] == "child-testing.retries")
    assert row["outcome"] == "fail" and row["value"]["text"] == "0.15 retries per task"
    assert outcomes(tracker)["first-tap-success"] == "pass"


def test_a_larger_size_is_a_new_round(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "small", [1] * 8, size="44x44")
    assert outcomes(tracker)["first-tap-success"] == "fail"
    hold(tracker, "larger", [9, 10] * 4, size="56x56", first=40, closes=False)
    answer = tracker.ok("tap", "close", "larger", "--tester", "another")
    assert "Before: fail, from plan small (44x44 pt). Superseded: smaller size." in answer.text
    assert outcomes(tracker)["first-tap-success"] == "cant-tell"
    assert json.loads(tracker.ok("list", "findings", "--json").out)["rows"] == []


def test_show_tells_what_a_plan_asks_for_what_it_can_show_and_where_it_stands(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    made = tracker.ok("new", "plan", "eight", "--component", PLAY, "--size", "44x44", "--children", "8", "--target", "90")
    assert "can never meet 90 percent" in made.error and "without a miss, 8 children can show 87%" in made.error
    made = tracker.ok("new", "plan", "many", "--component", PLAY, "--size", "44x44", "--children", "60", "--target", "90")
    assert "Met at a rate of 95% or more; without a miss, 60 children can show 98%" in made.error
    hold(tracker, "p", [10] * 8, size="56x56")
    text = " ".join(tracker.ok("show", "p").text.split())
    assert "Target 90%" in text and "Planned 8 children, 10 taps each" in text and "Sessions 8" in text
    assert "Best possible result: without a miss, 8 children can show 87%" in text
    shown = json.loads(tracker.ok("show", "p", "--json").out)
    assert shown["schema"] == "a11y.plan/1" and shown["report"]["parts"][0]["result"]["children"] == 8


def test_what_hides_nothing_is_shown_on_a_screen_alone(tracker, folder):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "p", [10, 5, 9], closes=False)
    for words in (["--team"], ["--team", "--json"], ["--team", "--format", "md"], ["--team", "--redact"]):
        answer = tracker.run("tap", "report", "p", *words)
        assert answer.code == 2 and "for the terminal only" in answer.error and answer.out == b""
    for ages, title, words in ([], "p", "on average"), (["--ages", "6-10"], "p, age 6-10", "on average"), (
            ["--ages", "11-12"], "p, age 11-12", "No scored taps yet"):
        child = pexpect.spawn(
            str(PROGRAM), ["tap", "report", "p", "--team", *ages], cwd=tracker.folder, dimensions=(60, 120), timeout=120,
            encoding="utf-8", env=environment(tracker.folder, TERM="xterm-256color"))
        child.expect("only for the team that ran these sessions")
        child.expect_exact(f"First-tap success: {title}")
        child.expect_exact(words)
        child.expect(pexpect.EOF)
    assert "--team" in tracker.run("tap", "report", "p", "--ages", "6-10").error
    assert "only children of these ages (with --team)" in " ".join(tracker.ok("tap", "report", "--help").text.split())


def outcomes(tracker):
    rows = json.loads(tracker.ok("list", "cells", f"component:{PLAY}", "--json").out)["rows"]
    return {row["check"].removeprefix("child-testing."): row["outcome"] for row in rows if row["condition"] == ""}


def test_an_undecided_test_replaces_nothing_that_another_plan_decided(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "large", [10] * 12, size="56x56", comment="ok")
    decided = outcomes(tracker)
    assert decided["first-tap-success"] == decided["retries"] == "pass" and decided["both-hands"] == "cant-tell"
    hold(tracker, "small", [9, 10], first=40, closes=False)
    answer = tracker.ok("tap", "close", "small", "--tester", "lead")
    assert "child-testing.both-hands: cant-tell. Before: cant-tell, from plan large (56x56 pt)." in answer.text
    assert "Logged cant-tell for 1 check" in answer.text and outcomes(tracker) == decided
    assert "warning" in answer.error and "The decided result is kept: pass, from plan large (56x56 pt)." in answer.error
    # The verdict of the plan may be decided where a check is not.
    kept = "first-tap-success, child-testing.retries, child-testing.size-comments"
    assert f"warning: plan small does not decide child-testing.{kept}, so nothing was logged for them." in answer.error
    # As JSON, and not even a dry run may say otherwise.
    tracker.ok("edit", "plan", "small", "--reopen")
    for words in [["--dry-run"], []]:
        found = json.loads(tracker.ok("tap", "close", "small", "--tester", "lead", "--json", *words).out)
        assert {cell["before"]["plan"] for cell in found["kept"]} == {"large"} and len(found["kept"]) == 3
        assert [cell["before"]["plan"] for cell in found["logged"]] == ["small"] and len(found["warnings"]) == 1
    # A test that goes on may take its own verdict back.
    tracker.ok("edit", "plan", "large", "--reopen")
    lines = [line(code(60 + child), taps(8), comment="ok") for child in range(8)]
    assert paper(tracker, *lines, key="large").code == 0
    again = tracker.ok("tap", "close", "large", "--tester", "lead")
    assert "child-testing.first-tap-success: cant-tell. Before: pass, from plan large (56x56 pt)." in again.text
    assert outcomes(tracker)["first-tap-success"] == "cant-tell" and "warning" not in again.error


def test_what_was_logged_by_hand_is_named_with_its_note(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    tracker.ok("log", "fail", "child-testing.first-tap-success", PLAY, "-m", "seen in the lab", "--tester", "mara")
    hold(tracker, "p", [9, 10] * 4, closes=False)
    answer = tracker.ok("tap", "close", "p", "--tester", "lead")
    assert 'result is kept: fail, by mara, with note "seen in the lab".' in answer.error
    assert "child-testing.both-hands: cant-tell. Before: untested." in answer.text
    assert outcomes(tracker)["first-tap-success"] == "fail"


def test_a_component_that_is_not_for_children_is_told_how_its_verdict_gets_logged(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button")
    command = f"a11y edit component {PLAY} --profile child"
    made = tracker.ok("new", "plan", "p", "--component", PLAY, "--size", "44x44", "--children", "12")
    assert "has profile general" in made.error and command in made.error
    assert paper(tracker, *[line(code(child), taps(10)) for child in range(12)], key="p").code == 0
    closed = tracker.ok("tap", "close", "p", "--tester", "lead").text
    assert "Logged nothing" in closed and command in closed and "a11y edit plan p --reopen" in closed
    assert outcomes(tracker) == {}
    tracker.ok("edit", "component", PLAY, "--profile", "child")
    tracker.ok("edit", "plan", "p", "--reopen")
    tracker.ok("tap", "close", "p", "--tester", "lead")
    assert outcomes(tracker)["first-tap-success"] == "pass"
    other = tracker.ok("new", "plan", "q", "--component", PLAY, "--size", "48x48", "--children", "40")
    assert "profile" not in other.error


def test_what_the_plan_of_the_tracker_does_not_ask_for_is_told_with_the_way_out(folder):
    """The lists that a new tracker begins with have no checks for tests with children."""
    tracker = Tracker(folder / "new")
    tracker.folder.mkdir()
    tracker.begin("6")
    tracker.ok("new", "component", PLAY, "--kind", "button", "--profile", "child")
    tracker.ok("new", "checklist", "own", "--check", "voiceover.label-present")
    tracker.ok("edit", "tracker", "--checklists", "essentials,own")
    command = ["edit", "tracker", "--checklists", "essentials,own,child-testing"]
    made = tracker.ok("new", "plan", "p", "--component", PLAY, "--size", "44x44", "--children", "6")
    assert f'so the results of a11y tap close would not count; run "a11y {" ".join(command)}"' in made.error
    assert paper(tracker, *(line(code(child), taps(5)) for child in range(6)), key="p").code == 0
    for words in ["--dry-run"], []:
        closed = tracker.ok("tap", "close", "p", "--tester", "lead", *words)
        assert "4 items with a result are outside the plan and not counted, 1 of them FAIL." in closed.error
        assert f'run "a11y {" ".join(command)}"' in closed.error
    assert findings(tracker) == []
    tracker.ok(*command)
    assert [row[0] for row in findings(tracker)] == ["child-testing.first-tap-success"]
    answer = tracker.ok("new", "plan", "q", "--component", PLAY, "--size", "48x48", "--children", "6")
    assert "would not count" not in answer.error
    # With conditions in the plan, those of the finding are missing.
    tracker.ok("edit", "tracker", "--conditions", "dark")
    hold(tracker, "large", [10] * 11 + [0], size="60x60", first=30, closes=False)
    closed = tracker.ok("tap", "close", "large", "--tester", "lead")
    command = ["edit", "tracker", "--conditions", "dark,default,one-child"]
    assert f'run "a11y {" ".join(command)}"' in closed.error
    tracker.ok(*command)
    assert ("child-testing.first-tap-success", "one-child") in [row[:2] for row in findings(tracker)]
    tracker.ok("edit", "plan", "large", "--reopen")
    assert "outside the plan" not in tracker.ok("tap", "close", "large", "--tester", "lead").error


def test_the_command_for_a_single_childs_trouble_works_as_it_is_printed(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "few", [10, 10, 10, 0], closes=False)
    text = " ".join(tracker.ok("tap", "close", "few", "--tester", "lead").text.split())
    command, = re.findall(r"a11y (log fail [^\n]* --condition one-child)", text)
    tracker.ok(*command.split(), "--tester", "lead")
    assert [row[:2] for row in findings(tracker)] == [("child-testing.first-tap-success", "one-child")]


def builds(tracker):
    rows = json.loads(tracker.ok("list", "cells", f"component:{PLAY}", "--json").out)["rows"]
    return {(row["build"], tuple(row["stale"])) for row in rows if row["outcome"] != "untested"}


def test_a_session_that_was_taken_out_hides_the_trouble_of_no_other_child(tracker):
    """Eleven children were "so few" after a void or an erasure anywhere, and the report told what the closing left out."""
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "p", [10] * 10 + [0, 10], closes=False)
    rows = json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]
    tracker.ok("tap", "void", rows[-1]["id"], "--reason", "duplicate", "--tester", "t1")
    hold(tracker, "q", [10], first=40, size="56x56", closes=False)
    tracker.ok("erase", "participant", code(40), *WHY, "--yes")
    words = "A child had repeated difficulty. This is a finding regardless of the rate."
    assert words in " ".join(tracker.ok("tap", "report", "p").text.split())
    text = tracker.ok("tap", "close", "p", "--tester", "lead").text
    assert words in text and "so few" not in text and [row[1] for row in findings(tracker)] == ["one-child"]
    # What was told once is not told again without the child who is gone: its end would be that child's.
    said = tracker.ok("tap", "void", rows[0]["id"], "--reason", "technical", "--tester", "t1").text
    assert "The finding about a single child stays. If it was about this session, run \"a11y log pass" in said
    tracker.ok("edit", "plan", "p", "--reopen")
    text = tracker.ok("tap", "close", "p", "--tester", "lead").text
    assert "Since a session was erased or voided" in text and "so few" not in text and len(findings(tracker)) == 1
    said = tracker.ok("erase", "participant", code(1), *WHY, "--yes").text
    assert "The finding about a single child is erased too." in said and findings(tracker) == []
    command, = re.findall(r"a11y (log fail [^\n]* --condition one-child)", said)
    tracker.ok(*command.split(), "--tester", "lead")
    assert [row[1] for row in findings(tracker)] == ["one-child"]


def test_one_undo_takes_back_the_void_of_a_session_of_a_closed_plan(tracker):
    """It took back the results that were logged again, and the session stayed voided beside the verdict of before."""
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "p", [10] * 11 + [0])

    def state() -> tuple:
        rows = json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]
        return rows, outcomes(tracker), report(tracker, key="p")["parts"][0]["result"]["verdict"]

    before = state()
    tracker.ok("tap", "void", before[0][0]["id"], "--reason", "technical", "--tester", "lead")
    after = state()
    assert [row["voided"] for row in after[0]].count("technical") == 1 and after != before
    assert "Undone: the void of a session: technical (" in tracker.ok("undo", "--tester", "lead").text
    assert state() == before
    tracker.ok("redo", "--tester", "lead")
    assert state() == after


def test_what_is_logged_does_not_contradict_the_published_figures(tracker):
    """A PASS said in its note that there is not enough evidence: its figures were those of an earlier look."""
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    tracker.ok("new", "plan", "p", "--component", PLAY, "--size", "44x44", "--children", "12", "--target", "80")
    hits = [9, 10, 8, 9, 10, 9, 9, 9, 9, 10, 8, 9]
    # Retries: 0.82 per task of the first twelve, 0.61 of all.
    tracker.ok("edit", "check", "child-testing.retries", "--threshold", "0.7")
    lines = [line(code(child), taps(each).replace("m", "r9")) for child, each in enumerate(hits + [10] * 4)]
    assert paper(tracker, *lines, key="p").code == 0
    text = tracker.ok("tap", "close", "p", "--tester", "lead").text
    assert report(tracker, "--redact", key="p")["parts"][0]["result"]["verdict"] == "not enough evidence"
    rows = {row["check"]: row for row in json.loads(tracker.ok("list", "cells", "--json").out)["rows"]}
    rate, retries = rows["child-testing.first-tap-success"], rows["child-testing.retries"]
    assert "Closed plan p: met." in text and rate["outcome"] == "pass" and rate["note"] == "Plan p. Target 80%: met."
    assert retries["outcome"] == "pass" and retries["note"] == "Plan p. Required: at most 0.7 per task (met)."
    assert rate["value"] is retries["value"] is None


def test_a_verdict_is_of_the_build_of_its_plan_else_of_the_tracker(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    tracker.ok("edit", "tracker", "--current-build", "1.0")
    hold(tracker, "p", [10] * 11 + [0])
    assert builds(tracker) == {("1.0", ())}
    # What is calculated again is still of the app that the children had.
    tracker.ok("edit", "tracker", "--current-build", "2.0")
    tracker.ok("erase", "participant", code(3), "--yes")
    assert builds(tracker) == {("1.0", ("build",))}
    hold(tracker, "q", [10] * 12, size="60x60", first=30, build="1.5")
    assert ("1.5", ("build",)) in builds(tracker) and ("2.0", ()) not in builds(tracker)


def test_a_report_says_which_look_of_a_plan_it_tells(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(tracker, "p", [9, 10] * 6, closes=False)
    assert paper(tracker, line(code(40), taps(3)), key="p").code == 0
    assert "13 children, 130 taps" in " ".join(tracker.ok("tap", "report", "p").text.split())
    look = "published: first 12 children (all planned)"
    for words in [[], ["--format", "md"], ["--format", "csv"]]:
        text = " ".join(tracker.ok("report", *words).text.split())
        assert "12 children, 120 taps" in text and text.count(look) == 1, words
    # The page has its data in it as well.
    assert " ".join(tracker.ok("report", "--html", "-").text.split()).count(look + "</td>") == 1
    row = json.loads(tracker.ok("report", "--json").out)["first_tap"]["rows"][0]
    assert row["look"] == look and row["result"]["children"] == 12
    assert "look" not in json.loads(tracker.ok("status", "--json").out)["first_tap"]["rows"][0]


def test_who_took_part_is_logged_for_the_app(tracker):
    """The ages are asked once for the whole app; a plan with the older children alone does not answer it."""
    tracker.ok("new", "component", "shop", "--kind", "app", "--profile", "child")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    asked = ["list", "cells", "check:child-testing.age-range", "--all", "--json"]

    def ages():
        row, = (row for row in json.loads(tracker.ok(*asked).out)["rows"] if row["component"] == "shop")
        return row["component"], row["outcome"], (row["value"] or {}).get("text")

    assert ages() == ("shop", "untested", None)
    # What only people have who are not followed is no second app.
    stranger = Chain("m" * 12)
    stranger.add("set", kind="component", key="theirs", fields={"kind": "app"}, by="x")
    tracker.ok("import", give(tracker, *stranger.facts))
    plan(tracker, "older")
    assert paper(tracker, line(CODES[0], "h", age="11-12"), key="older").code == 0
    tracker.ok("tap", "close", "older", "--tester", "lead")
    assert ages() == ("shop", "cant-tell", None)
    plan(tracker, PLAN, "--children", "5")
    assert paper(tracker, *(line(one, "hhh", age=age) for one, age in zip(CODES, ("6-8", "9-10", "11-12")))).code == 0
    said = tracker.ok("tap", "close", PLAN, "--tester", "lead").text
    assert "child-testing.age-range on shop: pass" in " ".join(said.split())
    assert ages() == ("shop", "pass", "6-12 years")
    assert "no first-tap check" not in said


def test_a_report_and_the_closing_of_a_plan_have_one_rule_for_a_single_child(tracker):
    """Two misses of two taps are too few to say anything of a child; giving up is not."""
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    sentence = "A child had repeated difficulty. This is a finding regardless of the rate."
    for key, first in (("two", "mm"), ("gave-up", "hhhhhg")):
        tracker.ok("new", "plan", key, "--component", PLAY, "--size", "44x44", "--taps", str(len(first)), "--children", "6")
        taps = [first] + ["h" * len(first)] * 4 + ["h" * (len(first) - 1) + "m"]
        assert paper(tracker, *(line(*pair) for pair in zip(CODES, taps)), key=key).code == 0
        notes = report(tracker, key=key)["parts"][0]["notes"]
        said = tracker.ok("tap", "close", key, "--tester", "lead").text
        assert (sentence in notes, sentence in said) == (key == "gave-up",) * 2, (notes, said)
