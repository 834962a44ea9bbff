"""What a result replaces: what a failure that is logged again keeps, one finding for one measurement, the build of an
answer, and what does not count."""

import json

import pytest

from pictures import png

LABEL = "voiceover.label-present"
TARGET = "touch-target.minimum-44pt"
EDGES = "touch-target.hit-area-measured"
CLOSE = "sign-in/close-button"


def findings(tracker):
    return json.loads(tracker.ok("list", "findings", "--json").out)["rows"]


def line(answer, start):
    return next((line for line in answer.text.splitlines() if line.startswith(start)), "")


def only(tracker):
    found = findings(tracker)
    assert len(found) == 1
    return found[0]


def walk(tracker, *words, lines, code=0):
    answer = tracker.run("walk", *words, "--tester", "t1", "--width", "400", stdin=lines)
    assert answer.code == code, answer.error
    return answer


def test_a_fail_logged_again_keeps_severity_note_and_evidence(tracker):
    tracker.folder.joinpath("shot.png").write_bytes(png())
    tracker.ok("log", "fail", LABEL, CLOSE, "-s", "4", "-m", "cosmetic", "--evidence", "shot.png", "--build", "1",
               "--tester", "t1")
    said = tracker.ok("log", "fail", LABEL, CLOSE, "--build", "2", "--tester", "t1")
    assert "Severity minor and note kept." in said.text and "default" not in said.error
    found = only(tracker)
    assert (found["severity"], found["note"], found["severity_from"]) == (4, "cosmetic", "tester")
    assert [file["name"] for file in found["evidence"]] == ["shot.png"]
    # What is given replaces what was there.
    said = tracker.ok("log", "fail", LABEL, CLOSE, "-s", "3", "--build", "2", "--tester", "t1")
    assert "Note kept." in said.text
    assert (only(tracker)["severity"], only(tracker)["note"]) == (3, "cosmetic")
    # After a pass it is another finding.
    tracker.ok("log", "pass", LABEL, CLOSE, "--build", "3", "--tester", "t1")
    assert "kept" not in tracker.ok("log", "fail", LABEL, CLOSE, "--build", "4", "--tester", "t1").text
    assert (only(tracker)["note"], only(tracker)["severity_from"]) == (None, "check")


def test_a_walk_and_a_table_keep_them_too(tracker):
    tracker.ok("log", "fail", LABEL, CLOSE, "-s", "4", "-m", "cosmetic", "--build", "1", "--tester", "t1")
    said = walk(tracker, "--check", LABEL, "--component", CLOSE, "--all", "--build", "2", lines=b"f\nq\n")
    assert "Severity minor and note kept." in said.text
    assert (only(tracker)["severity"], only(tracker)["note"]) == (4, "cosmetic")
    table = f"fail\t{LABEL}\t{CLOSE}\n".encode()
    said = tracker.ok("log", "-", "--build", "3", "--tester", "t1", stdin=table * 2)
    assert "2 fails keep the severities or notes of their findings." in said.error
    assert (only(tracker)["severity"], only(tracker)["note"], only(tracker)["build"]) == (4, "cosmetic", "3")
    tracker.require_sound()


def test_one_measurement_is_one_finding_with_its_severity_and_note(empty):
    empty.register("x,icon-button")
    said = walk(empty, "--check", "touch-target.*", lines=b"g icon-button-44pt\nf 2 v=30x14 too small\nq\n")
    found = only(empty)
    assert found["check"] == "touch-target.icon-button-44pt" and found["severity"] == 2
    assert found["note"].startswith("too small\nAlso fails: ") and TARGET in found["note"]
    assert TARGET in line(said, "Also fails, as part of this finding: ") and EDGES not in line(said, "Also fails")
    assert empty.ok("gate", "--max-critical", "0").code == 0
    cells = {row["check"]: row["outcome"] for row in json.loads(empty.ok("list", "items", "--json").out)["rows"]}
    assert "fail" not in [outcome for check, outcome in cells.items() if check != found["check"]]
    assert EDGES not in cells


def test_what_passes_with_the_value_of_a_fail_has_none_of_its_note(empty):
    empty.register("x,icon-button")
    walk(empty, "--check", "touch-target.*", lines=b"g icon-button-44pt\nf 2 v=30x30 too small\nq\n")
    cells = {row["check"]: row for row in json.loads(empty.ok("list", "items", "--json").out)["rows"]}
    floor = cells["touch-target.wcag-24pt-floor"]
    assert (floor["outcome"], floor["value"]["text"], floor["note"]) == ("pass", "30x30", None)


def test_a_table_says_what_of_it_is_retired(tracker):
    """A critical FAIL was in no finding and no gate, without a word."""
    tracker.ok("edit", "component", CLOSE, "--retire")
    row = f"fail\t{LABEL}\t{CLOSE}\n".encode()
    for count, words in (1, "1 result is"), (3, "3 results are"):
        said = tracker.ok("log", "-", "--tester", "t1", stdin=row * count).error
        assert f"{words} of retired components ({CLOSE}): kept, but not counted." in said and "--restore" in said
    said = tracker.ok("new", "component", "--from", "-", stdin=f"key,title\n{CLOSE},Close it\n".encode()).error
    assert f"1 component stays retired: {CLOSE}; run \"a11y edit component {CLOSE} --restore\"" in said
    said = tracker.ok("new", "component", "--from", "-", stdin=f"key,retired\n{CLOSE},no\n".encode()).error
    assert "retired" not in said and len(findings(tracker)) == 1


def test_a_reading_of_the_documents_is_told_once(tracker):
    words = ["log", "fail", TARGET, CLOSE, "--tester", "t1", "--value"]
    assert "See source conflicts" in tracker.ok(*words, "30x30").text
    assert "See source conflict" not in tracker.ok(*words, "31x31").text


def test_a_measured_pass_answers_the_other_sizes_and_not_the_edges(empty):
    empty.register("x,icon-button")
    said = walk(empty, "--check", "touch-target.*", lines=f"g {TARGET}\np v=60x50 measured\nq\n".encode())
    assert "touch-target.wcag-24pt-floor PASS" in line(said, "Also answered with 60x50: ")
    assert EDGES not in line(said, "Also answered")
    cells = {row["check"]: row for row in json.loads(empty.ok("list", "items", "--json").out)["rows"]}
    assert EDGES not in cells and cells["touch-target.wcag-24pt-floor"]["note"] == "measured"


def test_the_finding_is_the_requirement_and_not_the_advice(empty):
    empty.ok("new", "component", "x", "--kind", "button", "--profile", "child")
    said = walk(empty, "--check", "touch-target.*", lines=b"g recommended-48pt\nf 3 v=30x30 small\nu\nq\n")
    assert f"Logged for {TARGET}" in said.text
    assert "Also fails, as part of this finding: touch-target.recommended-48pt" in said.text
    assert findings(empty) == []


def test_padding_is_told_for_the_sides_that_need_it(empty):
    empty.register("x,button")
    said = walk(empty, "--check", TARGET, lines=b"f 2 v=80x14\nq\n")
    assert "Fix: extend the hit area by 15 pt at the top and bottom (a11y calc area 80x14 --padding 0x15)." in said.text
    empty.ok("calc", "area", "80x14", "--padding", "0x15")


@pytest.fixture
def two_builds(empty):
    empty.ok("edit", "tracker", "--current-build", "1")
    empty.register("a/x,button")
    empty.ok("new", "audit", "s", "--checklist", "critical-rules", "--build", "1")
    empty.ok("log", "fail", LABEL, "a/x", "-s", "3", "-m", "no label", "--tester", "t1", "--audit", "s")
    empty.ok("edit", "tracker", "--current-build", "2")
    return empty


def test_which_build_is_tested_is_settled_before_the_first_answer(two_builds):
    for answer in (
        walk(two_builds, "--audit", "s", "--only", "fail", lines=b"p\nq\n", code=5),
        two_builds.run("log", "pass", LABEL, "a/x", "--audit", "s", "--tester", "t1"),
        two_builds.run("log", "-", "--audit", "s", "--tester", "t1", stdin=f"pass\t{LABEL}\ta/x\n".encode()),
    ):
        assert answer.code == 5 and "builds differ (audit s: 1; current: 2); nothing was logged" in answer.error
        assert "Pass --build 1" in answer.error and "Pass --build 2" in answer.error
    walk(two_builds, "--audit", "s", "--only", "fail", "--build", "2", lines=b"p\nq\n")
    row = json.loads(two_builds.ok("list", "findings", "--all", "--json").out)["rows"][0]
    assert row["state"] == "fixed"
    # Where they agree, nothing is asked.
    two_builds.ok("edit", "audit", "s", "--build", "2")
    two_builds.ok("log", "pass", LABEL, "a/x", "--audit", "s", "--tester", "t1")


TABLE = f"fail\t{LABEL}\ta/x\n".encode()


def test_a_result_has_the_build_of_the_audit_that_it_counts_for_unnamed(two_builds):
    two_builds.ok("edit", "tracker", "--current-build", "")
    two_builds.ok("log", "fail", LABEL, "a/x", "--tester", "t1")
    two_builds.ok("log", "-", "--tester", "t1", stdin=TABLE)
    walk(two_builds, "--check", LABEL, "--all", lines=b"f\nq\n")
    rows = json.loads(two_builds.ok("list", "results", "--json").out)["rows"]
    assert [(row["audit"], row["build"]) for row in rows] == [("s", "1")] * 4
    # Who says that the build is not known is not overruled.
    two_builds.ok("log", "fail", LABEL, "a/x", "--build", "", "--tester", "t1")
    assert json.loads(two_builds.ok("list", "results", "--json").out)["rows"][-1]["build"] is None


def test_and_which_build_is_tested_is_settled_for_it_as_well(two_builds):
    for answer in (
        two_builds.run("log", "pass", LABEL, "a/x", "--tester", "t1"),
        walk(two_builds, "--check", LABEL, "--all", lines=b"p\nq\n", code=5),
    ):
        assert answer.code == 5 and "builds differ (audit s: 1; current: 2); nothing was logged" in answer.error
        assert "Pass --build 1" in answer.error and "edit tracker --current-build" in answer.error
    for table in (TABLE, f"outcome,check,component,audit\npass,{LABEL},a/x,s\n".encode()):
        refused = two_builds.run("log", "-", "--tester", "t1", stdin=table)
        assert refused.code == 4 and "builds differ (audit s: 1; current: 2); pass --build" in refused.error
    two_builds.ok("log", "-", "--tester", "t1", stdin=f"outcome,check,component,build\nfail,{LABEL},a/x,1\n".encode())
    two_builds.ok("log", "fail", LABEL, "a/x", "--build", "2", "--tester", "t1")
    # What counts for no audit has the current build.
    two_builds.ok("log", "fail", LABEL, "a/x", "--audit", "", "--tester", "t1")
    rows = json.loads(two_builds.ok("list", "results", "--json").out)["rows"]
    assert [(row["audit"], row["build"]) for row in rows] == [("s", "1"), ("s", "1"), ("s", "2"), (None, "2")]


def test_a_result_that_does_not_count_says_so_at_once(tracker):
    tracker.ok("log", "pass", LABEL, CLOSE, "--build", "999", "--tester", "t2")
    refused = tracker.run("log", "fail", LABEL, CLOSE, "-s", "1", "--build", "3.3", "--tester", "t1")
    assert refused.code == 5 and "does not count: PASS on build 999 is shown; nothing was logged" in refused.error
    assert "--build 999" in refused.error and "--disagree" in refused.error
    kept = tracker.ok("log", "fail", LABEL, CLOSE, "-s", "1", "--build", "3.3", "--disagree", "--tester", "t1")
    assert "does not count: PASS on build 999 is shown" in kept.error
    walk(tracker, "--check", LABEL, "--component", CLOSE, "--all", "--build", "3.3", lines=b"f\nq\n", code=5)
    table = tracker.run("log", "-", "--build", "3.3", "--tester", "t1", stdin=f"fail\t{LABEL}\t{CLOSE}\n".encode())
    said = " ".join(table.error.split())
    assert table.code == 5 and "1 result does not count, because results of newer builds are shown: build 999 (1)." in said
    assert "Pass --build 999" in said and "if build 999 is a typo" in said
    # What is said to be of the past is history.
    tracker.ok("log", "fail", LABEL, CLOSE, "--build", "3.2", "--at", "2026-01-05T10:00:00Z", "--tester", "t1")


def test_same_after_undo_repeats_no_undone_answer(empty):
    empty.register("a,button", "b,button", "c,button")
    said = walk(empty, "--check", LABEL, lines=b"p\nf 2 wrong one\nu\ns\n=\nq\n")
    assert findings(empty) == [] and "wrong one" not in said.text.split("Undone", 1)[1]


def test_what_is_outside_of_an_audit_says_so(empty):
    empty.register("slider,slider", "b,button")
    check = "reduce-motion.animations-gated"
    empty.ok("new", "audit", "autumn")
    said = empty.ok("log", "fail", check, "slider", "--tester", "t1")
    assert "for audit autumn" not in said.text
    said = empty.ok("log", "fail", check, "slider", "--audit", "autumn", "--tester", "t1")
    assert "outside the scope of audit autumn" in said.error
    table = f"pass\t{LABEL}\tb\nfail\t{check}\tslider\n".encode()
    said = empty.ok("log", "-", "--audit", "autumn", "--tester", "t1", stdin=table)
    assert "1 result is outside the scope of audit autumn: kept, but not counted for it." in said.error
    named = f"outcome,check,component,audit\npass,{LABEL},b,autumn\nfail,{check},slider,autumn\n".encode()
    said = empty.ok("log", "-", "--tester", "t1", stdin=named)
    assert "1 result is outside the scope of the audit in the line: kept, but not counted for it." in said.error
