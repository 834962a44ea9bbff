"""Errors that no other test of the whole program meets, each driven once; the form of all is checked for every test."""

import contextlib
import json
import shutil
import sqlite3
import subprocess

import pytest

from program import CHECK, COMPONENT, PROGRAM, Tracker, environment
from saying import misformed

TARGET = "touch-target.minimum-44pt"
CHILD = ["--component", COMPONENT, "--size", "48x48", "--target", "90", "--children", "15", "--taps", "4"]
MANY = "outcome,check,component\n"

# What is run, what it reads, and what it says.
CASES = [
    (["list", "--all=yes"], "", "unexpected value for --all"),
    (["list", "--limit", "1", "--limit", "2"], "", "was specified more than once"),
    (["list", "--json", "--format", "csv"], "", "cannot be combined with --format"),
    (["tap", "nothing"], "", "unknown subcommand"),
    (["log", "fail", CHECK, COMPONENT, "-m", "--tester", "t1"], "", "missing value"),
    (["doctor", "one"], "", "unexpected argument"),
    (["calc", "target", "40x40", "--platform", "iOS", "--platform", "macOS"], "", "specified more than once"),
    (["fork", "settle", "x", "--keep", "1"], "", "unknown fork"),
    (["erase", "refuse"], "", "missing argument ID"),
    (["erase", "refuse", "f00d-1", "--yes"], "", "unknown request"),
    (["resolve", "component"], "", "expected KIND KEY FIELD"),
    (["resolve", CHECK, COMPONENT, "pass", "fail", "na"], "", "unexpected argument"),
    (["list", "checks", "tester:t1"], "", "does not apply to checks"),
    (["list", "cells", "--all", "audit:*"], "", "--all requires exactly one audit"),
    (["show", COMPONENT, "--save-evidence", "out"], "", "no evidence found"),
    (["show", "critical-rules", "--save-evidence", "out"], "", "--save-evidence requires a component"),
    (["log", "-", CHECK, "--tester", "t1"], "", "reads checks and components from the input"),
    (["log", "pass", CHECK, COMPONENT, "--pattern", "small-target", "--tester", "t1"], "", "--pattern applies only to a fail"),
    (["undo", "one"], "", "unexpected argument"),
    (["edit", "check", CHECK, "--delete"], "", "cannot remove built-in check"),
    (["edit", "check", CHECK, "--from", "check.json"], "", "cannot change the text of built-in check"),
    (["edit", "check", "team.one", "--impact", ""], "", "cannot be empty"),
    (["new", "check", "team.two", "--from", "check.json"], "", "unknown check"),
    (["edit", "checklist", "critical-rules", "--title", "x"], "", "cannot edit built-in checklist"),
    (["new", "checklist", "critical-rules", "--check", CHECK], "", "built-in checklist"),
    (["edit", "checklist", "mine", "other", "--from", "list.json"], "", "--from requires exactly one key"),
    (["edit", "note", "f00d", "-m", "x"], "", "unknown note"),
    (["new", "check", "--from", "broken.json"], "", "nothing was stored"),
    (["new", "plan", "p", *CHILD, "--script", "x"], "", "invalid value"),
    (["new", "plan", "p", *CHILD, "--parts", "A B"], "", "--parts"),
    (["new", "plan", "p", "--component", COMPONENT, "--size", "48x48", "--target", "many", "--children", "3"], "", "expected 50 to 99 percent"),
    (["new", "plan", "p", "--component", COMPONENT, "--size", "big", "--target", "90", "--children", "3"], "", "--size"),
    (["new", "reference", "--from", "empty.json"], "", "no entries"),
    (["new", "waiver", "a b", CHECK, "--reason", "deferred", "--until", "2099-01-01", "--approver", "l"], "", "unknown component"),
    (["gate", "--max-critical", "0", "--md", "--json"], "", "--md cannot be combined"),
    (["tap", "estimate"], "", "missing argument HITS/TAPS"),
    (["backup", ""], "", "invalid value"),
    (["backup", "."], "", "folder"),
    (["worksheet", "--only", "fail", "-o", "w.html"], "", "no items to test"),
    (["export", "--since", "x y", "-o", "b.json"], "", "file not found"),
    (["import", "--max", "facts", "b.json"], "", "expected NAME=NUMBER"),
    (["new", "component", "--from", "-"], '[{"key":"a","kind":"button","screens":[1]}]', "list of texts"),
    (["new", "component", "--from", "-"], "kind\nbutton\n", "missing column key"),
    (["new", "component", "--from", "-"], '[{"key":"a","kind":["button"]}]', "expected text, found an array"),
    (["new", "component", "--from", "-"], "key,kind,retired\na,button,perhaps\n", "yes or no"),
    (["edit", "component", COMPONENT, "--planned", f"{TARGET}=44x44", "--planned", f"{TARGET}=48x48"], "", "twice"),
    (["edit", "component", COMPONENT, "--planned", f"{CHECK}=1"], "", "no measured value"),
    (["log", "-", "--tester", "t1"], f"{MANY[:-1]},severity\nfail,{CHECK},{COMPONENT},9\n", "invalid severity"),
    (["log", "-", "--tester", "t1"], f"{MANY[:-1]},severity\npass,{CHECK},{COMPONENT},1\n", "severity applies only to a fail"),
    (["log", "-", "--tester", "t1"], "outcome,check,note\npass,x,y\n", "missing column component"),
    (["log", "-", "--tester", "t1"], f"pass,{CHECK},{COMPONENT}\n", "missing header row"),
    (["log", "pass", CHECK, COMPONENT, COMPONENT, "--tester", "t1"], "", "listed twice"),
    (["report", "--compare", "2099-01-01"], "", "later than the report"),
    (["log", "-", "--tester", "t1"], f'{MANY}pass,"{CHECK}" x,{COMPONENT}\n', "after a closing quote"),
    (["log", "-", "--tester", "t1"], f'{MANY}pass,"{CHECK},{COMPONENT}\n', "closing quote"),
    (["log", "pass", CHECK, COMPONENT, "--audit", "closed", "--tester", "t1"], "", 'audit "closed" is closed'),
    (["edit", "component", COMPONENT, "--style", "none-such"], "", "unknown button style"),
    (["show", "--evidence"], "", ""), (["sync", "nowhere"], "", ""), (["lookup", "style", "none-such"], "", ""),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A tracker with what the cases name; none of them changes it."""
    from program import Tracker
    tracker = Tracker(tmp_path_factory.mktemp("errors") / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.register(f"{COMPONENT},icon-button", "home,screen")
    check = {"id": "team.one", "title": "One", "how": "Look.", "expected": "It is.", "method": "manual", "impact": "minor"}
    (tracker.folder / "check.json").write_text(json.dumps(check))
    (tracker.folder / "list.json").write_text(json.dumps({"id": "mine", "title": "Mine", "checks": [CHECK]}))
    (tracker.folder / "broken.json").write_text("{")
    (tracker.folder / "entries.json").write_text(
        json.dumps([{"table": "style", "name": "ours", "title": "Ours", "meaning": "A style.", "use_when": "Always."}]))
    (tracker.folder / "empty.json").write_text("[]")
    tracker.ok("new", "check", "--from", "check.json")
    tracker.ok("new", "checklist", "mine", "--check", CHECK)
    tracker.ok("new", "checklist", "other", "--check", CHECK)
    tracker.ok("new", "audit", "closed", "--checklist", "mine")
    tracker.ok("edit", "audit", "closed", "--close")
    return tracker


@pytest.mark.parametrize("words, stdin, said", CASES, ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "")
def test_an_error_says_what_and_where_and_changes_nothing(place, words, stdin, said):
    before = place.rows("SELECT count(*) FROM fact")
    answer = place.run(*words, stdin=stdin.encode())
    assert answer.code != 0 and answer.error.startswith(("a11y: ", '{"error":')), answer
    assert said in answer.error, answer.error
    assert place.rows("SELECT count(*) FROM fact") == before


def test_a_workbook_is_not_written_to_a_terminal(place):
    """Standard output is a terminal here."""
    done = subprocess.run(
        ["script", "-qec", f"{PROGRAM} list --format xlsx", "/dev/null"], capture_output=True, cwd=place.folder,
        env=environment(place.folder), stdin=subprocess.DEVNULL, timeout=60)
    text = done.stdout.decode().replace("\r\n", "\n")
    assert "a workbook cannot be shown in a terminal" in text and done.returncode == 2
    assert not misformed(text)


def test_a_damaged_entry_of_any_kind_is_told_in_words(tmp_path):
    """Another program wrote to the file, or the disk lost a byte: a command says what it can, or where to look."""
    (tmp_path / "whole").mkdir()
    whole = Tracker(tmp_path / "whole")
    whole.show_demo()
    kinds = {kind for kind, in whole.rows("SELECT DISTINCT kind FROM fact")} | {"result"}
    assert {"note", "set", "result"} <= kinds
    met = 0
    for kind in sorted(kinds):
        shutil.copytree(whole.folder, tmp_path / kind)
        tracker = Tracker(tmp_path / kind)
        with contextlib.closing(sqlite3.connect(tracker.database)) as database, database:
            for table in ["result"] if kind == "result" else ["fact"]:
                where = "" if kind == "result" else f"WHERE kind = '{kind}'"
                database.execute(f"UPDATE {table} SET body = '{{' {where}")
        for command in ("status", "gate", "waiting", "list findings", "list results", "list notes", "list conflicts", "list changes",
                        "undo --list", "report", "trend", "export -o -", "tap report", "doctor", "follow", "list components",
                        "log pass --tester t1 " + CHECK + " " + COMPONENT, "export --tables tables", "doctor --rebuild"):
            answer = tracker.run(*command.split())
            assert "SELECT" not in answer.error and answer.code in range(9), (kind, command, answer.error)
            if "is damaged: malformed JSON" in answer.error:
                met += 1
                assert answer.code == 6 and 'Run "a11y doctor"' in answer.error
    assert met


def test_a_name_is_suggested_once(empty):
    """A category came once for each of its checks: did you mean contrast, contrast, or contrast."""
    empty.register("home,icon-button")
    for word, meant in ("category:contrasts", "contrast"), ("kind:icon-buton", "icon-button"):
        refused = empty.run("list", "items", word)
        assert refused.code == 2 and f"Did you mean {meant}?" in refused.error, refused.error
