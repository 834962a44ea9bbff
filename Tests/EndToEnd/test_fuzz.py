"""Whatever is typed, read or handed over, damaged at random: an answer in words, in time, and nothing half-written.

A11Y_FUZZ says how many cases of each kind; Scripts/soak fuzz does many more. A case that broke something once stands
under its own name in the tests of what it broke.
"""

import json
import random
import shutil

import pexpect
import pytest

from conftest import SEED
from facts import bundle, require_bundle
from fuzzing import (
    CASES, PROVERBS, Held, examples, twisted_bytes, twisted_json, twisted_table, twisted_text, twisted_value, twisted_words)
from program import CHECK, COMPONENT, PROGRAM, Tracker, environment
from tapping import CODES, HEAD, line

ROWS = "".join(
    f"{outcome}\t{check}\t{component}\t{condition}\t{value}\t{note}\n" for outcome, check, component, condition, value, note in [
        ("pass", CHECK, COMPONENT, "", "", ""), ("fail", "touch-target.minimum-44pt", COMPONENT, "dark", "40x40", "too small"),
        ("na", "haptics.type-success", "home", "", "", "no haptic here"), ("cant-tell", CHECK, "search", "", "", "asleep")])
COMPONENTS = ("key,kind,title,screens,owner,size,tags\ncart/pay,button,Pay,cart,dev-1,56x56,checkout\n"
              "cart/remove,icon-button,Remove,cart;list,dev-2,40x40,\ncart/total,text,\"Total, with tax\",cart,,,\n")
PAPERS = "\n".join([HEAD, line(CODES[0], "hhmhhhhhhh"), line(CODES[1], "hhhhhhkhhm", age="9-10"), ""])
STYLE = [{"table": "style", "name": "hero", "title": "Hero button", "meaning": "Our largest button.", "use_when": "Once on a screen.",
          "aliases": ["big"], "goes_wrong": ["Twice on a screen."], "platforms": ["iOS"], "checks": [CHECK],
          "figures": [{"name": "radius", "value": "12 pt"}], "interfaces": [{"name": "HeroStyle", "since": {"iOS": "17.0"}}],
          "expects": {"size": "56x56", "haptics": ["medium"]}}]
AXE = {"testEngine": {"name": "axe-core", "version": "4.12"}, "url": "file:///x", "violations": [
    {"id": "color-contrast", "impact": "serious", "help": "contrast", "nodes": [{"target": ["#pay"], "failureSummary": "low"}]}]}


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A tracker with a little of everything, made once."""
    tracker = Tracker(tmp_path_factory.mktemp("fuzz") / "tracker")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.ok("config", "tester", "t1")
    tracker.register("home,screen", "search,screen", "sign-in/close-button,icon-button")
    tracker.ok("log", "-", stdin=ROWS.encode())
    tracker.ok("new", "audit", "spring-24", "--checklist", "critical-rules", "--build", "3.2")
    tracker.ok("log", "fail", CHECK, "home", "--audit", "spring-24", "-s", "1", "-m", "says nothing", "--build", "3.2")
    tracker.ok("new", "waiver", "home", CHECK, "--reason", "deferred", "--approver", "l1", "--until", "2099-01-31")
    tracker.ok("new", "task", "Grow it", "--component", COMPONENT)
    tracker.ok("new", "question", "Landscape?")
    tracker.ok("new", "plan", "close-44", "--component", COMPONENT, "--size", "44x44", "--children", "8", "--taps", "10")
    tracker.ok("export", "-o", "old.a11y.json")
    return tracker


@pytest.fixture
def held(full, folder):
    """A copy of it for one test."""
    copy = Tracker(folder / "tracker")
    shutil.copytree(full.folder, copy.folder)
    return Held(copy)


def cases(name, number=CASES):
    """Numbers of cases with dice of their own, so that a failure names the one case to repeat."""
    for case in range(number):
        yield case, random.Random(f"{SEED} {name} {case}")


def require_kept(held, answer, told):
    """What was refused changed nothing; what was taken left a sound tracker. Findings that have no place are kept, and the
    exit code says that none has one."""
    is_kept = answer.code == 3 and (b"state:unmatched" in answer.err or b'"signals": {' in answer.out)
    if answer.code in (2, 3, 4) and held.changed and not is_kept:
        pytest.fail(f"exit {answer.code}, and the tracker is not what it was: {told}")


def test_command_lines(held):
    corpus = examples(held.tracker)
    assert len(corpus) > 100
    for case, dice in cases("command lines"):
        words = twisted_words(dice, corpus)
        if words[:1] in (["walk"], ["tap"]):
            words += ["--keys", "line"]
        lines = "".join(dice.choice(["p\n", "f 2 x\n", "q\n", "?\n", "\n", twisted_text(dice, "s note") + "\n"]) for _ in range(6))
        answer = held.run(*words, stdin=dice.choice([b"", lines.encode(errors="replace"), ROWS.encode()]))
        if words[:1] not in (["walk"], ["tap"]):
            require_kept(held, answer, (case, words))
        if held.changed:
            # A tracker that was moved on is sound; an empty one may stand where `init` or `demo` was asked for.
            if held.tracker.database.is_file():
                held.tracker.ok("doctor")
        held.put_back()


def test_queries(held):
    seeds = ["status:fail severity:1,2", "component:sign-in/** -owner:qa-1", "since:2026-01-01 screen:home", "category:voiceover",
             "kind:icon-button,screen tag:x", "check:touch-target.*", "condition:dark build:3.2", "note:'too small'"]
    for case, dice in cases("queries"):
        query = [twisted_text(dice, word) for word in dice.choice(seeds).split()]
        query = [word.replace("\0", "")[:100_000] for word in query]
        command = dice.choice([["list", "cells"], ["list", "findings"], ["list", "results"], ["report"], ["trend"],
                               ["gate", "--max-critical", "0"], ["status"], ["worksheet", "-o", "page.html"], ["list", "retest"]])
        answer = held.run(*command, "--", *query)
        assert not held.changed, (case, query)
        assert answer.code in (0, 1, 2, 3), (case, query, answer.error)


def twisted_facts(dice, text: bytes) -> bytes:
    """A bundle with something else in one of its facts, and digests that say that it belongs there."""
    document = json.loads(text)
    at = dice.randrange(len(document["facts"]))
    fact = dict(document["facts"][at])
    fact["body"] = twisted_value(dice, fact["body"])
    if dice.random() < 0.2:
        fact["at"] = twisted_value(dice, fact["at"])
    if dice.random() < 0.2:
        fact["saw"] = twisted_value(dice, fact["saw"])
    if dice.random() < 0.1:
        fact["salt"] = dice.choice(["", "00" * 15, "00" * 16, "00" * 17, "AB" * 16])
    facts = document["facts"][:at] + [fact] + document["facts"][at + 1:]
    try:
        return bundle(document["tracker"], facts).encode()
    except UnicodeEncodeError:
        return twisted_bytes(dice, text)


def documents(tracker):
    """Files that commands read: what reads it, its bytes, and the way to damage them."""
    tracker.ok("show", CHECK, "--json", "-o", "check.json")
    check = {**json.loads((tracker.folder / "check.json").read_bytes())["check"], "id": "team.own", "category": "team"}
    checklist = {"id": "ours", "title": "Ours", "checks": [CHECK, "touch-target.minimum-44pt"]}
    old = (tracker.folder / "old.a11y.json").read_bytes()
    baseline = tracker.ok("list", "cells", "--json").out
    return {
        "check": (["new", "check", "--from"], json.dumps(check).encode(), twisted_json),
        "checklist": (["new", "checklist", "--from"], json.dumps(checklist).encode(), twisted_json),
        "reference": (["new", "reference", "--from"], json.dumps(STYLE).encode(), twisted_json),
        "components": (["new", "component", "--from"], COMPONENTS.encode(), twisted_table),
        "results": (["log", "-"], ROWS.encode(), twisted_table),
        "papers": (["tap", "run", "close-44", "--from"], PAPERS.encode(), twisted_table),
        "axe": (["import", "--component", COMPONENT], json.dumps(AXE).encode(), twisted_json),
        "bundle": (["import"], old, twisted_json),
        "bytes": (["import"], old, twisted_bytes),
        "facts": (["import"], old, twisted_facts),
        "baseline": (["gate", "--baseline"], baseline, twisted_json),
        "children": (["tap", "estimate", "-"], b"9/10\n8/10\n10/10\n", twisted_table),
    }


@pytest.mark.parametrize("name", [
    "check", "checklist", "reference", "components", "results", "papers", "axe", "bundle", "bytes", "facts", "baseline",
    "children"])
def test_files(held, name):
    command, content, twist = documents(held.tracker)[name]
    held.files |= {"check.json", "given"}
    is_input = command[-1] == "-"

    def give(data):
        (held.tracker.folder / "given").write_bytes(data)
        return held.run(*command, *([] if is_input else ["given"]), stdin=data if is_input else b"")

    assert give(content).code == 0, "what is damaged below is good as it stands"
    held.put_back()
    for case, dice in cases(name):
        data = twist(dice, content)
        answer = give(data)
        require_kept(held, answer, (name, case, data[:2000], answer.error))
        if held.changed:
            if case % 5 == 0:
                held.tracker.ok("doctor")
            held.put_back()


def spoiled(dice, whole: bytes) -> bytes:
    """A database with bits turned, pages cut off, or the first lines of the file where others belong."""
    data = bytearray(whole)
    if dice.random() < 0.2:
        del data[dice.randrange(1, len(data)):]
    for _ in range(dice.choice([1, 4, 32])):
        # Half of it where pages keep their order: in the first hundred bytes of one of them.
        at = dice.randrange(len(data))
        if dice.random() < 0.5:
            at = min(at // 4096 * 4096 + dice.randrange(100), len(data) - 1)
        if dice.random() < 0.2:
            data[at:at + 64] = data[:64]
        else:
            data[at] ^= 1 << dice.randrange(8)
    return bytes(data)


def test_databases(held):
    """A file that was handed over damaged: read or refused, and no fact comes out of it other than it went in."""
    told = json.loads((held.tracker.folder / "old.a11y.json").read_bytes())["facts"]
    known = {(fact["r"], fact["n"]): fact for fact in told}
    commands = [["status"], ["list", "cells"], ["show", COMPONENT], ["report"], ["doctor"], ["verify", "--db"], ["trend"],
                ["log", "pass", CHECK, "home"], ["undo"], ["backup", "copy.db"], ["list", "findings", "--json"],
                ["import", "old.a11y.json"], ["doctor", "--rebuild"], ["sync", "shared"]]
    (held.tracker.folder / "shared").mkdir()
    held.files |= {"shared"}
    for case, dice in cases("databases"):
        held.tracker.database.write_bytes(spoiled(dice, held.bytes))
        for command in dice.sample(commands, 3):
            held.run(*command)
        if held.run("export", "-o", "new.a11y.json").code == 0:
            for fact in require_bundle((held.tracker.folder / "new.a11y.json").read_text()):
                was = known.get((fact["r"], fact["n"]), fact)
                assert was == fact, (case, fact)
        held.put_back()


KEYS = [*"pfnscuqjk?/g vtedxm1234\r\n \t", "\x1b", "\x1b[A", "\x1b[B", "\x1b[200~pasted\x1b[201~", "\x1b[1;5C", "\x1bOP", "\x7f",
        "\x08", "\x01", "\x05", "\x0b", "\x15", "\x17", "\x0c", "\x1a", "é", "\U0001f469\u200d\U0001f9bd", "\udcff", "40x40\r", "note\r"]


@pytest.mark.parametrize("words", [
    ["walk"], ["walk", "--only", "untested", "--component", "home"],
    ["tap", "run", "close-44", "--age-band", "6-8", "--moderator", "m1", "--consent", "c-17", "--guardian", "--assent"]],
    ids=["walk", "walk of one component", "tap"])
def test_keys(held, words):
    """Keys in any order: the program goes on or ends in words, and every answer that it took is there."""
    for case, dice in cases(f"keys {words}", max(3, CASES // 30)):
        child = pexpect.spawn(
            str(PROGRAM), words, cwd=held.tracker.folder, dimensions=(dice.choice([3, 24]), dice.choice([1, 20, 80])), timeout=120,
            env=environment(held.tracker.folder, TERM=dice.choice(["xterm-256color", "dumb", "vt52"])))
        child.delaybeforesend = None
        try:
            child.expect(".+")  # what is typed before it listens is for the shell
            for _ in range(60):
                if not child.isalive():
                    break
                key = dice.choice(PROVERBS)[:40] if dice.random() < 0.03 else dice.choice(KEYS)
                if key != "\x1a":  # stopping is for the shell
                    child.send(key.encode(errors="surrogateescape"))
                if dice.random() < 0.3:
                    child.expect([pexpect.TIMEOUT, ".+"], timeout=0.02)
            for end in ["\r", "\x03", "\x04", "\x03"]:
                if child.isalive():
                    child.send(end)
                    child.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=0.5)
            child.expect(pexpect.EOF)
        except (OSError, pexpect.EOF):
            pass
        child.close()
        assert child.signalstatus is None, f"case {case}: signal {child.signalstatus}"
        assert child.exitstatus in (0, 2, 3, 130), f"case {case}: exit {child.exitstatus}"
        held.tracker.ok("doctor")
        held.put_back()
