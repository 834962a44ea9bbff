"""The life of findings, what one fix removes, waivers that end, what is to be seen again, and how testers agree."""

import json
import re

import pytest

from covering import rows
from program import TOP, Tracker, require_sentence

LABEL = "voiceover.label-present"
TARGET = "touch-target.minimum-44pt"
CLOSE = "sign-in/close-button"


def day(number):
    return f"2026-03-{number:02}T10:00:00Z"


def log(tracker, outcome, check, component, at, *more, tester="t1"):
    assert tracker.log(outcome, check, component, "--at", day(at), *more, tester=tester).code == 0


@pytest.fixture
def lived(tracker):
    """One finding open throughout, one that came back, one fixed, one that is not applicable any more."""
    def seen(outcome, check, component, at, *more):
        log(tracker, outcome, check, component, at, "--build", f"1.{at}", *more)
    for at, outcome in [(1, "fail"), (3, "pass"), (6, "fail"), (8, "pass"), (9, "fail")]:
        seen(outcome, LABEL, CLOSE, at, *(["-s", "1"] if outcome == "fail" else []))
    seen("fail", TARGET, CLOSE, 2, "-s", "2")
    seen("fail", LABEL, "home", 2)
    seen("pass", LABEL, "home", 5)
    seen("fail", LABEL, "search", 4)
    seen("na", LABEL, "search", 5)
    return tracker


def test_the_life_of_a_finding(lived):
    found = {(row["check"], row["component"]): row for row in rows(lived, "findings", "--all", "--as-of", day(11))}
    told = {place: (row["state"], row["days_open"], row["days_open_all"], row["returns"], row["first_failed"],
                    row["since"], row["fixed"]) for place, row in found.items()}
    assert told == {
        (LABEL, CLOSE): ("regressed", 2, 6, 2, day(1), day(9), None),
        (TARGET, CLOSE): ("open", 9, 9, 0, day(2), day(2), None),
        (LABEL, "home"): ("fixed", 3, 3, 0, day(2), day(2), day(5)),
        (LABEL, "search"): ("ended", 1, 1, 0, day(4), day(4), None),
    }
    assert found[LABEL, "home"]["outcome"] == "pass" and found[LABEL, "home"]["severity"] == 1  # of its check
    # Open ones are all there is without --all, worst first; any moment is asked as now is.
    assert [row["state"] for row in rows(lived, "findings")] == ["regressed", "open"]
    assert [(row["component"], row["state"]) for row in rows(lived, "findings", "--as-of", day(7))] == [
        (CLOSE, "regressed"), (CLOSE, "open")]
    assert [row["state"] for row in rows(lived, "findings", "--as-of", day(4), f"component:{CLOSE}")] == ["open"]
    assert [row["component"] for row in rows(lived, "findings", "--all", "severity:1")] == [
        CLOSE, "home", "search"]  # those of the two are of their check
    assert len(rows(lived, "findings", "--all", "status:pass")) == 1


def test_an_owner_and_a_ticket_stay_with_a_finding(lived):
    lived.ok("edit", "component", CLOSE, "--owner", "qa-1")
    lived.ok("edit", "finding", LABEL, CLOSE, "--ticket", "https://tracker.example/APP-12", "--owner", "qa-2", "-m", "soon")
    lived.ok("new", "task", "Label it", "--component", CLOSE, "--check", LABEL, "--ticket", "APP-13")
    lived.ok("new", "note", "seen on iPad too", "--component", CLOSE, "--check", LABEL)
    row, other = rows(lived, "findings")
    assert (row["owner"], row["tickets"], row["remark"], row["notes"]) == (
        "qa-2", ["https://tracker.example/APP-12", "APP-13"], "soon", 1)
    assert (other["owner"], other["tickets"]) == ("qa-1", [])
    assert [row["check"] for row in rows(lived, "findings", "owner:qa-2")] == [LABEL]
    assert [row["check"] for row in rows(lived, "findings", "-owner:qa-2")] == [TARGET]
    lived.ok("edit", "finding", LABEL, CLOSE, "--owner", "")
    assert rows(lived, "findings")[0]["owner"] == "qa-1"
    for ticket in ["javascript:alert(1)", "file:///etc/passwd"]:
        require_sentence(lived.run("edit", "finding", LABEL, CLOSE, "--ticket", ticket), 2)
    require_sentence(lived.run("edit", "finding", LABEL, CLOSE), 2)
    require_sentence(lived.run("edit", "finding", LABEL, "nowhere", "--ticket", "1"), 3)
    # Undone as everything else, and it travels.
    lived.ok("undo")
    assert rows(lived, "findings")[0]["owner"] == "qa-2"
    lived.ok("export", "-o", "all.a11y.json")
    other = Tracker(lived.folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "../all.a11y.json", "--adopt")
    assert rows(other, "findings")[0]["tickets"] == ["https://tracker.example/APP-12", "APP-13"]


def test_a_condition_names_the_finding_that_is_meant(tracker):
    for condition in ["dark", "text-ax5"]:
        log(tracker, "fail", LABEL, CLOSE, 1, "--condition", condition)
    answer = tracker.run("edit", "finding", LABEL, CLOSE, "--ticket", "1")
    assert answer.code == 5 and "--condition dark" in answer.error
    tracker.ok("edit", "finding", LABEL, CLOSE, "--ticket", "1", "--condition", "dark")
    assert {row["condition"]: row["tickets"] for row in rows(tracker, "findings")} == {"dark": ["1"], "text-ax5": []}


def test_what_one_fix_removes(empty):
    lines = ["key,kind,source,owner,screens"] + [
        f"list/row-{number},list-row,Rows.swift,qa-1,home;list" for number in range(3)] + [
        "sign-in/close,icon-button,Close.swift,qa-2,sign-in"]
    empty.ok("new", "component", "--from", "-", stdin="\n".join([*lines, ""]).encode())
    for number in range(3):
        log(empty, "fail", LABEL, f"list/row-{number}", 1)
    for check in [LABEL, TARGET]:
        log(empty, "fail", check, "sign-in/close", 1, "-s", "1")
    found = rows(empty, "fixes")
    assert [(row["by"], row["name"], row["check"], row["findings"]) for row in found] == [
        ("pattern", "list-row", LABEL, 3), ("source", "Rows.swift", None, 3), ("component", "sign-in/close", None, 2),
        ("component", "list/row-0", None, 1), ("component", "list/row-1", None, 1),
        ("component", "list/row-2", None, 1), ("owner", "qa-1", None, 3), ("owner", "qa-2", None, 2)]
    assert found[0]["screens"] == ["home", "list"] and found[0]["screen_count"] == 2 and found[0]["open"] == 5
    assert found[0]["criteria"] and found[0]["criterion_count"] == len(found[0]["criteria"])
    assert found[2]["critical"] == 2
    text = " ".join(empty.ok("list", "fixes").text.split())
    assert "“Control has no accessibility label” in 3 components of kind list-row, 3 of 5 open findings" in text
    # What is waived is lived with, and is not counted.
    waiver = ["--reason", "deferred", "--approver", "lead", "--until", "2099-01-01"]
    empty.ok("new", "waiver", "list/**", LABEL, *waiver)
    assert [(row["name"], row["findings"]) for row in rows(empty, "fixes")] == [("sign-in/close", 2), ("qa-2", 2)]
    # A finding may have an owner of its own.
    empty.ok("edit", "finding", TARGET, "sign-in/close", "--owner", "qa-9")
    assert [(row["name"], row["findings"]) for row in rows(empty, "fixes")] == [
        ("sign-in/close", 2), ("qa-2", 1), ("qa-9", 1)]
    assert [(row["what"], row["findings"]) for row in rows(empty, "fixes", "owner:qa-9")] == [
        ("sign-in/close", 1), ("findings owned by qa-9", 1)]
    # The views have the owner of the component; the article has the words for that of the finding.
    views = (TOP / "Sources/Store/Store.docc/Views.md").read_text()
    sql, = re.findall(r"```sql\n(SELECT [^`]*\$\.owner[^`]*)```", views)
    owned = {(row["component"], row["check"], row["condition"], row["owner"]) for row in rows(empty, "findings")}
    assert set(empty.rows(sql)) == owned and (("sign-in/close", TARGET, "", "qa-9") in owned)
    assert [row["check"] for row in rows(empty, "findings", "owner:qa-9")] == [TARGET]
    assert [row["check"] for row in rows(empty, "findings", "-owner:qa-9")].count(TARGET) == 0
    # What passes now is over.
    log(empty, "pass", TARGET, "sign-in/close", 2)
    assert [(row["name"], row["findings"]) for row in rows(empty, "fixes")] == [("sign-in/close", 1), ("qa-2", 1)]
    assert json.loads(empty.ok("status", "--json").out)["waived"] == 3


def test_a_waiver_is_in_force_expired_or_idle(tracker):
    log(tracker, "fail", LABEL, CLOSE, 1)
    log(tracker, "fail", TARGET, "home", 1)
    words = ["--reason", "third-party", "--approver", "lead", "--until"]
    tracker.ok("new", "waiver", CLOSE, LABEL, *words, "2099-01-01")
    tracker.ok("new", "waiver", "home", LABEL, *words, "2099-01-01")
    tracker.ok("new", "waiver", "ho*", "touch-target.*", *words, "2099-01-01")
    assert [(row["key"], row["state"], row["failing"]) for row in rows(tracker, "waivers")] == [
        ("ho* touch-target.*", "in force", 1), (f"home {LABEL}", "not failing", 0), (f"{CLOSE} {LABEL}", "in force", 1)]
    assert [row["waived_until"] for row in rows(tracker, "findings")] == ["2099-01-01"] * 2
    # The day after its last one the finding is open again, and says so.
    late = rows(tracker, "findings", "--as-of", "2099-01-02", f"component:{CLOSE}")
    assert [(row["waived_until"], row["waiver_expired"]) for row in late] == [(None, "2099-01-01")]
    assert not rows(tracker, "findings", "waived:yes", "--as-of", "2099-01-02")
    assert "waiver expired on 2099-01-01" in tracker.ok("list", "retest", "--as-of", "2099-01-02", "--width", "200").text
    for words in (["**", "**"], ["*", LABEL], [CLOSE, "**"]):
        require_sentence(
            tracker.run("new", "waiver", *words, "--reason", "deferred", "--approver", "l", "--until", "2099-01-01"), 2)


def test_the_retest_queue_has_its_reasons_and_its_order(tracker):
    log(tracker, "fail", LABEL, "home", 1, "--build", "3.9", "--device", "iPhone", "-s", "3")
    log(tracker, "fail", TARGET, "home", 1, "--build", "3.9", "--device", "iPhone", "-s", "1")
    log(tracker, "pass", "voiceover.reading-order", "home", 9, "--build", "3.10", "--device", "iPhone")
    log(tracker, "pass", LABEL, "search", 1, "--device", "iPad")
    log(tracker, "fail", LABEL, "search", 2, "--condition", "dark", "--device", "iPhone")
    waiver = ["--reason", "deferred", "--approver", "lead", "--until", "2099-12-31"]
    tracker.ok("new", "waiver", "search", LABEL, "--condition", "dark", *waiver)
    queue = rows(tracker, "retest", "--as-of", "2100-01-01", "-status:pass")
    assert [(row["stop"], row["device"], row["condition"], row["component"], row["check"]) for row in queue] == [
        (1, "iPhone", "", "home", TARGET), (1, "iPhone", "", "home", LABEL), (2, "iPhone", "dark", "search", LABEL)]
    assert [row["reasons"] for row in queue] == [["newer-build"], ["newer-build"], ["waiver-expired"]]
    assert queue[0]["detail"] == ["failed in 3.9; current build is 3.10"]
    stale = rows(tracker, "retest", "--as-of", "2100-01-01", "status:pass")
    assert {row["check"] for row in stale} == {"voiceover.reading-order", LABEL}
    assert all(row["reasons"] == ["stale"] for row in stale)
    # An audit for a later build asks for what failed before it, and a changed check for everything of it.
    assert not rows(tracker, "retest", "component:search", "condition:dark")
    tracker.ok("edit", "check", TARGET, "--threshold", "48")
    assert ["newer-build", "check-changed"] in [row["reasons"] for row in rows(tracker, "retest", f"check:{TARGET}")]


def test_a_walk_goes_through_the_queue_in_its_order(tracker):
    log(tracker, "fail", LABEL, "home", 1, "--build", "1", "-s", "4", "--condition", "dark")
    log(tracker, "fail", TARGET, "home", 1, "--build", "1", "-s", "1", "--condition", "dark")
    log(tracker, "fail", LABEL, CLOSE, 1, "--build", "1")
    tracker.ok("edit", "tracker", "--current-build", "2")
    queue = [(row["component"], row["check"]) for row in rows(tracker, "retest")]
    assert queue == [(CLOSE, LABEL), ("home", TARGET), ("home", LABEL)]
    words = ["walk", "--only", "retest", "--plain", "--build", "2", "--tester", "t2"]
    text = tracker.ok(*words, stdin=b"p\np\np\n").text
    titles = {row["id"]: row["title"] for row in rows(tracker, "checks")}
    for number, (component, check) in enumerate(queue, 1):
        assert f"Item {number} of 3. {titles[check]}. {component}" in text
    assert not rows(tracker, "retest")
    assert "no item needs retest" in tracker.ok(*words).text
    require_sentence(tracker.run("walk", "--only", "retest", "--by", "check", "--tester", "t2"), 2)


SETTINGS = ["default", "dark", "text-ax1", "text-ax2", "text-ax3", "text-ax4", "text-ax5", "text-xs", "text-l", "text-xl", "text-xxl"]


def test_testers_who_answered_independently(tracker):
    """Eleven cells of one build, each seen on two machines; one more that the second tester had seen the answer to."""
    checks = [row["id"] for row in rows(tracker, "checks", "category:voiceover")][:12]
    other = Tracker(tracker.folder / "other")
    tracker.ok("export", "-o", "start.a11y.json")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "../start.a11y.json", "--adopt")
    said = ["pass"] * 6 + ["fail"] * 5
    heard = ["pass"] * 5 + ["fail"] * 5 + ["pass"]
    for number, (one, two) in enumerate(zip(said, heard)):
        component = ["home", "search", CLOSE][number % 3]
        condition = ["--condition", SETTINGS[number]]
        assert tracker.log(one, LABEL, component, "--build", "1", *condition, tester="tia").code == 0
        assert other.log(two, LABEL, component, "--build", "1", *condition, tester="tom").code == 0
    assert tracker.log("pass", checks[1], "home", "--build", "1", tester="tia").code == 0
    tracker.ok("export", "-o", "mine.a11y.json")
    other.ok("import", "../mine.a11y.json")
    assert other.log("fail", checks[1], "home", "--build", "1", tester="tom").code == 0
    other.ok("export", "-o", "theirs.a11y.json")
    tracker.ok("import", "other/theirs.a11y.json")
    row, = rows(tracker, "agreement")
    assert (row["check"], row["pairs"], row["agreed"]) == (LABEL, 11, 9)
    assert row["table"] == [[5, 1, 0, 0], [1, 4, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    # po 9/11, pe (6*6 + 5*5) / 121
    assert row["kappa"] == pytest.approx((9 / 11 - 61 / 121) / (1 - 61 / 121))
    assert row["testers"] == ["tia", "tom"]
    few, = rows(tracker, "agreement", "component:home")
    assert (few["pairs"], few["kappa"], few["kappa_reason"]) == (4, None, "too few")
    assert not rows(tracker, "agreement", "build:2") and not rows(tracker, "agreement", "tester:nobody")
    assert "for 1 check: 9 agree, 2 differ" in tracker.ok("list", "agreement").text


def test_findings_are_asked_for_by_their_state(tracker):
    """What is fixed or corrected is no longer open, and is found by its state without --all."""
    tracker.register("home,button", "away,button")
    check = "voiceover.label-present"
    for outcome, component, build, day in [
            ("pass", "home", "1", 1), ("fail", "home", "2", 2), ("fail", "away", "1", 1), ("pass", "away", "2", 2)]:
        tracker.ok("log", outcome, check, component, "--build", build, "--at", f"2026-03-0{day}T10:00:00Z", "--tester", "t1")
    named = lambda *words: [row["component"] for row in json.loads(tracker.ok("list", "findings", "--json", *words).out)["rows"]]
    assert named("state:regressed") == ["home"] and named("state:fixed") == ["away"]
    assert named("state:regressed,fixed") == ["home", "away"] and named("--", "-state:regressed") == ["away"]
    assert named("state:open") == []
    require_sentence(tracker.run("list", "findings", "state:unmatched"), 2)
    require_sentence(tracker.run("list", "tool-findings", "state:fixed"), 2)
    require_sentence(tracker.run("list", "cells", "state:open"), 2)


def test_the_id_of_a_finding_is_found_in_capitals(tracker):
    tracker.register("home,button")
    tracker.ok("log", "fail", "voiceover.label-present", "home", "--tester", "t1")
    mark = re.search(r"finding ([ghjkmnpqrstvwxyz]{8,12})", tracker.run("gate", "--max-critical", "0").text)[1]
    assert "voiceover.label-present on home" in tracker.ok("show", mark).text
    assert "voiceover.label-present on home" in tracker.ok("show", mark.upper()).text
    assert len(json.loads(tracker.ok("list", "findings", mark.upper(), "--json").out)["rows"]) == 1
