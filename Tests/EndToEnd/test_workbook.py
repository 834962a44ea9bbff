"""Workbooks: the same rows as CSV, read by a library and by nobody calculated."""

import csv
import datetime
import io
import json
import zipfile

import openpyxl
import openpyxl.utils.escape
import pytest

from hostile import RAW
from program import CHECK, COMPONENT

# What is not seen is visible, as in every other form.
UNSEEN = {"\u202eevil \u2066x\u2069": "\\u{202e}evil \\u{2066}x\\u{2069}", "a\u0085b\u2028c": "a\\u{85}b\\u{2028}c",
          "a\u200bb\U000e0067 \x1b[1m": "a\\u{200b}b\\u{e0067} \\u{1b}[1m", "one\rtwo": "one\\u{d}two"}
HOSTILE = ["=1+1", "+SUM(A1)", "@cmd", "-2", "=HYPERLINK(\"http://x\")", "_x0041_ stays", "<b>&amp;]]>", "a\tb",
           "two\nlines", "é 漢 🙂", "'quoted", *UNSEEN]


@pytest.fixture(scope="module")
def made(registered):
    for number, note in enumerate(HOSTILE):
        registered.ok("new", "component", f"part-{number:02}", "--kind", "icon-button")
        registered.ok("log", "fail", CHECK, f"part-{number:02}", "-m", note, "-s", "1", "--tester", "t1", "--build", "1")
    return registered


@pytest.fixture
def noted(made, folder):
    return made.again(folder / "tracker")


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
    assert [openpyxl.utils.escape.unescape(row[note]) for row in rows] == [UNSEEN.get(text, text) for text in HOSTILE]
    # A number that is shown as its word: severities sort by rank.
    assert {row[severity] for row in rows} == {1}
    for row, line in zip(rows, told[1:]):
        assert [str(value or "") for value in row[:4]] == line[:4]
    book = openpyxl.load_workbook(path)
    sheet = book.active
    assert {cell.data_type for row in sheet.iter_rows(min_row=2) for cell in row} <= {"inlineStr", "s", "n", "b", "d"}
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref.startswith("A1:") and sheet["A1"].font.b
    assert sheet.column_dimensions["A"].width > 8
    assert sheet.cell(2, severity + 1).number_format == '"critical"'
    when = sheet.cell(2, head.index("at") + 1)
    assert when.is_date and abs(when.value.replace(tzinfo=datetime.timezone.utc).timestamp() - datetime.datetime.fromisoformat(
        told[1][told[0].index("at")]).timestamp()) < 1
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert not any(b"<f>" in archive.read(name) for name in archive.namelist())


def test_the_same_list_gives_the_same_bytes(noted):
    one, other = (noted.ok("list", "components", "--format", "xlsx").out for _ in range(2))
    assert one == other and one.startswith(b"PK")


@pytest.mark.parametrize("words", [["report", "--xlsx", "book.xlsx"], ["list", "results", "--format", "xlsx", "-o", "book.xlsx"]])
def test_nothing_unseen_is_in_a_workbook(noted, words):
    noted.ok(*words)
    with zipfile.ZipFile(noted.folder / "book.xlsx") as archive:
        text = "".join(archive.read(name).decode() for name in archive.namelist())
    assert "\\u{202e}evil" in text and not RAW.search(text) and not set("\u200b\U000e0067") & set(text)


def test_a_report_is_one_workbook(noted):
    path = noted.folder / "report.xlsx"
    answer = noted.ok("report", "--xlsx", path)
    assert answer.text == "" and "Wrote the workbook" in answer.error
    found = sheets(path)
    assert list(found) == ["Report", "Summary", "Findings", "Fixed", "Items", "Criteria", "Trend"]
    assert "tester" not in found["Findings"][0] + found["Items"][0]
    assert len(found["Findings"]) == len(HOSTILE) + 1 and len(found["Fixed"]) == 1
    noted.ok("report", "--xlsx", path, "--testers", "full")
    assert "tester" in sheets(path)["Items"][0]
    told = json.loads(noted.ok("report", "--json").out)
    untested = [row for row in found["Items"][1:] if row[found["Items"][0].index("outcome")] == "untested"]
    assert len(untested) == told["cells"]["untested"]
    assert noted.ok("report", "--format", "xlsx").out.startswith(b"PK")


def test_a_report_says_first_what_it_is_and_what_was_decided(noted):
    noted.ok("edit", "tracker", "--policy", "max-critical 0", "--title", "Shop")
    noted.ok("log", "pass", CHECK, "part-00", "--tester", "t1", "--build", "2")
    path = noted.folder / "report.xlsx"
    noted.ok("report", "--xlsx", path)
    sheet = openpyxl.load_workbook(path)["Report"]
    cells = {row[0].value: row[1] for row in sheet}
    assert list(cells)[1:8] == ["title", "app", "as_of", "build", "decision", "reason", "policy"]
    assert cells["decision"].value == "HOLD" and cells["policy"].value == "max-critical 0"
    assert cells["reason"].value == f"{len(HOSTILE) - 1} findings block the release: {len(HOSTILE) - 1} critical."
    assert cells["as_of"].is_date and "in scope" in cells["scope"].value and cells["title"].value
    told = json.loads(noted.ok("report", "--json").out)["cells"]
    share = told["pass"] / (told["pass"] + told["fail"])
    assert cells["compliance"].number_format == "0.00%" and 0 <= share - cells["compliance"].value < 0.0001
    found = sheets(path)
    for name in "Summary", "Trend":
        assert {"evaluated", "compliance"} <= set(found[name][0]) and not {"of", "judged", "ratio"} & set(found[name][0])
    # As `status` names the app and the build.
    assert cells["app"].value == "Shop" and str(cells["build"].value) == "2"
    for words in [["report"], ["report", "--md"]]:
        assert "Accessibility report: Shop, build 2" in noted.ok(*words).text
    noted.ok("edit", "tracker", "--title", "")
    noted.ok("report", "--xlsx", path, "--yes")
    assert ["app", noted.folder.name] in [list(row[:2]) for row in sheets(path)["Report"]]
    assert f"Accessibility report: {noted.folder.name}, build 2" in " ".join(noted.ok("report").text.split())
    found = sheets(path)
    assert len(found["Findings"]) == len(HOSTILE) and len(found["Fixed"]) == 2
    assert found["Fixed"][1][found["Fixed"][0].index("state")] == "fixed"


def test_what_a_waiver_covers_is_not_among_the_open_findings(noted):
    noted.ok("new", "waiver", "part-00", CHECK, "--reason", "deferred", "--approver", "lead", "--until", "2099-01-01")
    path = noted.folder / "report.xlsx"
    noted.ok("report", "--xlsx", path)
    found = sheets(path)
    place = found["Findings"][0].index("component")
    assert [row[place] for row in found["Waived"][1:]] == ["part-00"] and found["Waived"][0] == found["Findings"][0]
    assert "part-00" not in [row[place] for row in found["Findings"]]
    assert len(found["Findings"]) - 1 == json.loads(noted.ok("status", "--json").out)["open"]["total"]


def test_what_stopped_failing_without_a_fix_is_not_called_fixed(noted):
    noted.ok("log", "na", CHECK, "part-00", "--tester", "t1", "--build", "2", "-m", "was removed")
    # The same tester, on the same build: an answer corrected, and no fix.
    noted.ok("log", "pass", CHECK, "part-01", "--tester", "t1", "--build", "1")
    path = noted.folder / "report.xlsx"
    noted.ok("report", "--xlsx", path)
    found = sheets(path)
    assert len(found["Fixed"]) == 1
    head, *rows = found["No longer failing"]
    assert {row[head.index("component")]: row[head.index("state")] for row in rows} == {"part-00": "ended", "part-01": "corrected"}
    assert len(found["Findings"]) == len(HOSTILE) - 1
    said = " ".join(noted.ok("list", "findings", "--all").text.split())
    assert ", 1 corrected, 1 ended." in said, said


def test_items_say_where_they_are_what_to_do_and_what_should_happen(noted):
    noted.ok("edit", "component", "part-00", "--title", "Close", "--screen", "sign-in")
    for form in ("csv", "xlsx"):
        path = noted.folder / f"items.{form}"
        noted.ok("list", "items", "--all", "--format", form, "-o", path)
        head, *rows = list(csv.reader(path.open(newline=""))) if form == "csv" else next(iter(sheets(path).values()))
        row = next(dict(zip(head, row)) for row in rows if row[0] == "part-00")
        assert (row["component_title"], row["screens"]) == ("Close", "sign-in")
        assert row["check_title"] and len(row["steps"]) > 20 and len(row["expected"]) > 10
    answer = noted.ok("log", "-", "--tester", "t1", "--dry-run", stdin=(noted.folder / "items.csv").read_bytes())
    assert "unchanged" in answer.error + answer.text or "0 " in answer.error + answer.text
    assert "steps" not in json.loads(noted.ok("list", "items", "--json").out)["rows"][0]


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
