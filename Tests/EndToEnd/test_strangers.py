"""What entries of machines that are not followed did to those that are, and to the past."""

import json
import re
import sqlite3

import pytest

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


def test_what_others_tested_alone_is_untested_to_the_release_check_and_named(tracker):
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
    assert "SHIP" not in said and tracker.run("gate").code == 1
    told = " were tested only by {}: the release check counts them as untested."
    assert "2 items" + told.format("mal, who is not followed here") in " ".join(tracker.run("gate").text.split())
    assert "2 items" + told.format("people who are not followed here") in " ".join(tracker.run("report").text.split())
    assert not re.search(r"\bmal\b", tracker.run("report").text)


WINTER, SPRING = "2026-01-01", "2026-03-01"


def audit(chain: Chain, name: str, **fields) -> dict:
    return put(chain, name, {"checklists": ["essentials"], "components": ["**"], **fields}, kind="audit")


@pytest.fixture
def regressed(tracker):
    """Passes on 3.1, fails on 3.2."""
    tracker.log("pass", CHECK, COMPONENT, "--build", "3.1", "--at", WINTER)
    tracker.ok("list", "cells", "--all", "--json", "-o", "before.json")
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.2", "--at", SPRING)
    return tracker


@pytest.mark.parametrize("name", ["before.json", "3.1", "build:3.1"])
@pytest.mark.parametrize("more", [{}, {"closed": 1_767_400_000_000}], ids=["open", "closed"])
def test_no_audit_of_a_stranger_takes_the_name_of_a_baseline(regressed, name, more):
    """A policy that compares with a file or a build compared with what a stranger called so, in which the item had failed."""
    words = ["gate", "--baseline", name]
    assert regressed.run(*words).code == 1
    mal = Chain(MAL, "mal")
    audit(mal, name, build="3.1", **more)
    mal.result("fail", COMPONENT, audit=name, build="3.1", time=1_767_300_000_000)
    regressed.ok("import", give(regressed, *mal.facts))
    assert regressed.run(*words).code == 1
    # Who is followed names audits for everyone.
    regressed.ok("follow", MAL)
    assert (regressed.run(*words).code == 1) == name.startswith("build:")


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_a_failure_that_a_stranger_adds_to_an_audit_excuses_none(tracker, closed):
    for name, build in ("winter", "3.1"), ("spring", "3.2"):
        tracker.ok("new", "audit", name, "--checklist", "essentials", "--build", build)
    tracker.log("pass", CHECK, COMPONENT, "--build", "3.1", "--audit", "winter")
    mal = Chain(MAL, "mal")
    mal.result("fail", COMPONENT, audit="winter", build="3.1", severity=1)
    tracker.ok("import", give(tracker, *mal.facts))
    if closed:
        tracker.ok("edit", "audit", "winter", "--close", "-y")
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.2", "--audit", "spring")
    assert tracker.run("gate", "--baseline", "winter").code == 1


def test_what_a_stranger_says_of_builds_and_audits_moves_no_moment(regressed):
    """One result on a known build, dated 1970, and two audits: each trend by builds began elsewhere, and a baseline of 3.1 was
    the moment before that build."""
    for name in "winter", "spring":
        regressed.ok("new", "audit", name, "--checklist", "essentials", "--build", "3.2")
        regressed.log("pass", "touch-target.minimum-44pt", COMPONENT, "--build", "3.2", "--audit", name)
        regressed.ok("edit", "audit", name, "--close", "-y")

    def told() -> list:
        said = [json.loads(regressed.ok(*words, "--json").out) for words in (
            ["trend", "--every", "build"], ["trend", "--every", "audit"], ["trend", "--explain", "3.1", "3.2"],
            ["report", "--compare", "3.1"])]
        return [[[point["period"], point["from"]] for point in trend["points"]] for trend in said[:2]] + [
            said[2]["from"], said[3]["change"]["from"]]

    before, gated = told(), regressed.run("gate", "--baseline", "build:3.1").code
    assert [name for name, _ in before[0] + before[1]] == ["3.1", "3.2", "winter", "spring"] and gated == 1
    mal = Chain(MAL, "mal")
    mal.result("pass", "search", build="3.2", time=1_000)
    mal.result("pass", "search", build="3.1.5", time=1_700_000_000_000)
    audit(mal, "3.1", closed=1)
    audit(mal, "zz", closed=1_790_000_000_000)
    regressed.ok("import", give(regressed, *mal.facts))
    assert told() == before and regressed.run("gate", "--baseline", "build:3.1").code == gated


def test_the_audit_of_a_stranger_has_nothing_tested_again(tracker):
    """`list retest` said that the current build was theirs."""
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.2")
    assert json.loads(tracker.ok("list", "retest", "--json").out)["rows"] == []
    mal = Chain(MAL, "mal")
    audit(mal, "summer", build="99")
    tracker.ok("import", give(tracker, *mal.facts))
    assert json.loads(tracker.ok("list", "retest", "--json").out)["rows"] == []
    tracker.ok("follow", MAL)
    assert len(json.loads(tracker.ok("list", "retest", "--json").out)["rows"]) == 1


def test_what_a_stranger_sees_again_hides_no_build(tracker):
    """`list retest` went by what items show: a failure of theirs was shown, and the build of the team was gone."""
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.1", "--at", "2026-03-01")
    tracker.ok("log", "pass", CHECK, "search", "--build", "3.2", "--tester", "t1", "--at", "2026-03-02")

    def reasons():
        rows = json.loads(tracker.ok("list", "retest", "--json").out)["rows"]
        return [str(row["reasons"]) for row in rows if row["component"] == COMPONENT]

    before = reasons()
    assert "newer-build" in before[0]
    mal = Chain(MAL, "mal")
    mal.result("fail", "search", build="3.2", severity=1, time=1_780_000_000_000)
    tracker.ok("import", give(tracker, *mal.facts))
    assert reasons() == before


def test_what_is_not_signed_in_a_signed_chain_dates_no_build(tracker):
    """What its key signed was followed, and the rest was taken with it: a result of 1970 put 3.1 before all."""
    lead = Chain(LEAD, "lead")
    lead.add("replica", signer=KEY)
    lead.result("pass", COMPONENT, build="3.0", time=1_700_000_000_000)
    head = lead.result("pass", "search", build="3.1", time=1_750_000_000_000)
    mal = Chain(LEAD, "lead", after=head)
    mal.result("pass", "elsewhere", build="3.1", time=1_000)
    tracker.ok("import", give(tracker, *lead.facts))
    decide(tracker, signed={identity(head): KEY})
    follow_only(tracker, {"everyone": False, "machines": [LEAD], "signers": []})

    def periods():
        return [point["period"] for point in json.loads(tracker.ok("trend", "--every", "build", "--json").out)["points"]]

    assert periods() == ["3.0", "3.1"]
    tracker.ok("import", give(tracker, *mal.facts))
    assert periods() == ["3.0", "3.1"]


def test_an_import_names_the_audit_that_was_closed_here(tracker):
    tracker.ok("new", "audit", "winter", "--checklist", "essentials", "--build", "3.1")
    tracker.log("pass", CHECK, COMPONENT, "--build", "3.1", "--audit", "winter")
    tracker.ok("edit", "audit", "winter", "--close", "-y")
    mal = Chain(MAL, "mal")
    audit(mal, "zz", closed=4_000_000_000_000)
    mal.result("pass", "search", time=1_000)
    tracker.ok("import", give(tracker, *mal.facts[:1], name="first.a11y.json"))
    assert "before the audit winter was closed" in tracker.ok("import", give(tracker, *mal.facts)).error


def test_an_import_judges_no_audit_of_a_stranger(tracker):
    """Each import held all items against the policy of each of theirs, twice: a thousand of them took a quarter of an hour."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    tracker.ok("new", "audit", "winter", "--checklist", "essentials", "--policy", "max-critical 0")
    mal = Chain(MAL, "mal")
    for number in range(3):
        audit(mal, f"audit-{number}", policy="max-critical 0")
    mal.result("fail", COMPONENT, severity=1)
    tracker.ok("import", give(tracker, *mal.facts[:3], name="first.a11y.json"))
    told = json.loads(tracker.ok("import", give(tracker, *mal.facts), "--json").out)["release_check"]
    assert [one["audit"] for one in told] == [None, "winter"]


def rules(chain: Chain) -> dict:
    """A checklist, and in it the check that the team fails."""
    return chain.add("set", kind="checklist", key="release", fields={"checks": [CHECK]}, by="mal")


def plan_of(chain: Chain) -> dict:
    return chain.add("set", kind="component", key="pay", fields={"kind": "button", "title": "Pay"}, by="mal")


def relied(tracker: Tracker, begin) -> tuple:
    """A tracker that goes by what a stranger began; the entry, and the stranger."""
    mal = Chain(MAL, "mal")
    first = begin(mal)
    tracker.ok("import", give(tracker, *mal.facts))
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", *(["--checklists", "release"] if begin is rules else []))
    tracker.ok("log", "fail", CHECK, COMPONENT if begin is rules else "pay", "-s", "1", "--tester", "t1")
    return first, Chain(MAL, "mal", after=first)


def verdict(tracker: Tracker) -> dict:
    document = json.loads(tracker.run("gate", "--json").out)
    return {name: document[name] for name in ("verdict", "rules", "scope", "blockers")}


@pytest.mark.parametrize("begin", [rules, plan_of])
def test_what_the_team_goes_by_stays_where_the_stranger_who_began_it_takes_it_back(tracker, begin):
    """A checklist in the policy and a component with a failure: HOLD became NO DECISION, and an import said that it did."""
    first, mal = relied(tracker, begin)
    before = verdict(tracker)
    assert before["verdict"] == "fail"
    mal.retract(first)
    answer = tracker.ok("import", give(tracker, *mal.facts))
    assert "undo" in answer.error, answer.error
    assert verdict(tracker) == before
    waits, = json.loads(tracker.ok("waiting", "--json").out)["rows"]
    assert ("checklist release" if begin is rules else "component pay") in tracker.ok("waiting").text
    assert waits["id"] == f"{MAL}-2" and waits["waiting"] == 1
    tracker.require_sound()
    tracker.ok("undo", "refuse", waits["id"], "-y")
    assert verdict(tracker) == before
    tracker.ok("undo", "follow", waits["id"], "-y")
    assert verdict(tracker) != before


def test_what_was_in_force_before_an_upgrade_stays_so(tracker):
    first, mal = relied(tracker, rules)
    mal.retract(first)
    tracker.ok("import", give(tracker, *mal.facts))
    before = verdict(tracker)
    with sqlite3.connect(tracker.database) as database:
        database.execute("UPDATE request SET standing = 0 WHERE kind = 'undo'")
        database.execute("PRAGMA user_version = 9")
    database.close()
    after = verdict(tracker)
    tracker.log("pass", CHECK, "search")
    assert verdict(tracker)["verdict"] != before["verdict"] and after["verdict"] != "pass"
    assert json.loads(tracker.ok("waiting", "--json").out)["rows"] == []
    tracker.require_sound()


def test_what_a_stranger_takes_back_that_counts_for_nothing_is_gone(tracker):
    """What waits, and a title, which anyone may write."""
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    mal = Chain(MAL, "mal")
    retired = put(mal, COMPONENT, {"retired": True})
    titled = put(mal, COMPONENT, {"title": "Theirs"})
    tracker.ok("import", give(tracker, *mal.facts))
    before = verdict(tracker)
    waiting = json.loads(tracker.ok("waiting", "--json").out)
    assert [proposal["id"] for proposal in waiting["proposals"]] == [f"{MAL}-1"]
    mal.retract(retired, titled)
    tracker.ok("import", give(tracker, *mal.facts))
    waiting = json.loads(tracker.ok("waiting", "--json").out)
    assert (waiting["proposals"], waiting["rows"], verdict(tracker)) == ([], [], before)
    assert json.loads(tracker.ok("show", COMPONENT, "--json").out)["title"] != "Theirs"
    tracker.require_sound()


def test_what_was_accepted_stays_where_its_author_takes_it_back(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    mal = Chain(MAL, "mal")
    listed = mal.add("set", kind="setting", key="tracker", fields={"policy": "max-critical 0, min-coverage 50"}, by="mal")
    tracker.ok("import", give(tracker, *mal.facts))
    tracker.ok("follow", "--once", f"{MAL}-1")
    before = verdict(tracker)
    assert len(before["rules"]) == 2
    mal.retract(listed)
    tracker.ok("import", give(tracker, *mal.facts))
    assert verdict(tracker) == before
    tracker.ok("follow", MAL)
    assert len(verdict(tracker)["rules"]) == 1
    tracker.ok("follow", "--none", MAL)
    assert verdict(tracker) == before
    tracker.require_sound()


def test_no_record_makes_a_check_a_built_in_one(tracker):
    mal = Chain(MAL, "mal")
    put(mal, "team.size", {
        "id": "team.size", "category": "team", "title": "Size", "how": "Look.", "expected": "So.", "method": "manual",
        "impact": "critical", "applies_to": ["screen"], "wcag": [], "origin": "built-in"}, kind="check")
    tracker.ok("import", give(tracker, *mal.facts))
    row, = [row for row in json.loads(tracker.ok("list", "checks", "--json").out)["rows"] if row["id"] == "team.size"]
    assert row["origin"] == "team"
    tracker.require_sound()


def test_no_waiver_lets_a_list_pass_by_what_a_stranger_alone_sees_fail(tracker):
    """An untested item of a list that must pass was waived as soon as a stranger said FAIL of it: SHIP of HOLD."""
    tracker.register("pay,screen")
    tracker.ok("new", "audit", "winter", "--checklist", "critical-rules", "--build", "3.2")
    left, *others = json.loads(tracker.ok("list", "cells", "--audit", "winter", "--all", "--json").out)["rows"]
    rows = "".join(f"pass,{row['check']},{row['component']},3.2,winter\n" for row in others)
    tracker.ok("log", "-", "--tester", "t1", stdin=f"outcome,check,component,build,audit\n{rows}".encode())
    tracker.ok("new", "waiver", left["component"], left["check"], "--reason", "deferred", "--approver", "lead-1",
               "--until", "2099-01-01")
    words = ["gate", "--critical-rules", "--audit", "winter"]
    assert tracker.run(*words).code == 1
    chain = Chain(MAL, "mal")
    chain.result("fail", left["component"], check=left["check"], build="3.2", audit="winter", severity=4)
    tracker.ok("import", give(tracker, *chain.facts))
    assert tracker.run(*words).code == 1
    tracker.ok("follow", MAL)
    assert tracker.run(*words).code == 0
