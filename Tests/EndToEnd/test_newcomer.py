"""The first ten minutes: what somebody types who has read nothing, where each answer leads, and that it can be done."""

import json
import re
import sqlite3
import time

import pytest

from conftest import once
from forging import Chain, give
from program import CHECK, COMPONENT, Tracker

TARGET = "touch-target.minimum-44pt"
SCALE = "visual-feedback.scale-range"


@once()
def shop(tracker):
    """A tracker with a button and a screen."""
    tracker.ok("new", "component", COMPONENT, "--kind", "icon-button", "--screen", "sign-in", "--size", "40x40")
    tracker.ok("new", "component", "home", "--kind", "screen")
    tracker.ok("config", "tester", "t1")


def error(tracker, *words, code=None, **more):
    answer = tracker.run(*words, **more)
    assert answer.code == code if code is not None else answer.code != 0, answer.text + answer.error
    return answer.error


def test_a_status_without_results_leads_to_the_walk(shop):
    assert "a11y walk  " in shop.ok("status").text
    begun = shop.run("new", "audit", "spring", "--checklist", "labels-and-touch", "--components", "sign-in/**")
    items = re.search(r"note: (\d+) items to test; run \"a11y walk --audit spring\"\n", begun.error)
    assert items, begun.error
    assert f"a11y walk --audit spring  {items[1]} of {items[1]} items" in shop.ok("status").text
    walk = shop.run("walk", "--audit", "spring", stdin=b"p\n")
    assert walk.text.startswith(f"{items[1]} items in audit spring")
    # Somebody has begun: a lead wants the rows.
    assert "a11y list items status:untested --all --audit spring" in shop.ok("status").text


def test_an_audit_of_nothing_promises_nothing(shop):
    answer = shop.run("new", "audit", "later", "--checklist", "labels-and-touch", "--components", "later/**")
    assert answer.code == 0 and "to test" not in answer.error


WRONG = [
    ["ls"], ["add", "component", "x"], ["findings"], ["run"], ["-v"], ["log"], ["log", "pass"], ["log", "ok", CHECK, "home"],
    ["log", "pass", CHECK], ["log", "pass", "home", CHECK], ["log", "pass", CHECK, "nope/**"],
    ["log", "pass", "voiceover.*", "status:fail"], ["log", "like", "sign-in/close-button", "sign-in/close-button"],
    ["log", "pass", CHECK, "hame"], ["log", "pass", "voiceover.label-presnt", "home"], ["log", "pass", "voiceover", "home"],
    ["log", "fail", CHECK, "home", "-s", "5"], ["log", "fail", CHECK, "home", "--note", "x"],
    ["log", "fail", TARGET, "home", "--value", "big"], ["log", "fail", TARGET, "home", "--audit", "nope"],
    ["log", "fail", TARGET, "home", "--evidence", "no.png"], ["log", "-", "--pattern", "small-target"],
    ["new"], ["new", "component"], ["new", "component", "x"], ["new", "component", "x", "--kind", "buton"],
    ["new", "component", "home", "--kind", "screen"], ["new", "audit"], ["new", "audit", "a", "--checklist", "nope"],
    ["new", "component", "--from", "nope.csv"], ["new", "check", "team.x"], ["new", "gesture", "pinch"],
    ["edit", "component", "nope", "--owner", "x"], ["edit", "component", COMPONENT, "--planned", f"{TARGET}=40x40"],
    ["edit", "component", "home", "--planned", "x"], ["list", "finding"], ["list", "findings", "--severity", "1"],
    ["list", "cells", "statuss:fail"], ["list", "findings", "--columns", "foo"], ["show"], ["show", "nope"],
    ["trend"], ["trend", "--explain"], ["trend", "--since", "tomorrow"], ["gate", "--baseline", "nope"],
    ["status", "--as-of", "nope"], ["report", "--compare", "nope"], ["import", "nope.json"], ["export", "nope"],
    ["sync"], ["sync", "nope"], ["backup"], ["erase"], ["erase", "fact"], ["resolve", "x"], ["config", "foo"],
    ["init"], ["help", "nope"], ["completion"], ["walk", "--audit", "nope"], ["walk", "--only", "foo"],
    ["tap"], ["tap", "run", "nope"], ["tap", "report"], ["lookup", "nope"], ["calc", "type", "huge"], ["suggest"],
    ["status", "--db", "nope.db"],
]


@pytest.mark.parametrize("line", WRONG, ids=" ".join)
def test_a_hint_names_a_command_that_there_is(shop, line):
    said = error(shop, *line)
    assert said.startswith("a11y: "), said
    for words in re.findall(r"a11y ((?:[a-z][a-z-]*|--db)(?: [a-z]+)*)", " ".join(
            part for part in said.splitlines() if part.startswith("hint: "))):
        # The longest beginning that is a command; the rest is the sentence.
        words = words.split()
        known = next((words[:size] for size in range(min(len(words), 2), 0, -1)
                      if shop.run(*words[:size], "--help").code == 0), None)
        assert known, f"{said}\n{words}"
        assert shop.run(*known, "--help").text.startswith("a11y "), known


def test_without_a_tracker_every_command_says_how_one_is_made(tmp_path):
    nowhere = Tracker(tmp_path)
    for line in ["status", "list", "walk", "undo", "trend", "report", "doctor", "resolve", "export", "tap report"]:
        assert 'hint: Run "a11y init" to create a tracker here' in error(nowhere, *line.split(), code=3), line


def test_bulk_lines_are_told_with_their_number(shop):
    wrong, right = f"pass\t{CHECK}\tnope\n".encode(), f"pass\t{CHECK}\thome\n".encode()
    said = error(shop, "log", "-", stdin=wrong, code=4)
    assert "line 1: unknown component" in said and "--partial" not in said
    assert "pass --partial to log the 1 valid line." in error(shop, "log", "-", stdin=wrong + right, code=4)
    assert "pass --partial to log the 2 valid lines." in error(shop, "log", "-", stdin=wrong + right * 2, code=4)


def test_a_file_of_a_spreadsheet_is_told_what_is_wrong_with_it(shop):
    (shop.folder / "latin.csv").write_bytes(b"key,kind\ncaf\xe9,button\n")
    said = error(shop, "new", "component", "--from", "latin.csv", code=4)
    assert "a11y: latin.csv, line 2: text is not UTF-8 but probably Windows-1252 (cp1252). Save the file as UTF-8" in said
    (shop.folder / "semi.csv").write_text('key;kind;screens\na;button;"home;search"\n')
    shop.ok("new", "component", "--from", "semi.csv")
    assert json.loads(shop.ok("show", "a", "--json").out)["screens"] == ["home", "search"]
    (shop.folder / "empty.csv").write_text("")
    assert 'a11y: "empty.csv": the file is empty\n' in error(shop, "new", "component", "--from", "empty.csv", code=4)
    (shop.folder / "kind.csv").write_text("key,kind\na,buton\n")
    assert "Did you mean button? Use one of:" in error(shop, "new", "component", "--from", "kind.csv", code=4)


def test_what_was_found_stays_beside_what_was_planned(shop):
    shop.ok("new", "component", "settings/appearance/preview-button", "--kind", "button", "--planned", f"{SCALE}=0.95")
    shop.ok("log", "pass", SCALE, "settings/appearance/preview-button", "--value", "0.93")
    table = shop.ok("list", "planned", "--width", "80").text
    assert re.search(r"^Component +Check +(Specified +)?Value +Match$", table, re.MULTILINE), table
    assert "0.93" in table


@pytest.mark.parametrize("kind", ["planned", "matrix", "shortcuts", "gestures"])
def test_a_list_says_its_totals_as_data_too(shop, kind):
    shop.ok("edit", "component", COMPONENT, "--planned", f"{SCALE}=0.95")
    shop.ok("new", "shortcut", "cmd+shift+n", "--action", "New")
    shop.ok("new", "gesture", "pinch", "--component", "home", "--action", "Zoom")
    summary = json.loads(shop.ok("list", kind, "--json").out)["summary"]
    assert " ".join(summary) in " ".join(shop.ok("list", kind).text.split())


def test_gestures_and_screens_that_may_be_slips_are_said(shop):
    shop.ok("new", "gesture", "swipe", "--component", "home", "--action", "Delete", "--alternative", "Edit")
    again = shop.run("new", "gesture", "swipe", "--component", "home", "--action", "Remove", "--alternative", "Edit")
    assert "note: home already has gesture swipe-horizontal: swipe-horizontal-home-delete (Delete)" in again.error
    said = shop.run("new", "shortcut", "cmd+shift+n", "--action", "New", "--screen", "sign-on").error
    assert 'no component is on screen "sign-on". Did you mean sign-in?' in said
    assert "no component" not in shop.run("new", "shortcut", "cmd+k", "--action", "Find", "--screen", "sign-in").error


def test_a_gate_says_what_was_fixed_only_against_a_moment(shop):
    shop.ok("log", "pass", CHECK, COMPONENT)
    assert "0 regressed, required: none" in shop.ok("gate", "--no-regressions").text
    against = shop.run("gate", "--baseline", "2020-01-01", "--report-only").text
    assert "0 regressed, 0 fixed, required: none" in against


def test_evidence_from_a_clock_that_runs_ahead_is_not_of_today(shop):
    fast = Chain("f" * 12, "t1")
    shop.ok("import", give(shop, fast.result("pass", COMPONENT, check=CHECK, time=4_922_899_200_000)))
    words = "newest dated 2126-01-01 (in the future)"
    for form in (["status"], ["status", "--plain"], ["status", "--format", "md"], ["report"]):
        assert words in " ".join(shop.ok(*form).text.split()), form


def test_a_report_of_an_audit_tells_its_own_results_alone(shop):
    """A trend of every result beside the audit's own figures was a second total on one page."""
    shop.ok("new", "audit", "spring", "--checklist", "labels-and-touch")
    shop.ok("log", "fail", CHECK, COMPONENT)
    shop.ok("log", "pass", CHECK, "home", "--audit", "spring")
    assert json.loads(shop.ok("report", "--audit", "spring", "--json").out)["trend"] is None
    assert json.loads(shop.ok("report", "--json").out)["trend"] is not None


def test_a_lifted_limit_makes_nothing_fresh(shop):
    day = "2026-01-01T00:00Z"
    for check in (CHECK, TARGET):
        shop.ok("log", "fail", check, COMPONENT, "--at", day)
    shop.ok("edit", "tracker", "--stale-days", "1")
    before = json.loads(shop.ok("status", "--json").out)
    assert before["stale"] == 2
    time.sleep(1.1)  # Moments are told by the second.
    shop.ok("edit", "tracker", "--stale-days", "0")
    for check in (CHECK, TARGET):
        shop.ok("new", "waiver", COMPONENT, check, "--reason", "deferred", "--approver", "l1", "--until", "2126-01-01")
    text = " ".join(shop.ok("trend", "--explain", before["as_of"], "2126-01-01").text.split())
    assert "2 waivers granted" in text and "2 waiver granted" not in text, text
    assert "2 no longer stale" in text and "resh again" not in text, text


def test_sources_that_were_read_are_not_told_as_touched(shop):
    inspected = next(
        row["id"] for row in json.loads(shop.ok("list", "checks", "method:inspection", "--json").out)["rows"])
    shop.ok("log", "pass", inspected, "home")
    shop.ok("log", "pass", CHECK, COMPONENT)
    for command in ("status", "report"):
        text = shop.ok(command, "--by", "technology").text
        assert re.search(r"^  touch\s+1 of 1 evaluated items\s+pass", text, re.MULTILINE), text
        assert re.search(r"^  inspection\s+1 of 1 evaluated items\s+pass", text, re.MULTILINE), text


def test_a_session_without_a_device_says_what_it_takes(shop):
    shop.run("new", "plan", "p", "--component", COMPONENT, "--size", "48x48")
    words = ["--age-band", "6-8", "--moderator", "m1", "--consent", "c-1", "--guardian", "--assent"]
    said = error(shop, "tap", "run", "p", *words, stdin=b"h\n", code=2)
    assert "--device is missing; expected the manufacturer's model name, e.g. iPad mini 6" in said


@pytest.mark.parametrize("edition", ["2", "6"])
def test_the_trackers_with_which_tests_begin_are_what_init_makes(folder, edition):
    made, begun, second = (Tracker(folder / name) for name in ("made", "begun", "second"))
    for tracker in made, begun, second:
        tracker.folder.mkdir()
    made.ok("init", "--catalog", edition)
    begun.begin(edition)
    second.begin(edition)

    def held(tracker):
        files = {path.name: path.stat().st_mode for path in (tracker.database.parent, *tracker.database.parent.iterdir())}
        connection = sqlite3.connect(tracker.database)
        lines = [line for line in connection.iterdump() if not line.startswith('INSERT INTO "local"')]
        connection.close()
        return files, lines

    def local(tracker):
        return dict(tracker.rows("SELECT name, value FROM local"))

    assert held(begun) == held(made)
    one, other, third = local(made), local(begun), local(second)
    assert one.keys() == other.keys() and one["catalog"] == other["catalog"]
    for name in "tracker", "replica":
        assert len({one[name], other[name], third[name]}) == 3 and len(one[name]) == len(other[name])
    host, _ = one["place"].split()
    assert other["place"] == f"{host} {begun.database.stat().st_ino}"
    begun.register("home,screen")
    assert local(begun) == other, "a file that were a copy would take another name before it writes"


def test_ten_results_a_status_and_a_page_for_a_colleague_from_nothing(tmp_path):
    """What the README promises, in its commands and in order."""
    tracker = Tracker(tmp_path)
    tracker.ok("init")
    tracker.ok("new", "component", COMPONENT, "--kind", "icon-button", "--screen", "sign-in")
    tracker.ok("config", "tester", "t1")
    tracker.ok("new", "audit", "spring", "--checklist", "labels-and-touch", "--components", "sign-in/**")
    walk = tracker.run("walk", "--audit", "spring", stdin=b"p\nf 2 says only button\n" + b"p\n" * 8 + b"q\n")
    assert walk.code == 0 and "10 answered: 9 PASS, 1 FAIL." in walk.text
    counts = json.loads(tracker.ok("status", "--json").out)
    assert counts["coverage"]["answered"] == 10 and counts["cells"]["untested"] > 0
    tracker.ok("report", "--html", "report.html")
    assert "says only button" in (tmp_path / "report.html").read_text()
