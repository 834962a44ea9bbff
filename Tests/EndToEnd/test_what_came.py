"""What an exchange says of what came: the sum of all files, who is one person on two machines, and what is from before a closing."""

import json

import pytest

from facts import bundle, reference, stated
from forging import Chain, give, told
from program import CHECK
from team import Machine

OTHER = "voiceover.label-meaningful"
# How many checks each has but for one, from the third edition on.
BUILT_IN = {"critical-rules": 7, "essentials": 90}


@pytest.fixture
def shared(folder):
    (folder / "shared").mkdir()
    return folder / "shared"


def machine(shared, name, tester=None):
    return Machine(shared.parent / name, tester or name, shared)


def test_a_sync_sums_up_what_all_files_did_together(shared):
    """One item fails, is disputed, fails otherwise, and passes in the end: it is one item better, and nothing is in dispute."""
    one = machine(shared, "one").found("home", "search")
    one.say("fail", "home", "n", "-s", "2", "--build", "1")
    one.sync()
    two, reader, importer = (machine(shared, name).join() for name in ("two", "reader", "importer"))
    two.say("pass", "home", "n", "--build", "1", "--disagree")
    two.ok("edit", "component", "search", "--owner", "two")
    two.sync()
    one.ok("edit", "component", "search", "--owner", "one")
    one.say("fail", "home", "n", "-s", "1", "--build", "1")
    one.sync()
    three = machine(shared, "three").join()
    three.say("pass", "home", "n", "--build", "1", "--retest")
    three.ok("resolve", "component", "search", "owner", "one", "-m", "agreed")
    three.sync()
    files = sorted(str(path) for path in shared.rglob("*.a11y.json"))
    for words, told in ((["sync", shared], reader), (["import", *files], importer)):
        said = told.ok(*words)
        assert "1 item better, 0 worse." in said.error, said.error
        assert "review" not in said.error and "list conflicts" not in said.error
        assert "dispute" not in said.text and "conflict" not in said.text
        assert told.conflicts() == []
    # Of a single file its own sum is told.
    two.say("fail", "search", "n", "-s", "2", "--build", "1")
    two.sync()
    assert "better" not in reader.ok("sync", shared).error


def test_one_person_on_two_machines_is_one_tester(shared):
    mac = machine(shared, "mac", "ana").found("home")
    mac.say("fail", "home", "n", "-s", "2", "--build", "1")
    mac.sync()
    air = machine(shared, "air", "ana").join()
    refused = air.run("log", "pass", CHECK, "home", "--tester", "ana", "--build", "1")
    assert refused.code == 5 and "contradicts one of yours from another machine: ana logged FAIL" in refused.error
    assert "contradicts another tester's: ana" in air.run("log", "pass", CHECK, "home", "--tester", "ben", "--build", "1").error
    air.say("pass", "home", "n", "--build", "1", "--disagree")
    air.sync()
    mac.sync()
    for told, other in ((mac, air), (air, mac)):
        row, = told.conflicts()
        here, there = "ana on this machine", f"ana on machine {other.replica()}"
        # A table is the same on each machine, as a report is.
        assert sorted([row["shown"], *row["others"]]) == [
            f"FAIL (ana on machine {mac.replica()})", f"PASS (ana on machine {air.replica()})"]
        text = " ".join(told.ok("show", CHECK, "home").text.split())
        assert f"by {here}, " in text and f"by {there}, " in text
    # A report is the same on each machine, but for the name of the folder where the app has no title.
    pages = [" ".join(told.ok("report", "--as-of", "2100-01-01").text.split()) for told in (mac, air)]
    pages = [page.replace(f"report: {told.folder.name},", "report:", 1) for page, told in zip(pages, (mac, air))]
    assert pages[0] == pages[1]
    assert all(f"on machine {told.replica()} on " in pages[0] for told in (mac, air))


def test_results_from_before_a_closing_are_named(shared):
    lead = machine(shared, "lead").found("home", "search")
    lead.ok("new", "checklist", "own", "--check", CHECK)
    lead.ok("new", "audit", "r1", "--checklist", "own", "--build", "1")
    lead.ok("log", "pass", CHECK, "home", "--audit", "r1", "--tester", "lead", "--build", "1")
    lead.sync()
    ben = machine(shared, "ben").join()
    ben.say("fail", "home", "n", "-s", "1", "--build", "1", "--at", "2026-01-02T10:00Z")
    ben.say("fail", "search", "n", "-s", "1", "--build", "1", "--at", "2026-01-02T10:00Z")
    lead.ok("edit", "audit", "r1", "--close")
    ben.say("pass", "search", "after it", "--build", "2")
    ben.sync()
    said = lead.ok("sync", lead.shared)
    assert "2 results are dated before the audit r1 was closed (" in said.error and "its figures stay as they were" in said.error
    ben.say("pass", "home", "later", "--build", "2")
    ben.sync()
    assert "dated before" not in lead.ok("sync", lead.shared).error


def test_a_result_that_is_entered_late_for_a_time_before_what_an_item_shows_is_named(shared):
    """A failure of the past makes a later one no regression for a date between: 1 added was all that anyone read."""
    lead, ben = machine(shared, "lead").found("home", "search"), machine(shared, "ben")
    lead.sync()
    ben.join()
    ben.say("pass", "home", "n", "--build", "1", "--at", "2026-01-02T10:00Z")
    ben.say("fail", "home", "n", "-s", "1", "--build", "2", "--at", "2026-03-02T10:00Z")
    ben.sync()
    assert "entered a day or more" not in lead.ok("sync", lead.shared).error, "nothing was shown here before it"
    late = ben.ok("log", "fail", CHECK, "home", "-s", "4", "--build", "1", "--at", "2026-02-02T10:00Z", "--disagree", "--tester", "ben")
    assert "comparisons with a date in the past count it from its date on" in " ".join((late.text + late.error).split())
    ben.sync()
    said = " ".join(lead.ok("sync", lead.shared).error.split())
    assert "1 result was entered a day or more after the test, and is older than what the item shows" in said
    ben.say("fail", "home", "now", "-s", "1", "--build", "3")
    ben.sync()
    assert "entered a day or more" not in lead.ok("sync", lead.shared).error


def redefined(*names, saw=()) -> list:
    """What somebody made of lists that are built in, and a waiver where it is of all of them."""
    mal = Chain("0" * 12, "mal")
    for name in names or BUILT_IN:
        mal.add("set", saw, kind="checklist", key=name, fields={"checks": [OTHER]}, by="mal")
    if not names:
        fields = {"component": "pay", "check": OTHER, "reason": "deferred", "approver": "mal", "until": "2099-01-01"}
        mal.add("set", saw, kind="waiver", key="w", by="mal", fields=fields)
    return mal.facts


def fewer(name) -> str:
    return f"checklist {name} ({BUILT_IN[name]} checks fewer"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_checklist_that_someone_who_is_followed_redefines_is_named(shared, name):
    """Checks fewer turned HOLD into SHIP, and the last result of the lead was said to have done it."""
    tracker = machine(shared, "lead")
    tracker.begin("3")
    tracker.register("home,button")
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "1", tester="lead")
    tracker.log("pass", OTHER, "home", "--build", "1", tester="lead")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0" if name == "essentials" else name)
    tracker.ok("follow", "*")
    assert tracker.run("gate").code == 1
    path = give(tracker, *redefined(name))
    for words in (["--dry-run"], []):
        said = " ".join(tracker.ok("import", *words, path).error.split())
        assert f"Changed records that affect the counts: {fewer(name)}, checks {OTHER}), by mal." in said, said
        assert f"HOLD before, SHIP now: 1 blocker gone (changed record: checklist {name} by mal)." in said, said
    for words in ("gate", "status"):
        said = " ".join(tracker.run(words).text.split())
        assert f"1 change by mal since the last decision on this machine: {fewer(name)})." in said, said


def test_whoever_joins_is_told_which_records_of_others_count(shared):
    """A build server that had just joined said SHIP by a checklist that it named nowhere."""
    lead = machine(shared, "lead")
    lead.begin("3")
    lead.register("home,button", "pay,button")
    lead.say("fail", "pay", "n", "-s", "1", "--build", "1")
    lead.ok("edit", "tracker", "--policy", "max-critical 0", A11Y_TESTER="lead")
    lead.sync()
    place = shared / lead.team() / ("0" * 12)
    place.mkdir()
    facts = redefined(saw=[reference(fact) for fact in told(lead) if fact["kind"] == "set"])
    (place / "1-1-00000000.a11y.json").write_text(bundle(lead.team(), facts, **{"from": "0" * 12}))
    server = machine(shared, "server")
    server.begin()
    said = " ".join(server.ok("sync", "--adopt", shared).error.split())
    assert "Settings of others that count here: policy max-critical 0, by lead." in said, said
    listed = said.partition("Records of others that count here: ")[2]
    for words in [*map(fewer, BUILT_IN), "waiver w, new (", "), by mal"]:
        assert words in listed, said
    assert "Changed records" not in said
    for words in ("gate", "status"):
        said = " ".join(server.run(words).text.split())
        assert f"3 changes by mal since the last decision on this machine: {fewer('critical-rules')})" in said, said
    # Who follows the lead alone takes over nothing of it.
    strict = machine(shared, "strict")
    strict.begin()
    said = " ".join(strict.ok("sync", "--adopt", "--follow", "lead", shared).error.split())
    assert "Records of others" not in said and strict.run("gate").code == 1


def test_what_a_closing_keeps_for_its_readers_is_no_word_of_a_notice(shared):
    """It named "followed" and "seen", which are names of fields and nothing that a person did."""
    lead = machine(shared, "lead").found("home")
    lead.ok("new", "audit", "r2", "--checklist", "critical-rules", "--build", "1")
    lead.say("fail", "home", "n", "-s", "2", "--build", "1", "--audit", "r2")
    lead.sync()
    other = machine(shared, "other").join()
    lead.ok("edit", "audit", "r2", "--close", A11Y_TESTER="lead")
    lead.sync()
    other.sync()
    said = " ".join(other.ok("status").text.split())
    assert "by lead since the last decision on this machine: audit r2 (closed)." in said, said


@pytest.mark.parametrize("follows", [True, False])
def test_an_undo_after_a_gap_counts_as_its_author_is_followed(tracker, follows):
    """It has no authority over what was before the gap: the import said that its author undid it, and that none can."""
    ben = Chain("b" * 12, "ben")
    failure = ben.result("fail", severity=1)
    tracker.ok("import", give(tracker, *ben.facts))
    if follows:
        tracker.ok("follow", "b" * 12, "-y")
    undo = stated("b" * 12, 77, "cd" * 16, [1_770_000_000_077, 0], "retract", {"by": "ben", "targets": [reference(failure)]})
    answer = tracker.ok("import", give(tracker, undo))
    said = " ".join((answer.text + answer.error).split())
    assert ("Undone as its author is followed here: 1 result, by ben" in said) == follows
    assert ("Request to undo 1 result, by ben" in said) != follows
    assert "by their author" not in said
    assert "entries after a gap do not correct those before it, and undo them only where their author is followed" in said
    rows = json.loads(tracker.ok("list", "items", "component:home", "--json").out)["rows"]
    assert any(row["tester"] == "ben" for row in rows) != follows


def test_a_component_of_a_stranger_stays_however_many_write_to_it(tracker):
    """65 who began it at once were too many to compare, and none of them counted: one file took its items out of scope."""
    ben = Chain("b" * 12, "ben")
    ben.component("pay")
    tracker.ok("import", give(tracker, *ben.facts))
    before = json.loads(tracker.ok("status", "--json").out)["cells"]
    assert json.loads(tracker.ok("list", "components", "component:pay", "--json").out)["rows"]
    rivals = [stated("m" * 12, 1, "", [1_770_000_000_001, 0], "set",
                     {"kind": "component", "key": "pay", "fields": {"kind": "button"}, "by": f"x{number}"})
              for number in range(70)]
    answer = tracker.ok("import", give(tracker, *rivals))
    assert "Changed records" not in answer.text + answer.error
    assert json.loads(tracker.ok("status", "--json").out)["cells"] == before
    assert json.loads(tracker.ok("list", "components", "component:pay", "--json").out)["rows"]


@pytest.fixture
def held(tracker):
    """A tracker whose release two findings hold, and that counts what ben sends."""
    for component in "home", "search":
        tracker.log("fail", CHECK, component, "-s", "1", "--build", "1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    tracker.ok("follow", "*")
    assert tracker.run("gate").code == 1
    return tracker


def said_of(tracker, *chains) -> str:
    return " ".join(tracker.ok("import", give(tracker, *(fact for chain in chains for fact in chain.facts))).error.split())


@pytest.mark.parametrize("policy", ["max-critical 9", "max-critical 0, max-closed-tickets 0"])
def test_the_state_of_a_ticket_affects_the_counts_where_a_rule_asks_for_it(held, policy):
    held.ok("edit", "tracker", "--policy", policy)
    ben = Chain("b" * 12, "ben")
    ben.add("set", kind="finding", key="f1", by="ben", fields={
        "check": CHECK, "component": "home", "ticket": "APP-2", "ticket.APP-2": "open"})
    said = said_of(held, ben)
    assert ("affect the counts: finding f1, new (ticket.APP-2 open), by ben." in said) == ("tickets" in policy), said
    assert ("Changed records" in said) == ("tickets" in policy), said


def test_a_verdict_about_a_criterion_ends_no_blocker(held):
    """It was named before the waiver that did it."""
    ben = Chain("b" * 12, "ben")
    ben.add("set", kind="verdict", key="1.4.3/lead", by="ben", fields={
        "criterion": "1.4.3", "level": "partially-supports", "by": "lead", "remarks": "so", "given": "2026-02-01"})
    ben.add("set", kind="plan", key="first", by="ben", fields={"title": "x", "component": "home"})
    ben.add("set", kind="waiver", key="w", by="ben", fields={
        "component": "home", "check": CHECK, "reason": "deferred", "approver": "ben", "until": "2099-01-01"})
    said = said_of(held, ben)
    assert "1 blocker gone (changed record: waiver w by ben)." in said, said
    assert "Verdicts for conformance reports: verdict 1.4.3/lead, new (" in said


def test_a_policy_that_several_wrote_is_of_none_of_them_alone(held):
    ben = Chain("b" * 12, "ben")
    ben.add("set", kind="setting", key="tracker", by="ben", fields={"policy": "max-serious 2"})
    said = said_of(held, ben)
    assert "setting (policy max-critical 0, max-serious 2), joined from several values, one of them by ben." in said, said
    # What replaces both is as its author wrote it.
    saw = [reference(fact) for fact in told(held) if fact["kind"] == "set"]
    ben.add("set", saw, kind="setting", key="tracker", by="ben", fields={"policy": "max-critical 1"})
    said = said_of(held, ben)
    assert "setting (policy max-critical 1), by ben." in said, said


def test_those_who_tested_last_are_named_as_a_list_of_people(held):
    ben, lia = Chain("b" * 12, "ben"), Chain("c" * 12, "lia")
    ben.result("pass", "home", build="2")
    lia.result("pass", "search", build="2")
    said = said_of(held, ben, lia)
    assert "2 blockers gone (last result by ben and lia)." in said, said
