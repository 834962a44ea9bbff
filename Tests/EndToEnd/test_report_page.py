"""The report as a page: for every reader, on every screen and on paper, small and large."""

import csv
import hashlib
import io
import json
import re

import pytest

import large
from browser import MODES, TEXT_SPACING, axe, cut_text, doubled_ids, overflow, small_targets, tab_stops
from facts import identity
from hostile import PAYLOADS
from packed import unpack
from program import Tracker
from story import tell

PAGES = ["movies", "large"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The history of a real app, with owners and a waiver, and a large tracker; each as a page."""
    made = {}
    movies = tell(Tracker(tmp_path_factory.mktemp("movies")))
    finding = json.loads(movies.ok("list", "findings", "--json").out)["rows"][0]
    movies.ok("edit", "component", finding["component"], "--owner", "qa-1", "--screen", "list,detail")
    movies.ok("new", "waiver", finding["component"], finding["check"], "--reason", "third-party", "--approver", "lead-1",
              "--until", "2099-12-31", "-m", "theirs to mend")
    movies.ok("report", "--compare", "2019-06-30", "--html", "page.html")
    made["movies"] = movies.folder / "page.html"
    tracker = Tracker(tmp_path_factory.mktemp("large"))
    large.fill(tracker)
    tracker.ok("report", "--as-of", large.AS_OF, "--compare", "2026-03-30", "--html", "page.html")
    made["large"] = tracker.folder / "page.html"
    return made


def report_of(path) -> dict:
    return json.loads(re.search(r'id="report">(.*?)</script>', path.read_text(), re.S).group(1))["report"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(pages, browse, name, mode):
    assert axe(browse(pages[name], mode)) == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_doubles_or_is_too_small_for_a_finger(pages, browse, name, mode):
    page = browse(pages[name], mode)
    page.evaluate("for (const element of document.querySelectorAll('details')) element.open = true")
    assert overflow(page) == []
    assert cut_text(page) == []
    assert doubled_ids(page) == []
    if mode != "paper":
        assert small_targets(page) == []


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("style", ["html { font-size: 200% !important }", TEXT_SPACING])
def test_larger_and_wider_text_finds_room(pages, browse, width, style):
    page = browse(pages["movies"], viewport={"width": width, "height": 800}, bypass_csp=True)
    page.add_style_tag(content=style)
    assert overflow(page) == []
    assert cut_text(page) == []


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "paper"])
def test_what_is_drawn_is_told_from_its_ground(pages, browse, mode):
    """Lines and shapes have 3:1, and there is no text in an image that could have less than 4.5:1."""
    page = browse(pages["movies"], mode)
    assert page.locator("svg text").count() == 0
    found = page.evaluate("""() => {
      const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
      const light = (colour) => {
        const [r, g, b] = parts(colour).map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      const ground = (element) => {
        for (let place = element; place; place = place.parentElement) {
          const colour = getComputedStyle(place).backgroundColor;
          if (parts(colour)[3] !== 0) return colour;
        }
        return 'rgb(255, 255, 255)';
      };
      const wanted = { stroke: '.bar .fill, .chart .line, .chart .marks, .hatch', fill: 'rect.pass' };
      return Object.entries(wanted).flatMap(([property, names]) =>
        Array.from(document.querySelectorAll(names)).map((element) => {
          const own = getComputedStyle(element)[property];
          return [element.getAttribute('class'), own, ratio(own, ground(element))];
        }).filter(([, , value]) => !(value >= 3)));
    }""")
    assert found == []


def test_images_are_named_and_their_numbers_stand_in_a_table(pages, browse):
    page = browse(pages["movies"])
    images = page.locator("svg:not([aria-hidden])")
    assert images.count() == 3
    for image in images.all():
        assert image.get_attribute("role") == "img"
        named, described = image.get_attribute("aria-labelledby").split()
        assert page.locator(f"#{named}").text_content() and page.locator(f"#{described}").text_content().endswith(".")
    points = report_of(pages["movies"])["trend"]["points"]
    table = page.locator("#trend ~ details table").text_content()
    for point in points:
        if point["answered"] and point["new"]:
            assert f"{point['pass']} of {point['judged']}" in table


@pytest.mark.parametrize("mode", ["light", "dark", "320 px"])
def test_the_keyboard_comes_everywhere_and_focus_is_seen(pages, browse, mode):
    page = browse(pages["movies"], mode)
    stops = tab_stops(page, 80)
    assert [stop for stop in stops if not (stop["isSeen"] and stop["hasRing"])] == []
    names = [stop["name"] for stop in stops]
    assert names[0] == "Skip to main content"
    wanted = ["components-words", "Severity", "findings-words", "save-json"]
    assert [name for name in names if name in wanted] == ["components-words", "Severity", "findings-words",
                                                          "Severity", "save-json"]


def shown(page, name):
    return page.locator(f"#{name}-rows > li:visible, #{name}-rows > tbody > tr:visible")


def test_words_and_states_filter_and_say_how_many_are_left(pages, browse):
    page = browse(pages["large"])
    findings = report_of(pages["large"])["findings"]
    rows = unpack(findings)
    assert shown(page, "findings").count() == len(rows)
    page.fill("#findings-words", "screen-3/ LABEL")
    wanted = [row for row in rows if row["component"].startswith("screen-3/")]
    page.locator("[data-list=findings] input[value='1']").uncheck()
    left = shown(page, "findings").count()
    assert 0 < left <= len([row for row in wanted if row["severity"] != 1])
    # Told once a person pauses.
    page.get_by_text(f"{left} of {len(rows)} findings shown.").wait_for()
    assert page.locator("#findings-count").get_attribute("role") == "status"
    assert page.evaluate("location.hash") == "#findings.words=screen-3%2F%20LABEL&findings.states=2%2C3%2C4"
    # The other lists are as they were.
    assert shown(page, "components").count() == large.COMPONENTS


def test_buttons_sort_and_the_address_brings_the_view_back(pages, browse):
    page = browse(pages["large"])
    page.get_by_role("button", name="Name").first.click()
    keys = shown(page, "components").locator("code").all_inner_texts()
    assert keys == sorted(keys) and len(keys) == large.COMPONENTS
    page.get_by_role("button", name="Component", exact=True).click()
    named = [row.locator("code").nth(1).inner_text() for row in shown(page, "findings").all()[:40]]
    assert named == sorted(named) and len(set(named)) > 2
    page.get_by_role("button", name="Longest open first").click()
    days = [int(row.get_attribute("data-d")) for row in shown(page, "findings").all()[:200]]
    assert days == sorted(days, reverse=True)
    assert page.locator("[aria-pressed=true]").all_inner_texts() == ["Name", "Longest open first"]
    page.fill("#components-words", "screen-2/")
    again = browse(pages["large"])
    address = page.evaluate("location.hash")
    again.goto(pages["large"].as_uri() + address)
    assert shown(again, "components").count() == shown(page, "components").count() == 6
    assert again.locator("[aria-pressed=true]").all_inner_texts() == ["Name", "Longest open first"]
    # A link within the page keeps the view, and a new address shows its own.
    again.get_by_role("link", name="Findings").click()
    again.wait_for_function("wanted => location.hash === wanted", arg="#findings&" + address[1:])
    again.evaluate("location.hash = '#answers.words=screen-1/'")
    again.get_by_text(f"{large.COMPONENTS} of {large.COMPONENTS} components shown.").wait_for()
    assert shown(again, "components").count() == large.COMPONENTS
    assert shown(again, "answers").count() > 0
    again.evaluate("location.hash = '#findings.order=constructor&x=%&findings.states=&components.words=%E0%A4%A'")
    again.get_by_text(f"0 of {large.COMPONENTS} components shown.").wait_for()
    assert shown(again, "findings").count() == 0 and shown(again, "components").count() == 0


def test_without_javascript_everything_is_there(pages, browse):
    page = browse(pages["movies"], java_script_enabled=False)
    assert shown(page, "findings").count() == report_of(pages["movies"])["findings"]["count"]
    assert shown(page, "components").count() == 101
    assert page.locator("button:visible, input:visible").count() == 0
    assert "JavaScript is off" in page.locator("#data ~ .card").inner_text()


def test_what_is_saved_is_what_the_program_writes(pages, browse, tmp_path):
    page = browse(pages["movies"])
    saved = {}
    for name in ("json", "figures", "findings"):
        with page.expect_download() as download:
            page.click(f"#save-{name}")
        download.value.save_as(tmp_path / name)
        saved[name] = (tmp_path / name).read_bytes().decode()
    document = json.loads(saved["json"])
    assert document["schema"] == "a11y.report/1" and len(document["findings"]) == 75
    assert {"component", "check", "severity", "waiver"} <= set(document["findings"][0])
    rows = list(csv.DictReader(io.StringIO(saved["findings"], newline="")))
    assert [row["component"] for row in rows] == [row["component"] for row in document["findings"]]
    assert list(csv.DictReader(io.StringIO(saved["figures"], newline="")))[0]["pass"] == str(document["compliance"]["pass"])


def test_paper_is_black_on_white_and_shows_tables_whole(pages, browse):
    page = browse(pages["movies"], "paper")
    assert page.locator(".tools:visible, nav:visible, button:visible").count() == 0
    colours = page.evaluate("[getComputedStyle(document.documentElement).backgroundColor, "
                            "getComputedStyle(document.body).color]")
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert page.locator("#trend ~ details table").bounding_box()["height"] > 50
    assert page.evaluate("Array.from(document.querySelectorAll('.window')).every("
                         "(element) => getComputedStyle(element).overflowX === 'visible')")
    assert len(page.pdf(format="A4")) > 20_000


def test_the_large_page_is_small_and_sums_what_passes(pages, browse):
    # Every one of its 944 findings, and less than two thirds of a megabyte.
    assert pages["large"].stat().st_size < 650_000
    report = report_of(pages["large"])
    assert report["cells"]["untested"] > 0
    cells = large.CELLS + report["cells"]["untested"]
    assert report["scope"] == {"components": large.COMPONENTS, "cells": cells, "audit": None, "plan": None}
    page = browse(pages["large"])
    page.evaluate("for (const element of document.querySelectorAll('details')) element.open = true")
    assert shown(page, "findings").count() == report["cells"]["fail"]
    assert shown(page, "answers").count() == report["cells"]["cant_tell"]
    sums = page.get_by_role("table", name="Passing and not applicable items by component")
    figures = [int(text) for text in sums.locator("td:nth-child(2)").all_inner_texts()]
    assert sum(figures) == report["cells"]["pass"]
    times = page.evaluate("performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)")
    print(f"painted after {times} ms")
    assert times


def test_the_foot_names_the_facts(pages):
    """The digest is that of the ends of the chains: the same facts have the same, wherever they came in whatever order."""
    tracker = Tracker(pages["movies"].parent)
    page = pages["movies"].read_text()
    count, digest = re.search(r"(\d+) entries, digest of their history <code>([0-9a-f]{64})</code>", page).groups()
    tracker.ok("export", "-o", "all.a11y.json", "--yes")
    bundle = json.loads((tracker.folder / "all.a11y.json").read_text())
    assert len(bundle["facts"]) == int(count)
    last = {}
    for fact in bundle["facts"]:
        last[fact["r"]] = (fact["n"], identity(fact))
    ends = "".join(f"{name} 1-{number} {end}\n" for name, (number, end) in sorted(last.items()))
    assert hashlib.sha256(ends.encode()).hexdigest() == digest
    tracker.ok("log", "pass", "voiceover.label-present", "movie-detail/movie-detail", "--tester", "t1")
    again = tracker.ok("report", "--html", "-").text
    assert f"{int(count) + 1} entries" in again and digest not in again
    assert "noindex" in page and "no-referrer" in page and "default-src 'none'" in page
    assert not re.search(r"\s(?:on\w+|style)=", re.sub(r"<(style|script).*?</\1>", "", page, flags=re.S))


@pytest.mark.parametrize("name", ["script", "bidi", "escape", "quotes", "sql", "surrogate-pairs", "markdown", "formula"])
def test_no_text_becomes_more_than_text(empty, browse, name, tmp_path):
    text = PAYLOADS[name]
    empty.register("home,button")
    empty.ok("edit", "component", "home", "--title", PAYLOADS["script"], "--owner", PAYLOADS["script"], "--screen", "x")
    empty.log("fail", "voiceover.label-present", "home", "-m", text, "--build", PAYLOADS["script"])
    empty.log("cant-tell", "voiceover.hint-useful", "home", "-m", text)
    empty.ok("report", "--compare", "2020-01-01", "--html", "page.html")
    page = browse(empty.folder / "page.html")
    assert page.locator("script").count() == 2 and page.locator("img").count() == 0
    note, = page.locator(".note").all_inner_texts()
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", note)
    assert axe(page) == []
    with page.expect_download() as download:
        page.click("#save-findings")
    download.value.save_as(tmp_path / "findings.csv")
    saved = (tmp_path / "findings.csv").read_bytes().decode()
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u202a-\u202e\u2066-\u2069]", saved)
    row, = csv.DictReader(io.StringIO(saved, newline=""))
    assert not re.match(r"[=+@\t\r-]", row["note"])
