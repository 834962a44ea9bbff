"""Triage: the severity and the description of a finding, apart from what its testers said."""

import datetime
import json

from program import Tracker, require_sentence

LABEL = "voiceover.label-present"
CLOSE = "sign-in/close-button"


def finding(tracker, *words):
    found, = json.loads(tracker.ok("list", "findings", "--json", "--", *words).out)["rows"]
    return found


def triage(tracker, severity, *words, by="lead-1", component=CLOSE):
    return tracker.ok("edit", "finding", LABEL, component, "--severity", severity, *words, A11Y_TESTER=by)


def test_the_severity_of_a_finding_counts_and_both_are_shown(tracker):
    tracker.log("fail", LABEL, CLOSE, "-s", "4", "-m", "says image", "--build", "1")
    tracker.ok("gate", "--max-serious", "0", "--max-critical", "0")
    triage(tracker, "serious", "-m", "blocks sign-in", "--owner", "dev-2")
    found = finding(tracker)
    assert (found["severity"], found["severity_from"], found["note"]) == (2, "finding", "says image")
    assert (found["triage"], found["remark"], found["owner"]) == ("by lead-1, tester: minor", "blocks sign-in", "dev-2")
    assert tracker.run("gate", "--max-serious", "0").code == 1
    assert "serious by lead-1, tester: minor" in tracker.ok("show", LABEL, CLOSE, "--width", "300").text
    ticket = tracker.ok("report", "--issues", "md").text
    assert "Severity: serious by lead-1, tester: minor" in ticket and "blocks sign-in" in ticket
    status = json.loads(tracker.ok("status", "--json").out)
    view, = tracker.rows("SELECT critical, serious, moderate, minor FROM v_status")
    assert view == (0, 1, 0, 0), status
    assert finding(tracker, "severity:2")["component"] == CLOSE
    tracker.require_sound()
    # It is no test: who tested, on which build, stays.
    assert (found["tester"], found["build"]) == ("t1", "1")
    tracker.ok("undo")
    assert finding(tracker)["severity"] == 4
    tracker.require_sound()


def test_a_remark_is_shown_and_found_wherever_the_triage_is(tracker):
    """`--note`, which the design names, was an unknown flag, and no list and no report told the remark."""
    tracker.log("fail", LABEL, CLOSE, "-s", "4", "-m", "says image", "--build", "1")
    triage(tracker, "serious", "--note", "only iPad mini")
    assert finding(tracker)["remark"] == "only iPad mini"
    for words in ([], ["--wrap"], ["--plain"], ["--wrap", "--width", "60"], ["--format", "md"]):
        assert "only iPad mini" in " ".join(tracker.ok("list", "findings", *words).text.split()), words
    for words in ([], ["--plain"], ["--md"]):
        assert "only iPad mini" in " ".join(tracker.ok("report", *words).text.split()), words
    assert finding(tracker, "ipad MINI")["component"] == CLOSE and finding(tracker, "-iphone")["component"] == CLOSE
    assert json.loads(tracker.ok("list", "findings", "--json", "--", "-mini").out)["rows"] == []
    tracker.ok("edit", "finding", LABEL, CLOSE, "--note", "")
    assert finding(tracker)["remark"] is None and "Remark" not in tracker.ok("list", "findings", "--wrap").text


def test_it_survives_another_fail_and_ends_with_the_finding(tracker):
    tracker.log("fail", LABEL, CLOSE, "-s", "1", "--build", "1")
    triage(tracker, "minor")
    tracker.log("fail", LABEL, CLOSE, "-s", "2", "--build", "2")
    assert (finding(tracker)["severity"], finding(tracker)["triage"]) == (4, "by lead-1, tester: serious")
    # Enter keeps what the tester gave; the prompt shows what counts.
    answer = tracker.run("walk", "--check", LABEL, "--component", CLOSE, "--all", "--tester", "t1", "--build", "2",
                         "--width", "300", stdin=b"f\nq\n")
    assert "minor by lead-1, tester: serious" in answer.text and "Severity minor kept." in answer.text
    assert (finding(tracker)["severity"], finding(tracker)["triage"]) == (4, "by lead-1, tester: serious")
    tracker.require_sound()
    tracker.log("pass", LABEL, CLOSE, "--build", "3")
    tracker.log("fail", LABEL, CLOSE, "-s", "1", "--build", "4")
    assert (finding(tracker)["severity"], finding(tracker)["triage"]) == (1, None)
    tracker.require_sound()
    triage(tracker, "3")
    assert finding(tracker)["severity"] == 3
    tracker.ok("edit", "finding", LABEL, CLOSE, "--severity", "")
    assert finding(tracker)["severity"] == 1
    tracker.require_sound()


def test_it_counts_from_its_time_on(tracker):
    """The day before had it in status, lists of items and the gate, and not in findings and the trend."""
    now = datetime.datetime.now(datetime.timezone.utc)
    tracker.log("fail", LABEL, CLOSE, "-s", "3", "--at", (now - datetime.timedelta(days=9)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    triage(tracker, "critical")
    day = (now - datetime.timedelta(days=1)).strftime("%Y-%m-%d")
    for words, severity in (["--as-of", day], 3), ([], 1):
        told = [json.loads(tracker.ok("list", what, *words, "--json").out)["rows"][0]["severity"]
                for what in ("items", "findings")]
        status, report = (json.loads(tracker.ok(name, *words, "--json").out)["open"] for name in ("status", "report"))
        assert told == [severity] * 2 and status == report
        assert (status["critical"], status["moderate"]) == (int(severity == 1), int(severity == 3))
        until = ["--until", day] if words else []
        # Those of testers and builds, and those with ages, read every result.
        for more in [], ["--age"], ["--by", "tester"], ["--by", "build"]:
            point = json.loads(tracker.ok("trend", "--every", "day", *until, *more, "--json").out)["points"][-1]
            assert (point["critical"], point["moderate"]) == (status["critical"], status["moderate"]), (more, day)
        assert tracker.run("gate", "--max-critical", "0", *words).code == int(severity == 1)


def test_what_does_not_fail_has_no_severity(tracker):
    tracker.log("pass", LABEL, CLOSE)
    answer = tracker.run("edit", "finding", LABEL, CLOSE, "--severity", "minor")
    require_sentence(answer, 2)
    assert f"{LABEL} does not fail on {CLOSE}" in answer.error
    assert tracker.run("edit", "finding", LABEL, CLOSE, "--severity", "awful").code == 2


def test_other_machines_see_the_finding_with_it_and_of_two_the_stricter_counts(tracker, folder):
    tracker.log("fail", LABEL, CLOSE, "-s", "4", "--build", "1")
    tracker.ok("export", "-o", folder / "start.a11y.json")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", folder / "start.a11y.json")
    triage(tracker, "moderate", by="lead-1")
    triage(other, "critical", by="lead-2")
    for machine in (tracker, other):
        machine.ok("follow", "*")
    for one, two, name in ((tracker, other, "one"), (other, tracker, "two")):
        one.ok("export", "-o", folder / f"{name}.a11y.json")
        two.ok("import", folder / f"{name}.a11y.json")
    for machine in (tracker, other):
        assert (finding(machine)["severity"], finding(machine)["triage"]) == (1, "by lead-2, tester: minor")
        assert "critical by lead-2" in machine.ok("resolve").text
        machine.require_sound()
    # A tracker that hears of the record before the result shows the same.
    late = Tracker(folder / "late")
    late.folder.mkdir()
    late.begin()
    late.ok("import", "--adopt", folder / "two.a11y.json")
    assert finding(late)["severity"] == 1
    late.require_sound()


def test_findings_are_named_by_their_ids(tracker):
    tracker.log("fail", LABEL, CLOSE, "home", "-s", "2")
    ids = [row["finding"] for row in json.loads(tracker.ok("list", "findings", "--json").out)["rows"]]
    tracker.ok("edit", "finding", *ids, "--owner", "dev-3")
    assert {row["owner"] for row in json.loads(tracker.ok("list", "findings", "--json").out)["rows"]} == {"dev-3"}
    # The first letters are enough; an ID of no finding, and a name without a component, are refused.
    tracker.ok("edit", "finding", ids[0][:5], "--severity", "minor", A11Y_TESTER="lead-1")
    assert finding(tracker, "severity:4")["finding"] == ids[0]
    unknown = tracker.run("edit", "finding", ids[0], "zzzzzzzz", "--owner", "dev-4")
    assert unknown.code == 3 and 'unknown finding "zzzzzzzz"' in unknown.error
    alone = tracker.run("edit", "finding", LABEL, "--owner", "dev-4")
    assert alone.code == 2 and "missing argument COMPONENT" in alone.error
    assert "dev-4" not in tracker.ok("list", "findings", "--json").text


def test_many_records_that_change_alike_are_one_line(tracker):
    tracker.register(*(f"list/row-{number},list-row" for number in range(9)), "list/button,button")
    tracker.ok("edit", "component", "list/button", "--owner", "dev-1")
    text = tracker.ok("edit", "component", "list/*", "--owner", "dev-1").text
    assert text == "Unchanged: component list/button.\nChanged: 9 components: owner dev-1.\n"
    assert "Unchanged: 10 components.\n" == tracker.ok("edit", "component", "list/*", "--owner", "dev-1").text
    # What would change is named, and a program gets each.
    assert tracker.ok("edit", "component", "list/*", "--owner", "dev-2", "--dry-run").text.count("list/") == 10
    assert len(json.loads(tracker.ok("edit", "component", "list/*", "--owner", "dev-2", "--json").out)["rows"]) == 10
    tracker.log("fail", LABEL, "list/*", "-y")
    assert tracker.ok("edit", "finding", LABEL, "list/*", "--owner", "dev-3").text == "Changed: 10 findings: owner dev-3.\n"


def test_what_names_a_finding_is_told_once(tracker):
    """Check and component stood in the line as its name, and again as fields that had been empty."""
    tracker.register("home,icon-button")
    tracker.ok("log", "fail", "voiceover.icon-button-label", "home", "--tester", "t1")
    said = tracker.ok("edit", "finding", "voiceover.icon-button-label", "home", "--owner", "dev-2").text
    assert said == "Changed: finding home voiceover.icon-button-label: owner: (none) -> dev-2.\n"
