"""What tools find by themselves: signals on cells, once however many screens report them, and never an answer."""

import json
import random

import pytest

from program import CHECK, COMPONENT, WHY, Tracker

TYPES = {
    "contrast": "Contrast failed", "hitRegion": "Hit area is too small", "textClipped": "Text clipped",
    "sufficientElementDescription": "Element has no description", "elementDetection": "Potentially inaccessible text",
    "dynamicType": "Dynamic Type font sizes are unsupported", "trait": "Trait",
}
SCREENS = [f"screen-{number}" for number in range(1, 14)]
SHARED = [f"shared/item-{number}" for number in range(20)]


def tracker(folder):
    folder.mkdir(exist_ok=True)
    made = Tracker(folder)
    made.begin()
    return made


@pytest.fixture
def app(tmp_path):
    made = tracker(tmp_path / "app")
    made.ok("new", "component", "sign-in", "--kind", "screen")
    made.ok("new", "component", COMPONENT, "--kind", "icon-button", "--screen", "sign-in,home")
    return made


def issue(type="contrast", element="closeButton", screen="sign-in", **more):
    return {
        "auditType": type, "compactDescription": TYPES[type], "detailedDescription": "Much more of it.",
        "element": element, "screen": screen, "device": "iPhone 15", "os": "18.1", **more}


def report(app, *issues, name="audit.jsonl"):
    (app.folder / name).write_text("".join(json.dumps(issue) + "\n" for issue in issues))
    return name


def imported(app, *words, code=0):
    answer = app.run("import", *words, "--json")
    assert answer.code == code, answer.error
    return json.loads(answer.out)


def signals(app, *words):
    """Those that have a cell."""
    rows = [row for row in json.loads(app.ok("list", "tool-findings", *words, "--json").out)["rows"]
            if row["state"] != "unmatched"]
    return [row | {"open": row["state"] == "open"} for row in rows]


def cell(app, check, component=COMPONENT):
    rows = json.loads(app.ok("list", "cells", f"check:{check}", f"component:{component}", "--json").out)["rows"]
    return rows[0] if rows else None


def test_333_findings_on_13_screens_are_one_per_component_and_check(tmp_path):
    dice = random.Random(333)
    app = tracker(tmp_path / "app")
    where = {key: sorted(dice.sample(SCREENS, dice.randint(7, 13))) for key in SHARED}
    faults = {key: dice.sample(sorted(TYPES), 3) for key in SHARED}
    kinds = {key: dice.choice(["button", "icon-button", "card", "list-row"]) for key in SHARED}
    rows = [f"{key},{kinds[key]},{';'.join(where[key])}" for key in SHARED] + [f"{name},screen," for name in SCREENS]
    app.ok("new", "component", "--from", "-", stdin="\n".join(["key,kind,screens", *rows, ""]).encode())
    seen = [(key, type, screen) for key in SHARED for type in faults[key] for screen in where[key]]
    dice.shuffle(seen)
    seen = seen[:333]
    assert len(seen) == 333 and {screen for _, _, screen in seen} == set(SCREENS)
    assert {key for key, _, _ in seen} == set(SHARED)
    name = report(app, *[issue(type, key.split("/")[1], screen) for key, type, screen in seen])

    said = imported(app, name, "--build", "3.2")
    rows = signals(app)
    cells = {(row["component"], row["check"]) for row in rows}
    assert len(cells) == len(rows) == said["files"][0]["signals"]["cells"]
    assert {row["component"] for row in rows} == set(SHARED), "a fault of a shared component is one fault"
    told = said["files"][0]["signals"]
    assert sum(match["findings"] for match in told["matches"]) == told["matched"] == 333
    assert {(match["component"], match["check"]) for match in told["matches"]} == cells
    assert told | {"cells": 0, "matches": [], "matched": 0} == {
        "tool": "xctest", "findings": 333, "cells": 0, "components": 20, "screens": 13, "opened": len(rows),
        "on_screens": 0, "unmatched": 0, "uncovered": 0, "reasons": [], "uncovered_rules": [], "unused": [], "closed": [],
        "matches": [], "matched": 0, "attached": 0}
    for row in rows:
        types = row["rule"].split(", ")
        assert row["screens"] == sorted({s for k, t, s in seen if k == row["component"] and t in types})
        assert (row["open"], row["outcome"], row["tool"]) == (True, "cant-tell", "xctest")
    assert len(rows) < 333 / 5

    # Again: nothing. A run with one more screen: that screen and no more.
    assert (imported(app, name, "--build", "3.2")["added"], signals(app)) == (0, rows)
    key, type = SHARED[0], faults[SHARED[0]][0]
    app.ok("edit", "component", key, "--add-screen", "screen-99")
    report(app, *[issue(type, key.split("/")[1], screen) for screen in [*where[key], "screen-99"]], name="more.jsonl")
    before = next(row for row in rows if row["component"] == key and type in row["rule"])
    assert imported(app, "more.jsonl", "--build", "3.2")["added"] == 1
    after = next(row for row in signals(app) if (row["component"], row["check"]) == (key, before["check"]))
    assert set(after["screens"]) == {*where[key], "screen-99"}
    assert app.ok("doctor").text.endswith("No problems found.\n")
    assert json.loads(app.ok("status", "--json").out)["cells"]["pass"] == 0


def test_a_fault_opens_the_cell_until_a_person_answers(app):
    name = report(app, issue("sufficientElementDescription"))
    assert imported(app, name, "--build", "3.2")["files"][0]["signals"]["opened"] == 1
    row, = signals(app)
    assert row["check"] == CHECK and row["open"]
    state = cell(app, CHECK)
    assert (state["outcome"], state["tester"], state["build"]) == ("cant-tell", "xctest", "3.2")
    assert state["note"] == "xctest sufficientElementDescription: Element has no description, on sign-in."
    assert "1 item has tool findings that are not reviewed" in app.ok("status").text
    app.log("fail", CHECK, COMPONENT)
    assert [row["open"] for row in signals(app)] == [False]
    app.ok("undo", "--tester", "t1")
    assert [row["open"] for row in signals(app)] == [True]
    app.log("pass", CHECK, COMPONENT)
    assert [row["open"] for row in signals(app)] == [False]
    # The same build says nothing new; the next one does, and asks again.
    assert imported(app, name, "--build", "3.2")["added"] == 0
    assert cell(app, CHECK)["outcome"] == "pass"
    assert imported(app, name, "--build", "3.3")["added"] == 1
    assert (cell(app, CHECK)["outcome"], signals(app)[0]["open"]) == ("cant-tell", True)


def test_a_finding_is_of_the_build_of_its_report_else_of_the_tracker(app):
    app.ok("edit", "tracker", "--current-build", "1.0")
    imported(app, report(app, issue("hitRegion"), issue("contrast", build="0.9")))
    size, contrast = (cell(app, row["check"]) for row in sorted(signals(app), key=lambda row: row["build"], reverse=True))
    assert (size["build"], size["stale"]) == ("1.0", []) and (contrast["build"], contrast["stale"]) == ("0.9", ["build"])
    # The next build may have lost what the one before it had, so the same finding is new.
    app.ok("edit", "tracker", "--current-build", "1.1")
    name = report(app, issue("hitRegion"))
    assert imported(app, name)["added"] > 0 and cell(app, size["check"])["build"] == "1.1"
    assert imported(app, name)["added"] == 0
    # That of an empty name is not known.
    imported(app, report(app, issue("dynamicType")), "--build", "")
    assert {row["build"] for row in signals(app)} == {None, "0.9", "1.0, 1.1"}


@pytest.mark.parametrize("outcome, opens", [("fail", False), ("pass", True), ("na", True), (None, True)])
def test_what_is_opened(app, outcome, opens):
    if outcome:
        app.log(outcome, CHECK, COMPONENT, "--at", "2026-01-01")
    imported(app, report(app, issue("sufficientElementDescription", at="2026-02-01T00:00:00Z")))
    assert (cell(app, CHECK)["outcome"] == "cant-tell") == opens
    assert signals(app)[0]["open"] == opens, "a fail that stands needs no confirmation"


@pytest.mark.parametrize("outcome", ["fail", "na"])
def test_who_confirms_or_dismisses_it_contradicts_nobody(app, outcome):
    """A tool that could not tell claims nothing: the answer of a person stands alone, and holds no release by itself."""
    imported(app, report(app, issue("sufficientElementDescription")), "--build", "3.2")
    app.ok("log", outcome, CHECK, COMPONENT, "--build", "3.2", "--tester", "t1", *(["--retest"] if outcome == "na" else []))
    assert (cell(app, CHECK)["outcome"], cell(app, CHECK)["disputed"]) == (outcome, False)
    assert json.loads(app.ok("list", "conflicts", "--json").out)["rows"] == []
    gate = json.loads(app.run("gate", "--max-critical", "9", "--max-serious", "9", "--json").out)
    assert gate["blockers"] == [] and gate["verdict"] == {"fail": "pass", "na": "no-data"}[outcome]
    app.require_sound()
    # What was taken back answers nothing.
    app.ok("undo", "--tester", "t1")
    assert cell(app, CHECK)["outcome"] == "cant-tell"


def test_an_answer_that_is_younger_than_the_run_stands(app):
    app.log("pass", CHECK, COMPONENT, "--at", "2026-03-01")
    imported(app, report(app, issue("sufficientElementDescription", at="2026-02-01T00:00:00Z")))
    assert (cell(app, CHECK)["outcome"], signals(app)[0]["open"]) == ("pass", False)


def test_it_is_shown_undone_and_exchanged_like_all_else(app, tmp_path):
    imported(app, report(app, issue("contrast"), issue("contrast", screen="home", condition="dark")), "--tester", "t1")
    check = signals(app)[0]["check"]
    shown = json.loads(app.ok("show", check, COMPONENT, "--json").out)
    assert [signal["condition"] for signal in shown["signals"]] == ["", "dark"]
    text = app.ok("show", check, COMPONENT).text
    assert "Tool findings" in text and "Contrast failed" in text
    assert [row["condition"] for row in signals(app, "condition:dark")] == ["dark"]
    app.ok("export", "-o", "all.a11y.json")
    other = tracker(tmp_path / "other")
    other.ok("import", "--adopt", app.folder / "all.a11y.json")
    rows = signals(app)
    assert signals(other) == rows
    app.ok("doctor", "--rebuild")
    assert signals(app) == rows
    app.ok("undo", "--tester", "t1")
    assert signals(app) == [] and cell(app, check) is None
    app.ok("redo", "--tester", "t1")
    assert signals(app) == rows
    app.ok("erase", "fact", *[id for row in rows for id in row["ids"]], *WHY, "--yes")
    assert signals(app) == []
    app.ok("doctor")


def test_a_dry_run_says_the_same_and_keeps_nothing(app):
    name = report(app, issue("contrast"), issue("trait", element="nobody", screen="elsewhere"))
    before = app.database.read_bytes()
    said = imported(app, name, "--dry-run", code=5)
    assert app.database.read_bytes() == before
    real = imported(app, name, code=5)
    assert {key: said["files"][0][key] for key in ("added", "same", "signals")} == {
        key: real["files"][0][key] for key in ("added", "same", "signals")}
    assert "would be added" in app.run("import", "--dry-run", name).text


def test_nothing_is_guessed_and_nothing_is_lost_in_silence(app):
    app.ok("new", "component", "home/one/card", "--kind", "card", "--screen", "home")
    app.ok("new", "component", "home/two/card", "--kind", "card", "--screen", "home")
    name = report(
        app, issue("contrast", "card", "home"), issue("contrast", "nobody", "elsewhere"),
        issue("contrast", "nobody", "elsewhere"), issue("contrast", component="gone"), issue("contrast"))
    answer = app.run("import", name)
    assert answer.code == 5
    assert "line 1: \"card\" matches several components of the screen \"home\": home/one/card, home/two/card" in answer.error
    assert "line 2: no component named \"nobody\" on the screen \"elsewhere\"" in answer.error
    assert "(and 1 more like it)" in answer.error
    assert "line 4: no component \"gone\" in use" in answer.error
    assert "5 findings on 1 screen: 1 matched (1 item of 1 component), 4 without a component" in answer.text
    said = imported(app, name, "--component", COMPONENT, code=5)
    assert said["files"][0]["signals"]["unmatched"] == 1, "one names a component, so it is nobody else's"
    answer = app.run("import", report(app, issue("contrast", "nobody", "sign-in")))
    assert answer.code == 0 and "1 finding assigned to the whole screen" in answer.error
    sparkle = {"auditType": "sparkle", "element": "closeButton"}
    app.ok("import", report(app, sparkle, sparkle, issue("contrast")))
    assert "2 findings of rules that no check covers: sparkle (2)." in app.run("import", "audit.jsonl").error


AXE = {
    "testEngine": {"name": "axe-core", "version": "4.10.2"}, "url": "http://localhost:8000/sign-in",
    "timestamp": "2026-03-01T10:00:00.000Z", "passes": [],
    "violations": [
        {"id": "button-name", "impact": "critical", "help": "Buttons must have discernible text", "tags": ["wcag2a"],
         "nodes": [{"target": ["[data-testid=\"close-button\"]"], "html": "<button>", "failureSummary": "Fix any of the following",
                    "any": [{"id": "x", "data": {"contrastRatio": 2.52}}]}]},
        {"id": "region", "help": "All page content should be contained by landmarks", "impact": "moderate", "tags": ["wcag111"],
         "nodes": [{"target": ["html"]}]}],
    "incomplete": [{"id": "target-size", "help": "Targets must be large", "nodes": [{"target": ["main > [data-testid=\"close-button\"]"]}]}]}
CVS = [{
    "ruleID": "icon-button-missing-label", "severity": "error", "impact": "critical", "message": "No label",
    "filePath": "/build/app/Views/SignIn.swift", "line": 12, "column": 5, "wcagCriteria": ["4.1.2"]}]


def test_reports_of_axe_and_a11y_check_are_told_by_their_content(app):
    (app.folder / "axe.json").write_text(json.dumps(AXE, indent=2))
    (app.folder / "axes.json").write_text(json.dumps([AXE]))
    (app.folder / "cvs.json").write_text(json.dumps(CVS))
    app.ok("edit", "component", COMPONENT, "--source", "Views/SignIn.swift")
    said = imported(app, "axe.json", "cvs.json")
    axe, cvs = (file["signals"] for file in said["files"])
    assert (axe["tool"], axe["findings"], axe["opened"], axe["uncovered"]) == ("axe", 3, 1, 1)
    assert axe["uncovered_rules"] == [{"rule": "region", "count": 1}]
    assert (cvs["tool"], cvs["findings"], cvs["unmatched"]) == ("cvs", 1, 0)
    assert imported(app, "axes.json")["added"] == 0
    rows = {row["check"]: row for row in signals(app)}
    assert rows["voiceover.icon-button-label"]["tool"] == "axe, cvs"
    size = rows["touch-target.wcag-24pt-floor"]
    assert (size["review"], size["open"], size["outcome"]) == (True, True, "untested"), "to be looked at, no fault"
    diagnostics = {"diagnostics": CVS, "score": {"score": 81.5}}
    assert imported_stdin(app, "cvs", diagnostics)["added"] == 0
    answer = app.ok("import", "-", stdin=json.dumps(AXE).encode())
    assert answer.text.startswith("axe: 3 findings"), "standard input is known by its content as a file is"


def imported_stdin(app, tool, document):
    return json.loads(app.ok("import", "-", "--as", tool, "--json", stdin=json.dumps(document).encode()).out)


def test_bundles_and_reports_in_one_import(app, tmp_path):
    other = tracker(tmp_path / "other")
    app.ok("export", "-o", "app.a11y.json")
    other.ok("import", "--adopt", app.folder / "app.a11y.json")
    other.log("pass", "contrast.non-text-3", COMPONENT)
    other.ok("export", "-o", "other.a11y.json")
    name = report(app, issue("contrast"))
    answer = app.ok("import", other.folder / "other.a11y.json", name)
    assert answer.text.splitlines()[0].startswith("Imported 1 file: 1 added")
    assert answer.text.splitlines()[1].startswith("xctest: 1 finding on 1 screen")


@pytest.mark.parametrize("text, code, words", [
    ('{"auditType":"contrast"}\n{"auditType":7.5}\n', 4, "line 2, $.auditType: expected text, found 7.5"),
    ('{"auditType":"contrast","screen":["a"]}\n', 4, "line 1, $.screen: expected text, found an array"),
    ('{"auditType":"contrast"}\n{"auditType"', 4, "line 2"), ('{"violations":[{}]}', 4, "$.violations[0].id"),
    ('{"auditType":"contrast","at":"yesterday"}', 4, "$.at: expected a time"),
    ('{"auditType":' + "[" * 200_000, 4, "line 1"), ('[{"ruleID":"","severity":"error"}]', 4, "$[0].ruleID: expected text, found empty"),
    ('{"auditType":"a","auditType":"b"}', 4, "line 1"),
])
def test_a_report_that_is_not_right_is_refused_whole(app, text, code, words):
    (app.folder / "bad.json").write_text(text)
    before = app.database.read_bytes()
    answer = app.run("import", "bad.json")
    assert answer.code == code and words in answer.error, answer.error
    assert "Nothing was imported" in answer.error
    assert app.database.read_bytes() == before
    said = json.loads(app.run("import", "bad.json", "--json").out)
    assert said["refused"] == 1 and said["files"][0]["error"]["code"] == "findings.invalid"


def test_a_report_that_is_too_long_is_refused(app):
    with (app.folder / "long.jsonl").open("w") as file:
        line = json.dumps(issue("contrast", detailedDescription="x" * 1000)) + "\n"
        for _ in range(65 * (1 << 20) // len(line)):
            file.write(line)
    assert app.run("import", "long.jsonl").code == 4
    assert signals(app) == []


def test_flags_of_reports_do_not_go_with_bundles(app):
    app.ok("export", "-o", "all.a11y.json")
    answer = app.run("import", "all.a11y.json", "--build", "3")
    assert answer.code == 2 and "--build applies only to tool reports" in answer.error
    assert app.run("import", "all.a11y.json", "--as", "xctest").code == 4


def test_hostile_text_does_no_harm(app):
    evil = "\u001b[31m\u202e<script>=1+1\u0007" + "x" * 5000
    imported(app, report(app, issue("contrast", detailedDescription=evil, compactDescription=evil, device=evil)))
    for words in (["list", "tool-findings", "--columns", "message,device,detail"], ["show", COMPONENT], ["status"]):
        out = app.ok(*words).out
        assert b"\x1b" not in out and b"\x07" not in out and "\u202e".encode() not in out


def test_a_walk_over_the_signals_confirms_or_refutes_them(app):
    issues = [issue("contrast"), issue("sufficientElementDescription"), issue("trait", condition="dark")]
    imported(app, report(app, *issues))
    places = {(row["component"], row["check"], row["condition"]) for row in signals(app)}
    assert len(places) == 3
    walk = app.run("walk", "--only", "signals", "--plain", "--tester", "t1", stdin=b"p\nf 2 too small\n")
    assert walk.code == 0 and "Item 1 of 3" in walk.text and "Tool findings: xctest" in walk.text
    assert "Element has no description, on sign-in." in walk.text or "Contrast failed, on sign-in." in walk.text
    assert sorted(row["open"] for row in signals(app)) == [False, False, True]
    walk = app.run("walk", "--only", "signals", "--plain", "--tester", "t1", stdin=b"p\n")
    assert "Item 1 of 1" in walk.text
    assert not any(row["open"] for row in signals(app))
    assert "no item has open tool findings" in app.run("walk", "--only", "signals", "--tester", "t1", stdin=b"").text
    app.ok("new", "audit", "light", "--condition", "default")
    imported(app, report(app, issue("hitRegion"), issue("hitRegion", condition="dark")))
    walk = app.run("walk", "--only", "signals", "--audit", "light", "--plain", "--tester", "t1", stdin=b"p\n")
    assert "Item 1 of 1" in walk.text, "the audit does not ask for the dark one"


def test_a_worksheet_of_the_signals_holds_them_and_no_more(app):
    imported(app, report(app, issue("sufficientElementDescription")))
    app.ok("worksheet", "--only", "signals", "-o", "sheet.html", "--tester", "t1")
    page = (app.folder / "sheet.html").read_text()
    assert CHECK in page and "touch-target.minimum-44pt" not in page


@pytest.mark.parametrize("kind", ["button", "icon-button", "menu", "search-field", "badge"])
def test_a_hit_area_that_is_too_small_questions_the_check_of_44_pt(app, kind):
    """It opened a check about the largest text, and left the pass of the check it speaks of as it was."""
    size = "touch-target.minimum-44pt"
    app.ok("new", "component", "sign-in/help", "--kind", kind)
    app.ok("log", "pass", size, "sign-in/help", "--tester", "t1", "--build", "3.1")
    imported(app, report(app, issue("hitRegion", "help")), "--build", "3.2")
    assert [row["check"] for row in signals(app)] == [size]
    assert cell(app, size, "sign-in/help")["outcome"] == "cant-tell"


@pytest.mark.parametrize("selector", [
    '[aria-label="close-button"]', 'a[href="close-button"]', '[class="close-button"]', ".close-button", "close-button",
    '[title="close-button"]', "#close-button", '[data-cy="close-button"]', '[value="close-button"]', "main > close-button"])
def test_what_only_looks_like_a_name_attaches_an_axe_finding_to_nothing(app, selector):
    node = {"target": [selector], "html": "<button>", "failureSummary": "Fix"}
    found = {**AXE, "incomplete": [], "url": "http://localhost/elsewhere",
             "violations": [{"id": "button-name", "help": "Buttons need a name", "nodes": [node]}]}
    (app.folder / "axe.json").write_text(json.dumps(found))
    answer = app.run("import", "axe.json", "--json")
    assert json.loads(answer.out)["files"][0]["signals"]["unmatched"] == 1 and signals(app) == []
    assert answer.code == 3, "nothing in it could be used"


def test_nobody_has_seen_what_is_untested_by_hand_or_by_a_tool(app):
    app.ok("log", "pass", CHECK, COMPONENT, "--tester", "t1")
    imported(app, report(app, issue("contrast")))
    graph = json.loads(app.ok("report", "--earl", "-").out)["@graph"]
    seen = {(node["result"]["outcome"], node["mode"]) for node in graph if node.get("@type") == "earl:Assertion"}
    assert seen == {("earl:passed", "earl:manual"), ("earl:cantTell", "earl:automatic"),
                    ("earl:untested", "earl:unknownMode")}
