"""A tracker with a little of everything, as the program of today leaves it: what is kept of each form of the database.

    .build/venv/bin/python -B Tests/EndToEnd/old_trackers.py

writes the files of the newest form below Fixtures/versions, once: a promise is not made anew. Those of the fourth form, which
has three indexes more, and of the later ones, of which the seventh has requests in one table, are of a tracker that the third
form had and that was upgraded.
"""

import gzip
import json
import pathlib
import shutil
import sys
import tempfile

from pictures import png
from program import CHECK, FIXTURES, TOP, WHY, Tracker
from tapping import CODES, HEAD, line

KEPT = FIXTURES / "versions"
VERSIONS = sorted(int(path.name[1:4]) for path in (TOP / "Migrations").glob("V*.sql"))
SIZE = "touch-target.minimum-44pt"
COMPONENTS = """key,kind,screens,owner,size
sign-in/close-button,icon-button,sign-in,dev-1,40x40
home,screen,home,,
home/banner,card,home,dev-2,
cart/pay,button,cart,dev-1,56x56
"""
AXE = {"testEngine": {"name": "axe-core", "version": "4.12"}, "url": "file:///x", "violations": [
    {"id": "color-contrast", "impact": "serious", "help": "contrast", "nodes": [{"target": ["#pay"], "failureSummary": "low"}]}]}

# What it says of its cells: component, check, condition, outcome, severity, value, stale beside age.
CELLS = [
    ["cart/pay", "contrast.text-4-5", "", "cant-tell", None, None, []],
    ["cart/pay", "haptics.type-success", "", "na", None, None, []],
    ["cart/pay", SIZE, "", "pass", None, "56x56", ["check"]],
    ["home/banner", CHECK, "dark,text-ax3", "fail", 1, None, []],
    ["sign-in/close-button", SIZE, "", "fail", 2, "40x40", ["check"]],
    ["sign-in/close-button", CHECK, "", "pass", None, None, []],
]
RESULTS = 9  # the one that was taken back and the tool's included


def results(tracker: Tracker) -> None:
    def log(outcome, check, component, day, *words, tester="t1"):
        tracker.ok("log", outcome, check, component, "--at", f"2026-{day}T10:00:00Z", "--tester", tester, *words)

    banner = ["--condition", "dark,text-ax3"]
    log("fail", SIZE, "sign-in/close-button", "01-05", "-s", "2", "--value", "40x40", "-m", "close cross too small",
        "--build", "3.1")
    log("pass", CHECK, "sign-in/close-button", "01-06", "--audit", "spring", "--build", "3.1", "--device", "iphone",
        "--os", "iOS 18.1")
    log("fail", CHECK, "home/banner", "01-07", *banner, "-s", "1", "-m", "spëaks 'nothing'", tester="t2")
    log("pass", CHECK, "home/banner", "02-07", *banner, "--retest")
    log("fail", CHECK, "home/banner", "03-07", *banner, "--retest", "-s", "1", tester="t2")
    log("na", "haptics.type-success", "cart/pay", "03-08", "-m", "no haptic here")
    log("pass", SIZE, "cart/pay", "03-09", "--value", "56x56")
    tracker.ok("log", "cant-tell", CHECK, "cart/pay", "-m", "later", "--tester", "t1")
    tracker.ok("undo", "--tester", "t1")


def records(tracker: Tracker) -> None:
    tracker.ok("edit", "component", "home/banner", "--owner", "dev-3", "--tag", "promo")
    tracker.ok("new", "waiver", "home/banner", CHECK, "--reason", "third-party", "--approver", "lead-1", "--until", "2099-01-31",
               "-m", "the vendor's")
    tracker.ok("new", "question", "Landscape?", "--owner", "lead-1")
    tracker.ok("new", "task", "Grow it", "--component", "sign-in/close-button")
    tracker.ok("new", "note", "label comes from the server", "--component", "home/banner", "--tester", "t1")
    tracker.ok("new", "note", "a name", "--component", "home/banner", "--tester", "t1")
    note = json.loads(tracker.ok("list", "notes", "--json").out)["rows"]
    tracker.ok("erase", "fact", *[row["id"] for row in note if row["text"] == "a name"], *WHY, "--yes", "--tester", "t1")
    tracker.ok("edit", "check", SIZE, "--threshold", "48")
    tracker.ok("new", "checklist", "smoke", "--check", f"{CHECK},keyboard.focus-visible")


def make(folder: pathlib.Path, *words: str) -> Tracker:
    tracker = Tracker(folder / "tracker")
    tracker.folder.mkdir(parents=True)
    tracker.ok("init", *words)
    tracker.ok("new", "component", "--from", "-", stdin=COMPONENTS.encode())
    tracker.ok("new", "audit", "spring", "--checklist", "critical-rules", "--components", "**", "--build", "3.1")
    results(tracker)
    records(tracker)
    (tracker.folder / "shot.png").write_bytes(png(0))
    tracker.ok("new", "evidence", CHECK, "home/banner", "shot.png", "--condition", "dark,text-ax3", "--tester", "t1")
    (tracker.folder / "axe.json").write_text(json.dumps(AXE))
    tracker.ok("import", "--component", "cart/pay", "axe.json")
    tracker.ok("new", "plan", "pay-56", "--component", "cart/pay", "--size", "56x56", "--children", "8")
    tracker.ok("tap", "run", "pay-56", "--from", "-", stdin="\n".join([HEAD, line(CODES[0], "hhmhhhhhhh"), ""]).encode())
    return tracker


# Makes of a file of the newest form one of the fourth.
FOURTH = """
    DROP TABLE request; ALTER TABLE fact DROP COLUMN undone; ALTER TABLE result DROP COLUMN undone;
    DROP TABLE plan_setting;
    PRAGMA user_version = 4;
"""


def keep(version: int) -> None:
    path = KEPT / f"v{version}.db.gz"
    if path.exists():
        sys.exit(f"{path} is there, and stays what it is.")
    with tempfile.TemporaryDirectory() as folder:
        tracker = make(pathlib.Path(folder), "--catalog", "1")  # as those that are kept already
        tracker.ok("export", "-o", "all.a11y.json")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(tracker.database.read_bytes(), 9, mtime=0))
        shutil.copy(tracker.folder / "all.a11y.json", KEPT / f"v{version}.a11y.json")
        shutil.copytree(tracker.folder / ".a11y/evidence", KEPT / f"v{version}.evidence")


if __name__ == "__main__":
    keep(VERSIONS[-1])
