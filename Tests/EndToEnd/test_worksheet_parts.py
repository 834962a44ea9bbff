"""A long worksheet in parts that know each other: links, and one progress."""

import json

import pytest

from browser import axe, overflow, wait_until
from program import Tracker, require_sentence
from sheets import facts, press, save, sheet_of


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("parts"))
    tracker.begin()
    tracker.register(*(f"screen/control-{number},button" for number in range(20)))
    (tracker.folder / "out").mkdir()
    return tracker


@pytest.fixture(scope="module")
def written(shop):
    """The JSON of the command, which wrote all parts."""
    return json.loads(shop.ok("worksheet", "--part", "all", "-o", "out/my sheet.html", "--json").out)["files"]


def test_all_parts_are_written_at_once_under_numbered_names(shop, written):
    count = len(written)
    assert count > 1 and [row["part"] for row in written] == list(range(1, count + 1))
    assert [row["path"] for row in written] == [f"out/my sheet-{number}.html" for number in range(1, count + 1)]
    assert all(row["parts"] == count for row in written) and len({row["worksheet"] for row in written}) == count
    assert sorted(path.name for path in (shop.folder / "out").iterdir()) == sorted(
        f"my sheet-{number}.html" for number in range(1, count + 1))
    # None is replaced without a word.
    again = shop.run("worksheet", "--part", "all", "-o", "out/my sheet.html")
    require_sentence(again, 5)
    require_sentence(shop.run("worksheet", "--part", "all"), 2)
    assert "--part all" in shop.run("worksheet", "-o", "x.html").error


def test_a_worksheet_that_fits_one_page_is_one_page(shop):
    shop.ok("worksheet", "--component", "screen/control-1", "--part", "all", "-o", "one.html")
    assert "<nav" not in (shop.folder / "one.html").read_text()


def test_parts_lead_to_each_other_and_count_together(shop, written, browse, tmp_path):
    first = browse(shop.folder / written[0]["path"])
    items = sum(row["items"] for row in written)
    assert first.locator("nav li").count() >= len(written)
    assert "Part 1 (this page)" in first.locator("nav").first.inner_text()
    press(first, 0, "pass")
    press(first, 1, "na")
    first.locator(f"#progress:has-text('2 of {items} in all parts.')").wait_for()
    wait_until(first, "localStorage.length")
    # The folder has a space in its name, and the link leads there all the same.
    second = browse(shop.folder / written[1]["path"], context=first.context)
    assert second.locator("#part-0").inner_text() == f"2 of {written[0]['items']} answered"
    press(second, 0, "fail")
    second.locator(f"#progress:has-text('3 of {items} in all parts.')").wait_for()
    # The other window hears of it.
    first.locator(f"#progress:has-text('3 of {items} in all parts.')").wait_for()
    assert first.locator("#in-all").inner_text() == f"3 of {items} in all parts."
    assert len(facts(save(second, tmp_path, "second.a11y.json"))) == 1
    href = second.get_attribute("nav a", "href")
    assert href == "./my%20sheet-1.html"


@pytest.mark.parametrize("mode", ["light", "320 px"])
def test_the_way_to_the_parts_is_clean(shop, written, browse, mode):
    page = browse(shop.folder / written[0]["path"], mode)
    assert sheet_of(page)["parts"][1] == {"worksheet": written[1]["worksheet"], "items": written[1]["items"]}
    assert overflow(page) == []
    assert axe(page, mode=mode) == []
