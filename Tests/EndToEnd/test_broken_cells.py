"""What programs do to text on its way: half an emoji, bars and escapes of Markdown, errors and dates of a spreadsheet."""

import json

import pytest

from conftest import once
from program import CHECK
from test_tool_reports import shop  # noqa: F401, a fixture

SECOND = "touch-target.minimum-44pt"
HALF = "\\ud83d"


@once("pay,button", "total,text")
def own(tracker):
    """Two components."""


def rows(tracker, kind="results", *words):
    return json.loads(tracker.ok("list", kind, *words, "--json").out)["rows"]


def log(tracker, table, *words, name="-"):
    return tracker.ok("log", name, "--tester", "t1", "--build", "1", *words, stdin=table.encode())


def marks(tracker):
    """Of two findings of one component, which have no tickets."""
    for check in (CHECK, SECOND):
        tracker.ok("log", "fail", check, "pay", "-m", "x", "-s", "1", "--tester", "t1", "--build", "1")
    return [json.loads(line)["mark"] for line in tracker.ok("report", "--issues", "ndjson").text.splitlines()]


def tickets(tracker):
    return {row["check"]: (row["tickets"], row["ticket_state"]) for row in rows(tracker, "findings")}


# Half an emoji

@pytest.mark.parametrize("report", [
    '[{"code":"color-contrast","type":"error","typeCode":1,"message":"Contrast","context":"<b>%s...</b>","selector":"#close"}]',
    '{"testEngine":{"name":"axe-core"},"url":"https://shop.example/a","violations":[{"id":"button-name","impact":"critical",'
    '"tags":["wcag412"],"help":"h","nodes":[{"target":["#close"],"html":"<button>%s"}]}]}',
    '{"auditType":"contrast","element":"close","screen":"sign-in","detailedDescription":"%s"}'])
@pytest.mark.parametrize("text", [HALF, "\\ude00", "\\u0000"])
def test_half_of_an_emoji_refuses_no_report(shop, report, text):
    """pa11y cuts the markup of an element after 31 units of UTF-16: the whole report was refused."""
    (shop.folder / "out.json").write_text(report % text)
    assert "1 finding" in shop.ok("import", "out.json").text


def test_half_of_an_emoji_refuses_no_tickets(own):
    mark = marks(own)[0]
    (own.folder / "i.json").write_text('[{"number":7,"state":"CLOSED","body":"%s %s"},{"number":8,"body":"x"}]' % (mark, HALF))
    assert "1 of findings (1 closed)" in own.ok("import", "i.json", "--tester", "t1").text


# Errors of a spreadsheet

ERRORS = ["#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#NV", "#WERT!", "#BEZUG!"]
