"""Which edition of the built-in checks a tracker has: the one with which it began, until its own team chooses another.

What is old beside that, and what people who are not followed write, changes nothing.
"""

import json
import shutil

import pytest

from drawing import drawn
from facts import bundle
from forging import Chain, give
from old_trackers import KEPT, VERSIONS
from program import CHECK, Tracker
from test_upgrade import of_version

FIRST, SECOND = (308, "critical", "component", "moderate", True), (337, "minor", "component", "moderate", True)
THIRD, FOURTH = (337, "minor", "screen", "moderate", True), (337, "minor", "screen", "serious", True)
FIFTH = SIXTH = (337, "minor", "screen", "serious", False)
NUMBERED = {1: FIRST, 2: SECOND, 3: THIRD, 4: FOURTH, 5: FIFTH, 6: SIXTH}
SEVERE, RATED, ASKED = "layout.grid-8pt", "traits.header", "toggle.action-oriented-label"


def edition(tracker: Tracker) -> tuple:
    checks = json.loads(tracker.ok("list", "checks", "--json").out)["rows"]
    severe, rated, asked = (next(row for row in checks if row["id"] == name) for name in (SEVERE, RATED, ASKED))
    return len(checks), severe["impact"], severe["unit"], rated["impact"], "toggle" in asked["applies_to"]


def figures(tracker: Tracker, *words: str) -> dict:
    told = json.loads(tracker.ok("status", *words, "--json").out)
    return {name: told[name] for name in ("scope", "cells", "failing")}


def choose(chain: Chain, number) -> dict:
    return chain.add("set", kind="setting", key="tracker", fields={"catalog": number}, by=chain.tester)


def newest(folder, name="new") -> Tracker:
    tracker = Tracker(folder / name)
    tracker.folder.mkdir()
    tracker.begin("6")
    return tracker


def test_an_old_entry_of_a_stranger_leaves_a_new_tracker_as_it_is(tracker):
    assert edition(tracker) == SECOND
    old = Chain("malmalmalmal", "mal")  # its clock says February 2026, before the second edition
    old.component("from/before")
    old.result("fail", "from/before")
    tracker.ok("import", give(tracker, *old.facts))
    assert edition(tracker) == SECOND
    tracker.ok("follow", old.replica)
    assert edition(tracker) == SECOND, "who follows the author takes what they say, and they say nothing of it"
    tracker.ok("log", "fail", CHECK, "home", "-s", "2", "--at", "2020-01-01T12:00:00Z", "--tester", "t1")
    assert edition(tracker) == SECOND
    tracker.ok("doctor", "--rebuild")
    assert edition(tracker) == SECOND


# Each schema takes an edition and each edition follows on some schema; which of them has nothing to do with the other.
@pytest.mark.parametrize("version, number", drawn(
    "editions of old trackers", [(version, number) for version in VERSIONS for number in (2, 3, 4, 5, 6)]))
def test_an_old_tracker_takes_a_new_edition_when_its_team_says_so(folder, version, number):
    tracker = of_version(version, folder)
    tracker.ok("config", "tester", "t1")
    tracker.ok("log", "fail", SEVERE, "home")
    tracker.ok("edit", "audit", "spring", "--close")
    before, closed = figures(tracker), figures(tracker, "--audit", "spring")
    assert edition(tracker) == FIRST
    dry = tracker.ok("edit", "tracker", "--catalog", str(number), "--dry-run")
    assert edition(tracker) == FIRST, dry.text
    tracker.ok("edit", "tracker", "--catalog", str(number))
    assert edition(tracker) == NUMBERED[number] and figures(tracker) != before
    assert json.loads(tracker.ok("status", "--json").out)["scope"]["plan"] is None, "its plan is of all, as before"
    assert figures(tracker, "--audit", "spring") == closed, "a closed audit is closed"
    tracker.ok("doctor", "--rebuild")
    assert edition(tracker) == NUMBERED[number]
    tracker.require_sound()
    tracker.ok("undo")
    assert edition(tracker) == FIRST and figures(tracker) == before
    tracker.ok("edit", "tracker", "--catalog", str(number))
    tracker.ok("edit", "tracker", "--catalog", "")
    assert edition(tracker) == FIRST and figures(tracker) == before


@pytest.mark.parametrize("own, number", drawn(
    "editions of strangers", [(own, number) for own in (FIRST, SIXTH) for number in NUMBERED]))
def test_what_a_stranger_chooses_waits_until_they_are_followed(folder, own, number):
    tracker = of_version(VERSIONS[-1], folder) if own == FIRST else newest(folder)
    mal = Chain("malmalmalmal", "mal")
    choose(mal, number)
    told = tracker.ok("import", give(tracker, *mal.facts))
    assert edition(tracker) == own and f"catalog {number}" in " ".join(told.error.split()), told.error
    tracker.ok("follow", mal.replica)
    assert edition(tracker) == NUMBERED[number]
    tracker.ok("follow", "--none", mal.replica)
    assert edition(tracker) == own
    tracker.require_sound()


def test_who_joins_a_tracker_has_its_edition(folder):
    old, new = of_version(VERSIONS[-1], folder), newest(folder)
    new.register("home,screen")
    for number, (tracker, own) in enumerate(((old, FIRST), (new, SIXTH))):
        tracker.log("pass", CHECK, "home")
        tracker.ok("export", "-o", "all.a11y.json")
        imported, synced = newest(folder, f"imported-{number}"), newest(folder, f"synced-{number}")
        imported.ok("import", "--adopt", tracker.folder / "all.a11y.json")
        assert edition(imported) == own
        team = folder / f"team-{number}"
        team.mkdir()
        tracker.ok("sync", team)
        synced.ok("sync", team, "--adopt")
        assert edition(synced) == own
        tracker.ok("edit", "tracker", "--catalog", "1" if own == SIXTH else "6")
        other = edition(tracker)
        assert other != own
        for one in (tracker, synced):
            one.ok("sync", team)
        assert edition(synced) == other, "it follows the machines of its team"


@pytest.mark.parametrize("number", NUMBERED)
def test_a_tracker_begins_with_the_edition_that_is_asked_for(folder, number):
    folder = folder / "new"
    folder.mkdir()
    tracker = Tracker(folder)
    told = json.loads(tracker.ok("init", "--catalog", str(number), "--json").out)
    assert edition(tracker) == NUMBERED[number]
    assert told["tracker"].endswith({2: "u", 3: "l", 4: "o", 5: "i", 6: "iu"}.get(number, ""))
    tracker.ok("edit", "tracker", "--catalog", "2")
    assert edition(tracker) == SECOND
    tracker.ok("edit", "tracker", "--catalog", "")
    assert edition(tracker) == NUMBERED[number]


def test_a_result_of_a_control_stays_where_its_screen_is_asked_now(tracker):
    """It is shown and counts, beside what the screen is asked."""
    tracker.log("fail", "voiceover.reading-order", "sign-in/close-button")
    tracker.log("fail", "dynamic-type.text-scales", "sign-in/close-button")
    tracker.ok("edit", "tracker", "--catalog", "3")
    rows = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    assert {row["check"] for row in rows} == {"voiceover.reading-order", "dynamic-type.text-scales"}
    assert json.loads(tracker.ok("status", "--json").out)["failing"] == figures(tracker)["failing"] != 0


def test_a_bundle_of_before_keeps_its_edition(empty):
    empty.ok("import", "--adopt", shutil.copy(KEPT / f"v{VERSIONS[0]}.a11y.json", empty.folder))
    assert edition(empty) == FIRST
    empty.ok("log", "fail", SEVERE, "home", "--tester", "t1")
    assert json.loads(empty.ok("list", "findings", "--json", f"check:{SEVERE}").out)["rows"][0]["severity"] == 1


LATER = "has a newer edition, which this version of a11y does not know"


def words(answer) -> str:
    return " ".join((answer.text + answer.error).split())


@pytest.mark.parametrize("identity", ["0123456789ii", "0123456789ul", "012345678iio"])
def test_the_newest_stands_for_an_edition_that_a_later_program_made(folder, identity):
    """Its mark is no mark of today's editions: the newest is nearest, and the first is farthest."""
    chain = Chain("malmalmalmal", "mal")
    chain.component("home/x")
    chain.result("fail", "home/x")
    joined = newest(folder)
    (joined.folder / "later.a11y.json").write_text(bundle(identity, chain.facts))
    told = joined.ok("import", "--adopt", "later.a11y.json")
    assert edition(joined) == SIXTH and LATER in words(told), told.error
    assert json.loads(joined.ok("status", "--json").out)["scope"]["plan"] == {"checklists": ["essentials"], "conditions": None}
    for command in ["status"], ["report"], ["report", "--md"]:
        assert "The checks are those of edition 6" in words(joined.ok(*command)), command
    joined.ok("doctor", "--rebuild")
    assert edition(joined) == SIXTH
    joined.require_sound()
    joined.ok("edit", "tracker", "--catalog", "3")
    assert edition(joined) == THIRD and LATER not in words(joined.ok("status"))
    joined.ok("edit", "tracker", "--catalog", "")
    assert edition(joined) == SIXTH and LATER in words(joined.ok("status"))


def test_a_chosen_edition_of_a_later_program_is_said(folder):
    tracker = newest(folder)
    assert LATER not in words(tracker.ok("status"))
    mal = Chain("malmalmalmal", "mal")
    choose(mal, 7)
    tracker.ok("import", give(tracker, *mal.facts))
    assert LATER not in words(tracker.ok("status")), "it waits until its author is followed"
    tracker.ok("follow", mal.replica)
    assert edition(tracker) == SIXTH and LATER in words(tracker.ok("status"))
    tracker.ok("edit", "tracker", "--catalog", "6")
    assert LATER not in words(tracker.ok("status"))


def test_who_joins_a_folder_of_a_later_edition_is_told(folder):
    first, second = newest(folder, "first"), newest(folder, "second")
    chain = Chain("malmalmalmal", "mal")
    chain.component("home/x")
    (first.folder / "later.a11y.json").write_text(bundle("0123456789ii", chain.facts))
    first.ok("import", "--adopt", "later.a11y.json")
    team = folder / "team"
    team.mkdir()
    first.ok("sync", team)
    assert LATER in words(second.ok("sync", team, "--adopt"))
    assert edition(second) == SIXTH == edition(first)


def test_a_bundle_that_declares_an_edition_changes_none(tracker):
    """The ID of a tracker in a bundle says which tracker it is of: one with another mark is another tracker's."""
    before = edition(tracker)
    mal = Chain("malmalmalmal", "mal")
    mal.component("home/x")
    own = tracker.rows("SELECT value FROM local WHERE name = 'tracker'")[0][0]
    for end in "o", "i", "l":
        path = tracker.folder / f"{end}.a11y.json"
        path.write_text(bundle(own[:-1] + end, mal.facts))
        assert tracker.run("import", path).code != 0
        assert edition(tracker) == before


def test_a_program_of_today_asks_a_tracker_and_a_closed_audit_of_the_fourth_edition_what_it_asked(folder):
    """The fifth asks a control for no feature that is not named, and maps and bars for the contrast of graphics."""
    asked = {}
    for number in "4", "5":
        folder.joinpath(number).mkdir()
        tracker = Tracker(folder / number)
        tracker.begin(number)
        tracker.ok("edit", "tracker", "--checklists", "everything")
        tracker.register("all/map,map", "all/button,button", "all/toggle,toggle", "all/bar,toolbar")
        rows = json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]
        asked[number] = {kind: {row["check"] for row in rows if row["component"] == f"all/{kind}"} for kind in ("map", "button", "toggle", "bar")}
    four, five = asked["4"], asked["5"]
    assert five["map"] - four["map"] == {"contrast.non-text-3"} == five["bar"] - four["bar"]
    assert five["button"] < four["button"] and len(four["button"] - five["button"]) == 13
    assert "toggle.action-oriented-label" in four["toggle"] - five["toggle"]
    tracker = Tracker(folder / "4")
    tracker.ok("new", "audit", "spring", "--components", "all/*")
    tracker.ok("edit", "audit", "spring", "--close", "--yes")
    before = figures(tracker, "--audit", "spring")
    for number in "5", "6":
        tracker.ok("edit", "tracker", "--catalog", number)
        assert figures(tracker, "--audit", "spring") == before
