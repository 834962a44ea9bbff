"""Lines typed at prompts: edited with the keys of shells, drawn right, completed, and left as they were after a signal."""

import os
import random
import re
import signal
import time

import pexpect
import pytest

from conftest import once
from program import CHECK, PROGRAM, environment
from screens import Screen
from test_walk_signals import mode_after
from walking import ASK, KEYS, SANE, cells, end, start

NOTE = "Note (optional; Enter to skip): "


@once("home,icon-button", "search,icon-button", "sign-in/close-button,icon-button", "z/button,icon-button")
def walked(tracker):
    """Four items of one check."""
    tracker.ok("new", "checklist", "one", "--check", CHECK)


def at_note(child):
    child.expect_exact(ASK)
    child.send("f")
    child.expect_exact("): ")
    child.send("\r")
    child.expect_exact(NOTE)


def walk(tracker, **more):
    child = start(tracker, "--checklist", "one", **more)
    at_note(child)
    return child


def finish(child):
    child.expect_exact("Logged: FAIL")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0


def note(tracker):
    return next(iter(cells(tracker).values()))[3]


LEFT, RIGHT, HOME, END, DELETE, BACK = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F", "\x1b[3~", "\x7f"


@pytest.mark.parametrize("keys, text", [
    ("clos buton" + LEFT * 2 + "t" + HOME + RIGHT * 4 + "e" + END + ".", "close button."),
    ("abc" + "\x01" + "x" + "\x05" + "y", "xabcy"), ("abcd" + "\x02\x02" + DELETE, "abd"), ("one two" + "\x17" + "2", "one 2"),
    ("one two" + "\x15" + "three", "three"), ("one two" + "\x01" + "\x0b" + "3", "3"), ("ab" + BACK + "c", "ac"),
    ("one two" + "\x17\x01\x19", "twoone"), ("one two" + "\x1b[1;5D" + "x " + "\x1bb\x1bb" + "y ", "y one x two"),
    ("日本" + LEFT + "語" + BACK + "x", "日x本"), ("e\u0301a" + LEFT + BACK + "b", "ba"), ("👩‍👩‍👧b" + LEFT + BACK, "b"),
    ("a\x1b[15~\x1b[200~b\x1b[201~", "ab"), ("x\ty", "x y"), (LEFT + RIGHT + BACK + DELETE + "z", "z"),
], ids=ascii)
def test_a_line_is_edited_with_the_keys_of_shells(walked, keys, text):
    child = walk(walked)
    child.send(keys)
    child.send("\r")
    finish(child)
    assert note(walked) == text


@pytest.mark.parametrize("columns", [40, 80])
def test_a_long_line_is_drawn_as_it_is(walked, columns):
    """At each step the screen shows the text, and the cursor is where the next letter comes."""
    pick = random.Random(columns)
    child = walk(walked, columns=columns)
    screen = Screen(columns)
    screen.feed(NOTE)
    text, place = [], 0
    for _ in range(60):
        key = pick.choice(["word", "wide", "left", "right", "home", "end", "back", "word", "word"])
        if key in ("word", "wide"):
            new = pick.choice(["seven letters ", "x", "a" * 17]) if key == "word" else "閉じる"
            text[place:place] = new
            place += len(new)
            child.send(new)
        elif key == "back":
            child.send(BACK)
            text[max(0, place - 1):place] = []
            place = max(0, place - 1)
        else:
            place = {"left": max(0, place - 1), "right": min(len(text), place + 1), "home": 0, "end": len(text)}[key]
            child.send({"left": LEFT, "right": RIGHT, "home": HOME, "end": END}[key])
        wanted = Screen(columns)
        wanted.feed(NOTE + "".join(text))
        begun = Screen(columns)
        begun.feed(NOTE + "".join(text[:place]))
        deadline = time.monotonic() + 60
        while True:
            try:
                screen.feed(child.read_nonblocking(4096, timeout=0.05))
            except pexpect.TIMEOUT:
                pass
            row = begun.row * columns + begun.column
            found = screen.row * columns + screen.column
            # A wide letter that does not fit is on the next row, and so is the cursor before it.
            if screen.text.rstrip("\n") == wanted.text and found in (row, row + 1):
                break
            assert time.monotonic() < deadline, (screen.text, wanted.text, found, row)
    child.send("\r")
    finish(child)
    assert note(walked) == " ".join("".join(text).split(" ")).strip()


def test_earlier_answers_to_the_same_question_come_back(walked):
    child = walk(walked)
    child.send("close cross 18 pt\r")
    at_note(child)
    child.send("begun\x1b[A\x1b[B here\r")
    at_note(child)
    child.send("\x1b[A\x1b[A, too\r")
    finish(child)
    assert [row[3] for row in cells(walked).values()] == ["close cross 18 pt", "begun here", "close cross 18 pt, too"]


def test_tab_completes_paths_and_names(walked):
    folder = walked.folder / "my shots"
    folder.mkdir()
    for name in "close button.txt", "close cross.txt":
        (folder / name).write_text("VoiceOver says: button")
    child = start(walked, "--checklist", "one")
    child.expect_exact(ASK)
    child.send("e")
    child.expect_exact("Evidence file: ")
    child.send("my\t")
    child.expect_exact("my\\ shots/")
    for _ in range(3):
        child.send("\t")
        time.sleep(0.2)
    child.expect_exact("close\\ button.txt  close\\ cross.txt")
    child.send("b\t")
    child.expect_exact("button.txt")
    child.send("\r")
    child.expect_exact("Evidence for this item's answer: close button.txt")
    child.expect_exact(ASK)
    child.send("g")
    child.expect_exact("Go to item")
    child.send("sign\t")
    child.expect_exact("sign-in/close-button")
    child.send("\r")
    child.expect_exact("3/4 sign-in/close-button")
    child.send("q")
    assert end(child) == 0


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)])
def test_a_signal_at_a_prompt_leaves_the_terminal_as_it_was(walked, number, code):
    walked.ok("backup", "b.db")
    child = pexpect.spawn(str(PROGRAM), ["backup", "b.db"], cwd=walked.folder, timeout=120, encoding="utf-8",
                          env=environment(walked.folder, TERM="xterm"))
    child.expect_exact("[y/N] ")
    assert mode_after(child, expected=KEYS) == KEYS
    child.send("ye")
    child.expect_exact("ye")
    assert mode_after(child, lambda: os.kill(child.pid, number)) == SANE
    assert end(child) == code
    assert "stopped" in child.before


def test_a_prompt_hears_what_was_typed_ahead_and_each_of_several(walked):
    walked.ok("backup", "b.db")
    child = pexpect.spawn(str(PROGRAM), ["backup", "b.db"], cwd=walked.folder, timeout=120, encoding="utf-8",
                          env=environment(walked.folder, TERM="xterm"))
    child.delaybeforesend = None
    child.send("maybe\rnx" + BACK + "\r")
    child.expect_exact("Enter y or n.")
    child.expect_exact("[y/N] ")
    assert end(child) == 5, child.before


@pytest.mark.parametrize("variables", [{"TERM": "dumb", "A11Y_PLAIN": "0"}, {"A11Y_PLAIN": "1"}], ids=str)
def test_where_nothing_may_be_drawn_the_terminal_edits(walked, variables):
    child = walk(walked, **variables)
    assert mode_after(child, expected=SANE) == SANE
    child.send("reads tho" + BACK + "e name\r")
    child.expect_exact("Logged: FAIL")
    child.expect_exact("Answer")
    child.send("q")
    assert end(child) == 0
    assert "\x1b" not in child.before and note(walked) == "reads the name"


@pytest.mark.parametrize("columns", [40, 80])
def test_a_question_is_divided_between_words(empty, columns):
    """One that was longer than a line was cut at the edge of the terminal, within a word."""
    empty.register("home,icon-button")
    empty.ok("log", "fail", "*", "home", "-s", "2", "--tester", "t1", "--build", "1", "-y")
    child = pexpect.spawn(str(PROGRAM), ["log", "pass", "*", "home", "--tester", "t2", "--build", "2"], cwd=str(empty.folder),
                          env=environment(empty.folder, TERM="xterm"), dimensions=(24, columns), encoding="utf-8", timeout=30)
    child.expect_exact("[y/N] ")
    lines = (child.before + child.after).splitlines()
    assert len(lines) > 1 and max(map(len, lines)) <= columns, lines
    assert re.search(r"home, and \d+ more\. \[y/N\]", " ".join(line.strip() for line in lines)), lines
    child.send("n\r")
    child.expect(pexpect.EOF)
    assert "Logged" not in child.before


def test_what_a_key_does_stands_apart_from_the_keys_at_every_width(walked):
    """A further line began where the keys stand, so that "one, or a new one" looked like one of them."""
    child = start(walked, "--checklist", "one", columns=40)
    child.expect_exact(ASK)
    child.send("?")
    child.expect_exact(ASK)
    lines = child.before.splitlines()
    first = lines.index("p  pass: matches the expected result")
    shown = lines[first:next(place for place, line in enumerate(lines) if line.startswith("?  "))]
    assert len(shown) > 25 and max(map(len, shown)) <= 40
    assert all(line[1:3] == "  " or line.startswith("  ") for line in shown), shown
    child.send("q")
    assert end(child) == 0


def test_lines_that_are_pasted_together_are_one_note(walked):
    """The first of them was the note, and the others were keys of the walk."""
    child = walk(walked)
    child.send("reads the file name\rand nothing else\r")
    finish(child)
    assert note(walked) == "reads the file name\nand nothing else"


def test_a_paste_whose_last_line_is_short_is_one_note(walked):
    """Three characters behind the last line end were taken as keys that were typed ahead: they answered the next item. A terminal
    says where pasted text begins and ends."""
    child = walk(walked)
    child.send("\x1b[200~reads the file name\rno\r\x1b[201~\r")
    finish(child)
    assert note(walked) == "reads the file name\nno"


def test_keys_typed_ahead_end_a_note(walked):
    child = walk(walked)
    child.send("18 pt\rq")
    child.expect_exact("Logged: FAIL")
    assert end(child) == 0
    assert note(walked) == "18 pt"
