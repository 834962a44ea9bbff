"""The bar at the foot of a worksheet, and what makes forty answers quick: keys, one answer for many, steps that fold."""

import json

import pytest

from browser import axe, overflow, reload, wait_until
from program import CHECK, Tracker
from sheets import MEASURES, facts, place, press, save, sheet, sheet_of, tracker  # noqa: F401, fixtures

STATE = "voiceover.state-change-announced"


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    """Forty items on one page."""
    tracker = Tracker(tmp_path_factory.mktemp("long"))
    tracker.begin()
    tracker.register(*(f"screen/control-{number},button" for number in range(20)))
    tracker.ok("new", "checklist", "two", "--check", f"{CHECK},{MEASURES}")
    tracker.ok("worksheet", "--checklist", "two", "-o", "long.html")
    return tracker.folder / "long.html"


def boxes(page, selector: str) -> list:
    return [one.bounding_box() for one in page.locator(selector).all()]


@pytest.mark.parametrize("mode", ["light", "phone", "320 px"])
def test_save_is_in_view_wherever_the_reader_is(long, browse, tmp_path, mode):
    page = browse(long, mode)
    height = page.viewport_size["height"]
    for top in (0, 3000, 10 ** 6):
        page.evaluate("(top) => window.scrollTo(0, top)", top)
        bar = page.locator("#bar").bounding_box()
        assert bar["y"] >= 0 and bar["y"] + bar["height"] <= height + 1 and bar["height"] <= 0.2 * height
        for name in ("previous", "next", "save", "progress"):
            box = page.locator(f"#{name}").bounding_box()
            assert bar["y"] <= box["y"] and box["y"] + box["height"] <= height
    # The end of the page is above it.
    foot = page.locator("footer").bounding_box()
    assert foot["y"] + foot["height"] <= page.locator("#bar").bounding_box()["y"] + 1
    assert overflow(page) == []
    press(page, 30, "pass")
    assert len(facts(save(page, tmp_path, "one.a11y.json"))) == 1
    assert page.locator("#saved").bounding_box()["y"] < height and page.locator("#other-ways a").is_visible()
    page.click("#other-ways a")
    assert page.locator("#file-ways").is_visible()


def test_on_a_low_screen_it_takes_its_place_in_the_page(long, browse):
    page = browse(long, viewport={"width": 320, "height": 256})
    assert page.locator("#bar").evaluate("(bar) => getComputedStyle(bar).position") == "static"
    assert page.locator("#save").is_visible() and overflow(page) == []


def test_next_and_previous_go_on_from_where_the_reader_is(long, browse):
    page = browse(long, "phone")

    def at():
        return page.evaluate("document.activeElement.name")

    press(page, 1, "pass")
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.click("#next")
    assert at() == "outcome-0"
    page.click("#next")
    assert at() == "outcome-2", "what is answered is passed over"
    card = page.locator("[data-item='2']").bounding_box()
    assert -1 <= card["y"] < 200
    page.click("#previous")
    assert at() == "outcome-1"
    # Far away, it is the place on the screen that counts.
    page.locator("[data-item='20']").evaluate("(card) => card.scrollIntoView()")
    page.click("#next")
    assert at() == "outcome-20"
    page.locator("[data-item='39']").evaluate("(card) => card.scrollIntoView()")
    press(page, 39, "pass")
    page.click("#next")
    assert at() == "outcome-0", "after the last comes the first"


def test_steps_that_fold_do_not_take_back_a_reader_who_went_on(long, browse):
    page = browse(long, "phone")
    page.locator("[data-item='9']").evaluate("(card) => card.scrollIntoView()")
    assert page.evaluate("""() => new Promise((done) => {
      document.querySelector("input[name=outcome-9][value=pass]").click();
      window.scrollTo(0, 0);
      requestAnimationFrame(() => requestAnimationFrame(() => done(window.scrollY)));
    })""") == 0


def test_it_says_what_is_kept_and_since_when(sheet, browse, tmp_path):
    page = browse(sheet)
    page.clock.install(time=sheet_of(page)["made"] / 1000 + 60)
    reload(page)
    assert page.locator("#kept").inner_text() == ""
    press(page, 0, "pass")
    now = page.evaluate("(() => { const d = new Date(); const t = (n) => String(n).padStart(2, '0');"
                        " return `${t(d.getHours())}:${t(d.getMinutes())}`; })()")
    assert page.locator("#mark-0").inner_text() == f"Kept in this browser {now}"
    assert page.locator("#kept").inner_text() == f"Kept in this browser {now}"
    save(page, tmp_path, "one.a11y.json")
    assert page.locator("#mark-0").inner_text() == "Saved"
    assert page.locator("#kept").inner_text().startswith("Saved ")
    press(page, 1, "na")
    assert page.locator("#kept").inner_text().startswith("Kept in this browser ")
    # The word about the file is over with the next answer.
    assert page.locator("#saved").inner_text() == ""


def test_a_browser_that_keeps_nothing_does_not_say_that_it_does(sheet, browse):
    page = browse(sheet)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('no'); }; }")
    press(page, 0, "pass")
    page.locator("#draft-lost").wait_for()
    assert page.locator("#mark-0").inner_text() == "Not kept. Save before you close this page."
    assert page.locator("#kept").inner_text() == "Not kept. Save before you close this page."


def test_steps_are_open_until_an_item_of_the_check_is_answered(sheet, browse):
    page = browse(sheet)
    items = sheet_of(page)["items"]
    assert page.locator(".how[open]").count() == len(items)
    index = place(page, CHECK, "home")
    before = page.locator(f"[data-item='{index}']").bounding_box()["y"]
    page.evaluate("(top) => window.scrollTo(0, top)", before - 100)
    top = page.locator(f"[data-item='{index}']").bounding_box()["y"]
    press(page, index, "pass")
    assert page.locator(f"[data-item='{index}'] .how").get_attribute("open") is not None
    closed = page.locator(".how:not([open])")
    assert closed.count() == 2 and {one.get_attribute("data-check") for one in closed.all()} == {CHECK}
    page.wait_for_timeout(100)
    assert abs(page.locator(f"[data-item='{index}']").bounding_box()["y"] - top) < 2, "what is read stays in its place"
    reload(page)
    assert page.locator(".how:not([open])").count() == 3
    # On paper all are open.
    page.emulate_media(media="print")
    assert all(box["height"] > 5 for box in boxes(page, ".how dd"))


@pytest.mark.parametrize("mode", ["phone", "320 px"])
def test_four_answers_are_two_by_two_for_a_thumb(long, browse, mode):
    page = browse(long, mode)
    labels = boxes(page, "[data-item='0'] .answers label")
    assert len(labels) == 4 and all(box["height"] >= 48 for box in labels)
    assert len({round(box["x"]) for box in labels}) == len({round(box["y"]) for box in labels}) == 2
    assert len({round(box["width"]) for box in labels}) == 1


def test_severity_shows_its_default_and_who_is_affected(sheet, browse, tmp_path, tracker):
    page = browse(sheet)
    index = place(page, CHECK, "home")
    press(page, index, "fail")
    check = json.loads(tracker.ok("show", CHECK, "--json").out)["check"]
    usual = check["impact"].capitalize()
    assert page.locator(f"#severity-{index} option").first.inner_text() == f"{usual}, the default"
    assert page.locator(f"#affects-{index}").inner_text() == f"Affects: {check['affects']}"
    assert page.locator(f"#affects-{index}").is_visible()
    assert page.get_attribute(f"#severity-{index}", "aria-describedby") == f"affects-{index}"
    # The default is said by the check and not by the tester.
    fact, = facts(save(page, tmp_path, "one.a11y.json"))
    assert "severity" not in fact["body"]


def test_a_pass_whose_value_misses_says_so_at_once_and_can_be_saved(sheet, browse, tmp_path):
    page = browse(sheet)
    index = place(page, MEASURES, "home")
    told = page.locator(f"#miss-{index}")
    press(page, index, "fail", value="40x44")
    assert told.inner_text() == ""
    press(page, index, "pass")
    assert told.inner_text() == (
        "40x44 misses the requirement (at least 44 pt). With this value, a pass counts as a fail. Correct the value, or "
        "choose Fail.")
    page.fill(f"#value-{index}", "44x44")
    assert told.inner_text() == ""
    page.fill(f"#value-{index}", "20")
    assert told.is_visible() and told.get_attribute("role") == "status"
    assert len(facts(save(page, tmp_path, "one.a11y.json"))) == 1


def test_the_same_answer_goes_to_the_open_items_of_the_check_alone(sheet, browse, tmp_path):
    page = browse(sheet)
    one, other, third = (place(page, STATE, name) for name in ("home", "search", "sign-in/close-button"))
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    press(page, third, "pass", note="its own")
    press(page, one, "na", note="nothing changes here")
    assert page.locator(f"#same-{one}").inner_text() == "Same answer for the rest of this check (1)"
    page.click(f"#same-{one}")
    assert asked == ["Answer Not applicable for 1 more item of this check, under all settings?"]
    assert page.locator(f"input[name=outcome-{other}]:checked").get_attribute("value") == "na"
    assert page.input_value(f"#note-{other}") == "nothing changes here"
    assert page.locator(f"input[name=outcome-{third}]:checked").get_attribute("value") == "pass"
    assert page.locator(f"#same-{one}").is_hidden()
    assert page.evaluate("document.activeElement.name") == f"outcome-{one}"
    assert page.locator("input:checked:not(#keys)").count() == 3, "no other check is answered"
    found = facts(save(page, tmp_path, "one.a11y.json"))
    assert sorted(fact["body"]["outcome"] for fact in found) == ["na", "na", "pass"]


def test_single_keys_answer_the_current_item_and_can_be_turned_off(sheet, browse):
    page = browse(sheet)

    def answer(index):
        chosen = page.locator(f"input[name=outcome-{index}]:checked")
        return chosen.get_attribute("value") if chosen.count() else None

    page.keyboard.press("p")
    assert page.locator("input[type=radio]:checked").count() == 0, "nothing is current yet"
    page.click("#next")
    for key, outcome in zip("pFnc", ["pass", "fail", "na", "cant-tell"]):
        page.keyboard.press(key)
        assert answer(0) == outcome
    for keys in ("Control+p", "Alt+f", "Meta+n"):
        page.keyboard.press(keys)
        assert answer(0) == "cant-tell"
    page.focus("#note-0")
    page.keyboard.type("pfnc")
    page.focus("#device")
    page.keyboard.type("pfnc")
    assert answer(0) == "cant-tell" and page.input_value("#note-0") == "pfnc" and page.input_value("#device") == "pfnc"
    page.uncheck("#keys")
    page.click("#next")
    page.keyboard.press("p")
    assert answer(1) is None
    wait_until(page, "localStorage.getItem('a11y-worksheet-keys') === 'off'")
    reload(page)
    assert not page.locator("#keys").is_checked(), "the choice is kept"
    page.check("#keys")
    page.click("#next")
    page.keyboard.press("f")
    assert answer(1) == "fail" and page.locator("#severity-1").is_visible()


def test_numbers_bring_up_digits_where_digits_are_enough(empty, browse):
    empty.register("home,text", "play,button")
    empty.ok("worksheet", "--part", "1", "-o", "page.html")
    page = browse(empty.folder / "page.html")
    modes = {}
    for index, item in enumerate(sheet_of(page)["items"]):
        if item["unit"] is not None and not item["parts"]:
            modes[item["unit"]] = page.get_attribute(f"#value-{index}", "inputmode")
    assert modes["ratio"] == "decimal" and modes["pt"] == "text"


def test_sharing_hands_over_the_file_without_a_download(sheet, browse, tmp_path):
    page = browse(sheet)
    assert page.locator("#share-now").is_hidden()
    page.add_init_script("""
      window.handed = [];
      Object.defineProperty(Navigator.prototype, 'canShare', { configurable: true, value: ({ files }) => files.length === 1 });
      Navigator.prototype.share = async ({ files }) => window.handed.push([files[0].name, await files[0].text()]);""")
    reload(page)
    press(page, 0, "pass")
    page.fill("#tester", "t1")
    page.click("#share-now")
    page.locator("#saved:has-text('was shared')").wait_for()
    (name, text), = page.evaluate("window.handed")
    assert name.endswith(".a11y.json")
    (tmp_path / "shared.a11y.json").write_text(text)
    assert len(facts(tmp_path / "shared.a11y.json")) == 1
    page.evaluate("() => { Navigator.prototype.share = async () => { throw new DOMException('no', 'AbortError'); }; }")
    page.click("#share-now")
    page.locator("#saved:has-text('was not shared')").wait_for()
    assert axe(page) == []


def test_a_device_without_a_keyboard_is_not_asked_about_keys(sheet, browse):
    """What cannot be seen cannot be turned off, so no key answers there either."""
    page = browse(sheet, "phone")
    assert page.evaluate("matchMedia('(any-hover: none) and (pointer: coarse)').matches")
    assert page.locator("#keys").count() == 1 and not page.locator("#keys").is_visible()
    assert "single keys" not in page.locator("main").inner_text()
    page.locator("input[name=outcome-0]").first.focus()
    page.keyboard.press("p")
    assert page.locator("input:checked:not(#keys)").count() == 0
    assert browse(sheet).locator("#keys").is_visible()
