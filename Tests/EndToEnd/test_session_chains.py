"""Nobody signs the chain of a session with a child, so whoever has a copy can go on from it: that moves no child's figure."""

import json

import pytest

from facts import identity, reference
from forging import Chain, give, told
from program import COMPONENT, Tracker, given_to
from tapping import PLAN, code, line, paper, plan


def figures(tracker) -> str:
    """What is shown of the test, to whoever may see it."""
    plans = json.loads(tracker.ok("tap", "report", PLAN, "--json").out)["plans"]
    sessions = json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]
    first, = [row for row in tracker.ok("status").text.split("\n") if row.startswith("First tap") and PLAN in row]
    return json.dumps(plans) + first + str(sum(row["counts"] for row in sessions))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """One that held ten sessions, and a clinic that was given them; what it was given."""
    folder = tmp_path_factory.mktemp("made")
    held, clinic = Tracker(folder / "tracker"), Tracker(folder / "clinic")
    for tracker in held, clinic:
        tracker.folder.mkdir()
        tracker.begin()
    held.ok("new", "component", COMPONENT, "--kind", "icon-button")
    plan(held, PLAN, "--taps", "4", "--practice", "0", "--children", "10")
    for child in range(10):
        assert paper(held, line(code(child), "hhmh")).code == 0
    given = folder / "given.json"
    held.ok("export", *given_to("Clinic North"), "-o", given)
    clinic.ok("import", "--adopt", given)
    clinic.ok("follow", held.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    return held, clinic, json.loads(given.read_text())["facts"]


@pytest.fixture
def machines(made, folder):
    held, clinic, facts = made
    return held.again(folder / "tracker"), clinic.again(folder / "clinic"), facts


def course(facts) -> list:
    """The entries of one session."""
    replica = next(fact["r"] for fact in facts if fact["kind"] == "session")
    return [fact for fact in facts if fact["r"] == replica]


def taps(chain, facts, session, count=20) -> list:
    trial = next(fact for fact in facts if fact["kind"] == "trial")["body"]
    for number in range(count):
        chain.add("trial", **{**trial, "n": number + 1, "first": "hit", "outcome": "first_tap", "session": reference(session)})
    return chain.facts


def beside(facts):
    return taps(Chain(facts[0]["r"], after=facts[0]), facts, facts[0])


def behind(facts):
    return taps(Chain(facts[0]["r"], after=facts[-1]), facts, facts[0])


def another(facts):
    chain = Chain(facts[0]["r"])
    session = chain.add("session", **{**facts[0]["body"], "subject": "f" * 32})
    return taps(chain, facts, session, 4)


def taken_back(facts):
    """The session, and what its course says."""
    chain = Chain(facts[0]["r"], after=facts[-1])
    chain.add("retract", by="x", targets=[reference(facts[0])])
    chain.add("retract", by="x", targets=[reference(fact) for fact in facts[1:]])
    return chain.facts


@pytest.mark.parametrize("forged", [beside, behind, another, taken_back])
def test_what_others_write_into_the_chain_of_a_session_moves_no_figure(machines, forged):
    tracker, clinic, facts = machines
    for machine in tracker, clinic:
        before = figures(machine)
        machine.ok("import", give(machine, *forged(course(facts))))
        assert figures(machine) == before
        assert (forged in (behind, taken_back)) == (machine.ok("fork", "list").text == "No forks.\n")
        machine.require_sound()
        # It is so after everything is worked out anew, too.
        machine.ok("doctor", "--rebuild")
        assert figures(machine) == before


@pytest.mark.parametrize("order", [1, -1], ids=["as made", "the other way"])
def test_an_undo_behind_a_session_waits_until_it_is_decided(machines, order):
    tracker, clinic, facts = machines
    before = figures(clinic)
    forged = taken_back(course(facts))
    fresh = Tracker(clinic.folder.parent / "fresh")
    fresh.folder.mkdir()
    fresh.begin()
    fresh.ok("import", "--adopt", give(clinic, *(facts + forged)[::order]))
    fresh.ok("follow", tracker.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    for path in (give(clinic, *forged), give(clinic, *forged, name="from.a11y.json", **{"from": "m" * 12})):
        clinic.ok("import", path)
        assert figures(clinic) == before
    waiting = json.loads(clinic.ok("waiting", "--json").out)["rows"]
    assert {(row["kind"], row["replica"]) for row in waiting} == {("undo", forged[0]["r"])} and len(waiting) == 2, waiting
    assert clinic.run("gate", "--max-critical", "0", "--strict").code != 0
    clinic.ok("undo", "follow", waiting[0]["id"], "--yes")
    clinic.ok("undo", "refuse", waiting[1]["id"])
    sessions = json.loads(clinic.ok("list", "sessions", "--json").out)["rows"]
    assert len(sessions) == 9 and clinic.ok("waiting").text == "Nothing waits for a decision.\n"
    for machine in clinic, fresh:
        machine.require_sound()


def test_an_end_beside_a_session_stops_no_undo_of_its_course(machines, folder):
    """A tap that the session took back itself stays so, whatever a copy says beside it."""
    tracker, _, facts = machines
    one, replica = course(facts), "k" * 12
    chain = Chain(replica)
    session = chain.add("session", **{**one[0]["body"], "subject": "e" * 32})
    taps(chain, facts, session, 4)
    chain.add("retract", by="m1", targets=[reference(chain.facts[-1])])
    chain.add("remark", **{**one[-1]["body"], "session": reference(session)})
    fresh = Tracker(folder / "fresh")
    fresh.folder.mkdir()
    fresh.begin()
    fresh.ok("import", "--adopt", give(tracker, *facts, *chain.facts))
    before = figures(fresh)
    assert '"children": 11, "taps": 43' in before, before
    forged = Chain(replica, after=session).add("remark", **{**one[-1]["body"], "session": reference(session)})
    fresh.ok("import", give(fresh, forged))
    assert figures(fresh) == before
    fresh.ok("doctor", "--rebuild")
    assert figures(fresh) == before
    fresh.require_sound()


def test_what_the_machine_that_is_followed_took_back_itself_counts(machines, folder):
    """It hands its session on again, with what it took back."""
    tracker, clinic, facts = machines
    before = figures(tracker)
    tracker.ok("undo", "--tester", "m1")
    assert figures(tracker) != before
    again = folder / "again.json"
    tracker.ok("export", *given_to("Clinic North"), "-o", again)
    clinic.ok("import", again)
    assert figures(clinic) == figures(tracker) and clinic.ok("waiting").text == "Nothing waits for a decision.\n"


@pytest.mark.parametrize("kept", ["first", "later"])
def test_a_branch_of_a_session_counts_once_it_is_kept(machines, kept):
    _, clinic, facts = machines
    before = figures(clinic)
    later = beside(course(facts))
    clinic.ok("import", give(clinic, *later))
    head = identity(course(facts)[-1] if kept == "first" else later[-1])
    clinic.ok("fork", "settle", later[0]["r"], "--keep", head, "--yes")
    assert (figures(clinic) == before) == (kept == "first")
    clinic.require_sound()


def test_a_request_to_erase_hides_no_fork(machines):
    """A copy that goes on beside the first tap is named, with a request beside it or without, refused or not."""
    _, clinic, facts = machines
    session, *_ = course(facts)
    before = figures(clinic)
    request = Chain(session["r"], after=session).add("erase", reason="withdrawn", sitting=session["r"])
    clinic.ok("import", give(clinic, request, *beside(course(facts))))
    def named():
        fork, = json.loads(clinic.ok("fork", "list", "--json").out)["rows"]
        return fork["replica"] == session["r"] and "forked" in clinic.ok("doctor").text
    assert named()
    row, = json.loads(clinic.ok("waiting", "--json").out)["rows"]
    clinic.ok("erase", "refuse", row["id"])
    assert named() and figures(clinic) == before
    clinic.require_sound()


@pytest.mark.parametrize("after", [0, -1], ids=["first", "last"])
def test_nobody_hides_a_session_on_the_machine_that_held_it(machines, after):
    tracker, clinic, facts = machines
    session = course(facts)
    request = Chain(session[0]["r"], after=session[after]).add("erase", reason="withdrawn", sitting=session[0]["r"])
    before = figures(tracker)
    answer = tracker.ok("import", give(tracker, request))
    assert "waits" in answer.error and "withheld" not in answer.error
    assert figures(tracker) == before and told(tracker)
    row, = json.loads(tracker.ok("waiting", "--json").out)["rows"]
    # Elsewhere the child is shown no more until somebody decides.
    clinic.ok("import", give(clinic, request))
    assert figures(clinic) != before
    # Whoever decides that it is right follows it.
    tracker.ok("erase", "follow", row["id"], "--yes")
    assert len(json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]) == 9
    for machine in tracker, clinic:
        machine.require_sound()
