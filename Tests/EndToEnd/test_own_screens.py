"""A screen is on itself: what asks for a screen by its name has it, too, and nothing counts it twice."""

import json
import re

from conftest import once

PLAN = ("--checklist", "critical-rules")


@once()
def screens(empty):
    """A screen that names no screen, with a button; one that names another, and one that names its own."""
    for key, kind, names in (("cart", "screen", ""), ("cart/pay", "button", "cart"), ("offers", "screen", "cart"),
                             ("offer", "card", "offers"), ("home", "screen", "home")):
        empty.ok("new", "component", key, "--kind", kind, *(["--screen", names] if names else []))
    empty.ok("config", "tester", "t1")


def keys(tracker, *words):
    return [row["key"] for row in json.loads(tracker.ok("list", "components", "--json", *words).out)["rows"]]


def test_a_query_by_screen_finds_the_screen_itself(screens):
    assert keys(screens, "screen:cart") == ["cart", "cart/pay", "offers"]
    assert keys(screens, "screen:offers") == ["offer", "offers"]
    assert keys(screens, "screen:home") == ["home"]
    assert keys(screens, "--", "-screen:cart,offers") == ["home"]
    screens.ok("edit", "component", "cart", "--rename", "basket")
    assert keys(screens, "screen:cart") == keys(screens, "screen:cart,basket") == ["basket", "cart/pay", "offers"]
    assert "no screen matches" not in screens.run("list", "items", "screen:basket").error


def test_what_is_asked_of_a_screen_is_logged_and_planned_by_its_name(screens):
    """`log --screen cart` said that the reading order applies to nothing there, and an audit of the screen left it out."""
    said = screens.ok("log", "pass", "reading-order", "--screen", "cart").text
    assert "voiceover.reading-order cart." in said
    added = screens.ok("new", "audit", "spring", *PLAN, "--screen", "cart", "--json").out
    assert json.loads(added)["rows"][0]["fields"]["components"] == ["cart", "cart/pay", "offers"]
    assert re.search(r"^1/\d+ cart\n", screens.ok("walk", "screen:cart", stdin=b"q\n").text, re.MULTILINE)


def test_a_screen_is_counted_with_itself_and_once(screens, browse):
    for key in ("cart", "offers", "home"):
        screens.ok("log", "fail", "reading-order", key)
    screens.ok("log", "fail", "label-present", "cart/pay")
    points = json.loads(screens.ok("trend", "--by", "screen", "--json").out)["points"]
    groups = {point["group"]: point["fail"] for point in points}
    assert groups == {"cart": 3, "home": 1}
    screens.ok("report", "--html", "page.html")
    page = browse(screens.folder / "page.html")
    table = page.get_by_role("table", name="Open findings by screen").locator("tbody tr").all_inner_texts()
    assert [text.split("\t")[:2] for text in table] == [["cart", "3"], ["home", "1"]]


def test_a_screen_that_nothing_has_is_said_beside_one_that_is(screens):
    """Beside `cart`, a slip selected nothing, in silence."""
    slip = 'no screen matches "crat"'
    for words in (("log", "pass", "label-present", "--screen", "cart,crat"),
                  ("log", "pass", "label-present", "cart/*", "screen:cart,crat"),
                  ("new", "audit", "spring", *PLAN, "--screen", "cart,crat")):
        assert slip in screens.ok(*words).error, words
    assert "note: no " not in screens.ok("log", "pass", "label-present", "--screen", "cart").error
