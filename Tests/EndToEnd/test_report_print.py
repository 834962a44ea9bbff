"""The report on paper: whole words, numbered pages, what is filtered is said, and a summary on two pages."""

import re
import shutil
import subprocess

import pytest

from browser import overflow, require
from program import Tracker

# What may be divided: code, keys, and names of components.
DIVISIBLE = "code, bdi, small, .at, .id, .key, tbody th, footer, .blk h4, .fix h3, .li li"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("printed"))
    tracker.show_demo()
    tracker.ok("report", "--compare", "2025-03-01", "--gate", "max-critical 0, baseline 2025-03-01", "--html", "page.html")
    return tracker


def printed(page, folder, order="-layout") -> list:
    """The text of each page of paper, by its lines or by its parts."""
    require("" if shutil.which("pdftotext") else "pdftotext")
    path = folder / "page.pdf"
    page.pdf(path=path, prefer_css_page_size=True)
    text = subprocess.run(["pdftotext", order, path, "-"], capture_output=True, check=True, text=True).stdout
    return text.split("\f")[:-1]


def words(text: str) -> set:
    return set(re.findall(r"[A-Za-z]{2,}", text))


def test_no_word_is_broken_and_every_page_has_its_number_and_title(demo, look):
    page = look(demo.folder / "page.html")
    sheets = printed(page, demo.folder)
    known = words(page.evaluate("""() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [document.title];
      while (walker.nextNode()) found.push(walker.currentNode.data);
      return found.join(' ');
    }"""))
    divisible = " ".join(page.evaluate(
        "(names) => Array.from(document.querySelectorAll(names), (one) => one.textContent)", DIVISIBLE))
    broken = {word for sheet in printed(page, demo.folder, "-raw") for word in words(sheet) - known if word not in divisible}
    assert broken == set()
    assert len(sheets) <= 17
    for number, sheet in enumerate(sheets, 1):
        foot = sheet.rstrip().splitlines()[-1]
        assert f"{number} / {len(sheets)}" in foot and "Accessibility report: MovieSwiftUI (demo)" in foot, foot


def test_the_head_of_a_table_is_on_the_paper_of_its_rows(demo, look):
    sheets = printed(look(demo.folder / "page.html"), demo.folder)
    sheet, = [each for each in sheets if "Open findings by owner" in each]
    assert re.search(r"Open findings by owner.*Blockers.*demo-dev-3", sheet, re.S), sheet


def test_names_of_owners_are_whole_on_paper(tracker, browse):
    """They are no keys: "sign-in-" stood at the end of a line and "team" on the next."""
    owner = "check-out-and-sign-in-team"
    tracker.ok("new", "component", "--from", "-", stdin="key,kind,screens,owner\n".encode() + b"".join(
        f"s/control-{number},icon-button,s,{owner}\n".encode() for number in range(6)))
    tracker.ok("log", "fail", "voiceover.icon-button-label", "s/**", "-y", "--tester", "t1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    tracker.ok("report", "--html", "page.html")
    page = browse(tracker.folder / "page.html", "paper")
    found = page.evaluate("""(owner) => {
      const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), rows = [];
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode, at = data.indexOf(owner), range = document.createRange();
        if (at < 0 || parentElement.closest('code, option, script')) continue;
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + owner.length);
        if (range.getClientRects().length > 0) rows.push(range.getClientRects().length);
      }
      return rows;
    }""", owner)
    assert len(found) >= 8 and set(found) == {1}, found
    assert overflow(page) == []


def test_the_letter_of_a_severity_stands_beside_its_bar(demo, look):
    page = look(demo.folder / "page.html", "paper")
    fields = page.locator(".map td.f1").evaluate_all("""(all) => all.map((one) => {
      const style = getComputedStyle(one);
      return [parseFloat(style.paddingLeft), Math.max(...style.boxShadow.match(/-?[0-9.]+px/g).map(parseFloat))];
    })""")
    assert fields and all(room > bar for room, bar in fields), fields[:3]


def test_a_heading_is_not_the_last_line_of_its_page(demo, look):
    page = look(demo.folder / "page.html")
    headings = {" ".join(text.split()) for text in page.locator("h2, h3, caption").all_text_contents()}
    for sheet in printed(page, demo.folder):
        lines = [" ".join(line.split()) for line in sheet.rstrip().splitlines() if line.strip()]
        assert lines[-2] not in headings, lines[-3:]


def test_text_on_paper_is_not_small(demo, look):
    page = look(demo.folder / "page.html", "paper")
    small = page.evaluate("""() => {
      const found = new Set();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !element.checkVisibility() || element.closest('u, script, style')) continue;
        const points = parseFloat(getComputedStyle(element).fontSize) * 0.75;
        if (points < 8.45) found.add(`${element.tagName}.${element.className} ${points.toFixed(1)}`);
      }
      return Array.from(found);
    }""")
    assert small == []


def test_trackers_have_room_for_their_reasons_on_paper(demo, browse):
    """Beside nine columns of figures a reason had a line for each of its words."""
    demo.ok("report", "--portfolio", ".", "-o", "portfolio.html")
    page = browse(demo.folder / "portfolio.html", "paper")
    page.set_viewport_size({"width": 703, "height": 1024})
    assert page.locator("#trackers tbody th").first.bounding_box()["width"] > 500
    assert page.locator("#trackers td[data-l=Coverage]").first.evaluate("(one) => getComputedStyle(one, '::before').content") == '"Coverage: "'
    assert overflow(page) == []
    boxes = page.locator("#trackers td").evaluate_all("(all) => all.map((one) => [one.scrollWidth, one.clientWidth])")
    assert boxes and all(needed <= there for needed, there in boxes)


def test_a_long_path_stays_in_its_card_on_paper(tracker, browse):
    """A link in a box of its own was as wide as its longest word, and ran over the edge of "Affected people"."""
    source = f"Sources/{'AVeryLongNameOfAFolderWithoutAnySpace' * 3}/View.swift"
    rows = "".join(f"s/control-{number},icon-button,s,{source}\n" for number in range(4))
    tracker.ok("new", "component", "--from", "-", stdin=f"key,kind,screens,source\n{rows}".encode())
    for check, first in ("voiceover.icon-button-label", 0), ("touch-target.icon-button-44pt", 2):
        for number in (first, first + 1):
            tracker.ok("log", "fail", check, f"s/control-{number}", "-s", "1", "--tester", "t1")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    assert source in tracker.ok("list", "fixes").text.replace("\n", "").replace(" ", "")
    tracker.ok("report", "--html", "page.html")
    page = browse(tracker.folder / "page.html", "paper")
    page.set_viewport_size({"width": 703, "height": 1024})
    over = page.evaluate("""() => Array.from(document.querySelectorAll('.figs > li, .fix > li, #decision'), (card) =>
      Array.from(card.querySelectorAll('a, h3, code, bdi'), (one) => one.getBoundingClientRect().right - card.getBoundingClientRect().right)
    ).flat().filter((past) => past > 1)""")
    assert over == [] and source in page.locator(".fix, .figs").first.evaluate("() => document.body.textContent")


def test_the_summary_is_two_pages(demo, browse):
    page = browse(demo.folder / "page.html")
    page.evaluate("window.print = () => { window.printed = document.body.className; }")
    page.get_by_role("button", name="Print summary").click()
    assert page.evaluate("window.printed") == "summary"
    sheets = printed(page, demo.folder)
    assert len(sheets) == 2
    text = " ".join(sheets)
    for part in ("HOLD", "Compliance", "fixes to make first", "Open findings by owner", "Open findings ", "not a conformance claim"):
        assert part in text, part
    page.emulate_media(media="print")
    assert page.locator("#decision .word").is_visible()
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.get_by_role("button", name="Print all").click()
    assert page.evaluate("window.printed") == ""
    # Without a script, as the command asked for it.
    demo.ok("report", "--compare", "2025-03-01", "--html", "summary.html", "--print", "summary")
    assert len(printed(browse(demo.folder / "summary.html", java_script_enabled=False), demo.folder)) == 2


def test_a_filtered_page_says_on_paper_what_it_leaves_out(demo, browse):
    page = browse(demo.folder / "page.html")
    assert "Only owner" not in " ".join(printed(page, demo.folder))
    page.select_option("#qo", "demo-dev-1")
    shown = page.locator("#findings .rows > li:not([hidden])").count()
    total = page.locator("#findings .rows > li").count()
    text = " ".join(" ".join(printed(page, demo.folder)).split())
    assert f"Only owner demo-dev-1: {shown} of {total} findings" in text
    assert f"Findings: {shown} of {total} shown" in text
    # What is folded away on the screen is on paper, and what is filtered is not.
    for line in page.locator("#findings .rows > li").all():
        identity = line.get_attribute("id")
        assert (f" {identity} " in text) >= ("owner demo-dev-1" in line.text_content()), identity


def test_the_map_begins_below_its_heading_and_both_charts_stand_with_their_words(demo, look):
    """Half a page was blank between the heading and the map: all its rows were held together."""
    sheets = printed(look(demo.folder / "page.html"), demo.folder)
    heading = next(place for place, sheet in enumerate(sheets) if "screens by category" in sheet)
    assert "movies-list" in sheets[heading].split("screens by category")[1]
    charts = next(place for place, sheet in enumerate(sheets) if "Coverage rose from" in sheet)
    assert "Upright lines, from the left" in sheets[charts].split("Coverage rose from")[1]


def test_no_third_of_a_page_is_blank(demo, look):
    """No screen of the map stood apart from the one before, so that all of it began on another page."""
    path = demo.folder / "page.pdf"
    look(demo.folder / "page.html").pdf(path=path, prefer_css_page_size=True)
    told = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True, text=True).stdout
    sheets = re.findall(r"<page .*?</page>", told, re.S)
    # The last line of all is that of the number and the title.
    ends = [sorted({float(end) for end in re.findall(r'yMax="([0-9.]+)"', sheet)}) for sheet in sheets]
    foot = min(lines[-1] for lines in ends) - 12
    lowest = [max(end for end in lines if end < foot) for lines in ends]
    assert [round(low / foot, 2) for low in lowest[:-1] if low < foot * 2 / 3] == []
