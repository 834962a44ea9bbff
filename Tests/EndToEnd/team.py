"""Machines of a team: trackers that exchange through a folder, and clones of a git repository with one in it."""

import json
import pathlib
import shutil
import subprocess

import facts
from facts import reference, stated
from program import CHECK, Tracker, environment


class Machine(Tracker):
    """A machine with a tester at work on it."""

    def __init__(self, folder: pathlib.Path, tester: str, shared: pathlib.Path):
        super().__init__(folder)
        self.tester = tester
        self.shared = shared
        folder.mkdir(exist_ok=True)

    def found(self, *components):
        """The first machine of a team: it has the components."""
        self.begin()
        self.register(*(f"{component},icon-button" for component in components))
        return self

    def join(self):
        self.begin()
        self.ok("sync", "--adopt", self.shared)
        return self

    def say(self, outcome, component, note, *words, check=CHECK, **more):
        return self.ok("log", outcome, check, component, "-m", note, "--tester", self.tester, *words, **more)

    def sync(self, *words, **more) -> dict:
        return json.loads(self.ok("sync", self.shared, "--json", *words, **more).out)

    def status(self, **more) -> dict:
        return json.loads(self.ok("sync", "--status", self.shared, "--json", **more).out)

    def export(self) -> bytes:
        return self.ok("export", "-o", "-").out

    def conflicts(self) -> list:
        return json.loads(self.ok("list", "conflicts", "--json").out)["rows"]

    def results(self) -> list:
        """Every result ever, those that were taken back included, by their ids."""
        return self.rows("SELECT note FROM result ORDER BY note")

    def replica(self) -> str:
        return self.rows("SELECT value FROM local WHERE name = 'replica'")[0][0]

    def team(self) -> str:
        return self.rows("SELECT value FROM local WHERE name = 'tracker'")[0][0]

    def part(self) -> pathlib.Path:
        """The machine's own part of the shared folder."""
        return self.shared / self.team() / self.replica()

    def lose(self):
        """The disk is gone."""
        shutil.rmtree(self.folder / ".a11y")


def said(replica, *bodies, milliseconds=1_700_000_000_000) -> list:
    """The facts of a replica that says (kind, body), each behind the one before it."""
    told, previous = [], ""
    for number, (kind, body) in enumerate(bodies, 1):
        told.append(stated(replica, number, previous, [milliseconds + number, 0], kind, body, salt=f"{number:032x}"))
        previous = reference(told[-1])
    return told


def bundle(tracker, replica, *bodies, **when) -> bytes:
    """The bundle of a replica that says (kind, body), as a program of ours would have written it."""
    return facts.bundle(tracker, said(replica, *bodies, **when), **{"from": replica}).encode()


def exchange(*machines, rounds=2):
    """Everyone reads what everyone else wrote."""
    for _ in range(rounds):
        for machine in machines:
            machine.sync()


def require_same(*machines):
    """Everyone knows the same, to the byte."""
    first = machines[0].export()
    for machine in machines[1:]:
        assert machine.export() == first
    for machine in machines:
        machine.require_sound()
    return first


class Clone(Machine):
    """A machine that exchanges through `audits` in its clone of a git repository."""

    def __init__(self, folder, tester, origin, **settings):
        subprocess.run(["git", "clone", "-q", origin, folder], check=True, env=self.variables(tester, folder.parent))
        super().__init__(folder, tester, folder / "audits")
        for name, value in {"commit.gpgsign": "false", "gc.auto": "0", **settings}.items():
            self.git("config", name, value)

    @staticmethod
    def variables(tester, home):
        names = {f"GIT_{who}_{what}": f"{tester}@example.org" for who in ["AUTHOR", "COMMITTER"]
                 for what in ["NAME", "EMAIL"]}
        return environment(home, GIT_CONFIG_NOSYSTEM="1", GIT_EDITOR="true", GIT_TERMINAL_PROMPT="0", **names)

    def git(self, *words) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.folder, env=self.variables(self.tester, self.folder.parent), timeout=60,
            capture_output=True, text=True)
        assert done.returncode == 0, f"git {words}: {done.stdout}{done.stderr}"
        assert "CONFLICT" not in done.stdout + done.stderr
        return done.stdout

    def commit(self):
        """Exchanges and commits, if there is something to commit."""
        self.sync()
        self.git("add", "-A", "audits")
        if self.git("status", "--porcelain", "audits"):
            self.git("commit", "-q", "-m", "audit")

    def pull(self, rebase):
        self.git("pull", "-q", "--no-edit", "--rebase" if rebase else "--no-rebase", "origin", "main")

    def push(self):
        self.git("push", "-q", "origin", "main")
