"""Bundles by the book whose facts mean harm: as many, as deep and as far apart as the format allows.

Each is a case that once took a minute or more, or that could; what grows with the square of the facts shows here.
"""

import json

import pytest

from facts import LETTERS, bundle, reference, stated
from forging import START, Chain, give, identifier
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


def drop(tracker: Tracker, folder, *facts: dict, **members) -> None:
    """Puts a file of these facts into a shared folder, where their machine has its part."""
    replica = facts[0]["r"]
    part = folder / identifier(tracker) / replica
    part.mkdir(parents=True, exist_ok=True)
    text = bundle(identifier(tracker), list(facts), **{"from": replica, **members})
    digest = json.loads(text)["digest"][:8]
    (part / f"{facts[0]['n']}-{facts[-1]['n']}-{digest}.a11y.json").write_text(text)


def test_a_record_may_have_more_fields_than_an_entry(tracker, folder):
    """Two entries of 250 fields ended every import, every sync and what lists what waits with 4."""
    tracker.ok("log", "fail", CHECK, "home", "--build", "1", "--tester", "t1")
    shared = folder / "shared"
    shared.mkdir()
    tickets, plans = Chain("n" * 12, "n"), Chain("m" * 12, "m")
    for start in range(2):
        names = [f"A{start}-{number}" for number in range(250)]
        tickets.add("set", kind="finding", key=f"home {CHECK}", by="n", fields=dict(
            sorted({"check": CHECK, "component": "home", **{f"ticket.{name}": "closed" for name in names}}.items())))
        plans.add("set", kind="component", key="new", by="m", fields=dict(
            sorted({"kind": "button", **{f"planned.team.{name}": "44x44" for name in names}}.items())))
    drop(tracker, shared, *tickets.facts)
    drop(tracker, shared, *plans.facts)
    tracker.ok("sync", shared)
    tracker.ok("waiting")
    tracker.ok("follow", "n" * 12, "--yes")
    assert len(json.loads(tracker.ok("list", "findings", "--json").out)["rows"]) == 1
    closed = tracker.rows("SELECT count(*) FROM record, json_each(record.doc) WHERE kind = 'finding' AND value = 'closed'")
    assert closed == [(500,)]
    tracker.ok("doctor")
    (folder / "joined").mkdir()
    joined = Tracker(folder / "joined")
    joined.ok("init")
    joined.ok("sync", "--adopt", shared)
    assert len(json.loads(joined.ok("list", "components", "--json").out)["rows"]) == 4


def test_answers_to_another_text_set_their_file_aside(tracker, folder):
    """A file in the folder that says to be a worksheet, with another text of a check, ended every sync with 5."""
    shared = folder / "shared"
    shared.mkdir()
    other = Chain("m" * 12)
    other.result("pass", build="1.0", text="00000009")
    drop(tracker, shared, *other.facts, worksheet="abcdefgh1234")
    for _ in range(2):
        answer = tracker.ok("sync", shared)
        assert "another text than on the worksheet" in answer.error and "a11y import --accept-changed FILE" in answer.error
    assert tracker.run("sync", shared, "--exit-code").code == 5
    file, = shared.rglob("1-1-*.a11y.json")
    tracker.ok("import", file, "--accept-changed")
    assert tracker.rows("SELECT count(*) FROM result") == [(1,)]


def test_the_severity_of_a_finding_stays_where_it_is_set(tracker):
    """The record of the finding had been begun by a stranger, with the settings of another item."""
    tracker.ok("log", "fail", CHECK, "home", "-s", "4", "--build", "1.0", "--tester", "t1")
    stranger = Chain("m" * 12)
    stranger.add("set", kind="finding", key=f"home {CHECK}", fields={"condition": "dark"}, by="x")
    tracker.ok("import", give(tracker, *stranger.facts))
    tracker.ok("edit", "finding", CHECK, "home", "-s", "critical", A11Y_TESTER="lead")
    row, = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    assert row["severity"] == 1
    assert tracker.run("gate", "--max-critical", "0").code == 1
