"""The first screen of the report page: the decision, three cards of figures, and what blocks, in names that people know."""

import re

import pytest

from browser import DESKTOP, axe, overflow
from drawing import share
from program import Tracker


@pytest.fixture
def shop(tmp_path):
    """A tracker without a title, with titled components on two screens."""
    tracker = Tracker(tmp_path / "Corner Shop")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.ok("new", "component", "cart", "--kind", "screen", "--title", "Shopping cart", "--screen", "cart")
    tracker.ok("new", "component", "cart/pay", "--kind", "icon-button", "--title", "Pay button", "--screen", "cart", "--owner", "qa-1",
               "--source", "Views/Cart/PayButton.swift")
    tracker.ok("new", "component", "home/close", "--kind", "icon-button", "--title", "サインイン画面の閉じるボタン", "--screen", "home")
    tracker.ok("log", "fail", "voiceover.icon-button-label", "cart/pay", "-s", "1", "--tester", "t1", "--build", "7.2")
    tracker.ok("log", "fail", "voiceover.icon-button-label", "home/close", "-s", "1", "--tester", "t1", "--build", "7.2", "-m", "reads xmark")
    tracker.ok("log", "pass", "voiceover.label-meaningful", "cart/pay", "--tester", "t1", "--build", "7.2")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    return tracker


def opened(tracker, browse, *words, **options):
    tracker.ok("report", *words, "--html", "page.html", "--yes")
    return browse(tracker.folder / "page.html", **options)


def test_the_first_screen_has_the_decision_the_figures_and_whom_they_affect(shop, browse):
    page = opened(shop, browse)
    assert page.title().startswith("HOLD: Accessibility report: Corner Shop, ")
    assert "build 7.2" in page.locator("header").inner_text()
    band = page.locator(".dec").inner_text()
    assert "2 findings block the release: 2 critical." in band and "1 of 1 rule fails" in band
    # The rules are there for whoever opens them.
    assert not page.locator(".rules").is_visible() and page.locator(".rules tbody tr").count() == 1
    cards = page.locator(".figs > li")
    assert cards.count() == 3
    first, second, third = cards.all_inner_texts()
    assert "2 open" in first and "2 critical" in first
    # Compliance is never without what it is of, nor without what it may become.
    assert re.search(r"33% pass of \d+% evaluated", second) and "1 of 3 evaluated items pass" in second and "Possible: " in second
    assert "On 2 screens (Shopping cart, home): People who use VoiceOver" in third
    assert "1 fix removes 2 of 2 findings" in third
    bottoms = page.evaluate("Array.from(document.querySelectorAll('.dec, .figs'), (one) => one.getBoundingClientRect().bottom)")
    assert max(bottoms) < DESKTOP["height"] * 0.7, bottoms
    assert page.locator(".blk li").first.bounding_box()["y"] < 700


def test_a_page_of_one_pass_and_one_of_nothing_keep_compliance_with_coverage(tracker, browse):
    tracker.register("home,button")
    page = opened(tracker, browse)
    assert page.locator(".figs").count() == 0 and "nothing was tested" in page.locator(".dec").inner_text()
    tracker.ok("log", "pass", "voiceover.label-present", "home", "--tester", "t1")
    page = opened(tracker, browse)
    assert re.search(r"100% pass of [1-9]?\d% evaluated", page.locator(".figs").inner_text())
    for text in re.findall(r"100%[^.]*", page.locator("main").inner_text()):
        assert "evaluated" in text or "once" in text, text


def test_no_two_outcomes_look_alike_without_color(shop, browse):
    shop.ok("log", "cant-tell", "voiceover.label-meaningful", "home/close", "-m", "no device", "--tester", "t1")
    shop.ok("log", "na", "voiceover.hint-describes-result", "home/close", "--tester", "t1")
    page = opened(shop, browse, mode="forced colours")
    fills = page.locator(".bar .key rect:first-child").evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")
    assert len(fills) == 5 and len(set(fills)) == 5, fills


@pytest.mark.parametrize("mode", share("first screen", ["light", "dark", "320 px", "forced colours"], 2))
def test_the_first_screen_is_clean_in_every_mode(shop, browse, mode):
    page = opened(shop, browse, mode=mode)
    assert overflow(page) == []
    assert axe(page, mode=mode) == []


def test_what_goes_to_a_program_does_not_name_the_folder(shop):
    assert "Corner Shop" not in shop.ok("report", "--html", "-").text
    shop.ok("edit", "tracker", "--title", "Shop of Corners")
    shop.ok("report", "--html", "page.html")
    text = (shop.folder / "page.html").read_text()
    assert "Shop of Corners" in text and "Corner Shop" not in text
