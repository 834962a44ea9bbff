"""What an exchange says of what came: the sum of all files, who is one person on two machines, and what is from before a closing."""

import json

import pytest

from program import CHECK
from team import Machine


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
    # A report is the same on each machine.
    pages = [" ".join(told.ok("report", "--as-of", "2100-01-01").text.split()) for told in (mac, air)]
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
