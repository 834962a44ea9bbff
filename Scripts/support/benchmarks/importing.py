"""Bundles: importing, importing again and exporting, against a C statement loop, DuckDB and a plain copy of a file."""

import os
import shutil
import subprocess
import sys
import time

from . import trackers
from .measuring import exponent, library, median, place, table

SIZES = [10_000, 100_000, 1_000_000]
MACHINES = 3

# In the order of the ratios of a row.
TARGETS = [
    ("import / C loop", 1.5, ""), ("import / DuckDB", 1, ""), ("again / import", 0.5, ""),
    ("export / copy and scan", 1.5,
     "each fact is read from its columns, spelled, hashed and proved, and the file is read back and verified before it"
     " gets its name; a copy does none of it"),
]

# The same rows with a key: what a bundle's facts say, in columns. Nothing is hashed, folded or counted.
DUCKDB = """
CREATE TABLE fact (r VARCHAR, n BIGINT, ms BIGINT, counter BIGINT, prev VARCHAR, kind VARCHAR, body VARCHAR,
  PRIMARY KEY (r, n));
INSERT INTO fact SELECT r, n, "at"[1], "at"[2], prev, kind, body FROM read_json('{path}', format = 'newline_delimited',
  columns = {{r: 'VARCHAR', n: 'BIGINT', "at": 'BIGINT[]', prev: 'VARCHAR', kind: 'VARCHAR', body: 'VARCHAR'}});
"""


def measure(bench, runs: int) -> None:
    duckdb = library()
    bench.prepare(needs_shell=True)
    lines, first, again, out = [], [], [], []
    for size in SIZES:
        bundle = export(bench, machine(bench, "one", size, 1), size, "one")
        one = figures(bench, bundle, size, runs, duckdb)
        first.append(one["import"])
        again.append(one["again"])
        out.append(one["export"])
        lines.append(row(bench, f"{size:,} facts of one machine", one, is_target=size == SIZES[-1]))
        if size == SIZES[-1]:
            merged = merge(bench, size)
            lines.append(row(bench, f"{size:,} facts of {MACHINES} machines", figures(bench, merged, size, runs, duckdb)))
    lines.append(
        ["growth exponent", exponent(SIZES, first), exponent(SIZES, again), exponent(SIZES, out), *[""] * 10])
    table(
        f"import: a11y import and export (release build), medians of {runs}, synchronous=EXTRA, {place(bench.folder)},"
        f" seed {trackers.SEED}; seconds",
        ["bundle", "import", "again", "export", "C loop", "DuckDB", "copy + scan", "import/C", "import/DuckDB",
         "again/import", "export/copy", "import MB", "export MB", "targets"], lines)


def machine(bench, name: str, size: int, number: int):
    """A tracker with `size` results by one tester."""
    database = trackers.make(bench, f"{name}-{size}-{number}")
    bench.run(
        bench.release, "log", "-", "--db", database, "--tester", f"tester-{number}", "--device", "iPhone 15", "--os",
        "18.1", "--build", f"3.{number}", stdin=trackers.rows(bench, size))
    return database


def export(bench, database, size: int, name: str):
    bundle = bench.folder / f"{name}-{size}.a11y.json"
    bench.run(bench.release, "export", "-y", "--db", database, "-o", bundle)
    return bundle


def merge(bench, size: int):
    """A bundle of three machines whose testers have tested the same cells."""
    lead = bench.folder / "lead/.a11y/audit.db"
    lead.parent.parent.mkdir()
    bench.run(bench.release, "init", "--catalog", "2", lead.parent.parent)
    first = export(bench, machine(bench, "several", size // MACHINES, 0), size, "part")
    bench.run(bench.release, "import", "--adopt", "--db", lead, first)
    for number in range(1, MACHINES):
        folder = bench.folder / f"machine-{number}"
        folder.mkdir()
        bench.run(bench.release, "init", "--catalog", "2", folder)
        register = folder / "team.a11y.json"
        bench.run(bench.release, "export", "-y", "--db", lead, "--query", "status:disputed", "-o", register)
        bench.run(bench.release, "import", "--adopt", "--db", folder, register)
        bench.run(
            bench.release, "log", "-", "--db", folder, "--tester", f"tester-{number}", "--build", f"3.{number}",
            stdin=trackers.rows(bench, size // MACHINES))
        bench.run(bench.release, "import", "--db", lead, export(bench, folder, size, f"part-{number}"))
    return export(bench, lead, size, "merged")


def figures(bench, bundle, size: int, runs: int, duckdb) -> dict:
    times = {name: [] for name in ("import", "again", "export", "loop", "duckdb", "copy")}
    memory = {"import": 0.0, "export": 0.0}
    facts = bench.folder / "facts.ndjson"
    with bundle.open() as whole, facts.open("w") as rows:
        next(whole)
        for line in whole:
            if not line.startswith("{"):
                break
            rows.write(line.rstrip(",\n") + "\n")
    for number in range(runs):
        folder = bench.folder / f"import-{size}-{number}"
        folder.mkdir()
        bench.run(bench.release, "init", "--catalog", "2", folder)
        database = folder / ".a11y/audit.db"
        for name in ("import", "again"):
            run = bench.run(bench.release, "import", "--adopt", "--db", database, bundle)
            times[name].append(run.milliseconds / 1e3)
            memory["import"] = max(memory["import"], run.megabytes)
        copy = bench.folder / "copy.a11y.json"
        run = bench.run(bench.release, "export", "--db", database, "-o", copy)
        times["export"].append(run.milliseconds / 1e3)
        memory["export"] = max(memory["export"], run.megabytes)
        if copy.read_bytes() != bundle.read_bytes():
            sys.exit("Scripts/bench: what was imported is not exported as it was")
        copy.unlink()
        times["copy"].append(copied(bundle, copy) + scanned(bench, database))
        shutil.rmtree(folder)
        times["loop"].append(looped(bench, size))
        times["duckdb"].append(loaded(bench, facts, duckdb))
    return {name: median(values) for name, values in times.items()} | {
        "import MB": memory["import"], "export MB": memory["export"]}


def looped(bench, size: int) -> float:
    rival = bench.folder / "peer.db"
    answer = subprocess.run(
        [bench.peer, "loop", rival, trackers.rows(bench, size)], check=True, capture_output=True, text=True)
    rival.unlink()
    return int(answer.stdout) / 1e9


def loaded(bench, facts, duckdb) -> float:
    rival = bench.folder / "peer.duckdb"
    start = time.monotonic()
    with duckdb.connect(str(rival)) as connection:
        connection.execute(DUCKDB.format(path=facts))
        connection.execute("CHECKPOINT")
    elapsed = time.monotonic() - start
    rival.unlink()
    return elapsed


def copied(source, target) -> float:
    """A plain copy that is on disk when it is done, as an export is."""
    start = time.monotonic()
    shutil.copyfile(source, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())
    elapsed = time.monotonic() - start
    target.unlink()
    return elapsed


def scanned(bench, database) -> float:
    """A scan that touches every column of the table of results."""
    sql = "SELECT sum(length(digest) + cell + context + ms + ifnull(length(note), 0)) FROM result"
    start = time.monotonic()
    subprocess.run([bench.shell, "-readonly", database, sql], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def row(bench, name: str, one: dict, *, is_target: bool = False) -> list:
    ratios = [
        one["import"] / one["loop"], one["import"] / one["duckdb"], one["again"] / one["import"],
        one["export"] / one["copy"]]
    targets = [
        bench.target(f"{what} of {name}", ratio, limit, why=why)
        for (what, limit, why), ratio in zip(TARGETS, ratios)] if is_target else []
    if is_target:
        bench.target(f"memory of an import of {name}", one["import MB"], 150, "MB")
    seconds = [one[name] for name in ("import", "again", "export", "loop", "duckdb", "copy")]
    return [
        name, *(f"{value:.3f}" for value in seconds), *(f"{ratio:.2f}" for ratio in ratios),
        f"{one['import MB']:.0f}", f"{one['export MB']:.0f}", ", ".join(targets)]
