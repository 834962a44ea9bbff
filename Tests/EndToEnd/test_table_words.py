"""Words and marks of tables as people write them: maps that are sheets, rows without an answer, and words of components."""

import json

import pytest

from program import CHECK

CLOSE, LOGO = "sign-in/close", "sign-in/logo"
MARK = "\ufeff"
TABLE = f"Vue;Critère;Statut;Gravité\nAccueil;R1;NC;Majeur\n{LOGO};R1;Hors sujet;\n".encode()
PAIRS = ["Vue=component", "Critère=check", "Statut=outcome", "Gravité=severity", "NC=fail", "outcome:hors sujet=na", "Majeur=serious",
         f"component:Accueil={CLOSE}", f"check:R1={CHECK}"]


@pytest.fixture
def shop(empty):
    empty.register(f"{CLOSE},icon-button", f"{LOGO},image")
    return empty


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


@pytest.mark.parametrize("kind, systems", [("Icon Button", "iOS|macOS"), ("icon_button", "iOS / macOS"), ("IconButton", "ios+macos")])
def test_words_of_components_are_read_as_people_join_them(empty, kind, systems):
    """Only blanks were read between words, and a header had to be a plural."""
    for number, text in enumerate((f"Key;Kind;Screen;Platform;Tag\nKEY;{kind};home;{systems};new\n",
                                   json.dumps([{"Key": "KEY", "Kind": kind, "Screen": "home", "platform": systems, "Tags": ["new"]}]))):
        empty.ok("new", "component", "--from", "-", stdin=text.replace("KEY", f"x{number}").encode())
    for row in json.loads(empty.ok("list", "components", "--json").out)["rows"]:
        assert (row["kind"], row["screens"], row["platforms"], row["tags"]) == ("icon-button", ["home"], ["iOS", "macOS"], ["new"])


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
    assert shop.run("log", "results.tsv", "-s", "2").code == 2 and logged(shop) == []
