"""Three testers, three clones of one git repository, two weeks: no merge ever stops, nothing is lost, and every
disagreement is listed."""

import os
import shutil
import subprocess

import pytest

from conftest import SEED
from team import Clone, require_same

DAYS = 14
WEEKS = range(int(os.environ.get("A11Y_FORTNIGHTS") or 1))


class Fortnight:
    """What happens, and the books that are kept of it."""

    def __init__(self, folder, dice):
        self.folder = folder
        self.dice = dice
        self.origin = folder / "origin.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", self.origin], check=True)
        self.notes = set()
        self.disputed = set()
        self.contested = set()
        self.branches = {}
        self.cells = [f"shared/{number}" for number in range(6)]
        tia = self.clone("tia")
        (tia.folder / ".gitignore").write_text(".a11y/\n")
        tia.shared.mkdir()
        (tia.shared / "README.md").write_text("# Our audits\n")
        tia.git("switch", "-q", "-c", "main")
        tia.git("add", "-A")
        tia.git("commit", "-q", "-m", "begin")
        tia.found(*self.cells, *(f"disputed/{number}" for number in range(DAYS)))
        tia.commit()
        tia.push()
        # This one's git changes the ends of lines.
        tom = self.clone("tom", **{"core.autocrlf": "true"}).join()
        ana = self.clone("ana").join()
        self.team = [tia, tom, ana]

    def clone(self, name, **settings):
        return Clone(self.folder / name, name, self.origin, **settings)

    def register(self, machine, *components):
        machine.register(*(f"{component},icon-button" for component in components))

    # A day

    def day(self, number):
        self.number = number
        for machine in self.dice.sample(self.team, len(self.team)):
            self.work(machine)
        self.disagree()
        if number in (5, 9):
            for machine in self.team:
                if machine not in self.branches:
                    machine.ok("backup", f"backup-{number}.db", "--yes", "--force")
                    (machine.folder / f"backup-{number}.db").replace(self.folder / f"{machine.tester}-{number}.db")
        self.branch()
        for machine in self.dice.sample(self.team, len(self.team)):
            self.share(machine)

    def work(self, machine):
        for turn in range(self.dice.randrange(1, 4)):
            note = f"{machine.tester} {self.number}.{turn}"
            machine.say("pass", self.dice.choice(self.cells), note, "--build", str(self.number))
            self.notes.add(note)
            if self.dice.random() < 0.3:
                machine.ok("undo", "--tester", machine.tester)
                if self.dice.random() < 0.3:
                    machine.ok("redo", "--tester", machine.tester)
        if self.dice.random() < 0.3:
            # Everyone edits components of their own, so that nobody contradicts anybody by chance.
            mine = self.cells[("tia", "tom", "ana").index(machine.tester)]
            machine.ok("edit", "component", mine, "--title", f"{machine.tester} {self.number}")
        if self.dice.random() < 0.3:
            mine = f"{machine.tester}/{self.number}"
            self.register(machine, mine)
            machine.say("fail", mine, f"own {mine}")
            self.notes.add(f"own {mine}")

    def disagree(self):
        """Two see different things in one build, or say who owns what, before they know of each other."""
        one, other = self.dice.sample([m for m in self.team if m not in self.branches], 2)
        if self.dice.random() < 0.6:
            component = f"disputed/{self.number}"
            for machine, outcome in [(one, "pass"), (other, "fail")]:
                machine.say(outcome, component, f"{machine.tester} {component}", "--build", "b")
                self.notes.add(f"{machine.tester} {component}")
            self.disputed.add(component)
        if self.dice.random() < 0.6:
            component = self.cells[self.number % len(self.cells)]
            for machine in (one, other):
                machine.ok("edit", "component", component, "--owner", f"{machine.tester}-{self.number}")
            self.contested.add(component)

    def branch(self):
        """Now and then someone's work goes to a branch of its own for some days."""
        for machine, (name, until) in list(self.branches.items()):
            if until <= self.number:
                machine.commit()
                machine.git("switch", "-q", "main")
                machine.pull(rebase=False)
                machine.git("merge", "-q", "--no-edit", name)
                del self.branches[machine]
        if not self.branches and self.number < DAYS - 3 and self.dice.random() < 0.5:
            machine = self.dice.choice(self.team)
            name = f"feature-{self.number}"
            machine.git("switch", "-q", "-c", name)
            self.branches[machine] = (name, self.number + self.dice.randrange(1, 4))

    def share(self, machine):
        machine.commit()
        if machine in self.branches:
            return
        machine.pull(rebase=self.dice.random() < 0.5)
        if self.dice.random() < 0.7:
            machine.commit()  # what was pulled is read, and what it brought is written
        machine.push()

    # Misfortunes

    def restore_from_backup(self, day):
        """A disk is lost after it was pushed, and a backup of some days ago put in its place."""
        machine = next(m for m in self.team[:2] if m not in self.branches)
        backup = self.folder / f"{machine.tester}-{day}.db"
        if not backup.exists():
            return False
        before = machine.replica()
        machine.lose()
        (machine.folder / ".a11y").mkdir()
        shutil.copy(backup, machine.database)
        note = f"{machine.tester} again {self.number}"
        machine.say("pass", self.cells[0], note)
        self.notes.add(note)
        assert machine.replica() != before
        # The folder gives back what the tester said since: an edit before that would contradict the tester's own.
        machine.commit()
        return True

    def restore_from_folder(self):
        """A whole machine is lost; a new one has the repository and nothing else."""
        old = self.team[2]
        if old in self.branches:
            return False
        shutil.rmtree(old.folder)
        self.team[2] = self.clone("ana").join()
        return True

    def end(self):
        self.number += 5
        self.branch()
        for _ in range(2):
            for machine in self.team:
                machine.commit()
                machine.pull(rebase=False)
                machine.push()
        for machine in self.team:
            machine.commit()


@pytest.mark.parametrize("week", WEEKS)
def test_a_fortnight_loses_nothing(folder, dice, week):
    print(f"\nA11Y_SEED={SEED}")
    fortnight = Fortnight(folder, dice)
    waiting = [lambda: fortnight.restore_from_backup(5), fortnight.restore_from_folder,
               lambda: fortnight.restore_from_backup(9)]
    for number in range(DAYS):
        fortnight.day(number)
        # One misfortune a day at most, from the seventh on.
        if number >= 7 and waiting and waiting[0]():
            waiting.pop(0)
    fortnight.end()
    require_same(*fortnight.team)
    for machine in fortnight.team:
        assert {note for note, in machine.results()} == fortnight.notes
        listed = machine.conflicts()
        assert {row["key"] for row in listed if row["conflict"] == "dispute"} == fortnight.disputed
        assert {(row["key"], row["field"]) for row in listed if row["conflict"] == "field"} == {
            (component, "owner") for component in fortnight.contested}
        assert not machine.git("status", "--porcelain")
        status = machine.status()
        assert all(replica["in_folder"] == replica["facts"] for replica in status["replicas"])
