"""The map of the report page: the worst severity in each field, and every category by its full name on a narrow window."""

import pytest

from browser import axe, overflow
from program import Tracker


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("map"))
    tracker.ok("demo", ".")
    tracker.ok("report", "--html", "page.html")
    return tracker.folder / "page.html"


@pytest.mark.parametrize("mode", ["light", "320 px"])
def test_every_field_has_a_head_and_marks_are_in_one_piece(demo, browse, mode):
    page = browse(demo, mode)
    # What is not shown on a narrow window stays in the tree: without a head the fields would have the names of their neighbors.
    assert page.locator(".map thead th").evaluate_all("(heads) => heads.map((head) => getComputedStyle(head).display)").count("none") == 0
    heads = page.locator(".map thead th").count()
    fields = page.evaluate("Array.from(document.querySelectorAll('.map tbody tr:not(.sep)'), (row) => row.children.length)")
    assert set(fields) == {heads}
    assert page.evaluate("""Array.from(document.querySelectorAll('.map td b'))
      .filter((mark) => mark.checkVisibility() && mark.getClientRects().length > 1).length""") == 0
    assert overflow(page) == []


def test_screens_open_to_their_components_and_without_a_script_all_is_there(demo, browse):
    page = browse(demo)
    screens = page.locator(".map tr.sc")
    assert screens.count() > 3 and page.locator(".map tr:not(.sc):visible").count() == 1
    ranks = screens.evaluate_all("(rows) => rows.map((row) => row.querySelectorAll('.f1').length > 0)")
    assert ranks == sorted(ranks, reverse=True)
    first = screens.first.get_by_role("button")
    assert first.get_attribute("aria-expanded") == "false"
    first.focus()
    page.keyboard.press("Enter")
    assert first.get_attribute("aria-expanded") == "true"
    shown = page.locator(".map tbody").first.locator("tr:not(.sc)")
    assert shown.count() > 0 and shown.first.is_visible()
    # The screen sums its components.
    def sums(rows):
        return sum(int(text.split()[-1]) for text in rows.locator("td b.x").all_text_contents())
    assert sums(screens.first) == sums(shown) > 0
    bare = browse(demo, java_script_enabled=False)
    assert bare.locator(".map tbody tr:visible").count() == bare.locator(".map tbody tr").count() > screens.count()


def test_the_other_categories_open_below_the_map(tracker, browse):
    tracker.ok("edit", "tracker", "--checklists", "everything")
    tracker.register("home,icon-button", "away,screen")
    tracker.ok("log", "fail", "voiceover.label-present", "home", "-s", "1", "--tester", "t1")
    tracker.ok("report", "--html", "page.html")
    page = browse(tracker.folder / "page.html")
    page.locator("#map details summary").click()
    rows = page.locator("#map details tbody tr")
    head = page.locator(".map thead th").last.inner_text()
    assert head == f"{rows.count()} more categories"
    assert rows.locator("td:nth-child(2)").all_inner_texts() == ["0"] * rows.count()


def test_a_narrow_window_has_the_full_names(demo, browse):
    page = browse(demo, "320 px")
    row = page.locator(".map tbody tr").first
    named = row.locator("td[data-l]").evaluate_all("(fields) => fields.map((field) => getComputedStyle(field, '::before').content)")
    assert '"VoiceOver"' in named and len(named) > 3
    # A category that does not apply takes no room.
    assert row.locator("td:not([data-l]):visible").count() == 0


def test_a_failing_field_says_how_severe_its_worst_finding_is(demo, browse):
    page = browse(demo)
    marks = page.locator(".map td.f1 .x").evaluate_all("(marks) => marks.map((mark) => [mark.textContent, getComputedStyle(mark, '::before').content])")
    assert marks and all(text.startswith("FAIL, worst critical: ") and '"C"' in sign for text, sign in marks)
    # A number of items that do not apply is for those who listen alone.
    assert page.locator(".map td .n").first.bounding_box()["width"] <= 1


@pytest.mark.parametrize("mode", ["320 px", "forced colours"])
def test_the_map_is_clean(demo, browse, mode):
    assert axe(browse(demo, mode), mode=mode) == []
