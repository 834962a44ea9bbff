"""What others sent, however much it is, is a few lines in a terminal: groups with counts, the first of many, and the way to all."""

import json

import pytest

from facts import reference
from forging import Chain, give, told
from program import CHECK, Tracker
from team import Machine

STRANGER = "m" * 12
MANY = 64


def lines(answer) -> list:
    return (answer.text + answer.error).splitlines()


@pytest.fixture
def crowded(tracker):
    """64 critical findings, which a stranger passes on four builds."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "-y")
    tracker.register(*(f"s/c-{number},button" for number in range(MANY)))
    tracker.ok("log", "fail", CHECK, "s/**", "-s", "1", "--build", "3.2", "--tester", "t1", "-y")
    for number in range(4):
        # The builds are the team's: one that only a stranger names replaces nothing.
        tracker.log("pass", CHECK, "home", "--build", f"4.{number}")
    chain = Chain(STRANGER, "mal")
    for number, fact in enumerate(told(tracker)):
        if fact["kind"] == "result" and fact["body"]["outcome"] == "fail":
            chain.result("pass", component=fact["body"]["component"], build=f"4.{number % 4}", saw=[reference(fact)])
    tracker.ok("import", give(tracker, *chain.facts))
    return tracker


def test_many_results_that_wait_are_groups_by_build(crowded):
    rows = json.loads(crowded.ok("waiting", "--json").out)["results"]
    assert len(rows) == MANY
    shown = crowded.ok("waiting").text.splitlines()
    assert len(shown) <= 10 and shown[0] == f"mal ({STRANGER}): {MANY} results wait that make items better."
    groups = [line for line in shown if line.startswith("  Build ")]
    assert sum(int(line.split(": ")[1].split()[0]) for line in groups) == MANY and len(groups) == 4
    assert f"{MANY // 4} PASS; the release check counts {MANY // 4} FAIL, critical" in groups[0]
    assert "  To list each: a11y waiting --all" in shown
    every = crowded.ok("waiting", "--all").text
    assert all(row["id"] in every for row in rows) and "To list each" not in every


def test_few_results_are_listed_as_they_are(tracker):
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    chain = Chain(STRANGER, "mal")
    chain.result("pass", build="3.2", retest=True, saw=[reference(fact) for fact in told(tracker) if fact["kind"] == "result"])
    tracker.ok("import", give(tracker, *chain.facts))
    assert f"{CHECK} on home" in tracker.ok("waiting").text


def test_many_changes_that_wait_are_the_first_and_a_count(tracker):
    chain = Chain(STRANGER, "mal")
    tracker.register(*(f"s/c-{number},button" for number in range(MANY)))
    for number in range(MANY):
        chain.add("set", kind="component", key=f"s/c-{number}", fields={"retired": True}, by="mal")
    answer = tracker.ok("import", give(tracker, *chain.facts))
    assert max(map(len, lines(answer))) < 2_000
    shown = tracker.ok("waiting").text.splitlines()
    assert len(shown) <= 20 and f"  and {MANY - 10} more changes: a11y waiting --all" in shown, shown
    assert len(tracker.ok("waiting", "--all").text.splitlines()) > MANY


def test_many_authors_and_requests_are_the_first_and_a_count(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    target = next(fact for fact in told(tracker) if fact["kind"] == "result")
    facts = []
    for number in range(MANY):
        chain = Chain(f"z{number:011d}", f"x{number}")
        chain.erase(target)
        facts += chain.facts
    answer = tracker.ok("import", give(tracker, *facts))
    assert len(lines(answer)) <= 30, lines(answer)
    assert len(json.loads(tracker.ok("waiting", "--json").out)["rows"]) == MANY
    shown = tracker.ok("waiting").text
    assert f"And {MANY - 20} more requests: a11y waiting --all" in shown and shown.count("To apply") == 20
    assert tracker.ok("waiting", "--all").text.count("To apply") == MANY


def test_many_damaged_files_are_the_first_and_a_count(folder):
    shared = folder / "shared"
    shared.mkdir()
    ana = Machine(folder / "ana", "ana", shared).found("home")
    ana.say("pass", "home", "x")
    ana.sync()
    stranger = shared / ana.team() / ("n" * 12)
    stranger.mkdir()
    for number in range(MANY):
        (stranger / f"{number:08d}.a11y.json").write_text("{damaged")
    for words in (["sync", shared], ["sync", "--status", shared]):
        answer = ana.run(*words)
        assert len(lines(answer)) <= 16 and f"{MANY - 10} more files; pass --json to list all." in answer.text + answer.error, lines(answer)
    assert len(ana.status()["refused"]) + len(ana.status()["skipped"]) == MANY
    many = [f"{number}.json" for number in range(MANY)]
    for name in many:
        (ana.folder / name).write_text("{damaged")
    answer = ana.run("import", *many)
    assert f"and {MANY - 20} more files with errors; pass --json to list all" in answer.error
    assert len(lines(answer)) <= 3 * 20 + 4


# Who a machine is

def test_a_machine_has_the_name_of_who_works_there(folder):
    """Not of the last who wrote: a tool that it imports, or a colleague who fixed one thing."""
    shared = folder / "shared"
    shared.mkdir()
    ana = Machine(folder / "ana", "ana", shared).found("home", "search")
    ana.say("pass", "home", "x")
    ana.say("fail", "search", "y")
    ana.ok("log", "na", "touch-target.minimum-44pt", "home", "--tester", "ben")
    (ana.folder / "audit.jsonl").write_text('{"auditType":"contrast","compactDescription":"Contrast failed","element":"home","screen":"home"}\n')
    ana.ok("import", "audit.jsonl", "--build", "3.2", "--component", "home")
    ana.sync()
    tia = Machine(folder / "tia", "tia", shared)
    tia.folder.mkdir(exist_ok=True)
    tia.begin()
    said = tia.ok("sync", "--adopt", shared).error
    assert f"This machine follows ana ({ana.replica()}): " in said, said
    names = {row["replica"]: row["tester"] for row in tia.status()["replicas"]}
    assert names[ana.replica()] == "ana"


def test_a_machine_with_a_tool_alone_has_its_name(folder):
    shared = folder / "shared"
    shared.mkdir()
    server = Machine(folder / "server", "", shared).found("home")
    (server.folder / "audit.jsonl").write_text('{"auditType":"contrast","compactDescription":"Contrast failed","element":"home","screen":"home"}\n')
    server.ok("import", "audit.jsonl", "--build", "3.2", "--component", "home")
    assert server.status()["replicas"][0]["tester"] == "xctest"


def test_what_is_asked_for_is_told_in_words_of_the_glossary(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1")
    tracker.ok("undo", "--tester", "t1")
    undo = next(fact for fact in told(tracker) if fact["kind"] == "retract")
    chain = Chain(STRANGER, "mal")
    chain.retract(undo)
    tracker.ok("import", give(tracker, *chain.facts))
    shown = tracker.ok("waiting").text + tracker.ok("erase", "list").text
    assert " of kind " not in shown and "1 undo" in shown, shown
