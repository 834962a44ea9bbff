"""Two trackers of one team and what they send each other, for the tests of import and export."""

import copy
import json
import pathlib
import shutil

from program import CHECK, COMPONENT, WHY, Tracker

SCREENS = 12


def rows(first, last, note="seen"):
    """Lines for `a11y log -`, results of several components."""
    outcomes = ["pass", "fail", "fail", "na"]
    return "".join(
        f"{outcomes[number % 4]}\t{CHECK}\tscreen/part-{number % SCREENS}\t\t\t{note} {number}\n"
        for number in range(first, last)).encode()


def furnished(folder, results=0, tester="t1"):
    """A new tracker with components and some results."""
    tracker = Tracker(folder)
    tracker.folder.mkdir()
    tracker.begin()
    tracker.register(f"{COMPONENT},icon-button", *(f"screen/part-{number},button" for number in range(SCREENS)))
    if results:
        tracker.ok("log", "-", "--tester", tester, stdin=rows(0, results))
    return tracker


def fact_ids(tracker, first, last):
    """Names of results, as `a11y erase fact` takes them."""
    found = tracker.rows(
        "SELECT branch.replica || '-' || (result.id & 1099511627775) FROM result "
        "JOIN branch ON branch.id = result.id >> 40 ORDER BY result.id LIMIT ? OFFSET ?", last - first, first)
    return [name for name, in found]


class Pair:
    """`own` has what `first` says and results of its own; `news` is what the team has said since then, and what it
    asks `own` to erase as well."""

    def __init__(self, folder, results):
        self.team = furnished(folder / "team", results // 4)
        self.first = folder / "first.a11y.json"
        self.team.ok("export", "-o", self.first)
        self.own = Tracker(folder / "own")
        self.own.folder.mkdir()
        self.own.begin()
        self.own.ok("import", "--adopt", self.first)
        self.own.ok("log", "-", "--tester", "t2", stdin=rows(0, 40, "own"))
        self.team.ok("log", "-", "--tester", "t1", stdin=rows(results, results + results, "news"))
        self.team.ok("edit", "component", "screen/part-3", "--title", "another title")
        self.team.ok("undo", "--tester", "t1")
        self.team.ok("erase", "fact", *fact_ids(self.team, 3, 6), *WHY, "--yes", "--tester", "t1")
        self.news = folder / "news.a11y.json"
        self.team.ok("export", "-o", self.news)
        self.kept = keep(self.own)

    def again(self, folder):
        """The same for one test."""
        pair = copy.copy(self)
        pair.team, pair.own = (tracker.again(folder / tracker.folder.name) for tracker in (self.team, self.own))
        pair.first, pair.news = (pathlib.Path(shutil.copy(path, folder)) for path in (self.first, self.news))
        pair.kept = keep(pair.own)
        return pair


def keep(tracker):
    """The files of a tracker, to be put back."""
    return {path.name: path.read_bytes() for path in (tracker.folder / ".a11y").iterdir() if path.is_file()}


def put_back(tracker, kept):
    """In place: a file with another number would be another replica."""
    folder = tracker.folder / ".a11y"
    for path in folder.iterdir():
        if path.name not in kept:
            path.unlink()
    for name, content in kept.items():
        with open(folder / name, "r+b" if (folder / name).exists() else "wb") as file:
            file.truncate()
            file.write(content)


def exported(tracker, **more):
    """All facts of a tracker as a bundle, which is the same for the same facts."""
    return tracker.ok("export", "-o", "-", **more).out


def facts(bundle):
    return {(fact["r"], fact["n"]): fact for fact in json.loads(bundle)["facts"]}
