"""The walk: from a key to the committed answer, and from the command to the first item of 10 000 cells."""

import os
import pty
import select
import sqlite3
import subprocess
import time

from . import trackers
from .measuring import median, place, table, verdict

CELLS = 10_000
ANSWERS = 20
ASK = b"? for the keys: "


def until(master: int, wanted: bytes) -> float:
    """Reads a terminal until a text is there; when it was."""
    text = b""
    while wanted not in text:
        if not select.select([master], [], [], 30)[0]:
            raise SystemExit(f"Scripts/bench: the walk does not go on after {text[-200:]!r}")
        text += os.read(master, 65536)
    return time.perf_counter()


def walk(bench, program, database, *words):
    """A walk at a terminal, once its first item is there: its process, the terminal, and how long that took in ms."""
    master, slave = pty.openpty()
    begin = time.perf_counter()
    process = subprocess.Popen(
        [program, "walk", "--db", database, *words], stdin=slave, stdout=slave, stderr=slave, close_fds=True,
        start_new_session=True, env=bench.environment | {"TERM": "xterm"})
    os.close(slave)
    milliseconds = (until(master, ASK) - begin) * 1e3
    return process, master, milliseconds


def answers(bench, program, database, *words) -> list:
    """Milliseconds from each key to the word that its answer is on disk."""
    process, master, _ = walk(bench, program, database, *words)
    times = []
    for _ in range(ANSWERS):
        begin = time.perf_counter()
        os.write(master, b"n")
        times.append((until(master, b"Logged: ") - begin) * 1e3)
        until(master, ASK)
    os.write(master, b"q")
    process.wait(30)
    os.close(master)
    return times


def start(bench, program, database, runs: int, *words) -> list:
    """Milliseconds from the command to the question below its first item."""
    times = []
    for number in range(runs + 2):
        process, master, milliseconds = walk(bench, program, database, *words)
        os.write(master, b"q")
        process.wait(30)
        os.close(master)
        if number >= 2:  # the first two warm up
            times.append(milliseconds)
    return times


def measure(bench, runs: int) -> None:
    bench.prepare(needs_static=True)
    database = trackers.make(bench, "walk")
    checks = ",".join(fitting(bench, database)[:CELLS // trackers.COMPONENTS])
    for words in (["new", "checklist", "walked", "--check", checks],
                  ["new", "audit", "walked", "--checklist", "walked"]):
        bench.run(bench.release, *words, "--db", database)
    scopes = {"an audit": ["--audit", "walked"], "everything in use": []}
    begun, given = {}, {}
    for name, words in scopes.items():
        begun[name] = start(bench, bench.static, database, runs, *words)
        given[name] = answers(bench, bench.static, database, *words)
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM result").fetchone() == (ANSWERS * len(scopes),)
    connection.close()
    sizes = {"an audit": len(checks.split(",")) * trackers.COMPONENTS,
             "everything in use": len(fitting(bench, database)) * trackers.COMPONENTS}
    lines = [[f"to the first item of {name}, {sizes[name]:,} cells", *figures(times), verdict(median(times), 100)]
             for name, times in begun.items()]
    lines += [[f"from key to commit in {name}", *figures(times), verdict(median(times), 5)]
              for name, times in given.items()]
    table(
        f"walk: at a terminal, medians of {runs} starts and {ANSWERS} answers, installed (static), {place(bench.folder)}",
        ["", "median ms", "fastest", "slowest", "target (ms)"], lines)


def fitting(bench, database) -> list:
    """The checks that apply to the components of the tracker."""
    listed = subprocess.run(
        [bench.release, "list", "cells", f"component:{trackers.component(0)}", "--all", "--format", "tsv", "--columns",
         "check", "--db", database], check=True, capture_output=True, text=True, env=bench.environment).stdout
    return sorted(set(listed.split()[1:]))


def figures(times) -> list:
    return [f"{median(times):.2f}", f"{min(times):.2f}", f"{max(times):.2f}"]
