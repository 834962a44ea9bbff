"""Tickets of sites in other languages, and files that are not whole, not alone, or packed."""

import io
import json
import re
import sys
import zipfile

import pytest

from program import CHECK
from test_foreign_files import AXE
from test_tool_reports import shop  # noqa: F401


@pytest.mark.parametrize("header, words", [
    ("Riepilogo;Chiave ticket;Stato;Descrizione", "Completato"), ("Samenvatting;Issuesleutel;Status;Beschrijving", "Gereed"),
    ("Тема;Код задачи;Статус;Описание", "Готово"), ("요약;이슈 키;상태;설명", "완료됨"), ("件名;キー;状態;詳細", "処理済み"),
    ("Tracker,#,Status,Description", "Closed")])
def test_tickets_of_sites_in_more_languages(shop, header, words):
    """No column had the ticket, or its state."""
    shop.log("fail", CHECK, "sign-in/close")
    mark = re.search("a11y-[a-z]{12}", shop.ok("report", "--issues", "jira").text).group()
    sign = ";" if ";" in header else ","
    (shop.folder / "t.csv").write_text(f"{header}\n" + sign.join(["x", "7", words, mark]) + "\n")
    assert "1 of findings (1 closed)" in shop.ok("import", "t.csv").text
    assert rows_of_findings(shop) == [["7"]]


def rows_of_findings(shop):
    return [row["tickets"] for row in json.loads(shop.ok("list", "findings", "--json").out)["rows"]]


def zipped(text):
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("axe-result.json", text)
        return file.getvalue()


@pytest.mark.parametrize("form, advice", [
    (lambda text: text[:-40].encode(), "may be incomplete"), (lambda text: b"> shop@1.0 a11y\n> axe\n\n" + text.encode(), "no other text before"),
    (lambda text: b"\x1b[32mdone\x1b[0m\n" + text.encode(), "no other text before"),
    (lambda text: f"```json\n{text}\n```".encode(), "no other text before"), (lambda text: zipped(text), "Unpack it"),
], ids=["cut off", "behind a banner", "behind colors", "in a fence", "zipped"])
def test_a_report_that_is_not_whole_or_not_alone_says_what_to_do(shop, form, advice):
    """The hint was to read about the report formats."""
    (shop.folder / "axe.json").write_bytes(form(json.dumps({"testEngine": {"name": "axe-core"}, **AXE})))
    answer = shop.run("import", "axe.json", "--as", "axe")
    hint, = [line for line in answer.error.splitlines() if line.startswith("hint: ")]
    assert answer.code == 4 and advice in hint, answer.error


def test_what_a_reporter_left_the_places_out_of_is_found(shop):
    """A violation without nodes was a run that found nothing, and closed what was found before."""
    for number, rule in enumerate(({"id": "button-name", "help": "Buttons"}, {"id": "image-alt", "nodes": []})):
        (shop.folder / "axe.json").write_text(json.dumps({"violations": [rule]}))
        answer = shop.run("import", "axe.json", "--run", f"n{number}")
        assert answer.code == 3 and "axe: 1 finding" in answer.text and "found nothing" not in answer.text + answer.error


#: An issue of Evinced's web SDK: it has its elements, where an element of the mobile SDK has its issues.
EVINCED = {"id": "1", "type": {"id": "NO_ACCESSIBLE_NAME"}, "severity": {"id": "CRITICAL"}, "url": "https://x.org/sign-in",
           "summary": "s", "elements": [{"selector": "a"}]}


@pytest.mark.parametrize("form, document", [
    (None, [EVINCED]), ("evinced", [EVINCED]), ("evinced", [{**EVINCED, "elements": []}]), ("evinced", [{"elements": [{"a": 1}]}]),
    ("axe", [EVINCED]), ("axe", [{"id": "button-name", "help": "Buttons"}]), ("insights", {"assessmentData": {}}),
    ("android", {"AxeResults": {"a": 1}}), ("wave", {"categories": {"a": {}}}),
], ids=str)
def test_a_report_in_which_nothing_is_known_is_no_run_that_found_nothing(shop, form, document):
    """It was a clean run, and closed what was found before."""
    (shop.folder / "axe.json").write_text(json.dumps(AXE))
    assert "axe: 1 finding" in shop.run("import", "axe.json", "--run", "n").text
    (shop.folder / "other.json").write_text(json.dumps(document))
    answer = shop.run("import", "other.json", "--run", "n", *(["--as", form] if form else []))
    assert answer.code == 4 and "found nothing" not in answer.text + answer.error, answer.text + answer.error
    assert form or "Evinced's web SDK" in answer.error, answer.error


@pytest.mark.parametrize("time", ["2025-11-01 10:00:00 +0000", "2025-11-01 11:00:00 +0100", "1 Nov 2025 10:00 UTC"])
def test_a_report_may_have_times_as_a_table_has_them(shop, time):
    """As Swift prints a date: a column had it, and a report was refused."""
    issue = {"auditType": "contrast", "compactDescription": "c", "element": "close", "screen": "sign-in", "at": time}
    (shop.folder / "run.jsonl").write_text(json.dumps(issue) + "\n")
    assert "xctest: 1 finding" in shop.run("import", "run.jsonl").text
    assert [row["at"] for row in json.loads(shop.ok("list", "tool-findings", "--json").out)["rows"]] == ["2025-11-01T10:00:00Z"]


@pytest.mark.parametrize("sign", ["\n", "", "\r\n\r\n"])
def test_reports_of_several_pages_may_be_appended(shop, sign):
    """As a script that goes from page to page writes them; the second one was refused."""
    issue = {"code": "WCAG2AA.Principle4.Guideline4_1.4_1_2.H91.Button.Name", "type": "error", "typeCode": 1, "message": "m",
             "context": "<b>", "selector": "#close"}
    page = {"testEngine": {"name": "axe-core"}, **AXE}
    for name, pages in ("axe", [page, {**page, "violations": []}, page]), ("pa11y", [[issue], [], [issue]]):
        (shop.folder / "all.json").write_text(sign.join(json.dumps(one) for one in pages) + sign)
        answer = shop.run("import", "all.json", "--dry-run")
        assert f"{name}: 2 findings" in answer.text, answer.error
        (shop.folder / "all.json").write_text(sign.join(json.dumps(one) for one in pages)[:-4])
        cut = shop.run("import", "all.json", "--dry-run", "--as", name)
        assert cut.code == 4, cut.text


def test_half_a_list_of_tickets_is_said_to_be_one(shop):
    """It was no array of JSON objects."""
    shop.log("fail", CHECK, "sign-in/close")
    mark = re.search("a11y-[a-z]{12}", shop.ok("report", "--issues", "jira").text).group()
    (shop.folder / "t.json").write_text('[{"number": 5, "title": "a", "body": "%s"}, {"number": 6, "ti' % mark)
    answer = shop.run("import", "t.json")
    assert answer.code == 4 and "the list has no end" in answer.error, answer.error


def test_the_page_of_a_worksheet_is_not_what_it_saved(shop):
    """It was no bundle, as its script has names of one."""
    shop.ok("worksheet", "--component", "sign-in/*", "-o", "w.html")
    for page in (shop.folder / "w.html").read_text(), "\n<!-- saved from url=(0014)about:internet -->\n" + (shop.folder / "w.html").read_text():
        (shop.folder / "w.html").write_text(page)
        answer = shop.run("import", "w.html")
        hint, = [line for line in answer.error.splitlines() if line.startswith("hint: ")]
        assert answer.code == 4 and "press Save, and import the file that it saves" in hint, answer.error


@pytest.mark.parametrize("line, value", [
    ('tester = "Ana"', "Ana"), ("tester = 'Ana'", "Ana"), ("tester = “Ana”", "Ana"), ('Tester="Ana" or "Ben"', '"Ana" or "Ben"'),
    ('tester = "', '"'), ("tester = it's", "it's")])
def test_settings_may_have_quotes_as_other_files_have_them(shop, line, value):
    """The tester of each result was then one with quotes."""
    shop.ok("config", "tester", "x")
    path, = (shop.folder / ".config/a11y").glob("config")
    path.write_text(line + "\n")
    assert shop.ok("config", "tester").text == value + "\n"


@pytest.mark.parametrize("name, content, advice", [
    ("a.m4a", b"\0\0\0\x14ftypM4A " + bytes(60), "Save it as MP4"), ("a.wav", b"RIFF\x10\0\0\0WAVEfmt " + bytes(60), "Save it as MP4"),
    ("a.txt", "spoken: Schließen".encode("utf-16"), "Save the text as UTF-8"), ("a.zip", zipped("x"), "Unpack it")])
def test_evidence_of_other_forms_says_how_to_convert_it(shop, name, content, advice):
    """A sound was to be saved as a picture, and the others had no hint."""
    (shop.folder / name).write_bytes(content)
    answer = shop.log("fail", CHECK, "sign-in/close", "--evidence", name)
    hint, = [line for line in answer.error.splitlines() if line.startswith("hint: ")]
    assert answer.code == 4 and advice in hint, answer.error


@pytest.mark.parametrize("cell, words", [("Text-AX3, DARK", []), ("Dark; text-ax3", []), ("dunkel;Groß", ["--map", "condition:Dunkel=dark,condition:groß=text-ax3"]),
                                         ("Beides", ["--map", "condition:beides=\"dark,text-ax3\""])])
def test_conditions_of_a_table_are_as_people_write_lists(shop, cell, words):
    """Semicolons and blanks were refused, and a map did not reach the words of a list."""
    lines = f"outcome,check,component,condition\nfail,{CHECK},sign-in/close,Reduce Motion\npass,{CHECK},sign-in/close,\"{cell}\"\n"
    shop.ok("log", "-", "--tester", "t1", *words, stdin=lines.encode())
    rows = json.loads(shop.ok("list", "cells", "status:pass,fail", "--json").out)["rows"]
    assert {row["condition"]: row["outcome"] for row in rows} == {"reduce-motion": "fail", "dark,text-ax3": "pass"}


RULE = {"id": "button-name", "help": "Buttons", "tags": ["wcag412"], "impact": "critical"}
SCAN = {"elements": [{"issues": [{"name": "x", "issueType": {"name": "Accessible name"}, "accessibilityIdentifier": "close"}]}],
        "createdAt": "2026-03-01T10:00:00Z", "platform": "iOS"}


def log(*names, level="error"):
    """A log of SARIF with one result, which is in these files."""
    places = [{"physicalLocation": {"artifactLocation": {"uri": f"Sources/Views/{name}View.swift"}}} for name in names]
    rule = {"id": "accessibility_label_for_image", "defaultConfiguration": {"level": level}}
    result = {"ruleId": rule["id"], "message": {"text": "m"}, "locations": places}
    return {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "SwiftLint", "rules": [rule]}}, "results": [result]}]}


@pytest.mark.parametrize("document, found", [
    (log("SignIn", "Cart", "Cart"), {"sign-in/logo", "cart/total-label"}), ([log("SignIn"), log("Cart")], {"sign-in/logo", "cart/total-label"}),
    ({"axeResults": {"violations": [{**RULE, "nodes": [{"target": "[data-testid=\"close\"]"}]}], "url": "https://a.b/sign-in"}},
     {"sign-in/close"}),
    ({"violations": [{**RULE, "nodes": 2}], "url": "https://a.b/cart"}, {"cart"}), (SCAN, {"sign-in/close"}), ([SCAN], {"sign-in/close"}),
    ([{"ruleId": "button-name", "help": "Buttons", "helpUrl": "https://x", "selector": "[data-testid=\"close\"]", "testUrl": "https://a.b/sign-in"}],
     {"sign-in/close"}),
    ({"label": "x", "report": {"toolID": "accessibility-checker", "summary": {"URL": "https://a.b/cart"}, "results": [
        {"ruleId": "a_text_purpose", "value": ["VIOLATION", "FAIL"], "path": {"dom": "/html[1]"}, "message": "m"}]}}, {"cart"}),
], ids=["two places", "a list of logs", "around the page", "nodes counted", "one scan", "a list of scans", "one issue", "IBM's answer"])
def test_each_wrapping_and_place_of_a_report_is_read(shop, document, found):
    """They were refused, or only the first place was looked at."""
    (shop.folder / "r.json").write_text(json.dumps(document))
    answer = shop.run("import", "r.json")
    assert answer.code in (0, 3, 5), answer.error
    rows = json.loads(shop.ok("list", "tool-findings", "--json").out)["rows"]
    assert {row["component"] for row in rows} == found


@pytest.mark.parametrize("clean, form", [
    ({"@context": "https://www.w3.org/ns/earl#", "@graph": []}, "earl"), ({"url": "https://a.b/cart", "axeVersion": "4.10", "allIssues": []}, "axe"),
    ({"statistics": {"pageurl": "https://a.b/cart"}, "categories": {"error": {"count": 0, "items": []}}}, "wave"),
    ({"toolID": "accessibility-checker", "summary": {"URL": "https://a.b/cart"}, "results": []}, "ibm")], ids=["EARL", "axe DevTools", "WAVE", "IBM"])
def test_a_run_that_found_nothing_is_one_in_every_form(shop, clean, form):
    (shop.folder / "r.json").write_text(json.dumps(clean))
    answer = shop.ok("import", "r.json", "--run", "nightly")
    assert answer.text.startswith(f"{form}: 0 findings") and "The run found nothing." in answer.text + answer.error


@pytest.mark.parametrize("report", [
    {"total": 1, "passes": 0, "errors": 1, "results": {"https://a.b/cart": [{"message": "Pa11y timed out (60000ms)"}]}},
    {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "X"}}}]}], ids=["pa11y-ci", "SARIF"])
@pytest.mark.parametrize("words", [[], ["--run", "nightly"]])
def test_a_run_that_could_not_test_is_not_said_to_have_found_nothing(shop, report, words):
    """Without a name of the run it was, with the advice to close earlier findings by it."""
    (shop.folder / "r.json").write_text(json.dumps(report))
    answer = shop.ok("import", "r.json", *words)
    said = answer.text + answer.error
    assert "The run found nothing" not in said and "The tool could not test everything, so" in said and "Not used: 1 " in said


@pytest.mark.parametrize("document", [
    [{"ruleID": "missing-label", "severity": "ERROR", "message": "m", "filePath": "Sources/Views/SignInView.swift"}], log("SignIn", level="Error"),
    [{"code": "WCAG2AA.Principle4.Guideline4_1.4_1_2.H91.Button.Name", "type": "Error", "typeCode": 1, "message": "m", "selector": "#x"}],
], ids=["a11y-check", "SARIF", "pa11y"])
def test_an_error_is_a_failure_in_any_case(shop, document):
    """In capitals it was for review only."""
    (shop.folder / "r.json").write_text(json.dumps(document))
    shop.run("import", "r.json", "--component", "sign-in/logo")
    rows = [row for state in ("open", "unmatched") for row in json.loads(shop.ok("list", "tool-findings", f"state:{state}", "--json").out)["rows"]]
    assert [row["review"] for row in rows] == [False]


@pytest.mark.parametrize("at", [1767261600, 1767261600.25, 1767261600000])
def test_a_time_may_be_counted_as_clocks_do(shop, at):
    """A recorder that writes it so was refused."""
    (shop.folder / "a.jsonl").write_text(json.dumps({"auditType": "hitRegion", "element": "close", "screen": "sign-in", "at": at}) + "\n")
    shop.ok("import", "a.jsonl")
    row, = json.loads(shop.ok("list", "tool-findings", "--json").out)["rows"]
    assert row["at"].startswith("2026-01-01T10:00:00")


def test_a_date_as_swift_encodes_it_is_of_its_day(shop):
    """It was of 1994, so that every earlier answer was younger, and no item was opened."""
    line = {"auditType": "hitRegion", "element": "close", "screen": "sign-in", "at": 783684000.25}
    (shop.folder / "a.jsonl").write_text(json.dumps(line) + "\n")
    shop.ok("import", "a.jsonl")
    row, = json.loads(shop.ok("list", "tool-findings", "--json").out)["rows"]
    assert row["at"].startswith("2025-11-01T10:00:00")
    (shop.folder / "b.jsonl").write_text(json.dumps(line | {"at": 100000000}) + "\n")
    answer = shop.run("import", "b.jsonl")
    assert answer.code == 4 and "line 1, $.at: expected a time such as" in " ".join(answer.error.split())


@pytest.mark.parametrize("content, advice", [
    ("Test Case '-[A testAudit]' started.\n/x/A.swift:12: error: -[A testAudit] : Hit area is too small\n", "import its .xcresult"),
    ("Accessibility Scanner Results:\n\nItem label\n", "write JSON or SARIF"), (json.dumps({"statistics": {}, "categories": {"error": {"count": 3}}}), "reporttype=3"),
    ('{"passes": [],' + " " * (65 << 20) + '"violations": []}', "larger than the limit of 67108864 bytes"),
    ("SQLite format 3\0" + "x" * 99, "it is a database; export a bundle from it"),
], ids=["xcodebuild", "Accessibility Scanner", "WAVE without its items", "more than a report may have", "a database"])
def test_what_says_too_little_says_what_to_import(shop, content, advice):
    """The hint named bundles and all tools."""
    (shop.folder / "r.txt").write_text(content)
    answer = shop.run("import", "r.txt")
    assert answer.code == 4 and advice in " ".join(answer.error.split()), answer.error


@pytest.mark.skipif(sys.platform != "linux", reason="counts bytes as Linux does")
@pytest.mark.parametrize("begin, words", [('{"passes": [', []), ("[", ["--component", "sign-in/close"]), ("<", ["--as", "earl"]),
                                          ("type,code,message,context,selector\n", [])], ids=["axe", "a list", "EARL", "pa11y"])
def test_a_report_that_is_too_large_is_refused_by_its_size(shop, begin, words):
    """It was read whole to find out what it is, and again to be refused."""
    with open(shop.folder / "r.txt", "w") as file:
        file.write(begin)
        file.truncate(1 << 30)
    answer = shop.run("import", "r.txt", *words, prefix=("sh", "-c", '"$@"; code=$?; cat /proc/$$/io >io; exit $code', "sh"))
    assert answer.code == 4 and "larger than the limit of 67108864 bytes" in answer.error, answer.error
    assert "a report for each page" in " ".join(answer.error.split())
    # With what children read that ended.
    assert int(re.search(r"rchar: (\d+)", (shop.folder / "io").read_text())[1]) < 16 << 20


@pytest.mark.parametrize("header", [
    '"Issue key\n",Status,Description', '"Key\n",Status,Description', 'Ticket\nIssue key,Status,Description',
    'ID,,\nIssue key,Status,Description', 'Key\n\nIssue key,Status,Description', '"Issue key\n"\tStatus\tDescription',
    'Issue key\t"Status\n"\tDescription'])
def test_a_header_of_two_lines_or_below_a_title_of_one_word_is_of_all_columns(shop, header):
    """The whole line became the name of the ticket."""
    shop.log("fail", CHECK, "sign-in/close")
    mark = re.search("a11y-[a-z]{12}", shop.ok("report", "--issues", "jira").text).group()
    sign = "\t" if "\t" in header else ","
    (shop.folder / "t.csv").write_text(f"{header}\n" + sign.join(["SHOP-7", "Done", mark]) + "\n" + sign.join(["SHOP-9", "Open", "x"]) + "\n")
    assert "1 of findings (1 closed)" in shop.ok("import", "t.csv").text
    assert rows_of_findings(shop) == [["SHOP-7"]]


def test_a_header_of_two_lines_that_has_no_ticket_stores_nothing(shop):
    shop.log("fail", CHECK, "sign-in/close")
    mark = re.search("a11y-[a-z]{12}", shop.ok("report", "--issues", "jira").text).group()
    (shop.folder / "t.csv").write_text(f'"ID\n(of ours)",Status,Description\nSHOP-7,Done,{mark}\n')
    answer = shop.run("import", "t.csv")
    assert answer.code == 4 and "line 1: no column has the ticket" in answer.error
    assert rows_of_findings(shop) == [[]]


@pytest.mark.parametrize("header", ['"Key\n",Kind,Title', "Key\nKey,Kind,Title", "Key,,\nKey,Kind,Title"])
def test_the_header_of_components_is_found_below_a_title_of_one_word(empty, header):
    empty.ok("new", "component", "--from", "-", stdin=f"{header}\nhome,screen,Home\n".encode())
    found, = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert (found["key"], found["kind"], found["title"]) == ("home", "screen", "Home")


def test_a_list_of_one_column_above_another_list_is_no_title(empty):
    """Its rows would be dropped in silence."""
    answer = empty.run("new", "component", "--from", "-", stdin=b"key\nhome\nkey,kind\ncart,screen\n")
    assert answer.code == 4 and json.loads(empty.ok("list", "components", "--json").out)["rows"] == []


def test_empty_lists_of_tickets_say_so_together(shop):
    for name in ("a.csv", "b.csv"):
        (shop.folder / name).write_text("Issue key,Status\n")
    answer = shop.run("import", "a.csv", "b.csv", "--tester", "t1")
    assert answer.code == 4 and "has no tickets below its header" in answer.error


LINKS = ['"=HYPERLINK(""https://x.example/NAME"",""NAME"")"', '"=hyperlink(""https://x.example/NAME""; ""NAME"")"',
         "[NAME](https://x.example/NAME)"]


@pytest.mark.parametrize("link", LINKS)
def test_a_cell_that_is_a_link_is_what_it_shows(shop, link):
    """The formula became the name of the ticket, and the path of the source."""
    shop.log("fail", CHECK, "sign-in/close")
    mark = re.search("a11y-[a-z]{12}", shop.ok("report", "--issues", "jira").text).group()
    (shop.folder / "t.csv").write_text(f"Issue key,Status,Description\n{link.replace('NAME', 'SHOP-7')},Done,{mark}\n")
    assert "1 of findings (1 closed)" in shop.ok("import", "t.csv").text
    assert rows_of_findings(shop) == [["SHOP-7"]]
    shop.ok("new", "component", "--from", "-", stdin=f"key,kind,source\nx,button,{link.replace('NAME', 'Sources/X.swift')}\n".encode())
    assert [row["source"] for row in json.loads(shop.ok("list", "components", "--json").out)["rows"] if row["key"] == "x"] == ["Sources/X.swift"]
    table = f"outcome,check,component\nfail,{CHECK},{link.replace('NAME', 'sign-in/logo')}\n"
    assert "Logged 1 result" in shop.ok("log", "-", "--tester", "t1", stdin=table.encode()).text


def test_a_note_with_a_link_in_it_stays_as_it_is(shop):
    for note in ("[see](https://x.example) and [more](https://x.example)", "[see](https://x.example/1)", "=SUM(1)"):
        table = f'outcome,check,component,note\nfail,{CHECK},sign-in/close,"{note}"\n'
        shop.ok("log", "-", "--tester", "t1", stdin=table.encode())
        assert shop.notes()[-1] == note


@pytest.mark.parametrize("text, place, advice", [
    ("ONE,\nONE,\n", "line 1, column 25, $: expected a value, found `,`", "Remove the commas between the values"),
    ('ONE\n{"auditType":\nONE\n', "line 2, $: expected the end of the value that begins there", "may be incomplete"),
    ('ONE ONE x\n', "line 1, column 51, $", "help formats")])
def test_a_line_that_is_wrong_is_named_where_it_is(shop, text, place, advice):
    """A comma behind the value was named as the first sign of the file, and a line that is cut as the last line."""
    text = text.replace("ONE", '{"auditType":"contrast"}')
    answer = shop.run("import", "-", "--as", "xctest", stdin=text.encode())
    assert answer.code == 4 and place in answer.error and advice in answer.error, answer.error


def test_a_condition_that_is_wrong_is_named_as_one(shop):
    """It was refused as the value."""
    table = f"outcome,check,component,condition\nfail,{CHECK},sign-in/close,Dark Mode\n"
    answer = shop.run("log", "-", "--tester", "t1", stdin=table.encode())
    assert answer.code == 4 and 'line 2: unknown setting "dark-mode"' in answer.error, answer.error


def test_a_dry_run_closes_nothing_and_says_so(shop):
    shop.run("import", "-", "--run", "n", stdin=b'{"auditType":"contrast","element":"close","screen":"sign-in"}\n')
    assert "Would close 1 finding that this run no longer reports" in shop.ok("import", "--dry-run", "-", "--run", "n").error
    assert "Closed 1 finding that this run no longer reports" in shop.ok("import", "-", "--run", "n").error


def test_a_damaged_image_is_not_to_be_passed_as_it_was(shop):
    (shop.folder / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 20)
    answer = shop.log("fail", CHECK, "sign-in/close", "--evidence", "a.png")
    assert answer.code == 4 and "damaged or incomplete PNG" in answer.error
    assert "hint: Copy the file again" in answer.error and "Pass it with --evidence" not in answer.error


def test_a_list_of_no_tickets_says_so(shop):
    """It was neither a bundle nor a report, and a flag did not apply to it."""
    (shop.folder / "t.csv").write_text("Issue key,Status,Description\n")
    answer = shop.run("import", "t.csv")
    assert answer.code == 4 and '"t.csv" has no tickets below its header' in answer.error and "hint: Leave it out" in answer.error
    answer = shop.run("import", "-", "--tester", "t1", stdin=b"[]")
    assert answer.code == 4 and "applies only" not in answer.error and "Leave it out if it is a list of tickets" in answer.error


@pytest.mark.parametrize("word", ["S2", "Sev 2", "2 - Serious", "serious"])
def test_a_map_has_the_severities_that_a_table_has(shop, word):
    table = f"outcome,check,component,severity\nfail,{CHECK},sign-in/close,High\n"
    shop.ok("log", "-", "--tester", "t1", "--map", f"severity:High={word}", stdin=table.encode())
    row, = json.loads(shop.ok("list", "findings", "--json").out)["rows"]
    assert row["severity"] == 2
