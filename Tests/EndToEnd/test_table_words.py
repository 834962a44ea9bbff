"""Words and marks of tables as people write them: maps that are sheets, rows without an answer, and words of components."""

import json

import pytest

from conftest import once
from program import CHECK

CLOSE, LOGO = "sign-in/close", "sign-in/logo"
MARK = "\ufeff"
TABLE = f"Vue;Critère;Statut;Gravité\nAccueil;R1;NC;Majeur\n{LOGO};R1;Hors sujet;\n".encode()
PLAIN_LINE = f"pass\t{CHECK}\t{CLOSE}\n".encode()
PAIRS = ["Vue=component", "Critère=check", "Statut=outcome", "Gravité=severity", "NC=fail", "outcome:hors sujet=na", "Majeur=serious",
         f"component:Accueil={CLOSE}", f"check:R1={CHECK}"]


@once(f"{CLOSE},icon-button", f"{LOGO},image")
def shop(tracker):
    """A button and a picture."""


@pytest.mark.parametrize("sign", [";", "\t", ","])
def test_a_map_may_be_a_sheet_of_two_columns(shop, sign):
    """A row of two cells was an invalid pair."""
    rows = "".join(sign.join(f'"{cell}"' for cell in pair.split("=")) + "\r\n" for pair in PAIRS)
    (shop.folder / "sheet.map").write_text(MARK + f"sep={sign}\r\n" + rows, newline="")
    assert "Would log 2" in shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", "sheet.map", stdin=TABLE).text
    for nothing in ("", "# ours\n", "sep=;\n"):
        (shop.folder / "sheet.map").write_text(nothing)
        answer = shop.run("log", "-", "--tester", "t1", "--map", "sheet.map", stdin=TABLE)
        assert answer.code == 2 and "no pair in --map" in answer.error


def test_rows_that_were_not_tested_are_passed_over(shop):
    """They were invalid outcomes. A note without an outcome is a slip."""
    rows = "".join(f"{word},{CHECK},{CLOSE},\n" for word in ("", "Not tested", "untested"))
    said = shop.ok("log", "-", "--tester", "t1", "--dry-run", stdin=("outcome,check,component,note\n" + rows).encode()).text
    assert "Would log 0 results; 0 lines rejected. 3 rows unchanged." in said
    slip = shop.run("log", "-", "--tester", "t1", stdin=f"outcome,check,component,note\n,{CHECK},{CLOSE},no label\n".encode())
    assert slip.code == 4 and 'line 2: invalid outcome ""' in slip.error


def test_an_error_of_a_spreadsheet_is_no_outcome(shop):
    """What a lookup did not find was logged as not applicable."""
    refused = shop.run("log", "-", "--tester", "t1", stdin=f"outcome,check,component\n#N/A,{CHECK},{CLOSE}\n".encode())
    assert refused.code == 4 and 'line 2: invalid outcome "#N/A"' in refused.error


@pytest.mark.parametrize("kind, systems", [("Icon Button", "iOS|macOS"), ("icon_button", "iOS / macOS"), ("IconButton", "ios+macos")])
def test_words_of_components_are_read_as_people_join_them(empty, kind, systems):
    """Only blanks were read between words, and a header had to be a plural."""
    for number, text in enumerate((f"Key;Kind;Screen;Platform;Tag\nKEY;{kind};home;{systems};new\n",
                                   json.dumps([{"Key": "KEY", "Kind": kind, "Screen": "home", "platform": systems, "Tags": ["new"]}]))):
        empty.ok("new", "component", "--from", "-", stdin=text.replace("KEY", f"x{number}").encode())
    for row in json.loads(empty.ok("list", "components", "--json").out)["rows"]:
        assert (row["kind"], row["screens"], row["platforms"], row["tags"]) == ("icon-button", ["home"], ["iOS", "macOS"], ["new"])


@pytest.mark.parametrize("header, hint", [
    ("Name,Type,Prio", """Pass --map 'Name=key,Type=kind', which ignores "Prio"."""),
    ("Component ID;Kind;Assignee", "Pass --map 'Component ID=key,Assignee=owner'."),
    ("key,kind,Prio,Sprint", """Pass --map key=key to ignore "Prio", "Sprint"."""),
    ("Baustein,kind", """Pass --map "HEADER=key" with one of: "Baustein", "kind"."""),
])
def test_a_table_of_components_says_how_its_columns_are_read(empty, header, hint):
    """The hint was the same for every table."""
    sign = ";" if ";" in header else ","
    table = (header + "\n" + sign.join(["home", "screen", "x", "y"][:header.count(sign) + 1]) + "\n").encode()
    answer = empty.run("new", "component", "--from", "-", stdin=table)
    assert answer.code == 4 and f"hint: {hint}" in answer.error, answer.error
    if "HEADER" in hint:
        return
    pairs = hint.removeprefix("Pass --map ").split(", which")[0].split(" to ")[0].rstrip(".").strip("'")
    empty.ok("new", "component", "--from", "-", "--map", pairs, stdin=table)
    assert [row["key"] for row in json.loads(empty.ok("list", "components", "--json").out)["rows"]] == ["home"]


def test_a_row_may_have_the_title_of_its_check(shop):
    """As a list of items shows it: it was an unknown check."""
    title = json.loads(shop.ok("show", CHECK, "--json").out)["check"]["title"]
    lines = f"outcome,check,component\nfail,{title.upper()},{CLOSE}\nfail, {title.replace(' ', '  ')},{LOGO}\n"
    assert "Logged 2" in shop.ok("log", "-", "--tester", "t1", stdin=lines.encode()).text
    rows = json.loads(shop.ok("list", "cells", "status:fail", "--json").out)["rows"]
    assert {(row["check"], row["component"]) for row in rows} == {(CHECK, CLOSE), (CHECK, LOGO)}
    part = shop.run("log", "-", "--tester", "t1", stdin=f"outcome,check,component\nfail,{title[:-3]},{CLOSE}\n".encode())
    assert part.code == 4 and "unknown check" in part.error


@pytest.mark.parametrize("sign", ["", "\n", "\r\n"])
def test_components_may_be_several_documents(empty, sign):
    """As jq -c and joined files have them; only one document was read."""
    rows = [json.dumps({"key": "a", "kind": "button"}), json.dumps([{"key": "b", "kind": "toggle"}, {"key": "c", "kind": "crad"}])]
    answer = empty.run("new", "component", "--from", "-", "--partial", stdin=(sign.join(rows) + sign).encode())
    assert answer.code == 4 and "crad" in answer.error
    assert [row["key"] for row in json.loads(empty.ok("list", "components", "--json").out)["rows"]] == ["a", "b"]
    cut = empty.run("new", "component", "--from", "-", stdin=(rows[0] + "\n" + rows[1][:-4]).encode())
    assert cut.code == 4 and "line 2" in cut.error


def test_features_and_tiers_are_read_as_people_write_them(empty):
    """A blank for a hyphen, or a unit, refused the row."""
    rows = "a,button,Own Animation;glass,48 pt\nb,button,own_style,48.0\nc,button,None,48pt\n"
    empty.ok("new", "component", "--from", "-", stdin=("key,kind,has,target tier\n" + rows).encode())
    found = {row["key"]: (row["has"], row["target_tier"]) for row in json.loads(empty.ok("list", "components", "--json").out)["rows"]}
    assert found == {"a": (["own-animation", "glass"], 48), "b": (["own-style"], 48), "c": (["none"], 48)}
    for cell in "own-animations,48", "glass,47 pt", "glass,48 px":
        assert empty.run("new", "component", "--from", "-", stdin=f"key,kind,has,target tier\nd,button,{cell}\n".encode()).code == 4


def logged(tracker):
    return [(row["component"], row["outcome"]) for row in json.loads(tracker.ok("list", "results", "--json").out)["rows"]]


@pytest.mark.parametrize("name", ["results.tsv", "./results", "/dev/stdin"])
def test_results_are_read_from_a_file_that_is_named(shop, name):
    table = f"outcome,check,component\nOK,{CHECK},{LOGO}\n".encode("utf-16")
    if name != "/dev/stdin":
        (shop.folder / name).write_bytes(table)
    said = shop.ok("log", name, "--map", "OK=pass", "--tester", "t1", stdin=table)
    assert "Logged 1 result" in said.text and logged(shop) == [(LOGO, "pass")]


def test_a_word_that_may_be_a_file_or_a_component_is_neither_in_silence(shop):
    said = shop.run("log", CLOSE, "--tester", "t1")
    assert said.code == 3 and f'cannot open "{CLOSE}": no such file' in said.error and "if it is a component" in said.error
    for words in ((CLOSE, CHECK), ("results.tsv", CHECK, CLOSE), ("passt",)):
        said = shop.run("log", *words, "--tester", "t1")
        assert said.code == 2 and "OUTCOME" in said.error, said.error
    said = shop.run("log", "results.tsv", "-s", "2")
    assert said.code == 2 and '--severity does not apply to "a11y log results.tsv"' in said.error and logged(shop) == []


@pytest.mark.parametrize("words", [
    "NC=fail,NC=pass", "outcome:NC=fail,NC=pass", "NC=fail,nc =pass", "Vue=component,Vue=check", "D/M/Y=at,M/D/Y=at", "outcome:=fail"])
def test_a_word_of_a_map_has_one_meaning(shop, words):
    """Of two meanings the later one counted, in silence, and a meaning of empty cells was passed over."""
    for line in (["log", "-", "--tester", "t1"], ["log", "-", "--tester", "t1", "--dry-run"]):
        said = shop.run(*line, "--map", f"Critère=check,{words}", stdin=TABLE)
        assert said.code == 2 and "in --map" in said.error and logged(shop) == []
        assert "two meanings" in said.error or "no word after" in said.error
    said = shop.run("new", "component", "--from", "-", "--map", "A=key,B=kind,Knopf=button,knopf=toggle", stdin=b"A,B\nx,Knopf\n")
    assert said.code == 2 and '"knopf" has two meanings in --map: button and toggle' in said.error
    # Said twice it is said once.
    assert "Would log 2" in shop.ok("log", "-", "--tester", "t1", "--dry-run", "--map", ",".join(PAIRS + PAIRS), stdin=TABLE).text


@pytest.mark.parametrize("line, words, advice", [
    ("foo", 'invalid pair "foo"', "Write lines such as Item=check"), ("B=foo", 'unknown column or word "foo"', "Use one of:"),
    ("severity:P1=pas", 'unknown severity "pas"', "Use one of: critical"), ("severity:=minor", 'no word after "severity:"', "empty cells"),
    ("vue=check", '"vue" has two meanings', "Remove one")])
def test_what_is_wrong_in_a_file_of_words_is_named_by_its_line(shop, line, words, advice):
    """The error named neither the file nor the line, and advised a flag."""
    (shop.folder / "ours.map").write_text(f"# ours\r\nVue=component\r\n\r\n{line}\r\n", newline="")
    said = shop.run("log", "-", "--tester", "t1", "--map", "ours.map", stdin=TABLE)
    assert said.code == 2 and f'{words} in --map file "ours.map", line 4' in said.error and advice in said.error
    assert "Pass --map" not in said.error and logged(shop) == []
    (shop.folder / "tickets.map").write_text("Vorgang=ticket\n\nErledigt=done\n")
    said = shop.run("import", "-", "--map", "tickets.map", stdin=b"Vorgang;Status\nSHOP-1;Erledigt\n")
    assert said.code == 2 and 'word "done" in --map file "tickets.map", line 3' in said.error and "closed" in said.error


@pytest.mark.parametrize("word, level", [
    ("S1", 1), ("s2", 2), ("Sev 3", 3), ("SEV-4", 4), ("Severity 1", 1), ("severity: 2", 2), ("S1 - Critical", 1), ("Minor (S4)", 4),
    ("Severity 2 (serious)", 2)])
def test_a_severity_may_name_its_scale(shop, word, level):
    """It is the number in the words of its column; that it was read so is said."""
    table = f"outcome;check;component;severity\nfail;{CHECK};{CLOSE};{word}\n".encode()
    said = shop.ok("log", "-", "--tester", "t1", stdin=table)
    assert f'such as "{word}" in line 2, are read as 1 critical' in said.error
    row, = json.loads(shop.ok("list", "results", "--json").out)["rows"]
    assert row["severity"] == level
    assert "are read as" not in shop.ok("log", "-", "--tester", "t1", stdin=table.replace(word.encode(), b"2")).error


@pytest.mark.parametrize("word", ["S0", "S5", "Sev", "S", "S1 - minor", "Sev 1 2", "P1", "Level 1", "SS1"])
def test_words_that_are_no_severity_are_named_for_the_map(shop, word):
    """The hint had words of another table."""
    table = f"outcome;check;component;severity\nfail;{CHECK};{CLOSE};{word}\nNC;{CHECK};{LOGO};2\nfail;{CHECK};{LOGO};{word}\n".encode()
    said = shop.run("log", "-", "--tester", "t1", stdin=table)
    hints = " ".join(said.error.split())
    assert said.code == 4 and f"{word}=SEVERITY" in hints and "critical, serious, moderate, or minor for each SEVERITY" in hints
    assert "--map 'NC=OUTCOME', with pass, fail, na, cant-tell, or untested for each OUTCOME" in hints
    assert "Add to --map" in " ".join(shop.run("log", "-", "--tester", "t1", "--map", "x=pass", stdin=table).error.split())


def test_a_table_may_name_the_tester_of_each_row(shop):
    """--tester was required beside it."""
    table = f"outcome,check,component,tester\nfail,{CHECK},{CLOSE},ana\npass,{CHECK},{LOGO},ben\n".encode()
    shop.ok("log", "-", stdin=table)
    rows = json.loads(shop.ok("list", "results", "--json").out)["rows"]
    assert {(row["component"], row["tester"]) for row in rows} == {(CLOSE, "ana"), (LOGO, "ben")}
    said = shop.run("log", "-", stdin=table.replace(b"ben", b""))
    assert said.code == 4 and "line 3: no tester" in said.error
    said = shop.run("log", "-", stdin=PLAIN_LINE)
    assert said.code == 2 and "missing tester" in said.error


def test_each_of_many_names_is_found_or_refused_as_one_alone(empty):
    """Every row looked through all names again, and through all titles."""
    count = 600
    empty.register(*(f"area-{number % 9}/part-{number},button" for number in range(count)))
    title = json.loads(empty.ok("show", CHECK, "--json").out)["check"]["title"]
    names = [(title, "part-7"), (title.upper(), "AREA-3/PART-3"), ("label-present", "7/part-7"), ("no such check", "part-7"),
             ("lable-present", "part-7"), ("voiceover", "part-7"), ("area-7/part-7", "part-7"), (CHECK, "part-1"), (CHECK, "prat-7"),
             (CHECK, "area-1"), ("Voice.label-p", "area-8/part-8"), (CHECK, "area-8/part-8")]

    def said(rows):
        table = "outcome,check,component\n" + "".join(f"pass,{check},{part}\n" for check, part in rows)
        answer = empty.run("log", "-", "--tester", "t1", "--build", "1", "--dry-run", "--json", stdin=table.encode())
        found = json.loads(answer.out)
        return found["logged"], found["refused"], {row["line"]: row["reason"] for row in found["lines"]}
    alone = [said([name]) for name in names]
    assert 0 < sum(logged for logged, _, _ in alone) < len(names)
    logged, refused, reasons = said(names * 200)
    assert (logged, refused) == (200 * sum(one[0] for one in alone), 200 * sum(one[1] for one in alone))
    for line, reason in reasons.items():
        assert reason == alone[(line - 2) % len(names)][2][2]
    # Names that are all different, each unknown or short.
    logged, refused, reasons = said([(CHECK, f"part-{number}") for number in range(100, count)] + [(f"x{number}", "part-100") for number in range(99)])
    assert (logged, refused) == (count - 100, 99)
    assert list(reasons.values()) == [f'unknown check "x{number}"' for number in range(99)]


def test_what_opens_a_cell_that_nothing_closes_is_told_beside_many_others(empty):
    """Twenty lines of one reason hid the line that all of them came from."""
    empty.register(f"{CLOSE},icon-button")
    rows = [f"fine,{CHECK},{CLOSE},x\n"] * 40 + [f'pass,{CHECK},{CLOSE},"open\n'] + [f"pass,{CHECK},{CLOSE},{'y' * 1000}\n"] * 1100
    said = empty.run("log", "-", "--tester", "t1", stdin=("outcome,check,component,note\n" + "".join(rows)).encode()).error
    assert "line 20: invalid outcome" in said and "line 21: " not in said
    assert "line 42: missing closing quote within 1 MiB" in said and "and 21 more lines" in said


def test_a_title_may_be_broken_over_the_lines_of_its_cell(empty):
    """It was a control character, and the row was refused."""
    empty.ok("new", "component", "--from", "-", stdin=b'key,kind,title\r\nx,button,"Pay \r\n\r\n now"\r\n')
    row, = json.loads(empty.ok("list", "components", "--json").out)["rows"]
    assert row["title"] == "Pay now"


def test_components_that_differ_by_case_alone_are_named(shop):
    """One became two in silence."""
    said = shop.ok("new", "component", "--from", "-", stdin=f"key,kind\n{CLOSE.title()},button\nx,button\nX,button\ny,button\n".encode())
    assert f"different components, by case alone: {CLOSE.title()} and {CLOSE}, X and x" in " ".join(said.error.split())
    said = shop.ok("new", "component", LOGO.upper(), "--kind", "image")
    assert f"different components, by case alone: {LOGO.upper()} and {LOGO}" in " ".join(said.error.split())


def test_columns_that_are_not_known_say_how_they_are_passed_over(shop):
    """The advice to pass --map had no pair for a table whose other headers are ours. A list without its IDs is named."""
    table = f"outcome,check,component,Reviewer\npass,{CHECK},{LOGO},ana\n".encode()
    said = shop.run("log", "-", "--tester", "t1", stdin=table)
    assert said.code == 4 and "or --map outcome=outcome to ignore unknown columns" in " ".join(said.error.split())
    assert "ignored: Reviewer" in shop.ok("log", "-", "--tester", "t1", "--map", "outcome=outcome", stdin=table).error and len(logged(shop)) == 1
    table = b"key,kind,Reviewer\nx,button,ana\n"
    said = shop.run("new", "component", "--from", "-", stdin=table)
    assert said.code == 4 and 'Pass --map key=key to ignore "Reviewer".' in said.error
    shop.ok("new", "component", "--from", "-", "--map", "key=key", stdin=table)
    said = shop.run("log", "-", "--tester", "t1", stdin=f"component,check,outcome,judged_outcome\n{LOGO},{CHECK},pass,\n".encode())
    assert said.code == 4 and "Keep the columns id and severity_from" in said.error


@pytest.mark.parametrize("before", [0, 2])
def test_a_line_that_is_too_long_is_named(shop, before):
    table = f"outcome,check,component\n" + f"pass,{CHECK},{LOGO}\n" * before + f"fail,{CHECK}," + "x" * (1 << 20) + "\n"
    said = shop.run("log", "-", "--tester", "t1", stdin=table.encode())
    assert said.code == 4 and f"line {before + 2} is longer than 1048576 bytes" in said.error and logged(shop) == []


def test_a_hint_names_some_headers_of_a_wide_table_and_not_all(empty):
    table = ",".join(f"h{number}" for number in range(400)) + "\n"
    told = empty.run("new", "component", "--from", "-", stdin=table.encode())
    assert told.code == 4 and '"h11", and 388 more' in told.error and "h12" not in told.error.split("hint:", 1)[1]


SIZE, CONTRAST = "touch-target.minimum-44pt", "contrast.large-text-3"


@pytest.mark.parametrize("sign, mark", [(";", ""), ("\t", ""), (",", '"')])
def test_a_decimal_comma_is_read_where_it_separates_nothing(shop, sign, mark):
    """Spreadsheets of most languages write 30.5 as 30,5, and separate cells with semicolons for that reason."""
    cells = [["outcome", "check", "component", "value", "severity"], ["fail", SIZE, CLOSE, "30,5 x 30 pt", "2,0"],
             ["fail", CONTRAST, LOGO, "2,95:1", "3"]]
    table = "".join(sign.join(f"{mark}{cell}{mark}" for cell in row) + "\n" for row in cells).encode()
    answer = shop.ok("log", "-", "--tester", "t1", stdin=table)
    assert "Logged 2 results." in answer.text
    assert 'read as decimal points, "30,5 x 30 pt" in line 2 as "30.5 x 30 pt".' in answer.error
    rows = json.loads(shop.ok("list", "results", "--json").out)["rows"]
    assert sorted((row["value"]["text"], row["severity"]) for row in rows) == [("2.95:1", 3), ("30.5 x 30 pt", 2)]


def test_a_value_that_is_refused_is_named_by_row_and_column(shop):
    """Which of several cells had the comma, and what to write, was not said."""
    rows = [f'fail,{SIZE},{CLOSE},"1,234",small', f"fail,{SIZE},{LOGO},small,1", f'fail,{CONTRAST},{LOGO},"2,5:1",ok']
    table = "outcome,check,component,value,note\n" + "\n".join(rows) + "\n"
    answer = shop.run("log", "-", "--tester", "t1", "--dry-run", stdin=table.encode())
    assert answer.code == 4 and "Would log 1 result; 2 lines rejected." in answer.text
    assert 'line 2: value: the comma in "1,234" is ambiguous; use a decimal point' in answer.error
    assert 'line 3: value: "small" is not a measurement; use a value such as 40x40' in answer.error
    # What is typed has no table around it that tells what the comma is.
    typed = shop.run("log", "fail", SIZE, CLOSE, "--value", "30,5x30", "--tester", "t1")
    assert typed.code == 2 and "is ambiguous" in typed.error


def test_sizes_of_components_may_have_decimal_commas(shop):
    (shop.folder / "c.csv").write_text("key;kind;size;hit area;target tier\na/one;button;44,5 x 40;48,5;48,0\na/two;button;1,5,2;;\n")
    answer = shop.run("new", "component", "--from", "c.csv", "--partial")
    assert answer.code == 4 and "Components: 1 added, 0 changed, 0 unchanged, 1 rejected." in answer.text
    assert 'c.csv, line 3: size: the comma in "1,5,2" is ambiguous' in answer.error
    assert "44.5 x 40" in shop.ok("show", "a/one").text and "48.5" in shop.ok("show", "a/one").text


def test_a_table_that_is_logged_again_says_so(shop):
    """Each row was one more result, without a word. It still is: who tests again says the same again."""
    def log(table, *words, build="1"):
        return shop.ok("log", "-", "--tester", "t1", "--build", build, *words, stdin=table.encode())
    first, second = f"fail,{SIZE},{CLOSE},30x30,small,2", f"pass,{CHECK},{LOGO},,,"
    table = f"outcome,check,component,value,note,severity\n{first}\n{second}\n"
    assert "same as before" not in log(table).error
    for words in (["--dry-run"], []):
        answer = log(table, *words)
        assert "2 results say the same as before: same tester, build, and answer." in answer.error
        assert ('run "a11y undo"' in answer.error) == (not words)
    assert json.loads(log(table, "--json").out)["repeated"] == 2 and len(logged(shop)) == 6
    # Another answer, value, note, tester, or build is another result, and so is a row that the table has twice.
    for row in (first.replace("30x30", "31x30"), first.replace("small", "tiny"), first[:-1] + "3", f"cant-tell,{SIZE},{CLOSE},,,"):
        assert "1 result says the same as before" in log(table.replace(first, row)).error, row
    assert "same as before" not in log(table, build="2").error
    row = f"pass,{CHECK},{CLOSE}\n"
    assert "same as before" not in log(f"outcome,check,component\n{row}{row}", build="2").error


@pytest.mark.parametrize("days", [False, True])
def test_a_list_of_problems_that_is_logged_again_says_so(shop, days):
    """Of an item with several problems only the note of the first one was compared."""
    rows = [["No label", CLOSE, "P1", "2020-03-01"], ["badge has none", CLOSE, "P3", "2020-03-02"], ["logo silent", LOGO, "P3", "2020-03-02"]]
    pairs = "Problem=note,Where=component,Rule=check,Prio=severity,P1=critical,P3=moderate,outcome=fail" + ",Day=at" * days

    def log(rows):
        table = "Problem;Where;Rule;Prio;Day\n" + "".join(f"{note};{place};{CHECK};{word};{day}\n" for note, place, word, day in rows)
        return shop.ok("log", "-", "--tester", "t1", "--build", "1", "--map", pairs, stdin=table.encode()).error
    assert "same as before" not in log(rows)
    for _ in range(2):
        assert "3 results say the same as before" in log(rows)
    # One more problem is news of its item.
    more = [*rows[:2], ["and it is small", CLOSE, "P3", "2020-03-02"], rows[2]]
    assert "1 result says the same as before" in log(more)
    assert "4 results say the same as before" in log(more)
