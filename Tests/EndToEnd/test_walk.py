"""A day's work: 120 items walked with every key, at a terminal, plainly, and in lines; the cells are the same."""

import json

import pytest

from program import Tracker
from sheets import press_all, save, sheet_of
from walking import AtTerminal, InLines, Model, cells, export

COMPONENTS = ["a/close", "b/menu", "c/play", "d/share", "e/send"]
CHECKS = 24
USUAL = {"critical": 1, "serious": 2, "moderate": 3, "minor": 4}


@pytest.fixture
def shop(folder):
    """Gives copies of a tracker with an audit of 120 cells: five icon buttons, 24 checks, some of which measure in pt."""
    first = Tracker(folder / "first")
    first.folder.mkdir()
    first.begin()
    first.register(*(f"{key},icon-button" for key in COMPONENTS))
    asked = {row["check"] for row in json.loads(first.ok("list", "cells", "--all", "--json").out)["rows"]}
    checks = {row["id"]: row for row in json.loads(first.ok("list", "checks", "--json").out)["rows"] if row["id"] in asked}
    units = {check: (checks[check]["measurement"] or {}).get("unit") for check in sorted(asked)}
    sizes = [check for check, unit in units.items() if unit == "pt"][:6]
    chosen = sorted(sizes + [check for check, unit in units.items() if unit is None][:CHECKS - len(sizes)])
    assert len(chosen) == CHECKS and len(sizes) > 2
    first.ok("new", "checklist", "ours", "--check", ",".join(chosen))
    first.ok("new", "audit", "day", "--checklist", "ours", "--build", "3.2")
    items = [(component, check) for component in COMPONENTS for check in chosen]
    usual = {check: USUAL[checks[check]["impact"]] for check in chosen}
    return lambda name: (first.again(folder / name), Model(items, set(sizes), usual))


class Work:
    """Does to a walk and to the model what a tester does."""

    def __init__(self, walk, model):
        self.walk, self.model = walk, model

    def begin(self):
        self.model.begin()
        self.walk.begin()

    def passed(self, value="44x44"):
        measures = self.model.here[1] in self.model.measuring
        self.walk.do("p", value=value if measures else "")
        self.model.answer("pass", value=value if measures else None)

    def failed(self, severity=None, value="40x40", note=None):
        measures = self.model.here[1] in self.model.measuring
        usual = self.model.usual[self.model.here[1]]
        self.walk.do("f", severity=str(severity or ""), value=value if measures else "", note=note or "")
        self.model.answer("fail", severity or usual, value if measures else None, note)

    def other(self, key, outcome, note=None):
        self.walk.do(key, **({"note": note} if note else {}))
        self.model.answer(outcome, note=note)

    def same(self):
        outcome, severity, note = self.model.last
        self.walk.do("=")
        self.model.answer(outcome, severity, None, note)

    def skip(self):
        self.walk.do("s")
        self.model.advance()

    def back(self):
        self.walk.do("b")
        self.model.place -= 1

    def go(self, number):
        self.walk.do("g", text=str(number))
        self.model.place = number - 1

    def undo(self, times=1):
        for _ in range(times):
            self.walk.do("u")
            self.model.undo()

    def redo(self, times=1):
        for _ in range(times):
            self.walk.do("U")
            self.model.redo()

    def note(self, text):
        self.walk.do("m", text=text)
        self.model.note()

    def round(self, number):
        """Eight items, in one way after another."""
        self.passed()
        self.failed(number % 4 + 1, note=f"close cross {number} px")
        self.failed(note="3 buttons overlap")
        self.other("n", "na")
        self.other("c", "cant-tell", "no device with a notch")
        self.same()
        self.failed()
        self.passed()


def a_day(work):
    """120 items with every key, undo across components, an interrupt in the middle, and a resume."""
    work.begin()
    for number in range(5):
        work.round(number)
    for key in "r", "w", "?":
        work.walk.do(key)
    work.undo(20)  # back through two components
    assert work.model.here[0] == "a/close"
    work.redo(12)
    work.skip()
    work.skip()
    work.note("reads the file name")
    work.passed()
    work.back()
    work.failed(1, note="once more, and differently")
    work.undo()
    work.walk.do("/", text="e/send")
    work.model.place = next(place for place, item in enumerate(work.model.queue) if item[0] == "e/send")
    work.other("n", "na")
    work.walk.do("/")
    work.go(60)
    work.passed()
    work.walk.interrupt()
    work.begin()
    assert 60 < len(work.model.queue) < 90
    while work.model.here and len(work.model.queue) - work.model.place > 8:
        work.round(2)
    while work.model.here:
        work.other("n", "na")
    work.undo(3)
    while work.model.here:
        work.passed()
    work.walk.finish()


def on_a_worksheet(browse, tracker, model):
    """Answers in a browser what is answered in the end, and imports the file that it saves."""
    tracker.ok("worksheet", "--audit", "day", "-o", "sheet.html")
    page = browse(tracker.folder / "sheet.html")
    answers = []
    for index, item in enumerate(sheet_of(page)["items"]):
        outcome, severity, value, note = model.cells[item["component"], item["check"]]
        more = {"severity": severity and str(severity), "value": value, "note": note}
        answers.append([index, outcome, {name: text for name, text in more.items() if text}])
    press_all(page, answers)
    tracker.ok("import", save(page, tracker.folder, "day.a11y.json"))


def test_every_way_of_answering_leaves_the_same_cells(shop, browse):
    exports = []
    for name, way, words in [("keys", AtTerminal, []), ("plain", AtTerminal, ["--plain"]),
                             ("narrow", AtTerminal, ["--width", "40"]), ("lines", InLines, []),
                             ("plain-lines", InLines, ["--plain"])]:
        tracker, model = shop(name)
        a_day(Work(way(tracker, "--audit", "day", *words), model))
        assert cells(tracker) == model.cells and len(model.cells) == 120, name
        tracker.require_sound()
        exports.append(export(tracker))
    tracker, _ = shop("worksheet")
    on_a_worksheet(browse, tracker, model)
    exports.append(export(tracker))
    assert all(one == exports[0] for one in exports)
    assert len(exports[0]) == 120
