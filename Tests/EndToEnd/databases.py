"""PostgreSQL and DuckDB for tests: a server of our own on loopback, and the tables of the scripts as rows."""

import importlib.util
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

import pytest

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


class Postgres:
    def __init__(self, url: str):
        self.url = url

    def load(self, *folders) -> subprocess.CompletedProcess:
        """Runs the script as its users do."""
        return subprocess.run(
            [LOAD, self.url, *map(str, folders)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            env=environment(pathlib.Path("/nowhere")))

    def loaded(self, *folders) -> str:
        done = self.load(*folders)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(self, *commands) -> str:
        words = [word for command in commands for word in ("-c", command)]
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *words, self.url], capture_output=True, text=True,
            timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def all(self, sql: str) -> list:
        # As JSON, so that columns stay apart whatever stands in them.
        rows = f"select coalesce(json_agg(row), '[]') from ({sql}) as row"
        return json.loads(self.run("set search_path = a11y, public", rows))


class Duck:
    """The script as its users run it: a process for each question."""

    def __init__(self, *folders):
        if not importlib.util.find_spec("duckdb"):
            missing("the Python module duckdb")
        self.folders = list(map(str, folders))

    def ask(self, sql: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, QUERY, "--json", *self.folders, sql], capture_output=True, text=True, timeout=120)

    def all(self, sql: str) -> list:
        done = self.ask(sql)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def each(self, *views: str) -> dict:
        """The rows of several views, by one question: most of its time a process begins and reads the files."""
        row, = self.all("select " + ", ".join(f"(select to_json(list({view})) from {view}) as {view}" for view in views))
        return {view: json.loads(rows or "[]") for view, rows in row.items()}
