"""Tables as spreadsheets, shells, and people write them: read kindly, refused row by row, and never in part in silence."""

import json
import stat

import pytest

from program import CHECK, Tracker

CLOSE, LOGO, TOTAL = "sign-in/close", "sign-in/logo", "cart/total"
REGISTER = f"{CLOSE},icon-button", f"{LOGO},image", f"{TOTAL},text"
OTHER = "voiceover.reading-order"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A tracker that every reading here is tried on without changing it."""
    tracker = Tracker(tmp_path_factory.mktemp("tables") / "shop")
    tracker.folder.mkdir()
    tracker.begin()
    tracker.register(*REGISTER)
    return tracker


@pytest.fixture
def own(empty):
    empty.register(*REGISTER)
    return empty


def results(tracker):
    return [(row["component"], row["outcome"], row["severity"], row["note"])
            for row in json.loads(tracker.ok("list", "results", "--json").out)["rows"]]


PLAIN = f"outcome,check,component,severity,note\nfail,{CHECK},{CLOSE},2,no label\npass,{CHECK},{LOGO},,\n"
NBSP, MARK = "\u00a0", "\ufeff"


def separated(sign):
    return PLAIN.replace(",", sign)


SPELLINGS = {
    "plain": PLAIN, "CR LF": PLAIN.replace("\n", "\r\n"), "CR": PLAIN.replace("\n", "\r"),
    "CR without a last one": PLAIN.replace("\n", "\r").rstrip("\r"), "no last line end": PLAIN.rstrip("\n"),
    "mark": MARK + PLAIN, "two marks": MARK * 2 + PLAIN, "mark and CR": MARK + PLAIN.replace("\n", "\r"),
    "mark before quotes": MARK + PLAIN.replace("outcome,check", '"outcome","check"'),
    "semicolons": separated(";"), "tabs": separated("\t"), "bars": separated("|"),
    "sep": "sep=;\r\n" + separated(";"), "quoted sep": MARK + '"sep=;"\r\n' + separated(";"), "SEP of tabs": "SEP=\t\n" + separated("\t"),
    "sep of bars": "sep=|\n" + separated("|"), "sep of colons": "sep=:\n" + separated(":"), "sep that is wrong": "sep=,\n" + separated(";"),
    "cases": PLAIN.replace("outcome,check,component,severity,note", "OUTCOME,Check,cOmponent,Severity,NOTE"),
    "blanks": PLAIN.replace(",", " , "), "no-break spaces": PLAIN.replace(",", f"{NBSP},{NBSP}"),
    "thin and narrow spaces": PLAIN.replace(",", "\u2009,\u202f"), "invisible marks": PLAIN.replace(",", "\u200b,\u200e"),
    "tabs in CSV": PLAIN.replace("fail,", "\tfail ,"), "quoted": "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in PLAIN.splitlines()) + "\n",
    "quotes and blanks": PLAIN.replace(f",{CHECK},", f', "{CHECK}" ,'),
    "a quote within a cell": PLAIN.replace("\n", ",\n").replace("note,", "note,device").replace("no label,", 'no label,iPad 11"'),
    "quoted tabs": "\n".join("\t".join(f'"{cell}"' for cell in line.split(",")) for line in PLAIN.splitlines()) + "\n",
    "signs around headers": PLAIN.replace("outcome,check,component,severity,note", "*Outcome*,“Check”,Component:,'Severity',(Note)"),
    "blank rows": PLAIN.replace("\n", "\n\n,,,,\n;;;\n \n\"\",\"\"\n" + NBSP + "\n"), "blank rows first": "\n,,,,\n\n" + PLAIN,
    "rows of separators at the end": PLAIN + ",,,,\r\n,,,,,,,,,\r\n", "blank cells at the end": PLAIN.replace("\n", ",,,\n"),
    "other order": f"note,severity,component,check,outcome\nno label,2,{CLOSE},{CHECK},fail\n,,{LOGO},{CHECK},pass\n",
    "titles": f"Accessibility audit;;\nMarch; 2026\n\n{separated(';')}", "titles with commas": "Audit, of March, by us\nv1\n" + separated("\t"),
    "titles of several lines": '"Audit\nof the shop",,\n' + PLAIN, "a header of several lines": PLAIN.replace("severity,note", '"Severity\n",note'),
    "severity in words": PLAIN.replace(",2,", ",Serious,"), "severity in capitals": PLAIN.replace(",2,", ",SERIOUS,"),
    "severity and number": PLAIN.replace(",2,", ",2 - Serious,"), "number and severity": PLAIN.replace(",2,", ",serious (2),"),
    "NEL": PLAIN.replace("\n", "\u0085"), "the sign 26 at the end": PLAIN + "\x1a", "files joined": PLAIN + PLAIN.splitlines()[0] + "\n",
    "wide signs": PLAIN.replace("outcome", "ｏｕｔｃｏｍｅ").replace("fail", "ＦＡＩＬ").replace(",2,", ",２　－　serious,"), "digits of Arabic": PLAIN.replace(",2,", ",٢,"),
    "marks of direction": PLAIN.replace(f",{CLOSE},", f",\u202a{CLOSE}\u202c,").replace(f",{LOGO},", f",\u2068{LOGO}\u2069,"),
    "soft hyphens": PLAIN.replace("voiceover", "voice\u00adover").replace("sign-in", "sign\u200b-in"),
    "Markdown": "".join(f"| {line.replace(',', ' | ')} |\n" + "| --- | :---: |\n" * (not place) for place, line in enumerate(PLAIN.splitlines())),
    "text for a spreadsheet": PLAIN.replace("no label", '="no label"').replace(",2,", ',="2",'), "severity as a decimal": PLAIN.replace(",2,", ",2.0,"), "outcomes in words": PLAIN.replace("fail,", "FAILED ,").replace("pass,", " Pass,"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_table_says_the_same_however_it_is_spelled(own, spelling):
    answer = own.run("log", "-", "--tester", "t1", stdin=SPELLINGS[spelling].encode())
    assert answer.code == 0, answer.error
    assert sorted(results(own)) == [(CLOSE, "fail", 2, "no label"), (LOGO, "pass", None, None)]
    if "titles" in spelling:
        assert "the header is in line " in answer.error


COMPONENTS = "key,kind,screens,target_tier\nhelp,icon-button,home;search,44\n"
COMPONENT_SPELLINGS = {
    "CR": COMPONENTS.replace("\n", "\r"), "mark and sep": MARK + "sep=;\r\nKey;KIND;\"screens\";Target tier\r\nhelp;Icon Button;\"home;search\";44\r\n",
    "blanks": "Key ,kind,Screens, target-tier\n help ,icon-button , home ; search ,44\n,,,\n", "titles": "Register of the shop\n\n" + COMPONENTS,
    "no-break spaces": COMPONENTS.replace(",", f"{NBSP},{NBSP}"), "blank rows": COMPONENTS + ",,\r\n\r\n",
    "blank header": COMPONENTS.replace("\n", ",\n"), "mark before JSON":
        MARK + '[{"key": "help", "kind": "icon-button", "screens": ["home", "search"], "target_tier": 44}]'}


@pytest.mark.parametrize("spelling", COMPONENT_SPELLINGS)
def test_components_are_the_same_however_they_are_spelled(empty, spelling):
    empty.ok("new", "component", "--from", "-", stdin=COMPONENT_SPELLINGS[spelling].encode())
    row, = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert (row["key"], row["kind"], row["screens"], row["target_tier"]) == ("help", "icon-button", ["home", "search"], 44)


@pytest.mark.parametrize("table, words", [
    ("", "Logged 0"), ("\n,,\n", "Logged 0"), (MARK, "Logged 0"), (PLAIN.splitlines()[0], "Logged 0 results."),
], ids=["empty", "blank rows", "a mark", "a header alone"])
def test_a_table_without_rows_logs_nothing(shop, table, words):
    assert shop.ok("log", "-", "--tester", "t1", stdin=table.encode()).text.startswith(words)


def test_what_people_name_is_read_as_they_write_it(own):
    """Wide signs in a word of the program are typing; in a name they are the name."""
    own.ok("new", "component", "page", "--kind", "button", "--screen", "主１")
    assert "0 added, 0 changed" in own.ok(
        "new", "component", "--from", "-", stdin=own.ok("list", "components", "--format", "csv").out).text
    table = f"outcome,check,component,severity,build,device\nfail,{CHECK},{CLOSE},２,１号,電話１\n"
    own.ok("log", "-", "--tester", "t1", stdin=table.encode())
    row, = json.loads(own.ok("list", "results", "--json").out)["rows"]
    assert (row["severity"], row["build"], row["device"]) == (2, "１号", "電話１")


def test_the_line_of_the_header_can_be_named(shop):
    table = ("outcome,check,component\n(fill in below),,\n" + PLAIN).encode()
    assert shop.run("log", "-", "--tester", "t1", "--dry-run", stdin=table).code == 4
    shop.ok("log", "-", "--tester", "t1", "--dry-run", "--header-row", "3", stdin=table)
    for row, words in (("1", "line 3: 5 fields"), ("2", "unknown column"), ("99", "the table has 5 lines")):
        answer = shop.run("log", "-", "--tester", "t1", "--dry-run", "--header-row", row, stdin=table)
        assert answer.code == 4 and words in answer.error, answer.error
    shop.ok("new", "component", "--from", "-", "--dry-run", "--header-row", "2", stdin=b"key,kind\nkey,kind\nx,button\n")


NOTES = ['no label, "close" or not', "a; b", '"quoted"', 'a "b" c']


@pytest.mark.parametrize("note", NOTES)
def test_cells_that_a_spreadsheet_puts_in_quotes_have_none(own, note):
    """With tabs it does so for those with a comma or a quote; a list of the program says what it says."""
    quoted = '"' + note.replace('"', '""') + '"'
    own.ok("log", "-", "--tester", "t1", stdin=f"outcome\tcheck\tcomponent\tnote\nfail\t{CHECK}\t{CLOSE}\t{quoted}\n".encode("utf-16"))
    assert results(own)[0][3] == note
    own.ok("new", "component", "--from", "-", stdin=f"key\tkind\ttitle\nhelp\tbutton\t{quoted}\n".encode())
    own.ok("log", "fail", OTHER, LOGO, "--tester", "t1", "-m", '"all, of it"')
    for kind, words in (("items", ("log", "-", "--tester", "t1")), ("components", ("new", "component", "--from", "-"))):
        assert "0 changed" in (said := own.ok(*words, stdin=own.ok("list", kind, "--format", "tsv").out).text) or "Logged 0 results" in said
    assert note in [row["title"] for row in json.loads(own.ok("list", "components", "--json").out)["rows"]]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_quoted_cell_of_a_table_with_tabs_has_several_lines(own, end):
    """As a spreadsheet writes it. A quote that nothing closes is a quote, and the rows behind it are rows."""
    head = f"outcome\tcheck\tcomponent\tnote{end}"
    wrapped = f'fail\t{CHECK}\t{CLOSE}\t"no label,{end}two ""lines"""{end}'
    open_ended = f'fail\t{CHECK}\t{LOGO}\t"open{end}pass\t{CHECK}\t{TOTAL}\tfine{end}fail\t{OTHER}\t{LOGO}\tso "it" is{end}'
    own.ok("log", "-", "--tester", "t1", stdin=(head + wrapped + open_ended).encode())
    assert {(row[0], row[1], row[3]) for row in results(own)} == {
        (CLOSE, "fail", 'no label,\ntwo "lines"'), (LOGO, "fail", '"open'), (TOTAL, "pass", "fine"),
        (LOGO, "fail", 'so "it" is')}
    rejected = own.folder / "rejects.tsv"
    broken = wrapped.replace("fail", "broken")
    own.run("log", "-", "--tester", "t1", "--partial", "--rejects", rejected, stdin=(head + broken + open_ended).encode())
    assert rejected.read_bytes() == (head + broken).encode()


def test_a_quote_that_nothing_closes_takes_no_row_that_ends_with_one(own):
    """Between the two quotes are tabs, which no cell of several lines has."""
    rows = [f'fail\t{CHECK}\t{CLOSE}\t"open', f'fail\t{CHECK}\t{LOGO}\tnear the 5"', f"pass\t{CHECK}\t{TOTAL}\tfine"]
    own.ok("log", "-", "--tester", "t1", stdin="\n".join(["outcome\tcheck\tcomponent\tnote", *rows, ""]).encode())
    assert {(row[0], row[1], row[3]) for row in results(own)} == {
        (CLOSE, "fail", '"open'), (LOGO, "fail", 'near the 5"'), (TOTAL, "pass", "fine")}


FILES = {"a zip archive": b"PK\x03\x04\x14\0", "an old workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "compressed with gzip": b"\x1f\x8b\x08\0",
         "a PDF document": b"%PDF-1.7\n", "an RTF document": b"{\\rtf1\\ansi}", "an image": b"\x89PNG\r\n\x1a\n\0", "a database": b"SQLite format 3\0",
         "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\n", "text in UTF-32": PLAIN.encode("utf-32"), "a binary property list": b"bplist00\xd1", "compressed with bzip2": b"BZh91AY&SY"}


@pytest.mark.parametrize("kind", FILES)
def test_what_is_no_text_is_named_by_every_reader(shop, kind):
    (shop.folder / "given").write_bytes(FILES[kind])
    readers = (("log", "-", "--tester", "t1"), ("new", "component", "--from", "given"), ("new", "component", "--from", "-", "--map", "given"),
               ("new", "check", "--from", "given"), ("gate", "--max-critical", "0", "--baseline", "given"), ("import", "given"))
    for words in readers:
        answer = shop.run(*words, stdin=FILES[kind] if words[0] == "log" else b"key\n")
        assert answer.code == 4 and f"it is {kind}" in answer.error and "hint: " in answer.error, answer.error


@pytest.mark.parametrize("text, words", [("<html><table></table></html>", "HTML or XML"), ('[{"outcome": "pass"}]', "JSON"), ("[]", "JSON"), ("{ }\n", "JSON")])
def test_text_that_is_no_table_is_named(shop, text, words):
    answer = shop.run("log", "-", "--tester", "t1", stdin=text.encode())
    assert answer.code == 4 and f"this is {words}, and not a table" in answer.error and "CSV UTF-8" in answer.error
    assert 'For a bundle or the report of a tool, run "a11y import".' in answer.error


def test_a_list_without_findings_may_be_a_run_that_found_nothing(shop):
    (shop.folder / "run.json").write_text("[]")
    answer = shop.run("import", "run.json")
    assert answer.code == 4 and "Pass --run NAME to close earlier findings, if this is a run that found nothing." in answer.error
    assert shop.run("import", "run.json", "--run", "nightly").code == 0


@pytest.mark.parametrize("severity", ["0", "5", "-1", "1 serious", "high", "P1", "2,5", "1 1", "critical serious"])
def test_no_severity_is_guessed(shop, severity):
    table = f"outcome\tcheck\tcomponent\tseverity\nfail\t{CHECK}\t{CLOSE}\t{severity}\n".encode()
    answer = shop.run("log", "-", "--tester", "t1", "--dry-run", stdin=table)
    assert answer.code == 4 and "line 2: invalid severity" in answer.error


def test_text_under_no_header_is_refused(shop):
    table = f"outcome,check,component,,note\npass,{CHECK},{LOGO},lost,\n".encode()
    answer = shop.run("log", "-", "--tester", "t1", stdin=table)
    assert answer.code == 4 and "line 2: field 4 has text, but its column has no header" in answer.error


# --- Maps

OURS = (f"Vue;Critère;Statut;Gravité;Remarque\nAccueil;R1;NC;Majeur;sans étiquette\nAccueil;{OTHER};C;;\n"
        f"{LOGO};R1;Hors sujet;;\n").encode()
PAIRS = ["Vue=component", "Critère=check", "Statut=outcome", "Gravité = severity", "Remarque=note", "NC=fail", "C=pass",
         "outcome:hors sujet=na", "Majeur=serious", f"component:Accueil={CLOSE}", f"check:R1={CHECK}"]


def test_a_map_translates_the_words_of_every_column(own):
    said = own.ok("log", "-", "--tester", "t1", "--map", ",".join(PAIRS), stdin=OURS).error
    assert "Majeur = serious" in said and f"component:Accueil = {CLOSE}" in said
    assert sorted(results(own), key=str) == [(CLOSE, "fail", 2, "sans étiquette"), (CLOSE, "pass", None, None), (LOGO, "na", None, None)]


@pytest.mark.parametrize("form", ["\n".join, "\r".join, "\r\n".join, lambda pairs: MARK + "# ours\n \u00a0" + " ,\n".join(pairs)],
                         ids=["LF", "CR", "CR LF", "mark, comment, blanks"])
def test_a_map_is_read_from_a_file_of_any_editor(shop, form):
    (shop.folder / "ours.map").write_bytes(form(PAIRS).encode())
    # An accent may be a sign of its own.
    table = OURS.replace("Critère".encode(), "Crite\u0300re ".encode())
    assert "Would log 3" in shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", "ours.map", stdin=table).text


def test_a_map_with_names_that_have_signs_and_one_that_fits_not(shop):
    table = b'"Result, at last";Item;View\n"Ja, =ok";' + f"{CHECK};{LOGO}\n".encode()
    pairs = '"Result, at last"=outcome,Item=check,View=component,"Ja, =ok"=pass,Severty=severity'
    said = shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", pairs, stdin=table).error
    assert "not in the table: Severty." in said
    table = table.replace(CHECK.encode(), b'"Name, x"')
    for name in (f'check:"Name, x"={CHECK}', f'"check:Name, x"={CHECK}', f'check: “Name, x” = "{CHECK}"', 'Check:"NAME, X"=label-present'):
        shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", f"{pairs},{name}", stdin=table)
    signs = f'outcome,check,component,"a 5"" screen, or not"\n"2:3, ""half""",{CHECK},{LOGO},x\n'
    said = shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", '"2:3, ""half"""=pass,"a 5"" screen, or not"=note',
                   stdin=signs.encode()).error
    assert 'a 5" screen, or not = note' in said
    inches = f'outcome,check,component,5" screen\npass,{CHECK},{LOGO},x\n'
    shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", '5" screen=note', stdin=inches.encode())
    for pairs, words in (("Item=chek", "unknown column or word"), ("severity:P1=blocker", "unknown severity"), ("Item", "no such file"),
                         ("=check", "invalid pair")):
        answer = shop.run("log", "-", "--tester", "t1", "--map", pairs, stdin=table)
        assert answer.code in (2, 3) and words in answer.error, answer.error
    (shop.folder / "latin.map").write_bytes("Critère=check".encode("latin-1"))
    answer = shop.run("log", "-", "--tester", "t1", "--map", "latin.map", stdin=table)
    assert answer.code == 4 and "not UTF-8" in answer.error


def test_a_map_of_components_translates_lists_too(empty):
    table = "Name;Typ;Systeme;Aktiv\nhilfe;Knopf;Telefon, Mac;nein\n".encode()
    pairs = "Name=key,Typ=kind,Systeme=platforms,Aktiv=retired,Knopf=button,Telefon=iOS,Mac=macOS,nein=yes"
    empty.ok("new", "component", "--from", "-", "--map", pairs, stdin=table)
    row, = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert (row["key"], row["kind"], row["platforms"], row["retired"]) == ("hilfe", "button", ["iOS", "macOS"], True)


# --- Two rows of one item

HEAD = "outcome,check,component,note,at\n"


@pytest.mark.parametrize("first, second", [
    (("fail", "reads only button", ""), ("pass", "", "")), (("fail", "no label on the cross", ""), ("fail", "no label on the badge", "")),
    (("pass", "", "2026-03-01T10:00Z"), ("fail", "", "2026-03-01T10:00Z")),
], ids=["outcomes", "problems", "the same time"])
def test_two_answers_of_one_item_without_an_order_are_refused_with_both_lines(own, first, second):
    def row(answer, component, check=CHECK):
        return f"{answer[0]},{check},{component},{answer[1]},{answer[2]}\n"
    table = HEAD + row(first, CLOSE) + f"pass,{CHECK},{LOGO},,\n" + row(second, CLOSE, "label-present")
    answer = own.run("log", "-", "--tester", "t1", stdin=table.encode())
    assert answer.code == 4 and results(own) == []
    assert "line 2: line 4 has another answer" in answer.error and "line 4: line 2 has another answer" in answer.error
    assert "2 lines rejected; nothing was logged" in answer.error and "the 1 valid line" in answer.error
    said = own.run("log", "-", "--tester", "t1", "--partial", stdin=table.encode())
    assert said.code == 4 and results(own) == [(LOGO, "pass", None, None)]


def test_rows_of_one_item_are_taken_in_order_of_time(own):
    early, late = f"fail,{CHECK},{CLOSE},early,2026-03-01T10:00Z\n", f"pass,{CHECK},{CLOSE},late,2026-03-02T10:00Z\n"
    said = own.ok("log", "-", "--tester", "t1", "--build", "1", stdin=(HEAD + late + early).encode())
    assert "lines 3 and 2 answer the same item at different times or on different builds; the latest answer is shown" in said.error
    assert sorted(row[3] for row in results(own)) == ["early", "late"]
    cell, = json.loads(own.ok("list", "items", f"component:{CLOSE}", f"check:{CHECK}", "--json").out)["rows"]
    assert (cell["outcome"], cell["note"]) == ("pass", "late")
    # The same answer twice is no dispute, and neither are two testers, two builds, or two conditions.
    own.ok("log", "-", "--tester", "t1", "--build", "2", stdin=(HEAD + f"pass,{CHECK},{LOGO},,\n" * 2).encode())
    own.ok("log", "-", "--tester", "t1", stdin=(
        f"outcome,check,component,tester,condition\nfail,{CHECK},{TOTAL},t1,\npass,{CHECK},{TOTAL},t2,\npass,{CHECK},{TOTAL},t1,dark\n").encode())


def test_lines_without_a_header_are_in_order_and_say_what_they_replace(own):
    lines = f"fail\t{CHECK}\t{CLOSE}\t\t\tone\npass\t{CHECK}\t{CLOSE}\t\t\t\n" * 2
    said = own.ok("log", "-", "--tester", "t1", stdin=lines.encode())
    assert "lines 1 and 2 have different answers for the same item" in said.error and len(results(own)) == 4


def test_rejected_lines_without_a_header_are_kept_without_one(own):
    lines = f"pass\t{CHECK}\t{LOGO}\nfine\t{CHECK}\t{CLOSE}\t\t\ta \\\\ b\npass\t{CHECK}\t{CLOSE}\n"
    own.run("log", "-", "--tester", "t1", "--partial", "--rejects", "rest", stdin=lines.encode())
    assert (own.folder / "rest").read_text() == lines.splitlines(keepends=True)[1] and len(results(own)) == 2


# --- All problems at once

BAD = ["outcome,check,component,severity", f"pass,{CHECK},{LOGO},", f"fine,{CHECK},{LOGO},", f'fail,"{CHECK}"x,{CLOSE},',
       f"fail,{CHECK},{CLOSE},9", f'pass,{OTHER},"nowhere\nat all",', f"fail,{CHECK},{TOTAL},2"]


def test_all_rows_are_looked_at_and_the_rejected_ones_can_be_read_again(own):
    table = MARK + "Our audit\n" + "\n".join(BAD) + "\n"
    answer = own.run("log", "-", "--tester", "t1", stdin=table.encode())
    assert answer.code == 4 and "4 lines rejected; nothing was logged" in answer.error and "the 2 valid lines" in answer.error
    for line, words in ((4, "invalid outcome"), (5, "after a closing quote"), (6, "invalid severity"), (7, "component")):
        assert f"line {line}: " in answer.error and words in answer.error, answer.error
    rest = own.folder / "rest.csv"
    said = own.run("log", "-", "--tester", "t1", "--partial", "--rejects", "rest.csv", stdin=table.encode())
    assert said.code == 4 and "Logged 2 results. 4 lines rejected." in said.text and 'rows are in "rest.csv"' in said.error
    assert stat.S_IMODE(rest.stat().st_mode) == 0o600
    assert rest.read_text() == MARK + "Our audit\n" + "\n".join([BAD[0], *BAD[2:6]]) + "\n"
    # It is not replaced in silence, nor in a dry run, and not written where nothing is rejected.
    again = own.run("log", "-", "--tester", "t1", "--partial", "--rejects", "rest.csv", stdin=table.encode())
    assert again.code == 5 and len(results(own)) == 2
    own.run("log", "-", "--tester", "t1", "--partial", "--dry-run", "--rejects", "new.csv", stdin=table.encode())
    own.ok("log", "-", "--tester", "t1", "--partial", "--rejects", "new.csv", stdin=PLAIN.replace("no label", "x").encode())
    assert not (own.folder / "new.csv").exists()
    mended = rest.read_text().replace("fine,", "fail,").replace('"x', '"').replace(",9", ",1").replace('"nowhere\nat all"', CLOSE)
    said = own.run("log", "-", "--tester", "t1", "--partial", "--rejects", "rest.csv", "--yes", stdin=mended.encode())
    assert said.code == 4 and "line 4: line 5 has another answer" in said.error and "Logged 2" in said.text


def test_the_first_twenty_problems_are_named_with_the_count(own):
    table = "outcome,check,component\n" + f"fine,{CHECK},{LOGO}\n" * 30
    said = own.run("log", "-", "--tester", "t1", stdin=table.encode()).error
    assert "line 21: " in said and "line 22: " not in said and "and 10 more lines" in said and "30 lines rejected" in said
    said = own.run("new", "component", "--from", "-", stdin=("key,kind\n" + "a b,button\n" * 30).encode()).error
    assert "line 21: " in said and "line 22: " not in said and "and 10 more" in said and "30 components" in said


@pytest.mark.parametrize("table, rest", [
    ("key;kind\r\nok;button\r\nbad;crad\r\n", b"key;kind\r\nbad;crad\r\n"),
    (MARK + "key,kind\nok,button\nbad,crad\n", MARK.encode() + b"key,kind\nbad,crad\n"),
    (MARK + "key,kind\rok,button\rbad,crad\r", MARK.encode() + b"key,kind\rbad,crad\r"),
    ('key,kind,"tags\n"\r\nbad,crad,"of\ntwo, and\r\nthree"\r\nok,button,x\r\nworse,crad,x',
     b'key,kind,"tags\n"\r\nbad,crad,"of\ntwo, and\r\nthree"\r\nworse,crad,x\r\n'),
    (MARK + '[{"key": "ok", "kind": "button"}, {"key": "bad", "kind": "crad"}, 7]',
     MARK.encode() + b'[\n{"key":"bad","kind":"crad"},\n7\n]\n'),
    ('[{"key": "ok", "kind": "button"}, {"key": "bad", "kind": "crad"}, 7]', b'[\n{"key":"bad","kind":"crad"},\n7\n]\n'),
], ids=["table", "mark", "CR", "line ends in cells", "JSON with a mark", "JSON"])
def test_rejected_components_are_written_as_they_were(empty, table, rest):
    said = empty.run("new", "component", "--from", "-", "--partial", "--rejects", "rest", stdin=table.encode())
    assert said.code == 4 and "1 added" in said.text and (empty.folder / "rest").read_bytes() == rest
    assert stat.S_IMODE((empty.folder / "rest").stat().st_mode) == 0o600
    mended = rest.replace(b"crad", b"button").replace(b",\n7", b"")
    empty.ok("new", "component", "--from", "-", stdin=mended)


# --- Marks and line ends in other files

def test_settings_and_answers_may_have_a_mark(own):
    settings = own.folder / ".config" / "a11y" / "config"
    settings.parent.mkdir(parents=True, exist_ok=True)
    for text in (MARK + "tester = t7\r\n", "Tester = t7\n", MARK + "# ours\rtester\u00a0=\u00a0t7\r"):
        settings.write_text(text, newline="")
        assert own.run("config", "tester", XDG_CONFIG_HOME=str(own.folder / ".config")).text.strip().endswith("t7")
    own.ok("walk", "--component", CLOSE, "--check", CHECK, "--tester", "t1", stdin=(MARK + "p\nq\n").encode())
    assert results(own) == [(CLOSE, "pass", None, None)]


@pytest.mark.parametrize("spelling", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_answers_of_a_walk_have_any_spelling_of_a_text(own, spelling):
    answers = "f 2 Taste 🔥 heißt „Größe“\nq\n".encode(spelling)
    own.ok("walk", "--keys", "line", "--component", CLOSE, "--check", CHECK, "--tester", "t1", stdin=answers)
    (_, outcome, severity, note), = results(own)
    assert (outcome, note) == ("fail", "Taste 🔥 heißt „Größe“")
    # What ends within a character is no text.
    half = own.run("walk", "--keys", "line", "--component", CLOSE, "--tester", "t1", stdin="q".encode("utf-16") + b"\n")
    assert half.code == 4 and "UTF-16 with half of a character" in half.error


@pytest.mark.parametrize("table", [
    MARK + "sep=;\r\nIssue Key ;Labels\r\nAPP-1;accessibility MARK\r\n;\r\n", "Our tickets\rISSUE KEY,labels\r APP-1\u00a0,MARK\r",
    MARK + '[{"number": 1, "body": "MARK"}]',
])
def test_tickets_are_read_however_they_are_spelled(own, table):
    own.ok("log", "fail", CHECK, CLOSE, "--tester", "t1")
    mark = json.loads(own.ok("report", "--issues", "ndjson").out)["mark"]
    (own.folder / "tickets").write_text(table.replace("MARK", mark), newline="")
    own.ok("import", "tickets")
    row, = json.loads(own.ok("list", "findings", "--json").out)["rows"]
    assert row["tickets"] in (["APP-1"], ["#1"])
