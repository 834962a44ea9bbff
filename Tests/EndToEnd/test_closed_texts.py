"""What is handed out of a closed audit reads the same for ever: names, texts, severities and verdicts are those of its closing."""

import json
import re
import shutil
import time

import pytest

from program import CHECK, Tracker

PAY, OWN, RATIO = "home/pay", "team.own", "contrast.text-4-5"
# When it was written, and of which history: a page names the entries that it was made from.
CHANGING = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|<dt>History</dt>.*|\b[0-9a-f]{64}\b")


@pytest.fixture(scope="module")
def closed(tmp_path_factory) -> Tracker:
    """An audit with a check of the team, a triage, a waiver and a verdict, closed."""
    tracker = Tracker(tmp_path_factory.mktemp("closed"))
    tracker.begin()
    tracker.ok("new", "component", "--from", "-", stdin=b"key,kind,title,owner,screens\nhome,screen,Home,o1,home\nhome/pay,button,Pay,o1,home\n")
    own = check(tracker)
    tracker.ok("new", "check", "--from", "-", stdin=json.dumps(own).encode())
    tracker.ok("new", "checklist", "own", "--check", f"{CHECK},{RATIO},{OWN}")
    tracker.ok("new", "audit", "r1", "--checklist", "own", "--build", "1.0", "--policy", "max-critical 0")
    for outcome, check_id, *more in [("fail", CHECK, "-s", "2", "-m", "no label"), ("fail", OWN, "-m", "own wrong"), ("pass", RATIO)]:
        tracker.ok("log", outcome, check_id, PAY, "--audit", "r1", "--build", "1.0", "--tester", "t1", *more)
    tracker.ok("new", "verdict", "4.1.2", "--level", "partially-supports", "--remarks", "first words", "--by", "lead-1")
    tracker.ok("new", "waiver", PAY, CHECK, "--reason", "deferred", "--approver", "lead-1", "--until", "2099-01-01")
    tracker.ok("edit", "finding", OWN, PAY, "--severity", "minor", "-m", "triaged")
    tracker.ok("edit", "audit", "r1", "--close")
    # What is edited is edited later than the moment of the closing.
    closed, = tracker.rows("SELECT json_extract(doc, '$.closed') FROM record WHERE kind = 'audit'")
    while time.time() * 1000 <= closed[0] + 1:
        time.sleep(0.001)
    return tracker


@pytest.fixture
def edited(closed, folder) -> Tracker:
    """A copy for one test."""
    tracker = Tracker(folder / "tracker")
    shutil.copytree(closed.folder, tracker.folder)
    return tracker


@pytest.fixture(scope="module")
def before(closed, tmp_path_factory) -> dict:
    """What each form says before any edit. Of a copy, as what follows an edit: what a copy says of itself is no change."""
    tracker = Tracker(tmp_path_factory.mktemp("before") / "tracker")
    shutil.copytree(closed.folder, tracker.folder)
    return texts(tracker)


def check(tracker, **more) -> dict:
    """A check of the team like a built-in one."""
    template = json.loads(tracker.ok("show", CHECK, "--json").out)
    return {**template.get("check", template), "id": OWN, "category": "team", "title": "Own thing", **more}


def texts(tracker) -> dict:
    """Each form in which it is handed out."""
    files = {"openacr": ["--openacr"], "earl": ["--earl"], "testrail": ["--testrail"], "xray": ["--xray"]}
    for name, words in files.items():
        tracker.ok("report", "--audit", "r1", *words, f"{name}.txt", "--yes")
    tracker.ok("report", "--audit", "r1", "--html", "page.txt", "--yes")
    tracker.ok("report", "--audit", "r1", "--openacr", "acr.txt", "--openacr-html", "acr-page.txt", "--yes")
    tracker.ok("report", "--audit", "r1", "--issues", "csv", "-o", "issues.txt", "--yes")
    tracker.run("gate", "--audit", "r1", "--sarif", "sarif.txt", "--junit-items", "items.txt", "--yes")
    found = {path.name: path.read_text() for path in sorted(tracker.folder.glob("*.txt"))}
    asked = {"report": ["report"], "markdown": ["report", "--md"], "json": ["report", "--json"], "gate": ["gate", "--json"],
             "declarations": ["report", "--declarations", "--json"], "findings": ["list", "findings", "--json"],
             "cells": ["list", "cells", "--json"], "criteria": ["list", "criteria", "--json"]}
    for name, words in asked.items():
        found[name] = tracker.run(*words, "--audit", "r1").text
    return {name: CHANGING.sub("", text) for name, text in found.items()}


EDITS = [
    ("edit", "component", PAY, "--title", "Pay now", "--owner", "o2", "--screen", "other", "--kind", "image", "--tag", "x"),
    ("edit", "component", "home", "--title", "Start"),
    ("edit", "check", CHECK, "--impact", "critical"), ("edit", "check", OWN, "--impact", "critical"),
    ("edit", "verdict", "4.1.2", "--level", "supports", "--remarks", "later words", "--by", "lead-1"),
    ("new", "verdict", "1.4.3", "--level", "supports", "--remarks", "later", "--by", "lead-1"),
    ("edit", "waiver", f"{PAY} {CHECK}", "--until", "2098-01-01"), ("edit", "waiver", f"{PAY} {CHECK}", "--delete"),
    ("edit", "finding", OWN, PAY, "--severity", "critical", "-m", "later triage", "--owner", "o9"),
    ("edit", "finding", OWN, PAY, "--severity", ""), ("edit", "finding", CHECK, PAY, "--severity", "critical", "-m", "later triage"),
    ("edit", "checklist", "own", "--title", "Other"), ("edit", "tracker", "--title", "Other", "--current-build", "7"),
    ("new", "note", "a later note", "--component", PAY), ("edit", "audit", "r1", "--title", "Other")]


@pytest.mark.parametrize("edits", [EDITS[first::5] for first in range(5)],
                         ids=lambda edits: "+".join("-".join(edit[:2] + edit[3:4]) for edit in edits))
def test_no_later_edit_changes_a_word_of_it(edited, before, edits):
    """Several at once, of things that have nothing to do with each other: a word of one is no less changed by another."""
    for edit in edits:
        edited.ok(*edit, A11Y_TESTER="t1")
    after = texts(edited)
    assert [name for name in before if before[name] != after[name]] == []
    edited.require_sound()


def test_a_changed_text_of_a_check_changes_no_word_of_it(edited, before):
    own = check(edited, title="Own thing changed", expected="Otherwise", how="Look again", impact="critical")
    edited.ok("edit", "check", OWN, "--from", "-", stdin=json.dumps(own).encode(), A11Y_TESTER="t1")
    after = texts(edited)
    assert [name for name in before if before[name] != after[name]] == []
    # Now it reads as it is.
    assert "Own thing changed" in edited.ok("report", "--audit", "r1", "--now", "--json").text
