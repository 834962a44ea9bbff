"""The rule about disagreements has a name, lists its blockers, and can be turned off; what counts is not called outside."""

import json

import pytest

LABEL = "voiceover.label-present"


@pytest.fixture
def disputed(tracker):
    tracker.register("home,button")
    tracker.ok("log", "fail", LABEL, "home", "-s", "3", "--tester", "ana", "--build", "1")
    tracker.ok("log", "pass", LABEL, "home", "--tester", "ben", "--build", "1", "--disagree")
    return tracker


def test_disputed_items_are_the_blockers_of_their_rule(disputed):
    answer = disputed.run("gate", "--max-critical", "0", "--json")
    report = json.loads(answer.out)
    blocker, = report["blockers"]
    assert answer.code == 1 and (blocker["component"], blocker["check"], blocker["rules"]) == ("home", LABEL, ["disagreements"])
    assert "HOLD: 1 blocker" in disputed.run("gate", "--max-critical", "0").text
    disputed.ok("report", "--gate", "max-critical 0", "--html", "page.html")
    page = (disputed.folder / "page.html").read_text()
    assert "1 item blocks the release" in page.replace("</strong>", "") or "1 finding blocks the release" in page
    assert "disputed" in disputed.ok("help", "gate").text and "allow-disagreements" in disputed.ok("help", "gate").text


def test_sentences_about_a_conflict_fit_and_commands_are_whole(disputed):
    text = disputed.ok("resolve", "--width", "60").text
    commands = [line for line in text.splitlines() if line.startswith("     a11y resolve ")]
    assert len(commands) == 2 and all(f"{LABEL} home" in line for line in commands)
    assert all(len(line) <= 60 for line in text.splitlines() if line not in commands)
    assert max(len(line) for line in disputed.ok("resolve").text.splitlines() if line not in commands) > 60
    assert " ".join(text.split()) == " ".join(disputed.ok("resolve").text.split())


def test_a_policy_turns_the_rule_off_by_its_name(disputed):
    disputed.ok("edit", "tracker", "--policy", "max-critical 0, allow-disagreements")
    report = json.loads(disputed.ok("gate", "--json").out)
    assert [rule["rule"] for rule in report["rules"]] == ["max-critical"] and report["decision"] == "ship"
    assert report["policy"]["rules"] == "max-critical 0, allow-disagreements"
    assert disputed.run("gate", "--max-critical", "0").code == 1
    assert disputed.run("gate", "--max-critical", "0", "--allow-disagreements").code == 0


def test_what_blocks_is_not_called_out_of_scope_and_what_is_waived_is_no_next_step(tracker):
    tracker.register("home,button")
    tracker.ok("edit", "tracker", "--checklists", "critical-rules")
    tracker.ok("log", "fail", LABEL, "home", "-s", "1", "--condition", "dark", "--tester", "ana", "--build", "1")
    tracker.ok("new", "audit", "r1", "--checklist", "critical-rules", "--build", "1")
    for words in [["status"], ["gate", "--max-critical", "0"], ["report"]]:
        text = " ".join(tracker.run(*words).text.split())
        assert "1 item counts, though no plan or audit asks for the condition." in text and "not in scope" not in text
    tracker.ok("new", "waiver", "home", LABEL, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    assert "critical." not in tracker.ok("status").text.split("Next")[-1]


def say(tracker, *results):
    tracker.register("home,button")
    for tester, outcome, *words in results:
        tracker.ok("log", outcome, LABEL, "home", "--tester", tester, "--disagree", *words)


def test_what_an_author_had_said_before_does_not_come_back(tracker):
    say(tracker, ("t1", "pass"), ("t2", "fail", "-s", "3"), ("t2", "fail", "-s", "1"), ("t2", "fail", "-s", "2"))
    line, = [line for line in tracker.ok("resolve").text.splitlines() if f"{LABEL} home pass" in line]
    would = tracker.ok(*line.split()[1:-1], "seen", "--tester", "lead", "--dry-run").text
    assert f"Would resolve: {LABEL} on home: pass. Undone" in " ".join(would.split())
    said = " ".join(tracker.ok(*line.split()[1:-1], "seen", "--tester", "lead").text.split())
    assert f"Resolved: {LABEL} on home: pass. " in said and "3 results by t2" in said and "contradicted" not in said
    assert tracker.ok("resolve").text == "No conflicts.\n"
    # One undo takes the decision back with all of it.
    tracker.ok("undo", "--tester", "lead")
    row, = json.loads(tracker.ok("list", "items", "--json").out)["rows"]
    assert (row["outcome"], row["severity"]) == ("fail", 2) and len(json.loads(tracker.ok("resolve", "--json").out)["rows"]) == 1
    tracker.require_sound()


def test_an_author_who_had_said_the_same_before_keeps_it(tracker):
    say(tracker, ("t1", "pass"), ("t2", "pass"), ("t2", "fail", "-s", "2"))
    said = " ".join(tracker.ok("resolve", LABEL, "home", "pass", "-m", "seen", "--tester", "lead").text.split())
    assert "1 result by t2" in said and tracker.ok("resolve").text == "No conflicts.\n"
    kept = json.loads(tracker.ok("list", "results", "--json").out)["rows"]
    assert sorted(row["tester"] for row in kept) == ["t1", "t2"] and {row["outcome"] for row in kept} == {"pass"}


def test_what_others_had_said_before_is_another_decision_and_is_told(tracker):
    say(
        tracker, ("t3", "fail", "-s", "3", "--build", "3.1"), ("t2", "fail", "-s", "2", "--build", "3.2"), ("t1", "pass"))
    words = ["resolve", LABEL, "home", "pass", "-m", "seen", "--tester", "lead"]
    said = " ".join(tracker.ok(*words).text.split())
    assert said.startswith(f"Not resolved yet: {LABEL} on home: fail, moderate, contradicted.")
    assert "1 result by t2" in said and "run \"a11y resolve\" to list them" in said
    assert "Resolved" in tracker.ok(*words).text and tracker.ok("resolve").text == "No conflicts.\n"
