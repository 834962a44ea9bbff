"""A page lists 1,000 findings at most, and every figure on it is of all of them; all outputs begin with the same fix."""

import json
import re
import shlex
import shutil

import pytest

from browser import wait_until


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """1,280 findings of two owners, the last of them milder; the figures of a cut list would differ from the true ones."""
    from program import Tracker
    tracker = Tracker(tmp_path_factory.mktemp("crowd"))
    tracker.begin()
    lines = ["key,kind,owner,source"] + [f"s/c-{n},icon-button,dev-{n % 2},S{n % 3}.swift" for n in range(1, 21)]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join([*lines, ""]).encode())
    tracker.ok("log", "fail", "*", "**", "-s", "2", "--tester", "t1", "--build", "1", "-y")
    tracker.ok("log", "fail", "*", "s/c-1", "-s", "3", "--tester", "t1", "--build", "1", "-y")
    tracker.ok("log", "fail", "voiceover.label-present", "s/c-7", "-s", "1", "--tester", "t1", "--build", "1")
    tracker.ok("report", "--html", "page.html")
    return tracker


def test_a_limit_cuts_rows_and_no_figure(crowd):
    page = (crowd.folder / "page.html").read_text()
    found = json.loads(crowd.ok("list", "findings", "--json").out)["rows"]
    assert len(found) == 1280
    assert page.count('<a class=id ') == 1000 and "This page lists 1,000 of 1,280" in page
    for owner in ("dev-0", "dev-1"):
        own = [one for one in found if one["owner"] == owner]
        assert len(own) == 640
        severities = re.search(rf'data-q="owner:{owner}"><span class="w1">{owner}</span></th><td class="num" data-l="Open">640</td>.*?<td>(.*?)</td></tr>', page, re.S)[1]
        moderate = sum(one["severity"] == 3 for one in own)
        assert (f"{moderate} moderate" in severities) == (moderate > 0), severities
    assert re.search(r"Together they remove .* of 1,280 findings\.", page)
    # The rows that are left out are counted where they would stand, and a failing field of the map leads to them.
    left = sum(int(count) for count in re.findall(r"(\d+) more (?:is|are) not on this page", page))
    assert left == 280
    assert not re.search(r"<b class=x\d?><u>FAIL[^<]*</u>\d+</b>(?!</a>|<b class=x)", page.split('<table class="map')[1])


# Digits in a row, but for years and what is a name, a version, or a moment.
UNPARTED = re.compile(r"(?<![\w.:/,-])(?!20\d\d\b)\d{4,}(?![\w:/-])")


@pytest.mark.parametrize("words", [
    "status", "status --plain", "status --by owner", "status --by owner --plain", "gate", "gate --plain", "report", "report --md", "report --plain",
    "trend", "trend --plain", "list findings --limit 1", "list fixes", "list cells --limit 1", "list cells --limit 1 --format md",
    "list results --limit 1", "doctor", "log pass * ** --tester t2 --build 2 --dry-run -y", "export -o all.a11y.json --yes"])
def test_a_reader_gets_thousands_with_a_comma(crowd, words):
    answer = crowd.run(*words.split())
    assert UNPARTED.findall(answer.text + answer.error) == [], answer.text
    assert re.search(r"\b1,[0-9]{3}\b", answer.text + answer.error) or words in ("gate", "gate --plain", "list fixes", "status --by owner"), answer.text


def test_a_program_gets_plain_digits(crowd):
    assert json.loads(crowd.ok("status", "--json").out)["open"]["total"] == 1280
    assert json.loads(crowd.ok("report", "--json").out)["cells"]["fail"] == 1280
    crowd.ok("trend", "--format", "csv", "-o", "points.csv", "--yes")
    assert ",1280," in (crowd.folder / "points.csv").read_text()
    assert not re.search(r"\d,\d{3}\b.*FAIL", crowd.ok("list", "cells", "--format", "tsv").text)


def test_a_page_has_thousands_with_a_comma(crowd, browse):
    page = browse(crowd.folder / "page.html")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert UNPARTED.findall(page.locator("body").inner_text()) == []
    page.locator("#qt").fill("severity:1,2,3")
    # The others are not on it, whatever they match.
    page.get_by_text("1,000 of 1,000 findings on this page shown.").wait_for()
    assert page.locator("#qp").text_content() == "Only severity 1 or 2 or 3: 1,000 of 1,000 findings on this page"
    assert page.locator("#h-findings").inner_text() == "Findings: 1,000 of 1,000 on this page"


def test_a_thousand_findings_with_a_past_are_no_long_page(crowd, tmp_path, browse):
    """Closed checks stood a line apart, and results of two days bring the charts."""
    from program import Tracker
    shutil.copytree(crowd.folder, tmp_path / "past")
    past = Tracker(tmp_path / "past")
    past.ok("log", "fail", "voiceover.label-present", "s/c-2", "-s", "2", "--tester", "t1", "--build", "1", "--at", "2026-03-02T10:00:00Z")
    past.ok("report", "--html", "page.html", "--yes")
    page = browse(past.folder / "page.html")
    assert page.locator(".ch").count() == 1
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000


KINDS = ["screen", "icon-button", "form-field", "slider", "toggle", "modal", "list-row", "image", "link", "tab-bar"]


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """More than 1,200 findings of nearly all checks, on 20 screens of 16 owners, with a past: each list of the page is long."""
    from program import Tracker
    tracker = Tracker(tmp_path_factory.mktemp("wide"))
    tracker.begin()
    tracker.ok("edit", "tracker", "--checklists", "everything")
    lines = ["key,kind,owner,screens"] + [f"s-{n % 20}/c-{n},{KINDS[n // 4]},dev-{n % 16},screen-{n % 20}" for n in range(40)]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join([*lines, ""]).encode())
    for severity, checks in [("2", "**"), ("1", "voiceover.*"), ("3", "touch-target.*"), ("4", "dynamic-type.*")]:
        tracker.ok("log", "fail", checks, "**", "-s", severity, "--tester", "t1", "--build", "1", "-y", "--at", f"2026-03-0{severity}T10:00:00Z")
    tracker.ok("log", "pass", "voiceover.label-present", "s-4/**", "--tester", "t1", "--build", "2", "-y")
    tracker.ok("report", "--html", "page.html")
    return tracker


@pytest.mark.parametrize("mode, most", [("light", 12_000), ("phone", 24_000)])
def test_no_list_of_a_page_grows_with_the_tracker(wide, browse, mode, most):
    """A line for each of 177 checks, for each screen, owner, and criterion made a page twice as high as it may be."""
    assert json.loads(wide.ok("status", "--json").out)["open"]["total"] > 1200
    page = browse(wide.folder / "page.html", mode)
    assert page.evaluate("document.documentElement.scrollHeight") < most
    groups, screens = page.locator("#findings .g"), page.locator(".map tbody")
    assert groups.count() > 60 and page.locator("#findings .g:visible").count() <= 28
    # What is open is at the top: none of the later checks is, and none that has no row here.
    shut = page.locator("#findings .g:visible").evaluate_all("(all) => all.map((one) => one.classList.contains('shut'))")
    assert shut == sorted(shut) and not shut[0]
    for list_of, name in [(groups, "more checks"), (screens, "more screens"), (page.locator("#owners table").first.locator("tbody tr"), "more rows")]:
        more = page.get_by_role("button", name=name).first
        left = int(re.match(r"Show (\d+) more", more.inner_text())[1])
        hidden = [one for one in list_of.all() if not one.is_visible()]
        assert len(hidden) == left > 2
        more.focus()
        page.keyboard.press("Enter")
        assert all(one.is_visible() for one in list_of.all()) and page.evaluate("document.activeElement !== document.body")


def test_a_link_to_what_is_left_out_of_a_list_shows_it(wide, browse):
    page = browse(wide.folder / "page.html")
    for inside in ("#findings .g.over", "#findings .g.over li[id]", "#criteria .over th[id]"):
        name = page.evaluate("(one) => document.querySelector(one).id", inside)
        assert not page.locator(f"[id='{name}']").is_visible()
        page.evaluate("(id) => { location.hash = id }", name)
        page.locator(f"[id='{name}']").wait_for(state="visible")
    bare = browse(wide.folder / "page.html", java_script_enabled=False)
    assert bare.locator("#findings .g:visible").count() == bare.locator("#findings .g").count()
    paper = browse(wide.folder / "page.html", "paper")
    assert paper.locator("#findings .g:visible, .map tbody:visible").count() == paper.locator("#findings .g, .map tbody").count()
    assert paper.locator(".more:visible").count() == 0


def test_the_same_fix_comes_first_everywhere(crowd):
    best = json.loads(crowd.ok("list", "fixes", "--json").out)["rows"][0]
    # It removes the blocker, however many findings others remove.
    assert best["blockers"] == 1 and best["critical"] == 1
    report = json.loads(crowd.ok("report", "--json").out)["fixes"][0]
    assert (report["name"], report["check"], report["findings"], report["blockers"]) == (
        best["name"], best["check"], best["findings"], 1)
    for words in [["report"], ["report", "--md"], ["list", "fixes"]]:
        text = " ".join(crowd.ok(*words).text.replace("\\", "").split())
        where = text.split("ighest-impact fix", 1)[1]
        assert where.lstrip("es: 1.").startswith(best["what"]), (words, where[:80])
    page = (crowd.folder / "page.html").read_text()
    first = re.search(r'<ol class="fix" role="list">\s*<li class="card"><h3>(.*?)</h3><p class="gain">(.*?)</p>', page)
    assert f"1 blocker and {best['findings']} findings" in first[2]


def test_an_address_with_an_id_or_its_first_letters_leads_to_the_finding(crowd, browse):
    path = crowd.folder / "page.html"
    listed = re.findall(r'<li id="([ghjkmnpqrstvwxyz]{8})"><a class=id', path.read_text())
    named = {row["finding"] for row in json.loads(crowd.ok("list", "findings", "--json").out)["rows"]}
    assert len(listed) > 990 and set(listed) <= named
    one = listed[-1]
    letters = next(one[:size] for size in range(4, 9) if sum(other.startswith(one[:size]) for other in listed) == 1)
    for name in one, letters, f"a11y-{one}":
        page = browse(path)
        page.goto(path.as_uri() + "#" + name)
        wait_until(page, f"(() => {{ const top = document.getElementById('{one}').getBoundingClientRect().top;"
                         " return top > -9 && top < innerHeight })()")


def flat(answer):
    return " ".join(answer.text.split())


def test_a_report_of_an_audit_names_its_build(empty):
    """It named that of the tracker, which had moved on."""
    empty.register("home,screen")
    empty.ok("new", "audit", "r1", "--checklist", "labels-and-touch", "--build", "1.0")
    empty.ok("log", "fail", "dynamic-type.buttons-scale", "home", "--audit", "r1", "-s", "1", "--tester", "t1")
    empty.ok("edit", "tracker", "--current-build", "2.0")
    for end in ([], ["edit", "audit", "r1", "--close", "-y"]):
        if end:
            empty.ok(*end)
        for words in (["report", "--audit", "r1"], ["report", "--audit", "r1", "--md"], ["status", "--audit", "r1"]):
            text = flat(empty.ok(*words)).replace("\\", "")
            assert "build 1.0" in text and ", build 2.0" not in text, words
        page = re.sub("<[^>]*>", "", empty.ok("report", "--audit", "r1", "--html", "-").text)
        assert ", build 1.0" in page and ", build 2.0" not in page
    assert "build 2.0" in flat(empty.ok("report"))


def test_the_age_of_a_month_is_that_of_its_oldest_result(empty):
    """It was counted from the first of the month."""
    empty.register("home,screen")
    for check, day in ("dynamic-type.buttons-scale", "2026-01-20"), ("layout.grid-8pt", "2026-01-25"):
        empty.ok("log", "pass", check, "home", "--at", f"{day}T10:00:00Z", "--tester", "t1")
    page = empty.ok("report", "--as-of", "2026-03-21T10:00:00Z", "--html", "-").text
    row = page.split("Tested in</th>")[1].split("</tbody>")[0]
    assert "Jan 2026" in row and "60 days" in row and ">2<" in row
    assert "oldest 60 days old" in flat(empty.ok("report", "--as-of", "2026-03-21T10:00:00Z"))


@pytest.fixture
def lived(empty):
    """A regression, a waived critical, and what is open beside it."""
    empty.register("home,button", "away,button", "old,button")
    label, size = "voiceover.label-present", "touch-target.minimum-44pt"
    empty.ok("log", "pass", label, "home", "--build", "1", "--tester", "t1", "--at", "2026-01-01")
    empty.ok("log", "fail", label, "home", "-s", "2", "--build", "2", "--tester", "t1", "--at", "2026-01-02")
    empty.ok("log", "fail", size, "home", "-s", "1", "--build", "2", "--tester", "t1", "--at", "2026-01-02")
    empty.ok("log", "fail", label, "away", "-s", "1", "--build", "2", "--tester", "t1", "--at", "2026-01-02")
    empty.ok("log", "fail", label, "old", "-s", "2", "--build", "2", "--tester", "t1", "--at", "2026-01-02")
    empty.ok("new", "waiver", "away", label, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    return empty


def test_every_form_of_a_report_says_what_regressed(lived):
    assert "1 regressed" in flat(lived.ok("list", "findings"))
    assert re.search(r"serious, open [\d,]+ days, regressed", flat(lived.ok("report")))
    assert "| serious, regressed" in lived.ok("report", "--md").text
    assert "REGRESSED" in lived.ok("report", "--html", "-").text


def test_what_a_waiver_covers_is_said_and_comes_last(lived):
    """A waived critical was the worst of all in one form and none in the next, at the head of both."""
    worst = json.loads(lived.ok("status", "--json").out)["worst_components"]
    assert [(row["key"], row["failing"], row["waived"]) for row in worst] == [("home", 2, 0), ("old", 1, 0), ("away", 1, 1)]
    assert "away 1 fail, waived" in flat(lived.ok("status"))
    text = flat(lived.ok("report"))
    assert "worst none" not in text and "away 0 open, " in text
    assert text.index("home 2 open, worst critical") < text.index("old 1 open") < text.index("away 0 open")
    said = lived.ok("edit", "component", "away", "--retire")
    assert "1 waived finding of away left the scope with it" in " ".join(said.error.split())


def test_what_comes_next_lists_as_many_as_it_says_and_begins_as_the_list_of_fixes_does(lived):
    """A waived critical was in the list, and the component with the most failures before the fix that is first in the list."""
    steps = {step["reason"]: step["command"] for step in json.loads(lived.ok("status", "--json").out)["next"]}
    command = steps["1 failing item is critical."]
    assert command == "a11y list findings 'severity:1 -waived:yes'"
    assert len(json.loads(lived.ok(*shlex.split(command)[1:], "--json").out)["rows"]) == 1
    best = json.loads(lived.ok("list", "fixes", "--json").out)["rows"][0]
    assert (best["name"], best["findings"], best["open"]) == ("home", 2, 3)
    assert steps["Highest-impact fix: home, 2 of 3 open findings."] == "a11y list fixes"


def test_severities_of_a_trend_are_those_of_what_is_open(lived):
    last = json.loads(lived.ok("trend", "--json").out)["points"][-1]
    assert (last["fail"], last["open"], last["waived"]) == (4, 3, 1)
    assert [last[word] for word in ("critical", "serious", "moderate", "minor")] == [1, 2, 0, 0]


def test_each_blocker_is_counted_once_and_the_words_say_so(lived):
    """Beside rules that count it under each of their kinds."""
    for outcome, build in ("pass", "1"), ("fail", "2"):
        lived.ok("log", outcome, "touch-target.minimum-44pt", "old", "--build", build, "--tester", "t1", "--at", f"2026-01-0{build}",
                 *(["-s", "1"] if outcome == "fail" else []))
    lived.ok("edit", "tracker", "--policy", "max-critical 0, max-serious 0, no-regressions")
    page = re.sub("<[^>]*>", "", lived.ok("report", "--html", "-").text)
    assert "2 critical, 1 more regressed, 1 more serious." in page
