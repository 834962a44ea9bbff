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
    answer = shop.run("import", "out.json")
    assert answer.code in (0, 3) and "1 finding" in answer.text, answer.error


def test_half_of_an_emoji_refuses_no_tickets(own):
    mark = marks(own)[0]
    (own.folder / "i.json").write_text('[{"number":7,"state":"CLOSED","body":"%s %s"},{"number":8,"body":"x"}]' % (mark, HALF))
    assert "1 of findings (1 closed)" in own.ok("import", "i.json", "--tester", "t1").text


# Markdown

def test_an_escaped_bar_belongs_to_its_cell(own):
    """The rest of the note went into the next columns, and was the device."""
    log(own, f"""| outcome | check | component | note | device |
| --- | :---: | --- | --- | --- |
| fail | {CHECK} | pay | says "Pay \\| Later" | iPhone 15 |
| fail | {CHECK} | total | "x" &lt;b&gt; &amp; \\*y\\*<br>`a\\_b` C:\\temp &#124; &quot; |
""")
    found = {row["component"]: (row["note"], row["device"]) for row in rows(own)}
    assert found == {"pay": ('says "Pay | Later"', "iPhone 15"),
                     "total": ('"x" <b> & *y*\n`a\\_b` C:\\temp | "', None)}
    own.ok("new", "component", "--from", "-", stdin=b"key | kind | title | owner\n--- | --- | --- | ---\nn/a1 | button | Pay \\| Later |\n")
    row, = [row for row in rows(own, "components") if row["key"] == "n/a1"]
    assert (row["title"], row["owner"]) == ("Pay | Later", None)


def test_rejected_rows_of_markdown_are_markdown(own):
    table = f"| outcome | check | component | note |\n|---|---|---|---|\n| fine | {CHECK} | pay | a \\| b |\n| pass | {CHECK} | total | |\n"
    answer = own.run("log", "-", "--tester", "t1", "--partial", "--rejects", "rest", stdin=table.encode())
    assert answer.code == 4 and (own.folder / "rest").read_text() == "".join(table.splitlines(keepends=True)[:3])
    log(own, (own.folder / "rest").read_text().replace("fine", "fail"))
    assert [row["note"] for row in rows(own) if row["outcome"] == "fail"] == ["a | b"]


def test_a_list_in_markdown_is_not_logged_again(own):
    """It has no IDs: each result was logged as a new one, with the signs of Markdown in its note."""
    own.ok("log", "fail", CHECK, "pay", "-m", "*b* <i> a_b | c", "--tester", "t1", "--build", "1")
    before = rows(own)
    for kind in ("items", "results"):
        answer = own.run("log", "-", "--tester", "t1", stdin=own.ok("list", kind, "--format", "md").out)
        assert answer.code == 4 and "line 3: this list does not have the IDs" in answer.error and "--format csv" in answer.error
    assert rows(own) == before
    # Without our title it is a table of a person.
    text = own.ok("list", "items", "--format", "md").text.splitlines()
    log(own, "\n".join(line for line in text if line.startswith("|")) + "\n")
    assert {row["note"] for row in rows(own)} == {"*b* <i> a_b | c"}


# Errors of a spreadsheet

ERRORS = ["#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#NV", "#WERT!", "#BEZUG!"]


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_of_a_spreadsheet_is_no_text(own, error):
    """It was a build, a device, a note, and a title."""
    for column in ("build", "device", "note"):
        answer = own.run("log", "-", "--tester", "t1", "--partial", stdin=(
            f"outcome,check,component,{column}\npass,{CHECK},total,1\nfail,{CHECK},pay,{error}\n").encode())
        assert answer.code == 4 and f"line 3: column {column}: the spreadsheet shows the error {error}" in answer.error, answer.error
        assert "Logged 1 result" in answer.text
    answer = own.run("new", "component", "--from", "-", stdin=f"key,kind,title\nx,button,{error}\n".encode())
    assert answer.code == 4 and f"line 2: column title: the spreadsheet shows the error {error}" in answer.error, answer.error


def test_an_error_in_a_column_that_is_not_read_refuses_nothing(own):
    table = f"outcome,check,component,Sprint\nfail,{CHECK},pay,#N/A\n"
    assert "Logged 1 result" in log(own, table, "--map", "outcome=outcome").text
    # A word that a map has is what it says there.
    table = f"outcome,check,component,note\nfail,{CHECK},pay,#N/A\n"
    assert "Logged 1 result" in log(own, table, "--map", "note:#N/A=nothing").text


def test_a_note_behind_a_remembered_place_may_be_an_error_too(own):
    lines = f"outcome\tcheck\tcomponent\tnote\nfail\t{CHECK}\tpay\tone\nfail\t{CHECK}\tpay\t#REF!\n"
    answer = own.run("log", "-", "--tester", "t1", stdin=lines.encode())
    assert answer.code == 4 and "line 3: column note: " in answer.error


def test_a_ticket_is_no_error_and_no_shortened_number(own):
    """Two tasks of Asana were one ticket, and #REF! was another."""
    first, second = marks(own)
    (own.folder / "t.csv").write_text(
        f"Task ID,Name,Completed At,Notes\n1.20123E+15,a,,{first}\n#REF!,b,,{second}\n1.20123E+15,c,,another\n7,#NAME?,,{second}\n")
    answer = own.run("import", "t.csv", "--tester", "t1")
    assert answer.code == 4 and tickets(own)[CHECK] == ([], None)
    assert 'line 2: ticket "1.20123E+15": the spreadsheet shortened the number; format the column as text' in answer.error
    assert 'line 3: ticket "#REF!": the spreadsheet shows the error #REF!' in answer.error
    assert 'line 5: column "Name": the spreadsheet shows the error #NAME?' in answer.error and "line 4" not in answer.error
    (own.folder / "t.csv").write_text(f"ID,Title,State,Description\n7.0,b,Closed,{first}\n7.5,b,Closed,{second}\n")
    own.ok("import", "t.csv", "--tester", "t1")
    assert sorted(names for names, _ in tickets(own).values()) == [["7"], ["7.5"]]


def test_a_state_that_is_not_known_is_not_the_one_before(own):
    """The ticket stayed closed, and the gate counted it."""
    mark = marks(own)[0]
    for status, state in (("Done", "closed"), ("Reopened by customer", None), ("To be discussed", "open"), ("Can't Reproduce", "closed")):
        (own.folder / "t.csv").write_text(f'Issue key,Status,Description\nSHOP-12,{status},{mark}\n')
        answer = own.ok("import", "t.csv", "--tester", "t1")
        assert [found for found in tickets(own).values() if found[0]] == [(["SHOP-12"], state)], status
        if state is None:
            assert "--map 'Reopened by customer=open' or 'Reopened by customer=closed'" in answer.error
            assert rows(own, "findings", "ticket:closed") == []


def test_tickets_that_are_too_large_say_which_columns_to_export(own):
    """The file was no bundle and no report."""
    with open(own.folder / "t.csv", "w") as file:
        file.write("Issue key,Status,Description\n" + f'SHOP-1,Done,"{"y" * 1000}"\n' * 67_000)
    for words in ([], ["--map", "Status=state"]):
        answer = own.run("import", "t.csv", *words)
        assert answer.code == 4 and "larger than the limit of 67108864 bytes" in answer.error, answer.error
        assert "Export only the columns key, status, description" in answer.error


@pytest.mark.parametrize("age, band", [
    ("6-8", "6-8"), ("8-Jun", "6-8"), ("06. Aug", "6-8"), ("10-Sep", "9-10"), ("09. Okt", "9-10"), ("12-Nov", "11-12"),
    ("Dec-11", "11-12"), ("3-May", None), ("2018-06-08", None), ("8.6.2018", None)])
def test_an_age_of_which_a_spreadsheet_made_a_date(own, age, band):
    """8-Jun and 06. Aug can be 6-8 alone. What has a year may be the day of a birth."""
    own.ok("new", "plan", "p1", "--component", "pay", "--size", "44x44", "--gap", "8", "--children", "12", "--taps", "5")
    table = f"age,moderator,consent,guardian,assent,device,practice,taps\n{age},m1,c-17,WAHR,\u2713,iPad mini 6,h h,h h m h h\n"
    answer = own.run("tap", "run", "p1", "--from", "-", stdin=table.encode())
    if band is None:
        assert answer.code == 4 and "line 2: age: " in answer.error and "Write 6 to 8" in answer.error, answer.error
        return
    assert answer.code == 0 and "Saved 1 session with 5 scored taps." in answer.text, answer.error
    assert [row["age"] for row in rows(own, "sessions")] == [band]
    wrong = own.run("tap", "run", "p1", "--from", "-", stdin=table.replace("m1", "#REF!").encode())
    assert wrong.code == 4 and "line 2: moderator: the spreadsheet shows the error #REF!" in wrong.error


# Small things

def test_a_whole_number_may_have_a_fraction_of_zeroes(own):
    for text in ("44.0", "4.4e1"):
        own.ok("new", "component", "--from", "-", stdin=f'[{{"key":"p{text[-1]}","kind":"button","target_tier":{text}}}]'.encode())
    assert {row["target_tier"] for row in rows(own, "components") if row["key"] in ("p0", "p1")} == {44}
    refused = own.run("new", "component", "--from", "-", stdin=b'[{"key":"q","kind":"button","target_tier":44.5}]')
    assert refused.code == 4 and "expected 44, 48, 56, or 64" in refused.error


@pytest.mark.parametrize("text", [
    '<?xml version="1.0"?>\n<rdf:RDF xmlns:earl="http://www.w3.org/ns/earl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>\n',
    "@prefix earl: <http://www.w3.org/ns/earl#> .\n<#a> a earl:Assertion .\n"])
def test_earl_in_another_spelling_says_which_is_read(own, text):
    (own.folder / "e.rdf").write_text(text)
    answer = own.run("import", "e.rdf")
    assert answer.code == 4 and "Save it as JSON-LD" in answer.error


@pytest.mark.parametrize("at, day", [
    ("1 марта 2026", "2026-03-01T"), ("20260301T100000Z", "2026-03-01T10:00"), ("20260301T1000", "2026-03-01T10:00"),
    ("1 марта 2026 г. в 10:00", "2026-03-01T10:00"), ("5 lutego 2026", "2026-02-05T"), ("5 lutego 2026 r.", "2026-02-05T"),
    ("3 maj 2025", "2025-05-03T"), ("16 października 2025", "2025-10-16T"), ("3 augusti 2025 kl. 10:00", "2025-08-03T10:00")])
def test_times_are_read_in_more_languages(own, at, day):
    log(own, f"outcome,check,component,at\nfail,{CHECK},pay,{at}\n")
    assert rows(own)[0]["at"].startswith(day)


def test_many_problems_of_one_item_hold_each_note_once(own):
    """Each row was logged with the notes of all rows before it: 1,100 rows took 330 times their size."""
    count = 300
    table = "outcome,check,component,note\n" + "".join(f"fail,{CHECK},pay,{'n' * 50} {number}\n" for number in range(count))
    said = log(own, table, "--map", "zz=pass")
    assert f"Logged {count} results" in said.text and "lines 2 and 3 are problems of the same item" in said.error
    finding, = rows(own, "findings")
    assert finding["note"].splitlines() == [f"{'n' * 50} {number}" for number in range(count)]
    (length,), = own.rows("SELECT sum(length(note)) FROM result")
    assert length < 3 * len(table)
    # Once more they are what was logged before.
    assert f"{count} results say the same as before" in log(own, table, "--map", "zz=pass").error
    # An answer of another tester between them stays between them.
    table = "outcome,check,component,note,tester\n" + "".join(
        f"{outcome},{CHECK},total,{note},{tester}\n" for outcome, note, tester in (
            ("fail", "a", "t1"), ("fail", "b", "t1"), ("fail", "c", "t2"), ("fail", "d", "t1"), ("fail", "", "t1")))
    log(own, table, "--map", "zz=pass")
    found = [(row["tester"], row["note"]) for row in rows(own) if row["component"] == "total"]
    assert sorted(found) == sorted([("t1", "a"), ("t1", "a\nb"), ("t2", "c"), ("t1", "d"), ("t1", "a\nb\nd")])


def test_notes_that_are_too_long_together_say_so(own):
    """It was said that a line had another answer."""
    table = "outcome,check,component,note\n" + "".join(f"fail,{CHECK},pay,{'n' * 30_000}{number}\n" for number in range(3))
    answer = own.run("log", "-", "--tester", "t1", "--map", "zz=pass", stdin=table.encode())
    assert answer.code == 4 and "line 4: the notes of this item, from line 2 on, are longer than 65536 bytes together" in answer.error
    assert "another answer" not in answer.error
