"""What a component has, and the system that it is on, decide which checks are asked of it."""

import json
import sqlite3

import pytest

from program import Tracker, require_sentence
from test_catalog_rows import desk, said  # noqa: F401 (a fixture)


def asked(desk, key) -> set:
    return {row["check"] for row in said(desk, "list", "cells", "--all", f"component:{key}")["rows"]}


def test_a_component_is_asked_what_its_features_need(desk):
    desk.register("home,screen", "cart/remove,icon-button", "cart/add,button")
    before = {key: asked(desk, key) for key in ("home", "cart/remove", "cart/add")}
    told = desk.ok("edit", "component", "cart/remove", "--has", "destructive,haptics")
    assert "destructive" in told.text + told.error
    now = asked(desk, "cart/remove")
    assert "components.destructive-role" in now - before["cart/remove"]
    assert "haptics.max-one-per-interaction" in now - before["cart/remove"]
    assert asked(desk, "cart/add") == before["cart/add"], "who says nothing is asked as before"
    desk.ok("edit", "component", "cart/add", "--has", "own-style")
    assert asked(desk, "cart/add") > before["cart/add"]
    assert "has destructive and haptics" in " ".join(
        desk.ok("show", "visual-feedback.damping", "cart/remove").text.split())
    desk.ok("edit", "component", "cart/add", "--has", "")
    assert asked(desk, "cart/add") == before["cart/add"]
    desk.ok("undo")
    assert asked(desk, "cart/add") > before["cart/add"]
    desk.require_sound()


def test_a_control_is_asked_for_no_feature_that_is_not_named(desk):
    """A plain button was asked for six kinds of haptics, five figures of a style, and the role of an action that deletes."""
    desk.register("app,app", "home,screen", "add,button", "favorite,toggle", "kid,button")
    desk.ok("edit", "component", "kid", "--profile", "child")

    def needs(key, *families):
        return {name for name in asked(desk, key) if name.startswith(families)}

    assert not needs("add", "haptics.", "components.destructive", "visual-feedback.damping", "visual-feedback.scale")
    assert len(asked(desk, "add")) <= 29
    desk.ok("edit", "component", "favorite", "--has", "none")
    assert not needs("favorite", "haptics.type")
    # Who tests a screen or the app sees what is there; a child's control has haptics, and a style has what it promises.
    assert needs("home", "gestures.") and needs("app", "haptics.") and needs("kid", "haptics.type")
    desk.ok("edit", "component", "add", "--style", "child-friendly")
    assert needs("add", "haptics.type-medium") and needs("add", "visual-feedback.damping")
    desk.ok("edit", "component", "add", "--style", "", "--has", "haptics")
    assert needs("add", "haptics.type-heavy") and not needs("add", "visual-feedback.damping")
    shown = desk.run("show", "visual-feedback.damping", "favorite")
    assert "this component has none" in " ".join((shown.text + shown.error).split())
    desk.ok("edit", "tracker", "--catalog", "3")
    desk.ok("edit", "component", "add", "--has", "")
    assert needs("add", "haptics.type-heavy") and needs("add", "visual-feedback.damping"), "earlier editions are as they were"


def test_features_are_in_lists_and_files(desk):
    sheet = b"key,kind,has\nhome,screen,glass;drag\nhome/play,button,none\nhome/x,button,\n"
    desk.ok("new", "component", "--from", "-", stdin=sheet)
    rows = {row["key"]: row["has"] for row in said(desk, "list", "components")["rows"]}
    assert rows == {"home": ["glass", "drag"], "home/play": ["none"], "home/x": []}
    assert "glass, drag" in desk.ok("show", "home").text
    listed = desk.ok("list", "components", "--format", "csv").out
    other = Tracker(desk.folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("new", "component", "--from", "-", stdin=listed)
    assert {row["key"]: row["has"] for row in said(other, "list", "components")["rows"]} == rows
    desk.ok("new", "component", "home/y", "--like", "home/play")
    assert said(desk, "list", "components", "home/y")["rows"][0]["has"] == ["none"]


def test_features_are_named_in_a_walk(desk):
    """What does not apply then is not asked, and what is new comes next; it is the record that every list has."""
    desk.register("home,screen", "cart/remove,icon-button", "cart/add,button")
    desk.ok("edit", "component", "cart/remove", "--has", "own-style")
    before = asked(desk, "cart/remove")
    answer = desk.ok("walk", "--component", "cart/remove", stdin=b"h haptics, destructive\nw\nq\n")
    said_so = " ".join(answer.text.split())
    now = asked(desk, "cart/remove")
    assert "cart/remove has haptics, destructive. Before: own-style." in said_so
    assert f"{len(before - now)} items do not apply, {len(now - before)} new items" in said_so
    assert f"{len(now)} of {len(before | now)} left" in said_so
    assert said(desk, "list", "components", "cart/remove")["rows"][0]["has"] == ["haptics", "destructive"]
    desk.ok("undo")
    assert asked(desk, "cart/remove") == before
    desk.ok("edit", "component", "cart/remove", "--has", "haptics,destructive")
    assert asked(desk, "cart/remove") == now
    # An item that does not apply any more is followed by the next one that does.
    desk.ok("edit", "component", "cart/add", "--has", "own-style")
    first = "visual-feedback.damping"
    lines = f"g {first}\nh none\nn\nq\n".encode()
    desk.ok("walk", "--component", "cart/add", stdin=lines)
    row, = said(desk, "list", "cells", "component:cart/add", "status:na")["rows"]
    assert row["check"] != first and row["check"] in asked(desk, "cart/add") and first not in asked(desk, "cart/add")
    for line, words in (b"h glas\n", "glass"), (b"h none,glass\n", "none cannot be combined"), (b"h\n", "missing features"):
        wrong = desk.run("walk", "--component", "home", stdin=line)
        assert wrong.code == 4 and words in wrong.error, wrong.error


def test_words_that_are_no_features_are_refused(desk):
    desk.register("home,screen")
    require_sentence(desk.run("edit", "component", "home", "--has", "glas"), 2)
    both = desk.run("edit", "component", "home", "--has", "none,glass")
    require_sentence(both, 2)
    assert "none cannot be combined" in both.error
    lines = desk.run("new", "component", "--from", "-", stdin=b"key,kind,has\na,button,glas\n")
    assert lines.code == 4 and "glass" in lines.error


def test_the_view_asks_what_the_program_asks(desk):
    """Two buttons that differ only in what they have are not alike."""
    desk.register("a,button", "b,button", "tv,button")
    desk.ok("edit", "component", "a", "--has", "own-style")
    desk.ok("edit", "component", "b", "--has", "none")
    desk.ok("edit", "component", "tv", "--platform", "tvOS")
    database = sqlite3.connect(desk.folder / ".a11y/audit.db")
    for key in "a", "b", "tv":
        found = {name for name, in database.execute('SELECT "check" FROM v_scope WHERE component = ?', (key,))}
        assert found == asked(desk, key), key
    database.close()
    assert "visual-feedback.damping" in asked(desk, "a") - asked(desk, "b")


def test_two_machines_that_name_features_at_once_ask_for_all(desk):
    desk.register("home,screen")
    team, other = desk.folder / "team", Tracker(desk.folder / "other")
    for folder in team, other.folder:
        folder.mkdir()
    desk.ok("sync", team)
    other.begin()
    other.ok("sync", team, "--adopt")
    other.ok("config", "tester", "t2")
    desk.ok("edit", "component", "home", "--has", "glass")
    other.ok("edit", "component", "home", "--has", "drag")
    for one in desk, other, desk:
        one.ok("sync", team)
    desk.ok("follow", other.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    for one in desk, other:
        row, = said(one, "list", "components", "home")["rows"]
        assert sorted(row["has"]) == ["drag", "glass"] and row["conflicts"] == 1
        assert {"reduce-transparency.solid-fallback", "gestures.drag-alternative"} <= asked(one, "home")


def test_a_walk_sees_who_else_named_features(desk):
    """What others wrote is not replaced by the same words, and where they named others the tester is told."""
    desk.register("home,screen")
    team, other = desk.folder / "team", Tracker(desk.folder / "other")
    for folder in team, other.folder:
        folder.mkdir()
    desk.ok("edit", "component", "home", "--has", "glass")
    desk.ok("sync", team)
    other.begin()
    other.ok("sync", team, "--adopt")
    other.ok("config", "tester", "t2")
    other.ok("edit", "component", "home", "--has", "drag")
    for one in desk, other, desk:
        one.ok("sync", team)

    def walk(words):
        return " ".join(desk.ok("walk", "--component", "home", stdin=f"h {words}\nq\n".encode()).text.split())

    def waiting():
        return json.loads(desk.ok("waiting", "--json").out)["proposals"]

    # Of one who is not followed: it decides nothing, and the same words leave it waiting.
    assert said(desk, "list", "components", "home")["rows"][0]["has"] == ["glass"] and waiting()
    facts = desk.rows("SELECT count(*) FROM fact")
    assert "Before:" not in walk("glass")
    assert desk.rows("SELECT count(*) FROM fact") == facts and waiting()
    desk.ok("follow", other.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    assert said(desk, "list", "components", "home")["rows"][0]["has"] == ["drag"]
    assert "home has glass, haptics. Before: drag." in walk("glass, haptics")
    desk.ok("sync", team)
    other.ok("sync", team)
    # Both at once: the walk settles it, and says what it was.
    desk.ok("edit", "component", "home", "--has", "badge")
    other.ok("follow", desk.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    other.ok("edit", "component", "home", "--has", "media")
    for one in desk, other, desk:
        one.ok("sync", team)
    assert said(desk, "list", "components", "home")["rows"][0]["conflicts"] == 1
    told = walk("badge")
    assert "Before: " in told and "media" in told.split("Before:")[1].split(".")[0]
    row, = said(desk, "list", "components", "home")["rows"]
    assert row["has"] == ["badge"] and row["conflicts"] == 0


@pytest.mark.parametrize("platform, has, lacks", [
    ("tvOS", {"voiceover.label-present", "keyboard.focus-visible"}, {"touch-target.minimum-44pt", "haptics.type-medium"}),
    ("watchOS", {"voiceover.label-present", "touch-target.minimum-44pt"}, {"keyboard.focus-visible", "haptics.type-heavy"}),
    ("visionOS", {"voiceover.label-present", "touch-target.wcag-24pt-floor"}, {"touch-target.minimum-44pt"})])
def test_each_system_has_its_checks(desk, platform, has, lacks):
    desk.register("home,screen", "play,button")
    desk.ok("edit", "component", "**", "--platform", platform, "-y")
    found = asked(desk, "play") | asked(desk, "home")
    assert has <= found and not lacks & found
    listed = {row["id"] for row in said(desk, "list", "checks", f"platform:{platform}")["rows"]}
    assert found <= listed and said(desk, "list", "components", f"platform:{platform}")["rows"]
    answer = desk.run("show", "spacing.adjacent-8pt", "play")
    assert f"only on {platform}" in " ".join((answer.text + answer.error).split())


def test_an_older_edition_has_no_checks_for_the_other_systems(folder):
    desk = Tracker(folder)
    desk.begin("3")
    desk.register("play,button")
    desk.ok("edit", "component", "play", "--platform", "tvOS")
    assert asked(desk, "play") == set()
    desk.ok("edit", "tracker", "--catalog", "6")
    assert "voiceover.label-present" in asked(desk, "play")
