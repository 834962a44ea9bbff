"""Sessions from a sheet and from lines, in the words that people and their spreadsheets write, and what is said of slips."""

import json

import pytest

from tapping import CODES, HEAD, KEYS, PLAN, line, paper, plan

WORDS = ["--age-band", "6-8", "--moderator", "m1", "--consent", "c-1", "--guardian", "--assent", "--device", "iPhone 15"]


def rehearsed(tracker, row):
    return tracker.run("tap", "run", PLAN, "--from", "-", "--dry-run", stdin=f"{HEAD}\n{row}\n".encode())


@pytest.mark.parametrize("words", [
    {"age": "6–8"}, {"age": "6 - 8"}, {"age": "6 to 8"}, {"guardian": "Yes", "assent": "TRUE"}, {"guardian": "Y", "assent": "1", "full": "No"},
    {"hand": "Left"}, {"end": "Child stopped"}, {"end": "COMPLETE"}, {"comment": "Too small"}, {"comment": "Too_Small; hard to see"},
    {"comment": "too_small ok"}, {"frustration": "Sigh 1; hard press 2"}])
def test_words_of_a_sheet_are_read_as_people_write_them(tracker, words):
    """A capital letter, a blank, or what a spreadsheet makes of yes refused the line."""
    plan(tracker)
    assert "Would save 1 session with 10 scored taps." in rehearsed(tracker, line(CODES[0], "h" * 10, **words)).text


@pytest.mark.parametrize("keys", ["HHHHHHHHHM", "h h h h h h h h h m", "h;h;h;h;h;h;h;h;h;m", "h|h|h|h|h|h|h|h|h|R2", "h/h/h/h/h/h/h/h/h/r"])
def test_taps_of_a_sheet_may_be_separated(tracker, keys):
    plan(tracker)
    assert "Would save 1 session with 10 scored taps." in rehearsed(tracker, line(CODES[0], keys)).text


@pytest.mark.parametrize("words", [
    {"age": "3-May"}, {"age": "08.06.2026"}, {"age": "7"}, {"age": "6-9"}, {"guardian": "z"}, {"assent": "perhaps"}, {"hand": "l"},
    {"end": "stopped"}, {"comment": "small"}, {"frustration": "sigh"}, {"frustration": "sigh 4"}])
def test_what_is_no_such_word_is_refused(tracker, words):
    plan(tracker)
    answer = rehearsed(tracker, line(CODES[0], "h" * 10, **words))
    assert answer.code == 4 and "a11y: line 2: " in answer.error and "expected" in answer.error, answer.error


def test_lines_without_a_tap_leave_no_session_and_capitals_count(tracker):
    plan(tracker, PLAN, "--practice", "0", "--taps", "2")
    assert "no session was saved" in tracker.ok("tap", "run", PLAN, *WORDS, stdin=b"").text
    answer = tracker.run("tap", "run", PLAN, *WORDS, stdin=b"hit\nhit\n")
    assert answer.code == 4 and "unknown key" in answer.error and "no session was saved" in answer.error
    assert tracker.rows("SELECT count(*) FROM session_fact") == [(0,)]
    assert "2 scored taps" in tracker.ok("tap", "run", PLAN, *WORDS, stdin=b"H\nM\n").text
    assert tracker.rows("SELECT sum(outcome = 'first_tap'), count(*) FROM v_first_tap") == [(1, 2)]


def test_all_that_is_missing_is_named_at_once(tracker):
    plan(tracker)
    answer = tracker.run("tap", "run", PLAN, "--moderator", "m1", stdin=b"h\n")
    assert answer.code == 2
    for flag in "--age-band", "--consent", "--guardian", "--assent", "--device":
        assert flag in answer.error, flag
    answer = tracker.run("tap", "run", PLAN, *(word for word in WORDS if word not in ("--guardian", "--assent")), stdin=b"h\n")
    assert answer.code == 5 and "--guardian and --assent" in answer.error


def test_a_line_without_consent_or_with_too_many_taps_keeps_no_other_line_out(tracker):
    plan(tracker)
    lines = [line(CODES[0], KEYS[0]), line(CODES[1], KEYS[1], assent="no"), line(CODES[2], "h" * 11), line(CODES[3], KEYS[3])]
    refused = paper(tracker, *lines)
    assert refused.code == 4 and "line 3: assent" in refused.error and "line 4: 11 scored taps" in refused.error
    alone = paper(tracker, lines[1])
    assert alone.code == 5 and "leave the line out" in alone.error
    answer = tracker.run("tap", "run", PLAN, "--from", "-", "--partial", stdin="\n".join([HEAD, *lines, ""]).encode())
    assert answer.code == 4 and "Saved 2 sessions with 20 scored taps. 2 lines rejected." in answer.text


def test_another_age_band_than_before_is_said(tracker):
    plan(tracker)
    assert "age band" not in paper(tracker, line(CODES[0], KEYS[0])).error
    words = [word if word != "6-8" else "9-10" for word in WORDS]
    answer = tracker.ok("tap", "run", PLAN, *words, "--participant", CODES[0], stdin=b"h\n")
    assert "was in age band 6-8 before, and is in 9-10 now" in answer.error
    answer = paper(tracker, line(CODES[1], KEYS[1]), line(CODES[1], KEYS[0], age="9-10"))
    assert answer.code == 0 and f"line 3: participant {CODES[1]} was in age band 6-8" in answer.error


def test_a_sheet_that_is_read_again_brings_no_session_twice_and_none_back(tracker):
    """One that was voided came back with its line, and a form counted twice in a later week."""
    plan(tracker)
    rows = [line(code, keys) for code, keys in zip(CODES, KEYS)]
    assert paper(tracker, *rows).code == 0
    tracker.ok("tap", "void", CODES[2], "--reason", "duplicate", "--tester", "t1")
    assert "Saved 0 sessions with 0 scored taps. 8 sessions were already imported." in paper(tracker, *rows).text
    listed = json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]
    assert [row["participant"] for row in listed if row["voided"]] == [CODES[2]] and len(listed) == 8

    def read(head, row):
        return tracker.ok("tap", "run", PLAN, "--from", "-", stdin=f"{head}\n{row}\n".encode()).text

    # The order and the code are those of a printed form; the week is that of the reading.
    row = line(CODES[9], "h" * 10)
    assert "Saved 1 session" in read(f"seed,week,{HEAD}", f"77,2026-W12,{row}")
    assert "Saved 0 sessions" in read(f"seed,{HEAD}", f"77,{row}")
    assert "Saved 1 session" in read(f"seed,{HEAD}", f"78,{row}")
    assert "Saved 1 session" in read(f"seed,week,{HEAD}", f"77,2026-W13,{row}")
