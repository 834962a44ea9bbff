"""The trend as a page: the charts of the report, for all items or for each group."""

import json
import re

import pytest

from browser import LAYOUTS, axe, doubled_ids, overflow, small_targets
from drawing import share
from program import CHECK, Tracker, require_sentence


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """Two builds, two components, and an audit that was closed."""
    shop = Tracker(tmp_path_factory.mktemp("trend"))
    shop.begin()
    shop.register("home,button", "search,button", "late,button")
    shop.ok("new", "audit", "spring", "--components", "home")
    for day, build, outcome, component in [("01-05", "1", "fail", "home"), ("01-20", "1", "fail", "search"), ("02-10", "2", "pass", "home")]:
        shop.log(outcome, CHECK, component, "--at", f"2026-{day}T10:00:00Z", "--build", build)
    shop.ok("edit", "audit", "spring", "--close")
    return shop


def page_of(shop, *words, name="trend.html"):
    answer = shop.ok("trend", "--html", name, *words)
    assert answer.out == b"" and f"Wrote the trend to {name}." in answer.error
    return shop.folder / name


def test_it_says_what_the_terminal_says(shop, browse):
    page = browse(page_of(shop, "--every", "month", "--until", "2026-03-15"))
    assert page.locator("h1").inner_text().startswith("Accessibility trend: ")
    assert "5 January 2026 to 15 March 2026, 3 months." in page.locator("header p").inner_text()
    assert page.locator("h3").all_inner_texts()[0] == "Open findings fell from 2 in Jan 2026 to 1"
    rows = page.locator("tbody tr").evaluate_all("(rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.textContent))")
    told = json.loads(shop.ok("trend", "--every", "month", "--until", "2026-03-15", "--json").out)["points"]
    assert [int(row[1]) for row in rows] == [point["open"] for point in told][:len(rows)] and rows[0][0] == "Jan 2026"
    assert "build 2 first tested on 10 February 2026" in page.locator("main").inner_text()
    # The filter is in the footer, as it was typed.
    assert "--every month --until 2026-03-15" in page.locator("footer").inner_text()


def test_audits_and_builds_have_the_names_that_people_gave_them(empty):
    """The audit inspection-8 was `Aug inspection`, and the build rc-1 `Jan rc`."""
    empty.register("home,button")
    for number, outcome in (8, "fail"), (9, "pass"):
        empty.ok("new", "audit", f"inspection-{number}", "--components", "home")
        empty.ok("log", outcome, CHECK, "home", "--audit", f"inspection-{number}", "--build", f"rc-{number}", "--tester", "t1")
        empty.ok("edit", "audit", f"inspection-{number}", "--close")
    page = empty.ok("trend", "--every", "audit", "--html", "-").text
    assert "Open findings fell from 1 in audit inspection-8 to 0" in page and "inspection-9" in page
    builds = empty.ok("trend", "--every", "build", "--html", "-").text
    assert "Open findings fell from 1 in build rc-8 to 0" in builds
    assert "Aug inspection" not in page and "Aug rc" not in builds


def test_a_day_is_one_that_something_is_on(shop):
    page = page_of(shop, "--every", "day", "--until", "2026-01-25", name="day.html").read_text()
    assert "Open findings rose from 1 on 5 January 2026 to 2" in page and " in 5 January" not in page


def test_no_na_and_no_cant_tell_look_the_same(shop):
    """The one was 0 and the other empty."""
    shown = shop.ok("trend", "--every", "month", "--until", "2026-03-15", "--width", "120").text
    assert "FAIL" in shown and "N/A" not in shown and "CAN'T TELL" not in shown
    rows = shop.ok("trend", "--every", "month", "--until", "2026-03-15", "--format", "csv").text.splitlines()
    assert {"na", "cant_tell"} <= set(rows[0].lstrip("\ufeff").split(","))


def test_the_names_of_an_axis_stand_below_it(shop, browse):
    """With forced colors a text has a ground, which hid the line that the columns stand on."""
    page = browse(page_of(shop, "--every", "month", "--until", "2026-03-15"), "forced colours")
    gaps = page.evaluate("""() => Array.from(document.querySelectorAll('.plot'), (plot) => {
      const range = document.createRange();
      range.selectNodeContents(plot.querySelector('.ax'));
      const tops = Array.from(range.getClientRects(), (box) => box.top);
      return Math.min(...tops) - plot.querySelector('svg').getBoundingClientRect().bottom;
    })""")
    assert len(gaps) == 2 and min(gaps) >= 1, gaps


def test_periods_without_a_change_are_one_column(shop, browse):
    """Two years of weeks were 105 columns, of which only the lines between them were seen."""
    page = browse(page_of(shop, "--every", "week", "--until", "2026-12-15"))
    boxes = page.locator(".plot svg.st > rect").evaluate_all("""(all) => all.map((one) => one.getBoundingClientRect())
      .map(({ left, right }) => [left, right])""")
    whole = page.locator(".plot svg.st").bounding_box()
    assert len(boxes) < 12 and max(right - left for left, right in boxes) > whole["width"] / 2
    # They have no gap and do not overlap, and the last one ends where the chart ends.
    edges = sorted({(round(left), round(right)) for left, right in boxes})
    assert abs(max(right for _, right in edges) - whole["x"] - whole["width"]) < 2


def test_groups_have_charts_of_their_own(shop, browse):
    page = browse(page_of(shop, "--by", "component", "--every", "month", "--until", "2026-03-15"))
    assert page.locator("h2").all_inner_texts()[:2] == ["search", "home"], "names as they were given"
    assert doubled_ids(page) == [] and page.locator("svg[role=img]").count() == 4
    assert page.locator("#nt").count() <= 1, "one pattern for all"
    names = page.locator("[role=region]").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(set(names)) == len(names)
    assert "1 more group with fewer open findings: raise --limit" in (
        page_of(shop, "--by", "component", "--every", "month", "--limit", "1").read_text())
    assert "A chart needs results in 2 periods." in page_of(shop, "--every", "month", "--since", "2026-02-01", "--until", "2026-02-28").read_text()


def test_the_marks_are_told_once(shop):
    text = page_of(shop, "--by", "component", "--every", "month", "--until", "2026-03-15").read_text()
    assert text.count("<svg class=\"st\" width") == 2 and text.count("Upright lines, from the left: ") == 1


def test_a_category_has_its_name(shop, browse):
    page = browse(page_of(shop, "--by", "category", "--every", "month", name="categories.html"))
    assert page.locator("h2").all_inner_texts()[0] == "VoiceOver"
    assert page.locator("summary").first.text_content() == "Table of the two charts of VoiceOver"
    text = page_of(shop, "--by", "category", "--every", "month", "--since", "2026-02-01", "--until", "2026-02-28").read_text()
    assert "A chart needs results in 2 periods. <bdi>Month 2026-02: " in text
    # What has no name is told in words.
    words = page_of(shop, "--by", "owner", "--every", "month").read_text()
    assert "<bdi>No owner</bdi></h2>" in words


def test_no_chart_is_divided_on_paper(shop, browse):
    page = browse(page_of(shop, "--by", "component", "--every", "month", name="paper.html"), "paper")
    assert set(page.locator(".ch").evaluate_all("(all) => all.map((one) => getComputedStyle(one).breakInside)")) == {"avoid"}


@pytest.mark.parametrize("mode", ["light", "forced colours", "paper"])
def test_dashes_tell_the_lines_apart_however_many_points_there_are(shop, browse, mode):
    page = browse(page_of(shop, "--every", "day", name="days.html"), mode)
    lines = page.locator(".plot polyline").evaluate_all("""(lines) => lines.map((line) => {
      const { strokeDasharray, strokeWidth, fill } = getComputedStyle(line);
      return [line.getAttribute('class'), strokeDasharray, strokeWidth, fill, line.getAttribute('vector-effect'),
        line.getBoundingClientRect().width];
    })""")
    # One line each, far longer than a dash, whose width is that of the screen.
    assert [line[:5] for line in lines] == [
        ["lc", "6px, 4px", "2.5px", "none", "non-scaling-stroke"], ["lp", "none", "2.5px", "none", "non-scaling-stroke"]]
    assert min(line[5] for line in lines) > 100, lines


def test_it_is_the_same_every_time_and_beside_another_form(shop):
    words = ["trend", "--html", "-", "--until", "2026-03-15"]
    one, other = shop.ok(*words).out, shop.ok(*words).out
    assert one == other and one.startswith(b"<!doctype html>")
    both = shop.ok("trend", "--html", "both.html", "--json")
    assert json.loads(both.out)["schema"] == "a11y.trend/1" and (shop.folder / "both.html").is_file()
    for flag in ["--explain", "--first-tap", "--age"]:
        require_sentence(shop.run("trend", "--html", "x.html", flag), 2)
    shown = (shop.folder / "both.html").read_bytes()
    answer = shop.run("trend", "--html", "both.html", "-o", "both.html", "--yes")
    require_sentence(answer, 2)
    assert "is used for 2 outputs" in answer.error and (shop.folder / "both.html").read_bytes() == shown
    assert not re.search(r"https?://(?!www\.w3\.org)", one.decode())


@pytest.mark.parametrize("mode", share("page of a trend", LAYOUTS, 2))
def test_it_is_clean(shop, browse, mode):
    page = browse(page_of(shop, "--by", "component", "--every", "month", name="clean.html"), mode)
    assert overflow(page) == [] and (mode == "paper" or small_targets(page) == [])
    assert axe(page, mode=mode) == []
