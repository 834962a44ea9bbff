"""One result: start, commit, end. Against the sqlite3 shell doing one INSERT into a file of the same kind."""

import sqlite3

from . import trackers
from .measuring import median, place, table

INSERT = (
    "PRAGMA synchronous=EXTRA;"
    " INSERT INTO peer (cell, at, outcome, note) VALUES (7, 1772359200000, 2, 'close cross');"
)


def measure(bench, runs: int) -> None:
    bench.prepare(needs_static=True, needs_shell=True)

    def made(name):
        # Each in its place: a copy is a new replica, for which every result in it is another machine's to be weighed.
        path = trackers.make(bench, f"tracker-{name}")
        bench.run(bench.release, "log", "-", "--db", path, stdin=trackers.rows(bench, 10_000))
        with sqlite3.connect(path) as connection:
            connection.execute(
                "CREATE TABLE peer (id INTEGER PRIMARY KEY, cell INTEGER, at INTEGER, outcome INTEGER, note TEXT)")
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        connection.close()
        return path

    files = {name: made(name) for name in ("release", "static", "shell", "c")}
    ids = trackers.checks(bench)
    passed = bench.folder / "passed.tsv"
    passed.write_text("".join(f"pass\t{check}\t{trackers.component(0)}\n" for check in ids))
    for name in ("release", "static"):
        bench.run(bench.release, "log", "-", "--db", files[name], "--tester", "t", stdin=passed)

    def again(program, path):
        """What a cell shows is seen once more: 39 of 40 results in the history of the real app."""
        return lambda number: [
            program, "log", "pass", ids[number % len(ids)], trackers.component(0), "--tester", "t", "--db", path]

    def changed(program, path):
        """A cell shows something new: mostly its first result. More pages are written."""
        def words(number):
            outcome = ["fail", "-s", "2", "-m", "close cross"] if number % 2 else ["pass"]
            key = trackers.component(1 + number * 7 % (trackers.COMPONENTS - 1))
            return [program, "log", outcome[0], ids[number % len(ids)], key, *outcome[1:], "--tester", "t", "--db", path]
        return words

    times = bench.interleaved(runs, {
        "C, raw API, one INSERT": lambda _: [bench.peer, "one", files["c"]],
        "sqlite3 shell, one INSERT": lambda _: [bench.shell, files["shell"], INSERT],
        "a11y log, installed (static)": again(bench.static, files["static"]),
        "a11y log, release build": again(bench.release, files["release"]),
        "installed, the cell changes": changed(bench.static, files["static"]),
        "release build, the cell changes": changed(bench.release, files["release"]),
        "a process that does nothing": lambda _: [bench.peer, "nothing"],
    })
    shell = median(times["sqlite3 shell, one INSERT"])
    limits = {"a11y log, installed (static)": 1.0, "a11y log, release build": 1.5}
    table(
        f"log: one committed result, medians of {runs}, synchronous=EXTRA, rollback journal, {place(bench.folder)}",
        ["", "median ms", "fastest", "slowest", "against shell", "target"],
        [[name, f"{median(all):.2f}", f"{min(all):.2f}", f"{max(all):.2f}", f"{median(all) / shell:.2f}",
          bench.target(f"{name} / sqlite3 shell", median(all) / shell, limits[name]) if name in limits else ""] for name, all in times.items()])
