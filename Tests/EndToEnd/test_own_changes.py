"""An edit that moves the release check says so, also where nobody thinks of the release: a rename, conditions, an undo."""

import json

import pytest

CHECK = "voiceover.label-present"


@pytest.fixture
def held(tracker):
    """Two critical findings that block the release."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    for component in ["home", "search"]:
        assert tracker.log("fail", CHECK, component, "-s", "1").code == 0
    return tracker


def notes(answer):
    return [line.removeprefix("a11y: note: ") for line in answer.error.splitlines() if "release check" in line]


def waive(component):
    return ["new", "waiver", component, CHECK, "--reason", "deferred", "--approver", "lead-1", "--until", "2099-01-01"]


def test_a_rename_into_the_pattern_of_a_waiver(held):
    assert notes(held.ok(*waive("old*"))) == []
    dry = held.ok("edit", "component", "home", "--key", "old-home", "--dry-run")
    said = held.ok("edit", "component", "home", "--key", "old-home")
    assert notes(dry) == notes(said) == ["release check: HOLD, as before: 1 blocker gone"]
    said = held.ok("edit", "component", "search", "--key", "old-search", "--json")
    assert json.loads(said.out)["remarks"] == ["release check: HOLD before, SHIP now: 1 blocker gone"]
    held.require_sound()


def test_a_rename_alone_is_no_change(held):
    assert notes(held.ok("edit", "component", "home", "--key", "start")) == []


def test_what_is_asked_for(held):
    held.ok("undo")
    held.ok("undo")
    for component in ["home", "search"]:
        assert held.log("fail", CHECK, component, "-s", "1", "--condition", "dark").code == 0
    held.ok("edit", "tracker", "--conditions", "default,dark")
    assert notes(held.ok("edit", "tracker", "--conditions", "default")) == [
        "release check: HOLD before, NO DECISION now: 2 blockers gone"]
    assert notes(held.ok("undo")) == ["release check: NO DECISION before, HOLD now: 2 new blockers"]
    assert notes(held.ok("redo")) == ["release check: HOLD before, NO DECISION now: 2 blockers gone"]


def test_waivers_severities_and_rules(held):
    assert notes(held.ok(*waive("home"))) == ["release check: HOLD, as before: 1 blocker gone"]
    assert notes(held.ok("edit", "tracker", "--policy", "max-critical 1")) == [
        "release check: HOLD before, SHIP now: 1 blocker gone"]
    # A new component has to be tested: that goes without saying, and so do notes and owners.
    assert notes(held.ok("new", "component", "cart", "--kind", "button")) == []
    assert notes(held.ok("edit", "component", "cart", "--owner", "lead-1")) == []
    assert notes(held.ok("edit", "tracker", "--policy", "max-critical 0")) == [
        "release check: SHIP before, HOLD now: 1 new blocker"]
    assert notes(held.ok("edit", "component", "search", "--delete")) != []


def test_an_audit_with_a_policy_of_its_own(held):
    held.ok("new", "checklist", "own", "--check", CHECK)
    held.ok("new", "audit", "spring", "--checklist", "own", "--policy", "max-critical 0")
    assert held.log("fail", CHECK, "sign-in/close-button", "-s", "1", "--audit", "spring").code == 0
    assert notes(held.ok("edit", "audit", "spring", "--policy", "max-critical 1")) == [
        "release check of spring: HOLD before, SHIP now: 1 blocker gone"]
