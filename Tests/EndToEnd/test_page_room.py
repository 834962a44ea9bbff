"""What stands beside each other on a page has its room: marks of lists, numbers, names, fields, and the halves of a sheet."""

import pytest

from browser import at_widths, overflow
from program import Tracker
from test_page_lines import TOPS
from test_report_print import printed
from test_tap_report_page import kids, page_of  # noqa: F401, the plans of its tests

LONG = "a.person.with.a.very.long.name@a-department-of-a-company.example.org"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("demo"))
    tracker.show_demo()
    tracker.ok("report", "--html", "page.html")
    tracker.ok("worksheet", "--audit", "release-demo", "-o", "sheet.html")
    return tracker


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """More than a thousand findings in one tracker of two, the owner of most with a long name."""
    root = Tracker(tmp_path_factory.mktemp("crowd"))
    for name, count in ("crowd", 16), ("few", 1):
        (root.folder / name).mkdir()
        tracker = Tracker(root.folder / name)
        tracker.begin()
        tracker.register(*[f"s/c-{number},icon-button" for number in range(count)])
        tracker.ok("edit", "component", "s/c-0", "--owner", LONG)
        tracker.ok("log", "fail", "*", "**", "-s", "2", "--tester", "t1", "--build", "1", "-y")
        tracker.ok("report", "--html", "page.html")
    root.ok("report", "--portfolio", ".", "-o", "page.html")
    return root


# Where the text of each entry with a bullet begins, from the inner edge of its card.
INDENTS = """() => Array.from(document.querySelectorAll('.card li')).filter((one) => {
    const style = getComputedStyle(one);
    return style.display === 'list-item' && !['none', ''].includes(style.listStyleType.replaceAll('"', '')) && one.checkVisibility();
  }).map((one) => {
    const card = one.closest('.card'), style = getComputedStyle(card);
    return one.getBoundingClientRect().left - card.getBoundingClientRect().left - parseFloat(style.paddingLeft);
  })"""


@pytest.mark.parametrize("mode", ["light", "phone", "paper"])
def test_bullets_are_inside_of_their_card(demo, kids, browse, mode):  # noqa: F811
    for path in (demo.folder / "page.html", demo.folder / "sheet.html", page_of(kids, name="bullets.html")):
        page = browse(path, mode)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        found = page.evaluate(INDENTS)
        assert path.name == "sheet.html" and mode == "paper" or found, path
        assert all(indent > 12 for indent in found), (path, found)


def test_a_number_of_a_portfolio_is_in_one_piece(crowd, look):
    page = look(crowd.folder / "page.html")
    for _ in at_widths(page, 1280, 1120, 768, 390):
        row = page.locator("#trackers tbody tr", has_text="1,024 open")
        assert set(row.evaluate(TOPS, "1,024")) == {1} and "1024" not in row.inner_text()
        assert overflow(page) == []


def test_the_fields_of_the_query_share_a_line_with_a_long_name(crowd, look):
    page = look(crowd.folder / "crowd/page.html")
    tops = page.locator(".asks :is(input, select, button)").evaluate_all("(all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom))")
    assert len(tops) == 6 and len(set(tops)) == 1, tops
    helped = page.locator("#qh").bounding_box()
    assert helped["y"] - max(tops) >= 4


@pytest.mark.parametrize("mode", ["light", "paper"])
def test_an_id_of_wide_letters_stands_apart_from_the_words_beside_it(demo, browse, mode):
    page = browse(demo.folder / "page.html", mode)
    row = page.locator(".rows > li").first
    row.evaluate("(one) => { one.querySelector('.id').textContent = 'nmwhwwrg'; }")
    words, name = row.locator(".id").evaluate("(one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getBoundingClientRect().right; }"), row.locator("h4").bounding_box()
    assert name["x"] - words >= 6


def test_the_name_above_the_fields_of_a_map_has_no_empty_line(demo, look):
    page = look(demo.folder / "page.html", "phone")
    heights = page.locator(".map .sc:only-child th").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
    assert heights and max(heights) < 44, heights
    assert min(page.locator(".map .sc th button:visible").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")) >= 44


def test_rates_say_on_a_phone_what_is_drawn_and_which_word_is_the_verdict(kids, browse):  # noqa: F811
    page = browse(page_of(kids, name="rates.html"))
    for _ in at_widths(page, 390, 320):
        scale = page.locator(".ft thead .bx").first
        assert scale.inner_text() == "0 to 100%: dot, interval, and target (upright)" and scale.bounding_box()["width"] > 200
        assert page.locator(".ft td[data-l=Verdict]").first.evaluate("(one) => getComputedStyle(one, '::before').content") == '"Verdict: "'
        assert overflow(page) == []


def test_what_was_seen_takes_one_line_of_paper(demo, look):
    """It had a third of a row, and the rest of the row was empty."""
    page = look(demo.folder / "page.html", "paper", viewport={"width": 718, "height": 900})
    parts = page.locator(".g dl > div", has_text="Evidence")
    found = parts.evaluate_all("(all) => all.map((one) => [one.getBoundingClientRect().width / one.parentElement.clientWidth, one.clientHeight])")
    assert len(found) > 5 and all(width > 0.95 and height < 40 for width, height in found), found


def test_a_worksheet_of_paper_has_two_items_beside_each_other_and_boxes_beside_their_names(demo, browse):
    page = browse(demo.folder / "sheet.html", "paper", viewport={"width": 718, "height": 900})
    group = page.locator(".group", has=page.locator(".item:nth-of-type(2)")).first
    left, right = [group.locator(".item").nth(place).bounding_box() for place in range(2)]
    assert left["y"] == right["y"] and left["x"] + left["width"] < right["x"]
    names = page.locator(".paper .w1")
    assert names.count() > 5
    assert all(one.evaluate(TOPS, "☐ ") == [1] for one in names.all()[:12])
    assert overflow(page) == []
    assert len(printed(page, demo.folder)) <= 12


def test_fixes_of_one_kind_say_once_what_they_mend(demo, look):
    text = look(demo.folder / "page.html").locator("#fix .sub").inner_text()
    assert text == ("After these: “Passive view with a tap gesture replaces a button” in 3 components of kind list-row (3), 3 of kind screen (3), "
                    "3 of kind card (3).")


def test_on_paper_names_of_screens_are_in_one_piece_and_a_shared_note_stands_above_its_rows(demo, look):
    page = look(demo.folder / "page.html", "paper", viewport={"width": 718, "height": 900})
    for screen in ("movie-detail", "people-detail", "movies-home"):
        assert page.locator("#owners th", has_text=screen).evaluate(TOPS, screen) == [1], screen
    sheets = printed(page, demo.folder)
    for note, first in ("hard-coded color", "custom-list-header-row"), ("animation not gated", "bottom-menu"):
        sheet, = [sheet for sheet in sheets if note in (line.strip() for line in sheet.splitlines())]
        assert first in sheet.split(note)[1], note
