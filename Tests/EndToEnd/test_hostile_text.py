"""Every text field with every payload, over all commands and formats: refused in words, or shown harmlessly."""

import csv
import io
import json

import pytest

from drawing import drawn, share
from hostile import PAYLOADS, RAW, require_harmless
from program import CHECK, COMPONENT, Tracker

FORMATS = ["table", "plain", "json", "ndjson", "csv", "tsv", "md"]
LOG = ["log", "fail", CHECK, COMPONENT, "--tester", "t1"]

# Where a person may put text: a name for the place, and the words of the command around it (X is the text).
FIELDS = {
    "log note": [*LOG, "-m", "X"],
    "log tester": ["log", "fail", CHECK, COMPONENT, "--tester", "X"],
    "log build": [*LOG, "--build", "X"],
    "log device": [*LOG, "--device", "X"],
    "log os": [*LOG, "--os", "X"],
    "log condition": [*LOG, "--condition", "X"],
    "log value": [*LOG, "--value", "X"],
    "log severity": [*LOG, "-s", "X"],
    "log time": [*LOG, "--at", "X"],
    "log audit": [*LOG, "--audit", "X"],
    "log outcome": ["log", "X", CHECK, COMPONENT, "--tester", "t1"],
    "log check": ["log", "fail", "X", COMPONENT, "--tester", "t1"],
    "log component": ["log", "fail", CHECK, "X", "--tester", "t1"],
    "component key": ["new", "component", "X", "--kind", "toggle"],
    "component kind": ["new", "component", "c1", "--kind", "X"],
    "component title": ["new", "component", "c1", "--kind", "toggle", "--title", "X"],
    "component source": ["new", "component", "c1", "--kind", "toggle", "--source", "X"],
    "component screen": ["new", "component", "c1", "--kind", "toggle", "--screen", "X"],
    "component owner": ["new", "component", "c1", "--kind", "toggle", "--owner", "X"],
    "component tag": ["new", "component", "c1", "--kind", "toggle", "--tag", "X"],
    "component size": ["new", "component", "c1", "--kind", "toggle", "--size", "X"],
    "edit title": ["edit", "component", COMPONENT, "--title", "X"],
    "edit owner": ["edit", "component", COMPONENT, "--owner", "X"],
    "audit key": ["new", "audit", "X", "--checklist", "critical-rules"],
    "audit title": ["new", "audit", "a1", "--checklist", "critical-rules", "--title", "X"],
    "audit pattern": ["new", "audit", "a1", "--checklist", "critical-rules", "--components", "X"],
    "audit message": ["new", "audit", "a1", "--checklist", "critical-rules", "-m", "X"],
    "audit standard": ["new", "audit", "a1", "--checklist", "critical-rules", "--standard", "X"],
    "checklist title": ["new", "checklist", "ours", "--check", CHECK, "--title", "X"],
    "waiver reason": ["new", "waiver", COMPONENT, CHECK, "--reason", "X", "--approver", "l", "--until", "2099-01-31"],
    "waiver approver": ["new", "waiver", COMPONENT, CHECK, "--reason", "platform-limit", "--approver", "X",
                        "--until", "2099-01-31"],
    "waiver message": ["new", "waiver", COMPONENT, CHECK, "--reason", "platform-limit", "--approver", "l",
                       "--until", "2099-01-31", "-m", "X"],
    "waiver ticket": ["new", "waiver", COMPONENT, CHECK, "--reason", "platform-limit", "--approver", "l",
                      "--until", "2099-01-31", "--ticket", "X"],
    "question": ["new", "question", "X"],
    "question message": ["new", "question", "Why?", "-m", "X"],
    "task": ["new", "task", "X", "--component", COMPONENT],
    "task owner": ["new", "task", "Mend it", "--component", COMPONENT, "--owner", "X"],
    "note": ["new", "note", "X", "--component", COMPONENT, "--tester", "t1"],
    "query": ["list", "cells", "X"],
    "query word": ["list", "findings", "component:X"],
    "shown name": ["show", "X"],
    "command": ["X"],
    "flag": ["status", "--X"],
    "help topic": ["help", "X"],
    "calc": ["calc", "contrast", "X", "white"],
    "taps of a child": ["tap", "estimate", "9/10", "X"],
    "target of taps": ["tap", "estimate", "9/10", "--target", "X"],
    "version of taps": ["tap", "compare", "X: 9/10 8/10", "after: 10/10 9/10"],
    "configured tester": ["config", "tester", "X"],
    "database": ["status", "--db", "X"],
    "title of the tracker": ["init", "other", "--title", "X"],
}

# Of a file of components.
COLUMNS = ["key", "kind", "title", "source", "owner", "screens", "tags", "size"]

# What comes through a file alone.
BYTES = {"nul": "a\0b", "megabyte": "m" * (1 << 20)}

# What shows what was stored.
LISTS = ["cells", "results", "findings", "components", "checklists", "audits", "waivers", "conflicts", "questions",
         "tasks", "notes", "evidence"]
# Those of them that some field puts text into.
HOLDING = {"cells", "results", "findings", "components", "checklists", "audits", "waivers", "questions", "tasks", "notes"}
PAGES = [["status"], ["show", COMPONENT], ["show", CHECK, COMPONENT], ["undo", "--list"], ["config"],
         ["report", "--compare", "2020-01-01", "--testers", "full"]]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A tracker into whose fields payloads were put, one field after the other, and what it answered to each. Each field takes
    a third of them, and one that all keep: into those that keep texts as they are each comes often."""
    folder = tmp_path_factory.mktemp("told")
    tracker = Tracker(folder)
    tracker.begin()
    tracker.register("home,screen", "search,screen", "sign-in/close-button,icon-button")
    tracker.ok(*LOG, "-m", "an ordinary note")
    answers = {}
    for field, words in FIELDS.items():
        for name, payload in {"script": PAYLOADS["script"], **dict(share(f"payloads of {field}", PAYLOADS.items(), 3))}.items():
            tokens = [word.replace("X", payload) if "X" in word else word for word in words]
            answer = tracker.run(*tokens, A11Y_TESTER="t1")
            as_json = tracker.run(*tokens, "--json", A11Y_TESTER="t1") if answer.code else None
            answers[field, name] = answer, as_json
    for column in COLUMNS:
        for name, payload in share(f"payloads of {column}", [*PAYLOADS.items(), *BYTES.items()], 3):
            text = io.StringIO()
            writer = csv.writer(text)
            row = {"key": f"{column}-{name}", "kind": "toggle", column: payload}
            writer.writerows([row.keys(), row.values()])
            answers[column, name] = tracker.run("new", "component", "--from", "-", stdin=text.getvalue().encode()), None
    return tracker, answers


@pytest.mark.parametrize("field", [*FIELDS, *COLUMNS])
def test_text_is_refused_or_kept(told, field):
    for (given, name), (answer, as_json) in told[1].items():
        if given != field:
            continue
        what = f"{field} = {name}"
        require_harmless(answer, "table", what)
        assert answer.code in (0, 2, 3, 4, 5), f"{what} ended with {answer.code}\n{answer.error}"
        if answer.code:
            assert answer.error.startswith("a11y: ") and len(answer.error) < 8_000, what
            if as_json and as_json.code:
                require_harmless(as_json, "json", what)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("listed", LISTS)
def test_what_was_kept_is_listed_harmlessly(told, listed, form):
    answer = told[0].run("list", listed, "--format", form, "--limit", "100000")
    assert answer.code == 0, answer.error
    require_harmless(answer, form, f"list {listed} --format {form}")
    if form == "json" and listed in HOLDING:
        assert json.loads(answer.out)["rows"], "nothing was kept that could be shown"


@pytest.mark.parametrize("form", ["table", "plain", "json", "md"])
@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_what_was_kept_is_shown_harmlessly(told, page, form):
    answer = told[0].run(*page, "--format", form)
    assert answer.code in (0, 2), answer.error
    require_harmless(answer, form, f"{page} --format {form}")


def test_what_was_kept_is_sound_and_harmless_at_each_width(told):
    for width in ("40", "120"):
        require_harmless(told[0].ok("list", "cells", "--width", width, "--color", "never"), "table", width)
    told[0].require_sound()


def test_json_gives_text_back_exactly(tracker):
    """Nothing is lost by the escaping: what was accepted comes back byte for byte."""
    accepted = []
    for payload in PAYLOADS.values():
        if tracker.log("fail", CHECK, COMPONENT, "-m", payload).code == 0:
            # A note of blanks is none.
            accepted.append(payload if payload.strip(" ") else None)
    assert len(accepted) > 8
    rows = json.loads(tracker.ok("list", "results", "--json").out)["rows"]
    assert {row["note"] for row in rows} == set(accepted)


BULK = {
    "nul": b"fail\t%s\t%s\t\t\tbefore\x00after\n",
    "nul in the check": b"fail\tvoice\x00over\thome\t\t\tnote %.0s%.0s\n",
    "not UTF-8": b"fail\t%s\t%s\t\t\t\xff\xfe\xed\xa0\x80\n",
    "overlong": b"fail\t%s\t%s\t\t\t\xc0\xaf\n",
    "a megabyte": b"fail\t%s\t%s\t\t\t" + b"m" * (1 << 20) + b"\n",
    "ten megabytes without an end": b"fail\t%s\t%s\t\t\t" + b"m" * (10 << 20),
    "a byte order mark": b"\xef\xbb\xbffail\t%s\t%s\t\t\tnote\n",
    "many fields": b"fail\t%s\t%s" + b"\tx" * 5_000 + b"\n",
    "no fields": b"\t\t\t\t\t\n%.0s%.0s",
    "only NUL": b"\x00" * 4096 + b"%.0s%.0s",
    "a quote without an end": b"outcome,check,component,note\nfail,%s,%s,\"never closed\n",
    "an unknown column": b"outcome,check,component,\x1b[31mcolour\nfail,%s,%s,red\n",
    "a column twice": b"outcome,check,component,note,note\nfail,%s,%s,a,b\n",
}


@pytest.mark.parametrize("what, form", drawn("hostile tables", [(what, form) for what in BULK for form in ("table", "json")]))
def test_bulk_input_is_refused_with_its_line_or_kept_whole(tracker, what, form):
    rows = BULK[what] % (CHECK.encode(), COMPONENT.encode())
    answer = tracker.log("-", "--format", form, stdin=rows)
    require_harmless(answer, form, what)
    total = tracker.rows("SELECT count(*) FROM result")[0][0]
    if answer.code == 0:
        # A row without any field is a blank one.
        assert total == (0 if what == "no fields" else 1)
    else:
        assert answer.code == 4 and total == 0
        assert answer.err or form == "json"
    require_harmless(tracker.ok("list", "results", "--format", form), form, what)
    tracker.require_sound()


def test_every_payload_through_bulk_is_named_or_kept(tracker):
    escaped = {name: text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
               for name, text in PAYLOADS.items()}
    rows = "".join(f"fail\t{CHECK}\t{COMPONENT}\t\t\t{text}\n" for text in escaped.values())
    answer = tracker.log("-", "--partial", stdin=rows.encode())
    require_harmless(answer, "table", "bulk")
    stored = tracker.notes()
    assert len(stored) > 8 and set(stored) <= {text or None for text in PAYLOADS.values()}
    for form in FORMATS:
        require_harmless(tracker.ok("list", "results", "--format", form), form, f"bulk, listed as {form}")


@pytest.mark.parametrize("name", [name for name, text in PAYLOADS.items() if RAW.search(text)])
def test_a_hostile_environment_is_harmless(tracker, name):
    payload = PAYLOADS[name]
    for variable in ("A11Y_TESTER", "A11Y_DB", "COLUMNS", "TERM", "TZ", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                     "LANG", "NO_COLOR", "A11Y_PLAIN"):
        answer = tracker.run("log", "pass", CHECK, COMPONENT, **{variable: payload})
        require_harmless(answer, "table", f"{variable} = {name}")
