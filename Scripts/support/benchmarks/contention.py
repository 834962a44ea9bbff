"""Eight processes that log to one file: how many commits a second, and how long the unluckiest waited."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

from . import trackers
from .measuring import median, place, table

PROCESSES = 8
EACH = 250


def measure(bench, runs: int) -> None:
    bench.prepare()
    trackers.make(bench, "plain")
    ids = trackers.checks(bench)
    rates, longest, usual = [], [], []
    for run in range(runs):
        database = trackers.make(bench, f"contention-{run}")

        def work(process):
            return [bench.run(
                bench.release, "log", "pass", ids[(process * EACH + number) % len(ids)], trackers.component(process),
                "--tester", f"t{process}", "--db", database).milliseconds for number in range(EACH)]

        begin = time.monotonic()
        with ThreadPoolExecutor(PROCESSES) as pool:
            times = [one for each in pool.map(work, range(PROCESSES)) for one in each]
        rates.append(PROCESSES * EACH / (time.monotonic() - begin))
        with sqlite3.connect(database) as connection:
            lost = PROCESSES * EACH - connection.execute("SELECT count(*) FROM result").fetchone()[0]
        connection.close()
        assert lost == 0, f"{lost} results were lost"
        longest.append(max(times) / 1e3)
        usual.append(median(times))
    table(
        f"contention: {PROCESSES} processes with {EACH} commits each, medians of {runs}, none refused, none lost,"
        f" {place(bench.folder)}",
        ["", "commits/s", "median ms", "longest s", "target (s)"],
        [["a11y log, release build", f"{median(rates):.0f}", f"{median(usual):.1f}", f"{max(longest):.2f}",
          bench.target("the longest wait of 8 processes", max(longest), 10, "s")]])
