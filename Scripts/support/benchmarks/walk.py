"""The walk: from a key to the committed answer, and from the command to the first item of 10 000 cells."""

import os
import pty
import select
import sqlite3
import subprocess
import time

from . import trackers
from .measuring import median, place, table

CELLS = 10_000
ANSWERS = 20
ASK = b"(? for help): "


class Walk:
    """A walk at a terminal."""

    def __init__(self, bench, database, *words):
        master, slave = pty.openpty()
        self.terminal, self.text = master, b""
        self.process = subprocess.Popen(
            [bench.release, "walk", "--db", database, *words], stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True, env=bench.environment | {"TERM": "xterm"})
        os.close(slave)

    def until(self, wanted: bytes) -> None:
        """Reads until a text is there, and past it."""
        while wanted not in self.text:
            if not select.select([self.terminal], [], [], 30)[0]:
                raise SystemExit(f"Scripts/bench: the walk does not go on after {self.text[-200:]!r}")
            self.text += os.read(self.terminal, 65536)
        self.text = self.text.partition(wanted)[2]

    def quit(self) -> None:
        os.write(self.terminal, b"q")
        self.process.wait(30)
        os.close(self.terminal)


def answers(bench, database, *words) -> list:
    """Milliseconds from each key to the word that its answer is on disk."""
    walk = Walk(bench, database, *words)
    walk.until(ASK)
    times = []
    for _ in range(ANSWERS):
        begin = time.perf_counter()
        os.write(walk.terminal, b"n")
        walk.until(b"Logged: ")
        times.append((time.perf_counter() - begin) * 1e3)
        walk.until(ASK)
    walk.quit()
    return times


def start(bench, database, runs: int, *words) -> list:
    """Milliseconds from the command to the question below its first item."""
    times = []
    for number in range(runs + 2):
        begin = time.perf_counter()
        walk = Walk(bench, database, *words)
        walk.until(ASK)
        if number >= 2:  # the first two warm up
            times.append((time.perf_counter() - begin) * 1e3)
        walk.quit()
    return times


def measure(bench, runs: int) -> None:
    bench.prepare()
    database = trackers.make(bench, "walk")
    checks = ",".join(fitting(bench, database)[:CELLS // trackers.COMPONENTS])
    for words in (["new", "checklist", "walked", "--check", checks],
                  ["new", "audit", "walked", "--checklist", "walked"]):
        bench.run(bench.release, *words, "--db", database)
    scopes = {"an audit": ["--audit", "walked"], "everything in use": []}
    begun, given = {}, {}
    for name, words in scopes.items():
        begun[name] = start(bench, database, runs, *words)
        given[name] = answers(bench, database, *words)
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM result").fetchone() == (ANSWERS * len(scopes),)
    connection.close()
    sizes = {"an audit": len(checks.split(",")) * trackers.COMPONENTS,
             "everything in use": len(fitting(bench, database)) * trackers.COMPONENTS}
    lines = [[f"to the first item of {name}, {sizes[name]:,} cells", *figures(times),
              bench.target(f"walk, to the first item of {name}", median(times), 100, "ms")]
             for name, times in begun.items()]
    lines += [[f"from key to commit in {name}", *figures(times),
               bench.target(f"walk, from key to commit in {name}", median(times), 5, "ms")]
              for name, times in given.items()]
    table(
        f"walk: at a terminal, medians of {runs} starts and {ANSWERS} answers, release build, {place(bench.folder)}",
        ["", "median ms", "fastest", "slowest", "target (ms)"], lines)


def fitting(bench, database) -> list:
    """The checks that apply to the components of the tracker."""
    listed = subprocess.run(
        [bench.release, "list", "cells", f"component:{trackers.component(0)}", "--all", "--format", "tsv", "--columns",
         "check", "--db", database], check=True, capture_output=True, text=True, env=bench.environment).stdout
    return sorted(set(listed.split()[1:]))


def figures(times) -> list:
    return [f"{median(times):.2f}", f"{min(times):.2f}", f"{max(times):.2f}"]
