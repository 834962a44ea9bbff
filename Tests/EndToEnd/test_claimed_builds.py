"""A build that only people have named who are not followed here is newer than no other, however high its number is."""

import json

import pytest

from conftest import COMPONENTS, once
from deciding import decide
from facts import identity
from forging import Chain, give
from program import CHECK, COMPONENT

STRANGER = "m" * 12


def cell(tracker, component="home") -> tuple:
    row, = [row for row in json.loads(tracker.ok("list", "cells", "--json").out)["rows"] if row["component"] == component]
    return row["outcome"], row["build"]


@once(*COMPONENTS)
def claimed(tracker):
    """A stranger says that all is well on build 999, before a tester finds a fault on the current one."""
    tracker.ok("edit", "tracker", "--current-build", "3.3", "-y")
    chain = Chain(STRANGER, "m")
    chain.result("pass", build="999")
    tracker.ok("import", give(tracker, *chain.facts))
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.3")


def test_it_hides_no_failure_and_is_named(claimed):
    assert cell(claimed) == ("fail", "3.3")
    assert claimed.run("gate", "--max-critical", "0").code == 1
    for words in (["status"], ["gate"], ["report"]):
        said = " ".join(claimed.run(*words).text.split())
        assert "Build 999: named only by people who are not followed here" in said, words
    row, = json.loads(claimed.ok("list", "retest", "--json").out)["rows"]
    assert row["reasons"] == ["disputed"], "no newer build asks for a retest"
    claimed.require_sound()


WALK = ["walk", "--check", CHECK, "--component", COMPONENT, "--all"]
LOGGED = {
    "log": (["log", "fail", CHECK, COMPONENT, "-s", "1"], b""), "walk": (WALK, b"f 1 no label\nq\n"), "rest": (WALK, b"A f 1\nq\n"),
    "table": (["log", "-"], f"outcome,check,component,severity\nfail,{CHECK},{COMPONENT},1\n".encode())}


@pytest.mark.parametrize("audit", ["", "spring"])
@pytest.mark.parametrize("words, lines", LOGGED.values(), ids=LOGGED)
def test_it_keeps_no_tester_from_answering(tracker, audit, words, lines):
    tracker.ok("edit", "tracker", "--current-build", "3.3", "-y")
    chain = Chain(STRANGER, "m")
    chain.result("pass", component=COMPONENT, build="999")
    tracker.ok("import", give(tracker, *chain.facts))
    if audit:
        tracker.ok("new", "audit", audit, "--checklist", "labels-and-touch", "--build", "3.3")
        words = [*words, "--audit", audit]
    answer = tracker.run(*words, "--tester", "t1", stdin=lines)
    assert answer.code == 0 and "does not count" not in answer.text + answer.error, answer.error
    assert cell(tracker, COMPONENT) == ("fail", "3.3")


def test_a_walk_refuses_what_a_build_of_people_who_are_followed_hides(tracker):
    tracker.log("pass", CHECK, COMPONENT, "--build", "999", tester="t2")
    refused = tracker.run(*WALK, "--build", "3.3", "--tester", "t1", stdin=b"f 1 no label\nq\n")
    assert refused.code == 5 and "does not count: PASS on build 999 is shown" in refused.error
    assert cell(tracker, COMPONENT) == ("pass", "999")
    assert len(json.loads(tracker.ok("list", "results", "--json").out)["rows"]) == 1, "nothing was logged"


@pytest.mark.parametrize("words, lines", [(["log", "fail", CHECK, COMPONENT, "-s", "1"], b""), (WALK, b"f 1 no label\nq\n")], ids=["log", "walk"])
def test_who_is_followed_and_mistypes_a_build_is_named_with_what_takes_it_back(tracker, words, lines):
    tracker.ok("edit", "tracker", "--current-build", "3.3", "-y")
    bob = Chain("b" * 12, "bob")
    result = bob.result("pass", component=COMPONENT, build="33")
    tracker.ok("import", give(tracker, *bob.facts))
    tracker.ok("follow", bob.replica, "-y")
    refused = tracker.run(*words, "--tester", "t1", stdin=lines)
    said = " ".join(refused.error.split())
    assert refused.code == 5 and 'Have bob run "a11y undo" on machine bbbbbbbbbbbb if build 33 is a typo' in said
    assert 'Run "a11y follow --none bbbbbbbbbbbb"' in said
    gate = " ".join(tracker.run("gate", "--max-critical", "0").text.split())
    assert "If 33 is a typo, run \"a11y list results build:33\"" in gate
    # Each of them works.
    tracker.ok("follow", "--none", bob.replica, "-y")
    tracker.ok(*words, "--tester", "t1", stdin=lines)
    assert cell(tracker, COMPONENT) == ("fail", "3.3")
    tracker.ok("undo", "--tester", "t1")
    tracker.ok("follow", bob.replica, "-y")
    assert cell(tracker, COMPONENT) == ("pass", "33")
    bob.retract(result)
    tracker.ok("import", give(tracker, *bob.facts[-1:], name="undone.a11y.json"))
    tracker.ok(*words, "--tester", "t1", stdin=lines)
    assert cell(tracker, COMPONENT) == ("fail", "3.3")


def test_who_mistypes_a_build_here_is_named_with_the_undo(tracker):
    tracker.log("pass", CHECK, COMPONENT, "--build", "999", tester="t2")
    refused = tracker.run("log", "fail", CHECK, COMPONENT, "-s", "1", "--build", "3.3", "--tester", "t1")
    assert 'Run "a11y undo --tester t2" if build 999 is a typo' in " ".join(refused.error.split())
    tracker.ok("undo", "--tester", "t2")
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "1", "--build", "3.3", "--tester", "t1")
    assert cell(tracker, COMPONENT) == ("fail", "3.3")


@pytest.mark.parametrize("words", [("edit", "tracker", "--current-build", "999"), ("new", "audit", "a", "--checklist", "critical-rules", "--build", "999"),
                                   ("edit", "audit", "old", "--build", "999")], ids=lambda words: words[1])
def test_who_names_it_hears_what_it_does(claimed, words):
    claimed.ok("new", "audit", "old", "--checklist", "critical-rules", "--build", "3.3")
    for more in (["--dry-run"], []):
        said = claimed.ok(*words, *more).error
        assert "1 item better, 0 worse: which results count depends on the build" in said and "a11y list results build:999" in said
    assert cell(claimed) == ("pass", "999")


def accept_by_following(tracker): tracker.ok("follow", STRANGER)
def accept_as_current(tracker): tracker.ok("edit", "tracker", "--current-build", "999", "-y")
def accept_by_an_audit(tracker): tracker.ok("new", "audit", "a", "--checklist", "critical-rules", "--build", "999")
def accept_by_a_result(tracker): tracker.log("pass", CHECK, "search", "--build", "999")


ACCEPTED = [accept_by_following, accept_as_current, accept_by_an_audit, accept_by_a_result]


@pytest.mark.parametrize("accept", ACCEPTED, ids=lambda accept: accept.__name__)
def test_it_counts_once_somebody_who_is_followed_has_named_it(claimed, accept):
    accept(claimed)
    assert cell(claimed) == ("pass", "999")
    assert "named only by" not in claimed.ok("status").text
    claimed.require_sound()
    claimed.ok("doctor", "--rebuild")
    assert cell(claimed) == ("pass", "999")


def test_it_is_a_claim_again_when_nobody_stands_for_it(claimed):
    claimed.ok("follow", STRANGER)
    claimed.ok("follow", "--none", STRANGER)
    assert cell(claimed) == ("fail", "3.3")
    claimed.ok("edit", "tracker", "--current-build", "999", "-y")
    claimed.ok("edit", "tracker", "--current-build", "3.3", "-y")
    assert cell(claimed) == ("fail", "3.3")
    claimed.require_sound()


def test_a_build_of_ours_is_newer_than_an_older_one_of_theirs(tracker):
    chain = Chain(STRANGER, "m")
    chain.result("fail", build="3.2", severity=1)
    tracker.ok("import", give(tracker, *chain.facts))
    assert cell(tracker) == ("fail", "3.2")
    tracker.log("pass", CHECK, "home", "--build", "3.3")
    assert cell(tracker) == ("pass", "3.3")


def test_an_audit_of_the_stranger_does_not_stand_for_the_build(claimed):
    chain = Chain(STRANGER, "m")
    chain.result("pass", build="999")
    chain.add("set", kind="audit", key="theirs", fields={"build": "999"}, by="m")
    claimed.ok("import", give(claimed, *chain.facts))
    assert "theirs" in claimed.ok("list", "audits").text
    assert cell(claimed) == ("fail", "3.3")
    claimed.require_sound()


def test_it_counts_once_the_gap_before_a_signed_entry_closes(tracker):
    """The entry that was missing is no result, and what it links to the signature is one that was here."""
    chain = Chain(STRANGER, "m")
    key = "SHA256:" + "a" * 43
    first, result = chain.add("replica", signer=key), chain.result("pass", build="999")
    missing, signed = chain.component("one"), chain.component("two")
    tracker.ok("import", give(tracker, first, result, signed))
    decide(tracker, signed={identity(signed): key})
    tracker.ok("follow", STRANGER)
    assert tracker.rows("SELECT count(*) FROM claimed") == [(1,)]
    tracker.ok("import", give(tracker, missing))
    assert tracker.rows("SELECT count(*) FROM claimed") == [(0,)]
    tracker.require_sound()


def test_a_commit_of_digits_alone_is_no_number(tracker):
    """It was above every commit that has letters, whenever they were."""
    tracker.ok("log", "fail", CHECK, "home", "--build", "663991143", "--tester", "t1", "--at", "2026-03-03")
    tracker.ok("log", "pass", CHECK, "search", "--build", "a5894dda1", "--tester", "t1", "--at", "2026-03-07")
    assert "a5894dda1" in tracker.ok("status", "--all").text and "663991143" not in tracker.ok("status", "--all").text
    assert "current build is a5894dda1" in tracker.ok("list", "retest", "--width", "300").text


@pytest.mark.parametrize("own, claim", [("3.3", "999"), ("20260301", "deadbeef"), ("3.3", "later")])
def test_it_is_not_the_current_build_where_the_team_names_none(tracker, own, claim):
    """Every page had it as the build of its figures."""
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", own)
    chain = Chain(STRANGER, "m")
    chain.result("pass", "search", build=claim, time=4_000_000_000_000)
    tracker.ok("import", give(tracker, *chain.facts))
    text = tracker.ok("status", "--plain", "--all").text
    assert f", build {own}, as of" in text and f"Build {own}: 1 tested on this build, 1 on an older build" in text, text
    assert f", build {own}, " in tracker.ok("report").text.splitlines()[0]
    # Of commits and other words the latest counts, once their author does.
    tracker.ok("follow", STRANGER)
    now = claim if claim != "later" else own
    assert f", build {now}, as of" in tracker.ok("status", "--plain", "--all").text


@pytest.mark.parametrize("old, new", [("3.2 (451)", "3.2.1 (460)"), ("v3.2-451", "v3.2.1-7")])
def test_a_later_version_is_newer_whatever_the_number_of_its_build_is(tracker, old, new):
    """The number of the build was read as a part of the version: 3.2.451, which closed what failed in 3.2.1."""
    tracker.log("pass", CHECK, "home", "--build", old)
    assert tracker.log("fail", CHECK, "home", "-s", "1", "--build", new).code == 0
    bob = Chain("b" * 12, "bob")
    bob.result("pass", build=old)
    tracker.ok("import", give(tracker, *bob.facts))
    tracker.ok("follow", bob.replica, "-y")
    assert cell(tracker) == ("fail", new)
    assert tracker.run("gate", "--max-critical", "0").code == 1
    assert tracker.log("pass", CHECK, "home", "--build", old).code == 5, "a newer build is shown"
    tracker.log("pass", CHECK, "home", "--build", new)
    assert cell(tracker) == ("pass", new)
    tracker.require_sound()
