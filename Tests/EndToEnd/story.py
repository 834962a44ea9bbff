"""The history of a real app, nine rounds in two years: its files, and a second count of them without the program."""

import csv
from datetime import datetime, timezone

from program import MOVIES


def snapshots():
    """The rounds in the order of their times; `moment` is their time in UTC."""
    with (MOVIES / "snapshots.csv").open() as file:
        rounds = list(csv.DictReader(file))
    for number, one in enumerate(rounds, 1):
        one["number"] = number
        one["moment"] = datetime.fromisoformat(one["at"]).astimezone(timezone.utc)
    return rounds


def results(name):
    """Cell, outcome and note of each line of a round's file."""
    for line in (MOVIES / name).read_text().splitlines():
        outcome, check, component, condition, _, note = (line + "\t" * 5).split("\t")[:6]
        yield (component, check, condition), outcome, note


def as_of(moment=None):
    """What each cell showed at a moment, in the end without one: (outcome, note, the round it was last seen in)."""
    cells = {}
    for snapshot in snapshots():
        if moment is None or snapshot["moment"] <= moment:
            for cell, outcome, note in results(snapshot["file"]):
                cells[cell] = (outcome, note, snapshot)
    return cells


def tell(tracker, rounds=None):
    """Makes a tracker and logs the rounds into it, all in their order unless told otherwise."""
    tracker.begin()
    tracker.ok("new", "component", "--from", MOVIES / "components.csv")
    for snapshot in rounds or snapshots():
        rows = (MOVIES / snapshot["file"]).read_bytes()
        said = tracker.ok(
            "log", "-", "--at", snapshot["at"], "--build", snapshot["build"], "--tester", "inspector", stdin=rows)
        count = rows.count(b"\n")
        assert said.text.startswith(f"Logged {count} result"), said.text
    return tracker


def retell(story, tracker):
    """Gives another machine the facts of the story in another order: the later rounds first."""
    tracker.begin()
    bundle = tracker.folder / "part.a11y.json"
    story.ok("export", "--query", "since:2019-07-06", "-o", bundle)
    tracker.ok("import", "--adopt", bundle)
    story.ok("export", "-y", "-o", bundle)
    tracker.ok("import", bundle)
    return tracker
