"""What entries of machines that are not followed did to those that are, and to the past."""

import json
import re

from deciding import decide, follow_only, records
from facts import identity, reference, stated
from forging import Chain, give
from program import CHECK, COMPONENT, Tracker

LEAD, MAL = "leadleadlead", "malmalmalmal"
KEY = "SHA256:" + "k" * 43


def put(chain: Chain, key: str, fields: dict, saw=(), kind="component") -> dict:
    return chain.add("set", saw, kind=kind, key=key, fields=fields, by=chain.tester)


def outcomes(tracker: Tracker) -> dict:
    return {row["component"]: row["outcome"] for row in json.loads(tracker.ok("list", "cells", "--json").out)["rows"]}


def test_an_unsigned_entry_behind_a_signed_chain_unnames_none_of_its_builds(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.1")
    lead = Chain(LEAD, "lead")
    lead.add("replica", signer=KEY)
    head = lead.result("pass", COMPONENT, build="3.2")
    mal = Chain(LEAD, "lead", after=head)
    mal.result("pass", "elsewhere", build="9")
    tracker.ok("import", give(tracker, *lead.facts))
    decide(tracker, signed={identity(head): KEY})
    follow_only(tracker, {"everyone": False, "machines": [LEAD], "signers": []})
    assert outcomes(tracker) == {COMPONENT: "pass"}
    tracker.ok("import", give(tracker, *mal.facts))
    assert outcomes(tracker) == {COMPONENT: "pass", "elsewhere": "pass"}


def test_an_unsigned_pass_behind_a_signed_failure_is_held(tracker):
    """On a build that this machine names as well, so that it is newer for everyone."""
    tracker.ok("log", "pass", CHECK, "search", "--build", "3.2", "--tester", "t1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    own = tracker.rows("SELECT value FROM local WHERE name = 'replica'")[0][0]
    lead = Chain(LEAD, "lead")
    lead.add("replica", signer=KEY)
    head = lead.result("fail", COMPONENT, build="3.1", severity=1)
    mal = Chain(LEAD, "lead", after=head)
    mal.result("pass", COMPONENT, build="3.2")
    tracker.ok("import", give(tracker, *lead.facts))
    decide(tracker, signed={identity(head): KEY})
    follow_only(tracker, {"everyone": False, "machines": [LEAD, own], "signers": []})
    tracker.ok("import", give(tracker, *mal.facts))
    assert outcomes(tracker)[COMPONENT] == "pass"
    for _ in range(2):
        answer = tracker.run("gate", "--json")
        assert [blocker["component"] for blocker in json.loads(answer.out)["blockers"]] == [COMPONENT]
        tracker.ok("doctor", "--rebuild", "-y")
    tracker.require_sound()


def test_what_waits_of_a_chain_that_forked_does_not_depend_on_which_branch_came_first(tmp_path, tracker):
    tracker.ok("edit", "component", COMPONENT, "--owner", "qa")
    mal = Chain(MAL, "mal")
    put(mal, COMPONENT, {"retired": True})
    one, other = (Chain(MAL, "mal", after=mal.facts[-1]) for _ in range(2))
    put(one, COMPONENT, {"retired": True, "exempt": 1})
    other.result("pass", COMPONENT)
    paths = [give(tracker, *mal.facts, *branch.facts, name=f"{number}.a11y.json")
             for number, branch in enumerate((one, other))]
    found = []
    for order in (paths, paths[::-1]):
        copy = Tracker(tmp_path / f"copy-{len(found)}")
        copy.folder.mkdir()
        copy.begin()
        copy.ok("import", "--adopt", give(tracker))
        for path in order:
            copy.ok("import", path)
        found.append(records(copy))
    assert found[0] == found[1]
    assert list(found[0]["component", COMPONENT, "retired"].values()).count("waits") == 1


def test_a_note_makes_no_waiver_of_one_that_was_taken_back(tracker):
    lead, mal = Chain(LEAD, "lead"), Chain(MAL, "mal")
    made = put(lead, "w1", {"component": "home", "check": CHECK, "until": "2099-01-01"}, kind="waiver")
    lead.retract(made)
    put(mal, "w1", {"note": "x"}, [reference(made)], kind="waiver")
    tracker.ok("import", give(tracker, *lead.facts))
    tracker.ok("follow", LEAD)
    tracker.ok("import", give(tracker, *mal.facts))
    assert tracker.rows("SELECT key FROM record WHERE kind = 'waiver'") == []


def test_a_title_from_the_past_makes_no_component_older(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--at", "2020-01-01T12:00:00Z")
    words = ["trend", "--json", "--every", "month", "--since", "2019-06-01"]
    before = json.loads(tracker.ok(*words).out)["points"]
    body = {"by": "mal", "fields": {"title": "Home"}, "key": "home", "kind": "component"}
    tracker.ok("import", give(tracker, stated(MAL, 1, "", [1_000, 0], "set", body, salt="1" * 32)))
    assert json.loads(tracker.ok(*words).out)["points"] == before


def test_what_others_tested_alone_counts_and_is_named(tracker):
    tracker.ok("new", "checklist", "own", "--check", CHECK)
    tracker.ok("edit", "tracker", "--checklists", "own", "--policy", "min-pass 60, max-critical 9, max-serious 9", "-y")
    tracker.register("a,button", "b,button")
    tracker.log("fail", CHECK, "a", "-s", "2")
    tracker.log("pass", CHECK, "b")
    assert tracker.run("gate").code == 1
    chain = Chain(MAL, "mal")
    chain.component("zz")
    for key in ("sign-in/close-button", "zz"):
        chain.result("pass", key)
    said = " ".join(tracker.ok("import", give(tracker, *chain.facts)).error.split())
    assert "Release check: HOLD before, SHIP now." in said
    assert "2 items count only by results of mal, who is not followed here." in " ".join(tracker.run("gate").text.split())
    assert "2 items count only by results of people who are not followed here." in " ".join(tracker.run("report").text.split())
    assert not re.search(r"\bmal\b", tracker.run("report").text)
