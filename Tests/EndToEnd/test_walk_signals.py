"""A walk that is interrupted, stopped, closed or killed: nothing is lost, and the terminal is as it was."""

import os
import select
import signal
import subprocess
import time

import pexpect
import pytest

from conftest import once
from program import CHECK, DEADLINE, PROGRAM, environment
from walking import ASK, KEYS, SANE, end, locked, mode, start

SHELL_PROMPT = "READY> "


@once("home,icon-button", "search,icon-button", "sign-in/close-button,icon-button")
def walked(tracker):
    """Three components, one check each: a short walk."""
    tracker.ok("new", "checklist", "one", "--check", CHECK)


def walk(tracker, *words, **more):
    return start(tracker, "--checklist", "one", *words, **more)


def outcomes(tracker):
    return [outcome for outcome, in tracker.rows("SELECT outcome FROM v_cell WHERE outcome <> 'untested' ORDER BY id")]


def test_what_is_typed_while_another_process_holds_the_tracker_answers_no_unseen_item(walked):
    child = walk(walked)
    child.expect_exact(ASK)
    holder = locked(walked)
    child.send("p")
    child.expect_exact("Waiting for another process.")
    child.send("nn")
    holder.terminate()
    holder.wait()
    child.expect_exact("Logged: PASS.")
    child.expect_exact("Ignored the keys that you pressed in the meantime.")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    assert outcomes(walked) == ["pass"]


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)])
@pytest.mark.parametrize("where", ["at an item", "at a question"])
def test_asked_to_end_it_ends_with_a_sane_terminal(walked, number, code, where):
    child = walk(walked)
    child.expect_exact(ASK)
    assert mode_after(child, expected=KEYS) == KEYS
    child.send("p")
    child.expect_exact(ASK)
    if where == "at a question":
        child.send("f")
        child.expect_exact("Enter for critical): ")
        assert mode_after(child, expected=KEYS) == KEYS
        child.send("2")
    before = mode_after(child, lambda: os.kill(child.pid, number))
    assert before == SANE
    assert end(child) == code
    assert ("All answers so far are saved." in child.before) == (number != signal.SIGHUP)
    assert outcomes(walked) == ["pass"]
    walked.require_sound()


@pytest.mark.parametrize("questions", [0, 1, 2])
def test_a_terminal_that_closes_ends_the_walk(walked, questions):
    """At a question the walk wanted to say to the closed terminal that nothing was recorded, and failed for it."""
    child = walk(walked)
    child.expect_exact(ASK)
    for key in "f\r"[:questions]:
        child.send(key)
        child.expect_exact("): ")
    child.close(force=False)
    assert child.exitstatus == 143
    assert outcomes(walked) == []
    walked.require_sound()


@pytest.mark.parametrize("key, answered", [("p", ["pass"]), ("f", ["fail"])])
def test_a_terminal_that_refuses_words_before_its_signal_comes_was_closed(walked, key, answered):
    """Beside other work the walk saw it as a disk that cannot be written, and ended with 6."""
    ours, theirs = os.openpty()
    child = subprocess.Popen(
        [PROGRAM, "walk", "--checklist", "one", "--tester", "t1"], cwd=walked.folder, env=environment(walked.folder),
        stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    while b"Last result" not in said and select.select([ours], [], [], DEADLINE)[0]:
        said += os.read(ours, 4_096)
    os.close(ours)
    child.communicate(key.encode() + b"\n", timeout=DEADLINE)
    assert child.returncode == 143
    assert outcomes(walked) == answered
    walked.require_sound()


def mode_after(child, act=lambda: None, expected=SANE):
    """The mode of the terminal once it was asked or told something: words are there before the mode that they belong to,
    and the process may still be there after a signal."""
    act()
    deadline = time.monotonic() + 120
    while mode(child) != expected and time.monotonic() < deadline:
        time.sleep(0.01)
    return mode(child)


def test_quitting_and_the_end_of_input_leave_a_sane_terminal(walked):
    for key in "q", "\x04":
        child = walk(walked)
        child.expect_exact(ASK)
        child.send(key)
        assert mode_after(child) == SANE
        assert end(child) == 0


def test_a_closed_terminal_loses_nothing(walked):
    child = walk(walked)
    child.expect_exact(ASK)
    for _ in range(2):
        child.send("p")
        child.expect_exact(ASK)
    child.close(force=False)  # the terminal goes; the process hears of it
    deadline = time.monotonic() + 120
    while child.isalive() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not child.isalive()
    assert outcomes(walked) == ["pass", "pass"]
    walked.require_sound()


def test_a_second_signal_ends_it_at_once_while_it_waits_for_the_tracker(walked):
    child = walk(walked)
    child.expect_exact(ASK)
    lock = locked(walked)
    try:
        child.send("p")
        time.sleep(0.3)
        os.kill(child.pid, signal.SIGINT)
        # Two that come before it looks are one, so it is asked until it is gone; the lock is still held.
        deadline = time.monotonic() + 120
        while child.isalive() and time.monotonic() < deadline:
            time.sleep(0.1)
            os.kill(child.pid, signal.SIGINT)
        assert end(child) == 130
    finally:
        lock.terminate()
        lock.wait()
    assert outcomes(walked) == []


def test_an_answer_waits_for_its_turn(walked):
    child = walk(walked)
    child.expect_exact(ASK)
    lock = locked(walked)
    child.send("p")
    time.sleep(0.5)
    lock.terminate()
    lock.wait()
    child.expect_exact("Logged: PASS.")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    assert outcomes(walked) == ["pass"]


def shell(tracker):
    """An interactive shell with job control, as a tester has one."""
    child = pexpect.spawn(
        "/bin/bash", ["--norc", "--noprofile", "-i"], cwd=tracker.folder, timeout=120, encoding="utf-8",
        env=environment(tracker.folder, TERM="dumb", PS1=SHELL_PROMPT, A11Y_TESTER="t1", A11Y_PLAIN="0"))
    child.delaybeforesend = None
    child.expect_exact(SHELL_PROMPT)
    return child


def say(child, line):
    child.sendline(line)
    child.expect_exact(SHELL_PROMPT)
    return child.before


def test_stopped_the_terminal_is_the_shells_and_continued_the_item_is_there_again(walked):
    child = shell(walked)
    child.sendline(f"'{PROGRAM}' walk --checklist one")
    child.expect_exact(ASK)
    child.send("p")
    child.expect_exact(ASK)
    assert mode_after(child, expected=KEYS) == KEYS
    child.send("\x1a")
    child.expect("Stopped")
    child.expect_exact(SHELL_PROMPT)
    assert " icanon" in say(child, "stty -a") and " echo " in child.before
    child.sendline("fg")
    child.expect_exact("2/3 search")
    child.expect_exact(ASK)
    assert mode_after(child, expected=KEYS) == KEYS
    child.send("f")
    child.expect("Enter for critical")
    assert mode_after(child, expected=SANE) == SANE
    child.send("\x1a")
    child.expect_exact(SHELL_PROMPT)
    child.sendline("fg")
    child.expect("Enter for critical")
    assert mode_after(child, expected=SANE) == SANE
    child.send("2\r\r")
    child.expect_exact("Logged: FAIL, serious.")
    child.expect_exact(ASK)
    child.send("q")
    child.expect_exact(SHELL_PROMPT)
    say(child, "stty -a")
    assert " icanon" in child.before and " echo " in child.before
    child.close(force=True)
    assert outcomes(walked) == ["pass", "fail"]


def test_stopped_from_outside_it_takes_the_terminal_again(walked):
    child = walk(walked)
    child.expect_exact(ASK)
    assert mode_after(child, expected=KEYS) == KEYS
    os.kill(child.pid, signal.SIGSTOP)
    time.sleep(0.1)
    subprocess.run(["stty", "sane"], stdin=child.child_fd, check=True)
    assert mode_after(child, expected=SANE) == SANE
    os.kill(child.pid, signal.SIGCONT)
    child.expect_exact("1/3 home")
    child.expect_exact(ASK)
    assert mode_after(child, expected=KEYS) == KEYS
    child.send("q")
    assert end(child) == 0


def test_killed_nothing_is_lost_and_the_shell_is_usable(walked):
    child = shell(walked)
    child.sendline(f"'{PROGRAM}' walk --checklist one")
    child.expect_exact(ASK)
    for _ in range(2):
        child.send("p")
        child.expect_exact(ASK)
    pid = subprocess.run(["pgrep", "-P", str(child.pid), "a11y"], capture_output=True, text=True, check=True).stdout
    os.kill(int(pid), signal.SIGKILL)
    child.expect("Killed")
    child.expect_exact(SHELL_PROMPT)
    say(child, "stty -a")
    assert " icanon" in child.before and " echo " in child.before
    child.close(force=True)
    assert outcomes(walked) == ["pass", "pass"]
    walked.require_sound()


def test_a_line_of_a_pipe_that_is_interrupted_is_kept_or_not_there(walked):
    process = subprocess.Popen(
        [PROGRAM, "walk", "--checklist", "one", "--tester", "t1"], cwd=walked.folder, env=environment(walked.folder),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"p\nf 2 half a li")
    process.stdin.flush()
    deadline = time.monotonic() + 120
    while walked.rows("SELECT count(*) FROM result") == [(0,)] and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 143, err
    assert b"All answers so far are saved." in out and err == b""
    assert outcomes(walked) == ["pass"]


def test_resizing_is_harmless(walked):
    child = walk(walked)
    child.expect_exact(ASK)
    for columns in 20, 200, 40:
        child.setwinsize(24, columns)
    child.send("r")
    child.expect_exact(ASK)
    longest = max(map(len, child.before.replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()))
    assert 25 < longest <= 40
    child.send("q")
    assert end(child) == 0
