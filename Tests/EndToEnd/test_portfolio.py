"""Status by group, and several trackers side by side: their numbers are those of the lists."""

import json
import re
import shutil

import pytest

from browser import at_widths, axe, doubled_ids, overflow
from drawing import drawn, some_modes
from hostile import PAYLOADS
from program import Tracker, require_sentence

LABEL = "voiceover.label-present"
TARGET = "touch-target.minimum-44pt"
STATES = ("pass", "fail", "na", "cant_tell", "untested")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    tracker = Tracker(tmp_path_factory.mktemp("demo"))
    tracker.show_demo()
    return tracker


def data(tracker, *words, code=0):
    answer = tracker.run(*words, "--json")
    assert answer.code == code, answer.error
    return json.loads(answer.out)


def groups_of(kind, cell, components, checks):
    """The groups of an item, by the lists."""
    component, check = components[cell["component"]], checks[cell["check"]]
    if kind == "component":
        return [cell["component"]]
    if kind == "owner":
        return [component["owner"] or ""]
    if kind == "screen":
        return component["screens"] or [""]
    if kind == "tester":
        return [cell["tester"] or ""]
    if kind == "severity":
        return [{1: "critical", 2: "serious", 3: "moderate", 4: "minor"}[cell["severity"]] if cell["outcome"] == "fail" else ""]
    return [check["category"]]


@pytest.mark.parametrize("kind", ["component", "owner", "screen", "tester", "severity", "category"])
def test_groups_add_up_to_the_list_of_items(demo, kind):
    cells = data(demo, "list", "cells", "--all")["rows"]
    components = {row["key"]: row for row in data(demo, "list", "components")["rows"]}
    checks = {row["id"]: row for row in data(demo, "list", "checks")["rows"]}
    wanted = {}
    for cell in cells:
        for name in groups_of(kind, cell, components, checks):
            counts = wanted.setdefault(name, dict.fromkeys(STATES, 0))
            counts[cell["outcome"].replace("-", "_")] += 1
    report = data(demo, "status", "--by", kind)
    found = {group["name"]: group["cells"] for group in report["groups"]}
    if kind == "category":
        # A row has the title of its category.
        found = {next(iter(group["categories"])): group["cells"] for group in report["groups"]}
    assert found == wanted
    assert report["total"] == {state: sum(cell["outcome"].replace("-", "_") == state for cell in cells) for state in STATES}
    for group in report["groups"]:
        parts = group["categories"].values()
        assert {state: sum(part[state] for part in parts) for state in STATES} == group["cells"]
    ranks = [[group["failing"][word] for word in ("critical", "serious", "moderate", "minor")] for group in report["groups"]]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("kind, width", drawn("names of groups", [
    (kind, width) for kind in ("owner", "screen", "tester", "category", "criterion", "severity", "component")
    for width in ("40", "80", "160")]))
def test_every_group_is_named_at_every_width(demo, kind, width):
    names = [group["name"] for group in data(demo, "status", "--by", kind)["groups"]][:30]
    for form in (["--width", width], ["--plain"], ["--format", "md"]):
        text = demo.ok("status", "--by", kind, *form).text
        flat = "".join(text.split())
        assert all("".join(name.split()) in flat for name in names), form
    assert max(map(len, demo.ok("status", "--by", kind, "--width", width).text.splitlines())) <= int(width)


def test_an_owner_of_a_finding_comes_before_that_of_its_component(tracker):
    tracker.register("home,button", "away,button")
    tracker.ok("edit", "component", "home", "--owner", "dev-1")
    tracker.ok("log", "fail", LABEL, "home", "--tester", "t1")
    tracker.ok("edit", "finding", LABEL, "home", "--owner", "dev-2")
    groups = {group["name"]: group for group in data(tracker, "status", "--by", "owner")["groups"]}
    assert groups["dev-2"]["cells"]["fail"] == 1 and groups["dev-1"]["cells"]["fail"] == 0
    assert groups[""]["cells"]["untested"] > 0 and "no owner" in tracker.ok("status", "--by", "owner").text


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Three trackers in a folder, of which the second has no policy."""
    top = tmp_path_factory.mktemp("portfolio")
    for number, name in enumerate(["one", "two", "three"]):
        tracker = Tracker(top / "apps" / name)
        tracker.folder.mkdir(parents=True)
        tracker.begin()
        tracker.register("home,button", "away,button")
        tracker.ok("log", "fail", LABEL, "home", "-s", str(number + 1), "--tester", "t1")
        tracker.ok("log", "pass", TARGET, "away", "--value", "44x44", "--tester", "t1")
    own(Tracker(top), "one").ok("edit", "tracker", "--policy", "max-critical 0")
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--title", PAYLOADS["script"])
    return Tracker(top)


@pytest.fixture
def apps(made, tmp_path):
    """Copies of them."""
    for folder in (made.folder / "apps").iterdir():
        Tracker(folder).again(tmp_path / "apps" / folder.name)
    return Tracker(tmp_path)


def own(apps, name):
    return Tracker(apps.folder / "apps" / name)


def test_trackers_below_a_tracker_are_named(apps):
    """The folder of a company may have a tracker of its own beside those of its apps."""
    tracker = Tracker(apps.folder / "apps")
    tracker.begin()
    said = apps.ok("report", "--portfolio", "apps", "-o", "p.html")
    assert '"apps" is a tracker, so 3 trackers in its folders are left out' in said.error and "apps/*" in said.error, said.error
    said = apps.run("report", "--portfolio", "apps", "--portfolio", "apps/*", "--json")
    assert len(json.loads(said.out)["trackers"]) == 4
    assert "left out" not in apps.ok("status", "--tracker", "apps/one").error


def test_a_portfolio_has_the_numbers_of_each_tracker_and_their_sums(apps):
    found = data(apps, "status", "--tracker", "apps/*")
    rows = {row["path"].split("/")[-1]: row for row in found["trackers"]}
    assert set(rows) == {"one", "two", "three"}
    for name, row in rows.items():
        status = data(own(apps, name), "status")
        assert {state: row[state] for state in STATES} == {state: status["cells"][state] for state in STATES}
        assert row["open"] == status["open"]["total"] if "total" in status["open"] else True
        report = data(own(apps, name), "report")
        assert row["decision"] == report["decision"]["word"]
        assert row["blockers"] == len(report["decision"]["blockers"])
        assert row["open"] == report["open"]["total"] and row["critical"] == report["open"]["critical"]
    for name in (*STATES, "open", "critical", "waived", "stale", "components"):
        assert found["total"][name] == sum(row[name] for row in rows.values()), name
    assert [rows[name]["decision"] for name in ("one", "two", "three")] == ["hold", "no-decision", "ship"]
    # Those to hold come first; the same rules for all, where they are typed.
    assert found["trackers"][0]["decision"] == "hold"
    typed = data(apps, "status", "--tracker", "apps", "--gate", "max-serious 0")["trackers"]
    assert sorted(row["decision"] for row in typed) == ["hold", "hold", "ship"]
    same = data(apps, "status", "--tracker", "apps/one", "--tracker", "apps/t*", "--tracker", "apps/two/.a11y/audit.db")
    assert {row["path"].split("/")[1] for row in same["trackers"]} == {"one", "two", "three"} and len(same["trackers"]) == 3


def test_where_nothing_is_decided_no_sum_says_that_nothing_blocks(apps):
    own(apps, "one").ok("edit", "tracker", "--policy", "")
    own(apps, "three").ok("edit", "tracker", "--policy", "")
    text = apps.ok("status", "--tracker", "apps/*", "--width", "200").text
    assert text.count("NO DECISION") >= 3 and "Blockers" not in text, text


def test_a_tracker_counts_once_however_many_copies_are_found(apps):
    before = data(apps, "status", "--tracker", "apps/*")
    shutil.copytree(apps.folder / "apps/one", apps.folder / "apps/one-copy")
    own(apps, "one-copy").ok("log", "fail", LABEL, "away", "-s", "1", "--tester", "t1")
    shutil.copytree(apps.folder / "apps/two", apps.folder / "apps/zwei")
    found = data(apps, "status", "--tracker", "apps/*")
    # Of two the one with more entries, and of equals the first.
    assert {row["path"] for row in found["trackers"]} == {"apps/one-copy", "apps/two", "apps/three"}
    assert {(copy["path"], copy["of"]) for copy in found["copies"]} == {("apps/one", "apps/one-copy"), ("apps/zwei", "apps/two")}
    assert found["total"]["open"] == before["total"]["open"] + 1 and before["copies"] == []
    said = "Counted once, as copies of one tracker: apps/one is left out for apps/one-copy; apps/zwei is left out for apps/two."
    assert said in " ".join(apps.ok("status", "--tracker", "apps/*").text.split())
    apps.ok("report", "--portfolio", "apps", "-o", "p.html")
    assert said in (apps.folder / "p.html").read_text()


def test_of_copies_that_decide_differently_the_one_to_hold_is_shown_and_the_other_named(apps):
    """The same entries; one of the two does not follow whoever decides."""
    three = own(apps, "three")
    three.ok("export", "-o", "three.a11y.json")
    uno = Tracker(apps.folder / "apps/uno")
    uno.folder.mkdir()
    uno.begin()
    uno.ok("import", "--adopt", three.folder / "three.a11y.json")
    uno.ok("follow", "--none", three.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    uno.ok("export", "-o", "uno.a11y.json")
    three.ok("import", uno.folder / "uno.a11y.json")
    found = data(apps, "status", "--tracker", "apps/*")
    decided = {name: data(own(apps, name), "report")["decision"]["word"] for name in ("three", "uno")}
    assert decided == {"three": "ship", "uno": "no-decision"}
    assert [(copy["path"], copy["of"], copy["decision"]) for copy in found["copies"]] == [("apps/three", "apps/uno", "ship")]
    assert {row["path"]: row["decision"] for row in found["trackers"]}["apps/uno"] == "no-decision"
    # A further one that was found before is compared with the one that is shown in the end.
    shutil.copytree(apps.folder / "apps/three", apps.folder / "apps/other")
    copies = {copy["path"]: (copy["of"], copy["decision"]) for copy in data(apps, "status", "--tracker", "apps/*")["copies"]}
    assert copies == {path: ("apps/uno", "ship") for path in ("apps/other", "apps/three")}
    shutil.rmtree(apps.folder / "apps/other")
    said = "apps/three is left out for apps/uno, though it decides SHIP."
    assert said in " ".join(apps.ok("status", "--tracker", "apps/*").text.split())


def test_a_course_and_a_flag_stay_in_one_piece_on_a_desktop(apps, browse):
    own(apps, "three").ok("log", "fail", TARGET, "home", "--value", "9x9", "--tester", "t1", "--at", "2025-01-01")
    apps.ok("report", "--portfolio", "apps", "-o", "p.html")
    page = browse(apps.folder / "p.html")
    pieces = page.locator("#trackers .w1")
    texts = pieces.all_inner_texts()
    assert "1 to 2 open" in texts and any(" of " in text for text in texts), texts
    assert set(pieces.evaluate_all("(all) => all.map((one) => one.getClientRects().length)")) == {1}
    assert overflow(page) == []
    own(apps, "two").ok("report", "--html", apps.folder / "r.html")
    page = browse(apps.folder / "r.html")
    for width in at_widths(page, *range(320, 1281, 60)):
        flag = page.locator(".w1", has_text="--policy").first
        assert flag.evaluate("(one) => one.getClientRects().length") == 1, width


def test_the_day_of_a_result_is_one_line_on_a_desktop(apps, browse):
    apps.ok("report", "--portfolio", "apps", "-o", "apps.html")
    page = browse(apps.folder / "apps.html")
    days = page.locator("td[data-l='Newest result'] .w1")
    assert days.count() > 0
    assert set(days.evaluate_all("(all) => all.map((one) => one.getClientRects().length)")) == {1}
    assert all(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2} \d{4}", text) for text in days.all_text_contents())


def test_what_changed_since_a_date_is_counted(apps):
    own(apps, "one").ok("log", "fail", LABEL, "away", "--tester", "t1", "--at", "2020-01-01")
    rows = {row["path"]: row for row in data(apps, "status", "--tracker", "apps/*", "--compare", "2021-01-01")["trackers"]}
    assert rows["apps/one"]["open_before"] == 1 and rows["apps/two"]["open_before"] == 0
    assert "Change" in apps.ok("status", "--tracker", "apps/*", "--compare", "2021-01-01").text


def test_a_tracker_that_cannot_be_read_is_not_left_out(apps):
    broken = apps.folder / "apps/broken/.a11y"
    broken.mkdir(parents=True)
    (broken / "audit.db").write_text("no database")
    (apps.folder / "apps/notes.txt").write_text("no tracker")
    answer = apps.run("status", "--tracker", "apps/*", "--json")
    rows = json.loads(answer.out)["trackers"]
    assert answer.code == 1 and len(rows) == 4 and "1 tracker not read" in answer.error
    assert rows[0]["path"] == "apps/broken" and "not an a11y tracker" in rows[0]["problem"]
    page = apps.run("report", "--portfolio", "apps", "-o", "p.html")
    assert page.code == 1 and "Not read" in (apps.folder / "p.html").read_text()
    assert str(apps.folder) not in (apps.folder / "p.html").read_text()
    require_sentence(apps.run("status", "--tracker", "nowhere/*"), 3)
    require_sentence(apps.run("status", "--tracker", "apps", "--by", "owner"), 2)
    require_sentence(apps.run("status", "--tracker", "apps", "--gate", "max-love 1"), 2)


@pytest.mark.parametrize("mode", some_modes("page of a portfolio", "320 px", "paper"))
def test_the_page_of_a_portfolio_serves_every_reader(apps, browse, mode):
    apps.ok("report", "--portfolio", "apps", "-o", "p.html", "--compare", "2021-01-01")
    page = browse(apps.folder / "p.html", mode)
    assert overflow(page) == [] and doubled_ids(page) == []
    assert page.locator("tbody tr").count() == 3 and page.locator("script").count() == 0
    # No word is broken: a cell is one line, or two where it has a number and its parts.
    heights = page.locator("tbody td").evaluate_all("""(cells) => cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight);
    })""")
    assert max(heights) < 3, heights
    if mode == "paper":
        # A name has room on a sheet, too, which is as wide as A4 without its margins.
        page.set_viewport_size({"width": 703, "height": 990})
        assert min(page.locator("tbody th").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")) > 110
    if mode == "320 px":
        # The labels before the figures are alike, whatever the figure.
        looks = page.locator("#trackers td").evaluate_all(
            "cells => cells.map(c => { const s = getComputedStyle(c, '::before'); return s.fontWeight + s.color + s.margin })")
        assert len(set(looks)) == 1 and len(looks) > 8, looks
        assert page.locator("tbody td").first.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Decision: "'
    assert axe(page, mode=mode) == []


def test_a_name_leads_to_the_report_beside_it_only_where_that_is(apps, browse):
    (apps.folder / "out").mkdir()
    own(apps, "one").ok("report", "--html", "report.html")
    own(apps, "two").ok("report", "--html", str(apps.folder / "out/two.html"))
    apps.ok("report", "--portfolio", "apps", "-o", "out/p.html")
    page = browse(apps.folder / "out/p.html")
    assert sorted(page.locator("tbody th a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")) == [
        "../apps/one/report.html", "two.html"]
    assert str(apps.folder) not in (apps.folder / "out/p.html").read_text()
    assert "href=\"..\"" not in apps.ok("report", "--portfolio", "apps").text


def test_a_tracker_says_why_and_how_it_went(apps, browse):
    tracker = own(apps, "one")
    tracker.ok("log", "fail", LABEL, "away", "-s", "1", "--tester", "t1", "--at", "2020-01-01")
    found = {row["path"].split("/")[-1]: row for row in data(apps, "status", "--tracker", "apps/*")["trackers"]}
    assert found["one"]["reason"] == "2 findings block the release: 2 critical."
    assert found["three"]["reason"] == "Every rule passes." and "max-critical" in found["two"]["reason"]
    assert len(found["one"]["course"]) == 12 and found["one"]["course"][0] == 1
    assert found["one"]["course"][-1] == found["one"]["open"] == 2 and found["three"]["course"][:11] == [None] * 11
    apps.ok("report", "--portfolio", "apps", "-o", "p.html")
    page = browse(apps.folder / "p.html")
    # Where nothing is decided, no blocker is not what the page says.
    assert page.locator("tbody tr", has_text="NO DECISION").locator("td[data-l=Blockers]").inner_text() == "undecided"
    row = page.locator("tbody tr", has_text="2 findings block the release: 2 critical.")
    assert row.locator("svg.sp rect").count() == 12 and "1 to 2 open" in row.inner_text()
    assert "years old" in row.inner_text() and row.locator("svg.sp").get_attribute("aria-hidden") == "true"


def test_a_portfolio_shows_how_old_each_result_is_at_the_width_of_a_terminal(apps):
    text = apps.ok("status", "--tracker", "apps", "--width", "80").text
    assert "Newest (days)" in text.split("Hidden at this width")[0]


def test_a_portfolio_is_a_sheet_for_machines(apps):
    text = apps.ok("report", "--portfolio", "apps", "--csv").text
    head, *rows = text.splitlines()
    assert head.startswith("tracker,decision,blockers,critical,open") and len(rows) == 4
    assert rows[-1].startswith("all,")
