"""A closed audit's regressions are those that its closing had seen: what comes later, for any time, excuses none and makes none."""

import json

import pytest

from forging import Chain, give
from program import CHECK

FOLLOWED, STRANGER = "f" * 12, "m" * 12
BETWEEN = 1_790_900_000_000  # 2 October 2026


def closed(tracker, *before) -> None:
    """An audit in which an item fails that had, or had not, passed on an older build."""
    tracker.register("home,icon-button")
    tracker.ok("edit", "tracker", "--current-build", "2", "-y")
    tracker.ok("new", "audit", "winter")
    for outcome, build, day in before:
        tracker.ok("log", outcome, CHECK, "home", "--build", build, "--at", f"{day}T10:00Z", "--tester", "t1")
    tracker.ok("log", "fail", CHECK, "home", "-s", "3", "--build", "2", "--audit", "winter", "--tester", "t1")
    tracker.ok("edit", "audit", "winter", "--close")


def regressed(tracker, *words) -> tuple:
    answer = tracker.run("gate", "--audit", "winter", "--no-regressions", *words, "--json")
    rule, = [rule for rule in json.loads(answer.out)["rules"] if rule["rule"] == "no-regressions"]
    return answer.code, rule["actual"]


def own(tracker, outcome):
    tracker.ok("log", outcome, CHECK, "home", "--build", "1", "--at", "2026-10-03T10:00Z", "--tester", "t1")


def import_of(replica, tracker, outcome):
    chain = Chain(replica, "t1")
    chain.result(outcome, build="1", time=BETWEEN)
    tracker.ok("import", give(tracker, *chain.facts))
    if replica == FOLLOWED:
        tracker.ok("follow", replica)


def followed(tracker, outcome):
    import_of(FOLLOWED, tracker, outcome)


def stranger(tracker, outcome):
    import_of(STRANGER, tracker, outcome)


@pytest.mark.parametrize("baseline", [(), ("--baseline", "2026-10-02")], ids=["any", "date"])
def test_a_late_failure_excuses_no_regression_of_a_closed_audit(empty, baseline):
    closed(empty, ("pass", "1", "2026-10-01"))
    assert regressed(empty, *baseline) == (1, 1)
    own(empty, "fail")
    assert regressed(empty, *baseline) == (1, 1)


@pytest.mark.parametrize("late", [own, followed, stranger], ids=lambda late: late.__name__)
def test_a_late_pass_makes_no_regression_in_a_closed_audit(empty, late):
    closed(empty)
    before = empty.ok("report", "--audit", "winter", "--json").text
    assert regressed(empty) == (0, 0)
    late(empty, "pass")
    assert regressed(empty) == (0, 0)
    assert json.loads(empty.ok("report", "--audit", "winter", "--json").out)["findings"] == json.loads(before)["findings"]


def test_the_sides_of_a_dispute_are_those_of_the_audit(empty):
    empty.register("home,icon-button")
    empty.ok("new", "audit", "winter")
    for tester, severity in ("t1", "2"), ("t2", "3"):
        empty.ok("log", "fail", CHECK, "home", "-s", severity, "--audit", "winter", "--tester", tester)
    empty.ok("log", "cant-tell", CHECK, "home", "--tester", "t3", "--audit", "", "--disagree", "-m", "not sure")
    empty.ok("edit", "audit", "winter", "--close")

    def sides() -> list:
        dispute, = json.loads(empty.ok("report", "--audit", "winter", "--json").out)["disputes"]
        return [side["outcome"] for side in dispute["sides"]]

    assert sides() == ["fail", "fail"]
    empty.ok("log", "pass", CHECK, "home", "--tester", "t4", "--disagree", "-m", "all is well")
    assert sides() == ["fail", "fail"]
