"""First-tap tests as a page: the rates of the plans side by side, and the words of the text report for each."""

import json
import re

import pytest

from browser import LAYOUTS, at_widths, axe, doubled_ids, overflow, small_targets
from drawing import share
from program import Tracker
from tapping import CODES, PLAY, hold, line, paper
from test_page_lines import TOPS


@pytest.fixture(scope="module")
def kids(tmp_path_factory):
    """Two closed plans of one component, one that is running, and one of three children."""
    kids = Tracker(tmp_path_factory.mktemp("kids"))
    kids.ok("init", "--title", "Shop <for> children")
    kids.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    hold(kids, "play-44", [8, 7, 9, 8, 6, 10, 8, 7, 9, 8], build="3.1")
    hold(kids, "play-60", [10, 9, 10, 9, 10, 10, 9, 10, 10, 9], size="60x60", build="3.2", first=20)
    kids.ok("new", "plan", "few", "--component", PLAY, "--size", "48x48", "--children", "8")
    assert paper(kids, *(line(CODES[child], "h" * 10) for child in range(3)), key="few").code == 0
    return kids


def page_of(kids, *words, name="tests.html"):
    answer = kids.ok("tap", "report", *words, "--html", name, "-y")
    assert answer.out == b"" and f"Wrote the report to {name}. Open it in any browser." in answer.error
    return kids.folder / name


def test_it_says_what_the_text_report_says(kids, browse):
    page = browse(page_of(kids))
    assert page.locator("h1").inner_text() == "First-tap success: Shop <for> children"
    assert page.locator("h2").all_inner_texts()[:4] == ["Rates and verdicts", "few", "play-44", "play-60"]
    told = {one["plan"]: one for one in json.loads(kids.ok("tap", "report", "--json").out)["plans"]}
    rows = {row.locator("th").inner_text().split(":")[0]: row for row in page.locator("table.ft").first.locator("tbody tr").all()}
    assert set(rows) == set(told)
    for key in ("play-44", "play-60"):
        result = told[key]["parts"][0]["result"]
        text = rows[key].inner_text()
        assert f"{int(result['rate'] * 100)}%, could be as low as" in text and result["verdict"] in text
        assert "target 90%" in text and rows[key].locator("svg.iv").count() == 1
    assert "hidden" in rows["few"].inner_text() and rows["few"].locator("svg").count() == 0
    # Every sentence about a plan, without the bars of characters.
    text = re.sub(r"\s+", " ", page.locator("main").inner_text())
    for one in told.values():
        for part in one["parts"]:
            assert part["sentence"] in text
    assert "●" not in text and "play-60, 3.2" in text and "useful point" in text
    assert page.locator(".li b", has_text="Size: ").count() == 1, "the comparison of the two sizes"


def test_one_plan_has_its_own_page_and_what_is_shared_hides_more(kids, browse):
    one = page_of(kids, "play-44", name="one.html")
    page = browse(one)
    assert page.locator("h1").inner_text() == "First-tap success: play-44: Shop <for> children"
    assert page.locator("h2").all_inner_texts()[:2] == ["Rates and verdicts", "play-44"]
    assert "play-44" in page.locator("footer").inner_text()
    shared = page_of(kids, "--redact", name="shared.html")
    assert "First-tap success, redacted" in shared.read_text() and "could be as low as 100%" not in shared.read_text()
    # Without --redact it says something about few children: its owner alone may read it, also where another file was.
    assert one.stat().st_mode & 0o077 == 0 and shared.stat().st_mode & 0o044 == 0o044
    page_of(kids, name="shared.html")
    assert shared.stat().st_mode & 0o077 == 0
    assert kids.ok("tap", "report", "--html", "-").text.startswith("<!doctype html>")


def test_it_is_written_beside_another_form_and_never_for_the_team_alone(kids):
    answer = kids.ok("tap", "report", "--html", "both.html", "--json", "-y")
    assert json.loads(answer.out)["schema"] == "a11y.tap-report/1" and (kids.folder / "both.html").is_file()
    for words in (["--team", "--html", "team.html"], ["--html", "twice.html", "-o", "twice.html"]):
        assert kids.run("tap", "report", *words).code == 2
    assert not list(kids.folder.glob("t*m.html")) and not (kids.folder / "twice.html").exists()


@pytest.mark.parametrize("mode", share("report of first-tap tests", LAYOUTS, 2))
def test_it_is_whole_in_every_layout(kids, browse, mode):
    page = browse(page_of(kids, name=f"{mode.split()[0]}.html"), mode)
    assert axe(page, {("violations", "target-size")} if mode == "paper" else ()) == []
    assert overflow(page) == [] and doubled_ids(page) == []
    if mode != "paper":
        assert small_targets(page) == []


def test_no_word_of_its_tables_is_divided_on_a_phone(kids, browse):
    page = browse(page_of(kids, name="phone.html"))
    for _ in at_widths(page, 390, 320):
        for word in ("could", "children", "evidence", "play-44", "play-60"):
            found = [one for row in page.locator(".ft tbody tr").all() for one in row.evaluate(TOPS, word)]
            assert found and set(found) == {1}, (word, found)
        assert overflow(page) == []
        bar, card = page.locator(".ft svg").first.bounding_box(), page.locator(".card").first.bounding_box()
        assert bar["width"] > 0.8 * card["width"]
        # A key is written as it was given.
        assert page.locator("h4").inner_text().startswith("play-60, 3.2: ")
