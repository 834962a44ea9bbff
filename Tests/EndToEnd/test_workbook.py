"""Workbooks: the same rows as CSV, read by a library and by nobody calculated."""

import csv
import io
import json
import zipfile

import openpyxl
import openpyxl.utils.escape
import pytest

from program import CHECK, COMPONENT

HOSTILE = ["=1+1", "+SUM(A1)", "@cmd", "-2", "=HYPERLINK(\"http://x\")", "_x0041_ stays", "<b>&amp;]]>", "a\tb", "\u202eevil",
           "two\nlines", "é 漢 🙂", "'quoted"]


@pytest.fixture
def noted(tracker):
    for number, note in enumerate(HOSTILE):
        tracker.ok("new", "component", f"part-{number:02}", "--kind", "icon-button")
        tracker.ok("log", "fail", CHECK, f"part-{number:02}", "-m", note, "-s", "1", "--tester", "t1", "--build", "1")
    return tracker


def sheets(path):
    book = openpyxl.load_workbook(path)
    return {sheet.title: [[cell.value for cell in row] for row in sheet] for sheet in book}


def test_a_list_is_a_sheet_with_the_rows_of_its_csv(noted):
    """Texts come back as they were typed, as texts and never as formulas; a severity is a word."""
    path = noted.folder / "cells.xlsx"
    noted.ok("list", "cells", "--format", "xlsx", "-o", path)
    (head, *rows), = sheets(path).values()
    told = list(csv.reader(io.StringIO(noted.ok("list", "cells", "--format", "csv", "--raw").text)))
    assert head == told[0] and len(rows) == len(told) - 1 == len(HOSTILE)
    note, severity = head.index("note"), head.index("severity")
    # Codes such as _x0041_ are escaped as the standard says; the library leaves that to us.
    assert [openpyxl.utils.escape.unescape(row[note]) for row in rows] == HOSTILE
    assert {row[severity] for row in rows} == {"critical"}
    for row, line in zip(rows, told[1:]):
        assert [str(value or "") for value in row[:4]] == line[:4]
    book = openpyxl.load_workbook(path)
    sheet = book.active
    assert {cell.data_type for row in sheet.iter_rows(min_row=2) for cell in row} <= {"inlineStr", "s", "n", "b"}
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref.startswith("A1:") and sheet["A1"].font.b
    assert sheet.column_dimensions["A"].width > 8
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert not any(b"<f>" in archive.read(name) for name in archive.namelist())


def test_the_same_list_gives_the_same_bytes(noted):
    one, other = (noted.ok("list", "components", "--format", "xlsx").out for _ in range(2))
    assert one == other and one.startswith(b"PK")


def test_a_report_is_one_workbook(noted):
    path = noted.folder / "report.xlsx"
    answer = noted.ok("report", "--xlsx", path)
    assert answer.text == "" and "Wrote the workbook" in answer.error
    found = sheets(path)
    assert list(found) == ["Summary", "Findings", "Items", "Criteria", "Trend"]
    assert "tester" not in found["Findings"][0] + found["Items"][0]
    assert len(found["Findings"]) == len(HOSTILE) + 1
    noted.ok("report", "--xlsx", path, "--testers", "full")
    assert "tester" in sheets(path)["Items"][0]
    told = json.loads(noted.ok("report", "--json").out)
    untested = [row for row in found["Items"][1:] if row[found["Items"][0].index("outcome")] == "untested"]
    assert len(untested) == told["cells"]["untested"]
    assert noted.ok("report", "--format", "xlsx").out.startswith(b"PK")


def test_an_empty_tracker_has_its_headers(empty):
    path = empty.folder / "report.xlsx"
    empty.ok("report", "--xlsx", path)
    assert all(len(rows) >= 1 for rows in sheets(path).values())


def test_a_text_that_a_cell_does_not_hold_is_cut_and_says_so(tracker):
    tracker.ok("log", "fail", CHECK, COMPONENT, "-m", "🙂" * 16_380, "--tester", "t1")
    path = tracker.folder / "cells.xlsx"
    tracker.ok("list", "cells", "--format", "xlsx", "-o", path)
    head, row = next(iter(sheets(path).values()))
    text = row[head.index("note")]
    assert len(text.encode("utf-16-le")) // 2 <= 32_767 and text.startswith("🙂")


@pytest.mark.parametrize("words", [("log", "-", "--tester", "t1"), ("new", "component", "--from", "-"), ("import", "-")])
def test_a_workbook_is_not_read_and_the_way_out_is_named(noted, words):
    book = noted.ok("list", "cells", "--format", "xlsx").out
    before = noted.rows("SELECT count(*) FROM fact")
    answer = noted.run(*words, stdin=book)
    assert answer.code == 4 and "workbook" in answer.error and "CSV" in answer.error
    assert noted.rows("SELECT count(*) FROM fact") == before


def test_a_workbook_is_not_shown_and_goes_to_one_place(noted):
    answer = noted.run("report", "--xlsx", "-", "--json")
    assert answer.code == 2 and "cannot be combined" in answer.error
    answer = noted.run("report", "--xlsx", "a.xlsx", "--html", "a.xlsx")
    assert answer.code == 2
    assert noted.run("report", "--xlsx", noted.folder / "no/such/folder/a.xlsx").code not in (0, 1)
