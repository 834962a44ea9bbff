"""PostgreSQL and DuckDB for tests: a server of our own on loopback, and the views of the scripts as rows."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

import pytest

from facts import Team
from program import TOP, environment

LOAD = TOP / "Scripts/postgres/load"
QUERY = TOP / "Scripts/duckdb/query"


def missing(tool: str):
    """The gate may not leave a test out; a person's run does, and says so."""
    if os.environ.get("CI"):
        pytest.fail(f"{tool} is missing")
    pytest.skip(f"{tool} is missing")


def postgres_programs() -> pathlib.Path:
    """The folder of initdb and its kin: Debian keeps them off the path."""
    versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = shutil.which("initdb") or (versions and versions[-1])
    if not found or not shutil.which("psql"):
        missing("PostgreSQL")
    return pathlib.Path(found).parent


class Server:
    """A PostgreSQL server in a folder. It does not run as root, so it is given to the user postgres where we are."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.programs = postgres_programs()
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            self.prefix = ["runuser", "-u", "postgres", "--"]
        self.run("initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                 "--no-sync")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        options = (f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=32MB"
                   " -c timezone=UTC -c lc_messages=C")
        self.run("pg_ctl", "-D", folder / "data", "-l", folder / "log", "-o", options, "-w", "start")

    def run(self, program, *words):
        done = subprocess.run(
            [*self.prefix, self.programs / program, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=120)
        assert done.returncode == 0, f"{program}: {done.stderr}"

    def stop(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")

    def database(self) -> "Postgres":
        """An empty one."""
        postgres = Postgres(f"postgresql://postgres@127.0.0.1:{self.port}/postgres")
        postgres.run("set client_min_messages = warning", "drop schema if exists a11y cascade")
        return postgres


@pytest.fixture(scope="module")
def server():
    # Not in pytest's own folder, which the server's user may not enter.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="a11y-postgres-")).resolve()
    try:
        server = Server(folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(server):
    return server.database()


# Of these fields the program shows what asks for most where they were written at once, and the databases what was last.
DECIDING = {"retired", "screens", "platforms", "stale_days", "current_build", "checklists", "conditions", "checks", "deleted"}


class OneDecides(Team):
    """A team in which one machine writes what decides, so that nobody writes it at once."""

    def may_write(self, replica, field):
        return replica is self.replicas[0] or field not in DECIDING


def follow_everyone(tracker) -> None:
    """And no machine by name: what those take back is in force in the program, and the databases do not know of it."""
    followed = json.loads(tracker.ok("follow", "--json").out)["followed"]
    tracker.ok("follow", "*", *(word for one in followed if one["name"] for word in ("--none", one["name"])))


class Views:
    """The views, whichever database they are in: rows as dictionaries, times to the second as SQLite's views have."""

    def all(self, sql: str) -> list:
        raise NotImplementedError

    def rows(self, view: str) -> list:
        found = [{name: plain(value) for name, value in row.items()} for row in self.all(f"select * from {view}")]
        return sorted(found, key=canonical_key)

    def row(self, view: str) -> dict:
        row, = self.rows(view)
        return row


def plain(value):
    if isinstance(value, str):
        instant = re.fullmatch(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(\+00:00|Z)?", value)
        return f"{instant[1]}T{instant[2]}Z" if instant else value
    return value


def canonical_key(row: dict) -> str:
    return json.dumps(row, sort_keys=True)


class Postgres(Views):
    identity = "encode(digest, 'hex')"

    def __init__(self, url: str):
        self.url = url

    def load(self, *files, checks=None, scope=None, options=()) -> subprocess.CompletedProcess:
        """Runs the script as its users do."""
        words = ["--checks"] if checks else ["--scope"] if scope else []
        words += [*options, self.url, *files]
        with open(checks or scope or os.devnull) as given:
            return subprocess.run(
                [LOAD, *map(str, words)], stdin=given, capture_output=True, text=True, timeout=120,
                env=environment(pathlib.Path("/nowhere")))

    def loaded(self, *files, **more) -> str:
        done = self.load(*files, **more)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(self, *commands) -> str:
        words = [word for command in commands for word in ("-c", command)]
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *words, self.url], capture_output=True, text=True,
            timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def all(self, sql: str, tracker: str = "") -> list:
        # As JSON, so that columns stay apart whatever stands in them.
        rows = f"select coalesce(json_agg(row), '[]') from ({sql}) as row"
        return json.loads(self.run("set search_path = a11y, public", f"set a11y.tracker = '{tracker}'", rows))


class Duck(Views):
    """The script as its users run it: a process for each question."""

    identity = "digest"

    def __init__(self, *bundles, checks=None, decisions=None, scope=None, options=()):
        if not importlib.util.find_spec("duckdb"):
            missing("the Python module duckdb")
        self.bundles = [str(bundle) for bundle in bundles]
        self.checks = checks and str(checks)
        self.decisions = decisions and str(decisions)
        self.scope = scope and str(scope)
        self.options = [str(option) for option in options]

    def ask(self, sql: str) -> subprocess.CompletedProcess:
        options = ["--checks", self.checks] if self.checks else []
        options += self.options
        options += ["--decisions", self.decisions] if self.decisions else []
        options += ["--scope", self.scope] if self.scope else []
        return subprocess.run(
            [sys.executable, QUERY, "--json", *options, *self.bundles, sql], capture_output=True, text=True,
            timeout=120)

    def all(self, sql: str) -> list:
        done = self.ask(sql)
        assert done.returncode == 0, done.stderr
        return parsed(json.loads(done.stdout))


class OpenDuck(Duck):
    """The same without a process for each question: the bundles are read once."""

    def __init__(self, *bundles, checks=None, decisions=None, scope=None):
        super().__init__(*bundles, checks=checks, decisions=decisions, scope=scope)
        loader = importlib.machinery.SourceFileLoader("duckdb_query", str(QUERY))
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(module)
        self.connection = module.connect(self.bundles, self.checks, self.decisions, self.scope)

    def all(self, sql: str) -> list:
        answer = self.connection.execute(sql)
        names = [column[0] for column in answer.description]
        return parsed(json.loads(json.dumps([dict(zip(names, row)) for row in answer.fetchall()], default=str)))


def parsed(rows: list) -> list:
    """DuckDB hands JSON out as text."""
    return [
        {name: json.loads(value) if name in ("doc", "screens", "tags") and value else value
         for name, value in row.items()} for row in rows]
