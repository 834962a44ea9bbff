"""A finding on the page is named by what is wrong, at a place in names that people know."""

import re

import pytest

from browser import axe, overflow
from pictures import png
from program import Tracker

LABEL, ORDER = "voiceover.icon-button-label", "voiceover.reading-order"
TICKET = "https://tracker.example/browse/SHOP-12"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("shop"))
    tracker.ok("init", "--title", "Shop")
    tracker.ok("new", "component", "cart", "--kind", "screen", "--title", "Shopping cart", "--screen", "cart")
    for name, title in [("cart/pay", "Pay button"), ("cart/close", "")]:
        tracker.ok("new", "component", name, "--kind", "icon-button", *(["--title", title] if title else []), "--screen", "cart",
                   "--owner", "qa-1", "--source", "Views/Cart/Buttons.swift")
    (tracker.folder / "shot.png").write_bytes(png(40))
    tracker.ok("log", "fail", LABEL, "cart/pay", "-s", "1", "--tester", "t1", "--build", "7", "--evidence", "shot.png", "--alt", "A cart")
    tracker.ok("log", "fail", LABEL, "cart/close", "-s", "1", "--tester", "t1", "--build", "7", "-m", "reads xmark, line 31")
    tracker.ok("log", "fail", ORDER, "cart", "-s", "1", "--tester", "t1", "--build", "7")
    tracker.ok("edit", "finding", LABEL, "cart/pay", "--ticket", TICKET)
    tracker.ok("edit", "tracker", "--policy", "max-critical 0")
    tracker.ok("report", "--compare", "2020-01-01", "--html", "page.html")
    return tracker


def test_a_finding_is_named_by_what_is_wrong_wherever_it_is_named(shop, browse):
    page = browse(shop.folder / "page.html")
    fails = {check: re.search(r"^Fails: (.*)$", shop.ok("show", check, "--plain").text, re.M) for check in (LABEL, ORDER)}
    wrong = {check: (found[1].rstrip(".") if found else None) for check, found in fails.items()}
    titles = ["Icon-only control has an explicit label", "Swipe order follows the logical order"]
    text = page.locator("main").inner_text()
    for part in ("#decision", "#fix", "#findings", "#changes"):
        named = page.locator(part).inner_text()
        assert not any(title in named for title in titles), part
        assert "Icon-only control has no label of its own" in named, part
    cards = page.locator(".blk h4").all_inner_texts()
    assert any("VoiceOver reads in an illogical order" in card for card in cards) and any("reads xmark" in card for card in cards)
    assert wrong[LABEL] in (None, "Icon-only control has no label of its own") and text


def test_a_place_has_the_names_that_people_know_and_its_key_in_small(shop, browse):
    page = browse(shop.folder / "page.html")
    places = page.locator("#findings .at").all_inner_texts()
    assert sorted(places) == ["Shopping cart cart", "Shopping cart › Pay button cart/pay", "Shopping cart › cart/close"]
    assert page.locator("#findings .at small", has_text="cart/pay").count() == 1
    rows = " ".join(page.locator("#findings .g ol").all_inner_texts()).replace("\xa0", " ")
    # Its file with the folder and the line, whose it is, and how long it is open.
    assert "Cart/Buttons.swift:31 · owner qa-1 · open less than a day" in rows
    page.get_by_role("button", name="Shopping cart", exact=True).click()
    assert "Pay button" in page.locator(".map").last.inner_text()
    card = page.locator(".blk li", has_text="Pay button")
    assert "Shopping cart › Pay button" in card.inner_text()


def test_a_ticket_is_a_link_wherever_its_finding_is_named(shop, browse):
    page = browse(shop.folder / "page.html")
    for part in (".blk", "#fix", "#findings .g ol"):
        assert page.locator(f"{part} a[href='{TICKET}']").count() == 1, part


def test_a_developer_gets_the_remedy_whole_steps_as_a_list_and_the_picture_in_its_size(shop, browse):
    page = browse(shop.folder / "page.html")
    card = page.locator(f"[id='c-{LABEL}']")
    assert [text.split()[0] for text in card.locator(".do p").all_inner_texts()] == ["SwiftUI", "UIKit"]
    assert card.locator(".steps li").count() == 3
    width = lambda element: element.bounding_box()["width"]
    assert width(card.locator(".do")) > 0.9 * width(card.locator(".body"))
    card.get_by_role("button", name="Copy").click()
    image = page.get_by_role("button", name="Enlarge: A cart")
    assert image.bounding_box()["width"] >= 120
    image.click()
    dialog = page.get_by_role("dialog")
    assert "A cart" in dialog.inner_text() and dialog.locator("img").get_attribute("alt") == "A cart"
    page.keyboard.press("Escape")
    assert dialog.count() == 0


@pytest.mark.parametrize("mode", ["light", "320 px"])
def test_names_leave_the_page_clean(shop, browse, mode):
    page = browse(shop.folder / "page.html", mode)
    assert overflow(page) == []
    assert axe(page, mode=mode) == []
