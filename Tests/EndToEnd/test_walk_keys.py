"""What fingers, terminals and colleagues do to a walk that it must not take for answers."""

import json
import stat
import subprocess
import sys

import pytest

from conftest import once
from program import CHECK, PROGRAM, environment
from walking import ASK, cells, end, start

OTHER = "Unknown key."


@once("home,icon-button", "search,icon-button", "sign-in/close-button,icon-button", "z/button,icon-button")
def walked(tracker):
    """Eight items: two checks on four components, one of which measures."""
    tracker.ok("new", "checklist", "two", "--check", f"{CHECK},touch-target.minimum-44pt")


def walk(tracker, *words, **more):
    child = start(tracker, "--checklist", "two", *words, **more)
    child.expect_exact(ASK)
    return child


@pytest.mark.parametrize("keys", ["\x1b[A", "\x1b[B", "\x1bOP", "\x1b[15~", "\x1b[1;5D", "é", "日", "😀", "\t", "x", "P", "\x1b"],
                         ids=repr)
def test_a_key_that_is_none_says_so_once_and_does_nothing(walked, keys):
    child = walk(walked)
    child.send(keys)
    child.expect_exact(ASK)
    assert child.before.count(OTHER) == 1 and "2/" not in child.before
    child.send("q")
    assert end(child) == 0
    assert cells(walked) == {}


def test_enter_alone_answers_nothing(walked):
    child = walk(walked)
    for _ in range(3):
        child.send("\r")
        child.expect_exact(ASK)
        assert "Enter an answer, or ? for help." in child.before
    child.send("q")
    assert end(child) == 0
    assert cells(walked) == {}


@pytest.mark.parametrize("text", ["pppppppp", "p\rp\rp\rp\r", "\x1b[200~pass\x1b[201~", "p" * 5_000,
                                  "Each control speaks a name besides its role.\n" * 40], ids=lambda text: text[:12])
def test_pasted_text_answers_nothing(walked, text):
    child = walk(walked)
    child.send(text)
    child.expect_exact("Ignored pasted text")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    assert cells(walked) == {}


def test_five_fast_passes_get_a_word_and_are_taken_back(walked):
    child = walk(walked, "--check", CHECK, "--all")
    for _ in range(4):
        child.send("p")
        child.expect_exact(ASK)
    child.send("b")
    child.expect_exact(ASK)
    child.send("p")
    child.expect_exact("5 passes in 3 s.")
    child.expect_exact(ASK)
    for _ in range(5):
        child.send("u")
        child.expect_exact("Undone: pass")
        child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    assert cells(walked) == {}


def test_keys_typed_ahead_of_a_question_answer_it(walked):
    child = walk(walked)
    child.send("f2\r")
    child.expect_exact("Note (optional")
    child.send("reads the file näme ✓\r")
    child.expect_exact("Logged: FAIL, serious, with note.")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    assert list(cells(walked).values()) == [("fail", 2, None, "reads the file näme ✓")]


def test_lines_at_a_terminal_forgive(walked):
    child = walk(walked, "--keys", "line")
    for line, words in [("x", "Invalid answer"), ("", "Enter an answer"), ("f v=3", "no measured value"), ("\x1b[A", "Invalid answer"),
                        ("g 99", "Expected an item number from 1 to")]:
        child.sendline(line)
        child.expect_exact(words)
        child.expect_exact(ASK)
    child.sendline("f 2 close cross 18 px")
    child.expect_exact("Logged: FAIL, serious, with note.")
    child.expect_exact(ASK)
    child.sendeof()
    assert end(child) == 0
    assert list(cells(walked).values()) == [("fail", 2, None, "close cross 18 px")]


def test_a_long_note_is_written_in_the_editor_that_is_named(walked, folder):
    editor = folder / "an editor"
    mode = f"'{sys.executable}' -c 'import os, sys; print(oct(os.stat(sys.argv[1]).st_mode)[-3:])'"
    editor.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{folder}/called'\n{mode} \"$2\" > '{folder}/mode'\n"
                      "printf 'two\\nlines\\n' > \"$2\"\n")
    editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
    temporary = folder / "temporary"
    temporary.mkdir()
    child = walk(walked, VISUAL=f"'{editor}' --wait;touch${{IFS}}bad", EDITOR="false", TMPDIR=str(temporary))
    child.send("M")
    child.expect_exact(f"Saved note: {CHECK} home.")
    child.expect_exact(ASK)
    child.send("q")
    assert end(child) == 0
    words = (folder / "called").read_text().splitlines()
    assert words[0] == "--wait;touch${IFS}bad" and words[1].startswith(str(temporary))
    assert (folder / "mode").read_text() == "600\n"
    assert list(temporary.iterdir()) == [], "the note was left lying about"
    assert "two / lines" in walked.ok("show", CHECK, "home", "--plain").text


def test_a_file_goes_with_the_answer_it_was_named_for(walked):
    (walked.folder / "my shot.txt").write_text("VoiceOver says: button")
    child = walk(walked)
    child.send("e")
    child.expect_exact("Evidence file: ")
    child.send("'my shot.txt'\r")
    child.expect_exact("Evidence for this item's answer: my shot.txt (22 bytes).")
    child.expect_exact(ASK)
    child.send("n")
    child.expect_exact("Logged: N/A. Evidence: my shot.txt (22 bytes).")
    child.expect_exact(ASK)
    child.send("e")
    child.expect_exact("Evidence file: ")
    child.send("'my shot.txt'\r")
    child.expect_exact(ASK)
    child.sendintr()
    assert end(child) == 130
    assert "Discarded my shot.txt" in child.before
    rows = json.loads(walked.ok("list", "evidence", "--json").out)["rows"]
    assert [(row["name"], row["component"]) for row in rows] == [("my shot.txt", "home")]
    walked.require_sound()


def test_an_editor_that_fails_or_is_not_there_keeps_nothing(walked, folder):
    for editor, words in [("false", "its text was not saved"), ("/no/such/editor", "cannot start editor"), (None, "Set VISUAL")]:
        child = walk(walked, VISUAL=editor)
        child.send("M")
        child.expect_exact(words) if editor else child.expect_exact("Cannot open an editor")
        child.expect_exact(ASK)
        child.send("q")
        assert end(child) == 0
    assert walked.rows("SELECT count(*) FROM note") == [(0,)]


def test_two_walks_at_once_share_the_work(walked):
    """Turn by turn, each meets what the other did; no item is answered twice, none is left."""
    one, other = walk(walked, tester="t1"), walk(walked, tester="t2")
    said = {one: "", other: ""}

    def send(child, key):
        child.send(key)
        child.expect_exact(ASK)
        said[child] += child.before
        if "Answer again to add yours" in child.before:
            send(child, "s")

    for turn in range(40):
        if "Last item." in said[one] and "Last item." in said[other]:
            break
        child = (one, other)[turn % 2]
        if "Last item." not in said[child]:
            send(child, "n")
    for child in one, other:
        child.send("q")
        assert end(child) == 0
    assert "another tester" in said[one] + said[other]
    seen = walked.rows("SELECT component, \"check\", results FROM v_cell")
    assert len(seen) == 8 and all(results == 1 for _, _, results in seen), seen
    walked.require_sound()


def test_eight_walks_through_pipes_lose_nothing(walked):
    walks = [subprocess.Popen(
        [PROGRAM, "walk", "--checklist", "two", "--tester", f"t{number}", "--keys", "line"], cwd=walked.folder,
        env=environment(walked.folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for number in range(8)]
    for process in walks:
        process.stdin.write(b"n\n" * 3)
    answered = 0
    for process in walks:
        out, err = process.communicate(timeout=60)
        assert process.returncode in (0, 4), err
        answered += out.count(b"Logged: ")
    assert answered == walked.rows("SELECT count(*) FROM result")[0][0] >= 3
    walked.require_sound()


@pytest.mark.parametrize("words, variables, code, said", [
    (["--tester", ""], {}, 2, "missing tester"), (["--audit", "nope"], {}, 3, "nope"),
    (["--component", "hone"], {}, 3, "Did you mean home"), (["--component", "x/**"], {}, 3, "no component"),
    (["--check", "voiceover.label-presnt"], {}, 3, "Did you mean"), (["--checklist", "tow"], {}, 3, "Did you mean two"),
    (["--keys", "single"], {}, 2, "--keys line"), (["--only", "fail", "--all"], {}, 2, "--only cannot be combined with --all"),
    (["--only", "failed"], {}, 2, "fail"), (["--json"], {}, 2, "table or plain"),
])
def test_what_cannot_be_walked_is_refused(walked, words, variables, code, said):
    answer = walked.run("walk", *([] if "--tester" in words else ["--tester", "t1"]), *words, stdin=b"p\n", **variables)
    assert answer.code == code and said in answer.error, answer.error
    assert cells(walked) == {}


def test_nobody_is_asked_where_nobody_may_be(walked):
    child = start(walked, "--no-input")
    child.expect_exact("--no-input forbids")
    assert end(child) == 2
    assert walked.run("walk", "--tester", "t1", "--no-input", stdin=b"q\n").code == 0


def test_an_empty_queue_says_what_to_do(walked):
    words = ["walk", "--tester", "t1", "--component", "home", "--check", CHECK]
    walked.ok(*words, stdin=b"p\n")
    assert "All items answered: 1 item." in walked.ok(*words).text
    assert "no item is a fail" in walked.ok("walk", "--tester", "t1", "--only", "fail").text
    walked.register("x,image")
    assert "no check applies" in walked.ok("walk", "--tester", "t1", "--component", "x", "--check", CHECK).text
