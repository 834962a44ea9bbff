"""Pages in the fonts that people have: wide and narrow ones, and one with tall letters. Lines stand apart in each of them."""

import pytest

from browser import FONTS, axe, cut_text, overflow, overlapping_lines
from drawing import drawn
from program import Tracker
from touching import add_plan, set_up

PLAN = "close-44"
PAGES = {
    "report": ["report", "--compare", "2025-03-01", "--html"],
    "worksheet": ["worksheet", "--audit", "release-demo", "-o"],
    "conformance": ["report", "--openacr", "acr.yaml", "--product", "Movies", "--contact", "a@example.org", "--openacr-html"],
    "portfolio": ["report", "--portfolio", "../demo", "-o"],
    "tap": ["tap", "page", PLAN, "-o"],
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    demo = Tracker(tmp_path_factory.mktemp("fonts") / "demo")
    demo.folder.mkdir()
    demo.show_demo()
    demo.register("sign-in/close-button,icon-button")
    add_plan(demo, PLAN)
    for name, words in PAGES.items():
        # A release that waits is told by the exit code of a portfolio.
        assert demo.run(*words, f"{name}.html").code in (0, 1), name
    return demo.folder


@pytest.mark.parametrize("name, mode, fonts", drawn(
    "fonts", [(name, mode, fonts) for name in PAGES for mode in ("light", "320 px", "phone", "paper") for fonts in FONTS], pairs=True))
def test_no_line_reaches_into_another_and_nothing_sticks_out(pages, browse, name, mode, fonts):
    page = browse(pages / f"{name}.html", mode, fonts=fonts)
    if name == "tap":
        page.emulate_media(media="screen")
        set_up(page)
    page.evaluate("for (const element of document.querySelectorAll('details')) element.open = true")
    assert overlapping_lines(page) == []
    assert overflow(page) == [] and cut_text(page) == []


@pytest.mark.parametrize("mode", ["320 px", "paper"])
def test_axe_can_tell_the_contrast_of_every_line_in_tall_letters(pages, browse, mode):
    # Nobody taps on paper.
    allowed = {("violations", "target-size"), ("incomplete", "target-size")} if mode == "paper" else ()
    assert axe(browse(pages / "report.html", mode, fonts="Noto"), allowed) == []
