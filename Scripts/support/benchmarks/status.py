"""The status page: as long with a million results as with a hundred thousand, if the cells are the same."""

from . import trackers
from .measuring import exponent, median, table

SIZES = [100_000, 1_000_000]


def measure(bench, runs: int) -> None:
    bench.prepare()
    files = {}
    for size in SIZES:
        files[size] = trackers.make(bench, f"status-{size}")
        bench.run(bench.release, "log", "-", "--db", files[size], stdin=trackers.rows(bench, size))
    times = bench.interleaved(
        runs, {size: (lambda _, size=size: [bench.release, "status", "--db", files[size]]) for size in SIZES})
    medians = [median(times[size]) for size in SIZES]
    lines = [
        [f"{size:,}", f"{time:.2f}", f"{files[size].stat().st_size / 1e6:.0f}", f"{time / medians[0]:.2f}",
         bench.target(f"status, {size:,} / {SIZES[0]:,} results", time / medians[0], 1.2) if number else "",
         bench.target(f"status, {size:,} results", time, 50, "ms")]
        for number, (size, time) in enumerate(zip(SIZES, medians))]
    lines.append(["growth exponent", exponent(SIZES, medians), "", "", "", ""])
    table(
        f"status: a11y status (release build) on the same 20,000 cells, medians of {runs}",
        ["results", "median ms", "file MB", "ratio", "target of the ratio", "target of the time (ms)"], lines)
