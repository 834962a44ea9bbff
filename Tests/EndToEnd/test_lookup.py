"""What is looked up: every row of the reference says the facts of its source, and each conflict that touches it."""

import json

import pytest

from covering import entries, entry
from drawing import share
from program import TOP, Tracker

DATA = TOP / "Sources/CatalogData/data"
TABLES = ["trait", "action", "haptic", "style", "text-style", "gesture", "limit"]


def data(name, member):
    return json.loads((DATA / f"{name}.json").read_text())[member]


@pytest.mark.parametrize("table", TABLES)
def test_every_row_answers_with_its_checks_and_every_conflict_that_touches_it(folder, table):
    desk = Tracker(folder)
    conflicts = {one["id"]: one for one in data("conflicts", "conflicts")}
    for row in entries(desk, table):
        found = next(one for one in entries(desk, table, row["name"]) if one["name"] == row["name"])
        assert found["meaning"] and (found["checks"] or "(UIKit only)" in found["title"]), row["name"]
        checks = {check["id"] for check in found["checks"]}
        told = {one["id"]: one["reading"] for one in found["conflicts"]}
        assert {name for name, one in conflicts.items() if checks & set(one["checks"])} <= set(told), row["name"]
        assert all(conflicts[name]["reading"] == reading for name, reading in told.items()), row["name"]
    text = " ".join(desk.ok("lookup", table, row["name"]).text.split())
    for name, reading in told.items():
        assert name in text and f"Decision: {reading.split()[0]}" in text


def test_every_trait_has_the_name_and_systems_of_the_catalogue(folder):
    desk = Tracker(folder)
    for trait in data("traits", "traits"):
        found = entry(desk, "trait", trait["name"])
        if not trait["swiftui"]["exists"]:
            assert found["wrong_name"], trait["name"]
            continue
        since = {one["name"]: one["since"] for one in found["interfaces"]}
        assert since[f"AccessibilityTraits.{trait['swiftui']['name']}"] == trait["swiftui"]["since"], trait["name"]
        assert trait["check"] in [check["id"] for check in found["checks"]]


def test_limits_have_the_figures_of_their_sources(folder):
    desk = Tracker(folder)
    found = {row["name"]: row for row in entries(desk, "limit")}
    for name, words in [("tabs", "at least 3, at most 5"), ("navigation-depth", "at most 4"), ("alert-buttons", "at most 3"),
                        ("swipe-actions", "at most 4"), ("inline-picker-options", "at least 3, at most 7"),
                        ("menu-picker-options", "at least 2, at most 5"), ("onboarding-pages", "at most 3"),
                        ("modal-layers", "at most 1"), ("columns", "at most 3"), ("columns-ax", "at most 1")]:
        assert words in found[name]["meaning"], name


@pytest.mark.parametrize("table, facts", [
    ("text-style", {
        "largeTitle": "34", "title": "28", "title2": "22", "title3": "20", "headline": "17", "body": "17", "callout": "16",
        "subheadline": "15", "footnote": "13", "caption": "12", "caption2": "11"}),
    ("style", {
        "child-friendly": "48x48", "child-friendly-large": "56x56", "child-friendly-extra-large": "64x64", "icon": "48x48",
        "primary-action": "56", "card": "48x48"}),
    ("haptic", {
        "light": "UIImpactFeedbackGenerator", "medium": "UIImpactFeedbackGenerator", "heavy": "UIImpactFeedbackGenerator",
        "success": "UINotificationFeedbackGenerator", "error": "UINotificationFeedbackGenerator",
        "warning": "UINotificationFeedbackGenerator", "selection": "UISelectionFeedbackGenerator"}),
    ("gesture", {
        "tap": "Selects", "long-press": "context menu", "swipe-horizontal": "row", "swipe-vertical": "Scrolls",
        "pinch": "Zooms", "rotate": "Rotates", "edge-left": "back", "edge-top-left": "Notification Center",
        "edge-top-right": "Control Center", "edge-bottom": "home"}),
    ("action", {
        "default": "double tap", "escape": "scrub", "magic-tap": "two-finger", "delete": "macOS", "show-menu": "macOS"}),
])
def test_rows_say_what_their_sources_say(folder, table, facts):
    desk = Tracker(folder)
    for name, fact in facts.items():
        found = entry(desk, table, name)
        assert fact.lower() in json.dumps(found).lower(), name


def test_conflicts_are_one_table_with_their_readings_and_checks(empty):
    rows = entries(empty, "conflicts")
    register = data("conflicts", "conflicts")
    assert [row["name"] for row in rows] == [one["id"] for one in register]
    assert [row["meaning"] for row in rows] == [one["reading"] for one in register]
    text = " ".join(empty.ok("lookup", "E-06").text.split())
    assert "18 points in WCAG are not 18 iOS points" in text and "Decision" in text and "contrast.large-text-3" in text
    # Words of a conflict lead to it only where nothing else has them.
    assert all(row["table"] != "conflict" for row in entries(empty, "haptic"))


@pytest.mark.parametrize("words, name", [
    (["list", "styles", "insetGrouped"], "inset-grouped"), (["tiers", "64"], "extra-large"), (["row", "accessories", "chevron"], "chevron"),
    (["target", "minimum"], "minimum"), (["contrast", "non-text"], "non-text"), (["spacing", "grid"], "grid"),
    (["colors", "systemBackground"], "background"), (["clause", "11.7"], "11.7"), (["shift-cmd-c"], "Shift-Command-C"),
    (["colorSchemeContrast"], "increase-contrast"), (["Opens a URL"], "isLink")])
def test_tables_of_figures_and_names_in_code_are_found(empty, words, name):
    assert [row["name"] for row in entries(empty, *words)] == [name]


def test_a_word_of_checks_alone_leads_to_them(empty):
    answer = empty.run("lookup", "magnifier-of-nothing")
    assert "list checks" not in answer.error
    answer = empty.run("lookup", "zoomable")
    assert 'Run "a11y list checks zoomable" for 1 check with it.' in answer.error


@pytest.mark.parametrize("keys, title", [
    ("cmd+c", "Copy"), ("⇧⌘3", "Screenshot"), ("Command-Space", "Spotlight"), ("shift cmd z", "Redo"), ("⌘,", "Settings")])
def test_keys_are_found_however_they_are_written(folder, keys, title):
    assert entry(Tracker(folder), "shortcut", keys)["title"] == title


def test_each_shortcut_is_one_the_program_can_read(empty):
    for row in share("shortcuts", entries(empty, "shortcut"), 3):
        found = entry(empty, "shortcut", row["name"])
        assert found["platforms"] and found["figures"]["kind"] in ("standard", "of the system"), row["name"]
        assert (found["figures"]["kind"] == "standard") == ("usual" in found["figures"]), row["name"]
        if row["name"] != "Control-Option":
            empty.ok("new", "shortcut", row["name"], "--action", f"Zz {row['name']}")
    rows = json.loads(empty.ok("list", "shortcuts", "--json").out)["rows"]
    assert all(row["kinds"][0] in ("system", "standard") for row in rows), rows
