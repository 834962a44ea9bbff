"""Sentences of the contract on decisions that no output may miss: what is said has to be what counts."""

import json

import pytest

from program import CHECK, COMPONENT

READING = "voiceover.reading-order"


@pytest.fixture
def failing(empty):
    empty.register("a/home,screen", "a/list,screen")
    for component, severity in (("a/home", "1"), ("a/list", "3")):
        empty.log("fail", READING, component, "-s", severity, "--build", "1")
    return empty


def test_a_group_by_severity_has_no_compliance(failing):
    """Only what fails has a severity, so its share of passes is always 0."""
    for form in ((), ("--plain",), ("--format", "md")):
        text = failing.ok("status", "--by", "severity", *form).text
        rows = [row for row in text.splitlines() if "critical" in row or "moderate" in row]
        assert rows and not any("%" in row or "evaluated items pass" in row for row in rows), text
    groups = json.loads(failing.ok("status", "--by", "severity", "--json").out)["groups"]
    assert {group["name"] for group in groups} == {"critical", "moderate", ""}
    assert all(group["ratio"] is None and group["coverage"] is None for group in groups)
    assert all(group["ratio"] == 0 for group in json.loads(
        failing.ok("status", "--by", "component", "--json").out)["groups"])


def test_a_waiver_of_many_components_names_them(failing):
    failing.ok("new", "waiver", "a/**", "voiceover.*", "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    text = failing.ok("show", "a/** voiceover.*").text
    assert f"FAIL  a/home {READING}" in text and f"FAIL  a/list {READING}" in text


def test_a_conflict_shows_severities_machine_and_time(failing):
    failing.log("fail", READING, "a/home", "-s", "4", "--build", "1", "--disagree", tester="t2")
    failing.log("pass", READING, "a/home", "--build", "1", "--disagree", tester="t3")
    row, = json.loads(failing.ok("list", "conflicts", "--json").out)["rows"]
    sides = {side["tester"]: side for side in row["sides"]}
    assert (sides["t1"]["severity"], sides["t2"]["severity"], sides["t3"]["severity"]) == (1, 4, None)
    machine, = {side["replica"] for side in row["sides"]}
    text = " ".join(failing.ok("list", "conflicts", "--plain").text.split())
    for tester, words in (("t1", "FAIL, critical"), ("t2", "FAIL, minor"), ("t3", "PASS")):
        minute = sides[tester]["at"][:16].replace("T", " ")
        assert f"{words} ({tester} on machine {machine}, {minute})" in text, text
    # What a program reads is as it was.
    assert row["shown"] == "FAIL (t1)"
    assert "FAIL, critical by" in failing.ok("report").text


def test_a_draft_of_conformance_has_the_title_of_the_tracker(failing):
    failing.ok("edit", "tracker", "--title", "Pebbles")
    failing.ok("report", "--openacr", "acr.yaml")
    assert 'name: "Pebbles"' in (failing.folder / "acr.yaml").read_text()
    failing.ok("report", "--openacr", "acr.yaml", "--product", "Sand", "--yes")
    assert 'name: "Sand"' in (failing.folder / "acr.yaml").read_text()


def test_the_help_of_a_rule_shows_code_as_code(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "1")
    tracker.run("gate", "--max-critical", "0", "--sarif", "found.sarif")
    rule, = json.loads((tracker.folder / "found.sarif").read_bytes())["runs"][0]["tool"]["driver"]["rules"]
    assert "`accessibilityLabel`" in rule["help"]["markdown"] and "\\`" not in rule["help"]["markdown"]


def test_a_closing_is_told_by_what_it_changed(tracker):
    """`closed, followed, seen`: the last two are what the program keeps for those who read the audit later."""
    tracker.ok("new", "audit", "r1", "--checklist", "critical-rules", "--build", "1.0")
    tracker.ok("log", "pass", CHECK, "home", "--audit", "r1", "--tester", "t1", "--build", "1.0")
    tracker.ok("edit", "audit", "r1", "--close", A11Y_TESTER="t1")
    said = " ".join(tracker.ok("show", "r1", "--width", "200").text.split())
    assert "by t1: closed" in said and ", followed" not in said and ", seen" not in said, said
