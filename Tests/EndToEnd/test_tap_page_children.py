"""The tap page from child to child: what stays, one file for all, and what child and adult have before their eyes."""

import json

import pytest

from browser import found_by_axe, overflow, reload, wait_until
from facts import require_bundle
from sheets import numbers
from test_tap_page import path, shop  # noqa: F401, fixtures
from touching import TABLET, hand_back, hit, kept, play, set_up, start, wait_for_target


def fill_child(page, code: str) -> None:
    """The four fields of a child, and nothing else."""
    page.check("input[name=age][value='9-10']")
    page.check("#guardian")
    page.check("#assent")
    page.fill("#consent", "c-18")
    page.fill("#code", code)


def short(page) -> None:
    """A session that is stopped after practice."""
    start(page)
    play(page, "h")
    hand_back(page)
    page.click("#end-now")


def download(page, button: str, folder):
    with page.expect_download() as got:
        page.click(button)
    target = folder / got.value.suggested_filename
    got.value.save_as(target)
    return target


def test_three_children_take_one_setup_and_go_into_one_file(shop, path, browse, tmp_path):
    page = browse(path, **TABLET)
    assert page.locator("#child-title").inner_text() == "Child 1 of 12"
    set_up(page, code="KTR4WX", seat="floor", density="132")
    short(page)
    page.click("#next-child")
    assert page.locator("#child-title").inner_text() == "Child 2 of 12, 1 saved"
    assert page.locator("#always-is").inner_text() == (
        "iPad, iPad Air, iPad Pro, 132 points per inch, Two hands, Floor, moderator m1")
    fill_child(page, "BCDFGH")
    short(page)
    page.select_option("#frustration-end", "sigh")
    page.click("#next-child")
    # All of it is there after the page was opened again.
    reload(page)
    assert page.locator("#child-title").inner_text() == "Child 3 of 12, 2 saved"
    assert page.input_value("#moderator") == "m1" and page.input_value("#seat") == "floor"
    assert page.locator("#always").is_hidden() and not page.is_checked("#guardian")
    assert "2 sessions (KTR4WX, BCDFGH)" in page.locator("#kept-text").inner_text()
    fill_child(page, "KTR4WX")
    short(page)
    assert page.locator("#save-all").inner_text() == "Save all 3 sessions in one file"
    saved = download(page, "#save-all", tmp_path)
    found = require_bundle(saved.read_text())
    codes = json.loads(saved.read_text())["codes"]
    sessions = [fact["body"] for fact in found if fact["kind"] == "session"]
    assert len(sessions) == 3 and sorted(codes.values()) == ["BCDFGH", "KTR4WX"]
    assert sorted(codes[body["subject"]] for body in sessions) == ["BCDFGH", "KTR4WX", "KTR4WX"]
    assert {body["seat"] for body in sessions} == {"floor"} and {body["by"] for body in sessions} == {"m1"}
    assert [fact["body"]["code"] for fact in found if fact["kind"] == "remark" and fact["body"]["topic"] == "frustration"] == ["sigh"]
    shop.ok("verify", saved)
    answer = numbers(shop.ok("import", saved, "--json"))
    assert (answer["added"], answer["refused"], answer["forks"]) == (len(found), 0, 0)
    assert len(shop.rows("SELECT DISTINCT participant FROM v_first_tap WHERE participant IN ('KTR4WX', 'BCDFGH')")) == 2
    shop.require_sound()
    # Saved they are kept no longer; the file itself can be had again, and the count goes on.
    assert kept(page) == [] and download(page, "#save-all", tmp_path / "again").read_bytes() == saved.read_bytes()
    page.click("#next-child")
    assert page.locator("#child-title").inner_text() == "Child 4 of 12, 3 saved" and page.locator("#send").is_hidden()


def test_one_child_in_one_file_stays_possible_and_is_not_in_that_of_all(path, browse, tmp_path):
    page = browse(path, **TABLET)
    set_up(page, code="KTR4WX")
    short(page)
    page.click("#next-child")
    fill_child(page, "BCDFGH")
    short(page)
    alone = download(page, "#save", tmp_path)
    assert list(json.loads(alone.read_text())["codes"].values()) == ["BCDFGH"] and "BCDFGH" in alone.name
    page.click("#next-child")
    assert page.locator("#child-title").inner_text() == "Child 3 of 12, 2 saved"
    rest = download(page, "#save-all", tmp_path)
    assert list(json.loads(rest.read_text())["codes"].values()) == ["KTR4WX"] and "KTR4WX" not in rest.name


def test_kept_sessions_can_be_deleted_and_strange_ones_are_none(path, browse):
    page = browse(path, **TABLET)
    set_up(page, code="KTR4WX")
    short(page)
    page.click("#next-child")
    assert kept(page) == ["a11y-children"]
    page.click("#delete-kept")
    assert kept(page) == [] and page.locator("#send").is_hidden()
    assert page.locator("#child-title").inner_text() == "Child 1 of 12"
    name = json.loads(page.locator("#plan").text_content())["page"]
    for text in ("[", "{}", '{"version":1,"sittings":[{}, null, 7]}', '{"version":1,"fields":null}', '{"version":1,"fields":{"device":7}}'):
        page.evaluate("""([name, text]) => {
          for (const part of ['children', 'setup']) localStorage.setItem(`a11y-${part}-${name}`, text);
        }""", [name, text])
        reload(page)
        assert page.locator("#send").is_hidden() and page.locator("#always").is_visible()


def test_errors_go_as_each_field_is_repaired(path, browse):
    page = browse(path, **TABLET)
    page.click("#start")
    told = page.locator("#start-message")
    assert told.inner_text() == "Not started: 6 fields are missing or invalid."
    page.check("input[name=age][value='6-8']")
    page.check("#guardian")
    page.check("#assent")
    assert told.inner_text() == "Not started: 3 fields are missing or invalid."
    page.locator("#consent").press_sequentially("c-17")
    assert page.locator("#consent-problem").is_hidden(), "while it is typed, and not after leaving the field"
    page.select_option("#device", "iPad")
    page.locator("#moderator").press_sequentially("m1")
    assert told.inner_text() == "" and page.locator(".problem:visible").count() == 0


def test_a_folded_setup_opens_where_it_has_become_wrong(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    short(page)
    page.click("#next-child")
    page.evaluate("document.getElementById('orientation').value = 'landscape'")
    fill_child(page, "BCDFGH")
    page.click("#start")
    assert page.locator("#always").is_visible() and page.locator("#orientation-problem").is_visible()


def test_the_cue_is_large_and_in_the_middle_until_the_targets_come_when_they_always_came(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    page.click("#start")
    page.evaluate("""() => {
      window.seen = [];
      window.rests = [];
      const wait = window.setTimeout;
      window.setTimeout = (action, delay) => { window.rests.push(delay); return wait(action, delay); };
      const look = (name) => new MutationObserver(() => {
        const element = document.getElementById(name);
        const box = element.firstElementChild?.getBoundingClientRect();
        window.seen.push([name, element.childNodes.length, box && [box.left + box.width / 2, box.width], element.textContent]);
      }).observe(document.getElementById(name), { childList: true });
      look('cue'); look('play');
    }""")
    page.click("#go-on")
    wait_for_target(page)
    seen = wait_until(page, "window.seen")
    shown = [one for one in seen if one[1]]
    assert [one[0] for one in shown] == ["cue", "play"], "the cue comes first"
    assert page.evaluate("window.rests").count(700) == 1, "the rest between two taps is what it was"
    (middle, width), asked = shown[0][2:]
    assert abs(middle - 384) < 2 and width > 150 and asked.startswith("Tap the ")
    assert page.locator("#cue").inner_text() == "" and page.locator("#asked").inner_text() == asked


def test_the_cue_is_spoken_only_on_request_and_in_the_language_of_the_page(path, browse):
    page = browse(path, **TABLET)
    page.add_init_script("""
      window.spoken = [];
      window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
      Object.defineProperty(window, 'speechSynthesis', { value: {
        speak: (said) => window.spoken.push([said.lang, said.text]), cancel: () => {} } });""")
    reload(page)
    set_up(page)
    assert not page.is_checked("#speak")
    start(page)
    assert page.evaluate("window.spoken") == []
    play(page, "h")
    hand_back(page)
    page.click("#end-now")
    page.click("#next-child")
    page.click("#change")
    page.check("#speak")
    fill_child(page, "BCDFGH")
    start(page)
    assert page.evaluate("window.spoken") == [["en", page.locator("#asked").inner_text()]]
    play(page, "h")
    bodies = json.loads(page.evaluate("localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('a11y-tap-')))"))
    assert "prompt" not in bodies["sitting"]["trials"][0]["body"], "spoken is what a trial says by itself"
    reload(page)
    assert page.is_checked("#speak")


def test_eight_quiet_dots_go_on_alike_after_hits_and_misses(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    assert page.locator("#dots i").count() == 8 and page.locator("#dots .full").count() == 0
    assert page.get_attribute("#dots", "aria-hidden") == "true"
    counts = []
    for letter in "hmhh":
        play(page, letter)
        counts.append(page.locator("#dots .full").count())
    # One of practice and six of the plan.
    assert counts == [8 * done // 7 for done in (1, 2, 3, 4)]
    control, dots = (page.locator(name).bounding_box() for name in ("#stop", "#dots"))
    assert control["y"] + control["height"] <= 88, "no target lies below it"
    assert dots["height"] <= 8


@pytest.mark.parametrize("mode", ["light", "320 px"])
def test_what_is_for_adults_comes_after_the_device_was_handed_back(path, browse, mode):
    page = browse(path, mode, has_touch=True)
    set_up(page)
    start(page)
    play(page, "h")
    page.locator("#panel[open]").wait_for()
    assert page.locator("#panel-title").inner_text() == "Short break"
    hidden = ["#panel-text", "#noted", "#ending", "#end-now"]
    assert not any(page.locator(name).is_visible() for name in hidden)
    page.evaluate("document.querySelectorAll('.thing, .ring').forEach((one) => { one.style.visibility = 'hidden'; })")
    assert found_by_axe(page) == [] and overflow(page) == []
    page.click("#hand-back")
    assert all(page.locator(name).is_visible() for name in hidden) and page.locator("#hand-back").is_hidden()
    assert page.evaluate("document.activeElement.id") == "go-on"
    page.click("#go-on")
    hit(page)
    page.keyboard.press("Escape")
    page.locator("#panel[open]").wait_for()
    assert page.locator("#panel").inner_text().split("\n")[0] == "Paused" and page.locator("#panel-text").is_hidden()
