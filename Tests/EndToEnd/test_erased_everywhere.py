"""What was erased is gone: from the tracker's file and what lies beside it, from the shared folder, on every machine
that does what was asked; and no old bundle brings it back there."""

import json
import os

import pytest

from deciding import follow, state
from program import CHECK, WHY
from team import Machine, exchange, require_same

CANARY = "Kanarienvogel-7391"
NUMBER = "7391.93"  # where only a number may stand
LONG = CANARY + " " + "x" * 9_000 + " " + CANARY  # too long for a page: it has pages of its own


@pytest.fixture
def team(folder):
    """tia, tom and ana exchange through a folder."""
    shared = folder / "shared"
    shared.mkdir()
    (folder / "tmp").mkdir()
    team = [Machine(folder / "tia", "tia", shared).found("home", "search")]
    team[0].say("pass", "home", "harmless")
    team[0].sync()
    return team + [Machine(folder / name, name, shared).join() for name in ("tom", "ana")]


def speaks(text) -> bool:
    return CANARY.lower() in text.lower() or NUMBER in text


def holders(*folders) -> list:
    """The files that hold the canary, anywhere in their bytes, and those that are named by it."""
    found = []
    for folder in folders:
        for place in folder.rglob("*"):
            if speaks(place.name) or place.is_file() and speaks(place.read_bytes().decode("latin-1")):
                found.append(place)
    return found


def facts(machine) -> list:
    """The ids of all facts that speak of the canary, however deep."""
    sql = """
      SELECT branch.replica || '-' || (fact.id & 1099511627775), fact.body
      FROM fact JOIN branch ON branch.id = fact.id >> 40
      UNION ALL
      SELECT branch.replica || '-' || (result.id & 1099511627775),
        json_array(result.note, result.value, result.body, component.text, condition.text, tester.text, device.text,
          os.text, build.text, audit.text)
      FROM result JOIN branch ON branch.id = result.id >> 40 JOIN cell ON cell.id = result.cell
      JOIN context ON context.id = result.context
      JOIN term AS component ON component.id = cell.component JOIN term AS condition ON condition.id = cell.condition
      JOIN term AS tester ON tester.id = context.tester JOIN term AS device ON device.id = context.device
      JOIN term AS os ON os.id = context.os JOIN term AS build ON build.id = context.build
      JOIN term AS audit ON audit.id = context.audit
      """
    return [name for name, body in machine.rows(sql) if speaks(body)]


def plant_note(tia):
    tia.say("fail", "home", CANARY)


def plant_long_note(tia):
    tia.say("fail", "home", LONG)


def plant_undone_note(tia):
    plant_note(tia)
    tia.ok("undo", "--tester", "tia")


def plant_tester(tia):
    tia.ok("log", "fail", CHECK, "home", "--tester", CANARY)


def plant_circumstances(tia):
    for number, flag in enumerate(("--build", "--device", "--os")):
        tia.say("pass", "home", f"number {number}", flag, CANARY)


def plant_condition(tia):
    # A setting of the team's own, which an audit names first.
    tia.ok("new", "audit", "spot", "--checklist", "critical-rules", "--components", "home", "--build", "1", "--condition",
           CANARY.lower())
    tia.say("pass", "home", "in that condition", "--condition", CANARY.lower())


def plant_audit(tia):
    key = CANARY.lower()
    tia.ok("new", "audit", key, "--checklist", "critical-rules", "--components", "home", "--build", "1")
    tia.say("pass", "home", "in an audit", "--audit", key)


def plant_value(tia):
    tia.say("fail", "home", "too small", "--value", f"{NUMBER}x40", check="touch-target.minimum-44pt")


def plant_component(tia):
    tia.register(f"{CANARY.lower()}/button,icon-button")
    tia.say("fail", f"{CANARY.lower()}/button", "on it")


def plant_remark(tia):
    tia.ok("new", "note", CANARY, "--component", "home", "--tester", "tia")


def plant_edit(tia):
    tia.ok("edit", "component", "home", "--owner", CANARY, "--title", f"by {CANARY}")
    tia.ok("edit", "component", "home", "--owner", "qa")


def plant_check(tia):
    check = {"id": "team.hint", "title": CANARY, "how": f"Look for {CANARY}.", "expected": CANARY, "method": "manual",
             "impact": "minor"}
    tia.ok("new", "check", "team.hint", "--from", "-", stdin=json.dumps(check).encode())
    tia.ok("new", "checklist", "ours", "--from", "-", stdin=json.dumps(
        {"id": "ours", "title": CANARY, "checks": ["team.hint"]}).encode())


# Several at once: whichever of them is left somewhere is found there. An audit is alone, as it would ask for what others log.
PLANTED = [[plant_note, plant_long_note, plant_undone_note, plant_tester],
           [plant_circumstances, plant_value, plant_component, plant_remark], [plant_edit, plant_audit], [plant_check, plant_condition]]


def erase(machine, ids, folder, **more):
    for start in range(0, len(ids), 500):
        machine.ok("erase", "fact", *ids[start:start + 500], "--yes", *WHY, TMPDIR=folder / "tmp", **more)


@pytest.mark.parametrize("plants", PLANTED, ids=lambda plants: " ".join(plant.__name__.removeprefix("plant_") for plant in plants))
def test_nothing_of_it_is_left_anywhere(team, folder, plants):
    tia, tom, ana = team
    for plant in plants:
        known = len(facts(tia))
        plant(tia)
        assert len(facts(tia)) > known, plant
    tia.sync()
    # One file of tia is lost, so that tom writes what it held into a file of his own.
    tom.sync()
    file, = [place for place in holders(tia.part())]
    file.unlink()
    exchange(tom, ana, tia)
    assert holders(tom.part()), "the test shows nothing"
    tia.ok("export", "-o", folder / "old.a11y.json")
    tia.ok("backup", folder / "old.db")
    assert holders(tia.folder) and holders(ana.folder)

    ids = facts(tia)
    assert ids
    erase(tia, ids, folder)
    report = tia.sync()
    assert holders(tia.folder) == []
    assert [folder / "shared" / name for name in report["still_holding_erased"]] == holders(tia.shared)
    # Each decides for itself: nobody can prove to be tia.
    exchange(tom, ana)
    assert holders(tom.folder) and holders(ana.folder)
    follow(tom, ana)
    exchange(tom, ana)
    exchange(tia, tom, ana)
    assert holders(tia.folder, tom.folder, ana.folder, folder / "shared", folder / "tmp") == []
    for machine in team:
        require_same(*team)
        answer = machine.ok("import", folder / "old.a11y.json")
        assert "0 added" in answer.text
        machine.sync()
        machine.ok("doctor", "--rebuild")
    fresh = Machine(folder / "fresh", "zoe", tia.shared).join()
    fresh.ok("import", folder / "old.a11y.json")
    follow(fresh)
    fresh.ok("import", folder / "old.a11y.json")
    fresh.sync()
    assert holders(*(machine.folder for machine in (*team, fresh)), folder / "shared", folder / "tmp") == []
    require_same(*team, fresh)


def test_many_among_many_leave_no_trace_in_the_pages(team, folder, dice):
    """Hundreds of notes among thousands, so that the pages of the file are split, joined and freed."""
    tia, tom, _ = team
    rows, planted = [], 0
    for number in range(3_000):
        is_planted = dice.random() < 0.2
        planted += is_planted
        note = f"{CANARY} {number} " + "y" * dice.randrange(300) if is_planted else "z" * dice.randrange(300)
        rows.append(f"fail\t{CHECK}\thome\t\t\t{note}\n")
    tia.ok("log", "-", "--tester", "tia", stdin="".join(rows).encode())
    exchange(tia, tom)
    ids = facts(tia)
    assert len(ids) == planted
    erase(tia, ids, folder)
    assert holders(tia.folder) == []
    exchange(tia, tom)
    follow(tom)
    exchange(tia, tom)
    assert holders(tia.folder, tom.folder, folder / "shared") == []
    require_same(tia, tom)


def test_it_is_gone_with_the_command_that_erases(team, folder):
    tia, _, _ = team
    plant_note(tia)
    erase(tia, facts(tia), folder)
    assert holders(tia.folder, folder / "tmp") == []


def test_the_content_of_another_machine_waits_for_each_to_decide(team, folder):
    tia, tom, ana = team
    plant_note(tia)
    exchange(*team)
    erase(tom, facts(tom), folder, A11Y_TESTER="tom")
    report = tom.sync()
    stale, = report["still_holding_erased"]
    assert [tom.shared / stale] == holders(tom.shared) and holders(tom.folder) == []
    answer = tom.run("sync", tom.shared)
    assert "Erased content remains in 1 file of other machines" in answer.error and stale in answer.error

    for machine in (tia, ana):
        answer = machine.ok("sync", machine.shared)
        assert f"Request to erase 1 result, by tom on {tom.replica()}: waits ({tom.replica()}-1)." in answer.error
        assert "1 request waits for a decision. Run \"a11y waiting\" to review." in answer.error
        assert CANARY in machine.notes()
        waiting, = json.loads(machine.ok("erase", "list", "--json").out)["rows"]
        assert (waiting["replica"], waiting["waiting"], waiting["reason"]) == (tom.replica(), 1, WHY[1])
        assert machine.status()["waiting"] == 1
    tia.ok("erase", "follow", waiting["id"], "--yes")
    assert holders(tia.folder) == []
    assert tia.sync()["cleaned"] == [stale]
    assert holders(tia.shared) == []
    ana.sync()
    ana.ok("erase", "follow", waiting["id"], "--yes")
    exchange(*team)
    assert holders(*(machine.folder for machine in team), folder / "shared") == []
    require_same(*team)

    # Whoever was followed once is asked about again.
    tia.say("fail", "search", f"{CANARY} again")
    exchange(*team)
    erase(tom, facts(tom), folder)
    exchange(tom, ana, tia)
    assert holders(ana.folder) and holders(tia.folder)
    assert (ana.status()["waiting"], tia.status()["waiting"]) == (1, 1)


def test_many_requests_of_one_machine_are_followed_after_a_look(team, folder):
    tia, tom, ana = team
    for number in range(3):
        tia.say("fail", "home", f"{CANARY} {number}")
    exchange(*team)
    for one in facts(tia):
        erase(tia, [one], folder)
    exchange(*team)
    assert len(state(tom)["waiting"]) == 3
    tom.ok("erase", "follow", "--from", tia.replica(), "--dry-run")
    assert len(facts(tom)) == 3
    tom.ok("erase", "follow", "--from", tia.replica(), "--yes")
    assert holders(tom.folder) == [] and state(tom)["waiting"] == []
    assert len(state(ana)["waiting"]) == 3, "what tom decides is not ana's decision"


def test_an_erasure_that_is_not_followed_does_not_stop_the_exchange(team, folder):
    tia, tom, ana = team
    plant_note(tia)
    exchange(*team)
    erase(tom, facts(tom), folder)
    exchange(*team)
    tia.say("pass", "search", "life goes on")
    exchange(*team)
    for machine in team:
        assert "life goes on" in machine.notes()
        assert machine.sync()["written"] == []


@pytest.mark.parametrize("how", ["backup", "folder"])
def test_the_files_of_a_machine_that_was_lost(team, folder, how):
    """Restored from its backup it goes on from the one that was lost, and cleans up after it; otherwise people do."""
    tia, tom, ana = team
    plant_note(tia)
    tia.ok("backup", folder / "tia.db")
    exchange(*team)
    tia.lose()
    if how == "backup":
        (tia.folder / ".a11y").mkdir()
        (folder / "tia.db").replace(tia.database)
        # The machine has a new name, and what it says now is no longer the answer of the one that logged the failure.
        assert tia.log("pass", CHECK, "home", tester="tia").code == 5
        tia.say("pass", "home", "again", "--retest")
    else:
        tia.join()
    erase(tia, facts(tia), folder)
    exchange(*team)
    follow(tom, ana)
    if how == "folder":
        report = tia.sync()
        stale, = report["still_holding_erased"]
        assert "no longer used, delete its files" in tia.ok("sync", tia.shared).error
        (tia.shared / stale).unlink()
    exchange(*team)
    assert holders(*(machine.folder for machine in team), folder / "shared") == []
    require_same(*team)


def test_what_git_keeps_is_said(team, folder):
    tia, _, _ = team
    os.mkdir(tia.shared / ".git")
    plant_note(tia)
    tia.sync()
    erase(tia, facts(tia), folder)
    answer = tia.ok("sync", tia.shared)
    assert "Rewrote 1 own file without erased content. Git history still contains the old files." in answer.error
