"""The map of the report page: the worst severity in each field, and every category by its full name on a narrow window."""

import re

import pytest

from browser import at_widths, overflow
from program import TOP, Tracker


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("map"))
    tracker.show_demo()
    tracker.ok("report", "--html", "page.html")
    return tracker.folder / "page.html"


@pytest.mark.parametrize("mode", ["light", "320 px"])
def test_every_field_has_a_head_and_marks_are_in_one_piece(demo, look, mode):
    page = look(demo, mode)
    # What is not shown on a narrow window stays in the tree: without a head the fields would have the names of their neighbors.
    assert page.locator(".map thead th").evaluate_all("(heads) => heads.map((head) => getComputedStyle(head).display)").count("none") == 0
    heads = page.locator(".map thead th").count()
    fields = page.evaluate("Array.from(document.querySelectorAll('.map tbody tr:not(.sep)'), (row) => row.children.length)")
    assert set(fields) == {heads}
    assert page.evaluate("""Array.from(document.querySelectorAll('.map td b'))
      .filter((mark) => mark.checkVisibility() && mark.getClientRects().length > 1).length""") == 0
    assert overflow(page) == []


def test_what_stands_in_every_field_is_in_the_page_once(demo, look):
    """The demo's report weighed 217 kB: each field had the name of its category, and the style and the script their comments."""
    text = demo.read_text()
    # 190 kB when marks said by an attribute what their content says, and each cell and row was closed before the next; 183 kB
    # when a screen of one component had two rows, a quiet period a column of its own, and each finding what most have not.
    # The months of the demo follow the day: there is a column more in some.
    assert len(text.encode()) < 176_000
    style, script = (text.split(f"<{tag}>", 1)[1].split("</", 1)[0] for tag in ("style", 'script type="module"'))
    for part in style, script:
        assert "\n/*" not in part and "\n " not in part and "\n//" not in part
    heads = look(demo).locator(".map thead th").all_inner_texts()[1:]
    named = re.sub(r"\\([0-9a-f]+) ", lambda match: chr(int(match.group(1), 16)), style)
    assert len(heads) > 6 and [named.count(f'"{name}"') for name in heads] == [1] * len(heads), heads


def test_no_text_of_a_script_goes_over_several_lines():
    """Pages leave indentation out, which would change it."""
    for path in (TOP / "Sources/PageData/data").glob("*.js"):
        for line in path.read_text().splitlines():
            assert line.count("`") % 2 == 0, (path.name, line)


def test_screens_open_to_their_components_and_without_a_script_all_is_there(demo, browse):
    page = browse(demo)
    screens = page.locator(".map tr.sc")
    assert screens.count() > 3 and page.locator(".map tr:not(.sc):visible").count() == 1
    # A screen of one component is that component, and has no second row that says the same.
    opening = 0
    for screen in screens.all():
        below = screen.evaluate("(row) => row.parentElement.rows.length - 1")
        opens = screen.get_by_role("button").count()
        assert below > 1 if opens else below == 0 and " › " in screen.locator("th").inner_text()
        opening += opens
    assert 3 < opening < screens.count()
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
        return sum(int(text.split()[-1]) for text in rows.locator("td b[class^=x]").all_text_contents())
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
    # A category without an item has no row.
    assert all(any(text != "0" for text in row.locator("td").all_inner_texts()) for row in rows.all())


def test_a_narrow_window_has_the_full_names(demo, look):
    page = look(demo, "320 px")
    row = page.locator(".map tbody tr").first
    named = row.locator("td:has(> :not(u))").evaluate_all("(fields) => fields.map((field) => getComputedStyle(field, '::before').content)")
    assert '"VoiceOver"' in named and len(named) > 3
    # A category that does not apply takes no room.
    assert row.locator("td:visible").count() == len(named)
    rest = page.locator(".map .sc td:not(:has(> :not(u)))")
    assert rest.count() > 0 and not any(one.is_visible() for one in rest.all())


def test_a_failing_field_says_how_severe_its_worst_finding_is(demo, look):
    page = look(demo)
    marks = page.locator(".map td.f1 a b:first-child").evaluate_all("(marks) => marks.map((mark) => [mark.textContent, getComputedStyle(mark, '::before').content])")
    assert marks and all(text.startswith("FAIL, critical: ") and '"C"' in sign for text, sign in marks)
    # Each severity has its own count: a letter beside the count of all fails would say that all are as bad.
    words = page.locator(".map td.f1 a").all_text_contents()
    assert any(re.search(r"FAIL, critical: \d+FAIL, serious: \d+", text) for text in words), words
    counts = page.evaluate("""Array.from(document.querySelectorAll('.map .sc'), (row) => row.textContent).join(' ')""")
    assert "worst critical" not in counts
    # A number of items that do not apply is for those who listen alone.
    assert page.locator(".map td > u", has_text="N/A").first.bounding_box()["width"] <= 1


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A tracker in which more categories fail than the map has columns."""
    tracker = Tracker(tmp_path_factory.mktemp("many"))
    tracker.begin()
    tracker.ok("edit", "tracker", "--checklists", "everything")
    for kind in ("screen", "app", "form-field", "slider", "toggle", "modal", "list-row", "icon-button"):
        tracker.ok("new", "component", kind, "--kind", kind, "--screen", "home", "--owner", "demo-dev-1")
    tracker.ok("log", "fail", "*", "**", "-s", "3", "--tester", "t1", "--build", "1", "-y")
    tracker.ok("report", "--html", "page.html")
    return tracker.folder / "page.html"


DIVIDED = """(names) => {
  const broken = [];
  for (const one of document.querySelectorAll(names)) {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/[A-Za-z0-9]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      const tops = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top)));
      if (one.checkVisibility() && (one.closest("thead") ?? one).offsetWidth > 1 && tops.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("of", ["demo", "many"])
def test_no_head_of_a_table_and_no_name_of_a_category_is_divided(request, browse, of):
    """At 768 px `VoiceOv|er` and `discove|r`, and with many categories at any width `Keyboa|rd`."""
    page = browse(request.getfixturevalue(of))
    page.locator("#map details, #changes details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    for width in at_widths(page, 320, 390, 640, 768, 1060, 1160, 1280):
        assert page.evaluate(DIVIDED, "thead th, .cov tbody th, #owners tbody th, .map td, .sm h4, .nums :is(th, td)") == [], width
        assert overflow(page) == [], width
        # `1 critical, 11` is no number of anything.
        assert page.evaluate("Array.from(document.querySelectorAll('#owners td .w1'), (one) => one.getClientRects().length)").count(1) == \
            page.locator("#owners td .w1").count() > 0, width
        # A heading of a closed check has the room of a line, not of a word.
        assert width < 768 or all(box["height"] <= 64 for box in page.locator(".shut h3:visible").evaluate_all(
            "(all) => all.map((one) => ({ height: one.getBoundingClientRect().height }))"))
