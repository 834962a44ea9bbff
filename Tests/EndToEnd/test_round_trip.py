"""A list goes out as a table, is changed as a spreadsheet changes it, and comes back: what was changed and nothing else."""

import csv
import io
import json
import os
import random
import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import once
from program import CHECK, COMPONENT, Tracker

KEYS = [f"part-{number:02}" for number in range(8)]


@once()
def filled(tracker):
    """Some hundred cells, tested and untested, with notes, values and severities."""
    dice = random.Random(7)
    tracker.register(*(f"{key},icon-button" for key in KEYS))
    cells = json.loads(tracker.ok("list", "cells", "--all", "--json").out)["rows"]
    lines = ["outcome\tcheck\tcomponent\tcondition\tvalue\tnote\tseverity"]
    for row in dice.sample(cells, 200):
        outcome = dice.choice(["pass", "fail", "na", "cant-tell"])
        severity = dice.choice(["", "2"]) if outcome == "fail" else ""
        lines.append("\t".join([outcome, row["check"], row["component"], "", "", dice.choice(["", "seen, \"twice\"; =1+1"]),
                                severity]))
    tracker.ok("log", "-", "--tester", "t1", "--build", "1", stdin="\n".join([*lines, ""]).encode())
    tracker.ok("log", "fail", "touch-target.minimum-44pt", KEYS[0], "--value", "40x40", "--tester", "t1")


def table(tracker, *words):
    text = tracker.ok("list", "cells", "--all", "--format", "csv", *words).out.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    return list(rows[0]), rows


def written(names, rows, dialect):
    """As a spreadsheet writes it: with other quotes, other separators, a mark and other ends of lines."""
    text = io.StringIO()
    writer = csv.DictWriter(text, names, **dialect)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig" if dialect.get("delimiter") == ";" else "utf-8")


DIALECTS = {"plain": {}, "quoted": {"quoting": csv.QUOTE_ALL}, "semicolons": {"delimiter": ";"},
            "unix": {"lineterminator": "\n"}}


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_an_unchanged_table_logs_nothing(filled, dialect):
    names, rows = table(filled)
    before = filled.rows("SELECT count(*) FROM fact")
    answer = filled.ok("log", "-", "--tester", "t2", stdin=written(names, rows, DIALECTS[dialect]))
    assert answer.text.startswith(f"Logged 0 results. {len(rows)} rows unchanged.")
    assert filled.rows("SELECT count(*) FROM fact") == before


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_what_was_changed_comes_back_and_nothing_else(filled, dialect):
    """200 cells of a table, by words as people write them; a column of one's own is passed over and named."""
    dice = random.Random(11)
    names, rows = table(filled)
    changed = {}
    for row in dice.sample([row for row in rows if not row["value"]], 200):
        old = row["outcome"]
        row["outcome"] = dice.choice([word for word in ["PASS", "Fail", " n/a ", "can't tell"] if word.lower()[:2] != old[:2]])
        row["note"] = dice.choice(["", "looked again"])
        changed[row["component"], row["check"]] = (row["outcome"], row["note"])
    for row in rows:
        row["who asks"] = "me"
    results = filled.rows("SELECT count(*) FROM result")[0][0]
    answer = filled.ok("log", "-", "--tester", "t2", "--build", "2",
                       stdin=written([*names, "who asks"], rows, DIALECTS[dialect]))
    assert answer.text.startswith(f"Logged 200 results. {len(rows) - 200} rows unchanged.")
    assert "unknown columns are ignored: who asks" in answer.error
    assert filled.rows("SELECT count(*) FROM result")[0][0] == results + 200
    words = {"PASS": "pass", "Fail": "fail", " n/a ": "na", "can't tell": "cant-tell"}
    after = json.loads(filled.ok("list", "cells", "--json").out)["rows"]
    told = {(row["component"], row["check"]): (row["outcome"], row["note"] or "", row["tester"]) for row in after
            if row["tester"] == "t2"}
    assert told == {place: (words[outcome], note, "t2") for place, (outcome, note) in changed.items()}


def test_a_note_a_severity_or_a_value_alone_is_a_change(filled):
    names, rows = table(filled, "check:touch-target.minimum-44pt", f"component:{KEYS[0]}")
    row, = rows
    row["value"], row["outcome"] = "46x46", "pass"
    assert "Logged 1 result." in filled.ok("log", "-", "--tester", "t2", stdin=written(names, rows, {})).text
    names, rows = table(filled, "status:fail")
    rows[0]["severity"] = "1" if rows[0]["severity"] != "1" else "4"
    rows[1]["note"] = "more of it"
    answer = filled.ok("log", "-", "--tester", "t3", stdin=written(names, rows, {}))
    assert answer.text.startswith(f"Logged 2 results. {len(rows) - 2} rows unchanged.")
    new = json.loads(filled.ok("list", "results", "tester:t3", "--json").out)["rows"]
    assert len(new) == 2 and rows[0]["severity"] in {str(row["severity"]) for row in new}


def test_a_list_of_another_tracker_names_the_results_that_it_shows_and_what_to_do(filled, tmp_path):
    names, rows = table(filled)
    row = next(row for row in rows if row["outcome"] == "pass")
    row["outcome"] = "na"
    other = Tracker(tmp_path)
    other.begin()
    other.register(*(f"{key},icon-button" for key in KEYS))
    for prepare in (lambda: None, lambda: other.ok("log", "fail", row["check"], row["component"], "--tester", "t9", "--build", "1")):
        prepare()
        answer = other.run("log", "-", "--tester", "t2", stdin=written(names, [row], {}))
        assert answer.code == 4 and f"shows result {row['id']}, which its item does not have in this tracker" in answer.error
        assert "in the tracker that it was listed in" in answer.error and "another result" not in answer.error


def test_what_was_logged_meanwhile_is_not_written_over(filled):
    names, rows = table(filled)
    row = next(row for row in rows if row["outcome"] == "pass")
    filled.ok("log", "fail", row["check"], row["component"], "-m", "meanwhile", "--tester", "t9", "--build", "3")
    row["note"] = "mine"
    answer = filled.run("log", "-", "--tester", "t2", stdin=written(names, rows, {}))
    assert answer.code == 4 and "another result than the one in this row; list it again" in answer.error
    assert "nothing was logged" in answer.error
    taken = next(row for row in rows if row["outcome"] == "na")
    taken["outcome"] = ""
    answer = filled.run("log", "-", "--tester", "t2", "--partial", stdin=written(names, [taken], {}))
    assert answer.code == 4 and "the outcome was removed" in answer.error


def test_words_of_people_are_taken_in_tables_with_a_header_alone(tracker):
    head = "Outcome,CHECK,component\n"
    answer = tracker.ok("log", "-", "--tester", "t1", stdin=f"{head}Cannot tell,{CHECK},{COMPONENT}\n".encode())
    assert "Logged 1 result" in answer.text
    assert tracker.run("log", "-", "--tester", "t1", stdin=f"passed\t{CHECK}\t{COMPONENT}\n".encode()).code == 4
    for word in ("PASS", "Fail", "NA", "Cant-Tell"):
        rehearsed = tracker.ok("log", "-", "--tester", "t1", "--dry-run", "--json", stdin=f"{word}\t{CHECK}\t{COMPONENT}\n".encode())
        said = json.loads(rehearsed.out)
        assert (said["dry_run"], said["logged"], said["refused"]) == (True, 1, 0)
    assert tracker.run("log", "-", "--tester", "t1", stdin=f"{head}fine,{CHECK},{COMPONENT}\n".encode()).code == 4


def test_components_come_back_as_they_went_out(filled, tmp_path):
    other = Tracker(tmp_path / "other")
    other.folder.mkdir()
    other.begin()
    text = filled.ok("list", "components", "--format", "csv", "--bom").out
    assert "8 added" in other.ok("new", "component", "--from", "-", stdin=text).text
    assert "0 added" in other.ok("new", "component", "--from", "-", stdin=text).text


# Texts of which a table shows what is not seen, or which it does not have as they are.
UNSEEN = ["Donau\u00addampf", "\u200fa\u200b b\u2060", "a\u2028b\x85c", "\tfirst a tab", "x\ry", "two\r\nlines\u00ad", "A\u0308rger"]


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_what_is_not_seen_in_a_table_is_no_change(tracker, form):
    """The marks that a table shows were logged as six signs of the text, and accents as other programs spell them as new."""
    titles = [text for text in UNSEEN if not set(text) & set("\t\r\n\x85\u2028")]
    for number, title in enumerate(titles):
        tracker.ok("new", "component", f"part-{number}", "--kind", "icon-button", "--title", title, "--screen", f"s {title}")
    for number, note in enumerate(UNSEEN):
        tracker.register(f"noted-{number},icon-button")
        tracker.log("fail", CHECK, f"noted-{number}", "-m", note)
    kept = [json.loads(tracker.ok("list", kind, "--json").out)["rows"] for kind in ("components", "results")]
    components, items = (tracker.ok("list", kind, "--format", form).out for kind in ("components", "items"))
    assert "0 added, 0 changed" in tracker.ok("new", "component", "--from", "-", stdin=components).text
    assert "Logged 0 results" in tracker.ok("log", "-", "--tester", "t2", stdin=items).text
    spelled = unicodedata.normalize("NFC", items.decode()).encode()
    assert "Logged 0 results" in tracker.ok("log", "-", "--tester", "t2", stdin=spelled).text
    assert kept == [json.loads(tracker.ok("list", kind, "--json").out)["rows"] for kind in ("components", "results")]
    # What is answered anew keeps the note that nobody has edited.
    answered = items.replace(b"fail", b"cant-tell")
    assert f"Logged {len(UNSEEN)} results" in tracker.ok("log", "-", "--tester", "t2", stdin=answered).text
    notes = {row["note"] for row in json.loads(tracker.ok("list", "results", "--json").out)["rows"] if row["outcome"] == "cant-tell"}
    assert notes == set(UNSEEN)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_spreadsheet_may_save_the_tables_with_tabs(tracker, end):
    """As Unicode Text: with quotes around what has a comma, a quote or several lines, which were read as parts of the text."""
    notes = ['says "button", twice', "line one\nline two", '"all, of it"', "plain"]
    for number, note in enumerate(notes):
        tracker.ok("new", "component", f"part-{number}", "--kind", "icon-button", "--title", note.replace("\n", ", "),
                   "--screen", "home", "--screen", "cart")
        tracker.log("fail", CHECK, f"part-{number}", "-m", note)
    for kind, words in (("components", ("new", "component", "--from", "-")), ("items", ("log", "-", "--tester", "t2"))):
        def quoted(cell):
            return '"' + cell.replace('"', '""') + '"' if set(cell) & set('",\n') else cell
        rows = csv.reader(io.StringIO(tracker.ok("list", kind, "--format", "csv").out.decode()))
        saved = end.join("\t".join(quoted(cell) for cell in row) for row in rows) + end
        said = tracker.ok(*words, stdin=saved.encode("utf-16")).text
        assert "0 added, 0 changed" in said or "Logged 0 results" in said, said
        said = tracker.ok(*words, stdin=tracker.ok("list", kind, "--format", "tsv").out).text
        assert "0 added, 0 changed" in said or "Logged 0 results" in said, said


def test_the_table_of_an_audit_comes_back_too(filled):
    """An audit's list shows its own results, where others have been logged for the same items outside it."""
    filled.ok("new", "audit", "A", "--checklist", "critical-rules", "--build", "1")
    filled.ok("new", "audit", "B", "--checklist", "critical-rules", "--build", "2")
    cells = json.loads(filled.ok("list", "cells", "--audit", "A", "--all", "--json").out)["rows"]
    first, second, third = [(row["check"], row["component"]) for row in cells[:3]]
    for audit, places in ("A", [first, second]), ("B", [first, third]):
        for place in places:
            filled.ok("log", "pass" if audit == "A" else "na", *place, "--audit", audit, "--tester", "t1")
    names, rows = table(filled, "--audit", "A")
    unchanged = filled.ok("log", "-", "--tester", "t2", stdin=written(names, rows, {}))
    assert unchanged.text.startswith(f"Logged 0 results. {len(rows)} rows unchanged.")
    at = {(row["check"], row["component"]): row for row in rows}
    at[first]["outcome"], at[first]["note"] = "fail", "not again"
    at[third]["outcome"] = "pass"
    refused = filled.run("log", "-", "--tester", "t2", stdin=written(names, rows, {}))
    assert refused.code == 4 and refused.error.count("pass --audit if the list is of an audit") == 2
    told = filled.run("log", "-", "--audit", "A", "--tester", "t2", stdin=written(names, rows, {}))
    assert told.code == 5 and "2 results do not count, because results of newer builds are shown" in told.error
    assert told.text.startswith(f"Logged 2 results. {len(rows) - 2} rows unchanged.")
    again = filled.run("log", "-", "--audit", "A", "--tester", "t2", stdin=written(names, [at[first], at[third]], {}))
    assert again.text.startswith("Logged 0 results. 2 rows unchanged.")
    twice = at[second] | {"outcome": "na"}
    assert filled.run("log", "-", "--audit", "A", "--tester", "t2",
                      stdin=written(names, [twice, twice | {"note": "no"}], {})).code == 4


def test_items_are_what_the_list_of_cells_is_called_too(filled):
    for words in ["--all"], ["status:fail"], ["--outside"]:
        assert filled.ok("list", "items", "--json", *words).text.splitlines()[3:] == \
            filled.ok("list", "cells", "--json", *words).text.splitlines()[3:]
    assert filled.run("list", "item").error.count("Did you mean items?") == 1


# As spreadsheets do


def test_values_are_in_the_table_as_typed_and_come_back_as_a_spreadsheet_writes_them(filled):
    filled.register("words,text")
    for check, value in [("contrast.text-4-5", "7:1"), ("contrast.large-text-3", "4.50:1"),
                         ("visual-feedback.scale-range", "0.950")]:
        key = "words" if check.startswith("contrast") else KEYS[0]
        filled.ok("log", "pass", check, key, "--value", value, "--tester", "t1")
    names, rows = table(filled)
    at = {(row["component"], row["check"]): row for row in rows}
    assert at[KEYS[0], "touch-target.minimum-44pt"]["value"] == "40x40"
    ratio, figure = at["words", "contrast.text-4-5"], at[KEYS[0], "visual-feedback.scale-range"]
    assert (ratio["value"], figure["value"]) == ("7:1", "0.950")
    # A time of the day, and a number without its last digit.
    figure["value"] = "0.95"
    for ratio["value"] in "07:01:00", "07:01", "07:01:00 AM", "7:1":
        answer = filled.ok("log", "-", "--tester", "t2", stdin=written(names, rows, {}))
        assert answer.text.startswith(f"Logged 0 results. {len(rows)} rows unchanged."), answer.error
    ratio["value"], figure["value"] = "05:01:00 PM", "0.96"
    answer = filled.ok("log", "-", "--tester", "t2", stdin=written(names, rows, {}))
    assert answer.text.startswith("Logged 2 results.")
    new = {row["check"]: row["value"]["text"] for row in
           json.loads(filled.ok("list", "results", "tester:t2", "--json").out)["rows"]}
    assert new == {"contrast.text-4-5": "17:1", "visual-feedback.scale-range": "0.96"}


def converted(file, form, *words):
    subprocess.run(["soffice", "--headless", "--convert-to", form, *words, "--outdir", file.parent, file],
                   check=True, capture_output=True, timeout=240, env={**os.environ, "HOME": str(file.parent)})
    return file.with_suffix("." + form.partition(":")[0])


def test_200_cells_that_are_changed_in_libreoffice_come_back_and_nothing_else(filled, tmp_path):
    if not shutil.which("soffice"):
        (pytest.fail if os.environ.get("CI") else pytest.skip)("LibreOffice is missing (Debian: libreoffice-calc-nogui)")
    filled.register("words,text")
    filled.ok("log", "pass", "contrast.text-4-5", "words", "--value", "7:1", "--tester", "t1")
    filled.ok("list", "items", "--all", "--format", "csv", "--bom", "-o", tmp_path / "items.csv")
    document = converted(tmp_path / "items.csv", "fods", "--infilter=CSV:44,34,76,1")
    (tmp_path / "items.csv").unlink()
    for _, (prefix, name) in ElementTree.iterparse(document, ["start-ns"]):
        ElementTree.register_namespace(prefix, name)
    tree = ElementTree.parse(document)
    space = {"table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
             "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0"}
    dice, changed = random.Random(3), {}
    rows = [row.findall("table:table-cell", space) for row in tree.iterfind(".//table:table-row", space)]
    untested = [row for row in rows if len(row) > 3 and "".join(row[3].itertext()).strip() == "untested"]
    for row in dice.sample(untested, 200):
        word = dice.choice(["Pass", "FAIL", "n/a", "Can't tell"])
        row[3].find("text:p", space).text = word
        place = tuple("".join(cell.itertext()).strip() for cell in row[:2])
        changed[place] = {"Pass": "pass", "FAIL": "fail", "n/a": "na", "Can't tell": "cant-tell"}[word]
    tree.write(document, encoding="utf-8", xml_declaration=True)
    # UTF-8, whatever the locale is that the test is started in.
    back = converted(document, "csv:Text - txt - csv (StarCalc):44,34,76,1").read_bytes()
    assert b",07:01:00 AM," in back, "a ratio is a time for LibreOffice"
    answer = filled.ok("log", "-", "--tester", "t2", stdin=back)
    total = len(list(csv.reader(io.StringIO(back.decode())))) - 1
    assert answer.text.startswith(f"Logged 200 results. {total - 200} rows unchanged."), answer.error
    new = json.loads(filled.ok("list", "results", "tester:t2", "--json").out)["rows"]
    assert {(row["component"], row["check"]): row["outcome"] for row in new} == changed and len(new) == 200


def test_components_come_back_from_a_spreadsheet_too(filled):
    text = filled.ok("list", "components", "--format", "csv", "--bom").out.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    names = list(rows[0]) + ["Farbe", ""]
    for row in rows:
        row |= {"retired": "FALSE", "Farbe": "rot", "": ""}
    unchanged = filled.ok("new", "component", "--from", "-", stdin=written(names, rows, DIALECTS["semicolons"]))
    assert "0 added, 0 changed, 8 unchanged" in unchanged.text
    assert "unknown columns are ignored: Farbe" in unchanged.error
    rows[0]["kind"], rows[1]["size"], rows[2]["retired"] = "Form Field", "48x48", "TRUE"
    assert "0 added, 3 changed, 5 unchanged" in filled.ok(
        "new", "component", "--from", "-", stdin=written(names, rows, {"delimiter": "\t"})).text
    shown = {row["key"]: row for row in json.loads(filled.ok("list", "components", "--json").out)["rows"]}
    assert (shown[KEYS[0]]["kind"], shown[KEYS[1]]["size"], shown[KEYS[2]]["retired"]) == ("form-field", "48x48", True)
    refused = filled.run("new", "component", "--from", "-", stdin=b"key,kind,Farbe\na,button,rot\n")
    assert refused.code == 4 and "unknown column" in refused.error, "a column of a new table may be a slip"
    own = "Name;Typ\nneu;Schaltfläche\n".encode()
    answer = filled.ok("new", "component", "--from", "-", "--map", "Name=key,Typ=kind,Schaltfläche=button", stdin=own)
    assert "Columns: Name = key, Typ = kind, Schaltfläche = button." in answer.error
    assert json.loads(filled.ok("show", "neu", "--json").out)["kind"] == "button"


@pytest.mark.parametrize("text, said", [
    ("geprüft".encode("cp1252"), "text is not UTF-8 but probably Windows-1252 (cp1252); save the file as UTF-8"),
    (b"\xff\xfe\xed\xa0\x80\x01", "text is not UTF-8 but UTF-16"),
    (b"\x81\xfe", "text is not UTF-8; save"),
])
def test_another_encoding_is_named(tracker, text, said):
    lines = f"outcome,check,component,note\npass,{CHECK},{COMPONENT},".encode() + text + b"\n"
    answer = tracker.run("log", "-", "--tester", "t1", stdin=lines)
    assert answer.code == 4 and f"line 2: {said}" in answer.error, answer.error


def test_components_come_back_from_lines_of_json_too(filled):
    """Their figures were unknown fields, and nothing of the list was read."""
    rows = filled.ok("list", "components", "--format", "ndjson").out
    assert "0 changed" in filled.ok("new", "component", "--from", "-", stdin=rows).text
    assert "unknown field" in filled.run("new", "component", "--from", "-", stdin=rows.replace(b'"conflicts"', b'"conflict"')).error


def test_an_export_goes_on_from_one_that_comes_through_a_pipe(filled):
    """Every other reader of bundles takes one."""
    filled.ok("export", "-o", "all.a11y.json")
    whole = (filled.folder / "all.a11y.json").read_bytes()
    filled.ok("log", "pass", CHECK, KEYS[0], "--tester", "t9")
    for name in "-", "/dev/stdin":
        filled.ok("export", "--since", name, "-o", "news.a11y.json", stdin=whole)
        assert len(json.loads((filled.folder / "news.a11y.json").read_bytes())["facts"]) == 1
        (filled.folder / "news.a11y.json").unlink()


@pytest.mark.parametrize("form", ["csv", "json"])
def test_quotes_that_are_taken_away_are_a_change(filled, form):
    filled.ok("edit", "component", KEYS[0], "--title", '"Save, close"')
    rows = filled.ok("list", "components", "--format", form).text
    edited = rows.replace(*(('"""Save, close"""', '"Save, close"') if form == "csv" else ('"\\"Save, close\\""', '"Save, close"')))
    assert edited != rows
    assert "1 changed" in filled.ok("new", "component", "--from", "-", stdin=edited.encode()).text
    assert "0 changed" in filled.ok("new", "component", "--from", "-", stdin=edited.encode()).text
