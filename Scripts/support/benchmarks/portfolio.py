"""Several apps: one question over all of their trackers, to the program, and to DuckDB and PostgreSQL over their tables.

Each tracker has 200 components and as many items with a result as is said; every tracker has the same ones, so that the
answers are known. The database of PostgreSQL is one of its own, on loopback, and gone afterwards.
"""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

from . import trackers
from .measuring import TOP, exponent, median, place, table

# Trackers and the items of each.
SIZES = [(10, 10_000), (50, 10_000)]
LARGEST = [(100, 10_000), (1_000, 10_000)]
CATEGORIES = "select 1, sum(pass), sum(fail), sum(na), sum(cant_tell) from v_by_category"
SUMS = "select count(*), sum(pass), sum(fail), sum(na), sum(cant_tell) from "
COUNTS = ["pass", "fail", "na", "cant_tell"]
STEEPEST = 1.15


def measure(bench, runs: int) -> None:
    bench.prepare()
    sizes = LARGEST if bench.largest else SIZES
    programs = postgres_programs()
    lines, found = [], []
    for count, items in sizes:
        apps = made(bench, count, items)
        tables = bench.folder / "tables"
        shutil.rmtree(tables, ignore_errors=True)
        exported = bench.run(bench.release, "export", "--tables", tables, "--tracker", apps)
        size = sum(path.stat().st_size for path in tables.iterdir()) / 1e6
        steps = {"program: status --tracker": ask_program(bench, runs, apps),
                 "program: export --tables (MB: the tables)": {"ms": exported.milliseconds, "MB": size},
                 "DuckDB: v_portfolio": ask_duckdb(bench, runs, tables, SUMS + "v_portfolio"),
                 "DuckDB: v_by_category": ask_duckdb(bench, runs, tables, CATEGORIES)}
        if programs:
            one = bench.folder / "tables-of-one"
            shutil.rmtree(one, ignore_errors=True)
            bench.run(bench.release, "export", "--tables", one, "--db", next(apps.iterdir()))
            steps |= ask_postgres(bench, runs, tables, one, programs)
        answers = {tuple(step["answer"]) for step in steps.values() if "answer" in step}
        if len(answers) != 1:
            sys.exit(f"Scripts/bench: the answers differ: {answers}")
        found.append(steps)
    for name in found[0]:
        times = [steps[name]["ms"] for steps in found]
        grown = exponent([count * items for count, items in sizes], times)
        lines.append([
            name, *(f"{time:,.0f}" for time in times), grown, *(f"{steps[name].get('MB', 0):,.0f}" for steps in found)])
        if name.startswith("program") or name.endswith("load"):
            bench.target(f"growth over trackers, as an exponent: {name}", float(grown), STEEPEST, "")
        if name == "PostgreSQL: v_portfolio":
            bench.target(name, times[-1], 200, "ms")
    heads = [f"{count:,} x {items:,}" for count, items in sizes]
    table(
        f"portfolio: trackers x items with a result; medians of {runs} (loads once), release build, {os.cpu_count()}"
        f" processors, {place(bench.folder)}",
        ["", *(f"{head}, ms" for head in heads), "exponent", *(f"{head}, MB" for head in heads)], lines)
    if not programs:
        print("  PostgreSQL is missing: not measured.")


def made(bench, count: int, items: int) -> pathlib.Path:
    """The folder of the trackers."""
    top = (bench.built or bench.folder) / f"portfolio-{count}-{items}"
    apps = top / "apps"
    if apps.exists():
        return apps
    shutil.rmtree(top, ignore_errors=True)
    unfinished = top / "unfinished"
    unfinished.mkdir(parents=True)
    rows = trackers.rows(bench, items)
    register = bench.folder / "plain/components.csv"

    def one(number: int) -> None:
        folder = unfinished / f"app-{number:04}"
        for words, stdin in [
                (["init", "--catalog", "2", folder], None), (["new", "component", "--from", register], None),
                (["edit", "tracker", "--title", f"app-{number:04}"], None), (["log", "-", "--tester", "t"], rows)]:
            words = [bench.release, *words, *([] if words[0] == "init" else ["--db", folder])]
            with open(stdin or os.devnull) as given:
                subprocess.run(words, check=True, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=bench.environment)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        list(workers.map(one, range(count)))
    unfinished.rename(apps)
    return apps


def repeated(bench, runs: int, words: list, **more) -> tuple:
    """The median of some runs, and what the last one said."""
    answer = bench.folder / "answer"
    taken = [bench.run(*words, stdout=answer, **more) for _ in range(runs)]
    return {"ms": median(run.milliseconds for run in taken), "MB": max(run.megabytes for run in taken)}, answer.read_text()


def ask_program(bench, runs: int, apps: pathlib.Path) -> dict:
    step, said = repeated(bench, runs, [bench.release, "status", "--tracker", apps, "--json"])
    said = json.loads(said)
    return {**step, "answer": [len(said["trackers"]), *(said["total"][name] for name in COUNTS)]}


def ask_duckdb(bench, runs: int, tables: pathlib.Path, question: str) -> dict:
    step, said = repeated(bench, runs, [sys.executable, TOP / "Scripts/duckdb/query", "--csv", tables, question])
    if question == CATEGORIES:
        return step
    return {**step, "answer": [int(float(number)) for number in said.splitlines()[1].split(",")]}


def ask_postgres(bench, runs: int, tables: pathlib.Path, one: pathlib.Path, programs: pathlib.Path) -> dict:
    load, psql = TOP / "Scripts/postgres/load", shutil.which("psql")
    with server(programs) as (url, peak):
        loaded = bench.run(load, url, tables)
        all_tables = {"ms": loaded.milliseconds, "MB": peak()}
        again, _ = repeated(bench, runs, [load, url, one])
        asked, said = repeated(bench, runs, [psql, "-X", "-A", "-t", "-F", ",", "-c", SUMS + "a11y.v_portfolio", url])
        rows, _ = repeated(bench, runs, [psql, "-X", "-A", "-t", "-c", "select * from a11y.v_portfolio", url])
        size = subprocess.run(
            [psql, "-X", "-A", "-t", "-c", "select pg_database_size(current_database()) / 1e6", url], check=True,
            capture_output=True, text=True).stdout
    return {
        "PostgreSQL: load": all_tables,
        "PostgreSQL: load one again (MB: the database)": {**again, "MB": float(size)},
        "PostgreSQL: v_portfolio": {**rows, "answer": [int(number) for number in said.split(",")]},
    }


def postgres_programs() -> pathlib.Path | None:
    """The folder of initdb and its kin: Debian keeps them off the path."""
    versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = shutil.which("initdb") or (versions and versions[-1])
    return pathlib.Path(found).parent if found and shutil.which("psql") else None


@contextlib.contextmanager
def server(programs: pathlib.Path):
    """A PostgreSQL server with its usual settings; its address, and what its processes had at most, in megabytes."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="a11y-bench-")).resolve()
    prefix = []
    if os.geteuid() == 0:  # It does not run as root.
        shutil.chown(folder, "postgres")
        prefix = ["runuser", "-u", "postgres", "--"]

    def run(program: str, *words) -> None:
        subprocess.run([*prefix, programs / program, *words], cwd=folder, check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    try:
        run("initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        run("pg_ctl", "-D", folder / "data", "-l", folder / "log", "-w", "-o",
            f"-p {port} -k {folder} -c listen_addresses=127.0.0.1", "start")
        most, over = [0.0], threading.Event()
        first = int((folder / "data/postmaster.pid").read_text().split()[0])
        watching = threading.Thread(target=watch, args=(first, most, over), daemon=True)
        watching.start()
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres", lambda: most[0]
        finally:
            over.set()
            watching.join()
            run("pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def watch(parent: int, most: list, over: threading.Event) -> None:
    """Adds up the memory of a process and its children, what they share once. Linux tells; elsewhere it stays 0."""
    while not over.wait(0.25):
        total, shared = 0, 0
        with contextlib.suppress(OSError):
            children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            for process in [parent, *children]:
                with contextlib.suppress(OSError):
                    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
                    own = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith("Rss")}
                    # One that has just ended has no memory.
                    total += own.get("RssAnon", 0)
                    shared = max(shared, own.get("RssShmem", 0))
        most[0] = max(most[0], (total + shared) / 1024)
