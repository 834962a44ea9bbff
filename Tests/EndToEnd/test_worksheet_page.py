"""The worksheet as a page: for every reader, on every screen and on paper."""

import json
import re

import pytest

from browser import LAYOUTS, MODES, TEXT_SPACING, axe, cut_text, doubled_ids, overflow, reload, small_targets, tab_stops, wait_until
from drawing import share, some_modes
from hostile import PAYLOADS
from program import CHECK, Tracker
from sheets import press, press_all, save, sheet_of

KINDS = ["icon-button", "button", "toggle", "card", "form-field"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A tracker with enough for a full sheet, some of it looked at before."""
    tracker = Tracker(tmp_path_factory.mktemp("shop"))
    tracker.begin()
    places = range(40)
    tracker.register(*(f"screen-{place // 6}/control-{place}-with-a-long-name,{KINDS[place % 5]}" for place in places))
    tracker.log("fail", "touch-target.minimum-44pt", "screen-0/control-0-with-a-long-name", "-s", "2", "--value",
                "40x40", "-m", "the cross is too small", "--build", "3.2", "--device", "iPhone 15")
    tracker.ok("new", "audit", "spring", "--checklist", "touch-target-manual,critical-rules", "--condition",
               "default,dark+text-ax5", "--build", "3.3")
    return tracker


@pytest.fixture(scope="module")
def full(shop):
    """The largest sheet there is: 150 items."""
    shop.ok("worksheet", "--audit", "spring", "--part", "1", "-o", "full.html")
    return shop.folder / "full.html"


def filled(browse, path, mode, tmp_path):
    """A page in the middle of work: answers, a fail with its parts, an unreadable value, a file saved."""
    page = browse(path, mode)
    page.emulate_media(media="screen")
    items = sheet_of(page)["items"]
    press_all(page, [[0, "pass", {}], [1, "fail", {"severity": "2", "note": "The cross is too small\nand near the edge"}], [2, "cant-tell", {}]])
    save(page, tmp_path, "first.a11y.json")
    measured = next(index for index, item in enumerate(items) if item["unit"] is not None)
    other = next(index for index, item in enumerate(items) if item["unit"] == "pt" and index > measured)
    press_all(page, [[0, "fail", {}], [measured, "fail", {"value": "forty"}], [other, "pass", {"value": "20"}]])
    assert page.locator(f"#miss-{other}").is_visible()
    if "media" in MODES[mode]:
        page.emulate_media(media=MODES[mode]["media"])
    return page


@pytest.mark.parametrize("mode", some_modes("axe on the worksheet"))
def test_axe_finds_nothing(full, browse, tmp_path, mode):
    page = filled(browse, full, mode, tmp_path)
    assert page.locator("fieldset.item").count() == 150
    assert axe(page, mode=mode) == []


@pytest.mark.parametrize("mode", share("layouts of the worksheet", LAYOUTS, 2))
def test_nothing_sticks_out_doubles_or_is_too_small_for_a_finger(full, browse, tmp_path, mode):
    page = filled(browse, full, mode, tmp_path)
    assert overflow(page) == []
    assert cut_text(page) == []
    assert doubled_ids(page) == []
    if mode != "paper":
        assert small_targets(page) == []


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("style", ["html { font-size: 200% !important }", TEXT_SPACING])
def test_larger_and_wider_text_finds_room(full, browse, tmp_path, width, style):
    page = browse(full, viewport={"width": width, "height": 800}, bypass_csp=True)
    press(page, 1, "fail", severity="2", note="a note")
    page.add_style_tag(content=style)
    assert overflow(page) == []
    assert cut_text(page) == []


@pytest.mark.parametrize("mode", share("keys on the worksheet", ["light", "dark", "320 px"], 2))
def test_the_keyboard_comes_everywhere_and_focus_is_seen(full, browse, mode):
    page = browse(full, mode)
    press(page, 0, "fail")
    stops = tab_stops(page, 60)
    assert [stop for stop in stops if not (stop["isSeen"] and stop["hasRing"])] == []
    names = [stop["name"] for stop in stops]
    assert names[0] == "Skip to main content"
    wanted = ["tester", "device", "os", "build", "keys", "previous", "next", "save", "severity-0", "note-0", "same-0", "clear-0"]
    assert [name for name in names if name in wanted] == wanted
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "page-main"


def test_an_item_is_answered_with_the_keys_of_the_browser_alone(full, browse):
    page = browse(full)
    page.focus("#next")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert page.locator("input[name=outcome-0]:checked").get_attribute("value") == "fail"
    page.focus("#clear-0")
    page.keyboard.press("Enter")
    assert page.locator("input[name=outcome-0]:checked").count() == 0
    assert page.evaluate("document.activeElement.name") == "outcome-0"


def test_progress_is_told_once_a_person_pauses(full, browse):
    page = browse(full)
    page.clock.install()
    reload(page)
    page.evaluate("""() => {
      window.told = [];
      const status = document.getElementById('progress');
      new MutationObserver(() => window.told.push(status.textContent)).observe(status, { childList: true });
    }""")
    # However slowly the machine presses, it is no pause.
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    for index in range(5):
        press(page, index, "pass", note="some words")
    page.clock.run_for(2500)
    assert page.evaluate("window.told") == ["5 of 150 answered."]
    assert page.locator("#progress").get_attribute("role") == "status"


def test_without_javascript_it_says_what_cannot_work(full, browse):
    page = browse(full, java_script_enabled=False)
    assert "JavaScript is off." in page.locator("main").inner_text()
    assert page.locator("button:visible").count() == 0
    assert page.locator("input[name=outcome-0]").first.is_visible()
    page.emulate_media(media="print")
    assert page.locator(".paper").first.is_visible()


def test_how_to_test_is_said_once(full, browse):
    """The summary says it on screen, and a heading in its place on paper."""
    for mode in "light", "paper":
        page = browse(full, mode, java_script_enabled=False)
        words = page.locator(".how").first.inner_text().split("\n")
        assert words.count("How to test") == 1 and words.count("Expected") == 1, words


def test_paper_has_boxes_and_says_how_to_test(full, browse):
    page = browse(full, "paper", java_script_enabled=False)
    assert page.locator("select:visible, button:visible, nav:visible").count() == 0
    radio = page.locator("input[name=outcome-0]").first
    assert radio.evaluate("(box) => getComputedStyle(box).appearance") == "none"
    assert radio.evaluate("(box) => getComputedStyle(box).borderStyle") == "solid"
    assert "1 critical" in page.locator(".paper").first.inner_text()
    assert page.locator(".how dd").first.bounding_box()["height"] > 5
    colours = page.evaluate("[getComputedStyle(document.documentElement).backgroundColor, "
                            "getComputedStyle(document.body).color]")
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert len(page.pdf(format="A4")) > 10_000


def test_the_largest_sheet_is_small_and_quick(full, browse):
    assert full.stat().st_size < 1_000_000
    page = browse(full)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def used():
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}["ThreadTime"]

    times = []
    for _ in range(3):
        before = used()
        reload(page)
        wait_until(page, "performance.getEntriesByName('first-contentful-paint').length")
        # In a process of its own it begins anew.
        times.append(used() - before if used() > before else used())
    # Seconds of the processor; half a second is what is wanted, of a machine that does nothing else.
    assert 0 < min(times) < 1.5, times


def test_it_names_no_machine_path_or_tester(shop, full):
    text = full.read_text()
    for word in (str(shop.folder), "t1\"", "/root", "/home"):
        assert word not in text
    assert re.search(r"digest of their history <code>[0-9a-f]{64}</code>", text)
    assert "noindex" in text and "no-referrer" in text


def test_the_foot_names_the_same_history_on_every_page_and_machine(shop):
    words = ["worksheet", "--component", "screen-0/control-0-with-a-long-name", "-o", "-"]
    shop.ok("export", "-o", "all.a11y.json", "--yes")
    other = Tracker(shop.folder / "other")
    other.folder.mkdir()
    other.ok("init", ".")
    other.ok("import", "--adopt", shop.folder / "all.a11y.json")
    pages = [shop.ok(*words).text, shop.ok("report", "--html", "-").text, other.ok(*words).text]
    digests = [re.search(r"digest of their history <code>([0-9a-f]{64})</code>", page).group(1) for page in pages]
    assert digests[0] == digests[1] == digests[2]
    other.ok("log", "pass", CHECK, "screen-0/control-0-with-a-long-name", "--tester", "t2")
    assert digests[0] not in other.ok(*words).text


def test_no_text_becomes_more_than_text(empty, browse):
    # Titles may not hold what acts without being seen; notes may.
    text, names = PAYLOADS["script"], ["script", "bidi", "escape", "quotes", "sql", "surrogate-pairs", "markdown"]
    empty.register(*(f"{name},button" for name in names))
    check = {"id": "team.hostile", "title": text, "how": text, "expected": text, "method": "manual", "impact": "minor"}
    (empty.folder / "check.json").write_text(json.dumps(check))
    empty.ok("new", "check", "team.hostile", "--from", "check.json")
    for name in names:
        empty.ok("edit", "component", name, "--title", text, "--screen", "x")
        empty.log("fail", "team.hostile", name, "-m", PAYLOADS[name], "--build", text, "--device", text)
    for grouping in ("component", "check"):
        empty.ok("worksheet", "--check", "team.hostile", "--by", grouping, "--build", text, "-o", "page.html", "--yes")
        page = browse(empty.folder / "page.html")
        assert page.locator("script").count() == 2 and page.locator("img").count() == 0
        notes = page.locator(".last q").all_inner_texts()
        assert len(notes) == len(names) and not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", "".join(notes))
        assert axe(page) == []
