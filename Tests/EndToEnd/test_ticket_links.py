"""Ticket numbers as links: the address of the team, which comes with its records, and numbers that others wrote."""

import json
import re

import openpyxl
import pytest

from conftest import COMPONENTS, once
from facts import reference
from forging import Chain, give, told
from test_looks import LINK
from test_terminal import page

CHECK = "voiceover.label-present"
ADDRESS = "https://example.org/browse/{}"


@once(*COMPONENTS)
def shop(tracker):
    tracker.register("home,icon-button", "cart,icon-button")
    tracker.ok("log", "fail", CHECK, "home", "cart", "-s", "1", "--tester", "t1")
    tracker.ok("edit", "finding", CHECK, "home", "--ticket", "APP-12")


def links(tracker, component="home"):
    rows = json.loads(tracker.ok("list", "findings", "--json").out)["rows"]
    return next(row["ticket_links"] for row in rows if row["component"] == component)


def test_a_number_is_a_link_wherever_the_finding_is_named(shop):
    assert links(shop) == [""] and links(shop, "cart") == []
    shop.ok("edit", "tracker", "--ticket-url", ADDRESS)
    whole = "https://example.org/browse/APP-12"
    assert links(shop) == [whole]
    report = json.loads(shop.ok("report", "--json").out)
    assert [one["ticket_links"] for one in report["findings"]] in ([[whole], []], [[], [whole]])
    assert json.loads(shop.ok("show", CHECK, "home", "--json").out)["cells"][0]["ticket_links"] == [whole]
    shop.ok("report", "--html", "r.html")
    assert f'ticket <a href="{whole}" rel="noreferrer">' in (shop.folder / "r.html").read_text()
    for words in (["list", "findings", "--format", "md"], ["report", "--md"], ["show", CHECK, "home", "--format", "md"]):
        assert f"](<{whole}>)" in shop.ok(*words).text, words
    for words in (["list", "findings"], ["list", "findings", "--wrap"], ["report"], ["show", CHECK, "home"],
                  ["show", "APP-12"]):
        text, code = page(shop, *words, columns=120, FORCE_HYPERLINK="1")
        assert code == 0 and whole in LINK.findall(text), (words, text)
    shop.ok("edit", "tracker", "--ticket-url", "")
    assert links(shop) == [""] and whole not in shop.ok("report", "--md").text


def test_a_number_is_a_link_in_a_workbook(shop):
    shop.ok("edit", "finding", CHECK, "cart", "--ticket", "https://other.example/7?a=\"b\"&c".replace('"', "%22"))

    def linked(*words) -> dict:
        shop.ok(*words)
        book = openpyxl.load_workbook(shop.folder / "book.xlsx")
        return {cell.value: (cell.hyperlink.target, cell.font.u) for sheet in book for row in sheet.iter_rows() for cell in row
                if cell.hyperlink}

    listed = ["list", "findings", "--format", "xlsx", "-o", "book.xlsx", "--yes"]
    assert linked(*listed) == {}, "nobody said where the tickets are"
    shop.ok("edit", "tracker", "--ticket-url", "https://example.org/browse?a=1&id={}")
    # An address that was typed stays text, and two tickets are in one cell, which has one link.
    assert linked(*listed) == {"APP-12": ("https://example.org/browse?a=1&id=APP-12", "single")}
    assert linked("report", "--xlsx", "book.xlsx", "--yes") == {"APP-12": ("https://example.org/browse?a=1&id=APP-12", "single")}
    shop.ok("edit", "finding", CHECK, "home", "--ticket", "APP-12,APP-13")
    assert set(linked(*listed)) <= {"APP-12,APP-13"}


@pytest.mark.parametrize("address", [
    "https://example.org/browse/", "https://example.org/{}/{}", "ftp://example.org/{}", "javascript:alert({})", "{}",
    "https://{}.example.org/", "https://example.org{}", "https:///{}", "https://me@example.org/{}",
    "https://example.org/{}/}{", "https://example.org/a b/{}", 'https://example.org/"{}', "https://example.org/" + "a" * 500 + "{}"
])
def test_what_is_no_address_of_tickets_is_refused(shop, address):
    answer = shop.run("edit", "tracker", "--ticket-url", address)
    assert answer.code == 2 and "hint: " in answer.error and "https://example.org/browse/{}" in answer.error
    assert links(shop) == [""]


@pytest.mark.parametrize("number, shown", [
    ("#12", "12"), ("a/../../admin", "a%2F..%2F..%2Fadmin"), ("12?x=1&y#z", "12%3Fx%3D1%26y%23z"),
    ("Ä 1", "%C3%84%201"), ("\"><b>'`)|", "%22%3E%3Cb%3E%27%60%29%7C"), ("..", None), ("#", None),
    ("https://other.example/7", "https://other.example/7"),
])
def test_a_number_of_others_stays_within_the_address(shop, number, shown):
    shop.ok("edit", "tracker", "--ticket-url", ADDRESS)
    shop.ok("edit", "finding", CHECK, "home", "--ticket", number)
    whole = "" if shown is None else shown if shown.startswith("https") else ADDRESS.replace("{}", shown)
    assert links(shop) == [whole]
    shop.ok("report", "--html", "r.html")
    found = re.findall(r'<a href="([^"]*)" rel="noreferrer"', (shop.folder / "r.html").read_text())
    assert set(found) == ({whole} if whole else set())
    text = shop.ok("list", "findings", "--format", "md").text
    assert re.findall(r"\]\(<([^>]*)>\)", text) == ([whole] if whole and whole.startswith("https://example.org") else [])


def test_the_address_of_a_stranger_waits_and_what_is_none_makes_no_link(shop):
    shop.ok("edit", "tracker", "--ticket-url", ADDRESS)
    stranger = Chain("m" * 12, "mal")
    stranger.add("set", kind="setting", key="tracker", fields={"ticket_url": "https://evil.example/{}"}, by="mal")
    shop.ok("import", give(shop, *stranger.facts))
    assert links(shop) == ["https://example.org/browse/APP-12"]
    # What is no address is none, whoever wrote it.
    own = Chain("n" * 12, "lead")
    own.add("set", [reference(fact) for fact in told(shop) if fact["kind"] == "set"], kind="setting", key="tracker",
            fields={"ticket_url": "javascript:alert({})"}, by="lead")
    shop.ok("import", give(shop, *own.facts))
    shop.ok("follow", *[fact["r"] for fact in own.facts[:1]])
    assert links(shop) == [""]
