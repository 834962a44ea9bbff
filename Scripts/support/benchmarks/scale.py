"""Every command on a large tracker and on one a tenth of its size: how time, memory and files grow.

The large one has 10,000 components, 1,000,000 results (--largest: 10,000,000) by 100 machines, and 500 sessions with
children; --built DIR keeps the trackers there, and takes those that are there. Then bundles of 200,000 and 2,000,000
facts. Nothing may grow faster than n log n, which is an exponent of about 1.1 here.
"""

import random
import shutil

from . import trackers
from .measuring import exponent, median, place, table

COMPONENTS = [1_000, 10_000]
EACH = 100
REPLICAS = 100
SESSIONS = 500
PLANS = 5
STEEPEST = 1.15
# Facts of a bundle, some of which are the tracker's own.
BUNDLES = [200_000, 2_000_000]
OTHER_FACTS = 1_000
# A fact takes 250 to 290 bytes, so 2,000,000 of them may be more than the usual limit of 512M.
LIMITS = ["--max", "file=1G"]

# What is asked of both; {one} is a component, {check} one of its checks, {copy} a new file, {folder} a new folder.
COMMANDS = {
    "log": "log pass {check} {one} --tester t", "undo": "undo --tester t", "status": "status", "show a component": "show {one}",
    "show a cell": "show {check} {one}", "list cells": "list cells --limit 20", "list findings": "list findings --limit 20",
    "list fixes": "list fixes --limit 20", "list retest": "list retest --limit 20", "list agreement": "list agreement",
    "list components": "list components --limit 20", "list conflicts": "list conflicts --limit 20",
    "list criteria": "list criteria", "list results": "list results --limit 20", "list sessions": "list sessions --limit 20",
    "a query": "list cells status:fail category:voiceover component:screen-01/** --limit 20",
    "as of a day": "status --as-of 2025-07-01", "trend": "trend", "trend --by category": "trend --by category --every month",
    "trend --explain": "trend --explain 2025-03-01 2025-09-01", "report": "report", "report --html": "report --html {copy}",
    "report --openacr": "report --openacr {copy} --product P", "report --earl": "report --earl {copy}",
    "gate": "gate --max-critical 0 --report-only", "tap report": "tap report", "suggest": "suggest conditions",
    "a worksheet": "worksheet --component screen-01/** --part 1 -o {copy}", "walk, to its first item": "walk --keys line",
    "export": "export -o {copy}", "backup": "backup {copy}", "sync": "sync {folder}", "doctor": "doctor",
    "doctor --rebuild": "doctor --rebuild",
}


def measure(bench, runs: int) -> None:
    bench.prepare()
    sizes = [count * EACH * (10 if bench.largest else 1) for count in COMPONENTS]
    trackers.make(bench, "plain")
    ids = trackers.checks(bench)
    made = [kept(bench, components, size, ids) for components, size in zip(COMPONENTS, sizes)]
    lines, worst = [], 0.0
    for name, words in COMMANDS.items():
        times, memory = [], []
        for database in made:
            taken = []
            for number in range(runs):
                copy, folder = bench.folder / "copy", bench.folder / "shared"
                folder.mkdir(exist_ok=True)
                line = words.format(one="screen-01/control-7", check=ids[number], copy=copy, folder=folder).split()
                taken.append(bench.run(bench.release, *line, "--db", database, may_fail=name.startswith("walk")))
                bench.clear(copy, folder)
            times.append(median(run.milliseconds for run in taken))
            memory.append(max(run.megabytes for run in taken))
        grown = float(exponent(sizes, times))
        # Start and end are a part of what is short; growth shows in what is not.
        worst = max(worst, grown if times[1] > 100 else 0)
        lines.append([name, *(f"{time:.1f}" for time in times), f"{grown:.2f}", *(f"{size:.0f}" for size in memory)])
    files = [database.stat().st_size / 1e6 for database in made]
    lines.append(["file, MB", *(f"{size:.1f}" for size in files), exponent(sizes, files), "", ""])
    table(
        f"scale: {COMPONENTS[0]:,} components with {sizes[0]:,} results, and {COMPONENTS[1]:,} with {sizes[1]:,},"
        f" {REPLICAS} machines, {SESSIONS} sessions; medians of {runs}, release build, {place(bench.folder)}",
        ["command", "small ms", "large ms", "exponent", "small MB", "large MB"], lines)
    bench.target("the steepest growth of a command, as an exponent", worst, STEEPEST, "")
    bundles(bench)


def bundles(bench) -> None:
    """One bundle with very many facts of 20,000 cells: out, looked at, into an empty tracker, and once more."""
    steps = ["log -", "export", "verify", "import", "import again"]
    times, memory, files = {step: [] for step in steps}, {step: [] for step in steps}, []
    for size in BUNDLES:
        whole = bench.folder / "whole.a11y.json"
        source, target = trackers.make(bench, f"source-{size}"), bench.folder / f"target-{size}"
        bench.run(bench.release, "init", "--catalog", "2", target)
        rows = trackers.rows(bench, size - OTHER_FACTS)
        for step, words, stdin in [
                ("log -", ["log", "-", "--db", source, "--tester", "t"], rows),
                ("export", ["export", "-o", whole, *LIMITS, "--db", source], "/dev/null"),
                ("verify", ["verify", whole, *LIMITS], "/dev/null"),
                ("import", ["import", "--adopt", whole, *LIMITS, "--db", target], "/dev/null"),
                ("import again", ["import", whole, *LIMITS, "--db", target], "/dev/null")]:
            run = bench.run(bench.release, *words, stdin=stdin)
            times[step].append(run.milliseconds / 1e3)
            memory[step].append(run.megabytes)
        files.append(whole.stat().st_size / 1e6)
        bench.clear(whole, rows, source.parent.parent, target)
    lines = [[step, *(f"{time:.2f}" for time in times[step]), exponent(BUNDLES, times[step]),
              *(f"{size:.0f}" for size in memory[step])] for step in steps]
    lines.append(["the file, MB", *(f"{size:.1f}" for size in files), exponent(BUNDLES, files), "", ""])
    table(
        f"scale: one bundle of about {BUNDLES[0]:,} and of {BUNDLES[1]:,} facts, release build, {place(bench.folder)}",
        ["", "small s", "large s", "exponent", "small MB", "large MB"], lines)
    bench.target("import of 2,000,000 facts in one bundle, memory", max(memory["import"]), 150, "MB")


def kept(bench, components: int, size: int, ids: list):
    """The tracker of a size: built, or a copy of the one that an earlier run has kept."""
    if bench.built is None:
        return build(bench, components, size, ids)
    place = bench.built / f"lead-{components}-{size}"
    if not place.exists():
        database = build(bench, components, size, ids)
        bench.built.mkdir(parents=True, exist_ok=True)
        shutil.move(database.parent.parent, place)
    copy = bench.folder / f"lead-{components}"
    shutil.copytree(place, copy)
    return copy / ".a11y/audit.db"


def build(bench, components: int, size: int, ids: list):
    """A tracker of the lead, into which many machines have sent what they saw."""
    lead = bench.folder / f"lead-{components}"
    lead.mkdir()
    bench.run(bench.release, "init", "--catalog", "2", lead)
    register = bench.folder / "components.csv"
    kinds = ["icon-button", "button", "toggle", "card", "screen"]
    register.write_text("key,kind,screens,owner\n" + "".join(
        f"screen-{number // 10:02}/control-{number % 10},{kinds[number % 5]},screen-{number // 10:02},dev-{number % 7}\n"
        for number in range(components)))
    bench.run(bench.release, "new", "component", "--from", register, "--db", lead)
    dice = random.Random(trackers.SEED + components)
    rows = bench.folder / "rows.tsv"
    with rows.open("w") as file:
        file.write("outcome\tcheck\tcomponent\tcondition\tvalue\tnote\tseverity\tat\tbuild\ttester\n")
        for number in range(size):
            outcome, note, severity = trackers.answer(dice)
            key = dice.randrange(components)
            month = 1 + number * 12 // size
            file.write(f"{outcome}\t{ids[dice.randrange(EACH)]}\tscreen-{key // 10:02}/control-{key % 10}\t\t\t{note}\t{severity}\t"
                       f"2025-{month:02}-{1 + number % 28:02}T10:00:00Z\t3.{month}\tt{number % 9}\n")
    bench.run(bench.release, "log", "-", "--db", lead, "--tester", "t", stdin=rows)
    many(bench, lead, ids)
    for number in range(PLANS):
        sessions(bench, lead, f"close-{number}")
    return lead / ".a11y/audit.db"


def many(bench, lead, ids: list) -> None:
    """A hundred machines take the tracker over, log a little each, and send it back.

    Each is a copy of the first one: what writes in a copy becomes a replica of its own.
    """
    start, first, whole = bench.folder / "start.a11y.json", bench.folder / "first", bench.folder / "part.a11y.json"
    bench.run(bench.release, "export", "--query", "component:screen-01/control-7", "-o", start, "--db", lead)
    bench.run(bench.release, "init", "--catalog", "2", first)
    bench.run(bench.release, "import", "--adopt", start, "--db", first)
    for number in range(REPLICAS):
        machine = bench.folder / "machine"
        shutil.copytree(first, machine)
        bench.run(bench.release, "log", "fail", ids[number % EACH], "screen-01/control-7", "-s", "2", "--tester", f"m{number}",
                  "--db", machine)
        bench.run(bench.release, "export", "-y", "-o", whole, "--db", machine)
        bench.run(bench.release, "import", whole, "--db", lead)
        bench.clear(machine, whole)
    bench.clear(start, first)


def sessions(bench, lead, plan: str) -> None:
    """A plan and its sessions, on paper, of ten scored taps each."""
    children = str(SESSIONS // PLANS)
    bench.run(bench.release, "new", "plan", plan, "--component", "screen-01/control-7", "--size", "44x44", "--children", children,
              "--taps", "10", "--db", lead)
    form = bench.folder / "form.csv"
    bench.run(bench.release, "tap", "form", plan, "--children", children, "--format", "csv", "-o", form, "--db", lead)
    head, *rows = form.read_text().splitlines()
    names = head.split(",")
    said = {"age": "6-8", "moderator": "m1", "consent": "c-1", "guardian": "yes", "assent": "yes", "device": "iPad mini 6",
            "ppi": "163", "hand": "right", "practice": "hh", "taps": "hhhhmhhhhh", "end": "complete"}
    with form.open("w") as file:
        file.write(head + "\n")
        for row in rows:
            known = dict(zip(names, row.split(",")))
            file.write(",".join(known[name] or said.get(name, "") for name in names) + "\n")
    bench.run(bench.release, "tap", "run", plan, "--from", form, "--db", lead)
