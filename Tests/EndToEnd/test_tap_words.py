"""Sessions from a sheet, in the words that people and their spreadsheets write."""

import pytest

from tapping import CODES, HEAD, PLAN, line, plan


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
    {"age": "8-Jun"}, {"age": "08.06.2026"}, {"age": "7"}, {"age": "6-9"}, {"guardian": "x"}, {"assent": "perhaps"}, {"hand": "l"},
    {"end": "stopped"}, {"comment": "small"}, {"frustration": "sigh"}, {"frustration": "sigh 4"}])
def test_what_is_no_such_word_is_refused(tracker, words):
    plan(tracker)
    answer = rehearsed(tracker, line(CODES[0], "h" * 10, **words))
    assert answer.code == 4 and "a11y: line 2: " in answer.error and "expected" in answer.error, answer.error
