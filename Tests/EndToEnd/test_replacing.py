"""What a result replaces: what was seen later, by who had seen it; and what the latest word of each tester decides."""

import json

import pytest

from forging import START, Chain, give, told
from facts import reference
from program import CHECK, COMPONENT
from test_numbers import data

DAY = 86_400_000
LOS_ANGELES = {"TZ": "America/Los_Angeles"}


def cell(tracker, component="home", check=CHECK):
    found, = [row for row in data(tracker, "list", "cells", "--all")["rows"]
              if row["component"] == component and row["check"] == check]
    return found


def results_of(tracker) -> list:
    return [reference(fact) for fact in told(tracker) if fact["kind"] == "result"]


# --- When it was seen counts, not when it was typed

def test_a_result_stated_to_be_older_closes_nothing(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "--build", "1", "-s", "1", "--at", "2026-01-20T10:00Z")
    answer = tracker.ok("log", "pass", CHECK, "home", "--tester", "t1", "--build", "1", "--at", "2026-01-10T10:00Z")
    assert "a11y: note: FAIL of 2026-01-20 10:00 stays: this is older\n" in answer.error
    assert (cell(tracker)["outcome"], cell(tracker)["severity"]) == ("fail", 1)
    assert tracker.run("gate", "--max-critical", "0").code == 1
    assert len(data(tracker, "list", "findings")["rows"]) == 1
    history = data(tracker, "list", "results")["rows"]
    assert sorted(row["outcome"] for row in history) == ["fail", "pass"]
    for day, wanted in (("2026-01-09", (0, 0)), ("2026-01-10", (1, 0)), ("2026-01-20", (0, 1))):
        cells = data(tracker, "status", "--as-of", day)["cells"]
        assert (cells["pass"], cells["fail"]) == wanted, day
    # A retest that is stated to be older is one more opinion.
    retest = ["log", "pass", CHECK, "home", "--tester", "t2", "--build", "1", "--retest"]
    answer = tracker.ok(*retest, "--at", "2026-01-15T10:00Z")
    assert "a11y: note: FAIL of 2026-01-20 10:00 stays: this is older\n" in answer.error
    assert (cell(tracker)["outcome"], cell(tracker)["tester"]) == ("fail", "t1")
    # One that is not says nothing of the kind, nor does a failure.
    tracker.ok("log", "pass", CHECK, "search", "--tester", "t1", "--build", "1", "--at", "2026-01-20T10:00Z")
    failed = tracker.ok("log", "fail", CHECK, "search", "--tester", "t2", "--build", "1", "--retest", "--at", "2026-01-15T10:00Z")
    answer = tracker.ok(*retest, "--at", "2026-01-21T10:00Z")
    assert "stays" not in failed.error + answer.error and cell(tracker)["outcome"] == "pass"
    tracker.require_sound()


def test_rows_of_a_table_are_taken_in_the_order_of_their_times(tracker):
    rows = ["outcome,check,component,at,build",
            f"fail,{CHECK},home,2026-01-20T10:00Z,1", f"pass,{CHECK},home,2026-01-10T10:00Z,1"]
    for order in (rows, [rows[0], *reversed(rows[1:])]):
        tracker.ok("log", "-", "--tester", "t1", stdin="\n".join(order).encode())
        assert cell(tracker)["outcome"] == "fail"
    answer = tracker.ok("log", "-", "--tester", "t1", stdin="\n".join(rows[:1] + rows[2:]).encode())
    assert "a11y: note: 1 result is older than what the same tester logged; the later results stay." in answer.error


# --- A retest is better than what it sees

def test_a_retest_that_betters_nothing_closes_nothing(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "--build", "1", "-s", "1")
    stranger = Chain("m" * 12)
    stranger.result("fail", build="1", severity=1, retest=True, saw=results_of(tracker))
    stranger.result("pass", build="1")
    tracker.ok("import", give(tracker, *stranger.facts))
    assert (cell(tracker)["outcome"], cell(tracker)["tester"]) == ("fail", "t1")
    assert tracker.run("gate", "--max-critical", "0").code == 1


def test_a_retest_that_only_lowers_the_severity_is_named(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "--build", "1", "-s", "1")
    stranger = Chain("m" * 12)
    stranger.result("fail", build="1", severity=4, retest=True, saw=results_of(tracker))
    path = give(tracker, *stranger.facts)
    for answer in (tracker.ok("import", "--dry-run", path), tracker.ok("import", path)):
        assert "1 item better by a retest on the same build" in answer.text + answer.error
    assert cell(tracker)["severity"] == 4
    for words in (["status"], ["gate", "--max-critical", "0"]):
        assert "1 item is better by a retest on the same build" in tracker.run(*words).text, words


# --- Of those that agree the newest is shown, whole

@pytest.mark.parametrize("turn", [1, -1])
def test_of_results_that_agree_the_newest_is_shown_whole(tracker, turn):
    logged = [("t1", "2026-01-01", "iPhone 15"), ("t2", "2026-01-20", "iPad")]
    for tester, day, device in logged[::turn]:
        tracker.ok("log", "fail", CHECK, "home", "--tester", tester, "-s", "2", "-m", f"note of {tester}",
                   "--device", device, "--at", f"{day}T10:00Z")
    shown = cell(tracker)
    assert [shown[name] for name in ("tester", "note", "device", "at")] == [
        "t2", "note of t2", "iPad", "2026-01-20T10:00:00Z"]


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


# --- Regressed is decided by each chain that had passed

def test_a_strangers_failure_of_the_past_excuses_no_regression(tracker):
    tracker.ok("log", "pass", CHECK, "home", "--tester", "t1", "--build", "3.1", "--at", "2026-01-01T10:00Z")
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "--build", "3.2", "--at", "2026-01-25T10:00Z", "-s", "1")
    gates = (["--baseline", "2026-01-15"], ["--no-regressions"])
    assert [tracker.run("gate", *words).code for words in gates] == [1, 1]
    for build in ("3.1", "3.2"):
        stranger = Chain(build[-1] * 12)
        stranger.result("fail", build=build, severity=4, time=START - 25 * DAY)
        tracker.ok("import", give(tracker, *stranger.facts))
        assert [tracker.run("gate", *words).code for words in gates] == [1, 1], build
    assert data(tracker, "list", "findings")["rows"][0]["state"] == "regressed"
    # Who had failed it before the baseline has found nothing new.
    tracker.ok("log", "fail", CHECK, "sign-in/close-button", "--tester", "t1", "--build", "3.1", "--at", "2026-01-01T10:00Z")
    tracker.ok("log", "fail", CHECK, "sign-in/close-button", "--tester", "t1", "--build", "3.2", "--at", "2026-01-25T10:00Z")
    assert [row["state"] for row in data(tracker, "list", "findings")["rows"]
            if row["component"] == "sign-in/close-button"] == ["open"]


@pytest.mark.parametrize("audit", [(), ("--audit", "spring")], ids=["tracker", "audit"])
def test_a_strangers_failure_on_a_newer_build_hides_no_regression(tracker, audit):
    tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t1", "--build", "3.1", "--at", "2026-01-01T10:00Z")
    # A build of the team, so that a failure on it takes the place of that on 3.2.
    tracker.ok("log", "pass", CHECK, "search", "--tester", "t1", "--build", "3.3")
    tracker.ok("new", "audit", "spring")
    tracker.ok("log", "fail", CHECK, COMPONENT, "--tester", "t1", "--build", "3.2", "--at", "2026-01-25T10:00Z", "-s", "1",
               "--audit", "spring")
    gates = (["--baseline", "2026-01-15", *audit], ["--no-regressions", *audit])
    assert [tracker.run("gate", *words).code for words in gates] == [1, 1]
    stranger = Chain("m" * 12)
    stranger.result("fail", COMPONENT, build="3.3", severity=1, time=START - 60 * DAY, audit="spring")
    tracker.ok("import", give(tracker, *stranger.facts))
    assert [tracker.run("gate", *words).code for words in gates] == [1, 1]
    for words in gates:
        rules = json.loads(tracker.run("gate", *words, "--json").out)["rules"]
        assert [rule["actual"] for rule in rules if rule["rule"] == "no-regressions"] == [1]
