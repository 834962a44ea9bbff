"""Nobody who is not followed here closes a finding for the release check, or makes it milder: their results are in the figures,
and the check counts the finding as it was, says so, and lets go of it once their author is followed."""

import contextlib
import html
import json
import re
import sqlite3

import pytest

from conftest import COMPONENTS, once
from drawing import share
from forging import Chain, give, size, told
from facts import reference
from old_trackers import FOURTH
from program import CHECK, Tracker

STRANGER, OTHER = "m" * 12, "n" * 12
SIZE, GATED = "touch-target.minimum-44pt", "reduce-motion.animations-gated"


def results(tracker) -> list:
    return [reference(fact) for fact in told(tracker) if fact["kind"] == "result"]


def gate(tracker, *words) -> dict:
    answer = tracker.run("gate", *words, "--json")
    return {"code": answer.code, **json.loads(answer.out)}


def milder_retest(tracker, chain):
    chain.result("fail", build="3.2", severity=4, retest=True, saw=results(tracker))


def passed_retest(tracker, chain):
    chain.result("pass", build="3.2", retest=True, saw=results(tracker))


def na_retest(tracker, chain):
    chain.result("na", build="3.2", retest=True, saw=results(tracker))


def newer_build(tracker, chain):
    chain.result("pass", build="3.3", saw=results(tracker))


def newer_build_milder(tracker, chain):
    chain.result("fail", build="3.3", severity=4)


def worse_then_pass(tracker, chain):
    """Takes the place of the finding with a worse one, and answers that."""
    chain.result("fail", build="3.3", severity=1, saw=results(tracker))
    chain.result("pass", build="3.3", retest=True)


FORGED = [milder_retest, passed_retest, na_retest, newer_build, newer_build_milder, worse_then_pass]


@once(*COMPONENTS)
def audited(tracker):
    """A critical finding on 3.2, and 3.3 is a build of the team."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.3", "-y")
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    tracker.log("pass", CHECK, "search", "--build", "3.3")


@pytest.mark.parametrize("forge", share("forged for the release check", FORGED, 2), ids=lambda forge: forge.__name__)
def test_it_moves_no_verdict_and_is_named_everywhere(audited, forge):
    assert gate(audited)["code"] == 1
    chain = Chain(STRANGER, "mal")
    forge(audited, chain)
    path = give(audited, *chain.facts)
    for words in (["import", "--dry-run", path], ["import", path]):
        answer = audited.ok(*words)
        said = " ".join(answer.error.split())
        assert "1 item is better only by people who are not followed here." in said
        assert "by mal (mmmmmmmmmmmm), FAIL, critical for the release check" in said
        assert "Release check: HOLD, as before." in said
    answer = gate(audited)
    assert answer["code"] == 1 and answer["decision"] == "hold"
    assert [blocker["component"] for blocker in answer["blockers"]] == ["home"]
    for words, who in (["gate"], "mal, who is"), (["status"], "mal, who is"), (["report"], "people who are"):
        said = " ".join(audited.run(*words).text.split())
        assert f"1 item is better only by {who} not followed here" in said, words
    # On the page it is one of the cards, by what is wrong, and no fix removes it.
    if "milder" not in forge.__name__:
        page = re.sub(r"\s+", " ", audited.ok("report", "--html", "-").text)
        card = re.search(r"<li><p><span class=\"b t\">NOT SETTLED</span></p> <h4>(.*?)</h4><p>home</p> <p class=\"s\">(.*?)</p>", page)
        failure = json.loads(audited.ok("show", CHECK, "--json").out)["check"]["fails"]
        assert card and html.unescape(card[1]) == failure and "better only by someone who is not followed" in card[2]
    waits = audited.run("waiting", "--exit-code")
    assert waits.code == 5 and "a11y follow mmmmmmmmmmmm" in waits.text and f"{CHECK} on home" in waits.text
    row, = json.loads(audited.ok("waiting", "--json").out)["results"]
    assert (row["replica"], row["component"], row["counts_as"], row["counts_as_severity"]) == (STRANGER, "home", "fail", 1)
    assert gate(audited, "--min-pass", "0", "--strict")["code"] == 1, "it waits for a decision"
    audited.require_sound()
    audited.ok("follow", STRANGER)
    assert gate(audited)["code"] == 0
    assert "Nothing waits" in audited.ok("waiting").text
    audited.ok("follow", "--none", STRANGER)
    assert gate(audited)["code"] == 1
    audited.require_sound()


@pytest.mark.parametrize("policy, check, outcome", [
    ("no-regressions", CHECK, "fail"), ("critical-rules", GATED, "fail"), ("max-age 1000", CHECK, "pass"), ("min-pass 90", CHECK, "fail")],
    ids=lambda value: value.split()[0])
def test_under_every_rule(tracker, policy, check, outcome):
    tracker.ok("edit", "tracker", "--policy", policy, "--current-build", "3.3", "-y")
    tracker.log("pass", check, "home", "--build", "3.1", "--at", "2020-01-01")
    tracker.log(outcome, check, "home", "--build", "3.2", "--at", "2020-02-01")
    assert gate(tracker)["code"] == 1
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="3.3", check=check, saw=results(tracker))
    tracker.ok("import", give(tracker, *chain.facts))
    against = lambda: [cell["component"] for rule in gate(tracker)["rules"] for cell in rule["cells"] if cell["check"] == check]
    assert gate(tracker)["code"] == 1 and "home" in against()
    tracker.ok("follow", STRANGER)
    assert "home" not in against()
    tracker.require_sound()


@pytest.mark.parametrize("command", ["gate", "gate read-only", "status", "waiting", "log"])
def test_what_an_earlier_program_folded_is_folded_again_before_it_is_read(audited, command):
    chain = Chain(STRANGER, "mal")
    passed_retest(audited, chain)
    audited.ok("import", give(audited, *chain.facts))
    with contextlib.closing(sqlite3.connect(audited.database)) as database, database:
        # It knew no mark of what is held, or not all, and wrote files of its form: to those of a later one it does not write.
        database.execute("UPDATE cell SET marks = marks & 15")
        database.executescript(FOURTH + ("" if command == "gate" else "PRAGMA user_version = 5;"))
    match command:
        case "gate":
            assert gate(audited)["code"] == 1
        case "gate read-only":
            home, before = audited.database.parent, audited.database.read_bytes()
            audited.database.chmod(0o444)
            home.chmod(0o555)
            assert audited.run("gate", prefix=("setpriv", "--reuid=65534", "--clear-groups")).code == 1
            home.chmod(0o755)
            audited.database.chmod(0o644)
            assert audited.database.read_bytes() == before
        case "waiting":
            assert audited.run("waiting", "--exit-code").code == 5
        case "log":
            audited.log("pass", CHECK, "search", "--build", "3.3")
        case "status":
            assert "1 item is better only by mal" in " ".join(audited.ok("status").text.split())
    answer = gate(audited)
    assert answer["code"] == 1 and [blocker["component"] for blocker in answer["blockers"]] == ["home"]
    audited.require_sound()


def test_a_pass_where_an_item_does_not_apply_raises_no_share(audited):
    audited.ok("edit", "tracker", "--policy", "min-pass 60", "-y")
    audited.log("na", SIZE, "home", "--build", "3.2")
    before = gate(audited)
    assert before["code"] == 1
    chain = Chain(STRANGER, "mal")
    chain.result("pass", "home", check=SIZE, build="3.3", saw=results(audited))
    answer = audited.ok("import", give(audited, *chain.facts))
    assert "by mal (mmmmmmmmmmmm), N/A for the release check" in " ".join(answer.error.split())
    assert gate(audited)["rules"] == before["rules"] and gate(audited)["code"] == 1
    audited.ok("follow", STRANGER)
    assert gate(audited)["code"] == 0
    audited.require_sound()


def test_a_failure_without_a_severity_keeps_that_of_its_check(tracker):
    """A rated failure is shown before one that is not, and may be milder than the check."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0, max-serious 0", "-y")
    tracker.log("fail", CHECK, "home")
    before = gate(tracker)
    assert before["code"] == 1
    chain = Chain(STRANGER, "mal")
    chain.result("fail", severity=4)
    tracker.ok("import", give(tracker, *chain.facts))
    after = gate(tracker)
    assert after["code"] == 1 and after["blockers"] == [{**blocker, "held": True} for blocker in before["blockers"]]
    tracker.require_sound()


def test_a_dispute_of_those_who_are_followed_stays(audited):
    audited.log("pass", CHECK, "home", "--build", "3.2", "--disagree", tester="t2")
    audited.ok("edit", "tracker", "--policy", "max-critical 9", "-y")
    assert gate(audited)["code"] == 1
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="3.3", saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    answer = gate(audited)
    assert answer["code"] == 1 and answer["blockers"]
    audited.require_sound()


def test_a_waiver_covers_what_is_held(audited):
    audited.ok("new", "waiver", "home", CHECK, "--reason", "deferred", "--approver", "lead-1", "--until", "2099-01-01")
    assert gate(audited)["code"] == 0
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="3.3", saw=results(audited))
    audited.ok("import", give(audited, *chain.facts))
    assert gate(audited)["code"] == 0


def test_a_finding_of_a_stranger_that_another_closed_counts_as_closed_and_is_named(audited):
    audited.ok("import", give(audited, *found(audited).facts))
    assert gate(audited)["blockers"][1:]
    chain = Chain(OTHER, "zoe")
    chain.result("pass", "sign-in/close-button", build="3.3")
    audited.ok("import", give(audited, *chain.facts))
    assert len(gate(audited)["blockers"]) == 1
    for words, who in (["gate"], "zoe, who is"), (["status"], "zoe, who is"), (["report"], "people who are"):
        said = " ".join(audited.run(*words).text.split())
        assert f"1 finding was closed by {who} not followed here" in said, words


def found(tracker) -> Chain:
    chain = Chain(STRANGER, "mal")
    chain.result("fail", "sign-in/close-button", build="3.2", severity=1)
    return chain


def test_an_audit_is_held_as_well(tracker):
    tracker.ok("new", "checklist", "own", "--check", CHECK)
    tracker.ok("new", "audit", "spring", "--checklist", "own", "--build", "3.2", "--policy", "max-critical 0")
    tracker.log("fail", CHECK, "sign-in/close-button", "-s", "1", "--build", "3.2", "--audit", "spring")
    assert gate(tracker, "--audit", "spring")["code"] == 1
    chain = Chain(STRANGER, "mal")
    chain.result("pass", "sign-in/close-button", build="3.2", audit="spring", retest=True, saw=results(tracker))
    said = tracker.ok("import", give(tracker, *chain.facts)).error
    assert "Release check of spring: HOLD, as before." in said
    assert gate(tracker, "--audit", "spring")["code"] == 1
    tracker.ok("edit", "audit", "spring", "--close", "-y")
    assert gate(tracker, "--audit", "spring")["code"] == 1
    tracker.require_sound()


def test_who_is_followed_closes_it_and_the_import_says_what_it_did_to_the_release_check(audited, folder):
    """As a team works that syncs through a folder: whoever joins follows those who are there."""
    other = Tracker(folder / "other")
    other.folder.mkdir()
    shared = folder / "shared"
    shared.mkdir()
    audited.ok("sync", shared)
    other.begin()
    assert "Release check" not in other.ok("sync", "--adopt", shared).error
    assert gate(other)["code"] == 1
    audited.log("pass", CHECK, "home", "--build", "3.3")
    audited.ok("sync", shared)
    answer = other.ok("sync", shared)
    assert "Release check: HOLD before, SHIP now: 1 blocker gone (last result by t1)." in answer.error
    assert gate(other)["code"] == 0
    # A new finding the other way.
    other.log("fail", CHECK, "search", "-s", "1", "--build", "3.3", tester="t2")
    other.ok("export", "-o", folder / "bundle.a11y.json")
    for words in (["--dry-run"], []):
        told = json.loads(audited.ok("import", *words, folder / "bundle.a11y.json", "--json").out)["release_check"]
        assert told == [{"audit": None, "before": "ship", "after": "hold", "blockers_gone": [], "last_testers": [],
                         "blockers_new": [{"component": "search", "check": CHECK, "condition": ""}]}]
    # Which closes no finding of its own: nothing waits on either machine.
    for machine in (audited, other):
        assert "Nothing waits" in machine.ok("waiting").text


def test_own_results_on_a_build_of_others_say_that_it_is_accepted(tracker):
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="999")
    chain.result("pass", "search", build="999")
    tracker.ok("import", give(tracker, *chain.facts))
    for words in (["--dry-run"], []):
        answer = tracker.log("pass", CHECK, "sign-in/close-button", "--build", "999", *words)
        assert "build 999 was named only by people who are not followed here, and is accepted with this result: 2 results of" in answer.error
    assert "was named only by" not in tracker.log("pass", SIZE, "sign-in/close-button", "--build", "999").error
    assert "named only by" not in tracker.ok("status").text
    chain.result("pass", build="1000")
    tracker.ok("import", give(tracker, chain.facts[-1]))
    row = f"check,component,outcome\n{CHECK},search,pass\n".encode()
    answer = json.loads(tracker.ok("log", "-", "--build", "1000", "--tester", "t1", "--json", stdin=row).out)
    assert answer["accepted_builds"] == [{"build": "1000", "results_of_others": 1}]


# Bundles of other kinds, each of which may move no verdict in silence.

def cannot_tell(tracker):
    chain = Chain(STRANGER, "mal")
    chain.result("cant-tell", build="3.2", retest=True, saw=results(tracker))
    return [chain]


def many_people(tracker):
    """Each repeats the other."""
    chains = [Chain(f"{number:02d}{'m' * 10}", f"mal{number}") for number in range(10, 40)]
    for chain in chains:
        chain.result("pass", build="3.3", saw=results(tracker))
    return chains


def under_the_testers_name(tracker):
    chain = Chain(STRANGER, "t1")
    chain.result("pass", build="3.2", time=4_000_000_000_000, saw=results(tracker))
    chain.result("pass", build="3.3", time=1, saw=results(tracker))
    return [chain]


def behind_our_last_entry(tracker):
    """As if this machine had answered itself."""
    last = told(tracker)[-1]
    chain = Chain(last["r"], "t1", last)
    chain.result("pass", build="3.3")
    return [chain]


def taken_back_behind_our_last_entry(tracker):
    """As if this machine had withdrawn its own failure."""
    last = told(tracker)[-1]
    chain = Chain(last["r"], "t1", last)
    chain.retract(*(fact for fact in told(tracker) if fact["kind"] == "result" and fact["body"]["outcome"] == "fail"))
    return [chain]


def taken_back(tracker):
    """A failure that is withdrawn again, and a pass that had seen both."""
    chain = Chain(STRANGER, "mal")
    worse = chain.result("fail", build="3.3", severity=1, saw=results(tracker))
    chain.retract(worse)
    chain.result("pass", build="3.3")
    return [chain]


def of_two_builds(tracker):
    """A build that is named by a result, and older ones below it."""
    chain = Chain(STRANGER, "mal")
    for build in ("3.1", "3.3", "3.2", "3.3.0"):
        chain.result("pass", build=build, retest=True, saw=results(tracker))
    return [chain]


def with_a_triage(tracker):
    chain = Chain(STRANGER, "mal")
    chain.add("set", kind="finding", key=f"home {CHECK}", by="mal", fields={
        "component": "home", "check": CHECK, "severity": {"at": 1, "by": "lead-1", "level": 4}})
    chain.result("fail", build="3.3", severity=4, saw=results(tracker))
    return [chain]


def after_a_second_one(tracker):
    """One of them supersedes, the other takes that place."""
    one, other = Chain(STRANGER, "mal"), Chain(OTHER, "zoe")
    fact = one.result("fail", build="3.3", severity=1, saw=results(tracker))
    other.result("pass", build="3.3", retest=True, saw=[reference(fact), *results(tracker)])
    return [one, other]


OTHERS = [cannot_tell, many_people, under_the_testers_name, behind_our_last_entry, taken_back_behind_our_last_entry,
          taken_back, of_two_builds, with_a_triage,
          after_a_second_one]


@pytest.mark.parametrize("forge", OTHERS, ids=lambda forge: forge.__name__)
def test_no_bundle_of_another_kind_moves_the_verdict(audited, forge):
    before = gate(audited)
    chains = forge(audited)
    audited.ok("import", give(audited, *(fact for chain in chains for fact in chain.facts)))
    after = gate(audited)
    assert (after["code"], after["decision"]) == (1, "hold")
    places = [[(one["component"], one["check"], one["severity"]) for one in answer["blockers"]] for answer in (before, after)]
    assert places[0] == places[1]
    # It stands in the gate's own words, and in each file for other programs.
    assert {"held_findings", "disputed", "contradicted", "under_own_name"} & {one["kind"] for one in after["remarks"]} or any(
        rule["rule"] == "disagreements" for rule in after["rules"])
    audited.run("gate", "--sarif", "gate.sarif", "--junit-items", "items.xml", "--junit", "gate.xml")
    assert "home" in (audited.folder / "gate.sarif").read_text() and "home" in (audited.folder / "items.xml").read_text()
    audited.ok("report", "--html", "page.html", "--yes")
    assert "1 finding blocks the release" in (audited.folder / "page.html").read_text()
    audited.ok("list", "findings", "--json")
    audited.require_sound()
    audited.ok("doctor", "--rebuild", "--yes")
    assert gate(audited)["blockers"] == after["blockers"]


def test_a_size_that_others_measured_closes_nothing(tracker):
    tracker.ok("edit", "tracker", "--policy", "max-critical 0, max-serious 0", "-y")
    tracker.log("fail", SIZE, "sign-in/close-button", "--value", "40x40", "-s", "1", "--build", "3.2")
    chain = Chain(STRANGER, "mal")
    chain.result("pass", "sign-in/close-button", check=SIZE, build="3.2", retest=True, value=size(60), saw=results(tracker))
    tracker.ok("import", give(tracker, *chain.facts))
    assert gate(tracker)["code"] == 1
    tracker.require_sound()
