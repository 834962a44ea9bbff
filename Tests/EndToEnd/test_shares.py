"""What only people who are not followed here tested is in the figures, and raises no share that a release check asks for."""

import json

import pytest

from forging import Chain, give
from test_held_findings import GATED, STRANGER, gate

# Policy, what was answered of a, b, and c, what a stranger says of b and c on a newer build, and the exit codes before and
# once the stranger is followed.
SHARES = [
    ("min-pass 60", {"a": "fail", "b": "pass"}, "pass", 1, 0), ("min-pass 60", {"a": "fail", "b": "pass", "c": "na"}, "pass", 1, 0),
    ("min-coverage 60", {"a": "pass"}, "pass", 1, 0), ("min-coverage 60", {"a": "pass"}, "na", 1, 0),
    ("min-coverage 60", {"a": "pass"}, "fail", 1, 0),
    ("min-coverage 70", {"a": "pass", "b": "cant-tell", "c": "cant-tell"}, "na", 1, 0),
    ("min-coverage 70", {"a": "cant-tell", "b": "na", "c": "na"}, "fail", 1, 1),
    ("min-coverage 60", {"a": "cant-tell", "b": "na", "c": "na"}, "fail", 1, 0),
    ("min-coverage 60", {"b": "cant-tell", "c": "cant-tell"}, "fail", 1, 0),
    ("critical-rules", {"a": "pass"}, "pass", 1, 0), ("critical-rules", {"a": "na", "b": "na", "c": "na"}, "pass", 3, 0),
    ("max-critical 0", {}, "pass", 3, 0), ("max-critical 0", {}, "fail", 3, 0), ("max-critical 0", {"a": "na"}, "fail", 3, 0),
    ("max-age 30000", {}, "pass", 3, 0), ("max-age 30000", {}, "fail", 3, 0), ("max-closed-tickets 0", {}, "pass", 3, 0),
    ("max-closed-tickets 0", {}, "fail", 3, 0), ("no-regressions", {}, "pass", 3, 0), ("no-regressions", {}, "fail", 3, 0),
]


@pytest.mark.parametrize("policy, answered, said, code, followed", SHARES)
def test_what_others_tested_alone_is_in_the_figures_and_in_no_rule(empty, policy, answered, said, code, followed):
    tracker = empty
    tracker.ok("new", "checklist", "own", "--check", GATED)
    tracker.ok("edit", "tracker", "--checklists", "own", "--policy", policy, "--current-build", "3.3", "-y")
    tracker.register("a,screen", "b,screen", "c,screen")
    for key, outcome in answered.items():
        tracker.log(outcome, GATED, key, "--build", "3.1", *(["-s", "4"] if outcome == "fail" else []))
    assert gate(tracker)["code"] == code
    chain = Chain(STRANGER, "mal")
    for key in ("b", "c"):
        chain.result(said, key, check=GATED, build="3.3", **({"severity": 4} if said == "fail" else {}))
    assert "SHIP" not in tracker.ok("import", give(tracker, *chain.facts)).error
    after = gate(tracker)
    assert after["code"] == code, after
    if said != "fail" and not answered.keys() & {"b", "c"}:
        for words, who in (["gate"], "mal, who is"), (["report"], "people who are"):
            told = " ".join(tracker.run(*words).text.split())
            assert f"2 items count only by results of {who} not followed here; the release check leaves them out." in told
        assert "mal" not in tracker.run("report").text
    # The figures are by all results.
    cells = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    assert [row["outcome"] for row in cells if row["component"] in ("b", "c")] == [said, said]
    tracker.ok("follow", STRANGER)
    assert gate(tracker)["code"] == followed
    tracker.ok("follow", "--none", STRANGER)
    assert gate(tracker)["rules"] == after["rules"]
    tracker.require_sound()
