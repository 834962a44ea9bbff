"""Verdicts, dates, and reports as other programs and other languages write them."""

import json

import pytest

from conftest import once
from program import CHECK, require_sentence


@once("home,screen", "home/a,icon-button")
def desk(tracker):
    tracker.ok("config", "tester", "t1")


def rows(tracker, kind="results"):
    return json.loads(tracker.ok("list", kind, "--json").out)["rows"]


def table(column, text):
    heads = {"outcome": "pass", "check": CHECK, "component": "home/a", column: text}
    return ("\t".join(heads) + "\n" + "\t".join(heads.values()) + "\n").encode()


@pytest.mark.parametrize("word, outcome", [
    ("✓", "pass"), ("✔️", "pass"), ("✅", "pass"), ("P", "pass"), ("OK", "pass"), ("Pass ✅", "pass"), ("ok.", "pass"),
    ("🟢 Pass", "pass"), ("☑ Pass", "pass"), ("**Pass**", "pass"), ("(Pass)", "pass"), ("`pass`", "pass"), ("🔴 Fail", "fail"), ("⚪ N/A", "na"),
    ("✗", "fail"), ("✘", "fail"), ("❌", "fail"), ("F", "fail"), ("Not OK", "fail"), ("FAIL ❌", "fail"), ("nok", "fail"),
    ("n/a", "na"), ("N.A.", "na"), ("Not applicable", "na")])
def test_a_verdict_is_read_as_people_write_it(desk, word, outcome):
    desk.ok("log", "-", stdin=table("outcome", word))
    assert [row["outcome"] for row in rows(desk)] == [outcome]


@pytest.mark.parametrize("word", [
    "x", "-", "yes", "Pass ❌", "✓✗", "partial", "✓ but", "PF", "P1", "F 2", "OK?", "Passed?", "pass？", "Pass (2/3)", "pass 50%", "0 fail", "✅ 1/2", "❌?",
    "☐ Pass", "[ ] Pass", "( ) Fail", "⬜ N/A", "⚠️ Pass", "🔴 Pass", "🚫 OK", "~~Pass~~", "P\u0336a\u0336s\u0336s\u0336", "Pass*", "~ Pass", "⚠️ ✓"])
def test_what_can_mean_several_things_stays_a_question(desk, word):
    require_sentence(desk.run("log", "-", stdin=table("outcome", word)), 4)
    assert not rows(desk)


@pytest.mark.parametrize("text, day", [
    ("1. März 2026", "2026-03-01"), ("01. Mrz. 2026", "2026-03-01"), ("Sonntag, 1. März 2026 um 10:00", "2026-03-01"),
    ("So., 1. März 2026", "2026-03-01"), ("02/Mär/26 10:00 AM", "2026-03-02"), ("1er mars 2026", "2026-03-01"),
    ("mar. 3 mars 2026 à 14:05", "2026-03-03"), ("14 juil. 2025", "2025-07-14"), ("3 févr. 2026", "2026-02-03"),
    ("1 de marzo de 2026", "2026-03-01"), ("lunes, 2 de marzo de 2026, 14:05", "2026-03-02"), ("7 ene 2026", "2026-01-07"),
    ("segunda-feira, 2 de março de 2026", "2026-03-02"), ("5 fev 2026", "2026-02-05"), ("9 out 2025", "2025-10-09"),
    ("lunedì 2 marzo 2026 alle 14:05", "2026-03-02"), ("3 gen 2026", "2026-01-03"), ("4 giu 2025", "2025-06-04"),
    ("maandag 2 maart 2026 om 14:05", "2026-03-02"), ("2 mrt. 2026", "2026-03-02"), ("5 mei 2025", "2025-05-05"),
    ("Mar 1, 2026", "2026-03-01"), ("Tue Mar 3 2026", "2026-03-03"), ("12/Dez/25 2:05 PM", "2025-12-12"), ("3 août 2025", "2025-08-03"),
    ("1772359200", "2026-03-01"), ("1772359200000", "2026-03-01"), ("1772359200.5", "2026-03-01")])
def test_a_date_is_read_in_the_languages_of_trackers(desk, text, day):
    answer = desk.run("log", "-", stdin=table("at", text))
    assert answer.code == 0, answer.error
    assert [row["at"][:10] for row in rows(desk)] == [day]


@pytest.mark.parametrize("text", ["14 jui 2025", "3 foo 2026", "9772359200", "177235920", "17723592001"])
def test_what_is_no_date_is_refused(desk, text):
    require_sentence(desk.run("log", "-", stdin=table("at", text)), 4)
    assert not rows(desk)


def test_times_since_1970_are_told(desk):
    said = desk.ok("log", "-", stdin=table("at", "1772359200"))
    assert "numbers are read as times since 1970, 1772359200 in line 2 as 2026-03-01" in " ".join(
        (said.text + said.error).split())
    assert rows(desk)[0]["at"].startswith("2026-03-01T10:00:00")


RULE = {"id": "button-name", "impact": "critical", "tags": ["wcag2a", "wcag412"], "help": "Buttons must have text",
        "nodes": [{"target": ["#a"], "failureSummary": "Fix it"}]}
PAGES = {"https://example.org/home": RULE, "https://example.org/cart": None}


@pytest.mark.parametrize("shape", [
    lambda found: {"violations": found}, lambda found: {"violations": found, "passes": [], "incomplete": []},
    lambda found: found])
@pytest.mark.parametrize("around", [lambda pages: pages, lambda pages: {"results": pages}, lambda pages: {"total": 1, "pages": pages}])
def test_results_of_axe_by_address_are_read(desk, shape, around):
    report = around({address: shape([rule] if rule else []) for address, rule in PAGES.items()})
    (desk.folder / "axe.json").write_text(json.dumps(report))
    desk.ok("import", "axe.json", "--component", "home/a")
    found, = rows(desk, "tool-findings")
    assert found["tool"] == "axe" and "home" in json.dumps(found["screens"]), found


@pytest.mark.parametrize("rule, kind, check", [
    ("accessibility_label_for_image", "image", "traits.image"),
    ("accessibility_trait_for_button", "card", "traits.no-tap-gesture-on-passive-view")])
def test_rules_of_swiftlint_are_known(desk, rule, kind, check):
    desk.ok("new", "component", "home/view", "--kind", kind, "--source", "Sources/Home.swift")
    found = {"ruleId": rule, "level": "warning", "message": {"text": "Add it."}, "locations": [{"physicalLocation": {
        "artifactLocation": {"uri": "Sources/Home.swift"}, "region": {"startLine": 12}}}]}
    run = {"tool": {"driver": {"name": "SwiftLint", "rules": [{"id": rule}]}}, "results": [found]}
    (desk.folder / "lint.sarif").write_text(json.dumps({"version": "2.1.0", "runs": [run]}))
    desk.ok("import", "lint.sarif")
    row, = rows(desk, "tool-findings")
    assert (row["component"], row["check"]) == ("home/view", check)
