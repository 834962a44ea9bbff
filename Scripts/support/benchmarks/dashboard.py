"""Dashboards: the status page, the report and the weekly trend by category, on more and more results of the same 20 000 cells.

Against the same question in plain SQL over the results, and in DuckDB over the same rows, in one run.
"""

import datetime
import subprocess
import time

from . import trackers
from .measuring import exponent, library, median, place, table

SIZES = [100_000, 1_000_000]
LARGEST = 10_000_000
DAYS = 730
# The end of the results, so that all of them are read as what was before.
AS_OF = "2026-01-01"
BEGIN = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)

# What each cell showed at the end of each week, counted by category: a window over all results of a cell.
SQL = """
WITH seen AS (
  SELECT cell, coalesce(time, ms) / 604800000 AS week, outcome,
    row_number() OVER (PARTITION BY cell, coalesce(time, ms) / 604800000 ORDER BY coalesce(time, ms) DESC, id DESC) AS n
  FROM result),
ends AS (
  SELECT cell, week, outcome, lag(outcome) OVER (PARTITION BY cell ORDER BY week) AS former FROM seen WHERE n = 1),
moves AS (
  SELECT category, week, sum((ends.outcome = 1) - (ifnull(former, 0) = 1)) AS pass,
    sum((ends.outcome = 2) - (ifnull(former, 0) = 2)) AS fail
  FROM ends JOIN cell ON cell.id = ends.cell GROUP BY category, week)
SELECT category, week, sum(pass) OVER past, sum(fail) OVER past FROM moves
WINDOW past AS (PARTITION BY category ORDER BY week)
"""
DUCKDB = """
WITH seen AS (
  SELECT "check", component, epoch_ms("at") // 604800000 AS week, arg_max(outcome, (epoch_ms("at"), n)) AS outcome
  FROM result GROUP BY ALL),
ends AS (
  SELECT *, lag(outcome) OVER (PARTITION BY "check", component ORDER BY week) AS former FROM seen),
moves AS (
  SELECT split_part("check", '.', 1) AS category, week,
    count(*) FILTER (outcome = 'pass') - count(*) FILTER (former = 'pass') AS pass,
    count(*) FILTER (outcome = 'fail') - count(*) FILTER (former = 'fail') AS fail
  FROM ends GROUP BY ALL)
SELECT category, week, sum(pass) OVER past, sum(fail) OVER past FROM moves
WINDOW past AS (PARTITION BY category ORDER BY week)
"""


def measure(bench, runs: int) -> None:
    duckdb = library()
    bench.prepare(needs_shell=True)
    sizes = [*SIZES, LARGEST] if bench.largest else SIZES
    files, rivals = {}, {}
    for size in sizes:
        rows = dated(bench, size)
        files[size] = trackers.make(bench, f"dashboard-{size}")
        bench.run(
            bench.release, "log", "-", "--db", files[size], "--tester", "tester-1", "--build", "3.2", stdin=rows)
        rivals[size] = duckdb.connect()
        rivals[size].execute(
            f"CREATE TABLE result AS SELECT row_number() OVER () AS n, * FROM read_csv('{rows}', delim = '\t',"
            " header = true, quote = '', all_varchar = false, columns = {'outcome': 'VARCHAR', 'check': 'VARCHAR',"
            " 'component': 'VARCHAR', 'condition': 'VARCHAR', 'value': 'VARCHAR', 'note': 'VARCHAR',"
            " 'severity': 'VARCHAR', 'at': 'TIMESTAMP'})")
        rows.unlink()
    ours = {
        "status": ["status"], "trend --by category": ["trend", "--by", "category", "--every", "week"],
        "trend --by component": ["trend", "--by", "component", "--every", "month"],
        "trend --by build": ["trend", "--by", "build", "--every", "week"],
        "status --as-of": ["status", "--as-of", "2025-01-01"],
        "trend --explain": ["trend", "--explain", "2025-01-01", "2025-06-30"],
        "report": ["report", "--as-of", AS_OF], "report, now": ["report"],
        "report --compare": ["report", "--as-of", AS_OF, "--compare", "2025-06-30"],
    }
    times = bench.interleaved(runs, {
        (name, size): (lambda _, words=words, size=size: [bench.release, *words, "--db", files[size]])
        for name, words in ours.items() for size in sizes})
    sql = {size: [clocked(lambda: shell(bench, files[size])) for _ in range(min(runs, 3))] for size in sizes}
    duck = {size: [clocked(lambda: rivals[size].execute(DUCKDB).fetchall()) for _ in range(min(runs, 5))]
            for size in sizes}
    lines = []
    for name in ours:
        medians = [median(times[name, size]) for size in sizes]
        # A report has no time to keep, but has to take as long whatever the results.
        is_quick = name in ("status", "trend --by category")
        is_target = name in ("status", "report", "report, now")
        for size, value in zip(sizes, medians):
            lines.append([
                f"{name}, {size:,}", f"{value:.2f}", f"{value / medians[0]:.2f}",
                bench.target(f"{name}, {size:,} results", value, 50, "ms") if is_quick else "",
                bench.target(f"{name}, {size:,} / {sizes[0]:,} results", value / medians[0], 1.2)
                if is_target and size != sizes[0] else ""])
        lines.append([f"{name}, growth exponent", exponent(sizes, medians), "", "", ""])
    for name, peers in (("plain SQL over the results", sql), ("DuckDB over the same rows", duck)):
        medians = [median(peers[size]) for size in sizes]
        for size, value in zip(sizes, medians):
            ratio = value / median(times["trend --by category", size])
            lines.append([f"{name}, {size:,}", f"{value:.2f}", f"{value / medians[0]:.2f}", f"{ratio:.1f} of ours", ""])
    table(
        f"dashboard: the same 20,000 cells (release build), two years of results, medians of {runs},"
        f" {place(bench.folder)}, seed {trackers.SEED}",
        ["question, results", "median ms", "against the smallest", "target of the time (ms)", "of the ratio"], lines)


def dated(bench, size: int):
    """The usual rows, spread evenly over two years."""
    path = bench.folder / f"dated-{size}.tsv"
    with trackers.rows(bench, size).open() as rows, path.open("w") as out:
        out.write(next(rows).rstrip("\n") + "\tat\n")
        for number, row in enumerate(rows):
            at = BEGIN + datetime.timedelta(days=DAYS) * (number / size)
            out.write(row.rstrip("\n") + f"\t{at:%Y-%m-%dT%H:%M:%SZ}\n")
    return path


def shell(bench, path) -> None:
    subprocess.run([bench.shell, "-readonly", path, SQL], check=True, stdout=subprocess.DEVNULL)


def clocked(work) -> float:
    """How long it takes, in milliseconds."""
    start = time.monotonic()
    work()
    return (time.monotonic() - start) * 1e3
