"""Names and notes of other people: names that look alike, and text that would act in Markdown or in a spreadsheet."""

import contextlib
import json
import re
import sqlite3
import unicodedata

import pytest

from forging import Chain, give
from program import CHECK
from team import Machine, exchange


# Names that look alike

@pytest.fixture
def pair(folder):
    """Two machines whose testers write the same names, and do not."""
    shared = folder / "shared"
    shared.mkdir()
    tia = Machine(folder / "tia", "J\u00f6rg", shared).found("home", "search")
    tia.say("pass", "home", "one")
    tia.sync()
    tom = Machine(folder / "tom", "Jo\u0308rg", shared).join()
    return tia, tom


LOOKS = ['component "Home" looks like "home"', 'tester "Jo\u0308rg" looks like "J\u00f6rg"',
         'tester "t1\\u{200b}" looks like "t1"', 'audit "Spring" looks like "spring"']


def differ(tia, tom):
    tia.ok("new", "audit", "spring", "--checklist", "labels-and-touch")
    tia.ok("log", "pass", CHECK, "search", "--tester", "t1")
    tom.ok("new", "component", "Home", "--kind", "icon-button")
    tom.ok("new", "audit", "Spring", "--checklist", "labels-and-touch")
    tom.say("fail", "Home", "two")
    tom.ok("log", "fail", CHECK, "search", "--tester", "t1\u200b")


def named(text):
    return [look for look in LOOKS if look in text]


def test_names_that_look_alike_are_named_when_they_come_in(pair):
    tia, tom = pair
    differ(tia, tom)
    bundle = tom.folder / "tom.a11y.json"
    tom.ok("export", "-o", bundle)
    dry = tia.ok("import", "--dry-run", bundle)
    assert named(dry.error) == LOOKS and "U+00F6" in dry.error
    assert "looks like" not in tia.ok("doctor").text
    assert named(tia.ok("import", bundle).error) == LOOKS
    assert "looks like" not in tia.ok("import", bundle).error, "they are here already"
    told = json.loads(tia.ok("doctor", "--json").out)["rows"]
    assert sum("looks like" in row["message"] for row in told) == len(LOOKS)
    assert all(row["grade"] != "wrong" for row in told)


@pytest.mark.parametrize("key", [
    "h\u043eme", "h\u03bfme", "\uff48ome", "h\U0001d428me", "hom\u212e", "\u210eome"], ids=ascii)
def test_letters_of_another_script_are_named_when_they_come_in(pair, key):
    tia, _ = pair
    mal = Chain("m" * 12, "mal")
    mal.component(key)
    said = tia.ok("import", give(tia, *mal.facts)).error
    assert f'component "{key}" looks like "home"' in said and "U+" in said


def test_what_else_has_a_name_is_looked_at(pair):
    tia, _ = pair
    tia.ok("log", "pass", CHECK, "home", "--build", "3.2", "--device", "iPad mini 6", "--tester", "J\u00f6rg")
    tia.ok("new", "checklist", "ours", "--check", CHECK)
    tia.ok("edit", "component", "home", "--screen", "start")
    mal = Chain("m" * 12, "J\u00f6r\u0261")
    mal.result("pass", "search", build="3\uff0e2", device="iP\u0430d mini 6", tester="mal")
    mal.add("set", kind="checklist", key="our\u0455", fields={"checks": [CHECK]}, by="J\u00f6r\u0261")
    mal.add("set", kind="component", key="other", fields={"kind": "button", "screens": ["st\u0430rt"]}, by="J\u00f6r\u0261")
    said = tia.ok("import", give(tia, *mal.facts)).error
    for pair in ('tester "J\u00f6r\u0261" looks like "J\u00f6rg"', 'checklist "our\u0455" looks like "ours"',
                 'build "3\uff0e2" looks like "3.2"', 'device "iP\u0430d mini 6" looks like "iPad mini 6"',
                 'screen "st\u0430rt" looks like "start"'):
        assert pair in said
    assert "looks like" not in tia.ok("import", tia.folder / "given.a11y.json").error


def test_a_damaged_change_keeps_no_name_from_being_looked_at(pair):
    tia, _ = pair
    mal = Chain("m" * 12, "mal")
    mal.component("h\u043eme")
    with contextlib.closing(sqlite3.connect(tia.database)) as database, database:
        database.execute("UPDATE fact SET body = '{' WHERE kind = 'set'")
    given = give(tia, *mal.facts)
    assert 'looks like "home"' in tia.ok("import", given).error
    assert "malformed JSON" not in tia.run("doctor").text


def test_names_that_look_alike_are_named_by_sync(pair):
    tia, tom = pair
    differ(tia, tom)
    tom.ok("sync", tom.shared)
    assert named(tia.ok("sync", tia.shared).error) == LOOKS
    assert "looks like" not in tia.ok("sync", tia.shared).error
    exchange(tia, tom)
    assert tia.export() == tom.export()


# Foreign text in Markdown and in spreadsheets

LIVE = ("cc @octocat and @org/team, see #12, o/r#3, GH-7, !12, &3, %v1, [[wiki]], "
        "https://evil.example/a?b=1, www.evil.example, mail@evil.example, a5c3785ed8d6a35868bc169f07e40e889087fd2e")
#: What GitHub and GitLab look for in the text of a page.
REFERENCES = re.compile(
    r"@\w|#\w|\bGH-\d|[!&]\d|%[a-z\"]|\[\[|\w:/|\bwww\.\w|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b", re.IGNORECASE)


@pytest.mark.parametrize("words", [
    ["report"], ["report", "--compare", "2020-01-01"], ["status"], ["list", "cells"], ["list", "results"],
    ["list", "findings"], ["list", "components"], ["show", "home"], ["show", CHECK, "home"], ["trend"],
    ["gate", "--max-critical", "0"], ["report", "--declarations"]], ids=" ".join)
def test_markdown_mentions_nobody_and_links_nothing(tracker, words):
    tracker.ok("edit", "component", "home", "--title", LIVE, "--owner", "@octocat", "--add-screen", "#12")
    tracker.ok("log", "fail", CHECK, "home", "--tester", "@octocat", "-s", "1", "-m", LIVE)
    answer = tracker.run(*words, *(["--md"] if words[0] == "report" and "--declarations" not in words
                                   else ["--format", "md"]))
    assert answer.code in (0, 1), answer.error
    text = re.sub(r"`[^`]*`", "", answer.text)
    # A mark that Markdown takes away is no part of the text; a comment divides it.
    pieces = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace("&amp;", "&").split("<!-- -->")
    found = [found.group(0) for piece in pieces for found in REFERENCES.finditer(piece)]
    assert found == [], found
    assert "\u200b" not in answer.text


FORMULAS = ["=1+1", "+1", "-5", "@SUM(A1)", "\ttab", "'=quoted", "''", "'plain", '"=1+1"', "'\"=1", "back\\slash=", "="]


@pytest.mark.parametrize("form", ["tsv", "csv"])
def test_cells_are_dead_for_spreadsheets_and_come_back_as_they_were(tracker, form):
    for note in FORMULAS:
        tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "-m", note)
    # Of rows of one item the time says which one is later.
    words = ["list", "results", "--format", form, "--columns", "at,outcome,check,component,note"]
    written = tracker.ok(*words).out
    for line in written.splitlines():
        for cell in line.split(b"\t" if form == "tsv" else b","):
            assert not re.match(rb"[\"']{0,3}[=+@\t\r-]", cell) or cell.lstrip(b'"').startswith(b"'"), line
    raw = tracker.ok(*words, "--raw").out
    assert re.search(rb"[\t,]=1\+1\r?\n", raw)
    before = tracker.notes()
    tracker.ok("log", "-", "--tester", "t2", stdin=written)
    assert sorted(tracker.notes()) == sorted(before * 2)


# Names in commands that a person may paste into a shell

ACTING = "x$(touch pwned)"


def test_no_name_of_others_acts_in_a_command_that_an_answer_proposes(tracker):
    """A name that a bundle brings may have any signs; hints and tickets had some of them without quotation marks."""
    ben = Chain("b" * 12, "ben")
    ben.add("set", kind="component", key=ACTING, fields={"kind": "icon-button", "source": "../gone"}, by="ben")
    ben.add("set", kind="check", key=ACTING, fields={"title": "T"}, by="ben")
    for key, more in (ACTING, {}), (f"closed {ACTING}", {"closed": 1_770_000_000_000}):
        ben.add("set", kind="audit", key=key, by="ben", fields={
            "components": ["**"], "checklists": ["critical-rules"], **more})
    ben.result("fail", ACTING, audit=ACTING, build=ACTING, severity=1)
    ben.result("fail", "home", check=ACTING, severity=1)
    tracker.ok("import", give(tracker, *ben.facts))
    commands = 0
    for words in (["show", ACTING], ["status"], ["status", "--all"], ["status", "--audit", ACTING], ["gate"], ["waiting"],
                  ["report", "--issues", "csv"], ["report", "--issues", "csv", "--group", "check"], ["doctor", "--sources"],
                  ["log", "pass", CHECK, "home", "--audit", f"closed {ACTING}"], ["list", "conditions", "--audit", ACTING]):
        answer = tracker.run(*words, A11Y_TESTER="t1")
        for line in (answer.text + answer.error).splitlines():
            proposed = re.search(r"\ba11y ([a-z].*)", line)
            if proposed and ACTING[1:] in line:
                commands += 1
                assert "$(" not in re.sub(r"'[^']*'", "", proposed[1]), f"{words}: {line}"
    assert commands > 5


@pytest.mark.parametrize("kept, typed", [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_query_finds_names_in_any_spelling_of_their_accents(empty, kept, typed):
    """What was typed on a Mac and what came from a table differed by bytes, and looked the same."""
    def as_(form, text):
        return unicodedata.normalize(form, text)

    def found(kind, *words):
        answer = empty.ok("list", kind, *(as_(typed, word) for word in words), "--json")
        return len(json.loads(answer.out)["rows"])

    empty.register("pay,button")
    empty.ok("edit", "component", "pay", "--title", as_(kept, "Zurück"), "--owner", as_(kept, "José"), "--screen", as_(kept, "réglages"),
             "--tag", as_(kept, "gelöscht"))
    empty.ok("log", "fail", CHECK, "pay", "-m", as_(kept, "Größe fehlt"), "-s", "1", "--tester", as_(kept, "Renée"), "--build", "1")
    for words in ("zurück", "owner:José", "screen:réglages", "screen:ré*", "tag:gelöscht"):
        answer = empty.ok("list", "components", as_(typed, words))
        assert "pay" in answer.text and "matches" not in answer.error, words
    for words in ("größe", "tester:Renée", "tester:Ren*ée", "owner:José"):
        assert found("findings", words) == 1, words
    assert found("results", "tester:Renée") == 1
