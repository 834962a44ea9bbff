"""Results under conditions: an audit asks for several, progress counts each, and what to test next is proposed."""

import itertools
import json

import pytest

from conftest import once
from forging import Chain, give
from program import CHECK, require_sentence
from test_page_query import found_in

OTHER = "voiceover.icon-button-label"


@once("home/a,icon-button", "home/b,icon-button")
def desk(tracker):
    tracker.ok("new", "checklist", "two", "--check", f"{CHECK},{OTHER}")
    tracker.ok("new", "audit", "spring", "--checklist", "two", "--condition", "default,dark,dark+text-ax5")
    tracker.ok("config", "tester", "t1")


def cells(desk):
    return json.loads(desk.ok("list", "audits", "--json").out)["rows"][0]


def test_an_audit_counts_each_condition_as_a_cell(desk):
    assert cells(desk)["conditions"] == ["default", "dark", "dark,text-ax5"]
    assert (cells(desk)["cells"], cells(desk)["untested"]) == (12, 12)
    desk.ok("log", "pass", CHECK, "home/a", "home/b", "--audit", "spring")
    desk.ok("log", "pass", CHECK, "home/a", "--audit", "spring", "--condition", "dark")
    desk.ok("log", "fail", CHECK, "home/a", "--audit", "spring", "--condition", "text-ax5", "--condition", "dark")
    assert (cells(desk)["pass"], cells(desk)["fail"], cells(desk)["untested"]) == (3, 1, 8)
    assert "3 of 4 pass" in desk.ok("status").text
    assert "4 of 12 evaluated" in desk.ok("status").text
    untested = json.loads(desk.ok("list", "cells", "status:untested", "--all", "--audit", "spring", "--json").out)
    assert sum(row["condition"] == "dark" for row in untested["rows"]) == 3


def test_a_result_that_the_audit_does_not_ask_for_gets_a_word(desk):
    said = desk.ok("log", "pass", CHECK, "home/a", "--audit", "spring", "--condition", "rtl")
    assert "audit spring has other conditions (default; dark; dark,text-ax5)" in said.error
    assert cells(desk)["untested"] == 12
    for condition in "text-ax3,text-ax5", "dark+light", "mac,landscape":
        for words in (["log", "pass", CHECK, "home/a"], ["walk", "--component", "home/a"], ["new", "audit", "a"], ["worksheet", "-o", "w.html"]):
            said = desk.run(*words, "--condition", condition.replace(",", "+"))
            require_sentence(said, 2)
            assert "cannot be combined" in said.error, words
    require_sentence(desk.run("edit", "tracker", "--conditions", "default,dark+light"), 2)
    assert cells(desk)["untested"] == 12


def test_all_unknown_settings_are_named_and_sizes_stand_in_their_order(desk):
    said = " ".join(desk.run("log", "pass", CHECK, "home/a", "--condition", "xyzzy,foo,dark").error.split())
    assert 'unknown settings "foo" and "xyzzy"' in said.replace(", and", " and").replace('"foo", "xyzzy"', '"foo" and "xyzzy"')
    sizes = [f"text-{size}" for size in "xs s m l xl xxl xxxl ax1 ax2 ax3 ax4 ax5".split()]
    assert ", ".join(sizes) in said


def test_a_configured_condition_is_one_that_results_can_have(desk):
    for slip in "drak", "dark,light", "text-ax9":
        answer = desk.run("config", "condition", slip)
        require_sentence(answer, 2)
        assert desk.run("config", "condition").code == 3, "nothing is set"
    assert "Did you mean dark" in desk.run("config", "condition", "drak").error
    desk.ok("config", "condition", "dark,text-ax5")
    # A word of the team is known in the folder of its tracker, and without one there is none.
    desk.ok("new", "audit", "own", "--condition", "cold-room")
    desk.ok("config", "condition", "cold-room")
    require_sentence(desk.run("config", "condition", "cold-room", folder=desk.folder.parent, A11Y_DB=""), 2)


def test_one_cell_is_meant_by_its_condition_everywhere(desk):
    desk.ok("log", "pass", CHECK, "home/a")
    desk.ok("log", "fail", CHECK, "home/a", "--condition", "dark+text-ax5")
    rows = json.loads(desk.ok("list", "cells", "condition:dark", "--json").out)["rows"]
    assert [row["condition"] for row in rows] == ["dark,text-ax5"]
    shown = json.loads(desk.ok("show", CHECK, "home/a", "--condition", "text-ax5+dark", "--json").out)
    assert [cell["outcome"] for cell in shown["cells"]] == ["fail"]
    desk.ok("new", "waiver", "home/a", CHECK, "--reason", "deferred", "--approver", "l", "--until", "2099-01-01",
            "--condition", "dark+text-ax5")
    rows = json.loads(desk.ok("list", "waivers", "--json").out)["rows"]
    assert [row["condition"] for row in rows] == ["dark,text-ax5"]
    desk.ok("config", "condition", "dark")
    desk.ok("log", "na", OTHER, "home/a")
    rows = json.loads(desk.ok("list", "cells", f"check:{OTHER}", "--json").out)["rows"]
    assert [row["condition"] for row in rows] == ["dark"]


def test_testing_what_is_proposed_ends_with_every_pair_seen(desk):
    rounds = 0
    for rounds in itertools.count():
        said = json.loads(desk.ok("suggest", "conditions", "--without", "ipad,rtl", "--json").out)
        if not said["rows"]:
            break
        row, = said["rows"]
        assert row["new_pairs"] > 0
        assert row["remaining"] == said["pairs"]["remaining"] - row["new_pairs"]
        assert row["commands"] == [f"a11y walk --condition {row['condition']}"]
        desk.ok("log", "pass", CHECK, "home/a", "--condition", row["condition"])
        after = json.loads(desk.ok("suggest", "conditions", "--without", "ipad+rtl", "--json").out)
        assert after["pairs"]["remaining"] == row["remaining"]
    assert 20 <= rounds <= 24
    assert "All pairs are covered" in desk.ok("suggest", "conditions", "--without", "ipad,rtl").text


def test_several_at_once_are_the_same_as_one_by_one(desk):
    desk.ok("log", "pass", CHECK, "home/a", "--condition", "voiceover")
    several = json.loads(desk.ok("suggest", "conditions", "--count", "3", "--json").out)["rows"]
    for row in several:
        one, = json.loads(desk.ok("suggest", "conditions", "--json").out)["rows"]
        assert one == row
        desk.ok("log", "pass", CHECK, "home/a", "--condition", row["condition"])


def test_an_audit_goes_by_its_own_results_and_is_asked_for_more(desk):
    desk.ok("log", "pass", CHECK, "home/a", "--condition", "rtl")
    said = json.loads(desk.ok("suggest", "conditions", "--audit", "spr", "--json").out)
    assert (said["audit"], said["pairs"]["tested"]) == ("spring", 0)
    desk.ok("log", "pass", CHECK, "home/a", "--audit", "spring")
    said = json.loads(desk.ok("suggest", "conditions", "--audit", "spring", "--json").out)
    condition = said["rows"][0]["condition"]
    edit, walk = said["rows"][0]["commands"]
    assert walk == f"a11y walk --audit spring --condition {condition}"
    assert desk.run(*edit.split()[1:]).code == 0
    assert cells(desk)["conditions"] == ["default", "dark", "dark,text-ax5", condition]


def test_suggest_says_what_it_does_not_know(desk):
    assert "Did you mean ipad" in desk.run("suggest", "conditions", "--without", "ipda").error
    assert desk.run("suggest", "conditions", "--count", "0").code == 2
    assert desk.run("suggest", "conditions", "--audit", "autumn").code == 3
    assert desk.run("suggest").code == 2
    assert "Covers" in desk.ok("suggest", "conditions", "--width", "40").text
    assert "Tested: 0 percent, 0 of 276" in desk.ok("suggest", "conditions", "--plain").text


def test_what_an_earlier_program_took_can_still_be_answered(desk):
    """Settings that no device has together were a note once: what failed under them would fail for ever."""
    old = Chain("d" * 12, "t1")
    old.result("fail", "home/a", condition="dark,light", severity=1)
    desk.ok("import", give(desk, *old.facts))
    for other in "dark+light+rtl", "text-s,text-xl":
        require_sentence(desk.run("log", "pass", CHECK, "home/a", "--condition", other), 2)
    desk.ok("log", "fail", CHECK, "home/a", "--condition", "light+dark", "--disagree", "--build", "1.0")
    table = f"outcome,check,component,condition\npass,{CHECK},home/a,\"dark,light\"\n".encode()
    desk.ok("log", "-", "--build", "1.1", stdin=table)
    desk.ok("worksheet", "--condition", "dark,light", "-o", "w.html")
    rows = json.loads(desk.ok("list", "results", "condition:light", "--json").out)["rows"]
    assert sorted(row["outcome"] for row in rows) == ["fail", "fail", "pass"]


ELSEWHERE = [("iPad mini 6", "phone-small"), ("ipad", "phone-large"), ("iPhone 15", "ipad"), ("MacBook Pro", "landscape"),
             ("iPhone 15", "regular-width"), ("iPad13,4", "compact-width"), ("Apple Watch", "phone"), ("iPhone 15", "mac")]


@pytest.mark.parametrize("device, condition", ELSEWHERE)
def test_settings_that_a_device_does_not_have_are_no_result_on_it(desk, device, condition):
    """A result on an iPad "under phone-small" is of no device, and closed what had failed on the small phone."""
    table = f"outcome,check,component,device,condition\npass,{CHECK},home/a,{device},{condition}\n".encode()
    wanted = f'impossible condition "{condition}" on device "{device}"'.replace(",4", ",4")
    for words, stdin, code in ((["log", "pass", CHECK, "home/a", "--device", device, "--condition", condition], b"", 2),
                               (["walk", "--device", device, "--condition", condition], b"p\n", 2)):
        answer = desk.run(*words, stdin=stdin)
        require_sentence(answer, code)
        assert wanted in " ".join(answer.error.split()), answer.error
    if "," not in device:
        answer = desk.run("log", "-", stdin=table)
        assert answer.code == 4 and wanted in " ".join(answer.error.split()), answer.error
    assert not json.loads(desk.ok("list", "results", "--json").out)["rows"]


@pytest.mark.parametrize("device, condition", [
    ("iPad mini 6", "ipad-small"), ("iPhone 15 Pro Max", "landscape,regular-width"), ("iPod touch", "phone-small"),
    ("Pixel 7", "ipad"), ("", "phone"), ("iPad", "ipad,split-view,compact-width"), ("MacBook Air", "dark")])
def test_settings_that_a_device_has_are_taken(desk, device, condition):
    desk.ok("log", "pass", CHECK, "home/a", "--device", device, "--condition", condition)


def test_a_walk_leaves_out_the_conditions_of_other_devices(desk):
    desk.ok("new", "audit", "sizes", "--checklist", "two", "--condition", "default,phone-small,ipad")
    said = desk.ok("walk", "--audit", "sizes", "--device", "iPad Air", stdin=b"p\np\np\np\np\np\np\np\n")
    assert "4 items for other devices left out (device: iPad Air)" in said.text
    rows = json.loads(desk.ok("list", "results", "--json").out)["rows"]
    assert sorted({row["condition"] for row in rows}) == ["", "ipad"] and len(rows) == 8


def test_open_audits_that_ask_for_the_same_have_each_their_own_figures(desk):
    """What they ask for is counted once for all of them; what was tested is not."""
    for name in ("b", "c"):
        desk.ok("new", "audit", name, "--checklist", "two", "--condition", "default,dark,dark+text-ax5")
    desk.ok("new", "audit", "other", "--checklist", "two", "--components", "home/b")
    desk.ok("log", "fail", CHECK, "home/a", "-s", "1", "--audit", "spring", "--condition", "dark")
    desk.ok("log", "pass", OTHER, "home/a", "home/b", "--audit", "c")
    rows = {row["name"]: row for row in json.loads(desk.ok("list", "audits", "--json").out)["rows"]}
    assert {name: (row["cells"], row["pass"], row["fail"], row["untested"]) for name, row in rows.items()} == {
        "spring": (12, 0, 1, 11), "b": (12, 0, 0, 12), "c": (12, 2, 0, 10), "other": (2, 0, 0, 2)}
    names = ("pass", "fail", "na", "cant_tell", "untested")
    for audit in json.loads(desk.ok("status", "--json").out)["audits"]:
        alone = json.loads(desk.ok("status", "--audit", audit["name"], "--json").out)["cells"]
        row = rows.pop(audit["name"])
        assert [audit[name] for name in names] == [alone[name] for name in names] == [row[name] for name in names]
    assert rows == {}


GROUPINGS = ["condition", "technology", "device", "size-class", "orientation"]


def groups_of(tracker, *words) -> dict:
    return {group["name"]: group for group in json.loads(tracker.ok(*words, "--json").out)["groups"]}


@pytest.mark.parametrize("words", [["status"], ["report"], ["report", "component:a"]], ids=" ".join)
def test_groups_of_settings_hold_what_is_not_tested_and_add_up(tracker, words):
    """Of 92 items 3 were evaluated, and `--by condition` said "default: 1 of 1 applicable items evaluated (100%)"."""
    tracker.register("a,button", "b,button")
    tracker.ok("edit", "tracker", "--conditions", "default,dark")
    for named in (["a"], ["b", "--condition", "dark"], ["a", "--condition", "dark", "--device", "iPhone 15"]):
        tracker.log("pass", CHECK, *named)
    cells = json.loads(tracker.ok(*words, "--json").out)["cells"]
    assert cells["pass"] > 1 and cells["untested"] > 10
    for grouping in GROUPINGS:
        groups = groups_of(tracker, *words, "--by", grouping)
        for state in ("pass", "untested"):
            assert sum(group[state] for group in groups.values()) == cells[state], (grouping, state)
        for group in groups.values():
            assert group["coverage"] is None if not group["asked"] else (
                abs(group["coverage"] - group["judged"] / group["applicable"]) < 0.0001), (grouping, group)
    groups = groups_of(tracker, *words, "--by", "condition")
    assert all(groups[name]["asked"] and 0 < groups[name]["coverage"] < 0.5 for name in ("default", "dark"))


def test_what_nothing_asks_for_has_no_coverage(tracker):
    """No plan asks for a device, nor for bold text here: what was evaluated with it is all that there is."""
    tracker.register("a,button")
    tracker.log("pass", CHECK, "a", "--device", "iPhone 15")
    tracker.log("pass", OTHER, "a", "--condition", "bold-text")
    groups = groups_of(tracker, "status", "--by", "condition")
    assert [groups[name]["asked"] for name in ("default", "bold-text")] == [True, False]
    devices = groups_of(tracker, "status", "--by", "device")
    assert devices["phone"]["pass"] == 1 and not any(group["asked"] for group in devices.values())
    for words in (["status"], ["status", "--plain"], ["report"]):
        text = " ".join(tracker.ok(*words, "--by", "device").text.split())
        assert "1 of 1 evaluated items pass: 1 PASS" in text and "1 of 1 applicable items" not in text, words
    assert "not asked for |" in tracker.ok("report", "--by", "device", "--format", "md").text


@once("home,screen", edition="5")
def still(tracker):
    tracker.ok("log", "fail", "reduce-motion.animations-gated", "home", "--tester", "t1", "--build", "1", "-s", "2")


def test_what_a_check_is_tested_under_is_a_condition_of_queries(still, browse):
    """A list found it, and said that nothing matches; the query of a page found nothing."""
    found = still.ok("list", "findings", "condition:reduce-motion", "--json")
    assert [row["condition"] for row in json.loads(found.out)["rows"]] == ["reduce-motion"]
    assert "no condition matches" not in found.error
    assert "no condition matches" in still.run("list", "findings", "condition:reduce-motion+nothing").error
    last = json.loads(still.ok("trend", "condition:reduce-motion", "--json").out)["points"][-1]
    items = json.loads(still.ok("list", "items", "--all", "condition:reduce-motion", "--json").out)["rows"]
    assert (last["fail"], last["untested"]) == (1, len(items) - 1)
    still.ok("report", "--html", "page.html")
    page = browse(still.folder / "page.html")
    shown = found_in(page, ["condition:reduce-motion", "condition:default", "condition:dark", "-condition:reduce-motion"])
    assert [len(ids) for ids in shown] == [1, 0, 0, 0]
