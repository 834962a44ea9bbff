"""Facts that nobody's program made: chains of strangers, and of those who write another's name."""

import json
import pathlib

from facts import bundle, reference, stated
from program import CHECK, Tracker

START = 1_770_000_000_000


class Chain:
    """The facts of one replica, one after the other."""

    def __init__(self, replica: str, tester: str = "x", after: dict | None = None, start: int = START):
        """Goes on from the fact `after` where there is one, as if it were its author's; by a clock that says `start`."""
        self.replica, self.tester, self.facts, self.start = replica, tester, [], start
        self.number = after["n"] if after else 0
        self.previous = reference(after) if after else ""

    def add(self, what: str, saw=(), **body) -> dict:
        self.number += 1
        fact = stated(self.replica, self.number, self.previous, [self.start + self.number, 0], what, body, saw,
                      f"{len(self.facts) + 1:032x}")
        self.previous = reference(fact)
        self.facts.append(fact)
        return fact

    def component(self, key: str) -> dict:
        return self.add("set", kind="component", key=key, fields={"kind": "button"}, by=self.tester)

    def result(self, outcome="fail", component="home", saw=(), **more) -> dict:
        return self.add("result", saw, **{
            "check": CHECK, "component": component, "outcome": outcome, "tester": self.tester, **more})

    def retract(self, *facts: dict) -> dict:
        return self.add("retract", by=self.tester, targets=[reference(fact) for fact in facts])

    def erase(self, *facts: dict) -> dict:
        return self.add("erase", reason="other", targets=[reference(fact) for fact in facts])


def size(points: int) -> dict:
    """A measured value."""
    return {"n": [points * 1_000_000], "text": str(points), "unit": "pt"}


def identifier(tracker: Tracker) -> str:
    return tracker.rows("SELECT value FROM local WHERE name = 'tracker'")[0][0]


def give(tracker: Tracker, *facts: dict, name="given.a11y.json", **members) -> pathlib.Path:
    """Writes a bundle of these facts for a tracker, as somebody sends it."""
    path = tracker.folder / name
    path.write_text(bundle(identifier(tracker), list(facts), **members))
    return path


def told(tracker: Tracker) -> list:
    """All facts that a tracker tells others."""
    return json.loads(tracker.ok("export", "-o", "-").out)["facts"]
