"""Rows of the coverage table that are figures: limits, sizes, distances, contrast and the ladder of text sizes.

Each test is named after its row and asks the program for what the row's last column says.
"""

import pytest

from measuring import COLUMNS, add, asked, judged, rows, said


def test_navigation_limits(empty):
    add(empty, "tabs", "tab-bar")
    add(empty, "app", "app")
    code, words = said(empty, "fail", "navigation.tab-count", "tabs", "--value", "6 tabs")
    assert code == 0 and "See source conflict E-55 (a11y show E-55)." in words
    for value, outcome in [("6", "fail"), ("5", "pass"), ("3", "pass"), ("2", "fail")]:
        assert judged(empty, "navigation.tab-count", "tabs", value, outcome=outcome) == outcome
    code, words = said(empty, "pass", "navigation.depth", "app", "--value", "4 levels")
    assert code == 0 and "See source conflict E-56 (a11y show E-56)." in words and "would be" not in words
    assert judged(empty, "navigation.depth", "app", "5", outcome="fail") == "fail"
    assert "The upper end is the limit" in empty.ok("show", "navigation.depth", "app").text
    assert {"navigation.tab-bar-stays-visible"} <= asked(empty, "tabs")
    add(empty, "detail", "screen")
    assert {"navigation.back-swipe", "navigation.tab-bar-stays-visible"} <= asked(empty, "detail")


def test_numeric_limits(empty):
    add(empty, "leave", "alert")
    add(empty, "mail", "list-row")
    add(empty, "subject", "picker")
    add(empty, "welcome", "screen")
    add(empty, "sheet", "sheet")
    limits = [
        ("modality.alert-button-count", "leave", "3", "4", "alert-buttons"),
        ("components.swipe-action-count", "mail", "4", "5", "swipe-actions"),
        ("components.picker-inline", "subject", "7", "8", "inline-picker-options"),
        ("components.picker-inline", "subject", "3", "2", "inline-picker-options"),
        ("components.picker-menu", "subject", "5", "6", "menu-picker-options"),
        ("patterns.onboarding-length", "welcome", "3", "4", "onboarding-pages"),
        ("modality.no-stacking", "sheet", "1", "2", "modal-layers")]
    for check, component, good, bad, name in limits:
        assert judged(empty, check, component, good) == "pass", check
        assert judged(empty, check, component, bad, outcome="fail") == "fail", check
        assert "PASS" in empty.ok("calc", "limit", name, good).text
        assert "FAIL" in empty.ok("calc", "limit", name, bad).text
        assert check in empty.ok("lookup", "limit", name).text
    assert "E-56" in empty.ok("show", "components.swipe-action-count", "mail").text
    # Where documents differ, an item's first result says so.
    add(empty, "answer", "picker")
    assert "See source conflict E-56 (a11y show E-56)." in said(empty, "pass", "components.picker-inline", "answer", "--value", "4")[1]
    # Limits are data: another figure judges what was measured again.
    empty.ok("edit", "check", "modality.alert-button-count", "--threshold", "4")
    assert rows(empty, "cells", "component:leave")[0]["judged_outcome"] == "pass"


def test_grid_8(empty):
    add(empty, "home", "screen")
    for value, outcome in [("8", "pass"), ("16", "pass"), ("44", "pass"), ("4", "pass"), ("12", "pass"), ("10", "fail"),
                           ("45", "fail"), ("7", "fail")]:
        assert judged(empty, "layout.grid-8pt", "home", value, outcome=outcome) == outcome, value
    add(empty, "search", "screen")
    code, words = said(empty, "pass", "layout.grid-8pt", "search", "--value", "44")
    assert code == 0 and "would be" not in words and "E-68" in words
    text = empty.ok("calc", "grid", "44").text
    assert "PASS" in text and "exempt from the grid" in text and "E-68" in text
    assert "FAIL" in empty.ok("calc", "grid", "45").text


def test_grid_columns_rule(empty):
    add(empty, "shelf", "card")
    assert judged(empty, COLUMNS, "shelf", "default: 3; xxxl: 2; ax1: 1") == "pass"
    code, words = said(
        empty, "pass", COLUMNS, "shelf", "--value", "default: 4; xxxLarge: 3; AX3: 2", "--override", "as designed")
    assert code == 0 and "default has 4, required is at most 3; xxxLarge has 3, required is at most 2" in words
    assert "AX3 has 2, required is at most 1" in words and "indicates fail" in words
    code, words = said(empty, "pass", COLUMNS, "shelf", "--value", "default: 3")
    assert code == 0 and "The value does not include ax1, ax2, ax3, ax4, or ax5" in words
    assert judged(empty, COLUMNS, "shelf", "1") == "pass"
    assert judged(empty, COLUMNS, "shelf", "2", outcome="fail") == "fail"
    assert said(empty, "pass", COLUMNS, "shelf", "--value", "huge: 1")[0] == 2
    assert "at most 2" in empty.ok("lookup", "type-size", "xxxLarge").text


def test_text_style_table(empty):
    style, smallest = "typography.text-styles", "typography.minimum-11pt"
    add(empty, "phone", "text", "--platform", "iOS")
    add(empty, "desk", "text", "--platform", "macOS")
    sizes = {
        "largeTitle": (34, 26), "title": (28, 22), "title2": (22, 17), "title3": (20, 15), "headline": (17, 13),
        "body": (17, 13), "callout": (16, 12), "subheadline": (15, 11), "footnote": (13, 10), "caption": (12, 10),
        "caption2": (11, 10)}
    assert judged(empty, style, "phone", "; ".join(f"{name}: {size}" for name, (size, _) in sizes.items())) == "pass"
    assert judged(empty, style, "desk", "; ".join(f"{name}: {size}" for name, (_, size) in sizes.items())) == "pass"
    for name, (phone, desk) in sizes.items():
        text = empty.ok("lookup", "text-style", name).text
        assert f"{phone} pt" in text and f"{desk} pt" in text
        assert judged(empty, style, "phone", f"{name}: {phone - 1}", outcome="fail") == "fail"
        assert judged(empty, style, "desk", f"{name}: {phone}", outcome="fail") == "fail", name
    add(empty, "den", "text", "--platform", "macOS")
    code, words = said(empty, "fail", style, "den", "--value", "body: 17")
    assert code == 0 and "body has 17, required is 13" in words and "See source conflict E-72 (a11y show E-72)." in words
    assert judged(empty, "typography.body-17pt", "phone", "17") == "pass"
    assert judged(empty, "typography.body-17pt", "phone", "16", outcome="fail") == "fail"
    assert "typography.body-17pt" not in asked(empty, "desk")
    for component, good, bad in [("phone", "11", "10"), ("desk", "10", "9")]:
        assert judged(empty, smallest, component, good) == "pass"
        assert judged(empty, smallest, component, bad, outcome="fail") == "fail"


def test_adjustable_controls(empty):
    parts = ["adjustable.increment-decrement", "adjustable.bounds-clamped", "adjustable.value-spoken"]
    for kind in ["slider", "stepper", "picker"]:
        add(empty, kind, kind)
        assert set(parts) <= asked(empty, kind)
    for check, outcome in zip(parts, ["pass", "fail", "cant-tell"]):
        assert empty.log(outcome, check, "slider").code == 0
    found = {cell["check"]: cell["outcome"] for cell in rows(empty, "cells", "component:slider")}
    assert [found[check] for check in parts] == ["pass", "fail", "cant-tell"]
    text = empty.ok("lookup", "action", "adjustable").text
    assert all(check in text for check in parts) and "step, limits, spoken value" in text


def test_target_tiers(empty):
    tiers = [("touch-target.wcag-24pt-floor", 24), ("touch-target.minimum-44pt", 44),
             ("touch-target.recommended-48pt", 48), ("touch-target.large-56pt-primary", 56),
             ("touch-target.extra-large-64pt-child", 64)]
    add(empty, "pay", "button", "--profile", "child")
    for check, points in tiers:
        assert judged(empty, check, "pay", f"{points}x{points + 9}") == "pass"
        # Below the floor of 2.5.8 the room around the target decides.
        missed = None if points == 24 else "fail"
        assert judged(empty, check, "pay", f"{points - 1}x99", outcome="fail") == missed
    add(empty, "menu", "button", "--platform", "macOS")
    assert judged(empty, "touch-target.macos-pointer", "menu", "20") == "pass"
    assert judged(empty, "touch-target.macos-pointer", "menu", "19", outcome="fail") == "fail"
    add(empty, "play", "button", "--profile", "child")
    child = asked(empty, "play")
    empty.ok("edit", "component", "play", "--profile", "general")
    assert child - asked(empty, "play") >= {check for check, _ in tiers[2:]}
    text = empty.ok("calc", "target", "52x52", "--profile", "child").text
    assert "recommended" in text and "level AAA" in text and "Best practice" in text
    add(empty, "card", "card", "--style", "child-friendly-large", "--size", "52x52")
    line, = [line for line in rows(empty, "planned") if line["check"].startswith("touch-target.")]
    assert (line["planned"], line["found"], line["says"]) == ("at least 56x56", "52x52", "broken")


def test_forgiving_area(empty):
    add(empty, "badge", "badge", "--profile", "child")
    good, bad = empty.ok("calc", "area", "24x24", "--padding", "12").text, empty.ok(
        "calc", "area", "16x16", "--padding", "12").text
    assert "48x48 pt" in good and "FAIL" not in good
    assert "40x40 pt" in bad and "FAIL" in bad and "forgiving-area.total-meets-minimum" in bad
    for check in ["forgiving-area.total-meets-minimum", "forgiving-area.child-total-48"]:
        assert judged(empty, check, "badge", "48x48") == "pass"
        assert judged(empty, check, "badge", "40x40", outcome="fail") == "fail"
    assert judged(empty, "forgiving-area.no-overlap", "badge", "-4", outcome="fail") == "fail"
    assert "FAIL" in empty.ok("calc", "area", "0,0,24,24", "--padding", "12", "0,30,44,44").text


def test_spacing_rule(empty):
    add(empty, "pay", "button")
    text = empty.ok("calc", "gap", "0,0,44,44", "50,0,44,44").text
    assert "6 pt" in text and "FAIL" in text and "about 12 pt" in text and "about 24 pt" in text and "E-03" in text
    assert "FAIL" not in empty.ok("calc", "gap", "0,0,44,44", "52,0,44,44").text
    circle = empty.ok("calc", "gap", "0,0,20,20", "22,0,20,20").text
    assert "clear circle of 24 pt" in circle and "FAIL" in circle
    assert judged(empty, "spacing.adjacent-8pt", "pay", "8") == "pass"
    assert judged(empty, "spacing.adjacent-8pt", "pay", "6", outcome="fail") == "fail"
    assert judged(empty, "spacing.comfortable-12pt", "pay", "12") == "pass"
    add(empty, "buy", "button")
    assert "See source conflicts E-03 and E-05 (a11y show E-03)." in said(empty, "pass", "spacing.adjacent-8pt", "buy", "--value", "8")[1]


def test_contrast_rule(empty):
    add(empty, "hint", "text")
    text = empty.ok("calc", "contrast", "#3C3C43/60%", "white").text
    assert "3.44:1" in text and "E-06" in text
    both = empty.ok("calc", "contrast", "#888888", "white", "--text-size", "20").text
    assert "FAIL" in both and "PASS" in both and "3:1 passes the platform rule" in " ".join(both.split())
    # A name that CSS and the system give to two colors says which was taken.
    for name, own, ratio in [("blue", "systemBlue", "4.02:1"), ("green", "systemGreen", "2.22:1"), ("orange", "systemOrange", "2.19:1")]:
        words = " ".join(empty.ok("calc", "contrast", "white", name).text.split())
        assert "the CSS color here" in words and own in words, name
        words = empty.ok("calc", "contrast", "white", own).text
        assert ratio in words and "the CSS color here" not in words, own
    assert "6.36:1" in empty.ok("calc", "contrast", "secondaryLabelDark", "systemBackgroundDark").text
    check = "contrast.text-4-5"
    assert judged(empty, check, "hint", "3.44:1", outcome="fail") == "fail"
    assert judged(empty, check, "hint", "4.5:1", "--condition", "dark") == "pass"
    cells = {cell["condition"]: cell["judged_outcome"] for cell in rows(empty, "cells", f"check:{check}")}
    assert cells == {"": "fail", "dark": "pass"}
    assert judged(empty, "contrast.large-text-3", "hint", "3:1") == "pass"
    assert "E-12" in empty.ok("show", check, "hint").text


@pytest.mark.parametrize("target,branch,absent", [
    ("9", "no haptic API before iOS 10", "sensoryFeedback("), ("16.4", "UIKit feedback generators below iOS 17", None),
    ("17", "sensoryFeedback", "UIImpactFeedbackGenerator")])
def test_haptic_version_matrix(empty, target, branch, absent):
    text = " ".join(empty.ok("calc", "haptic", "medium", "--deployment", target).text.split())
    assert branch in text and (absent is None or absent not in text)
    if absent is None:
        assert "UIImpactFeedbackGenerator(style: .medium)" in text and "sensoryFeedback(.impact" in text
    assert "haptics.version-appropriate-api" in empty.ok("lookup", "haptic", "medium").text
    add(empty, "pay", "button")
    assert "haptics.version-appropriate-api" in asked(empty, "pay")
    assert "E-17" in empty.ok("show", "haptics.version-appropriate-api", "pay").text


def test_dynamic_type_ladder(empty):
    ladder = {"xSmall": 82, "small": 88, "medium": 94, "large": 100, "xLarge": 112, "xxLarge": 124, "xxxLarge": 135,
              "AX1": 165, "AX2": 194, "AX3": 235, "AX4": 276, "AX5": 312}
    whole = empty.ok("calc", "type").text
    for name, percent in ladder.items():
        assert name in whole and f"{percent}%" in whole
        assert f"{percent} percent" in empty.ok("lookup", "type-size", name).text
    cap = empty.ok("calc", "type", "ax1").text
    assert "165%" in cap and "FAIL" in cap and "E-09" in cap
    add(empty, "title", "text")
    assert judged(empty, "dynamic-type.no-low-cap", "title", "165%", outcome="fail") == "fail"
    assert judged(empty, "dynamic-type.no-low-cap", "title", "235%") == "pass"
    assert "AX3" in empty.ok("show", "dynamic-type.no-truncation-ax3").text
    add(empty, "home", "screen")
    assert {"dynamic-type.no-truncation-ax3", "dynamic-type.layout-at-largest"} <= asked(empty, "home")
