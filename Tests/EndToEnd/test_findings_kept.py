"""What a result replaces: what a failure that is logged again keeps, one finding for one measurement, the build of an
answer, and what does not count."""

import json

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
