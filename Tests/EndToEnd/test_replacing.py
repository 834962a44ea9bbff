"""What a result replaces: what was seen later, by who had seen it; and what the latest word of each tester decides."""

import json

import pytest

from forging import START, Chain, give, told
from facts import reference
from program import CHECK
from test_numbers import data

DAY = 86_400_000
LOS_ANGELES = {"TZ": "America/Los_Angeles"}


def cell(tracker, component="home", check=CHECK):
    found, = [row for row in data(tracker, "list", "cells", "--all")["rows"]
              if row["component"] == component and row["check"] == check]
    return found


def results_of(tracker) -> list:
    return [reference(fact) for fact in told(tracker) if fact["kind"] == "result"]


# --- A newer build than the current one

def test_a_result_of_a_newer_build_than_the_current_one_is_never_stale(tracker):
    tracker.ok("edit", "tracker", "--current-build", "1.0")
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t", "--build", "1.0")
    tracker.ok("log", "pass", CHECK, "sign-in/close-button", "--tester", "t", "--build", "1.1")
    status = data(tracker, "status")
    assert status["stale"] == 0
    assert [status["builds"][name] for name in ("current", "on_current", "on_newer", "on_older", "newest")] == [
        "1.0", 1, 1, 0, "1.1"]
    words = "Results of 1.1 exist, the current build is 1.0."
    for command in (["status"], ["gate", "--max-critical", "0"], ["list", "retest"]):
        assert words in tracker.run(*command).text, command
    queue = data(tracker, "list", "retest", "--columns", "component,detail")["rows"]
    assert queue == [{"component": "home", "detail": ["failed in 1.0; results of 1.1 exist, the current build is 1.0"]}]
    tracker.ok("edit", "tracker", "--current-build", "1.2")
    assert data(tracker, "status")["stale"] == 2 and words not in tracker.ok("status").text


# --- Times without an offset are local

def test_times_without_an_offset_are_local_everywhere(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "--build", "1", "--at", "2026-01-19T19:30", **LOS_ANGELES)
    assert cell(tracker)["at"] == "2026-01-20T03:30:00Z"

    def count(*words, **zone) -> int:
        return len(json.loads(tracker.ok("list", "results", *words, "--json", **(zone or LOS_ANGELES)).out)["rows"])

    assert [count("until:2026-01-19"), count("since:2026-01-20"), count("since:2026-01-19T19:30")] == [1, 0, 1]
    assert [count("until:2026-01-19T19:29"), count("until:2026-01-19", TZ="UTC")] == [0, 0]
    for moment, wanted in (("2026-01-19T20:00", 1), ("2026-01-19", 1), ("2026-01-19T19:00", 0), ("2026-01-18", 0)):
        answer = tracker.ok("status", "--as-of", moment, "--json", **LOS_ANGELES)
        assert json.loads(answer.out)["cells"]["fail"] == wanted, moment
    days = json.loads(tracker.ok("trend", "--every", "day", "--since", "2026-01-19", "--until", "2026-01-19", "--json",
                                 **LOS_ANGELES).out)
    point, = days["points"]
    assert (point["period"], point["fail"], point["to"]) == ("2026-01-19", 1, "2026-01-20T07:59:59.999Z")
    tracker.ok("log", "-", "--tester", "t1", **LOS_ANGELES,
               stdin=f"outcome,check,component,at\npass,{CHECK},sign-in/close-button,2026-01-19 19:30\n".encode())
    assert cell(tracker, "sign-in/close-button")["at"] == "2026-01-20T03:30:00Z"


def test_a_time_that_a_clock_change_skips_is_refused(tracker):
    skipped = "2026-03-08T02:30"
    for words in (["log", "pass", CHECK, "home", "--tester", "t", "--at", skipped], ["status", "--as-of", skipped],
                  ["list", "results", f"since:{skipped}"]):
        answer = tracker.run(*words, **LOS_ANGELES)
        assert answer.code in (2, 4) and "skip that time" in answer.error, answer.error
        assert tracker.run(*words).code == 0, "there is no such hour only there"
        tracker.run("undo")
    table = f"outcome,check,component,at\npass,{CHECK},home,{skipped}\n".encode()
    assert tracker.run("log", "-", "--tester", "t", stdin=table, **LOS_ANGELES).code == 4
    assert data(tracker, "status")["cells"]["pass"] == 0
