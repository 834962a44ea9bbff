"""`sync --status` tells who has what, whose clock is off and what waits, and changes nothing."""

import json
import re

import pytest

from program import WHY
from team import Machine, bundle, exchange

YEAR = 31_557_600_000


@pytest.fixture
def shared(folder):
    place = folder / "shared"
    place.mkdir()
    return place


def states(machine) -> dict:
    """By replica: facts, how many of them are in the folder, and what else there is to say."""
    return {state["replica"]: state for state in machine.status()["replicas"]}


def everything(folder) -> dict:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def test_the_story_of_a_team(folder, shared):
    tia = Machine(folder / "tia", "tia", shared).found("home", "search")
    assert tia.ok("sync", "--status", shared).text == (
        f"Tracker {tia.team()}, folder {shared}\n"
        f"{tia.replica()}, this machine: 2 entries, last AT; 2 not in the folder.\n"
        "All files in the folder were read.\n").replace(
            "AT", tia.status()["replicas"][0]["last_at"][:19] + "Z")
    tia.sync()
    tom = Machine(folder / "tom", "tom", shared).join()
    tom.say("pass", "home", "one")
    before = everything(folder)
    status = tom.status()
    assert everything(folder) == before, "the status changes nothing"
    assert status["schema"] == "a11y.sync-status/1"
    assert (status["tracker"], status["replica"], status["folder"]) == (tom.team(), tom.replica(), str(shared))
    assert {key: status[key] for key in ("unread", "skipped", "refused", "waiting", "other_trackers")} == {
        "unread": [], "skipped": [], "refused": [], "waiting": 0, "other_trackers": []}
    assert {name: (state["facts"], state["in_folder"], state["last"]) for name, state in states(tom).items()} == {
        tia.replica(): (2, 2, 2), tom.replica(): (1, 0, 1)}
    assert tom.replica() not in states(tia)
    # A machine is named by who logged there last.
    assert f"\ntom ({tom.replica()}), this machine: 1 entry" in tom.ok("sync", "--status", shared).text
    assert {name: state["tester"] for name, state in states(tom).items()} == {tia.replica(): None, tom.replica(): "tom"}

    written = tom.sync()["written"][0]["file"]
    assert tia.status()["unread"] == [written]
    assert f"1 file is not read yet: {written}. Run \"a11y sync {shared}\" to read it." in tia.ok("sync", "--status", shared).text
    tia.sync()
    assert states(tia)[tom.replica()]["in_folder"] == 1 and tia.status()["unread"] == []

    (shared / written).unlink()
    assert states(tia)[tom.replica()]["in_folder"] == 0, "it is gone from the folder, not from here"


def test_what_waits_and_whose_clock_is_off(folder, shared):
    tia = Machine(folder / "tia", "tia", shared).found("home")
    tia.sync()
    tia.say("fail", "home", "canary")
    tia.sync()
    tom = Machine(folder / "tom", "tom", shared).join()
    part = shared / tia.team() / "newermachine"
    part.mkdir()
    future = int(json.loads(tia.ok("status", "--json").out)["as_of"][:4]) + 10
    milliseconds = (future - 1970) * YEAR
    (part / "1-2-00000000.a11y.json").write_bytes(bundle(
        tia.team(), "newermachine", ("hologram", {"depth": 3}), ("note", {"component": "home", "text": "hello"}),
        milliseconds=milliseconds))
    (part / "3-3-00000000.a11y.json").write_bytes(b"{ this is none\n}")
    identifier, = [row["id"] for row in json.loads(tom.ok("list", "results", "--json").out)["rows"]]
    tom.ok("erase", "fact", identifier, *WHY, "--yes")
    tom.run("sync", shared)
    assert tia.run("sync", shared, "--exit-code").code == 4
    state = states(tia)["newermachine"]
    assert (state["ahead_of_clock"], state["kept_for_newer"], state["missing"], state["forked"]) == (2, 1, 0, False)
    assert state["last_at"].startswith(str(future)) or state["last_at"].startswith(str(future - 1))
    status = tia.status()
    assert status["waiting"] == 1
    assert [entry["code"] for entry in status["refused"]] == ["bundle.syntax"]
    text = tia.ok("sync", "--status", shared).text
    for sentence in [r"newermachine: 2 entries.*; 2 ahead of this machine's clock; 1 kept for a newer version\.",
                     r"Cannot import .*/newermachine/3-3-00000000\.a11y\.json: line 1, column 3: .*\.",
                     r"1 request waits for a decision\. Run \"a11y waiting\" to review\."]:
        assert re.search(sentence, text), text
    # It is said again with every exchange until it is decided.
    for _ in range(2):
        assert tia.run("sync", shared).error.count("1 request waits for a decision. Run \"a11y waiting\" to review.") == 1
    tia.ok("erase", "refuse", "--from", tom.replica(), "--yes")
    assert "request" not in tia.run("sync", shared).error and tia.status()["waiting"] == 0


def test_holes_are_told(folder, shared):
    """Only a part of what a machine said has arrived."""
    tia = Machine(folder / "tia", "tia", shared).found("home")
    tia.sync()
    first = list(shared.rglob("*.a11y.json"))
    for number in range(3):
        tia.say("pass", "home", f"number {number}")
        tia.sync()
    middle = [file for file in shared.rglob("3-3-*.a11y.json")]
    assert len(first) == len(middle) == 1
    middle[0].unlink()
    tom = Machine(folder / "tom", "tom", shared).join()
    state = states(tom)[tia.replica()]
    assert (state["facts"], state["last"], state["missing"]) == (3, 4, 1)
    assert "1 earlier entry missing" in tom.ok("sync", "--status", shared).text
    exchange(tia, tom)
    assert states(tom)[tia.replica()]["missing"] == 0
