"""What those differ about who are followed here, where a result of somebody who is not hides it: the release check holds it, so
it is listed and can be resolved; and what the other one sees worse counts as well."""

import json

import pytest

from conftest import COMPONENTS, once
from facts import reference
from forging import Chain, give, told
from program import CHECK

STRANGER = "m" * 12


@once(*COMPONENTS)
def differing(tracker):
    """Two testers of this machine differ about an item on 3.2, and 3.3 is a build of the team."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.3", "-y")
    tracker.ok("log", "pass", CHECK, "home", "--build", "3.2", "--tester", "t1")
    tracker.ok("log", "fail", CHECK, "home", "-s", "2", "--build", "3.2", "--tester", "t2")


def newer_failure(chain, seen):
    chain.result("fail", severity=2, build="3.3", saw=seen)


def worse_failure(chain, seen):
    chain.result("fail", severity=1, build="3.3", saw=seen)


def passed_retest(chain, seen):
    chain.result("pass", build="3.2", retest=True, saw=seen)


def take(tracker, forge) -> None:
    chain = Chain(STRANGER, "mal")
    forge(chain, [reference(fact) for fact in told(tracker) if fact["kind"] == "result"])
    tracker.ok("import", give(tracker, *chain.facts))


def conflicts(tracker, *query) -> list:
    return json.loads(tracker.ok("list", "conflicts", *query, "--json").out)["rows"]


def rule(tracker, name, *words) -> dict:
    said = json.loads(tracker.run("gate", *words, "--json").out)
    return next((rule for rule in said["rules"] if rule["rule"] == name), {})


@pytest.mark.parametrize("forge", [newer_failure, worse_failure, passed_retest], ids=lambda forge: forge.__name__)
def test_what_a_stranger_hides_is_listed_and_resolved(differing, forge):
    before = conflicts(differing)
    take(differing, forge)
    assert rule(differing, "disagreements")["verdict"] == "fail"
    assert conflicts(differing) == before == conflicts(differing, "component:home")
    assert not conflicts(differing, "component:search")
    assert "0 disputed items, 1 contradicted item." in " ".join(differing.ok("list", "conflicts").text.split())
    answer = differing.run("resolve", "--exit-code")
    assert answer.code == 1
    assert "1. voiceover.label-present on home: contradicted result." in answer.text
    assert "1 is FAIL, serious, counts in the release check: t2" in answer.text and "2 is PASS: t1" in answer.text
    answer = differing.ok("resolve", CHECK, "home", "fail", "-m", "measured again", "--tester", "t1")
    assert "1 result by t1" in answer.text and "Not resolved" not in answer.text
    assert not conflicts(differing) and not rule(differing, "disagreements")


def test_what_a_stranger_sees_worse_counts_beside_what_it_hides(differing):
    words = ("--max-critical", "0", "--allow-disagreements")
    assert rule(differing, "max-critical", *words)["actual"] == 0
    take(differing, worse_failure)
    assert rule(differing, "max-critical", *words)["actual"] == 1
    assert rule(differing, "max-critical")["actual"] == 1 and rule(differing, "disagreements")["actual"] == 1
    assert "the release check counts FAIL, critical, contradicted" in " ".join(differing.ok("waiting").text.split())


def test_a_failure_of_a_stranger_hides_no_pass_that_is_disputed(differing):
    differing.ok("log", "na", CHECK, "search", "--build", "3.2", "--tester", "t1")
    differing.ok("log", "pass", CHECK, "search", "--build", "3.2", "--tester", "t2")
    take(differing, lambda chain, seen: chain.result("fail", "search", severity=1, build="3.3", saw=seen))
    assert rule(differing, "max-critical", "--max-critical", "0", "--allow-disagreements")["actual"] == 1
    assert [row["key"] for row in conflicts(differing)] == ["home", "search"]
    # In a list to compare with it stands as those say who are followed.
    rows = json.loads(differing.ok("list", "items", "--json").out)["rows"]
    assert {row["component"]: row["followed"] for row in rows} == {"home": None, "search": "pass"}


def test_what_a_stranger_rates_worse_leaves_no_rule(tracker):
    words = ("--max-critical", "1", "--max-serious", "0")
    tracker.ok("log", "fail", CHECK, "home", "-s", "2", "--tester", "t1")
    assert rule(tracker, "max-serious", *words)["actual"] == 1
    take(tracker, lambda chain, seen: chain.result("fail", severity=1))
    assert rule(tracker, "max-critical", *words)["actual"] == 1
    assert rule(tracker, "max-serious", *words)["actual"] == 1, "here it is still a serious finding"
    assert tracker.run("gate", *words).code == 1
    tracker.ok("follow", STRANGER)
    assert rule(tracker, "max-serious", *words)["actual"] == 0
