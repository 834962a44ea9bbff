"""Two testers and a lead on three machines: bundles go round, a dispute is seen by all, settled where somebody decides, and
settled for all once the others follow.
"""

import json
import re

import pytest

from program import CHECK, COMPONENT, Tracker, require_sentence


class Team:
    """Three machines that know each other through bundles only."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0
        self.lead, self.tia, self.tom = (self.machine(name) for name in ("lead", "tia", "tom"))
        self.lead.register("home,screen", f"{COMPONENT},icon-button")
        bundle = self.bundle(self.lead)
        for machine in (self.tia, self.tom):
            machine.ok("import", "--adopt", bundle)

    def machine(self, name):
        machine = Tracker(self.folder / name)
        machine.folder.mkdir()
        machine.begin()
        machine.ok("config", "tester", name)
        return machine

    @property
    def machines(self):
        return self.lead, self.tia, self.tom

    def bundle(self, machine):
        self.count += 1
        path = self.folder / f"bundle-{self.count}.a11y.json"
        machine.ok("export", "-o", path)
        return path

    def send(self, machine, *others):
        bundle = self.bundle(machine)
        return [other.ok("import", bundle).text for other in others]

    def disputed(self):
        """Whose machines see something to settle."""
        return [machine for machine in self.machines if machine.run("resolve", "--exit-code").code == 1]

    def unfollow(self, lead, *others):
        """What the lead decided waits from now on."""
        for other in others:
            other.ok("follow", "--none", "lead")
            replica, = lead.rows("SELECT value FROM local WHERE name = 'replica'")[0]
            assert f"a11y undo follow {replica}-" in other.ok("waiting").text

    def follow(self, lead, *others):
        for other in others:
            other.ok("follow", "lead")
            assert other.run("waiting", "--exit-code").code == 0

    def disagree(self):
        self.tia.ok("log", "pass", CHECK, COMPONENT, "--build", "3.2")
        self.tom.ok("log", "fail", CHECK, COMPONENT, "--build", "3.2", "-s", "2", "-m", "it says button")
        self.tia.ok("edit", "component", "home", "--owner", "qa-1")
        self.tom.ok("edit", "component", "home", "--owner", "qa-2")
        return self.bundle(self.tia), self.bundle(self.tom)

    def require_agreement(self):
        exports = {self.bundle(machine).read_bytes() for machine in self.machines}
        assert len(exports) == 1
        for machine in self.machines:
            assert machine.ok("resolve").text == "No conflicts.\n"
            assert json.loads(machine.ok("list", "conflicts", "--json").out)["rows"] == []
            machine.require_sound()


@pytest.fixture
def team(folder):
    return Team(folder)


def test_a_dispute_is_reported_shown_settled_and_settled_for_all(team):
    bundles = team.disagree()
    taken = team.lead.ok("import", *bundles)
    assert taken.text == "Imported 2 files: 4 added, 4 the same, 0 refused, 1 dispute, 1 conflict.\n"
    assert "a11y resolve" in taken.error
    again = team.lead.ok("import", *bundles)
    assert again.text == "Imported 2 files: 0 added, 8 the same, 0 refused.\n"
    assert json.loads(team.lead.ok("status", "--json").out)["disputed"] == 1
    assert "1 disputed" in team.lead.ok("status").text
    listed = team.lead.ok("list", "conflicts", "--plain").text
    assert "a11y resolve" in listed and "FAIL, serious (tom on " in listed and "PASS (tia on " in listed

    commands = re.findall(r"^     a11y (resolve .*)$", team.lead.ok("resolve").text, re.MULTILINE)
    assert len(commands) == 4
    team.lead.ok(*commands[1].split())
    assert team.lead.ok(*commands[2].split()).text == (
        f"Resolved: {CHECK} on {COMPONENT}: fail, serious. Undone here and where this machine is followed: 1 result by tia. "
        'Reason: "REASON".\n')
    assert team.lead.ok("resolve").text == "No conflicts.\n"
    for text in team.send(team.lead, team.tia, team.tom):
        assert "dispute" not in text and "conflict" not in text
    # What the lead decided holds where the lead is followed, and as long as this is so.
    team.require_agreement()
    team.unfollow(team.lead, team.tia, team.tom)
    assert team.disputed() == [team.tia, team.tom]
    team.follow(team.lead, team.tia, team.tom)
    team.require_agreement()
    for machine in team.machines:
        cell, = json.loads(machine.ok("list", "cells", "--json").out)["rows"]
        assert (cell["outcome"], cell["severity"], cell["tester"], cell["build"]) == ("fail", 2, "tom", "3.2")
        component, = json.loads(machine.ok("list", "components", "component:home", "--json").out)["rows"]
        assert component["owner"] == "qa-1"


def test_an_ordinary_log_and_edit_settle_it_as_well(team):
    team.lead.ok("import", *team.disagree())
    team.send(team.lead, team.tia, team.tom)
    team.tia.ok("log", "fail", CHECK, COMPONENT, "--build", "3.2")
    team.tom.ok("edit", "component", "home", "--owner", "qa-3")
    team.send(team.tia, team.lead)
    team.send(team.tom, team.lead)
    team.send(team.lead, team.tia, team.tom)
    team.require_agreement()


def test_undo_of_the_settlement_opens_the_dispute_again_everywhere(team):
    team.lead.ok("import", *team.disagree())
    team.lead.ok("resolve", "component", "home", "owner", "2", "-m", "agreed")
    team.lead.ok("resolve", CHECK, COMPONENT, "pass", "-m", "seen")
    team.send(team.lead, team.tia, team.tom)
    team.require_agreement()
    assert "disputed" in team.lead.ok("undo").text
    first, second = team.send(team.lead, team.tia, team.tom)
    assert "1 dispute" in first and "1 dispute" in second
    assert team.disputed() == list(team.machines)
    team.lead.ok("redo")
    team.send(team.lead, team.tia, team.tom)
    team.require_agreement()
    for machine in team.machines:
        cell, = json.loads(machine.ok("list", "cells", "--json").out)["rows"]
        assert (cell["outcome"], cell["tester"]) == ("pass", "tia")


def test_who_looks_again_takes_nobodys_word_back_and_settles_it_for_all(team):
    team.lead.ok("import", *team.disagree())
    team.lead.ok("resolve", "component", "home", "owner", "2", "-m", "agreed")
    team.lead.ok("resolve", CHECK, COMPONENT, "pass", "--build", "3.2", "-m", "looked again")
    team.send(team.lead, team.tia, team.tom)
    team.require_agreement()
    for machine in team.machines:
        assert machine.run("waiting", "--exit-code").code == 0
        assert len(json.loads(machine.ok("list", "results", "--json").out)["rows"]) == 3
        cell, = json.loads(machine.ok("list", "cells", "--json").out)["rows"]
        assert (cell["outcome"], cell["tester"], cell["build"]) == ("pass", "lead", "3.2")


def test_what_is_not_disputed_or_not_in_view_is_refused(team):
    team.lead.ok("import", *team.disagree())
    require_sentence(team.lead.run("resolve", "component", "home", "owner", "qa-9"), 2)
    require_sentence(team.lead.run("resolve", "component", "home", "owner"), 5)
    require_sentence(team.lead.run("resolve", CHECK, "home", "pass"), 3)
    require_sentence(team.lead.run("resolve", "component", "home", "title", "x"), 3)
    assert len(json.loads(team.lead.ok("resolve", "--json").out)["rows"]) == 2
