"""Every read on trackers of 60,000, 126,000 and 631,000 cells, beside plain SQL and DuckDB in one run.

The trackers have conditions, waivers, disputes of two machines, measured values, five builds and three open audits.
--built DIR keeps them there, and takes those that are there.
"""

import csv
import random
import shutil
import subprocess

from . import trackers
from .dashboard import clocked
from .measuring import exponent, library, median, place, table

# A component has about 90 cells: 75 checks with a result, a fifth of them in dark appearance as well.
SIZES = {60_000: 667, 126_000: 1_400, 631_000: 7_011}
LARGEST = 6_000_000
CHECKS = 75
BUILDS = ["3.1", "3.2", "3.3", "3.4", "3.5"]
AUDITS = ["first", "second", "third"]
KINDS = ["icon-button", "button", "toggle", "card", "screen"]

# The same questions in plain SQL: what a person would type who knows the tables.
IN_USE = "cell.outcome <> 0"
NAMES = """JOIN term AS c ON c.id = cell.component JOIN term AS k ON k.id = cell.check_id
  JOIN term AS d ON d.id = cell.condition"""
SQL = {
    "status": f"""SELECT c.text, count(*), sum(outcome = 1), sum(outcome = 2), sum(outcome = 3), sum(marks & 3 <> 0),
      min(seen), max(seen) FROM cell JOIN term AS c ON c.id = component WHERE {IN_USE} GROUP BY component""",
    "list cells --limit 20": f"""SELECT c.text, k.text, d.text, cell.outcome, note, value FROM cell {NAMES}
      JOIN result ON result.id = cell.shown WHERE {IN_USE} ORDER BY 1, 2, 3 LIMIT 20""",
    "list findings --limit 20": f"""SELECT c.text, k.text, d.text, cell.severity, since, note FROM cell {NAMES}
      JOIN result ON result.id = cell.shown WHERE cell.outcome = 2
      ORDER BY cell.severity, since, 1, 2, 3 LIMIT 20""",
    "list retest --limit 20": f"""SELECT d.text, c.text, k.text, b.text, cell.outcome FROM cell {NAMES}
      JOIN context ON context.id = cell.context JOIN term AS b ON b.id = context.build
      WHERE {IN_USE} AND (cell.outcome = 2 AND b.text < '3.5' OR marks & 3 <> 0) ORDER BY 1, 2, 3 LIMIT 20""",
    "gate": f"""SELECT k.text, count(*), sum(cell.outcome = 2 AND cell.severity IN (0, 1)), sum(cell.outcome = 2),
      (SELECT count(*) FROM transition WHERE outcome = 2), sum(cell.outcome = 4) FROM cell {NAMES}
      WHERE {IN_USE} GROUP BY cell.check_id""",
    "list cells --json": f"""SELECT c.text, k.text, d.text, cell.outcome, cell.severity, note, value, cell.seen
      FROM cell {NAMES} JOIN result ON result.id = cell.shown WHERE {IN_USE} ORDER BY 1, 2, 3""",
    "trend --explain": """WITH seen AS (SELECT cell, outcome, time, row_number() OVER (
        PARTITION BY cell, time < 1748736000000 ORDER BY ordinal DESC) AS n FROM transition WHERE time < 1756684800000)
      SELECT outcome, time < 1748736000000, count(*) FROM seen WHERE n = 1 GROUP BY 1, 2""",
}
DUCKDB = {
    "status": "SELECT component, outcome, count(*), min(seen), max(seen) FROM cell GROUP BY ALL",
    "list cells --limit 20": "SELECT * FROM cell ORDER BY component, check_id, condition LIMIT 20",
    "list findings --limit 20": "SELECT * FROM cell WHERE outcome = 2 ORDER BY severity, since, component LIMIT 20",
    "gate": "SELECT check_id, outcome, severity, count(*) FROM cell GROUP BY ALL",
}
# How much longer than plain SQL, at 126,000 cells; and the seconds and megabytes at 631,000.
RATIOS = {"status": 1, "list cells --limit 20": 1, "list findings --limit 20": 1, "gate": 2, "list retest --limit 20": 2,
          "list cells --json": 2, "trend --explain": 4}
QUICK, SLOW, WHOLE = (0.7, 60), (1.5, 100), (4, 80)
LIMITS = {
    "status": QUICK, "gate": QUICK, "list criteria": QUICK, "list retest --limit 20": QUICK,
    "list cells --limit 20": QUICK, "list findings --limit 20": QUICK, "report": SLOW, "trend --explain": SLOW,
    "status --as-of": SLOW, "walk, to its first item": (0.5, 60), "worksheet": (0.5, 60), "report --html": WHOLE,
    "report --openacr": WHOLE, "report --earl": WHOLE, "export": (3.5, 60), "doctor": (10, 100)}
COMMANDS = {
    "status": "status", "gate": "gate --max-critical 0 --report-only", "list criteria": "list criteria",
    "list retest --limit 20": "list retest --limit 20", "list cells --limit 20": "list cells --limit 20",
    "list findings --limit 20": "list findings --limit 20", "list cells --json": "list cells --json",
    "list findings --json": "list findings --json", "report": "report",
    "trend --explain": "trend --explain 2025-06-01 2025-09-01", "status --as-of": "status --as-of 2025-09-01",
    "status --audit": "status --audit first", "gate --audit": "gate --audit first --max-critical 0 --report-only",
    "walk, to its first item": "walk --keys line", "worksheet": "worksheet --component screen-01/** --part 1 -o {copy}",
    "report --html": "report --html {copy}", "report --openacr": "report --openacr {copy} --product P",
    "report --earl": "report --earl {copy}", "export": "export --max facts=20000000,file=16G -o {copy}", "doctor": "doctor",
}


def measure(bench, runs: int) -> None:
    duckdb = library()
    bench.prepare(needs_shell=True)
    sizes = {**SIZES, LARGEST: LARGEST // 90} if bench.largest else SIZES
    made = {size: kept(bench, size, components) for size, components in sizes.items()}
    counted = {size: int(subprocess.run(
        [bench.shell, "-readonly", path, "SELECT count(*) FROM cell WHERE outcome <> 0"], check=True,
        capture_output=True, text=True).stdout) for size, path in made.items()}
    print("cells with a result: " + ", ".join(f"{count:,}" for count in counted.values()))
    lines = []
    for name, words in COMMANDS.items():
        times, memory, sql = {}, {}, {}
        for size, path in made.items():
            taken, beside, copy = [], [], bench.folder / "copy"
            # Three runs of what takes minutes say as much as twenty.
            for _ in range(runs if size < 500_000 else min(runs, 3)):
                line = words.format(copy=copy).split()
                taken.append(bench.run(bench.release, *line, "--db", path, may_fail=name.startswith("walk")))
                bench.clear(copy)
                if name in SQL:
                    beside.append(bench.run(bench.shell, "-readonly", path, SQL[name]))
            times[size] = median(run.milliseconds for run in taken)
            memory[size] = max(run.megabytes for run in taken)
            sql[size] = median(run.milliseconds for run in beside) if beside else None
        ratios = {size: times[size] / sql[size] for size in sizes if sql[size]}
        if name in RATIOS:
            bench.target(f"{name} beside plain SQL, 126,000 cells", ratios[126_000], RATIOS[name])
        if name in LIMITS:
            seconds, megabytes = LIMITS[name]
            bench.target(f"{name}, 631,000 cells", times[631_000] / 1e3, seconds, "s")
            bench.target(f"{name}, 631,000 cells, memory", memory[631_000], megabytes, "MB")
        lines.append([
            name, *(f"{times[size]:.0f}" for size in sizes), exponent(list(counted.values()), list(times.values())),
            *(f"{memory[size]:.0f}" for size in sizes),
            *(f"{ratios[size]:.1f}" if size in ratios else "" for size in sizes)])
    for name, question in DUCKDB.items():
        lines.append([f"DuckDB on loaded data: {name}", *(
            f"{duck(duckdb, path, question, runs):.0f}" for path in made.values())])
    heads = [f"{size // 1000:,}k" for size in sizes]
    table(
        f"reads: medians of {runs}, release build, {place(bench.folder)}, seed {trackers.SEED}",
        ["command", *(f"{head} ms" for head in heads), "exponent", *(f"{head} MB" for head in heads),
         *(f"{head} / SQL" for head in heads)],
        [line + [""] * (2 + 3 * len(heads) - len(line)) for line in lines])


def duck(duckdb, path, question: str, runs: int) -> float:
    """The cells as a table of DuckDB's own, copied by way of CSV: it reads our file only with an extension."""
    connection = duckdb.connect()
    rows = path.parent / "cells.csv"
    names = "component, check_id, condition, outcome, severity, seen, since"
    with rows.open("w") as file:
        subprocess.run(
            ["sqlite3", "-readonly", "-header", "-csv", path, f"SELECT {names} FROM cell WHERE outcome <> 0"],
            check=True, stdout=file)
    connection.execute("CREATE TABLE cell AS SELECT * FROM read_csv(?)", [str(rows)])
    rows.unlink()
    return median(clocked(lambda: connection.execute(question).fetchall()) for _ in range(runs))


def kept(bench, size: int, components: int):
    """The tracker of a size: built, or a copy of the one that an earlier run has kept."""
    copy = bench.folder / f"reads-{size}"
    if bench.built is None:
        return build(bench, copy, components)
    kept = bench.built / f"reads-{size}"
    if not kept.exists():
        bench.built.mkdir(parents=True, exist_ok=True)
        build(bench, kept, components)
    shutil.copytree(kept, copy)
    return copy / ".a11y/audit.db"


def build(bench, folder, components: int):
    """A year of five builds by a team whose second machine sees a part of it otherwise."""
    trackers.make(bench, "plain")
    ids = trackers.checks(bench)[:CHECKS]
    dice = random.Random(trackers.SEED + components)
    folder.mkdir()
    bench.run(bench.release, "init", "--catalog", "2", folder)
    register = bench.folder / "components.csv"
    register.write_text("key,kind,screens,owner,source\n" + "".join(
        f"{key(number)},{KINDS[number % 5]},screen-{number // 10:02},dev-{number % 7},Sources/View{number}.swift\n"
        for number in range(components)))
    bench.run(bench.release, "new", "component", "--from", register, "--db", folder)
    bench.run(bench.release, "edit", "tracker", "--conditions", "default,dark", "--stale-days", "180", "--db", folder)
    for audit in AUDITS:
        bench.run(bench.release, "new", "audit", audit, "--checklist", "critical-rules", "--build", BUILDS[-1],
                  "--condition", "default", "--condition", "dark", "--db", folder)
    cells = [(check, key(number), condition) for number in range(components) for check in ids
             for condition in (["", "dark"] if dice.random() < 0.2 else [""])]
    rows = bench.folder / "rows.csv"
    for number, build in enumerate(BUILDS):
        # Each build sees four tenths of the cells again, the first one all.
        seen = cells if number == 0 else dice.sample(cells, len(cells) * 4 // 10)
        written(rows, dice, seen, build, f"2025-{2 * number + 1:02}", "t")
        bench.run(bench.release, "log", "-", "--tester", "t", "--db", folder, stdin=rows)
    second, bundle = bench.folder / "second", bench.folder / "second.a11y.json"
    bench.run(bench.release, "export", "--query", "component:screen-00/**", "-o", bundle, "--db", folder)
    bench.run(bench.release, "init", "--catalog", "2", second)
    bench.run(bench.release, "import", "--adopt", bundle, "--db", second)
    bench.clear(bundle)
    written(rows, dice, dice.sample(cells, len(cells) // 50), BUILDS[-1], "2025-11", "u")
    bench.run(bench.release, "log", "-", "--tester", "u", "--db", second, stdin=rows)
    bench.run(bench.release, "export", "-o", bundle, "--db", second)
    bench.run(bench.release, "import", bundle, "--db", folder)
    bench.clear(second, bundle, rows, bench.folder / "plain")
    for number in range(40):
        pattern = f"screen-{number:02}/**" if number % 4 == 0 else key(number * components // 40)
        bench.run(bench.release, "new", "waiver", pattern, ids[number], "--reason", "deferred", "--approver", "lead",
                  "--until", "2035-01-31" if number % 2 else "2025-12-31", "--db", folder, may_fail=True)
    return folder / ".a11y/audit.db"


def key(number: int) -> str:
    return f"screen-{number // 10:02}/control-{number % 10}"


def written(path, dice, cells: list, build: str, month: str, tester: str) -> None:
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow("outcome check component condition note severity at build audit value".split())
        for number, (check, component, condition) in enumerate(cells):
            outcome, note, severity = trackers.answer(dice)
            audit = AUDITS[number % 3] if build == BUILDS[-1] and number % 2 else ""
            value = f"{dice.randint(20, 43)}x40" if check.startswith("touch-target.minimum") and outcome == "fail" else ""
            out.writerow([outcome, check, component, condition, note, severity,
                          f"{month}-{1 + number % 28:02}T10:00:{number % 60:02}Z", build, audit, value])
