"""Running commands under a stopwatch, and printing what came out."""

import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass

TOP = pathlib.Path(__file__).resolve().parents[3]


@dataclass
class Run:
    """One run of a command: wall time in milliseconds, peak memory in megabytes, exit status."""

    milliseconds: float
    megabytes: float
    status: int


@dataclass
class Target:
    """A figure that the design asks for, and what was measured. Ratios have no unit."""

    what: str
    actual: float
    limit: float
    unit: str
    why: str


class Bench:
    """The programs under test, their peers, and a folder to work in that is gone afterwards."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.largest = False
        self.built: pathlib.Path | None = None
        self.targets: list[Target] = []
        self.release = TOP / ".build/release/a11y"
        self.installed = folder / "installed"
        self.static = self.installed / "bin/a11y"
        self.peer = folder / "peer"
        self.shell = shutil.which("sqlite3")
        self.environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "A11Y_TESTER": "bench"}

    def target(self, what: str, actual: float, limit: float, unit: str = "x", why: str = "") -> str:
        """Notes a target for the last table, and says in a word whether it was met; `why` is told where it was not."""
        self.targets.append(Target(what, actual, limit, unit, why))
        return f"{'met' if actual <= limit else 'MISSED'} (at most {limit:g})"

    def summary(self) -> None:
        """Every target of this run in one table."""
        table("targets", ["", "measured", "at most", ""], [
            [one.what, f"{one.actual:.2f} {one.unit}", f"{one.limit:g} {one.unit}",
             "met" if one.actual <= one.limit else "MISSED"] for one in self.targets])
        for one in self.targets:
            if one.actual > one.limit and one.why:
                print(f"  {one.what}: {one.why}")

    def prepare(self, *, needs_static: bool = False, needs_shell: bool = False) -> None:
        """Builds what is measured and what it is measured against."""
        if needs_shell and self.shell is None:
            sys.exit("Scripts/bench: the sqlite3 shell is missing: install the package sqlite3 and run this again.")
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([TOP / "Scripts/a11y", "--release", "--version"], check=True, stdout=subprocess.DEVNULL)
        if needs_static and not self.static.exists():
            subprocess.run(
                [TOP / "Scripts/install", self.installed],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        source = pathlib.Path(__file__).with_name("peer.c")
        subprocess.run(["cc", "-O2", "-o", self.peer, source, "-lsqlite3"], check=True)

    def run(self, *command, stdin="/dev/null", stdout="/dev/null", may_fail: bool = False) -> Run:
        """Runs a command once. What it says on standard error is shown if it fails."""
        errors = self.folder / "errors.txt"
        words = [str(word) for word in (self.peer, "run", stdin, stdout, errors, *command)]
        answer = subprocess.run(words, check=True, capture_output=True, text=True, env=self.environment).stdout
        nanoseconds, kilobytes, status = (int(word) for word in answer.split())
        if status != 0 and not may_fail:
            sys.exit(f"Scripts/bench: {' '.join(words[5:])} ended with {status}\n{errors.read_text()[-2000:]}")
        return Run(nanoseconds / 1e6, kilobytes / 1024, status)

    def clear(self, *paths: pathlib.Path) -> None:
        """Removes files and folders, whichever are there."""
        for path in paths:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)

    def interleaved(self, runs: int, commands: dict) -> dict:
        """Medians in milliseconds. `commands` maps a name to a function that makes the words of round n.

        The commands take turns, in an order that moves on by one each round, so that a disturbance and the state of
        the machine hit all alike.
        """
        times = {name: [] for name in commands}
        names = list(commands)
        for number in range(runs + 2):
            for name in names[number % len(names):] + names[:number % len(names)]:
                time = self.run(*commands[name](number)).milliseconds
                if number >= 2:  # the first two warm up
                    times[name].append(time)
        return times


def median(values) -> float:
    return statistics.median(values)


def exponent(sizes, values) -> str:
    """How a value grows with the size: 1.00 is linear. Between the first and the last."""
    grown = math.log(values[-1] / values[0]) / math.log(sizes[-1] / sizes[0])
    return f"{grown:.2f}"


def table(title: str, head, rows) -> None:
    """Prints rows of text, the first column to the left, the others to the right."""
    cells = [list(map(str, head)), *[list(map(str, row)) for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    print(f"\n{title}")
    for number, row in enumerate(cells):
        line = [cell.ljust(width) if column == 0 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths))]
        print("  " + "  ".join(line).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))


def place(folder: pathlib.Path) -> str:
    """The file system under a folder: what a commit has to wait for."""
    if sys.platform != "linux":
        return sys.platform
    answer = subprocess.run(["df", "--output=fstype", folder], capture_output=True, text=True).stdout.split()
    return answer[-1] if answer else "unknown"


def library():
    """DuckDB, as the tests have it."""
    try:
        import duckdb
    except ImportError:
        sys.exit("Scripts/bench: Python's duckdb is missing; Scripts/test installs it into .build/venv: "
                 ".build/venv/bin/python Scripts/bench")
    return duckdb
