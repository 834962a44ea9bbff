"""A team that has set no rule gets no verdict: no output says SHIP or HOLD, and each says what a proposed rule would."""

import json
import re

import pytest

from conftest import COMPONENTS, once

FORMS = [["status"], ["status", "--plain"], ["status", "--format", "md"], ["report"], ["report", "--plain"], ["report", "--md"],
         ["status", "--tracker", "."], ["gate"], ["gate", "--plain"], ["gate", "--md"]]


@once(*COMPONENTS)
def failing(tracker):
    """Everything that was tested fails, nothing is critical: by the figures alone it must not be called ready."""
    tracker.register("home,icon-button", "away,icon-button")
    tracker.ok("log", "fail", "*", "home", "-s", "2", "--tester", "t1", "--build", "1", "-y")


@pytest.fixture
def critical(failing):
    failing.ok("log", "fail", "voiceover.label-present", "home", "-s", "1", "--tester", "t1", "--build", "1")
    return failing


def says(tracker, words):
    answer = tracker.run(*words)
    assert answer.code == (3 if words[0] == "gate" else 0), answer.error
    return " ".join(answer.text.split())


def page(tracker, *words):
    tracker.ok("report", *words, "--html", "page.html", "--yes")
    return (tracker.folder / "page.html").read_text()


@pytest.mark.parametrize("words", FORMS, ids=" ".join)
def test_without_a_policy_there_is_no_decision(critical, words):
    text = says(critical, words)
    assert "NO DECISION" in text
    assert re.search(r"[Ww]ith max-critical 0 the decision would be HOLD: 1 blocker", text.replace("\\", "")), text
    assert "SHIP" not in text


def test_a_proposal_that_would_pass_says_what_it_does_not_look_at(failing):
    for words in FORMS:
        text = says(failing, words)
        assert re.search(r"the decision would be SHIP, with \d+ open findings and \d+ of \d+ applicable items not evaluated", text), text
        assert text.count("SHIP") == text.count("would be SHIP"), text


def test_a_proposal_without_results_decides_nothing_in_other_words(tracker):
    tracker.register("home,icon-button")
    tracker.ok("new", "audit", "spring")
    for words in [["report"], ["report", "--md"], ["gate"], ["status", "--audit", "spring"]]:
        text = says(tracker, words)
        assert re.search(r"[Ww]ith max-critical 0 there would be no decision either: nothing was tested", text.replace("\\", "")), text
        assert "would be NO DECISION" not in text


def test_a_proposal_gives_the_reason_of_its_rule(tracker):
    """There was an evaluated item: what lacks is a result at the time to compare with, as `gate` says."""
    tracker.register("home,icon-button")
    tracker.ok("log", "pass", "voiceover.label-present", "home", "--tester", "ana")
    gate = tracker.run("gate", "--max-critical", "0", "--baseline", "2020-01-01").text
    assert "the baseline contains none of these items" in gate
    for words in [["report"], ["report", "--md"], ["report", "--html", "-"]]:
        text = says(tracker, [*words, "--compare", "2020-01-01"]).replace("\\", "")
        assert "no decision either: the baseline contains none of these items" in text, text
        assert "nothing was evaluated" not in text and "Test the first items" not in text, text


def test_the_page_and_the_portfolio_decide_nothing_either(critical):
    text = page(critical)
    assert "<title>NO DECISION: " in text and "<b>NO DECISION</b>" in text
    assert "The team has set no release rule." in text and "would be HOLD: 1 blocker" in text
    assert ">BLOCKS<" not in text and "blocks the release" not in text and "WOULD BLOCK" in text
    portfolio = critical.ok("report", "--portfolio", ".").text
    assert ">NO DECISION<" in portfolio and "1 tracker has no policy" in portfolio
    assert ">SHIP" not in portfolio and ">HOLD<" not in portfolio


def test_programs_get_the_word_and_the_proposal(critical):
    found = {name: json.loads(critical.run(*words, "--json").out) for name, words in {
        "status": ["status"], "report": ["report"], "gate": ["gate"], "portfolio": ["status", "--tracker", "."]}.items()}
    tracker, = found["portfolio"]["trackers"]
    decided = [found["status"]["decision"], found["report"]["decision"],
               {**found["gate"], "word": found["gate"]["decision"]}, {**tracker, "word": tracker["decision"]}]
    for one in decided:
        assert one["word"] == "no-decision", one
        assert one["proposed"] == {"policy": "max-critical 0", "word": "hold", "blockers": 1,
                                   "sentence": "With max-critical 0 the decision would be HOLD: 1 blocker."}
    assert found["gate"]["verdict"] == "no-data" and found["gate"]["failed"] == 0
    critical.run("gate", "--junit", "gate.xml")
    suite = (critical.folder / "gate.xml").read_text()
    assert 'failures="0" errors="1"' in suite and 'type="no-policy"' in suite


def test_with_a_policy_every_output_has_the_same_word(critical):
    for policy, word, code in [("max-critical 0", "HOLD", 1), ("max-critical 5", "SHIP", 0)]:
        critical.ok("edit", "tracker", "--policy", policy)
        assert critical.run("gate").code == code
        assert f"Decision {word}" in says(critical, ["status"])
        for words in [["report"], ["report", "--md"], ["status", "--tracker", "."]]:
            assert word in says(critical, words)
        assert f"<b>{word}</b>" in page(critical)
        assert json.loads(critical.ok("status", "--json").out)["decision"]["word"] == word.lower()


def test_a_status_does_not_fail_over_a_policy_that_cannot_be_applied(critical):
    critical.ok("edit", "tracker", "--policy", "baseline gone.json")
    text = says(critical, ["status"])
    assert "NO DECISION: the policy cannot be applied" in text and "gone.json" in text
