"""A fail of a whole screen on a worksheet: it asks for the components, and the bundle brings them."""

import json

import pytest

from browser import axe, overflow, reload, wait_until
from conftest import once
from drawing import share
from program import Tracker
from sheets import facts, place, press, save, sheet_of

ORDER = "voiceover.reading-order"


@once(edition="3")
def desk(tracker):
    for key, kind, *more in [
            ("sign-in", "screen"), ("sign-in/title", "text", "--title", "Heading"), ("sign-in/note", "text", "--title", "Heading"),
            ("close", "icon-button", "--screen", "sign-in", "--title", "Close, Zoë’s <b>"), ("home/buy", "button")]:
        tracker.ok("new", "component", key, "--kind", kind, *more)


def page_of(desk, browse, mode="light", **more):
    desk.ok("worksheet", "--check", "voiceover.*", "-o", "sheet.html", "--yes")
    return browse(desk.folder / "sheet.html", mode, **more)


def on(desk) -> list:
    rows = json.loads(desk.ok("list", "findings", "--json").out)["rows"]
    return next(row["on"] for row in rows if row["check"] == ORDER)


def choose(page, index: int, *keys) -> None:
    for key in keys:
        page.locator(f"#on-{index} input[value='{key}']").check()


def test_a_fail_of_a_screen_names_its_components(desk, browse):
    page = page_of(desk, browse)
    index = place(page, ORDER, "sign-in")
    assert page.locator(f"#on-row-{index}").is_hidden()
    asked = {item["component"] for item in sheet_of(page)["items"] if "asks" in item}
    assert asked == {"sign-in"} and place(page, "voiceover.icon-button-label", "close") >= 0, "a check of a component asks for none"
    press(page, index, "fail", note="mixed")
    # Titles are names for people; of two that are the same the key tells which.
    assert page.locator(f"#on-{index} label").all_inner_texts() == [
        "Close, Zoë’s <b>", "Heading sign-in/note", "Heading sign-in/title"]
    choose(page, index, "sign-in/title", "close")
    path = save(page, desk.folder, "one.a11y.json")
    result, = facts(path)
    assert result["body"]["on"] == ["close", "sign-in/title"]
    desk.ok("import", path)
    assert on(desk) == ["close", "sign-in/title"]
    # What is taken back is a new result; a pass has none, and brings them back where it fails again.
    page.locator(f"#on-{index} input[value=close]").uncheck()
    assert page.locator(f"#mark-{index}").inner_text() == "Changed since last save"
    desk.ok("import", save(page, desk.folder, "two.a11y.json"))
    assert on(desk) == ["sign-in/title"]
    press(page, index, "pass")
    assert page.locator(f"#on-row-{index}").is_hidden()
    assert "on" not in facts(save(page, desk.folder, "three.a11y.json"))[-1]["body"]
    press(page, index, "fail")
    assert page.locator(f"#on-{index} :checked").count() == 1
    desk.require_sound()


def test_they_are_kept_in_the_draft_and_those_of_the_finding_come_first(desk, browse):
    desk.log("fail", ORDER, "sign-in", "--components", "title")
    page = page_of(desk, browse)
    index = place(page, ORDER, "sign-in")
    press(page, index, "fail")
    assert page.locator(f"#on-{index} :checked").evaluate_all("(all) => all.map((one) => one.value)") == ["sign-in/title"]
    choose(page, index, "close")
    wait_until(page, "(localStorage.getItem(localStorage.key(0)) || '').includes('\"close\"')")
    reload(page)
    assert page.locator(f"#on-{index} :checked").evaluate_all("(all) => all.map((one) => one.value)") == [
        "close", "sign-in/title"]
    # What others wrote into the draft is no component of this screen.
    page.evaluate("""() => { const name = localStorage.key(0); const draft = JSON.parse(localStorage.getItem(name));
      for (const answer of draft.answers) answer.on = ['home/buy', 7, 'close'];
      window.onpagehide = null; localStorage.setItem(name, JSON.stringify(draft)); }""")
    reload(page)
    assert page.locator(f"#on-{index} :checked").evaluate_all("(all) => all.map((one) => one.value)") == ["close"]
    path = save(page, desk.folder, "one.a11y.json")
    assert facts(path)[0]["body"]["on"] == ["close"]


def test_a_tracker_of_an_older_catalog_asks_for_none(folder, browse):
    old = Tracker(folder)
    old.begin("2")
    old.ok("new", "component", "sign-in", "--kind", "screen")
    old.ok("new", "component", "sign-in/title", "--kind", "text")
    page = page_of(old, browse)
    assert sheet_of(page)["screens"] == {} and page.locator("[id^=on-row]").count() == 0


@pytest.mark.parametrize("mode", share("choice of components", ["light", "dark", "forced colours", "320 px", "phone"], 2))
def test_the_choice_is_clean(desk, browse, mode):
    page = page_of(desk, browse, mode)
    index = place(page, ORDER, "sign-in")
    press(page, index, "fail")
    box = page.locator(f"#on-{index} label").first.bounding_box()
    assert box["height"] >= 44
    assert overflow(page) == []
    assert axe(page, mode=mode) == []


def test_on_paper_each_component_has_a_box(desk, browse):
    page = page_of(desk, browse, "paper", java_script_enabled=False)
    line = page.locator("p.paper", has_text="Components that fail").first
    words = " ".join(line.inner_text().split())
    assert words == "Components that fail, if any: ☐ Close, Zoë’s <b> ☐ Heading sign-in/note ☐ Heading sign-in/title"
    for number in range(20):
        desk.ok("new", "component", f"sign-in/row-{number:02d}", "--kind", "button", "--title", f"Row {number}")
    desk.ok("worksheet", "--check", ORDER, "-o", "sheet.html", "--yes")
    page = browse(desk.folder / "sheet.html", "paper", java_script_enabled=False)
    words = page.locator("p.paper", has_text="Components that fail").first.inner_text()
    assert words.count("☐") == 13 and words.rstrip().endswith("☐ others:")
    assert overflow(page) == []
