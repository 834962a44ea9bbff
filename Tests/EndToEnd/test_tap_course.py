"""First-tap success over versions: run chart, comparisons, trend, and looks."""

import json
import math
import re

import pytest

from browser import axe, doubled_ids, overflow
from drawing import some_modes
from program import Tracker
from tapping import CODES, PLAY, code, hold, line, paper, report, taps


def hits_of(number):
    """What the children of a version hit: no two versions come out alike."""
    level = 4 if number < 6 else 8
    return [level + (child + number) % 3 - (child < number % 7) for child in range(4 if number == 2 else 12)]


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    """Twelve versions of a button: hidden is the third, better from the seventh on; the last two had the same children."""
    tracker = Tracker(tmp_path_factory.mktemp("versions"))
    tracker.begin()
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    for number in range(12):
        hold(tracker, f"v{number:02}", hits_of(number), first=20 * min(number, 10), build=f"3.{number}")
    return tracker


def course(tracker, *words):
    found = json.loads(tracker.ok("tap", "report", "--json", *words).out)["courses"]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("words", [[], ["--redact"]])
def test_a_run_chart_says_whether_the_rate_moved_and_leaves_hidden_points_open(versions, words):
    chart = course(versions, *words)["chart"]
    points = chart["points"]
    assert [point["name"] for point in points] == [f"build 3.{number}" for number in range(12)]
    assert points[2] == {"name": "build 3.2", "suppressed": True, "break": False}
    known = [point["rate"] for number, point in enumerate(points) if number != 2]
    median = sorted(known)[5]
    sides = [rate > median for rate in known if rate != median]
    run = chart["run"]
    assert run["useful"] == len(sides)
    assert run["crossings"] == sum(one != other for one, other in zip(sides, sides[1:]))
    is_moved = run["longest"] > run["longest_most"] or run["crossings"] < run["crossings_fewest"]
    assert run["signal"] == (run["enough"] and is_moved)
    assert chart["signal"] and "The rate changed by more than chance" in chart["sentence"]
    assert "1 point hidden" in chart["sentence"] and "11 of 12 points" in chart["sentence"]


def test_the_chart_is_there_in_every_form_and_on_a_narrow_screen(versions):
    plain = versions.ok("tap", "report", "--plain").text
    assert "Run chart by version" in plain and "●" not in plain and "percent" in plain
    assert "build 3.2. hidden." in plain
    text = versions.ok("tap", "report").text
    assert re.search(r"──●─*│", text) and "● rate, ─ confidence interval, │ target" in text
    narrow = versions.ok("tap", "report", "--width", "40").text
    assert max(map(len, narrow.splitlines())) <= 40
    assert "Run chart by version" in versions.ok("tap", "report", "--format", "md").text
    for form in (["--md"], ["--plain"], []):
        told = versions.ok("report", *form).text
        assert "The rate changed by more than chance" in " ".join(told.split()), form
        assert "Holm" in told, form
    assert "●" not in versions.ok("report", "--plain").text
    assert json.loads(versions.ok("report", "--json").out)["first_tap"]["courses"] == [course(versions, "--redact")]


@pytest.mark.parametrize("mode", some_modes("page with a run chart"))
def test_the_report_page_with_a_run_chart_is_clean(versions, browse, mode):
    versions.ok("report", "--html", "page.html", "--yes")
    page = browse(versions.folder / "page.html", mode)
    page.evaluate("for (const element of document.querySelectorAll('details')) element.open = true")
    assert overflow(page) == [] and doubled_ids(page) == []
    assert page.locator("h3", has_text="version by version").count() == 1
    # A dot, an interval and a target for each plan that may be shown, and nothing from one plan to the next.
    rows = page.get_by_role("table", name="First-tap success by version").locator("tbody tr")
    assert rows.count() == 12 and rows.locator("svg").count() == 11 and page.locator("#first-tap path").count() == 0
    first = rows.locator("svg").first
    assert first.locator("circle").count() == first.locator("line.in").count() == first.locator("line.aim").count() == 1
    low, high = (float(first.locator("line.in").get_attribute(name)[:-1]) for name in ("x1", "x2"))
    assert low <= float(first.locator("circle").get_attribute("cx")[:-1]) <= high
    assert first.evaluate("(one) => one.ownerDocument.defaultView.getComputedStyle(one.querySelector('circle')).fill") != page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--fail')")
    assert "build 3.2" in page.get_by_role("table", name="First-tap success by version").inner_text()
    assert not re.search(code(0)[:4], page.content())
    assert axe(page, mode=mode) == []


def test_of_many_plans_some_verdicts_are_false_by_chance_and_that_is_said(versions):
    wanted = '12 plans are evaluated: about 1 false "met" and about 1 false "not met" are expected by chance.'
    assert json.loads(versions.ok("tap", "report", "--json").out)["notes"] == [wanted]
    assert wanted in " ".join(versions.ok("report").text.split())


def test_the_strict_rate_never_stands_without_the_filtered_one(versions):
    for words in (["tap", "report"], ["status"], ["report"], ["report", "--md"]):
        text = " ".join(versions.ok(*words).text.split())
        assert text.count("; filtered ") >= 4, words
    assert all("filtered" in row for row in json.loads(versions.ok("trend", "--first-tap", "--json").out)["rows"])


def test_the_same_children_are_compared_pair_by_pair_and_others_by_their_limits(versions):
    found = {(row["first"], row["second"]): row for row in course(versions)["comparisons"] if row["subject"] == "version"}
    same, others = found["build 3.10", "build 3.11"], found["build 3.5", "build 3.6"]
    assert same["paired"] and not others["paired"]
    assert others["finding"] == "changed" and others["low"] > 0
    for row in found.values():
        assert (row["finding"] == "changed") <= (row["low"] > 0 or row["high"] < 0)
        assert "better" not in row["sentence"] and "hit more often" not in row["sentence"]
    # What differs between different children is what the calculator says of the same counts.
    typed = versions.ok("tap", "compare", *(f"v{place}: " + " ".join(f"{count}/10" for count in group)
                                            for place, group in enumerate(map(hits_of, (5, 6)))), "--json")
    wanted = json.loads(typed.out)
    for key, rounded in [("difference", round), ("low", math.floor), ("high", math.ceil)]:
        assert others[key] == rounded(wanted[key] * 100) / 100


def test_hands_of_the_same_children_and_sizes_in_millimetres(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button", "--profile", "child")
    tracker.ok("new", "plan", "hands", "--component", PLAY, "--size", "44x44", "--children", "12")
    lines = [line(code(child), taps(hits), hand=hand, age=["6-8", "9-10"][child % 2])
             for child in range(12) for hand, hits in [("right", 7 + child % 3), ("left", 3 + child * 5 % 4)]]
    assert paper(tracker, *lines, key="hands").code == 0
    tracker.ok("tap", "close", "hands", "--tester", "lead")
    hold(tracker, "larger", [8 + child % 3 for child in range(12)], first=40, size="60x60")
    found = {row["subject"]: row for row in course(tracker)["comparisons"] if row["plan"] != "larger"}
    assert found["hand"]["paired"] and found["hand"]["finding"] == "changed" and found["hand"]["low"] > 0
    assert "12 children used both" in found["hand"]["sentence"]
    assert not found["age"]["paired"]
    assert "6.9x6.9 mm" in found["size"]["first"] and "9.3x9.3 mm" in found["size"]["second"]
    # For others neither hands nor the density of the device.
    redacted = course(tracker, "--redact")["comparisons"]
    assert [row["subject"] for row in redacted] == ["size"] and "mm" not in json.dumps(redacted)


@pytest.mark.parametrize("apart", [1, 4])
@pytest.mark.parametrize("words", [[], ["--redact"]])
def test_two_plans_that_differ_by_few_children_are_not_compared(tracker, apart, words):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button")
    hold(tracker, "one", [3 + child % 5 for child in range(12)])
    hold(tracker, "two", [5 + child * 3 % 5 for child in range(12)], first=apart)
    found = [row for row in course(tracker, *words)["comparisons"] if row["subject"] == "version"]
    assert len(found) == 1 and found[0]["suppressed"] and "difference" not in found[0]


def test_no_reports_over_time_tell_what_single_children_did(tracker):
    """After each session: what is told for others changes by whole groups only, comparisons and chart included."""
    tracker.ok("new", "component", PLAY, "--kind", "icon-button")
    hold(tracker, "one", [3 + child % 5 for child in range(10)])
    tracker.ok("new", "plan", "two", "--component", PLAY, "--size", "44x44", "--children", "10")
    seen = []
    for child in range(14):
        assert paper(tracker, line(code(child), taps(4 + child * 3 % 5)), key="two").code == 0
        found = course(tracker, "--redact") if child >= 1 else None
        seen.append(json.dumps(found))
    # Hidden, then the first ten, whoever comes after them; nothing is compared while the plan is open.
    assert len(set(seen[1:9])) == 1 and len(set(seen[9:])) == 1
    assert '"comparisons": []' in seen[-1]
    tracker.ok("tap", "close", "two", "--tester", "lead")
    closed = course(tracker, "--redact")["comparisons"]
    assert len(closed) == 1 and closed[0]["paired"] and "10 children used both" in closed[0]["sentence"]
    tracker.ok("erase", "participant", code(3), "--yes")
    after = json.dumps(course(tracker, "--redact"))
    assert "difference" not in after and '"rate"' not in after


def test_the_trend_has_a_row_for_each_plan_and_gaps_stay_gaps(versions):
    rows = json.loads(versions.ok("trend", "--first-tap", "--every", "build", "--json").out)["rows"]
    assert [row["group"] for row in rows] == [f"3.{number}" for number in range(12)]
    assert rows[2]["rate"] == rows[2]["children"] == rows[2]["verdict"] == {"suppressed": True}
    assert rows[0]["low"] < rows[0]["rate"] < rows[0]["high"] and rows[0]["children"] == 12
    other = json.loads(versions.ok("trend", "--first-tap", "--every", "month", "--json").out)["rows"]
    assert [row["plan"] for row in other] == [row["plan"] for row in rows] and re.fullmatch(r"\d{4}-\d\d", other[0]["group"])
    text = " ".join(versions.ok("trend", "--first-tap").text.split())
    assert "hidden" in text and "changed by more than chance" in text and "never combined" in text
    plain = versions.ok("trend", "--first-tap", "--plain").text
    assert "Item 12 of 12." in plain and "percent" in plain
    assert "state" in versions.ok("trend", "--first-tap", "--format", "csv").text.splitlines()[0]
    assert versions.run("trend", "--first-tap", "component:none/**").code == 3
    for words in (["--by", "screen"], ["--every", "audit"], ["--age"]):
        assert versions.run("trend", "--first-tap", *words).code == 2
    assert versions.run("trend", "--redact").code == 2


def test_a_period_without_a_plan_is_a_gap_and_an_open_plan_is_in_none(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button")
    tracker.ok("new", "component", "kids/stop", "--kind", "icon-button")
    hold(tracker, "one", [5] * 5 + [6] * 5, build="1.0")
    hold(tracker, "two", [5] * 5 + [6], build="1.1", closes=False)
    tracker.ok("new", "plan", "stop", "--component", "kids/stop", "--size", "44x44", "--build", "1.1")
    assert paper(tracker, *(line(each, "hhhhhhhhhm") for each in CODES[:5]), line(CODES[5], "hm"), key="stop").code == 0
    rows = json.loads(tracker.ok("trend", "--first-tap", "--every", "build", "--json").out)["rows"]
    assert [(row["component"], row["group"], row["state"]) for row in rows] == [
        (PLAY, "1.0", "closed"), (PLAY, "1.1", "open"), ("kids/stop", "1.0", "no test"), ("kids/stop", "1.1", "running")]
    assert rows[2]["rate"] is None and rows[2]["children"] is None
    rows = json.loads(tracker.ok("trend", "--first-tap", "--every", "week", "--json").out)["rows"]
    assert [row["group"] for row in rows if row["plan"] != "one"][-1] == "open"


def test_looks_before_and_after_the_end_are_said_with_limits_that_hold_for_any_number(tracker):
    tracker.ok("new", "component", PLAY, "--kind", "icon-button")
    tracker.ok("new", "plan", "p", "--component", PLAY, "--size", "44x44", "--children", "8")
    told = []
    for child in range(10):
        assert paper(tracker, line(code(child), taps(9 + child % 2)), key="p").code == 0
        told.append(report(tracker, key="p")["parts"][0])
    interim, complete, after = told[5], told[7], told[9]
    assert interim["result"]["looks"]["interim"] and "With interim looks" in interim["sentence"]
    assert complete["result"]["looks"] == {"planned": 1, "extra": 0, "interim": False, "low": None, "high": None}
    assert "With interim looks" not in complete["sentence"]
    looks = after["result"]["looks"]
    assert looks["extra"] == 2 and looks["low"] < after["result"]["low"] and looks["high"] >= after["result"]["high"]
    assert "2 children more than planned: up to 2 extra looks." in after["sentence"]
    # Looking writes nothing.
    size = (tracker.folder / ".a11y/audit.db").read_bytes()
    tracker.ok("tap", "report", "p")
    assert (tracker.folder / ".a11y/audit.db").read_bytes() == size
