"""At a terminal: widths, colours, plain output, Ctrl-C, and the terminal afterwards as it was before."""

import re
import signal
import subprocess
import termios
import time

import pexpect
import pytest

from conftest import COMPONENTS, once
from program import CHECK, COMPONENT, MOVIES, PROGRAM, Tracker, environment
from forging import Chain, give
from team import Machine

ESCAPE = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
SIXTEEN = re.compile("\x1b\\[(?:0|1|2|3|4|7|22|23|24|27|3[0-79]|9[0-7]|4[0-79]|10[0-7])?"
                     "(?:;(?:0|1|2|3|4|7|22|23|24|27|3[0-79]|9[0-7]|4[0-79]|10[0-7]))*m")
PAGES = [["status"], ["list", "cells"], ["list", "components"], ["show", COMPONENT], ["show", CHECK], ["help"],
         ["log", "--help"]]


@once(*COMPONENTS)
def shown(tracker):
    """A tracker with something to show."""
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "2", "-m", "reads the file name", "--tester", "t1")
    tracker.ok("log", "pass", CHECK, "home", "search", "--tester", "t1")


def terminal(tracker, *words, columns=80, **variables):
    """The program at a terminal of its own."""
    return pexpect.spawn(
        str(PROGRAM), [str(word) for word in words], cwd=tracker.folder, dimensions=(24, columns), timeout=120,
        env=environment(tracker.folder, TERM="xterm-256color", **variables) if "TERM" not in variables
        else environment(tracker.folder, **variables))


def page(tracker, *words, **more):
    """Everything a command shows at a terminal, and its exit code."""
    child = terminal(tracker, *words, **more)
    text = child.read().decode().replace("\r\n", "\n")
    child.close()
    return text, child.exitstatus


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_a_page_fits_its_terminal_and_cuts_no_id(shown, words, columns):
    text, code = page(shown, *words, columns=columns)
    assert code == 0, text
    assert text.strip()
    for line in ESCAPE.sub("", text).splitlines():
        # What cannot be broken, an id or a command line, may stand out.
        assert len(line) <= columns or " " not in line.strip() or "a11y " in line or len(line.split()[-1]) > 20, line
    if words[0] == "list":
        joined = ESCAPE.sub("", text)
        # In a row of one line the last part of a name is enough, where no other one ends in it.
        assert COMPONENT.split("/")[-1] in joined, "the id was cut"


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_only_the_sixteen_colours_are_used(shown, words):
    text, _ = page(shown, *words)
    assert not ESCAPE.search(SIXTEEN.sub("", text)), repr(text)


def test_a_terminal_gets_colours_and_words(shown):
    text, _ = page(shown, "list", "cells")
    assert ESCAPE.search(text) and "FAIL" in text and "PASS" in text


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"CLICOLOR": "0"}, {"A11Y_PLAIN": "1"},
                                       {"ACCESSIBLE": "1"}], ids=str)
@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_no_escape_where_none_is_wanted(shown, words, variables):
    text, code = page(shown, *words, **variables)
    assert code == 0 and "\x1b" not in text


def test_a_pipe_gets_no_colours_and_force_color_gives_them_back(shown):
    assert b"\x1b" not in shown.ok("list", "cells").out
    assert b"\x1b" in shown.ok("list", "cells", FORCE_COLOR="1").out
    assert b"\x1b" not in shown.ok("list", "cells", FORCE_COLOR="1", NO_COLOR="1").out


@pytest.mark.parametrize("words", [["status"], ["list", "cells"], ["show", COMPONENT]], ids=" ".join)
def test_plain_output_is_sentences(shown, words):
    def said(*more, **variables):
        """Without the second in which it was asked."""
        return re.sub(r"(T\d\d:\d\d):\d\dZ", r"\1", shown.ok(*words, *more, **variables).text)

    text = said("--plain")
    assert text.isascii() or not re.search("[\u2500-\u259f\u2800-\u28ff]", text), "boxes or bars"
    assert not re.search(r"\S {2,}\S", text), "columns"
    assert "%" not in text
    assert text == said(A11Y_PLAIN="1") == said(TERM="dumb")


def require_interrupted(child):
    """Ended by Ctrl-C, as a shell sees it: exit 130, whether the program said so or the signal ended it."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130 or child.signalstatus == signal.SIGINT, (child.exitstatus, child.signalstatus)


def test_ctrl_c_while_results_are_typed_records_nothing(tracker):
    child = terminal(tracker, "log", "-", "--tester", "t1")
    before = termios.tcgetattr(child.child_fd)
    for number in range(50):
        child.sendline(f"fail\t{CHECK}\t{COMPONENT}\t\t\tnote {number}")
    time.sleep(0.3)
    assert termios.tcgetattr(child.child_fd)[:4] == before[:4], "the terminal is not as it was"
    child.sendintr()
    require_interrupted(child)
    assert tracker.notes() == []
    tracker.require_sound()


def test_a_shell_sees_130_after_ctrl_c(tracker):
    child = pexpect.spawn(
        "/bin/bash", ["-c", f"trap : INT; '{PROGRAM}' log - --tester t1; echo code $?"], cwd=tracker.folder, timeout=120,
        env=environment(tracker.folder))
    # Before that the shell itself would be interrupted.
    while not subprocess.run(["pgrep", "-P", str(child.pid), "a11y"], capture_output=True).stdout:
        time.sleep(0.01)
    child.sendintr()
    child.expect("code 130")
    child.expect(pexpect.EOF)


def test_ctrl_c_in_the_middle_of_a_transaction_takes_it_back(tracker, folder):
    rows = folder / "rows.tsv"
    rows.write_text(f"pass\t{CHECK}\t{COMPONENT}\t\t\ta note that takes room\n" * 300_000)
    child = pexpect.spawn(
        "/bin/sh", ["-c", f"exec '{PROGRAM}' log - --tester t1 < '{rows}'"], cwd=tracker.folder, timeout=60,
        env=environment(tracker.folder))
    journal = tracker.folder / ".a11y/audit.db-journal"
    deadline = time.monotonic() + 120
    while not journal.exists() and child.isalive() and time.monotonic() < deadline:
        time.sleep(0.005)
    child.sendintr()
    require_interrupted(child)
    tracker.ok("show", CHECK)
    assert tracker.notes() == []
    tracker.require_sound()


def test_a_prompt_is_not_asked_without_a_terminal(tracker, folder):
    """What destroys something asks; where nobody can be asked it fails and names the flag."""
    target = folder / "backup.db"
    tracker.ok("backup", target)
    before = target.read_bytes()
    answer = tracker.run("backup", target)
    assert answer.code in (2, 5) and "--yes" in answer.error
    assert target.read_bytes() == before
    tracker.ok("backup", target, "--yes")


def test_the_real_story_reads_well_at_a_terminal(empty):
    empty.ok("new", "component", "--from", MOVIES / "components.csv")
    last = sorted(MOVIES.glob("09-*.tsv"))[0]
    empty.ok("log", "-", "--tester", "inspector", stdin=last.read_bytes())
    for columns in (40, 80, 120):
        text, code = page(empty, "status", columns=columns)
        assert code == 0 and "of" in text
        assert max(map(len, ESCAPE.sub("", text).splitlines())) <= max(columns, 60)


@pytest.mark.parametrize("words", [["status"], ["status", "--all"]], ids=" ".join)
def test_a_pipe_has_the_lines_of_a_terminal_of_80_columns(shown, words):
    text, _ = page(shown, *words, columns=80, NO_COLOR="1", A11Y_PAGER="cat")
    # Below the title, which has the time.
    assert ESCAPE.sub("", text).splitlines()[1:] == shown.run(*words).text.splitlines()[1:]


@pytest.mark.parametrize("columns", [40, 80])
def test_sentences_are_broken_between_words(shown, columns):
    """A terminal broke them inside of words: the list of what can be undone, of whom is followed, and confirmations."""
    shown.register(*(f"a-screen-with-a-name/control-{number},icon-button" for number in range(3)))
    commands = [["follow"], ["undo", "--list"], ["undo", "--dry-run"], ["undo", "--list", "--plain"],
                ["log", "pass", CHECK, "a-screen-with-a-name/control-1", "home", "search", "--tester", "t1", "--dry-run"]]
    for words in commands:
        text, code = page(shown, *words, columns=columns)
        lines = ESCAPE.sub("", text).splitlines()
        assert code == 0 and lines, text
        if "--plain" in words:
            continue
        for line in lines:
            assert len(line) <= columns or " " not in line.strip(), (words, line)
        # Nothing is lost or changed by it: a pipe has whole lines.
        piped = shown.ok(*words)
        whole = " ".join((piped.text + piped.error).split())
        assert sorted(" ".join(lines).split()) == sorted(whole.split()), words


@pytest.mark.parametrize("columns", [60, 80])
def test_no_list_leaves_out_what_people_decide_by(folder, columns):
    Tracker(folder).ok("demo", folder / "shop")
    demo = Tracker(folder / "shop")
    for what in ("cells", "results", "findings", "retest", "criteria", "waivers", "matrix", "fixes"):
        text, code = page(demo, "list", what, columns=columns, NO_COLOR="1", A11Y_PAGER="cat")
        lines = ESCAPE.sub("", text).splitlines()
        assert code == 0 and max(map(len, lines)) <= columns, text
        hidden = text.rpartition("Hidden at this width:")[2] if "Hidden" in text else ""
        for word in ("Outcome", "Severity", "Status", "Off", "On", "Blockers", "Critical"):
            assert not re.search(rf"\b{word}\b", hidden), (what, text)


def test_a_line_goes_on_further_in_than_a_list_below_it(shown):
    text, code = page(shown, "undo", "--list", columns=40, NO_COLOR="1")
    lines = ESCAPE.sub("", text).splitlines()
    assert code == 0 and any(line.startswith("    ") for line in lines), text
    assert not any(re.match(" {1,3}[^ ]", line) for line in lines), text


def test_names_that_do_not_fit_beside_each_other_have_a_line_each(shown):
    shown.ok("edit", "tracker", "--policy", "max-serious 0")
    text, code = page(shown, "gate", columns=40)
    lines = ESCAPE.sub("", text).splitlines()
    assert code == 1 and f"  {COMPONENT}" in lines and any(line.strip() == CHECK for line in lines), text
    wide, _ = page(shown, "gate", columns=120)
    assert f"{COMPONENT}  {CHECK}" in ESCAPE.sub("", wide)


def test_what_waits_fits_its_terminal_and_names_a_place_once(folder):
    (folder / "shared").mkdir()
    one = Machine(folder / "one", "ann", folder / "shared").found("home/close-button", "search")
    one.say("fail", "home/close-button", "no name", "-s", "1", "--build", "1")
    one.sync()
    two = Machine(folder / "two", "ben", folder / "shared").join()
    added = two.ok("new", "waiver", "home/close-button", CHECK, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01",
                   "-m", "until the new toolbar is there, which takes the place of all these buttons")
    two.sync()
    one.sync()
    for text in (added.text + added.error, one.ok("waiting").text):
        assert text.count(CHECK) == 1 and text.count("home/close-button") == 1 and "approver lead" in text, text
    # No other key says a field: whoever writes it chooses its words.
    plan = two.ok("new", "plan", "search", "--component", "search", "--size", "44x44")
    assert ", component search" in plan.text
    stranger = Chain("m" * 12, "mal")
    stranger.add("set", kind="waiver", key="w9 **", by="mal", fields={
        "component": "**", "check": "**", "until": "2099-01-01", "reason": "deferred", "approver": "mal"})
    one.ok("import", give(one, *stranger.facts))
    assert "check **" in (told := one.ok("waiting").text) and "component **" in told, told
    text, code = page(one, "waiting", columns=60)
    lines = ESCAPE.sub("", text).splitlines()
    assert code == 0 and max(map(len, lines)) <= 60 and sum(line.startswith("      ") for line in lines) >= 2, text
