"""A lead who has nothing but the README: that every surface says the same, and says what it does not know."""

import datetime
import json
import re

import pytest

from covering import rows
from forging import Chain, give
from program import require_sentence

LABEL = "voiceover.label-present"
TARGET = "touch-target.minimum-44pt"
HINT = "voiceover.hint-describes-result"
CLOSE = "sign-in/close-button"
WAIVER = ["--reason", "third-party", "--approver", "lead", "--until", "2099-01-01"]


@pytest.fixture
def tracker(tracker):
    tracker.ok("config", "tester", "t1")
    return tracker


def at(number):
    return f"2026-03-{number:02}T10:00:00Z"


def data(tracker, *words):
    answer = tracker.run(*words, "--json")
    assert answer.code in (0, 1, 3), answer.error
    return json.loads(answer.out)


def flat(text):
    return " ".join(text.split())


# The gate and what it compares with


def test_a_baseline_is_what_was_answered_in_an_audits_name_or_by_a_date(tracker):
    """A cell outside the audit's scope is compared as one within it, and an untested one as one that was not there."""
    tracker.ok("new", "checklist", "one", "--check", LABEL)
    tracker.ok("new", "audit", "before", "--checklist", "one", "--components", f"{CLOSE},home")
    tracker.ok("log", "pass", LABEL, CLOSE, "--audit", "before", "--at", at(1))
    tracker.ok("log", "fail", TARGET, CLOSE, "--audit", "before", "--at", at(1))  # not one of its checks
    tracker.ok("log", "fail", TARGET, CLOSE, "--at", at(9))
    tracker.ok("log", "fail", LABEL, CLOSE, "--at", at(9), "--audit", "")
    found = {}
    for baseline in ["before", at(5)]:
        report = data(tracker, "gate", "--baseline", baseline, f"component:{CLOSE},home")
        rule, = report["rules"]
        found[baseline] = (rule["verdict"], rule["part"], rule["whole"], rule["cells"], report["baseline"]["known"])
    assert found["before"] == found[at(5)]
    assert found["before"][1:3] == (1, 2)
    text = flat(tracker.run("gate", "--baseline", "before", "component:home").text)
    assert "Baseline: audit before (by its own results). 0 of" in text
    assert "2 items of the baseline are out of scope and not compared." in text
    text = flat(tracker.run("gate", "--audit", "before", "--max-critical", "0").text)
    assert "1 more item logged for this audit is out of scope." in text
    assert data(tracker, "gate", "--audit", "before", "--max-critical", "0")["outside_scope"] == 1


def test_each_rule_that_fails_has_a_part_of_its_own(tracker):
    for check in [LABEL, TARGET, HINT]:
        tracker.ok("log", "fail", check, CLOSE, "-s", "1" if check == LABEL else "2")
    words = ["gate", "--max-critical", "0", "--max-serious", "0", "component:sign-in/**"]
    text = tracker.run(*words).text
    for rule, count in [("max-critical", 1), ("max-serious", 2)]:
        part = text[text.index(f"Fail: {rule}\n"):].split("\n\n")[0].splitlines()
        assert all(line.startswith("  ") for line in part[1:])
        # Each is named once, under Blockers.
        assert part[-1] == f"  {count} item{'s fail' if count > 1 else ' fails'} (see Blockers)."
    plain = tracker.run(*words, "--plain").text
    assert re.findall(r"Item (\d of \d)\.", plain) == ["1 of 3", "2 of 3", "3 of 3"]
    # Each reason of a rule counts its own cells.
    plain = tracker.run("gate", "--critical-rules", "component:sign-in/**", "--plain", "--limit", "1").text
    assert re.findall(r"Item (\d of \d)\.", plain) == ["1 of 1", "1 of 5"]


# What is to be seen again, and walking it


def test_a_build_is_one_of_the_app(tracker):
    """What failed in 3.1 is to be seen again where 3.2 was seen anywhere; a Mac has builds of its own."""
    tracker.ok("log", "fail", LABEL, CLOSE, "--build", "3.1", "--device", "iPhone 15", "--at", at(1))
    tracker.ok("log", "fail", LABEL, "home", "--build", "9.1", "--device", "MacBook Air", "--at", at(1))
    tracker.ok("log", "fail", LABEL, "search", "--build", "3.2", "--device", "iPhone 15", "--at", at(1))
    assert [(row["component"], row["detail"]) for row in rows(tracker, "retest")] == [
        (CLOSE, ["failed in 3.1; current build is 3.2"])]
    tracker.ok("log", "pass", TARGET, "home", "--build", "3.10", "--device", "iPad Pro", "--at", at(2))
    assert {row["component"]: row["detail"] for row in rows(tracker, "retest", "status:fail")} == {
        "search": ["failed in 3.2; current build is 3.10"], CLOSE: ["failed in 3.1; current build is 3.10"]}
    tracker.ok("log", "pass", TARGET, "search", "--build", "9.2", "--device", "Mac mini", "--at", at(3))
    assert {row["component"]: row["detail"] for row in rows(tracker, "retest", "status:fail")} == {
        "search": ["failed in 3.2; current build is 3.10"], CLOSE: ["failed in 3.1; current build is 3.10"],
        "home": ["failed in 9.1; current build is 9.2"]}
    # As of a day on which nobody had seen it.
    assert not rows(tracker, "retest", "status:fail", "component:home", "--as-of", at(2))


def test_what_names_no_device_is_no_device(tracker):
    tracker.ok("log", "fail", LABEL, CLOSE, "--build", "1")
    tracker.ok("log", "pass", LABEL, "home", "--build", "2")
    text = flat(tracker.ok("list", "retest").text)
    assert "1 item to retest in 1 stop, device not recorded: 1 tested on an older build." in text
    assert 'To retest in this order, run "a11y walk --only retest".' in text
    asked = flat(tracker.ok("list", "retest", "status:fail", "component:sign-in/**").text)
    assert """run "a11y walk --only retest 'status:fail component:sign-in/**'".""" in asked, asked
    tracker.ok("log", "fail", LABEL, "search", "--build", "1", "--device", "iPad")
    assert "2 items to retest in 2 stops, on 1 device, 1 on an unspecified device: 2 tested on an older build." in flat(
        tracker.ok("list", "retest").text)


@pytest.fixture
def queue(tracker):
    tracker.ok("config", "devices", "iPhone 15 = iOS 18.1, iPad = iPadOS 18.2")
    tracker.ok("log", "fail", LABEL, CLOSE, "--build", "1", "--device", "iPhone 15")
    tracker.ok("log", "fail", LABEL, "home", "--build", "1", "--device", "iPad", "--condition", "dark,text-ax5")
    tracker.ok("log", "fail", LABEL, "search", "--build", "1", "--device", "Apple TV")
    tracker.ok("log", "pass", TARGET, "home", "--build", "2", "--device", "iPad")
    tracker.ok("edit", "tracker", "--current-build", "2")
    return tracker


def test_a_walk_through_the_queue_names_its_stops_and_logs_their_devices(queue):
    answer = queue.ok("walk", "--only", "retest", "--build", "3", "--plain", stdin=b"f\nf\nf\nq\n")
    assert "no build set" not in answer.error
    stops = re.findall(r"^Stop (\d) of 3: (.*)\. 1 item\.$", answer.text, re.M)
    assert [number for number, _ in stops] == ["1", "2", "3"]
    assert {words for _, words in stops} == {
        "Apple TV, default settings", "iPad, dark,text-ax5", "iPhone 15, default settings"}
    for device in ["Apple TV", "iPad", "iPhone 15"]:
        assert f"Device: {device}." in answer.text
    seen = {row["component"]: (row["device"], row["os"] or "", row["build"]) for row in rows(queue, "cells", f"check:{LABEL}")}
    # A device that is none of the tester's own has no system that anybody knows.
    assert seen == {CLOSE: ("iPhone 15", "iOS 18.1", "3"), "home": ("iPad", "iPadOS 18.2", "3"),
                    "search": ("Apple TV", "", "3")}


def test_a_device_that_is_named_is_that_of_the_whole_walk_and_a_missing_build_is_warned_of(queue):
    queue.ok("edit", "tracker", "--current-build", "")
    answer = queue.ok("walk", "--only", "retest", "--device", "iPad", "--plain", stdin=b"q\n")
    assert "a11y: warning: no build set" in answer.error and "--build BUILD" in answer.error
    # The current build of the tracker stands where nobody names one.
    queue.ok("edit", "tracker", "--current-build", "2")
    answer = queue.ok("walk", "--only", "retest", "--device", "iPad", "--plain", stdin=b"p\np\np\n")
    assert "no build set" not in answer.error
    assert {(row["device"], row["os"], row["build"]) for row in rows(queue, "cells", f"check:{LABEL}")} == {
        ("iPad", "iPadOS 18.2", "2")}
    assert answer.text.count("Device: iPad.") == 3 and "Stop 3 of 3" in answer.text


# Clocks, ages, and what is counted


def test_what_lies_ahead_of_the_clock_counts_on_every_surface_and_is_marked(tracker):
    ahead = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=400)).strftime("%Y-%m-%dT10:00:00Z")
    tracker.ok("log", "pass", LABEL, CLOSE, "--at", at(1))
    tracker.ok("log", "pass", TARGET, CLOSE, "--at", at(1))
    tracker.ok("log", "fail", LABEL, "home", "--at", at(1))
    tracker.ok("new", "waiver", "home", LABEL, *WAIVER)
    words = "1 item has a result with a future timestamp"
    assert words not in flat(tracker.ok("status").text)
    assert "in the future" in tracker.run("log", "fail", LABEL, CLOSE, "--at", ahead).error
    table = f"outcome,check,component,at\nfail,{LABEL},{CLOSE},{ahead}\n".encode()
    assert "line 2: at: the time of the test is in the future" in flat(tracker.run("log", "-", stdin=table).error)
    # Another machine's clock ran ahead, or an earlier program logged it.
    time = int(datetime.datetime.fromisoformat(ahead).timestamp() * 1000)
    fast = Chain("f" * 12, "t9")
    tracker.ok("import", give(tracker, fast.result("fail", CLOSE, check=LABEL, time=time, build="1.0")))
    status, report = data(tracker, "status"), data(tracker, "report", "--compare", "2026-03-20")
    trend = data(tracker, "trend", "--every", "month")
    gate = data(tracker, "gate", "--max-critical", "9", "--max-serious", "0")
    last = trend["points"][-1]
    wanted = {"pass": 1, "fail": 2, "na": 0, "cant_tell": 0}
    for figures in (status["cells"], report["cells"], gate["cells"], last):
        assert {key: figures[key] for key in wanted} == wanted
    # The waiver is in force now, and not judged by the day that the clock ran ahead to.
    assert (status["waived"], report["waived"], last["waived"], last["open"]) == (1, 1, 1, 1)
    assert (report["change"]["after"]["fail"], report["change"]["after"]["waived"]) == (2, 1)
    assert [one["ahead_of_clock"] for one in (status, report, gate)] == [1, 1, 1]
    # There is no year of empty months up to it.
    assert last["period"] == datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    for command in (["status"], ["status", "--plain"], ["report"], ["report", "--md"], ["gate", "--max-critical", "9"],
                    ["trend"], ["trend", "--by", "component"], ["trend", "--age"]):
        assert words in flat(tracker.run(*command).text), command
    assert "1 with a future timestamp" in flat(tracker.ok("list").text)
    for command in (["status", "--as-of", "2026-04-01"], ["report", "--as-of", "2026-04-01"]):
        then = data(tracker, *command)
        assert (then["cells"]["fail"], then["ahead_of_clock"]) == (1, 0), command
    assert data(tracker, "trend", "--until", "2026-04-01")["points"][-1]["fail"] == 1
    explained = data(tracker, "trend", "--explain", "2026-03-20", "2026-04-01")
    assert explained["after"]["fail"] == 1
    assert "ahead of this machine's clock" in flat(tracker.ok("status", "--help").text)
    assert "Results with a future timestamp count now" in flat(tracker.ok("trend", "--help").text)


def test_an_answer_is_stale_for_every_reason_in_an_audit_as_in_the_whole(tracker):
    tracker.register("home/add,icon-button")
    tracker.ok("new", "checklist", "three", "--check", f"{LABEL},{TARGET},{HINT}")
    tracker.ok("new", "audit", "spring", "--checklist", "three", "--components", f"{CLOSE},home/add")
    source = tracker.folder / "Close.swift"
    source.write_text("one")
    tracker.ok("edit", "component", CLOSE, "--source", "Close.swift")
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT00:00:00Z")
    for check, component in [(LABEL, CLOSE), (TARGET, "home/add"), (HINT, "home/add"), (LABEL, "home/add")]:
        tracker.ok("log", "pass", check, component, "--audit", "spring", "--at", at(1) if check == HINT else now)
    source.write_text("two")
    tracker.ok("edit", "component", CLOSE, "--source", "Close.swift")  # its source
    tracker.ok("edit", "check", TARGET, "--threshold", "48")  # its text
    for words in (["--audit", "spring"], []):
        listed = [row for row in rows(tracker, "cells", *words) if row["stale"]]
        reasons = {row["stale"][0] for row in listed}
        assert len(listed) == 3 and reasons == {"source", "check", "age"}
        assert data(tracker, "status", *words)["stale"] == data(tracker, "report", *words)["stale"] == 3
    tracker.ok("edit", "tracker", "--current-build", "2")
    assert data(tracker, "status", "--audit", "spring")["stale"] == 4


def test_the_age_limit_is_told_where_it_makes_the_numbers_differ(tracker):
    tracker.ok("log", "pass", LABEL, CLOSE, "--at", "2020-01-01T10:00:00Z")
    before = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert data(tracker, "status")["stale"] == 1
    assert "stale by age" not in flat(tracker.ok("status").text)
    tracker.ok("edit", "tracker", "--stale-days", "0")
    for command in (["status"], ["status", "--plain"], ["report"], ["report", "--md"]):
        text = flat(tracker.ok(*command).text)
        assert "No result is stale by age: this tracker has no age limit." in text, command
    assert data(tracker, "status")["stale"] == 0
    then = tracker.ok("status", "--as-of", before)
    assert "1 stale" in then.text
    assert "was changed: then more than 180 days, now no limit." in flat(then.text)


def test_findings_in_markdown_say_what_to_repair_and_leave_blank_columns_out(tracker):
    tracker.ok("log", "fail", LABEL, CLOSE, "-s", "2", "-m", "reads image")
    head, _, row = tracker.ok("list", "findings", "--format", "md").text.partition("\n\n")[2].splitlines()[:3]
    columns = dict(zip(*([cell.strip() for cell in line.strip("| ").split(" | ")] for line in (head, row))))
    assert {"Component", "Check", "Severity", "Note", "Failure", "Criteria", "Remedy"} <= set(columns)
    assert not {"Waived until", "Tickets", "Disputed"} & set(columns)
    assert columns["Criteria"] and columns["Remedy"] and columns["Note"] == "reads image"


def test_what_is_open_and_what_is_waived_is_told_on_both_surfaces(tracker):
    for component in [CLOSE, "home", "search"]:
        tracker.ok("log", "fail", LABEL, component, "-s", "2")
    tracker.ok("new", "waiver", "home", LABEL, *WAIVER)
    assert "3 findings, 2 open and 1 waived: 3 serious" in flat(tracker.ok("list", "findings").text)
    report = flat(tracker.ok("report").text)
    assert "2 open findings: 2 serious. 1 more is waived." in report
    assert "Open findings 2: 2 serious; 1 more waived" in report


def test_one_pass_is_not_everything(tracker):
    tracker.ok("log", "pass", LABEL, CLOSE)
    found = data(tracker, "report", f"component:{CLOSE}")
    cells = len(rows(tracker, "cells", "--all", f"component:{CLOSE}"))
    assert (found["scope"]["cells"], found["cells"]["untested"]) == (cells, cells - 1)
    assert found["verdict"]["word"] == "no-open-findings-not-all-judged"
    everything = len(rows(tracker, "cells", "--all"))
    for form in (["--plain"], ["--md"]):
        text = tracker.ok("report", *form).text
        assert f"{everything - 1} applicable items are not evaluated yet" in text, form
        assert "everything in scope" not in text


def test_a_point_of_a_trend_is_the_status_of_its_end_and_says_where_it_is_not(tracker):
    tracker.ok("log", "pass", LABEL, "home", "--at", at(1))
    tracker.ok("log", "fail", LABEL, CLOSE, "--at", at(2))
    tracker.ok("log", "pass", TARGET, "home", "--at", at(20))
    point = data(tracker, "trend", "--every", "day")["points"][1]
    then = data(tracker, "status", "--as-of", "2026-03-02")
    names = ("pass", "fail", "na", "cant_tell", "untested")
    assert {key: point[key] for key in names} == {key: then["cells"][key] for key in names}
    assert "items of the current plan that were not tested" in flat(tracker.ok("trend").text)


def test_an_open_audit_is_not_compared_with_itself_in_silence(tracker):
    tracker.ok("new", "audit", "spring")
    tracker.ok("log", "fail", LABEL, CLOSE, "--audit", "spring", "--at", at(1))
    for words in (["report", "--compare", "spring"], ["report", "--compare", "spring", "--md"]):
        assert "Both times are the same, so there are no changes." in flat(tracker.ok(*words).text)
    tracker.ok("edit", "audit", "spring", "--close")
    assert "No changes." in flat(tracker.ok("report", "--compare", "spring").text)


# Exit codes, plans and waivers


OUTPUTS = [["list", "-o"], ["report", "-o"], ["report", "--html"], ["report", "--openacr"], ["report", "--earl"],
           ["gate", "--max-critical", "9", "-o"], ["gate", "--max-critical", "9", "--junit"],
           ["gate", "--max-critical", "9", "--sarif"], ["trend", "-o"], ["export", "-o"],
           ["worksheet", "--component", CLOSE, "-o"]]


@pytest.mark.parametrize("words", OUTPUTS, ids=" ".join)
def test_the_same_slip_has_the_same_exit_code_everywhere(tracker, words):
    tracker.ok("log", "pass", LABEL, CLOSE)
    (tracker.folder / "folder").mkdir()
    for name, code, what in [("folder", 4, "a folder"), ("nowhere/file", 3, "does not exist")]:
        answer = tracker.run(*words, name)
        assert answer.code == code, answer.error
        assert what in answer.error and not list((tracker.folder / "folder").iterdir())


@pytest.mark.parametrize("words", [
    ["status", "--as-of", "2026-02-30"], ["list", "--as-of", "2026-02-30"], ["list", "since:2026-02-30"],
    ["report", "--compare", "2026-02-30"], ["report", "--compare", "2026-13-01"], ["trend", "--since", "2026-02-30"],
    ["trend", "--since", "2999-01-01"], ["trend", "--explain", "2026-02-30", "2026-03-01"],
    ["gate", "--baseline", "2026-02-30"],
    ["gate", "--baseline", "2026-02-30T10:00:00Z"], ["log", "pass", LABEL, CLOSE, "--at", "2026-02-30"],
    ["new", "waiver", CLOSE, LABEL, "--reason", "deferred", "--approver", "l", "--until", "2026-02-30"],
    ["report", "--compare", ""], ["gate", "--baseline", ""], ["status", "--audit", ""], ["report", "--audit", ""],
    ["list", "--audit", ""], ["list", "criteria", "--audit", ""], ["gate", "--max-critical", "0", "--audit", ""],
    ["trend", "--explain", "", "2026-03-01"], ["erase", "participant", ""], ["show", ""], ["export", "", "-o", "x.json"],
    ["status", "--as-of", ""], ["trend", "--by", ""], ["list", "criteria", "--standard", ""],
], ids=" ".join)
def test_an_impossible_date_and_an_empty_value_are_slips_of_the_line(tracker, words):
    tracker.ok("log", "pass", LABEL, CLOSE)
    answer = tracker.run(*words)
    assert answer.code == 2, answer.error
    assert re.match(r"a11y: .{10,}", answer.error)


def test_a_name_that_is_not_there_is_not_found(tracker):
    tracker.ok("log", "pass", LABEL, CLOSE)
    for words in (["report", "--compare", "winter"], ["gate", "--baseline", "winter"], ["status", "--audit", "winter"],
                  ["trend", "--explain", "winter", "2026-03-01"]):
        require_sentence(tracker.run(*words), 3)


def test_a_plan_is_told_in_points_and_whether_it_can_be_met(tracker):
    answer = tracker.ok("new", "plan", "close-48", "--component", CLOSE, "--size", "48x48", "--gap", "8.5", "--children",
                        "8", "--taps", "4")
    assert "size 48x48 pt" in answer.text and "gap 8.5 pt" in answer.text and "480" not in answer.text
    assert "a11y: warning: 8 children with 4 taps each can never meet 90 percent" in answer.error
    assert "15 children are required" in answer.error
    assert "size: 48x48 pt -> 52x50 pt" in tracker.ok("edit", "plan", "close-48", "--size", "52x50").text
    met = "a11y: note: Met only without a miss: then 15 children can show 90%\n"
    assert tracker.ok("edit", "plan", "close-48", "--children", "15").error == met
    assert "can never meet" in tracker.ok("edit", "plan", "close-48", "--taps", "1").error
    # Where nobody says how many children, it is as many as it takes.
    tracker.ok("edit", "component", CLOSE, "--profile", "child")
    answer = tracker.ok("new", "plan", "close-44", "--component", CLOSE, "--size", "44x44", "--taps", "4")
    assert "children 15" in answer.text and answer.error == met
    assert "more taps are required" in tracker.ok(
        "new", "plan", "close-60", "--component", CLOSE, "--size", "60x60", "--target", "99", "--taps", "1").error


def test_a_waiver_that_covers_nothing_is_warned_of_by_its_pattern(tracker):
    tracker.ok("log", "fail", LABEL, CLOSE)
    answer = tracker.ok("new", "waiver", "third-party/**", "voice-over.*", *WAIVER)
    assert "a11y: warning: no component matches \"third-party/**\"" in answer.error
    assert "a11y: warning: no check matches \"voice-over.*\"" in answer.error
    answer = json.loads(tracker.ok("new", "waiver", "maps/**", LABEL, *WAIVER, "--json").out)
    assert len(answer["warnings"]) == 1 and answer["remarks"] == []
    assert tracker.ok("new", "waiver", "sign-in/**", "voiceover.*", *WAIVER).error == ""
    answer = tracker.run("new", "waiver", CLOSE, TARGET, *WAIVER[:-1], "2020-01-01")
    assert answer.code == 2 and "is in the past" in answer.error


def test_one_of_a_thing_is_singular(tracker):
    text = tracker.ok("lookup", "limit", "columns-ax").text
    assert "at most 1 column" in text and "1 columns" not in text
    assert "at most 3 columns" in tracker.ok("lookup", "limit", "columns").text
