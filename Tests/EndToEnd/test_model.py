"""The program against the model of trust and merge, Tests/Model/model.py: whatever arrives, in whatever order and parts
and however often, and whenever it is decided about, the program says what the model says of the same facts.

A11Y_MODEL   how many histories, 8 unless set; Scripts/soak model runs more
A11Y_LAWS    how many histories the laws of the model are held against, 150 unless set
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import pytest

from conftest import SEED
from deciding import decide, follow_only, ordered, records, state
from facts import bundle, identity, require_bundle, stub
from program import Tracker
from worlds import MODEL, RealCase, RealWorld, accepted_of, model, plain, wanted, wanted_records

HISTORIES = int(os.environ.get("A11Y_MODEL") or 8)
LAWS = int(os.environ.get("A11Y_LAWS") or 150)
CASES = sorted(path for path in (MODEL / "cases").glob("*.json") if not path.name.endswith(".state.json"))


@pytest.fixture
def folder():
    """In memory where the system has such a place: what a disk does is for other tests."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    path = pathlib.Path(tempfile.mkdtemp(prefix="a11y-model-", dir=memory)).resolve()
    yield path
    shutil.rmtree(path, ignore_errors=True)


class Reader(Tracker):
    """A machine that says nothing of its own: it takes in what others said, and decides."""

    def __init__(self, folder):
        super().__init__(folder)
        folder.mkdir()
        self.begin()
        self.tracker = self.rows("SELECT value FROM local WHERE name = 'tracker'")[0][0]

    def give(self, facts) -> pathlib.Path:
        """Writes these facts as a bundle, each once, whether it comes with its content or as a stub."""
        once = {identity(fact): fact for fact in sorted(facts, key=lambda fact: "body" in fact)}
        path = self.folder / "given.a11y.json"
        path.write_text(bundle(self.tracker, list(once.values())))
        return path

    def take(self, facts) -> None:
        self.ok("import", self.give(facts))

    def refuse(self, fact) -> None:
        """A line that no bundle may hold: it comes in one of its own, and leaves no trace."""
        before = state(self)
        answer = self.run("import", self.give([fact]))
        assert answer.code == 4, f"taken: {fact}\n{answer.text}{answer.error}"
        assert state(self) == before

    def require(self, expected: dict) -> None:
        found = ordered(state(self))
        assert set(found) == set(expected)
        # What the release check counts otherwise is a mark of the cell.
        cells = {name: {key: value for key, value in cell.items() if key != "held"} for name, cell in expected["cells"].items()}
        for name, value in {**expected, "cells": cells}.items():
            assert found[name] == value, name
        held = self.rows("""
            SELECT one.text || '/' || two.text || '/' || ifnull(three.text, '') FROM cell JOIN term AS one ON one.id = component
            JOIN term AS two ON two.id = check_id LEFT JOIN term AS three ON three.id = condition WHERE marks & 16""")
        assert sorted(name for name, in held) == sorted(name for name, cell in expected["cells"].items() if cell.get("held"))
        self.require_sound()


def piles(dice, lines: list) -> list:
    """The lines in up to six piles; some lie in two."""
    made = [[] for _ in range(dice.randint(1, 6))]
    for line in lines:
        for pile in dice.sample(made, 1 + (dice.random() < 0.2 and len(made) > 1)):
            pile.append(line)
    return [dice.sample(pile, len(pile)) for pile in made if pile]


def moments(dice, accepted: dict) -> list:
    """The decisions in one to three parts, as `decide` takes them."""
    made = [(what, one) for what in ("follow", "branch", "signed") for one in accepted[what]]
    dice.shuffle(made)
    parts = dice.randint(1, 3)
    return [decisions(made[part::parts], accepted["signed"]) for part in range(parts)]


def decisions(made: list, keys: dict) -> dict:
    named = {kind: [one for what, one in made if what == kind] for kind in ("follow", "branch", "signed")}
    return {**named, "signed": {head: keys[head] for head in named["signed"]}}


def deliver(reader: Reader, dice, lines: list, refused: list, accepted: dict, lists: list) -> None:
    """Everything arrives and everything is decided, in an order of the dice's own; the last list stays."""
    # What is refused is so before it could be followed: what was destroyed meanwhile would stay so.
    decide(reader, refuse=accepted["refuse"])
    events = [(reader.take, pile) for pile in piles(dice, lines)]
    events += [(reader.refuse, fact) for fact in refused]
    events += [(lambda made: decide(reader, **made), made) for made in moments(dice, accepted)]
    events = dice.sample(events, len(events))
    for place, one in reversed([*zip(sorted(dice.randint(0, len(events)) for _ in lists), lists)]):
        events.insert(place, (lambda one: follow_only(reader, one), one))
    for act, what in events:
        act(what)


@pytest.mark.parametrize("number", range(HISTORIES))
def test_the_program_says_what_the_model_says(folder, number):
    dice = random.Random(f"{SEED} model {number}")
    world = RealWorld(dice).run()
    accepted = world.decisions()
    expected, writes = wanted(world.taken(), accepted), wanted_records(world.taken(), accepted)
    lists = [accepted_of({"list": one})["list"] for one in world.lists]
    for turn in range(2):
        reader = Reader(folder / str(turn))
        deliver(reader, dice, world.taken(), world.refused(), accepted, lists)
        reader.require(expected)
        assert records(reader) == writes
    # Again, all of it at once: nothing changes. What goes out comes in elsewhere as it was.
    reader.take(world.taken())
    reader.require(expected)
    assert records(reader) == writes
    require_bundle(reader.ok("export", "-o", "-").out.decode())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_program_says_what_a_case_of_the_model_says(folder, path):
    case = RealCase(json.loads(path.read_text()))
    expected = case.expected(json.loads(path.with_suffix(".state.json").read_text()))
    dice = random.Random(f"{SEED} {path.stem}")
    reader = Reader(folder / "reader")
    deliver(reader, dice, case.lines(), case.refused(), case.accepted, [model.EVERYONE])
    reader.require(expected)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_real_facts_mean_to_the_model_what_its_own_mean(path):
    """The case as it was given, then with bodies as the program writes them."""
    given, said = json.loads(path.read_text()), json.loads(path.with_suffix(".state.json").read_text())
    assert json.loads(json.dumps(plain.state(given["full"], given["stubs"], given["accepted"]))) == said
    case = RealCase(given)
    assert wanted(case.lines(), case.accepted) == case.expected(said)


def test_the_model_and_these_tests_make_the_same_of_a_fact():
    for number in range(40):
        world = RealWorld(random.Random(f"{SEED} facts {number}")).run()
        for fact in world.taken():
            assert identity(fact) == model.ident(fact) and stub(fact) == model.header(fact)
        once = {identity(fact): fact for fact in world.taken()}
        require_bundle(bundle("abcdefgh2345", list(once.values())))


def test_the_model_keeps_its_own_laws():
    seed = SEED % 10**6
    done = subprocess.run(
        [sys.executable, "-B", MODEL / "model.py", "check", "--rules", "new", "--histories", str(LAWS), "--seed", str(seed)],
        capture_output=True, text=True)
    assert done.returncode == 0 and "broken" not in done.stdout, done.stdout + done.stderr
