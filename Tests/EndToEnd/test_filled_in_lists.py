"""Lists that are filled in as tables: which cells are taken, and which are named."""

import csv
import io
import json

import pytest

from conftest import once
from program import CHECK

CLOSE, LOGO = "sign-in/close", "sign-in/logo"


@once(f"{CLOSE},icon-button", f"{LOGO},image")
def shop(tracker):
    """A button and a picture."""


def logged(tracker):
    return [(row["component"], row["outcome"]) for row in json.loads(tracker.ok("list", "results", "--json").out)["rows"]]


def test_a_list_that_is_filled_in_with_other_words_stays_a_list(shop):
    """With --map the results of others were logged again under their names, and each run added more."""
    shop.ok("log", "fail", CHECK, CLOSE, "--tester", "ana", "-m", "no label", "-s", "2", "--build", "1")
    shop.ok("log", "pass", CHECK, LOGO, "--tester", "ben", "--build", "1")
    head, *rows = shop.ok("list", "items", "--all", "--format", "csv").text.splitlines()
    place = head.split(",").index("outcome")
    row = next(row for row in rows if row.split(",")[place] == "untested")
    cells = row.split(",")
    cells[place] = "Bestanden"
    rows[rows.index(row)] = ",".join(cells)
    table = ("\n".join([head, *rows]) + "\n").encode()
    words = ["log", "-", "--tester", "cleo", "--build", "2", "--map", "Bestanden=pass"]
    assert "Would log 1 result; 0 lines rejected." in shop.ok(*words, "--dry-run", stdin=table).text
    shop.ok(*words, stdin=table)
    assert "Logged 0 results." in shop.ok(*words, stdin=table).text
    logged = json.loads(shop.ok("list", "results", "--json").out)["rows"]
    assert [(one["tester"], one["outcome"]) for one in logged] == [("ana", "fail"), ("ben", "pass"), ("cleo", "pass")]
    # What was removed is no answer of a list, with a map as without one.
    removed = table.replace(b",fail,", b",,")
    assert shop.run(*words, stdin=removed).code == 4


def listed(shop, change):
    """The list of items as a table, with some cells changed: `change` gets the rows."""
    rows = list(csv.DictReader(io.StringIO(shop.ok("list", "items", "--all", "--format", "csv").text)))
    change(rows)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def test_a_filled_in_list_says_who_tested_when_and_on_what(shop):
    """The cells were offered and passed over: the result was that of another tester and build, at another time."""
    shop.ok("log", "pass", CHECK, CLOSE, "--tester", "ana", "--build", "1.10", "--device", "iPhone 14", "--at", "2025-03-01T10:00:00Z")

    def change(rows):
        new = next(row for row in rows if row["outcome"] == "untested")
        new.update(outcome="pass", tester="zoe", build="9", device="iPhone 15", os="18.1", at="01.11.2025 10:00")
        old = next(row for row in rows if row["outcome"] == "pass" and row["tester"] == "ana")
        old.update(outcome="na", build="1.1", at="2025-03-01 10:00", device="iPhone 16")

    table = listed(shop, change)
    words = ["log", "-", "--tester", "t", "--build", "2"]
    assert "Logged 2 results." in shop.ok(*words, stdin=table).text
    assert "Logged 0 results." in shop.ok(*words, stdin=table).text
    new = {row["tester"]: row for row in json.loads(shop.ok("list", "results", "--json").out)["rows"]}
    assert [new["zoe"][name] for name in ("build", "device", "os")] == ["9", "iPhone 15", "18.1"]
    assert new["zoe"]["at"].startswith("2025-11-0")
    # What a list shows of the result before is not that of the new one, also as a spreadsheet writes it again.
    assert (new["t"]["outcome"], new["t"]["build"], new["t"]["device"]) == ("na", "2", "iPhone 16")
    assert not new["t"]["at"].startswith("2025-03-01")


@pytest.mark.parametrize("name, text", [
    ("value", "50x50"), ("note", "small"), ("severity", "2"), ("tester", "zoe"), ("build", "9"), ("at", "2025-03-01")])
def test_a_cell_without_an_outcome_is_a_slip_in_a_list(shop, name, text):
    """It was an unchanged row."""
    table = listed(shop, lambda rows: rows[0].update({name: text}))
    said = shop.run("log", "-", "--tester", "t", stdin=table)
    assert said.code == 4 and f"line 2: {name} without an outcome" in said.error and logged(shop) == []


def test_changed_cells_of_an_unchanged_answer_are_named(shop):
    """They were passed over without a word."""
    shop.ok("log", "fail", CHECK, CLOSE, "--tester", "ana", "-m", "no label", "-s", "2", "--build", "1")

    def change(rows):
        next(row for row in rows if row["outcome"] == "fail").update(build="7", note="", severity="")

    said = shop.ok("log", "-", "--tester", "t", stdin=listed(shop, change))
    assert "Logged 0 results." in said.text and "taken: build, note, severity." in said.error, said.error
    assert "not taken" in said.error and "not taken" not in shop.ok("log", "-", "--tester", "t", stdin=listed(shop, len)).error
