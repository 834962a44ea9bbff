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
    tia.begin()
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


@pytest.mark.parametrize("how", ["new", "over"])
def test_an_older_copy_is_recognized_and_alarms_nobody(team, folder, how):
    """The file itself is put back with cp, and the first thing that it does is to sync."""
    tia, tom, ana = team
    former = tia.replica()
    shutil.copyfile(tia.database, folder / "old.db")
    tia.say("fail", "search", "after the copy")
    tia.ok("edit", "component", "home", "--retire")
    exchange(*team)
    put_back(tia, folder / "old.db", how)
    answer = tia.ok("sync", tia.shared)
    said = " ".join(answer.error.split())
    assert "ALARM" not in said
    assert "2 entries" in said and f"a11y follow {former}" in said
    assert ("This tracker was put back from an older copy, and goes on with a new ID." in said and "none is missing" in said) == (how == "over")
    for words in (["status"], ["gate", "--max-critical", "0", "--report-only"]):
        assert "ALARM" not in tia.ok(*words).text
    assert "after the copy" in tia.notes()
    tia.ok("follow", former)
    assert "Nothing waits" in tia.ok("waiting").text
    tia.say("pass", "search", "again", "--retest")
    assert tia.replica() != former
    exchange(*team)
    require_same(*team)
    state, = [state for state in tom.status()["replicas"] if state["replica"] == tia.replica()]
    assert state["parent"] == former and not any(state["forked"] for state in tom.status()["replicas"])
    assert "ALARM" not in tia.ok("status").text
    tia.require_sound()


def test_a_copy_that_goes_on_elsewhere_is_told_once_of_what_the_other_says(team, folder):
    """The entries of the machine that it is a copy of come with each sync; who follows it has heard of that."""
    tia, tom, ana = team
    copy = Machine(folder / "copy", "tia", tia.shared)
    shutil.copytree(tia.folder / ".a11y", copy.folder / ".a11y")
    tia.say("fail", "search", "on the first")
    tia.sync()
    said = " ".join(copy.ok("sync", tia.shared).error.split())
    assert "ALARM" not in said and f"a11y follow {tia.replica()}" in said
    copy.ok("follow", tia.replica())
    tia.say("pass", "search", "again")
    tia.sync()
    assert "former ID" not in copy.ok("sync", tia.shared).error
    assert copy.replica() != tia.replica()
    copy.require_sound()
