"""Rows of the coverage table where what was found is set against what was planned or has to be there.

Each test is named after its row and asks the program for what the row's last column says.
"""

import json

import pytest

from hostile import PAYLOADS
from measuring import HAPTIC, SCALE, VARIANTS, add, asked, document, judged, rows, said
from program import Tracker


def test_press_feedback_constants(empty):
    add(empty, "pay", "button", "--profile", "child", "--planned", f"{SCALE}=0.95")
    for check, good, bad in [
            (SCALE, "0.97", "0.98"), (SCALE, "0.92", "0.91"), ("visual-feedback.duration", "300ms", "0.31 s"),
            ("visual-feedback.damping", "0.6", "0.59"), ("visual-feedback.brightness-shift", "-0.05", "-0.06"),
            ("visual-feedback.brightness-shift", "0.10", "0.11"), ("visual-feedback.disabled-state", "50%", "60%")]:
        assert judged(empty, check, "pay", good) == "pass", check
        assert judged(empty, check, "pay", bad, outcome="fail") == "fail", check
    shift = "visual-feedback.brightness-shift"
    assert judged(empty, shift, "pay", "light: -0.05; dark: +0.10") == "pass"
    # Where documents differ, an item's first result says so.
    add(empty, "buy", "button", "--profile", "child", "--planned", f"{SCALE}=0.95")
    code, words = said(empty, "fail", shift, "buy", "--value", "light: 0.05; dark: 0.10")
    assert code == 0 and "light has 0.05, required is between -0.05 and -0.01" in words and "See source conflicts E-53 and E-75 (a11y show E-53)." in words

    code, words = said(empty, "pass", SCALE, "buy", "--value", "0.93")
    assert code == 0 and "See source conflicts E-70 and E-75 (a11y show E-70)." in words
    assert "specified 0.95, measured 0.93; within the check's requirement (between 0.92 and 0.97)" in words
    refused = empty.run("edit", "component", "pay", "--planned", f"{SCALE}=0.9")
    assert refused.code == 2 and "between 0.92 and 0.97" in refused.error and "See source conflict E-70:" in refused.error
    # The figures are constants of a project and can be overridden; what was measured is judged again.
    assert judged(empty, SCALE, "pay", "0.9", outcome="fail") == "fail"
    empty.ok("edit", "check", SCALE, "--threshold", "0.85,0.97")
    cell, = rows(empty, "cells", f"check:{SCALE}", "component:pay")
    assert (cell["outcome"], cell["judged_outcome"]) == ("fail", "pass")
    empty.ok("edit", "component", "pay", "--planned", f"{SCALE}=0.9")


def test_colour_state_table(empty):
    add(empty, "pay", "button")
    add(empty, "home", "screen")
    assert document(empty, "show", "home")["states"] == []
    empty.log("pass", "visual-feedback.normal-state", "pay")
    empty.log("pass", "visual-feedback.press-visible", "pay", "--condition", "dark")
    empty.log("fail", "visual-feedback.disabled-state", "pay", "--value", "80%")
    states = {state["state"]: state for state in document(empty, "show", "pay")["states"]}
    assert list(states) == ["normal", "pressed", "disabled", "loading"]
    assert states["normal"]["cells"][0]["outcome"] == "pass"
    assert states["pressed"]["cells"][0]["condition"] == "dark"
    assert states["disabled"]["cells"][0] == {
        "condition": "", "outcome": "fail", "value": "80%", "judged_outcome": "fail"}
    assert states["loading"] == {
        "state": "loading", "check": "visual-feedback.loading-state", "asked": True, "cells": []}
    text = empty.ok("show", "pay").text
    assert "UNTESTED  loading" in text and "FAIL  disabled" in text
    # Of a toggle only two are asked, and that is said.
    add(empty, "fav", "toggle")
    assert "loading  does not apply to toggle components" in empty.ok("show", "fav").text
    assert "between 45 and 55%" in empty.ok("show", "visual-feedback.disabled-state").text


TABLE = [
    ("toggle", "toggle", "light", "heavy"), ("press", "button", "medium", "light"),
    ("delete", "button", "heavy", "medium"), ("complete", "button", "success", "medium"),
    ("fail", "button", "error", "warning"), ("warning", "button", "warning", "error"),
    ("choose", "picker", "selection", "medium"), ("press", "tab-bar", "selection", "medium"),
    ("press", "toggle", "selection", "medium")]


@pytest.mark.parametrize("moment,kind,fits,misfits", TABLE)
def test_haptic_type_table(empty, moment, kind, fits, misfits):
    add(empty, "it", kind)
    empty.ok("edit", "component", "it", "--planned", f"{HAPTIC}={moment}: {fits}")
    refused = empty.run("edit", "component", "it", "--planned", f"{HAPTIC}={moment}: {misfits}")
    assert refused.code == 2 and f"{moment} has {misfits}" in refused.error and fits in refused.error
    assert document(empty, "show", "it")["planned"][0]["planned"] == f"{moment}: {fits}"
    unknown = empty.run("edit", "component", "it", "--planned", f"{HAPTIC}={moment}: buzz")
    assert unknown.code == 2 and "buzz" in unknown.error and "light, medium, heavy, success" in unknown.error
    # At most one for each interaction; which stays is the table's order of importance.
    code, words = said(
        empty, "pass", HAPTIC, "it", "--value", f"{moment}: {fits} {misfits}", "--override", "as designed")
    assert code == 0 and "expected at most 1" in words and "indicates fail" in words and "E-41" in words
    kept = empty.ok("calc", "haptic", f"{fits},{misfits}").text
    assert "FAIL" in kept and "Keep " in kept
    assert judged(empty, HAPTIC, "it", f"{moment}: {fits}; shake: heavy") == "pass"


def test_haptic_profiles(empty):
    add(empty, "adult", "button")
    add(empty, "child", "button", "--profile", "child")
    assert "haptics.meaningful-only" in asked(empty, "adult") - asked(empty, "child")
    assert "haptics.feedback-on-press" in asked(empty, "child") - asked(empty, "adult")
    assert HAPTIC in asked(empty, "adult") & asked(empty, "child")
    assert judged(empty, HAPTIC, "adult", "press: none") == "pass"
    assert judged(empty, HAPTIC, "child", "press: none") == "fail"
    assert "the child profile requires a haptic for each press (E-41)" in " ".join(empty.ok("show", HAPTIC, "child").text.split())
    answer = empty.ok("edit", "component", "adult", "--planned", f"{HAPTIC}=press: medium")
    assert "meaningful (E-41, haptics.meaningful-only)" in answer.error
    # The profile is changed, and what was measured is judged again.
    empty.ok("edit", "component", "child", "--profile", "general")
    cell, = rows(empty, "cells", f"check:{HAPTIC}", "component:child")
    assert (cell["outcome"], cell["judged_outcome"]) == ("pass", "pass")


def test_motion_matrix(empty):
    kinds = {
        "flip": "reduce-motion.animations-gated", "parallax": "reduce-motion.decorative-motion-off",
        "glass": "reduce-motion.glass-morphing-simplified", "push": "reduce-motion.transitions-fade"}
    for key in kinds:
        add(empty, f"motion/{key}", "animation")
    add(empty, "pay", "button")
    kinds = {f"motion/{key}": check for key, check in kinds.items()} | {"pay": "reduce-motion.press-feedback-alternative"}
    empty.ok("new", "checklist", "motion", "--from", "-", stdin=json.dumps(
        {"id": "motion", "title": "Motion", "checks": sorted(set(kinds.values()))}).encode())
    empty.ok("new", "audit", "motion", "--checklist", "motion", "--components", "**",
             "--condition", "default,reduce-motion")
    for component, check in kinds.items():
        pair, = rows(empty, "matrix", f"component:{component}", f"check:{check}")
        assert (pair["off"], pair["on"], pair["missing"]) == ("untested", "untested", ["off", "on"])
    cells = document(empty, "status", "--audit", "motion")["cells"]
    assert cells["untested"] % 2 == 0 and cells["untested"] >= 2 * len(kinds)
    for component, check in kinds.items():
        assert empty.log("pass", check, component, "--audit", "motion", "--condition", "default").code == 0
        pair, = rows(empty, "matrix", f"component:{component}", f"check:{check}")
        assert (pair["off"], pair["on"], pair["missing"]) == ("pass", "untested", ["on"])
    text = empty.ok("show", "motion/parallax").text
    assert "off: PASS, on: UNTESTED" in text and "not tested with reduce-motion on" in text
    assert "a11y walk --check 'reduce-motion.*' --condition reduce-motion" in empty.ok("list", "matrix", "--width", "200").text
    for component, check in kinds.items():
        outcome = "fail" if component == "motion/glass" else "pass"
        assert empty.log(outcome, check, component, "--audit", "motion", "--condition", "reduce-motion").code == 0
    left = {(row["component"], row["check"]) for row in rows(empty, "matrix")}
    assert ("motion/glass", kinds["motion/glass"]) in left
    assert not {item for item in kinds.items() if item[0] != "motion/glass"} & left
    whole = rows(empty, "matrix", "--all", "component:motion/push", f"check:{kinds['motion/push']}")
    assert [(row["off"], row["on"]) for row in whole] == [("pass", "pass")]
    assert document(empty, "status", "--audit", "motion")["cells"]["fail"] == 1


def test_transparency_fallback(empty):
    for key, kind in [("card", "card"), ("bar", "toolbar"), ("dialog", "modal")]:
        add(empty, key, kind)
        pair, = rows(empty, "matrix", f"component:{key}", "check:reduce-transparency.solid-fallback")
        assert (pair["setting"], pair["missing"]) == ("reduce-transparency", ["off", "on"])
    empty.log("pass", "reduce-transparency.solid-fallback", "card")
    empty.log("pass", "reduce-transparency.solid-fallback", "card", "--condition", "reduce-transparency")
    assert not rows(empty, "matrix", "component:card", "check:reduce-transparency.solid-fallback")
    contrast = "reduce-transparency.contrast-without-blur"
    assert judged(empty, contrast, "card", "4.5:1", "--condition", "reduce-transparency") == "pass"
    assert judged(empty, contrast, "card", "3.9:1", "--condition", "dark,reduce-transparency") == "fail"
    pair, = rows(empty, "matrix", "component:card", f"check:{contrast}")
    assert (pair["on"], pair["missing"]) == ("fail", ["off"])


def test_status_indicators(empty):
    check = "color.status-icon-and-text"
    add(empty, "badge", "status-indicator", "--planned", f"{check}=offline: colour glyph text; error: colour glyph text")
    assert judged(empty, check, "badge", "offline: colour glyph text; error: color icon text") == "pass"
    assert rows(empty, "planned") == []
    code, words = said(
        empty, "pass", check, "badge", "--value", "offline: colour glyph; error: colour", "--override", "as designed")
    assert code == 0 and "offline lacks text (2 of 3); error lacks glyph and text (1 of 3)" in words
    assert "recorded as pass" in words
    line, = rows(empty, "planned")
    assert line["says"] == "differs" and "offline lacks text (2 of 3)" in line["words"]
    assert said(empty, "pass", check, "badge", "--value", "offline: sound")[0] == 2
    assert judged(empty, check, "badge", "3") == "pass"


def test_colour_variants(empty):
    add(empty, "app", "app")
    assert judged(empty, VARIANTS, "app", "brand: light dark light-contrast dark-contrast; ink: none") == "fail"
    code, words = said(
        empty, "fail", VARIANTS, "app", "--value", "brand: light dark; accent: light dark light-contrast dark-contrast")
    assert code == 0 and "brand lacks light-contrast and dark-contrast (2 of 4)" in words
    assert "accent lacks" not in words
    text = " ".join(empty.ok("show", VARIANTS, "app").text.split())
    assert "which is FAIL today; brand lacks light-contrast and dark-contrast (2 of 4)" in text
    value = rows(empty, "cells", f"check:{VARIANTS}")[0]["value"]
    assert value["numbers"] == [2, 4] and value["unit"] == "appearance variants"
    # Many at once, from a file, and one on a line of its own in a walk.
    line = f"fail\t{VARIANTS}\tapp\t\tbrand: light; brand: dark\n"
    refused = empty.run("log", "-", "--tester", "t1", stdin=line.encode())
    assert refused.code == 4 and "named twice" in refused.error
    line = f"fail,{VARIANTS},app,,\"brand: light, dark\",\n"
    empty.ok("log", "-", "--tester", "t1", stdin=b"outcome,check,component,condition,value,note\n" + line.encode())
    assert rows(empty, "cells", f"check:{VARIANTS}")[0]["value"]["numbers"] == [2]
    for text in [*PAYLOADS, "x" * 5000, ";" * 100, ": : :", "café: light; cafe\u0301: dark"]:
        answer = empty.log("fail", VARIANTS, "app", "--value", text)
        assert answer.code in (0, 2), text
        assert "\x1b" not in answer.text + answer.error and "\u202e" not in answer.text + answer.error


def test_toggle_pattern(empty):
    add(empty, "watch", "icon-button", "--style", "state-toggle", "--planned", f"{HAPTIC}=toggle: selection")
    checklist = {row["id"]: row for row in rows(empty, "checklists")}["toggle-button"]
    parts = set(checklist["checks"])
    assert len(parts) == 13 and parts <= asked(empty, "watch")
    assert {"toggle.action-oriented-label", "toggle.icon-shape-changes", "automated-audit.identifiers-present",
            "visual-feedback.symbol-transition", "reduce-motion.animations-gated", "haptics.toggle-confirmation",
            "toggle.one-state-model"} <= parts
    empty.ok("new", "audit", "toggles", "--checklist", "toggle-button", "--components", "watch")
    assert document(empty, "status", "--audit", "toggles")["cells"]["untested"] == 13
    for check in sorted(parts):
        assert empty.log("pass", check, "watch", "--audit", "toggles").code == 0
    assert document(empty, "status", "--audit", "toggles")["cells"]["pass"] == 13
    # Two models at once are told apart by E-45, the haptic by E-42.
    assert "E-45" in empty.ok("show", "toggle.one-state-model", "watch").text
    refused = empty.run("edit", "component", "watch", "--planned", f"{HAPTIC}=toggle: heavy")
    assert refused.code == 2 and "the style state-toggle requires selection or light" in refused.error
    for mistake in ["toggle-generic-label", "toggle-without-identifier", "toggle-without-haptic",
                    "toggle-ignores-reduce-motion"]:
        pattern = document(empty, "lookup", "pattern", mistake)
        assert set(json.dumps(pattern).replace('"', " ").split()) & parts, mistake
    assert judged(empty, HAPTIC, "watch", "toggle: light") == "pass"
    lines = {line["by"]: line["says"] for line in rows(empty, "planned", "--all")}
    assert lines == {"plan": "differs", "state-toggle": "kept"}


def test_carousel_decision(empty):
    single = {"adjustable.carousel-single-element", "adjustable.increment-decrement", "adjustable.bounds-clamped",
              "adjustable.value-spoken"}
    items = {"adjustable.carousel-items-reachable"}
    add(empty, "films", "carousel")
    assert single | items | {"adjustable.carousel-pattern-fits"} <= asked(empty, "films")
    empty.ok("edit", "component", "films", "--style", "carousel-per-item")
    assert not single & asked(empty, "films") and items <= asked(empty, "films")
    add(empty, "tips", "carousel", "--style", "carousel-per-item")
    code, words = said(empty, "pass", "adjustable.value-spoken", "tips")
    assert code == 0 and "adjustable.value-spoken does not apply to components of style carousel-per-item." in words
    assert document(empty, "show", "films")["style"] == "carousel-per-item"
    empty.ok("edit", "component", "films", "--style", "carousel-single-control")
    assert single <= asked(empty, "films") and not items & asked(empty, "films")
    assert "adjustable.carousel-pattern-fits" in asked(empty, "films")
    empty.ok("undo")
    assert items <= asked(empty, "films") and not single & asked(empty, "films")


def test_planned_and_found_are_carried_everywhere(empty, folder):
    """Nothing is a side file: bundles, views, status, report and trend have it."""
    value = "brand: light dark; accent: light dark light-contrast dark-contrast"
    add(empty, "app", "app")
    add(empty, "pay", "button", "--planned", f"{SCALE}=0.95", "--planned", f"{HAPTIC}=press: medium")
    empty.log("fail", VARIANTS, "app", "--value", value)
    empty.log("pass", SCALE, "pay", "--value", "0.93")
    empty.log("pass", "reduce-motion.press-feedback-alternative", "pay", "--condition", "reduce-motion")
    bundle = folder / "all.a11y.json"
    empty.ok("export", "-o", bundle)
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", bundle)
    for kind in ["planned", "matrix", "cells"]:
        assert rows(other, kind) == rows(empty, kind)
    assert document(other, "show", "pay")["planned"] == document(empty, "show", "pay")["planned"]
    again = folder / "again.a11y.json"
    other.ok("export", "-o", again)
    facts = [json.loads(path.read_text())["facts"] for path in (bundle, again)]
    assert sorted(map(json.dumps, facts[0])) == sorted(map(json.dumps, facts[1]))
    assert "0 added" in other.ok("import", bundle).text
    view = other.rows("SELECT value FROM v_cell WHERE component = 'app'")
    assert view and value in view[0][0]
    plans = other.rows(
        "SELECT record.key, substr(field.key, 9), field.value FROM record, json_each(record.doc) AS field "
        "WHERE kind = 'component' AND deleted = 0 AND field.key LIKE 'planned.%' ORDER BY 2")
    assert plans == [("pay", HAPTIC, "press: medium"), ("pay", SCALE, "0.95")]
    assert value in other.ok("report", "--json").text
    assert document(other, "status")["cells"]["fail"] == 1
    assert document(other, "trend", "--by", "category")["points"]
    other.require_sound()
    # Two machines that plan differently leave a conflict that an edit settles.
    empty.ok("edit", "component", "pay", "--planned", f"{SCALE}=0.94")
    other.ok("edit", "component", "pay", "--planned", f"{SCALE}=0.96")
    empty.ok("export", "-o", bundle, "--yes")
    other.ok("import", bundle)
    conflict, = rows(other, "conflicts")
    assert conflict["field"] == f"planned.{SCALE}"
    other.ok("edit", "component", "pay", "--planned", f"{SCALE}=0.95")
    assert rows(other, "conflicts") == []
