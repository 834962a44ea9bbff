"""Rows of the coverage table by the work that they describe: what a tester has in hand is judged right.

Each case was wrong when somebody did the work by hand.
"""

import pytest

from covering import said as told
from forging import Chain, give
from measuring import add, asked, rows, said
from program import Tracker

TIERS = ["touch-target.recommended-48pt", "touch-target.large-56pt-primary", "touch-target.extra-large-64pt-child"]


def verdict(tracker, *words):
    """Whether a pass is taken, refused for its value, or taken without a verdict on its value."""
    code, told = said(tracker, "pass", *words)
    if code:
        assert "does not meet" in told, told
        return "refused"
    return "open" if "cannot be compared" in told else "taken"


@pytest.mark.parametrize("condition, value, expected", [
    ("text-xxxl", "2", "taken"), ("text-xxxl", "3", "refused"), ("text-l", "3", "taken"), ("text-ax1", "1", "taken"),
    ("text-ax1", "2", "refused"), ("text-xxxl", "xxxl: 2", "taken"), ("dark,text-xxxl", "3", "refused"),
    ("default", "xxxl: 2", "open"), ("default", "2", "refused")])
def test_columns_are_judged_by_the_text_size_they_were_seen_under(empty, condition, value, expected):
    add(empty, "shelf", "screen")
    words = ["dynamic-type.grid-columns-reduce", "shelf", "--value", value, "--condition", condition]
    assert verdict(empty, *words) == expected


@pytest.mark.parametrize("condition, value, expected", [
    ("light", "-0.05", "taken"), ("light", "0.10", "refused"), ("dark", "0.10", "taken"), ("dark", "-0.05", "refused")])
def test_a_press_brightens_in_dark_and_darkens_in_light(empty, condition, value, expected):
    add(empty, "pay", "button")
    words = ["visual-feedback.brightness-shift", "pay", "--value", value, "--condition", condition]
    assert verdict(empty, *words) == expected


def test_the_fold_judges_by_the_setting_as_well(empty):
    add(empty, "shelf", "screen")
    words = ["dynamic-type.grid-columns-reduce", "shelf", "--value", "3", "--condition", "text-xxxl"]
    empty.log("pass", *words, "--override", "the design says so")
    row, = rows(empty, "cells")
    assert row["outcome"] == "fail" and row["judged_outcome"] == "fail"
    empty.ok("doctor", "--rebuild")
    assert rows(empty, "cells") == [row]


def test_text_styles_have_their_figures_at_the_usual_text_size(empty):
    add(empty, "title", "screen")
    words = ["typography.text-styles", "title", "--value", "body: 53"]
    assert verdict(empty, *words, "--condition", "text-ax5") == "open"
    assert verdict(empty, *words) == "refused"


@pytest.mark.parametrize("check, value, expected", [
    ("visual-feedback.damping", "0.6", "taken"), ("visual-feedback.damping", "3", "refused"),
    ("visual-feedback.duration", "0.3 s", "taken"), ("visual-feedback.duration", "0.01 s", "refused"),
    ("dynamic-type.no-low-cap", "AX1", "refused"), ("dynamic-type.no-low-cap", "AX3", "taken"),
    # Below 24 pt the room around the target decides, and the tester has looked at that.
    ("touch-target.wcag-24pt-floor", "20x20", "open"), ("touch-target.wcag-24pt-floor", "24x24", "taken")])
def test_figures_that_were_judged_wrong(empty, check, value, expected):
    add(empty, "pay", "button")
    assert verdict(empty, check, "pay", "--value", value) == expected


@pytest.mark.parametrize("words, tiers", [
    (["--profile", "child", "--target-tier", "48"], TIERS[:1]), (["--profile", "child", "--target-tier", "56"], TIERS[:2]),
    (["--profile", "child", "--target-tier", "64"], TIERS), (["--profile", "child"], TIERS),
    (["--target-tier", "64"], TIERS[2:]), ([], []), (["--profile", "child", "--style", "child-friendly"], TIERS[:1]),
    (["--profile", "child", "--style", "child-friendly-large"], TIERS[:2])])
def test_what_a_target_is_asked_for_is_what_it_is_meant_to_be(empty, words, tiers):
    empty.ok("new", "component", "play", "--kind", "button", *words)
    assert asked(empty, "play") & set(TIERS) == set(tiers)


def test_a_registered_size_below_the_target_is_told(empty):
    empty.ok("new", "component", "play", "--kind", "button", "--target-tier", "56", "--size", "48x48")
    assert "56 pt (not met by the registered size 48x48)" in empty.ok("show", "play").text


@pytest.mark.parametrize("plan", [
    "stop recording: light", "delete material: light", "network error: success", "invalid input: light",
    "low battery: light", "quota exceeded: success", "switch tab: heavy", "quiz passed: light", "open material: light",
    "select subject: heavy", "checkbox: heavy", "delete failed: heavy"])
def test_a_haptic_is_held_against_the_moment_that_its_name_tells(empty, plan):
    add(empty, "play", "button")
    answer = empty.run("edit", "component", "play", "--planned", f"haptics.max-one-per-interaction={plan}")
    assert answer.code == 2 and "does not meet haptics.max-one-per-interaction" in answer.error


def test_a_moment_without_a_known_word_is_said_not_to_be_judged(empty):
    add(empty, "play", "button")
    answer = empty.run("edit", "component", "play", "--planned", "haptics.max-one-per-interaction=sparkle: light")
    assert answer.code == 0 and "sparkle: only the count is evaluated" in answer.error
    assert "a deletion" in empty.ok("calc", "haptic", "heavy", "--moment", "delete").text


def test_what_only_another_platform_has_is_refused(empty):
    empty.ok("new", "component", "mail/row", "--kind", "list-row", "--platform", "iOS")
    words = ["actions.delete-key-action", "mail/row"]
    assert empty.log("pass", *words).code == 2
    lines = f"outcome\tcheck\tcomponent\npass\t{words[0]}\t{words[1]}\n"
    answer = empty.log("-", stdin=lines.encode())
    assert answer.code == 4 and "only on iOS" in answer.error
    empty.log("na", *words)
    empty.ok("edit", "component", "mail/row", "--platform", "iOS", "--platform", "macOS")
    empty.log("pass", *words)


def test_a_release_waits_for_every_scenario(empty):
    """An audit of one button asks for some of the list; that nobody asked for the rest is no pass."""
    add(empty, "ok", "button")
    empty.ok("new", "audit", "rel", "--checklist", "pre-release")
    for row in rows(empty, "cells", "--all", "--audit", "rel"):
        empty.log("pass", row["check"], row["component"], "--audit", "rel")
    gate = told(empty, "gate", "--pre-release", "--audit", "rel", "--report-only")
    rule, = gate["rules"]
    assert gate["verdict"] == "no-data" and "voiceover.task-completion" in rule["not_asked"]
    assert empty.run("gate", "--pre-release", "--audit", "rel").code == 3
    add(empty, "app", "app")
    empty.ok("new", "audit", "app", "--checklist", "pre-release", "--whole-app")
    scenarios = rows(empty, "cells", "--all", "--audit", "app")
    for row in scenarios:
        empty.log("na", row["check"], row["component"], "--audit", "app", "-m", "not in this app")
    answer = empty.run("gate", "--pre-release", "--audit", "app")
    assert answer.code == 3 and "every item of the checklist is not applicable" in answer.text
    for row in scenarios:
        empty.log("pass", row["check"], row["component"], "--audit", "app")
    assert empty.run("gate", "--pre-release", "--audit", "app").code == 0


def test_what_the_app_excludes_keeps_no_release(folder):
    """A check of iPads was missing in an app for iPhones, and the advice was the audit that there was."""
    phone = Tracker(folder / "phone")
    phone.folder.mkdir()
    phone.ok("init", "--platform", "iOS")
    phone.ok("new", "audit", "pr", "--checklist", "pre-release", "--whole-app")
    for row in rows(phone, "cells", "--all", "--audit", "pr"):
        phone.log("pass", row["check"], row["component"], "--audit", "pr")
    gate = told(phone, "gate", "--pre-release", "--audit", "pr")
    rule, = gate["rules"]
    assert gate["verdict"] == "pass" and rule["not_asked"] == [] and "keyboard.ipad-attached" in rule["excluded"]
    text = " ".join(phone.ok("gate", "--pre-release", "--audit", "pr").text.split())
    assert "not asked for by the platforms or features of the app: keyboard.ipad-attached" in text
    # A query excludes nothing for good, and what is missing is named with what to do.
    narrow = phone.run("gate", "--pre-release", "--audit", "pr", "check:typography.*")
    assert narrow.code == 3 and "of the checklist without a component in scope (" in " ".join(narrow.text.split())


def test_what_strangers_register_excludes_nothing(folder):
    """A button for the Mac, of someone who is not followed, made the taps of children a check that the app does not ask for."""
    phone = Tracker(folder / "phone")
    phone.folder.mkdir()
    phone.ok("init", "--platform", "iOS")
    phone.ok("new", "component", "home", "--kind", "screen")
    phone.ok("edit", "tracker", "--checklists", "pre-release", "--policy", "pre-release", "-y")
    rule, = told(phone, "gate", "--report-only")["rules"]
    taps = "touch-target.first-tap-reliable"
    assert taps in rule["not_asked"] and "keyboard.ipad-attached" in rule["excluded"]
    mal = Chain("m" * 12, "mal")
    mal.add("set", kind="component", key="zz", fields={"kind": "button", "platforms": ["macOS"]}, by="mal")
    phone.ok("import", give(phone, *mal.facts))
    after, = told(phone, "gate", "--report-only")["rules"]
    assert taps in after["not_asked"] and after["excluded"] == rule["excluded"]
    # Once followed, it says so.
    phone.ok("follow", "m" * 12, "-y")
    assert taps in told(phone, "gate", "--report-only")["rules"][0]["excluded"]


def test_what_an_audit_does_not_ask_for_is_said(empty):
    add(empty, "ok", "button")
    empty.ok("new", "audit", "at", "--checklist", "critical-rules")
    answer = empty.log("fail", "switch-control.operable", "ok", "--audit", "at")
    assert "outside the scope of audit at" in answer.error
    answer = empty.log("pass", "voiceover.label-present", "ok", "--audit", "at")
    assert "outside the scope" not in answer.error
