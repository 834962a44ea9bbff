"""A check of a screen is asked once: what fails it names the components, and each component says how its screen did."""

import json
import re

import pytest

from conftest import once
from program import TOP, Tracker, require_sentence
from walking import ASK, end, start

ORDER = "voiceover.reading-order"


@once(edition="3")
def desk(tracker):
    for key, kind in [("sign-in", "screen"), ("sign-in/title", "text"), ("close", "icon-button"), ("home/buy", "button")]:
        tracker.ok("new", "component", key, "--kind", kind, *(["--screen", "sign-in"] if key == "close" else []))


def findings(desk):
    return {row["check"]: row for row in json.loads(desk.ok("list", "findings", "--json").out)["rows"]}


def test_a_fail_of_a_screen_names_components_in_every_form(desk, folder):
    desk.log("fail", ORDER, "sign-in", "--components", "title,close", "-m", "mixed")
    assert findings(desk)[ORDER]["on"] == ["sign-in/title", "close"]
    for words in (["list", "findings"], ["show", ORDER, "sign-in"], ["report"], ["report", "--format", "md"],
                  ["report", "--issues", "md", "-o", "-"]):
        assert "sign-in/title, close" in " ".join(desk.ok(*words).text.split()), words
    desk.ok("report", "--html", folder / "page.html")
    assert "<p>On: sign-in/title, close" in (folder / "page.html").read_text()
    assert json.loads(desk.ok("report", "--json").out)["findings"][0]["on"] == ["sign-in/title", "close"]
    # A fail that is logged again keeps them, a new key of a component is shown, and nothing named removes them.
    desk.log("fail", ORDER, "sign-in", "-s", "2")
    desk.ok("edit", "component", "close", "--rename", "dismiss")
    assert findings(desk)[ORDER]["on"] == ["sign-in/title", "dismiss"]
    desk.log("fail", ORDER, "sign-in", "--components", "")
    assert findings(desk)[ORDER]["on"] == []
    desk.require_sound()


def test_they_travel_in_bundles_and_in_tables(desk, folder):
    desk.log("fail", ORDER, "sign-in", "--components", "title")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin("3")
    other.ok("import", "-", "--adopt", stdin=desk.ok("export", "-o", "-").out)
    assert findings(other)[ORDER]["on"] == ["sign-in/title"]
    table = "outcome,check,component,on\nfail,keyboard.focus-order,sign-in,\"close; title\"\n"
    desk.log("-", stdin=table.encode())
    assert findings(desk)["keyboard.focus-order"]["on"] == ["close", "sign-in/title"]
    rows = desk.ok("list", "cells", "--format", "csv").text
    assert "(3 unchanged" not in rows and "0 results" in desk.log("-", stdin=rows.encode()).text
    changed = rows.replace('"close,sign-in/title"', "close")
    assert changed != rows
    desk.log("-", stdin=changed.encode())
    assert findings(desk)["keyboard.focus-order"]["on"] == ["close"]


def test_other_forms_of_results_name_them(desk, folder):
    """EARL points at them within its subject; a conformance report names them in its remarks."""
    desk.log("fail", ORDER, "sign-in", "--components", "title,close", "-m", "mixed")
    desk.log("fail", "voiceover.icon-button-label", "close")
    graph = json.loads(desk.ok("report", "--earl", "-").out)
    assert graph["@context"]["pointer"] == {"@id": "earl:pointer", "@type": "@id"}
    nodes = {node["@id"]: node for node in graph["@graph"] if "@id" in node}
    results = {nodes[one["test"]]["identifier"]: one["result"] for one in graph["@graph"]
               if one.get("@type") == "earl:Assertion" and one["result"]["outcome"] == "earl:failed"}
    assert [nodes[name]["identifier"] for name in results[ORDER]["pointer"]] == ["sign-in/title", "close"]
    assert "pointer" not in results["voiceover.icon-button-label"]
    tool = json.loads(desk.ok("report", "--earl", "-", "--earl-form", "wcag-em", "--address", "https://example.org/").out)
    assert any("on: sign-in/title, close. mixed" in one["result"]["description"] for one in tool["@graph"]
               if one.get("@type") == "earl:Assertion")
    draft = " ".join(desk.ok("report", "--openacr", folder / "acr.yaml", "--openacr-html", folder / "acr.html").text.split())
    draft += " ".join((folder / "acr.yaml").read_text().split())
    assert "on: sign-in/title, close" in draft and "on: sign-in/title, close" in (folder / "acr.html").read_text()


def test_sql_finds_them_as_the_documentation_has_it(desk):
    desk.log("fail", ORDER, "sign-in", "--components", "title,close")
    desk.log("fail", "voiceover.icon-button-label", "close")
    text = (TOP / "Sources/Store/Store.docc/Views.md").read_text()
    query = next(part for part in re.findall(r"```sql\n(.*?)```", text, re.S) if "$.on" in part)
    assert desk.rows(query) == [("sign-in", ORDER, "sign-in/title"), ("sign-in", ORDER, "close")]


@pytest.mark.parametrize("words, sentence", [
    (["fail", ORDER, "sign-in", "--components", "home/buy"], "component home/buy is not on sign-in"),
    (["pass", ORDER, "sign-in", "--components", "close"], "components apply only to a fail"),
    (["fail", "voiceover.label-present", "home/buy", "--components", "close"], "only to checks of whole screens"),
])
def test_what_is_not_on_the_screen_is_refused_with_a_way_out(desk, words, sentence):
    answer = desk.run("log", *words, "--tester", "t1")
    require_sentence(answer, 2)
    assert sentence in answer.error


def test_the_walk_asks_which_components(desk):
    child = start(desk, "--component", "sign-in", "--check", "keyboard.focus-*")
    child.expect_exact(ASK)
    child.send("f")
    child.expect_exact("Severity?")
    child.send("\r")
    child.expect_exact("Which components? close, sign-in/title")
    child.send("title\r")
    child.expect_exact("Note")
    child.send("\r")
    child.expect_exact(ASK)
    # The answer is repeated without the components, which belong to the screen and the check.
    child.send("=")
    child.expect_exact("Logged")
    child.send("q")
    assert end(child) == 0
    assert sorted(row["on"] for row in findings(desk).values()) == [[], ["sign-in/title"]]


def test_a_component_says_what_its_screen_answered(desk):
    desk.log("fail", ORDER, "sign-in", "--components", "title")
    desk.log("pass", "traits.header", "sign-in")
    shown = " ".join(desk.ok("show", "sign-in/title").text.split())
    assert "Answered on its screen sign-in: 2 of 26 checks: 1 PASS, 1 FAIL." in shown
    assert f"FAIL {ORDER} critical, on: sign-in/title" in shown and "traits.header" not in shown
    assert "PASS traits.header" in " ".join(desk.ok("show", "close", "--all").text.split())
    screens = json.loads(desk.ok("show", "close", "--json").out)["on_screens"]
    assert [(one["screen"], one["checks"], len(one["cells"])) for one in screens] == [("sign-in", 26, 2)]
    assert "On its screen" not in desk.ok("show", "home/buy").text
    # Where no result is listed, there is none that the rest is more than.
    shown = " ".join(desk.ok("show", "close").text.split())
    section = shown.split("On its screen")[1].split("Untested")[0]
    assert section.strip().endswith("1 PASS, 1 FAIL. Use --all to list them."), section


def test_states_outside_the_plan_say_so(desk):
    desk.ok("edit", "tracker", "--checklists", "essentials")
    words = ["list", "items", "--all", "component:home/buy", "check:visual-feedback.*", "--json"]
    asked = {row["check"] for row in json.loads(desk.ok(*words).out)["rows"]}
    lines = re.findall(r"UNTESTED  (?:normal|pressed|disabled|loading)  (\S+)(.*)", desk.ok("show", "home/buy").text)
    assert len(lines) == 4
    assert {check.rstrip(",") for check, rest in lines if "outside the plan" not in rest} == asked
    desk.ok("edit", "tracker", "--checklists", "everything")
    assert "outside the plan" not in desk.ok("show", "home/buy").text
