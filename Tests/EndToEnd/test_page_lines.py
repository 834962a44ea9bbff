"""Where the lines of a page end: a command, a name, and the comma behind a link stay in one piece at every width."""

import re

import pytest

from browser import at_widths, axe, overflow, small_targets
from drawing import share
from program import TOP, Tracker
from test_no_policy import FORMS, page as written, says

WIDTHS = [1280, 1024, 768, 640, 390, 320]

# The rectangles of a text inside of an element: more than one top is more than one line.
TOPS = """(element, word) => {
  const found = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = node.data.indexOf(word); at >= 0; at = node.data.indexOf(word, at + 1)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      found.push(new Set(Array.from(range.getClientRects(), (one) => Math.round(one.top))).size);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("demo"))
    tracker.show_demo()
    tracker.ok("report", "--html", "page.html")
    return tracker


@pytest.fixture(scope="module")
def fleet(tmp_path_factory):
    """Trackers under one folder, one of them with a history."""
    root = Tracker(tmp_path_factory.mktemp("fleet"))
    for name in ("demo", "empty"):
        (root.folder / name).mkdir()
        tracker = Tracker(root.folder / name)
        tracker.show_demo() if name == "demo" else tracker.begin()
    root.ok("report", "--portfolio", ".", "-o", "page.html")
    return root


def test_the_proposed_rules_are_those_that_it_was_judged_by(tracker):
    tracker.register("home,icon-button", "away,icon-button")
    tracker.ok("log", "fail", "*", "home", "-s", "1", "--tester", "t1", "--build", "1", "-y")
    texts = [says(tracker, words) for words in FORMS] + [written(tracker)]
    shown = [found.replace("\\", "") for text in texts for found in re.findall(r"--policy(?:</span>)? '(.*?)'", re.sub(r"<[^>]*>", "", text))]
    assert len(shown) > 3 and set(shown) == {"max-critical 0"}, shown
    # What the example says decides as the proposal did.
    tracker.ok("edit", "tracker", "--policy", shown[0])
    assert tracker.run("gate").code == 1


def test_a_command_to_copy_breaks_at_blanks_alone(demo, browse):
    page = browse(demo.folder / "page.html")
    command = page.locator(".big", has_text="a11y edit tracker")
    command.evaluate("(one) => { one.querySelector('bdi').prepend(''); }")
    for _ in at_widths(page, *share("widths of a command", WIDTHS, 2)):
        # Rules of two hyphens, at the end of the line wherever that is; first as it stands on the page.
        for more in range(0, 40, 3):
            command.evaluate("(one, count) => { one.querySelector('bdi').firstChild.data = 'x '.repeat(count); }", more)
            for word in ("--policy", "max-critical")[more > 0:]:
                found = command.evaluate(TOPS, word)
                assert found and set(found) == {1}, (word, more, found)


def test_no_line_begins_with_the_comma_behind_a_link(demo, look):
    page = look(demo.folder / "page.html")
    for _ in at_widths(page, *WIDTHS):
        apart = page.locator(".fix .s a").evaluate_all("""(links) => links.filter((link) => {
          const next = link.nextSibling ?? link.parentElement.nextSibling;
          if (!next || next.nodeType !== 3 || !next.data.startsWith(',')) return false;
          const range = document.createRange();
          range.setStart(next, 0);
          range.setEnd(next, 1);
          return range.getBoundingClientRect().top > link.getBoundingClientRect().bottom - 4;
        }).map((link) => link.textContent)""")
        assert apart == [] and page.locator(".fix .s a").count() > 5
        assert ", " in page.locator(".fix .s", has_text="Findings:").first.inner_text()


def test_the_buttons_to_print_stand_beside_the_title(demo, look):
    page = look(demo.folder / "page.html")
    for _ in at_widths(page, 1280, 1024, 768):
        box = {name: page.locator(f"header {name}").first.bounding_box() for name in ("h1", "p:not(.prints)", ".prints", "button")}
        assert box[".prints"]["y"] < box["h1"]["y"] + box["h1"]["height"] and box[".prints"]["x"] > box["h1"]["x"]
        assert box[".prints"]["y"] + box[".prints"]["height"] <= box["p:not(.prints)"]["y"] + box["p:not(.prints)"]["height"] + 12
        assert page.locator(".prints button").evaluate_all("(all) => new Set(all.map((one) => one.offsetTop)).size") == 1


def test_no_head_of_a_column_is_broken_on_a_phone(demo, look):
    page = look(demo.folder / "page.html")
    for _ in at_widths(page, 768, 390, 320):
        for word in ("Open", "Blockers", "Severities", "Evaluated", "Applicable"):
            found = [one for table in ("#owners", ".cov") for head in page.locator(f"{table} thead").all() for one in head.evaluate(TOPS, word)]
            assert found and set(found) == {1}, word
        assert overflow(page) == []


def test_the_decision_is_one_line_on_a_small_phone(demo, browse):
    page = browse(demo.folder / "page.html", viewport={"width": 320, "height": 800})
    assert page.locator(".word b").evaluate(TOPS, "NO DECISION") == [1]
    sign, word = page.locator(".word svg").bounding_box(), page.locator(".word b").bounding_box()
    assert word["y"] < sign["y"] + sign["height"] and word["x"] > sign["x"]


def test_no_figure_of_a_portfolio_is_out_of_sight(fleet, browse):
    page = browse(fleet.folder / "page.html")
    for width in at_widths(page, 1280, 1024, 900, 768, 390, 320):
        assert overflow(page) == [] and small_targets(page) == []
        cut = page.locator("#trackers tbody td").evaluate_all(
            "(cells) => cells.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.dataset.l)")
        assert cut == []
        assert page.locator(".window").evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
        if width < 1100:
            assert page.locator("#trackers td").first.evaluate("(one) => getComputedStyle(one, '::before').content") == '"Decision: "'
    assert axe(page) == []


def test_keys_as_long_as_they_may_be_stay_on_every_page(tmp_path, browse):
    tracker, key, dashed = Tracker(tmp_path), "k" * 116, "-".join(["seg"] * 29) + "/" + "-".join(["name"] * 10)
    tracker.ok("init", "--title", "T" * 70)
    tracker.register(f"{key},icon-button", f"{dashed},icon-button")
    tracker.ok("edit", "component", key, "--owner", "o" * 60)
    tracker.ok("log", "fail", "*", "**", "-s", "1", "--tester", "t1", "--build", "b" * 60, "-m", "n" * 120, "-y")
    tracker.ok("new", "plan", "p" * 60, "--component", key, "--size", "44x44", "--target", "90")
    for words in (["report", "--html"], ["worksheet", "-o"], ["tap", "page", "p" * 60, "-o"], ["trend", "--html"],
                  ["report", "--portfolio", ".", "-o"]):
        tracker.ok(*words, "page.html", "-y")
        page = browse(tracker.folder / "page.html")
        for width in at_widths(page, 768, 390, 320):
            assert overflow(page) == [], (words, width)
            spilled = page.evaluate("""() => Array.from(document.body.querySelectorAll('h1, h2, h3, h4, p, li, dd, a, button, label'))
              .filter((one) => one.checkVisibility() && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 2)
              .map((one) => one.tagName + ' ' + one.textContent.slice(0, 30))""")
            assert spilled == [], (words, width)


def test_the_number_of_an_entry_stands_at_its_first_line(tracker, browse):
    names = [f"context-menu/movie-context-menu-with-a-long-name-{number},icon-button" for number in range(3)]
    tracker.register(*names)
    tracker.ok("worksheet", "-o", "page.html", "--component", "context-menu/**", "--check", "voiceover.*")
    page = browse(tracker.folder / "page.html", viewport={"width": 320, "height": 800})
    entries = page.locator("li:has(> a:only-child)")
    assert entries.count() >= 3
    found = entries.evaluate_all("""(all) => all.map((item) => {
      // An empty word before the link stands on the line that the number stands on.
      const mark = document.createTextNode('\\u200b');
      item.prepend(mark);
      const range = document.createRange();
      range.selectNode(mark);
      const first = item.querySelector('a').getBoundingClientRect();
      return [range.getBoundingClientRect().top - first.top, first.height];
    })""")
    assert any(height > 45 for _, height in found), found
    assert all(abs(top) < 12 for top, _ in found), found


def test_code_is_not_divided_within_a_name(demo, look):
    page = look(demo.folder / "page.html")
    for _ in at_widths(page, *WIDTHS):
        for name in ("AccessibilityNotification", "Announcement", "post", "accessibilityLabel", "isReduceTransparencyEnabled"):
            found = page.locator("code").evaluate_all(
                f"(all, name) => all.filter((one) => one.checkVisibility()).flatMap((one) => ({TOPS})(one, name))", name)
            assert set(found) <= {1}, (name, found)
        assert page.locator(".fix code", has_text="AccessibilityNotification").count() > 0


def test_who_tested_everything_of_a_check_is_said_once(demo, look):
    page = look(demo.folder / "page.html")
    groups = page.locator("article.g").all()
    once = 0
    for group in groups:
        evidence = re.search(r"\bby (tester \d+)", group.locator("dl").text_content())
        lines = [text for text in group.locator(".rows li").all_text_contents() if "tested by" in text]
        assert (lines == []) == bool(evidence)
        once += bool(evidence)
    assert 0 < once < len(groups)


def test_months_have_one_form_on_the_page(demo, look):
    text = look(demo.folder / "page.html").locator("main").inner_text()
    assert re.findall(r"\b20\d\d-\d\d\b(?!-)", text) == []
    assert re.search(r"From [A-Z][a-z]{2} 20\d\d to [A-Z][a-z]{2} 20\d\d: ", text)


def test_a_link_of_a_card_stands_on_a_line_of_its_own(demo, look):
    """Higher than the words beside it, it moved the last line of its sentence away from the others."""
    page = look(demo.folder / "page.html")
    links = page.locator(".figs a[href='#changes'], .figs a[href='#coverage']")
    assert links.count() == 2
    assert links.evaluate_all("(all) => all.every((one) => one.parentElement.textContent === one.textContent)")


def test_an_empty_page_says_once_that_it_is_empty_and_what_comes_next(browse, tmp_path):
    tracker = Tracker(tmp_path)
    tracker.begin()
    tracker.ok("report", "--html", "page.html")
    page = browse(tmp_path / "page.html")
    text = page.locator("main").inner_text()
    assert len(re.findall("nothing is in scope", text, re.IGNORECASE)) == 1
    assert "Add a component: a11y new component KEY --kind KIND." in re.sub(r"\s+", " ", text)
    assert "no data" not in text and not re.search(r"\b0\b", page.locator("#criteria").inner_text())
    assert page.locator("#coverage").count() == 0
    tracker.register("home,button")
    tracker.ok("report", "--html", "page.html")
    text = browse(tmp_path / "page.html").locator(".big").all_inner_texts()
    assert len(text) == 1 and "Test the first items: a11y walk." in text[0]


def test_two_figures_share_the_width_of_three(tmp_path, browse):
    tracker = Tracker(tmp_path)
    tracker.begin()
    tracker.register("home,icon-button")
    tracker.ok("log", "pass", "voiceover.icon-button-label", "home", "--tester", "t1", "--build", "1")
    tracker.ok("report", "--html", "page.html")
    page = browse(tmp_path / "page.html")
    cards = [one.bounding_box() for one in page.locator(".figs > li").all()]
    right = page.locator(".dec").bounding_box()
    assert len(cards) == 2 and abs(cards[1]["x"] + cards[1]["width"] - right["x"] - right["width"]) < 2


def test_the_steps_of_a_worksheet_are_a_list(demo, browse):
    demo.ok("worksheet", "--audit", "release-demo", "-o", "sheet.html", "-y")
    page = browse(demo.folder / "sheet.html", "phone")
    steps = page.locator(".how .steps").first.locator("li")
    assert steps.count() > 1
    assert [text[:2] for text in steps.all_inner_texts()] == [f"{number}." for number in range(1, steps.count() + 1)]


def test_no_failing_component_is_left_out_of_who_is_affected(tmp_path, browse):
    tracker = Tracker(tmp_path)
    tracker.begin()
    tracker.register("home,icon-button", "away,icon-button")
    tracker.ok("edit", "component", "home", "--screen", "start")
    tracker.ok("log", "fail", "voiceover.icon-button-label", "**", "-s", "1", "--tester", "t1", "--build", "1", "-y")
    tracker.ok("report", "--html", "page.html")
    assert browse(tmp_path / "page.html").locator(".figs > li").nth(2).locator(".v").inner_text().startswith(
        "On 2 components (away, home): ")
    tracker.ok("edit", "component", "away", "--screen", "end")
    tracker.ok("report", "--html", "page.html", "-y")
    assert browse(tmp_path / "page.html").locator(".figs > li").nth(2).locator(".v").inner_text().startswith(
        "On 2 screens (end, start): ")


def test_days_have_one_form_on_the_page(demo, browse):
    """Of keys and of what people wrote nothing is known; the page itself writes days in words."""
    page = browse(demo.folder / "page.html")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert re.findall(r"(?:on|until|since|from) (20\d\d-\d\d-\d\d)", page.locator("main").inner_text()) == []
    assert re.search(r"waiver expired on \d+ [A-Z][a-z]+ 20\d\d", page.locator("#coverage").inner_text())


def test_the_asterisk_is_explained_where_it_is_seen_first(demo, look):
    cards = [card.replace("\xa0", " ") for card in look(demo.folder / "page.html").locator(".blk li").all_inner_texts()]
    assert [("*\n" in card, "· * default severity" in card) for card in cards].count((True, True)) == 1
    assert all(("*\n" in card) == ("· * default severity" in card) for card in cards)


def test_no_line_of_a_card_begins_with_what_stands_between_facts(demo, browse):
    for mode in ("light", "phone", "320 px", "paper"):
        page = browse(demo.folder / "page.html", mode)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        seen = page.evaluate("""() => {
          const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), range = document.createRange();
          const first = [];
          let count = 0;
          while (walker.nextNode()) {
            const node = walker.currentNode;
            for (let at = node.data.indexOf('·'); at >= 0; at = node.data.indexOf('·', at + 1)) {
              range.setStart(node, at);
              range.setEnd(node, at + 1);
              const [dot] = range.getClientRects(), block = node.parentElement.closest('p, li, h3, h4');
              if (!dot?.width || !block) continue;
              count += 1;
              if (dot.left < block.getBoundingClientRect().left + 3) first.push(block.textContent.slice(0, 60));
            }
          }
          return [count, first];
        }""")
        assert seen[0] > 50 and seen[1] == [], (mode, seen)


# A list without bullets is none to VoiceOver in Safari, unless it says that it is one.
BARE = """() => Array.from(document.querySelectorAll('ul, ol')).filter((one) => getComputedStyle(one).listStyleType === 'none'
  && one.getAttribute('role') !== 'list' && !one.closest('nav, [aria-hidden]')).map((one) => one.outerHTML.slice(0, 60))"""


def test_lists_without_bullets_say_that_they_are_lists(demo, fleet, browse):
    demo.ok("new", "plan", "p", "--component", "movie-detail/movie-detail", "--size", "44x44")
    for words in (["worksheet", "--audit", "release-demo", "-o"], ["trend", "--html"], ["tap", "page", "p", "-o"], ["tap", "report", "--html"],
                  ["report", "--compare", "2025-03-01", "--html"]):
        demo.ok(*words, "lists.html", "-y")
        assert browse(demo.folder / "lists.html").evaluate(BARE) == [], words
    demo.ok("report", "--openacr", "-", "--openacr-html", "lists.html", "--product", "Movies", "-y")
    for path in (demo.folder / "lists.html", fleet.folder / "page.html"):
        assert browse(path).evaluate(BARE) == [], path


def rules(name):
    """Each declaration of a style sheet, with its selector and the conditions around it."""
    text = re.sub(r"/\*.*?\*/", "", (TOP / "Sources/PageData/data" / name).read_text(), flags=re.S)
    found, around, start = [], [], 0
    for place, sign in enumerate(text):
        if sign == "{":
            around.append(" ".join(text[start:place].split()))
        elif sign in ";}" and around and (words := text[start:place].strip()):
            found.append((*around, words))
        if sign == "}":
            around.pop()
        if sign in "{};":
            start = place + 1
    return found


def test_one_style_sheet_has_what_all_pages_share():
    """Reports had colors, fonts, buttons, and cards of their own beside those of the other pages."""
    shared = rules("page.css")
    assert len(shared) > 200
    for path in sorted((TOP / "Sources/PageData/data").glob("*.css")):
        if path.name == "page.css":
            continue
        own = rules(path.name)
        assert own and not [rule for rule in own if rule[-2] == ":root" or "font-family" in rule[-1]], path.name
        assert [rule for rule in own if rule in shared] == [], path.name


def test_names_of_owners_are_whole_on_a_phone(demo, look):
    """They were broken at their hyphens: "demo-" and "dev-1"."""
    page = look(demo.folder / "page.html")
    for _ in at_widths(page, 320, 390):
        for owner in ("demo-dev-1", "demo-dev-2", "demo-dev-3"):
            # A name in code, or in a list that is closed, has no line.
            lines = [count for count in page.locator("main").evaluate(TOPS, owner) if count]
            assert len(lines) > 2 and set(lines) == {1}, (owner, lines)
        assert overflow(page) == []
