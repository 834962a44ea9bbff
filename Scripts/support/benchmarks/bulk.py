"""Many results through `a11y log -`, against a statement loop in C over rows that are in memory already."""

import subprocess

from . import trackers
from .measuring import exponent, median, place, table

SIZES = [10_000, 100_000, 1_000_000]


def measure(bench, runs: int) -> None:
    bench.prepare()
    lines, own, peer = [], [], []
    for size in SIZES:
        ours, theirs = {"short": [], "header": []}, []
        memory = {"short": 0.0, "header": 0.0}
        for number in range(runs):
            for form in ours:
                database = trackers.make(bench, f"bulk-{size}-{form}-{number}")
                rows = trackers.rows(bench, size, header=form == "header")
                run = bench.run(
                    bench.release, "log", "-", "--db", database, "--tester", "tester-1", "--device", "iPhone 15",
                    "--os", "18.1", "--build", "3.2", stdin=rows)
                ours[form].append(run.milliseconds / 1e3)
                memory[form] = max(memory[form], run.megabytes)
                room = database.stat().st_size
                database.unlink()
            rival = bench.folder / "peer.db"
            answer = subprocess.run(
                [bench.peer, "loop", rival, trackers.rows(bench, size)], check=True, capture_output=True, text=True)
            theirs.append(int(answer.stdout) / 1e9)
            rival_room = rival.stat().st_size
            rival.unlink()
        peer.append(median(theirs))
        own.append(median(ours["short"]))
        for form, name in (("short", "short form"), ("header", "header, severities")):
            time = median(ours[form])
            lines.append([
                f"{size:,} {name}", f"{time:.3f}", f"{peer[-1]:.3f}", f"{time / peer[-1]:.2f}", f"{size / time:,.0f}",
                f"{memory[form]:.0f}", f"{room / 1e6:.1f}", f"{rival_room / 1e6:.1f}",
                bench.target(f"log - {size:,}, {name} / C loop", time / peer[-1], 2) if size == SIZES[-1] else ""])
    lines.append(["growth exponent", exponent(SIZES, own), exponent(SIZES, peer), "", "", "", "", "", ""])
    table(
        f"bulk: a11y log - (release build) against a C statement loop from memory, medians of {runs},"
        f" synchronous=EXTRA, {place(bench.folder)}, seed {trackers.SEED}",
        ["results", "a11y s", "C s", "ratio", "results/s", "peak MB", "file MB", "C file MB", "target"], lines)
