"""Whatever a team does, in the end everybody has the same bytes, nothing is lost, and the model says the same of it.

A11Y_HISTORIES   how many histories, 4 unless set; Scripts/soak bundles runs more
"""

import json
import os
import pathlib
import shutil
import tempfile

import pytest

from deciding import ordered, records, state
from histories import Team, lines
from worlds import wanted, wanted_records

HISTORIES = int(os.environ.get("A11Y_HISTORIES") or 4)


@pytest.fixture
def team(dice):
    """In memory where the system has such a place: what a disk does is for other tests."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="a11y-team-", dir=memory)).resolve()
    yield Team(folder, dice)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("number", range(HISTORIES))
def test_a_team_ends_with_the_same_bytes(team, dice, number):
    for _ in range(dice.randrange(50)):
        team.step()
    team.exchange()
    last = team.machines[-1]
    bundle, shown = last.export(), last.shown()
    assert lines(bundle) == team.ledger.lines(), "not the union of what was sent"
    for machine in team.machines:
        assert machine.export() == bundle, "other bytes"
        assert machine.shown() == shown, "other rows"
    facts, accepted = [json.loads(line) for line in lines(bundle)], team.accepted(last)
    assert (ordered(state(last)), records(last)) == (wanted(facts, accepted), wanted_records(facts, accepted))
    path = team.send(last)
    last.ok("verify", path)
    newcomer = team.newcomer([path])
    team.settle(newcomer)
    assert newcomer.export() == bundle, "other bytes after the way into an empty tracker"
    assert newcomer.shown() == shown, "other rows in an empty tracker"
    last.ok("doctor", "--rebuild", "--yes")
    assert (last.export(), last.shown()) == (bundle, shown), "rebuilt"
    last.require_sound()
