"""The tap page: for every reader, at true size, and with fingers of all kinds."""

import re

import pytest

from browser import MODES, TEXT_SPACING, cut_text, doubled_ids, found_by_axe, overflow, small_targets, tab_stops
from drawing import drawn
from program import Tracker, require_sentence
from touching import TABLET, add_plan, hand_back, make_page, play, set_up, start, wait_for_target

SCREENS = ["set up", "ready", "cue", "stage", "break", "handed back", "end", "next child"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("shop"))
    tracker.begin()
    tracker.register("sign-in/close-button,icon-button")
    add_plan(tracker, "close-44")
    return tracker


@pytest.fixture(scope="module")
def path(shop):
    return make_page(shop, "close-44")


def at(browse, path, screen: str, mode: str, **options):
    """The page as it is at one of its screens."""
    page = browse(path, mode, **{"has_touch": True, **options})
    page.emulate_media(media="screen")
    if screen != "set up":
        set_up(page)
        page.click("#start")
    if screen == "cue":
        # The targets never come: their rest does not end. A clock that stands still would stop axe as well.
        page.evaluate("""() => {
          const own = window.setTimeout.bind(window);
          window.setTimeout = (action, delay, ...more) => (delay === 700 ? 0 : own(action, delay, ...more));
        }""")
        page.click("#go-on")
        page.locator("#cue svg").wait_for()
    if screen in ("stage", "break", "handed back", "end", "next child"):
        page.click("#go-on")
        wait_for_target(page)
    if screen in ("break", "handed back", "end", "next child"):
        play(page, "h")
        page.locator("#panel[open]").wait_for()
        # Covered by the panel, at a place drawn at random: axe could not tell what is behind a text that lies half on it.
        page.evaluate("document.querySelectorAll('.thing, .ring').forEach((one) => { one.style.visibility = 'hidden'; })")
    if screen in ("handed back", "end", "next child"):
        hand_back(page)
    if screen in ("end", "next child"):
        page.click("#end-now")
        page.locator("#end-title").wait_for()
    if screen == "next child":
        page.click("#next-child")
        page.locator("#save-all").wait_for()
    return page


@pytest.mark.parametrize("mode, screen", drawn(
    "screens of the tap page", [(mode, screen) for mode in MODES if mode != "paper" for screen in SCREENS],
    always=lambda mode, screen: mode == "320 px"))
def test_axe_finds_nothing_and_nothing_sticks_out(path, browse, mode, screen):
    page = at(browse, path, screen, mode)
    assert found_by_axe(page, mode=mode) == []
    assert overflow(page) == []
    assert cut_text(page) == []
    assert doubled_ids(page) == []
    assert small_targets(page) == []


def test_a_narrow_phone_keeps_ages_in_a_row_and_the_instruction_off_the_targets(path, browse):
    page = browse(path, "320 px")
    assert len({box["y"] for box in map(lambda one: one.bounding_box(), page.locator("#age label").all())}) == 1
    page = at(browse, path, "stage", "320 px")
    # Its picture was on a line of its own, right above the targets, and looked like one of them.
    text, picture = page.locator("#asked").bounding_box(), page.locator("#asked svg").bounding_box()
    assert text["y"] + text["height"] <= 88 and picture["x"] > text["x"] + 60
    assert all(one.bounding_box()["y"] >= 88 for one in page.locator(".thing").all())


def test_the_setup_with_all_that_can_be_wrong_is_clean_too(path, browse):
    page = browse(path, "320 px")
    page.click("#start")
    assert page.locator("#start-message").inner_text() == "Not started: 6 fields are missing or invalid."
    assert page.locator(".problem:visible").count() == 6
    assert page.evaluate("document.activeElement.name") == "age"
    page.locator("summary").click()
    assert found_by_axe(page) == [] and overflow(page) == []


def sheets(page) -> int:
    """How many sheets of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4")))


def test_paper_is_a_form_for_an_observer(shop, browse):
    add_plan(shop, "usual", taps=10, practice=2)
    # As wide as A4 is between its margins.
    page = browse(make_page(shop, "usual"), "paper", viewport={"width": 680, "height": 1000})
    assert page.locator("#stage:visible, #setup:visible, button:visible, .screen:visible").count() == 0
    assert page.locator(".paper tbody tr").count() == 12
    assert page.locator(".paper tbody tr").first.inner_text().split("\t")[:2] == ["1", "practice"]
    text = page.locator(".paper").inner_text().lower()
    assert "no name" in text and "guardian consent" in text
    assert found_by_axe(page) == []
    assert overflow(page) == []
    # One child on one sheet, with as many taps as children have the patience for.
    assert sheets(page) == 1


def test_without_javascript_it_says_what_cannot_work(path, browse):
    page = browse(path, java_script_enabled=False)
    assert "This page cannot show targets" in page.locator("main").inner_text()
    assert page.locator("button:visible, input:visible").count() == 0


@pytest.mark.parametrize("screen, style", drawn("larger text on the tap page", [
    (screen, style) for screen in ("set up", "handed back", "end", "next child")
    for style in ("html { font-size: 200% !important }", TEXT_SPACING)]))
def test_larger_and_wider_text_finds_room(path, browse, screen, style):
    page = at(browse, path, screen, "320 px", bypass_csp=True)
    page.add_style_tag(content=style)
    assert overflow(page) == []
    assert cut_text(page) == []


# MARK: Sizes

@pytest.mark.parametrize("screen, target", drawn("sizes of targets", [
    (screen, target) for screen in (("132", ""), ("163", ""), ("96", "163"), ("200.5", "132"), ("", ""))
    for target in ((44, 44, 8), (24, 60.5, 0))]))
def test_targets_and_gaps_have_their_true_size(shop, browse, screen, target):
    (density, basis), (width, height, gap) = screen, target
    key = f"size-{width}"
    if not (shop.folder / f"{key}.html").exists():
        add_plan(shop, key, size=f"{width}x{height}", gap=gap)
        make_page(shop, key)
    page = browse(shop.folder / f"{key}.html", **TABLET)
    set_up(page, density=density, basis=basis)
    start(page)
    scale = float(density) / float(basis) if basis else 1
    target = page.locator("[data-role=target]").bounding_box()
    beside = [box.bounding_box() for box in page.locator("[data-role=neighbour]").all()]
    for box in [target, *beside]:
        assert abs(box["width"] - width * scale) < 0.5 and abs(box["height"] - height * scale) < 0.5
    before, after = sorted(beside, key=lambda box: box["x"])
    assert abs(target["x"] - before["x"] - before["width"] - gap * scale) < 0.5
    assert abs(after["x"] - target["x"] - target["width"] - gap * scale) < 0.5
    # In millimetres it is what the plan's points are on that device, however this screen's pixels are.
    if basis:
        assert abs(target["width"] / float(density) - width / float(basis)) < 0.5 / float(density)


def test_a_card_that_is_held_against_the_screen_gives_its_points_per_inch(path, browse):
    page = browse(path)
    page.locator("summary").click()
    # The short edge of a card is 53.98 mm: 280.5 pixels of a screen with 132 to the inch.
    page.locator("#card").fill("280.5")
    assert abs(page.locator("#bar").bounding_box()["height"] - 280.5) < 0.5
    page.click("#card-take")
    assert page.input_value("#density") == "132.0"
    assert page.locator("#size").inner_text() == "Target size: 44x44 pt, on this screen 8.5x8.5 mm."


def test_what_does_not_fit_is_not_shown_smaller(path, browse):
    page = browse(path, "320 px")
    set_up(page, density="900", basis="132")
    page.click("#start")
    assert "do not fit on this screen at their true size" in page.locator("#start-message").inner_text()
    assert page.locator("#stage").is_hidden()


def test_places_go_round_the_screen_and_stay_on_it(path, browse):
    page = browse(path, **TABLET)
    set_up(page)
    start(page)
    places = set()
    for _ in range(6):
        play(page, "h")
        page.locator("[data-role=target], #panel[open]").first.wait_for(state="attached")
        if page.locator("#panel[open]").count():
            page.click("#go-on")
        box = wait_for_target(page)
        places.add((round(box["x"]), round(box["y"])))
        for part in page.locator(".thing").all():
            bounds = part.bounding_box()
            assert 0 <= bounds["x"] and bounds["x"] + bounds["width"] <= 768
            assert 80 <= bounds["y"] and bounds["y"] + bounds["height"] <= 1024
    assert len(places) == 6


@pytest.mark.parametrize("wrong", [
    {"code": "ZOEY11", "consent": "Zoe", "moderator": "Anna", "os": "iOS", "scale": "9", "density": "12"},
    {"code": "KTR4W", "consent": "2016-03-01", "moderator": "m1984x"}])
def test_no_field_takes_a_name_a_date_or_nonsense(path, browse, wrong):
    page = browse(path, **TABLET)
    set_up(page)
    good = {field: page.input_value(f"#{field}") for field in wrong}
    for field in wrong:
        for name in wrong:
            page.fill(f"#{name}", wrong[name] if name == field else good[name])
        page.click("#start")
        assert page.locator(".problem:visible").evaluate_all("(all) => all.map((one) => one.id)") == [f"{field}-problem"]
        assert page.locator("#stage").is_hidden()


def test_the_setup_is_reached_with_the_keyboard_and_focus_is_seen(path, browse):
    page = browse(path, "320 px")
    stops = tab_stops(page, 60)
    assert [stop for stop in stops if not (stop["isSeen"] and stop["hasRing"])] == []
    wanted = ["guardian", "assent", "full", "consent", "hand", "code", "code-new", "device", "density", "basis", "os",
              "orientation", "hold", "seat", "scale", "moderator", "start"]
    assert [stop["name"] for stop in stops if stop["name"] in wanted] == wanted


def test_fields_beside_each_other_are_in_line_under_a_label_of_two_lines(path, browse):
    page = browse(path, viewport={"width": 390, "height": 844})
    for one, other in (("consent", "hand"), ("device", "density"), ("basis", "os"), ("seat", "scale")):
        left, right = (page.locator(f"#{name}").bounding_box() for name in (one, other))
        assert left["y"] == right["y"] and left["x"] + left["width"] < right["x"], (one, left, right)
    lines = [page.locator(f"label[for={name}]").bounding_box()["height"] for name in ("device", "density")]
    assert lines[1] > 1.5 * lines[0], lines


def test_features_have_the_names_that_the_system_gives_them(path, browse):
    labels = browse(path).locator("fieldset", has_text="Assistive features in use").locator("label").all_inner_texts()
    assert [label.strip() for label in labels] == [
        "VoiceOver", "Zoom", "Switch Control", "Voice Control", "AssistiveTouch", "Touch Accommodations", "Guided Access"]


def test_a_plan_that_the_page_cannot_show_is_refused(shop):
    answer = shop.run("tap", "page", "nowhere", "-o", "x.html")
    require_sentence(answer, 3)
    assert "plan" in answer.error
    add_plan(shop, "by-switch", "--input", "switch")
    answer = shop.run("tap", "page", "by-switch", "-o", "x.html")
    require_sentence(answer, 5)
    assert "for switch input" in answer.error
    assert not (shop.folder / "x.html").exists()


def test_it_names_no_machine_and_no_path(shop, path):
    text = path.read_text()
    for word in (str(shop.folder), "/root", "/home", "/tmp"):
        assert word not in text
    assert "noindex" in text and "no-referrer" in text and path.stat().st_size < 200_000
