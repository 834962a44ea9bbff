"""Words of closed lists are understood in any case: the program writes FAIL and Critical itself, and keyboards begin with capitals."""

import json

import pytest

from conftest import once
from program import CHECK, COMPONENT

APPROVED = ("--approver", "lead", "--until", "2099-01-31")


@once(f"{COMPONENT},icon-button", "home,screen")
def named(tracker):
    tracker.ok("config", "tester", "t1")
    tracker.ok("log", "fail", CHECK, COMPONENT, "--condition", "dark")


def rows(tracker, *words):
    return json.loads(tracker.ok("list", *words, "--json").out)["rows"]


@pytest.mark.parametrize("line", [
    ("log", "FAIL", CHECK, "home", "-s", "Critical", "--condition", "Dark+Text-AX5"),
    ("Log", "Pass", CHECK, "home"),
    ("edit", "Component", "home", "--profile", "Child", "--platform", "ios,IPADOS"),
    ("new", "waiver", COMPONENT, CHECK, *APPROVED, "--reason", "Third-Party", "--condition", "Dark"),
    ("new", "audit", "spring", "--condition", "Dark,Text-AX5"),
    ("list", "Findings", "kind:Icon-Button", "category:VoiceOver", "condition:Dark", "--format", "JSON"),
    ("walk", "--only", "Fail", "--by", "Check", "--keys", "Line"),
    ("trend", "--by", "Category", "--every", "Month"),
    ("help", "Walk"),
])
def test_capitals_change_nothing(named, line):
    named.ok(*line)


def test_what_is_typed_in_capitals_is_stored_as_all_else(named):
    named.ok("log", "FAIL", CHECK, "home", "-s", "Critical", "--condition", "Dark+Text-AX5")
    named.ok("edit", "component", "home", "--platform", "ios, IPADOS")
    row, = rows(named, "items", "component:home")
    assert (row["outcome"], row["severity"], row["condition"]) == ("fail", 1, "dark,text-ax5")
    assert json.loads(named.ok("show", "home", "--json").out)["platforms"] == ["iOS", "iPadOS"]
    assert len(rows(named, "findings", "kind:Icon-Button condition:DARK category:Voiceover")) == 1


def test_an_outcome_is_resolved_in_capitals(named):
    named.ok("log", "fail", CHECK, COMPONENT, "--build", "1")
    named.ok("log", "pass", CHECK, COMPONENT, "--build", "1", "--tester", "t2", "--disagree")
    named.ok("resolve", CHECK, COMPONENT, "PASS", "-m", "seen by both")
    assert rows(named, "items", "-condition:dark")[0]["outcome"] == "pass"


def test_a_line_of_a_walk_may_begin_with_a_capital(named):
    answered = named.ok("walk", "--component", "home", stdin=b"Fail Serious small\nPass\nSkip\nQuit\n").text
    assert "Logged: FAIL, serious, with note." in answered and "2 answered: 1 PASS, 1 FAIL." in answered


def test_the_page_understands_them_as_the_terminal_does(named, browse):
    named.ok("report", "--html", "page.html")
    page = browse(named.folder / "page.html")
    for query in ("kind:Icon-Button", "category:Voiceover", "condition:DARK"):
        page.fill("#qt", query)
        assert page.locator("#findings .rows > li:not([hidden])").count() == 1, query


def test_a_name_is_proposed_once(named):
    """`list kind:Icon-Buton` proposed icon-button as often as there was one."""
    assert named.run("list", "kind:icon-buton").error.count("icon-button") == 1
    assert named.run("list", "category:voicover").error.count("voiceover") == 1
