"""A team that has set no rule gets no verdict: no output says SHIP or HOLD, and each says what a proposed rule would."""

import json
import os
import re
import subprocess

import pytest

from conftest import COMPONENTS, once
from forging import Chain, give
from program import PROGRAM, environment

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
    assert "The team has set no policy." in text and "would be HOLD: 1 blocker" in text
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
    assert "cannot be applied yet" in critical.ok("edit", "tracker", "--policy", "baseline gone.json").error
    text = says(critical, ["status"])
    assert "NO DECISION: the policy cannot be applied" in text and "gone.json" in text


# What is read from a file or a stream is what was typed for this run.

FILES = ["-", "/dev/stdin", "then.json", "./then.json", "/etc/hosts"]


@pytest.fixture
def listed(critical):
    """A tracker beside a list that a release check can be compared with."""
    critical.ok("list", "items", "--json", "-o", "then.json")
    return critical


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_policy_reads_neither_a_file_nor_a_stream(listed, name):
    """A policy of others waited for standard input, and answers repeated what files begin with."""
    policy = {"policy": f"baseline {name}"}
    ben = Chain("b" * 12, "ben")
    ben.add("set", kind="audit", key="theirs", by="ben", fields={
        "components": ["home"], "checklists": ["critical-rules"], **policy})
    ben.add("set", kind="setting", key="tracker", fields=policy, by="ben")
    listed.ok("import", give(listed, *ben.facts))

    def ask(*words):
        with (listed.folder / "then.json").open("rb") as given:
            done = subprocess.run([PROGRAM, *words], stdin=given, capture_output=True, cwd=listed.folder,
                                  env=environment(listed.folder))
            assert os.lseek(given.fileno(), 0, os.SEEK_CUR) == 0, f"{words} read the input"
        said = " ".join((done.stdout + done.stderr).decode().split())
        assert "not a list of items" not in said and "localhost" not in said, said
        return done.returncode, said

    assert ask("waiting")[0] == 0
    for words, code in (["gate"], 3), (["status"], 0), (["report"], 3):
        found, said = ask(*words, "--audit", "theirs")
        assert found == code and f'unknown baseline "{name}" in the policy' in said, said
    assert ask("list", "fixes")[0] == 0
    # One who is followed sets the policy, and sets no file either.
    listed.ok("follow", "b" * 12)
    assert [ask(word)[0] for word in ("gate", "status")] == [3, 0]
    if name != "/etc/hosts":
        with (listed.folder / "then.json").open("rb") as given:
            assert listed.run("gate", "--baseline", name, stdin=given.read()).code in (0, 1)


@pytest.mark.parametrize("name", FILES)
def test_a_policy_that_names_a_file_is_not_recorded(listed, name):
    for words in (["edit", "tracker"], ["new", "audit", "ours", "--checklist", "critical-rules"]):
        answer = listed.run(*words, "--policy", f"max-critical 0, baseline {name}")
        assert "a11y gate --baseline FILE" in answer.error
        # A name that an audit can have may be that of one to come.
        assert answer.code == (0 if name == "then.json" else 2), answer.error
    listed.ok("new", "audit", "winter", "--checklist", "critical-rules")
    for known in "winter", "audit:winter", "2026-03-01", "1", "build:1":
        assert "baseline" not in listed.ok("edit", "tracker", "--policy", f"baseline {known}").error


def test_no_audit_of_a_stranger_takes_the_name_of_a_file_in_an_older_policy(listed):
    """Earlier versions recorded names of files."""
    listed.ok("edit", "tracker", "--policy", "baseline then.json")
    ben = Chain("b" * 12, "ben")
    ben.add("set", kind="audit", key="then.json", by="ben", fields={"components": ["home"], "checklists": ["critical-rules"]})
    ben.result("fail", audit="then.json", build="1")
    listed.ok("import", give(listed, *ben.facts))
    assert "unknown baseline" in listed.run("gate").error
