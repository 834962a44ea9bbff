"""A machine is lost. Whatever it had exchanged comes back, from a backup, from a bundle or from the folder alone, and
it goes on under a new name."""

import shutil

import pytest

from team import Machine, exchange, require_same


@pytest.fixture
def team(folder):
    """tia, tom and ana, who all know the same; each has said something."""
    shared = folder / "shared"
    shared.mkdir()
    team = [Machine(folder / "tia", "tia", shared).found("home", "search")]
    team[0].sync()
    team += [Machine(folder / name, name, shared).join() for name in ("tom", "ana")]
    for machine in team:
        machine.say("pass", "home", f"{machine.tester} before")
    exchange(*team)
    return team


def put_back(machine, backup, how):
    """As people do it: into the emptied folder, or over the file."""
    if how == "new":
        machine.lose()
        (machine.folder / ".a11y").mkdir()
    shutil.copyfile(backup, machine.database)


@pytest.mark.parametrize("how", ["new", "over"])
@pytest.mark.parametrize("first", ["log", "sync"])
def test_from_a_backup(team, folder, how, first):
    tia, tom, ana = team
    before = tia.replica()
    tia.ok("backup", folder / "tia.db")
    tia.say("fail", "search", "after the backup")
    tia.ok("undo", "--tester", "tia")
    tia.ok("redo", "--tester", "tia")
    exchange(*team)
    wanted = tia.export()
    put_back(tia, folder / "tia.db", how)
    assert "after the backup" not in tia.notes()
    if first == "sync":
        assert tia.sync()["added"] == 3
        assert tia.export() == wanted == tom.export()
    tia.say("pass", "search", "again", "--retest")
    assert tia.replica() != before
    exchange(*team)
    require_same(*team)
    assert [note for note, in ana.results()] == sorted(
        ["tia before", "tom before", "ana before", "after the backup", "again"])
    state, = [state for state in tom.status()["replicas"] if state["replica"] == tia.replica()]
    assert state["parent"] == before and not any(state["forked"] for state in tom.status()["replicas"])
    # What was the lost machine's can be taken back by nobody but whoever recorded it; what is new can.
    tia.ok("undo", "--tester", "tia")


def test_from_a_backup_that_is_put_back_twice(team, folder):
    tia, tom, ana = team
    tia.ok("backup", folder / "tia.db")
    names = {tia.replica()}
    for turn in range(3):
        put_back(tia, folder / "tia.db", "new")
        tia.say("pass", "search", f"turn {turn}")
        names.add(tia.replica())
        exchange(*team)
    assert len(names) == 4
    require_same(*team)
    assert len(tia.results()) == 6
    assert not any(state["forked"] for state in ana.status()["replicas"])


def test_from_a_full_bundle(team, folder):
    tia, tom, ana = team
    before = tia.replica()
    tom.ok("export", "-o", folder / "everything.a11y.json")
    tia.lose()
    tia.ok("init")
    tia.ok("import", "--adopt", folder / "everything.a11y.json")
    assert tia.export() == tom.export()
    assert tia.replica() != before
    tia.say("pass", "search", "again")
    exchange(*team)
    require_same(*team)


def test_from_the_folder_alone(team):
    tia, tom, ana = team
    before = tia.replica()
    wanted = tia.export()
    tia.lose()
    tia.join()
    assert tia.export() == wanted
    assert tia.replica() != before
    tia.say("pass", "search", "again")
    exchange(*team)
    require_same(*team)


def test_from_the_folder_when_everyone_was_lost(team, folder):
    wanted = team[0].export()
    for machine in team:
        shutil.rmtree(machine.folder)
    one = Machine(folder / "one", "zoe", team[0].shared).join()
    assert one.export() == wanted
    assert one.sync()["written"] == []


def test_from_the_machines_when_the_folder_was_lost(team):
    tia, tom, ana = team
    wanted = tia.export()
    shutil.rmtree(tia.shared)
    tia.shared.mkdir()
    assert sum(entry["facts"] for entry in tom.sync()["written"]) == 5
    exchange(*team)
    assert require_same(*team) == wanted
    assert sum(1 for _ in tia.shared.rglob("*.a11y.json")) == 2
