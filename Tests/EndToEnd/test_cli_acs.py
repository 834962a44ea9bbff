"""The automatic criteria of the CLI Accessibility Conformance Specification (CLI-ACS) v1.0, checked on ourselves.

`a11y help accessibility` lists the criteria that pass; each of them has a function here, named after it.
"""

import json
import re

import pexpect
import pytest

from conftest import COMPONENTS, once
from program import CHECK, COMPONENT, PROGRAM, environment, processor_time

ESCAPE = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")
COLOUR = re.compile(r"\x1b\[[\d;]*[34]\d[\d;]*m")
PAGES = [["status"], ["list", "cells"], ["list", "checks"], ["show", COMPONENT], ["help"], ["log", "--help"]]


@once(*COMPONENTS)
def shown(tracker):
    """A tracker with something to show."""
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "2", "-m", "reads the file name", "--tester", "t1")
    tracker.ok("log", "pass", CHECK, "home", "search", "--tester", "t1")


def page(tracker, *words, **variables):
    """What a command shows at a terminal, and its exit code."""
    child = pexpect.spawn(
        str(PROGRAM), [str(word) for word in words], cwd=tracker.folder, dimensions=(24, 80), timeout=120,
        encoding="utf-8", env=environment(tracker.folder, **{"TERM": "xterm-256color", **variables}))
    text = child.read()
    child.close()
    return text, child.exitstatus


def commands(tracker):
    """Every command with each of its kinds, read off the overview and the help of each."""
    text = tracker.ok("help", "--plain").text
    names = [name for row in re.findall(r"^[a-z]+: (.+)$", text, re.MULTILINE) for name in row.split(", ")]
    found = []
    for name in names:
        if name.startswith("a11y") or tracker.run("help", name).code != 0:
            continue
        found.append([name])
        section = re.search(r"^KIND\n(.*?)(?:\n\n|\Z)", tracker.ok("help", name, "--plain").text, re.M | re.S)
        if section:
            found += [[name, kind] for kind in re.findall(r"^([a-z-]+): ", section.group(1), re.MULTILINE)]
    return found


def test_os_1(shown):
    (shown.folder / ".config/a11y").mkdir(parents=True)
    (shown.folder / ".config/a11y/config").write_text("no setting\n")
    answer = shown.ok("config")
    assert b"warning" in answer.err and b"warning" not in answer.out


def test_os_2(shown):
    assert shown.run("status").code == 0
    for words in ["show", "nope"], ["list", "--nope"], ["log"], ["import", "nope.json"]:
        assert shown.run(*words).code != 0, words


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_os_3(shown, words):
    assert not ESCAPE.search(shown.ok(*words).text)


def test_os_6(shown):
    for words in ["status"], ["list", "cells"], ["list", "components"], ["show", COMPONENT], ["doctor"]:
        assert isinstance(json.loads(shown.ok(*words, "--json").out), dict), words
    plain, rows = shown.ok("list", "cells", "--plain").text, json.loads(shown.ok("list", "cells", "--json").out)["rows"]
    for row in rows:
        assert row["component"] in plain and row["outcome"].upper() in plain


def test_os_7(folder):
    loud, quiet = folder / "loud", folder / "quiet"
    for place, flag in (loud, []), (quiet, ["-q"]):
        place.mkdir()
        text, code = pexpect.run(
            f"{PROGRAM} init --build 3.2 --platform iOS {' '.join(flag)}", cwd=place, withexitstatus=True, env=environment(place))
        assert code == 0
        place.joinpath("said").write_bytes(text)
    assert len((quiet / "said").read_bytes()) < len((loud / "said").read_bytes())


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_os_8(shown, words):
    """An id or a command line that is wider than the terminal stands whole, on a line of its own."""
    for line in shown.ok(*words, COLUMNS="40").text.splitlines():
        assert len(line) <= 40 or " " not in line.strip() or "a11y " in line or len(line.split()[-1]) > 20, line


def test_os_9(shown):
    pager = "sed 's/^/paged: /'"
    assert page(shown, "help", "query", PAGER=pager)[0].startswith("paged: ")
    assert "paged: " not in page(shown, "--version", PAGER=pager)[0]
    assert "paged: " not in shown.ok("help", "query", PAGER=pager).text


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_os_10(shown, words):
    text = shown.ok(*words, "--plain").text
    assert not re.search("[\u2500-\u259f\u2800-\u28ff]", text) and not ESCAPE.search(text)


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_cv_2(shown, words):
    assert not COLOUR.search(page(shown, *words, NO_COLOR="1")[0])
    assert COLOUR.search(page(shown, "list", "cells")[0]), "there are colours otherwise"


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_cv_3(shown, words):
    text, code = page(shown, *words, "--no-color", FORCE_COLOR="1")
    assert code == 0 and not COLOUR.search(text)


def test_cv_4(shown):
    assert not ESCAPE.search(shown.ok("list", "cells").text)
    assert not ESCAPE.search(shown.run("list", "--nope").error)


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_cv_5(shown, words):
    assert "\x1b" not in page(shown, *words, TERM="dumb")[0]


def test_cv_6(shown):
    assert not COLOUR.search(page(shown, "list", "cells", "--color=never")[0])
    assert COLOUR.search(shown.ok("list", "cells", "--color=always").text)
    assert COLOUR.search(page(shown, "list", "cells", "--color=auto")[0])
    assert not COLOUR.search(shown.ok("list", "cells", "--color=auto").text)


def test_hd_1(shown):
    long, short = shown.ok("--help"), shown.ok("-h")
    assert long.out == short.out and b"log" in long.out and long.err == b""


def test_hd_2(shown):
    found = commands(shown)
    assert ["walk"] in found and ["new", "component"] in found and len(found) > 30
    for words in found:
        text = shown.ok(*words, "--help").out
        assert text == shown.ok("help", *words).out and text
        short = shown.ok(*words, "-h").text
        assert short == shown.ok("help", *words, "--brief").text
        assert len(short.splitlines()) <= 25 and f"a11y {' '.join(words)} --help" in short, short
        assert all(len(line) <= 80 or line.startswith("  a11y ") for line in short.splitlines()), short


def test_hd_3(shown):
    assert re.fullmatch(r"a11y \d+\.\d+\.\d+\n", shown.ok("--version").text)


def test_hd_4(shown):
    for words in ["log"], ["backup"], ["show"], ["calc", "contrast"]:
        answer = shown.run(*words)
        assert answer.code == 2 and answer.out == b"" and "--help" in answer.error, words
        assert len(answer.error.splitlines()) <= 3, "no page of help where a line will do"


@pytest.mark.parametrize("words", [["log", "-", "--tester", "t1"], ["new", "component", "--from", "-"], ["import", "-"]],
                         ids=" ".join)
def test_hd_8(shown, words):
    child = pexpect.spawn(str(PROGRAM), words, cwd=shown.folder, timeout=120, env=environment(shown.folder))
    child.expect("Ctrl-D")
    child.close(force=True)


def test_hd_9(shown):
    text = shown.ok("help", "--man").text
    assert re.match(r'\.TH "A11Y" 1 "\d{4}-\d\d-\d\d" ', text) and shown.ok("--version").text.split()[1] in text


def test_hd_12(shown):
    for shell in "bash", "zsh", "fish":
        assert shown.ok("completion", shell).out


def test_hd_13(shown):
    assert re.search(r"^\.SH NAME\na11y \\- \w+", shown.ok("help", "--man").text, re.MULTILINE)


def test_ef_1(shown):
    for words in ["show", "nope"], ["list", "--nope"], ["export", "nope"]:
        answer = shown.run(*words)
        assert answer.out == b"" and answer.err


def test_ef_2(shown, folder):
    (folder / "broken.json").write_text("{")
    for words in ["import", folder / "broken.json"], ["log", "pass", "nope", "home", "--tester", "t"], ["backup", "/no/x"]:
        assert shown.run(*words).code != 0, words


def test_ef_4(shown, folder):
    (folder / "broken.json").write_text("{")
    codes = [shown.run(*words).code for words in (["log"], ["show", "nope"], ["import", folder / "broken.json"])]
    assert codes == [2, 3, 4]
    assert "4" in shown.ok("help", "exit-codes").text


def test_ef_9(shown):
    error = json.loads(shown.run("show", "nope", "--json").err)["error"]
    assert error["code"] and error["message"] and error["hint"]


def test_ii_1(shown):
    """What a walk asks, `log` takes as flags."""
    shown.ok("log", "fail", "touch-target.minimum-44pt", COMPONENT, "-s", "2", "--value", "40x40", "-m", "small",
             "--condition", "dark", "--tester", "t1", "--no-input")


@pytest.mark.parametrize("words", [["walk", "--tester", "t1"], ["resolve"], ["log", "-", "--tester", "t1"]], ids=" ".join)
def test_ii_2(shown, words):
    # A program that waited for somebody would be ended by the deadline of the tests.
    shown.run(*words)


def test_ii_3(shown, folder):
    target = folder / "backup.db"
    shown.ok("backup", target, "--no-input")
    child = pexpect.spawn(str(PROGRAM), ["backup", str(target), "--no-input"], cwd=shown.folder, timeout=120,
                          env=environment(shown.folder))
    child.expect("--yes")
    child.expect(pexpect.EOF)


@pytest.mark.parametrize("words", [["walk", "--tester", "t1"], ["log", "-", "--tester", "t1"]], ids=" ".join)
def test_ii_4(shown, words):
    child = pexpect.spawn(str(PROGRAM), words, cwd=shown.folder, timeout=120, env=environment(shown.folder))
    child.expect(r"Ctrl-D|help\): ")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130 or child.signalstatus


def test_ii_8(shown):
    before = shown.rows("SELECT count(*) FROM result")
    for words in ["log", "pass", CHECK, "home", "--tester", "t1"], ["undo"]:
        assert shown.ok(*words, "--dry-run").text.startswith("Would ")
    assert shown.rows("SELECT count(*) FROM result") == before


def test_ii_10(shown):
    shown.ok("log", "-", "--tester", "t1", stdin=f"pass\t{CHECK}\thome\n".encode())
    assert shown.ok("export", "-o", "-").out.startswith(b"{")


def test_ec_3(shown):
    home = {"XDG_CONFIG_HOME": str(shown.folder / "config")}
    shown.ok("config", "tester", "configured", **home)
    ways = [([], {}, "configured"), ([], {"A11Y_TESTER": "variable"}, "variable"),
            (["--tester", "flag"], {"A11Y_TESTER": "variable"}, "flag")]
    for words, variables, who in ways:
        shown.ok("log", "pass", CHECK, "home", *words, **home, **variables)
        sql = ("SELECT term.text FROM result JOIN context ON context.id = result.context "
               "JOIN term ON term.id = context.tester ORDER BY result.id")
        assert shown.rows(sql)[-1] == (who,)
    assert "Flags and variables override the configuration." in shown.ok("help", "environment", "--plain").text


def test_ec_4(shown):
    place = shown.folder / "elsewhere"
    shown.ok("config", "tester", "t9", XDG_CONFIG_HOME=str(place))
    assert (place / "a11y/config").exists() and not list(shown.folder.glob(".config/a11y/*"))


@pytest.mark.parametrize("names, used", [({"VISUAL": "one", "EDITOR": "two"}, "one"), ({"EDITOR": "two"}, "two")])
def test_ec_6(shown, names, used):
    for name in "one", "two":
        editor = shown.folder / name
        editor.write_text(f"#!/bin/sh\ntouch '{shown.folder}/{name}.called'\n")
        editor.chmod(0o755)
    child = pexpect.spawn(
        str(PROGRAM), ["walk", "--tester", "t1"], cwd=shown.folder, timeout=120, encoding="utf-8",
        env=environment(shown.folder, **{name: str(shown.folder / value) for name, value in names.items()}))
    child.expect(r"help\): ")
    child.send("M")
    child.expect(r"help\): ")
    child.send("q")
    child.expect(pexpect.EOF)
    assert [path.name for path in shown.folder.glob("*.called")] == [f"{used}.called"]


def test_ec_5(shown):
    own = {"A11Y_PAGER": "sed 's/^/own: /'", "PAGER": "sed 's/^/any: /'"}
    assert page(shown, "help", "query", **own)[0].startswith("own: ")
    assert page(shown, "help", "query", PAGER=own["PAGER"])[0].startswith("any: ")


def test_ec_7(shown):
    for variables in {"LANG": "C"}, {"LANG": "en_US.UTF-8"}, {"LC_ALL": "POSIX"}:
        shown.ok("status", **variables).out.decode("utf-8")


def test_ec_11(shown):
    narrow, wide = (shown.ok("list", "cells", COLUMNS=columns, LINES="10").text for columns in ("40", "200"))
    assert max(map(len, narrow.splitlines())) < max(map(len, wide.splitlines()))


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_tm_1(shown, words):
    assert b"\r" not in shown.ok(*words).out


def test_tm_2(shown):
    rows = f"pass\t{CHECK}\thome\n".encode() * 30_000
    answer = shown.ok("log", "-", "--tester", "t1", stdin=rows)
    assert b"\r" not in answer.err and b"\x1b" not in answer.err


@pytest.mark.costly
def test_tm_6(shown):
    shown.ok("--help")
    before = processor_time()
    shown.ok("--help")
    assert processor_time() - before < 0.5


def test_il_1(shown):
    shown.ok("log", "fail", CHECK, "home", "-m", "größer als ✓ 日本", "--tester", "t1")
    assert "größer als ✓ 日本" in shown.ok("show", CHECK, "home", LANG="en_US.UTF-8").out.decode("utf-8")


def test_il_4(shown):
    for words in PAGES:
        assert not re.search("[\u2500-\u257f]", shown.ok(*words).text), words


def test_the_list_in_help_is_what_is_tested_here(shown):
    text = shown.ok("help", "accessibility", "--plain").text
    passed = text[text.index("These pass"):text.index("These do not pass:")]
    listed = set(re.findall(r"^([A-Z]{2}-\d+): ", passed, re.MULTILINE))
    assert "CLI-ACS" in text
    assert listed == {name[5:].upper().replace("_", "-") for name in globals() if re.fullmatch(r"test_[a-z]{2}_\d+", name)}
