"""Bundles by the book whose facts mean harm: as many, as deep and as far apart as the format allows.

Each is a case that once took a minute or more, or that could; what grows with the square of the facts shows here.
"""

import json

import pytest

from facts import LETTERS, bundle, reference, stated
from forging import START, Chain
from hostile import RAW
from program import CHECK, Tracker, processor_time

SECONDS = 60  # of the processor, of the program with all its checks; what is linear takes a few
REPLICA = LETTERS[0] * 12


def undone_and_redone(chain, times=4_000):
    """An undo of an undo of an undo. An even number of them changes nothing."""
    fact = chain.result()
    for _ in range(times):
        fact = chain.retract(fact)
    return "fail" if times % 2 == 0 else None


def undone_by_all(chain, times=200):
    """Each takes back everything that was said before, and so all that took something back."""
    chain.result()
    for _ in range(times):
        chain.retract(*chain.facts[1:])
    return None  # the last one stands, whatever the others said


def undone_often(chain):
    results = [chain.result(build=str(number)) for number in range(500)]
    for _ in range(40):
        chain.retract(*results)
    return None


def seen_often(chain):
    """By a chain that goes on: each of its own, so what it says last of the newest build holds."""
    seen = [reference(chain.result(build=str(number))) for number in range(1_000)]
    for _ in range(100):
        chain.result("pass", saw=seen, build="999")
    return "pass"


def seen_across(chain):
    """Chains that each see the heads of all before them."""
    others = [Chain(f"{number:012d}") for number in range(150)]
    for other in others:
        other.result("pass", saw=[before.previous for before in others if before.facts])
    chain.facts += [fact for other in others for fact in other.facts]
    return "pass"


def forked_often(chain):
    """A fact that many go on from: none of the branches speaks for what came before them."""
    first, before = chain.result(), chain.previous
    for number in range(2_000):
        body = {"check": CHECK, "component": "home", "outcome": "pass", "tester": "x"}
        chain.facts.append(
            stated(chain.replica, first["n"] + 1, before, [START, number], "result", body, salt=f"{number:032x}"))
    return "fail"


def far_apart(chain):
    """Facts of one replica of which none names another: each stands behind a gap."""
    for number in range(5_000):
        body = {"check": CHECK, "component": "home", "outcome": "pass", "tester": "x"}
        chain.facts.append(stated(chain.replica, 10 + number, "0" * 32, [START, number], "result", body, salt="0" * 32))
    return "pass"


def asked_to_erase_often(chain):
    """Requests that wait, each for everything that was said before."""
    for number in range(300):
        chain.add("erase", reason="other", targets=[reference(fact) for fact in chain.facts])
        chain.result("fail", build=str(number))
    return "fail"


def many_conditions(chain):
    for number in range(6_000):
        chain.result("pass", condition=f"setting-{number}")
    return None


def one_long_condition(chain):
    chain.result(condition=",".join(f"c{number:05}" for number in range(5_000)))
    return None


def deep_names(chain):
    key = "/".join("a" * 20_000)
    chain.component(key)
    chain.result(component=key)
    return None


def long_lists_at_once(chain):
    """Of lists that are written at once all that is in any of them is asked for: each name was compared with each."""
    for writer in range(12):
        other = Chain(f"{writer:012d}")
        for kind, field in ("checklist", "checks"), ("audit", "components"):
            names = [f"n{writer}x{number}" for number in range(5_000)]
            other.add("set", kind=kind, key="mine", fields={field: names}, by="x")
        chain.facts += other.facts
    return None


@pytest.mark.costly
@pytest.mark.parametrize("make", [
    undone_and_redone, undone_by_all, undone_often, seen_often, seen_across, forked_often, far_apart, asked_to_erase_often,
    many_conditions, one_long_condition, deep_names, long_lists_at_once])
def test_nothing_that_fits_into_a_bundle_takes_for_ever(folder, make):
    chain = Chain(REPLICA)
    chain.component("home")
    outcome = make(chain)
    beside = Chain(REPLICA.replace("a", "b"))
    beside.result("pass", component="search")
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    name = json.loads(tracker.ok("export", "-o", "-").out)["tracker"]
    (tracker.folder / "given.a11y.json").write_text(bundle(name, chain.facts + beside.facts))
    for words in (["import", "given.a11y.json"], ["import", "given.a11y.json"], ["status"], ["report"], ["list", "cells"],
                  ["list", "retest"], ["list", "results", "--limit", "5"], ["trend"], ["show", "home"], ["doctor"],
                  ["doctor", "--rebuild"], ["export", "-o", "again.a11y.json"]):
        before = processor_time()
        answer = tracker.ok(*words)
        assert processor_time() - before < SECONDS, words
        assert not RAW.search(answer.text)
    rows = json.loads(tracker.ok("list", "cells", "--json").out)["rows"]
    default = [row["outcome"] for row in rows if row["component"] == "home" and not row["condition"]]
    assert default == ([outcome] if outcome else [])


def test_undo_and_redo_mean_the_same_in_whatever_order_they_arrive(folder, dice):
    """Each fact by itself, in any order, then all at once: what stands is the same."""
    chain = Chain(REPLICA)
    chain.component("home")
    facts = [chain.result("fail"), chain.result("pass", component="search")]
    for _ in range(24):
        facts.append(chain.retract(*dice.sample(facts, dice.randint(1, min(3, len(facts))))))
    states = []
    for way in range(3):
        tracker = Tracker(folder / f"tracker-{way}")
        tracker.folder.mkdir()
        tracker.begin()
        name = json.loads(tracker.ok("export", "-o", "-").out)["tracker"]
        parts = [chain.facts]
        if way:
            shuffled = dice.sample(chain.facts, len(chain.facts))
            parts = [shuffled[start:start + 3] for start in range(0, len(shuffled), 3)]
        for part in parts:
            (tracker.folder / "part.a11y.json").write_text(bundle(name, part))
            tracker.ok("import", "part.a11y.json")
        tracker.require_sound()
        states.append(tracker.rows("SELECT hex(target), standing FROM request ORDER BY 1, 2"))
        states.append(tracker.rows("SELECT term.text, outcome FROM cell JOIN term ON term.id = component ORDER BY 1"))
    assert states[0] == states[2] == states[4] and states[1] == states[3] == states[5]
