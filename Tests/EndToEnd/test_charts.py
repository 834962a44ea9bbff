"""The charts of the report page: their figures are those of the lists, and each says its answer in a sentence."""

import json
import re

import pytest

from browser import overflow
from drawing import some_modes
from program import Tracker


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("charts"))
    tracker.show_demo()
    tracker.ok("report", "--html", "page.html", "--compare", "2025-06-01")
    return tracker


def columns(page):
    """The parts of each column of the chart of findings: their styles, tops and heights."""
    return page.locator(".plot .st rect[x]").evaluate_all(
        "(parts) => parts.map((part) => [part.getAttribute('class'), part.getAttribute('x'), ...['y', 'height'].map((name) => Number(part.getAttribute(name)))])")


def test_severities_stand_on_each_other_from_zero_and_are_those_of_the_report(demo, look):
    page = look(demo.folder / "page.html")
    report = json.loads(demo.ok("report", "--json").out)
    parts = columns(page)
    last = [part for part in parts if part[1] == parts[-1][1] and part[0] != "nt"]
    # From the lower edge up, without a gap.
    assert last[0][2] + last[0][3] == pytest.approx(160, abs=0.2)
    for low, high in zip(last, last[1:]):
        assert high[2] + high[3] == pytest.approx(low[2], abs=0.2)
    top = int(page.locator(".ya span").first.inner_text())
    heights = {style: round(height * top / 160) for style, _, _, height in last}
    wanted = {f"s{place}": report["open"][word] for place, word in enumerate(("critical", "serious", "moderate", "minor"), 1)}
    assert heights == {style: count for style, count in wanted.items() if count}
    # What was tested for the first time is a part of what is open.
    assert any(part[0] == "nt" for part in parts)
    heading = page.locator(".ch h3").first.inner_text()
    assert re.fullmatch(rf"Open findings (rose|fell|stayed).* {report['open']['total']}(, at most \d+ at (the ends of )?\w+( ends)? \(.*\)|)", heading), heading
    assert page.locator(".plot svg line.mk").count() > 0
    assert re.search(r"audit \S+ closed on \d+ \w+ 20\d\d", page.locator("#changes").inner_text())


@pytest.mark.parametrize("mode", ["light", "dark", "forced colours"])
def test_a_quiet_period_is_drawn_as_the_one_before(demo, browse, mode):
    """A column that is drawn again was black: its style looked for the chart around it."""
    page = browse(demo.folder / "page.html", mode)
    chart = page.locator(".plot svg.st")
    assert chart.locator("use").count() > 10
    drawn = chart.screenshot()
    chart.locator("use").evaluate_all("""(uses) => uses.forEach((use) => {
      const column = document.querySelector(use.getAttribute('href')).cloneNode(true);
      column.removeAttribute('id');
      const width = use.ownerSVGElement.getBoundingClientRect().width;
      column.setAttribute('transform', `translate(${parseFloat(use.getAttribute('x')) * width / 100} 0)`);
      use.replaceWith(column);
    })""")
    assert chart.locator("use").count() == 0 and chart.screenshot() == drawn


def test_coverage_and_compliance_are_two_lines(demo, look):
    page = look(demo.folder / "page.html")
    counts = json.loads(demo.ok("status", "--json").out)["cells"]
    judged = counts["pass"] + counts["fail"]
    for style, share in [("lp", counts["pass"] / judged), ("lc", judged / (judged + counts["cant_tell"] + counts["untested"]))]:
        y = float(page.locator(f".plot circle.{style}").get_attribute("cy"))
        assert 160 - y == pytest.approx(int(share * 100) * 1.6, abs=0.2), style
    heading = page.locator(".ch h3").nth(1).inner_text()
    assert re.fullmatch(r"Coverage (rose|fell|stayed|is) .*, compliance (rose|fell|stayed|is) .*", heading), heading


def test_steps_are_a_waterfall(demo, look):
    page = look(demo.folder / "page.html")
    rows = page.locator(".wf tbody tr").evaluate_all("""(rows) => rows.map((row) => {
      const bar = row.querySelector('rect');
      return [row.cells[1].textContent, ...['x', 'width'].map((name) => parseFloat(bar.getAttribute(name)))];
    })""")
    counts = [int(row[0].replace("−", "-").replace("+", "")) for row in rows]
    levels = [counts[0]]
    for step in counts[1:-1]:
        levels.append(levels[-1] + step)
    assert levels[-1] == counts[-1] and sum(counts[:-1]) == counts[-1]
    top = max(levels)
    for before, after, (_, x, width) in zip(levels, levels[1:], rows[1:-1]):
        assert x == pytest.approx(min(before, after) * 100 / top, abs=0.2)
        assert width == pytest.approx(max(0.4, abs(after - before) * 100 / top), abs=0.2)
    assert re.match(r"Open findings (rose|fell) by \d+, from \d+ to \d+|Open findings stayed at \d+",
                    page.locator(".wf caption").inner_text())


@pytest.mark.parametrize("mode", some_modes("charts"))
def test_the_charts_are_clean(demo, browse, mode):
    page = browse(demo.folder / "page.html", mode)
    assert overflow(page) == []
    # A name in the axis is never broken, and no shape is without a color.
    assert page.evaluate("Array.from(document.querySelectorAll('.plot .ax span'), (one) => one.getClientRects().length)") == [1] * page.locator(".plot .ax span").count()
    assert page.evaluate("""Array.from(document.querySelectorAll('.plot svg :is(rect[x], line, circle)'))
      .filter((one) => ['fill', 'stroke'].every((name) => getComputedStyle(one)[name] === 'none')).length""") == 0


def test_without_a_script_the_charts_and_their_table_are_there(demo, browse):
    page = browse(demo.folder / "page.html", java_script_enabled=False)
    assert page.locator(".plot svg[role=img]").count() == 2
    page.locator(".ch + details summary").click()
    heads = page.locator(".ch + details th[scope=col]").all_inner_texts()
    assert heads == ["Period", "Open", "Critical", "Serious", "Moderate", "Minor", "First tested", "Evaluated", "Pass"]
