"""The walks in the documentation are real ones: they are walked again, and every line has to be the same."""

import json
import re

import pexpect
import pytest

from program import PROGRAM, environment

QUESTION = re.compile(r"(Answer:|(?:Answer|Severity\?|Measured value|Note \(|Reason \().*?(?:help\)|Enter for [a-z]+\)|\)):) (.*)")
TIME = re.compile(r"\b\d\d:\d\d\b")


@pytest.fixture
def shop(empty):
    """The tracker that the documentation walks in."""
    empty.ok("new", "component", "sign-in/close-button", "--kind", "icon-button", "--title", "Close button",
             "--screen", "sign-in")
    empty.ok("new", "component", "sign-in/help", "--kind", "icon-button")
    empty.ok("config", "tester", "t1", XDG_CONFIG_HOME=str(empty.folder / "config"))
    return empty


def transcripts(tracker):
    """Each transcript of `a11y help accessibility`: its command, and what came after it."""
    text = tracker.ok("help", "accessibility", "--plain").text
    found, lines = [], text.splitlines()
    for place, line in enumerate(lines):
        if line.startswith("$ "):
            rest = lines[place + 1:]
            end = rest.index("")
            found.append((line[2:], rest[:end]))
    return found


def variables(tracker):
    return environment(tracker.folder, TERM="xterm", PATH=f"{PROGRAM.parent}:/usr/bin:/bin",
                       XDG_CONFIG_HOME=str(tracker.folder / "config"))


def run(tracker, command, typed):
    """Runs a command at a terminal and types the answers, each when its question is there."""
    child = pexpect.spawn("/bin/sh", ["-c", command], cwd=tracker.folder, dimensions=(24, 80), timeout=120,
                          encoding="utf-8", env=variables(tracker))
    child.delaybeforesend = None
    shown = ""
    for question, answer in typed:
        child.expect_exact(question + " ")
        shown += child.before + child.after
        child.send(answer if question.startswith("Answer") else answer + "\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0, shown + child.before
    return (shown + child.before).replace("\r\n", "\n").splitlines()


def test_the_transcripts_are_what_the_program_prints(shop):
    found = [(command, lines) for command, lines in transcripts(shop) if "a11y walk" in command]
    assert len(found) == 2
    for command, lines in found:
        typed = [match.groups() for match in map(QUESTION.fullmatch, lines) if match]
        printed = run(shop, command, typed)
        # A line between two paragraphs of help would end the transcript there.
        printed = [line for line in printed if line]
        assert [TIME.sub("10:41", line) for line in printed] == [TIME.sub("10:41", line) for line in lines]


def test_plain_walks_have_no_columns_colours_or_boxes(shop):
    out = shop.ok("walk", "--plain", "--tester", "t1", stdin=b"f 2 a note\nw\n?\nu\nq\n").text
    assert out.isascii() and "\x1b" not in out and "\r" not in out
    assert not re.search(r"\S {3,}\S", out), "columns"
    for variables in {"A11Y_PLAIN": "1"}, {"ACCESSIBLE": "1"}, {"TERM": "dumb"}:
        again = shop.ok("walk", "--tester", "t1", stdin=b"r\nq\n", **variables).text
        assert re.search(r"^Item 1 of \d+\. ", again, re.MULTILINE), variables


@pytest.mark.parametrize("columns", [40, 80])
def test_an_item_fits_its_terminal(shop, columns):
    words = ["walk", "--tester", "t1", "--width", str(columns), "--check", "touch-target.minimum-44pt"]
    out = shop.ok(*words, stdin=b"s\nw\n?\nq\n").text
    for line in out.splitlines():
        assert len(line) <= columns or " " not in line.strip() or "a11y " in line, line
    for name in "1/2 sign-in/close-button", "2/2 sign-in/help", "touch-target.minimum-44pt":
        assert name in out, "an id was cut"


def test_a_walk_counts_as_left_out_only_what_it_was_asked_for(empty):
    """It counted every item for sessions with children, whatever the query or `--only` asked for."""
    empty.ok("edit", "tracker", "--checklists", "everything")
    empty.ok("new", "component", "home/b", "--kind", "button", "--profile", "child", "--screen", "home")
    empty.ok("new", "component", "sign-in/b", "--kind", "button", "--screen", "sign-in")
    children = "4 items for sessions with children left out (see a11y tap)."
    assert children in empty.ok("walk", "--tester", "t1", stdin=b"q\n").text
    assert children in empty.ok("walk", "--tester", "t1", "screen:home", stdin=b"q\n").text
    for asked in (["screen:sign-in"], ["ticket:APP-2"], ["--only", "fail"], ["--only", "retest"], ["screen:home", "--only", "fail"]):
        assert "left out" not in empty.ok("walk", "--tester", "t1", *asked, stdin=b"q\n").text, asked
    said = empty.ok("walk", "--tester", "t1", "ticket:APP-2", stdin=b"q\n").text
    assert 'No items to test: no item matches "ticket:APP-2".' in said, said
    empty.ok("log", "fail", "child-testing.retries", "home/b", "-s", "2", "-m", "three taps", "--tester", "t1")
    empty.ok("log", "fail", "voiceover.label-present", "home/b", "-s", "2", "-m", "no label", "--tester", "t1")
    said = empty.ok("walk", "--tester", "t1", "severity:2", stdin=b"q\n").text
    assert "1 item, by component" in said and "1 item for sessions with children left out (see a11y tap)." in said, said


@pytest.mark.parametrize("check, typed, value, note", [
    ("touch-target.minimum-44pt", "f v=44 x 20 too low", "44 x 20", "too low"),
    ("touch-target.minimum-44pt", "p v=50 x 44", "50 x 44", None),
    ("touch-target.minimum-44pt", "p v=44 2 fingers", "44", "2 fingers"),
    ("touch-target.minimum-44pt", 'p v="44" x 20', "44", "x 20"),
    ("contrast.text-4-5", "f 2 v=3.2 : 1 gray on white", "3.2 : 1", "gray on white"),
    ("touch-target.minimum-44pt", "f v=6 mm", "6 mm", None),
    ("touch-target.minimum-44pt", "f v=40 too low", "40", "too low"),
])
def test_a_measured_value_is_not_cut_at_a_space(empty, check, typed, value, note):
    """`p v=44 x 20` was a PASS of 44 with the note "x 20", and `v=6 mm` were 6 points."""
    empty.ok("new", "component", "home/b", "--kind", "button")
    empty.ok("walk", "--check", check, "--tester", "t1", stdin=f"{typed}\nq\n".encode())
    row, = json.loads(empty.ok("list", "items", "--json").out)["rows"]
    assert (row["value"]["text"], row["note"]) == (value, note)


def test_a_file_that_cannot_be_attached_is_told_with_its_line(empty):
    empty.ok("new", "component", "home/b", "--kind", "button")
    said = empty.run("walk", "--tester", "t1", stdin=b"s\ne nope.png\np\n")
    assert said.code == 3 and 'a11y: line 2: cannot read "nope.png": no such file' in said.error
    assert json.loads(empty.ok("list", "results", "--json").out)["rows"] == []
