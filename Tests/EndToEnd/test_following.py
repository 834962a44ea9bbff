"""Whose decisions count: results of everyone, and what those decide whom this machine follows."""

import json
import shutil

import pytest

from facts import bundle, reference, stated
from forging import Chain, give, identifier, told
from program import CHECK, COMPONENT, Tracker
from team import Machine

OTHER = "voiceover.label-concise-capitalised"
BEN, MAL = "b" * 12, "m" * 12
TIMES = {"as_of", "attention", "generated", "now", "notices"}
AT_ONCE = [4_000_000_000_000, 0]


def sets(tracker) -> list:
    return [reference(fact) for fact in told(tracker) if fact["kind"] == "set"]


def put(chain, kind, key, fields, saw=()):
    return chain.add("set", saw, kind=kind, key=key, fields=fields, by=chain.tester)


def said(tracker, kind, key, fields, saw=None):
    """A bundle in which somebody who has seen everything decides something."""
    chain = Chain(BEN, "ben")
    put(chain, kind, key, fields, sets(tracker) if saw is None else saw)
    return give(tracker, *chain.facts)


def figures(tracker) -> dict:
    """What status, gate, audits and findings say, without the times and what only tells of what waits."""
    status = json.loads(tracker.ok("status", "--json").out)
    gate = tracker.run("gate", "--max-critical", "0", "--json")
    audits = json.loads(tracker.ok("list", "audits", "--json").out)["rows"]
    return {
        "counts": {name: value for name, value in status.items() if name not in TIMES}, "gate": gate.code, "rules": json.loads(gate.out)["rules"],
        "audits": audits, "findings": json.loads(tracker.ok("list", "findings", "--json").out)["rows"],
        "audit": tracker.run("gate", "--audit", "spring", "--max-critical", "0").code,
        "policy": tracker.run("gate", "--json").code}


def waiting(tracker) -> list:
    return json.loads(tracker.ok("waiting", "--json").out)["proposals"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What each test begins with, and what is said of it."""
    tracker = Tracker(tmp_path_factory.mktemp("made"))
    tracker.begin()
    tracker.register("home,screen", "search,screen", f"{COMPONENT},icon-button")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child", "--screen", "sign-in", "--size", "48x48")
    tracker.ok("new", "audit", "spring", "--checklist", "labels-and-touch", "--components", "sign-in/**", "--build", "3.2")
    for outcome, check in (("fail", CHECK), ("pass", OTHER)):
        severity = ["-s", "1"] if outcome == "fail" else []
        tracker.log(outcome, check, COMPONENT, *severity, "--build", "3.2", "--audit", "spring")
    tracker.ok("new", "checklist", "mine", "--check", CHECK)
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.2", "--stale-days", "90")
    return tracker, figures(tracker)


@pytest.fixture
def audited(made, folder):
    """A copy for one test."""
    tracker = Tracker(folder / "tracker")
    shutil.copytree(made[0].folder, tracker.folder)
    return tracker


@pytest.fixture
def before(made):
    return made[1]


DECISIONS = [
    ("checklist", "labels-and-touch", {"checks": [OTHER]}), ("checklist", "critical-rules", {"title": "x"}),
    ("check", CHECK, {"profiles": ["general"]}), ("check", CHECK, {"impact": "minor"}),
    ("component", COMPONENT, {"retired": True}), ("component", COMPONENT, {"target_tier": 64}),
    ("component", COMPONENT, {"screens": ["x"]}), ("component", COMPONENT, {"kind": "image"}),
    ("audit", "spring", {"components": ["x/**"]}), ("audit", "spring", {"closed": 1}), ("audit", "spring", {"build": "0.1"}),
    ("waiver", "w9", {"component": "**", "check": "**", "until": "2099-01-01", "reason": "deferred", "approver": "x"}),
    ("waiver", "w9", {"note": "x"}), ("setting", "tracker", {"policy": "max-critical 9"}),
    ("setting", "tracker", {"checklists": ["mine"]}), ("setting", "tracker", {"current_build": "9"}),
    ("setting", "tracker", {"stale_days": 0}), ("verdict", "1.1.1/x", {"criterion": "1.1.1", "level": "supports", "by": "x"}),
    ("reference", "style/glass", {"omits": [CHECK]}), ("later", "x", {"exempt": True}),
    ("component", COMPONENT, {"exempt": True}), ("component", COMPONENT, {"source": "**"}),
]


@pytest.mark.parametrize("kind, key, fields", DECISIONS, ids=lambda value: "-".join(value) if isinstance(value, dict) else value)
def test_what_others_decide_waits_until_they_are_followed(audited, before, kind, key, fields):
    path = said(audited, kind, key, fields)
    for answer in (audited.ok("import", "--dry-run", path), audited.ok("import", path)):
        assert "1 change by ben (bbbbbbbbbbbb), who is not followed here, waits and does not count" in answer.error
    assert figures(audited) == before
    assert "1 change waits and does not count: by ben." in audited.ok("gate", "--report-only").text
    assert "1 change waits" in audited.ok("status").text
    proposal, = waiting(audited)
    assert (proposal["kind"], proposal["key"], proposal["id"]) == (kind, key, f"{BEN}-1")
    audited.ok("waiting", "--refuse", f"{BEN}-1")
    assert waiting(audited) == [] and figures(audited) == before
    assert audited.ok("doctor").code == 0


def test_every_field_of_every_kind_waits_at_once(audited, before):
    """As one file: what they have in common is that nothing gets better."""
    chain, seen = Chain(BEN, "ben"), sets(audited)
    for kind, key, fields in DECISIONS:
        put(chain, kind, key, fields, seen)
    for kind, key in {(kind, key) for kind, key, _ in DECISIONS}:
        chain.add("delete", seen, kind=kind, key=key, by="ben")
    audited.ok("import", give(audited, *chain.facts))
    assert figures(audited) == before
    audited.ok("doctor", "--rebuild")
    assert figures(audited) == before


def test_following_applies_what_waits_and_ending_it_takes_it_back(audited, before):
    audited.ok("import", said(audited, "component", COMPONENT, {"retired": True}))
    listed = audited.ok("waiting").text
    assert "ben (bbbbbbbbbbbb): 1 change waits." in listed
    assert f"  {BEN}-1: component {COMPONENT} (retired yes)" in listed
    assert "  Would: 1 failing item leaves the scope or passes" in listed
    assert figures(audited) == before, "it was only tried"
    answer = audited.ok("follow", "ben", "--dry-run")
    assert "Would follow" in answer.text and figures(audited) == before
    answer = audited.ok("follow", "ben")
    assert "Following bbbbbbbbbbbb." in answer.text and "1 failing item leaves the scope or passes" in answer.text
    assert figures(audited)["gate"] == 3 and waiting(audited) == []
    audited.ok("follow", "--none", "ben")
    assert figures(audited) == before and len(waiting(audited)) == 1
    audited.ok("follow", "--once", f"{BEN}-1")
    assert figures(audited)["gate"] == 3
    assert audited.run("follow", "--once", f"{BEN}-9").code == 3


def test_one_change_that_was_refused_is_accepted_and_refused_again(audited, before):
    one = f"{BEN}-1"
    audited.ok("import", said(audited, "component", COMPONENT, {"retired": True}))
    audited.ok("waiting", "--refuse", one)
    for _ in range(2):
        assert "Applied 1 change." in audited.ok("follow", "--once", one).text
        assert figures(audited)["gate"] == 3 and waiting(audited) == []
        assert audited.run("follow", "--once", one).code == 3, "it was accepted"
        tracker = audited.database.read_bytes()
        assert "Would refuse 1 change." in audited.ok("waiting", "--refuse", one, "--dry-run").text
        assert audited.database.read_bytes() == tracker
        assert "Refused 1 change." in audited.ok("waiting", "--refuse", one).text
        assert figures(audited) == before and waiting(audited) == []
        assert audited.run("waiting", "--refuse", one).code == 3, "it was refused"
        audited.ok("doctor", "--rebuild")
        assert figures(audited) == before


def test_what_is_new_of_others_adds(tracker):
    chain = Chain(BEN, "ben")
    put(chain, "component", "pay", {"kind": "button", "title": "Pay"})
    put(chain, "checklist", "bens", {"checks": [CHECK], "title": "Ben's"})
    put(chain, "question", "q1", {"title": "Why?"})
    tracker.ok("import", give(tracker, *chain.facts))
    assert waiting(tracker) == []
    assert "Pay" in tracker.ok("show", "pay").text and "Why?" in tracker.ok("list", "questions").text
    tracker.log("fail", CHECK, "pay", "-s", "1")
    # He began it, so far it is his; to take it away needs more.
    put(chain, "component", "pay", {"retired": True})
    put(chain, "component", "pay", {"title": "Pay now", "kind": "image"})
    tracker.ok("import", give(tracker, *chain.facts))
    assert {field["field"] for row in waiting(tracker) for field in row["fields"]} == {"retired", "kind"}
    assert tracker.run("gate", "--max-critical", "0").code == 1 and "Pay now" in tracker.ok("show", "pay").text
    # Who edits it goes on with what stands.
    tracker.ok("edit", "component", "pay", "--owner", "qa")
    shown = json.loads(tracker.ok("list", "components", "--json").out)["rows"]
    assert [row["kind"] for row in shown if row["key"] == "pay"] == ["button"]


def test_who_writes_at_once_with_those_that_are_followed_asks_for_the_stricter(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0, min-coverage 1")
    milder = {"by": "ben", "fields": {"policy": "max-critical 5, max-serious 1"}, "key": "tracker", "kind": "setting"}
    tracker.ok("import", give(tracker, stated(BEN, 1, "", AT_ONCE, "set", milder, salt="1" * 32)))
    tracker.ok("follow", "ben")
    gate = tracker.run("gate")
    assert gate.code == 1
    assert "max-critical 0, max-serious 1, min-coverage 1" in " ".join(gate.text.split())
    assert "Policy in conflict: max-critical 5, max-serious 1 (ben) or max-critical 0, min-coverage 1" in " ".join(gate.text.split())
    # None of them is in force alone, and none is said to be.
    joined = "max-critical 0, max-serious 1, min-coverage 1"
    asked = " ".join(tracker.ok("resolve").text.split())
    assert f"In force until one is chosen, all of them: {joined}." in asked and "shown now" not in asked
    assert json.loads(tracker.ok("list", "conflicts", "--json").out)["rows"][0]["shown"] == joined
    tracker.ok("edit", "tracker", "--policy", "max-critical 5")
    assert "Policy in conflict" not in tracker.run("gate").text


def test_order_does_not_matter(tmp_path, tracker):
    ben, mal = Chain(BEN, "ben"), Chain(MAL, "mal")
    put(ben, "component", "pay", {"kind": "button"})
    put(mal, "component", "pay", {"retired": True, "kind": "image"})
    put(mal, "component", COMPONENT, {"retired": True})
    paths = [give(tracker, *chain.facts, name=f"{chain.replica}.a11y.json") for chain in (ben, mal)]
    tracker.ok("export", "-o", tmp_path / "all.a11y.json")
    shown = []
    for order in (paths, paths[::-1]):
        other = Tracker(tmp_path / f"other-{len(shown)}")
        other.folder.mkdir()
        other.begin()
        other.ok("import", "--adopt", tmp_path / "all.a11y.json")
        for path in order:
            other.ok("import", path)
        shown.append((other.ok("list", "components", "--json").out, other.ok("waiting", "--json").out))
        other.ok("follow", "ben")
        shown[-1] += (other.ok("list", "components", "--json").out, other.ok("waiting", "--json").out)
    drop = lambda text: [line for line in text.splitlines() if b'"now"' not in line and b"generated" not in line]
    assert [drop(text) for text in shown[0]] == [drop(text) for text in shown[1]]


def test_who_joins_a_folder_follows_who_is_there(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    lead = Machine(tmp_path / "lead", "lead", shared).found("home", "pay")
    lead.say("fail", "pay", "bad", "-s", "1")
    lead.sync()
    ben = Machine(tmp_path / "ben", "ben", shared)
    ben.begin()
    assert f"This machine follows lead ({lead.replica()})" in ben.ok("sync", "--adopt", shared).error
    ben.say("pass", "home", "good")
    ben.ok("edit", "component", "pay", "--retire", A11Y_TESTER="ben")
    ben.sync()
    answer = lead.ok("sync", shared)
    assert f"New machine ben ({ben.replica()}): its 1 result counts, 1 change waits." in answer.error
    assert lead.run("gate", "--max-critical", "0").code == 1
    assert "New machine" not in lead.ok("sync", shared).error
    # A build server that follows the lead shows what the lead shows; one that follows all of the folder is told.
    strict, trusting, alone = (Machine(tmp_path / name, name, shared) for name in ("strict", "trusting", "alone"))
    for machine, words in ((strict, ["--follow", "lead"]), (trusting, []), (alone, ["--follow", "none"])):
        machine.begin()
        machine.told = machine.ok("sync", "--adopt", shared, *words).error
    assert strict.run("gate", "--max-critical", "0").code == 1 and "This machine follows" in strict.told
    assert trusting.run("gate", "--max-critical", "0").code == 0
    assert "Not counted, because their components are retired or deleted: pay (1 failing item, by ben)." in trusting.told
    assert alone.run("gate", "--max-critical", "0").code == 1 and "This machine follows no other machine." in alone.told
    assert all("Settings of others" not in machine.told for machine in (strict, trusting, alone))
    assert json.loads(alone.ok("follow", "--json").out)["followed"] == []
    lead.ok("follow", "ben")
    assert lead.run("gate", "--max-critical", "0").code == 0
    assert lead.run("sync", "--follow", "ben", shared).code == 2


@pytest.mark.parametrize("replica", ["0" * 12, "z" * 12], ids=["read first", "read last"])
def test_whoever_joins_is_told_whose_settings_count(tmp_path, replica):
    """A policy that somebody else loosened said SHIP on a new build server, and no line named it."""
    shared = tmp_path / "shared"
    shared.mkdir()
    lead = Machine(tmp_path / "lead", "lead", shared).found("home")
    lead.say("fail", "home", "bad", "-s", "1")
    lead.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.2", A11Y_TESTER="lead")
    lead.sync()
    chain = Chain(replica, "mal")
    put(chain, "setting", "tracker", {"policy": "max-critical 99"}, sets(lead))
    place = shared / identifier(lead) / replica
    place.mkdir()
    (place / "1-1-00000000.a11y.json").write_text(bundle(identifier(lead), chain.facts, **{"from": replica}))
    build, strict = (Machine(tmp_path / name, name, shared) for name in ("build", "strict"))
    for machine in build, strict:
        machine.begin()
    said = build.ok("sync", "--adopt", shared).error
    assert "Settings of others that count here: current build 3.2, by lead; policy max-critical 99, by mal." in said
    assert build.run("gate").code == 0
    said = strict.ok("sync", "--adopt", shared, "--follow", lead.replica()).error
    assert "Settings of others that count here: current build 3.2, by lead; policy max-critical 0, by lead." in said
    assert strict.run("gate").code == 1


def test_a_bundle_follows_nobody_but_where_a_tracker_joins(tmp_path, tracker):
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    path = tmp_path / "team.a11y.json"
    tracker.ok("export", "-o", path)
    other = Tracker(tmp_path / "other")
    other.folder.mkdir()
    other.begin()
    answer = other.ok("import", "--adopt", path)
    assert "This machine follows " in answer.error and waiting(other) == []
    other.ok("edit", "tracker", "--policy", "max-critical 9")
    other.ok("export", "-o", tmp_path / "other.a11y.json")
    tracker.ok("import", tmp_path / "other.a11y.json")
    row, = waiting(tracker)
    assert row["fields"] == [{"field": "policy", "value": "max-critical 9"}]
    # The list is of this machine, and goes with its backup.
    tracker.ok("follow", "--once", row["id"])
    tracker.ok("backup", tmp_path / "copy.db")
    assert b"following" not in tracker.ok("export", "-o", "-").out


@pytest.mark.parametrize("way", [["sync"], ["sync", "--follow", "lead"], ["sync", "--follow", "ben"], ["import"]], ids=" ".join)
def test_what_a_machine_is_told_as_it_joins_is_how_things_stand_then(tmp_path, way):
    """A choice between results that is in force, as its author is followed from now on, waits for nobody."""
    shared = tmp_path / "shared"
    shared.mkdir()
    lead = Machine(tmp_path / "lead", "lead", shared).found(COMPONENT)
    lead.sync()
    ben = Machine(tmp_path / "ben", "ben", shared).join()
    lead.say("pass", COMPONENT, "")
    ben.say("fail", COMPONENT, "", "-s", "1")
    ben.sync()
    lead.sync()
    lead.ok("resolve", CHECK, COMPONENT, "pass", "-m", "seen by both", "--tester", "lead")
    lead.sync()
    place, path = shared, tmp_path / "team.a11y.json"
    if way == ["import"]:
        lead.ok("export", "-o", path)
        place = path
    new = Machine(tmp_path / "new", "new", shared)
    new.begin()
    answer = new.ok(way[0], "--adopt", place, *way[1:])
    disputed = way[-1] == "ben"
    assert new.run("gate", "--max-critical", "0").code == int(disputed)
    rows = json.loads(new.ok("waiting", "--json").out)["rows"]
    assert len(rows) == int(disputed) == answer.error.count("request waits for a decision")
    assert ("1 dispute" in answer.text) == disputed == ("1 disputed" in answer.error)
    assert ("Undone as its author is followed here: 1 result, by lead" in " ".join(answer.error.split())) != disputed
    # Whoever followed before reads the same.
    assert "Undone as its author is followed here" in ben.ok("sync", shared).error


@pytest.mark.parametrize("name", ["ben", "b\u0435n", "Ben"], ids=["the same", "cyrillic", "capital"])
def test_a_name_that_a_second_machine_uses_follows_nobody(tracker, name):
    """The real one logs more for someone else: `follow ben` followed the stranger alone, who calls themselves so."""
    ben, mal = Chain(BEN, "ben"), Chain(MAL, name)
    ben.result("pass", "home")
    for component in "search", COMPONENT:
        ben.result("pass", component, tester="ann" if name == "ben" else "ben")
    mal.result("pass", "search")
    tracker.ok("import", give(tracker, *ben.facts, *mal.facts))
    answer = tracker.run("follow", "ben")
    assert answer.code == 4 and BEN in answer.error and MAL in answer.error, answer
    assert json.loads(tracker.ok("follow", "--json").out)["followed"] == []
    tracker.ok("follow", BEN)
    assert [one["name"] for one in json.loads(tracker.ok("follow", "--json").out)["followed"]] == [BEN]


@pytest.mark.parametrize("name", ["tester", "Tester"], ids=["the same", "capital"])
def test_the_name_of_this_machines_own_tester_follows_nobody(tracker, name):
    """A stranger who took the name of the person at this machine was followed under it."""
    tracker.ok("log", "fail", CHECK, "home", "--severity", "1", A11Y_TESTER="tester")
    mal = Chain(MAL, name)
    mal.result("pass", "search")
    tracker.ok("import", give(tracker, *mal.facts))
    answer = tracker.run("follow", name)
    assert answer.code == 4 and "this machine" in answer.error and MAL in answer.error, answer
    assert json.loads(tracker.ok("follow", "--json").out)["followed"] == []
    tracker.ok("follow", MAL)
    assert [one["name"] for one in json.loads(tracker.ok("follow", "--json").out)["followed"]] == [MAL]


def test_a_machine_with_the_name_of_a_tester_as_its_id_is_told_from_them(tracker):
    ben, mal = Chain(BEN, "katharinamay"), Chain("katharinamay", "mal")
    ben.result("pass", "home")
    mal.result("pass", "search")
    tracker.ok("import", give(tracker, *ben.facts, *mal.facts))
    said = tracker.ok("follow", "katharinamay", "--dry-run").error
    assert f"katharinamay is the ID of a machine; to follow the tester of this name, pass {BEN}" in said


def test_a_machine_that_would_follow_no_one_by_that_name_does_not_join(tmp_path):
    """A build server that named its lead wrongly had joined all the same, and the command with the right name was refused."""
    (shared := tmp_path / "shared").mkdir()
    lead, server = Machine(tmp_path / "lead", "lead", shared), Machine(tmp_path / "server", "server", shared)
    lead.found("home").ok("log", "pass", CHECK, "home", "--tester", "lead")
    lead.sync()
    server.begin()
    own, files = server.replica(), sorted(shared.rglob("*"))
    for names in ("laed", "lead,laed"):
        answer = server.run("sync", "--adopt", "--follow", names, shared)
        assert answer.code == 3 and 'unknown machine, signer, or tester "laed"; this machine has not joined' in answer.error
        assert f"lead ({lead.replica()})" in answer.error and sorted(shared.rglob("*")) == files and server.replica() == own
        assert [json.loads(server.ok("follow", "--json").out)[who] for who in ("followed", "others")] == [[], []]
        assert json.loads(server.ok("list", "components", "--json").out)["rows"] == [] and server.notes() == []
    server.require_sound()
    server.ok("sync", "--adopt", "--follow", "lead", shared)
    assert lead.replica() in server.ok("follow").text and "home" in server.ok("list", "components").text


def test_an_id_that_two_branches_share_accepts_none_of_them(tracker):
    """Whoever goes on under another's ID chose which of the two `follow --once` took."""
    ben = Chain(BEN, "ben")
    ben.result("pass", "home")
    mal = Chain(BEN, "ben", ben.facts[-1])
    put(ben, "setting", "tracker", {"policy": "max-critical 0"})
    put(mal, "setting", "tracker", {"policy": "max-critical 9"})
    tracker.ok("import", give(tracker, *ben.facts, *mal.facts))
    for words in (["follow", "--once"], ["waiting", "--refuse"]):
        answer = tracker.run(*words, f"{BEN}-2")
        assert answer.code == 4 and "2 changes of a fork" in answer.error, answer
    identity = next(one["identity"] for one in waiting(tracker) if one["fields"][0]["value"] == "max-critical 0")
    tracker.ok("follow", "--once", identity[:12])
    assert json.loads(tracker.run("gate", "--json").out)["policy"]["rules"] == "max-critical 0"
