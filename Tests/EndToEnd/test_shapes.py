"""What each shape of a bundle costs: four times the entries take no sixteen times the work, in whichever pattern they name one
another."""

import hashlib

import pytest

from facts import reference
from forging import START, Chain, give
from program import CHECK, Tracker, processor_time

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
CONSENT = {"assent": True, "guardian": True, "reference": "c-17"}


def replica(number: int) -> str:
    return "z" + "".join(ALPHABET[(number >> (5 * place)) % 32] for place in range(11))


def each_machine(count, add) -> list[dict]:
    """What one machine after the other says."""
    facts = []
    for number in range(count):
        chain = Chain(replica(number), f"t{number}")
        add(chain, number)
        facts += chain.facts
    return facts


def one_machine(count, add) -> list[dict]:
    chain = Chain("b" * 12, "b")
    for number in range(count):
        add(chain, number)
    return chain.facts


def session(chain: Chain, number: int) -> dict:
    return chain.add("session", age="6-8", by="m1", consent=CONSENT, device="iPad mini 6", plan="p", ppi=16300, record="device",
                     seed=8, subject=f"{number:032x}", week="2026-W07")


def trial(chain: Chain, of: dict, number: int) -> dict:
    return chain.add("trial", component="home", height=440, kind="scored", n=number, outcome="first_tap", scoring=1,
                     session=reference(of), width=440)


def field(kind, key, name, value):
    return lambda chain, number: chain.add(
        "set", kind=kind, key=key.format(number), fields={name: value(number)}, by=chain.tester)


def branches_of_one(count, add):
    """Each is the first entry of one machine: a fork of as many branches."""
    facts = []
    for number in range(count):
        chain = Chain("a" * 12, f"t{number}")
        add(chain, number)
        facts += chain.facts
    return facts


def after_gaps(count):
    facts = []
    for number in range(count):
        chain = Chain("a" * 12, f"t{number}")
        chain.number, chain.previous = 2 * number + 1, hashlib.sha256(str(number).encode()).hexdigest()[:32]
        chain.result("pass")
        facts += chain.facts
    return facts


def about_one(count, ask):
    """Each machine asks something about one result of another."""
    first = Chain("b" * 12, "b")
    named = first.result(note="x")
    return first.facts + each_machine(count, lambda chain, _: ask(chain, named))


def retractions_of_many(count):
    first = Chain("b" * 12, "b")
    named = [first.result(note=str(number)) for number in range(count)]
    return first.facts + each_machine(8, lambda chain, _: chain.retract(*named))


def undone_and_redone(count):
    chain = Chain("b" * 12, "b")
    last = chain.result()
    for _ in range(count):
        last = chain.retract(last)
    return chain.facts


def seen_by_one(count):
    facts = each_machine(count, lambda chain, _: chain.result())
    seer = Chain("seer0000000a", "s")
    seer.result("pass", saw=sorted(reference(fact) for fact in facts))
    return facts + seer.facts


def trials_of_one(count):
    chain = Chain("b" * 12, "b")
    of = session(chain, 1)
    for number in range(count):
        trial(chain, of, number + 1)
    return chain.facts


def retested(count):
    """Each has seen those before it."""
    chain, last = Chain("b" * 12, "b"), []
    for number in range(count):
        last.append(reference(chain.result(["pass", "fail"][number % 2], saw=last[-3:], retest=True, severity=1)))
    return chain.facts


def deleted_and_restored(count):
    chain = Chain("b" * 12, "b")
    last = chain.component("pay")
    for number in range(count):
        last = chain.add(["delete", "restore"][number % 2], [reference(last)], kind="component", key="pay", by="b")
    return chain.facts


def undone_by_their_author(count):
    chain = Chain("b" * 12, "b")
    for fact in [chain.component(f"c{number}") for number in range(count // 2)]:
        chain.retract(fact)
    return chain.facts


def renamed(count, old, new):
    """By machines that are followed: else the names wait."""
    def add(chain, number):
        chain.result(component=old.format(number))
        chain.add("set", kind="component", key=old.format(number), fields={"kind": "button", "renamed": new.format(number + 1)}, by="t")
    return each_machine(count, add)


SHAPES = {
    "one field of many machines": lambda n: each_machine(n, field("component", "home", "kind", lambda i: ["button", "screen"][i % 2])),
    "the policy of many machines": lambda n: each_machine(n, field("setting", "tracker", "policy", lambda i: f"max-critical {i}")),
    "a finding of many machines": lambda n: each_machine(n, field("finding", f"{CHECK} home", "severity", lambda i: 1 + i % 4)),
    "many builds": lambda n: one_machine(n, lambda c, i: c.result(["fail", "pass"][i % 2], build=f"1.{i}")),
    "many builds of many machines": lambda n: each_machine(n, lambda c, i: c.result("pass", build=f"1.{i}")),
    "results of many machines": lambda n: each_machine(n, lambda c, i: c.result(["fail", "pass"][i % 2])),
    "results that one saw": seen_by_one,
    "retractions of one by many": lambda n: about_one(n, lambda c, named: c.retract(named)),
    "erasures of one by many": lambda n: about_one(n, lambda c, named: c.erase(named)),
    "retractions that name many": retractions_of_many,
    "undone and redone": undone_and_redone,
    "branches of results": lambda n: branches_of_one(n, lambda c, i: c.result(severity=1 + i % 4)),
    "branches of records": lambda n: branches_of_one(n, field("component", "home", "retired", lambda i: i % 2 == 0)),
    "gaps": after_gaps,
    "sessions of many machines": lambda n: each_machine(n, lambda c, i: trial(c, session(c, i), 1)),
    "trials of one session": trials_of_one,
    "closed audits": lambda n: one_machine(n, field("audit", "a{}", "closed", lambda i: START + i)),
    "waivers": lambda n: one_machine(n, field("waiver", "w{}", "component", lambda i: f"**/x{i}*y*")),
    "many that are renamed to one": lambda n: renamed(n, "c{}", "home"),
    "one that is renamed to many": lambda n: renamed(n, "home", "c{}"),
    "each renamed to the next": lambda n: renamed(n, "c{}", "c{}"),
    "kinds and styles": lambda n: one_machine(n, field("reference", "style/s{}", "omits", lambda i: [CHECK])),
    "undone by their author": undone_by_their_author,
    "retested": retested,
    "deleted and restored": deleted_and_restored,
}
# What few facts name is looked for in another way than what many do.
FEW = {"retested", "deleted and restored"}


@pytest.mark.costly
@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_the_entries_cost_no_square(shape, folder):
    times = []
    for count in (475, 1_900) if shape in FEW else (1_000, 4_000):
        tracker = Tracker(folder / str(count))
        tracker.folder.mkdir()
        tracker.begin()
        tracker.register("home,button")
        tracker.ok("follow", *(["*"] if "renamed" in shape else ["--dry-run", "*"]))
        given, before = give(tracker, *SHAPES[shape](count)), processor_time()
        tracker.ok("import", given)
        times.append(processor_time() - before)
    assert times[1] < 1 or times[1] < 8 * times[0], times


def test_of_many_machines_the_first_are_told_and_tried(tracker):
    """For each the whole tracker is folded again, so anyone could make `waiting` last as long as they like."""
    policies = SHAPES["the policy of many machines"](23)
    told = " ".join(tracker.ok("import", give(tracker, *policies)).error.split())
    assert told.count("who is not followed here") == 20 and "3 changes by 3 more machines wait as well." in told
    assert "And 3 more authors of changes: a11y waiting --all" in tracker.ok("waiting").text
    listed = tracker.ok("waiting", "--all").out.decode()
    assert listed.count("  Would: policy: none -> ") == 5 and listed.count("  To see what it would do: a11y follow --dry-run z") == 18
