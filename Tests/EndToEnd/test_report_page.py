"""The report as a page: for every reader, on every screen and on paper, small and large."""

import hashlib
import json
import re

import pytest

import large
from browser import COLOURS, LAYOUTS, MODES, TEXT_SPACING, axe, cut_text, doubled_ids, overflow, small_targets, tab_stops
from drawing import drawn, share, some_modes
from facts import identity
from hostile import PAYLOADS
from pictures import png
from program import Tracker
from story import tell

PAGES = ["movies", "demo", "large", "empty"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The history of a real app with owners, a waiver, and a picture; the demo; a large tracker; an empty one."""
    made = {}
    movies = tell(Tracker(tmp_path_factory.mktemp("movies")))
    finding = json.loads(movies.ok("list", "findings", "--json").out)["rows"][0]
    movies.ok("edit", "component", finding["component"], "--owner", "qa-1", "--screen", "list,detail")
    movies.ok("new", "waiver", finding["component"], finding["check"], "--reason", "third-party", "--approver", "lead-1",
              "--until", "2099-12-31", "-m", "theirs to mend")
    (movies.folder / "shot.png").write_bytes(png(40))
    other = json.loads(movies.ok("list", "findings", "--json").out)["rows"][-2]
    movies.ok("log", "fail", other["check"], other["component"], "-s", "critical", "--evidence", "shot.png",
              "--alt", "A bar with three icons", "--tester", "t1")
    movies.ok("report", "--compare", "2019-06-30", "--html", "page.html")
    made["movies"] = movies.folder / "page.html"
    demo = Tracker(tmp_path_factory.mktemp("demo"))
    demo.show_demo()
    demo.ok("report", "--compare", "2025-03-01", "--gate", "max-critical 0, baseline 2025-03-01", "--html", "page.html")
    made["demo"] = demo.folder / "page.html"
    tracker = Tracker(tmp_path_factory.mktemp("large"))
    large.fill(tracker)
    tracker.ok("report", "--as-of", large.AS_OF, "--compare", "2026-03-30", "--html", "page.html")
    made["large"] = tracker.folder / "page.html"
    empty = Tracker(tmp_path_factory.mktemp("empty"))
    empty.begin()
    empty.ok("report", "--html", "page.html")
    made["empty"] = empty.folder / "page.html"
    return made


@pytest.mark.parametrize("name, mode", drawn(
    "axe on the report", [(name, mode) for name in ("movies", "demo") for mode in some_modes("axe on the report")]
    + [("large", "320 px"), ("empty", "light")], always=lambda name, mode: name == "movies" and mode not in COLOURS))
def test_axe_finds_nothing(pages, browse, name, mode):
    allowed = {("violations", "target-size")} if mode == "paper" else ()  # nobody taps on paper
    page = browse(pages[name], mode)
    assert axe(page, allowed, mode) == []


@pytest.mark.parametrize("name, mode", drawn(
    "layouts of the report", [(name, mode) for name in PAGES for mode in LAYOUTS],
    always=lambda name, mode: name == "movies" or mode == "320 px"))
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


@pytest.mark.parametrize("mode", share("drawn on the report", [mode for mode in MODES if mode != "paper"], 2))
def test_what_is_drawn_is_told_from_its_ground(pages, look, mode):
    """Lines and shapes have 3:1, and there is no text in an image that could have less than 4.5:1."""
    page = look(pages["movies"], mode)
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
      const wanted = { stroke: '.sm path, .sm line, .fr', fill: 'rect.fp, .sm circle, .word svg path' };
      return Object.entries(wanted).flatMap(([property, names]) =>
        Array.from(document.querySelectorAll(names)).map((element) => {
          const own = getComputedStyle(element)[property];
          return [element.getAttribute('class'), own, ratio(own, ground(element))];
        }).filter(([, , value]) => !(value >= 3)));
    }""")
    assert found == []


def findings_of(path) -> dict:
    """The findings of the tracker of a page."""
    tracker = Tracker(path.parent)
    return json.loads(tracker.ok("list", "findings", "--json").out)


def places(lines) -> list:
    """The components of findings on a page."""
    return [text.split(" › ")[-1].split(" (")[0] for text in lines.locator(".at").all_text_contents()]


def first_places(page):
    """How far below the top the first blocker and the first finding are."""
    return page.evaluate("""() => ['.blk li', '.g ol li'].map((name) =>
      document.querySelector(name).getBoundingClientRect().top + scrollY)""")


def test_the_decision_comes_first_then_what_blocks_then_the_findings(pages, look):
    page = look(pages["demo"])
    gate = json.loads(Tracker(pages["demo"].parent).run(
        "gate", "--max-critical", "0", "--baseline", "2025-03-01", "--json").out)
    assert page.title().startswith("HOLD: Accessibility report: ")
    assert page.locator("#decision h2 b").inner_text() == "HOLD"
    # By the rules of a release check: the same rules, and the same findings that block.
    assert page.locator(".rules tbody tr").count() == len(gate["rules"])
    blocking = page.locator("#findings .g ol > li", has=page.locator("xpath=.//span[text()='BLOCKS']"))
    assert sorted(places(blocking)) == sorted(one["component"] for one in gate["blockers"])
    assert (tops := first_places(page))[0] < 700 and tops[1] < 2600, tops
    headings = page.locator("h2").all_inner_texts()
    assert [heading.split()[0] for heading in headings][:2] == ["HOLD", "The"]
    levels = page.evaluate("Array.from(document.querySelectorAll('h1, h2, h3, h4')).map((one) => Number(one.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1 and all(b - a <= 1 for a, b in zip(levels, levels[1:]))


def test_each_finding_is_there_once_with_an_address_that_stays(pages, look):
    page = look(pages["movies"])
    found = findings_of(pages["movies"])["rows"]
    lines = page.locator("#findings .g ol > li")
    assert lines.count() == len(found)
    assert sorted(places(lines)) == sorted(one["component"] for one in found)
    anchors = set(page.evaluate("Array.from(document.querySelectorAll('#findings .g ol > li')).map((one) => one.id)"))
    tracker = Tracker(pages["movies"].parent)
    again = tracker.ok("report", "--as-of", "2100-01-01", "--html", "-").text
    assert anchors == set(re.findall(r'<li id="([^"]+)"><a class=id', again)) == {one["finding"] for one in found}
    # Every link of the page leads somewhere.
    assert page.evaluate("""() => Array.from(document.querySelectorAll('a[href^="#"]:not([href^="#?"])')).map((link) => link.hash.slice(1))
      .filter((id) => !document.getElementById(decodeURIComponent(id)))""") == []


def test_a_picture_stands_with_what_it_shows(pages, look):
    page = look(pages["movies"])
    image = page.locator("img")
    assert image.count() == 1 and image.get_attribute("alt") == "A bar with three icons"
    assert page.evaluate("document.querySelector('img').naturalWidth") > 0
    assert len(image.get_attribute("src")) < 80_000


def test_evidence_is_copied_beside_the_page_on_request(tracker, browse):
    tracker.register("home,button")
    (tracker.folder / "a b.png").write_bytes(png(1))
    tracker.ok("log", "fail", "voiceover.label-present", "home", "--evidence", "a b.png", "--tester", "t1")
    for _ in range(2):
        tracker.ok("report", "--html", "my page.html", "--with-evidence")
    copy, = (tracker.folder / "my page-evidence").iterdir()
    assert copy.read_bytes() == next((tracker.folder / ".a11y/evidence").iterdir()).read_bytes()
    page = browse(tracker.folder / "my page.html")
    assert page.evaluate("new URL(document.querySelector('.g ol a[href*=evidence]').href).href") == copy.as_uri()
    assert "--html" in tracker.run("report", "--html", "-", "--with-evidence").error


def test_a_small_picture_is_made_by_the_tool_of_the_system(tracker):
    """By a stand-in: it gets the bytes and the kind of the file, and a picture that is none is not shown."""
    tools = tracker.folder / "bin"
    tools.mkdir()
    tool = tools / "magick"
    tool.write_text("#!/bin/sh\necho \"$@\" > tool.txt\ncat > got.png\ncat made.jpg\n")
    tool.chmod(0o755)
    tracker.register("home,button")
    (tracker.folder / "shot.png").write_bytes(png(1))
    tracker.ok("log", "fail", "voiceover.label-present", "home", "--evidence", "shot.png", "--tester", "t1")
    path = f"{tools}:/usr/bin:/bin"
    for made, kind in [(b"\xff\xd8\xff made", "jpeg"), (b"<svg>", "png"), (b"\xff\xd8\xff" + bytes(100_000), "png")]:
        (tracker.folder / "made.jpg").write_bytes(made)
        page = tracker.ok("report", "--html", "-", PATH=path).text
        assert f'src="data:image/{kind};base64,' in page
    assert "-thumbnail 480x480>" in (tracker.folder / "tool.txt").read_text()
    assert "png:-[0]" in (tracker.folder / "tool.txt").read_text()
    assert (tracker.folder / "got.png").read_bytes().startswith(b"\x89PNG")
    # A file that is damaged here is not shown at all.
    kept = next((tracker.folder / ".a11y/evidence").iterdir())
    kept.chmod(0o644)
    kept.write_bytes(kept.read_bytes() + b"x")
    assert "<img" not in tracker.ok("report", "--html", "-", PATH=path).text


def test_images_are_named_and_their_numbers_stand_in_a_table(pages, look):
    page = look(pages["movies"])
    images = page.locator("svg:not([aria-hidden])")
    assert images.count() > 3
    for image in images.all():
        assert image.get_attribute("role") == "img"
        assert image.get_attribute("aria-label") or page.locator(f"#{image.get_attribute('aria-labelledby')}").text_content()
    table = page.locator("#changes details table").last.text_content()
    for name in page.locator(".sm h4").all_inner_texts():
        assert name in table


@pytest.mark.parametrize("mode", ["light", "paper"])
def test_no_word_of_a_head_is_broken_and_names_stand_beside_their_figures(pages, look, mode):
    page = look(pages["demo"], mode)
    broken = page.locator("thead th").evaluate_all("""(heads) => heads.filter((head) => head.checkVisibility()).flatMap((head) => {
      const node = Array.from(head.childNodes).find((one) => one.nodeType === 3);
      return Array.from(node?.data.matchAll(/[A-Za-z]+/g) || []).filter((word) => {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        return range.getClientRects().length > 1;
      }).map((word) => word[0]);
    })""")
    assert broken == []
    tops = page.locator("#owners tbody tr").evaluate_all("""(rows) => rows.map((row) => {
      const top = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect().top; };
      return top(row.querySelector('a') || row.cells[0]) - top(row.cells[1]);
    })""")
    assert tops and max(map(abs, tops)) < 2, tops


def test_a_finding_has_the_line_of_its_file_and_days_are_written_out(pages):
    """Notes that differ only in their line are one note; no day is a row of digits but where it is typed."""
    text = re.sub(r"<(style|script|footer).*?</\1>", "", pages["demo"].read_text(), flags=re.S).replace("\xa0", " ")
    article = re.search(r'<article class="g card" id="c-traits.no-tap-gesture.*?</article>', text, re.S)[0]
    assert article.count("tap gesture on a passive view") == 1 and ", line " not in article
    assert "CustomListDetail.swift:109 · " in article and "OutlineRow.swift:32 · " in article
    assert "Regressions since 1 March 2025" in text and "Regressions since 2025" not in text
    assert re.search(r"Waiver expired on \d+ [A-Z][a-z]+ 20\d\d, approved by demo-lead", text)
    assert re.search(r"Waived until \d+ [A-Z][a-z]+ 21\d\d by demo-lead", text)


def test_a_policy_of_every_rule_leaves_the_first_blocker_on_the_first_screen(tmp_path, browse):
    """A rule is a line or two: its words have the width, not its result."""
    demo = Tracker(tmp_path / "demo")
    demo.folder.mkdir()
    demo.show_demo()
    demo.ok("edit", "tracker", "--policy",
            "max-critical 0, max-serious 0, min-pass 90, min-coverage 80, no-regressions, max-age 90")
    demo.ok("report", "--compare", "2025-03-01", "--html", "page.html")
    page = browse(demo.folder / "page.html")
    assert page.locator(".rules tbody tr").count() >= 6
    assert (tops := first_places(page))[0] < 700, tops
    narrow = browse(demo.folder / "page.html", "320 px")
    assert overflow(narrow) == [] and cut_text(narrow) == []


@pytest.mark.parametrize("since", share("comparisons of a large page", ["2026-02-01", "2026-03-01", "2026-05-04"], 2))
def test_the_findings_of_a_large_page_begin_early_whatever_it_is_compared_with(pages, browse, since):
    tracker = Tracker(pages["large"].parent)
    tracker.ok("report", "--compare", since, "--html", "since.html")
    assert (tops := first_places(browse(tracker.folder / "since.html")))[0] < 700 and tops[1] < 2600, tops


@pytest.mark.parametrize("mode", share("keys on the report", ["light", "dark", "320 px"], 2))
def test_the_keyboard_comes_everywhere_and_focus_is_seen(pages, browse, mode):
    page = browse(pages["movies"], mode)
    stops = tab_stops(page, 60)
    assert [stop for stop in stops if not (stop["isSeen"] and stop["hasRing"])] == []
    assert page.locator("a[href], button, input, summary").first.inner_text() == "Skip to main content"


def test_without_javascript_everything_is_there(pages, browse):
    page = browse(pages["movies"], java_script_enabled=False)
    assert page.locator("#findings .g ol > li").count() == len(findings_of(pages["movies"])["rows"])
    assert page.locator("button:visible, input:visible").count() == 0


def test_paper_is_black_on_white_with_the_decision_on_its_first_page(pages, browse):
    page = browse(pages["demo"], "paper")
    assert page.locator("nav:visible, form:visible, input:visible, .top:visible").count() == 0
    colours = page.evaluate("[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]")
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    # An A4 page less its margins, at 96 dots an inch.
    page.set_viewport_size({"width": 703, "height": 1024})
    assert page.evaluate("document.getElementById('decision').getBoundingClientRect().bottom + scrollY") < 1024
    assert page.locator("#criteria details:not([open]) table").first.bounding_box()["height"] > 50
    assert len(page.pdf(format="A4")) > 20_000


def test_the_large_page_is_small_and_its_map_adds_up(pages, browse):
    # Every one of its 944 findings.
    assert pages["large"].stat().st_size < 1_000_000
    report = json.loads(Tracker(pages["large"].parent).ok("report", "--as-of", large.AS_OF, "--json").out)
    page = browse(pages["large"])
    assert page.locator("#findings .g ol > li").count() == report["cells"]["fail"]
    assert (tops := first_places(page))[0] < 700 and tops[1] < 2600, tops
    for style, state in [("b[class^=x]", "fail"), ("b.p", "pass"), ("b.q", "cant_tell"), ("u", "na"), ("b.h", "untested")]:
        # Each component has one row, on the worst of its two screens.
        rows = page.locator("table.map tbody tr:not(.sc)").evaluate_all(
            "(rows, marks) => rows.map((row) => [row.cells[0].textContent.trim(), Array.from(row.querySelectorAll('td > ' + marks + ', td > a > ' + marks), (one) => one.textContent).filter((text) => text !== 'none')])", style)
        rows = [row for row in rows if not re.fullmatch(r"\d+ more components?", row[0])]
        numbers = [number for _, texts in rows for number in texts]
        assert sum(int(number.split()[-1]) for number in numbers) == report["cells"][state]
    assert len(rows) == len(dict(rows)) == large.COMPONENTS
    times = page.evaluate("performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)")
    print(f"painted after {times} ms")
    assert times


def test_an_empty_tracker_has_no_decision(pages, browse):
    page = browse(pages["empty"])
    assert page.locator("#decision h2 b").inner_text() == "NO DECISION"
    assert page.locator("section").count() <= 5


def test_a_policy_decides(tracker):
    tracker.register("home,button", "away,button")
    tracker.ok("log", "pass", "voiceover.label-present", "home", "--tester", "t1")
    decision = lambda *words: json.loads(tracker.ok("report", "--json", *words).out)["decision"]
    # Without a policy nothing is decided.
    assert decision()["word"] == "no-decision" and decision()["policy_source"] == "standard"
    assert decision("--gate", "max-critical 0")["word"] == "ship"
    tracker.ok("edit", "tracker", "--policy", "min-coverage 100")
    assert decision()["word"] == "hold" and decision()["policy_source"] == "tracker"
    tracker.ok("new", "audit", "a", "--policy", "max-serious 3", "--components", "home")
    assert decision("--audit", "a")["policy_source"] == "audit"
    assert decision()["policy"] == "min-coverage 100"


def test_the_foot_names_the_facts(pages):
    """The digest is that of the ends of the chains: the same facts have the same, wherever they came in whatever order."""
    tracker = Tracker(pages["movies"].parent)
    page = pages["movies"].read_text()
    count, digest = re.search(r"([0-9,]+) entries, digest of their history <code>([0-9a-f]{64})</code>", page).groups()
    count = int(count.replace(",", ""))
    tracker.ok("export", "-o", "all.a11y.json", "--yes")
    bundle = json.loads((tracker.folder / "all.a11y.json").read_text())
    assert len(bundle["facts"]) == count
    last = {}
    for fact in bundle["facts"]:
        last[fact["r"]] = (fact["n"], identity(fact))
    ends = "".join(f"{name} 1-{number} {end}\n" for name, (number, end) in sorted(last.items()))
    assert hashlib.sha256(ends.encode()).hexdigest() == digest
    tracker.ok("log", "pass", "voiceover.label-present", "movie-detail/movie-detail", "--tester", "t1")
    again = tracker.ok("report", "--html", "-").text
    assert f"{count + 1:,} entries" in again and digest not in again
    assert "noindex" in page and "no-referrer" in page and "default-src 'none'" in page
    assert not re.search(r"\s(?:on\w+|style)=", re.sub(r"<(style|script).*?</\1>", "", page, flags=re.S))


def test_no_text_becomes_more_than_text(empty, browse):
    script, names = PAYLOADS["script"], ["script", "bidi", "escape", "quotes", "sql", "surrogate-pairs", "markdown", "formula"]
    empty.register(*(f"{name},button" for name in names))
    empty.ok("edit", "tracker", "--title", script)
    (empty.folder / "shot.png").write_bytes(png(1))
    for name in names:
        shown = ["--evidence", "shot.png", "--alt", script] if name == names[0] else []
        empty.ok("edit", "component", name, "--title", script, "--owner", script, "--screen", "x")
        empty.log("fail", "voiceover.label-present", name, "-m", PAYLOADS[name], "--build", script, "-s", "1", *shown)
        empty.log("cant-tell", "voiceover.hint-useful", name, "-m", PAYLOADS[name])
    empty.ok("report", "--compare", "2020-01-01", "--html", "page.html")
    page = browse(empty.folder / "page.html")
    # The program of the page, and its findings for it to search.
    assert page.locator("script").count() == 2 and page.locator("img").count() == 1
    lines = page.locator(".g ol > li").all_inner_texts()
    assert len(lines) == len(names) and not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", "".join(lines))
    assert axe(page) == []
