"""Reads on trackers of a shape that a year of a real team has: 200 audits, 200 waivers, 93 conditions, 50 testers, 30
machines, at 60,000 and 126,000 cells; and of 3,000 cells with a long history. In processor seconds, which other work on
the machine changes least.

--built DIR keeps the trackers there, and takes those that are there.
"""

import csv
import os
import pathlib
import random
import shutil
import subprocess

from . import trackers
from .measuring import table

# Components, results, and what a read may cost: seconds, and those of a page.
SHAPES = {"60k": (600, 150_000), "126k": (1_260, 315_000)}
DEPTHS = {"depth 1e5": 100_000, "depth 1e6": 1_000_000}
CHECKS = 150
MACHINES = 30
AUDITS = 200
WAIVERS = 200
TESTERS = 50
BUILDS = 36
MEMORY = 150
CONDITIONS = [
    ",".join(sorted(filter(None, [appearance, size, *words])))
    for appearance in ["", "dark"]
    for size in ["", "text-xs", "text-s", "text-m", "text-xl", "text-xxl", "text-xxxl", "text-ax1", "text-ax3", "text-ax5"]
    for words in [[], ["reduce-motion"], ["reduce-transparency"], ["increase-contrast"], ["bold-text"]]][:93]
COMMANDS = {
    "status": "status", "list waivers": "list waivers", "list audits": "list audits",
    "status --as-of": "status --as-of 2025-07-01", "list results --limit 20": "list results --limit 20",
    "list matrix": "list matrix", "list conflicts --limit 20": "list conflicts --limit 20",
    "worksheet --part 1": "worksheet --part 1 -o {copy}", "report --xlsx": "report --xlsx {copy}",
    "report": "report", "report --html": "report --html {copy}", "list cells --limit 20": "list cells --limit 20",
    "list findings --limit 20": "list findings --limit 20", "list retest --limit 20": "list retest --limit 20",
    "gate": "gate --max-critical 0 --report-only", "trend": "trend", "trend --age": "trend --age",
    "trend --explain": "trend --explain 2025-03-01 2025-09-01", "list agreement": "list agreement", "list fixes": "list fixes",
    "follow": "follow", "trend --every audit": "trend --every audit",
    "gate --junit-items": "gate --report-only --junit-items {copy}", "report --testrail": "report --testrail {copy}",
}
PAGES = {"report --html", "report --xlsx", "gate --junit-items", "report --testrail", "trend --every audit"}


def measure(bench, runs: int) -> None:
    bench.prepare()
    made = {name: kept(bench, name) for name in [*SHAPES, *DEPTHS]}
    read(bench.release, made, bench.folder, runs, bench.target)


def read(program, made: dict, folder, runs: int, target=lambda *_: None, only=None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, words in COMMANDS.items():
        if only and not any(word in name for word in only):
            continue
        line = [name]
        for shape, path in made.items():
            seconds, megabytes = zip(*(once(program, words, path, folder) for _ in range(runs)))
            limit = (1 if shape == "60k" else 2) if name in PAGES else 0.3 if shape == "60k" else 0.6
            target(f"{name}, {shape}", min(seconds), limit, "s")
            target(f"{name}, {shape}, memory", max(megabytes), MEMORY, "MB")
            line += [f"{min(seconds):.2f}", f"{max(megabytes):.0f}"]
        lines.append(line)
    heads = [head for shape in made for head in (f"{shape} s", "MB")]
    table(f"shapes: least processor seconds of {runs} and megabytes", ["command", *heads], lines)


def once(program, words: str, path, folder) -> tuple:
    """Processor seconds and megabytes of one run."""
    copy = pathlib.Path(folder) / "copy"
    errors = pathlib.Path(folder) / "errors.txt"
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "A11Y_TESTER": "bench"}
    with errors.open("w") as said:
        child = subprocess.Popen([program, *words.format(copy=copy).split(), "--db", path], env=environment,
                                 stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if copy.is_dir():
        shutil.rmtree(copy)
    copy.unlink(missing_ok=True)
    if child.returncode not in (0, 1):
        print(f"  {words}: ended with {child.returncode}: {errors.read_text()[-300:]}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def kept(bench, name: str):
    parent = bench.built or bench.folder
    folder = pathlib.Path(parent) / f"shapes-{name.replace(' ', '-')}"
    if not folder.exists():
        folder.mkdir(parents=True)
        if name in SHAPES:
            build(bench, folder, *SHAPES[name])
        else:
            deep(bench, folder, DEPTHS[name])
    return folder / ".a11y/audit.db"


def start(bench, folder, components: int) -> list:
    trackers.make(bench, "plain")
    ids = trackers.checks(bench)
    shutil.rmtree(bench.folder / "plain")
    bench.run(bench.release, "init", "--catalog", "2", folder)
    register = bench.folder / "components.csv"
    register.write_text("key,kind,screens,owner,source\n" + "".join(
        f"{key(number)},{['icon-button', 'button', 'toggle', 'card', 'screen'][number % 5]},screen-{number // 10:02},"
        f"dev-{number % 7},Sources/View{number}.swift\n" for number in range(components)))
    bench.run(bench.release, "new", "component", "--from", register, "--db", folder)
    return ids


def key(number: int) -> str:
    return f"screen-{number // 10:02}/control-{number % 10}"


def build(bench, folder, components: int, results: int) -> None:
    """Thirty machines, each with two thirtieths of the cells: its results come in one bundle each."""
    trackers.CHECKS = CHECKS
    ids = start(bench, folder, components)
    dice = random.Random(trackers.SEED + components)
    bench.run(bench.release, "edit", "tracker", "--stale-days", "180", "--db", folder)
    for number in range(AUDITS):
        bench.run(bench.release, "new", "audit", f"audit-{number:03}", "--checklist", "critical-rules", "--build",
                  f"3.{number * BUILDS // AUDITS}", "--components", f"screen-{number % (components // 10):02}/**", "--db", folder)
    for number in range(WAIVERS):
        pattern = f"screen-{number % (components // 10):02}/**" if number % 4 == 0 else key(number * components // WAIVERS)
        bench.run(bench.release, "new", "waiver", pattern, ids[number % CHECKS], "--reason", "deferred", "--approver", "lead",
                  "--until", "2035-01-31" if number % 2 else "2026-12-31", "--db", folder)
    cells = [(check, key(number), CONDITIONS[dice.randrange(len(CONDITIONS))])
             for number in range(components) for check in ids for _ in range(2 * 100 // CHECKS)]
    wanted = components * 100
    dice.shuffle(cells)
    cells = list(dict.fromkeys(cells))[:wanted]
    empty, rows = bench.folder / "empty.a11y.json", bench.folder / "rows.csv"
    bench.run(bench.release, "export", "-o", empty, "--db", folder)
    bundles = []
    each = len(cells) // MACHINES
    for machine in range(MACHINES):
        second = bench.folder / f"machine-{machine}"
        bench.run(bench.release, "init", "--catalog", "2", second)
        bench.run(bench.release, "import", "--adopt", empty, "--db", second)
        own = cells[machine * each:(machine + 1) * each] if machine < MACHINES - 1 else cells[machine * each:]
        count = results // MACHINES
        turn = 0
        while count > 0:
            # The first round sees all of its own, later ones also some of the next machine's.
            seen = own if turn == 0 else dice.sample(own, min(len(own), count))
            if turn == 1:
                other = (machine + 1) % MACHINES * each
                seen = seen[:-40] + cells[other:other + 40]
            answered(rows, dice, seen[:count], turn, machine)
            bench.run(bench.release, "log", "-", "--partial", "--db", second, stdin=rows, may_fail=True)
            count -= len(seen)
            turn += 1
        bundle = bench.folder / f"machine-{machine}.a11y.json"
        bench.run(bench.release, "export", "-o", bundle, "--db", second)
        bench.clear(second)
        bundles.append(bundle)
    for bundle in bundles:
        bench.run(bench.release, "import", bundle, "--db", folder)
        bench.clear(bundle)
    bench.clear(empty, rows)
    for number in range(AUDITS - 10):
        bench.run(bench.release, "edit", "audit", f"audit-{number:03}", "--close", "--db", folder)


def answered(path, dice, cells: list, turn: int, machine: int) -> None:
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow("outcome check component condition note severity at build audit tester value".split())
        for number, (check, component, condition) in enumerate(cells):
            outcome, note, severity = trackers.answer(dice)
            month = dice.randrange(12) + 12 * turn
            build = f"3.{min(month * BUILDS // 36, BUILDS - 1)}"
            audit = f"audit-{dice.randrange(AUDITS):03}" if number % 3 == 0 else ""
            tester = f"tester-{(machine * 2 + number % 4) % TESTERS:02}"
            value = f"{dice.randint(20, 43)}x40" if check.startswith("touch-target.minimum") and outcome == "fail" else ""
            out.writerow([outcome, check, component, condition, note * 4 if note else "", severity,
                          f"{2023 + min(month, 35) // 12}-{1 + month % 12:02}-{1 + number % 28:02}T10:00:{number % 60:02}Z",
                          build, audit, tester, value])


def deep(bench, folder, results: int) -> None:
    """3,000 cells that 50 testers on one machine have seen over and over, in ten open audits."""
    trackers.CHECKS = 60
    ids = start(bench, folder, 50)
    dice = random.Random(trackers.SEED)
    for number in range(10):
        bench.run(bench.release, "new", "audit", f"audit-{number:03}", "--db", folder)
    cells = [(check, key(number), "") for number in range(50) for check in ids]
    rows = bench.folder / "rows.csv"
    step = 10
    for first in range(0, results // len(cells) + 1, step):
        with rows.open("w", newline="") as file:
            out = csv.writer(file)
            out.writerow("outcome check component note severity at build audit tester".split())
            for turn in range(first, first + step):
                for number, (check, component, _) in enumerate(cells):
                    outcome, note, severity = trackers.answer(dice)
                    day = turn * 1000 // (results // len(cells) + step)
                    audit = f"audit-{dice.randrange(10):03}" if number % 3 == 0 else ""
                    out.writerow([outcome, check, component, note, severity,
                                  f"{2023 + day // 365}-{1 + day % 365 // 31:02}-{1 + day % 28:02}T{turn % 24:02}:00:00Z",
                                  f"3.{day * 36 // 1000}", audit, f"tester-{dice.randrange(50):02}"])
        bench.run(bench.release, "log", "-", "--partial", "--db", folder, stdin=rows, may_fail=True)
