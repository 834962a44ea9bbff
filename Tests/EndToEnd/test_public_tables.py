"""Tables in the shapes that public repositories have of them: criteria in place of checks, titles, other headers."""

import json

import pytest

from program import CHECK
from test_tool_reports import shop  # noqa: F401


def log(shop, text, *words):
    return shop.run("log", "-", "--tester", "t1", *words, stdin=text.encode())


@pytest.mark.parametrize("cell, criterion", [
    ("1.4.3", "1.4.3"), ("SC 1.4.3 Contrast (Minimum)", "1.4.3"), ('"4.1.2 Name, Role, Value"', "4.1.2"), ("WCAG 2.1.1", "2.1.1")])
def test_a_criterion_in_the_place_of_a_check_says_how_to_find_its_checks(shop, cell, criterion):
    """It was an unknown check, and all checks were to be looked through."""
    table = f"component,check,outcome\nsign-in/close,{cell},pass\n"
    for words in ([], ["--dry-run"]):
        answer = log(shop, table, *words)
        assert answer.code == 4 and f'Run "a11y list checks criterion:{criterion}"' in answer.error, answer.error
        assert "check:" in answer.error and "=CHECK" in answer.error
    assert json.loads(shop.ok("list", "checks", f"criterion:{criterion}", "--json").out)["rows"]
    answer = shop.run("log", "pass", cell.strip('"'), "sign-in/close", "--tester", "t1")
    assert answer.code == 3 and f'Run "a11y list checks criterion:{criterion}"' in answer.error


@pytest.mark.parametrize("rule", ["color-contrast", "button-name"])
def test_a_rule_of_a_tool_in_the_place_of_a_check_says_to_import_its_report(shop, rule):
    answer = log(shop, f"component,check,outcome\nsign-in/close,{rule},fail\n")
    assert answer.code == 4 and f"a11y import FILE): {rule} is a rule of a tool" in " ".join(answer.error.split()), answer.error


def test_the_pair_that_is_advised_maps_the_criterion(shop):
    table = 'component,check,outcome\nsign-in/close,"4.1.2 Name, Role, Value",pass\n'
    assert "'\"check:4.1.2 Name, Role, Value\"=CHECK'" in log(shop, table).error
    assert "Logged 1 result." in log(shop, table, "--map", f'"check:4.1.2 Name, Role, Value"={CHECK}').text


@pytest.mark.parametrize("title", ["Close", "close", " Close "])
def test_a_component_is_found_by_its_title(shop, title):
    """Titles of checks were found, and those of components were unknown."""
    shop.ok("edit", "component", "sign-in/close", "--title", "Dismiss form")
    title = title.replace("Close", "Dismiss form").replace("close", "dismiss form")
    assert "Logged 1 result." in log(shop, f"component,check,outcome\n{title},{CHECK},pass\n").text
    assert [row["component"] for row in json.loads(shop.ok("list", "results", "--json").out)["rows"]] == ["sign-in/close"]


def test_a_title_of_several_components_is_named_with_them(shop):
    for key in ("sign-in/close", "sign-in/logo"):
        shop.ok("edit", "component", key, "--title", "The cross")
    answer = log(shop, f"component,check,outcome\nThe cross,{CHECK},pass\n")
    assert answer.code == 4 and '"The cross" is the title of several: sign-in/close, sign-in/logo' in answer.error


def test_a_key_counts_before_a_title(shop):
    shop.ok("edit", "component", "sign-in/logo", "--title", "sign-in/close")
    assert "Logged 1 result." in log(shop, f"component,check,outcome\nsign-in/close,{CHECK},pass\n").text
    assert [row["component"] for row in json.loads(shop.ok("list", "results", "--json").out)["rows"]] == ["sign-in/close"]


@pytest.mark.parametrize("head, pairs", [
    ("Component,Check,Result,Notes", "HEADER=outcome"), ("Component,Test,Result", "HEADER=outcome,HEADER=check")])
def test_a_header_with_other_names_is_told_which_there_are(shop, head, pairs):
    answer = log(shop, f"{head}\nsign-in/close,{CHECK},pass\n")
    others = ", ".join(name for name in head.split(",") if name not in ("Component", "Check"))
    assert answer.code == 4 and f'Pass --map "{pairs}" with the headers of this table: {others}.' in answer.error, answer.error


@pytest.mark.parametrize("cell, level", [("🔴 Critical", 1), ("🟠 serious", 2), ("⚠️ Minor", 4), ("🟡 3", 3)])
def test_a_picture_beside_a_severity_is_there_for_the_eye(shop, cell, level):
    """It was refused, while one beside an outcome is read."""
    answer = log(shop, f"component,check,outcome,severity\nsign-in/close,{CHECK},fail,{cell}\n")
    assert "Logged 1 result." in answer.text and ("numbers of severities" in answer.error) == ("3" in cell)
    assert [row["severity"] for row in json.loads(shop.ok("list", "results", "--json").out)["rows"]] == [level]


@pytest.mark.parametrize("cell", ["🔴", "🔴 High", "🟢 -2"])
def test_a_picture_alone_is_no_severity(shop, cell):
    assert log(shop, f"component,check,outcome,severity\nsign-in/close,{CHECK},fail,{cell}\n").code == 4


@pytest.mark.parametrize("head, row", [(";", ","), (",", ";"), (";", "\t")])
def test_rows_with_other_separators_than_the_header_are_not_passed_over(shop, head, row):
    """Each was one cell without an outcome, and nothing was logged, with exit code 0."""
    table = f"{head.join(['component', 'check', 'outcome'])}\n{row.join(['sign-in/close', CHECK, 'fail'])}\n"
    answer = log(shop, table)
    assert answer.code == 4 and "line 2: 1 field; expected 3" in answer.error, answer.text + answer.error
    title = f"component{head}check{head}outcome\nForms of sign-in\nsign-in/close{head}{CHECK}{head}pass\n"
    assert "Logged 1 result. 1 row unchanged." in log(shop, title).text


@pytest.mark.parametrize("cell", ["Not Run", "not executed", "Untested"])
def test_a_case_that_was_not_run_is_no_result(shop, cell):
    """Sheets of test cases have a row for each; they were refused for the word."""
    answer = log(shop, f"component,check,outcome\nsign-in/close,{CHECK},{cell}\nsign-in/logo,{CHECK},fail\n")
    assert answer.code == 0 and "Logged 1 result. 1 row unchanged." in answer.text, answer.error
